"""First-order ordinary equations by quadrature: the curves through a point."""

from collections.abc import Iterator

from sympy import (
    Add,
    Dummy,
    Expr,
    Rational,
    S,
    Symbol,
    exp,
    expand,
    factor,
    factor_terms,
    nan,
    oo,
    powsimp,
    together,
    zoo,
)

from sympy_ssde.reduction.inverse import inverses
from sympy_ssde.reduction.quadrature import antiderivative, integral, value_at_end


def through(slope: Expr, y: Symbol, x: Symbol, y0: Expr, x0: Expr) -> Iterator[Expr]:
    """The solutions ``y(x)`` of ``dy/dx = slope(x, y)`` through ``(x0, y0)``, by quadrature.

    >>> from sympy.abc import s, x, y
    >>> list(through(y, y, x, s, S(0)))
    [s*exp(x)]
    >>> list(through(y**2, y, x, s, S(0)))
    [s/(-s*x + 1)]
    """
    found = False
    for method in (_linear, _separable, _bernoulli, _homogeneous):
        for solution in method(slope, y, x, y0, x0):
            found = True
            yield solution
        if found:
            return


def _linear(slope: Expr, y: Symbol, x: Symbol, y0: Expr, x0: Expr) -> Iterator[Expr]:
    growth = slope.diff(y)
    if growth.has(y):
        slope = expand(slope)
        growth = slope.diff(y)
        if growth.has(y):
            return
    source = slope.subs(y, 0)
    s = Dummy("s", real=True)
    exponent = integral(growth.subs(x, s), s, x0, x)
    if exponent is None:
        return
    if source.is_zero:
        yield y0 * exp(exponent)
        return
    back = exp(expand(exponent.subs(x, s))) if exponent != 0 else S.One
    added = integral(_settled(source.subs(x, s) / back), s, x0, x)
    if added is not None:
        yield Add(*(exp(exponent) * e for e in Add.make_args(y0 + added)))


def _settled(expr: Expr) -> Expr:
    return powsimp(expand(expr))


def _separable(slope: Expr, y: Symbol, x: Symbol, y0: Expr, x0: Expr) -> Iterator[Expr]:
    if not slope.has(x):
        of_x, of_y = S.One, slope
    else:
        of_x, of_y = factor(slope).as_independent(y, as_Add=False)
    if of_y.has(x):
        return
    if of_y.subs(y, y0).is_zero:
        yield y0
        return
    s = Dummy("s", real=True)
    right = integral(of_x.subs(x, s), s, x0, x)
    left = antiderivative(1 / of_y, y)
    if right is None or left is None:
        return
    start = value_at_end(left, y, y0)
    if start is None:
        return
    for solution in inverses(left, y, right + start):
        if starts_at(solution, x, x0, y0):
            yield factor_terms(together(solution)) if solution.is_rational_function() else solution


def starts_at(solution: Expr, x: Symbol, x0: Expr, y0: Expr) -> bool:
    """Whether ``solution`` is ``y0`` at ``x0``, as far as numbers tell; branches differ there.

    >>> from sympy import sqrt
    >>> from sympy.abc import t
    >>> s = Symbol("s", positive=True)
    >>> starts_at(sqrt(s**2 + t), t, S(0), s), starts_at(-sqrt(s**2 + t), t, S(0), s)
    (True, False)
    """
    gap = solution.subs(x, x0) - y0
    if gap == 0 or gap.has(nan, zoo, oo):
        return True
    for shift in range(3):
        values = {}
        for i, symbol in enumerate(sorted(gap.free_symbols, key=str)):
            size = Rational(7 * i + 11 * shift + 3, 29)
            flipped = symbol.is_negative or (shift % 2 and not symbol.is_positive)
            values[symbol] = -size if flipped else size
        number = gap.subs(values).evalf(15, maxn=50)
        if not number.is_number or abs(number) < 1e-9:
            return True
    return False


def _bernoulli(slope: Expr, y: Symbol, x: Symbol, y0: Expr, x0: Expr) -> Iterator[Expr]:
    """``p*y + q*y**n``: linear for ``v = y**(1 - n)``."""
    terms = Add.make_args(expand(slope))
    powers = [(e / y).as_independent(y, as_Add=False) for e in terms]
    exponents = {m.as_base_exp()[1] for _, m in powers if m != 1}
    if len(exponents) != 1 or any(m != 1 and m.as_base_exp()[0] != y for _, m in powers):
        return
    (n,) = exponents  # y' = p*y + q*y**(1 + n)
    if y0.is_zero and n.is_positive:
        yield S.Zero
        return
    v = Dummy("v", real=True)
    linear = Add(*(-n * a * (v if m == 1 else 1) for a, m in powers))
    for solution in _linear(linear, v, x, y0 ** (-n), x0):
        yield together(solution) ** (-1 / n)


def _homogeneous(slope: Expr, y: Symbol, x: Symbol, y0: Expr, x0: Expr) -> Iterator[Expr]:
    """A slope that depends on ``y/x`` alone."""
    v = Dummy("v", real=True)
    of_ratio = factor(slope.subs(y, v * x))
    if of_ratio.has(x) or x0.is_zero:
        return
    for solution in _separable((of_ratio - v) / x, v, x, y0 / x0, x0):
        yield x * solution
