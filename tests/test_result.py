"""What a search returns."""

import dataclasses
import pickle

import pytest
from sympy import Eq, Function, Symbol, exp

from sympy_ssde import NoSolutionFoundError, Problem, Solution, SSDEError, Status, checkssdsol
from sympy_ssde.result import History, Record

x = Symbol("x")
u = Function("u")
PROBLEM = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})
RECORD = Record(0, "policy", 10, 0.5, 0.9, 0.01, "exp x")


def solution(expr, status, verification=None):
    history = History((RECORD,), ((1, 0.5, "x"), (4, 0.0, "exp x")))
    return Solution(
        PROBLEM, expr, status, verification, {"equation": 0.1}, 7, 1.234, 10, "direct",
        history=history, reason="out of time",
    )  # fmt: skip


def test_only_a_proved_solution_is_true():
    proof = checkssdsol(PROBLEM, exp(x))
    assert solution(exp(x), Status.PROVED, proof)
    assert not solution(exp(x), Status.UNDECIDED)
    assert not solution(exp(x), Status.REFUTED)


def test_an_equation_even_if_nothing_is_proved():
    assert solution(x + 1, Status.UNDECIDED).eq == Eq(u(x), x + 1)
    assert solution(None, Status.UNDECIDED).eq is None


def test_an_equation_is_not_evaluated():
    assert solution(u(x), Status.UNDECIDED).eq.lhs == u(x)


def test_how_a_solution_reads():
    assert str(solution(exp(x), Status.PROVED)) == "Eq(u(x), exp(x)) (proved, direct, 1.23 s)"
    assert str(solution(None, Status.UNDECIDED)) == "None (undecided, direct, 1.23 s)"
    tex = solution(exp(x), Status.PROVED)._repr_latex_()
    assert tex.startswith("$") and tex.endswith("$") and "e^{x}" in tex


def test_history_counts_generations():
    assert len(solution(exp(x), Status.PROVED).history) == 1
    assert len(History()) == 0 and History().front == ()


def test_results_are_frozen_and_can_be_pickled():
    found = solution(exp(x), Status.PROVED, checkssdsol(PROBLEM, exp(x)))
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.expr = x
    again = pickle.loads(pickle.dumps(found))
    assert again == found and again.eq == found.eq and again.verification


def test_the_error_carries_the_best_candidate():
    best = solution(x + 1, Status.UNDECIDED)
    error = NoSolutionFoundError("nothing", best)
    assert error.solution is best and str(error) == "nothing"
    assert isinstance(error, SSDEError) and isinstance(error, NotImplementedError)
