import pytest
from sympy import Eq, Function, Rational, Symbol, cos, cosh, exp, log, oo, sec, sin, sinh, symbols
from sympy.abc import t, x

from sympy_ssde import Problem
from sympy_ssde.proof.verify import verify
from sympy_ssde.reduction.ordinary import ordinary_solutions

u = Function("u")
k, m, L = symbols("k m L", positive=True)


def slope(at, order=1):
    return u(x).diff(x, order).subs(x, at)


def derivative(order=1):
    return u(x).diff(x, order)


def solved(*problem):
    problem = Problem(*problem)
    found = next(ordinary_solutions(problem))
    assert verify(problem, found.exprs)
    return found


@pytest.mark.parametrize(
    ("eq", "conditions", "domain", "expected"),
    [
        (
            derivative(2) + 2 * derivative() + 10 * u(x),
            {u(0): 1, slope(0): 0},
            None,
            exp(-x) * (cos(3 * x) + sin(3 * x) / 3),
        ),
        (derivative(2) + u(x) - cos(x), {u(0): 0, slope(0): 0}, None, x * sin(x) / 2),
        (derivative(2) - u(x), {u(0): 0, u(1): 1}, None, sinh(x) / sinh(1)),
        (derivative(2) - u(x), {u(0): 1, u(oo): 0}, {x: (0, oo)}, exp(-x)),
        (
            derivative(2) - k**2 * u(x),
            {u(0): 1, slope(L): 0},
            {x: (0, L)},
            cosh(k * (L - x)) / cosh(k * L),
        ),
        (x**2 * derivative(2) + x * derivative() - u(x), {u(1): 1, slope(1): 1}, None, x),
        (derivative(2) + derivative() / x - 1, {slope(0): 0, u(1): 0}, None, (x**2 - 1) / 4),
        (derivative(2) + u(x), {u(1): 0, slope(1): 1}, None, sin(x - 1)),
    ],
)
def test_textbook_problems_and_their_forms(eq, conditions, domain, expected):
    found = solved(eq, u(x), conditions, domain)
    assert (found.exprs[0] - expected).expand() == 0
    assert found.lines[-1].formulas == (Eq(u(x), found.exprs[0]),)


@pytest.mark.parametrize(
    ("eq", "conditions"),
    [
        (derivative(2) + u(x) - sec(x), {u(0): 1, slope(0): 0}),
        (m * derivative(2) + k * u(x) - cos(2 * x), {u(0): 1, slope(0): 0}),
        (Rational(1, 10) * derivative(2) + derivative() + u(x), {u(0): 0, u(1): 1}),
        (derivative(2) - u(x) - x, [Eq(u(0), u(1)), Eq(slope(0), slope(1))]),
        (derivative(4) - 1, {u(0): 0, slope(0): 0, slope(L, 2): 0, slope(L, 3): 0}),
        (x**2 * derivative(2) + x * derivative() + u(x) - log(x), {u(1): 1, slope(1): 0}),
    ],
    ids=str,
)
def test_other_conditions_and_sources(eq, conditions):
    solved(eq, u(x), conditions)


def test_lines_are_in_the_symbols_of_the_problem():
    rate = Symbol("r", positive=True)
    problem = Problem(u(t).diff(t) + rate * u(t), u(t), {u(0): 1}, {t: (0, oo)})
    found = next(ordinary_solutions(problem))
    shown = {s for line in found.lines for f in line.formulas for s in f.free_symbols}
    assert shown <= {t, rate, Symbol("C1", real=True), Symbol("r")}
    assert "has the root -r" in found.lines[0].words
    assert found.exprs == (exp(-rate * t),)


def test_other_problems_give_nothing():
    heat = Problem(u(x, t).diff(t) - u(x, t).diff(x, 2), u(x, t), {u(x, 0): 0})
    assert list(ordinary_solutions(heat)) == []
