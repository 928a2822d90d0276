"""Elementary functions, the same to the last bit on every CPU.

A C runtime's functions have other last bits on another machine: it picks its code by the CPU's
features, and a search that compares losses takes another path then.  These functions are made of
sums, products, quotients and square roots only, which IEEE 754 rounds in one way everywhere, and
are compiled without leave to fuse or reorder them.

The row functions have no branch and no call in their loops, so that the compiler does four or eight
points at once, several times as fast as a runtime's point by point.  Arguments are reduced to a
small interval on which a Taylor series is summed whose first neglected term lies below 1e-17; the
results are good to a few units in the last place.  Domain errors give NaN or Inf, as IEEE
arithmetic has it.  Rows may be longer than the ``n`` points that are worked on.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sympy_ssde.cache import cached
from sympy_ssde.linking import part

_intrinsic: Callable[..., Any] = intrinsic

# The kernel is compiled into entry points, as ``kernel.rows.work_on``, which alone are cached.
# Reference counts would cost more than the arithmetic; without them nothing can be allocated, so
# the entry point's caller does that.  No fast-math flag: which operations would be fused or
# reordered depends on the CPU.
FLAGS: dict[str, Any] = {"nogil": True, "_nrt": False, "error_model": "numpy"}
compiled = part(**FLAGS)
inlined = part(forceinline=True, **FLAGS)
entry = cached(**FLAGS)

Row = np.ndarray

_LOG2_E = 1 / math.log(2)
# log(2) and pi/2 in parts with trailing zeros: a whole number times a part is exact.
_LN2_PARTS = (float.fromhex("0x1.62e42feep-1"), float.fromhex("0x1.a39ef35793c76p-33"))
_HALF_PI_PARTS = (
    float.fromhex("0x1.921fb544p0"),
    float.fromhex("0x1.0b4611a6p-34"),
    float.fromhex("0x1.3198a2e037073p-69"),
)
_REDUCIBLE = 2.0**20  # beyond it the parts of pi/2 are too short
_PI_2 = math.pi / 2

_EXP = tuple(1 / math.factorial(k) for k in range(13, -1, -1))
_SIN = tuple((-1) ** k / math.factorial(2 * k + 1) for k in range(8, -1, -1))
_COS = tuple((-1) ** k / math.factorial(2 * k) for k in range(8, -1, -1))
_ARTANH = tuple(2 / (2 * k + 1) for k in range(11, -1, -1))
_SINH = tuple(1 / math.factorial(2 * k + 1) for k in range(8, -1, -1))
_ATAN = tuple((-1) ** k / (2 * k + 1) for k in range(12, -1, -1))
_ERF_TERMS = 150
_MOST_FACTORS = 64.0  # integer powers up to here are products

_MANTISSA = (1 << 52) - 1
_SMALLEST_NORMAL = 2.0**-1022


@_intrinsic
def _as_float(typingctx: Any, bits: Any) -> Any:
    """The float64 with these bits."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.DoubleType())

    return types.float64(types.int64), codegen


