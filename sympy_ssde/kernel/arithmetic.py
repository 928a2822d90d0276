"""Arithmetic of truncated power series (jets) at a block of points, compiled.

A jet is f = sum f_alpha h**alpha, with alpha in a :class:`~sympy_ssde.kernel.tables.JetSpace`; its
arithmetic is exact differentiation of any order.

====================  =========================================================================
product               (f g)_alpha = sum f_beta g_(alpha-beta)
recurrence            dg = h df:  alpha_d g_alpha = sum beta_d f_beta h_(alpha-beta), any d with
                      alpha_d > 0; so g needs h at lower degrees only
quotient q = f/h      q h = f, solved for q_alpha
exp                   dg = g df
sin, cos, sinh, cosh  ds = c df and dc = -s df (or + s df), together
log, atan, sqrt       b dg = df with b = f, 1 + f**2, and g dg = df/2, solved for g_alpha
tanh, tan             dg = h df with h = 1 - g**2 (or 1 + g**2)
f**p                  sum over n of binomial(p, n) f_0**(p-n) (f - f_0)**n, by Horner's rule:
                      finite at f_0 = 0 where the recurrence f dg = p g df divides by zero
====================  =========================================================================

Most entries of most jets are identically zero (a variable has two that are not, a constant one):
each jet says which of its rows are ``live``; dead rows are neither computed, read nor cleared.
Functions write to their last jets; ``n`` is the number of points worked on.
"""

import math
from typing import NamedTuple

import numpy as np

from sympy_ssde.kernel.elementary import (
    atan_row,
    compiled,
    exp_row,
    inlined,
    log,
    log_row,
    power,
    sin_cos_row,
    sinh_cosh_row,
    tanh_row,
)
from sympy_ssde.kernel.tables import Bilinear, Tables


class Jet(NamedTuple):
    """One power series at a block of points."""

    rows: np.ndarray  # (indices + 1, block) Taylor coefficients, and a row for scratch
    live: np.ndarray  # (indices,) the rows that mean anything; the others are zero


@compiled
def set_value_only(f: Jet) -> None:
    """Declare the value live, everything else dead."""
    f.live[0] = True
    for a in range(1, f.live.size):
        f.live[a] = False


@compiled
def add(f: Jet, sign: float, h: Jet, n: int) -> None:
    """``f += sign * h``, in place."""
    for a in range(f.live.size):
        if h.live[a]:
            x, y = f.rows[a], h.rows[a]
            if f.live[a]:
                for i in range(n):
                    x[i] += sign * y[i]
            else:
                for i in range(n):
                    x[i] = sign * y[i]
                f.live[a] = True


@compiled
def negate(f: Jet, n: int) -> None:
    """``f = -f``, in place."""
    for a in range(f.live.size):
        if f.live[a]:
            x = f.rows[a]
            for i in range(n):
                x[i] = -x[i]


@inlined
def _accumulate(table: Bilinear, a: int, factor: float, f: Jet, h: Jet, g: Jet, n: int) -> bool:
    """``g_a = factor * sum weight f_left h_right`` over the live terms; whether there are any.

    Terms go in pairs, which halves the traffic to ``g_a``.  Inlined, since passing three jets and a
    table takes as long as a term.
    """
    target = g.rows[a]
    begun, waiting = False, -1
    for t in range(table.start[a], table.start[a + 1]):
        if not (f.live[table.left[t]] and h.live[table.right[t]]):
            continue
        if waiting < 0:
            waiting = t
            continue
        v, p, q = factor * table.weight[t], f.rows[table.left[t]], h.rows[table.right[t]]
        w = factor * table.weight[waiting]
        r, s = f.rows[table.left[waiting]], h.rows[table.right[waiting]]
        if begun:
            for i in range(n):
                target[i] += v * p[i] * q[i] + w * r[i] * s[i]
        else:
            for i in range(n):
                target[i] = v * p[i] * q[i] + w * r[i] * s[i]
        begun, waiting = True, -1
    if waiting >= 0:
        w = factor * table.weight[waiting]
        r, s = f.rows[table.left[waiting]], h.rows[table.right[waiting]]
        if begun:
            for i in range(n):
                target[i] += w * r[i] * s[i]
        else:
            for i in range(n):
                target[i] = w * r[i] * s[i]
        begun = True
    g.live[a] = begun
    return begun


@compiled
def multiply(table: Bilinear, factor: float, f: Jet, h: Jet, g: Jet, n: int) -> None:
    """``g = factor * f * h``."""
    for a in range(g.live.size):
        _accumulate(table, a, factor, f, h, g, n)


@compiled
def solve(table: Bilinear, factor: float, f: Jet, h: Jet, g: Jet, n: int) -> None:
    """Solve ``g h = factor f`` (product table) or ``h dg = factor df`` (recurrence) for ``g``.

    The value of ``g`` is there already.  An entry not yet known is dead, so the sum leaves it out;
    hence ``h`` may be ``g``.
    """
    divisor, inverse = h.rows[0], g.rows[g.live.size]
    for i in range(n):
        inverse[i] = 1.0 / divisor[i]
    for a in range(1, g.live.size):
        target, source = g.rows[a], f.rows[a]
        if _accumulate(table, a, -1.0, g, h, g, n):
            if f.live[a]:
                for i in range(n):
                    target[i] = (target[i] + factor * source[i]) * inverse[i]
            else:
                for i in range(n):
                    target[i] *= inverse[i]
        elif f.live[a]:
            for i in range(n):
                target[i] = factor * source[i] * inverse[i]
            g.live[a] = True


