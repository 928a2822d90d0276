import pytest
from series_makers import COLD, HEAT, REST, U, first_series, make_problem, u
from sympy import Eq, Rational, S, Sum, exp, pi, sin, sqrt, symbols
from sympy.abc import n, t, x, y

from sympy_ssde.reduction.series_expansion import Expansion
from sympy_ssde.reduction.series_modes import sides
from sympy_ssde.reduction.view import view


def expanded(*given):
    seen = view(make_problem(*given))
    inner = tuple(sides(seen, v) for v in seen.variables[:-1])
    values = tuple(c.value for c in seen.conditions)
    return Expansion(seen, seen.variables[-1], inner, seen.source, values).solution()


def test_terms_of_the_data_that_are_modes_stay_finite():
    found = expanded(HEAT, U, {**COLD, u(x, 0): x * (1 - x) + 3 * sin(2 * pi * x)})
    finite = 3 * exp(-4 * pi**2 * t) * sin(2 * pi * x)
    assert found - finite == expanded(HEAT, U, {**COLD, u(x, 0): x * (1 - x)})


def test_data_of_modes_alone_give_finite_sums():
    found = expanded(HEAT, U, {**COLD, u(x, 0): sin(pi * x) ** 3})
    assert not found.has(Sum)
    assert found.subs(t, 0).subs(x, Rational(1, 2)) == 1


def test_a_mode_in_resonance_is_a_term_of_its_own():
    forced = Eq(U.diff(t, 2), U.diff(x, 2) + x * sin(3 * pi * t))
    found = expanded(forced, U, {**COLD, u(x, 0): 0, **REST})
    (rest,) = found.atoms(Sum)
    assert rest.limits[0][1] == 4
    assert (found - rest).has(t)


def test_few_overdamped_modes_are_terms_of_their_own():
    damped = Eq(U.diff(t, 2) + 10 * U.diff(t), U.diff(x, 2))
    found = expanded(damped, U, {**COLD, u(x, 0): x, **REST})
    (rest,) = found.atoms(Sum)
    assert rest.limits[0][1] == 2
    assert (found - rest).has(sqrt(25 - pi**2))


def test_products_of_modes_in_two_variables():
    w = u(x, y, t)
    heat = Eq(w.diff(t), w.diff(x, 2) + w.diff(y, 2))
    cold = {u(0, y, t): 0, u(1, y, t): 0, u(x, 0, t): 0, u(x, 1, t): 0}
    found = expanded(heat, w, {**cold, u(x, y, 0): sin(2 * pi * x) * y * (1 - y)})
    (single,) = found.atoms(Sum)
    assert len(single.limits) == 1 and single.has(sin(2 * pi * x))
    both = expanded(heat, w, {**cold, u(x, y, 0): x * y})
    assert [len(s.limits) for s in both.atoms(Sum)] == [2]


def test_names_of_indices_are_not_those_of_the_problem():
    w = u(n, t)
    heat = Eq(w.diff(t), w.diff(n, 2))
    found = expanded(heat, w, {u(0, t): 0, u(1, t): 0, u(n, 0): n})
    (total,) = found.atoms(Sum)
    assert str(total.limits[0][0]) == "m"


@pytest.mark.parametrize("data", [1 / (1 + x), sqrt(x), exp(-(x**2))])
def test_data_whose_integrals_are_not_known(data):
    assert expanded(HEAT, U, {**COLD, u(x, 0): data}) is None


def test_parameters_stay():
    k, length = symbols("k L", positive=True)
    heat = Eq(U.diff(t), k * U.diff(x, 2))
    given = {u(0, t): 0, u(length, t): 0, u(x, 0): x * (length - x)}
    found = first_series(heat, U, given, {x: (0, length), t: (0, 1)})
    at = {k: S(2), length: S(3)}
    direct = first_series(
        heat.subs(at),
        U,
        {a.subs(at): S(b).subs(at) for a, b in given.items()},
        {x: (0, 3), t: (0, 1)},
    )
    assert (found.subs(at).args[0] - direct.args[0]).simplify() == 0
