"""Phase portraits and vector fields."""

import numpy as np
import pytest
from solutions import decay_chain, heat, rotation, solution, t, two_masses, vortex, waves, x, y
from sympy import Function, symbols

from sympy_ssde import Problem
from sympy_ssde.result.figure import RED, new_figure
from sympy_ssde.result.panels import components
from sympy_ssde.result.portrait import (
    ARROWS,
    HEADS,
    draw_arrows,
    draw_portraits,
    field_limit,
    field_name,
    vector_of,
)
from sympy_ssde.result.section import Section

z = symbols("z")


def portraits(found):
    figure = new_figure(4, 4)
    variable = found.problem.variables[0]
    draw_portraits(figure, components(found), [Section.of(found.problem, (variable,))], ["blue"])
    return figure.axes


@pytest.mark.parametrize(
    ("made", "titles"),
    [
        (rotation, ["v against u"]),
        (decay_chain, ["u, v and w"]),
        (two_masses, ["v against u", "p against w"]),
    ],
)
def test_what_is_drawn_against_what(made, titles):
    assert [p.get_title() for p in portraits(made())] == titles


def test_the_start_and_the_direction_are_marked():
    (panel,) = portraits(rotation())
    (start,) = [k for k in panel.lines if k.get_color() == RED and len(k.get_xdata())]
    assert (start.get_xdata(), start.get_ydata()) == (1, 0)
    heads = panel.texts
    assert len(heads) == len(HEADS)
    for head in heads:
        (a, b), (c, d) = head.xyann, head.xy
        assert a * d - b * c < 0  # clockwise


def test_a_state_of_rest_is_a_point_without_arrowheads():
    found = solution(rotation().problem, 1 + 0 * t, 2 + 0 * t, checked=False)
    (panel,) = portraits(found)
    assert not panel.texts and len(panel.lines) >= 2


def test_sizes_that_differ_have_scales_of_their_own():
    found = solution(rotation().problem, t, 100 * t**2, checked=False)
    (panel,) = portraits(found)
    assert panel.get_xlim()[1] < 7 and panel.get_ylim()[1] > 3000


def test_a_pole_does_not_spoil_the_portrait():
    found = solution(rotation().problem, t, 1 / (t - 2), checked=False)
    (panel,) = portraits(found)
    assert panel.get_ylim()[1] < 1000


# vector fields ----------------------------------------------------------------------------------


def named(*names, variables=(x, y)):
    """The functions of a solution with these names."""
    functions = [Function(n)(*variables) for n in names]
    equations = [f.diff(variables[0]) for f in functions]
    start = {f.subs(variables[0], 0): 1 for f in functions}
    problem = Problem(equations, functions, start, dict.fromkeys(variables, (0, 1)))
    return components(solution(problem, *[x + i for i in range(len(names))], checked=False))


@pytest.mark.parametrize(
    ("names", "variables", "axes", "pair"),
    [
        ("uv", (x, y), (x, y), "uv"),
        ("ab", (x, y), (x, y), "ab"),  # two functions in the plane
        ("uvp", (x, y), (x, y), "uv"),
        ("puv", (x, y), (x, y), "uv"),
        ("uvp", (x, y, t), (x, y), "uv"),
        ("uvw", (x, y, z), (x, y), "uv"),
        ("uvw", (x, y, z), (y, z), "vw"),
        (("E_x", "E_y", "B"), (x, y), (x, y), ("E_x", "E_y")),
        (("Ex", "Ey", "B"), (x, y), (x, y), ("Ex", "Ey")),
        (("q1", "q2", "T"), (x, y), (x, y), ("q1", "q2")),
        (("q_1", "q_2", "T"), (x, y), (x, y), ("q_1", "q_2")),
        ("abc", (x, y), (x, y), None),
        ("ab", (x, y, z), (x, y), None),
        ("uv", (x, t), (x, t), None),
        ("uv", (x, y), (x,), None),
        ("u", (x, y), (x, y), None),
    ],
)
def test_which_functions_are_a_vector(names, variables, axes, pair):
    found = vector_of(named(*names, variables=variables), axes)
    assert (found and tuple(c.name for c in found)) == (pair and tuple(pair))


def test_no_functions_are_no_vector():
    assert vector_of([], (x, y)) is None and vector_of(components(heat()), (x, t)) is None
    assert vector_of(components(waves()), (x, t)) is None


def test_arrows_have_the_values_of_the_field():
    found = vortex()
    section = Section.of(found.problem, (x, y))
    pair = tuple(components(found))
    limit = field_limit(pair, [section])
    assert 1.3 < limit < 1.5 and field_name(pair) == "(u, v)"
    panel = new_figure(4, 4).add_subplot()
    draw_arrows(panel, pair, section, limit)
    (field,) = [c for c in panel.collections if hasattr(c, "U")]
    assert field.U.size == ARROWS**2
    assert pytest.approx(-field.Y) == field.U and pytest.approx(field.X) == field.V
    draw_arrows(panel, pair, section, 0.5)
    short = [c for c in panel.collections if hasattr(c, "U")][-1]
    assert np.any(short.Umask)  # longer ones are left out


def test_a_field_that_vanishes_has_a_limit():
    pair = tuple(components(solution(vortex().problem, 0 * x, 0 * x, checked=False)))
    assert field_limit(pair, [Section.of(vortex().problem, (x, y))]) == 1
