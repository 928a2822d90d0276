"""What the search remembers: every skeleton it has tried, and the best of each complexity."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from sympy_ssde.cache import plain, plain_part
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import COSTS
from sympy_ssde.language.tokens import Library
from sympy_ssde.search.score import Scores

# A table of keys is an array of 2**n slots, a key in the first free one from its own place on, and
# one slot more, in which a 1 says that the key 0 is in the table: 0 marks a free slot.
_FREE = np.uint64(0)
_ONE = np.uint64(1)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_SMALLEST = 64


@plain_part
def _place(slots, key):
    """Return the slot that holds the key, or else the free one that it would go to."""
    if key == _FREE:
        return slots.shape[0] - 1
    last = np.uint64(slots.shape[0] - 2)
    mixed = key * _GOLDEN
    place = (mixed ^ (mixed >> np.uint64(32))) & last
    while slots[place] != key and slots[place] != _FREE:
        place = (place + _ONE) & last
    return np.int64(place)


@plain
def has_key(slots, key):
    """Is the key in the table?"""
    return slots[_place(slots, key)] != _FREE


@plain
def add_key(slots, key):
    """Put the key into the table, which must have a free slot; was it new?"""
    place = _place(slots, key)
    new = slots[place] == _FREE
    slots[place] = _ONE if key == _FREE else key
    return new


def empty_table(count: int) -> np.ndarray:
    """Return a table with room for ``count`` keys, at most half full then; ``(slots + 1,)``."""
    size = _SMALLEST
    while size < 2 * count:
        size *= 2
    return np.zeros(size + 1, np.uint64)


@plain
def _find_all(slots, keys):
    found = np.empty(keys.shape[0], np.bool_)
    for i in range(keys.shape[0]):
        found[i] = has_key(slots, keys[i])
    return found


@plain
def _look_up_all(slots, losses, keys):
    out = np.empty(keys.shape[0])
    for i in range(keys.shape[0]):
        place = _place(slots, keys[i])
        out[i] = losses[place] if slots[place] != _FREE else np.inf
    return out


@plain
def _insert_all(slots, losses, keys, new_losses):
    """Insert keys, and lower their losses; return which were new."""
    new = np.empty(keys.shape[0], np.bool_)
    for i in range(keys.shape[0]):
        place = _place(slots, keys[i])
        new[i] = slots[place] == _FREE
        slots[place] = _ONE if keys[i] == _FREE else keys[i]
        # A loss that isn't a number is no news.
        if new_losses[i] < losses[place]:
            losses[place] = new_losses[i]
    return new


@plain
def _move_all(slots, losses, wider, wider_losses):
    last = slots.shape[0] - 1
    for i in range(last):
        if slots[i] != _FREE:
            place = _place(wider, slots[i])
            wider[place] = slots[i]
            wider_losses[place] = losses[i]
    wider[-1] = slots[last]
    wider_losses[-1] = losses[last]


class Archive:
    """The canonical keys of all skeletons tried so far, with the best loss of each.

    Compiled code asks ``has_key(archive.slots, key)``.

    Examples
    ========

    >>> archive = Archive()
    >>> archive.insert(np.array([7, 8, 7], np.uint64), np.array([0.5, 2.0, 0.1]))
    array([ True,  True, False])
    >>> archive.contains(np.array([8, 9], np.uint64))
    array([ True, False])
    >>> archive.losses(np.array([7, 9], np.uint64))
    array([0.1, inf])
    >>> len(archive)
    2
    """

    def __init__(self, capacity: int = 1 << 15) -> None:
        """Make an empty archive that first grows after ``capacity`` keys."""
        self.slots = empty_table(capacity)
        self._losses = np.full(self.slots.shape, np.inf)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def contains(self, keys: np.ndarray) -> np.ndarray:
        """Return which of the keys ``(batch,) uint64`` are known, ``(batch,) bool``."""
        return _find_all(self.slots, keys)

    def losses(self, keys: np.ndarray) -> np.ndarray:
        """Return the best loss of each key, infinite if it is unknown, ``(batch,)``."""
        return _look_up_all(self.slots, self._losses, keys)

    def insert(self, keys: np.ndarray, losses: np.ndarray | None = None) -> np.ndarray:
        """Insert keys ``(batch,) uint64``; return which were new, ``(batch,) bool``.

        Of a key that comes twice the first is new.  Losses ``(batch,)`` replace larger ones.
        """
        self._reserve(self._count + len(keys))
        known = np.full(len(keys), np.inf) if losses is None else np.asarray(losses, np.float64)
        new = _insert_all(self.slots, self._losses, keys, known)
        self._count += int(np.count_nonzero(new))
        return new

    def _reserve(self, count: int) -> None:
        """Widen the tables such that they are at most half full with ``count`` keys."""
        if 2 * count < len(self.slots):
            return
        # Twice the room at least, or the work of moving would be quadratic.
        wider = empty_table(max(count, len(self.slots)))
        wider_losses = np.full(wider.shape, np.inf)
        _move_all(self.slots, self._losses, wider, wider_losses)
        self.slots, self._losses = wider, wider_losses


@plain
def complexities(programs, lengths, costs):
    """Return the sum of the tokens' costs of each program, ``(batch,) int64``.

    With :func:`token_costs` it is a skeleton's complexity.
    """
    sums = np.zeros(lengths.shape[0], np.int64)
    for b in range(lengths.shape[0]):
        for i in range(lengths[b]):
            sums[b] += costs[programs[b, i]]
    return sums


def token_costs(library: Library) -> np.ndarray:
    """Return the share of each token in a skeleton's complexity, ``(tokens,) int64``."""
    return np.array([COSTS.get(token.op, 3) for token in library.tokens], np.int64)


