"""All settings of a search, in one place."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from sympy_ssde.errors import ConfigError
from sympy_ssde.language.tokens import OPERATORS, PAPER_OPERATORS

#: Operators of the default library: what the classics of the literature are made of.
DEFAULT_OPERATORS = (*PAPER_OPERATORS, "sqrt", "square", "tanh", "cosh")


class Hint(StrEnum):
    """Which way of searching is taken."""

    DEFAULT = "default"
    SHORTCUTS = "shortcuts"
    SYMPY = "sympy"
    REDUCTIONS = "reductions"
    RECURSIVE = "recursive"
    DIRECT = "direct"

    @property
    def words(self) -> str:
        """What it means, in a few words."""
        return _HINTS[self]


_HINTS = {
    Hint.DEFAULT: "all of the following, in this order; the last two take turns",
    Hint.SHORTCUTS: "polynomials, and the data carried inwards",
    Hint.SYMPY: "SymPy's methods for ordinary equations, by name and with limits",
    Hint.REDUCTIONS: "smaller problems by the structure of the equation, then SymPy's methods",
    Hint.RECURSIVE: "the search in one variable after the other",
    Hint.DIRECT: "the search in all variables at once",
}


@dataclass(frozen=True, kw_only=True)
class SearchConfig:
    """How a search works; everything is counted in rounds or evaluations, never in seconds.

    Parameters
    ==========

    operators : names of the library's operators
    max_length, max_constants : limits of a skeleton
    batch : skeletons that the policy proposes in a round
    generations : of the genetic step in a round
    epsilon : the share of a batch that is refined and learned from
    learning_rate, entropy_weight, entropy_decay, units, layers : of the policy and its training
    interior : collocation points inside for one variable; up to four more add half as many each
    condition : points of a condition, fewer if there are more than six conditions
    near : share of the points inside that are close to a condition
    weights : of the equation, the boundary and the initial conditions in the loss
    relative : whether losses are measured in units of the data
    threshold : loss, relative to that of u = 0, under which a proof is tried
    grace : generations after a first proof in which a shorter answer may still be found
    restart : rounds after which evolution begins anew, times 1, 1, 2, 1, 1, 2, 4, ...; 0 for never
    policy, genetic, rsco, recursion, shortcuts, reductions : parts that can be switched off
    hints : whether candidates are made of what the problem's own formulas suggest, too
    bfgs : whether constants are fitted by BFGS instead of Levenberg-Marquardt
    lanes : direct searches, with other random numbers each, that take turns in long runs
    lane : evaluations, of all together, after which the next of them joins
    max_rounds : after which the search gives up; None leaves that to the clock

    Examples
    ========

    >>> from sympy_ssde import SearchConfig
    >>> SearchConfig.paper().operators
    ('+', '-', '*', '/', 'sin', 'cos', 'exp', 'log')
    """

    operators: tuple[str, ...] = DEFAULT_OPERATORS
    max_length: int = 30
    max_constants: int = 5
    batch: int = 1000
    generations: int = 10
    epsilon: float = 0.05
    learning_rate: float = 0.001
    entropy_weight: float = 0.07
    entropy_decay: float = 0.7
    units: int = 32
    layers: int = 1
    queue_weight: float = 0.0
    interior: int = 32
    condition: int = 16
    near: float = 0.25
    weights: tuple[float, float, float] = (1.0, 1.0, 1.0)
    relative: bool = True
    threshold: float = 1e-20
    grace: int = 1
    restart: int = 4
    policy: bool = True
    genetic: bool = True
    rsco: bool = True
    recursion: bool = True
    bfgs: bool = False
    hints: bool = True
    shortcuts: bool = True
    reductions: bool = True
    lanes: int = 8
    lane: int = 100_000
    max_rounds: int | None = None

    def __post_init__(self) -> None:
        unknown = [name for name in self.operators if name not in OPERATORS]
        if unknown:
            raise ConfigError(
                f"operators names {unknown[0]!r}; the operators are: {' '.join(OPERATORS)}"
            )
        counts = "max_length batch generations interior condition units layers lanes lane"
        for name in counts.split():
            self._expect(name, _is_whole(getattr(self, name), 1), "a whole number, 1 or more")
        for name in "max_constants grace restart".split():
            self._expect(name, _is_whole(getattr(self, name), 0), "a whole number, 0 or more")
        rounds = self.max_rounds is None or _is_whole(self.max_rounds, 1)
        self._expect("max_rounds", rounds, "a whole number, 1 or more, or None")
        self._expect("epsilon", 0 < self.epsilon <= 1, "a number in (0, 1]")
        self._expect("near", 0 <= self.near <= 1, "a share between 0 and 1")
        self._expect("threshold", self.threshold > 0, "a positive number")
        fine = len(self.weights) == 3 and min(self.weights) >= 0 and max(self.weights) > 0
        self._expect("weights", fine, "three numbers, none negative, not all 0,")
        if not (self.policy or self.genetic):
            raise ConfigError("policy and genetic are both off; nothing would propose skeletons")

    def _expect(self, name: str, fine: bool, expected: str) -> None:
        if not fine:
            raise ConfigError(f"{name} is {getattr(self, name)!r}; {expected} was expected")

    @classmethod
    def paper(cls, **changes: Any) -> "SearchConfig":
        """The paper's library and hyper-parameters, without suggestions, shortcuts, reductions.

        One search, in one lane, sees the problem as numbers at sampled points only.
        """
        paper = cls(
            operators=PAPER_OPERATORS,
            relative=False,
            hints=False,
            shortcuts=False,
            reductions=False,
            lanes=1,
        )
        return replace(paper, **changes)


def _is_whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and value >= least
