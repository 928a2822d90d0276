"""Elementary functions over rows of points, written so that the compiler vectorises them.

The mathematics library works point by point; these loops have no branch and no call, so that four
or eight points are done at once, several times as fast.  Each reduces its argument to a small
interval and sums a Taylor series there whose first neglected term lies below 1e-17; the results
are good to about two units in the last place.  Domain errors give NaN or Inf, as IEEE arithmetic
has it.  Rows may be longer than the ``n`` points that are worked on.

"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

_njit: Callable[..., Any] = njit  # numba's annotations leave out options
_intrinsic: Callable[..., Any] = intrinsic

# The kernel is compiled into one entry point, ``sympy_ssde.jets.run``, which alone is cached.
# Reference counts would cost more than the arithmetic; without them nothing can be allocated, so
# the entry point's caller does that.  Of the fast-math flags only those that keep NaN, Inf and the
# order of subtractions.
FLAGS: dict[str, Any] = {
    "nogil": True,
    "_nrt": False,
    "error_model": "numpy",
    "fastmath": {"contract", "nsz"},
}
compiled = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **FLAGS)
inlined = _njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **FLAGS)
entry = _njit(cache=True, **FLAGS)
# Whatever calls an entry point is compiled together with it: such callers become part of theirs.
spliced = _njit(inline="always", **FLAGS)

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

_EXP = tuple(1 / math.factorial(k) for k in range(13, -1, -1))
_SIN = tuple((-1) ** k / math.factorial(2 * k + 1) for k in range(8, -1, -1))
_COS = tuple((-1) ** k / math.factorial(2 * k) for k in range(8, -1, -1))
_ARTANH = tuple(2 / (2 * k + 1) for k in range(11, -1, -1))

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


@compiled
def _horner(coefficients: tuple[float, ...], x: float) -> float:
    total = 0.0
    for c in coefficients:
        total = total * x + c
    return total


@compiled
def exp_row(x: Row, out: Row, n: int) -> None:
    """``out = exp(x)``: 2**k times the series on [-log(2)/2, log(2)/2]."""
    for i in range(n):
        v = x[i]
        v = 710.0 if v > 710.0 else v  # comparisons with NaN are false: it passes through
        v = -746.0 if v < -746.0 else v
        k = np.rint(v * _LOG2_E)
        r = (v - k * _LN2_PARTS[0]) - k * _LN2_PARTS[1]
        # Two factors, so that neither overflows where the result is subnormal or near the top.
        whole = np.int64(k)
        half = whole >> 1
        scale = _as_float((half + 1023) << 52)
        out[i] = _horner(_EXP, r) * scale * _as_float((whole - half + 1023) << 52)


@compiled
def log_row(x: Row, out: Row, n: int) -> None:
    """``out = log(x)``: 2 artanh((m-1)/(m+1)) + k log(2), with m in [sqrt(1/2), sqrt(2))."""
    for i in range(n):
        v = x[i]
        tiny = v < _SMALLEST_NORMAL
        bits = _as_bits(v * 2.0**54 if tiny else v)
        m = _as_float((bits & _MANTISSA) | (1023 << 52))
        k = np.float64((bits >> 52) - 1023) - (54.0 if tiny else 0.0)
        high = m > math.sqrt(2)
        m = 0.5 * m if high else m
        k = k + 1.0 if high else k
        s = (m - 1.0) / (m + 1.0)
        value = k * _LN2_PARTS[0] + (s * _horner(_ARTANH, s * s) + k * _LN2_PARTS[1])
        value = value if v < math.inf else v  # Inf and NaN are their own logarithms
        value = value if v != 0.0 else -math.inf
        out[i] = math.nan if v < 0.0 else value


@compiled
def sin_cos_row(x: Row, sine: Row, cosine: Row, n: int) -> None:
    """``sine = sin(x)``, ``cosine = cos(x)``: the series on [-pi/4, pi/4], then the quadrant."""
    wild = 0
    for i in range(n):
        v = x[i]
        q = np.rint(v * (2 / math.pi))
        r = ((v - q * _HALF_PI_PARTS[0]) - q * _HALF_PI_PARTS[1]) - q * _HALF_PI_PARTS[2]
        rr = r * r
        s = r * _horner(_SIN, rr)
        c = _horner(_COS, rr)
        quadrant = q - 4.0 * np.floor(0.25 * q)
        odd = (quadrant == 1.0) | (quadrant == 3.0)
        left = (quadrant == 1.0) | (quadrant == 2.0)
        sine[i] = (c if odd else s) * (-1.0 if quadrant > 1.5 else 1.0)
        cosine[i] = (s if odd else c) * (-1.0 if left else 1.0)
        wild += (abs(v) > _REDUCIBLE) & (abs(v) < math.inf)
    if wild:
        for i in range(n):
            if abs(x[i]) > _REDUCIBLE:
                sine[i] = math.sin(x[i])
                cosine[i] = math.cos(x[i])
