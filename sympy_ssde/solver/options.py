"""The options of ``ssdsolve`` and ``find_solution``.

Each is declared here once: its default, what is accepted, its documentation, and how it stands on
the command line of ``ssde solve``.
"""

import inspect
import textwrap
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from enum import StrEnum
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from sympy_ssde.config import Hint, SearchConfig
from sympy_ssde.errors import ConfigError
from sympy_ssde.problem.problem import KEYWORDS as STATEMENT
from sympy_ssde.worker.crew import EXPECTED, cores, helper_of, is_crew

_MOST_WORKERS = 4  # threads that are used without being asked for
_WIDTH = 96

Function = TypeVar("Function", bound=Callable[..., Any])


def names(text: str) -> tuple[str, ...]:
    """Operators as a command line gives them.

    >>> names("+,sin, exp")
    ('+', 'sin', 'exp')
    """
    return tuple(text.replace(",", " ").split())


def who(text: str) -> int | str:
    """Workers as a command line gives them: a number, or an address.

    >>> who("-1"), who("tcp://10.0.0.1:8786")
    (-1, 'tcp://10.0.0.1:8786')
    """
    return text if "://" in text else int(text)


def method_name(text: str) -> str:
    """A method as a command line gives it; ``list`` prints them all and ends the program."""
    if text == "list":
        width = max(map(len, Hint))
        print("\n".join(f"{hint:{width}}  {hint.words}" for hint in Hint))
        raise SystemExit(0)
    return text


@dataclass(frozen=True)
class Flag:
    """An option of ``ssde solve``: its help (with ``{default}``), and how its text is read.

    ``read`` is None for a switch, which takes no text.
    """

    help: str
    read: Callable[[str], Any] | None = str
    metavar: str | None = None


@dataclass(frozen=True)
class Option:
    """A keyword of the solver.

    Parameters
    ==========

    kind, words : its type and its meaning (with ``{default}``), for the documentation
    fine, expected : what is accepted, as a test and in words
    remembered : whether a solution keeps it, where it isn't the default, to be found again
    flag : how it is given on the command line, if it can be
    """

    name: str
    default: Any
    kind: str
    words: str
    fine: Callable[[Any], bool]
    expected: str
    remembered: bool = False
    flag: Flag | None = None

    def check(self, value: Any) -> None:
        """Raise for a value that can't be meant."""
        if not self.fine(value):
            raise ConfigError(f"{self.name} is {value!r}; {self.expected} was expected")

    @property
    def documentation(self) -> str:
        """Its entry in the parameter section of a docstring."""
        indent = " " * 4
        words = self.words.replace("{default}", str(self.default))
        lines = textwrap.wrap(words, _WIDTH, initial_indent=indent, subsequent_indent=indent)
        return "\n".join([f"{self.name} : {self.kind}", *lines])


def _is_anything(value: Any) -> bool:
    return True


def _is_hint(value: Any) -> bool:
    return value in tuple(Hint)


