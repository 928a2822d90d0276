"""Closed-form solutions of differential equations, proved symbolically.

What is listed in ``__all__`` is stable; everything else is private by being in a room.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sympy_ssde._version import __version__
from sympy_ssde.errors import (
    ConfigError,
    GrammarError,
    KeywordError,
    ProblemError,
    ProblemWarning,
    SSDEError,
    UnsupportedError,
)
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import Outcome, Status, Verification, checkssdsol
from sympy_ssde.result.solution import History, NoSolutionFoundError, Record, Solution, Step

if TYPE_CHECKING:
    from sympy_ssde import strategies
    from sympy_ssde.config import SearchConfig
    from sympy_ssde.problem.text.reader import ProblemTextError, read_problem, write_problem
    from sympy_ssde.result.report import write_report
    from sympy_ssde.solver.many import solve_many
    from sympy_ssde.solver.several import find_solutions
    from sympy_ssde.solver.solve import find_solution, ssdsolve

__all__ = [
    "ConfigError",
    "GrammarError",
    "History",
    "KeywordError",
    "NoSolutionFoundError",
    "Outcome",
    "Problem",
    "ProblemError",
    "ProblemTextError",
    "ProblemWarning",
    "Record",
    "SSDEError",
    "SearchConfig",
    "Solution",
    "Status",
    "Step",
    "UnsupportedError",
    "Verification",
    "__version__",
    "checkssdsol",
    "find_solution",
    "find_solutions",
    "read_problem",
    "solve_many",
    "ssdsolve",
    "strategies",
    "write_problem",
    "write_report",
]

#: Name -> the module that has it, loaded when the name is first used: numpy, numba, torch and lark
#: take seconds.
_LATER = {
    "SearchConfig": "config",
    "ProblemTextError": "problem.text.reader",
    "read_problem": "problem.text.reader",
    "write_problem": "problem.text.reader",
    "write_report": "result.report",
    "find_solution": "solver.solve",
    "find_solutions": "solver.several",
    "solve_many": "solver.many",
    "ssdsolve": "solver.solve",
}


def __getattr__(name: str) -> Any:
    if name == "strategies":  # needs hypothesis
        return import_module("sympy_ssde.strategies")
    if name in _LATER:
        return getattr(import_module(f"sympy_ssde.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
