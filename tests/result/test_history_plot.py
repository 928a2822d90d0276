"""Pictures of searches: what is drawn is what the records say."""

import subprocess
import sys

import pytest
from solutions import (
    HISTORY,
    x,
)
from sympy import Symbol

from sympy_ssde.result.solution import History, Method, Record


def drawn(figure):
    """Draw the figure, and return its panels."""
    figure.canvas.draw()
    return figure.axes


def test_history_shows_rewards_and_the_front():
    rewards, front = drawn(HISTORY.plot())
    steps = rewards.lines[0]
    assert steps.get_ydata() == pytest.approx([r.best_reward for r in HISTORY.records])
    assert steps.get_xdata() == pytest.approx([r.evaluations for r in HISTORY.records])
    assert front.lines[1].get_xdata().tolist() == [1, 3, 7]
    assert front.lines[1].get_ydata() == pytest.approx([0.5, 0.01, 1e-34])


def test_rewards_of_the_recursion_stand_beside_those_of_the_direct_search():
    direct, recursive = Method.DIRECT, Method.RECURSIVE
    rows = [
        (10, direct, None, 0.2), (20, recursive, x, 0.5), (30, direct, None, 0.1),
        (40, recursive, x, 1.0), (50, recursive, Symbol("y"), 0.3), (60, recursive, None, 1.0),
    ]  # fmt: skip
    records = (
        Record(0, "any", n, 0.0, reward, 1.0, "x", method=method, variable=variable)
        for n, method, variable, reward in rows
    )
    (rewards,) = drawn(History(tuple(records)).plot())
    found = {
        line.get_label(): (line.get_xdata().tolist(), line.get_ydata().tolist())
        for line in rewards.lines[::2]
    }
    assert found == {
        "direct search": ([10, 30], [0.2, 0.2]),
        "recursion, along x": ([20, 40], [0.5, 1.0]),
        "recursion, along y": ([50], [0.3]),
    }


def test_no_history_is_a_picture_that_says_so():
    assert "shortcut" in History().plot().texts[0].get_text()


def test_without_matplotlib_the_error_says_what_to_install():
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from sympy_ssde import SSDEError\n"
        "from sympy_ssde.result.solution import History\n"
        "try:\n    History().plot()\n"
        "except ImportError as error:\n    print(isinstance(error, SSDEError), error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("True plots need matplotlib") and "[plot]" in done.stdout
