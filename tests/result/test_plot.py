"""Pictures of solutions and searches: what is drawn is what the numbers say."""

import sys

import numpy as np
import pytest
from solutions import (
    SHAPES,
    decay,
    disk,
    heat,
    heat_in_a_square,
    k,
    nothing,
    oscillator,
    poisson_in_a_cube,
    pole,
    rough_heat,
    solution,
    t,
    x,
)
from sympy import Eq, Float, Function, Symbol, exp

from sympy_ssde import Problem, ProblemError
from sympy_ssde.result.plot import RED, _limits
from sympy_ssde.result.section import Section


def drawn(figure):
    """Draw the figure, and return its panels."""
    figure.canvas.draw()
    return figure.axes


def lines(panel, *, red):
    return [line for line in panel.lines if (line.get_color() == RED) == red]


def mesh(panel):
    (found,) = [c for c in panel.collections if hasattr(c, "get_coordinates")]
    return found


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("residual", [True, False])
def test_every_shape_of_problem_has_a_picture(name, residual, tmp_path):
    figure = SHAPES[name]().plot(residual=residual)
    figure.savefig(tmp_path / "picture.png", dpi=40)
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")
    assert figure.axes


def test_a_curve_has_the_values_of_the_solution():
    (panel,) = drawn(oscillator().plot())
    (curve,) = lines(panel, red=False)
    places, values = curve.get_data()
    assert places[[0, -1]] == pytest.approx([0, 2 * np.pi])
    assert values == pytest.approx(np.sin(places))


def test_data_are_marked_where_they_stand():
    (panel,) = drawn(oscillator().plot())
    value, tangent = lines(panel, red=True)
    assert [c.tolist() for c in value.get_data()] == [[0], [0]]
    (low, high), heights = tangent.get_data()
    assert low == 0 < high and heights == pytest.approx([0, high])


def test_parameters_make_a_family():
    (panel,) = drawn(decay().plot())
    labels = [text.get_text() for text in panel.get_legend().get_texts()]
    assert labels == ["k = 6/5", "k = 2", "k = 14/5"]
    curves = lines(panel, red=False)
    for curve, rate in zip(curves, (1.2, 2, 2.8), strict=True):
        assert curve.get_ydata() == pytest.approx(np.exp(-rate * curve.get_xdata()))
    (panel,) = drawn(decay().plot(at={k: 1}))
    assert len(lines(panel, red=False)) == 1 and panel.get_title() == "at k = 1"


def test_a_pole_does_not_flatten_the_rest_but_a_peak_is_shown():
    low, high = drawn(pole().plot())[0].get_ylim()
    assert -1 < low < 0.5 and 5 < high < 40
    problem = oscillator().problem

    peak = solution(problem, 100 * exp(-((10 * (x - 3)) ** 2)), checked=False)
    assert _limits(peak, Section.of(problem, (x,)))[1] > 99


def test_a_map_has_the_values_at_its_places():
    surface, heat_map, _ = drawn(disk().plot())
    found = mesh(heat_map)
    corners = found.get_coordinates()
    centers = (corners[1:, 1:] + corners[:-1, 1:] + corners[1:, :-1] + corners[:-1, :-1]) / 4
    wanted = (centers**2).sum(-1).ravel()
    assert np.abs(found.get_array().ravel() - wanted).max() < 0.02
    (edge,) = lines(heat_map, red=True)
    assert np.hypot(*edge.get_data()) == pytest.approx(np.ones(60))
    assert surface.name == "3d"


def test_frames_show_several_times():
    panels = drawn(heat().plot(times=3))
    assert [p.get_title() for p in panels[:3]] == ["t = 0", "t = 1/8", "t = 1/4"]
    for panel, time in zip(panels, (0, 0.125, 0.25), strict=False):
        (curve,) = lines(panel, red=False)
        places, values = curve.get_data()
        assert values == pytest.approx(np.exp(-(np.pi**2) * time) * np.sin(np.pi * places))
    assert len({p.get_ylim() for p in panels[:3]}) == 1
    (start,) = [line for line in lines(panels[0], red=True) if len(line.get_xdata()) > 1]
    assert start.get_ydata() == pytest.approx(np.sin(np.pi * start.get_xdata()))


def test_frames_in_two_dimensions_share_their_colours():
    panels = drawn(heat_in_a_square().plot())
    maps = [mesh(p) for p in panels[:4]]
    assert len({(m.norm.vmin, m.norm.vmax) for m in maps}) == 1
    largest = [m.get_array().max() for m in maps]
    assert largest == pytest.approx([np.exp(-2 * np.pi**2 * i / 24) for i in range(4)], rel=0.01)


def test_more_dimensions_are_cut_in_the_middle_or_where_one_wants():
    assert drawn(poisson_in_a_cube().plot())[1].get_title() == "at z = 0"
    panels = drawn(poisson_in_a_cube().plot(at={x: 1}))
    assert panels[1].get_title() == "at x = 1"
    assert (panels[1].get_xlabel(), panels[1].get_ylabel()) == ("y", "z")
    with pytest.raises(ProblemError, match="at= names t"):
        poisson_in_a_cube().plot(at={t: 0})


def test_the_residual_is_shown_where_nothing_is_proved():
    titles = [p.get_title() for p in drawn(rough_heat().plot())]
    assert "log10 |residual|" in titles
    assert "log10 |residual|" not in [p.get_title() for p in drawn(heat().plot())]
    wrong = oscillator()
    problem = wrong.problem

    _, panel = drawn(solution(problem, x**2, checked=False).plot())
    (curve,) = panel.lines
    places, values = curve.get_data()
    assert values == pytest.approx(places**2 + 2)


def test_a_residual_that_vanishes_is_said_to():
    _, panel = drawn(oscillator().plot(residual=True))
    assert [text.get_text() for text in panel.texts] == ["0 at every point"]


def test_everything_fixed_but_one_variable_is_a_curve():
    (panel,) = drawn(heat().plot(at={t: 0}))
    (curve,) = lines(panel, red=False)
    assert curve.get_ydata() == pytest.approx(np.sin(np.pi * curve.get_xdata()))
    (panel,) = drawn(heat().plot(at={x: 0.5}))
    (curve,) = lines(panel, red=False)
    assert curve.get_ydata() == pytest.approx(np.exp(-(np.pi**2) * curve.get_xdata()))


def test_nothing_found_is_a_picture_that_says_so():
    figure = nothing().plot()
    assert figure.texts[0].get_text() == "nothing was found that could be shown"


def test_names_are_not_read_as_formulas():
    a, f = Symbol("a$b"), Function("f$")
    problem = Problem(Eq(f(a).diff(a), 2 * a), f(a), {f(0): 0})

    drawn(solution(problem, a**2, checked=False).plot())


def test_constant_solutions_and_solutions_without_values_can_be_drawn():

    problem = oscillator().problem
    drawn(solution(problem, Float(0) * x, checked=False).plot())
    drawn(solution(problem, (-1 - x) ** Float("0.5"), checked=False).plot())


def test_a_number_of_frames_is_expected():
    with pytest.raises(ProblemError, match="times is 0; a whole number of frames"):
        heat().plot(times=0)


def test_pictures_show_themselves_in_notebooks():
    assert oscillator().plot()._repr_png_().startswith(b"\x89PNG")


def test_no_screen_and_no_global_state_are_needed():
    oscillator().plot()
    if "matplotlib.pyplot" in sys.modules:
        assert not sys.modules["matplotlib.pyplot"].get_fignums()
