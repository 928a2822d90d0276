"""Syntax trees: what parses, where its parts stand, and what is said of the rest."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Token, Tree

from sympy_ssde.problem.examples import example_names, read_example
from sympy_ssde.problem.text.mistakes import ProblemTextError
from sympy_ssde.problem.text.reader import read_problem
from sympy_ssde.problem.text.syntax import parse_text, problem_grammar


def kinds(text):
    return [child.data for child in parse_text(text).children]


def error(text):
    with pytest.raises(ProblemTextError) as caught:
        parse_text(text)
    return caught.value


def test_statements_of_each_kind():
    text = "u_t = u_xx on x in [0, 1]; param k in [1, 2]\nunknown u, v\non t > 0; u(0) = 1"
    assert kinds(text) == ["relation", "parameters", "unknowns", "domain", "relation"]
    assert kinds("") == kinds(" \n;;\n # nothing\n") == []


@pytest.mark.parametrize("name", example_names())
def test_names_and_numbers_stand_where_they_are_written(name):
    text = read_example(name)
    tokens = list(parse_text(text).scan_values(lambda v: isinstance(v, Token)))
    assert tokens
    for token in tokens:
        assert text[token.start_pos : token.end_pos] == str(token)


@given(st.lists(st.sampled_from(["u' = u", "u(0) = 1", "on x in [0, 1]"]), min_size=1, max_size=5))
@settings(deadline=None)
def test_lines_and_semicolons_separate_alike(statements):
    assert (
        kinds("\n".join(statements))
        == kinds(";".join(statements))
        == kinds(" ;\n\n; ".join(statements))
    )
    assert len(kinds(";".join(statements))) == len(statements)


def test_clauses_belong_to_their_relation():
    (relation,) = parse_text("u_x + u = 0 at x = 0 for s in [0, 1]").children
    clauses = [c.data for c in relation.children[2:] if isinstance(c, Tree)]
    assert clauses == ["place", "curve"]


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("2x", "scaled"),
        ("2(x + 1)", "scaled"),
        ("d2u/dx2", "leibniz"),
        ("d/dx(x*u)", "leibniz_call"),
        ("u''", "name"),
        ("u''(0)", "call"),
        ("(x*u)'", "bracket"),
        ("Derivative(u, (x, 2))", "pair"),
    ],
)
def test_forms_of_atoms(text, data):
    assert list(parse_text(text).find_data(data))


@given(st.text("ux2+-*/^()=;'., d_[]<>#\n", max_size=25))
@settings(deadline=None)
def test_any_text_is_parsed_or_refused_with_a_place(text):
    try:
        tree = parse_text(text)
    except ProblemTextError as refused:
        assert refused.message
        assert refused.position is None or 0 <= refused.position <= len(text)
    else:
        assert tree.data == "start"


@pytest.mark.parametrize(
    ("text", "message", "suggestion", "column"),
    [
        ("u = 1 − 2", "character '−'", "write -", 7),
        ("u = x²·3", "character", "write *", 7),
        ("u ≤ 3", "character '≤'", "write <=", 3),
        ("u = $x$", "character '$'", "without LaTeX", 5),
        ("u = ?", "character '?'", "", 5),
        ("u = x 2", "follows without an operator", "'*'", 7),
        ("u == 1", "'==' is not an equals sign", "write '='", 4),
        ("u = 1 = 2", "a second '='", "a line of its own", 7),
        ("u = ", "ends too early", "a number, a name or a bracket", 4),
        ("u = 2 +", "ends too early", "a number, a name or a bracket", 8),
        ("u = * 2", "missing before '*'", "a number, a name or a bracket", 5),
        ("u = sin()", "missing before ')'", "", 9),
        ("x in [0, 1]", "a range is not expected here", "after 'on', 'for' or 'param'", 3),
        ("u = 1 < 2", "'<' is not expected", "after 'on', 'for' or 'param'", 7),
        ("u = 1 on x in [0 1]", "", "", 18),
        ("u = 1 on", "ends too early", "", 9),
    ],
)
def test_messages_say_what_to_write_instead(text, message, suggestion, column):
    found = error(f"# before\n{text}; v = 1")
    assert message in found.message and suggestion in found.suggestion
    assert (found.line, found.column) == (2, column)


def test_the_grammar_is_compiled_once():
    assert problem_grammar() is problem_grammar()


@pytest.mark.parametrize(
    ("text", "told", "instead"),
    [
        ("u' = sin x on x in [0, 1]; u(0) = 0", "sin needs brackets", "write sin(x)"),
        ("u' = cos 2x on x in [0, 1]; u(0) = 0", "cos needs brackets", "write cos(2x)"),
        ("u' = e^2x on x in [0, 1]; u(0) = 0", "what is in the exponent", "write ^(2*x)"),
        ("u' = sn(x) on x in [0, 1]; u(0) = 0", "unknown function 'sn'", "did you mean 'sin'?"),
        ("", "the text is empty", "ssde examples"),
        ("# nothing yet", "the text is empty", "u' = u on x in [0, 1]; u(0) = 1"),
    ],
)
def test_what_people_type_first_is_answered_with_what_to_write(text, told, instead):
    with pytest.raises(ProblemTextError) as caught:
        read_problem(text)
    assert told in str(caught.value) and instead in str(caught.value)


@pytest.mark.parametrize("wave", ["∂²u/∂t² = ∂²u/∂x²", "∂2u/∂t2 = ∂^2u/∂x^2", "d2u/dt2 = d2u/dx2"])
def test_partial_derivatives_have_signs_of_their_own(wave):
    rest = "on x in [0, 1], t in [0, 1]; u(x, 0) = 0; ∂u/∂t(x, 0) = 1"
    assert read_problem(f"{wave} {rest}") == read_problem(f"u_tt = u_xx {rest}")
