"""The checker itself: findings one after the other, inside this process."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Eq, Function, I, Rational, Symbol, cos, exp, frac, log, pi, sin, sqrt, symbols

from sympy_ssde import Problem
from sympy_ssde.proof.check import Check, check
from sympy_ssde.proof.finding import PROVED, REFUTED, UNDECIDED, Finding

x, t = symbols("x t")
k = Symbol("k", positive=True)
u, v = map(Function, "uv")
GROWTH = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})
HEAT = Problem(
    u(x, t).diff(t) - u(x, t).diff(x, 2),
    u(x, t),
    {u(0, t): 0, u(pi, t): 0, u(x, 0): sin(x)},
    {x: (0, pi), t: (0, 1)},
)


def task(problem, *solution, timeout=10.0, stop=False):
    return Check(
        problem.equations,
        problem.conditions,
        problem.variables,
        problem.params,
        problem.domain,
        solution,
        timeout,
        stop,
    )


def findings(problem, *solution, **options):
    found = list(task(problem, *solution, **options).run())
    return {f.index: f for f in found}


def statuses(problem, *solution, **options):
    found = findings(problem, *solution, **options)
    return [found[i].status for i in sorted(found)]


def test_everything_is_proved_of_a_solution():
    found = findings(HEAT, exp(-t) * sin(x))
    assert sorted(found) == [0, 1, 2, 3]
    for finding in found.values():
        assert finding.status == PROVED and finding.rung and finding.residual == 0
        assert finding.point is None and finding.value is None


@given(st.integers(-5, 5), st.integers(-5, 5))
@settings(deadline=None, max_examples=20)
def test_exactly_the_right_constants_are_proved(a, b):
    """Of a*exp(x) + b*x only exp(x) solves u' = u with u(0) = 1."""
    problem = GROWTH
    expected = [PROVED if b == 0 else REFUTED, PROVED if a == 1 else REFUTED]
    assert statuses(problem, a * exp(x) + b * x) == expected


def test_a_refutation_shows_a_point_and_the_value_there():
    finding = findings(GROWTH, exp(2 * x))[0]
    assert finding.status == REFUTED
    place = finding.point[x]
    assert 0 < place < 1
    wanted = (2 * exp(2 * x) - exp(2 * x)).subs(x, place)
    assert float(finding.value) == pytest.approx(float(wanted), rel=1e-10)
    assert "the residual is" in finding.reason
    assert (finding.residual - exp(2 * x)).simplify() == 0


def test_a_condition_s_point_has_only_the_condition_s_symbols():
    finding = findings(HEAT, exp(-t) * sin(x) + t)[1]
    assert finding.status == REFUTED and set(finding.point) == {t}


def test_refutations_come_first_and_one_may_be_enough():
    wrong = exp(x) + 1
    assert [f.index for f in check(task(GROWTH, wrong))] == [0, 1]
    stopped = list(check(task(GROWTH, wrong, stop=True)))
    assert len(stopped) == 1 and stopped[0].status == REFUTED
    half = exp(x) + x * (x - 1) * 0 + 1 - 1
    assert [f.status for f in check(task(GROWTH, half, stop=True))] == [PROVED, PROVED]


@pytest.mark.parametrize("digits", [15, 30, 45])
def test_a_tiny_error_refutes(digits):
    assert statuses(GROWTH, exp(x) + Rational(1, 10**digits)) == [REFUTED, REFUTED]


@pytest.mark.parametrize("digits", [60, 200])
def test_an_error_beyond_the_digits_is_never_a_proof(digits):
    assert PROVED not in statuses(GROWTH, exp(x) + Rational(1, 10**digits))


def test_large_terms_that_cancel_are_not_mistaken():
    large = 10**70 * (cos(x) ** 2 + sin(x) ** 2 - 1)
    assert statuses(GROWTH, exp(x) + large) == [PROVED, PROVED]


def test_a_solution_that_is_not_real_is_refuted():
    problem = Problem(u(x).diff(x) - u(x) / (2 * (x - 2)), u(x), {u(0): 1})
    finding = findings(problem, sqrt(x - 2))[0]
    assert finding.status == REFUTED and "not real" in finding.reason


def test_complex_equations_may_have_complex_solutions():
    problem = Problem(u(x).diff(x) - I * u(x), u(x), {u(0): 1})
    assert statuses(problem, exp(I * x)) == [PROVED, PROVED]


def test_a_pole_inside_refutes_the_equation():
    problem = Problem(u(x).diff(x) + u(x) ** 2, u(x), {u(1): 1}, {x: (-1, 1)})
    finding = findings(problem, 1 / x)[0]
    assert finding.status == REFUTED and "singular where x = 0" in finding.reason
    assert abs(finding.point[x]) < Rational(1, 10**6)
    right = Problem(u(x).diff(x) + u(x) ** 2, u(x), {u(1): 1}, {x: (0, 1)})
    assert statuses(right, 1 / x) == [PROVED, PROVED]


def test_what_can_be_neither_proved_nor_refuted_is_undecided():
    """Zero on the domain, but no rung can say it of a fractional part."""
    step = frac(x / 2) - x / 2
    problem = Problem(u(x).diff(x), u(x), [Eq(u(x), 0)], {x: (0, 1)})
    hidden = Problem(Eq(u(x).diff(x), step), u(x), {u(0): 0})
    assert PROVED not in statuses(hidden, 0 * x, timeout=2.0)[:1]
    assert statuses(problem, 0 * x, timeout=2.0)[0] == PROVED


def test_conditions_hold_as_limits_from_inside():
    problem = Problem(x * u(x).diff(x) - u(x) - x, u(x), {u(0): 0, u(1): 0})
    assert statuses(problem, x * log(x)) == [PROVED] * 3
    no_limit = Problem(u(x).diff(x) + u(x) ** 2, u(x), {u(0): 0, u(1): 1})
    assert findings(no_limit, 1 / x)[1].status != PROVED


def test_parameters_and_systems():
    decay = Problem(u(x).diff(x) + k * u(x), u(x), {u(0): k}, params={k: (1, 2)})
    assert statuses(decay, k * exp(-k * x)) == [PROVED, PROVED]
    assert set(findings(decay, exp(-k * x))[1].point) == {k}
    pair = Problem(
        [Eq(u(t).diff(t), v(t)), Eq(v(t).diff(t), -u(t))], [u(t), v(t)], {u(0): 0, v(0): 1}
    )
    assert statuses(pair, sin(t), cos(t)) == [PROVED] * 4
    assert statuses(pair, sin(t), -cos(t)) == [REFUTED, REFUTED, PROVED, REFUTED]


def test_without_time_nothing_is_decided():
    found = findings(HEAT, exp(-t) * sin(x), timeout=0.0)
    assert {f.status for f in found.values()} == {UNDECIDED}
    assert {f.reason for f in found.values()} == {"out of time"}


def test_tasks_and_findings_can_be_sent_to_another_process():
    again = pickle.loads(pickle.dumps(task(HEAT, exp(-t) * sin(x))))
    found = list(again.run())
    assert pickle.loads(pickle.dumps(found)) == found
    assert all(isinstance(f, Finding) for f in found)
