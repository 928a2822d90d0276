"""The layout of a text before it is parsed: size, characters, comments, brackets, long lines.

Everything keeps its position, so that an error anywhere later can point at the user's own text.
"""

from sympy_ssde.problem.text.mistakes import ProblemTextError

#: A problem on paper is a page; what is longer is not a problem.
MAX_CHARACTERS = 10_000
#: Brackets inside brackets.
MAX_NESTING = 40

_OPEN, _CLOSED = "([", ")]"
#: A line that ends with one of these goes on in the next one.
_UNFINISHED = "+-*/^=,<>"
_BLANK = " \t\r\f"


def lay_out(text: str) -> str:
    """The text as the grammar reads it: as long as before, one statement per line.

    >>> lay_out("u' = (x +  # a comment")
    Traceback (most recent call last):
    ...
    sympy_ssde.problem.text.mistakes.ProblemTextError: line 1: this bracket is never closed
        u' = (x +  # a comment
             ^
    >>> lay_out("u' = x +\\n 1 # more")
    "u' = x +  1       "
    """
    if not isinstance(text, str):
        raise ProblemTextError(f"the problem is {text!r}; a text was expected")
    if len(text) > MAX_CHARACTERS:
        raise ProblemTextError(
            f"the text has more than {MAX_CHARACTERS} characters; a problem was expected"
        )
    laid: list[str] = []
    open_brackets: list[int] = []
    comment, last = False, ""
    for position, character in enumerate(text):
        if character == "\n":
            comment = False
            goes_on = bool(open_brackets) or (last != "" and last in _UNFINISHED)
            laid.append(" " if goes_on else "\n")
            last = last if goes_on else ""
            continue
        if character not in _BLANK and not character.isprintable() and character != "\ufeff":
            raise ProblemTextError(
                f"the character {character!r} can't be part of a problem",
                text,
                position,
                "is this a text file?",
            )
        comment = comment or character == "#"
        if comment or character == "\ufeff":
            laid.append(" ")
            continue
        _follow_brackets(text, position, open_brackets)
        laid.append(character)
        last = last if character in _BLANK else character
    if open_brackets:
        raise ProblemTextError("this bracket is never closed", text, open_brackets[-1])
    return "".join(laid)


def _follow_brackets(text: str, position: int, open_brackets: list[int]) -> None:
    character = text[position]
    if character in _OPEN:
        open_brackets.append(position)
        if len(open_brackets) > MAX_NESTING:
            raise ProblemTextError(
                f"more than {MAX_NESTING} brackets are open here", text, position
            )
    elif character in _CLOSED:
        if not open_brackets:
            raise ProblemTextError("this bracket was never opened", text, position)
        open_brackets.pop()
    elif character == ";" and open_brackets:
        raise ProblemTextError("this bracket is never closed", text, open_brackets[-1])
