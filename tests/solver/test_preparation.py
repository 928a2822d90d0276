"""What a search is given: language, points, physics."""

import numpy as np
from sympy import Function, sin
from sympy.abc import x

from sympy_ssde import Problem, SearchConfig
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.preparation import collocation, generator, language, prepared_physics

u = Function("u")


def test_the_language_is_widened_by_hints_only():
    wide = Problem(u(x).diff(x) - sin(2 * x), u(x), {u(0): 0})
    plain = SearchConfig(operators=("+", "*"), hints=False)
    hinted = SearchConfig(operators=("+", "*"))
    assert "sin" not in language(wide, Options(config=plain)).names
    assert "sin" in language(wide, Options(config=hinted)).names
    assert "sin" not in language(wide, Options(config=hinted, own_library=True)).names


def test_a_user_library_stays_as_it_is():
    narrow = SearchConfig(operators=("+", "*"), interior=8, condition=4)
    problem = Problem(u(x).diff(x) - sin(x), u(x), {u(0): 0})
    options = Options(config=narrow, own_library=True)
    physics = prepared_physics(problem, options, generator(options))
    assert [n for n in physics.library.names if n in ("+", "*", "sin")] == ["+", "*"]
    assert physics.equation is not None


def test_points_hardly_grow_with_the_dimension():
    one, ten = (collocation(SearchConfig(), d, 2 * d) for d in (1, 10))
    assert one.interior < ten.interior < 5 * one.interior and ten.condition <= one.condition


def test_the_same_seed_gives_the_same_numbers():
    draws = [generator(Options(seed=seed)).random(4) for seed in (5, 5, 6)]
    assert np.array_equal(draws[0], draws[1]) and not np.array_equal(draws[0], draws[2])
