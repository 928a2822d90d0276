"""Closed-form solutions of differential equations, proved symbolically."""

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
from sympy_ssde.verify import Outcome, Status, Verification, checkssdsol

__all__ = [
    "GrammarError",
    "KeywordError",
    "Outcome",
    "Problem",
    "ProblemError",
    "ProblemWarning",
    "SSDEError",
    "Status",
    "UnsupportedError",
    "Verification",
    "__version__",
    "checkssdsol",
]
