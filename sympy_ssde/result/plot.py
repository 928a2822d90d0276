"""Pictures of solutions, as matplotlib figures that need no screen.

A figure shows what it can of a solution: a curve in one dimension, a surface and a heat map in
two, frames at several times where there is time, slices where there are three variables in space,
all others in the middle of their ranges; with the conditions' data in red, and, where nothing is
proved, with the equation's residual.  The functions of a system have panels of their own, and where
it makes sense there is one of them together: a phase portrait, or a field of arrows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sympy import Rational, Symbol

from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.problem import Problem
from sympy_ssde.result.figure import BLUE, Figure, message, new_figure
from sympy_ssde.result.panels import (
    Component,
    add_title,
    components,
    draw_curve,
    draw_map,
    draw_residual_curve,
    draw_residual_map,
    draw_surface,
    limits_of,
    place_number,
    shown_name,
    symbol_name,
)
from sympy_ssde.result.portrait import (
    draw_arrows,
    draw_portraits,
    field_limit,
    field_name,
    vector_of,
)
from sympy_ssde.result.section import Section, place_in, time_of
from sympy_ssde.result.solution import Solution
from sympy_ssde.result.truncation import shown_sums

SHADES = ("#93b7dd", BLUE, "#1e3a5f")
#: Maps side by side.
COLUMNS = 3


def plot_solution(
    solution: Solution,
    *,
    at: Mapping[Symbol, Any] | None = None,
    times: int = 4,
    residual: bool | None = None,
) -> Figure:
    """A figure of the solution, proved or not.

    Parameters
    ==========

    at : dict, optional
        Where parameters and further variables stand; by default in the middle of their ranges.
    times : int
        Frames of a problem with time, or slices of one with three variables.
    residual : bool, optional
        Whether to show the equation's residual (of a system, the largest one); by default if the
        solution isn't proved, since the residual of a proved one is rounding.
    """
    if not isinstance(times, int) or times < 1:
        raise ProblemError(f"times is {times!r}; a whole number of frames, 1 or more, was expected")
    if not solution.exprs:
        return message("nothing was found that could be shown")
    residual = not solution if residual is None else residual
    problem, given = solution.problem, dict(at or {})
    solution = replace(solution, exprs=shown_sums(problem, solution.exprs, given))
    time = time_of(problem)
    time = None if time in given else time
    space = [v for v in problem.variables if v != time and v not in given]
    if not space:
        space, time = ([time], None) if time is not None else ([problem.variables[0]], None)
        given.pop(space[0], None)
    if time is not None:
        shares = [Rational(i, max(times - 1, 1)) for i in range(times)]
        places = [place_in(problem.domain.by_symbol[time], s) for s in shares]
        frames = [Section.of(problem, tuple(space[:2]), {**given, time: p}) for p in places]
        if len(space) > 1:
            return _frames_of_maps(solution, time, frames, residual)
        whole = Section.of(problem, (space[0], time), given)
        return _frames_of_curves(solution, time, frames, whole, residual)
    if len(space) == 1:
        return _curves(solution, list(_family(problem, space[0], given)), residual)
    if len(space) > 2:  # slices, as frames in the third variable
        third = problem.domain.by_symbol[space[2]]
        shares = [Rational(2 * i + 1, 2 * times) for i in range(times)]
        places = [place_in(third, s) for s in shares]
        slices = [Section.of(problem, tuple(space[:2]), {**given, space[2]: p}) for p in places]
        return _frames_of_maps(solution, space[2], slices, residual)
    return _surfaces_and_maps(solution, Section.of(problem, (space[0], space[1]), given), residual)


# one variable -----------------------------------------------------------------------------------


def _family(problem: Problem, x: Symbol, at: dict[Symbol, Any]) -> Iterator[Section]:
    """Sections at a few values of the first parameter that has none yet."""
    free = [p for p in problem.params if p not in at]
    if not free:
        yield Section.of(problem, (x,), at)
        return
    first = problem.domain.by_symbol[free[0]]
    seen = []
    for share in (Rational(1, 10), Rational(1, 2), Rational(9, 10)):
        place = place_in(first, share)
        if place not in seen:
            seen.append(place)
            yield Section.of(problem, (x,), {**at, free[0]: place})


def _curves(solution: Solution, sections: Sequence[Section], residual: bool) -> Figure:
    """The curves, for three values of the first parameter if there is one, and the portrait."""
    shown = components(solution)
    colors = SHADES if len(sections) > 1 else (BLUE,)
    if len(shown) == 1:
        figure: Any = new_figure(6.4, 5.2 if residual else 3.8)
        _draw_curves(figure, solution, sections, colors, residual)
        return figure
    ordinary = len(solution.problem.variables) == 1
    height = max(4.6, 1.7 * len(shown) + 1.5 * residual)
    figure = new_figure(10.4 if ordinary else 6.4, height)
    left = figure
    if ordinary:
        left, right = figure.subfigures(1, 2, width_ratios=(3, 2.2), wspace=0.03)
        draw_portraits(right, shown, sections, colors)
    _draw_curves(left, solution, sections, colors, residual)
    return figure


def _draw_curves(
    figure: Any,
    solution: Solution,
    sections: Sequence[Section],
    colors: Sequence[str],
    residual: bool,
) -> None:
    """A panel for each function, and one for the residual."""
    shown = components(solution)
    heights = (*[3 if len(shown) == 1 else 1.4] * len(shown), *[1] * residual)
    panels = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)
    family = len(sections) > 1
    for panel, component in zip(panels[:, 0], shown, strict=False):
        for section, color in zip(sections, colors, strict=False):
            draw_curve(panel, component, section, color, label=family)
    if family:
        panels[0, 0].legend(frameon=False, fontsize=9)
    add_title(panels[0, 0], None if family else sections[0])
    if residual:
        draw_residual_curve(panels[-1, 0], solution, sections[len(sections) // 2])
    panels[-1, 0].set_xlabel(symbol_name(sections[0].axes[0]))
    figure.align_ylabels()


# two variables ----------------------------------------------------------------------------------


def _surfaces_and_maps(solution: Solution, section: Section, residual: bool) -> Figure:
    """Surface and map of each function; of a system arrows, and the residual beneath."""
    shown = components(solution)
    if len(shown) == 1:
        columns = 3 if residual else 2
        figure: Any = new_figure(4.6 * columns, 4)
        _draw_surface_and_map(figure, shown[0], section, columns)
        if residual:
            panel = figure.add_subplot(1, columns, columns)
            draw_residual_map(figure, panel, solution, section)
        return figure
    pair = vector_of(shown, section.axes)
    together = (pair is not None) + residual
    figure = new_figure(9.2 + (4.4 if together else 0), 3.7 * len(shown))
    left = figure
    if together:
        left, right = figure.subfigures(1, 2, width_ratios=(9.2, 4.4))
        _draw_together(right, solution, section, pair, residual)
    for part, component in zip(left.subfigures(len(shown), 1), shown, strict=True):
        _draw_surface_and_map(part, component, section, 2, component.name)
    return figure


def _draw_together(
    figure: Any,
    solution: Solution,
    section: Section,
    pair: tuple[Component, Component] | None,
    residual: bool,
) -> None:
    """What belongs to all functions of a system: arrows, and the residual."""
    panels = figure.subplots((pair is not None) + residual, 1, squeeze=False)[:, 0]
    if pair is not None:
        drawn = draw_arrows(panels[0], pair, section, field_limit(pair, [section]))
        shrink = 0.85 * len(panels) / len(solution.exprs)  # as high as the square panel
        figure.colorbar(drawn, ax=panels[0], shrink=min(0.85, shrink))
        add_title(panels[0], section, field_name(pair))
    if residual:
        draw_residual_map(figure, panels[-1], solution, section)


def _draw_surface_and_map(
    figure: Any, component: Component, section: Section, columns: int, name: str = ""
) -> None:
    limits = limits_of(component, section)
    surface = figure.add_subplot(1, columns, 1, projection="3d")
    draw_surface(surface, component, section, limits)
    panel = figure.add_subplot(1, columns, 2)
    figure.colorbar(draw_map(panel, component, section, limits), ax=panel, shrink=0.85)
    add_title(panel, section, name)


# time -------------------------------------------------------------------------------------------


def _frames_of_curves(
    solution: Solution, time: Symbol, frames: Sequence[Section], whole: Section, residual: bool
) -> Figure:
    """Time and one variable: frames as small multiples, and maps over space and time beneath."""
    shown, count = components(solution), len(frames)
    maps = len(shown) + residual
    rows = -(-maps // COLUMNS)
    heights = (2.7, 3.5) if len(shown) == 1 else (2.0 * len(shown) + 0.4, 3.2 * rows)
    figure: Any = new_figure(max(2.6 * count, 7.5), sum(heights))
    above, below = figure.subfigures(2, 1, height_ratios=heights)
    panels = above.subplots(len(shown), count, sharex=True, sharey="row", squeeze=False)
    for row, component in zip(panels, shown, strict=True):
        limits = limits_of(component, *frames)
        for panel, section in zip(row, frames, strict=True):
            draw_curve(panel, component, section, BLUE)
            panel.set_ylim(*limits)
            panel.set_xlabel(symbol_name(section.axes[0]))
            panel.label_outer()
    _name_frames(panels[0], time, frames)
    places = below.subplots(rows, -(-maps // rows), squeeze=False).ravel()
    for panel, component in zip(places, shown, strict=False):
        below.colorbar(draw_map(panel, component, whole), ax=panel)
        add_title(panel, whole, component.name if len(shown) > 1 else "")
    if residual:
        draw_residual_map(below, places[len(shown)], solution, whole)
    for panel in places[maps:]:
        panel.set_axis_off()
    return figure


def _frames_of_maps(
    solution: Solution, time: Symbol, frames: Sequence[Section], residual: bool
) -> Figure:
    """Time and two variables: a row of maps for each function, for arrows, for the residual."""
    shown, count = components(solution), len(frames)
    pair = vector_of(shown, frames[0].axes) if len(shown) > 1 else None
    rows = len(shown) + (pair is not None)
    height = 2.9 if rows == 1 else 2.2 * rows + 0.6
    figure = new_figure(max(2.6 * count, 7.5), height + 2.5 * residual)
    parts: Any = [figure]
    if residual:
        parts = figure.subfigures(2, 1, height_ratios=(height, 2.5))
    panels = parts[0].subplots(rows, count, sharex=True, sharey=True, squeeze=False)
    for row, component in zip(panels, shown, strict=False):
        limits = limits_of(component, *frames)
        drawn = [draw_map(p, component, s, limits) for p, s in zip(row, frames, strict=True)]
        bar = parts[0].colorbar(drawn[-1], ax=list(row), shrink=0.85)
        bar.set_label(component.name if rows > 1 else "")
    if pair is not None:
        limit = field_limit(pair, frames)
        drawn = [draw_arrows(p, pair, s, limit) for p, s in zip(panels[-1], frames, strict=True)]
        parts[0].colorbar(drawn[-1], ax=list(panels[-1]), shrink=0.85).set_label(field_name(pair))
    for panel in panels.ravel():
        panel.locator_params(nbins=3)
        panel.label_outer()
    _name_frames(panels[0], time, frames)
    others = {s: p for s, p in frames[0].fixed.items() if s != time}
    caption = replace(frames[0], fixed=others).caption
    if caption:
        parts[0].suptitle(shown_name(f"at {caption}"), fontsize=10)
    if residual:
        row = parts[1].subplots(1, count, sharex=True, sharey=True, squeeze=False)[0]
        for panel, section in zip(row, frames, strict=True):
            draw_residual_map(parts[1], panel, solution, section)
            panel.label_outer()
    return figure


def _name_frames(panels: Sequence[Any], time: Symbol, frames: Sequence[Section]) -> None:
    for panel, section in zip(panels, frames, strict=True):
        panel.set_title(f"{symbol_name(time)} = {place_number(section.fixed[time])}", fontsize=10)
