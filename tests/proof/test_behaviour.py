"""The table of functions: values against mpmath's, cuts where the functions jump."""

import pytest
import sympy
from flint import acb, arb
from sympy import I, Rational

from sympy_ssde.proof.balls import Evaluation
from sympy_ssde.proof.behaviour import BEHAVIOURS, Behaviour, Cut, argument, behaviour, is_whole

ARGUMENTS = (
    Rational(3, 10),
    Rational(7, 3),
    Rational(-7, 10),
    Rational(3, 10) + Rational(2, 5) * I,
)
NOT_IN_SYMPY = (sympy.erfcinv, sympy.jn, sympy.yn)
x = sympy.Symbol("x")


def calls(function):
    for z in ARGUMENTS:
        for args in ((z,), (2, z), (Rational(1, 2), z), (Rational(1, 2), Rational(1, 3), z)):
            if function in (sympy.Heaviside, sympy.LambertW) and len(args) > 1:
                continue
            try:
                call = function(*args)
            except (TypeError, ValueError):
                continue
            if isinstance(call, function):
                yield call


@pytest.mark.parametrize(
    "function", [f for f in BEHAVIOURS if f not in NOT_IN_SYMPY], ids=lambda f: f.__name__
)
def test_values(function):
    for call in calls(function):
        if BEHAVIOURS[function].ball is None:
            continue
        try:
            value = call.evalf(20)
        except (ValueError, NotImplementedError):
            continue
        ball = Evaluation({}).value(call)
        if ball.is_finite() and value.is_number and not value.atoms(function):
            assert abs(complex(ball.mid()) - complex(value)) < 1e-10 * (1 + abs(complex(value)))


JUMPS = {
    sympy.log: (-2, Cut.NEGATIVE),
    sympy.asin: (2, Cut.OUTSIDE),
    sympy.atan: (2 * I, Cut.IMAGINARY),
    sympy.acosh: (0, Cut.BELOW_ONE),
    sympy.elliptic_k: (2, Cut.ABOVE_ONE),
    sympy.acoth: (Rational(1, 2), Cut.INSIDE),
    sympy.LambertW: (-1, Cut.LAMBERT),
    sympy.sign: (0, Cut.STEP),
}


@pytest.mark.parametrize("function", JUMPS, ids=lambda f: f.__name__)
def test_boxes_across_a_cut_have_no_value(function):
    place, cut = JUMPS[function]
    assert BEHAVIOURS[function].cut is cut
    real, imaginary = (float(part) for part in sympy.S(place).as_real_imag())
    box = acb(arb(real, 0.1), arb(imaginary, 0.1))
    assert not Evaluation({x: box}, analytic=True).value(function(x)).is_finite()


def test_every_cut_has_a_rule():
    for cut in Cut:
        Behaviour(None, cut).touches_cut(acb(0.5, 0.5))
    assert not Behaviour(None, Cut.NEGATIVE).touches_cut(acb(-1, 1))
    assert Behaviour(None, Cut.NEGATIVE).touches_cut(acb(-1, arb(0, 1)))


def test_functions_of_several_arguments():
    n = sympy.Symbol("n", integer=True, positive=True)
    assert behaviour(sympy.besselj(0, x)).entire
    assert not behaviour(sympy.besselj(Rational(1, 2), x)).entire
    assert behaviour(sympy.hyper((1, 1), (2,), x)).cut is Cut.ABOVE_ONE
    assert behaviour(sympy.hyper((1,), (-2,), x)) is None
    assert behaviour(sympy.LambertW(x, -1)).cut is Cut.EVERYWHERE
    assert argument(sympy.LambertW(x, -1)) == x and argument(sympy.polylog(2, x)) == x
    assert is_whole(n) and not is_whole(n - 1 - sympy.Symbol("m", integer=True))
