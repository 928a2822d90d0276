"""Functions of a system against each other: phase portraits, and arrows of vector fields."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sympy import Symbol

from sympy_ssde.problem.problem import Problem
from sympy_ssde.result.figure import RED, Normalize
from sympy_ssde.result.panels import (
    CURVE,
    MAP,
    Component,
    add_grid,
    label_axes,
    limits_of,
    symbol_name,
)
from sympy_ssde.result.section import Section, time_of, values_at

#: Arrows along a side of a vector field.
ARROWS = 12
#: Where arrowheads stand on an orbit, in parts of its length.
HEADS = (0.25, 0.6)

# phase portraits --------------------------------------------------------------------------------


def draw_portraits(
    figure: Any,
    shown: Sequence[Component],
    sections: Sequence[Section],
    colors: Sequence[str],
) -> None:
    """Functions of one variable against each other, from the lower end of its range on.

    Two are a curve in the plane, three one in space; of four and more the first two, and the third
    against the fourth.
    """
    if len(shown) == 3:
        _draw_orbits(figure.add_subplot(projection="3d"), shown, sections, colors)
        return
    pairs = [shown[i : i + 2] for i in (0, 2) if i + 2 <= len(shown)]
    panels = figure.subplots(len(pairs), 1, squeeze=False)[:, 0]
    for panel, pair in zip(panels, pairs, strict=True):
        _draw_orbits(panel, pair, sections, colors)


def _draw_orbits(
    panel: Any, shown: Sequence[Component], sections: Sequence[Section], colors: Sequence[str]
) -> None:
    limits = [limits_of(c, *sections) for c in shown]
    for section, color in zip(sections, colors, strict=False):
        _draw_orbit(panel, shown, section, color, limits)
    x = sections[0].axes[0]
    start = sections[0].places(2)[x][0]
    panel.plot([], [], color=RED, marker="o", linestyle="", label=f"{symbol_name(x)} = {start:.3g}")
    place = "best" if len(shown) == 2 else "upper right"
    panel.legend(frameon=False, fontsize=9, loc=place, handletextpad=0)
    panel.set_title(_title(shown), fontsize=10)
    _frame(panel, shown, limits)


def _title(shown: Sequence[Component]) -> str:
    names = [c.name for c in shown]
    if len(names) == 2:
        return f"{names[1]} against {names[0]}"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _draw_orbit(
    panel: Any,
    shown: Sequence[Component],
    section: Section,
    color: str,
    limits: Sequence[tuple[float, float]],
) -> None:
    """The curve, its start, and its direction."""
    places = section.places(CURVE)
    lines = np.array([values_at(c.expr, places) for c in shown])
    lows, highs = np.array(limits).T[:, :, None]
    lines[:, ((lines < lows) | (lines > highs)).any(axis=0)] = np.nan
    panel.plot(*lines, color=color, linewidth=1.5)
    there = np.isfinite(lines).all(axis=0)
    if there[0]:
        panel.plot(*lines[:, :1], color=RED, marker="o", markersize=6, linestyle="", zorder=5)
    if len(shown) == 2 and there.all():
        _draw_heads(panel, lines, highs - lows, color)


def _draw_heads(panel: Any, lines: np.ndarray, sizes: np.ndarray, color: str) -> None:
    """Arrowheads along a curve in the plane; none on a point."""
    steps = np.hypot(*np.diff(lines / sizes, axis=1))
    length = np.concatenate([[0], np.cumsum(steps)])
    if not length[-1] > 0.05:
        return
    for share in HEADS:
        i = int(np.clip(np.searchsorted(length, share * length[-1]), 1, len(length) - 1))
        panel.annotate(
            "", xy=lines[:, i], xytext=lines[:, i - 1],
            arrowprops={"arrowstyle": "-|>", "color": color, "mutation_scale": 14},
        )  # fmt: skip


def _frame(panel: Any, shown: Sequence[Component], limits: Sequence[tuple[float, float]]) -> None:
    """Names and limits of the axes; functions of about one size have one scale."""
    spans = [high - low for low, high in limits]
    same = len(shown) == 2 and 0.4 < spans[0] / spans[1] < 2.5
    for axis, component, (low, high) in zip("xyz", shown, limits, strict=False):
        more = (max(spans) - (high - low)) / 2 if same else 0
        getattr(panel, f"set_{axis}lim")(low - more, high + more)
        getattr(panel, f"set_{axis}label")(component.name)
    panel.locator_params(nbins=4 if len(shown) > 2 else 5)
    if len(shown) == 2:
        add_grid(panel)
        panel.set_box_aspect(1)
    else:
        panel.set_box_aspect(None, zoom=0.85)  # room for the names of the axes


# vector fields ----------------------------------------------------------------------------------


def vector_of(
    shown: Sequence[Component], axes: tuple[Symbol, ...]
) -> tuple[Component, Component] | None:
    """The two functions that are the components of a vector along the axes, if there are any.

    Names tell: ``u`` and ``v`` (and ``w``) along the variables of space in their order, ``E_x`` and
    ``E_y``, ``u1`` and ``u2``.  Two functions of two variables in space are a vector anyway.
    """
    if not shown or len(axes) != 2:
        return None
    problem = shown[0].problem
    space = [v for v in problem.variables if v != time_of(problem)]
    if not set(axes) <= set(space):
        return None
    for names in _vector_names(problem, space):
        found = [c for a in axes for c in shown if c.name == names.get(a)]
        if len(found) == 2:
            return found[0], found[1]
    if len(shown) == len(space) == 2:
        return shown[0], shown[1]
    return None


def _vector_names(problem: Problem, space: Sequence[Symbol]) -> list[dict[Symbol, str]]:
    """The names that components along the variables of space may have."""
    usual = [dict(zip(space, "uvw", strict=False))]
    bases = {f.func.__name__.rstrip("0123456789").rstrip("_") for f in problem.functions}
    bases |= {
        f.func.__name__.removesuffix(v.name).rstrip("_") for f in problem.functions for v in space
    }
    for base in sorted(bases - {""}):
        for mark in ("", "_"):
            usual.append({v: f"{base}{mark}{v.name}" for v in space})
            usual.append({v: f"{base}{mark}{i}" for i, v in enumerate(space, 1)})
    return usual


def field_limit(pair: tuple[Component, Component], sections: Sequence[Section]) -> float:
    """The largest length of a vector that is drawn; poles don't count."""
    each = [np.abs(limits_of(c, *sections)).max() for c in pair]
    lengths = [np.nanmax(_lengths(pair, s, MAP), initial=0) for s in sections]
    return float(min(np.hypot(*each), max(lengths))) or 1.0


