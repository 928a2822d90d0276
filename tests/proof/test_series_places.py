"""Inside, and at faces."""

from sympy import S, log, oo, symbols

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.series_places import Place, falls_forever
from sympy_ssde.proof.signs import Signs

x, y = symbols("x y", positive=True)
signs = Signs(Domain((Range(x, 0, 1), Range(y, 0, oo))))


def test_inside_and_at_faces():
    assert Place(signs).is_negative(x - 1)
    assert not Place(signs, {x: S(1)}).is_negative(x - 1)
    assert Place(signs, {x: S(1)}).is_nonpositive(x - 1)
    assert Place(signs, {x: S(0)}).is_negative(x - 1)
    assert not Place(signs).is_nonpositive(x - S.Half)


def test_far_away():
    assert Place(signs, {y: oo}).is_negative(-x * y)
    assert not Place(signs, {y: oo}).is_negative(-1 / (1 + y))


def test_logarithms_at_a_center():
    assert falls_forever(3 * log(x), {x: S(0)})
    assert not falls_forever(log(x + 1), {x: S(0)})
    assert Place(signs, {x: S(0)}).is_negative(log(x))


def test_logarithms_of_a_quotient():
    radius = symbols("R", positive=True)
    assert falls_forever(log(x) - log(radius), {x: S(0)})
    assert not falls_forever(log(x) - log(radius), {x: S(1)})
