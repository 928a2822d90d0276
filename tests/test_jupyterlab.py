"""A first notebook in JupyterLab, as a newcomer sees it in a browser."""

import pytest
from first_notebook import CELLS
from lab import ERROR, STDERR, Lab, missing

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(missing()), reason=missing())]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    with Lab(tmp_path_factory.mktemp("lab"), CELLS) as page:
        page.run(seconds=300)  # where nothing is compiled yet
        yield page


def boxes(lab, selector):
    """Widths and heights of what a selector finds, and whether each has all that it should."""
    found = f"[...document.querySelectorAll({selector!r})].map(e => e.getBoundingClientRect())"
    return lab.page.value(f"{found}.map(r => [r.width, r.height])")


def test_nothing_is_said_but_that_it_compiles(lab):
    assert lab.texts(ERROR) == []
    assert all("compiling, once on this machine" in text for text in lab.texts(STDERR))


def test_each_cell_shows_what_it_should(lab):
    shown = lab.page.value(
        "[...document.querySelectorAll('.jp-CodeCell')].map(c =>"
        " [...c.querySelectorAll('.jp-OutputArea-output')].map(o => o.textContent).join(' '))"
    )
    assert len(shown) == len(CELLS)
    problem, answer, found, history, proof, steps, values, _, report = shown
    assert problem.startswith("Find") and "with" in problem
    assert answer.count("✓ proved") == 5 and "This is the only solution" in answer
    assert "✓ proved (direct" in found and "skeletons/s" not in found  # its progress is over
    assert "generations" in history and "complexity" in history
    assert proof.count("✓ proved") == 5 and "because" in proof
    assert steps and "array" in values and "report.html" in report
    assert (lab.folder / "report.html").stat().st_size > 10_000


def test_formulas_are_drawn_and_pictures_are_there(lab):
    formulas = boxes(lab, ".jp-OutputArea-output math")
    assert len(formulas) > 15 and min(height for _, height in formulas) > 6
    (plot,) = boxes(lab, ".jp-RenderedImage img")
    assert plot[0] > 300 and plot[1] > 200
    (chart,) = boxes(lab, ".jp-OutputArea-output svg")
    assert chart[0] > 100


def test_outputs_are_not_cut(lab):
    cut = lab.page.value(
        "[...document.querySelectorAll('.jp-OutputArea-output')]"
        ".filter(o => o.scrollWidth > o.clientWidth + 1).map(o => o.textContent.slice(0, 80))"
    )
    assert cut == []
