"""Functions of arrays, and small linear algebra, the same to the last bit on every CPU.

numpy, torch and the packages behind them choose their code by the CPU's features: with AVX-512
``exp`` has other last bits than without, and so have sums of products in BLAS and torch's sums.
Where such a bit decides which of two candidates is better, the same seed takes another path.  What
decides anything in a search is computed here, in compiled code that adds in a fixed order, or by
numpy's sums, products, quotients and square roots, which are rounded in one way everywhere.
"""

import math
from collections.abc import Callable

import numpy as np

from sympy_ssde.kernel import elementary as jet_math
from sympy_ssde.kernel.elementary import compiled, entry

_EXP, _LOG, _SIN, _COS, _TAN, _ATAN, _SINH, _COSH, _TANH, _ERF, _POWER, _LOG_1_PLUS = range(12)

#: An array or a number.
Numbers = np.ndarray | float

_SWEEPS = 30  # of Jacobi's method; it converges in less than ten


@entry
def _apply(function: int, x: np.ndarray, y: np.ndarray, out: np.ndarray) -> None:
    """``out = f(x)`` or ``f(x, y)``, all ``(n,)``, or ``y (1,)``."""
    n = x.size
    if function == _EXP:
        jet_math.exp_row(x, out, n)
    elif function == _LOG:
        jet_math.log_row(x, out, n)
    elif function == _TANH:
        jet_math.tanh_row(x, out, n)
    elif function == _ATAN:
        jet_math.atan_row(x, out, n)
    else:
        for i in range(n):
            if function == _SIN:
                out[i] = jet_math.sin_cos(x[i])[0]
            elif function == _COS:
                out[i] = jet_math.sin_cos(x[i])[1]
            elif function == _TAN:
                sine, cosine = jet_math.sin_cos(x[i])
                out[i] = sine / cosine
            elif function == _SINH:
                out[i] = jet_math.sinh_cosh(x[i])[0]
            elif function == _COSH:
                out[i] = jet_math.sinh_cosh(x[i])[1]
            elif function == _ERF:
                out[i] = jet_math.erf(x[i])
            elif function == _LOG_1_PLUS:
                out[i] = jet_math.log_1_plus(x[i])
            else:
                out[i] = jet_math.power(x[i], y[min(i, y.size - 1)])


def _applied(function: int, *arrays: Numbers) -> np.ndarray:
    given = [np.asarray(a, dtype=np.float64) for a in arrays]
    if given[-1].size != 1 or given[-1].ndim > given[0].ndim:
        given = list(np.broadcast_arrays(*given))
    flat = [np.array(a, order="C").reshape(-1) for a in given]  # copies: views can't be written
    out = np.empty(flat[0].shape)
    _apply(function, flat[0], flat[-1], out)
    return out.reshape(given[0].shape)


def _unary(function: int, about: str) -> Callable[[Numbers], np.ndarray]:
    """A function of arrays of any shape, by its number."""

    def values(x: Numbers) -> np.ndarray:
        return _applied(function, x)

    values.__doc__ = about
    return values


exp = _unary(_EXP, "The exponential.")
log = _unary(_LOG, "The natural logarithm.")
sin = _unary(_SIN, "The sine.")
cos = _unary(_COS, "The cosine.")
tan = _unary(_TAN, "The tangent.")
atan = _unary(_ATAN, "The inverse tangent.")
sinh = _unary(_SINH, "The hyperbolic sine.")
cosh = _unary(_COSH, "The hyperbolic cosine.")
tanh = _unary(_TANH, "The hyperbolic tangent.")
erf = _unary(_ERF, "The error function.")
_log_1_plus = _unary(_LOG_1_PLUS, "The logarithm of 1 + x.")


def asin(x: Numbers) -> np.ndarray:
    """The inverse sine."""
    x = np.asarray(x, dtype=np.float64)
    with np.errstate(all="ignore"):
        return atan(x / np.sqrt((1 - x) * (1 + x)))


def acos(x: Numbers) -> np.ndarray:
    """The inverse cosine."""
    x = np.asarray(x, dtype=np.float64)
    with np.errstate(all="ignore"):
        return 2 * atan(np.sqrt((1 - x) / (1 + x)))


