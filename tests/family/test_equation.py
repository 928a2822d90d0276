"""An equation alone, read for its families."""

import pytest
from families_stated import BURGERS, HEAT, KDV, Q, U, V, a, c, of, t, u, x, y
from sympy import Derivative, Function, Symbol, sin

from sympy_ssde import ProblemWarning
from sympy_ssde.family.equation import read, stated
from sympy_ssde.problem.problem import Problem


def test_linear_equations_have_coefficients_and_a_source():
    heat = of(HEAT - sin(x))
    assert heat.linear.coefficients == {(0, 1): 1, (2, 0): -1}
    assert heat.linear.source == sin(heat.variables[0])
    assert heat.has_constant_coefficients and of(BURGERS).linear is None


def test_variables_that_do_not_occur():
    assert len(of(KDV).autonomous) == 2
    assert of(U.diff(t) - x * U.diff(x)).autonomous == (Symbol("t", real=True),)


def test_parameters_are_taken_for_positive_and_handed_back():
    equation = of(U.diff(t) + c * U.diff(x))
    assert equation.parameters[0].is_positive and equation.user[equation.parameters[0]] == c


def test_a_solution_leaves_nothing():
    heat = of(HEAT)
    y, s = heat.variables
    assert heat.put_in(y**2 + 2 * s) == 0


def test_another_unknown():
    heat = of(HEAT)
    v = Function("v")(*heat.variables)
    other = stated(Derivative(v, heat.variables[0]) + a, v, heat)
    assert set(other.jets) == {(1, 0)} and a in other.parameters


def test_systems_are_left_alone():
    v = Function("v")
    pair = [Q.diff(x) - v(x), v(x).diff(x) + Q]
    with pytest.warns(ProblemWarning, match="need 2 conditions"):
        problem = Problem(pair, [u(x), v(x)])
    assert read(problem) is None


def test_the_unknown_below_the_line():
    found = of(1 + 2 * V.diff(x) / V + 3 * V.diff(y) / V)
    assert found.linear is not None and found.linear.source == 0
    assert of(V.diff(x) / y + V).expr.has(1 / of(V.diff(x) / y + V).variables[1])