class Front(NamedTuple):
    """Skeletons none of which is both simpler and better than another; each has one row.

    ``batch`` with fitted constants, ``losses (rows,)``, ``complexities (rows,)``.
    """

    batch: Batch
    losses: np.ndarray
    complexities: np.ndarray


@dataclass(frozen=True)
class HallOfFame:
    """The best loss at each complexity, as far as nothing simpler has it too.

    Examples
    ========

    >>> from sympy.abc import x
    >>> from sympy_ssde.language.skeleton import Skeleton, programs, skeletons
    >>> library = Library.build(["+", "sin"], [x])
    >>> texts = ["sin x", "x", "+ x sin x", "+ x x"]
    >>> rows, lengths = programs(Skeleton.from_text(text, library) for text in texts)
    >>> batch, ones = Batch(rows, lengths, np.ones((4, 1))), np.ones(4)
    >>> losses = np.array([0.1, 0.5, 0.0, 0.7])
    >>> scores = Scores(batch.constants, ones, ones, ones > 0, losses)
    >>> front = HallOfFame(library).update(batch, scores).front()
    >>> [s.text for s in skeletons(front.batch.programs, front.batch.lengths, library)]
    ['x', 'sin x', '+ x sin x']
    >>> front.complexities.tolist(), front.losses.tolist()
    ([1, 4, 6], [0.5, 0.1, 0.0])
    """

    library: Library
    _front: Front | None = field(default=None, repr=False)

    def front(self) -> Front:
        """Return the members, the simplest first; losses fall from row to row."""
        if self._front is not None:
            return self._front
        return Front(Batch.empty(), np.empty(0), np.empty(0, np.int64))

    def update(self, batch: Batch, scores: Scores) -> "HallOfFame":
        """Return the hall after a batch has been scored.

        Rows without a finite loss have no place in it; of equals the one that came first stays.
        """
        finite = np.flatnonzero(np.isfinite(scores.losses))
        new = batch.at(scores.constants).take(finite)
        costs = complexities(new.programs, new.lengths, token_costs(self.library))
        pool = Front(new, scores.losses[finite], costs)
        if self._front is not None:
            pool = _join(self._front, pool)
        order = np.lexsort((pool.losses, pool.complexities))
        best_before = np.minimum.accumulate(np.append(np.inf, pool.losses[order]))[:-1]
        kept = order[pool.losses[order] < best_before]
        front = Front(pool.batch.take(kept), pool.losses[kept], pool.complexities[kept])
        return replace(self, _front=front)


def _join(first: Front, second: Front) -> Front:
    """Put the rows of the second below those of the first."""
    return Front(
        first.batch.join(second.batch),
        np.concatenate([first.losses, second.losses]),
        np.concatenate([first.complexities, second.complexities]),
    )
