"""Hostile claims about many kinds of functions; the equation is made from the expression itself.

So the equation holds wherever the expression is smooth, and only conditions and singular points can
be wrong.
"""

import pytest
import sympy
from sympy import (
    Abs,
    Derivative,
    Ei,
    Eq,
    Function,
    Heaviside,
    I,
    LambertW,
    Max,
    Ne,
    Piecewise,
    Rational,
    S,
    Si,
    Symbol,
    acos,
    airyai,
    arg,
    asin,
    atan,
    besselj,
    bessely,
    ceiling,
    cos,
    elliptic_k,
    exp,
    floor,
    gamma,
    log,
    oo,
    pi,
    polylog,
    sign,
    sin,
    sqrt,
    symbols,
    tan,
    tanh,
    zeta,
)

from sympy_ssde import Status, checkssdsol

x, y, t = symbols("x y t", real=True)
a, b, k, u0 = symbols("a b k u0")
c = Symbol("c", positive=True)
n = Symbol("n", integer=True)
w = Symbol("w", nonnegative=True)
u = Function("u")
HALF = S(1) / 2
UNIT, LINE = {x: (0, 1)}, {x: (0, oo)}
SQUARE = {x: (0, 1), y: (0, 1)}
SLOPE = u(x).diff(x)

pytestmark = pytest.mark.filterwarnings("ignore::sympy_ssde.ProblemWarning")


def constant(expr):
    """As a solution of u' = 0 with u(0) = 0."""
    return SLOPE, expr, {u(0): 0}, UNIT


def slope(value):
    return {SLOPE.subs(x, 0): value}


def is_right(expr, bcs, domain=UNIT):
    made = expr.diff(x) if len(domain) == 1 else expr.diff(x) + expr.diff(y)
    left = SLOPE if len(domain) == 1 else u(x, y).diff(x) + u(x, y).diff(y)
    return Eq(left, made), expr, bcs, domain


