"""Runs in processes of their own."""

import sys
from dataclasses import replace

import pytest

from sympy_ssde.bench import processes
from sympy_ssde.bench.campaign import run_all
from sympy_ssde.bench.catalogue import entry
from sympy_ssde.bench.execution import answer
from sympy_ssde.bench.processes import Process
from sympy_ssde.bench.runs import Run


@pytest.mark.usefixtures("own_path")
def test_a_process_of_its_own(tmp_path):
    path = tmp_path / "rows.jsonl"
    planned = [Run("gamma8", 0, 30.0, "paper"), Run("nobody", 0, 30.0, "paper")]
    good, bad = run_all(planned, path=path)
    assert (good.status, good.recovered) == ("PROVED", True)
    again = answer(good.run, entry("gamma8"))  # only the time may differ
    assert good == replace(again, seconds=good.seconds)
    assert bad.status == "ERROR"


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("raise SystemExit(3)", "exit code 3"),
        ("input(); print('started', flush=True); raise SystemExit(4)", "exit code 4"),
        ("input(); print('started', flush=True); input()", "after its time was up"),
    ],
)
def test_a_lost_process_is_a_row(monkeypatch, script, reason):
    monkeypatch.setattr(processes, "PATIENCE", 0.2)
    process = Process([sys.executable, "-c", script])
    try:
        for seed in range(2):  # it is replaced
            row = process.run(Run("gamma1", seed, 0.3, "paper"))
            assert row.status == "ERROR" and reason in row.reason
    finally:
        process.stop()