def atan2(y: Numbers, x: Numbers) -> np.ndarray:
    """The angle of the point ``(x, y)``."""
    y, x = np.broadcast_arrays(np.asarray(y, dtype=np.float64), np.asarray(x, dtype=np.float64))
    with np.errstate(all="ignore"):
        right = atan(y / x)
    left = right + np.where(np.signbit(y), -math.pi, math.pi)
    upright = np.where(
        y == 0, np.where(np.signbit(x), math.copysign(math.pi, 1.0), 0.0), math.pi / 2
    )
    return np.where(x > 0, right, np.where(x < 0, left, np.copysign(upright, y)))


def asinh(x: Numbers) -> np.ndarray:
    """The inverse hyperbolic sine."""
    size = np.abs(np.asarray(x, dtype=np.float64))
    with np.errstate(all="ignore"):
        value = _log_1_plus(size + size * (size / (1 + np.sqrt(1 + size * size))))
    return np.copysign(value, x)


def acosh(x: Numbers) -> np.ndarray:
    """The inverse hyperbolic cosine."""
    t = np.asarray(x, dtype=np.float64) - 1
    with np.errstate(all="ignore"):
        return _log_1_plus(t + np.sqrt(2 * t + t * t))


def atanh(x: Numbers) -> np.ndarray:
    """The inverse hyperbolic tangent."""
    size = np.abs(np.asarray(x, dtype=np.float64))
    with np.errstate(all="ignore"):
        value = 0.5 * _log_1_plus(2 * size / (1 - size))
    return np.copysign(value, x)


def power(x: Numbers, p: Numbers) -> np.ndarray:
    """``x**p``, real: NaN for a negative base and a power that is no integer."""
    return _applied(_POWER, x, p)


# ---------------------------------------------------------------------- sums of products


def sums_of_squares(rows: np.ndarray) -> np.ndarray:
    """The sum of the squares of each row, ``(batch,)`` of ``(batch, n)``."""
    with np.errstate(all="ignore"):
        return np.asarray((rows * rows).sum(axis=1))


@entry
def _products(a: np.ndarray, b: np.ndarray, out: np.ndarray) -> None:
    for k in range(a.shape[0]):
        for i in range(a.shape[1]):
            for j in range(b.shape[1]):
                total = 0.0
                for n in range(a.shape[2]):
                    total += a[k, i, n] * b[k, j, n]
                out[k, i, j] = total


