import pytest
from sympy import Rational, S, Symbol, besseli, besselj, besselk, bessely, sqrt
from sympy.abc import n, x

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.bessel import BESSEL, lowered
from sympy_ssde.proof.signs import Signs
from sympy_ssde.proof.tower import is_zero


@pytest.mark.parametrize("function", BESSEL, ids=lambda f: f.__name__)
@pytest.mark.parametrize(
    "order", [5, 2, Rational(-7, 2), Rational(9, 4), Rational(-1, 3), sqrt(17) / 4 - 2]
)
def test_the_value_stays(function, order):
    whole = function(order, x)
    low = lowered(whole) if whole.func in BESSEL else whole
    gap = (low - whole).subs(x, Rational(7, 3)).evalf(30)
    assert abs(gap) < 1e-20
    orders = [f.args[0] for f in low.atoms(*BESSEL)]
    assert all(0 <= o < 2 for o in orders)


@pytest.mark.parametrize("function", BESSEL, ids=lambda f: f.__name__)
@pytest.mark.parametrize("shift", [-2, 2, 3])
def test_orders_with_a_symbol_become_two_neighbours(function, shift):
    low = lowered(function(n + shift, x))
    assert {f.args[0] for f in low.atoms(*BESSEL)} == {n, n + 1}
    at = {n: Rational(2, 3), x: Rational(7, 3)}
    assert abs((low - function(n + shift, x)).subs(at).evalf(30)) < 1e-20


def test_others_stay():
    for expr in (besselj(n, x), besselj(0, x), bessely(50, x)):
        assert lowered(expr) == expr


@pytest.mark.parametrize(
    ("first", "second", "sign"), [(besselj, bessely, 1), (besseli, besselk, -1)]
)
def test_bessel_s_equation_is_proved_and_a_near_miss_is_not(first, second, sign):
    y = Symbol("y", positive=True)
    signs = Signs(Domain((Range(y, S.One, S(2)),)))
    u = 2 * first(3, y) - second(3, y)
    residual = y**2 * u.diff(y, 2) + y * u.diff(y) + (sign * y**2 - 9) * u
    assert is_zero(residual, signs)
    assert not is_zero(residual + first(2, y) / 10**6, signs)
