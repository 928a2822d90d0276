"""Skeletons with constants, many at once: the one form in which they are handed around."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from sympy_ssde.language.skeleton import Skeleton, programs
from sympy_ssde.language.tokens import Library


class Batch(NamedTuple):
    """Programs with their constants, a row each.

    ``programs (batch, max_length)`` int16 padded with -1, ``lengths (batch,)`` int64,
    ``constants (batch, slots)`` float64, to start from or as fitted; slots that a skeleton doesn't
    have are ignored.

    Examples
    ========

    >>> from sympy.abc import x
    >>> library = Library.build(["*", "sin"], [x])
    >>> skeletons = [Skeleton.from_text(text, library) for text in ("* c sin x", "x")]
    >>> batch = Batch.of([(skeletons[0], np.array([2.0])), (skeletons[1], np.empty(0))], 5, 1)
    >>> len(batch), batch.lengths.tolist(), batch.used(library).tolist()
    (2, [4, 1], [1, 0])
    >>> batch.skeleton(0, library).text
    '* c sin x'
    """

    programs: np.ndarray
    lengths: np.ndarray
    constants: np.ndarray

    @classmethod
    def of(
        cls, found: Sequence[tuple[Skeleton, np.ndarray]], max_length: int, slots: int
    ) -> "Batch":
        """Skeletons with their constants."""
        constants = np.ones((len(found), slots))
        for row, (_, values) in zip(constants, found, strict=True):
            row[: len(values)] = values
        return cls(*programs([skeleton for skeleton, _ in found], max_length), constants)

    @classmethod
    def single(cls, skeleton: Skeleton, constants: np.ndarray) -> "Batch":
        """One skeleton with its constants ``(slots,)``; there is always room for one."""
        return cls.repeated(skeleton, np.asarray(constants, dtype=np.float64)[None])

    @classmethod
    def repeated(cls, skeleton: Skeleton, constants: np.ndarray) -> "Batch":
        """The same skeleton with several constants ``(batch, slots)``; room for one at least."""
        count, slots = len(constants), skeleton.constants
        room = np.zeros((count, max(1, slots)))
        room[:, :slots] = constants[:, :slots]
        tokens = np.array([skeleton.tokens], np.int16)
        lengths = np.full(count, len(skeleton.tokens), np.int64)
        return cls(np.repeat(tokens, count, axis=0), lengths, room)

    @classmethod
    def empty(cls, max_length: int = 0, slots: int = 0) -> "Batch":
        """No skeletons at all."""
        return cls(np.empty((0, max_length), np.int16), np.empty(0, np.int64), np.empty((0, slots)))

    def __len__(self) -> int:
        return self.programs.shape[0]

    def take(self, rows: np.ndarray) -> "Batch":
        """The chosen rows."""
        return Batch(self.programs[rows], self.lengths[rows], self.constants[rows])

    def join(self, other: "Batch") -> "Batch":
        """These rows, then those of the other."""
        return Batch(*(np.concatenate(pair) for pair in zip(self, other, strict=True)))

    def at(self, constants: np.ndarray) -> "Batch":
        """The same skeletons with other constants ``(batch, slots)``."""
        return Batch(self.programs, self.lengths, constants)

    def generator(self, seed: int) -> np.random.Generator:
        """Random numbers that depend on the seed and on these rows alone."""
        digest = blake2b(digest_size=8)
        for array in self:
            digest.update(np.ascontiguousarray(array).tobytes())
        return np.random.default_rng([seed, int.from_bytes(digest.digest(), "little")])

    def used(self, library: Library) -> np.ndarray:
        """How many constants each skeleton has, ``(batch,)``."""
        return np.asarray((self.programs == library.constant).sum(axis=1))

    def skeleton(self, row: int, library: Library) -> Skeleton:
        """The skeleton of a row."""
        return Skeleton(library, tuple(int(t) for t in self.programs[row, : self.lengths[row]]))
