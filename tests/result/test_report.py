"""The report: complete, safe, self-contained, and readable in a real browser."""

import base64
import builtins
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from browser import Browser, find_browser
from solutions import (
    HISTORY,
    SHAPES,
    SYSTEMS,
    decay,
    heat,
    nothing,
    oscillator,
    poisson_in_a_cube,
    rotation,
    rough_heat,
    rough_waves,
    solution,
    taylor_green,
    waves,
)
from sympy import Eq, Function, Symbol, exp, symbols

import sympy_ssde
from sympy_ssde import History, Problem, SearchConfig, checkssdsol
from sympy_ssde.result.report import report, write_report
from sympy_ssde.result.solution import Method

x = symbols("x")

VOID = set("meta link img br hr".split())


class Structure(HTMLParser):
    """Checks that elements are closed in order; collects texts, codes and addresses."""

    def __init__(self, page):
        super().__init__()
        self.open, self.texts, self.codes, self.addresses = [], [], [], []
        self.feed(page)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.addresses += [v for k, v in attributes if k in ("src", "href")]
        assert not [k for k, _ in attributes if k.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "pre":
            self.codes.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "title"):
            self.texts.append(data)
        if "pre" in self.open:
            self.codes[-1] += data


def text_of(page):
    return " ".join(" ".join(Structure(page).texts).split())


@pytest.mark.parametrize("name", [*SHAPES, *SYSTEMS, "nothing"])
def test_pages_are_well_formed_and_need_nothing_from_outside(name):
    page = report({**SHAPES, **SYSTEMS, "nothing": nothing}[name]())
    structure = Structure(page)
    assert all(address.startswith("data:") for address in structure.addresses)
    outside = page.replace("http://www.w3.org", "")
    assert not re.search(r"https?://|url\(|@import|<script", outside)


def test_a_proved_solution_says_what_was_proved():
    page = report(heat(), command="ssde solve heat.txt")
    text = text_of(page)
    assert text.count("✓ proved") == 5  # in the title, for the equation and three conditions
    assert "an exact solution" in text and "undecided" not in text
    assert "Eq(u(x, t), exp(-pi**2*t)*sin(pi*x))" in text
    assert "ssde solve heat.txt" in text and sympy_ssde.__version__ in text


def test_an_approximation_says_that_nothing_is_proved():
    text = text_of(report(rough_heat()))
    assert "Nothing was proved" in text and "proved: " not in text and "✓" not in text
    assert text.count("? undecided") == 5
    assert "equation 0.25" in text and "boundary 0.125" in text and "out of time" in text


def test_a_refuted_candidate_names_the_counterexample():
    wrong = solution(oscillator().problem, 2 * x)
    text = text_of(report(wrong))
    assert "not a solution" in text and "✗ refuted" in text and "x = " in text


def test_nothing_found_is_said():
    text = text_of(report(nothing()))
    assert "No candidate was found." in text and "? undecided" in text


def test_the_steps_are_there_if_there_were_any():
    assert "Step by step" not in report(heat())
    text = text_of(report(poisson_in_a_cube()))
    assert "Step 1" in text and "Step 3" in text and "Step by step" in text


def test_the_history_is_there_if_there_was_one():
    assert "No search was needed" in text_of(report(heat()))
    assert "ended before its first generation" in text_of(report(nothing()))
    text = text_of(report(poisson_in_a_cube()))
    assert "The best reward so far. The Pareto front" in text
    for complexity, loss, expression in HISTORY.front:
        assert f"{complexity} {loss:.3g} {expression}" in text


@pytest.mark.parametrize("name", [*SHAPES, *SYSTEMS])
def test_the_code_of_the_page_states_and_checks_the_problem(name):
    found = {**SHAPES, **SYSTEMS}[name]()
    codes = Structure(report(found)).codes
    (code,) = [c for c in codes if "find_solution" in c]
    statement, _, call = code.rpartition("\n")
    assert call == "solution = find_solution(problem, seed=7)"
    names = {}
    exec(statement, names)
    assert names["problem"] == found.problem
    if found:
        assert checkssdsol(names["problem"], found.exprs)


# systems ----------------------------------------------------------------------------------------


def test_the_title_names_all_functions():
    assert "<title>Solution of u(x, t) and v(x, t)</title>" in report(waves())
    assert "<h1>Solution of u(x, y, t), v(x, y, t) and p(x, y, t)</h1>" in report(taylor_green())