JUMP = Piecewise((sin(x) / x, Ne(x, 0)), (5, True))
QUOTIENT = (exp(x) - 1) / ((x + 1) ** 2 - 1 - x - x**2)
WRONG = {
    "0/0": is_right(QUOTIENT, {u(0): 0}),
    "slope of sin(x**2)/x": is_right(sin(x**2) / x, slope(0)),
    "slope of x*log(x)": is_right(x * log(x), slope(0)),
    "slope of a root": is_right(sqrt(x), slope(0)),
    "side of a pole": is_right(atan(1 / (x - 1)), {u(1): pi / 2}),
    "step of exponentials": is_right(1 / (1 + exp(1 / x)), {u(0): HALF}),
    "floor": (SLOPE, floor(x), {u(1): 1}, UNIT),
    "ceiling": (SLOPE, ceiling(x), {u(0): 0}, UNIT),
    "remainder": (SLOPE - 1, sympy.Mod(x, 1), {u(1): 0}, UNIT),
    "value of a case": (Eq(SLOPE, (sin(x) / x).diff(x)), JUMP, {u(0): 5}, UNIT),
    "kink of cases": (SLOPE**2 - 1, Piecewise((x, x < HALF), (1 - x, True)), {u(0): 0}, UNIT),
    "kink of a maximum": (SLOPE**2 - 1, Max(x, 1 - x), {u(0): 1}, UNIT),
    "kink of a modulus": (SLOPE**2 - 1, Abs(x - HALF), {u(0): HALF}, UNIT),
    "jump of a sign": (SLOPE, sign(x - HALF), {u(0): -1}, UNIT),
    "asin(sin)": (SLOPE - 1, asin(sin(x)), {u(0): 0}, {x: (0, 3)}),
    "acos(cos)": (SLOPE - 1, acos(cos(x)), {u(0): 0}, {x: (0, 4)}),
    "atan(tan)": (SLOPE - 1, atan(tan(x)), {u(0): 0}, {x: (0, 3)}),
    "log(exp)": (SLOPE - 1, log(exp(I * x)) / I, {u(0): 0}, {x: (0, 4)}),
    "root of an exponential": (SLOPE - I * u(x) / 2, sqrt(exp(I * x)), {u(0): 1}, {x: (0, 6)}),
    "argument": (SLOPE - 1, arg(exp(I * x)), {u(0): 0}, {x: (0, 5)}),
    "cut of log": (SLOPE * (I * x - 1) - I, log(I * x - 1), {u(1): log(I - 1)}, {x: (-1, 1)}),
    "cut of sqrt": (2 * u(x) * SLOPE - I, sqrt(I * x - 1), {u(1): sqrt(I - 1)}, {x: (-1, 1)}),
    "cube root": (
        3 * u(x) ** 2 * SLOPE - 1,
        (x - 1) ** Rational(1, 3),
        {u(1): 0},
        {x: (0, 2)},
    ),
    "root of a square of sin": (SLOPE - cos(x), sqrt(sin(x) ** 2), {u(0): 0}, {x: (0, 5)}),
    "gamma": is_right(gamma(x), {u(HALF): sqrt(pi)}, {x: (-HALF, HALF)}),
    "zeta": is_right(zeta(x), {u(2): pi**2 / 6}, {x: (HALF, 2)}),
    "Lambert": is_right(LambertW(x), {u(0): 0}, {x: (-1, 0)}),
    "elliptic": is_right(elliptic_k(x), {u(0): pi / 2}, {x: (0, 2)}),
    "polylog": is_right(polylog(2, x), {u(0): 0}, {x: (0, 2)}),
    "Bessel, half an order": is_right(besselj(HALF, x), {u(0): 0}, {x: (-1, 1)}),
    "Bessel, second kind": is_right(bessely(0, x), {u(0): 0}),
    "Bessel over x": is_right(besselj(1, x) / x, {u(0): 0}, {x: (0, 2)}),
    "Si over x": is_right(Si(x) / x, {u(0): 0}),
    "impulse": (SLOPE, sympy.DiracDelta(x - HALF), {u(0): 0}, UNIT),
    "step": (SLOPE, Heaviside(x - HALF), {u(0): 0}, UNIT),
    "sine at infinity": (u(x).diff(x, 2) + u(x), sin(x), {u(oo): 0}, LINE),
    "difference at infinity": is_right(sqrt(x**2 + x) - x, {u(oo): 0}, LINE),
    "other infinity": is_right(atan(x), {u(-oo): pi / 2}, {x: (-oo, oo)}),
    "pole far away": (SLOPE + u(x) ** 2, 1 / (x - 100), {u(oo): 0}, LINE),
    "tangent": (
        SLOPE - 1000 * (1 + u(x) ** 2),
        tan(1000 * x),
        {u(0): 0},
        {x: (0, Rational(1, 500))},
    ),
    "tiny domain": (SLOPE - u(x), exp(x) + x**3, {u(0): 1}, {x: (0, Rational(1, 10**12))}),
    "corner": is_right((x - y) / (x + y), {u(0, 0): 0}, SQUARE),
    "corner of exponentials": is_right(exp(-x / y), {u(0, 0): 1}, SQUARE),
    "corner of powers": is_right(x**y, {u(0, 0): 1}, SQUARE),
    "logarithm in the plane": (
        u(x, y).diff(x, 2) + u(x, y).diff(y, 2),
        log(x**2 + y**2),
        {u(1, 0): 0},
        {x: (-1, 1), y: (-1, 1)},
    ),
    "cone": (
        u(x, y).diff(x) ** 2 + u(x, y).diff(y) ** 2 - 1,
        sqrt(x**2 + y**2),
        {u(0, y): Abs(y)},
        {x: (-1, 1), y: (-1, 1)},
    ),
    "modulus of a constant": constant(Abs(k) - k),
    "logarithm of a square": constant(log(k**2) - 2 * log(k)),
    "logarithm of a product": constant(log(a * b) - log(a) - log(b)),
    "root of a product": constant(sqrt(a * b) - sqrt(a) * sqrt(b)),
    "cosine of integers": constant(cos(n * pi) - 1),
    "floor of a constant": constant(floor(k)),
    "arcs": constant(atan(k) + atan(1 / k) - pi / 2),
    "step far away": constant(Heaviside(a - 10**6)),
    "zero is not negative": (SLOPE, sign(w), {u(0): 1}, UNIT),
}


