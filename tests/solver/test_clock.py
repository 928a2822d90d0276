"""The clock of a call."""

import time

from sympy_ssde.solver.clock import Clock


def test_passed_and_left_add_up():
    now = time.monotonic()
    clock = Clock(now - 2, now + 3)
    assert abs(clock.passed() + clock.left() - 5) < 1 and clock.passed() >= 2


def test_time_that_does_not_count():
    now = time.monotonic()
    clock = Clock(now, now + 5)
    assert clock.later(2).end == clock.end + 2 and clock.later(2).start == clock.start + 2
