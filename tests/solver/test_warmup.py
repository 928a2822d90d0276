"""Warming up: once a process, with word to a person, and a helper where nothing is compiled."""

import types

import numpy as np
import pytest

from sympy_ssde.search.score import Batch
from sympy_ssde.solver import warmup


@pytest.fixture
def watched(monkeypatch):
    """Count the searches and helpers instead of running them; call it with what the disk has."""
    seen = types.SimpleNamespace(searches=[], started=0, waited=0)

    class Helper:
        def wait(self):
            seen.waited += 1

    def start():
        seen.started += 1
        return Helper()

    def prepare(compiled):
        monkeypatch.setattr(warmup, "is_compiled", lambda dispatcher: compiled)
        monkeypatch.setattr(warmup, "_start", start)
        monkeypatch.setattr(warmup, "_search", seen.searches.append)
        monkeypatch.setattr(warmup, "_physics_score", lambda: "physics")
        return seen

    before = warmup.warm_up
    monkeypatch.setattr(warmup, "warm_up", before.__wrapped__)  # without its memory
    return prepare


def test_what_is_compiled_is_only_loaded(watched):
    seen = watched(True)
    warmup.warm_up()
    assert seen.searches == ["physics"] and seen.started == 0 and seen.waited == 0


def test_what_is_not_is_compiled_by_a_helper_meanwhile(watched):
    seen = watched(False)
    warmup.warm_up()
    assert seen.started == 1 and seen.waited == 1
    assert seen.searches == [warmup._pretended, "physics"]


@pytest.mark.parametrize("compiled", [True, False])
def test_whoever_waits_is_told(watched, capsys, compiled):
    watched(compiled)
    warmup.announce()
    told = capsys.readouterr()
    assert told.out == "" and ("compiling, once on this machine" in told.err) is not compiled


def test_pretended_scores_are_scores():
    lengths = np.array([1, 4, 9])
    batch = Batch(np.zeros((3, 9), np.int16), lengths, np.ones((3, 2)))
    scores = warmup._pretended(batch)
    assert (scores.losses == lengths).all() and scores.refined.all()
    assert ((scores.rewards > 0) & (scores.rewards <= 1)).all()
    assert (np.diff(scores.rewards) < 0).all()


def test_it_is_done_once_a_process():
    warmup.warm_up()
    count = warmup.warm_up.cache_info().hits
    warmup.warm_up()
    assert warmup.warm_up.cache_info().hits == count + 1
    assert warmup.is_compiled(warmup.work_on)
