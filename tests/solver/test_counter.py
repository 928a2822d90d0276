"""How far many problems are."""

import sys

import pytest

from sympy_ssde.solver.counter import Counter


class Terminal:
    """An error stream that a person sees."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        pass

    def isatty(self):
        return True


def test_lines_where_nothing_can_move(capsys):
    with Counter(3, True) as counter:
        counter.show([None, None, None])
        counter.show([True, None, False])  # too soon after the first
        counter.show([True, True, False])
    assert capsys.readouterr().err == "0 of 3: 0 proved, 0 not\n3 of 3: 2 proved, 1 not\n"


@pytest.mark.parametrize("wanted", [None, False])
def test_nothing_where_nobody_watches(wanted, capsys):
    with Counter(1, wanted) as counter:
        counter.show([True])
    assert capsys.readouterr().err == ""


def test_a_bar_where_a_person_watches(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with Counter(2, None) as counter:
        counter.show([True, None])
        assert counter._bar.tasks[0].completed == 1
        assert "1 of 2: 1 proved, 0 not" in counter._bar.tasks[0].description
