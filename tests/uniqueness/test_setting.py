"""What is known of a solution on its domain."""

import pytest
from sympy import Abs, I, Symbol, exp, log, sin, sqrt, tan
from uniqueness_cases import INITIAL, U, k, solved, u, x

from sympy_ssde import Problem
from sympy_ssde.uniqueness.setting import Setting, can_be_added

z = Symbol("z")


def on(low, high, expr=x):
    return Setting(Problem(U.diff(x) - 1, U, {u(low): low}, {x: (low, high)}), (expr,))


@pytest.mark.parametrize(
    ("expr", "value", "regular"),
    [
        (sin(z) * exp(z) + Abs(z), x, True),
        (sqrt(z), x, False),  # 0 at the start
        (sqrt(z), x + 1, True),
        (1 / z, x, False),
        (1 / z, x - 2, True),
        (log(z), x + 1, True),
        (log(z), x - 2, False),
        (z ** Symbol("z"), x + 1, True),
        (tan(z), x, False),  # not known
        (I * z, x, False),
    ],
)
def test_what_is_lipschitz_around_the_solution(expr, value, regular):
    setting = on(0, 1)
    start = [setting.ends(0)[0]]
    assert setting.is_regular(expr, {z: setting.signed(value)}, start) is regular


def test_signs_hold_at_the_places_too():
    setting = on(0, 1)
    (symbol,) = setting.variables
    assert setting.sign(symbol) == 1 and setting.sign(symbol, [0]) is None
    assert setting.sign(symbol - 2, [0, 1]) == -1 and setting.sign(1 / symbol, [0]) is None


def test_symbols_carry_their_signs():
    setting = Setting(*solved(INITIAL["parameter"]))
    assert setting.signed(k).is_positive and setting.exprs[0].free_symbols.isdisjoint({x, k})


def test_constants_are_called_so():
    assert can_be_added(1 + 0 * x).reason == "every constant can be added"
