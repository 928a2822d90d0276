"""The small chart of a search."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from solutions import HISTORY

from sympy_ssde.result.solution import History, Record


def parsed(history):
    return ElementTree.fromstring(history._repr_html_())


@pytest.mark.parametrize("count", [1, 2, 12])
def test_the_best_reward_never_falls(count):
    history = History(HISTORY.records[:count])
    line = parsed(history).find("svg/polyline").attrib["points"]
    points = [tuple(map(float, p.split(","))) for p in line.split()]
    assert len(points) == 2 * count
    for (a, b), (c, d) in pairwise(points):
        assert a <= c <= 320 and b >= d >= 0


def test_the_front_has_a_row_for_each_complexity():
    rows = parsed(HISTORY).findall("table/tbody/tr")
    assert [r.find("td").text for r in rows] == ["1", "3", "7"]
    assert repr(HISTORY) == "<History: 12 generations, a front of 3>"


def test_expressions_are_escaped_and_cut():
    record = Record(0, "policy", 10, 0.5, 0.9, 0.01, "x")
    history = History((record,), ((1, 0.5, "<script>" * 100),))
    assert "<script>" not in history._repr_html_() and len(history._repr_html_()) < 2000
    assert parsed(history).find("table") is not None


def test_without_a_search_it_says_so():
    assert "No search was needed" in History()._repr_html_()
