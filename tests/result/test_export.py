"""Solutions for other programs: they have the values that SymPy has."""

import numpy as np
import pytest
from hypothesis import given, settings
from solutions import SHAPES, SYSTEMS, decay, heat, nothing, oscillator, solution, waves
from sympy import Function, Symbol, besselj, cos, erf, exp, lambdify, oo, polylog, sin, symbols
from sympy import Sum as Series

from sympy_ssde import Problem, ProblemError, UnsupportedError
from sympy_ssde.strategies import expressions

x, t, k = symbols("x t k")
u = Function("u")
PROBLEM = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})


def made(expr):
    return solution(PROBLEM, expr, checked=False)


def run(source):
    """The functions of Python source that we have written."""
    names = {}
    exec(compile(source, "<written>", "exec"), names)
    return names


@settings(max_examples=25, deadline=None)
@given(expressions([x], ("+", "*", "sin", "cos", "exp", "sqrt", "tanh", "log", "/")))
def test_all_ways_give_the_same_numbers(expr):
    found = made(expr)
    places = np.linspace(0, 1, 5)
    wanted = [float(expr.subs(x, p).evalf()) for p in places]
    for values in (found(places), found.to_numpy()(places)):
        np.testing.assert_allclose(values, wanted, rtol=1e-9, atol=1e-300)
    function = run(found.to_python())["u"]
    np.testing.assert_allclose([function(p) for p in places], wanted, rtol=1e-9, atol=1e-300)
    ready = lambdify(x, found.expr, "numpy")(places) + 0 * places
    np.testing.assert_allclose(ready, wanted, rtol=1e-9, atol=1e-300)


@pytest.mark.parametrize("shape", [(), (3,), (2, 3)])
def test_values_have_the_shape_of_the_places(shape):
    found, places = heat(), np.full(shape, 0.25)
    assert np.shape(found(places, 0.1)) == shape == np.shape(found(0.5, places))
    assert found([[0], [1]], [0, 0.1, 0.2]).shape == (2, 3)


def test_a_number_gives_a_number():
    value = oscillator()(1)
    assert isinstance(value, float) and value == np.sin(1)
    assert made(x / x)([1, 2]).tolist() == [1.0, 1.0]


def test_expressions_give_an_expression():
    assert oscillator()(2 * x) == sin(2 * x)
    assert heat()(x, 0) == heat().expr.subs(t, 0)


def test_parameters_have_names():
    found = decay()
    (parameter,) = found.problem.params
    np.testing.assert_allclose(found([0, 1], k=2), [1, np.exp(-2)])
    assert found(1, k=parameter) == exp(-parameter)
    with pytest.raises(ProblemError, match="the parameter k; give a number for each, as solution"):
        found(1)
    with pytest.raises(ProblemError, match="a= is not a parameter of the solution; its parameters"):
        found(1, a=2)
    assert found.to_numpy()(1, 2) == np.exp(-2) == run(found.to_python())["u"](1, 2)


def test_systems_give_a_tuple():
    first, second = waves()(0.5, [0.0, 1.0])
    np.testing.assert_allclose(first, np.sin(0.5) * np.cos([0, 1]))
    np.testing.assert_allclose(second, np.cos(0.5) * np.sin([0, 1]))
    assert set(run(waves().to_python())) >= {"u", "v"}
    assert waves().to_latex().startswith("\\begin{aligned}")


@pytest.mark.parametrize("name", [*SHAPES, *SYSTEMS])
def test_every_solution_can_be_written(name):
    found = (SHAPES | SYSTEMS)[name]()
    functions = run(found.to_python())
    assert all(f.func.__name__ in functions for f in found.problem.functions)
    assert found.to_latex().count("=") >= len(found.exprs)
    assert found.to_numpy().__doc__


@pytest.mark.parametrize("expr", [besselj(0, x), erf(x), exp(x) * besselj(1, x)])
def test_special_functions_have_values(expr):
    wanted = [complex(expr.subs(x, p).evalf()).real for p in (0.25, 0.5)]
    np.testing.assert_allclose(made(expr)([0.25, 0.5]), wanted)
    function = run(made(expr).to_python())["u"]
    np.testing.assert_allclose([float(function(p)) for p in (0.25, 0.5)], wanted)


def test_functions_that_no_printer_knows_have_values_still():
    found = made(polylog(2, x / 2))
    np.testing.assert_allclose(found(0.5), float(polylog(2, 0.25)))
    with pytest.raises(UnsupportedError, match=r"use sympy\.lambdify"):
        found.to_python()


def test_names_that_python_has_are_changed():
    name = Symbol("lambda", positive=True)
    problem = Problem(u(x).diff(x) - name, u(x), {u(0): 0})
    found = solution(problem, name * x)
    assert run(found.to_python())["u"](2, 3) == 6 == found(2, **{"lambda": 3})


@pytest.mark.parametrize("places", [(), (1, 2), ("1",), ([None],)])
def test_what_is_no_place_is_refused(places):
    with pytest.raises(ProblemError, match=r"expected|give one for each"):
        oscillator()(*places)


def test_nothing_has_no_values():
    for use in (lambda: nothing()(1), nothing().to_python, nothing().to_latex, nothing().to_numpy):
        with pytest.raises(ProblemError, match="there is no expression"):
            use()


def test_sums_without_end_are_refused_with_advice():
    n = Symbol("n", integer=True)
    found = made(Series(cos(n * x) / 2**n, (n, 0, oo)))
    with pytest.raises(UnsupportedError, match="has no end"):
        found(1)
