"""Rounds of the search with a toy score: nothing twice, all counted, the same after a pause."""

import pickle
from itertools import islice

import numpy as np
import pytest
from sympy import exp, sin
from sympy.abc import x

from sympy_ssde import SearchConfig
from sympy_ssde.language.alphabet import Alphabet
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.canonical import canonical_keys
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Skeleton, programs
from sympy_ssde.language.tokens import Library
from sympy_ssde.search.loop import AHEAD, Search, Source
from sympy_ssde.search.toy import TOLERANCE, ToyScore

LIBRARY = Library.build(["+", "*", "sin", "exp"], [x], constants=False)
GRAMMAR = Grammar.compile(LIBRARY, max_length=15)
TOY = ToyScore.hide(x * sin(x) + exp(x), LIBRARY, np.linspace(0.1, 2, 20)[None])
HARD = ToyScore.hide(1 / (1 + x**2), LIBRARY, np.linspace(0.1, 2, 20)[None])
MODES = {
    "both": {},
    "policy": {"genetic": False},
    "genetic": {"policy": False},
}


class Counting:
    """A toy score that notes what it was given."""

    def __init__(self, score):
        self.score, self.batches = score, []

    def __call__(self, batch):
        self.batches.append(batch)
        return self.score(batch)


def make(mode="both", workers=1, **settings):
    config = SearchConfig(**{"batch": 100, "generations": 3, **settings}, **MODES[mode])
    return Search(GRAMMAR, config, workers)


def seeds(*texts):
    rows, lengths = programs([Skeleton.from_text(t, LIBRARY) for t in texts], 15)
    return Batch(rows, lengths, np.ones((len(texts), GRAMMAR.tables.max_constants)))


def same(first, second):
    """Are two generations equal in everything?"""
    return first.source == second.source and all(
        np.array_equal(a, b, equal_nan=True)
        for one, other in zip(first[1:], second[1:], strict=True)
        for a, b in zip(
            one if isinstance(one, tuple) else (one,),
            other if isinstance(other, tuple) else (other,),
            strict=True,
        )
    )


@pytest.mark.parametrize("mode", MODES)
def test_no_skeleton_is_scored_twice(mode):
    search = make(mode, generations=12)
    state = search.begin(1)
    score = Counting(HARD)
    # Two rounds at most: later on evolution may begin anew.
    count = 2 if mode == "policy" else 24
    generations = list(islice(search.run(state, score), count))
    keys = np.concatenate([g.keys for g in generations])
    assert len(keys) > 100
    assert len(np.unique(keys)) == len(keys)
    given = [canonical_keys(b.programs, b.lengths, Alphabet.of(LIBRARY)) for b in score.batches]
    assert np.array_equal(np.concatenate(given), keys)
    known = np.concatenate([keys, *(p.keys for p in state.pending)])
    assert len(np.unique(known)) == len(known)
    assert state.archive.contains(known).all() and len(state.archive) == len(known)


@pytest.mark.parametrize("mode", MODES)
def test_evaluations_are_the_skeletons_that_were_scored(mode):
    search = make(mode)
    state = search.begin(2)
    score = Counting(HARD)
    for generation in islice(search.run(state, score, seeds("x", "sin x")), 6):
        assert state.evaluations == sum(map(len, score.batches))
        losses = generation.scores.losses
        assert len(generation.batch) == len(generation.keys) == len(losses)
        assert np.array_equal(HARD(generation.batch).losses, losses)
        assert generation.batch.lengths.max() <= 15
        assert state.hall.front().losses[-1] <= losses.min()
    assert state.evaluations > 100


@pytest.mark.parametrize("mode", MODES)
def test_who_proposes(mode):
    search = make(mode)
    bred = search.evolution.config.turns * search.config.generations
    sources = [g.source for g in islice(search.run(search.begin(0), HARD), bred + 3)]
    assert (
        sources
        == {
            "both": ["policy", *["genetic"] * bred, "policy", "genetic"],
            "policy": ["policy"] * (bred + 3),
            "genetic": ["genetic"] * (bred + 3),
        }[mode]
    )


@pytest.mark.parametrize("mode", MODES)
def test_the_target_is_found(mode):
    search = make(mode, batch=300, generations=10)
    state = search.begin(0)
    target = TOY if mode != "policy" else ToyScore.hide(x + exp(x), LIBRARY, TOY.points)
    for _ in islice(search.run(state, target), 60):
        if state.hall.front().losses[-1] < TOLERANCE:
            break
    front = state.hall.front()
    assert front.losses[-1] < TOLERANCE
    assert max(state.best_rewards) == pytest.approx(1)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("pause", [1, 5])
