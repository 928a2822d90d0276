"""Pools of threads, kept, of their size and in order; actions ahead of time, done once."""

import gc
import threading
import time
from itertools import count

import numpy as np
import pytest

from sympy_ssde.kernel.threads import AHEAD, STORED, Line, Stream, pool, shared


def test_a_pool_is_kept_for_its_size():
    assert pool(2) is pool(2) and pool(2) is not pool(3)


def test_results_come_in_the_order_of_the_tasks():
    def slow_square(n):
        time.sleep(0.002 * (5 - n % 5))
        return n * n

    assert list(pool(3).map(slow_square, range(20))) == [n * n for n in range(20)]


def test_no_more_threads_than_asked_for_work_at_once():
    lock, working, most = threading.Lock(), set(), []

    def work(_):
        with lock:
            working.add(threading.get_ident())
            most.append(len(working))
        time.sleep(0.005)
        with lock:
            working.discard(threading.get_ident())
        return threading.current_thread().name

    names = set(pool(2).map(work, range(12)))
    assert max(most) <= 2 and 1 <= len(names) <= 2
    assert all(name.startswith("sympy_ssde") for name in names)


def test_one_worker_begins_when_it_is_asked():
    done = []
    line = Line(workers=1)
    line.add(lambda: done.append(threading.get_ident()))
    assert not done
    line.next()
    assert done == [threading.get_ident()]


def test_two_workers_begin_at_once_and_handle_numbers_as_here():
    begun = threading.Event()

    def action():
        begun.set()
        return threading.get_ident(), np.geterr()

    with np.errstate(all="ignore"):
        line = Line(workers=2)
        line.add(action)
        assert begun.wait(10)
        thread, handling = line.next()
        assert handling == np.geterr()
    assert thread != threading.get_ident()


@pytest.mark.parametrize("workers", [1, 2, 3, 5])
def test_each_action_is_done_once_and_results_keep_their_order(workers):
    done, line = [], Line(workers)

    def action(n):
        time.sleep(0.001 * (n % 3))
        done.append(n)
        return n * n

    for n in range(AHEAD):
        line.add(lambda n=n: action(n))
    for n in range(40):
        assert line.next() == n * n
        line.add(lambda n=n: action(n + AHEAD))
    for n in range(40, 40 + AHEAD):
        assert line.next() == n * n
    assert not line
    assert sorted(done) == list(range(40 + AHEAD))


def test_who_waits_does_the_next_ones():
    """The only helper is at the first action until the second is done, by the one who asks."""
    first_begun, second_done = threading.Event(), threading.Event()

    def first():
        first_begun.set()
        return second_done.wait(10)

    def second():
        second_done.set()
        return threading.get_ident()

    line = Line(workers=2)
    line.add(first)
    assert first_begun.wait(10)
    line.add(second)
    assert line.next() is True
    assert line.next() == threading.get_ident()


def test_nothing_is_begun_while_a_line_rests_and_what_was_done_is_kept():
    done, line = [], Line(workers=2)
    line.add(lambda: done.append("before"))
    while not done:
        time.sleep(0.001)
    line.rest()
    for name in ("first", "second"):
        line.add(lambda name=name: done.append(name))
    pause = Line(workers=2)  # the helper comes by, and leaves them
    pause.add(lambda: None)
    pause.next()
    time.sleep(0.05)
    assert done == ["before"]
    line.next()
    while len(done) < 3:  # a result was asked for: the helper, or who asks, goes on
        line.next()
    assert done == ["before", "first", "second"]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_fails_says_so_when_it_is_asked(workers):
    line = Line(workers)
    line.add(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        line.next()


def test_nobody_does_the_actions_of_a_line_that_is_gone():
    busy, may_end, done = threading.Event(), threading.Event(), []

    def keep_busy():
        busy.set()
        return may_end.wait(10)

    one, other = Line(workers=2), Line(workers=2)
    one.add(keep_busy)
    assert busy.wait(10)
    other.add(lambda: done.append(1))
    del other
    gc.collect()
    may_end.set()
    one.next()
    one.add(lambda: 2)
    assert one.next() == 2 and not done


@pytest.mark.parametrize(("workers", "each"), [(1, 1), (2, 1), (3, 1), (4, 1), (8, 2), (16, 4)])
def test_threads_are_shared_by_the_actions_under_way(workers, each):
    assert shared(workers) == each


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_a_stream_has_all_results_in_their_order(workers):
    def squares():
        for n in range(3 * STORED):
            time.sleep(0.0005 * (n % 3))
            yield n * n

    assert list(Stream(squares(), workers)) == [n * n for n in range(3 * STORED)]


def test_a_stream_goes_on_while_nobody_asks_but_not_without_end():
    made, is_full = [], threading.Event()

    def numbers():
        for n in count():
            if len(made) == STORED:
                is_full.set()
            made.append(threading.get_ident())
            yield n

    stream = Stream(numbers(), workers=2)
    assert next(stream) == 0
    assert is_full.wait(10)
    time.sleep(0.05)
    assert len(made) <= STORED + 1
    assert set(made[1:]) != {threading.get_ident()}


def test_one_worker_computes_when_it_is_asked():
    made = []
    stream = Stream((made.append(n) for n in range(5)), workers=1)
    assert made == []
    next(stream)
    assert made == [0]


def test_a_stream_that_is_stopped_goes_on_only_when_it_is_asked():
    made, may_go_on = [], threading.Event()

    def numbers():
        for n in count():
            made.append(n)
            may_go_on.wait(10)
            yield n

    stream = Stream(numbers(), workers=2)
    stream.stop()
    may_go_on.set()
    time.sleep(0.05)
    before = len(made)
    assert before <= 1
    assert [next(stream) for _ in range(3)] == [0, 1, 2]
    assert len(made) == 3


@pytest.mark.parametrize("workers", [1, 2])
def test_what_fails_in_a_stream_is_raised_at_its_place(workers):
    def numbers():
        yield 1
        yield 2
        raise KeyError("third")

    stream = Stream(numbers(), workers)
    time.sleep(0.02)
    assert [next(stream), next(stream)] == [1, 2]
    with pytest.raises(KeyError):
        next(stream)


def test_numbers_are_handled_in_a_stream_as_where_it_was_made():
    with np.errstate(all="raise"):
        stream = Stream((np.geterr()["divide"] for _ in range(50)), workers=2)
    assert set(stream) == {"raise"}


def test_who_waits_for_a_stream_helps_others():
    """The only helper is at the stream until somebody has done the line's action."""
    begun, done = threading.Event(), threading.Event()

    def results():
        begun.set()
        yield done.wait(10)

    stream = Stream(results(), workers=2)
    assert begun.wait(10)
    line = Line(workers=2)
    line.add(done.set)
    assert next(stream) is True


def test_nobody_goes_on_with_a_stream_that_is_gone():
    made, busy, may_end = [], threading.Event(), threading.Event()

    def keep_busy():
        busy.set()
        return may_end.wait(10)

    line = Line(workers=2)
    line.add(keep_busy)
    assert busy.wait(10)
    stream = Stream((made.append(n) for n in range(9)), workers=2)
    del stream
    gc.collect()
    may_end.set()
    line.next()
    line.add(lambda: 2)
    assert line.next() == 2 and not made


def test_nobody_waits_for_an_action_that_was_given_up():
    def interrupted():
        raise KeyboardInterrupt

    line = Line(workers=1)
    line.add(interrupted)
    with pytest.raises(KeyboardInterrupt):
        line.next()
    with pytest.raises(RuntimeError, match="given up"):
        line.next()
