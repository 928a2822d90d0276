"""Errors: one base class, places, suggestions, and ways through pickle; those of texts too."""

import inspect
import pickle

import pytest

from sympy_ssde import errors
from sympy_ssde.errors import GrammarError, KeywordError, ProblemWarning, SSDEError, reject_unknown

CLASSES = [
    c
    for _, c in inspect.getmembers(errors, inspect.isclass)
    if issubclass(c, Exception) and c.__module__ == "sympy_ssde.errors"
]


@pytest.mark.parametrize("error", CLASSES)
def test_all_have_one_base(error):
    assert issubclass(error, SSDEError) or issubclass(error, UserWarning)
    again = pickle.loads(pickle.dumps(error("what is wrong")))
    assert type(again) is error and str(again) == "what is wrong"


@pytest.mark.parametrize(
    ("name", "builtin"),
    [
        ("ProblemError", ValueError),
        ("KeywordError", TypeError),
        ("GrammarError", ValueError),
        ("UnsupportedError", NotImplementedError),
        ("MissingPackageError", ImportError),
    ],
)
def test_each_is_an_error_that_python_knows(name, builtin):
    assert issubclass(getattr(errors, name), builtin)


def test_warnings_are_no_errors():
    assert not issubclass(ProblemWarning, SSDEError)


def test_grammars_say_where():
    placed = GrammarError("no such token", 3, 7)
    assert str(placed) == "no such token (line 3, column 7)"
    assert (placed.line, placed.column) == (3, 7)
    plain = GrammarError("no such token")
    assert str(plain) == "no such token" and plain.line is None


def test_unknown_keywords():
    reject_unknown("solve", {}, ["timeout"])
    with pytest.raises(KeywordError, match=r"solve\(\) got an unknown keyword 'timeot'; did you"):
        reject_unknown("solve", {"timeot": 1}, ["seed", "timeout"])
    with pytest.raises(KeywordError, match="the keywords are: seed, timeout"):
        reject_unknown("solve", {"qqq": 1}, iter(["seed", "timeout"]))
