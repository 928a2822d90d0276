"""A failure of SymPy at one constraint is no other constraint's matter."""

import pytest
from sympy import Function, exp, sqrt
from sympy.abc import t, x

from sympy_ssde import Problem, Status, checkssdsol
from sympy_ssde.proof import check as module
from sympy_ssde.proof.check import check
from sympy_ssde.proof.finding import PROVED, UNDECIDED, or_failed
from sympy_ssde.proof.verify import check_task

u = Function("u")
PROBLEM = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1, u(1): exp(1)})


def raising(*given):
    raise AttributeError("'Zero' object has no attribute 'p'")


@pytest.mark.parametrize("method", ["_attempt", "prove"])
def test_only_the_constraint_that_fails_is_undecided(method, monkeypatch):
    usual = getattr(module.Checker, method)

    def failing(self, index, *given):
        return raising() if index == 1 else usual(self, index, *given)

    monkeypatch.setattr(module.Checker, method, failing)
    findings = list(check(check_task(PROBLEM, (exp(x),), 10, False)))
    found = {f.index: f.status for f in findings}
    assert found == {0: PROVED, 1: UNDECIDED, 2: PROVED}


def test_what_fails_is_not_raised():
    assert or_failed("nothing", raising, 1) == "nothing"
    assert or_failed(None, max, 1, 2) == 2
    with pytest.raises(KeyboardInterrupt):
        or_failed(None, lambda: (_ for _ in ()).throw(KeyboardInterrupt))


@pytest.mark.parametrize("shift", [0, exp(-1), exp(-2) / 3])
def test_coefficients_that_are_no_polynomials_numbers(shift):
    """``factor_list`` raised for t**3/2 - 5/4 - exp(-1)."""
    exact = x * exp(-(x**2)) + (t**3 - 2) * sqrt(x**2 + 3) + shift * t
    source = 3 * exact.diff(t) - exact.diff(x) / 2
    flux = {u(x, t).diff(x).subs(x, 1): exact.diff(x).subs(x, 1), u(x, 0): exact.subs(t, 0)}
    equation = 3 * u(x, t).diff(t) - u(x, t).diff(x) / 2 - source
    domain = {x: (0, 1), t: (0, 1)}
    assert checkssdsol(equation, exact, u(x, t), flux, domain)
    wrong = {**flux, u(x, t).diff(x).subs(x, 1): exact.diff(x).subs(x, 1) + shift + 1}
    assert checkssdsol(equation, exact, u(x, t), wrong, domain).status is Status.REFUTED
