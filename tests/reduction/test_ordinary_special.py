import pytest
from ordinary_makers import equation_of, initial, proved_by, slope, u, y, y1, y2
from sympy import airyai, besseli, besselj, oo, sin, symbols
from sympy.abc import x

from sympy_ssde.reduction.ordinary_special import airy, bessel

k = symbols("k", positive=True)


def test_airy():
    found = proved_by(airy, y2 - x * y, {u(0): airyai(0), u(oo): 0}, {x: (0, oo)})
    assert found == airyai(x)
    proved_by(airy, y2 + 8 * x * y, initial(0, 1, 0))


@pytest.mark.parametrize(
    ("eq", "conditions", "expected"),
    [
        (x * y2 + y1 + x * y, {u(0): 2, slope(0): 0}, 2 * besselj(0, x)),
        (x**2 * y2 + x * y1 + (x**2 - 1) * y, {u(0): 0, u(1): 1}, besselj(1, x) / besselj(1, 1)),
        (x**2 * y2 + x * y1 - (x**2 + 4) * y, {u(0): 0, u(1): 1}, besseli(2, x) / besseli(2, 1)),
    ],
    ids=str,
)
def test_bessel_functions_that_are_regular(eq, conditions, expected):
    assert proved_by(bessel, eq, conditions) == expected


@pytest.mark.parametrize("method", [airy, bessel])
def test_others_are_left_alone(method):
    assert list(method(equation_of(y2 + sin(x) * y, initial(0, 1, 0)))) == []
    assert list(method(equation_of(y1 + x * y, initial(0, 1)))) == []
