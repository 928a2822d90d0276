"""From SymPy's expressions to prefix traversals of a library."""

from dataclasses import dataclass
from functools import cached_property

import sympy
from sympy import Add, Expr, Mul, Pow, Rational, S

from sympy_ssde.errors import GrammarError
from sympy_ssde.language.functions import CLASS_FUNCTIONS
from sympy_ssde.language.tokens import CONSTANT, OPERATORS, Library, Token

_LARGEST_POWER = 12

#: Names of operators, and the values of constant slots.
_Parts = list[str | Expr]


@dataclass(frozen=True)
class Writer:
    """Writes expressions as prefix traversals of a library."""

    library: Library

    @cached_property
    def _leaves(self) -> dict[Expr, Token]:
        return {t.symbol: t for t in self.library.tokens if t.symbol is not None}

    def write(self, expr: Expr) -> _Parts:
        """Return the traversal of an expression."""
        if expr in self._leaves:
            return [self._leaves[expr].name]
        if expr.is_number:
            return [self._slot(expr)]
        if isinstance(expr, Add):
            return self._sum(expr)
        if isinstance(expr, Mul):
            return self._product(expr)
        if isinstance(expr, Pow):
            return self._power(*expr.as_base_exp())
        return self._function(expr)

    def _has(self, *names: str) -> bool:
        return all(name in self.library.index for name in names)

    def _need(self, expr: Expr, *names: str) -> None:
        """Raise unless the library has all these operators."""
        if not self._has(*names):
            known = " ".join(self.library.names)
            raise GrammarError(
                f"{expr} can't be written with the tokens {known}; add {' '.join(names)}"
            )

    def _slot(self, number: Expr) -> Expr:
        self._need(number, CONSTANT)
        if number.is_extended_real is False or not number.is_finite:
            raise GrammarError(f"got the number {number}; constants are finite and real")
        return number

    def _sum(self, expr: Add) -> _Parts:
        """Write the terms with a minus sign after the others, if there are such."""
        terms = expr.as_ordered_terms()
        negative = [t for t in terms if t.could_extract_minus_sign()] if self._has("-") else []
        positive = [t for t in terms if t not in negative]
        if not positive:
            positive, negative = negative[:1], negative[1:]
        parts = self.write(positive[0])
        for term in positive[1:]:
            self._need(expr, "+")
            parts = ["+", *parts, *self.write(term)]
        for term in negative:
            parts = ["-", *parts, *self.write(-term)]
        return parts

    def _product(self, expr: Mul) -> _Parts:
        number, rest = expr.as_independent(*expr.free_symbols, as_Add=False)
        above: list[_Parts] = []
        below: list[_Parts] = []
        for factor in Mul.make_args(rest):
            base, exponent = factor.as_base_exp()
            inverse = exponent.could_extract_minus_sign() and base is not S.Exp1
            if inverse and self._has("/"):
                below.append(self.write(Pow(base, -exponent)))
            else:
                above.append(self.write(factor))
        if number != 1 or not above:
            above.insert(0, self.write(number))
        parts = self._chain(expr, above)
        if below:
            self._need(expr, "/")
            parts = ["/", *parts, *self._chain(expr, below)]
        return parts

    def _chain(self, expr: Expr, factors: list[_Parts]) -> _Parts:
        """Multiply: a * (b * ...)."""
        parts = factors[-1]
        for factor in reversed(factors[:-1]):
            self._need(expr, "*")
            parts = ["*", *factor, *parts]
        return parts

    def _power(self, base: Expr, exponent: Expr) -> _Parts:
        """Write a power by the shortest means that the library has."""
        if exponent.is_Integer and exponent >= 2:
            return self._integer_power(base, int(exponent))
        if exponent.could_extract_minus_sign() and self._has("/"):
            return ["/", *self.write(S.One), *self.write(Pow(base, -exponent))]
        if exponent == S.Half and self._has("sqrt"):
            return ["sqrt", *self.write(base)]
        if exponent.is_number and self._has("pow"):
            return ["pow", *self.write(base), *self.write(exponent)]
        whole, odd = divmod(2 * exponent, 2) if exponent.is_Rational else (0, 0)
        if odd == 1 and 1 <= whole <= _LARGEST_POWER and self._has("sqrt"):
            return ["*", *self.write(Pow(base, whole)), "sqrt", *self.write(base)]
        self._need(Pow(base, exponent, evaluate=False), "exp", "log", "*")
        if base.is_number:
            return ["exp", "*", *self.write(sympy.log(base)), *self.write(exponent)]
        return ["exp", "*", *self.write(exponent), "log", *self.write(base)]

    def _integer_power(self, base: Expr, exponent: int) -> _Parts:
        """Write squares and cubes by their operators, the rest by products; not by logarithms.

        The base may be negative.
        """
        power = Pow(base, exponent, evaluate=False)
        if exponent > _LARGEST_POWER:
            self._need(power, "pow")
            return ["pow", *self.write(base), *self.write(Rational(exponent))]
        for divisor, name in ((2, "square"), (3, "cube")):
            if exponent % divisor == 0 and self._has(name):
                return [name, *self.write(Pow(base, exponent // divisor))]
        self._need(power, "*")
        return ["*", *self.write(Pow(base, exponent - 1)), *self.write(base)]

    def _function(self, expr: Expr) -> _Parts:
        """Write a function by its operator, or by other functions."""
        name = type(expr).__name__
        if name in OPERATORS and self._has(name) and len(expr.args) == 1:
            return [name, *self.write(expr.args[0])]
        if expr.func in _REWRITTEN:
            return self.write(_REWRITTEN[expr.func](*expr.args))
        if name in OPERATORS:
            self._need(expr, name)
        raise GrammarError(f"{expr} can't be written: there is no operator for {name}")


_REWRITTEN = {f.function: f.in_skeletons for f in CLASS_FUNCTIONS if f.in_skeletons is not None}
