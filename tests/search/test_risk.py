"""The learning rule: selection and gradient as in the paper, and a policy that learns by it."""

import copy
import math
import pickle
import statistics

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from sympy.abc import x, y

from sympy_ssde.errors import ConfigError, ProblemError
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.tokens import Library
from sympy_ssde.search.policy import Policy, PolicyConfig
from sympy_ssde.search.risk import Adam, Learner, Rated, RiskConfig, select
from sympy_ssde.search.score import Scores
from sympy_ssde.search.toy import ToyScore, samples_to_hit

LEAVES = Grammar.compile(Library.build([], [x, y], constants=False), max_length=1)
PAPER = Grammar.compile(Library.build(variables=[x, y]), max_length=15)
QUARTIC = Library.build(variables=[x], constants=False)

#: Room for the constants of as many skeletons as a test has.
NO_CONSTANTS = np.ones((99, 10))


def make_scores(stage_one, rewards=None):
    stage_one = np.asarray(stage_one, float)
    rewards = stage_one if rewards is None else np.asarray(rewards, float)
    count = len(stage_one)
    with np.errstate(all="ignore"):
        losses = 1 / rewards - 1
    return Scores(np.empty((count, 0)), stage_one, rewards, rewards != stage_one, losses)


def make_learner(grammar=PAPER, seed=0, **settings):
    return Learner(Policy(grammar, rng=np.random.default_rng(seed)), RiskConfig(**settings))


def weights(learner):
    return [p.detach().clone() for p in learner.policy.parameters()]


def same(one, other):
    return all(torch.equal(a, b) for a, b in zip(one, other, strict=True))


def practise(learner, rng, rounds=3):
    """Some rounds in which long skeletons are good."""
    updates = []
    for _ in range(rounds):
        batch = learner.policy.sample(60, rng).batch
        rewards = (batch.lengths + rng.random(60)) / 20
        updates.append(learner.update(batch, make_scores(rewards)))
    return updates


# The selection.


def test_top_fraction_is_selected():
    rewards = np.arange(1, 101)[::-1] / 100
    baseline, rows = select(make_scores(rewards), 0.05)
    assert baseline == 0.96
    assert rows.tolist() == [0, 1, 2, 3, 4]


def test_selection_looks_at_stage_one_only():
    baseline, rows = select(make_scores([0.1, 0.2, 0.3, 0.4], [0.1, 0.9, 0.3, 0.2]), 0.5)
    assert baseline == 0.3
    assert rows.tolist() == [2, 3]


def test_ties_are_all_selected():
    assert select(make_scores([0.5] * 10), 0.05)[1].tolist() == list(range(10))


@pytest.mark.parametrize("rewards", [[math.nan] * 3, [math.inf, math.nan, -math.inf], []])
def test_nothing_finite_selects_nothing(rewards):
    baseline, rows = select(make_scores(rewards), 0.5)
    assert math.isnan(baseline)
    assert rows.tolist() == []


def test_rewards_that_are_not_finite_count_as_zero_and_stay_out():
    baseline, rows = select(make_scores([math.nan, 0.2, math.nan, math.nan]), 0.5)
    assert baseline == 0.0
    assert rows.tolist() == [1]
    _, rows = select(make_scores([0.9, 0.5], [math.nan, 0.5]), 0.5)
    assert rows.tolist() == [1]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=50), st.floats(0.01, 1))
def test_at_least_one_and_without_ties_at_most_the_fraction(rewards, fraction):
    baseline, rows = select(make_scores(rewards), fraction)
    assert baseline in rewards
    assert len(rows) == sum(reward >= baseline for reward in rewards) >= 1
    if len(set(rewards)) == len(rewards):
        assert len(rows) <= math.floor(fraction * (len(rewards) - 1) + 1e-9) + 1


# The gradient.


def test_gradient_by_hand():
    """One token, x or y: p = softmax(bias) where the network's weights are zero."""
    learner = make_learner(LEAVES, entropy_weight=0.07)
    learner.policy.config = PolicyConfig(length_scale=math.inf)
    bias = learner.policy.output.bias
    with torch.no_grad():
        learner.policy.output.weight.zero_()
        bias.copy_(torch.tensor([0.3, -0.4]))
    p = np.exp([0.3, -0.4])
    p /= p.sum()
    entropy = -(p * np.log(p)).sum()
    rewards, baseline = np.array([0.9, 0.4, 0.7]), 0.35
    drawn = Batch(np.array([[0], [1], [0]], np.int16), np.ones(3, np.int64), NO_CONSTANTS[:3])
    chosen = Rated(drawn, rewards)
    loss, mean_entropy = learner.loss(chosen, baseline)
    (gradient,) = torch.autograd.grad(loss, [bias])
    one_hot = np.array([[1, 0], [0, 1], [1, 0]])
    expected = ((rewards - baseline)[:, None] * (one_hot - p)).mean(axis=0)
    expected += 0.07 * -p * (np.log(p) + entropy)
    assert mean_entropy.item() == pytest.approx(entropy, rel=1e-5)
    np.testing.assert_allclose(gradient, -expected, rtol=1e-4, atol=1e-7)


