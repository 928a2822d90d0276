"""What a search returns: the solution, what is known of it, and how it was found."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from os import PathLike
from typing import TYPE_CHECKING, Any

from sympy import Basic, Eq, Expr, Symbol, latex
from sympy.core.function import AppliedUndef

from sympy_ssde.errors import SSDEError
from sympy_ssde.markup.tables import cut
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import Status, Verification, verify, written_proviso
from sympy_ssde.reduction.reduction import Line
from sympy_ssde.result.steps import Steps, steps_latex, steps_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from sympy_ssde.result.comparison import Comparison
    from sympy_ssde.result.truncation import Truncation


#: The parts of a problem whose residuals are told apart.
GROUPS = ("equation", "boundary", "initial")


#: Characters of the formula in a ``repr``.
_WIDTH = 140
#: Seconds of loading that nobody needs to know of.
_SHORT = 0.1


class Method(StrEnum):
    """How a solution is searched for."""

    DIRECT = "direct"
    RECURSIVE = "recursive"
    SHORTCUT = "shortcut"
    SYMPY = "sympy"
    REDUCTION = "reduction"
    FAMILY = "family"


class Generality(StrEnum):
    """How much of an equation's solutions a family has."""

    GENERAL = "general: its constants or functions can meet any initial values"
    PARTICULAR = "particular: the equation may have other solutions"


class Ending(StrEnum):
    """Why a search ended without a proof."""

    OUT_OF_TIME = "out of time"
    OUT_OF_ROUNDS = "out of rounds"
    NO_STRUCTURE = "the problem's structure leads to no solution"
    NO_LINES = "the conditions give no values along any line for the recursion to start from"
    STOPPED = "stopped by the callback"
    INTERRUPTED = "interrupted"
    LOST = "the process that solved it has failed"


