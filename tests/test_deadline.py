"""Deadlines that hold in every thread, whatever Python code does."""

import cProfile
import gc
import os
import queue
import subprocess
import sys
import threading
import time
import weakref
from contextlib import suppress
from random import Random

import pytest
from sympy import Function, Heaviside, Symbol, exp, sin

from sympy_ssde import checkssdsol, find_solution
from sympy_ssde.deadline import Flag, Late, is_late, read_in_time, time_left, within
from sympy_ssde.errors import OutOfTimeError

x, y = Symbol("x"), Symbol("y")
u = Function("u")


def endless(swallow=()):
    while True:
        try:
            sum(range(100))
        except swallow:
            continue


def run_late(results):
    start = time.monotonic()
    try:
        within(0.2, endless)
    except Late:
        results.append(time.monotonic() - start)


def test_it_is_left_in_the_main_thread_and_in_others():
    results = []
    run_late(results)
    thread = threading.Thread(target=run_late, args=(results,))
    thread.start()
    thread.join(10)
    assert len(results) == 2 and max(results) < 1


def test_errors_that_are_caught_are_others():
    with pytest.raises(Late):
        within(0.1, lambda: endless(swallow=Exception))


def test_it_is_raised_until_somebody_listens():
    caught = []

    def deaf():
        for _ in range(2):
            try:
                endless()
            except Late:
                caught.append(1)
        endless()

    with pytest.raises(Late):
        within(0.1, deaf)
    assert len(caught) == 2


class Slowly:
    """Takes its time when it is finalised."""

    def __del__(self):
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            pass


class Plain:
    """Something that can be referred to."""


class Failing:
    """Can't be finalised."""

    def __del__(self):
        _ = 1 / 0


def test_finalisers_and_callbacks_of_the_collector_are_let_through():
    def dropping():
        Slowly()
        endless()

    with pytest.raises(Late):
        within(0.1, dropping)

    ends = []

    def callback(phase, info):
        end = time.monotonic() + 0.2
        while time.monotonic() < end:
            pass
        ends.append(phase)

    def collecting():
        gc.collect()
        endless()

    gc.collect()
    gc.freeze()  # what other tests have left would be looked through between the two callbacks
    gc.callbacks.append(callback)
    try:
        with pytest.raises(Late):
            within(0.1, collecting)
    finally:
        gc.callbacks.remove(callback)
        gc.unfreeze()
    assert ends[:2] == ["start", "stop"]


def test_callbacks_of_weak_references_may_swallow_it_without_a_word(monkeypatch):
    heard = []
    monkeypatch.setattr(sys, "unraisablehook", heard.append)
    outside = sys.unraisablehook

    def referring():
        while True:
            it = Plain()
            reference = weakref.ref(it, lambda _: [None for _ in range(1000)])
            del it
            assert reference() is None
            sum(range(20_000))

    def failing():
        Failing()
        endless()

    for _ in range(20):
        with pytest.raises(Late):
            within(0.02, referring)
    assert not heard
    with pytest.raises(Late):
        within(0.02, failing)
    assert [report.exc_type for report in heard] == [ZeroDivisionError]
    assert sys.unraisablehook is outside


def test_the_compiler_is_not_interrupted():
    numba = pytest.importorskip("numba")
    for seconds in (0.001, 0.01, 0.03, 0.1):
        made = numba.njit(lambda n: (n * 2.5) ** 0.5 + n)

        def compiling(made=made):
            made(2.0)
            endless()

        with pytest.raises(Late):
            within(seconds, compiling)
        assert made(2.0) == 5.0**0.5 + 2.0


def test_a_profiler_may_watch():
    """Python 3.11 turned round and round under one when an error was called back."""
    profile = cProfile.Profile()
    profile.enable()
    try:
        assert within(5.0, lambda: 3) == 3
        with pytest.raises(Late):
            within(0.05, endless)
        assert within(5.0, lambda: 4) == 4
    finally:
        profile.disable()


def test_what_ends_in_time_is_left_alone():
    for number in range(300):
        with suppress(Late):
            within(0.0001 * (number % 10), lambda: sum(range(2000)))
    for _ in range(50):  # nothing comes later
        time.sleep(0.005)
    assert time_left() == float("inf")


