import pytest
from sympy import Function, I, S, exp, sin, sqrt, symbols
from sympy.abc import t, x

from sympy_ssde import Problem
from sympy_ssde.reduction.ordinary_form import inside, is_zero, read, real_parts, sample, value
from sympy_ssde.reduction.reduction import Line

u, v = Function("u"), Function("v")


def slope(at):
    return u(x).diff(x).subs(x, at)


def test_the_linear_form_has_coefficients_and_source():
    problem = Problem(x * u(x).diff(x, 2) + 3 * u(x) - sin(x), u(x), {u(1): 0, slope(1): 2})
    equation = read(problem).equation
    assert [c.subs(equation.x, x) for c in equation.linear.coefficients] == [3, 0, x]
    assert [c.subs(equation.x, x) for c in equation.normal.coefficients] == [3 / x, 0, 1]


def test_a_square_of_the_unknown_is_not_linear():
    assert read(Problem(u(x).diff(x) - u(x) ** 2, u(x), {u(0): 1})).equation.linear is None


def test_homogeneous_equations_of_second_order():
    equation = read(Problem(x * u(x).diff(x, 2) + 3 * u(x), u(x), {u(1): 0})).equation
    damping, stiffness = equation.homogeneous_second
    assert (damping, stiffness.subs(equation.x, x)) == (0, 3 / x)
    for eq in (u(x).diff(x, 2) - sin(x), u(x).diff(x) - u(x), u(x).diff(x, 2) - u(x) ** 2):
        assert read(Problem(eq, u(x), {u(1): 0})).equation.homogeneous_second is None


def test_values_somewhere_inside():
    k = symbols("k", positive=True)
    eq = u(x).diff(x) - k * u(x)
    equation = read(Problem(eq, u(x), {u(0): 1}, {x: (0, 2)}, {k: (3, 4)})).equation
    (place,) = equation.parameters.values()
    assert 3 < place < 4
    domain = equation.domain
    assert 0 < inside(equation.x, domain).real < 2
    assert inside(equation.x, domain, 1) == value(equation.x, sample(domain, 1))
    assert inside(1 / (equation.x - equation.x.subs(sample(domain, 0))), domain) is None


def test_initial_values_are_read_whatever_their_order():
    problem = Problem(u(x).diff(x, 2) + u(x), u(x), {slope(0): 2, u(0): 1})
    assert read(problem).equation.start.values == (1, 2)


@pytest.mark.parametrize("conditions", [{u(0): 1, u(1): 2}, {u(0): 1}, {slope(0): 1}])
def test_other_conditions_are_no_initial_values(conditions):
    problem = Problem(u(x).diff(x, 2) + u(x), u(x), conditions)
    assert read(problem).equation.start is None


def test_signs_of_the_domain_and_back():
    k = symbols("k", positive=True)
    ordinary = read(Problem(u(t).diff(t) + k * u(t), u(t), {u(0): 1}, {t: (0, 5)}))
    assert ordinary.equation.x.is_positive
    line = ordinary.for_user(Line("", (exp(-ordinary.equation.x),)))
    assert line.formulas == (exp(-t),)


def test_other_problems_are_not_read():
    heat = Problem(u(x, t).diff(t) - u(x, t).diff(x, 2), u(x, t), {u(x, 0): 0})
    pair = [u(x).diff(x) - v(x), v(x).diff(x) + u(x)]
    assert read(heat) is None
    assert read(Problem(pair, [u(x), v(x)], {u(0): 0, v(0): 1})) is None


def test_zero_is_seen_through_roots_and_near_misses_are_not_zero():
    domain = Problem(u(x).diff(x), u(x), {u(0): 1}).domain
    assert is_zero((sqrt(2) + 1) ** 2 - 3 - 2 * sqrt(2), domain)
    assert not is_zero((sqrt(2) + 1) ** 2 - 3 - 2 * sqrt(2) + S(10) ** -6, domain)


def test_real_and_imaginary_parts():
    a = symbols("a", real=True)
    assert real_parts((a + 2 * I) ** 2) == (a**2 - 4, 4 * a)