@dataclass(frozen=True)
class Record:
    """One generation of a search.

    ``round`` is that of the direct search; a recursion counts the expressions in all variables that
    it has tried.  ``source`` says in words what proposed its candidates; ``method`` is the search
    that it belongs to.  ``variable`` is the one that a step of the recursion is about, and None for
    a check in all variables and for the direct search.
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


def proved_front(exprs: tuple[Expr, ...]) -> tuple[tuple[int, float, str], ...]:
    """The Pareto front where nothing but the solution is known."""
    operations = sum(1 + int(e.count_ops()) for e in exprs)
    return ((operations, 0.0, ", ".join(map(str, exprs))),)


@dataclass(frozen=True)
class History:
    """The course of a search: a record for each generation, and the final Pareto front."""

    records: tuple[Record, ...] = ()
    front: tuple[tuple[int, float, str], ...] = ()  # complexity, loss, expression

    def __len__(self) -> int:
        return len(self.records)

    def __repr__(self) -> str:
        return f"<History: {len(self.records)} generations, a front of {len(self.front)}>"

    def _repr_html_(self) -> str:
        from sympy_ssde.result.chart import history_html

        return history_html(self)

    def plot(self) -> "Figure":
        """The best reward over the evaluations, and the Pareto front (needs matplotlib)."""
        from sympy_ssde.result.history_plot import plot_history

        return plot_history(self)


@dataclass(frozen=True)
class Step:
    """One step of the recursion: what was found along one variable.

    ``expr`` is written in the variables so far and in ``parameters``, the symbols alpha_k whose
    values still depend on the other variables; a later step's expression contains none of those
    that it has regressed.  For a system it is a tuple.
    """

    number: int
    variable: Symbol
    expr: Basic
    parameters: tuple[Symbol, ...] = ()

    @property
    def round(self) -> int:
        """Its number, by the name that it had first."""
        return self.number

    def _repr_html_(self) -> str:
        return Steps((self,))._repr_html_()


@dataclass(frozen=True)
class Solution:
    """A solution, or the best approximation where none was proved.

    ``status`` is PROVED only if ``verification`` is; ``residuals`` are the root mean squares of
    the equation, the boundary and the initial conditions over the sampled points.  ``options``
    are the search's options beside the problem and the seed, where they are not the default.
    ``exprs`` has an expression for each unknown of a system, ``expr`` is the first of them.
    ``steps`` tell how it was found: the steps of a recursion, or the lines of a derivation.
    Without a proof, ``ending`` is why the search ended, and ``reason`` says it in words.
    ``unique`` is True if a theorem says that there is no other solution, False if there are others,
    None if neither is known; ``uniqueness`` says why.  ``seconds`` is all that the call took, of
    which ``loading`` went into loading and compiling what a search needs.
    A family of solutions has ``constants`` of its own; ``generality`` says whether it has all
    solutions of the equation, and ``sums`` is true if sums of its members solve the
    equation, too.

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
    steps: tuple[Step | Line, ...] = ()
    history: History = field(default_factory=History)
    reason: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    ending: Ending | None = None
    exprs: tuple[Expr, ...] = ()
    unique: bool | None = None
    uniqueness: str = ""
    loading: float = 0.0
    constants: tuple[Symbol, ...] = ()
    generality: Generality | None = None
    sums: bool = False

    def __post_init__(self) -> None:
        if not self.exprs and self.expr is not None:
            object.__setattr__(self, "exprs", (self.expr,))
        object.__setattr__(self, "steps", Steps(self.steps))

    @property
    def eqs(self) -> list[Eq]:
        """``Eq(u(x), expr)`` for each unknown, proved or not; empty if nothing was found."""
        found = zip(self.problem.functions, self.exprs, strict=False)
        return [Eq(f, e, evaluate=False) for f, e in found]

    @property
    def eq(self) -> Eq | None:
        """The first of :attr:`eqs`, which is all for one unknown; None if nothing was found."""
        return next(iter(self.eqs), None)

    @property
    def functions(self) -> tuple[Any, ...]:
        """The arbitrary functions of a family, as ``F`` in ``F(x - t)``."""
        found = {call.func for e in self.exprs for call in e.atoms(AppliedUndef)}
        return tuple(sorted(found, key=str))

    @property
    def assumptions(self) -> tuple[Any, ...]:
        """What constants and parameters must fulfil, as ``C2 > 0``, for the proof to hold."""
        return () if self.verification is None else self.verification.provided

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is to be known of a family beside its formula: how general it is, and when."""
        if self.generality is None:
            return ()
        sums = ("sums of its members solve the equation, too",) if self.sums else ()
        named = " and ".join(map(written_proviso, self.assumptions))
        return (str(self.generality), *sums, *([f"provided {named}"] if named else []))

    def __bool__(self) -> bool:
        return self.status is Status.PROVED

    def __str__(self) -> str:
        found = ", ".join(map(str, self.eqs)) or "None"
        return f"{found} ({self.status}, {self.method}, {self.seconds:.2f} s)"

    def __repr__(self) -> str:
        equations = ", ".join(f"{eq.lhs} = {eq.rhs}" for eq in self.eqs) or "nothing found"
        others = ", not the only one" if self.unique is False else ""
        known = f"{self.status}{others}, {self.method}, {self.time}"
        return f"<Solution: {cut(equations, _WIDTH)} ({known})>"

    @property
    def time(self) -> str:
        """How long it took, in words."""
        if self.loading < _SHORT:
            return f"{self.seconds:.2f} s"
        return f"{self.seconds:.2f} s, of which {self.loading:.2f} s loading"

    def __call__(self, *places: Any, **params: Any) -> Any:
        """Its value at numbers or arrays, one for each variable, or at SymPy's expressions.

        Parameters are given by name; a system gives a tuple.

        >>> from sympy import Function, Symbol
        >>> from sympy.abc import x
        >>> from sympy_ssde import find_solution
        >>> u, k = Function("u"), Symbol("k", positive=True)
        >>> line = find_solution(u(x).diff(x) - k, u(x), {u(0): 1})
        >>> line([0, 0.5, 1], k=2).tolist(), line(2, k=k)
        ([1.0, 2.0, 3.0], 2*k + 1)
        """
        from sympy_ssde.result.export import values

        return values(self, places, params)

    def to_numpy(self) -> Callable[..., Any]:
        """A function of numpy arrays: the variables, then the parameters, in their order."""
        from sympy_ssde.result.export import numpy_function

        return numpy_function(self)

    def to_python(self) -> str:
        """The source of a Python function, for programs without SymPy.

        >>> from sympy import Function, exp
        >>> from sympy.abc import x
        >>> from sympy_ssde import find_solution
        >>> u = Function("u")
        >>> print(find_solution(u(x).diff(x) - u(x), u(x), {u(0): 1}).to_python())
        import math
        <BLANKLINE>
        <BLANKLINE>
        def u(x):
            return math.exp(x)
        <BLANKLINE>
        """
        from sympy_ssde.result.export import python_source

        return python_source(self)

    def to_latex(self) -> str:
        """The solution as LaTeX, without dollars."""
        from sympy_ssde.result.export import latex_source

        return latex_source(self)

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

    def partial_sum(self, terms: int) -> Expr:
        """The first expression with so many terms of each of its sums without end.

        A finite expression is returned as it is.  :meth:`truncated` chooses the number.
        """
        from sympy_ssde.result.truncation import partial_sum

        if self.expr is None:
            raise SSDEError("nothing was found of which there could be a partial sum")
        return partial_sum(self.expr, terms)

    def truncated(
        self, tolerance: float, *, region: Mapping[Symbol, Any] | None = None
    ) -> "Truncation":
        """Partial sums whose error is proved to be at most ``tolerance``, with that bound.

        Parameters
        ==========

        tolerance : float
            Of the absolute error.
        region : dict, optional
            Ranges of variables, and ranges or values of parameters: ``{t: (0.01, 1), k: 2}``.  By
            default the whole domain, or else all of it but a twentieth at one end of a variable,
            since at data with jumps no finite number of terms is close everywhere.
        """
        from sympy_ssde.result.truncation import truncated

        if not self.exprs:
            raise SSDEError("nothing was found that could be truncated")
        return truncated(self.problem, self.exprs, tolerance, region)

    def save(self, path: str | PathLike[str]) -> None:
        """Write all that is known of it to a file, as JSON that :meth:`load` reads.

        >>> import tempfile
        >>> from sympy import Function
        >>> from sympy.abc import x
        >>> from sympy_ssde import Solution, find_solution
        >>> u = Function("u")
        >>> solution = find_solution(u(x).diff(x, 2) - 2, u(x), {u(0): 0, u(1): 1})
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     solution.save(f"{folder}/parabola.json")
        ...     Solution.load(f"{folder}/parabola.json") == solution
        True
        """
        from sympy_ssde.result.storage import write_solution

        write_solution(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str], *, check: bool = False) -> "Solution":
        """The solution of a file that :meth:`save` has written, by this or an earlier version.

        What it says of proofs is what the file says; with ``check``, they are done once more, and
        the status is what comes of them.
        """
        from sympy_ssde.result.storage import read_solution

        found = read_solution(path)
        return found.checked() if check else found

    def checked(self, timeout: float = 10) -> "Solution":
        """The same with proofs of its own expressions, made now."""
        if not self.exprs:
            return self
        proof = verify(self.problem, self.exprs, timeout=timeout)
        return replace(self, status=proof.status, verification=proof)

    def comparison(self) -> "Comparison | None":
        """How far an approximation is from scipy's numerical solution, None if that has none."""
        from sympy_ssde.result.comparison import compare

        return compare(self)

    def steps_text(self) -> str:
        """How it was found, as plain text: the derivation, or the rounds' table; may be empty."""
        return steps_text(self)

    def steps_latex(self) -> str:
        """How it was found, as LaTeX: a list or a tabular; may be empty."""
        return steps_latex(self)

    def _repr_latex_(self) -> str:
        if self.eq is None:
            return "no solution was found"
        if len(self.eqs) == 1:
            return rf"$\displaystyle {latex(self.eq)}$"
        lines = r" \\ ".join(f"{latex(eq.lhs)} &= {latex(eq.rhs)}" for eq in self.eqs)
        return rf"$\displaystyle \begin{{aligned}} {lines} \end{{aligned}}$"

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
