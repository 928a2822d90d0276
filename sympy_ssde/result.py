"""What a search returns: the solution, what is known of it, and how it was found."""

from dataclasses import dataclass, field
from typing import Any

from sympy import Eq, Expr, Symbol, latex

from sympy_ssde.errors import SSDEError
from sympy_ssde.problem import Problem
from sympy_ssde.verify import Status, Verification


@dataclass(frozen=True)
class Record:
    """One generation of a search."""

    round: int
    source: str
    evaluations: int
    seconds: float
    best_reward: float
    best_loss: float
    best: str


@dataclass(frozen=True)
class History:
    """The course of a search: a record for each generation, and the final Pareto front."""

    records: tuple[Record, ...] = ()
    front: tuple[tuple[int, float, str], ...] = ()  # complexity, loss, expression

    def __len__(self) -> int:
        return len(self.records)


@dataclass(frozen=True)
class Step:
    """One round of the recursion: what was found along one variable.

    ``expr`` is written in the variables so far and in ``parameters``, the symbols alpha_k whose
    values still depend on the other variables; a later step's expression contains none of those
    that it has regressed.
    """

    round: int
    variable: Symbol
    expr: Expr
    parameters: tuple[Symbol, ...] = ()


@dataclass(frozen=True)
class Solution:
    """A solution, or the best approximation where none was proved.

    ``status`` is PROVED only if ``verification`` is; ``residuals`` are the root mean squares of
    the equation, the boundary and the initial conditions over the sampled points.
    """

    problem: Problem
    expr: Expr | None
    status: Status
    verification: Verification | None
    residuals: dict[str, float]
    seed: int
    seconds: float
    evaluations: int
    method: str
    steps: tuple[Step, ...] = ()
    history: History = field(default_factory=History)
    reason: str = ""

    @property
    def eq(self) -> Eq | None:
        """``Eq(u(x), expr)``, proved or not; None if nothing was found at all."""
        if self.expr is None:
            return None
        return Eq(self.problem.functions[0], self.expr, evaluate=False)

    def __bool__(self) -> bool:
        return self.status is Status.PROVED

    def __str__(self) -> str:
        return f"{self.eq} ({self.status}, {self.method}, {self.seconds:.2f} s)"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {latex(self.eq)}$"


class NoSolutionFoundError(SSDEError, NotImplementedError):
    """No closed form was proved in time; ``solution`` has the best candidate and its losses."""

    def __init__(self, message: str, solution: Solution):
        super().__init__(message)
        self.solution = solution

    def __reduce__(self) -> tuple[Any, ...]:
        return (NoSolutionFoundError, (str(self), self.solution))