def products(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Scalar products of the rows ``(batch, i, n)`` and ``(batch, j, n)``, ``(batch, i, j)``."""
    a, b = (np.ascontiguousarray(m, dtype=np.float64) for m in (a, b))
    out = np.empty((a.shape[0], a.shape[1], b.shape[1]))
    _products(a, b, out)
    return out


# ---------------------------------------------------------------------- linear equations


@compiled
def eliminate(matrix: np.ndarray, step: np.ndarray, n: int) -> bool:
    """Solve ``n`` equations by elimination with pivots; whether that could be done.

    ``matrix (n, n + 1)`` has the right-hand side in its last column, and is overwritten.
    """
    for a in range(n):
        best = a
        for b in range(a + 1, n):
            if abs(matrix[b, a]) > abs(matrix[best, a]):
                best = b
        pivot = matrix[best, a]
        if not (abs(pivot) > 0.0 and math.isfinite(pivot)):
            return False
        if best != a:
            for c in range(a, n + 1):
                matrix[a, c], matrix[best, c] = matrix[best, c], matrix[a, c]
        for b in range(a + 1, n):
            factor = matrix[b, a] / pivot
            if factor != 0.0:
                for c in range(a, n + 1):
                    matrix[b, c] -= factor * matrix[a, c]
    fine = True
    for back in range(n):
        a = n - 1 - back
        total = matrix[a, n]
        for b in range(a + 1, n):
            total -= matrix[a, b] * step[b]
        step[a] = total / matrix[a, a]
        fine = fine and math.isfinite(step[a])
    return fine


@entry
def _eliminate_each(systems: np.ndarray, found: np.ndarray) -> None:
    for k in range(systems.shape[0]):
        if not eliminate(systems[k], found[k], found.shape[1]):
            for a in range(found.shape[1]):
                found[k, a] = 0.0


def solve_each(matrices: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Solutions ``(batch, n)`` of the systems ``(batch, n, n)``; 0 where one is singular.

    >>> solve_each(np.array([[[2.0, 1.0], [1.0, 1.0]]]), np.array([[3.0, 2.0]])).tolist()
    [[1.0, 1.0]]
    """
    systems = np.concatenate([matrices, np.asarray(right)[:, :, None]], axis=2, dtype=np.float64)
    found = np.zeros(systems.shape[:2])
    _eliminate_each(systems, found)
    return found


@entry
def _rotate(matrix: np.ndarray, sweeps: int) -> None:
    """Jacobi's method: rotations until the matrices, symmetric, are diagonal."""
    n = matrix.shape[1]
    for k in range(matrix.shape[0]):
        m = matrix[k]
        for _ in range(sweeps):
            off, size = 0.0, 0.0
            for p in range(n):
                size += m[p, p] * m[p, p]
                for q in range(p + 1, n):
                    off += m[p, q] * m[p, q]
            if not off > 1e-40 * size:
                break
            for p in range(n):
                for q in range(p + 1, n):
                    if m[p, q] == 0.0:
                        continue
                    theta = (m[q, q] - m[p, p]) / (2.0 * m[p, q])
                    t = 1.0 / (abs(theta) + math.sqrt(theta * theta + 1.0))
                    t = -t if theta < 0.0 else t
                    c = 1.0 / math.sqrt(t * t + 1.0)
                    s = t * c
                    for i in range(n):
                        a, b = m[i, p], m[i, q]
                        m[i, p], m[i, q] = c * a - s * b, s * a + c * b
                    for i in range(n):
                        a, b = m[p, i], m[q, i]
                        m[p, i], m[q, i] = c * a - s * b, s * a + c * b


def eigenvalues(matrices: np.ndarray) -> np.ndarray:
    """Eigenvalues of symmetric matrices ``(batch, n, n)``, the smallest first, ``(batch, n)``.

    >>> eigenvalues(np.array([[[2.0, 1.0], [1.0, 2.0]]])).round(12).tolist()
    [[1.0, 3.0]]
    """
    turned = np.array(matrices, dtype=np.float64)
    _rotate(turned, _SWEEPS)
    return np.sort(np.diagonal(turned, axis1=1, axis2=2), axis=1)


@entry
def _reflect(matrix: np.ndarray, right: np.ndarray, order: np.ndarray, limit: float) -> int:
    """QR by Householder's reflections with the longest column first, in place; the rank."""
    rows, columns = matrix.shape
    largest = 0.0
    for a in range(min(rows, columns)):
        best, longest = a, -1.0
        for b in range(a, columns):
            total = 0.0
            for i in range(a, rows):
                total += matrix[i, b] * matrix[i, b]
            if total > longest:
                best, longest = b, total
        length = math.sqrt(longest)
        largest = max(largest, length)
        if not length > limit * largest:
            return a
        if best != a:
            for i in range(rows):
                matrix[i, a], matrix[i, best] = matrix[i, best], matrix[i, a]
            order[a], order[best] = order[best], order[a]
        head = matrix[a, a] + (length if matrix[a, a] >= 0.0 else -length)
        scale = 1.0 / (length * abs(head))
        matrix[a, a] = head
        for b in range(a + 1, columns + 1):
            total = 0.0
            for i in range(a, rows):
                total += matrix[i, a] * (matrix[i, b] if b < columns else right[i])
            total *= scale
            for i in range(a, rows):
                if b < columns:
                    matrix[i, b] -= total * matrix[i, a]
                else:
                    right[i] -= total * matrix[i, a]
        matrix[a, a] = -length if head > 0.0 else length
    return min(rows, columns)


def least_squares(
    matrix: np.ndarray, right: np.ndarray, limit: float | None = None
) -> tuple[np.ndarray, int]:
    """``x`` that makes ``|matrix x - right|`` smallest, and the rank of ``matrix (rows, columns)``.

    Where the rank is lower than the columns, those that come last in size have the value 0;
    ``limit`` is the size of a column, relative to the largest, that counts as none.

    >>> line = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    >>> x, rank = least_squares(line, np.array([1.0, 3.0, 5.0]))
    >>> x.round(12).tolist(), rank
    ([1.0, 2.0], 2)
    """
    if limit is None:
        limit = max(matrix.shape) * float(np.finfo(float).eps)
    columns = matrix.shape[1]
    work, rest, order = (
        np.array(matrix, np.float64),
        np.array(right, np.float64),
        np.arange(columns),
    )
    rank = int(_reflect(work, rest, order, limit))
    found = np.zeros((1, columns))
    triangle = np.triu(work[:rank, :rank])
    if rank:
        found[0, order[:rank]] = solve_each(triangle[None], rest[None, :rank])[0]
    return found[0], rank
