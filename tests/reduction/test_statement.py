"""Smaller problems have the ranges of the whole one."""

from sympy import Function, Integer, Symbol
from sympy.abc import s, t, x

from sympy_ssde import Problem
from sympy_ssde.reduction.statement import stated

u, v, w = Function("u"), Function("v"), Function("w")
k = Symbol("k", positive=True)
WHOLE = Problem(
    u(x, t).diff(t) - k * u(x, t), u(x, t), {u(x, 0): x}, {x: (2, 3), t: (0, 5)}, {k: (1, 4)}
)


def test_variables_and_parameters_keep_their_ranges():
    part = stated(WHOLE, v(t).diff(t) - k * v(t), v(t), [v(0) - 1])
    ranges = {str(r.symbol): (r.low, r.high) for r in part.domain}
    assert ranges == {"t": (0, 5), "k": (1, 4)} and part.params == (k,)
    plain = stated(WHOLE, v(t).diff(t) - v(t), v(t), [v(0) - 1])
    assert plain.params == ()


def test_new_variables_and_parameters_have_ranges_of_their_own():
    part = stated(WHOLE, v(s).diff(s) - v(s), v(s), [v(7) - 1], {s: (Integer(7), Integer(8))})
    assert (part.domain.by_symbol[s].low, part.domain.by_symbol[s].high) == (7, 8)
    j = Symbol("j", positive=True)
    part = stated(
        WHOLE, v(t).diff(t) - j * v(t), v(t), [v(0) - 1], more={j: (Integer(1), Integer(2))}
    )
    assert part.params == (j,)


def test_systems():
    part = stated(WHOLE, [v(t).diff(t) - w(t), w(t).diff(t)], [v(t), w(t)], [v(0), w(0) - 1])
    assert part.functions == (v(t), w(t)) and len(part.equations) == 2


def test_what_can_not_be_stated_is_none():
    assert stated(WHOLE, v(t) - t, v(t), [v(0)]) is None  # no derivative
