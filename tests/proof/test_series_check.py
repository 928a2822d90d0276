"""Sums without end: proved, refuted or undecided."""

import warnings

import pytest
from sympy import Function, Symbol, symbols

from sympy_ssde.bench.series_known import known_series
from sympy_ssde.proof.verify import Status, check_task, verification

KNOWN = known_series()
x, t = symbols("x t")
u = Function("u")
n = Symbol("n", integer=True, positive=True)


def checked(problem, *solution):
    findings = list(check_task(problem, solution, 20).run())
    return verification(problem, findings, 0.0)


def stated(known):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # corners where data don't agree
        return known.problem()


@pytest.mark.parametrize("known", KNOWN, ids=lambda k: k.name)
def test_known_series_are_proved(known):
    found = checked(stated(known), *known.solution)
    assert found, str(found)
    assert all("convergence" in o.rung and o.reason for o in found.outcomes)


@pytest.mark.parametrize("known", KNOWN, ids=lambda k: k.name)
def test_twice_a_solution_is_refuted(known):
    """Every problem here has data that are not zero."""
    found = checked(stated(known), *(2 * e for e in known.solution))
    assert found.status is Status.REFUTED, str(found)


def test_the_outcome_names_the_rungs_and_the_sense():
    known = KNOWN[0]
    found = checked(stated(known), *known.solution)
    text = str(found)
    assert "term by term, convergence" in text
    assert "coefficients, completeness (Sturm-Liouville: sines), convergence" in text
    assert "classically" in found.equations[0].reason
    assert "every point" in found.conditions[-1].reason


def test_a_plain_symbol_is_an_index_too():
    known = KNOWN[0]
    plain = known.solution[0].subs(n, Symbol("k"))
    assert checked(stated(known), plain)
