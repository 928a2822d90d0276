"""Which derivatives a truncated power series carries, and the tables of its arithmetic."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from sympy_ssde.errors import ProblemError

MultiIndex = tuple[int, ...]
Term = tuple[MultiIndex, float]  # beta, and the weight of f_beta h_(alpha-beta)


class Bilinear(NamedTuple):
    """A bilinear map of two jets, as sparse rows.

    Entry ``a`` of the result is the sum over ``t`` in ``start[a]:start[a + 1]`` of
    ``weight[t] * f[left[t]] * h[right[t]]``.
    """

    start: np.ndarray  # (indices + 1,)
    left: np.ndarray  # (terms,)
    right: np.ndarray  # (terms,)
    weight: np.ndarray  # (terms,)


class Tables(NamedTuple):
    """What compiled code knows of a :class:`JetSpace`."""

    product: Bilinear  # f * h
    square: Bilinear  # f * f, every pair once
    recurrence: Bilinear  # the g with dg = h df, without its value
    unit: np.ndarray  # (dimension,) place of each first derivative, or -1
    inner: np.ndarray  # (indices,) whether another entry of the space lies above this one
    factorial: np.ndarray  # (indices,) alpha! turns a Taylor coefficient into a derivative
    order: int


def _below(alpha: MultiIndex) -> Iterator[MultiIndex]:
    return product(*(range(a + 1) for a in alpha))


def _minus(alpha: MultiIndex, beta: MultiIndex) -> MultiIndex:
    return tuple(a - b for a, b in zip(alpha, beta, strict=True))


@dataclass(frozen=True)
class JetSpace:
    """The partial derivatives that are computed together: those needed and all below them.

    Examples
    ========

    >>> from sympy_ssde.kernel.jets import JetSpace
    >>> space = JetSpace(2, {(2, 0), (0, 2)})
    >>> space.indices
    ((0, 0), (1, 0), (0, 1), (2, 0), (0, 2))
    >>> space.place[0, 2]
    4

    Parameters
    ==========

    dimension : number of coordinates
    needed : multi-indices, one order of differentiation a coordinate; the value is always there
    """

    dimension: int
    needed: Iterable[MultiIndex] = ()

    def __post_init__(self) -> None:
        needed = tuple(sorted({tuple(int(a) for a in alpha) for alpha in self.needed}))
        if self.dimension < 1:
            raise ProblemError(f"a jet needs at least one coordinate, not {self.dimension}")
        for alpha in needed:
            if len(alpha) != self.dimension or min(alpha) < 0:
                raise ProblemError(
                    f"{alpha} is no multi-index in {self.dimension} coordinates; "
                    f"give {self.dimension} orders of differentiation, each 0 or more"
                )
        object.__setattr__(self, "needed", needed)

    def __len__(self) -> int:
        return len(self.indices)

    @cached_property
    def indices(self) -> tuple[MultiIndex, ...]:
        """The downward closure of the needed indices by total degree, the value first."""
        closure = {(0,) * self.dimension}
        for alpha in self.needed:
            closure.update(_below(alpha))
        return tuple(sorted(closure, key=lambda a: (sum(a), tuple(-i for i in a))))

    @cached_property
    def place(self) -> dict[MultiIndex, int]:
        """Multi-index -> row of the results."""
        return {alpha: i for i, alpha in enumerate(self.indices)}

    @cached_property
    def order(self) -> int:
        """The highest total degree."""
        return sum(self.indices[-1])

    @cached_property
    def tables(self) -> Tables:
        """The arrays of the compiled arithmetic."""
        units = [tuple(int(i == d) for i in range(self.dimension)) for d in range(self.dimension)]
        inner = [any(_minus(b, a) in units for b in self.indices) for a in self.indices]
        return Tables(
            product=self._bilinear(self._product_terms),
            square=self._bilinear(self._square_terms),
            recurrence=self._bilinear(self._recurrence_terms),
            unit=np.array([self.place.get(e, -1) for e in units], dtype=np.int64),
            inner=np.array(inner, dtype=np.bool_),
            factorial=np.array(
                [math.prod(math.factorial(i) for i in a) for a in self.indices], dtype=np.float64
            ),
            order=self.order,
        )

    def _product_terms(self, alpha: MultiIndex) -> Iterator[Term]:
        return ((beta, 1.0) for beta in _below(alpha))

    def _square_terms(self, alpha: MultiIndex) -> Iterator[Term]:
        for beta in _below(alpha):
            rest = _minus(alpha, beta)
            if beta <= rest:
                yield beta, 1.0 if beta == rest else 2.0

    def _recurrence_terms(self, alpha: MultiIndex) -> Iterator[Term]:
        """Terms of the direction d with the smallest alpha_d > 0: it has the fewest."""
        if any(alpha):
            low, d = min((a, d) for d, a in enumerate(alpha) if a)
            yield from ((beta, beta[d] / low) for beta in _below(alpha) if beta[d])

    def _bilinear(self, terms_of: Callable[[MultiIndex], Iterator[Term]]) -> Bilinear:
        start, left, right, weight = [0], [], [], []
        for alpha in self.indices:
            for beta, w in terms_of(alpha):
                left.append(self.place[beta])
                right.append(self.place[_minus(alpha, beta)])
                weight.append(w)
            start.append(len(left))
        return Bilinear(
            np.array(start, dtype=np.int64),
            np.array(left, dtype=np.int64),
            np.array(right, dtype=np.int64),
            np.array(weight, dtype=np.float64),
        )
