"""Sections of domains and values on them."""

import numpy as np
import pytest
from solutions import decay, disk, heat, poisson_in_a_cube, rotation
from sympy import Function, S, Symbol, besselj, oo, sqrt, symbols

from sympy_ssde import Problem, ProblemError
from sympy_ssde.problem.domain import Range
from sympy_ssde.result.section import (
    Section,
    condition_line,
    finite_ends,
    given_value,
    place_in,
    residual_of,
    time_of,
    values_at,
)

x, y, z, t = symbols("x y z t")
k = Symbol("k", positive=True)
n = Symbol("n", integer=True, positive=True)
u = Function("u")


def test_infinite_ends_move_into_the_window():
    assert finite_ends(Range(x, -oo, oo)) == (-4, 4)
    assert finite_ends(Range(x, -oo, k)) == (k - 4, k)
    assert finite_ends(Range(x, k, oo)) == (k, k + 4)


def test_places_of_whole_numbers_are_whole():
    assert place_in(Range(n, S(1), S(4)), S.Half) == 3
    assert place_in(Range(k, S(1), S(4)), S.Half) == S(5) / 2


def test_others_stand_in_the_middle_unless_they_are_given():
    problem = poisson_in_a_cube().problem
    assert Section.of(problem, (x, y)).fixed == {z: 0}
    assert Section.of(problem, (x,), {z: 1}).fixed == {y: 0, z: 1}
    assert Section.of(problem, (x, y)).caption == "z = 0"
    with pytest.raises(ProblemError, match="at= names t; the symbols of the problem are: x, y, z"):
        Section.of(problem, (x,), {t: 1})


def test_a_grid_fills_the_domain_in_its_own_shape():
    section = Section.of(disk().problem, (x, y))
    places = section.places(21)
    assert places[x].shape == places[y].shape == (21, 21)
    radii = places[x] ** 2 + places[y] ** 2
    assert radii.max() == pytest.approx(1) and (radii <= 1 + 1e-12).all()
    inner = section.places(20, centers=True)
    assert (inner[x] ** 2 + inner[y] ** 2 < 1).all()


def test_values_are_those_of_the_expression():
    solution = decay()
    section = Section.of(solution.problem, (x,), {k: 2})
    places = section.places(5)
    assert places[x].tolist() == [0, 1, 2, 3, 4]
    assert values_at(solution.expr, places) == pytest.approx(np.exp(-2 * places[x]))


def test_what_has_no_real_value_is_nan():
    places = {x: np.array([[-1.0, 0.0], [1.0, 4.0]])}
    assert np.isnan(values_at(sqrt(x), places)[0, 0]) and np.isnan(values_at(1 / x, places)[0, 1])
    assert values_at(sqrt(x), places)[1].tolist() == [1, 2]


def test_functions_without_a_compiled_form_have_values_too():
    places = {x: np.array([0.0, 1.0])}
    assert values_at(besselj(0, x), places) == pytest.approx([1, 0.7651976865579666])


def test_time_is_known_by_its_name():
    assert time_of(heat().problem) == t
    assert time_of(disk().problem) is None
    assert time_of(Problem(u(t).diff(t) - u(t), u(t), {u(0): 1})) is None


def test_a_solution_leaves_nothing_over_and_others_do():
    solution = heat()
    left = [residual_of(c, solution.exprs, solution.problem) for c in solution.problem.constraints]
    assert left == [0, 0, 0, 0]
    assert residual_of(solution.problem.equations[0], [x * t], solution.problem) == x


def test_residuals_of_a_system_take_all_of_its_functions():
    found = rotation()
    assert [residual_of(c, found.exprs, found.problem) for c in found.problem.constraints] == [
        0
    ] * 4
    left = [residual_of(c, (t, 2 * t), found.problem) for c in found.problem.constraints]
    assert left == [1 - 2 * t, 2 + t, -1, 0]


def test_conditions_give_values_or_lie_somewhere():
    problem = heat().problem
    whole = Section.of(problem, (x, t))
    left, _, initial = problem.conditions
    assert given_value(left) == 0
    line = condition_line(left, 0, whole, 3)
    assert line[x].tolist() == [0, 0, 0] and line[t].tolist() == [0, 0.125, 0.25]
    assert condition_line(initial, 0, Section.of(problem, (x,), {t: 0}), 3)[x].tolist() == [
        0,
        0.5,
        1,
    ]
    assert condition_line(initial, 0, Section.of(problem, (x,), {t: 0.1})) is None
    assert condition_line(left, 0, Section.of(problem, (x,), {t: 0.1}))[x].tolist() == [0]


def test_a_curve_has_its_own_parameter():
    solution = disk()
    section = Section.of(solution.problem, (x, y))
    line = condition_line(solution.problem.conditions[0], 0, section)
    assert line[x] ** 2 + line[y] ** 2 == pytest.approx(np.ones(60))


def test_conditions_that_are_not_linear_give_no_value():
    problem = Problem(u(x).diff(x) - 1, u(x), [u(0) ** 2 - 1])
    assert given_value(problem.conditions[0]) is None
