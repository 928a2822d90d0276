"""A score without physics: find the function behind a few values.

It is the shortest example of a :class:`~sympy_ssde.search.score.Score`, and it shows whether the
policy learns: :func:`samples_to_hit` counts the samples that the policy needs, trained and not.
"""

from dataclasses import dataclass

import numpy as np
from sympy import Expr

from sympy_ssde.errors import ProblemError
from sympy_ssde.kernel import jets
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.tokens import Library
from sympy_ssde.search.policy import Policy, PolicyConfig
from sympy_ssde.search.risk import Learner, RiskConfig
from sympy_ssde.search.score import Scores

#: A relative distance below this is a hit.
TOLERANCE = 1e-9


@dataclass(frozen=True, eq=False)
class ToyScore:
    """Rewards skeletons for coming near a hidden function.

    Explanation
    ===========

    A score gets a batch and returns one row of everything for each of its rows, which must not
    depend on the other rows.  This one has no constants to fit and no conditions to fit them to, so
    both stages give the same reward, and nothing is refined::

        loss = RMS of (candidate - target) / RMS of target          reward = 1 / (1 + loss)

    What has no value at one of the points gets the loss inf, hence the reward 0.

    Examples
    ========

    >>> from sympy import sin
    >>> from sympy.abc import x
    >>> from sympy_ssde.language.skeleton import Skeleton, programs
    >>> library = Library.build(["+", "*", "sin"], [x], constants=False)
    >>> score = ToyScore.hide(x + sin(x), library, np.linspace(0.1, 2, 20)[None])
    >>> guesses = [Skeleton.from_text(text, library) for text in ("+ sin x x", "+ x x")]
    >>> scores = score(Batch(*programs(guesses), np.empty((2, 0))))
    >>> scores.rewards.round(2).tolist()
    [1.0, 0.81]

    Parameters
    ==========

    points : ``(dimension, points)``
    target : ``(points,)``, the hidden function's values
    """

    library: Library
    points: np.ndarray
    target: np.ndarray

    @classmethod
    def hide(cls, expr: Expr, library: Library, points: np.ndarray) -> "ToyScore":
        """Make the score whose target is an expression in the library's variables."""
        if library.constant >= 0:
            raise ProblemError("the toy score fits no constants; build the library without them")
        rows = [dict(zip(library.variables, point, strict=True)) for point in points.T]
        return cls(library, points, np.array([float(expr.subs(row)) for row in rows]))

    def __call__(self, batch: Batch) -> Scores:
        """Return rewards and losses; the constants come back as they are."""
        dimension = len(self.points)
        space = jets.JetSpace(dimension, {(0,) * dimension})
        programs, lengths, constants = batch
        values = jets.evaluate(
            self.library, space, programs, lengths, constants, self.points
        ).values[:, 0]
        with np.errstate(all="ignore"):  # what overflows or has no value is dealt with here
            losses = np.sqrt(np.mean((values - self.target) ** 2, axis=1) / np.mean(self.target**2))
        losses = np.where(np.isfinite(losses), losses, np.inf)
        rewards = 1.0 / (1.0 + losses)
        return Scores(constants, rewards, rewards, np.zeros(len(lengths), np.bool_), losses)


def samples_to_hit(
    grammar: Grammar,
    score: ToyScore,
    *,
    seed: int,
    limit: int,
    batch: int = 1000,
    train: bool = True,
    policy_config: PolicyConfig | None = None,
    risk_config: RiskConfig | None = None,
) -> int:
    """Return how many skeletons the policy drew until the first hit, or ``limit`` if none was.

    With ``train=False`` the policy stays as it was initialised.
    """
    rng = np.random.default_rng(seed)
    learner = Learner(Policy(grammar, policy_config, rng=rng), risk_config)
    for drawn in range(0, limit, batch):
        sample = learner.policy.sample(min(batch, limit - drawn), rng).batch
        scores = score(sample)
        hits = np.flatnonzero(scores.losses < TOLERANCE)
        if len(hits):
            return drawn + int(hits[0]) + 1
        if train:
            learner.update(sample, scores)
    return limit
