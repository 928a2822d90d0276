"""The search for the part of a reduction that nothing else solves."""

import time

from beside_maker import make_beside
from sympy import Function, Symbol, exp, simplify, sin
from sympy.abc import t, x

from sympy_ssde import Problem, SearchConfig
from sympy_ssde.reduction.engine import Open
from sympy_ssde.reduction.reduction import Line, Reduction
from sympy_ssde.reduction.structure import Passed
from sympy_ssde.result.solution import Method
from sympy_ssde.solver.attempt import attempt
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.progress import Progress
from sympy_ssde.solver.reduced import Reduced

u, v = Function("u"), Function("v")
#: v' = 2*t*v is left open on purpose; the search finds exp(t**2).
PART = Problem(v(t).diff(t) - 2 * t * v(t), v(t), {v(0): 1})
WHOLE = Problem(u(x, t).diff(t) - 2 * t * u(x, t), u(x, t), {u(x, 0): sin(x) + sin(3 * x) / 7})
DATA = sin(x) + sin(3 * x) / 7
OPEN = Open(Reduction((PART,), (DATA * v(t),), Line("separate")), (None,), PART)
CONFIG = SearchConfig(shortcuts=False, recursion=False, batch=300, generations=3)


def test_solutions_of_the_part_are_put_together():
    now = time.monotonic()
    searcher = Reduced(OPEN, WHOLE, Options(config=CONFIG), Clock(now, now + 60))
    found = None
    while found is None:
        record, found = searcher.advance()
        assert record.method is Method.REDUCTION and "reduced problem" in record.source
    assert simplify(found.exprs[0] - DATA * exp(t**2)) == 0 and found.verification
    assert searcher.evaluations > 0 and searcher.steps[0].words == "separate"


def test_it_takes_turns_with_the_direct_search(monkeypatch):
    results = [OPEN, *(Passed(stage) for stage in range(5))]
    beside, _, clock = make_beside(monkeypatch, WHOLE, results)
    with Progress(False, 60) as display:
        found = attempt(WHOLE, Options(config=CONFIG), beside, clock, display)
    assert found and simplify(found.expr - DATA * exp(t**2)) == 0
    assert {r.method for r in found.history.records} >= {Method.REDUCTION}


def test_parameters_stay():
    a = Symbol("a", positive=True)
    part = PART.replace(eq=v(t).diff(t) - 2 * a * t * v(t))
    assert Open(Reduction((part,), (v(t),), Line("")), (None,), part).problem.params == (a,)
