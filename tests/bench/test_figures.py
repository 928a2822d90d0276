"""Statistics and tables."""

import pytest
from bench_makers import make_row

from sympy_ssde.bench.figures import Figures, Mean
from sympy_ssde.bench.tables import Table, shorten


def test_figures():
    rows = [
        make_row(seed=0, seconds=1.0, evaluations=100, expression="x + x", loss=1e-3),
        make_row(seed=1, seconds=3.0, evaluations=300, expression="2*x", recovered=True),
        make_row(seed=2, status="UNDECIDED", seconds=10.5, evaluations=500, reason="out of time"),
        make_row(seed=3, status="ERROR", seconds=0.1, reason="oh"),
    ]
    figures = Figures.of(rows)
    assert (figures.runs, figures.proved, figures.recovered) == (4, 2, 1)
    assert figures.median == (3.0 + 10.0) / 2  # the error counts as its whole time
    assert figures.high == pytest.approx(10.0 + 0.85 * 0.5)
    assert (figures.worst, figures.skeletons) == (10.5, 300)
    assert figures.mean == pytest.approx((1 + 3 + 10.5 + 10) / 4)
    assert str(figures.loss) == "1.00e-03 (1 of 4)"


def test_the_expression_is_the_most_frequent_not_the_best():
    found = ["x + x", "2*x", "x + x"]
    rows = [make_row(seed=i, expression=e) for i, e in enumerate(found)]
    assert Figures.of(rows).expression == "x + x"
    assert Figures.of([make_row(status="UNDECIDED", expression="2*x")]).expression == "-"


def test_means():
    assert str(Mean.of([None, None])) == "-"
    assert str(Mean.of([2.0])) == "2.00e+00"
    mean = Mean.of([1.0, 2.0, 3.0])
    assert (mean.value, mean.half) == (2.0, pytest.approx(1.96 / 3**0.5))


TABLE = Table("Times", ("problem", "s"), (("a", "1.5"), ("b", "x**2 + " * 20)), "a note")


def test_text_is_cut_and_markdown_is_not():
    title, header, first, second, note = TABLE.text(width=20).splitlines()
    assert (title, note) == ("Times", "a note")
    assert (header.split(), first.split()) == (["problem", "s"], ["a", "1.5"])
    assert second == "b        x**2 + x**2 + x**..."
    assert TABLE.markdown().count("x**2") == 20
    assert shorten("abcdef", 5) == "ab..."


def test_markdown():
    lines = Table("", ("name", "n"), (("a|b", "1"), ("c_1*x", "22"))).markdown().splitlines()
    assert lines == ["| name | n |", "| --- | ---: |", "| a\\|b | 1 |", "| `c_1*x` | 22 |"]
