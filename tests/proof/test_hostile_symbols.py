"""Hostile claims of a second kind: symbols, constants, scales, limits that are not uniform."""

import pytest
import sympy
from sympy import (
    Abs,
    Function,
    Integer,
    Rational,
    S,
    Symbol,
    atan,
    cos,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
    zeta,
)

from sympy_ssde import Status, checkssdsol
from sympy_ssde.errors import ProblemError

x, y = symbols("x y", real=True)
b, k = symbols("b k")
n = Symbol("n", integer=True)
u = Function("u")
HALF = S(1) / 2
UNIT, LINE = {x: (0, 1)}, {x: (0, oo)}
SQUARE = {x: (0, 1), y: (0, 1)}
SLOPE = u(x).diff(x)

pytestmark = pytest.mark.filterwarnings("ignore::sympy_ssde.ProblemWarning")


def slope(value):
    return {SLOPE.subs(x, 0): value}


def is_right(expr, bcs, domain=UNIT):
    made = expr.diff(x) if len(domain) == 1 else expr.diff(x) + expr.diff(y)
    left = SLOPE if len(domain) == 1 else u(x, y).diff(x) + u(x, y).diff(y)
    return sympy.Eq(left, made), expr, bcs, domain


BOUND = [Symbol("x_0", positive=True), Symbol("x_0", real=True), Symbol("x_0", integer=True)]
A, B = symbols("A B", commutative=False)
IMAGINARY = Symbol("c1", imaginary=True)
REAL = Symbol("m", real=True)
STRIP = {x: (-1, 1), y: (0, 1)}
SINES, SQUARE_OF_X = sin(2 * pi * x), x**2 - x + S(1) / 4
POWER = {x: (-1, 1), k: (-3, -1)}
RICCATI = SLOPE + u(x) ** 2
SPLIT = sqrt(x - 2) * sqrt(x - 1)
RIDGE = sympy.cosh(y * (1 - sin(pi * x))) - 1
WRONG = {
    "integral over a symbol of ours": (
        SLOPE,
        sympy.Integral(x * BOUND[0], (BOUND[0], 0, 1)),
        {u(0): Rational(1, 3)},
        UNIT,
    ),
    "integral over a real symbol of ours": (
        SLOPE,
        sympy.Integral(x * BOUND[1], (BOUND[1], 0, 1)),
        {u(0): Rational(1, 3)},
        {x: (-1, 1)},
    ),
    "sum over a symbol of ours": (
        SLOPE,
        sympy.Sum(x * BOUND[2], (BOUND[2], 1, 3)),
        {u(0): 14},
        {x: (-1, 1)},
    ),
    "negative exponent that is positive": (x ** (-k) * RICCATI, 1 / x, {u(1): 1}, POWER),
    "denominator that cancels": (x**2 * (1 / x + 1) * RICCATI, 1 / x, {u(1): 1}, {x: (-1, 1)}),
    "denominator below": (RICCATI / (1 + 1 / x), 1 / x, {u(1): 1}, {x: (-HALF, 1)}),
    "sin(x)/x is no pole": (RICCATI * sin(x) / x, 1 / x, {u(1): 1}, {x: (-1, 1)}),
    "(exp(x) - 1)/x is no pole": (RICCATI * (exp(x) - 1) / x, 1 / x, {u(1): 1}, {x: (-1, 1)}),
    "x*coth(x) is no pole": (RICCATI * x * sympy.coth(x), 1 / x, {u(1): 1}, {x: (-1, 1)}),
    "real in parts, roots": is_right(SPLIT, {u(3): sqrt(2)}, {x: (0, 3)}),
    "real in parts, logarithms": is_right(log(log(x)), {u(3): log(log(3))}, {x: (HALF, 3)}),
    "real in parts, powers": (2 * x * SLOPE - u(x), sqrt(x), {u(1): 1}, {x: (-1, 1)}),
    "aslant to a zero of sin": is_right(SINES * y / (SINES**2 + y**2), {u(x, 0): 0}, SQUARE),
    "aslant to a double zero": is_right(y / (y + SQUARE_OF_X), {u(x, 0): 0}, SQUARE),
    "aslant to a maximum": is_right(y / (1 - sin(pi * x) + y), {u(x, 0): 0}, SQUARE),
    "common factor that vanishes": is_right(
        (exp(y) - 1) * x**2 / ((exp(y) - 1) * x**2 + sin(y) ** 2), {u(x, 0): 1}, STRIP
    ),
    "ridge": is_right(RIDGE / (RIDGE + y**4), {u(x, 0): 1}, SQUARE),
    "a parameter that may be zero": is_right(1 / (1 + REAL**2 * x), {u(oo): 0}, LINE),
    "divergent integral": (SLOPE, sympy.Integral(1 / y, (y, 0, 1)), slope(0), UNIT),
    "integral over a pole": (SLOPE, sympy.Integral(1 / y**2, (y, -1, 1)), slope(0), UNIT),
    "divergent sum": (SLOPE, sympy.Sum(1 / n, (n, 1, oo)), slope(0), UNIT),
}


