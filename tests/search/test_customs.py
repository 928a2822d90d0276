"""Settings of the evolution are checked."""

import numpy as np
import pytest

from sympy_ssde.errors import ConfigError
from sympy_ssde.search.customs import GeneticConfig


def test_shares_are_those_of_the_operators():
    config = GeneticConfig(crossover=1.0, mutation=2.0)
    assert config.shares.shape == (7,) and config.shares[:2].tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    "bad",
    [{"islands": 0}, {"elite": -1}, {"jitter": 2.0}, {"crossover": np.inf}, {"tournament": 0}],
)
def test_settings_that_cannot_be_meant(bad):
    with pytest.raises(ConfigError):
        GeneticConfig(**bad)


def test_some_operator_must_be_used():
    names = "crossover mutation point insertion grafting shrinking constants".split()
    with pytest.raises(ConfigError):
        GeneticConfig(**dict.fromkeys(names, 0.0))
