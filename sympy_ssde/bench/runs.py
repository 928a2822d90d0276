"""What is run and how it ended: one run is one row, and rows are kept as JSON lines."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypedDict

from sympy_ssde._version import __version__
from sympy_ssde.config import Hint, SearchConfig
from sympy_ssde.errors import SSDEError

#: The configurations that a run of the search can start from.
CONFIGS: dict[str, Callable[[], SearchConfig]] = {
    "paper": SearchConfig.paper,
    "default": SearchConfig,
}

#: Other solvers, which stand beside ours in the place of a configuration.
SYMPY = "sympy"
PINN = "pinn"

#: Parts of the search that a benchmark can leave out.
PARTS = ("policy", "genetic", "rsco", "recursion", "hints", "shortcuts")

#: How a search may be told to go about it, see ``find_solution``.
HINTS = tuple(map(str, Hint))

PROVED, UNDECIDED, ERROR = "PROVED", "UNDECIDED", "ERROR"

#: A solver that this machine doesn't have.
MISSING = "MISSING"

Changes = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Run:
    """What is to be run; two equal ones need not be run twice.

    ``config`` names a configuration of the search or another solver, ``changes`` are changes to
    its settings.

    >>> Run("gamma1", 0, 300.0, "paper", (("policy", False),)).search_config().policy
    False
    """

    problem: str
    seed: int
    timeout: float
    config: str
    changes: Changes = ()
    hint: str = "default"
    workers: int | None = None

    def search_config(self) -> SearchConfig:
        """The configuration with its changes."""
        return replace(CONFIGS[self.config](), **dict(self.changes))

    @property
    def variant(self) -> str:
        """In which way the problem was solved, in words.

        >>> Run("gamma1", 0, 9.0, "paper", (("bfgs", True), ("rsco", False))).variant
        'with bfgs, without rsco'
        """
        words = [] if self.hint == "default" else [f"hint {self.hint}"]
        for name, value in self.changes:
            word = {True: f"with {name}", False: f"without {name}"}
            plain = value if not isinstance(value, tuple) else " ".join(map(str, value))
            words.append(word[value] if isinstance(value, bool) else f"{name} {plain}")
        if self.workers is not None:
            words.append(f"workers {self.workers}")
        return ", ".join(words)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {f.name: getattr(self, f.name) for f in fields(self)} | {
            "changes": dict(self.changes)
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Run":
        """The inverse of :meth:`as_dict`."""
        changes = tuple(
            (name, tuple(value) if isinstance(value, list) else value)
            for name, value in sorted(values["changes"].items())
        )
        workers = values["workers"]
        return cls(
            str(values["problem"]),
            int(values["seed"]),
            float(values["timeout"]),
            str(values["config"]),
            changes,
            str(values["hint"]),
            None if workers is None else int(workers),
        )


@dataclass(frozen=True)
class StepText:
    """A step of the recursion, as text: see :class:`sympy_ssde.result.solution.Step`."""

    number: int
    variable: str
    expression: str
    parameters: tuple[str, ...] = ()

    @classmethod
    def from_list(cls, values: Sequence[Any]) -> "StepText":
        """From a row's JSON."""
        number, variable, expression, parameters = values
        return cls(int(number), str(variable), str(expression), tuple(map(str, parameters)))


@dataclass(frozen=True)
class Row:
    """How a run ended: with a proof, without one in time, or with an error.

    ``loss`` is the paper's L_PHY on fresh points, ``error`` the relative L2 error and ``recovered``
    the paper's recovery, ``form`` the length of the answer beside the known one's, see
    :mod:`sympy_ssde.bench.quality`; they are found out after the answer is final, and None where
    there is nothing to measure.  ``commit``, ``date``, ``machine`` and
    ``command`` say where the row comes from.
    """

    run: Run
    status: str
    seconds: float = 0.0
    evaluations: int = 0
    expression: str | None = None
    method: str = ""
    reason: str = ""
    steps: tuple[StepText, ...] = ()
    loss: float | None = None
    error: float | None = None
    recovered: bool | None = None
    form: float | None = None
    version: str = __version__
    commit: str = ""
    date: str = ""
    machine: str = ""
    command: str = ""

    @property
    def proved(self) -> bool:
        """Whether a solution was found and proved."""
        return self.status == PROVED

    @property
    def cost(self) -> float:
        """Seconds for statistics: a run without a proof counts as its whole time, at least."""
        return self.seconds if self.proved else max(self.seconds, self.run.timeout)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        own = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "run"}
        own["seconds"] = round(self.seconds, 4)
        own["steps"] = [[s.number, s.variable, s.expression, s.parameters] for s in self.steps]
        return {**self.run.as_dict(), **own}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Row":
        """The inverse of :meth:`as_dict`."""
        values = {"form": None, **values}  # rows of older files have none
        own = {f.name: values[f.name] for f in fields(cls) if f.name != "run"}
        own["steps"] = tuple(map(StepText.from_list, values["steps"]))
        return cls(run=Run.from_dict(values), **own)


def available_parts(config: str = "paper") -> list[str]:
    """The parts that this version of a configuration knows how to leave out."""
    names = {f.name for f in fields(CONFIGS[config]())}
    return [part for part in PARTS if part in names]


def switch_off(parts: Iterable[str], config: str) -> Changes:
    """The changes that leave those parts out of a configuration, where it has them.

    >>> switch_off(["policy", "hints"], "paper")
    (('policy', False),)
    """
    base = CONFIGS[config]()
    known = available_parts(config)
    wanted = sorted(set(parts))
    for part in wanted:
        if part not in known:
            raise SSDEError(
                f"{part} can't be left out: this version has no such part. "
                f"The parts are: {', '.join(known)}"
            )
    changes: Changes = tuple((part, False) for part in wanted if getattr(base, part))
    replace(base, **dict(changes))  # raises if nothing is left that could search
    return changes


class Search(TypedDict, total=False):
    """Keywords of every plan in which problems are searched: see :func:`searches`."""

    without: Iterable[str]
    hint: str


def searches(
    config: str, without: Iterable[str] = (), hint: str = "default", bfgs: bool = False
) -> Callable[[str, int, float], Run]:
    """What makes a run of a problem, a seed and seconds, all with the same settings.

    >>> searches("paper", without=["rsco"], bfgs=True)("gamma1", 0, 9).variant
    'with bfgs, without rsco'
    """
    changes = switch_off(without, config)
    if bfgs:
        changes = tuple(sorted((*changes, ("bfgs", True))))
    return lambda problem, seed, limit: Run(problem, seed, float(limit), config, changes, hint)


def choose(ids: Sequence[str], only: Iterable[str] | None) -> list[str]:
    """The ids that were asked for, in the catalogue's order; all of them for None."""
    if only is None:
        return list(ids)
    wanted = set(only)
    for name in sorted(wanted - set(ids)):
        raise SSDEError(f"there is no problem {name!r} here; there are: {', '.join(ids)}")
    return [i for i in ids if i in wanted]