def test_the_first_of_several_counts():
    assert 4 < within(50, lambda: within(5, time_left)) <= 5
    assert 4 < within(5, lambda: within(50, time_left)) <= 5


def test_errors_that_it_became():
    try:
        try:
            raise Late
        except Late as late:
            raise SystemError("in compiled code") from late
    except SystemError as error:
        assert is_late(error) and not is_late(ValueError())


def test_reading_has_its_time():
    assert read_in_time(lambda: 7, 1) == 7
    with pytest.raises(OutOfTimeError, match=r"0\.2 s"):
        read_in_time(endless, 0.2)


class Slow(Function):
    """A function that takes its time whatever it is asked."""

    @classmethod
    def eval(cls, argument):
        if argument.is_number:
            time.sleep(0.0)
            while True:
                sum(range(1000))


@pytest.mark.parametrize("timeout", [1, 2])
def test_a_problem_that_can_not_be_read(timeout):
    start = time.monotonic()
    with pytest.raises(OutOfTimeError):
        checkssdsol(
            u(x).diff(x) - u(x), exp(x), u(x), {u(0): 1}, {x: (0, Slow(y))}, timeout=timeout
        )
    assert time.monotonic() - start < timeout + 1


@pytest.mark.slow
@pytest.mark.parametrize("source", [Heaviside(x - 1), Heaviside(sin(3 * x)) * exp(x), abs(sin(x))])
def test_a_search_ends_in_time(source):
    find_solution(u(x).diff(x) - x, u(x), {u(0): 0}, timeout=60, hint="direct")  # warm
    start = time.monotonic()
    eq = u(x).diff(x, 2) + sin(u(x)) * u(x).diff(x) - source
    find_solution(eq, u(x), {u(0): 0, u(x).diff(x).subs(x, 0): 1}, {x: (0, 2)}, timeout=8)
    assert time.monotonic() - start < 9


@pytest.mark.parametrize("seconds", [0.0, 0.02])
def test_a_flag_that_nobody_sets_is_waited_for_as_long_as_asked(seconds):
    begin = time.monotonic()
    assert not Flag().wait(seconds)
    assert seconds <= time.monotonic() - begin < seconds + 5


def test_all_who_wait_for_a_flag_go_on_when_it_is_set():
    flag, woken = Flag(), []
    waiting = [threading.Thread(target=lambda: woken.append(flag.wait(30))) for _ in range(4)]
    for thread in waiting:
        thread.start()
    flag.set()
    flag.set()
    for thread in waiting:
        thread.join(10)
    assert woken == [True] * 4 and flag.is_set() and flag.wait()


def test_a_flag_that_was_left_in_the_middle_can_be_used():
    for _ in range(50):
        flag = Flag()
        with pytest.raises(Late):
            within(0.002, lambda flag=flag: [flag.wait(0.0002) for _ in iter(int, 1)])
        assert not flag.wait(0.001)
        flag.set()
        assert flag.wait(5)


def test_threads_that_are_started_meanwhile_are_not_hit():
    """Python 3.11 raised the error in a thread that starts; who starts it waited for ever."""

    def starting():
        while True:
            threading.Thread(target=int, daemon=True).start()

    random = Random(0)
    for _ in range(200):
        with pytest.raises(Late):
            within(random.uniform(0.0, 0.003), starting)


def test_locks_of_pythons_own_code_are_not_left_closed():
    """The deadline comes while somebody else has the lock; who waits for it gets it yet."""
    event, semaphore, waiting = threading.Event(), threading.Semaphore(), queue.Queue()
    cases = (
        (event._cond._lock, event.set),
        (semaphore._cond._lock, semaphore.release),
        (waiting.mutex, lambda: waiting.put(1)),
    )
    for lock, action in cases:

        def running(action=action):
            with suppress(Late):
                within(0.05, lambda: (action(), endless()))

        with lock:
            thread = threading.Thread(target=running)
            thread.start()
            time.sleep(0.2)
        thread.join(5)
        assert not thread.is_alive() and not lock.locked()


def test_a_loop_around_locks_is_left():
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    start = time.monotonic()
    try:
        with pytest.raises(Late):
            within(0.1, lambda: [process.poll() for _ in iter(int, 1)])
    finally:
        os.kill(process.pid, 9)
        process._waitpid_lock = threading.Lock()  # the loop may have been left anywhere
        process.communicate()
    assert time.monotonic() - start < 1
