"""From text to a syntax tree by lark, with errors that say what to write instead."""

import re
from functools import cache
from typing import NoReturn

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from sympy_ssde.problem.text.layout import lay_out
from sympy_ssde.problem.text.mistakes import ProblemTextError
from sympy_ssde.problem.text.scope import FUNCTIONS
from sympy_ssde.resources import read_grammar

#: What people type, and what it is written as here.
_INSTEAD = {
    "−": "-",
    "–": "-",
    "×": "*",
    "·": "*",
    "÷": "/",
    "²": "^2",
    "³": "^3",
    "∞": "oo",
    "≤": "<=",
    "≥": ">=",
    "∈": "in",
    "′": "'",
    "’": "'",
    "√": "sqrt",
    "Δ": "laplacian(u)",
    "∇": "laplacian(u)",
    "{": "(",
    "}": ")",
    ":": "=",
    "!": "gamma(n + 1), which is not supported",
    "|": "abs(x)",
    "%": "a comment with #",
    "\\": "the formula without LaTeX",
    "$": "the formula without LaTeX",
    ".": "equations as on paper, such as u' = u, not as Python code",
}

_OPERANDS = {"NAME", "NUMBER", "LPAR", "LEIBNIZ"}
_READABLE = {"EQUAL": "=", "IN": "in", "COMMA": ",", "RPAR": ")", "RSQB": "]"}


@cache
def problem_grammar() -> Lark:
    """The compiled grammar of problem files."""
    return Lark(
        read_grammar("problem.lark"), parser="lalr", lexer="basic", propagate_positions=True
    )


def parse_text(text: str) -> Tree[Token]:
    """The syntax tree of a text; positions in it are those of the text."""
    laid = lay_out(text)
    try:
        return problem_grammar().parse(laid)
    except UnexpectedInput as error:
        _explain(error, text, laid)


def _explain(error: UnexpectedInput, text: str, laid: str) -> NoReturn:
    if isinstance(error, UnexpectedCharacters):
        position = error.pos_in_stream or 0
        character = text[position]
        instead = _INSTEAD.get(character)
        raise ProblemTextError(
            f"the character {character!r} is not expected here",
            text,
            position,
            f"write {instead}" if instead else "",
        ) from None
    assert isinstance(error, UnexpectedToken)
    token = error.token
    expected = set(error.accepts or error.expected)
    if token.type in ("$END", "_END"):
        end = len(laid) if token.type == "$END" else token.start_pos or 0
        position = len(laid[:end].rstrip())
        raise ProblemTextError("the statement ends too early", text, position, _ending(expected))
    position = token.start_pos or 0
    message, suggestion = _unexpected(token, laid[:position].rstrip(), laid[position:], expected)
    raise ProblemTextError(message, text, position, suggestion) from None


def _ending(expected: set[str]) -> str:
    if expected & _OPERANDS:
        return "a number, a name or a bracket was expected"
    known = [_READABLE[name] for name in sorted(expected) if name in _READABLE]
    return f"{' or '.join(map(repr, known))} was expected" if known else ""


def _unexpected(token: Token, before: str, rest: str, expected: set[str]) -> tuple[str, str]:
    """What is wrong with the token between two texts, and what to try."""
    word = re.split(r"\W", before)[-1]
    if token.type in _OPERANDS and word in FUNCTIONS:
        argument = re.match(r"[\w.]*", rest)
        shown = argument[0] if argument else ""
        return f"{word} needs brackets around its argument", f"write {word}({shown or 'x'})"
    if token.type in _OPERANDS and "OPERATOR" in expected:
        power = re.search(r"(\^|\*\*)\s*(\w+)$", before)
        if power:
            whole = f"{power[1]}({power[2]}*{token})"
            return (
                f"it is not clear what is in the exponent before {str(token)!r}",
                f"write {whole}",
            )
        return f"{str(token)!r} follows without an operator", "did you mean '*' between them?"
    if token.type == "EQUAL" and before.endswith("="):
        return "'==' is not an equals sign here", "write '='"
    if token.type == "EQUAL":
        return "a second '=' in one statement", "put each equation on a line of its own, or ';'"
    if token.type in ("OPERATOR", "POWER", "RPAR", "RSQB", "COMMA") and expected & _OPERANDS:
        return f"something is missing before {str(token)!r}", _ending(expected)
    if token.type == "COMMA" and not _ending(expected):
        return "',' is not expected here", "put each equation on a line of its own, or ';'"
    if token.type == "IN":
        return "a range is not expected here", "ranges come after 'on', 'for' or 'param'"
    if token.type == "COMPARE":
        return f"{str(token)!r} is not expected here", "ranges come after 'on', 'for' or 'param'"
    return f"{str(token)!r} is not expected here", _ending(expected)
