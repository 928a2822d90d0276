"""The progress bar comes where a person watches a long run, and only there."""

import io
import sys
import types
from dataclasses import replace

import pytest
from sympy import Function, Rational, Symbol

from sympy_ssde import SearchConfig, find_solution
from sympy_ssde.result.solution import Method, Record
from sympy_ssde.solver import progress as module
from sympy_ssde.solver.progress import PATIENCE, Progress

RECURSIVE = Method.RECURSIVE


def record(number, best="x + sin(x)"):
    return Record(number, "genetic", 1000 * number, 0.5 * number, 0.25, 0.1, best)


class Terminal(io.StringIO):
    """An error stream that says it is a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def watched(monkeypatch):
    """Call it in a test (pytest changes the error stream after the fixtures) for a terminal."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")

    def watch():
        monkeypatch.setattr(sys, "stderr", Terminal())
        return sys.stderr

    return watch


@pytest.fixture
def clock(monkeypatch):
    now = types.SimpleNamespace(seconds=100.0)
    monkeypatch.setattr(
        module, "time", types.SimpleNamespace(monotonic=lambda: now.seconds), raising=True
    )
    return now


@pytest.fixture
def shown_in_a_notebook(monkeypatch):
    """What the cell of a notebook has shown, one text after the other."""
    shown = []
    handle = types.SimpleNamespace(update=lambda html: shown.append(html.data))

    def display(html, display_id):
        shown.append(html.data)
        return handle

    monkeypatch.setattr(module, "in_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.display", display)
    monkeypatch.setattr("sympy_ssde.solver.notebook._BETWEEN", -1.0)
    return shown


def test_the_display_shows_the_course(watched):
    terminal = watched()
    with Progress(True, 10) as display:
        display.show(record(1))
        display.show(record(2))
        display._live.refresh()
    text = terminal.getvalue()
    assert "genetic" in text and "0.250000" in text and "1.00e-01" in text
    assert "x + sin(x)" in text and "2,000 skeletons/s" in text and "0:08 left" in text


def test_the_pareto_front_is_shown_best_first(watched):
    terminal = watched()
    front = tuple((n, 10.0**-n, "sin(" * n + "x" + ")" * n) for n in range(1, 10))
    shown = replace(record(1), front=front)
    with Progress(True, 10) as display:
        display.show(shown)
    lines = [line for line in terminal.getvalue().splitlines() if "e-0" in line]
    assert [line.split()[-2] for line in lines[:6]] == [f"1.00e-0{n}" for n in range(9, 3, -1)]
    assert "sin(" * 9 + "x" in lines[0]


def test_recursion_and_direct_search_stand_side_by_side(watched):
    terminal = watched()
    with Progress(True, 10) as display:
        display.show(replace(record(1), source="recursion x1", method=RECURSIVE))
        display.show(replace(record(2), source="recursion x2", method=RECURSIVE))
        display.show(record(3))
        display._live.refresh()
    last = terminal.getvalue().rsplit("search", 1)[1]
    assert "recursion x2" in last and "genetic" in last and "recursion x1" not in last


def test_long_expressions_are_cut(watched):
    terminal = watched()
    with Progress(True, 10) as display:
        display.show(record(1, "sin(" * 90 + "x" + ")" * 90))
    text = terminal.getvalue()
    assert "sin(sin(" in text and "…" in text and "sin(" * 60 not in text


def test_a_pipe_gets_a_line_now_and_then(clock, capfd):
    with Progress(True, 90) as display:
        for passed in (0.0, 0.5, 1.0, 3.0, 3.5):
            clock.seconds = 100 + passed
            display.show(record(1, "sin(" * 90 + "x" + ")" * 90))
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 2 and all("1:29 left" in line and "..." in line for line in lines)
    assert all(line.startswith("genetic  round 1  best reward 0.25") for line in lines)


def test_it_waits_before_it_appears_by_itself(watched, clock):
    terminal = watched()
    with Progress(None, 10) as display:
        for passed in (0.0, 1.0, PATIENCE):
            clock.seconds = 100 + passed
            display.show(record(1))
            assert terminal.getvalue() == ""
        clock.seconds = 100 + PATIENCE + 0.1
        display.show(record(7))
    assert " 7 " in terminal.getvalue()


@pytest.mark.parametrize("wanted", [None, False])
def test_nothing_without_a_terminal_or_a_wish(wanted, clock, capfd):
    with Progress(wanted, 10) as display:
        clock.seconds += 5
        display.show(record(1))
    assert capfd.readouterr() == ("", "")


def test_false_is_obeyed_on_a_terminal(watched, clock):
    terminal = watched()
    with Progress(False, 10) as display:
        clock.seconds += 5
        display.show(record(1))
    assert terminal.getvalue() == ""


def test_a_notebook_sees_it_in_its_cell_and_nothing_in_the_end(shown_in_a_notebook, clock, capfd):
    with Progress(True, 10) as display:
        display.show(record(1))
        assert "0.250000" in shown_in_a_notebook[-1] and "<progress" in shown_in_a_notebook[-1]
        clock.seconds += 5
        display.show(record(2, "<b>"))
        assert "&lt;b&gt;" in shown_in_a_notebook[-1]
    assert len(shown_in_a_notebook) == 3 and shown_in_a_notebook[-1] == ""
    assert capfd.readouterr() == ("", "")


def test_the_bar_goes_when_the_search_fails(watched):
    watched()
    with pytest.raises(ZeroDivisionError), Progress(True, 10) as display:
        display.show(record(1))
        live = display._live
        raise ZeroDivisionError
    assert not live.is_started


def test_a_search_draws_it(watched):
    terminal = watched()
    x, u = Symbol("x"), Function("u")
    eq = u(x).diff(x) - x**2 - u(x) ** 2
    found = find_solution(
        eq,
        u(x),
        {u(0): 1},
        {x: (0, Rational(1, 2))},
        progress=True,
        config=SearchConfig(batch=30, generations=1, max_rounds=1),
    )
    assert "skeletons/s" in terminal.getvalue()
    assert found.history.records[-1].best[:40] in terminal.getvalue()


@pytest.mark.parametrize("columns", ["80", "110"])
def test_numbers_are_not_cut_for_long_expressions(watched, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    terminal = watched()
    with Progress(True, 10) as display:
        display.show(record(1, "sin(x) + " * 30))
        display._live.refresh()
    text = terminal.getvalue()
    for whole in ("complexity", "best reward", "0.250000", "1.00e-01", "genetic", "search"):
        assert whole in text
