"""What a search returns: the solution, what is known of it, and how it was found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sympy import Eq, Expr, Symbol, latex

from sympy_ssde.errors import SSDEError
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import Status, Verification
from sympy_ssde.result.steps import steps_latex, steps_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure


#: The parts of a problem whose residuals are told apart.
GROUPS = ("equation", "boundary", "initial")


class Method(StrEnum):
    """How a solution is searched for."""

    DIRECT = "direct"
    RECURSIVE = "recursive"
    SHORTCUT = "shortcut"


class Ending(StrEnum):
    """Why a search ended without a proof."""

    OUT_OF_TIME = "out of time"
    OUT_OF_ROUNDS = "out of rounds"
    NO_LINES = "the conditions give no values along any line for the recursion to start from"
    STOPPED = "stopped by the callback"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Record:
    """One generation of a search.

    ``source`` says in words what proposed its candidates; ``method`` is the search that it belongs
    to.  ``variable`` is the one that a round of the recursion is about, and None for a check in all
    variables and for the direct search.
    """

    round: int
    source: str
    evaluations: int
    seconds: float
    best_reward: float
    best_loss: float
    best: str
    front: tuple[tuple[int, float, str], ...] = ()  # complexity, loss, expression
    method: Method = Method.DIRECT
    variable: Symbol | None = None


def no_residuals(problem: Problem) -> dict[str, float]:
    """The residuals of a solution that is proved."""
    initial = problem.initial
    present = (True, not all(initial), any(initial))
    return {name: 0.0 for name, there in zip(GROUPS, present, strict=True) if there}


def proved_front(expr: Expr) -> tuple[tuple[int, float, str], ...]:
    """The Pareto front where nothing but the solution is known."""
    return ((1 + int(expr.count_ops()), 0.0, str(expr)),)


@dataclass(frozen=True)
class History:
    """The course of a search: a record for each generation, and the final Pareto front."""

    records: tuple[Record, ...] = ()
    front: tuple[tuple[int, float, str], ...] = ()  # complexity, loss, expression

    def __len__(self) -> int:
        return len(self.records)

    def plot(self) -> "Figure":
        """The best reward over the evaluations, and the Pareto front (needs matplotlib)."""
        from sympy_ssde.result.history_plot import plot_history

        return plot_history(self)


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
    the equation, the boundary and the initial conditions over the sampled points.  ``options``
    are the search's options beside the problem and the seed, where they are not the default.
    Without a proof, ``ending`` is why the search ended, and ``reason`` says it in words.

    Examples
    ========

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> from sympy_ssde import find_solution
    >>> u = Function("u")
    >>> solution = find_solution(u(x).diff(x, 2) - 2, u(x), {u(0): 0, u(1): 1})
    >>> solution.eq
    Eq(u(x), x**2)
    >>> print(solution.verification)
    proved
      proved: Eq(Derivative(u(x), (x, 2)) - 2, 0) (by identity)
      proved: u(0) = 0 (by identity)
      proved: u(1) = 1 (by identity)
    """

    problem: Problem
    expr: Expr | None
    status: Status
    verification: Verification | None
    residuals: dict[str, float]
    seed: int
    seconds: float
    evaluations: int
    method: Method
    steps: tuple[Step, ...] = ()
    history: History = field(default_factory=History)
    reason: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    ending: Ending | None = None

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

    def plot(
        self,
        *,
        at: Mapping[Symbol, Any] | None = None,
        times: int = 4,
        residual: bool | None = None,
    ) -> "Figure":
        """A matplotlib figure, see :func:`~sympy_ssde.result.plot.plot_solution`."""
        from sympy_ssde.result.plot import plot_solution

        return plot_solution(self, at=at, times=times, residual=residual)

    def steps_text(self) -> str:
        """The stepwise table as plain text; empty if no recursion was needed."""
        return steps_text(self)

    def steps_latex(self) -> str:
        """The stepwise table as a LaTeX tabular; empty if no recursion was needed."""
        return steps_latex(self)

    def _repr_latex_(self) -> str:
        if self.eq is None:
            return "no solution was found"
        return f"$\\displaystyle {latex(self.eq)}$"

    def _repr_html_(self) -> str:
        from sympy_ssde.result.page import summary

        return summary(self)


class NoSolutionFoundError(SSDEError, NotImplementedError):
    """No closed form was proved in time; ``solution`` has the best candidate and its losses."""

    def __init__(self, message: str, solution: Solution):
        super().__init__(message)
        self.solution = solution

    def __reduce__(self) -> tuple[Any, ...]:
        return (NoSolutionFoundError, (str(self), self.solution))
