"""Rows and runners for tests of the benchmarks; nothing is solved here."""

from typing import Any

from sympy_ssde.bench.runs import Row, Run


def make_row(problem: str = "gamma1", seed: int = 0, **values: Any) -> Row:
    names = ("changes", "hint", "workers")
    run = Run(
        problem,
        seed,
        values.pop("timeout", 10.0),
        values.pop("config", "paper"),
        **{name: values.pop(name) for name in names if name in values},
    )
    return Row(run, values.pop("status", "PROVED"), **{"expression": "x", **values})


class Toy:
    """A runner that proves everything at once, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Run] = []
        self.stopped = False

    def run(self, run: Run) -> Row:
        self.asked.append(run)
        return Row(run, "PROVED", 1.0, 100, "x")

    def stop(self) -> None:
        self.stopped = True
