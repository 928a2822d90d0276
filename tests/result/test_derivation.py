"""The derivation as text, LaTeX and HTML."""

from dataclasses import replace

from solutions import decay, poisson_in_a_cube
from sympy import Eq, Function, Symbol, exp

from sympy_ssde.reduction.reduction import Line
from sympy_ssde.result.derivation import (
    derivation_html,
    derivation_latex,
    derivation_text,
    lines_of,
)

x = Symbol("x")
u = Function("u")
LINES = (Line("Separate 50% & more"), Line("then <solve>", (Eq(u(x), exp(-x)), x**2)))
DERIVED = replace(decay(), steps=LINES)


def test_text_numbers_the_lines():
    assert derivation_text(DERIVED).splitlines() == [
        "1. Separate 50% & more",
        "2. then <solve>:",
        "       u(x) = exp(-x)",
        "       x**2",
    ]
    assert DERIVED.steps_text() == derivation_text(DERIVED)


def test_latex_is_a_list_with_escaped_words():
    text = DERIVED.steps_latex()
    assert text == derivation_latex(DERIVED)
    assert text.startswith(r"\begin{enumerate}") and r"50\% \& more" in text
    assert r"\[u{\left(x \right)} = e^{- x}\]" in text


def test_html_escapes_words_and_draws_formulas():
    page = derivation_html(DERIVED)
    assert page.count("<li>") == 2 and "&lt;solve&gt;" in page and "<math" in page
    assert page in DERIVED._repr_html_()


def test_rounds_of_the_recursion_are_no_derivation():
    cube = poisson_in_a_cube()
    assert lines_of(cube) == () and derivation_text(cube) == derivation_latex(cube) == ""
    assert derivation_html(cube) == ""
