"""Tables and words of pages."""

from html import escape
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from sympy_ssde.markup.tables import cut, listed, table


def parsed(html):
    """The tree of a piece; raises if it isn't well-formed."""
    return ElementTree.fromstring(f"<div>{html}</div>")


@given(st.lists(st.lists(st.text("abc<&", max_size=4).map(escape), min_size=2, max_size=2)))
def test_tables_have_a_cell_for_each_given(rows):
    tree = parsed(table(("one", "two"), rows, kind="proof"))
    assert tree.find("table").attrib == {"class": "proof"}
    assert [h.text for h in tree.iter("th")] == ["one", "two"]
    cells = [[c.text or "" for c in row] for row in tree.find("table/tbody")]
    assert [[escape(c) for c in row] for row in cells] == rows


def test_a_table_needs_no_class():
    assert parsed(table(("a",), [])).find("table").attrib == {}


def test_names_in_a_sentence():
    assert listed(["u"]) == "u" and listed(iter("uv")) == "u and v"
    assert listed("uvwp") == "u, v, w and p"


@given(st.text(), st.integers(3, 50))
def test_texts_are_cut_to_a_width(text, width):
    shown = cut(text, width)
    assert len(shown) <= width
    assert shown == text or (shown.endswith("...") and text.startswith(shown[:-3]))
