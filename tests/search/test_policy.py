"""The policy: its samples are skeletons, and its probabilities are those of a slow reference."""

import itertools
import math
import time

import numpy as np
import pytest
import sympy
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.abc import x, y

from sympy_ssde.errors import ConfigError, GrammarError, ProblemError
from sympy_ssde.language import automaton
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.tokens import OPERATORS, Library
from sympy_ssde.search.policy import Policy, PolicyConfig

PAPER = Library.build(variables=[x, y])
FULL = Library.build(OPERATORS, [x, y], [sympy.pi, sympy.Integer(2)])
GRAMMARS = {
    "paper": Grammar.compile(PAPER),
    "full": Grammar.compile(FULL),
    "short": Grammar.compile(FULL, max_length=6, min_length=4, max_constants=1),
    "odd": Grammar.compile(Library.build(["*", "pow"], [x]), max_length=7, min_length=7),
    "leaves": Grammar.compile(Library.build([], [x, y], constants=False), max_length=1),
}
CONFIGS = {
    "default": PolicyConfig(),
    "deep": PolicyConfig(layers=3, units=7, entropy_decay=0.9),
    "bare": PolicyConfig(length_scale=math.inf, even_arities=False, entropy_decay=1.0),
    "narrow": PolicyConfig(preferred_length=4.5, length_scale=0.7),
}
everywhere = pytest.mark.parametrize(("name", "kind"), list(itertools.product(GRAMMARS, CONFIGS)))


def batch_of(programs, lengths):
    """Skeletons without room for constants."""
    return Batch(programs, lengths, np.empty((len(lengths), 0)))


def make(grammar, config=None, seed=0):
    return Policy(grammar, config, rng=np.random.default_rng(seed))


def flat(grammar, config=None):
    """A policy whose network gives every token the same logit."""
    policy = make(grammar, config)
    with torch.no_grad():
        policy.output.weight.zero_()
    return policy


def surroundings(program, arity):
    """Parent and left sibling of every token, by recursion; None where there is none."""
    found = []

    def visit(place, parent, sibling):
        found.append((parent, sibling))
        token, last = program[place], None
        place += 1
        for _ in range(arity[token]):
            first = program[place]
            place = visit(place, token, last)
            last = first
        return place

    visit(0, None, None)
    return found


def lstm_logits(policy, observations):
    """Logits of each position in float64, straight from the definition of an LSTM."""
    weights = {k: v.detach().double().numpy() for k, v in policy.named_parameters()}
    units, layers = policy.config.units, policy.config.layers
    tokens = len(policy.tables.arity)
    hidden, cell = np.zeros((2, layers, units))
    logits = []
    for parent, sibling in observations:
        given_ = np.zeros(2 * (tokens + 1))
        given_[tokens if parent is None else parent] = 1
        given_[tokens + 1 + (tokens if sibling is None else sibling)] = 1
        for n in range(layers):
            gates = weights[f"lstm.weight_ih_l{n}"] @ given_ + weights[f"lstm.bias_ih_l{n}"]
            gates += weights[f"lstm.weight_hh_l{n}"] @ hidden[n] + weights[f"lstm.bias_hh_l{n}"]
            let, forget, new, out = gates.reshape(4, units)
            let, forget, out = (1 / (1 + np.exp(-gate)) for gate in (let, forget, out))
            cell[n] = forget * cell[n] + let * np.tanh(new)
            hidden[n] = given_ = out * np.tanh(cell[n])
        logits.append(weights["output.weight"] @ given_ + weights["output.bias"])
    return logits


def reference(policy, grammar, program):
    """Log-probability and hierarchical entropy of one skeleton."""
    config, arity = policy.config, grammar.library.arity
    state, missing = grammar.begin(1), 1
    log_probability = entropy = 0.0
    observations = surroundings(program, arity)
    for i, logits in enumerate(lstm_logits(policy, observations)):
        offered = grammar.mask(state)[0]
        scores = np.where(offered, logits, -np.inf)
        for token in np.flatnonzero(offered):
            operands = arity[token]
            ends = missing == 1 and operands == 0
            shortest = i + 1 if ends else i + missing + operands
            distance = shortest - config.preferred_length
            if (ends and distance < 0) or (operands > 0 and distance > 0):
                scores[token] -= distance**2 / (2 * config.length_scale**2)
            if config.even_arities:
                scores[token] -= math.log((offered & (arity == operands)).sum())
        p = np.exp(scores - scores.max())
        p /= p.sum()
        log_probability += math.log(p[program[i]])
        entropy -= config.entropy_decay**i * sum(q * math.log(q) for q in p if q > 0)
        missing += arity[program[i]] - 1
        grammar.advance(state, [program[i]])
    return log_probability, entropy


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(sorted(GRAMMARS)), st.sampled_from(sorted(CONFIGS)), st.integers(0, 2**32))
def test_samples_are_skeletons(name, config, seed):
    grammar = GRAMMARS[name]
    sample = make(grammar, CONFIGS[config], seed).sample(100, np.random.default_rng(seed))
    assert sample.batch.programs.dtype == np.int16 and sample.batch.lengths.dtype == np.int64
    assert automaton.accepts_each(sample.batch.programs, sample.batch.lengths, grammar.tables).all()
    padding = np.arange(sample.batch.programs.shape[1]) >= sample.batch.lengths[:, None]
    assert np.array_equal(sample.batch.programs == -1, padding)


