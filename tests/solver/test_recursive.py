"""The recursion as a way of searching, with a prover that the test writes."""

import time
from types import SimpleNamespace

import numpy as np
import pytest
from handed import Handed
from sympy import Eq, Function, Symbol, cos, exp, pi, sin, sqrt
from sympy.abc import x, y

from sympy_ssde import Problem, SearchConfig
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.loss import Physics
from sympy_ssde.result.solution import Ending, Method
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.recursive import Recursive

u = Function("u")
s = Symbol("s")
LAPLACE = u(x, y).diff(x, 2) + u(x, y).diff(y, 2)
PRODUCT = Problem(
    LAPLACE - (x**2 + y**2) * exp(x * y),
    u(x, y),
    {u(0, y): 1, u(1, y): exp(y), u(x, 0): 1, u(x, 1): exp(x)},
    {x: (0, 1), y: (0, 1)},
)
DISK = Problem(
    LAPLACE,
    u(x, y),
    [Eq(u(cos(s), sin(s)), cos(s))],
    {x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2)), s: (0, 2 * pi)},
)


def made(problem, prove):
    library = Library.build(["+", "*", "exp"], [x, y])
    now = time.monotonic()
    physics = Physics(problem, library, np.random.default_rng([0, 1]))
    options = Options(config=SearchConfig(batch=200))
    return Recursive(Handed(physics, Clock(now, now + 100), prove), options)


def test_rounds_lead_to_a_proof_with_steps():
    seen = []

    def prove(skeleton, constants):
        seen.append(skeleton)
        return SimpleNamespace(exprs=(exp(x * y),))

    recursive = made(PRODUCT, prove)
    records = []
    for _ in range(400):
        record, found = recursive.advance()
        records.append(record)
        if found is not None:
            break
    assert found.exprs[0] == exp(x * y) and len(seen) == 1
    assert [step.number for step in recursive.steps] == [1, 2]
    assert recursive.steps[-1].expr == exp(x * y)
    assert recursive.evaluations == records[-1].evaluations > 0
    assert {r.method for r in records} == {Method.RECURSIVE}
    assert (records[-1].source, records[-1].variable) == ("recursion", None)
    along = [r for r in records if r.variable is not None]
    assert along and all(r.source == f"recursion {r.variable}" for r in along)


def test_without_lines_there_is_nothing_to_try():
    recursive = made(DISK, None)
    with pytest.raises(StopIteration):
        recursive.advance()
    assert recursive.exhausted is Ending.NO_LINES and recursive.evaluations == 0
    assert recursive.steps == ()
