"""Claims made to deceive a proof, by kind; each kind in several variants.

What must never be proved stands beside what is right and must be proved all the same.
"""

import logging

import pytest
import sympy
from sympy import (
    Abs,
    AccumBounds,
    Eq,
    Function,
    Heaviside,
    I,
    Integer,
    LambertW,
    Max,
    Piecewise,
    Rational,
    Symbol,
    atan,
    besselj,
    cos,
    erf,
    erfc,
    exp,
    gamma,
    hyper,
    log,
    nan,
    oo,
    pi,
    sign,
    sin,
    sinh,
    sqrt,
    symbols,
    tan,
    tanh,
    zoo,
)

from sympy_ssde import Status, checkssdsol

x, y, t, r = symbols("x y t r")
a, b, k, L, u0, c1 = symbols("a b k L u0 c1")
c, m = symbols("c m", positive=True)
n = Symbol("n", integer=True, positive=True)
u, v = map(Function, "uv")

pytestmark = [
    pytest.mark.filterwarnings("ignore::sympy_ssde.ProblemWarning"),
    pytest.mark.usefixtures("no_disagreement"),
]


@pytest.fixture
def no_disagreement(caplog):
    """The two walls must not contradict each other."""
    with caplog.at_level(logging.ERROR, logger="sympy_ssde"):
        yield
    assert not caplog.records


def d(expr, *by):
    return expr.diff(*by)


def equation(solution, variable=x):
    """An equation of first order that the expression fulfils."""
    return Eq(u(x).diff(x), solution.diff(variable))


def plane(solution):
    return Eq(u(x, y).diff(x) + u(x, y).diff(y), (solution.diff(x) + solution.diff(y)))


UNIT = {x: (0, 1)}
SQUARE = {x: (0, 1), y: (0, 1)}

