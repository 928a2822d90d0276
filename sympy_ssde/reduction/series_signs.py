"""Signs of expressions with an index, for all its values, told by numbers; proofs come later."""

from collections.abc import Mapping, Sequence

from mpmath.libmp.libhyper import NoConvergence
from sympy import Expr, Poly, Symbol, expand, factor
from sympy.polys.polyerrors import BasePolynomialError

#: More modes than that aren't told apart from the others.
MAX_EXCEPTIONS = 12


class NoAmplitude(Exception):
    """The equation of the amplitudes isn't one of those that are solved here."""


class Exceptional(Exception):
    """The modes up to ``number`` are different from the others."""

    def __init__(self, number: int):
        self.number = number


def sign_for_all(
    expr: Expr,
    indices: Sequence[tuple[Symbol, int]],
    samples: Sequence[Mapping[Symbol, Expr]] = (),
) -> int:
    """The sign of an expression for all integers from a first one; Exceptional if some differ.

    >>> from sympy import symbols
    >>> n, m = symbols("n m", integer=True, positive=True)
    >>> sign_for_all(-n**2, [(n, 1)]), sign_for_all(n**2 + m**2 - 1, [(n, 1), (m, 1)])
    (-1, 1)
    """
    if expr.is_zero or expr == 0:
        return 0
    for form in (expr, factor(expr), expand(expr)):
        if form.is_positive:
            return 1
        if form.is_negative:
            return -1
    if not expr.free_symbols:
        value = expr.evalf(30)
        return 0 if abs(value) < 1e-20 else 1 if value > 0 else -1
    if len(indices) == 1 and expr.free_symbols == {indices[0][0]}:
        index, start = indices[0]
        largest = largest_root(expr, index)
        last = 0 if largest is None else max(0, int(largest + 1e-9))
        if last > MAX_EXCEPTIONS:
            raise NoAmplitude
        if last >= start:
            raise Exceptional(last)
        return 1 if expr.subs(index, max(last + 1, start)).evalf() > 0 else -1
    if len(indices) > 1 and expr.free_symbols <= {i for i, _ in indices}:
        return _sign_from_starts(expr, indices)
    return _sign_at(expr, indices, samples)


def _sign_from_starts(expr: Expr, indices: Sequence[tuple[Symbol, int]]) -> int:
    """The sign that all coefficients of a polynomial have, with indices counted from 0."""
    put = {i: i + start for i, start in indices}
    try:
        poly = Poly(expand(expr.subs(put, simultaneous=True)), *put)
    except BasePolynomialError:
        raise NoAmplitude from None
    values = [c.evalf(20) for c in poly.coeffs()]
    constant = poly.nth(*[0] * len(put)).evalf(20)
    for sign in (1, -1):
        if sign * constant > 0 and all(sign * v > 0 for v in values):
            return sign
    raise NoAmplitude


def _sign_at(
    expr: Expr,
    indices: Sequence[tuple[Symbol, int]],
    samples: Sequence[Mapping[Symbol, Expr]],
) -> int:
    """The sign that an expression has for all samples of its parameters."""
    if not any(samples):
        raise NoAmplitude
    signs = set()
    for at in samples:
        try:
            signs.add(sign_for_all(expr.subs(at), indices))
        except Exceptional:
            raise NoAmplitude from None
    if len(signs) != 1:
        raise NoAmplitude
    return signs.pop()


def largest_root(expr: Expr, index: Symbol) -> float | None:
    """The largest real root of the numerator, in decimals.

    >>> n = Symbol("n")
    >>> largest_root(n**2 - 9, n)
    3.0
    """
    try:
        poly = Poly(expr.as_numer_denom()[0], index)
        lowest = min(monomial[0] for monomial in poly.monoms())
        poly = Poly(expand(poly.as_expr() / index**lowest), index)
        if poly.degree() < 1:
            return None
        roots = [complex(r) for r in poly.nroots(n=20)]
    except (BasePolynomialError, ValueError, TypeError, NoConvergence):
        raise NoAmplitude from None
    real = [r.real for r in roots if abs(r.imag) < 1e-9 * (1 + abs(r))]
    return max(real, default=None)


def has_integer_root(expr: Expr, index: Symbol, start: int, largest: float) -> bool:
    """Whether one of the integers from a first one to the largest root is a root.

    >>> n = Symbol("n")
    >>> has_integer_root(n**2 - 9, n, 1, 3.0), has_integer_root(n**2 - 8, n, 1, 2.8)
    (True, False)
    """
    last = int(largest + 1e-9)
    if last > MAX_EXCEPTIONS:
        raise NoAmplitude
    return any(abs(expr.subs(index, k).evalf(30)) < 1e-20 for k in range(start, last + 1))
