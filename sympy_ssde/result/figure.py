"""Figures that need no screen, and that notebooks show by themselves."""

import io

from sympy_ssde.errors import MissingPackageError

try:
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure
except ModuleNotFoundError as error:
    raise MissingPackageError(
        "plots need matplotlib, which is not installed; install it with: "
        "pip install 'sympy_ssde[plot]'"
    ) from error

__all__ = ["BLUE", "GREY", "GRID", "RED", "Figure", "Normalize", "Picture", "message", "new_figure"]

BLUE, RED, GREY = "#2b6cb0", "#c2410c", "#64748b"
GRID = "#e2e8f0"


class Picture(Figure):
    """A figure that notebooks show by themselves."""

    def _repr_png_(self) -> bytes:
        with io.BytesIO() as file:
            self.savefig(file, format="png", dpi=110)
            return file.getvalue()


def new_figure(width: float, height: float) -> Picture:
    """A figure of so many inches."""
    return Picture(figsize=(width, height), layout="constrained")


def message(text: str) -> Picture:
    """A figure that says something."""
    figure = new_figure(6, 1.2)
    figure.text(0.5, 0.5, text, ha="center", va="center", color=GREY)
    return figure
