import numpy as np
import pytest
from scipy.integrate import quad
from sympy import Eq, Function, Rational, S, Symbol, cos, exp, lambdify, pi, sin
from sympy.abc import t, x

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.series_modes import Ends, Family, Sides, families, sides
from sympy_ssde.reduction.view import view

n = Symbol("n", integer=True, positive=True)
u = Function("u")
U = u(x, t)
HEAT = Eq(U.diff(t), U.diff(x, 2))
NOTHING = ((), ())


def slope(place):
    return U.diff(x).subs(x, place)


@pytest.mark.parametrize(
    "given, ends",
    [
        ({u(0, t): 0, u(2, t): t}, Ends.DD),
        ({slope(0): 0, slope(2): t}, Ends.NN),
        ({u(0, t): 0, slope(2): 0}, Ends.DN),
        ({slope(0): 0, u(2, t): 0}, Ends.ND),
        ({u(0, t) - u(2, t): 0, slope(0) - slope(2): 0}, Ends.PERIOD),
    ],
)
def test_ends_are_told(given, ends):
    seen = view(Problem(HEAT, U, {**given, u(x, 0): 0}, {x: (0, 2), t: (0, 1)}))
    found = sides(seen, x)
    assert (found.ends, found.low, found.high) == (ends, 0, 2)
    assert found.is_homogeneous is all(v == 0 for v in given.values())


def test_a_beam_has_two_conditions_at_each_end():
    beam = Eq(U.diff(t, 2), -U.diff(x, 4))
    bent = U.diff(x, 2)
    given = {u(0, t): 0, u(1, t): 0, bent.subs(x, 0): 0, bent.subs(x, 1): 0, u(x, 0): 0}
    assert sides(view(Problem(beam, U, given)), x).ends is Ends.DD


def test_other_ends_have_no_modes_here():
    robin = [Eq(u(0, t), 0), Eq(slope(1) + u(1, t), 0), Eq(u(x, 0), 0)]
    assert sides(view(Problem(HEAT, U, robin)), x) is None
    seen = view(Problem(HEAT, U, {u(0, t): 0, u(1, t): 0, u(x, 0): 0}))
    assert sides(seen, t) is None


@pytest.mark.parametrize("ends", list(Ends))
def test_modes_are_orthogonal_and_normed(ends):
    found = families(Sides(x, S(-1), S(2), ends, NOTHING), n)
    single = [f if f.index is None else f.at(k) for f in found for k in (1, 2, 3)]
    functions = list(dict.fromkeys(f.function for f in single))
    for first in functions:
        for second in functions:
            size = quad(lambdify(x, first * second), -1, 2)[0]
            expected = (3.0 if first == 1 else 1.5) if first == second else 0.0
            assert size == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("ends", list(Ends))
def test_series_of_coefficients_converge_to_the_function(ends):
    data = x**2 * (2 - x)
    total = 0.0
    for family in families(Sides(x, S.Zero, S(2), ends, NOTHING), n):
        coefficient = family.coefficient(data)
        if family.index is None:
            total += float(coefficient)
            continue
        term = lambdify(n, (coefficient * family.function).subs(x, Rational(4, 5)))
        total += np.sum(term(np.arange(1, 3000, dtype=float)))
    assert total == pytest.approx(0.64 * 1.2, abs=2e-3)


def test_a_gauge_is_a_weight():
    mode = Family(x, S.Zero, S.One, sin, pi * n, n, gauge=S(1))
    found = mode.coefficient(exp(x) * sin(2 * pi * x) + exp(x) * x)
    assert mode.exceptions(exp(x) * sin(2 * pi * x)) == {2}
    assert (found + 2 * (-1) ** n / (pi * n)).simplify() == 0


def test_a_single_mode_has_its_own_coefficient():
    mode = Family(x, S.Zero, S.One, cos, pi * n, n).at(3)
    assert mode.index is None
    assert mode.coefficient(cos(3 * pi * x)) == 1
