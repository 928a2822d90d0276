"""Errors: one base class, places, suggestions, and ways through pickle; those of texts too."""

import inspect
import pickle
import warnings

import pytest
from sympy import Eq, Function
from sympy.abc import t, x

from sympy_ssde import Problem, checkssdsol, errors, find_solution, find_solutions, ssdsolve
from sympy_ssde.errors import (
    GrammarError,
    KeywordError,
    ProblemWarning,
    SSDEError,
    called,
    reject_unknown,
)

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


u = Function("u")
HEAT = Eq(u(x, t).diff(t), u(x, t).diff(x, 2))
CORNER = {u(0, t): 0, u(1, t): 0, u(x, 0): 1 + x}


@pytest.mark.parametrize(
    "call",
    [
        lambda: Problem(HEAT, u(x, t), CORNER),
        lambda: checkssdsol(HEAT, x, u(x, t), CORNER),
        lambda: ssdsolve(u(x).diff(x, 2) + u(x), u(x), {u(0): 0}),
        lambda: find_solution(u(x).diff(x) ** 2 - 4 * u(x), u(x), {u(0): 0}, hint="reductions"),
    ],
)
def test_warnings_point_at_the_line_of_the_user(call):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        call()
    assert all(w.filename == __file__ for w in told), [w.filename for w in told]


def test_the_function_that_was_called_is_known(monkeypatch):
    seen = []
    monkeypatch.setattr(
        "sympy_ssde.problem.advice.called", lambda: seen.append(called()) or seen[-1]
    )
    for function in (ssdsolve, find_solution, find_solutions, Problem):
        with pytest.raises(SSDEError):
            function("u' = u")
    assert called() == ("ssdsolve", 1) and [name for name, _ in seen]