@pytest.mark.parametrize("name", WRONG)
def test_never_proved(name):
    eq, sol, bcs, domain = WRONG[name]
    result = checkssdsol(eq, sol, u, bcs, domain, timeout=4)
    assert result.status is not Status.PROVED, result


LUMP = 2 * log((x - 3 * t) ** 2 + y**2 + 1).diff(x, 2)
KP = u(x, y, t).diff(t) + 6 * u(x, y, t) * u(x, y, t).diff(x) + u(x, y, t).diff(x, 3)
ROOT = sqrt(k - b**2)
RIGHT = {
    "0/0": is_right(QUOTIENT, {u(0): 1}),
    "sin(x**2)/x": is_right(sin(x**2) / x, {u(0): 0} | slope(1)),
    "flat": is_right(exp(-1 / x) / x**20, {u(0): 0}),
    "side of a pole": is_right(atan(1 / (x - 1)), {u(1): -pi / 2}),
    "tanh of a pole": is_right(tanh(1 / x), {u(0): 1}),
    "step of exponentials": is_right(1 / (1 + exp(1 / x)), {u(0): 0}),
    "oscillation": is_right(x * sin(1 / x), {u(0): 0}),
    "floor": (SLOPE, floor(x), {u(0): 0, u(1): 0}, UNIT),
    "cases": (Eq(SLOPE, (sin(x) / x).diff(x)), JUMP, {u(0): 1}, UNIT),
    "asin(sin)": (SLOPE - 1, asin(sin(x)), {u(0): 0}, UNIT),
    "Ei": is_right(Ei(x), {u(-1): Ei(-1)}, {x: (-2, -1)}),
    "Si over x": is_right(Si(x) / x, {u(0): 1}),
    "Lambert": is_right(LambertW(x), {u(0): 0}, {x: (-exp(-1), 0)}),
    "elliptic": is_right(elliptic_k(x), {u(0): pi / 2}, {x: (0, HALF)}),
    "polylog": is_right(polylog(2, x), {u(0): 0}, {x: (0, HALF)}),
    "Bessel over x": is_right(besselj(1, x) / x, {u(0): HALF}, {x: (0, 2)}),
    "Airy": (u(x).diff(x, 2) - x * u(x), airyai(x), {u(oo): 0}, LINE),
    "derivative": (SLOPE + sin(x), Derivative(sin(x), x), {u(0): 1}, UNIT),
    "decay": is_right(x**2 * exp(-x), {u(oo): 0}, LINE),
    "difference at infinity": is_right(sqrt(x**2 + x) - x, {u(oo): HALF}, LINE),
    "both infinities": is_right(atan(x), {u(-oo): -pi / 2, u(oo): pi / 2}, {x: (-oo, oo)}),
    "spike": is_right(
        1 / ((x - Rational(1, 3)) ** 2 + Rational(1, 10**30)), {u(1): 1 / (S(4) / 9 + S(10) ** -30)}
    ),
    "tiny domain": is_right(
        1 / x, {u(S(10) ** -30): 10**30}, {x: (S(10) ** -30, 2 * S(10) ** -30)}
    ),
    "huge domain": is_right(log(x), {u(10**50): 50 * log(10)}, {x: (10**50, 10**51)}),
    "faces beside a corner": is_right(exp(-x / y), {u(x, 0): 0, u(0, y): 1}, SQUARE),
    "powers beside a corner": is_right(x**y, {u(0, y): 0, u(x, 0): 1}, SQUARE),
    "complex pole beside the line": (SLOPE + u(x) ** 2, 1 / (x - I), {u(0): I}, {x: (-1, 1)}),
    "complex tangent": (SLOPE - 1 - u(x) ** 2, tan(x + I), {u(0): tan(I)}, {x: (0, 9)}),
    "arcs of a positive constant": constant(atan(c) + atan(1 / c) - pi / 2),
    "oscillator": (
        u(t).diff(t, 2) + 2 * b * u(t).diff(t) + k * u(t),
        exp(-b * t) * sin(ROOT * t) / ROOT,
        {u(0): 0, u(t).diff(t).subs(t, 0): 1},
        {t: (0, 1)},
    ),
    "logistic growth": (
        u(t).diff(t) - a * u(t) * (1 - u(t) / k),
        k * u0 / (u0 + (k - u0) * exp(-a * t)),
        {u(0): u0},
        {t: (0, 1)},
    ),
    "lump": (
        KP.diff(x) - 3 * u(x, y, t).diff(y, 2),
        sympy.factor(LUMP),
        {u(x, y, 0): LUMP.subs(t, 0), u(-3, y, t): LUMP.subs(x, -3), u(3, y, t): LUMP.subs(x, 3)},
        {x: (-3, 3), y: (-2, 2), t: (0, 1)},
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_answers_are_proved(name):
    eq, sol, bcs, domain = RIGHT[name]
    result = checkssdsol(eq, sol, u, bcs, domain, timeout=20)
    assert result.status is Status.PROVED, result


def test_a_proof_names_what_parameters_must_fulfil():
    eq, sol, bcs, domain = RIGHT["logistic growth"]
    result = checkssdsol(eq, sol, u, bcs, domain)
    assert Ne(k, 0) in result.provided
    assert "provided" in str(result)
    plain = checkssdsol(Eq(SLOPE, -k * u(x)), u0 * exp(-k * x), u, {u(0): u0}, UNIT)
    assert plain and plain.provided == ()


def test_a_root_of_a_parameter_needs_its_sign():
    result = checkssdsol(u(x).diff(x, 2) - k * u(x), exp(sqrt(k) * x), u, {u(0): 1}, UNIT)
    assert result and result.provided == (k > 0,)


ROOTS = {
    "cos": (2 + cos(t), sin(t)),
    "sin": (3 - sin(t), cos(t)),
    "exp": (exp(-t), exp(-t)),
}


@pytest.mark.parametrize("name", ROOTS)
def test_roots_of_squares(name):
    """In polar coordinates the root is the radius."""
    radius, fall = ROOTS[name]
    v = Function("v")
    length = sqrt(u(t) ** 2 + v(t) ** 2)
    system = [
        Eq(u(t).diff(t), -v(t) - fall * u(t) / length),
        Eq(v(t).diff(t), u(t) - fall * v(t) / length),
    ]
    sol = [radius * cos(t), radius * sin(t)]
    start = radius.subs(t, 0)
    assert checkssdsol(system, sol, [u(t), v(t)], {u(0): start, v(0): 0}, {t: (0, 7)})
    wrong = [radius * cos(t), radius * sin(t) + t]
    assert not checkssdsol(system, wrong, [u(t), v(t)], {u(0): start, v(0): 0}, {t: (0, 7)})


def test_a_sign_that_is_needed_anyway_is_used():
    """Without the sign of the diffusivity there is no limit at the start."""
    heat = Eq(u(x, t).diff(t), k * u(x, t).diff(x, 2))
    sol = sympy.erfc(x / (2 * sqrt(k * t)))
    bcs = {u(0, t): 1, u(x, 0): 0, u(oo, t): 0}
    result = checkssdsol(heat, sol, u, bcs, {x: (0, oo), t: (0, oo)})
    assert result and result.provided == (k > 0,)
    wrong = checkssdsol(heat, sol, u, bcs | {u(x, 0): 1}, {x: (0, oo), t: (0, oo)})
    assert wrong.status is Status.REFUTED