def test_update_goes_up_the_gradient_of_the_selected():
    """Rewards of the rest, and precise rewards of the rest, change nothing."""
    batch = make_learner().policy.sample(100, np.random.default_rng(0)).batch
    stage_one = np.random.default_rng(1).random(100)
    precise = np.where(stage_one > 0.9, stage_one**0.5, stage_one)
    learner, other = make_learner(), make_learner()
    update = learner.update(batch, make_scores(stage_one, precise))
    rows = np.flatnonzero(stage_one >= update.baseline)
    assert update.selected == len(rows) == 5
    loss, entropy = other.loss(Rated(batch.take(rows), precise[rows]), np.sort(stage_one)[95])
    assert (loss.item(), entropy.item()) == (update.loss, update.entropy)
    before = weights(other)
    gradients = torch.autograd.grad(loss, list(other.policy.parameters()))
    for start, gradient, end in zip(before, gradients, weights(learner), strict=True):
        moved = gradient.abs() > 1e-5  # Adam's first step has the learning rate's size
        steps = (end - start)[moved]
        torch.testing.assert_close(steps, -0.001 * gradient[moved].sign(), rtol=2e-3, atol=2e-7)


def test_training_makes_rewarded_skeletons_likely():
    learner = make_learner(learning_rate=0.01, entropy_weight=0.0, risk_factor=0.2)
    rng = np.random.default_rng(0)
    before = learner.policy.sample(500, rng).batch.lengths.mean()
    practise(learner, rng, rounds=40)
    assert learner.policy.sample(500, rng).batch.lengths.mean() > before + 3


def test_entropy_weight_keeps_the_policy_open():
    def entropy(weight):
        learner = make_learner(learning_rate=0.01, entropy_weight=weight)
        return practise(learner, np.random.default_rng(0), rounds=40)[-1].entropy

    assert entropy(1.0) > entropy(0.0) + 0.1


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_no_step_without_finite_rewards(bad):
    learner = make_learner(queue_weight=1.0)
    practise(learner, np.random.default_rng(0))
    before, queue = weights(learner), learner.queue
    batch = learner.policy.sample(20, np.random.default_rng(0)).batch
    extra = Rated(batch, np.ones(20))
    update = learner.update(batch, make_scores([bad] * 20), extra)
    assert update.selected == 0 and math.isnan(update.loss) and math.isnan(update.baseline)
    assert same(before, weights(learner))
    assert learner.queue is queue and learner.optimiser.steps == 3
    assert learner.update(batch.take(np.arange(0)), make_scores([])).selected == 0


def test_adam_is_torchs():
    rng = np.random.default_rng(0)
    start = [torch.from_numpy(rng.standard_normal(shape)) for shape in ((3, 4), (5,))]
    mine = [p.clone() for p in start]
    theirs = [torch.nn.Parameter(p.clone()) for p in start]
    adam, reference = Adam(mine, 0.01), torch.optim.Adam(theirs, lr=0.01)
    for _ in range(20):
        gradients = [torch.from_numpy(rng.standard_normal(p.shape)) for p in start]
        adam.descend(gradients)
        for parameter, gradient in zip(theirs, gradients, strict=True):
            parameter.grad = gradient.clone()
        reference.step()
    for one, other in zip(mine, theirs, strict=True):
        torch.testing.assert_close(one, other.detach())


# Rated and the queue.


def make_elites(rows, rewards):
    programs = np.full((len(rows), 3), -1, np.int16)
    for program, row in zip(programs, rows, strict=True):
        program[: len(row)] = row
    batch = Batch(programs, np.array([len(row) for row in rows]), NO_CONSTANTS[: len(rows)])
    return Rated(batch, np.array(rewards, float))


def test_best_are_distinct_and_in_order():
    best = make_elites([[8], [4, 8], [8], [5, 8], [4, 9]], [0.3, 0.9, 0.5, 0.1, 0.2]).best(3)
    assert best.rewards.tolist() == [0.9, 0.5, 0.2]
    assert best.batch.programs.tolist() == [[4, 8, -1], [8, -1, -1], [4, 9, -1]]
    assert best.batch.lengths.tolist() == [2, 1, 2]


def test_padding_makes_no_difference():
    elites = make_elites([[8], [8]], [0.1, 0.2])
    elites.batch.programs[0, 1:] = 7
    assert elites.best(5).rewards.tolist() == [0.2]


