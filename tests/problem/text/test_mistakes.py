"""Mistakes in texts: places, carets, suggestions, and ways through pickle."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sympy_ssde.problem.text.mistakes import ProblemTextError, nearest


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
