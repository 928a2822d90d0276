import pytest
from series_makers import COLD, HEAT, U, make_problem, u
from sympy import Abs, Eq, S, Symbol, simplify, sin, sinh
from sympy.abc import t, x, y

from sympy_ssde.reduction.series_lifting import liftings, remaining
from sympy_ssde.reduction.series_modes import sides
from sympy_ssde.reduction.view import view


def slope(place):
    return U.diff(x).subs(x, place)


def lifted(*given):
    seen = view(make_problem(*given))
    return seen, list(liftings(seen, t, [sides(seen, x)]))


def test_nothing_to_lift():
    assert lifted(HEAT, U, {**COLD, u(x, 0): x})[1] == []


def test_a_steady_state_takes_sides_and_source():
    warm = Eq(U.diff(t), U.diff(x, 2) - U)
    seen, found = lifted(warm, U, {u(0, t): 1, u(1, t): 0, u(x, 0): 0})
    assert simplify(found[0] - sinh(1 - x) / sinh(1)) == 0
    source, values = remaining(seen, found[0])
    assert source == 0
    assert [v for c, v in zip(seen.conditions, values, strict=True) if c.variable == x] == [0, 0]


@pytest.mark.parametrize(
    "given",
    [
        {u(0, t): sin(t), u(2, t): t},
        {slope(0): t, slope(2): 1},
        {u(0, t): t**2, slope(2): 3},
        {slope(0): 1, u(2, t): t},
    ],
)
def test_polynomials_take_sides_that_change(given):
    seen, found = lifted(HEAT, U, {**given, u(x, 0): 0}, {x: (0, 2), t: (0, 1)})
    _, values = remaining(seen, found[-1])
    assert [v for c, v in zip(seen.conditions, values, strict=True) if c.variable == x] == [0, 0]


def test_a_beam_with_given_ends():
    beam = Eq(U.diff(t, 2), -U.diff(x, 4))
    bent = U.diff(x, 2)
    ends = {u(0, t): t, u(1, t): 0, bent.subs(x, 0): 0, bent.subs(x, 1): t**2}
    seen, found = lifted(beam, U, {**ends, u(x, 0): 0})
    _, values = remaining(seen, found[-1])
    assert not any(values[:4])


def test_symbols_stay():
    a, length = Symbol("a"), Symbol("L", positive=True)
    given = {u(0, t): a, u(length, t): 0, u(x, 0): 0}
    _, found = lifted(HEAT, U, given, {x: (0, length), t: (0, 1)})
    assert simplify(found[0] - a * (1 - x / length)) == 0


def test_an_incompatible_flux_has_no_steady_state():
    _, found = lifted(HEAT, U, {slope(0): 0, slope(1): 1, u(x, 0): S.Zero})
    assert found == [x**2 / 2]


def plate(sides_of_x, sides_of_y, source=0):
    w = u(x, y, t)
    equation = Eq(w.diff(t), w.diff(x, 2) + w.diff(y, 2) + source)
    domain = {x: (0, 1), y: (0, 1), t: (0, 1)}
    seen = view(make_problem(equation, w, {**sides_of_x, **sides_of_y, u(x, y, 0): 0}, domain))
    return list(liftings(seen, t, [sides(seen, x), sides(seen, y)]))


def test_a_plate_with_insulated_sides_is_lifted_as_a_rod():
    insulated = {u(x, y, t).diff(y).subs(y, end): 0 for end in (0, 1)}
    assert plate({u(0, y, t): 1, u(1, y, t): 3}, insulated)[0] == 2 * x + 1
    assert plate({u(0, y, t): t, u(1, y, t): 0}, insulated) == [t - t * x]
    assert plate({u(0, y, t): y, u(1, y, t): 0}, insulated) == []
    cold = {u(x, 0, t): 0, u(x, 1, t): 0}
    assert plate({u(0, y, t): 1, u(1, y, t): 3}, cold) == []


def test_data_that_bend_are_not_lifted():
    given = {u(0, t): 0, u(1, t): Abs(t - S.Half), u(x, 0): 0}
    assert lifted(HEAT, U, given)[1] == []
