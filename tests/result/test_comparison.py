"""What is said of an approximation."""

from dataclasses import replace

import pytest
from solutions import heat, nothing, oscillator, rotation, rough_heat, solution
from sympy import Float, Function, acos, sin
from sympy.abc import x

from sympy_ssde import Problem
from sympy_ssde.result.comparison import advice, approximation_html, compare, rounded
from sympy_ssde.result.solution import Ending

u = Function("u")


def test_the_difference_is_that_of_the_values():
    exact = oscillator()
    near = replace(oscillator(checked=False), expr=sin(x) + 0.125, exprs=(sin(x) + 0.125,))
    assert compare(exact).difference < 1e-6 and compare(near).method == "solve_ivp"
    assert abs(compare(near).difference - 0.125) < 1e-6 and abs(compare(near).size - 1) < 1e-2
    assert "0.13" in str(near.comparison()) and "solve_ivp" in near._repr_html_()


@pytest.mark.parametrize("found", [nothing(), rotation()], ids=["nothing", "a system"])
def test_without_a_numerical_solution_nothing_is_compared(found):
    assert compare(found) is None


def test_a_proved_solution_needs_no_advice():
    assert approximation_html(heat()) == "" == approximation_html(nothing())


def test_six_digits_are_shown():
    assert str(rounded(Float("1.23456789") * x)) == "1.23457*x"
    page = replace(rough_heat(), exprs=(Float("0.123456789") * x,))._repr_html_()
    assert "0.123457" in page and "0.123456789" not in page


def test_advice_fits_what_happened():
    late = replace(oscillator(checked=False), ending=Ending.OUT_OF_TIME)
    assert advice(late)[0] == "a longer time: timeout=3000"
    assert any("sympy.dsolve" in item for item in advice(late))
    assert "timeout=20" in advice(replace(late, options={"timeout": 2}))[0]
    small = replace(late, ending=Ending.OUT_OF_ROUNDS, options={"library": ("+",)})
    assert "the default library" in advice(small)[0]
    assert not any("dsolve" in item for item in advice(rough_heat()))
    problem = Problem(u(x).diff(x) - acos(x / 2), u(x), {u(0): 0})
    assert isinstance(advice(solution(problem, x, checked=False)), list)
