"""Expressions in Maxima's language mean the same there."""

import shutil

import pytest
import sympy
from sympy import I, Integer, Piecewise, Rational, Symbol, cbrt, symbols, zeta

from sympy_ssde.bench.maxima import Maxima
from sympy_ssde.bench.maxima_text import CONSTANTS, FUNCTIONS, Unwritable, Writer

x, y = symbols("x y")
PLACES = [
    Rational(1, 3), -Rational(2, 3), Rational(7, 3), -Rational(7, 3),
    Rational(1, 3) + I / 2, -Rational(7, 3) - I / 2, 3 * I,
]  # fmt: skip

needs_maxima = pytest.mark.skipif(
    shutil.which("maxima") is None, reason="Maxima isn't installed (apt-get install maxima)"
)


@pytest.fixture(scope="module")
def maxima():
    with Maxima() as process:
        yield process


def value(maxima, expr, place):
    """What Maxima computes; doubles where it has nothing better."""
    doubles = [getattr(sympy, n) for n in FUNCTIONS if n[:4] in ("bess", "airy")]
    how = "float" if expr.has(*doubles) else "bfloat"
    writer = Writer({x: "v0"})
    text = f"{how}(ssde_at([v0={writer.write(place)}],{writer.write(expr)}))"
    show = 'print("value",float(realpart(z)),float(imagpart(z)))'
    lines, ended = maxima.run(f"block([fpprec:30,z:rectform({text})],{show})$")
    assert ended
    (line,) = (line for line in lines if line.startswith("value"))
    real, imaginary = line.split()[1:]
    return complex(float(real), float(imaginary))


def call(name):
    function = getattr(sympy, name)
    if name.startswith("bessel"):
        return function(1, x)
    return function(x, Rational(1, 7)) if name in ("Max", "Min", "atan2") else function(x)


@needs_maxima
@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_and_branches_of_functions(maxima, name):
    expr = call(name)
    for place in PLACES[:4] if name in ("Max", "Min") else PLACES:
        expected = complex(expr.subs(x, place).evalf(30))
        found = value(maxima, expr, place)
        assert abs(found - expected) <= 1e-12 * max(1, abs(expected)), place


@needs_maxima
@pytest.mark.parametrize(
    "expr",
    [cbrt(x), x**-2, -(x**2), (-x) ** 2, 2**-x, x**x, 1 - (2 - x), x - x**2 / 3, *CONSTANTS],
)
def test_values_of_powers_and_signs(maxima, expr):
    for place in PLACES:
        expected = complex(expr.subs(x, place).evalf(30))
        assert abs(value(maxima, expr, place) - expected) <= 1e-12 * max(1, abs(expected)), place


@needs_maxima
def test_piecewise_takes_its_branches(maxima):
    expr = Piecewise((x**2, x < 0), (Integer(7), x <= 1), (x, True))
    assert [value(maxima, expr, p) for p in (Integer(-3), Integer(1), Integer(2))] == [9, 7, 2]


def test_names_are_safe():
    writer = Writer()
    n = Symbol("n", integer=True)
    assert writer.write(Symbol("quit()") + Symbol("%pi")) == "(v0+v1)"
    assert writer.write(n) == "n2" == writer.name(n)
    assert writer.with_names({y: "t0"}).write(y) == "t0"


@pytest.mark.parametrize(
    "expr",
    [zeta(x), sympy.LambertW(x, -1), sympy.Heaviside(x), sympy.Float("0.1"), sympy.oo,
     Piecewise((x, x < 1)), Piecewise((x, sympy.Eq(y, 1)), (y, True)), sympy.Function("f")(x)],
)  # fmt: skip
def test_what_has_no_translation(expr):
    with pytest.raises(Unwritable):
        Writer().write(expr)