@everywhere
def test_evaluation_agrees_with_sampling(name, kind):
    policy = make(GRAMMARS[name], CONFIGS[kind])
    sample = policy.sample(300, np.random.default_rng(1))
    log_probabilities, _ = policy.evaluate(sample.batch)
    np.testing.assert_allclose(
        log_probabilities.detach(), sample.log_probabilities, rtol=1e-5, atol=2e-5
    )


@everywhere
def test_evaluation_agrees_with_the_reference(name, kind):
    """Also for skeletons that the policy didn't draw."""
    grammar = GRAMMARS[name]
    policy = make(grammar, CONFIGS[kind], seed=2)
    with torch.no_grad():  # far from even, as after long training
        for weights in policy.parameters():
            weights.mul_(3.0)
    programs, lengths = grammar.populate(12, np.random.default_rng(3))
    log_probabilities, entropies = policy.evaluate(batch_of(programs, lengths))
    expected = [
        reference(policy, grammar, program[:length].tolist())
        for program, length in zip(programs, lengths, strict=True)
    ]
    np.testing.assert_allclose(log_probabilities.detach(), [e[0] for e in expected], rtol=1e-4)
    np.testing.assert_allclose(entropies.detach(), [e[1] for e in expected], rtol=1e-4, atol=1e-5)


def test_probabilities_sum_to_one_and_are_those_of_the_samples():
    grammar = Grammar.compile(Library.build(["+", "sin"], [x]), max_length=4)
    everything = [
        program
        for length in range(1, 5)
        for program in itertools.product(range(4), repeat=length)
        if grammar.accepts(program)
    ]
    lengths = np.array([len(program) for program in everything])
    programs = np.full((len(everything), 4), -1)
    for row, program in zip(programs, everything, strict=True):
        row[: len(program)] = program
    policy = make(grammar, PolicyConfig(preferred_length=3))
    with torch.no_grad():
        policy.output.weight.mul_(5.0)
        p = policy.evaluate(batch_of(programs, lengths))[0].exp().numpy()
    assert p.sum() == pytest.approx(1.0, abs=1e-5)
    count = 20_000
    drawn = policy.sample(count, np.random.default_rng(0)).batch.programs
    found = np.array([(drawn == program).all(axis=1).sum() for program in programs])
    assert found.sum() == count
    assert (np.abs(found - count * p) < 5 * np.sqrt(count * p * (1 - p)) + 1).all()


def test_same_seed_same_samples_and_global_generators_untouched():
    before, global_numpy = torch.random.get_rng_state(), np.random.get_state()[1].copy()
    first = make(GRAMMARS["paper"]).sample(200, np.random.default_rng(7))
    torch_after = torch.random.get_rng_state()
    second = make(GRAMMARS["paper"]).sample(200, np.random.default_rng(7))
    for one, other in zip((*first.batch, first[1]), (*second.batch, second[1]), strict=True):
        assert np.array_equal(one, other)
    assert torch.equal(before, torch_after)
    assert np.array_equal(global_numpy, np.random.get_state()[1])
    assert not np.array_equal(
        first.batch.programs,
        make(GRAMMARS["paper"]).sample(200, np.random.default_rng(8)).batch.programs,
    )
    assert not np.array_equal(
        first.batch.programs,
        make(GRAMMARS["paper"], seed=1).sample(200, np.random.default_rng(7)).batch.programs,
    )


@pytest.mark.parametrize("even", [True, False])
def test_arity_prior(even):
    """Of L0's tokens four are binary, four unary and two leaves (a skeleton is no constant)."""
    config = PolicyConfig(length_scale=math.inf, even_arities=even)
    first = (
        flat(GRAMMARS["paper"], config).sample(6000, np.random.default_rng(0)).batch.programs[:, 0]
    )
    shares = np.bincount(PAPER.arity[first]) / len(first)
    expected = [1 / 3, 1 / 3, 1 / 3] if even else [0.2, 0.4, 0.4]
    np.testing.assert_allclose(shares, expected, atol=0.03)


