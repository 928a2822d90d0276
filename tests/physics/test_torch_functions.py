"""Expressions as functions of tensors: the traps of torch and lambdify."""

import math

import numpy as np
import pytest
import sympy
import torch
from sympy import (
    Abs,
    Function,
    Heaviside,
    Max,
    Min,
    Piecewise,
    Rational,
    Symbol,
    acosh,
    besselj,
    cosh,
    coth,
    erfc,
    exp,
    log,
    pi,
    sec,
    sech,
    sign,
    sin,
    sqrt,
    symbols,
    tanh,
)

from sympy_ssde import UnsupportedError
from sympy_ssde.physics.torch_functions import functions_of, numeric_function, torch_function

x, y, t = symbols("x y t")
u = Function("u")

TRAPS = [
    exp(2) * x,
    sqrt(2) * x,
    pi**2 * x,
    pi + 0 * x,
    sympy.Integer(3),
    Rational(1, 7),
    Piecewise((0, x < 1), (1, True)),
    Piecewise((x**2, x < 1), (2, x < Rational(3, 2)), (sin(1), True)),
    sech(x),
    coth(x),
    sec(x),
    erfc(x),
    Max(x, 1, x**2),
    Min(x, 1),
    Heaviside(x - 1),
    Abs(x - 1) + sign(x - 1),
    acosh(x + 1),
    x**pi,
    x ** Rational(1, 3),
    log(cosh(Rational(1, 2))) * tanh(x),
]


@pytest.mark.parametrize("expr", TRAPS, ids=str)
def test_traps(expr):
    at = np.array([0.3, 0.9, 1.2, 1.9])
    values = numeric_function(expr, [x])(at, count=4)
    assert values.dtype == np.float64 and values.shape == (4,)
    expected = [float(expr.subs(x, Rational(str(v))).evalf(20)) for v in at]
    assert values == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("expr", [besselj(0, x), sympy.zeta(x), sympy.I * x, sqrt(-2) * x])
def test_what_torch_lacks_is_rejected(expr):
    with pytest.raises(UnsupportedError):
        numeric_function(expr, [x])


def test_odd_symbol_names():
    a, b = Symbol("lambda"), Symbol("x y")
    assert numeric_function(a + b, [a, b])(np.ones(2), np.ones(2), count=2).tolist() == [2, 2]


@pytest.mark.parametrize("make", [sympy.Product, sympy.Sum, sympy.Integral])
def test_what_has_no_code_is_refused(make):
    k = sympy.Symbol("k", integer=True)
    with pytest.raises(UnsupportedError, match="can't be evaluated in batches"):
        torch_function(make(1 + x / (k + 1), (k, 1, 10**20)), [x])


def test_large_numbers_become_floats():
    value = torch_function(10**40 * x + sympy.Rational(10**30, 3) * x**2, [x])(
        torch.ones((), dtype=torch.float64)
    )
    assert float(value) == pytest.approx(1e40)


def test_an_expression_with_its_slopes():
    symbols, function, slopes = functions_of(x**2 * sin(y) + 3 * t, (y, t))
    assert symbols == (x,)
    point = [torch.tensor(v, dtype=torch.float64) for v in (2.0, 0.5, 1.0)]
    assert float(function(*point)) == pytest.approx(4 * math.sin(0.5) + 3)
    assert float(slopes[0](*point)) == pytest.approx(4 * math.cos(0.5))
    assert slopes[1] == 3.0
