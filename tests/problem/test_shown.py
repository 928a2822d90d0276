"""Problems as notebooks see them."""

from xml.etree import ElementTree

import pytest
from sympy import Eq, Function
from sympy.abc import t, x

from sympy_ssde import Problem
from sympy_ssde.bench.catalogue import entries

u = Function("u")


@pytest.mark.parametrize("entry", entries()[::6], ids=lambda e: e.id)
def test_notebooks_see_a_formula_for_each_constraint(entry):
    problem = entry.problem()
    tree = ElementTree.fromstring(problem._repr_html_())
    shown = [d for d in tree.findall("div") if d.attrib.get("style")]
    assert len(shown) == len(problem.constraints)
    assert all(d.find("math") is not None for d in shown)
    assert problem._repr_latex_().count("&=") == len(problem.constraints)


def test_an_equation_stands_as_it_was_stated():
    heat = Eq(u(x, t).diff(t), u(x, t).diff(x, 2))
    problem = Problem(heat, u(x, t), {u(0, t): 0, u(1, t): t, u(x, 0): x * (1 - x)})
    assert problem.as_given()["eq"] == heat and str(problem).startswith(str(heat))
    assert problem.as_given()["bcs"][1] == Eq(u(1, t), t)
    assert "&= \\frac{\\partial^{2}}" in problem._repr_latex_()
    assert Problem(**problem.as_given()) == problem
