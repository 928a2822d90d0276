"""Systems that stay where they begin."""

from sympy import Function, Rational, Symbol
from sympy.abc import t
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_rest import at_rest

u, v = Function("u")(t), Function("v")(t)
k = Symbol("k", positive=True)


def test_an_equilibrium_with_parameters():
    pair = [u.diff(t) - u * (k - v), v.diff(t) - v * (u - 1)]
    start = {u.subs(t, 0): 1, v.subs(t, 0): k}
    assert proved_by(Problem(pair, [u, v], start, None, [k]), leaves=(at_rest,)) == (1, k)


def test_others_move():
    pair = [u.diff(t) - u * (2 - v), v.diff(t) - v * (u - 1)]
    start = {u.subs(t, 0): Rational(1, 2), v.subs(t, 0): 1}
    assert proved_by(Problem(pair, [u, v], start), leaves=(at_rest,)) is None


def test_one_function_is_no_system():
    assert not list(at_rest(Problem(u.diff(t), u, {u.subs(t, 0): 1})))