@pytest.mark.parametrize("name", WRONG)
def test_never_proved(name):
    eq, sol, bcs, domain = WRONG[name]
    result = checkssdsol(eq, sol, u, bcs, domain, timeout=6)
    assert result.status is not Status.PROVED, result


@pytest.mark.parametrize(
    "constant",
    [
        A * B - B * A,
        Abs(IMAGINARY) ** 2 - IMAGINARY**2,
        sympy.IndexedBase("A")[1],
        sympy.O(x),
        sympy.Limit(sin(1 / y), y, 0),
    ],
)
def test_constants_of_a_solution_are_real_numbers(constant):
    with pytest.raises(ProblemError):
        checkssdsol(SLOPE, constant, u, {u(0): 0}, UNIT)


def test_a_function_is_no_expression():
    with pytest.raises(ProblemError, match="expression was expected"):
        checkssdsol(SLOPE - 1, sympy.Lambda(x, x), u, {u(0): 0}, UNIT)


#: Removable, but on a scale far below that of the domain.
BIG = Integer(10) ** 20
REMOVABLE = {
    "sin": (x * u(x).diff(x, 2) + 2 * SLOPE + BIG**2 * x * u(x), sin(BIG * x) / x),
    "tanh": (x * SLOPE + u(x) - BIG * (1 - x**2 * u(x) ** 2), tanh(BIG * x) / x),
    "atan": ((x * SLOPE + u(x)) * (1 + BIG**2 * x**2) - BIG, atan(BIG * x) / x),
}


@pytest.mark.parametrize("name", REMOVABLE)
def test_what_is_large_is_no_pole(name):
    eq, sol = REMOVABLE[name]
    result = checkssdsol(eq, sol, u, {u(1): sol.subs(x, 1)}, {x: (-1, 1)})
    assert result.status is not Status.REFUTED, result


POLES = {
    "1/x": (RICCATI, 1 / (x - Rational(1, 3)), UNIT),
    "csc": (SLOPE + cos(x) * u(x) ** 2, 1 / sin(x), {x: (-1, 1)}),
    "log": (x * log(x) ** 2 * SLOPE + 1, 1 / log(x), {x: (HALF, 2)}),
}


@pytest.mark.parametrize("name", POLES)
def test_poles_are_refuted(name):
    eq, sol, domain = POLES[name]
    end = domain[x][1]
    result = checkssdsol(eq, sol, u, {u(end): sol.subs(x, end)}, domain)
    assert result.status is Status.REFUTED, result


