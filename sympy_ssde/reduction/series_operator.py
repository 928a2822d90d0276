"""What a linear operator makes of modes: the equation of their amplitudes.

On ``exp(g*x)*wave(k*x)`` a derivative acts as ``D + g`` on the wave, and an even power of ``D`` as
a power of ``-k**2``; odd powers must cancel.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import comb

from sympy import Expr, Mul, S, Symbol, expand, factor_terms

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
            if side.ends is Ends.PERIOD:
                rates.append(S.Zero)
                continue
            if second == 0 or side.ends is not Ends.DD:
                return None
            rate = factor_terms(expand(-first / (2 * second)))
            if rate.free_symbols & set(seen.variables):
                return None
        rates.append(rate)
    return tuple(rates)


def _pure(seen: View, place: int, order: int) -> tuple[int, ...]:
    return tuple(order if i == place else 0 for i in range(len(seen.variables)))


@dataclass(frozen=True)
class Rows:
    """Coefficients of the amplitude's derivatives by y; ``odd`` are those of the other wave.

    Where an odd number of derivatives has made a cosine of a sine, it stands in ``odd``.
    """

    even: tuple[Expr, ...]
    odd: tuple[Expr, ...]


def amplitude_row(seen: View, y: Symbol, modes: Sequence[Family]) -> tuple[Expr, ...] | None:
    """Coefficients of the amplitude's derivatives by ``y``; None if modes don't stay modes."""
    rows = amplitude_rows(seen, y, modes)
    return None if rows is None or any(rows.odd) else rows.even


def amplitude_rows(seen: View, y: Symbol, modes: Sequence[Family]) -> Rows | None:
    """The same with odd derivatives, of the modes of one variable; None for several."""
    inner = {m.variable for m in modes}
    by_variable = {m.variable: m for m in modes}
    place = seen.variables.index(y)
    even: dict[int, Expr] = {}
    odd: dict[tuple[int, tuple[int, ...]], Expr] = {}
    for orders, coefficient in seen.terms.items():
        if coefficient.free_symbols & inner:
            return None
        choices = [
            _parts(orders[i], by_variable[v]) for i, v in enumerate(seen.variables) if v != y
        ]
        for chosen in product(*choices):
            value = Mul(coefficient, *(factor for _, factor in chosen))
            odds = tuple(k % 2 for k, _ in chosen)
            if any(odds):
                key = (orders[place], odds)
                odd[key] = odd.get(key, S.Zero) + value
            else:
                even[orders[place]] = even.get(orders[place], S.Zero) + value
    left = {key: expand(v) for key, v in odd.items()}
    if len(modes) > 1 and any(left.values()):
        return None
    orders_of_y = range(max(even, default=0) + 1)
    by_order = {order: value for (order, _), value in left.items()}
    return Rows(
        tuple(factor_terms(even.get(j, S.Zero)) for j in orders_of_y),
        tuple(factor_terms(by_order.get(j, S.Zero)) for j in orders_of_y),
    )


def _parts(order: int, mode: Family) -> list[tuple[int, Expr]]:
    """``(D + gauge)**order`` on a wave: powers of D, and their factors.

    On ``exp(i*rate*x)`` a power of D is one of ``i*rate``; of an odd one the i is left out.
    """
    found = []
    for k in range(order + 1):
        if mode.wave is None and k > 0:
            break
        share = comb(order, k) * mode.gauge ** (order - k)
        found.append((k, share * (-1) ** (k // 2) * mode.rate**k))
    return found
