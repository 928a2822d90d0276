"""What Python asks of compiled code: to evaluate, to score, to fit the rows of a batch."""

from collections.abc import Sequence
from typing import cast

import numpy as np

from sympy_ssde.kernel.forms import CompiledPart, Form, Side, make_form, meaning, plain, spread
from sympy_ssde.kernel.interpreter import Work
from sympy_ssde.kernel.rows import Fitting, Memory, Scoring, Settings, Sides, Task, work_on
from sympy_ssde.kernel.tables import JetSpace
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.tokens import Library

_NO_SCORES = Scoring(-1.0, False, 0.0, np.ones(3))
_NO_FITS = Fitting(
    False,
    np.zeros(0, np.int64),
    np.zeros((0, 0), np.bool_),
    np.zeros((0, 0), np.bool_),
    Settings(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
)
_NO_FORM = cast(Form, make_form(np.zeros((1, 1)), [], [0], *[np.zeros(0)] * 3))
_NONE = np.zeros((1, 0, 1, 1))

Out = tuple[np.ndarray, np.ndarray]


def side_at(points: np.ndarray, line: np.ndarray, space: JetSpace, longest: int, out: Out) -> Side:
    """Points without constraints, at which programs are evaluated into the arrays of ``out``.

    ``points`` and ``line`` are filled up; the programs have up to ``longest`` tokens.
    """
    values, tangents = out
    work = Work.allocate(space, longest, tangents.shape[1])
    form = _NO_FORM._replace(points=points, line=line)
    return Side(form, space.tables, work, values, tangents, _NONE)


def evaluate_rows(
    side: Side, library: Library, programs: np.ndarray, lengths: np.ndarray, constants: np.ndarray
) -> None:
    """Values and tangents of a batch, see :func:`~.interpreter.interpret`."""
    work_on(
        int(Task.EVALUATE),
        Sides(side, side, side),
        _NO_SCORES,
        _NO_FITS,
        meaning(library),
        programs,
        lengths,
        np.zeros((0, 0)),
        Memory.allocate((), 0)._replace(constants=constants),
        np.zeros((0, 3)),
    )


def score_rows(
    parts: Sequence[CompiledPart], library: Library, batch: Batch, scoring: Scoring, workers: int
) -> np.ndarray:
    """Mean squares ``(batch, 3)`` of equation, boundary and initial conditions.

    ``parts`` are the conditions, the equation, and the guard if there is one.
    """
    squares = np.empty((len(batch), 3))
    constants = plain(batch.constants, np.float64)

    def work(rows: slice) -> None:
        _run(Task.SCORE, parts, library, batch, constants, scoring, _NO_FITS, squares, rows)

    spread(len(batch), workers, work)
    return squares


def fit_rows(
    parts: Sequence[CompiledPart],
    library: Library,
    batch: Batch,
    free: np.ndarray,
    damped: np.ndarray,
    settings: Settings,
    workers: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Fitted constants ``(batch, slots)`` and losses ``(batch,)``, to one part or two."""
    fitted = np.array(batch.constants, dtype=np.float64, order="C")
    losses = np.empty((len(fitted), 1))
    used = plain(batch.used(library))
    free, damped = plain(free, np.bool_), plain(damped, np.bool_)

    def work(rows: slice) -> None:
        own = Fitting(len(parts) > 1, used[rows], free[rows], damped[rows], settings)
        _run(Task.FIT, parts, library, batch, fitted, _NO_SCORES, own, losses, rows)

    spread(len(fitted), workers, work)
    return fitted, losses[:, 0]


def _run(
    task: Task,
    parts: Sequence[CompiledPart],
    library: Library,
    batch: Batch,
    constants: np.ndarray,
    scoring: Scoring,
    fitting: Fitting,
    found: np.ndarray,
    rows: slice,
) -> None:
    """Work on some rows with memory of their own."""
    programs, slots = plain(batch.programs, np.int16), constants.shape[1]
    sides = [part.side(programs.shape[1], slots) for part in parts]
    work_on(
        int(task),
        Sides(sides[0], sides[min(1, len(sides) - 1)], sides[2] if len(sides) > 2 else sides[0]),
        scoring,
        fitting,
        meaning(library),
        programs[rows],
        plain(batch.lengths)[rows],
        constants[rows],
        Memory.allocate(parts[:2], slots),
        found[rows],
    )
