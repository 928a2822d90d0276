"""Commands that run toys instead of processes."""

import pytest
from bench_makers import Toy

from sympy_ssde.bench import campaign


@pytest.fixture
def toys(monkeypatch) -> list[Toy]:
    made: list[Toy] = []

    def start() -> Toy:
        made.append(Toy())
        return made[-1]

    monkeypatch.setitem(campaign.run_all.__kwdefaults__, "runner", start)
    return made