THIRD = (-1) ** Rational(1, 3)
RIGHT = {
    "integral over a symbol": (
        SLOPE - HALF,
        sympy.Integral(x * BOUND[0], (BOUND[0], 0, 1)),
        {u(0): 0},
        UNIT,
    ),
    "complex without I": (SLOPE - THIRD * u(x), exp(THIRD * x), {u(0): 1}, UNIT),
    "complex slope without I": (SLOPE - THIRD, THIRD * x, {u(0): 0}, UNIT),
    "complex start without I": (SLOPE - u(x), THIRD * exp(x), {u(0): THIRD}, UNIT),
    "spherical Bessel": (
        x * u(x).diff(x, 2) + 2 * SLOPE + x * u(x),
        sympy.jn(0, x),
        {u(-1): sin(1)},
        {x: (-2, -1)},
    ),
    "spherical Bessel, order 1": is_right(sympy.jn(1, x), {u(-1): cos(1) - sin(1)}, {x: (-2, -1)}),
    "spherical Bessel, second kind": is_right(sympy.yn(0, x), {u(1): -cos(1)}, {x: (1, 2)}),
    "error integral": (
        SLOPE - exp(-(x**2)),
        sympy.Integral(exp(-(y**2)), (y, 0, x)),
        {u(1): sqrt(pi) * sympy.erf(1) / 2},
        UNIT,
    ),
    "Duhamel": (
        SLOPE + u(x) - sin(x**2),
        exp(-x) * sympy.Integral(exp(y) * sin(y**2), (y, 0, x)),
        {u(0): 0},
        UNIT,
    ),
    "Bessel's integral": (
        SLOPE + sympy.Integral(sin(y) * sin(x * sin(y)), (y, 0, pi)) / pi,
        sympy.Integral(cos(x * sin(y)), (y, 0, pi)) / pi,
        {u(0): 1},
        UNIT,
    ),
    "the variable in the ends": (SLOPE - x, sympy.Integral(x, (x, 0, x)), {u(0): 0}, UNIT),
    "a substitution": (SLOPE - cos(x), sympy.Subs(sin(y), y, x), {u(0): 0}, UNIT),
    "short sum": (SLOPE - 1 - 2 * x, sympy.Sum(x**n, (n, 0, 2)), {u(0): 1}, UNIT),
    "derivative without numbers": is_right(zeta(x), {u(2): pi**2 / 6}, {x: (2, 3)}),
    "one combination at a corner": is_right(sin(x * y) / (x * y), {u(0, 0): 1}, SQUARE),
    "a sum at a corner": is_right(sin(x + y) / (x + y), {u(0, 0): 1}, SQUARE),
    "squares at a corner": is_right((x**2 + y**2) * log(x**2 + y**2), {u(0, 0): 0}, SQUARE),
    "uniform quotient": is_right(x * sin(x * y) / y, {u(x, 0): x**2}, STRIP),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_answers_are_proved(name):
    eq, sol, bcs, domain = RIGHT[name]
    result = checkssdsol(eq, sol, u, bcs, domain, timeout=20)
    assert result.status is Status.PROVED, result


NAMED = {
    "hypergeometric": (sympy.hyper((1,), (b,), x), b > 0),
    "incomplete gamma": (sympy.lowergamma(k, x), k > 0),
    "beta": (x + sympy.beta(k, 1) * k, k > 0),
    "binomial": (x + sympy.binomial(k, 2), k + 1 > 0),
    "Hurwitz": (x + zeta(2, k), k > 0),
    "power": (k**x, k > 0),
}


@pytest.mark.parametrize("name", NAMED)
def test_what_orders_and_bases_must_fulfil_is_named(name):
    sol, proviso = NAMED[name]
    eq, _, _, _ = is_right(sol, {})
    result = checkssdsol(eq, sol, u, {u(1): sol.subs(x, 1)}, UNIT)
    assert result and proviso in result.provided, result


def test_a_pole_of_one_equation_does_not_excuse_another_unknown():
    v = Function("v")
    system = [RICCATI, v(x).diff(x) + v(x) / x]
    start = {u(1): 1, v(1): 1}
    wrong = checkssdsol(system, [1 / x, 1 / x], [u(x), v(x)], start, {x: (-1, 1)})
    assert wrong.status is Status.REFUTED
    assert checkssdsol(system, [1 / (x + 2), 1 / x], [u(x), v(x)], {v(1): 1}, {x: (-1, 1)})


@pytest.mark.parametrize("integrand", [log(y), Abs(y - HALF), sqrt(y)])
def test_a_deadline_inside_an_integrand_is_kept(integrand):
    sol = sympy.Integral(integrand, (y, 0, 1))
    result = checkssdsol(SLOPE, sol, u, {u(0): sol}, UNIT, timeout=2)
    assert not any("SystemError" in o.reason for o in result.outcomes), result
