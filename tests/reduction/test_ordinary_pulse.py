"""Pulses and fronts at the energy of an equilibrium."""

import pytest
from ordinary_makers import equation_of, initial, proved_by, u, y, y1, y2
from sympy import Rational, cosh, exp, oo, sqrt, symbols
from sympy.abc import x

from sympy_ssde.reduction.ordinary_pulse import pulses

k = symbols("k", positive=True)


@pytest.mark.parametrize(
    ("eq", "conditions", "expected"),
    [
        (y2 - 6 * y + 6 * y**2 - y**3, initial(0, 2, 0), 6 / (cosh(sqrt(6) * x) + 2)),
        (y2 - y + 3 * y**2 + 2 * y**3, initial(0, sqrt(2) - 1, 0), 1 / (sqrt(2) * cosh(x) + 1)),
        (y2 - k**2 * y + 3 * y**2, initial(0, k**2 / 2, 0), k**2 / (1 + cosh(k * x))),
        (y2 + 2 * y - 2 * y**3, initial(0, 0, 1), (exp(2 * x) - 1) / (exp(2 * x) + 1)),
        (y2 - 6 * y**2 + 6 * y, initial(0, Rational(3, 2), 0), None),
    ],
    ids=str,
)
def test_at_the_energy_of_an_equilibrium(eq, conditions, expected):
    found = proved_by(pulses, eq, conditions, {x: (0, Rational(1, 2))})
    if expected is not None:
        assert all(abs((found - expected).subs({x: v, k: v + 1}).n()) < 1e-12 for v in (0.1, 0.4))


def test_what_tends_to_an_equilibrium():
    found = proved_by(pulses, y2 - 4 * y + 6 * y**2, {u(0): 1, u(oo): 0}, {x: (0, oo)})
    assert abs((found - 1 / cosh(x) ** 2).subs(x, 0.7).n()) < 1e-12


@pytest.mark.parametrize(
    ("eq", "conditions"),
    [
        (y2 - 6 * y + 6 * y**2 - y**3, initial(0, 2, 1)),  # another energy
        (y2 - y**4 + y, initial(0, 1, 0)),
        (y2 - y1 - y**2 + y, initial(0, 2, 1)),
        (y2 - x * y**2 + y, initial(0, 2, 1)),
        (y1 - y**2 + y, initial(0, 2)),
    ],
    ids=str,
)
def test_others_are_left_alone(eq, conditions):
    assert list(pulses(equation_of(eq, conditions))) == []
