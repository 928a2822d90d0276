"""The learning rule: risk-seeking policy gradients, which care for the best skeletons only.

Equation "policy gradient" of the paper and its algorithm "SSDE", lines 11-22::

    g_1 = mean over U of (R - R_eps) * grad log p        U = {u : stage-one reward of u >= R_eps}
    g_2 = lambda_H * mean over U of grad H
    theta <- theta + eta * (g_1 + g_2)

``R_eps``, threshold and baseline alike, is the (1 - epsilon)-quantile of the stage-one rewards of
the whole batch; ``R`` is the precise reward after the second fit, and ``H`` the hierarchical
entropy.  Where the paper's pseudocode takes a plain step, Adam takes it here, as the authors do.

Two additions from the literature that DSO builds on: elites of a genetic step can join U (Mundhenk
et al., "Symbolic Regression via Neural-Guided Genetic Programming Population Seeding", 2021), and
the likelihood of the best skeletons ever seen can be raised beside (Abolafia et al., "Neural
Program Synthesis with Priority Queue Training", 2018).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from sympy_ssde.config import SearchConfig
from sympy_ssde.errors import ConfigError
from sympy_ssde.language.batch import Batch
from sympy_ssde.search.policy import Policy, one_thread
from sympy_ssde.search.score import Scores


@dataclass(frozen=True, kw_only=True)
class RiskConfig:
    """The learning rule's parameters; the defaults are those of the paper's table.

    Parameters
    ==========

    risk_factor : epsilon, the fraction of a batch that is learned from
    learning_rate : eta, of Adam
    entropy_weight : lambda_H
    queue_weight : weight of the queue's mean log-likelihood; 0 switches the queue off
    queue_size : number of skeletons in the queue
    """

    risk_factor: float = SearchConfig.epsilon
    learning_rate: float = SearchConfig.learning_rate
    entropy_weight: float = SearchConfig.entropy_weight
    queue_weight: float = SearchConfig.queue_weight
    queue_size: int = 10

    def __post_init__(self) -> None:
        if not 0 < self.risk_factor <= 1:
            raise ConfigError(
                f"got risk_factor={self.risk_factor}; expected more than 0, at most 1"
            )
        if not 0 < self.learning_rate < math.inf:
            raise ConfigError(f"got learning_rate={self.learning_rate}; expected more than 0")
        for name in ("entropy_weight", "queue_weight"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ConfigError(f"got {name}={getattr(self, name)}; expected 0 or more")
        if self.queue_size < 1:
            raise ConfigError(f"got queue_size={self.queue_size}; expected 1 or more")


class Rated(NamedTuple):
    """Skeletons with their rewards ``(count,)``, wherever they come from."""

    batch: Batch
    rewards: np.ndarray

    @classmethod
    def none(cls, max_length: int, slots: int) -> "Rated":
        """No skeletons at all."""
        return cls(Batch.empty(max_length, slots), np.empty(0))

    def take(self, rows: np.ndarray) -> "Rated":
        """The chosen rows."""
        return Rated(self.batch.take(rows), self.rewards[rows])

    def join(self, other: "Rated") -> "Rated":
        """Return these and then the others."""
        return Rated(self.batch.join(other.batch), np.concatenate([self.rewards, other.rewards]))

    def best(self, count: int) -> "Rated":
        """Return the best distinct ones, best first; of equals the first, with its best reward."""
        ranked = self.take(np.argsort(-self.rewards, kind="stable"))
        programs, lengths, _ = ranked.batch
        padding = np.arange(programs.shape[1]) >= lengths[:, None]
        _, first = np.unique(np.where(padding, np.int16(-1), programs), axis=0, return_index=True)
        return ranked.take(np.sort(first)[:count])


class Update(NamedTuple):
    """Statistics of one :meth:`Learner.update`; NaN and 0 if it made no step.

    ``baseline`` is R_eps, ``selected`` the number of skeletons learned from (elites included,
    the queue's not), ``loss`` minus the objective before the step, ``entropy`` the mean
    hierarchical entropy of the selected.
    """

    baseline: float = math.nan
    selected: int = 0
    loss: float = math.nan
    entropy: float = math.nan


def select(scores: Scores, risk_factor: float) -> tuple[float, np.ndarray]:
    """Return R_eps and the rows of the batch that are learned from.

    Explanation
    ===========

    The quantile is taken over the whole batch and is a reward of the batch itself, the next higher
    one where it falls between two; a reward that isn't finite counts as 0, the least there is.
    Ties at the threshold are all in.  Rows with a reward that isn't finite are never in; if there
    is no other, the baseline is NaN.

    Examples
    ========

    >>> rewards = np.array([0.1, 0.9, np.nan, 0.5, 0.7])
    >>> scores = Scores(np.empty((5, 0)), rewards, rewards, rewards > 0.6, 1 / rewards - 1)
    >>> baseline, rows = select(scores, 0.4)
    >>> baseline, rows.tolist()
    (0.7, [1, 4])
    """
    finite = np.isfinite(scores.stage_one) & np.isfinite(scores.rewards)
    if not finite.any():
        return math.nan, np.empty(0, np.int64)
    rewards = np.where(finite, scores.stage_one, 0.0)
    baseline = float(np.quantile(rewards, 1.0 - risk_factor, method="higher"))
    return baseline, np.flatnonzero(finite & (rewards >= baseline))


class Adam:
    """Adam (Kingma and Ba, 2015), with the usual decay rates.

    The same as ``torch.optim.Adam``, which takes more than a second to load.
    """

    decay = (0.9, 0.999)
    guard = 1e-8

    def __init__(self, parameters: Iterable[Tensor], learning_rate: float) -> None:
        self.parameters = list(parameters)
        self.learning_rate = learning_rate
        self.steps = 0
        self.means = [torch.zeros_like(p) for p in self.parameters]
        self.squares = [torch.zeros_like(p) for p in self.parameters]

    @torch.no_grad()
    def descend(self, gradients: Iterable[Tensor]) -> None:
        """Make one step against the gradients."""
        self.steps += 1
        first, second = self.decay
        rate = self.learning_rate / (1 - first**self.steps)
        spread = math.sqrt(1 - second**self.steps)
        for parameter, mean, square, gradient in zip(
            self.parameters, self.means, self.squares, gradients, strict=True
        ):
            mean.lerp_(gradient, 1 - first)
            square.mul_(second).addcmul_(gradient, gradient, value=1 - second)
            parameter.addcdiv_(mean, (square.sqrt() / spread).add_(self.guard), value=-rate)


class Learner:
    """A policy and what its training carries from step to step; it can be copied and pickled.

    Examples
    ========

    >>> from sympy.abc import x
    >>> from sympy_ssde.language.grammar import Grammar
    >>> from sympy_ssde.language.tokens import Library
    >>> grammar = Grammar.compile(Library.build(["+", "sin"], [x]), max_length=7)
    >>> learner = Learner(Policy(grammar, rng=np.random.default_rng(0)))
    >>> batch = learner.policy.sample(100, np.random.default_rng(1)).batch
    >>> rewards = 1 / batch.lengths
    >>> scores = Scores(batch.constants, rewards, rewards, rewards > 0.9, batch.lengths - 1.0)
    >>> learner.update(batch, scores).baseline
    1.0
    """

    def __init__(self, policy: Policy, config: RiskConfig | None = None) -> None:
        self.policy = policy
        self.config = RiskConfig() if config is None else config
        self.optimiser = Adam(policy.parameters(), self.config.learning_rate)
        self.queue = Rated.none(policy.tables.max_length, policy.tables.max_constants)

    @one_thread()
    def update(
        self,
        batch: Batch,
        scores: Scores,
        extra: Rated | None = None,
    ) -> Update:
        """Learn from a batch that the policy drew.

        Parameters
        ==========

        scores : of the same batch
        extra : elites made elsewhere; those whose reward reaches the baseline join the selected
        """
        baseline, rows = select(scores, self.config.risk_factor)
        chosen = Rated(batch.take(rows), scores.rewards[rows])
        if extra is not None:
            chosen = chosen.join(extra.take(np.flatnonzero(_reach(extra.rewards, baseline))))
        if not len(chosen.batch):
            return Update()
        if self.config.queue_weight:
            self.queue = self.queue.join(chosen).best(self.config.queue_size)
        loss, entropy = self.loss(chosen, baseline)
        parameters = list(self.policy.parameters())
        gradients = torch.autograd.grad(loss, parameters)
        if not all(bool(torch.isfinite(gradient).all()) for gradient in gradients):
            return Update()
        self.optimiser.descend(gradients)
        return Update(baseline, len(chosen.batch), loss.item(), entropy.item())

    def loss(self, chosen: Rated, baseline: float) -> tuple[Tensor, Tensor]:
        """Return the loss whose descent is the paper's ascent, and the mean entropy.

        ``-mean((R - R_eps) log p) - lambda_H mean(H)``, minus the weighted mean of log p over the
        queue.
        """
        count = len(chosen.batch)
        known = chosen.join(self.queue)
        log_probabilities, entropies = self.policy.evaluate(known.batch)
        advantages = torch.from_numpy((chosen.rewards - baseline).astype(np.float64))
        entropy = entropies[:count].mean()
        gain = (advantages * log_probabilities[:count]).mean()
        gain = gain + self.config.entropy_weight * entropy
        if len(self.queue.batch):
            gain = gain + self.config.queue_weight * log_probabilities[count:].mean()
        return -gain, entropy.detach()


def _reach(rewards: np.ndarray, baseline: float) -> np.ndarray:
    """Which rewards are finite and at least the baseline, ``(count,) bool``; none if it is NaN."""
    return np.isfinite(rewards) & (rewards >= baseline)
