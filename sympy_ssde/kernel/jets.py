"""The kernel: skeletons x points -> values, derivatives, derivatives by the constants."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from sympy_ssde.errors import ProblemError
from sympy_ssde.kernel.interpreter import fill_up
from sympy_ssde.kernel.tables import JetSpace
from sympy_ssde.kernel.tasks import evaluate_rows, side_at
from sympy_ssde.language.tokens import Library

__all__ = ["JetSpace", "Jets", "chunks", "evaluate"]


class Jets(NamedTuple):
    """Results of :func:`evaluate`: true derivatives, not Taylor coefficients.

    ``values`` is ``(batch, index, points)``, ``index`` counting ``space.indices``; ``tangents``,
    its derivative by each constant, is ``(batch, slots, index, points)`` or None.
    """

    values: np.ndarray
    tangents: np.ndarray | None = None


def _expect(name: str, array: np.ndarray, shape: tuple[int, ...]) -> None:
    if array.shape != shape:
        raise ProblemError(f"{name} has the shape {array.shape}, expected {shape}")


def evaluate(
    library: Library,
    space: JetSpace,
    programs: np.ndarray,
    lengths: np.ndarray,
    constants: np.ndarray,
    points: np.ndarray,
    *,
    tangents: bool = False,
    line: np.ndarray | None = None,
    out: Jets | None = None,
    workers: int = 1,
) -> Jets:
    """Values and derivatives of a batch of skeletons at points.

    Explanation
    ===========

    Domain errors (the logarithm of a negative number, 0/0, overflow) give NaN or Inf in the rows of
    the skeleton and the points concerned, nowhere else, and no warning.  So does a program that is
    not one complete expression.  The results don't depend on ``workers`` nor on the rest of the
    batch.

    Examples
    ========

    >>> import numpy as np
    >>> from sympy.abc import x, y
    >>> from sympy_ssde.kernel.jets import JetSpace, evaluate
    >>> from sympy_ssde.language.tokens import Library
    >>> library = Library.build(["*"], [x, y])
    >>> programs = np.array([[0, 3, 0, 1, 2]], dtype=np.int16)  # c*(x*y)
    >>> space = JetSpace(2, {(1, 1)})
    >>> points = np.array([[2.0], [3.0]])
    >>> jets = evaluate(library, space, programs, np.array([5]), np.array([[10.0]]), points)
    >>> dict(zip(space.indices, jets.values[0, :, 0].tolist()))
    {(0, 0): 60.0, (1, 0): 30.0, (0, 1): 20.0, (1, 1): 10.0}

    Parameters
    ==========

    programs : ``(batch, max_length)`` int16 numbers of tokens; the rest of a row is padding
    lengths : ``(batch,)``
    constants : ``(batch, slots)``, or ``(batch, slots, lines)`` if constants have one value per
        line; the k-th slot is the k-th constant token from the left
    points : ``(dimension, points)``
    tangents : whether the derivatives by the constants are wanted; where they have lines, by the
        value for the point's own line
    line : ``(points,)`` the line of each point
    out : arrays of the results to write to, as from an earlier call
    workers : number of threads over which the batch is spread

    Of candidates for several functions, the rows of the first one come first.
    """
    batch, total = programs.shape[0], points.shape[1]
    programs = np.ascontiguousarray(programs, dtype=np.int16)
    lengths = np.ascontiguousarray(lengths, dtype=np.int64)
    constants = np.ascontiguousarray(constants, dtype=np.float64)
    if constants.ndim == 2:
        constants = constants[:, :, None]
    lines = np.zeros(total, np.int64) if line is None else np.asarray(line, dtype=np.int64)
    slots = constants.shape[1]
    _check_arrays(space, programs, lengths, constants, points, lines)
    _check_library(library, space, programs, slots)
    shape = (batch, slots if tangents else 0, library.functions * len(space), total)
    values = np.empty((batch, *shape[2:])) if out is None else out.values
    derivatives = np.empty(shape) if out is None or out.tangents is None else out.tangents
    _expect("out.values", values, (batch, *shape[2:]))
    _expect("out.tangents", derivatives, shape)
    filled = np.ascontiguousarray(fill_up(np.asarray(points, dtype=np.float64)))
    filled_lines = fill_up(lines)

    def evaluate_part(part: slice) -> None:
        out = values[part], derivatives[part]
        side = side_at(filled, filled_lines, space, programs.shape[1], out)
        evaluate_rows(side, library, programs[part], lengths[part], constants[part])

    parts = list(chunks(batch, 1, max(1, -(-batch // max(1, workers)))))
    if len(parts) <= 1:
        evaluate_part(slice(0, batch))
    else:
        with ThreadPoolExecutor(len(parts)) as pool:
            list(pool.map(evaluate_part, parts))
    return Jets(values, derivatives if tangents else None)


def chunks(batch: int, bytes_per_row: int, limit: int) -> Iterator[slice]:
    """Slices of a batch whose rows take at most ``limit`` bytes together (but one row at least).

    Examples
    ========

    >>> from sympy_ssde.kernel.jets import chunks
    >>> list(chunks(10, 100, 450))
    [slice(0, 4, None), slice(4, 8, None), slice(8, 10, None)]
    """
    step = max(1, limit // max(1, bytes_per_row))
    return (slice(i, min(i + step, batch)) for i in range(0, batch, step))


def _check_arrays(
    space: JetSpace,
    programs: np.ndarray,
    lengths: np.ndarray,
    constants: np.ndarray,
    points: np.ndarray,
    line: np.ndarray,
) -> None:
    """Everything that compiled code would read beyond the ends of its arrays otherwise."""
    batch, longest = programs.shape
    slots, lines = constants.shape[1:]
    _expect("lengths", lengths, (batch,))
    _expect("constants", constants, (batch, slots, lines))
    _expect("points", points, (space.dimension, points.shape[1]))
    _expect("line", line, (points.shape[1],))
    if batch and (lengths.min() < 0 or lengths.max() > longest):
        raise ProblemError(f"lengths must lie between 0 and {longest}, the width of programs")
    if line.size and (line.min() < 0 or line.max() >= lines):
        raise ProblemError(f"line must lie between 0 and {lines - 1}: constants have {lines} lines")


def _check_library(library: Library, space: JetSpace, programs: np.ndarray, slots: int) -> None:
    """The programs' variables and constants are those that there are."""
    if len(library.variables) != space.dimension:
        raise ProblemError(
            f"the library has {len(library.variables)} variables, the jets {space.dimension}"
        )
    if len(programs) and library.constant >= 0:
        used = int((programs == library.constant).sum(axis=1).max())
        if used > slots:
            raise ProblemError(f"a skeleton has {used} constants, but constants only {slots} slots")
