import pytest
from sympy import Function, S, Symbol, cos, exp, log, sec, sin, tan
from sympy.abc import x

from sympy_ssde import Problem
from sympy_ssde.reduction.ordinary_form import read, value
from sympy_ssde.reduction.ordinary_linear import (
    constant_coefficients,
    euler,
    exponential,
    first_order,
)

u = Function("u")
y, y1, y2, y3 = u(x), u(x).diff(x), u(x).diff(x, 2), u(x).diff(x, 3)
k = Symbol("k", positive=True)


PLACE = (S(1), S(3) / 2)


def equation_of(eq, place=PLACE):
    order = 3 if eq.has(y3) else 2 if eq.has(y2) else 1
    conditions = {u(x).diff(x, i).subs(x, place[0]) if i else u(place[0]): 1 for i in range(order)}
    return read(Problem(eq, u(x), conditions, {x: place})).equation


def assert_solves(general, equation):
    residual = equation.put_in(general.expr)
    numbers = {c: i + 2 for i, c in enumerate(general.constants)}
    at = {s: r.low + (r.high - r.low) / 3 for s, r in equation.domain.by_symbol.items()}
    assert len(general.constants) == equation.order
    assert abs(value(residual.subs(numbers), at)) < 1e-9


@pytest.mark.parametrize(
    "eq",
    [
        y2 + 2 * y1 + 10 * y,
        y3 - y1 - exp(x),
        y2 + y - sec(x),
        y2 - 2 * y1 + y - exp(x) / x,
        y2 + k**2 * y - cos(k * x),
        k * y2 + y1 - 1,
    ],
    ids=str,
)
def test_constant_coefficients(eq):
    equation = equation_of(eq)
    (general,) = constant_coefficients(equation)
    assert_solves(general, equation)
    assert "characteristic polynomial" in general.lines[0].words


@pytest.mark.parametrize(
    "eq",
    [
        x**2 * y2 + x * y1 - y,
        x**2 * y2 + 3 * x * y1 + 5 * y - x,
        (x + 1) ** 2 * y2 - 2 * y - log(x + 1),
        x**2 * y2 - 2 * x * y1 + 2 * y - x**3 * log(x),
        (5 - x) ** 3 * y3 + (x - 5) * y1,
        x * y1 + k * y,
    ],
    ids=str,
)
def test_euler(eq):
    equation = equation_of(eq)
    (general,) = euler(equation)
    assert_solves(general, equation)


@pytest.mark.parametrize(
    "eq", [y1 + 2 * x * y - x, y1 + tan(x) * y - sin(2 * x), x * y1 - y - x**2 * cos(x)], ids=str
)
def test_first_order(eq):
    equation = equation_of(eq)
    (general,) = first_order(equation)
    assert_solves(general, equation)


@pytest.mark.parametrize("method", [constant_coefficients, euler, first_order])
def test_methods_leave_other_equations_alone(method):
    assert list(method(equation_of(y1 - y**2 - x))) == []
    assert list(method(equation_of(y2 + sin(x) * y))) == []


def test_exponentials_of_logarithms_are_powers():
    assert exponential(2 * log(x) - x) == x**2 * exp(-x)
