"""Two workers against one, and the same answers."""

from concurrent.futures import Executor

import pytest

from sympy_ssde.bench import workers


def row(part, who, seconds, evaluations=10, expression="x", status="PROVED"):
    return {
        "part": part, "workers": who, "problem": "p", "seed": 0, "status": status,
        "expression": expression, "evaluations": evaluations, "seconds": seconds,
    }  # fmt: skip


def test_quotients_of_the_times():
    (table,) = workers.tables([row("speed", "1", 3.0), row("speed", "2", 2.0)])
    assert table.lines == (("p", "1", "3.00", "2.00", "1.50"),)
    assert "1.50 times as fast" in table.note and "0 answers differ" in table.note


def test_other_answers_are_told():
    rows = [row("answers", "1", 1.0), row("answers", "loky", 1.0, evaluations=11)]
    (table,) = workers.tables(rows)
    assert [line[-1] for line in table.lines] == ["0", "1"]
    assert table.note == "loky: part answers, problem p, seed 0: evaluations 11 instead of 10"
    ended = [row("answers", "1", 1.0, status="UNDECIDED"), row("answers", "2", 1.0, 99)]
    assert workers.differences(ended) == []
    assert workers.tables(ended)[0].note == "all answers are the same"


def test_the_slowest_of_those_that_are_always_proved():
    def ranked(problem, *seconds, last="PROVED"):
        ends = ["PROVED"] * (len(seconds) - 1) + [last]
        for s, status in zip(seconds, ends, strict=True):
            yield {
                **row("slowest", "1", s, status=status), "problem": problem, "config": "paper"
            }  # fmt: skip

    rows = [*ranked("quick", 1, 2, 9), *ranked("slow", 3, 4, 1), *ranked("no", 9, 20, last="-")]
    (table,) = workers.tables(rows)
    assert table.lines == (("slow", "paper", "3.00"), ("quick", "paper", "2.00"))
    assert "of 2 problems" in table.note


def test_the_parts_are_told_apart():
    rows = [row("speed", "1", 1.0), row("answers", "1", 1.0, evaluations=99)]
    assert workers.differences(rows) == []


@pytest.mark.slow
def test_the_same_answer_whoever_helps():
    """All kinds of executors that are installed, on problems whose searches others join."""
    rows = list(workers.measure_answers(("gamma4", "mkdv_soliton")))
    assert {"1", "2", "3", "4", "process pool", "loky", "Dask"} == {r["workers"] for r in rows}
    assert workers.differences(rows) == [] and any(r["evaluations"] > 0 for r in rows)


def test_who_helps():
    with workers.helpers() as found:
        assert all(isinstance(who, (int, Executor)) for who in found.values())
