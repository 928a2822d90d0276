"""Charts of a benchmark's figures, drawn if matplotlib is installed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Chart:
    """Series over places on an axis: lines over numbers, bars over words.

    A value of None is not drawn.
    """

    name: str
    title: str
    across: str
    up: str
    places: tuple[float | str, ...]
    series: Mapping[str, Sequence[float | None]]
    logarithmic: bool = True

    @property
    def is_bars(self) -> bool:
        """Whether the places are words."""
        return any(isinstance(place, str) for place in self.places)


def draw(charts: Iterable[Chart], folder: Path) -> list[Path]:
    """Draw the charts as ``<name>.svg`` in a folder; none without matplotlib."""
    try:
        import matplotlib
    except ImportError:
        return []
    settings: Any = {"svg.hashsalt": "sympy_ssde", "font.size": 9.0}  # the same file every time
    with matplotlib.rc_context(settings):
        return [_draw(chart, folder) for chart in charts]


def _draw(chart: Chart, folder: Path) -> Path:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.0, 3.6), layout="constrained")
    axes = figure.subplots()
    if chart.is_bars:
        _bars(axes, chart)
    else:
        _lines(axes, chart)
    axes.set(title=chart.title, xlabel=chart.across, ylabel=chart.up)
    if len(chart.series) > 1:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{chart.name}.svg"
    figure.savefig(path, metadata={"Date": None})
    return path


def _bars(axes: Any, chart: Chart) -> None:
    width = 0.8 / max(1, len(chart.series))
    middle = (len(chart.series) - 1) / 2
    for i, (label, values) in enumerate(chart.series.items()):
        known = [(n, v) for n, v in enumerate(values) if v is not None]
        places = [n + (i - middle) * width for n, _ in known]
        axes.bar(places, [v for _, v in known], width, label=label)
    axes.set_xticks(range(len(chart.places)), [str(p) for p in chart.places], rotation=30)
    if chart.logarithmic:
        axes.set_yscale("log")


def _lines(axes: Any, chart: Chart) -> None:
    for label, values in chart.series.items():
        known = [(p, v) for p, v in zip(chart.places, values, strict=True) if v is not None]
        axes.plot([p for p, _ in known], [v for _, v in known], "o-", label=label)
    if chart.logarithmic:
        axes.set(xscale="log", yscale="log")
    axes.set_xticks([float(p) for p in chart.places], [str(p) for p in chart.places])
    axes.minorticks_off()
    axes.grid(color="#e2e8f0", linewidth=0.7)
