"""Quotients with an equation of their own."""

import pytest
from sympy import Function, Rational, Symbol
from sympy.abc import t
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_ratio import ratio

u, v = Function("u")(t), Function("v")(t)
k = Symbol("k", positive=True)


def made(first, second, values=(1, 2), **options):
    start = {u.subs(t, 0): values[0], v.subs(t, 0): values[1]}
    return Problem([u.diff(t) - first, v.diff(t) - second], [u, v], start, **options)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (u * (1 - u - v), v * (2 - u - v)),  # competition
        (-2 * u * v / (u + v), 2 * u * v / (u + v) - v),  # an epidemic
        (u**2, 2 * u * v),
    ],
)
def test_pairs_are_proved(first, second):
    assert proved_by(made(first, second, domain={t: (0, Rational(1, 2))}), ratio) is not None


def test_parameters():
    problem = made(u * (k - u - v), v * (2 * k - u - v), params=[k])
    assert proved_by(problem, ratio) is not None


@pytest.mark.parametrize(
    ("first", "second", "values"),
    [(v, -(u**3), (1, 2)), (u * v, u + v, (1, 1)), (u * (1 - v), v * (2 - v), (0, 1))],
)
def test_others_are_passed_over(first, second, values):
    assert not list(ratio(made(first, second, values)))