def _is_time(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0


def _is_seed(value: Any) -> bool:
    return isinstance(value, int) and value >= 0


def _is_config(value: Any) -> bool:
    return value is None or isinstance(value, SearchConfig)


def _is_library(value: Any) -> bool:
    if value is None:
        return True
    return isinstance(value, (tuple, list)) and all(isinstance(name, str) for name in value)


def _is_text(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _is_path(value: Any) -> bool:
    return value is None or (isinstance(value, (str, PathLike)) and str(value) != "")


def _is_choice(value: Any) -> bool:
    return value in (None, True, False)


def _is_function(value: Any) -> bool:
    return value is None or callable(value)


PARAMS = Option(
    "params",
    None,
    "list or dict, optional",
    "Symbols that stay in the answer, with a range each if a dict is given.",
    _is_anything,  # the problem's own check says more
    "a list of symbols or a dict",
)
ICS = Option(
    "ics",
    None,
    "dict or list, optional",
    "Conditions by the name that dsolve has for them; beside ``bcs``, all of both must hold.",
    _is_anything,
    "a dict or a list",
)
HINT = Option(
    "hint",
    str(Hint.DEFAULT),
    "str",
    "Which method is taken; " + "; ".join(f'"{hint}": {hint.words}' for hint in Hint) + ".",
    _is_hint,
    f"one of {', '.join(Hint)}",
    remembered=True,
    flag=Flag("method; 'list' shows them (default: all)", method_name),
)
TIMEOUT = Option(
    "timeout",
    300,
    "float",
    "Seconds after which the search gives up (default {default}), without the minute that "
    "compiling takes once on a machine.",
    _is_time,
    "a positive number of seconds",
    remembered=True,
    flag=Flag("seconds (default {default})", float),
)
SEED = Option(
    "seed",
    0,
    "int",
    "The same seed gives the same answer.",
    _is_seed,
    "a whole number, 0 or more",
    flag=Flag("same seed, same answer (default {default})", int),
)
CONFIG = Option(
    "config",
    None,
    "SearchConfig, optional",
    "How candidates are searched.",
    _is_config,
    "a SearchConfig",
    remembered=True,
)
LIBRARY = Option(
    "library",
    None,
    "tuple of str, optional",
    "Names of the operators that candidates are made of, in place of the configuration's; "
    "reductions, which know nothing of it, are not tried then.",
    _is_library,
    "a tuple of operator names, as ('+', 'sin')",
    remembered=True,
    flag=Flag("operators: +,-,*,/,sin,exp", names, "NAMES"),
)
GRAMMAR = Option(
    "grammar",
    None,
    "str, optional",
    "The language of the candidates, as text; reductions are not tried then.",
    _is_text,
    "a grammar's text",
    remembered=True,
    flag=Flag("language of the candidates", str, "FILE"),
)
WORKERS = Option(
    "workers",
    None,
    "int, Executor, callable or str, optional",
    "Who helps: a number of threads (-1 for all cores), or a ``concurrent.futures.Executor``, a "
    "function like ``map`` or the address of a Dask scheduler that works ahead where a search "
    "takes long. The answer doesn't depend on it.",
    is_crew,
    EXPECTED,
    flag=Flag(
        "how many, -1 for all cores, or tcp://... of a Dask scheduler; the answer doesn't depend "
        "on it",
        who,
        "WHO",
    ),
)
PROGRESS = Option(
    "progress",
    None,
    "bool, optional",
    "Whether to show a progress bar; by default if the run is long and a person watches.",
    _is_choice,
    "True, False or None",
    flag=Flag("show progress even if piped", None),
)
CALLBACK = Option(
    "callback",
    None,
    "callable, optional",
    "Called with a :class:`~sympy_ssde.result.solution.Record` after every generation; the search "
    "stops if it returns something true.",
    _is_function,
    "a function of a Record",
)

CHECKPOINT = Option(
    "checkpoint",
    None,
    "str or Path, optional",
    "A file in which a search is kept from time to time. The same call goes on with it after "
    "whatever has ended the first one, and finds the same answer. It is removed when there is one. "
    "Don't use files of others: they can run code.",
    _is_path,
    "the path of a file",
    flag=Flag("keep the search here; the same command goes on with it", str, "FILE"),
)

#: All of them, in the order of the signatures.
OPTIONS = (
    PARAMS,
    ICS,
    HINT,
    TIMEOUT,
    SEED,
    CONFIG,
    LIBRARY,
    GRAMMAR,
    WORKERS,
    PROGRESS,
    CALLBACK,
    CHECKPOINT,
)

#: All that the solvers know, the problem's own keywords first.
KEYWORDS = tuple(dict.fromkeys((*STATEMENT, *(option.name for option in OPTIONS))))


@dataclass(frozen=True)
class Options:
    """What a user asked for, beside the problem, checked and with all defaults filled in."""

    config: SearchConfig = field(default_factory=SearchConfig)
    hint: Hint = Hint.DEFAULT
    timeout: float = TIMEOUT.default
    seed: int = SEED.default
    grammar: str | None = GRAMMAR.default
    own_library: bool = False
    workers: int = 1
    executor: Executor | str | None = None  # who works ahead, or the address of a scheduler
    progress: bool | None = PROGRESS.default
    callback: Callable[[Any], object] | None = CALLBACK.default
    checkpoint: Path | None = CHECKPOINT.default
    named: dict[str, Any] = field(default_factory=dict)  # those that are not the default

    @property
    def own_language(self) -> bool:
        """Whether the user says what candidates are made of."""
        return self.own_library or self.grammar is not None


def checked(given: Mapping[str, Any]) -> Options:
    """The options of a call; raises :class:`ConfigError` for what can't be meant.

    What isn't given has its default.

    >>> checked({"timeout": 5}).named
    {'timeout': 5}
    """
    values = {option.name: given.get(option.name, option.default) for option in OPTIONS}
    for option in OPTIONS:
        option.check(values[option.name])
    config, library = values["config"] or SearchConfig(), values["library"]
    if library is not None:
        config = replace(config, operators=tuple(library))
    return Options(
        config=config,
        hint=Hint(values["hint"]),
        timeout=values["timeout"],
        seed=values["seed"],
        grammar=values["grammar"],
        own_library=library is not None,
        workers=_threads(values["workers"]),
        executor=helper_of(values["workers"]),
        progress=values["progress"],
        callback=values["callback"],
        checkpoint=None if values["checkpoint"] is None else Path(values["checkpoint"]),
        named={
            option.name: _plain(values[option.name])
            for option in OPTIONS
            if option.remembered and values[option.name] != option.default
        },
    )


def _threads(workers: Any) -> int:
    """The threads of this process; one where others do the work."""
    if workers is None:
        return min(_MOST_WORKERS, cores())
    if isinstance(workers, int):
        return cores() if workers == -1 else workers
    return 1


def _plain(value: Any) -> Any:
    """A value whose ``repr`` is code."""
    return value.value if isinstance(value, StrEnum) else value


def documented(function: Function) -> Function:
    """Put the documentation of all options in place of ``{options}`` in a docstring."""
    if function.__doc__ is not None:  # there is none under python -OO
        entries = "\n".join(option.documentation for option in OPTIONS)
        function.__doc__ = inspect.cleandoc(function.__doc__).replace("{options}", entries)
    return function