def test_a_system_is_shown_with_all_that_is_proved():
    text = text_of(report(waves()))
    assert text.count("✓ proved") == 1 + 2 + 4
    assert "All equations and every condition are proved: this is an exact solution." in text
    assert "[Eq(u(x, t), sin(x)*cos(t)), Eq(v(x, t), sin(t)*cos(x))]" in text
    codes = Structure(report(waves())).codes
    (written,) = [c for c in codes if c.startswith("u{")]
    assert [line[0] for line in written.splitlines()] == ["u", "v"]


def test_the_picture_of_a_system_is_described():
    page = report(rotation())
    assert "the functions against each other, with their start in red" in page
    assert 'alt="The solution u(t) and v(t)"' in page
    assert "the largest difference between the sides of an equation" in report(rough_waves())


def test_options_of_the_search_are_part_of_the_call():
    changed = oscillator(options={"library": ("+", "sin"), "config": SearchConfig(batch=7)})
    (code,) = [c for c in Structure(report(changed)).codes if "find_solution" in c]
    names = {}
    exec(code.replace("find_solution(problem", "dict(problem=problem"), names)
    assert names["solution"]["library"] == ("+", "sin")
    assert names["solution"]["config"] == SearchConfig(batch=7)
    assert "config=SearchConfig(batch=7))" in code


def test_whatever_comes_from_a_problem_is_escaped():
    bad = "<img src=x onerror=alert(1)>"
    f, a = Function(f"f{bad}"), Symbol(f"a{bad}")
    problem = Problem(Eq(f(x).diff(x), a * f(x)), f(x), {f(0): 1}, params=[a])
    found = solution(problem, exp(a * x), checked=False, reason=bad)
    page = report(found, command=bad)
    assert "<img src=x" not in page
    Structure(page)


def test_pages_do_not_change_when_they_are_written_again(tmp_path):
    found = decay()
    first, second = (write_report(found, tmp_path / name) for name in ("a.html", "b.html"))
    assert first.read_bytes() == second.read_bytes()


def test_pictures_are_part_of_the_page():
    (image,) = [a for a in Structure(report(heat())).addresses if len(a) > 100]
    kind, _, data = image.partition(",")
    assert kind == "data:image/svg+xml;base64" and b"<svg" in base64.b64decode(data)


def test_without_matplotlib_the_page_is_written_without_pictures(monkeypatch):
    import sys

    for module in ("figure", "plot", "history_plot"):
        monkeypatch.delitem(sys.modules, f"sympy_ssde.result.{module}", raising=False)
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("matplotlib"):
            raise ModuleNotFoundError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    text = text_of(report(heat()))
    assert "plots need matplotlib" in text and "an exact solution" in text


# in a browser -----------------------------------------------------------------------------------

