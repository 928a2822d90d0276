"""Constants in two stages: the conditions first, then everything."""

import numpy as np
import pytest
from sympy import Function
from sympy.abc import x

from sympy_ssde import Problem
from sympy_ssde.bench.fitting import distinct_programs, manufactured, poisson_problem
from sympy_ssde.fit.rsco import RSCO, RSCOConfig
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import PAPER_OPERATORS, Library
from sympy_ssde.physics.loss import Physics

LIBRARY = Library.build(PAPER_OPERATORS, [x])


def physics_of(text, constants, seed=0):
    skeleton = Skeleton.from_text(text, LIBRARY)
    problem = poisson_problem(skeleton.to_sympy(constants))
    row = Batch.single(skeleton, np.zeros(skeleton.constants))
    return Physics(problem, LIBRARY, np.random.default_rng(seed)), row


def test_a_batch_gives_each_row_what_it_gets_alone():
    rng = np.random.default_rng(1)
    programs = distinct_programs(LIBRARY, 60, rng)
    physics, _ = physics_of("+ * c x c", [2, 1])
    config = RSCOConfig(conditions_first=False, epsilon=1.0, scatter=0)
    whole = RSCO(physics, config, 1)(programs)
    for i in (0, 7, 31, 59):
        alone = RSCO(physics, config, 1)(programs.take(np.array([i])))
        assert alone.losses[0] == pytest.approx(whole.losses[i], rel=1e-6)


class TestRSCO:
    def test_stage_one_sees_the_conditions_only(self):
        """c*x fits both ends of x**3; only the equation tells it from the solution."""
        u = Function("u")(x)
        problem = Problem(u.diff(x, 2) - 6 * x, u, {u.subs(x, 0): 0, u.subs(x, 1): 1})
        physics = Physics(problem, LIBRARY, np.random.default_rng(0))
        texts = ["* c x", "* c * x * x x"]
        rows = [Skeleton.from_text(t, LIBRARY).tokens for t in texts]
        programs = np.full((2, 8), -1, np.int16)
        for i, tokens in enumerate(rows):
            programs[i, : len(tokens)] = tokens
        batch = Batch(programs, np.array([len(r) for r in rows]), np.full((2, 1), 9.0))
        scores = RSCO(physics, RSCOConfig(epsilon=0.5), 0)(batch)
        assert scores.constants[0, 0] == pytest.approx(1.0)  # fitted to the conditions
        assert scores.stage_one[0] < 0.5 < scores.stage_one[1]  # rewarded with the equation
        assert scores.refined.tolist() == [False, True]
        assert scores.rewards[1] == pytest.approx(1.0)

    def test_candidates_without_constants_are_rewarded(self):
        physics, _ = physics_of("* x x", [])
        tokens = Skeleton.from_text("* x x", LIBRARY).tokens
        batch = Batch(np.array([tokens], np.int16), np.array([3]), np.ones((1, 3)))
        scores = RSCO(physics, RSCOConfig(), 0)(batch)
        assert scores.rewards[0] == pytest.approx(1.0) and scores.losses[0] < 1e-25

    def test_scores_depend_on_the_seed_and_the_batch_alone(self):
        """Whoever scores a batch, and whatever was scored before it."""
        programs = distinct_programs(LIBRARY, 100, np.random.default_rng(5))
        physics, _ = physics_of("+ * c sin * c x c", [2, 1.5, 1])
        batch = programs.at(np.ones((100, 3)))
        score = RSCO(physics, RSCOConfig(), 9)
        score(batch.take(np.arange(50)))
        first, second = score(batch), RSCO(physics, RSCOConfig(), 9)(batch)
        assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
        other = RSCO(physics, RSCOConfig(), 8)(batch)
        assert not np.array_equal(first.constants, other.constants)

    def test_refined_by_quantile(self):
        programs = distinct_programs(LIBRARY, 200, np.random.default_rng(6))
        physics, _ = physics_of("+ * c x c", [2, 1])
        scores = RSCO(physics, RSCOConfig(epsilon=0.1), 0)(programs.at(np.ones((200, 3))))
        assert 20 <= scores.refined.sum() <= 25
        assert scores.stage_one[scores.refined].min() >= scores.stage_one[~scores.refined].max()
        worse = scores.rewards < scores.stage_one - 1e-9
        assert worse.mean() < 0.02

    @pytest.mark.parametrize("bad", [{"epsilon": 0}, {"scatter": -1}, {"survivors": (0, 1)}])
    def test_bad_configuration(self, bad):
        with pytest.raises(ValueError):
            RSCOConfig(**bad)

    def test_bfgs_in_the_same_place(self):
        physics, row = physics_of("* c exp * c x", [2, -1.5])
        config = RSCOConfig(bfgs=True, second_iterations=40)
        batch = row.at(np.ones((1, 2)))
        assert RSCO(physics, config, 0)(batch).losses[0] < 1e-10


@pytest.mark.slow
def test_most_constants_are_recovered():
    rng = np.random.default_rng(2)
    found = []
    for skeleton, true in manufactured(120, rng):
        physics = Physics(poisson_problem(skeleton.to_sympy(true)), LIBRARY, rng)
        row = np.array([skeleton.tokens], np.int16)
        batch = Batch(row, np.array([len(skeleton.tokens)]), np.ones((1, len(true))))
        scores = RSCO(physics, RSCOConfig(), 2)(batch)
        found.append(scores.losses[0] < 1e-16 * physics.size)
    assert np.mean(found) >= 0.85
