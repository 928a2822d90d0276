"""Attempts to refute at a point."""

import pytest
import sympy
from sympy import I, Rational, S, cos, exp, log, sin, sqrt, symbols

from sympy_ssde.problem.constraints import Constraint, Trace, slot
from sympy_ssde.proof.attempts import Verdict, attempt

x = symbols("x", real=True)
VANISHES = Constraint(slot(0), (Trace(0, (0,), (x,)),))
AT = {x: Rational(1, 3)}


@pytest.mark.parametrize(
    ("expr", "verdict"),
    [
        (sin(x) ** 2 + cos(x) ** 2 - 1, Verdict.SURVIVED),
        (exp(-1000000 * x), Verdict.REFUTED),
        (S(10) ** -45 * x, Verdict.REFUTED),
        ((exp(exp(6)) + x) ** 3 - exp(exp(6)) ** 3, Verdict.REFUTED),
        (sqrt(x - 1), Verdict.REFUTED),
        (I * x, Verdict.REFUTED),
        (1 / (x - Rational(1, 3)), Verdict.UNKNOWN),
        (sympy.Function("f")(x), Verdict.UNKNOWN),
        (sympy.mathieuc(1, 2, x) * (sin(x) ** 2 + cos(x) ** 2 - 1), Verdict.SURVIVED),
        (sympy.mathieuc(1, 2, x), Verdict.UNKNOWN),
    ],
)
def test_verdicts(expr, verdict):
    assert attempt(VANISHES, [expr], AT, real=True).verdict is verdict


def test_a_residual_can_vanish_where_the_solution_is_not_real():
    square = Constraint(slot(0) ** 2 - x + 1, (Trace(0, (0,), (x,)),))
    assert attempt(square, [sqrt(x - 1)], AT, real=True).verdict is Verdict.NOT_REAL
    assert attempt(square, [sqrt(x - 1)], AT, real=False).verdict is Verdict.SURVIVED


def test_complex_values_refute_too():
    made = attempt(VANISHES, [I * x], AT, real=False)
    assert made.verdict is Verdict.REFUTED and made.value.startswith("0.333")


def test_what_stands_beside_must_have_a_value():
    zero = [S(0)]
    assert attempt(VANISHES, zero, AT, real=True).verdict is Verdict.SURVIVED
    beside = [log(0, evaluate=False)]
    assert attempt(VANISHES, zero, AT, real=True, beside=beside).verdict is Verdict.UNKNOWN


def test_a_refutation_says_where_the_solution_is_not_real():
    x = symbols("x")
    half = Constraint(
        slot(0) * slot(1) - Rational(1, 3), tuple(Trace(0, (n,), (x,)) for n in (0, 1))
    )
    made = [
        attempt(half, [sqrt(x), sqrt(x).diff(x)], {x: place}, real=True, beside=[sqrt(x)])
        for place in (Rational(1, 2), -Rational(1, 2))
    ]
    assert [a.verdict for a in made] == [Verdict.REFUTED] * 2
    assert [a.unreal for a in made] == [False, True]
