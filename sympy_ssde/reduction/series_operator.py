"""What a linear operator makes of modes: the equation of their amplitudes.

On ``exp(g*x)*wave(k*x)`` a derivative acts as ``D + g`` on the wave, and an even power of ``D`` as
a power of ``-k**2``; odd powers must cancel.
"""

from collections.abc import Sequence
from itertools import product
from math import comb

from sympy import Expr, S, Symbol, expand, factor_terms

from sympy_ssde.reduction.series_modes import Ends, Family, Sides
from sympy_ssde.reduction.view import View


def gauges(seen: View, y: Symbol, found: Sequence[Sides]) -> tuple[Expr, ...] | None:
    """For each variable the rate that takes its first derivative away, if its ends allow it.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> from sympy_ssde.problem.problem import Problem
    >>> from sympy_ssde.reduction.series_modes import sides
    >>> from sympy_ssde.reduction.view import view
    >>> u = Function("u")
    >>> drift = u(x, t).diff(t) - u(x, t).diff(x, 2) + 2*u(x, t).diff(x)
    >>> seen = view(Problem(drift, u(x, t), {u(0, t): 0, u(1, t): 0, u(x, 0): x - x**2}))
    >>> gauges(seen, t, [sides(seen, x)])
    (1,)
    """
    rates = []
    for side in found:
        place = seen.variables.index(side.variable)
        first, second = (seen.terms.get(_pure(seen, place, k), S.Zero) for k in (1, 2))
        rate = S.Zero
        if first != 0:
            if second == 0 or side.ends is not Ends.DD:
                return None
            rate = factor_terms(expand(-first / (2 * second)))
            if rate.free_symbols & set(seen.variables):
                return None
        rates.append(rate)
    return tuple(rates)


def _pure(seen: View, place: int, order: int) -> tuple[int, ...]:
    return tuple(order if i == place else 0 for i in range(len(seen.variables)))


def amplitude_row(seen: View, y: Symbol, modes: Sequence[Family]) -> tuple[Expr, ...] | None:
    """Coefficients of the amplitude's derivatives by ``y``; None if modes don't stay modes."""
    inner = {m.variable for m in modes}
    by_variable = {m.variable: m for m in modes}
    place = seen.variables.index(y)
    rows: dict[int, Expr] = {}
    odd: dict[tuple[int, tuple[int, ...]], Expr] = {}
    for orders, coefficient in seen.terms.items():
        if coefficient.free_symbols & inner:
            return None
        choices = []
        for i, v in enumerate(seen.variables):
            if v == y:
                continue
            mode = by_variable[v]
            choices.append(
                [
                    (k, comb(orders[i], k) * mode.gauge ** (orders[i] - k), mode)
                    for k in range(orders[i] + 1)
                ]
            )
        for chosen in product(*choices):
            value, odds = coefficient, []
            for k, share, mode in chosen:
                value *= share * (-(mode.rate**2)) ** (k // 2)
                if mode.wave is None and k > 0:
                    value = S.Zero
                odds.append(k % 2)
            key = (orders[place], tuple(odds))
            if any(odds):
                odd[key] = odd.get(key, S.Zero) + value
            else:
                rows[orders[place]] = rows.get(orders[place], S.Zero) + value
    if any(expand(v) != 0 for v in odd.values()):
        return None
    top = max(rows, default=0)
    return tuple(factor_terms(rows.get(j, S.Zero)) for j in range(top + 1))
