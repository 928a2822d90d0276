import pytest
from ordinary_makers import equation_of, initial, proved_by, u, y, y1, y2, y3
from sympy import S, asin, atan, cos, exp, log, sin, sqrt, symbols, tan, tanh
from sympy.abc import x

from sympy_ssde.reduction.ordinary_order import (
    clairaut,
    liouville,
    riccati,
    scaling,
    without_x,
    without_y,
)

k, m, g = symbols("k m g", positive=True)
HALF = {x: (0, S.Half)}


@pytest.mark.parametrize(
    ("method", "eq", "conditions", "domain", "expected"),
    [
        (without_y, y2 - y1**2, initial(0, 0, 1), HALF, -log(1 - x)),
        (without_y, y2 - 1 - y1**2, initial(0, 0, 0), None, -log(cos(x))),
        (without_y, (1 + x**2) * y2 + 2 * x * y1, {u(0): 0, u(1): 1}, None, 4 * atan(x) / S.Pi),
        (without_y, x * y3 - y2, initial(1, 0, 0, 6), None, x**3 - 3 * x + 2),
        (without_x, y2 - 2 * y**3, initial(0, 1, 1), HALF, 1 / (1 - x)),
        (without_x, y2 - exp(2 * y), initial(0, 0, 1), HALF, -log(1 - x)),
        (without_x, y2 - 2 * y * y1, initial(0, 0, 1), None, tan(x)),
        (without_x, y2 + sin(y), initial(0, 0, 2), None, 2 * asin(tanh(x))),
        (without_x, y * y2 + y1**2 + 1, initial(0, 1, 1), None, sqrt(1 + 2 * x - x**2)),
        (without_x, y * y2 + y1**2 + 1, initial(0, -1, -1), None, -sqrt(1 + 2 * x - x**2)),
        (without_x, y2 - y**3, initial(0, 0, 0), None, 0),
        (without_x, y2 - exp(y), initial(0, 0, 0), None, log(1 + tan(sqrt(2) * x / 2) ** 2)),
        (clairaut, y - x * y1 - y1**2, {u(0): 1}, None, 1 - x),
        (scaling, y * y2 - y1**2 - y * y1, initial(0, 1, 2), None, exp(2 * exp(x) - 2)),
        (liouville, y2 + y1**2 / y, initial(0, 1, 1), None, sqrt(2 * x + 1)),
        (riccati, y1 - y**2 - 1, {u(0): 0}, None, tan(x)),
        (riccati, y1 + y**2 - 2 / x**2, {u(1): 2}, {x: (1, 2)}, 2 / x),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_smaller_equations(method, eq, conditions, domain, expected):
    found = proved_by(method, eq, conditions, domain)
    assert (found - expected).simplify() == 0


def test_with_symbols():
    proved_by(without_y, m * y2 - m * g + k * y1**2, initial(0, 0, 0))
    proved_by(without_y, m * y2 - m * g + k * y1, initial(0, 0, 0))


@pytest.mark.parametrize("method", [without_y, without_x, scaling, liouville, riccati, clairaut])
def test_others_are_left_alone(method):
    equation = equation_of(y2 - sin(x) * y - x * y**2, initial(0, 1, 0))
    arguments = (equation,) if method in (liouville, clairaut) else (equation, lambda e: iter(()))
    assert list(method(*arguments)) == []
