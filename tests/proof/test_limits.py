"""Shares of a deadline."""

import time
from contextlib import suppress

import pytest

from sympy_ssde.proof.limits import Clock, Effort, TimeUp, deferred


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


class Stubborn:
    """Swallows what is raised while it is finalised, as Python does."""

    def __init__(self, seconds):
        self.seconds = seconds

    def __del__(self):
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            pass


def test_what_a_finaliser_would_swallow_comes_after_it():
    start = time.monotonic()
    with pytest.raises(TimeUp), Clock(0.1).share(1):
        del_me = Stubborn(0.2)
        del del_me
        while True:
            pass
    assert 0.2 <= time.monotonic() - start < 1


def test_what_is_swallowed_is_raised_again():
    start = time.monotonic()
    with pytest.raises(TimeUp), Clock(0.1).share(1):
        with suppress(TimeUp):
            while True:
                pass
        while True:
            pass
    assert time.monotonic() - start < 1


def test_effort_counts_what_this_process_computes():
    effort = Effort(0.2)
    with effort.share(1.0):
        time.sleep(0.4)  # somebody else's turn
    assert effort.left() > 0.1
    start = time.process_time()
    with pytest.raises(TimeUp), effort.share(1.0):
        while True:
            pass
    assert time.process_time() - start < 0.5


def test_effort_and_time_can_be_nested():
    with pytest.raises(TimeUp), Clock(0.2).share(1.0), Effort(60).share(1.0):
        time.sleep(5)
    with pytest.raises(TimeUp), Effort(0.1).share(1.0), Clock(60).share(1.0):
        while True:
            pass


def test_a_deferred_deadline_is_noted_and_raised_afterwards():
    turns = 0
    with pytest.raises(TimeUp), Clock(0.1).share(1), deferred() as late:
        while not late:
            turns += 1
    assert turns
    with Clock(5).share(1), deferred() as late:
        pass
    assert late == []