# 0/0 that shows only after expansion, jumps, powers whose base and exponent move together
HIDDEN = 2 * x * (1 + y) / ((x + y + 1) ** 2 - y**2 - 2 * y - 1)
SLOW = x ** (log(2) / (log(x) + 1))
QUOTIENT = (1 - cos(2 * x)) / (sin(x) ** 2 + (cos(x) ** 2 - 1 + sin(x) ** 2) * 5)
FACES = {
    "hidden 0/0": (plane(HIDDEN), HIDDEN, {u(0, y): 0}, SQUARE),
    "hidden 0/0 of one variable": (
        equation(x / ((x + 1) ** 2 - 2 * x - 1 - x**2 + x)),
        x / ((x + 1) ** 2 - 2 * x - 1 - x**2 + x),
        {u(0): 0},
        UNIT,
    ),
    "hidden 0/0 of sines": (equation(QUOTIENT), QUOTIENT, {u(0): 0}, UNIT),
    "power of a logarithm": (equation(SLOW), SLOW, {u(0): 1}, {x: (0, Rational(1, 4))}),
    "power of a logarithm, other base": (
        equation(x ** (3 / log(x))),
        x ** (3 / log(x)),
        {u(0): 1},
        {x: (0, Rational(1, 4))},
    ),
    "derivative of a modulus": (
        Eq(u(x).diff(x), -1),
        Abs(1 - x),
        {u(x).diff(x).subs(x, 1): 0},
        UNIT,
    ),
    "derivative of a root of a square": (
        Eq(u(x).diff(x), 1),
        sqrt(x**2),
        {u(x).diff(x).subs(x, 0): 0},
        UNIT,
    ),
    "a step at the face": (equation(x), x - 1 + sign(x), {u(0): -1}, UNIT),
    "a floor at the face": (Eq(u(x).diff(x), 0), sympy.floor(x), {u(1): 1}, UNIT),
    "Heaviside at the face": (equation(x), x + Heaviside(x), {u(0): Rational(1, 2)}, UNIT),
    "oscillation": (equation(sin(1 / x)), sin(1 / x), {u(0): 0}, UNIT),
    "no uniform limit": (
        plane(exp(-(((x - Rational(1, 2)) / y) ** 2))),
        exp(-(((x - Rational(1, 2)) / y) ** 2)),
        {u(x, 0): 0},
        SQUARE,
    ),
    "no limit aslant": (
        plane((3 * x - 1) * y / ((3 * x - 1) ** 2 + y**2)),
        (3 * x - 1) * y / ((3 * x - 1) ** 2 + y**2),
        {u(x, 0): 0},
        SQUARE,
    ),
}
CORNERS = {
    "x/(x + y) as 0": (plane(x / (x + y)), x / (x + y), {u(0, 0): 0}, SQUARE),
    "x/(x + y) as 1": (plane(x / (x + y)), x / (x + y), {u(0, 0): 1}, SQUARE),
    "y/(x + y) as 1": (plane(y / (x + y)), y / (x + y), {u(0, 0): 1}, SQUARE),
    "both limits agree": (
        plane(x * y / (x**2 + y**2)),
        x * y / (x**2 + y**2),
        {u(0, 0): 0},
        SQUARE,
    ),
    "all lines agree": (
        plane(x**2 * y / (x**4 + y**2)),
        x**2 * y / (x**4 + y**2),
        {u(0, 0): 0},
        SQUARE,
    ),
    "erf at a corner": (
        plane(erf(x / sqrt(y))),
        erf(x / sqrt(y)),
        {u(0, 0): 0},
        SQUARE,
    ),
    "atan of a quotient": (plane(atan(y / x)), atan(y / x), {u(0, 0): 0}, SQUARE),
}
LIMITS = {
    "erf(tanh)": (equation(erf(tanh(x))), erf(tanh(x)), {u(oo): 1}, {x: (0, oo)}),
    "atan(tanh)": (equation(atan(tanh(x))), atan(tanh(x)), {u(oo): pi / 2}, {x: (0, oo)}),
    "erf(atan)": (equation(erf(atan(x))), erf(atan(x)), {u(oo): 1}, {x: (0, oo)}),
    "tanh(erf)": (equation(tanh(erf(x))), tanh(erf(x)), {u(oo): 1}, {x: (0, oo)}),
}
LINE = {x: (0, 5)}
COMPLEX = {
    "tanh of an imaginary root": (
        equation(tanh(sqrt(x - 25)) / sqrt(x - 25)),
        tanh(sqrt(x - 25)) / sqrt(x - 25),
        {u(5): tan(2 * sqrt(5)) / (2 * sqrt(5))},
        LINE,
    ),
    "sech of an imaginary root": (
        equation(sympy.sech(sqrt(x - 25))),
        sympy.sech(sqrt(x - 25)),
        {u(5): 1 / cos(2 * sqrt(5))},
        LINE,
    ),
    "atanh-like inside": (
        equation(atan(sqrt(x - 3)) / sqrt(x - 3)),
        atan(sqrt(x - 3)) / sqrt(x - 3),
        {u(0): sympy.atanh(sqrt(3)) / sqrt(3)},
        {x: (0, Rational(5, 2))},
    ),
    "complex pole": (
        Eq(u(x).diff(x), d(1 / (exp(I * x) + 1), x)),
        1 / (exp(I * x) + 1),
        {u(0): Rational(1, 2)},
        {x: (0, 4)},
    ),
    "complex pole of a tangent": (
        Eq(u(x).diff(x), I * (1 - u(x) ** 2)),
        tanh(I * x),
        {u(0): 0},
        {x: (0, 2)},
    ),
    "branch point off the line": (
        Eq(u(x).diff(x), d(atan(x + 2 * I), x)),
        atan(x + 2 * I),
        {u(1): atan(1 + 2 * I)},
        {x: (-1, 1)},
    ),
    "cut of a logarithm": (
        Eq(u(x).diff(x), I * exp(I * x) / exp(I * x)),
        log(exp(I * x)),
        {u(0): 0},
        {x: (0, 4)},
    ),
    "Bessel function of negative order": (
        Eq(u(x).diff(x), d(besselj(-Rational(1, 2), x**2), x)),
        besselj(-Rational(1, 2), x**2),
        {u(1): besselj(-Rational(1, 2), 1)},
        {x: (-1, 1)},
    ),
    "Lambert's other branch": (
        Eq(u(x).diff(x), d(LambertW(x, -1), x)),
        LambertW(x, -1),
        {u(Rational(-1, 4)): LambertW(Rational(-1, 4), -1)},
        {x: (Rational(-1, 2), 1)},
    ),
    "gamma at a pole": (equation(gamma(x)), gamma(x), {u(1): 1}, {x: (-Rational(1, 2), 1)}),
    "modulus in the equation excuses nothing": (
        Eq(Abs(x) * u(x).diff(x) * x**2, -Abs(x)),
        1 / x,
        {u(1): 1},
        {x: (-1, 1)},
    ),
    "root in the equation excuses nothing": (
        Eq(sqrt(x**2) * (u(x).diff(x) + u(x) ** 2), 0),
        1 / x,
        {u(1): 1},
        {x: (-1, 1)},
    ),
    "step in the equation excuses nothing": (
        Eq(sign(x) ** 2 * (u(x).diff(x) + u(x) ** 2), 0),
        1 / x,
        {u(1): 1},
        {x: (-1, 1)},
    ),
}
NEUMANN = {u(x).diff(x).subs(x, 0): 0}
NUMBERS = {
    name: (Eq(u(x).diff(x), 0), sol, NEUMANN, UNIT)
    for name, sol in {
        "nan": nan,
        "oo": oo,
        "minus oo": -oo,
        "zoo": zoo,
        "bounds": AccumBounds(-1, 1),
        "infinite term": x * 0 + oo,
        "logarithm of zero": log(0, evaluate=False),
        "pole of gamma": gamma(-1, evaluate=False),
        "one over zero": sympy.Pow(0, -1, evaluate=False),
        "a difference of infinities": sympy.Add(oo, -oo, evaluate=False),
        "hidden zero": 1
        / (
            sqrt(Integer(2)) * sqrt(Integer(3))
            - sqrt(Integer(6))
            + 0 * x
            + sympy.Mul(0, 1, evaluate=False)
        ),
    }.items()
}
GROWTH = Eq(u(x).diff(x), (3 - c) * u(x))
PARAMETERS = {
    "modulus of a parameter": (GROWTH, exp(Abs(c - 3) * x), {u(0): 1}, UNIT),
    "modulus far away": (
        Eq(u(x).diff(x), (40 - c) * u(x)),
        exp(Abs(c - 40) * x),
        {u(0): 1},
        UNIT,
    ),
    "root of a square": (Eq(u(x).diff(x), k * u(x)), exp(sqrt(k**2) * x), {u(0): 1}, UNIT),
    "a constant of the solution": (
        Eq(u(x).diff(x), 0),
        Abs(c1 - 2) + c1 - 2,
        {u(0): 0},
        UNIT,
    ),
    "sign of a constant": (Eq(u(x).diff(x), 0), sign(c1 - 5) + 1, {u(0): 0}, UNIT),
    "integers": (Eq(u(x).diff(x), 0), sin(a * pi), {u(0): 0}, UNIT),
    "step of a parameter": (Eq(u(x).diff(x), u(x)), exp(x) * Heaviside(k + 10), {u(0): 1}, UNIT),
    "maximum": (Eq(u(x).diff(x), c * u(x)), exp(Max(c, 1) * x), {u(0): 1}, UNIT),
    "stated range with a pole": (
        Eq(u(x).diff(x), -(u(x) ** 2)),
        1 / (x + k),
        {u(1): 1 / (1 + k)},
        {x: (0, 1), k: (-1, 1)},
    ),
}
KINDS = {
    "faces": FACES,
    "corners": CORNERS,
    "limits": LIMITS,
    "complex": COMPLEX,
    "numbers": NUMBERS,
    "parameters": PARAMETERS,
}
WRONG = {f"{kind}: {name}": case for kind, some in KINDS.items() for name, case in some.items()}


