"""Settings: the paper's, and what is refused."""

import dataclasses
from inspect import signature

import pytest

from sympy_ssde import ConfigError, ProblemError, SearchConfig, SSDEError
from sympy_ssde.config import Hint
from sympy_ssde.language.tokens import OPERATORS, PAPER_OPERATORS
from sympy_ssde.physics.collocation import CollocationConfig
from sympy_ssde.physics.loss import Physics
from sympy_ssde.search.genetic import GeneticConfig
from sympy_ssde.search.policy import PolicyConfig
from sympy_ssde.search.risk import RiskConfig


def test_the_papers_settings():
    paper = SearchConfig.paper()
    assert paper.operators == PAPER_OPERATORS
    assert not paper.hints and not paper.shortcuts and not paper.relative
    assert paper.policy and paper.genetic and paper.rsco
    assert (paper.learning_rate, paper.entropy_weight, paper.entropy_decay) == (0.001, 0.07, 0.7)
    assert (paper.units, paper.layers, paper.epsilon, paper.batch) == (32, 1, 0.05, 1000)
    assert paper.weights == (1, 1, 1) and (paper.max_length, paper.max_constants) == (30, 5)


def test_the_papers_settings_can_be_varied():
    varied = SearchConfig.paper(batch=10, policy=False)
    assert (varied.batch, varied.policy) == (10, False)
    assert dataclasses.replace(varied, batch=1000, policy=True) == SearchConfig.paper()
    with pytest.raises(ConfigError):
        SearchConfig.paper(epsilon=0)


def test_by_default_everything_helps():
    config = SearchConfig()
    assert config.hints and config.shortcuts and config.policy and config.genetic and config.rsco
    assert set(config.operators) <= set(OPERATORS)
    assert len(set(config.operators)) == len(config.operators)


def test_settings_are_frozen_and_named():
    with pytest.raises(dataclasses.FrozenInstanceError):
        SearchConfig().batch = 5
    with pytest.raises(TypeError):
        SearchConfig(("+",))
    assert hash(SearchConfig()) == hash(SearchConfig())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"operators": ("+", "arcsin")}, r"'arcsin'; the operators are: \+ - \* /"),
        ({"max_length": 0}, "max_length is 0; a whole number, 1 or more was expected"),
        ({"batch": -3}, "batch is -3"),
        ({"generations": 0}, "generations is 0"),
        ({"interior": 0}, "interior is 0"),
        ({"condition": 0}, "condition is 0"),
        ({"units": 0}, "units is 0"),
        ({"layers": 0}, "layers is 0"),
        ({"epsilon": 0}, r"epsilon is 0; a number in \(0, 1\] was expected"),
        ({"epsilon": 1.01}, "epsilon is 1.01"),
        ({"batch": 2.5}, "batch is 2.5"),
        ({"batch": "a"}, "batch is 'a'"),
        ({"max_constants": -1}, "max_constants is -1"),
        ({"max_rounds": 0}, "max_rounds is 0"),
        ({"grace": -5}, "grace is -5"),
        ({"near": -1}, "near is -1"),
        ({"threshold": -1}, "threshold is -1"),
        ({"weights": (1, 1)}, "weights is"),
        ({"weights": (-1, 1, 1)}, "weights is"),
        ({"weights": (0, 0, 0)}, "weights is"),
        ({"epsilon": float("nan")}, "epsilon is nan"),
        ({"policy": False, "genetic": False}, "policy and genetic are both off"),
    ],
)
def test_wrong_settings(changes, message):
    with pytest.raises(ConfigError, match=message):
        SearchConfig(**changes)
    with pytest.raises(ConfigError, match=message):
        dataclasses.replace(SearchConfig.paper(), **changes)


def test_the_whole_batch_may_be_learned_from():
    assert SearchConfig(epsilon=1).epsilon == 1


def test_wrong_settings_are_neither_wrong_problems_nor_bare_errors():
    assert issubclass(ConfigError, SSDEError) and issubclass(ConfigError, ValueError)
    assert not issubclass(ConfigError, ProblemError)


def test_hints_are_text():
    names = "default shortcuts sympy reductions recursive direct"
    assert " ".join(Hint) == names and all(hint.words for hint in Hint)
    assert Hint("direct") is Hint.DIRECT == "direct"


def test_inner_settings_have_the_same_defaults():
    config, policy, risk = SearchConfig(), PolicyConfig(), RiskConfig()
    shape = (config.units, config.layers, config.entropy_decay)
    assert (policy.units, policy.layers, policy.entropy_decay) == shape
    learning = (config.epsilon, config.learning_rate, config.entropy_weight, config.queue_weight)
    assert learning == (
        risk.risk_factor,
        risk.learning_rate,
        risk.entropy_weight,
        risk.queue_weight,
    )
    assert GeneticConfig().children == config.batch
    assert CollocationConfig().condition == config.condition
    assert signature(Physics).parameters["weights"].default == config.weights
