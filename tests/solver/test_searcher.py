"""The clock, and proofs that keep to it."""

import time

import numpy as np
import pytest
from sympy import Function, exp
from sympy.abc import x

from sympy_ssde import Problem
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.loss import Physics
from sympy_ssde.proof.verify import verify
from sympy_ssde.solver import searcher as module
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.searcher import Prover

u = Function("u")
LIBRARY = Library.build(["+", "*", "exp"], [x])


@pytest.fixture(scope="module")
def physics():
    problem = Problem(u(x).diff(x) - u(x), u(x), {u(0): 2})
    verify(problem, (2 * exp(x),), timeout=100)  # starts the worker that proves
    return Physics(problem, LIBRARY, np.random.default_rng(0))


def test_the_clock():
    now = time.monotonic()
    clock = Clock(now - 3, now + 5)
    assert 3 <= clock.passed() < 4 and 4 < clock.left() <= 5


def test_a_proof_with_exact_constants(physics):
    prove = Prover(physics, Clock(0, time.monotonic() + 20))
    found = prove(Skeleton.from_text("* c exp x", LIBRARY), np.array([2.0 + 1e-13]))
    assert found is not None and found.exprs[0] == 2 * exp(x) and found.verification


def test_what_is_not_proved_is_nothing(physics):
    prove = Prover(physics, Clock(0, time.monotonic() + 20))
    assert prove(Skeleton.from_text("+ c x", LIBRARY), np.array([2.0])) is None


def test_no_proof_begins_when_time_is_up(physics, monkeypatch):
    monkeypatch.setattr(module, "exact_candidate", None)  # it would fail if it were called
    prove = Prover(physics, Clock(0, time.monotonic() - 1))
    assert prove(Skeleton.from_text("* c exp x", LIBRARY), np.array([2.0])) is None


def test_a_proof_gets_the_time_that_is_left(physics, monkeypatch):
    given = []

    def note(skeleton, constants, physics, *, timeout):
        given.append(timeout)

    monkeypatch.setattr(module, "exact_candidate", note)
    skeleton = Skeleton.from_text("* c exp x", LIBRARY)
    for left in (3, 1000):
        Prover(physics, Clock(0, time.monotonic() + left))(skeleton, np.ones(1))
    assert 2 < given[0] <= 3 and given[1] == 10


def test_what_fits_to_rounding_is_not_thrown_away_silently(physics, monkeypatch):
    monkeypatch.setattr(module, "exact_candidate", lambda *args, **options: None)
    prove = Prover(physics, Clock(0, time.monotonic() + 20))
    assert prove.remark() == ""
    assert prove(Skeleton.from_text("* c exp x", LIBRARY), np.array([2.5])) is None
    assert prove.remark() == ""  # no solution
    assert prove(Skeleton.from_text("* c exp x", LIBRARY), np.array([2.0])) is None
    assert "2.0*exp(x) fits to" in prove.remark()
    assert "its constants were not recognised" in prove.remark()
