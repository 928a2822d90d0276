"""SymPy's expressions in Maxima's language, as far as both mean the same by their functions."""

from collections.abc import Mapping
from typing import Any

from sympy import Expr, Piecewise, Rational, S, Symbol

from sympy_ssde.errors import SSDEError

#: Numbers with a name.
CONSTANTS = {S.Pi: "%pi", S.Exp1: "%e", S.ImaginaryUnit: "%i", S.EulerGamma: "%gamma"}

#: Functions that have the same values and branches in both, by their classes' names.
FUNCTIONS = {
    **{
        name: name
        for name in (
            "exp", "log", "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "atan2",
            "sinh", "cosh", "tanh", "coth", "sech", "csch", "asinh", "acosh", "atanh",
            "erf", "erfc", "gamma",
        )
    },
    "Abs": "abs",
    "Max": "max",
    "Min": "min",
    "sign": "signum",
    "LambertW": "lambert_w",
    "Ei": "expintegral_ei",
    "Si": "expintegral_si",
    "Ci": "expintegral_ci",
    "besselj": "bessel_j",
    "bessely": "bessel_y",
    "besseli": "bessel_i",
    "besselk": "bessel_k",
    "airyai": "airy_ai",
    "airybi": "airy_bi",
    "airyaiprime": "airy_dai",
    "airybiprime": "airy_dbi",
}  # fmt: skip

_ARITIES = {"LambertW": 1, "log": 1}  # SymPy has other branches and bases as a second argument


class Unwritable(SSDEError):
    """Maxima has no word for it, or another meaning."""


class Writer:
    """Writes expressions; every symbol gets a name that means nothing to Maxima.

    Integers are ``n0``, ``n1``, ..., all others ``v0``, ``v1``, ...; ``names`` are given before.

    Examples
    ========

    >>> from sympy import Symbol, besselj, pi, sqrt
    >>> writer = Writer()
    >>> writer.write(besselj(0, pi*Symbol("%e"))), writer.write(sqrt(Symbol("time"))/3)
    ('bessel_j(0,(%pi*v0))', '((1/3)*(v1)^((1/2)))')
    """

    def __init__(self, names: Mapping[Symbol, str] | None = None) -> None:
        self._names = dict(names or {})

    def name(self, symbol: Symbol) -> str:
        """The symbol's name, the same one each time."""
        letter = "n" if symbol.is_integer else "v"
        return self._names.setdefault(symbol, f"{letter}{len(self._names)}")

    def with_names(self, names: Mapping[Symbol, str]) -> "Writer":
        """One that has more names, given here."""
        return Writer({**self._names, **names})

    def write(self, expr: Any) -> str:
        """The expression; what can't be said is an :exc:`Unwritable`."""
        if isinstance(expr, Symbol):
            return self.name(expr)
        if isinstance(expr, Rational):
            return str(expr) if expr.is_Integer and expr >= 0 else f"({expr})"
        if expr in CONSTANTS:
            return CONSTANTS[expr]
        if expr.is_Add or expr.is_Mul:
            return f"({('+' if expr.is_Add else '*').join(map(self.write, expr.args))})"
        if expr.is_Pow:
            return f"({self.write(expr.base)})^({self.write(expr.exp)})"
        if isinstance(expr, Piecewise):
            return self._piecewise(expr)
        return self._call(expr)

    def _call(self, expr: Expr) -> str:
        name = type(expr).__name__
        known = FUNCTIONS.get(name)
        if known is None or len(expr.args) != _ARITIES.get(name, len(expr.args)):
            raise Unwritable(f"{name} is not translated")
        return f"{known}({','.join(map(self.write, expr.args))})"

    def _piecewise(self, expr: Piecewise) -> str:
        """Nested choices; Maxima takes one where what it may assume decides."""
        branches = [b for b, _ in expr.args]
        tests = [c for _, c in expr.args]
        if tests[-1] is not S.true:
            raise Unwritable("Piecewise leaves values open")
        text = self.write(branches[-1])
        for branch, test in zip(branches[-2::-1], tests[-2::-1], strict=True):
            text = f"(if {self._relation(test)} then {self.write(branch)} else {text})"
        return text

    def _relation(self, test: Any) -> str:
        sign = getattr(test, "rel_op", "")
        if sign not in ("<", "<=", ">", ">="):
            raise Unwritable(f"the condition {test} is not translated")
        return f"{self.write(test.lhs)}{sign}{self.write(test.rhs)}"
