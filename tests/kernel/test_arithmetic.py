"""Power series: arithmetic that is differentiation of any order."""

import numpy as np
import pytest
import sympy
from sympy import cos, exp, log, sin, sinh, sqrt, tanh
from sympy.abc import x, y

from sympy_ssde.kernel.jets import JetSpace, evaluate
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import OPERATORS, Library

LIBRARY = Library.build(OPERATORS, [x, y])
POINT = {x: sympy.Rational(7, 10), y: sympy.Rational(6, 5)}
INDICES = [(0, 0), (1, 0), (0, 1), (2, 1), (3, 0), (1, 3), (2, 2)]

CASES = [
    x * y,
    x / (1 + y),
    (x + y) ** 3 / (x - 2),
    exp(x * y),
    log(x + y**2),
    sin(x) * cos(x * y),
    sqrt(1 + x * y),
    tanh(x - y) + sinh(x * y),
    exp(sin(x + y)) / (1 + x**2),
    sympy.atan(x * y) * sympy.tan(x / 2),
]


@pytest.mark.parametrize("expr", CASES, ids=str)
def test_every_derivative_is_sympys(expr):
    skeleton, constants = Skeleton.from_sympy(expr, LIBRARY)
    space = JetSpace(2, set(INDICES))
    values = evaluate(
        LIBRARY,
        space,
        np.array([skeleton.tokens], np.int16),
        np.array([skeleton.length]),
        np.array([[float(c) for c in constants] or [0.0]]),
        np.array([[0.7], [1.2]]),
    ).values[0]
    for index in INDICES:
        expected = expr.diff(x, index[0], y, index[1]).subs(POINT)
        assert values[space.place[index], 0] == pytest.approx(float(expected), rel=1e-10, abs=1e-10)


@pytest.mark.parametrize("power", [-2.0, 0.0, 0.5, 1.0, 2.0, 2.5, 3.0])
def test_powers_have_all_their_derivatives(power):
    skeleton = Skeleton.from_text("pow x c", LIBRARY)
    space = JetSpace(2, {(3, 0)})
    found = evaluate(
        LIBRARY,
        space,
        np.array([skeleton.tokens], np.int16),
        np.array([3]),
        np.array([[power]]),
        np.array([[0.7], [0.0]]),
        tangents=True,
    )
    p = sympy.Symbol("p")
    for order in range(4):
        expr = (x**p).diff(x, order)
        at = {x: 0.7, p: power}
        row = space.place[(order, 0)]
        assert found.values[0, row, 0] == pytest.approx(float(expr.subs(at)), rel=1e-9, abs=1e-12)
        slope = float(expr.diff(p).subs(at))
        assert found.tangents[0, 0, row, 0] == pytest.approx(slope, rel=1e-9, abs=1e-12)