@pytest.mark.parametrize("name", WRONG)
def test_never_proved(name):
    eq, sol, bcs, domain = WRONG[name]
    result = checkssdsol(eq, sol, u, bcs, domain, timeout=6)
    assert result.status is not Status.PROVED, result


TINY = {x: (Rational(1, 10**9), Rational(2, 10**9))}
HEAT = Eq(u(x, t).diff(t), u(x, t).diff(x, 2))
HALF = {x: (0, oo), t: (0, oo)}
MATHIEU = sympy.mathieuc(2, 1, x)
RIGHT = {
    "hidden 0/0": (plane(HIDDEN), HIDDEN, {u(0, y): 1}, SQUARE),
    "modulus inside the domain": (
        Eq(u(x).diff(x), -1),
        Abs(1 - x),
        {u(1): 0, u(x).diff(x).subs(x, 1): -1},
        UNIT,
    ),
    "cases decided by the domain": (
        Eq(u(x).diff(x), 1),
        Piecewise((x, x < 2), (5, True)),
        {u(0): 0, u(1): 1},
        UNIT,
    ),
    "a regular corner": (plane(x / (1 + x + y)), x / (1 + x + y), {u(0, 0): 0}, SQUARE),
    "logarithms at a corner": (
        plane(x * log(x) * y),
        x * log(x) * y,
        {u(0, 0): 0, u(x, 0): 0, u(0, y): 0},
        SQUARE,
    ),
    "erf(tanh)": (equation(erf(tanh(x))), erf(tanh(x)), {u(oo): erf(1)}, {x: (0, oo)}),
    "complex without a pole": (
        Eq(u(x).diff(x), d(1 / (exp(I * x) + 2), x)),
        1 / (exp(I * x) + 2),
        {u(0): Rational(1, 3)},
        {x: (0, 9)},
    ),
    "complex, no pole on this interval": (
        Eq(u(x).diff(x), I * (1 - u(x) ** 2)),
        tanh(I * x),
        {u(0): 0},
        UNIT,
    ),
    "tanh of an imaginary root without a pole": (
        Eq(u(x).diff(x), d(tanh(sqrt(x - 3)) / sqrt(x - 3), x)),
        tanh(sqrt(x - 3)) / sqrt(x - 3),
        {u(Rational(5, 2)): tan(sqrt(2) / 2) * sqrt(2)},
        {x: (2, Rational(5, 2))},
    ),
    "Bessel function": (
        Eq(x * u(x).diff(x, 2) + u(x).diff(x) + x * u(x), 0),
        besselj(0, x),
        {u(0): 1},
        {x: (0, 3)},
    ),
    "Lambert's function": (
        Eq(x * (1 + u(x)) * u(x).diff(x), u(x)),
        LambertW(x),
        {u(0): 0},
        UNIT,
    ),
    "tiny domain": (Eq(u(x).diff(x), -(u(x) ** 2)), 1 / x, {u(Rational(1, 10**9)): 10**9}, TINY),
    "huge domain": (
        Eq(u(x).diff(x), -(u(x) ** 2)),
        1 / x,
        {u(10**12): Rational(1, 10**12)},
        {x: (10**12, 10**12 + 1)},
    ),
    "Mathieu": (
        Eq(u(x).diff(x, 2) + (2 - 2 * cos(2 * x)) * u(x), 0),
        MATHIEU,
        {u(0): sympy.mathieuc(2, 1, 0)},
        UNIT,
    ),
    "plain parameters": (Eq(u(x).diff(x), -k * u(x)), u0 * exp(-k * x), {u(0): u0}, UNIT),
    "every sign": (GROWTH, exp((3 - c) * x), {u(0): 1}, UNIT),
    "a length": (
        Eq(u(x, t).diff(t), k * u(x, t).diff(x, 2)),
        exp(-k * (pi / L) ** 2 * t) * sin(pi * x / L),
        {u(0, t): 0, u(L, t): 0, u(x, 0): sin(pi * x / L)},
        {x: (0, L), t: (0, 1)},
    ),
    "a quotient of sinh": (
        Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), 0),
        sinh(pi * y) / sinh(pi * m) * sin(pi * x),
        {u(0, y): 0, u(1, y): 0, u(x, 0): 0, u(x, m): sin(pi * x)},
        {x: (0, 1), y: (0, m)},
    ),
    "half line": (HEAT, erfc(x / (2 * sqrt(t))), {u(0, t): 1, u(x, 0): 0}, HALF),
    "half line at infinity": (
        HEAT,
        erfc(x / (2 * sqrt(t))),
        {u(0, t): 1, u(x, 0): 0, u(oo, t): 0},
        HALF,
    ),
    "polar coordinates": (
        Eq(u(r, t).diff(r, 2) + u(r, t).diff(r) / r + u(r, t).diff(t, 2) / r**2, 0),
        r**n * cos(n * t),
        {u(1, t): cos(n * t), u(0, t): 0},
        {r: (0, 1), t: (0, 2 * pi)},
    ),
    "ring": (
        Eq(u(r).diff(r, 2) + u(r).diff(r) / r, 0),
        log(r) / log(2),
        {u(1): 0, u(2): 1},
        {r: (1, 2)},
    ),
    "plucked string": (
        Eq(u(x, t).diff(t, 2), c**2 * u(x, t).diff(x, 2)),
        sin(pi * x) * cos(c * pi * t) + sin(3 * pi * x) * cos(3 * c * pi * t) / 9,
        {u(0, t): 0, u(1, t): 0, u(x, 0): sin(pi * x) + sin(3 * pi * x) / 9},
        {x: (0, 1), t: (0, 1)},
    ),
    "a root of squares": (
        [Eq(u(t).diff(t), -2 * sin(t) - sin(2 * t)), Eq(v(t), 0 * v(t).diff(t))],
        [(2 + cos(t)) * cos(t), 0],
        {u(0): 3},
        {t: (0, 3)},
    ),
    "hyper": (
        Eq(u(x).diff(x), hyper((2, 2), (3,), x) * Rational(1, 2) * 1),
        hyper((1, 1), (2,), x),
        {u(0): 1},
        {x: (0, Rational(1, 2))},
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_answers_are_proved(name):
    eq, sol, bcs, domain = RIGHT[name]
    func = [u(t), v(t)] if isinstance(eq, list) else u
    result = checkssdsol(eq, sol, func, bcs, domain, timeout=10)
    assert result.status is Status.PROVED, result
