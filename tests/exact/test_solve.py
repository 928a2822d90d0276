"""Constants as roots of the problem's equations."""

import pytest
from mpmath import mp
from sympy import (
    Function,
    Rational,
    Subs,
    Symbol,
    atan,
    cos,
    exp,
    log,
    pi,
    sin,
    sinh,
    sqrt,
    symbols,
    tanh,
)

from sympy_ssde import Problem, checkssdsol
from sympy_ssde.exact.solve import solved_constants

t, x, y = symbols("t x y")
a, b, c, p = symbols("a b c p")
k, length = Symbol("k", positive=True), Symbol("L", positive=True)
u = Function("u")


def slope(at):
    return Subs(u(x).diff(x), x, at)


SOLVED = {
    "phase": (
        Problem(u(x).diff(x, 2) + 2 * u(x).diff(x) + 10 * u(x), u(x), {u(0): 1, slope(0): 0}),
        a * exp(b * x) * cos(c * x + p),
        {a: sqrt(10) / 3, b: -1, c: 3, p: -atan(Rational(1, 3))},
    ),
    "roots of a quadratic": (
        Problem(
            u(x).diff(x, 2) + 3 * u(x).diff(x) + u(x), u(x), {u(0): 1, slope(0): (sqrt(5) - 3) / 2}
        ),
        a * exp(b * x),
        {a: 1, b: (sqrt(5) - 3) / 2},
    ),
    "one warm side": (
        Problem(
            u(x, y).diff(x, 2) + u(x, y).diff(y, 2),
            u(x, y),
            {u(0, y): 0, u(1, y): 0, u(x, 0): 0, u(x, 1): sin(pi * x)},
        ),
        a * sin(b * x) * sinh(c * y),
        {a: 1 / sinh(pi), b: pi, c: pi},
    ),
    "shift of a front": (
        Problem(u(x).diff(x) - 1 + u(x) ** 2, u(x), {u(0): Rational(1, 3)}),
        tanh(a * x + b),
        {a: 1, b: log(2) / 2},
    ),
    "power": (
        Problem(u(x).diff(x) - u(x) ** 3, u(x), {u(0): Rational(1, 2)}),
        (a + b * x) ** c,
        {a: 4, b: -2, c: Rational(-1, 2)},
    ),
}


@pytest.mark.parametrize("name", SOLVED)
def test_solved_and_proved(name):
    problem, expr, wanted = SOLVED[name]
    with mp.workdps(60):
        digits = {s: mp.mpmathify((v + 0 * pi).evalf(60)) for s, v in wanted.items()}
        found = solved_constants([expr], digits, problem)
    assert all(abs((found[s] - v).evalf(50)) < 1e-45 for s, v in wanted.items())
    assert checkssdsol(problem, expr.xreplace(found))


WITH_PARAMETERS = {
    "decay": (
        Problem(u(x).diff(x) + k * u(x), u(x), {u(0): length}, params=[k, length]),
        a * exp(b * x),
        {a: length, b: -k},
    ),
    "spring": (
        Problem(u(x).diff(x, 2) + k * u(x), u(x), {u(0): 0, slope(0): length}, params=[k, length]),
        a * sin(b * x),
        {a: length / sqrt(k), b: sqrt(k)},
    ),
    "fin": (
        Problem(
            u(x).diff(x, 2) - k**2 * u(x),
            u(x),
            {u(0): 0, u(length): 1},
            {x: (0, length)},
            [k, length],
        ),
        a * sinh(b * x),
        {a: 1 / sinh(k * length), b: k},
    ),
}


@pytest.mark.parametrize("name", WITH_PARAMETERS)
def test_constants_that_are_functions_of_parameters(name):
    problem, expr, wanted = WITH_PARAMETERS[name]
    at = {k: Rational(5, 4), length: Rational(7, 4)}
    with mp.workdps(60):
        digits = {s: mp.mpmathify(v.subs(at).evalf(60)) for s, v in wanted.items()}
        found = solved_constants([expr], digits, problem, at=at)
    assert all((found[s] - v).rewrite(exp).simplify() == 0 for s, v in wanted.items())
    assert checkssdsol(problem, expr.xreplace(found))


def test_numbers_in_problems_with_parameters():
    problem = Problem(
        u(x).diff(x, 2) - k**2 * u(x), u(x), {u(0): 0, u(1): sinh(k) * pi}, params=[k]
    )
    found = solved_constants([a * sinh(b * k * x)], {a: float(pi), b: 1.0}, problem, tolerance=1e-9)
    assert found == {a: pi, b: 1}


def test_what_is_not_determined_is_not_solved_for():
    problem = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})
    assert solved_constants([a * b * exp(x)], {a: 2.0, b: 0.5}, problem, tolerance=1e-9) is None


def test_no_root_of_a_wrong_candidate():
    """cos(c) = c at 0.739...: no equation of a kind that is solved."""
    problem = Problem(u(x).diff(x), u(x), {cos(u(0)): u(0)})
    assert solved_constants([a + 0 * x], {a: 0.7390851332}, problem, tolerance=1e-8) is None
