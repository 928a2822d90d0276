"""A partial expression with all that has no parameter in it computed once.

With many variables nearly all of a partial expression is known, and only a parameter or two are
fitted, at the same points again and again.  Parts without a parameter are values at these points:
they become coordinates, so that a fit costs the same however many variables are known already.
"""

from typing import NamedTuple

import numpy as np

from sympy_ssde.kernel.jets import JetSpace, evaluate
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library, Op
from sympy_ssde.problem.symbols import internal


class Condensed(NamedTuple):
    """A short skeleton of values ``points (coordinates, points)`` of the parts left out.

    ``slots`` are the numbers that its constants have in the whole skeleton.
    """

    skeleton: Skeleton
    points: np.ndarray
    slots: tuple[int, ...]


def condensed(
    skeleton: Skeleton, constants: np.ndarray, parameters: tuple[int, ...], points: np.ndarray
) -> Condensed:
    """The skeleton of one function with its largest parts without parameters as coordinates.

    Only its values are the same, not its derivatives by the variables.

    Examples
    ========

    >>> import numpy as np
    >>> from sympy.abc import x, y
    >>> library = Library.build(["+", "*"], [x, y])
    >>> whole = Skeleton.from_text("+ * c x * c y", library)
    >>> short = condensed(whole, np.array([2.0, 5.0]), (1,), np.array([[3.0], [4.0]]))
    >>> short.skeleton.text, short.points.tolist(), short.slots
    ('+ _p0 * c _p1', [[6.0], [4.0]], (1,))
    """
    parts = _parts(skeleton, parameters)
    library = skeleton.library
    names = [t.name for t in library.tokens if t.arity]
    known = [part for part in parts if part.is_known]
    short = Library.build(names, [internal(f"p{i}") for i in range(max(1, len(known)))])
    coordinates = iter(t.name for t in short.tokens if t.op == Op.VARIABLE)
    words = [next(coordinates) if p.is_known else library.names[p.tokens[0]] for p in parts]
    return Condensed(
        Skeleton(short, tuple(short.index[word] for word in words)),
        _values(known, library, constants, points),
        parameters,
    )


class _Part(NamedTuple):
    """A single token, or a subtree without parameters; ``slot`` is the first that it has."""

    tokens: tuple[int, ...]
    slot: int
    is_known: bool


def _parts(skeleton: Skeleton, parameters: tuple[int, ...]) -> list[_Part]:
    """The skeleton from left to right, taken apart as little as its parameters allow."""
    library, tokens = skeleton.library, skeleton.tokens
    slots = np.concatenate([[0], np.cumsum([t == library.constant for t in tokens])])
    ends = _ends(skeleton)
    found, i = [], 0
    while i < len(tokens):
        first, last = int(slots[i]), int(slots[ends[i]])
        is_known = not any(first <= p < last for p in parameters)
        end = ends[i] if is_known else i + 1
        found.append(_Part(tokens[i:end], first, is_known))
        i = end
    return found


def _ends(skeleton: Skeleton) -> list[int]:
    """Where the subtree that begins with each token ends."""
    arity, count = skeleton.library.arity, len(skeleton.tokens)
    ends = [0] * count
    for i in range(count - 1, -1, -1):
        end = i + 1
        for _ in range(arity[skeleton.tokens[i]]):
            end = ends[end]
        ends[i] = end
    return ends


def _values(
    parts: list[_Part], library: Library, constants: np.ndarray, points: np.ndarray
) -> np.ndarray:
    """The parts at the points, ``(parts, points)``; a row of zeros if there are none."""
    if not parts:
        return np.zeros((1, points.shape[1]))
    own = []
    for part in parts:
        made = Skeleton(library, part.tokens)
        own.append((made, constants[part.slot : part.slot + made.constants]))
    longest = max(len(part.tokens) for part in parts)
    batch = Batch.of(own, longest, max(1, *(s.constants for s, _ in own), 1))
    space = JetSpace(len(library.variables), {(0,) * len(library.variables)})
    return evaluate(library, space, *batch, points).values[:, 0]