@compiled
def divide(table: Bilinear, factor: float, f: Jet, h: Jet, g: Jet, n: int) -> None:
    """``g = factor * f / h``."""
    x, y, z = f.rows[0], h.rows[0], g.rows[0]
    for i in range(n):
        z[i] = factor * x[i] / y[i]
    set_value_only(g)
    solve(table, factor, f, h, g, n)


@compiled
def exponential(table: Bilinear, f: Jet, g: Jet, n: int) -> None:
    """``g = exp(f)``."""
    exp_row(f.rows[0], g.rows[0], n)
    set_value_only(g)
    for a in range(1, g.live.size):
        _accumulate(table, a, 1.0, f, g, g, n)


@compiled
def logarithm(table: Bilinear, f: Jet, g: Jet, n: int) -> None:
    """``g = log(f)``."""
    log_row(f.rows[0], g.rows[0], n)
    set_value_only(g)
    solve(table, 1.0, f, f, g, n)


@compiled
def square_root(table: Bilinear, f: Jet, g: Jet, n: int) -> None:
    """``g = sqrt(f)``."""
    x, y = f.rows[0], g.rows[0]
    for i in range(n):
        y[i] = math.sqrt(x[i])
    set_value_only(g)
    solve(table, 0.5, f, g, g, n)


@compiled
def circular(
    tables: Tables, is_circular: bool, is_sine: bool, whole: bool, f: Jet, g: Jet, h: Jet, n: int
) -> None:
    """``g`` = sin, cos, sinh or cosh of ``f``, ``h`` its partner: dg = h df, or -h df for cos.

    The highest entries of ``h`` are left out unless the ``whole`` of it is needed.
    """
    x, y, z = f.rows[0], g.rows[0], h.rows[0]
    forth, back = 1.0, 1.0
    s, c = (y, z) if is_sine else (z, y)
    if is_circular:
        sin_cos_row(x, s, c, n)
        forth, back = (1.0, -1.0) if is_sine else (-1.0, 1.0)
    else:
        sinh_cosh_row(x, s, c, n)
    set_value_only(g)
    set_value_only(h)
    for a in range(1, g.live.size):
        for turn in range(2 if whole or tables.inner[a] else 1):
            factor, source, target = (forth, h, g) if turn == 0 else (back, g, h)
            _accumulate(tables.recurrence, a, factor, f, source, target, n)


@compiled
def tangent(tables: Tables, is_circular: bool, whole: bool, f: Jet, g: Jet, h: Jet, n: int) -> None:
    """``g = tan(f)`` or ``tanh(f)``, ``h = 1 + g**2`` or ``1 - g**2``.

    The highest entries of ``h`` are there only if the ``whole`` is needed.
    """
    x, y, z = f.rows[0], g.rows[0], h.rows[0]
    sign = 1.0 if is_circular else -1.0
    if is_circular:
        sin_cos_row(x, y, z, n)
        for i in range(n):
            y[i] = y[i] / z[i]
            z[i] = 1.0 / (z[i] * z[i])
    else:
        sinh_cosh_row(x, y, z, n)  # 1 - g**2 would cancel where g is next to 1
        for i in range(n):
            z[i] = 1.0 / (z[i] * z[i])
        tanh_row(x, y, n)
    set_value_only(g)
    set_value_only(h)
    for a in range(1, g.live.size):
        _accumulate(tables.recurrence, a, 1.0, f, h, g, n)
        if whole or tables.inner[a]:
            _accumulate(tables.square, a, sign, g, g, h, n)


@compiled
def arc_tangent(tables: Tables, f: Jet, g: Jet, h: Jet, n: int) -> None:
    """``g = atan(f)``, ``h = 1 + f**2``."""
    multiply(tables.square, 1.0, f, f, h, n)
    x, y, z = f.rows[0], g.rows[0], h.rows[0]
    atan_row(x, y, n)
    for i in range(n):
        z[i] += 1.0
    set_value_only(g)
    solve(tables.recurrence, 1.0, f, h, g, n)


@compiled
def compose(table: Bilinear, series: np.ndarray, f: Jet, spare: Jet, g: Jet, n: int) -> None:
    """``g = sum series[k] (f - f_0)**k``, ``series`` being ``(order + 1, block)``."""
    f.live[0] = False  # now f stands for f - f_0
    for a in range(g.live.size):
        g.live[a] = False
    for k in range(series.shape[0] - 1, -1, -1):
        multiply(table, 1.0, f, g, spare, n)
        for a in range(g.live.size):
            g.live[a] = False
        add(g, 1.0, spare, n)
        value, coefficient = g.rows[0], series[k]
        for i in range(n):
            value[i] = coefficient[i]
        g.live[0] = True
    f.live[0] = True


@compiled
def power_series(
    base: np.ndarray,
    exponent: np.ndarray,
    by_base: bool,
    by_power: bool,
    series: np.ndarray,
    n: int,
) -> None:
    """Coefficients binomial(p, k) f**(p-k), or those of p f**(p-1), or their derivative by p.

    Where a binomial vanishes, its power of ``base`` may be infinite but does not count.
    """
    for i in range(n):
        f, p = base[i], exponent[i]
        binomial, slope, logarithm_ = 1.0, 0.0, log(f)
        if by_base:
            binomial, p = p, p - 1.0
        for k in range(series.shape[0]):
            if k > 0:
                slope = (slope * (p - k + 1.0) + binomial) / k
                binomial *= (p - k + 1.0) / k
            weight = binomial
            if by_power:
                weight = slope + (binomial * logarithm_ if binomial != 0.0 else 0.0)
            vanishes = weight == 0.0 or (by_power and f == 0.0 and p > k)
            series[k, i] = 0.0 if vanishes else weight * power(f, p - k)
