"""Numbers for linear problems on boxes, by methods that know no sines and cosines.

Along one variable functions are polynomials (Legendre-Galerkin: Shen, SIAM J. Sci. Comput. 15,
1994), whose discrete frequencies come from ``scipy.linalg.eigh``.  Amplitudes are marched with a
matrix exponential, or collocated at Chebyshev's points (Trefethen, Spectral Methods in MATLAB,
chapter 6).  Waves are computed by differences along characteristics, extrapolated to the limit.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np
from numpy.polynomial import legendre
from scipy.linalg import eigh, expm
from sympy import Expr, S, lambdify

from sympy_ssde.reduction.series_modes import Ends, Sides

#: Panels of a quadrature: data in pieces change their form at multiples of their length only.
PANELS = 24
#: The share of the discrete modes that is accurate.
ACCURATE = 0.6

Array = np.ndarray
Formula = Callable[..., Array]


def numbers(expr, variables) -> Formula:
    """A function of arrays."""
    function = lambdify(variables, expr, "numpy")

    def found(*at):
        value = np.asarray(function(*at), dtype=float)
        return np.array(np.broadcast_to(value, np.broadcast(*at).shape))

    return found


@dataclass(frozen=True)
class Polynomials:
    """Polynomials on an interval that fulfil what holds at its ends, combined to discrete modes.

    Each is an integral of a Legendre polynomial, so that the stiffness matrix is the identity;
    slopes that vanish at an end are natural conditions.
    """

    low: float
    high: float
    ends: Ends
    count: int
    share: float = 1.0  # of the discrete modes that are taken, those of low frequencies

    @property
    def half(self) -> float:
        """Half of the length."""
        return (self.high - self.low) / 2

    @cached_property
    def basis(self) -> Array:
        """Legendre coefficients of the basis, in columns, without the constant."""
        first = {Ends.DN: (1.0, 1.0), Ends.ND: (-1.0, 1.0), Ends.NN: (0.0, 1.0)}
        columns = []
        if self.ends in first:
            columns.append(np.array(first[self.ends]) * np.sqrt(0.5))
        for k in range(1, self.count):
            column = np.zeros(k + 2)
            column[[k - 1, k + 1]] = np.array([-1.0, 1.0]) * np.sqrt(k + 0.5) / (2 * k + 1)
            columns.append(column)
        matrix = np.zeros((self.count + 1, len(columns)))
        for i, column in enumerate(columns):
            matrix[: len(column), i] = column
        if self.has_constant:
            matrix[0] = 0.0
        return matrix

    @property
    def has_constant(self) -> bool:
        """Whether the constant is one of the modes."""
        return self.ends in (Ends.NN, Ends.PERIOD)

    @cached_property
    def modes(self) -> tuple[Array, Array]:
        """Squares of the discrete frequencies, and Legendre coefficients of the modes."""
        weighted = self.basis / np.sqrt(np.arange(len(self.basis)) + 0.5)[:, None]
        inverse, vectors = eigh(weighted.T @ weighted)
        best = slice(-1, -1 - int(self.share * self.count), -1)
        inverse, vectors = inverse[best], vectors[:, best]
        squares = 1 / inverse / self.half**2
        columns = self.basis @ vectors / np.sqrt(inverse * self.half)
        if self.has_constant:
            constant = np.zeros((len(columns), 1))
            constant[0] = 1 / np.sqrt(2 * self.half)
            squares, columns = np.append(0.0, squares), np.hstack([constant, columns])
        return squares, columns

    @property
    def squares(self) -> Array:
        """Of the discrete frequencies."""
        return self.modes[0]

    def values(self, points: Array) -> Array:
        """Of all discrete modes (columns) at some points."""
        return self._at(points, self.modes[1])

    def _at(self, points: Array, columns: Array) -> Array:
        return legendre.legvander((points - self.low) / self.half - 1, len(columns) - 1) @ columns

    @cached_property
    def quadrature(self) -> tuple[Array, Array]:
        """Points and weights."""
        nodes, weights = legendre.leggauss(max(16, self.count // 8))
        width = (self.high - self.low) / PANELS
        starts = self.low + width * np.arange(PANELS)
        points = (starts[:, None] + width * (nodes[None, :] + 1) / 2).ravel()
        return points, np.tile(weights * width / 2, PANELS)

    @cached_property
    def projector(self) -> Array:
        """The matrix that makes coefficients of values at the quadrature's points."""
        points, weights = self.quadrature
        return self.values(points).T * weights

    @cached_property
    def slopes(self) -> Array:
        """The matrix of the derivative."""
        derived = legendre.legder(self.modes[1]) / self.half
        return self.projector @ self._at(self.quadrature[0], derived)


def polynomials(side: Sides, count: int, share: float = ACCURATE) -> Polynomials:
    """For the ends of a variable."""
    return _made(float(side.low), float(side.high), side.ends, count, share)


@lru_cache(maxsize=4)
def _made(*given) -> Polynomials:
    return Polynomials(*given)


def projected(bases, function: Formula) -> Array:
    """Coefficients of a function in products of discrete modes."""
    values = function(*np.meshgrid(*(b.quadrature[0] for b in bases), indexing="ij"))
    for b in bases:
        values = np.moveaxis(np.tensordot(b.projector, values, axes=(1, 0)), 0, -1)
    return values


def contracted(array: Array, vectors) -> float:
    """The sum of an array's entries times those of a vector for each of its axes."""
    for vector in vectors:
        array = np.tensordot(vector, array, axes=(0, 0))
    return float(array)


