"""Settings of the evolution."""

from dataclasses import dataclass, fields

import numpy as np

from sympy_ssde.config import SearchConfig
from sympy_ssde.errors import ConfigError


@dataclass(frozen=True, kw_only=True)
class GeneticConfig:
    """Settings of the evolution.

    Parameters
    ==========

    population : individuals of an island
    islands : number of islands
    groups : of islands, which take turns; a turn is a part of a generation
    children : of a generation, all islands together
    tournament : how many individuals compete to be a parent
    short : share of the tournaments in which only individuals up to a random length count
    crossover, mutation, point, insertion, grafting, shrinking, constants : how often each operator
        is used, in proportion to their sum
    jitter : share of the other operators' children whose inherited constants are perturbed too
    spread : standard deviation of the starts of new constants
    budget : tokens of a random subtree at most
    parsimony : by which part of itself a token makes the lack of reward count more
    elite : how many of the best don't die of age
    niche : how many of the best of each length don't either
    digits : rewards that agree in as many decimal digits are the same
    migration_interval : generations between migrations
    migrants : individuals that go on to the next island
    stagnation : generations without a better best one after which the worst island starts anew

    Examples
    ========

    >>> GeneticConfig(islands=1).islands
    1
    >>> GeneticConfig(islands=0)
    Traceback (most recent call last):
    ...
    sympy_ssde.errors.ConfigError: islands is 0; 1 or more was expected
    """

    population: int = 600
    islands: int = 4
    groups: int = 4
    children: int = SearchConfig.batch
    tournament: int = 5
    short: float = 0.2
    crossover: float = 0.4
    mutation: float = 0.2
    point: float = 0.1
    insertion: float = 0.2
    grafting: float = 0.2
    shrinking: float = 0.07
    constants: float = 0.03
    jitter: float = 0.1
    spread: float = 1.0
    budget: int = 8
    parsimony: float = 0.003
    elite: int = 100
    niche: int = 2
    digits: int = 9
    migration_interval: int = 10
    migrants: int = 10
    stagnation: int = 40

    def __post_init__(self) -> None:
        least = dict.fromkeys(("elite", "niche", "migrants", "digits"), 0)
        for setting in fields(self):
            value = getattr(self, setting.name)
            low = least.get(setting.name, 1) if setting.type is int else 0
            if not value >= low:
                raise ConfigError(f"{setting.name} is {value}; {low} or more was expected")
        if self.shares.sum() <= 0 or not np.isfinite(self.shares).all():
            raise ConfigError("the operators' shares must be finite, one of them more than 0")
        if self.jitter > 1:
            raise ConfigError(f"jitter is {self.jitter}; a probability was expected")

    @property
    def turns(self) -> int:
        """Parts of a generation: groups that have an island at least."""
        return min(self.groups, self.islands)

    @property
    def shares(self) -> np.ndarray:
        """How often each operator is used, ``(operators,)``, as :mod:`.variation` numbers them."""
        return np.array(
            [
                self.crossover,
                self.mutation,
                self.point,
                self.insertion,
                self.grafting,
                self.shrinking,
                self.constants,
            ]
        )