def test_length_prior():
    """Nearer to the preferred length, and the nearer the smaller the scale."""

    def distance(preferred, scale):
        config = PolicyConfig(preferred_length=preferred, length_scale=scale)
        lengths = (
            flat(GRAMMARS["paper"], config).sample(2000, np.random.default_rng(0)).batch.lengths
        )
        return np.sqrt(np.mean((lengths - preferred) ** 2))

    for preferred in (5, 12, 20):
        assert distance(preferred, 1.0) < distance(preferred, 5.0) < distance(preferred, math.inf)
    assert distance(12, 1.0) < 3


def test_gradient_by_finite_differences():
    policy = make(GRAMMARS["paper"])
    programs, lengths = GRAMMARS["paper"].populate(6, np.random.default_rng(0))

    def objective():
        log_probabilities, entropies = policy.evaluate(batch_of(programs, lengths))
        return log_probabilities.mean() + entropies.mean()

    parameters = list(policy.parameters())
    gradients = torch.autograd.grad(objective(), parameters)
    rng = np.random.default_rng(1)
    for _ in range(5):
        along = [
            torch.from_numpy(rng.standard_normal(p.shape).astype(np.float32)) for p in parameters
        ]
        slope = sum((g * a).sum() for g, a in zip(gradients, along, strict=True)).item()
        values = []
        for side in (1.0, -2.0):
            with torch.no_grad():
                for parameter, step in zip(parameters, along, strict=True):
                    parameter.add_(step, alpha=side * 5e-3)
                values.append(objective().item())
        with torch.no_grad():
            for parameter, step in zip(parameters, along, strict=True):
                parameter.add_(step, alpha=5e-3)
        assert (values[0] - values[1]) / 1e-2 == pytest.approx(slope, rel=0.02, abs=0.02)


def test_gradients_stay_finite_where_little_is_offered():
    policy = make(GRAMMARS["odd"])
    with torch.no_grad():
        for weights in policy.parameters():
            weights.mul_(50.0)
    programs, lengths = GRAMMARS["odd"].populate(20, np.random.default_rng(0))
    log_probabilities, entropies = policy.evaluate(batch_of(programs, lengths))
    (log_probabilities.sum() + entropies.sum()).backward()
    assert all(torch.isfinite(p.grad).all() for p in policy.parameters())


def test_a_broken_network_still_writes_skeletons():
    policy = make(GRAMMARS["paper"])
    with torch.no_grad():
        policy.output.weight.fill_(math.nan)
    sample = policy.sample(50, np.random.default_rng(0))
    assert automaton.accepts_each(
        sample.batch.programs, sample.batch.lengths, GRAMMARS["paper"].tables
    ).all()


def test_empty_batches():
    policy = make(GRAMMARS["paper"])
    sample = policy.sample(0, np.random.default_rng(0))
    assert sample.batch.programs.shape == (0, 30)
    assert policy.evaluate(sample.batch)[0].shape == (0,)


@pytest.mark.parametrize(
    ("program", "length"), [([0, 8], 2), ([8, 8], 2), ([8, -1], 3), ([99, -1], 1), ([-1, -1], 1)]
)
def test_what_is_no_skeleton_is_refused(program, length):
    policy = make(GRAMMARS["paper"])
    with pytest.raises(GrammarError, match="no skeleton"):
        policy.evaluate(batch_of(np.array([[8, -1], program]), np.array([1, length])))


def test_shapes_are_checked():
    with pytest.raises(GrammarError, match="expected"):
        make(GRAMMARS["paper"]).evaluate(batch_of(np.array([8]), np.array([1])))


@pytest.mark.parametrize(
    "setting",
    [
        {"units": 0}, {"layers": 0}, {"preferred_length": 0}, {"length_scale": -1},
        {"length_scale": math.nan}, {"entropy_decay": 0}, {"entropy_decay": 1.1},
    ],
)  # fmt: skip
def test_settings_are_checked(setting):
    with pytest.raises(ConfigError, match=next(iter(setting))):
        PolicyConfig(**setting)


def test_negative_count_is_refused():
    with pytest.raises(ProblemError, match="count"):
        make(GRAMMARS["paper"]).sample(-1, np.random.default_rng(0))


def test_sampling_is_fast():
    """The bound is loose, since machines are noisy: it is about 20 ms on one core."""
    policy, rng = make(GRAMMARS["paper"]), np.random.default_rng(0)
    policy.sample(10, rng)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        policy.sample(1000, rng)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.25
