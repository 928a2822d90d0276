"""Pieces of HTML: escaped, well-formed, and complete."""

from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

import pytest
import solutions
from sympy import Rational, Symbol

from sympy_ssde import Status
from sympy_ssde.proof.verify import Outcome
from sympy_ssde.result import page

# Every proof is made once.
heat, oscillator, pole = (cache(f) for f in (solutions.heat, solutions.oscillator, solutions.pole))
rough_heat, nothing = cache(solutions.rough_heat), cache(solutions.nothing)
poisson_in_a_cube = cache(solutions.poisson_in_a_cube)
waves, rough_waves = cache(solutions.waves), cache(solutions.rough_waves)
SHAPES = {"oscillator": oscillator, "heat": heat, "rough": rough_heat, "cube": poisson_in_a_cube}
SHAPES |= {"waves": waves, "rough waves": rough_waves}

NASTY = '<script>alert("1 & 2")</script>'


def parsed(html):
    """The tree of a piece; raises if it isn't well-formed."""
    return ElementTree.fromstring(f"<div>{html}</div>")


@pytest.mark.parametrize("name", SHAPES)
def test_pages_are_well_formed(name):
    solution = SHAPES[name]()
    tree = parsed(page.summary(solution))
    table = next(t for t in tree.iter("table") if t.attrib.get("class") == "proof")
    rows = table.findall("tbody/tr")
    assert len(rows) == len(solution.problem.constraints)
    kinds = [row.findall("td")[2].text for row in rows]
    equations = len(solution.problem.equations)
    assert kinds[:equations] == ["equation"] * equations
    assert set(kinds[equations:]) <= {"initial", "boundary"}


def test_initial_and_boundary_conditions_are_told_apart():
    tree = parsed(page.proof_table(heat()))
    kinds = [row.findall("td")[2].text for row in tree.iter("tr") if row.findall("td")]
    assert kinds == ["equation", "boundary", "boundary", "initial"]


def test_refutations_say_where():
    wrong = solutions.heat(solutions.x * solutions.t)
    text = "".join(parsed(page.proof_table(wrong)).itertext())
    assert "✗ refuted" in text and "the residual is" in text and ": x = " in text


def test_without_a_proof_nothing_is_claimed():
    text = "".join(parsed(page.proof_table(rough_heat())).itertext())
    assert text.count("only sampled, not proved") == len(rough_heat().problem.constraints)
    assert "✓" not in text


def test_residuals_are_shown_of_approximations_only():
    assert page.residual_table(oscillator()) == ""
    assert page.residual_table(nothing()) == ""
    text = "".join(parsed(page.residual_table(rough_heat())).itertext())
    assert "equation" in text and "0.25" in text


def test_steps_are_shown_where_there_are_some():
    assert page.steps_table(oscillator()) == ""
    rows = list(parsed(page.steps_table(poisson_in_a_cube())).iter("tr"))
    assert len(rows) == 1 + 3 + 1


def test_how_it_was_found():
    text = "".join(parsed(page.how_found(oscillator())).itertext())
    assert text == "✓ proved (direct, 12,345 candidates, 1.50 s, seed 7)"
    assert "out of time" in page.how_found(rough_heat())


def test_what_comes_from_outside_is_escaped():
    bad = replace(rough_heat(), reason=NASTY, method=NASTY, residuals={NASTY: 1.0})
    html = page.summary(bad)
    assert "<script" not in html
    assert NASTY in "".join(parsed(html).itertext())


def test_reasons_and_names_in_refutations_are_escaped():
    found = pole()
    outcome = Outcome("", Status.REFUTED, reason=NASTY, point={Symbol("<b>"): Rational(1, 3)})
    proof = replace(found.verification, equations=(outcome,))
    html = page.proof_table(replace(found, verification=proof))
    assert "<script" not in html and "<b>" not in html
    assert "<b> = 0.333333" in "".join(parsed(html).itertext())


def test_no_answer_is_said_so():
    assert page.answer(nothing()) == "<p>No candidate was found.</p>"
    assert page.answer(oscillator()).startswith("<math")


def test_all_functions_of_a_system_are_shown_each_in_its_line():
    tree = parsed(page.answer(waves()))
    formulas = ["".join(m.itertext()) for m in tree.iter("math")]
    assert len(formulas) == 2
    assert formulas[0].startswith("u") and formulas[1].startswith("v")


def test_all_equations_of_a_system_have_their_proofs():
    rows = [r.findall("td") for r in parsed(page.proof_table(waves())).iter("tr")][1:]
    assert [cells[2].text for cells in rows[:3]] == ["equation", "equation", "initial"]
    assert len(rows) == 6 and all("proved" in "".join(cells[0].itertext()) for cells in rows)
    wrong = solutions.waves(0 * solutions.x, 0 * solutions.x)
    text = "".join(parsed(page.proof_table(wrong)).itertext())
    assert text.count("✓ proved") == 5 and text.count("✗ refuted") == 1


def test_steps_of_a_system_show_a_formula_for_each_function():
    tree = parsed(page.steps_table(solutions.waves_step_by_step()))
    first = tree.find("table/tbody/tr").findall("td")
    assert len(first[2].findall("div/math")) == 2 and len(first[3].findall("math")) == 2
    assert len(list(tree.iter("th"))[2].findall("math")) == 2