browsers = pytest.mark.skipif(
    find_browser() is None,
    reason="no Chromium on this machine (Debian: apt-get install chromium)",
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Browser(find_browser(), tmp_path_factory.mktemp("profile")) as page:
        yield page


def box(browser, selector):
    return browser.value(
        f"(r => [r.width, r.height])(document.querySelector({selector!r}).getBoundingClientRect())"
    )


@browsers
@pytest.mark.parametrize("name", ["heat", "poisson_in_a_cube", "rough_heat", "disk", "waves"])
def test_a_browser_shows_formulas_and_pictures_without_complaint(name, browser, tmp_path):
    browser.complaints.clear()
    browser.resize(1000, 800)
    browser.open(write_report({**SHAPES, **SYSTEMS}[name](), tmp_path / "report.html"))
    assert browser.complaints == []
    assert all(u.startswith(("file:", "data:")) for u in browser.requests())
    width, height = box(browser, "section.answer math")
    assert width > 100 and height > 20
    formulas = browser.value(
        "[...document.querySelectorAll('math')].map(m => m.getBoundingClientRect().height)"
    )
    assert len(formulas) > 8 and min(formulas) > 6
    pictures = browser.value("[...document.images].map(i => [i.complete, i.naturalWidth])")
    assert pictures and all(complete and size > 100 for complete, size in pictures)


@browsers
def test_formulas_are_drawn_as_formulas(browser, tmp_path):
    browser.open(write_report(heat(), tmp_path / "report.html"))
    above, below = browser.value(
        "(f => [...f.children].map(c => c.getBoundingClientRect().top))"
        "(document.querySelector('mfrac'))"
    )
    assert above < below  # a numerator stands above its denominator
    raised = browser.value(
        "(([base, power]) => power.getBoundingClientRect().bottom"
        " < base.getBoundingClientRect().bottom)"
        "(document.querySelector('section.answer msup').children)"
    )
    assert raised


@browsers
@pytest.mark.parametrize("name", ["heat", "poisson_in_a_cube", "taylor_green"])
def test_a_phone_shows_the_page_without_scrolling_sideways(name, browser, tmp_path):
    browser.resize(390, 800)
    browser.open(write_report({**SHAPES, **SYSTEMS}[name](), tmp_path / "report.html"))
    width, visible = browser.value(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert visible == 390 and width <= visible


@browsers
def test_formulas_of_a_system_do_not_touch(browser, tmp_path):
    browser.resize(1000, 800)
    browser.open(write_report(taylor_green(), tmp_path / "report.html"))
    boxes = browser.value(
        "[...document.querySelectorAll('section.answer math')]"
        ".map(m => m.getBoundingClientRect()).map(r => [r.top, r.bottom])"
    )
    assert len(boxes) == 3
    assert all(below[0] - above[1] > 5 for above, below in pairwise(boxes))


@browsers
def test_dark_screens_get_dark_pages(browser, tmp_path):
    browser.open(write_report(heat(), tmp_path / "report.html"))
    colour = "getComputedStyle(document.body).backgroundColor"
    assert browser.value(colour) == "rgb(255, 255, 255)"
    browser.darken()
    assert browser.value(colour) == "rgb(15, 23, 42)"


def test_an_approximation_is_not_called_a_solution():
    page = report(rough_heat())
    assert "<h1>Approximation of u(x, t)</h1>" in page and "Solution of" not in page
    assert "Chebyshev collocation" in page and "What to try next" in page and "timeout=3000" in page
    assert "<h1>No solution of u(x)</h1>" in report(nothing())
    assert "<h1>Solution of u(x, t)</h1>" in report(heat())


def test_the_problem_stands_as_it_was_stated_and_as_text():
    page = report(heat())
    first = page[page.index("equations") :].split("</li>")[0]
    left, right = first.split("<mo>=</mo>")
    assert "∂" in left and "∂" in right
    assert "u_t = u_xx\non x in [0, 1], t in [0, 1/4]" in page


def test_a_report_has_its_date_and_nothing_else_that_changes(tmp_path):
    written = write_report(heat(), tmp_path / "report.html").read_text(encoding="utf-8")
    assert re.search(r"on \d{4}-\d\d-\d\d\.</footer>", written)
    found = oscillator()
    assert report(found) == report(found)


def test_parameters_keep_their_names():
    beta = Symbol("beta", positive=True)
    u = Function("u")
    problem = Problem(u(x).diff(x) - beta, u(x), {u(0): 0}, params={beta: (1, 2)})
    page = report(solution(problem, beta * x))
    assert "beta = Symbol(" in page and "beta_" not in page


@browsers
@pytest.mark.parametrize("name", ["heat", "poisson_in_a_cube", "rough_heat", "taylor_green"])
def test_on_paper_nothing_scrolls_or_is_cut(name, browser, tmp_path):
    browser.open(write_report({**SHAPES, **SYSTEMS}[name](), tmp_path / "report.html"))
    browser.as_paper()
    wide = browser.value(
        "[...document.querySelectorAll('body, section, .wide, pre, table')]"
        ".filter(e => e.scrollWidth > e.clientWidth + 1 && e.scrollWidth > 1.25*718)"
        ".map(e => e.tagName + ' ' + e.textContent.slice(0, 60))"
    )
    assert wide == []  # a page that is a little too wide is printed smaller, as a whole
    hidden = "[...document.querySelectorAll('details pre')].map(e => e.checkVisibility())"
    shown = browser.value(hidden.replace("()", "({contentVisibilityAuto: true})"))
    assert shown and all(shown)  # what a screen unfolds stands on paper
    browser.print(tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")


def test_cards_are_not_divided_between_pages():
    page = report(heat())
    style = page[page.index("@media print") :]
    assert "overflow: visible" in style and "break-inside: avoid" in style


def test_what_led_to_an_answer_without_a_search_is_named():
    found = replace(heat(), history=History())
    for method, words in ((Method.REDUCTION, "structure of the problem"), (Method.SYMPY, "method")):
        assert words in text_of(report(replace(found, method=method)))
