"""Panels: one function of a solution, with what belongs to it."""

import numpy as np
import pytest
from solutions import disk, heat, nothing, rotation, solution, t, waves, x, y
from sympy import Float, Function, Symbol, exp, tan

from sympy_ssde import Problem
from sympy_ssde.result.figure import RED, new_figure
from sympy_ssde.result.panels import (
    CURVE,
    MAP,
    add_title,
    components,
    draw_curve,
    draw_map,
    draw_residual_curve,
    draw_residual_map,
    draw_surface,
    joined,
    limits_of,
    place_number,
    shown_name,
)
from sympy_ssde.result.section import Section


def panel(**rest):
    return new_figure(4, 3).add_subplot(**rest)


def test_components_are_the_functions_in_their_order():
    first, second = components(waves())
    assert (first.name, second.name) == ("u", "v") and (first.number, second.number) == (0, 1)
    assert (first.expr, second.expr) == waves().exprs
    assert [c.name for c in components(heat())] == ["u"] and components(nothing()) == []


@pytest.mark.parametrize("number", [0, 1])
def test_a_curve_shows_the_data_of_its_own_function(number):
    found = rotation()
    drawn = panel()
    draw_curve(drawn, components(found)[number], Section.of(found.problem, (t,)), "#123456")
    curve, data = drawn.lines
    assert data.get_color() == RED and data.get_ydata() == [1, 0][number]
    assert len(curve.get_xdata()) == CURVE and drawn.get_ylabel() == "uv"[number]


def test_a_map_marks_the_places_of_its_own_function():
    found = waves()
    section = Section.of(found.problem, (x, t))
    counts = []
    for component in components(found):
        drawn = panel()
        draw_map(drawn, component, section)
        counts.append(sorted(line.get_linestyle() for line in drawn.lines))
    assert counts == [["-", "-", ":"], ["-", ":"]]


def test_a_surface_has_the_values_of_conditions_as_lines():
    found = disk()
    drawn = panel(projection="3d")
    draw_surface(drawn, components(found)[0], Section.of(found.problem, (x, y)))
    (edge,) = drawn.lines
    assert np.array(edge.get_data_3d()[2]) == pytest.approx(np.ones(60))
    assert drawn.get_title() == "u"


def test_residuals_of_a_solution_vanish():
    found = heat()
    drawn = panel()
    draw_residual_curve(drawn, found, Section.of(found.problem, (x,)))
    assert drawn.texts[0].get_text() == "0 at every point"
    figure = new_figure(4, 3)
    draw_residual_map(figure, figure.add_subplot(), found, Section.of(found.problem, (x, t)))
    assert figure.axes[0].texts[0].get_text() == "0 at every point"


def test_residuals_of_an_approximation_are_digits():
    found = heat(x * t, checked=False)
    figure = new_figure(4, 3)
    draw_residual_map(figure, figure.add_subplot(), found, Section.of(found.problem, (x, t)))
    (mesh,) = [c for c in figure.axes[0].collections if hasattr(c, "get_coordinates")]
    centers = (np.arange(MAP) + 0.5) / MAP
    assert np.asarray(mesh.get_array()).ravel()[::MAP] == pytest.approx(np.log10(centers))


# labels and limits ------------------------------------------------------------------------------


def limits(expr, *sections):
    problem = heat().problem
    sections = sections or (Section.of(problem, (x,)),)
    return limits_of(components(solution(problem, expr, checked=False))[0], *sections)


def test_limits_contain_the_values_with_a_margin():
    low, high = limits(x)
    assert -0.05 < low < 0 and 1 < high < 1.05


def test_limits_of_several_sections_contain_all_and_ignore_where_nothing_happens():
    problem = heat().problem
    early, late = (Section.of(problem, (x,), {t: place}) for place in (0, Float("0.25")))
    low, high = limits(4 * t * exp(-x), early, late)
    assert -0.1 < low < 0 and 1 < high < 1.1


@pytest.mark.parametrize("value", [0, 3, -2])
def test_constants_have_room_around_them(value):
    low, high = limits(value + 0 * x)
    assert low < value < high and high - low >= 0.1


def test_poles_do_not_count_and_nothing_has_limits_too():
    low, high = limits(tan(2 * x))
    assert high - low < 100
    assert limits((-1 - x) ** Float("0.5")) == (0, 1)
    assert joined([(0, 1), (-1, 0.5)]) == (-1, 1)


def test_names_and_numbers():
    assert shown_name("a$b") == r"a\$b"
    assert place_number(Float("0.3333333333")) == "0.333"
    assert place_number(Symbol("k") ** 2 + 100) == "k**2 + 100"


def test_titles_say_what_is_drawn_and_where():
    k = Symbol("k", positive=True)
    u = Function("u")
    problem = Problem(u(x).diff(x) - k * u(x), u(x), {u(0): 1}, params={k: (1, 3)})
    drawn = panel()
    add_title(drawn, None)
    assert drawn.get_title() == ""
    add_title(drawn, Section.of(problem, (x,)), "u")
    assert drawn.get_title() == "u, at k = 2"
    add_title(drawn, Section.of(problem, (x,)))
    assert drawn.get_title() == "at k = 2"
