"""Shares of a deadline."""

import time

import pytest

from sympy_ssde.proof.limits import Clock, TimeUp, deferred


def test_share_ends_a_loop():
    clock = Clock(0.4)
    start = time.monotonic()
    with pytest.raises(TimeUp), clock.share(0.5):
        while True:
            pass
    assert time.monotonic() - start < 0.35
    assert clock.left() > 0
    with pytest.raises(TimeUp), Clock(-1).share(1):
        pass


def test_shares_can_be_nested():
    outer, inner = Clock(0.3), Clock(60)
    start = time.monotonic()
    with pytest.raises(TimeUp), outer.share(1.0):
        with inner.share(1.0):
            pass
        with pytest.raises(TimeUp), inner.share(1.0):
            while True:
                pass
        while True:
            pass
    assert 0.2 < time.monotonic() - start < 2


def test_a_deferred_deadline_is_noted_and_raised_afterwards():
    turns = 0
    with pytest.raises(TimeUp), Clock(0.1).share(1), deferred() as late:
        while not late:
            turns += 1
    assert turns
    with Clock(5).share(1), deferred() as late:
        pass
    assert late == []
