"""Shapes of waves: functions whose derivatives are polynomials in themselves.

``tanh' = 1 - tanh**2``, ``(1/z)' = -(1/z)**2``, ``exp' = exp``; ``sech`` needs ``tanh`` beside it.
A polynomial in such a function is again one after any number of derivatives, so that an equation
becomes algebraic equations for its coefficients.
"""

from collections.abc import Callable
from dataclasses import dataclass

from sympy import Dummy, Expr, Symbol, cos, exp, expand, rem, sech, tan, tanh

Argument = Callable[[Expr], Expr]

#: The generator of all shapes, and the one that stands beside it where two are needed.
MAIN, BESIDE = Dummy("g"), Dummy("h")


@dataclass(frozen=True)
class Shape:
    """A function by its name, its derivative in the generators, and itself."""

    name: str
    slope: Expr
    function: Argument
    beside: Expr | None = None  # the derivative of the second generator
    relation: Expr | None = None  # what vanishes between the two

    def derivative(self, expr: Expr) -> Expr:
        """By the argument, of an expression of the generators."""
        found = expr.diff(MAIN) * self.slope
        if self.beside is not None:
            found += expr.diff(BESIDE) * self.beside
        return self.reduced(expand(found))

    def reduced(self, expr: Expr) -> Expr:
        """With the relation used, so that equal functions are equal polynomials."""
        if self.relation is None:
            return expr
        return expand(rem(expr, self.relation, BESIDE))

    @property
    def generators(self) -> tuple[Symbol, ...]:
        """The symbols of which coefficients are compared."""
        return (MAIN,) if self.beside is None else (MAIN, BESIDE)

    def written(self, expr: Expr, angle: Expr) -> Expr:
        """The expression with the functions put in."""
        return expr.xreplace({MAIN: self.function(angle), BESIDE: tanh(angle)})


TANH = Shape("tanh", 1 - MAIN**2, tanh)
TAN = Shape("tan", 1 + MAIN**2, tan)
EXP = Shape("exponential", MAIN, exp)
POLE = Shape("rational", -(MAIN**2), lambda z: 1 / z)
SECH = Shape("sech", -MAIN * BESIDE, sech, MAIN**2, BESIDE**2 + MAIN**2 - 1)
COS = Shape("cos", -BESIDE, cos, MAIN, BESIDE**2 + MAIN**2 - 1)
