"""Functions in pieces, as texts write them."""

import pytest
from sympy import Piecewise, Symbol, sin

from sympy_ssde.problem.text.mistakes import ProblemTextError
from sympy_ssde.problem.text.reader import read_problem, read_solution

x = Symbol("x")
PROBLEM = read_problem("u' = u on x; u(0) = 1")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Piecewise((x, x < 1/2), (1 - x, True))", Piecewise((x, x < 0.5), (1 - x, True))),
        ("piecewise((x, x <= 1), (sin(x), x > 1))", Piecewise((x, x <= 1), (sin(x), x > 1))),
        ("piecewise((1, 0 < x < 1), (0, True))", Piecewise((1, (x > 0) & (x < 1)), (0, True))),
        ("2*piecewise((1, (x > 0) & (x < 1)), (0, True))",
         2 * Piecewise((1, (x > 0) & (x < 1)), (0, True))),
    ],
)  # fmt: skip
def test_pieces_are_read(text, value):
    (found,) = read_solution(text, PROBLEM)
    for place in (-0.5, 0.25, 0.75, 3):
        assert (found - value).subs(x, place) == 0


@pytest.mark.parametrize("text", ["Piecewise(x, 1)", "piecewise((x, 1))", "piecewise(x < 1)"])
def test_what_is_no_piece_is_refused(text):
    with pytest.raises(ProblemTextError):
        read_solution(text, PROBLEM)
