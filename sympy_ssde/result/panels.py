"""Panels of pictures: one function of a solution on the axes of a figure."""

import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sympy import Expr, Symbol

from sympy_ssde.problem.problem import Problem
from sympy_ssde.result.figure import GREY, GRID, RED, Normalize
from sympy_ssde.result.section import (
    Section,
    condition_line,
    given_value,
    residual_of,
    time_of,
    values_at,
)
from sympy_ssde.result.solution import Solution

CURVE = 401  # points of a curve
MAP = 200  # cells along a side of a map, each a pixel or two
SURFACE = 41  # lines of a surface

#: A residual below this is rounding.
FLOOR = 1e-17


@dataclass(frozen=True)
class Component:
    """One function of a solution: the unknown of that number, and its expression."""

    problem: Problem
    number: int
    expr: Expr

    @property
    def name(self) -> str:
        """The function's name, as matplotlib writes it."""
        return shown_name(self.problem.functions[self.number].func.__name__)


def components(solution: Solution) -> list[Component]:
    """All functions of a solution, in the order of its unknowns."""
    return [Component(solution.problem, i, e) for i, e in enumerate(solution.exprs)]


# curves, maps and surfaces ----------------------------------------------------------------------


def draw_curve(
    panel: Any, component: Component, section: Section, color: str, *, label: bool = False
) -> None:
    """The function along one variable, with the conditions' data."""
    x = section.axes[0]
    places = section.places(CURVE)
    values = values_at(component.expr, places)
    panel.plot(places[x], values, color=color, label=section.caption if label else None)
    before = [panel.get_ylim()] if label else []  # other curves of the family are there already
    low, high = joined([*before, limits_of(component, section)])
    panel.set_ylim(low, high)
    _mark_data(panel, component, section, high - low)
    panel.set_ylabel(component.name)
    add_grid(panel)


def add_grid(panel: Any) -> None:
    """Light lines behind the curves."""
    panel.grid(color=GRID, linewidth=0.7)
    panel.set_axisbelow(True)


def _mark_data(panel: Any, component: Component, section: Section, height: float) -> None:
    """Values that conditions give as dots, derivatives as short tangents, others as lines."""
    x = section.axes[0]
    for constraint in component.problem.conditions:
        value = given_value(constraint)
        for number, trace in enumerate(constraint.traces):
            if trace.function != component.number:
                continue
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
                _draw_tangent(panel, component, section, points[x], given, height)


def _draw_tangent(
    panel: Any,
    component: Component,
    section: Section,
    place: np.ndarray,
    slope: np.ndarray,
    height: float,
) -> None:
    x = section.axes[0]
    rest = {s: values_at(v, {x: place}) for s, v in section.fixed.items()}
    base = values_at(component.expr, {**rest, x: place})
    line = section.places(2)[x]
    width = 0.12 * (line[1] - line[0])
    if abs(slope[0]) * width > 0.3 * height:
        width = 0.3 * height / abs(slope[0])
    ends = np.clip(place + np.array([-width, width]), line[0], line[1])
    panel.plot(ends, base + slope * (ends - place), color=RED, linewidth=2.5, zorder=3)


def draw_map(
    panel: Any,
    component: Component,
    section: Section,
    limits: tuple[float, float] | None = None,
) -> Any:
    """The function over two variables as colours, and where its conditions stand."""
    x, y = section.axes
    values = section.values(component.expr, MAP, centers=True)
    low, high = limits or limits_of(component, section)
    corners = section.places(MAP + 1)
    drawn = panel.pcolormesh(
        corners[x], corners[y], values, norm=Normalize(low, high), cmap="viridis",
        shading="flat", rasterized=True,
    )  # fmt: skip
    _mark_places(panel, component, section)
    label_axes(panel, component.problem, section)
    return drawn


def label_axes(panel: Any, problem: Problem, section: Section) -> None:
    """Names of the axes; lengths are equal in both directions of space."""
    x, y = section.axes
    panel.set_xlabel(symbol_name(x))
    panel.set_ylabel(symbol_name(y))
    panel.locator_params(nbins=4)
    if time_of(problem) not in section.axes:
        panel.set_box_aspect(1)


def _mark_places(panel: Any, component: Component, section: Section) -> None:
    """Where conditions stand: solid for values, dashed for derivatives, dotted for others."""
    x, y = section.axes
    for constraint in component.problem.conditions:
        linear = given_value(constraint) is not None
        for number, trace in enumerate(constraint.traces):
            if trace.function != component.number:
                continue
            points = condition_line(constraint, number, section)
            if points is None or not all(np.isfinite(points[a]).all() for a in (x, y)):
                continue
            line = ":" if not linear else "--" if any(trace.orders) else "-"
            marker = {"marker": "o"} if len(points[x]) == 1 else {}
            panel.plot(
                points[x], points[y], color=RED, linestyle=line, linewidth=2.5, clip_on=False,
                **marker,
            )  # fmt: skip


