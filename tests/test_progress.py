"""The progress bar comes where a person watches a long run, and only there."""

import io
import sys
import types

import pytest
from sympy import Function, Rational, Symbol

from sympy_ssde import SearchConfig, find_solution
from sympy_ssde import progress as module
from sympy_ssde.progress import PATIENCE, Progress
from sympy_ssde.result import Record


def record(number, best="+ x sin x"):
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


def test_a_bar_shows_the_course(watched):
    terminal = watched()
    with Progress(True, 10) as display:
        display.show(record(1))
        display.show(record(2))
    text = terminal.getvalue()
    assert "round 2" in text and "reward 0.250000" in text
    assert "+ x sin x" in text and "2,000 skeletons/s" in text


def test_long_expressions_are_cut(watched):
    terminal = watched()
    with Progress(True, 10) as display:
        display.show(record(1, "sin " * 50 + "x"))
    text = terminal.getvalue()
    assert "sin " * 11 + "s..." in text and "sin " * 12 not in text


def test_it_waits_before_it_appears_by_itself(watched, clock):
    terminal = watched()
    with Progress(None, 10) as display:
        for passed in (0.0, 1.0, PATIENCE):
            clock.seconds = 100 + passed
            display.show(record(1))
            assert terminal.getvalue() == ""
        clock.seconds = 100 + PATIENCE + 0.1
        display.show(record(7))
    assert "round 7" in terminal.getvalue()


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


def test_a_notebook_counts_as_a_watcher(monkeypatch):
    assert not module._in_notebook()
    shell = types.SimpleNamespace(config={"IPKernelApp": {}})
    fake = types.SimpleNamespace(get_ipython=lambda: shell)
    monkeypatch.setitem(sys.modules, "IPython", fake)
    assert module._in_notebook()
    shell.config = {}
    assert not module._in_notebook()
    fake.get_ipython = lambda: None
    assert not module._in_notebook()


def test_the_bar_goes_when_the_search_fails(watched):
    watched()
    with pytest.raises(ZeroDivisionError), Progress(True, 10) as display:
        display.show(record(1))
        bar = display._bar
        raise ZeroDivisionError
    assert not bar.live.is_started


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
    assert "reward 0." in terminal.getvalue()
    assert found.history.records[-1].best[:40] in terminal.getvalue()