@_intrinsic
def _as_bits(typingctx: Any, number: Any) -> Any:
    """The bits of a float64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.IntType(64))

    return types.int64(types.float64), codegen


@inlined
def _horner(coefficients: tuple[float, ...], x: float) -> float:
    total = coefficients[0]
    for c in coefficients[1:]:
        total = total * x + c
    return total


# ---------------------------------------------------------------------- exp and log


@inlined
def exp(x: float) -> float:
    """2**k times the series on [-log(2)/2, log(2)/2]."""
    v = 710.0 if x > 710.0 else x  # comparisons with NaN are false: it passes through
    v = -746.0 if v < -746.0 else v
    k = np.rint(v * _LOG2_E)
    r = (v - k * _LN2_PARTS[0]) - k * _LN2_PARTS[1]
    # Two factors, so that neither overflows where the result is subnormal or near the top.
    whole = np.int64(k)
    half = whole >> 1
    scale = _as_float((half + 1023) << 52)
    return _horner(_EXP, r) * scale * _as_float((whole - half + 1023) << 52)


@inlined
def log(x: float) -> float:
    """2 artanh((m-1)/(m+1)) + k log(2), with m in [sqrt(1/2), sqrt(2))."""
    tiny = x < _SMALLEST_NORMAL
    bits = _as_bits(x * 2.0**54 if tiny else x)
    m = _as_float((bits & _MANTISSA) | (1023 << 52))
    k = np.float64((bits >> 52) - 1023) - (54.0 if tiny else 0.0)
    high = m > math.sqrt(2)
    m = 0.5 * m if high else m
    k = k + 1.0 if high else k
    s = (m - 1.0) / (m + 1.0)
    value = k * _LN2_PARTS[0] + (s * _horner(_ARTANH, s * s) + k * _LN2_PARTS[1])
    value = value if x < math.inf else x  # Inf and NaN are their own logarithms
    value = value if x != 0.0 else -math.inf
    return math.nan if x < 0.0 else value


@inlined
def log_1_plus(x: float) -> float:
    """log(1 + x), exact where 1 + x is rounded (the rounding's share is added back)."""
    u = 1.0 + x
    return log(u) - ((u - 1.0) - x) / u if abs(x) < 1.0 else log(u)


@compiled
def exp_row(x: Row, out: Row, n: int) -> None:
    """``out = exp(x)``."""
    for i in range(n):
        out[i] = exp(x[i])


@compiled
def log_row(x: Row, out: Row, n: int) -> None:
    """``out = log(x)``."""
    for i in range(n):
        out[i] = log(x[i])


# ---------------------------------------------------------------------- circular functions


def _residues() -> tuple[np.ndarray, np.ndarray]:
    """2**k modulo 2 pi for k = -33, ..., 1023, each as the sum of two numbers."""
    import mpmath

    high, low = np.empty(1057), np.empty(1057)
    with mpmath.workprec(1300):
        for i in range(len(high)):
            residue = mpmath.fmod(mpmath.mpf(2) ** (i - 33), 2 * mpmath.pi)
            high[i] = float(residue)
            low[i] = float(residue - high[i])
    return high, low


_RESIDUE_HIGH, _RESIDUE_LOW = _residues()


@inlined
def _quarter_turns(x: float, rest: float) -> tuple[float, float]:
    """Quadrants of ``x + rest``, and the angle beyond them, in [-pi/4, pi/4]."""
    q = np.rint(x * (2 / math.pi))
    r = ((x - q * _HALF_PI_PARTS[0]) - q * _HALF_PI_PARTS[1]) - q * _HALF_PI_PARTS[2]
    return q, r + rest


@compiled
def _turned_back(x: float) -> tuple[float, float]:
    """Quadrants and angle of a finite number beyond 2**20, modulo 2 pi, bit by bit."""
    bits = _as_bits(abs(x))
    exponent = (bits >> 52) - 1075
    mantissa = (bits & _MANTISSA) | (1 << 52)
    high, low = 0.0, 0.0
    for i in range(53):
        if (mantissa >> i) & 1:
            term = _RESIDUE_HIGH[i + exponent + 33]
            total = high + term
            kept = total - high
            low += ((high - (total - kept)) + (term - kept)) + _RESIDUE_LOW[i + exponent + 33]
            high = total
    if x < 0.0:
        high, low = -high, -low
    return _quarter_turns(high, low)


@inlined
def _sin_cos(q: float, r: float) -> tuple[float, float]:
    """The series on [-pi/4, pi/4], then the quadrant."""
    rr = r * r
    s = r * _horner(_SIN, rr)
    c = _horner(_COS, rr)
    quadrant = q - 4.0 * np.floor(0.25 * q)
    odd = (quadrant == 1.0) | (quadrant == 3.0)
    left = (quadrant == 1.0) | (quadrant == 2.0)
    sine = (c if odd else s) * (-1.0 if quadrant > 1.5 else 1.0)
    cosine = (s if odd else c) * (-1.0 if left else 1.0)
    return sine, cosine


@compiled
def sin_cos(x: float) -> tuple[float, float]:
    """Sine and cosine of any number."""
    if abs(x) > _REDUCIBLE and abs(x) < math.inf:
        q, r = _turned_back(x)
    else:
        q, r = _quarter_turns(x, 0.0)
    return _sin_cos(q, r)


@compiled
def sin_cos_row(x: Row, sine: Row, cosine: Row, n: int) -> None:
    """``sine = sin(x)``, ``cosine = cos(x)``."""
    wild = 0
    for i in range(n):
        q, r = _quarter_turns(x[i], 0.0)
        sine[i], cosine[i] = _sin_cos(q, r)
        wild += (abs(x[i]) > _REDUCIBLE) & (abs(x[i]) < math.inf)
    if wild:
        for i in range(n):
            if abs(x[i]) > _REDUCIBLE:
                sine[i], cosine[i] = sin_cos(x[i])


@inlined
def atan(x: float) -> float:
    """The series below tan(pi/16), to which halving the angle twice leads."""
    size = abs(x)
    steep = size > 1.0
    a = 1.0 / size if steep else size
    a = a / (1.0 + math.sqrt(1.0 + a * a))
    a = a / (1.0 + math.sqrt(1.0 + a * a))
    angle = 4.0 * (a * _horner(_ATAN, a * a))
    angle = _PI_2 - angle if steep else angle
    return -angle if x < 0.0 else angle


@compiled
def atan_row(x: Row, out: Row, n: int) -> None:
    """``out = atan(x)``."""
    for i in range(n):
        out[i] = atan(x[i])


# ---------------------------------------------------------------------- hyperbolic functions


@inlined
def sinh_cosh(x: float) -> tuple[float, float]:
    """By exponentials; the sine by its series on [-1, 1], where exponentials cancel."""
    e = exp(abs(x))
    inverse = 1.0 / e
    small = x * _horner(_SINH, x * x)
    large = 0.5 * (e - inverse)
    large = -large if x < 0.0 else large
    return small if abs(x) < 1.0 else large, 0.5 * (e + inverse)


@inlined
def tanh(x: float) -> float:
    """The quotient of the series near 0, 1 - 2/(exp(2 x) + 1) beyond."""
    sine, cosine = sinh_cosh(x)
    large = 1.0 - 2.0 / (exp(2.0 * abs(x)) + 1.0)
    large = -large if x < 0.0 else large
    return sine / cosine if abs(x) < 1.0 else large


@compiled
def sinh_cosh_row(x: Row, sine: Row, cosine: Row, n: int) -> None:
    """``sine = sinh(x)``, ``cosine = cosh(x)``."""
    for i in range(n):
        sine[i], cosine[i] = sinh_cosh(x[i])


@compiled
def tanh_row(x: Row, out: Row, n: int) -> None:
    """``out = tanh(x)``."""
    for i in range(n):
        out[i] = tanh(x[i])


# ---------------------------------------------------------------------- powers, errors


@compiled
def power(x: float, p: float) -> float:
    """``x**p``; integer powers of a reasonable size are products."""
    whole = p == np.rint(p)
    if whole and abs(p) <= _MOST_FACTORS:
        left, square, product = np.int64(abs(p)), x, 1.0
        while left:
            if left & 1:
                product *= square
            square *= square
            left >>= 1
        return 1.0 / product if p < 0.0 else product
    if p == 0.5:
        return math.sqrt(x)
    if x < 0.0 and not whole:
        return math.nan
    size = exp(p * log(abs(x)))
    odd = whole and p - 2.0 * np.floor(0.5 * p) == 1.0
    return -size if x < 0.0 and odd else size


@compiled
def erf(x: float) -> float:
    """2/sqrt(pi) exp(-x**2) sum of 2**n x**(2 n + 1)/(2 n + 1)!!, whose terms don't cancel."""
    if not abs(x) < 6.0:
        return x if x != x else (1.0 if x > 0.0 else -1.0)
    term = total = x
    for n in range(1, _ERF_TERMS):
        term *= 2.0 * x * x / (2.0 * n + 1.0)
        total += term
    return 2.0 / math.sqrt(math.pi) * exp(-x * x) * total
