"""The ladder of exact methods: what is proved zero is zero, and what isn't stays open."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Abs,
    Integer,
    Rational,
    S,
    Symbol,
    acos,
    asin,
    atan,
    cos,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    tanh,
)

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof import ladder
from sympy_ssde.proof.ladder import LADDER, prove_zero
from sympy_ssde.proof.limits import Clock
from sympy_ssde.proof.signs import Signs

x, y = Symbol("x", positive=True), Symbol("y", real=True)
SIGNS = Signs(Domain((Range(x, 0, 2), Range(y, -1, 1))))


def proved(expr, signs=SIGNS, seconds=20.0):
    return prove_zero(S(expr), signs, Clock(seconds))


@pytest.mark.parametrize(
    ("zero", "rung"),
    [
        (Integer(0), "identity"),
        ((x + y) ** 2 - x**2 - 2 * x * y - y**2, "expansion"),
        (1 / x - 1 / (x + 1) - 1 / (x * (x + 1)), "numerator"),
        (sin(x) ** 2 + cos(x) ** 2 - 1, "generators"),
        (tanh(y) - (exp(2 * y) - 1) / (exp(2 * y) + 1), "generators"),
        (sqrt(1 + x) * sqrt(1 + x) * sqrt(1 + x) - (1 + x) ** Rational(3, 2), None),
        (log(x + 1) - log(2 * x + 2) + log(2), None),
        (asin(y) + acos(y) - pi / 2, "constancy"),
        (atan(x) + atan(1 / x) - pi / 2, "constancy"),
    ],
)
def test_zeros_are_proved_by_the_rung_that_is_meant(zero, rung):
    found = proved(zero)
    assert found is not None and (rung is None or found == rung)


def test_rungs_have_names_of_their_own():
    names = [name for name, _, _ in LADDER]
    assert len(set(names)) == len(names) and names[0] == "identity"
    assert all(0 < share <= 1 for _, _, share in LADDER)


polynomials = st.lists(
    st.tuples(st.integers(-4, 4), st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=4
).map(lambda ts: sum((c * x**a * y**b for c, a, b in ts), S.Zero))


@given(polynomials, polynomials)
@settings(deadline=None, max_examples=15)
def test_differences_of_products_are_zero(p, q):
    assert proved((p + q) ** 2 - p**2 - 2 * p * q - q**2) is not None
    assert proved(exp(p) * exp(q) - exp(p + q)) is not None


@given(polynomials, st.integers(20, 60))
@settings(deadline=None, max_examples=15)
def test_what_is_merely_small_is_never_zero(p, digits):
    """However many digits agree."""
    assert proved(p - p + Rational(1, 10**digits) * (1 + x**2)) is None


@pytest.mark.parametrize(
    "small",
    [
        exp(pi * sqrt(163)) - 640320**3 - 744,
        sin(x) - sin(x + Rational(1, 10**30)),
        sqrt(x**2 + Rational(1, 10**40)) - x,
        atan(y) + atan(1 / y) - pi / 2,  # wrong where y < 0
        Abs(y) - y,
    ],
)
def test_near_identities_are_not_proved(small):
    assert proved(small, seconds=2.0) is None


def test_identities_of_the_domain_need_the_domain():
    other = Symbol("y", real=True)
    right = Signs(Domain((Range(other, Rational(1, 2), Rational(3, 2)),)))
    assert proved(atan(other) + atan(1 / other) - pi / 2, right) == "constancy"
    across = Signs(Domain((Range(other, -1, 2),)))
    assert proved(atan(other) + atan(1 / other) - pi / 2, across, 2.0) is None


@pytest.mark.parametrize(("low", "high"), [(0, oo), (-oo, 0), (-oo, oo), (-3, 5)])
def test_the_middle_of_a_domain_lies_inside(low, high):
    domain = Domain((Range(y, low, high), Range(x, y, y + 4)))
    middle = ladder._middle([x, y], Signs(domain))
    assert S(low) < middle[y] < S(high) and middle[x] == middle[y] + 2
    assert set(ladder._middle([y], Signs(domain))) == {y}


def test_a_rung_that_gives_up_is_passed_over(monkeypatch):
    def fails(expr, signs):
        raise NotImplementedError

    rungs = (("broken", fails, 0.5), ("endless", endless, 0.1), *LADDER)
    monkeypatch.setattr(ladder, "LADDER", rungs)
    assert proved(x - x, seconds=2.0) == "identity"


def endless(expr, signs):
    while True:
        time.sleep(0.01)


def test_errors_of_the_package_are_not_swallowed(monkeypatch):
    def broken(expr, signs):
        raise KeyError("a mistake in the code")

    monkeypatch.setattr(ladder, "LADDER", (("broken", broken, 1.0),))
    with pytest.raises(KeyError):
        proved(x)


def test_without_time_nothing_is_proved():
    start = time.monotonic()
    assert proved(sin(x) ** 2 + cos(x) ** 2 - 1, seconds=-1.0) is None
    assert time.monotonic() - start < 1
