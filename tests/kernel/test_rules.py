"""Each function with an opcode has a rule in the kernel, and a number without one gives NaN."""

import numpy as np
import pytest
import sympy
from sympy.abc import x

from sympy_ssde.kernel.jets import JetSpace, evaluate
from sympy_ssde.language.functions import OPERATOR_FUNCTIONS
from sympy_ssde.language.tokens import Library, Op, Token

SPACE = JetSpace(1, {(3,)})
POINT = 0.6
SLOT = 1.3


def jets(token):
    """Derivatives of ``token(c*x)``, by x and by c."""
    library = Library(
        (token, Token("*", Op.MUL, 2), Token("x", Op.VARIABLE, 0, x), Token("c", Op.CONSTANT, 0))
    )
    program = np.array([[0, 1, 3, 2]], np.int16)
    at, constants = np.array([[POINT]]), np.array([[SLOT]])
    return evaluate(library, SPACE, program, np.array([4]), constants, at, tangents=True)


@pytest.mark.parametrize("function", OPERATOR_FUNCTIONS, ids=lambda f: f.name)
def test_values_and_slopes(function):
    found = jets(Token(function.name, function.opcode, 1))
    c = sympy.Symbol("c")
    for order in range(4):
        row = SPACE.place[(order,)]
        expr = function.function(c * x).diff(x, order)
        for expected, value in (
            (expr, found.values[0, row, 0]),
            (expr.diff(c), found.tangents[0, 0, row, 0]),
        ):
            number = float(expected.evalf(20, subs={x: POINT, c: SLOT}))
            assert value == pytest.approx(number, rel=1e-11, abs=1e-11)


def test_a_number_without_a_rule_is_no_value():
    unused = max(f.opcode for f in OPERATOR_FUNCTIONS) + 100
    assert np.isnan(jets(Token("unheard", unused, 1)).values[0, 0, 0])
