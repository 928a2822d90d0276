"""The layout of texts: everything keeps its place, statements end where they should."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sympy_ssde.problem.text.layout import MAX_CHARACTERS, MAX_NESTING, lay_out
from sympy_ssde.problem.text.mistakes import ProblemTextError

harmless = st.text("uxt'_=+-*/^,<> \t\n;#012.", max_size=60)


def error(text):
    with pytest.raises(ProblemTextError) as caught:
        lay_out(text)
    return caught.value


@given(harmless)
def test_every_character_keeps_its_place(text):
    laid = lay_out(text)
    assert len(laid) == len(text)
    for place, (before, after) in enumerate(zip(text, laid, strict=True)):
        comment = "#" in text[text.rfind("\n", 0, place) + 1 : place + 1]
        assert after == before or (after == " " and (comment or before == "\n"))


@given(harmless)
def test_laying_out_twice_changes_nothing_more(text):
    assert lay_out(lay_out(text)) == lay_out(text)


@given(harmless)
def test_no_comment_is_left(text):
    assert "#" not in lay_out(text)


@given(st.text("ux =", max_size=20), st.text(max_size=20).map(lambda s: "".join(s.split())))
def test_comments_may_contain_any_printable_text(before, comment):
    if comment.isprintable():
        assert lay_out(f"{before}# {comment}([") == before.ljust(len(before) + 4 + len(comment))


@pytest.mark.parametrize("end", "+-*/^=,<>")
def test_lines_that_are_unfinished_go_on(end):
    assert "\n" not in lay_out(f"u {end}\n1")
    assert "\n" not in lay_out(f"u {end}  # why\n\n  # more\n 1")
    assert lay_out(f"u {end}\n1\nv").count("\n") == 1


def test_brackets_go_on_over_lines():
    assert lay_out("u = (x\n+ [1\n, 2])\nv") == "u = (x + [1 , 2])\nv"


def test_blank_lines_end_statements_too():
    assert lay_out("u\n\nv") == "u\n\nv"
    assert lay_out("u\r\nv") == "u\r\nv"


def test_a_byte_order_mark_becomes_a_blank():
    assert lay_out("\ufeffu' = 1") == " u' = 1"


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("u = (1", "never closed", 1, 5),
        ("u = ((1)", "never closed", 1, 5),
        ("a\nu = 1)", "never opened", 2, 6),
        ("u = (1; v = 2)", "never closed", 1, 5),
        ("u\x00", "can't be part of a problem", 1, 2),
        ("a\nb\x1b", "can't be part of a problem", 2, 2),
    ],
)
def test_errors_point_at_the_place(text, message, line, column):
    found = error(text)
    assert message in found.message and (found.line, found.column) == (line, column)


def test_sizes_are_limited():
    assert lay_out("x" * MAX_CHARACTERS) == "x" * MAX_CHARACTERS
    assert "more than 10000 characters" in error("x" * (MAX_CHARACTERS + 1)).message
    nested = "(" * MAX_NESTING + ")" * MAX_NESTING
    assert lay_out(nested) == nested
    assert f"more than {MAX_NESTING} brackets" in error(f"({nested})").message


@pytest.mark.parametrize("other", [None, 3, b"u' = u", ["u"]])
def test_only_texts_are_read(other):
    assert "a text was expected" in error(other).message