def _lengths(pair: tuple[Component, Component], section: Section, count: int) -> np.ndarray:
    first, second = (section.values(c.expr, count, centers=True) for c in pair)
    return np.hypot(first, second)


def draw_arrows(
    panel: Any, pair: tuple[Component, Component], section: Section, limit: float
) -> Any:
    """The vector field, on a map of its length."""
    x, y = section.axes
    corners = section.places(MAP + 1)
    drawn = panel.pcolormesh(
        corners[x], corners[y], _lengths(pair, section, MAP), norm=Normalize(0, limit),
        cmap="Blues", alpha=0.6, shading="flat", rasterized=True,
    )  # fmt: skip
    places = section.places(ARROWS, centers=True)
    first, second = (values_at(c.expr, places) for c in pair)
    long = ~(np.hypot(first, second) <= 1.001 * limit)  # nan too
    first[long] = second[long] = np.nan
    panel.quiver(
        places[x], places[y], first, second, angles="xy", pivot="middle", color="#1e293b",
        scale=limit * ARROWS / 1.1, scale_units="width", width=0.007,
    )  # fmt: skip
    label_axes(panel, pair[0].problem, section)
    return drawn


def field_name(pair: tuple[Component, Component]) -> str:
    """The vector, as ``(u, v)``."""
    return f"({pair[0].name}, {pair[1].name})"
