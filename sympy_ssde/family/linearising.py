"""Another unknown that makes an equation linear: Cole's and Hopf's, and its relatives.

Where squares of first derivatives stand as the second ones do, ``a*(u_xx + g(u)*u_x**2) + ...``,
the function ``h`` with ``h''(u) = g(u)*h'(u)`` of the solution has second derivatives alone
(J. D. Cole, 1951; E. Hopf, 1950).
"""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement

from sympy import Expr, Integer, Poly, Symbol, cancel, exp, log

from sympy_ssde.family.equation import Equation, Orders
from sympy_ssde.proof.ladder import NO_ANSWER

Change = Callable[[Expr], Expr]


def linearising(equation: Equation) -> Iterator[Change]:
    """The unknown by another one, for which second derivatives stand alone.

    >>> from sympy import Function
    >>> from sympy.abc import x, t, v
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> U = u(x, t)
    >>> change = next(linearising(read(Problem(U.diff(t) - U.diff(x, 2) - 3*U.diff(x)**2, U))))
    >>> change(v)
    log(v)/3
    """
    if equation.order != 2 or not equation.is_polynomial:
        return
    ratio = _ratio(equation)
    if ratio is None or ratio == 0:
        return
    own = equation.jets.get(equation.zero)
    if own is None or not ratio.has(own):
        yield lambda v: log(v) / ratio
        return
    power = cancel(ratio * own)
    if power.free_symbols & {own, *equation.variables}:
        return
    if power == -1:
        yield exp
    else:
        yield lambda v: v ** (1 / (power + 1))


def _ratio(equation: Equation) -> Expr | None:
    """``g``: products of first derivatives against second ones, if it is the same for all."""
    count = len(equation.variables)
    first = [_unit(i, count) for i in range(count)]
    symbols = [equation.jets[o] for o in first if o in equation.jets]
    second = {o: j for o, j in equation.jets.items() if sum(o) == 2}
    if not symbols or not second:
        return None
    try:
        poly = Poly(equation.expr, *symbols, *second.values())
    except NO_ANSWER:
        return None
    found: set[Expr] = set()
    for i, j in combinations_with_replacement(range(count), 2):
        orders = tuple(p + q for p, q in zip(first[i], first[j], strict=True))
        above = _of_products(poly, [equation.jets.get(first[k]) for k in (i, j)])
        below = _of_jet(poly, second.get(orders))
        if above == 0 and below == 0:
            continue
        if below == 0:
            return None
        found.add(cancel(above / below))
    return found.pop() if len(found) == 1 else None


def _unit(place: int, length: int) -> Orders:
    return tuple(int(i == place) for i in range(length))


def _of_products(poly: Poly, jets: list[Symbol | None]) -> Expr:
    if any(j is None for j in jets):
        return Integer(0)
    powers = [sum(int(g == j) for j in jets) for g in poly.gens]
    return poly.coeff_monomial(tuple(powers))


def _of_jet(poly: Poly, jet: Symbol | None) -> Expr:
    if jet is None:
        return Integer(0)
    return poly.coeff_monomial(tuple(int(g == jet) for g in poly.gens))