def test_a_pickled_state_continues_in_the_same_way(mode, pause):
    search = make(mode)
    state = search.begin(3)
    for _ in islice(search.run(state, HARD), pause):
        pass
    copy = pickle.loads(pickle.dumps(state))
    pairs = list(islice(zip(search.run(state, HARD), make(mode).run(copy, HARD), strict=True), 6))
    assert len(pairs) == 6 and all(same(a, b) for a, b in pairs)
    assert state.evaluations == copy.evaluations and state.rounds == copy.rounds
    assert state.best_rewards == copy.best_rewards


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("workers", [2, 3])
def test_the_number_of_workers_decides_nothing(mode, workers):
    one, several = make(mode), make(mode, workers=workers)
    pairs = zip(one.run(one.begin(3), HARD), several.run(several.begin(3), HARD), strict=True)
    assert all(same(a, b) for a, b in islice(pairs, 12))


def test_several_batches_are_under_way():
    """While the first is absorbed others are scored; all of them are kept in the state."""
    search, given = make(), []
    state = search.begin(0)
    for _ in islice(search.run(state, Counting(HARD)), 8):
        given.append(len(state.pending))
    assert 1 <= given[0] <= AHEAD and given[1:] == [AHEAD] * 7


def test_rounds_and_restarts_are_counted_by_what_is_scored():
    search = make(restart=1, generations=1)
    state = search.begin(0)
    rounds, restarts = [], []
    for _ in islice(search.run(state, HARD), 20):
        rounds.append(state.rounds)
        restarts.append(state.restarts)
    turns = 1 + search.evolution.config.turns
    assert rounds == [number // turns for number in range(1, 21)]
    assert restarts == sorted(restarts) and restarts[-1] >= 3


def test_the_last_round_is_scored_to_its_end():
    search = make(max_rounds=2)
    state = search.begin(0)
    assert len(list(search.run(state, HARD))) == 2 * (1 + search.evolution.config.turns * 3)
    assert state.rounds == 2 and not state.pending


def test_seeds_decide_the_course():
    first, again, other = (
        [g.keys.tolist() for g in islice(make().run(make().begin(seed), HARD), 5)]
        for seed in (4, 4, 5)
    )
    assert first == again != other


@pytest.mark.parametrize("mode", ["both", "policy"])
def test_skeletons_to_start_from_come_first_and_once(mode):
    search = make(mode)
    state = search.begin(0)
    given = seeds("sin x", "+ x exp x", "sin x", "+ exp x x")
    first, *rest = islice(search.run(state, HARD, given), 5)
    assert first.source is Source.SEED
    texts = [Skeleton(LIBRARY, tuple(r[:n])).text for r, n in zip(*first.batch[:2], strict=True)]
    assert texts == ["sin x", "+ x exp x"]
    assert not np.isin(np.concatenate([g.keys for g in rest]), first.keys).any()


def test_seeds_live_on_in_evolution():
    """From a long skeleton that chance would not find, evolution goes on."""
    target = ToyScore.hide(exp(x) * sin(x) + x * x * exp(x * x), LIBRARY, TOY.points)
    search = make("genetic")
    state = search.begin(0)
    given = seeds("+ * exp x sin x * x * x exp * x x")
    list(islice(search.run(state, target, given), 2))
    assert state.hall.front().losses[-1] < TOLERANCE
    assert max(island.best for island in state.evolution.islands) == pytest.approx(1)


def test_the_settings_arrive():
    config = SearchConfig(
        units=8, layers=2, entropy_decay=0.5, epsilon=0.2, learning_rate=0.01,
        entropy_weight=0.3, queue_weight=0.1, batch=40,
    )  # fmt: skip
    search = Search(GRAMMAR, config)
    state = search.begin(0)
    policy, risk = state.learner.policy.config, state.learner.config
    assert (policy.units, policy.layers, policy.entropy_decay) == (8, 2, 0.5)
    assert (risk.risk_factor, risk.learning_rate) == (0.2, 0.01)
    assert (risk.entropy_weight, risk.queue_weight) == (0.3, 0.1)
    sizes = [len(g.batch) for g in islice(search.run(state, HARD), 3)]
    assert max(sizes) <= 40 and search.evolution.config.children == 40


def test_the_policy_learns_only_where_it_is_used():
    for mode, learns in (("both", True), ("policy", True), ("genetic", False)):
        search = make(mode)
        state = search.begin(0)
        before = [p.detach().clone() for p in state.learner.policy.parameters()]
        list(islice(search.run(state, HARD), 3))
        after = list(state.learner.policy.parameters())
        moved = any(not a.equal(b) for a, b in zip(before, after, strict=True))
        assert moved == learns
