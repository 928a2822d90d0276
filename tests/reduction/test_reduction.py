"""Reductions: solutions of smaller problems put together."""

import pickle

from sympy import Derivative, Function, exp, log, sqrt
from sympy.abc import t, x

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Line, Reduction

u, v, f = Function("u"), Function("v"), Function("f")
HEAT = Problem(v(x, t).diff(t) - v(x, t).diff(x, 2), v(x, t), {v(x, 0): exp(x)})
PROFILE = Problem(f(x).diff(x) - 2 * f(x), f(x), {f(0): 1})


def combined(combine, problem, solution):
    return Reduction((problem,), (combine,), Line("so")).combined([(solution,)])[0]


def test_the_part_may_stand_at_any_arguments():
    assert combined(f(x / sqrt(t)), PROFILE, exp(2 * x)) == exp(2 * x / sqrt(t))
    assert combined(f(x - t) + f(x + t), PROFILE, x**2).expand() == 2 * x**2 + 2 * t**2


def test_variables_are_put_in_together():
    assert combined(v(t, x), HEAT, x - 2 * t) == t - 2 * x


def test_derivatives_are_taken_of_the_solution():
    cole_hopf = -2 * Derivative(v(x, t), x) / v(x, t)
    assert combined(cole_hopf, HEAT, 1 + exp(x + t)) == -2 * exp(t + x) / (exp(t + x) + 1)
    assert combined(log(v(x, t)), HEAT, exp(x + t)) == log(exp(t + x))


def test_several_parts():
    split = Reduction((PROFILE, HEAT), (f(x) * v(x, t), f(t)), Line("a product"))
    assert split.combined([(x,), (t**2,)]) == (x * t**2, t)


def test_reductions_travel_between_processes():
    split = Reduction((HEAT,), (exp(t) * v(x, t),), Line("scale", (v(x, t),)))
    assert pickle.loads(pickle.dumps(split)) == split
