"""Pictures of solutions and searches: what is drawn is what the numbers say."""

import sys

import numpy as np
import pytest
from solutions import (
    SHAPES,
    SYSTEMS,
    decay,
    decay_chain,
    disk,
    heat,
    heat_in_a_square,
    k,
    nothing,
    oscillator,
    poisson_in_a_cube,
    pole,
    rotation,
    rough_heat,
    rough_waves,
    solution,
    t,
    taylor_green,
    two_masses,
    u,
    v,
    vortex,
    waves,
    x,
)
from sympy import Eq, Float, Function, Symbol, cos, exp, sin

from sympy_ssde import Problem, ProblemError
from sympy_ssde.result.figure import RED
from sympy_ssde.result.panels import components, limits_of
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


@pytest.mark.parametrize("name", [*SHAPES, *SYSTEMS])
@pytest.mark.parametrize("residual", [True, False])
def test_every_shape_of_problem_has_a_picture(name, residual, tmp_path, caplog):
    figure = {**SHAPES, **SYSTEMS}[name]().plot(residual=residual)
    figure.savefig(tmp_path / "picture.png", dpi=40)
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")
    assert figure.axes and not caplog.records  # matplotlib logs what it can't lay out


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
    assert limits_of(components(peak)[0], Section.of(problem, (x,)))[1] > 99


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


def test_three_variables_are_cut_into_slices_or_where_one_wants():
    slices = drawn(poisson_in_a_cube().plot())[:4]
    titles = [panel.get_title() for panel in slices]
    assert titles == ["z = -3/4", "z = -1/4", "z = 1/4", "z = 3/4"]
    assert len({(m.norm.vmin, m.norm.vmax) for m in map(mesh, slices)}) == 1
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


# systems ----------------------------------------------------------------------------------------


def colored(panel):
    """The values of all maps in a panel."""
    return [c for c in panel.collections if hasattr(c, "get_coordinates")]


def test_every_function_of_a_system_has_its_curve_and_its_data():
    panels = {p.get_ylabel(): p for p in drawn(rotation().plot()) if not p.get_title()}
    assert set(panels) == {"u", "v"}
    for name, exact, start in (("u", np.cos, 1), ("v", lambda t: -np.sin(t), 0)):
        (curve,) = lines(panels[name], red=False)
        places, values = curve.get_data()
        assert values == pytest.approx(exact(places))
        (data,) = lines(panels[name], red=True)
        assert [c.tolist() for c in data.get_data()] == [[0], [start]]


def portraits(figure):
    return [p for p in drawn(figure) if " against " in p.get_title() or " and " in p.get_title()]


def test_two_functions_of_one_variable_have_a_phase_portrait():
    (panel,) = portraits(rotation().plot())
    assert (panel.get_xlabel(), panel.get_ylabel()) == ("u", "v")
    (orbit,) = [line for line in lines(panel, red=False) if len(line.get_xdata())]
    assert np.hypot(*orbit.get_data()) == pytest.approx(np.ones(401))
    starts = [line.get_data() for line in lines(panel, red=True) if len(line.get_xdata())]
    assert [[c.tolist() for c in start] for start in starts] == [[[1], [0]]]
    assert [text.get_text() for text in panel.get_legend().get_texts()] == ["t = 0"]
    (low, high), (left, right) = panel.get_ylim(), panel.get_xlim()
    assert high - low == pytest.approx(right - left)  # a circle is a circle


def test_three_functions_are_a_curve_in_space_one_for_each_value_of_a_parameter():
    (panel,) = portraits(decay_chain().plot())
    assert panel.name == "3d" and panel.get_title() == "u, v and w"
    assert (panel.get_xlabel(), panel.get_ylabel(), panel.get_zlabel()) == ("u", "v", "w")
    orbits = [line for line in lines(panel, red=False) if len(line.get_data_3d()[0]) > 1]
    assert len(orbits) == 3
    for orbit in orbits:
        assert np.sum(orbit.get_data_3d(), axis=0) == pytest.approx(np.ones(401))


def test_four_functions_are_drawn_in_pairs():
    first, second = portraits(two_masses().plot())
    assert first.get_title() == "v against u" and second.get_title() == "p against w"


def test_a_system_in_space_has_no_phase_portrait():
    assert not portraits(waves().plot()) and not portraits(waves().plot(at={t: 0}))


def test_frames_and_maps_of_all_functions():
    panels = drawn(waves().plot(times=3))
    frames = {"u": panels[:3], "v": panels[3:6]}
    assert [p.get_title() for p in panels[:3]] == ["t = 0", "t = 1", "t = 2"]
    exact = {"u": lambda x, t: np.sin(x) * np.cos(t), "v": lambda x, t: np.cos(x) * np.sin(t)}
    for name, row in frames.items():
        assert row[0].get_ylabel() == name
        for panel, time in zip(row, (0, 1, 2), strict=True):
            (curve,) = lines(panel, red=False)
            places, values = curve.get_data()
            assert values == pytest.approx(exact[name](places, time))
    assert [p.get_title() for p in panels if colored(p)][:2] == ["u", "v"]


def test_a_condition_that_couples_functions_is_marked_for_both():
    panels = drawn(waves().plot(times=3))
    for panel in (panels[1], panels[4]):
        (dotted,) = [line for line in lines(panel, red=True) if line.get_linestyle() == ":"]
        assert dotted.get_xdata() == pytest.approx([np.pi / 2] * 2)


def test_the_largest_residual_of_a_system_is_shown():
    titles = [p.get_title() for p in drawn(rough_waves().plot())]
    assert titles.count("log10 |residual|") == 1
    wrong = solution(rotation().problem, t, t**2, checked=False)
    panel = next(p for p in drawn(wrong.plot()) if "residual" in p.get_title())
    (curve,) = panel.lines
    places, values = curve.get_data()
    assert values == pytest.approx(np.maximum(np.abs(1 - places**2), np.abs(3 * places)))


def arrows(panel):
    return [c for c in panel.collections if hasattr(c, "U")]


def test_two_components_in_the_plane_have_arrows():
    (panel,) = [p for p in drawn(vortex().plot()) if arrows(p)]
    (field,) = arrows(panel)
    assert panel.get_title() == "(u, v)"
    assert pytest.approx(-field.Y) == field.U and pytest.approx(field.X) == field.V


def test_arrows_of_a_flow_leave_the_pressure_out():
    panels = [p for p in drawn(taylor_green().plot(times=2)) if arrows(p)]
    assert len(panels) == 2
    (start,), (end,) = map(arrows, panels)
    assert start.scale == end.scale  # so that they can be compared
    assert pytest.approx(np.sin(start.X) * np.cos(start.Y)) == start.U
    assert np.abs(end.U).max() < np.abs(start.U).max()


def test_what_is_fixed_is_said_above_the_frames():
    figure = taylor_green().plot(times=2)
    assert figure.get_suptitle() == "at k = 3/5"


def test_a_section_of_a_system_shows_all_functions():
    panels = drawn(waves().plot(at={t: 1}))
    assert [p.get_ylabel() for p in panels] == ["u", "v"]


def test_a_constant_with_rounding_is_a_straight_line():
    problem = Problem([u(t).diff(t), v(t).diff(t)], [u(t), v(t)], {u(0): 1, v(0): 2})
    found = solution(problem, sin(t) ** 2 + cos(t) ** 2, 2 + 0 * t, checked=False)
    panel = drawn(found.plot())[0]
    low, high = panel.get_ylim()
    assert high - low > 0.05
