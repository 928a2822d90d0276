"""Elementary functions in compiled code: agreement with mpmath, symmetries, ends."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from sympy_ssde.kernel import elementary as em

EXP, LOG, SIN_COS, ATAN, SINH_COSH, TANH, ERF, LOG_1_PLUS = range(8)


@njit(error_model="numpy")
def applied(function, x, first, second):
    """Both results of a function at every point; rows where there is a row function."""
    n = x.size
    if function == EXP:
        em.exp_row(x, first, n)
    elif function == LOG:
        em.log_row(x, first, n)
    elif function == SIN_COS:
        em.sin_cos_row(x, first, second, n)
    elif function == ATAN:
        em.atan_row(x, first, n)
    elif function == SINH_COSH:
        em.sinh_cosh_row(x, first, second, n)
    elif function == TANH:
        em.tanh_row(x, first, n)
    else:
        for i in range(n):
            if function == ERF:
                first[i] = em.erf(x[i])
            else:
                first[i] = em.log_1_plus(x[i])


@njit(error_model="numpy")
def scalar_pairs(x, sine, cosine):
    for i in range(x.size):
        sine[i], cosine[i] = em.sin_cos(x[i])


@njit(error_model="numpy")
def powers(x, p, out):
    for i in range(x.size):
        out[i] = em.power(x[i], p[i])


@njit(error_model="numpy")
def partial_row(x, out, n):
    em.exp_row(x, out, n)


def call(function, values):
    x = np.array(values, dtype=float)
    first, second = np.full(x.shape, np.nan), np.full(x.shape, np.nan)
    applied(function, x, first, second)
    return first, second


def exact(name, x):
    with mp.workdps(50):
        return getattr(mp, name)(mp.mpf(float(x)))


def floats(low, high):
    return st.lists(st.floats(low, high), min_size=1, max_size=20)


def assert_near(found, name, values, ulps=8, extra=0.0):
    for value, x in zip(found, values, strict=True):
        wanted = exact(name, x)
        assert abs(value - wanted) <= ulps * 2.3e-16 * abs(wanted) + extra, (name, x)


@given(floats(-700, 700))
@settings(deadline=None)
def test_exponentials_and_hyperbolic_functions(values):
    assert_near(call(EXP, values)[0], "exp", values)
    sine, cosine = call(SINH_COSH, values)
    assert_near(sine, "sinh", values, extra=1e-320)
    assert_near(cosine, "cosh", values)
    assert_near(call(TANH, values)[0], "tanh", values, extra=1e-320)


@given(floats(1e-300, 1e300))
@settings(deadline=None)
def test_logarithms(values):
    assert_near(call(LOG, values)[0], "log", values, extra=2e-16)


@given(floats(-0.999, 0.999))
@settings(deadline=None)
def test_logarithms_near_one_keep_their_digits(values):
    for value, x in zip(call(LOG_1_PLUS, values)[0], values, strict=True):
        wanted = exact("log1p", x)
        assert abs(value - wanted) <= 1e-15 * abs(wanted) + 1e-320


@given(floats(-1e9, 1e9))
@settings(deadline=None)
def test_sines_and_cosines(values):
    sine, cosine = call(SIN_COS, values)
    assert_near(sine, "sin", values, extra=3e-16)
    assert_near(cosine, "cos", values, extra=3e-16)
    np.testing.assert_allclose(sine**2 + cosine**2, 1, rtol=1e-14)


@given(floats(-1e308, 1e308))
@settings(deadline=None)
def test_rows_and_points_agree_to_the_last_bit(values):
    x = np.array(values)
    sine, cosine = np.empty_like(x), np.empty_like(x)
    scalar_pairs(x, sine, cosine)
    by_rows = call(SIN_COS, values)
    np.testing.assert_array_equal(sine, by_rows[0])
    np.testing.assert_array_equal(cosine, by_rows[1])


@pytest.mark.parametrize("x", [2.0**20, 1e22, 1.7e100, 1e308, 6381956970095103.0 * 2.0**797])
def test_very_large_angles_are_reduced_exactly(x):
    sine, cosine = call(SIN_COS, [x, -x])
    with mp.workdps(400):
        wanted = float(mp.sin(mp.mpf(x))), float(mp.cos(mp.mpf(x)))
    np.testing.assert_allclose(sine, [wanted[0], -wanted[0]], rtol=1e-13, atol=1e-17)
    np.testing.assert_allclose(cosine, [wanted[1]] * 2, rtol=1e-13, atol=1e-17)


@given(floats(-1e30, 1e30))
@settings(deadline=None)
def test_angles(values):
    found = call(ATAN, values)[0]
    assert_near(found, "atan", values, extra=1e-320)
    np.testing.assert_array_equal(call(ATAN, [-v for v in values])[0], -found)


@given(floats(-8, 8))
@settings(deadline=None)
def test_error_function(values):
    found = call(ERF, values)[0]
    assert_near(found, "erf", values, ulps=20, extra=1e-320)
    np.testing.assert_array_equal(call(ERF, [-v for v in values])[0], -found)
    assert (np.abs(found) <= 1 + 1e-15).all()


@given(st.lists(st.tuples(st.floats(-9, 9), st.integers(-64, 64)), min_size=1, max_size=12))
@settings(deadline=None)
def test_whole_powers_are_products(pairs):
    pairs = [(x, p) for x, p in pairs if abs(x) > 0.1]
    x = np.array([x for x, _ in pairs])
    p = np.array([p for _, p in pairs], dtype=float)
    out = np.empty_like(x)
    powers(x, p, out)
    with mp.workdps(40):
        wanted = [float(mp.mpf(a) ** int(b)) for a, b in zip(x, p, strict=True)]
    np.testing.assert_allclose(out, wanted, rtol=5e-14)


@given(st.floats(0.01, 100), st.floats(-5, 5))
@settings(deadline=None)
def test_powers_of_positive_numbers_invert_each_other(x, p):
    out = np.empty(2)
    powers(np.array([x, x]), np.array([p, -p]), out)
    assert out[0] * out[1] == pytest.approx(1, rel=1e-13)
    assert out[0] == pytest.approx(x**p, rel=1e-13)


def test_odd_and_even_powers_of_negative_numbers():
    x = np.array([-2.0, -2.0, -2.0, -2.0, -1.5, -1.5])
    p = np.array([3.0, 2.0, 0.5, 1 / 3, 101.0, 100.0])
    out = np.empty(6)
    powers(x, p, out)
    assert out[:2].tolist() == [-8, 4] and np.isnan(out[2:4]).all()
    assert out[4] == pytest.approx((-1.5) ** 101, rel=1e-13)
    assert out[5] == pytest.approx(1.5**100, rel=1e-13)


def test_ends_of_the_numbers():
    inf, nan = math.inf, math.nan
    np.testing.assert_array_equal(call(EXP, [inf, -inf, nan, 0])[0], [inf, 0, nan, 1])
    np.testing.assert_array_equal(call(LOG, [0, inf, -1, nan, 1])[0], [-inf, inf, nan, nan, 0])
    np.testing.assert_array_equal(call(ERF, [inf, -inf, nan, 0])[0], [1, -1, nan, 0])
    assert np.isnan(call(SIN_COS, [inf, -inf, nan])).all()
    np.testing.assert_array_equal(call(TANH, [inf, -inf, 0])[0], [1, -1, 0])
    assert call(LOG, [5e-324])[0][0] == pytest.approx(math.log(5e-324), rel=1e-15)
    assert call(EXP, [-745.0])[0][0] == pytest.approx(math.exp(-745), rel=1e-10)


def test_only_the_points_asked_for_are_written():
    out = np.full(5, 7.0)
    partial_row(np.zeros(5), out, 3)
    assert out.tolist() == [1, 1, 1, 7, 7]
