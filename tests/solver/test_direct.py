"""The direct search on its own, with a prover that the test writes."""

import time
from dataclasses import replace

import numpy as np
import pytest
from handed import Handed
from sympy import Eq, Function, Rational, exp
from sympy.abc import x

from sympy_ssde import Problem, SearchConfig
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.loss import Physics
from sympy_ssde.result.solution import Ending, Method
from sympy_ssde.search.customs import GeneticConfig
from sympy_ssde.search.loop import Source
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.direct import Direct, scores, suggested_batch
from sympy_ssde.solver.options import Options

u = Function("u")
GROWTH = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})
RICCATI = Problem(Eq(u(x).diff(x), x**2 + u(x) ** 2), u(x), {u(0): 1}, {x: (0, Rational(1, 2))})
SMALL = SearchConfig(batch=60, generations=2, max_rounds=1)


def made(problem, prove, config=SMALL, workers=1):
    rng = np.random.default_rng([0, 1])
    library = Library.build(["+", "*", "exp"], [x])
    now = time.monotonic()
    physics = Physics(problem, library, rng, relative=True)
    return Direct(
        Handed(physics, Clock(now, now + 100), prove), Options(config=config, workers=workers)
    )


def run(direct):
    records, found = [], []
    while True:
        try:
            record, proved = direct.advance()
        except StopIteration:
            return records, found
        records.append(record)
        found.append(proved)


def test_candidates_are_handed_to_the_prover_once():
    seen = []

    def prove(skeleton, constants):
        seen.append(skeleton.text)

    direct = made(GROWTH, prove)
    records, found = run(direct)
    assert "exp x" in seen and not any(found)
    assert len(seen) == len(set(seen))
    bred = 2 * GeneticConfig().turns
    assert [r.source for r in records] == [Source.POLICY] + bred * [Source.GENETIC]
    assert records[-1].evaluations == direct.evaluations > 0
    assert all(r.method is Method.DIRECT and r.variable is None for r in records)
    assert (direct.exhausted, direct.steps) == (Ending.OUT_OF_ROUNDS, ())


def test_a_proof_is_returned_with_its_generation():
    proof = object()
    direct = made(GROWTH, lambda skeleton, constants: proof)
    _, found = run(direct)
    assert proof in found


def test_the_best_is_an_approximation():
    direct = made(RICCATI, lambda skeleton, constants: None)
    assert direct.approximation() == ((), {}) and direct.front() == ()
    records, _ = run(direct)
    (expr,), residuals = direct.approximation()
    assert expr.free_symbols <= {x}
    assert set(residuals) == {"equation", "initial"}
    front = direct.front()
    assert records[-1].front == front and records[-1].best == front[-1][2]
    skeleton, constants = direct.member(len(front) - 1)
    assert skeleton.formula == front[-1][2] and len(constants) == skeleton.constants


def test_scores_of_children_and_seeds():
    physics = made(GROWTH, None).physics
    config = SearchConfig(epsilon=0.5, bfgs=True, rsco=False)
    own, children, seeds = (s.config for s in scores(physics, config, 0))
    assert (own.epsilon, own.conditions_first, own.bfgs) == (0.5, False, True)
    assert (children.epsilon, children.scatter, children.survivors) == (1.0, 2, (2, 1))
    assert (seeds.epsilon, seeds.conditions_first, seeds.bfgs) == (1.0, False, True)


@pytest.mark.parametrize(("operators", "some"), [(("+", "*", "exp"), True), (("sin",), False)])
def test_seeds_are_in_the_language(operators, some):
    library = Library.build(operators, [x], constants=some)
    grammar = Grammar.compile(library, max_length=12, max_constants=3)
    problem = Problem(u(x).diff(x) - exp(2 * x) - x, u(x), {u(0): 1})
    found = suggested_batch(problem, grammar)
    assert found is None or all(
        grammar.accepts(row[:n]) for row, n in zip(found.programs, found.lengths, strict=True)
    )
    assert not some or len(found) > 0


def told(direct):
    """All that can be asked of a search after each of its turns."""
    found = []
    while True:
        try:
            record, _ = direct.advance()
        except StopIteration:
            return found
        time.sleep(0.01)  # others are ahead
        found.append(
            (
                replace(record, seconds=0.0),
                direct.evaluations,
                direct.front(),
                direct.approximation(),
            )
        )


def test_what_is_known_after_a_turn_does_not_depend_on_who_is_ahead():
    one, two = (made(RICCATI, lambda *_: None, workers=workers) for workers in (1, 2))
    known = told(one)
    assert known == told(two) and len(known) > 3
