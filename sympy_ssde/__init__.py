"""Closed-form solutions of differential equations, proved symbolically."""

from typing import TYPE_CHECKING, Any

from sympy_ssde._version import __version__
from sympy_ssde.errors import (
    GrammarError,
    KeywordError,
    ProblemError,
    ProblemWarning,
    SSDEError,
    UnsupportedError,
)
from sympy_ssde.problem import Problem
from sympy_ssde.result import NoSolutionFoundError, Solution
from sympy_ssde.verify import Outcome, Status, Verification, checkssdsol

if TYPE_CHECKING:
    from sympy_ssde.config import SearchConfig
    from sympy_ssde.problem_text import ProblemTextError, read_problem, write_problem
    from sympy_ssde.solve import find_solution, ssdsolve

__all__ = [
    "GrammarError",
    "KeywordError",
    "NoSolutionFoundError",
    "Outcome",
    "Problem",
    "ProblemError",
    "ProblemTextError",
    "ProblemWarning",
    "SSDEError",
    "SearchConfig",
    "Solution",
    "Status",
    "UnsupportedError",
    "Verification",
    "__version__",
    "checkssdsol",
    "find_solution",
    "read_problem",
    "ssdsolve",
    "write_problem",
]


def __getattr__(name: str) -> Any:
    """Load the search (numpy, torch, numba) and the parser (lark) when they are first used."""
    if name == "SearchConfig":
        from sympy_ssde import config

        return config.SearchConfig
    if name in ("ProblemTextError", "read_problem", "write_problem"):
        from sympy_ssde import problem_text

        return getattr(problem_text, name)
    if name in ("find_solution", "ssdsolve"):
        from sympy_ssde import solve

        return getattr(solve, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
