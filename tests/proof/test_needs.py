"""What parts of an expression need."""

import pytest
import sympy
from sympy import Abs, acos, besselj, cos, exp, gamma, log, sin, sqrt, symbols, tan, tanh

from sympy_ssde.proof.needs import Kind, Need, for_continuity, for_smoothness, nodes

x, y = symbols("x y", real=True)
n = sympy.Symbol("n", integer=True)


@pytest.mark.parametrize(
    ("node", "needs"),
    [
        (sin(x), []),
        (x**3, []),
        (2**x, []),
        (1 / x, [Need(Kind.SIGNED, x)]),
        (sqrt(x), [Need(Kind.SIGNED, x)]),
        (x**y, [Need(Kind.SIGNED, x)]),
        (tanh(x), [Need(Kind.REAL, x)]),
        (tan(x), [Need(Kind.REAL, x), Need(Kind.SIGNED, cos(x))]),
        (acos(x), [Need(Kind.POSITIVE, 1 - x), Need(Kind.POSITIVE, 1 + x)]),
        (gamma(x), [Need(Kind.POSITIVE, x)]),
        (besselj(2, x), []),
        (besselj(sympy.S(1) / 2, x), [Need(Kind.POSITIVE, x)]),
        (besselj(y, x), None),
        (Abs(x), [Need(Kind.SIGNED, x)]),
        (sympy.floor(x), None),
        (sympy.Function("f")(x), None),
    ],
)
def test_smoothness(node, needs):
    assert for_smoothness(node, {x, y}) == needs


def test_parts_are_listed_once():
    assert nodes(exp(x) * log(x) + exp(x)) == [exp(x), log(x)] or set(
        nodes(exp(x) * log(x) + exp(x))
    ) == {exp(x), log(x)}
    assert nodes(x**2 * sqrt(2) + sin(1)) == [x**2]


def test_continuity_asks_for_less():
    assert [] in for_continuity(Abs(x), {x})
    assert [Need(Kind.REAL, x), Need(Kind.POSITIVE, sympy.S.Half)] in for_continuity(sqrt(x), {x})
    assert for_continuity(log(x), {x}) == [[Need(Kind.SIGNED, x)]]
    assert for_continuity(sympy.sign(x), {x}) == [[Need(Kind.SIGNED, x)]]
