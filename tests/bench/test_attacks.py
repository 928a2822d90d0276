"""Candidates that are known to be right or wrong."""

import json
from random import Random

import pytest
from sympy import Abs, Piecewise

from sympy_ssde.bench import attacks
from sympy_ssde.bench.attacks import CHANGES, make, measure, summary, tables
from sympy_ssde.bench.manufactured import KINDS
from sympy_ssde.bench.rowfiles import campaign
from sympy_ssde.errors import SSDEError
from sympy_ssde.proof.evaluate import Undefined, evaluate_mp, multiprecision

SEEDS = range(300)


def test_all_kinds_and_changes_are_drawn():
    made = [make(seed) for seed in SEEDS]
    assert {m.kind for m in made} == {*KINDS, "branch", "pole"}
    assert {m.change for m in made} >= set(CHANGES)
    assert 0.3 < sum(m.is_right for m in made) / len(made) < 0.7


@pytest.mark.parametrize("seed", SEEDS[:60])
def test_right_ones_fulfil_their_equation(seed):
    made = make(seed)
    if not made.is_right or made.candidate.has(Piecewise, Abs):
        return
    equation = made.problem.equations[0]
    residual = equation.put_in((made.candidate,), made.problem.variables)
    random = Random(seed)
    values = (_value(residual, made.problem.domain.point(random)) for _ in range(20))
    assert abs(next(value for value in values if value is not None)) < 1e-9


def _value(expr, point):
    """The value at a point, None if there is no number."""
    try:
        return evaluate_mp(expr, multiprecision(point))
    except Undefined:
        return None


def test_counts_are_kept_and_resumed(tmp_path):
    measure = campaign(attacks._row, 10, "cells")
    path = tmp_path / "rows.jsonl"
    origin = {"command": "ssde bench attacks"}
    rows = measure(20, jobs=1, path=path, origin=origin)
    assert [r["first"] for r in rows] == [0, 10] and summary(rows)["checks"] == 20
    assert summary(rows)["wrong proved"] == summary(rows)["wrong refuted"] == 0
    lines = path.read_text().splitlines()
    assert len(lines) == 2 and json.loads(lines[0])["command"] == origin["command"]
    again = measure(20, path=path, origin=origin)
    assert again == rows and len(path.read_text().splitlines()) == 2
    assert "median ms" in tables(rows)[0].text()


def test_another_file(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": 3}\n')
    with pytest.raises(SSDEError, match="another file"):
        measure(10, path=path)


def test_an_interrupted_write_is_measured_again(tmp_path):
    measure = campaign(attacks._row, 10, "cells")
    path = tmp_path / "rows.jsonl"
    rows = measure(15, path=path)
    assert [r["count"] for r in rows] == [10, 5]
    whole = path.read_text()
    path.write_text(whole[:-20])
    again = measure(15, path=path)
    assert again[0] == rows[0] and again[1]["cells"] == rows[1]["cells"]
    assert len(path.read_text().splitlines()) == 2


def test_a_mistake_is_told():
    row = {
        "first": 0,
        "count": 2,
        "cells": {"ode right right REFUTED": 1, "ode solution wrong PROVED": 1},
        "mistakes": [[0, "ode", "right", "REFUTED"], [1, "ode", "solution", "PROVED"]],
        "milliseconds": {"5": 2},
    }
    found = summary([row])
    assert (found["wrong proved"], found["wrong refuted"]) == (1, 1)
    assert "seed 1: ode solution PROVED" in tables([row])[0].text()


@pytest.mark.slow
def test_a_campaign_without_mistakes():
    found = summary(measure(1000, first=10**6, jobs=2))
    assert (found["wrong proved"], found["wrong refuted"]) == (0, 0)
    assert found["right undecided %"] <= 2
