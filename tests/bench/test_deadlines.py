"""Problems on which SymPy hangs end in time."""

import os
import signal
import subprocess
import sys
from random import Random

import pytest

from sympy_ssde.bench import deadlines
from sympy_ssde.bench.deadlines import hostile, left_behind, mark, measure, tables


def test_they_are_different():
    assert len({hostile(Random(seed)) for seed in range(60)}) > 40


def test_the_table_names_those_that_are_late():
    row = {
        "first": 0, "count": 2, "outcomes": {"proved": 2}, "late": [[1, 3.5]],
        "largest_delay": 3.5, "left_behind": 0,
    }  # fmt: skip
    assert "seed 1: 3.5 s" in tables([row])[0].text()


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are seen in /proc")
@pytest.mark.parametrize("is_ours", [True, False])
def test_who_is_left_behind_is_seen_if_it_is_ours(is_ours, monkeypatch):
    monkeypatch.setattr(deadlines, "_SOON", 0.2)
    mark()
    sleeper = "import time; print('here', flush=True); time.sleep(60)"
    parent = (
        "import subprocess, sys\n"
        f"command = [sys.executable, '-c', {sleeper!r}, 'sympy_ssde.worker.serving']\n"
        "child = subprocess.Popen(command, stdout=subprocess.PIPE)\n"
        "child.stdout.readline()\n"
        "print(child.pid)"
    )
    environment = os.environ if is_ours else {**os.environ, deadlines._MARK: "another program's"}
    command = [sys.executable, "-c", parent]
    told = subprocess.run(command, stdout=subprocess.PIPE, env=environment, check=True)
    orphan = int(told.stdout)
    try:
        assert (orphan in left_behind()) is is_ours
    finally:
        os.kill(orphan, signal.SIGKILL)


@pytest.mark.slow
def test_none_is_late_and_nothing_is_left():
    """A call that hangs is late every time; one that a busy machine held up is not."""
    rows = measure(20, first=5000)
    assert not any("lost" in key for row in rows for key in row["outcomes"]), rows
    assert not any(row["left_behind"] for row in rows), rows
    late = _late(rows)
    assert not late or not late & _late(measure(20, first=5000)), rows


def _late(rows) -> set[int]:
    """The seeds of the calls that returned too late."""
    return {seed for row in rows for seed, _ in row["late"]}
