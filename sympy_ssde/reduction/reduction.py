"""What a reduction is: smaller problems, and how their solutions make one of the whole.

A way of reducing is a generator function ``(Problem) -> Iterator[Reduction]``; a leaf, which solves
a problem itself, is a generator function ``(Problem) -> Iterator[Found]``.  Neither has to be
right: what they lead to is proved like any other candidate.  They run in the worker process, so
that they may be slow or fail, but they should notice within milliseconds that they don't fit.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sympy import Basic, Expr
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.problem import Problem


@dataclass(frozen=True)
class Line:
    """A line of a derivation, for people: a sentence, and formulas (``Eq`` or expressions)."""

    words: str
    formulas: tuple[Basic, ...] = ()


@dataclass(frozen=True)
class Found:
    """A candidate for the solution, one expression for each unknown, and how it was found.

    ``reduced`` is whether a reduction led there.
    """

    exprs: tuple[Expr, ...]
    lines: tuple[Line, ...] = ()
    reduced: bool = False


@dataclass(frozen=True)
class Reduction:
    """Smaller problems, and the unknowns of the whole in terms of theirs.

    ``combine`` has an expression for each unknown of the whole problem, in the unknown functions of
    the smaller ones, which may stand at any arguments and under derivatives:
    ``exp(-t)*v(x, t)``, ``f(x/sqrt(t))``, ``-2*Derivative(v(x, t), x)/v(x, t)``.

    >>> from sympy import Function, exp
    >>> from sympy.abc import t, x
    >>> v = Function("v")
    >>> small = Problem(v(t).diff(t) + v(t), v(t), {v(0): 1})
    >>> Reduction((small,), (x*v(t),), Line("separate x")).combined([(exp(-t),)])
    (x*exp(-t),)
    """

    problems: tuple[Problem, ...]
    combine: tuple[Expr, ...]
    line: Line

    def combined(self, solutions: "list[tuple[Expr, ...]]") -> tuple[Expr, ...]:
        """The candidate for the whole, from the solutions of the smaller problems."""
        known: dict[type, tuple[AppliedUndef, Expr]] = {}
        for problem, exprs in zip(self.problems, solutions, strict=True):
            known |= {f.func: (f, e) for f, e in zip(problem.functions, exprs, strict=True)}
        return tuple(_put_in(e, known).doit() for e in self.combine)


def _put_in(expr: Expr, known: Mapping[type, tuple[AppliedUndef, Expr]]) -> Expr:
    def value(call: AppliedUndef) -> Expr:
        func, solution = known[call.func]
        return solution.subs(dict(zip(func.args, call.args, strict=True)), simultaneous=True)

    return expr.replace(lambda e: isinstance(e, AppliedUndef) and e.func in known, value)
