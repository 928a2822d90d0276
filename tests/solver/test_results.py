"""Solutions of calls that end without a search."""

from sympy import Function, exp
from sympy.abc import t

from sympy_ssde import Problem
from sympy_ssde.proof.verify import Status, verify
from sympy_ssde.reduction.reduction import Line
from sympy_ssde.result.solution import Ending, Method
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.results import proved_solution, without_solution

u = Function("u")
DECAY = Problem(u(t).diff(t) + u(t), u(t), {u(0): 1})
CLOCK = Clock(0.0, 1.0)


def test_a_proved_one_has_its_proof_and_no_evaluations():
    proof, lines = verify(DECAY, (exp(-t),)), (Line("by heart"),)
    options = Options(seed=7)
    found = proved_solution(DECAY, (exp(-t),), proof, Method.SYMPY, options, CLOCK, lines)
    assert found and found.verification is proof and found.steps == lines
    assert (found.evaluations, found.seed, found.method) == (0, 7, Method.SYMPY)
    assert set(found.residuals.values()) <= {0.0} and len(found.history.front) == 1


def test_nothing_is_said_to_be_nothing():
    found = without_solution(DECAY, Options(), CLOCK, Method.DIRECT, Ending.OUT_OF_TIME)
    assert not found and found.expr is None and found.status is Status.UNDECIDED
    assert found.reason == str(Ending.OUT_OF_TIME)
