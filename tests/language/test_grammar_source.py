"""Rules of a text: cut down to a library, checked, with line and column in every error."""

import pytest
from sympy.abc import x

from sympy_ssde.errors import GrammarError
from sympy_ssde.language.grammar_source import START, Source, load
from sympy_ssde.language.tokens import Library
from sympy_ssde.resources import read_grammar

WAVES = """
%declare VARIABLE
start: "+" wave start | wave
wave: "sin" VARIABLE | "cos" VARIABLE
"""


def test_alternatives_without_their_tokens_are_left_out():
    source = Source.read(WAVES, Library.build(["+", "sin"], [x]))
    assert set(source.rules) == {START, "wave"}
    assert len(source.rules["wave"]) == 1 and len(source.rules[START]) == 2


def test_functions_that_the_grammar_does_not_name():
    text = read_grammar("skeleton.lark")
    library = Library.build(["+", "sin", "tanh", "atan", "exp"], [x])
    named = Source.read(text, library).terminals["FUNCTION"]
    assert {library.names[i] for i in named} == {"tanh", "atan"}


def test_a_text_is_read_once():
    assert load(WAVES) is load(WAVES)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("start: wave", 1),
        ('start: "+" start', None),
        ("start: start VARIABLE\n%declare VARIABLE", 1),
        ('%declare VARIABLE\nstart: "sinn" VARIABLE', 2),
        ("start: [", 1),
    ],
)
def test_errors_have_a_place(text, line):
    with pytest.raises(GrammarError) as caught:
        Source.read(text, Library.build(["+", "sin"], [x]))
    assert line is None or f"line {line}" in str(caught.value)


def test_places_of_rules():
    source = Source.read(WAVES, Library.build(["+", "sin"], [x]))
    assert source.place("wave")[0] == 4 and source.place(START)[0] == 3