def draw_surface(
    panel: Any,
    component: Component,
    section: Section,
    limits: tuple[float, float] | None = None,
) -> None:
    """The function over two variables as a height, with the values that conditions give."""
    x, y = section.axes
    places = section.places(SURFACE)
    values = values_at(component.expr, places)
    low, high = limits or limits_of(component, section)
    values[(values < low) | (values > high)] = np.nan
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Z contains NaN values")
        panel.plot_surface(
            places[x], places[y], values, cmap="viridis", norm=Normalize(low, high),
            linewidth=0, antialiased=False, rcount=SURFACE, ccount=SURFACE, rasterized=True,
        )  # fmt: skip
    for constraint in component.problem.conditions:
        value = given_value(constraint)
        if value is None or constraint.order():
            continue
        if constraint.traces[0].function != component.number:
            continue
        points = condition_line(constraint, 0, section)
        if points is not None:
            given = values_at(value, points)
            given[(given < low) | (given > high)] = np.nan
            panel.plot(points[x], points[y], given, color=RED, linewidth=2, zorder=9)
    panel.set_zlim(low, high)
    panel.set_xlabel(symbol_name(x))
    panel.set_ylabel(symbol_name(y))
    panel.locator_params(nbins=4)
    panel.set_title(component.name, fontsize=10)


# residuals --------------------------------------------------------------------------------------


def _residual(solution: Solution, section: Section, count: int) -> np.ndarray:
    """The largest absolute residual of the equations on the cells of the section."""
    problem = solution.problem
    places = section.places(count, centers=True)
    each = [
        np.abs(values_at(residual_of(c, solution.exprs, problem), places))
        for c in problem.equations
    ]
    return np.max(each, axis=0)


def draw_residual_curve(panel: Any, solution: Solution, section: Section) -> None:
    """The residual along one variable."""
    values = _residual(solution, section, CURVE)
    if _is_nothing(values):
        _say(panel, "0 at every point")
    else:
        x = section.places(CURVE, centers=True)[section.axes[0]]
        panel.semilogy(x, np.maximum(values, FLOOR), color=GREY, linewidth=1)
    panel.set_ylabel("|residual|")
    panel.grid(color=GRID, linewidth=0.7)
    several = len(solution.problem.equations) > 1
    words = "largest residual of the equations" if several else "residual of the equation"
    panel.set_title(words, fontsize=10)


def draw_residual_map(figure: Any, panel: Any, solution: Solution, section: Section) -> None:
    """The residual over two variables."""
    x, y = section.axes
    values = _residual(solution, section, MAP)
    if _is_nothing(values):
        _say(panel, "0 at every point")
        panel.tick_params(bottom=False, labelbottom=False)
    else:
        corners = section.places(MAP + 1)
        digits = np.log10(np.maximum(values, FLOOR))
        low, high = np.nanmin(digits), np.nanmax(digits)
        drawn = panel.pcolormesh(
            corners[x], corners[y], digits, cmap="magma", norm=Normalize(min(low, high - 1), high),
            shading="flat", rasterized=True,
        )  # fmt: skip
        figure.colorbar(drawn, ax=panel, shrink=0.85)
    label_axes(panel, solution.problem, section)
    panel.set_title("log10 |residual|", fontsize=10)


def _is_nothing(values: np.ndarray) -> bool:
    return not np.nanmax(values, initial=0) > FLOOR


def _say(panel: Any, text: str) -> None:
    panel.text(0.5, 0.5, text, ha="center", va="center", color=GREY, transform=panel.transAxes)
    panel.tick_params(left=False, labelleft=False)


# labels and limits ------------------------------------------------------------------------------


def limits_of(component: Component, *sections: Section) -> tuple[float, float]:
    """Limits that show everything, but don't let a pole flatten the rest."""
    extents = [found for s in sections if (found := _extent(component.expr, s)) is not None]
    if not extents:
        return 0.0, 1.0
    low, high = joined(extents)
    if high - low < 1e-9 * abs(high):  # a constant, up to rounding
        low = high = (low + high) / 2
    margin = 0.04 * (high - low) or 0.05 * abs(high) or 0.5
    return low - margin, high + margin


def _extent(expr: Expr, section: Section) -> tuple[float, float] | None:
    """The smallest and the largest value that count, None if there are none.

    A pole is what grows with the number of points; a narrow peak doesn't.
    """
    count = CURVE if len(section.axes) == 1 else MAP
    values = section.values(expr, count, centers=True)
    finite = values[np.isfinite(values)]
    if not finite.size:
        return None
    low, high = float(finite.min()), float(finite.max())
    closer = np.abs(section.values(expr, 3 * count, centers=True))
    if np.nanmax(closer) > 1.5 * max(abs(low), abs(high)):
        inner = np.quantile(finite, (0.05, 0.95))
        span = float(inner[1] - inner[0])
        low, high = max(low, float(inner[0]) - span), min(high, float(inner[1]) + span)
    return low, high


def joined(limits: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """Limits that contain all of these."""
    lows, highs = zip(*limits, strict=True)
    return min(lows), max(highs)


def shown_name(name: str) -> str:
    """A name that matplotlib doesn't read as a formula."""
    return name.replace("$", r"\$")


def symbol_name(symbol: Symbol) -> str:
    """The name of a variable, as matplotlib writes it."""
    return shown_name(symbol.name)


def place_number(place: Expr) -> str:
    """A place in a title: short numbers as they are, long ones as decimals."""
    text = str(place)
    return text if len(text) <= 6 or not place.is_number else f"{float(place):.3g}"


def add_title(panel: Any, section: Section | None, name: str = "") -> None:
    """What is drawn, and the places of what is fixed."""
    at = shown_name(f"at {section.caption}") if section is not None and section.caption else ""
    title = ", ".join(part for part in (name, at) if part)
    if title:
        panel.set_title(title, fontsize=10)
