"""The toy score: distances to a hidden function, and what the policy learns from them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import cos, exp, lambdify, log, sin
from sympy.abc import x, y

from sympy_ssde.errors import ProblemError
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Skeleton, programs, skeletons
from sympy_ssde.language.tokens import PAPER_OPERATORS, Library
from sympy_ssde.search.score import Batch
from sympy_ssde.search.toy import TOLERANCE, ToyScore, samples_to_hit

LIBRARY = Library.build(PAPER_OPERATORS, [x, y], constants=False)
GRAMMAR = Grammar.compile(LIBRARY, max_length=9)
RNG = np.random.default_rng(0)
POINTS = RNG.uniform(0.2, 1.8, (2, 25))
HIDDEN = x * y + sin(x)
SCORE = ToyScore.hide(HIDDEN, LIBRARY, POINTS)


def scored(*texts):
    guesses = [Skeleton.from_text(t, LIBRARY) for t in texts]
    return SCORE(Batch(*programs(guesses), np.empty((len(guesses), 0))))


@pytest.mark.parametrize("expr", [HIDDEN, exp(x) - y, x / y + cos(y), log(x)])
def test_the_target_is_the_hidden_function(expr):
    wanted = lambdify((x, y), expr, "numpy")(*POINTS)
    np.testing.assert_allclose(ToyScore.hide(expr, LIBRARY, POINTS).target, wanted, rtol=1e-12)


def test_all_forms_of_the_function_hit():
    scores = scored("+ * x y sin x", "+ sin x * y x", "- sin x * x - x + x y")
    assert (scores.losses < TOLERANCE).all()
    np.testing.assert_allclose(scores.rewards, 1, atol=1e-9)


@given(st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=10)
def test_losses_are_relative_distances(seed):
    rows, lengths = GRAMMAR.populate(10, np.random.default_rng(seed))
    scores = SCORE(Batch(rows, lengths, np.empty((10, 0))))
    assert ((scores.rewards >= 0) & (scores.rewards <= 1)).all() and not scores.refined.any()
    np.testing.assert_array_equal(scores.rewards, scores.stage_one)
    for skeleton, loss in zip(skeletons(rows, lengths, LIBRARY), scores.losses, strict=True):
        if not np.isfinite(loss):  # SymPy may cancel what has no value
            continue
        with np.errstate(all="ignore"):
            values = lambdify((x, y), skeleton.to_sympy(), "numpy")(*POINTS) + 0 * POINTS[0]
            gap = np.sqrt(np.mean((values - SCORE.target) ** 2) / np.mean(SCORE.target**2))
        wild = skeleton.text.count("exp") > 1  # the sine of exp(exp(y)) is all rounding
        if np.isfinite(gap) and gap < 1e6 and not wild:
            assert loss == pytest.approx(gap, rel=1e-8, abs=1e-8)


def test_one_row_never_influences_another():
    texts = ["+ * x y sin x", "x", "log - x x", "exp y"]
    together = scored(*texts)
    for i, text in enumerate(texts):
        alone = scored(text)
        assert alone.losses[0] == together.losses[i] and alone.rewards[0] == together.rewards[i]


def test_what_has_no_value_gets_nothing():
    scores = scored("log - x + x x", "/ x - y y")
    assert np.isinf(scores.losses).all() and (scores.rewards == 0).all()


def test_constants_are_not_fitted():
    with pytest.raises(ProblemError, match="fits no constants"):
        ToyScore.hide(x, Library.build(variables=[x, y]), POINTS)


def test_an_easy_target_is_hit_and_the_count_is_that_of_the_samples():
    easy = ToyScore.hide(x, LIBRARY, POINTS)
    found = samples_to_hit(GRAMMAR, easy, seed=0, limit=2000, batch=100, train=False)
    assert 1 <= found < 2000
    again = samples_to_hit(GRAMMAR, easy, seed=0, limit=2000, batch=100, train=False)
    assert again == found


@pytest.mark.parametrize("train", [False, True])
def test_a_target_out_of_reach_uses_up_the_limit(train):
    far = ToyScore(LIBRARY, POINTS, RNG.normal(size=25))
    assert samples_to_hit(GRAMMAR, far, seed=1, limit=150, batch=60, train=train) == 150
