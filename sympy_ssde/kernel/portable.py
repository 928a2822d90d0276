"""Functions of arrays, and small linear algebra, the same to the last bit on every CPU.

numpy, torch and the libraries behind them choose their code by the CPU's features: with AVX-512
``exp`` has other last bits than without, and so have sums of products in BLAS and torch's sums.
Where such a bit decides which of two candidates is better, the same seed takes another path.  What
decides anything in a search is computed here, in compiled code that adds in a fixed order, or by
numpy's sums, products, quotients and square roots, which are rounded in one way everywhere.
"""

import math

import numpy as np

from sympy_ssde.kernel import elementary as jet_math
from sympy_ssde.kernel.elementary import entry

_EXP, _LOG, _SIN, _COS, _TAN, _ATAN, _SINH, _COSH, _TANH, _ERF, _POWER, _LOG_1_PLUS = range(12)

_SWEEPS = 30  # of Jacobi's method; it converges in less than ten


@entry
def _apply(function: int, x: np.ndarray, y: np.ndarray, out: np.ndarray) -> None:
    """``out = f(x)`` or ``f(x, y)``, all ``(n,)``."""
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
                out[i] = jet_math.power(x[i], y[i])


def _applied(function: int, *arrays: np.ndarray | float) -> np.ndarray:
    given = np.broadcast_arrays(*(np.asarray(a, dtype=np.float64) for a in arrays))
    flat = [np.array(a, order="C").reshape(-1) for a in given]  # copies: views can't be written
    out = np.empty(flat[0].shape)
    _apply(function, flat[0], flat[-1], out)
    return out.reshape(given[0].shape)


def exp(x: np.ndarray | float) -> np.ndarray:
    """The exponential."""
    return _applied(_EXP, x)


def log(x: np.ndarray | float) -> np.ndarray:
    """The natural logarithm."""
    return _applied(_LOG, x)


def sin(x: np.ndarray | float) -> np.ndarray:
    """The sine."""
    return _applied(_SIN, x)


def cos(x: np.ndarray | float) -> np.ndarray:
    """The cosine."""
    return _applied(_COS, x)


def tan(x: np.ndarray | float) -> np.ndarray:
    """The tangent."""
    return _applied(_TAN, x)


def atan(x: np.ndarray | float) -> np.ndarray:
    """The inverse tangent."""
    return _applied(_ATAN, x)


def asin(x: np.ndarray | float) -> np.ndarray:
    """The inverse sine."""
    x = np.asarray(x, dtype=np.float64)
    with np.errstate(all="ignore"):
        return atan(x / np.sqrt((1 - x) * (1 + x)))


def acos(x: np.ndarray | float) -> np.ndarray:
    """The inverse cosine."""
    x = np.asarray(x, dtype=np.float64)
    with np.errstate(all="ignore"):
        return 2 * atan(np.sqrt((1 - x) / (1 + x)))


def atan2(y: np.ndarray | float, x: np.ndarray | float) -> np.ndarray:
    """The angle of the point ``(x, y)``."""
    y, x = np.broadcast_arrays(np.asarray(y, dtype=np.float64), np.asarray(x, dtype=np.float64))
    with np.errstate(all="ignore"):
        right = atan(y / x)
    left = right + np.where(np.signbit(y), -math.pi, math.pi)
    upright = np.where(
        y == 0, np.where(np.signbit(x), math.copysign(math.pi, 1.0), 0.0), math.pi / 2
    )
    return np.where(x > 0, right, np.where(x < 0, left, np.copysign(upright, y)))


def sinh(x: np.ndarray | float) -> np.ndarray:
    """The hyperbolic sine."""
    return _applied(_SINH, x)


def cosh(x: np.ndarray | float) -> np.ndarray:
    """The hyperbolic cosine."""
    return _applied(_COSH, x)


def tanh(x: np.ndarray | float) -> np.ndarray:
    """The hyperbolic tangent."""
    return _applied(_TANH, x)


def asinh(x: np.ndarray | float) -> np.ndarray:
    """The inverse hyperbolic sine."""
    size = np.abs(np.asarray(x, dtype=np.float64))
    with np.errstate(all="ignore"):
        value = _applied(_LOG_1_PLUS, size + size * (size / (1 + np.sqrt(1 + size * size))))
    return np.copysign(value, x)


def acosh(x: np.ndarray | float) -> np.ndarray:
    """The inverse hyperbolic cosine."""
    t = np.asarray(x, dtype=np.float64) - 1
    with np.errstate(all="ignore"):
        return _applied(_LOG_1_PLUS, t + np.sqrt(2 * t + t * t))


def atanh(x: np.ndarray | float) -> np.ndarray:
    """The inverse hyperbolic tangent."""
    size = np.abs(np.asarray(x, dtype=np.float64))
    with np.errstate(all="ignore"):
        value = 0.5 * _applied(_LOG_1_PLUS, 2 * size / (1 - size))
    return np.copysign(value, x)


def erf(x: np.ndarray | float) -> np.ndarray:
    """The error function."""
    return _applied(_ERF, x)


def power(x: np.ndarray | float, p: np.ndarray | float) -> np.ndarray:
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


@entry
def _eliminate(matrix: np.ndarray, right: np.ndarray, solved: np.ndarray) -> None:
    """Solve each of the systems in place, by elimination with pivots."""
    n = matrix.shape[1]
    for k in range(matrix.shape[0]):
        m, x = matrix[k], right[k]
        solved[k] = True
        for a in range(n):
            best = a
            for b in range(a + 1, n):
                if abs(m[b, a]) > abs(m[best, a]):
                    best = b
            pivot = m[best, a]
            if not (abs(pivot) > 0.0 and math.isfinite(pivot)):
                solved[k] = False
                break
            if best != a:
                for c in range(a, n):
                    m[a, c], m[best, c] = m[best, c], m[a, c]
                x[a], x[best] = x[best], x[a]
            for b in range(a + 1, n):
                factor = m[b, a] / pivot
                if factor != 0.0:
                    for c in range(a, n):
                        m[b, c] -= factor * m[a, c]
                    x[b] -= factor * x[a]
        if not solved[k]:
            continue
        for back in range(n):
            a = n - 1 - back
            for b in range(a + 1, n):
                x[a] -= m[a, b] * x[b]
            x[a] /= m[a, a]
            solved[k] = solved[k] and math.isfinite(x[a])


def solve_each(matrices: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Solutions ``(batch, n)`` of the systems ``(batch, n, n)``; 0 where one is singular.

    >>> solve_each(np.array([[[2.0, 1.0], [1.0, 1.0]]]), np.array([[3.0, 2.0]])).tolist()
    [[1.0, 1.0]]
    """
    matrix, found = np.array(matrices, dtype=np.float64), np.array(right, dtype=np.float64)
    solved = np.empty(len(matrix), dtype=np.bool_)
    _eliminate(matrix, found, solved)
    found[~solved] = 0.0
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