def test_queue_keeps_the_best_of_all_batches():
    learner = make_learner(queue_weight=0.1, queue_size=4, risk_factor=0.5)
    rng, seen = np.random.default_rng(0), {}
    for _ in range(5):
        batch = learner.policy.sample(40, rng).batch
        rewards = rng.random(40)
        for program, reward in zip(batch.programs.tolist(), rewards, strict=True):
            seen[tuple(program)] = max(reward, seen.get(tuple(program), 0))
        learner.update(batch, make_scores(rewards))
    assert learner.queue.rewards.tolist() == sorted(seen.values(), reverse=True)[:4]
    assert all(
        seen[tuple(program)] == reward
        for program, reward in zip(
            learner.queue.batch.programs.tolist(), learner.queue.rewards, strict=True
        )
    )


def test_queue_raises_the_likelihood_of_its_skeletons():
    learner = make_learner(queue_weight=1.0, queue_size=3, learning_rate=0.01)
    rng = np.random.default_rng(0)
    practise(learner, rng, rounds=1)
    queue = learner.queue
    before = learner.policy.evaluate(queue.batch)[0].mean().item()
    for _ in range(20):
        batch = learner.policy.sample(50, rng).batch
        learner.update(batch, make_scores(np.full(50, 1e-3)))
    assert learner.policy.evaluate(queue.batch)[0].mean().item() > before + 3


def test_elites_join_if_they_reach_the_baseline():
    programs, lengths = PAPER.populate(4, np.random.default_rng(5))
    elites = Batch(programs, lengths, np.ones((4, PAPER.tables.max_constants)))
    extra = Rated(elites, np.array([0.9, 0.1, math.nan, 0.6]))
    learner, alone = make_learner(entropy_weight=0.0), make_learner(entropy_weight=0.0)
    drawn = learner.policy.sample(10, np.random.default_rng(0)).batch
    scores = make_scores(np.linspace(0.1, 0.5, 10))
    assert alone.update(drawn, scores).selected == 1
    update = learner.update(drawn, scores, extra)
    assert (update.selected, update.baseline) == (3, 0.5)
    # The one sample at the baseline has no weight: all that is learned comes from the elites.
    p = alone.policy.evaluate(elites)[0].detach()
    q = learner.policy.evaluate(elites)[0].detach()
    assert q[0] > p[0]


# The state.


@pytest.mark.parametrize(
    "transport", [copy.deepcopy, lambda learner: pickle.loads(pickle.dumps(learner))]
)
def test_a_copy_goes_on_alike(transport):
    learner, rng = make_learner(queue_weight=0.1), np.random.default_rng(0)
    practise(learner, rng)
    other, other_rng = transport(learner), copy.deepcopy(rng)
    here = practise(learner, rng, rounds=4)
    there = practise(other, other_rng, rounds=4)
    assert here == there
    assert same(weights(learner), weights(other))


def test_a_copy_is_independent():
    learner = make_learner()
    before, other = weights(learner), copy.deepcopy(learner)
    practise(other, np.random.default_rng(0))
    assert same(before, weights(learner))
    assert not same(before, weights(other))


def test_torchs_number_of_threads_is_left_alone():
    threads = torch.get_num_threads()
    practise(make_learner(), np.random.default_rng(0), rounds=1)
    assert torch.get_num_threads() == threads


@pytest.mark.parametrize(
    "setting",
    [
        {"risk_factor": 0}, {"risk_factor": 1.5}, {"learning_rate": 0}, {"learning_rate": math.nan},
        {"entropy_weight": -1}, {"queue_weight": math.inf}, {"queue_size": 0},
    ],
)  # fmt: skip
def test_settings_are_checked(setting):
    with pytest.raises(ConfigError, match=next(iter(setting))):
        RiskConfig(**setting)


# The policy is real.


def test_toy_score_refuses_constants():
    with pytest.raises(ProblemError, match="constants"):
        ToyScore.hide(x, Library.build(variables=[x]), np.ones((1, 2)))


@pytest.mark.slow
def test_a_trained_policy_needs_a_third_of_the_samples():
    """Medians over five seeds for x + x**2 + x**3 + x**4, the second of Nguyen's functions.

    Untrained it isn't found in 400,000 samples, and trained with the paper's settings in 71,000;
    a higher learning rate keeps the test short.
    """
    grammar = Grammar.compile(QUARTIC, max_length=20)
    score = ToyScore.hide(x + x**2 + x**3 + x**4, QUARTIC, np.linspace(0.1, 1.5, 16)[None])
    config = RiskConfig(learning_rate=0.005)

    def median(train):
        return statistics.median(
            samples_to_hit(grammar, score, seed=seed, limit=80_000, train=train, risk_config=config)
            for seed in range(5)
        )

    assert 3 * median(True) <= median(False)