def lifted(side: Sides) -> Expr:
    """A polynomial of the variable with the values that are given at its ends."""
    if side.is_homogeneous:
        return S.Zero
    ((_, first),), ((_, second),) = side.values
    s, length = side.variable - side.low, side.high - side.low
    return {
        Ends.DD: first + (second - first) * s / length,
        Ends.NN: first * s + (second - first) * s**2 / (2 * length),
        Ends.DN: first + second * s,
        Ends.ND: second + first * (s - length),
    }[side.ends]


# amplitudes -------------------------------------------------------------------------------------


def marched(matrix: Array, start: Array, source: Formula | None, times) -> Array:
    """``a' = matrix a + source(t)``: exponentials, and a graded Gauss rule for the source."""
    nodes, weights = legendre.leggauss(8)
    found = []
    for time in times:
        total = expm(time * matrix) @ start
        cuts = time * 4.0 ** -np.arange(0, 12)
        for high, low in zip(cuts, [*cuts[1:], 0.0], strict=True) if source else ():
            for node, weight in zip(nodes, weights, strict=True):
                past = low + (high - low) * (node + 1) / 2
                grown = expm(past * matrix) @ source(time - past)
                total = total + weight * (high - low) / 2 * grown
        found.append(total)
    return np.array(found)


def vibrating(rows, start: Array, velocity: Array, time: float) -> Array:
    """Amplitudes with constant coefficients, of first or second order."""
    if len(rows) == 2:
        return start * np.exp(-rows[0] / rows[1] * time)
    middle = -rows[1] / rows[2] / 2 + 0j
    half = np.sqrt(middle**2 - rows[0] / rows[2])
    rise = np.sinh(half * time) / half
    whole = start * np.cosh(half * time) + (velocity - middle * start) * rise
    return np.real(np.exp(middle * time) * whole)


def chebyshev(count: int, low: float, high: float) -> tuple[Array, Array]:
    """Points from low to high, and the matrix of the derivative there."""
    nodes = np.cos(np.pi * np.arange(count + 1) / count)
    ends = np.array([2.0, *[1.0] * (count - 1), 2.0]) * (-1.0) ** np.arange(count + 1)
    matrix = np.outer(ends, 1 / ends) / (nodes[:, None] - nodes[None, :] + np.eye(count + 1))
    matrix -= np.diag(matrix.sum(axis=1))
    return low + (high - low) * (1 - nodes) / 2, -2 * matrix / (high - low)


def interpolated(points: Array, values: Array, at: Array) -> Array:
    """The polynomial through values at Chebyshev's points, by the barycentric formula."""
    weights = (-1.0) ** np.arange(len(points))
    weights[[0, -1]] /= 2
    shares = weights / (at[:, None] - points[None, :])
    return (shares / shares.sum(axis=1, keepdims=True)) @ values


# waves ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wave:
    """``u_tt + damping*u_t + mass*u = speed**2*u_xx + source(x, t)`` on an interval."""

    low: float
    high: float
    ends: Ends
    speed: float
    damping: float
    mass: float
    source: Formula
    start: Formula
    velocity: Formula

    def states(self, cells: int, steps: int) -> Array:
        """Values at the grid's points after 0, 1, .., ``steps`` steps along characteristics."""
        x = np.linspace(self.low, self.high, cells + 1)
        dt = (x[1] - x[0]) / self.speed
        now, rate = self._kept(self.start(x)), self._mean_velocity(x)
        force = self.source(x, 0.0) - self.mass * now - self.damping * rate
        after = self._neighbours(now) / 2 + dt * rate + dt**2 / 2 * force
        found = [now, self._kept(after)]
        drag = self.damping * dt / 2
        for step in range(1, steps):
            before, now = found[-2:]
            force = self.source(x, step * dt) - self.mass * now
            new = (self._neighbours(now) - (1 - drag) * before + dt**2 * force) / (1 + drag)
            found.append(self._kept(new))
        return np.array(found)

    def _mean_velocity(self, x: Array) -> Array:
        """Over the cells at both sides of each point; it may jump between cells."""
        nodes, weights = legendre.leggauss(4)
        inside = x[:-1, None] + (x[1] - x[0]) * (nodes + 1) / 2
        cells = self.velocity(inside) @ weights / 2
        padded = np.concatenate([cells[:1], cells, cells[-1:]])
        return (padded[1:] + padded[:-1]) / 2

    def _neighbours(self, values: Array) -> Array:
        """The sum of both neighbours; beyond an end values are mirrored."""
        first, last = (1.0 if end == "N" else -1.0 for end in self.ends.name)
        padded = np.concatenate([[first * values[1]], values, [last * values[-2]]])
        return padded[2:] + padded[:-2]

    def _kept(self, values: Array) -> Array:
        """With zeros where the function vanishes."""
        lower, upper = self.ends.name
        kept = values.copy()
        kept[[i for i, end in ((0, lower), (-1, upper)) if end == "D"]] = 0.0
        return kept

    def extrapolated(self, cells: int, steps: int, levels: int = 3) -> Array:
        """States on a grid, from finer and finer ones: errors are powers of the squared width."""
        rows = [self.states(cells * 2**k, steps * 2**k)[:: 2**k, :: 2**k] for k in range(levels)]
        for order in range(1, levels):
            rows = [fine + (fine - coarse) / (4**order - 1) for coarse, fine in pairwise(rows)]
        return rows[0]
