"""Pictures of solutions, as matplotlib figures that need no screen.

A figure shows what it can of a solution: a curve in one dimension, a surface and a heat map in
two, frames at several times where there is time, and a section through the middle where there
are more dimensions; with the conditions' data in red, and, where nothing is proved, with the
equation's residual.
"""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from sympy import Expr, Rational, Symbol

from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.problem import Problem
from sympy_ssde.result.figure import BLUE, GREY, RED, Figure, Normalize, message, new_figure
from sympy_ssde.result.section import (
    Section,
    condition_line,
    given_value,
    place_in,
    residual_of,
    time_of,
    values_at,
)
from sympy_ssde.result.solution import Solution

CURVE = 401  # points of a curve
MAP = 80  # cells along a side of a map
SURFACE = 41  # lines of a surface

SHADES = ("#93b7dd", BLUE, "#1e3a5f")
#: A residual below this is rounding.
FLOOR = 1e-17


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
        Frames of a problem with time.
    residual : bool, optional
        Whether to show the equation's residual; by default if the solution isn't proved,
        since the residual of a proved one is rounding.
    """
    if not isinstance(times, int) or times < 1:
        raise ProblemError(f"times is {times!r}; a whole number of frames, 1 or more, was expected")
    if solution.expr is None:
        return message("nothing was found that could be shown")
    residual = not solution if residual is None else residual
    problem, given = solution.problem, dict(at or {})
    time = time_of(problem)
    time = None if time in given else time
    space = [v for v in problem.variables if v != time and v not in given]
    if not space:
        space, time = ([time], None) if time is not None else ([problem.variables[0]], None)
        given.pop(space[0], None)
    if time is not None:
        return _frames(solution, time, tuple(space[:2]), given, times, residual)
    if len(space) == 1:
        return _curves(solution, space[0], given, residual)
    return _surface_and_map(solution, (space[0], space[1]), given, residual)


# whole figures ----------------------------------------------------------------------------------


def _curves(solution: Solution, x: Symbol, at: dict[Symbol, Any], residual: bool) -> Figure:
    """One variable: the curve, for three values of the first parameter if there is one."""
    figure = new_figure(6.4, 5.2 if residual else 3.8)
    heights = (3, 1) if residual else (1,)
    axes = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
    sections = list(_family(solution.problem, x, at))
    for section, color in zip(sections, SHADES if len(sections) > 1 else (BLUE,), strict=False):
        _draw_curve(axes[0], solution, section, color, label=len(sections) > 1)
    if len(sections) > 1:
        axes[0].legend(frameon=False, fontsize=9)
    _title(axes[0], sections[len(sections) // 2] if len(sections) == 1 else None)
    if residual:
        _draw_residual_curve(axes[1], solution, sections[len(sections) // 2])
    axes[-1].set_xlabel(_name(x))
    return figure


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


def _surface_and_map(
    solution: Solution, axes: tuple[Symbol, Symbol], at: dict[Symbol, Any], residual: bool
) -> Figure:
    """Two variables: surface, heat map, residual map."""
    section = Section.of(solution.problem, axes, at)
    columns = 3 if residual else 2
    figure = new_figure(4.6 * columns, 4)
    surface = figure.add_subplot(1, columns, 1, projection="3d")
    _draw_surface(surface, solution, section)
    heat = figure.add_subplot(1, columns, 2)
    drawn = _draw_map(heat, solution, section)
    figure.colorbar(drawn, ax=heat, shrink=0.85)
    _title(heat, section)
    if residual:
        _draw_residual_map(figure, figure.add_subplot(1, columns, 3), solution, section)
    return figure


def _frames(
    solution: Solution,
    time: Symbol,
    space: tuple[Symbol, ...],
    at: dict[Symbol, Any],
    count: int,
    residual: bool,
) -> Figure:
    """Time and space: frames as small multiples, and maps over space and time beneath."""
    r = solution.problem.domain.by_symbol[time]
    shares = [Rational(i, max(count - 1, 1)) for i in range(count)]
    sections = [Section.of(solution.problem, space, {**at, time: place_in(r, s)}) for s in shares]
    flat = len(space) == 1
    below = flat or residual
    figure = new_figure(max(2.6 * count, 7.5), (6.2 if flat else 5.4) if below else 2.9)
    heights = (1, 1.3 if flat else 1)
    rows: Any = figure.subfigures(2, 1, height_ratios=heights) if below else [figure]
    limits = _joined(_limits(solution, s) for s in sections)
    panels = _frame_panels(rows[0], count)
    for panel, section in zip(panels, sections, strict=True):
        if flat:
            _draw_curve(panel, solution, section, BLUE)
            panel.set_ylim(*limits)
            panel.set_xlabel(_name(space[0]))
        else:
            drawn = _draw_map(panel, solution, section, limits)
        panel.set_title(f"{_name(time)} = {_number(section.fixed[time])}", fontsize=10)
        panel.label_outer()
    if not flat:
        rows[0].colorbar(drawn, ax=panels, shrink=0.85)
    if flat:
        _draw_whole(rows[1], solution, Section.of(solution.problem, (*space, time), at), residual)
    elif residual:
        for panel, section in zip(_frame_panels(rows[1], count), sections, strict=True):
            _draw_residual_map(rows[1], panel, solution, section)
            panel.label_outer()
    return figure


def _frame_panels(figure: Any, count: int) -> list[Any]:
    return list(figure.subplots(1, count, sharex=True, sharey=True, squeeze=False)[0])


def _draw_whole(figure: Any, solution: Solution, section: Section, residual: bool) -> None:
    """Maps over space and time."""
    panels = figure.subplots(1, 2 if residual else 1, squeeze=False)[0]
    figure.colorbar(_draw_map(panels[0], solution, section), ax=panels[0])
    _title(panels[0], section)
    if residual:
        _draw_residual_map(figure, panels[1], solution, section)


# panels -----------------------------------------------------------------------------------------


def _draw_curve(
    panel: Any, solution: Solution, section: Section, color: str, *, label: bool = False
) -> None:
    assert solution.expr is not None
    x = section.axes[0]
    places = section.places(CURVE)
    values = values_at(solution.expr, places)
    panel.plot(places[x], values, color=color, label=section.caption if label else None)
    before = [panel.get_ylim()] if label else []  # other curves of the family are there already
    low, high = _joined([*before, _limits(solution, section)])
    panel.set_ylim(low, high)
    _mark_data(panel, solution, section, high - low)
    panel.set_ylabel(_unknown(solution))
    panel.grid(color="#e2e8f0", linewidth=0.7)
    panel.set_axisbelow(True)


def _mark_data(panel: Any, solution: Solution, section: Section, height: float) -> None:
    """Values that conditions give as dots, derivatives as short tangents, others as lines."""
    assert solution.expr is not None
    x = section.axes[0]
    for constraint in solution.problem.conditions:
        value = given_value(constraint)
        for number, trace in enumerate(constraint.traces):
            points = condition_line(constraint, number, section)
            if points is None or not np.isfinite(points[x]).all():
                continue
            if value is None or sum(trace.orders) > 1:
                if len(points[x]) == 1:
                    panel.axvline(points[x][0], color=RED, linewidth=0.8, linestyle=":")
                continue
            given = values_at(value, points)
            if not any(trace.orders):
                style: dict[str, Any] = {"marker": "o", "linestyle": ""}
                if len(given) > 1:
                    style = {"linestyle": (0, (1, 2)), "linewidth": 3}
                panel.plot(points[x], given, color=RED, markersize=6, zorder=3, **style)
            elif len(given) == 1:
                _draw_tangent(panel, solution, section, points[x], given, height)


def _draw_tangent(
    panel: Any,
    solution: Solution,
    section: Section,
    place: np.ndarray,
    slope: np.ndarray,
    height: float,
) -> None:
    assert solution.expr is not None
    x = section.axes[0]
    rest = {s: values_at(v, {x: place}) for s, v in section.fixed.items()}
    base = values_at(solution.expr, {**rest, x: place})
    line = section.places(2)[x]
    width = 0.12 * (line[1] - line[0])
    if abs(slope[0]) * width > 0.3 * height:
        width = 0.3 * height / abs(slope[0])
    ends = np.clip(place + np.array([-width, width]), line[0], line[1])
    panel.plot(ends, base + slope * (ends - place), color=RED, linewidth=2.5, zorder=3)


def _draw_map(
    panel: Any,
    solution: Solution,
    section: Section,
    limits: tuple[float, float] | None = None,
) -> Any:
    x, y = section.axes
    assert solution.expr is not None
    values = section.values(solution.expr, MAP, centers=True)
    low, high = limits or _limits(solution, section)
    corners = section.places(MAP + 1)
    drawn = panel.pcolormesh(
        corners[x], corners[y], values, norm=Normalize(low, high), cmap="viridis",
        shading="flat", rasterized=True,
    )  # fmt: skip
    _mark_places(panel, solution, section)
    _label(panel, solution, section)
    return drawn


def _label(panel: Any, solution: Solution, section: Section) -> None:
    """Names of the axes; lengths are equal in both directions of space."""
    x, y = section.axes
    panel.set_xlabel(_name(x))
    panel.set_ylabel(_name(y))
    panel.locator_params(nbins=4)
    if time_of(solution.problem) not in section.axes:
        panel.set_box_aspect(1)


def _mark_places(panel: Any, solution: Solution, section: Section) -> None:
    """Where conditions stand: solid for values, dashed for derivatives, dotted for others."""
    x, y = section.axes
    for constraint in solution.problem.conditions:
        linear = given_value(constraint) is not None
        for number, trace in enumerate(constraint.traces):
            points = condition_line(constraint, number, section)
            if points is None or not all(np.isfinite(points[a]).all() for a in (x, y)):
                continue
            line = ":" if not linear else "--" if any(trace.orders) else "-"
            marker = {"marker": "o"} if len(points[x]) == 1 else {}
            panel.plot(
                points[x], points[y], color=RED, linestyle=line, linewidth=2.5, clip_on=False,
                **marker,
            )  # fmt: skip


def _draw_surface(panel: Any, solution: Solution, section: Section) -> None:
    assert solution.expr is not None
    x, y = section.axes
    places = section.places(SURFACE)
    values = values_at(solution.expr, places)
    low, high = _limits(solution, section)
    values[(values < low) | (values > high)] = np.nan
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Z contains NaN values")
        panel.plot_surface(
            places[x], places[y], values, cmap="viridis", norm=Normalize(low, high),
            linewidth=0, antialiased=False, rcount=SURFACE, ccount=SURFACE, rasterized=True,
        )  # fmt: skip
    for constraint in solution.problem.conditions:
        value = given_value(constraint)
        if value is None or constraint.order():
            continue
        points = condition_line(constraint, 0, section)
        if points is not None:
            given = values_at(value, points)
            given[(given < low) | (given > high)] = np.nan
            panel.plot(points[x], points[y], given, color=RED, linewidth=2, zorder=9)
    panel.set_zlim(low, high)
    panel.set_xlabel(_name(x))
    panel.set_ylabel(_name(y))
    panel.locator_params(nbins=4)
    panel.set_title(_unknown(solution), fontsize=10)


def _residual(solution: Solution, section: Section, count: int) -> np.ndarray | None:
    """The largest absolute residual of the equations on the cells of the section."""
    problem = solution.problem
    assert solution.expr is not None
    if len(problem.functions) > 1:
        return None
    places = section.places(count, centers=True)
    each = [
        np.abs(values_at(residual_of(c, solution.expr, problem), places)) for c in problem.equations
    ]
    return np.max(each, axis=0)


def _draw_residual_curve(panel: Any, solution: Solution, section: Section) -> None:
    values = _residual(solution, section, CURVE)
    if _is_nothing(values):
        _say(panel, "0 at every point")
    elif values is not None:
        x = section.places(CURVE, centers=True)[section.axes[0]]
        panel.semilogy(x, np.maximum(values, FLOOR), color=GREY, linewidth=1)
    panel.set_ylabel("|residual|")
    panel.grid(color="#e2e8f0", linewidth=0.7)
    panel.set_title("residual of the equation", fontsize=10)


def _draw_residual_map(figure: Any, panel: Any, solution: Solution, section: Section) -> None:
    x, y = section.axes
    values = _residual(solution, section, MAP)
    if _is_nothing(values):
        _say(panel, "0 at every point")
    elif values is not None:
        corners = section.places(MAP + 1)
        digits = np.log10(np.maximum(values, FLOOR))
        low, high = np.nanmin(digits), np.nanmax(digits)
        drawn = panel.pcolormesh(
            corners[x], corners[y], digits, cmap="magma", norm=Normalize(min(low, high - 1), high),
            shading="flat", rasterized=True,
        )  # fmt: skip
        figure.colorbar(drawn, ax=panel, shrink=0.85)
    _label(panel, solution, section)
    panel.set_title("log10 |residual|", fontsize=10)


def _is_nothing(values: np.ndarray | None) -> bool:
    return values is not None and not np.nanmax(values, initial=0) > FLOOR


def _say(panel: Any, text: str) -> None:
    panel.text(0.5, 0.5, text, ha="center", va="center", color=GREY, transform=panel.transAxes)
    panel.tick_params(left=False, labelleft=False, bottom=False, labelbottom=False)


# labels and limits ------------------------------------------------------------------------------


def _limits(solution: Solution, section: Section) -> tuple[float, float]:
    """Limits that show everything, but don't let a pole flatten the rest.

    A pole is what grows with the number of points; a narrow peak doesn't.
    """
    assert solution.expr is not None
    count = CURVE if len(section.axes) == 1 else MAP
    values = section.values(solution.expr, count, centers=True)
    finite = values[np.isfinite(values)]
    if not finite.size:
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    closer = np.abs(section.values(solution.expr, 3 * count, centers=True))
    if np.nanmax(closer) > 1.5 * max(abs(low), abs(high)):
        inner = np.quantile(finite, (0.05, 0.95))
        span = float(inner[1] - inner[0])
        low, high = max(low, float(inner[0]) - span), min(high, float(inner[1]) + span)
    margin = 0.04 * (high - low) or 0.05 * abs(high) or 0.5
    return low - margin, high + margin


def _joined(limits: Iterable[tuple[float, float]]) -> tuple[float, float]:
    lows, highs = zip(*limits, strict=True)
    return min(lows), max(highs)


def _name(symbol: Symbol) -> str:
    return symbol.name.replace("$", r"\$")


def _unknown(solution: Solution) -> str:
    return solution.problem.functions[0].func.__name__.replace("$", r"\$")


def _number(place: Expr) -> str:
    text = str(place)
    return text if len(text) <= 6 or not place.is_number else f"{float(place):.3g}"


def _title(panel: Any, section: Section | None) -> None:
    if section is not None and section.caption:
        panel.set_title(f"at {section.caption}".replace("$", r"\$"), fontsize=10)
