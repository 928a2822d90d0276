"""What was proved, as notebooks see it."""

from xml.etree import ElementTree

import pytest
from sympy import Function, exp
from sympy.abc import x

from sympy_ssde import Outcome, Problem, Status, Verification, checkssdsol
from sympy_ssde.proof import shown
from sympy_ssde.proof.ladder import LADDER

u = Function("u")
PROBLEM = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})


def parsed(html):
    """The tree of a piece; raises if it isn't well-formed."""
    return ElementTree.fromstring(f"<div>{html}</div>")


@pytest.mark.parametrize("status", Status)
def test_badges_do_not_rely_on_colours(status):
    span = parsed(shown.badge(status)).find("span")
    assert span.attrib["class"] == str(status) and span.text.endswith(f" {status}")
    assert shown.COLORS[status] in span.attrib["style"]
    assert len({shown.badge(s)[-20:] for s in Status}) == len(Status)


def test_every_rung_of_the_ladder_is_explained():
    assert set(shown.RUNGS) == {name for name, _, _ in LADDER}


@pytest.mark.parametrize(("expr", "words"), [(exp(x), "the residual is 0"), (x, "the residual is")])
def test_notebooks_see_a_row_for_each_constraint_and_why(expr, words):
    verification = checkssdsol(PROBLEM, expr)
    tree = parsed(verification._repr_html_())
    rows = tree.findall("div/table/tbody/tr")
    assert len(rows) == 2 and [r.findall("td")[2].text for r in rows] == ["equation", "condition"]
    text = "".join(tree.itertext())
    assert words in text and str(verification.status) in text
    formulas = ["".join(m.itertext()) for m in tree.iter("math")]
    assert formulas[0].startswith("dudx") and formulas[1] == "u⁡(0)=1"


def test_files_of_earlier_versions_have_the_text_only():
    outcome = Outcome("u(0) < 1", Status.PROVED, "identity")
    html = Verification(Status.PROVED, (), (outcome,), 0.1)._repr_html_()
    assert "<code>u(0) &lt; 1</code>" in html and parsed(html)


def test_a_terminal_sees_one_line():
    text = repr(checkssdsol(PROBLEM, exp(x)))
    assert text.startswith("<Verification: proved (2 proved; ") and "\n" not in text
