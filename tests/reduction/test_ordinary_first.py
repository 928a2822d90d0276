import pytest
from ordinary_makers import equation_of, initial, proved_by, u, y, y1, y2
from sympy import Eq, Rational, S, cos, exp, log, pi, sin, sqrt, symbols, tan, tanh
from sympy.abc import x

from sympy_ssde.reduction.ordinary_first import (
    bernoulli,
    exact,
    homogeneous,
    linear_fractions,
    of_a_line,
    separable,
)

k, m = symbols("k m", positive=True)
HALF = {x: (0, S.Half)}
_DIFFERENCE = (k + 2) * exp(2 * x) - k


@pytest.mark.parametrize(
    ("eq", "begin", "domain", "expected"),
    [
        (y1 - y**2, 1, HALF, 1 / (1 - x)),
        (y1 - y * (1 - y), Rational(1, 4), None, exp(x) / (exp(x) + 3)),
        (y1 - x / y, -2, None, -sqrt(x**2 + 4)),
        (y1 - 1 - y**2, 0, None, tan(x)),
        (y1 - exp(-y) * cos(x), 0, None, log(sin(x) + 1)),
        (y1 - sqrt(y), 1, None, (x / 2 + 1) ** 2),
        (y1 - 2 + y**2, 0, None, sqrt(2) * tanh(sqrt(2) * x)),
        (m * y1 - m + k * y**2, 0, None, sqrt(m) * tanh(sqrt(k) * x / sqrt(m)) / sqrt(k)),
        (y1 - y * (y - 1), 1, None, 1),
        (y1 - (k - y) * (k + 2 - y), 0, None, k * (k + 2) * (exp(2 * x) - 1) / _DIFFERENCE),
    ],
    ids=str,
)
def test_separable(eq, begin, domain, expected):
    found = proved_by(separable, eq, {u(0): begin}, domain)
    assert (found - expected).simplify() == 0


def test_a_condition_that_is_no_initial_value():
    proved_by(separable, y1 - 2 * x * y**2, [Eq(u(0) + u(1), -3)])


@pytest.mark.parametrize("begin", [1, -1])
def test_bernoulli_keeps_the_sign(begin):
    found = proved_by(bernoulli, y1 + y - x * y**3, {u(0): begin})
    assert found.subs(x, S.Half) * begin > 0


def test_homogeneous():
    found = proved_by(homogeneous, y1 - (x**2 + y**2) / (x * y), {u(1): -1}, {x: (1, 2)})
    assert found == -x * sqrt(2 * log(x) + 1)
    proved_by(homogeneous, y1 - y / x - tan(y / x), {u(1): pi / 6}, {x: (1, Rational(3, 2))})


def test_of_a_line():
    assert proved_by(of_a_line, y1 - (x + y) ** 2, {u(0): 0}) == tan(x) - x
    proved_by(of_a_line, y1 - cos(x + y), {u(0): 0})


def test_linear_fractions():
    eq = y1 - (y - 2) / (x - 1) - ((y - 2) / (x - 1)) ** 2
    proved_by(linear_fractions, eq, {u(2): 3}, {x: (2, Rational(5, 2))})


@pytest.mark.parametrize(
    ("eq", "point", "begin", "expected"),
    [
        (2 * x * y + 1 + (x**2 + 2 * y) * y1, 0, 1, (sqrt(x**4 - 4 * x + 4) - x**2) / 2),
        (x * y + (x**2 - x * y) * y1 - 1, 2, 1, None),
        (y + (2 * x - exp(y) * y) * y1 - 0 * x, 1, -1, "none"),
    ],
    ids=str,
)
def test_potentials(eq, point, begin, expected):
    if expected == "none":
        assert list(exact(equation_of(eq, {u(point): begin}))) == []
        return
    found = proved_by(exact, eq, {u(point): begin}, {x: (point, point + 1)})
    assert expected is None or (found - expected).expand() == 0


def test_branches_of_the_derivative():
    found = proved_by(separable, y1**2 - y**3, {u(1): 4}, {x: (1, 2)})
    assert found == 4 / x**2


METHODS = [separable, bernoulli, homogeneous, of_a_line, linear_fractions]


@pytest.mark.parametrize("method", METHODS, ids=lambda f: f.__name__)
def test_others_are_left_alone(method):
    assert list(method(equation_of(y1 - y**2 - exp(x) - sin(x * y), initial(1, 1)))) == []
    assert list(method(equation_of(y2 - y**2, initial(1, 1, 0)))) == []
