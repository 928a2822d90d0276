"""Errors: one base class, places, suggestions, and ways through pickle; those of texts too."""

import inspect
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sympy_ssde import errors
from sympy_ssde.errors import GrammarError, KeywordError, ProblemWarning, SSDEError, reject_unknown
from sympy_ssde.problem.text.errors import ProblemTextError, nearest

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


# errors of texts ---------------------------------------------------------------------------------


@given(st.text("ab \n", max_size=40), st.data())
def test_lines_and_columns_count_from_one(text, data):
    place = data.draw(st.integers(0, len(text)))
    error = ProblemTextError("wrong", text, place)
    lines = text.split("\n")
    assert sum(len(line) + 1 for line in lines[: error.line - 1]) + error.column - 1 == place
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@given(st.text(st.characters(blacklist_categories=["Cs"]), max_size=300), st.data())
def test_the_caret_stands_below_the_character(text, data):
    place = data.draw(st.integers(0, len(text)))
    shown = str(ProblemTextError("wrong", text, place)).split("\n")
    assert shown[0].startswith("line ") and len(shown) == 3
    column = shown[2].index("^")
    assert shown[2].strip() == "^" and len(shown[1]) <= 4 + 3 + 88 + 3
    if column < len(shown[1]) and text[place : place + 1].isprintable() and place < len(text):
        assert shown[1][column] == text[place]


def test_a_place_beyond_the_end_is_the_end():
    assert ProblemTextError("wrong", "abc", 99).column == 4


def test_without_a_place_only_the_message_is_shown():
    error = ProblemTextError("wrong", suggestion="try this")
    assert str(error) == "wrong\ntry this" and error.line is None and error.column is None


@given(st.text(max_size=30), st.integers(0, 30), st.text(max_size=9))
def test_text_errors_survive_pickle(text, place, suggestion):
    error = ProblemTextError("wrong", text, place, suggestion)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.__dict__ == error.__dict__


@pytest.mark.parametrize(
    ("name", "found"),
    [("sinn", "did you mean 'sin'?"), ("coss", "did you mean 'cos'?"), ("x", ""), ("qwertz", "")],
)
def test_the_nearest_name(name, found):
    assert nearest(name, ["sin", "cos", "laplacian"]) == found
    assert nearest("s" * 50, ["s" * 49]) == ""
