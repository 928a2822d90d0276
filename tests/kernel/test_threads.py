"""Pools of threads: kept, of their size, and in order."""

import threading
import time

import numpy as np
import pytest

from sympy_ssde.kernel.threads import pool, shared, started


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
    result = started(lambda: done.append(threading.get_ident()), workers=1)
    assert not done
    result()
    assert done == [threading.get_ident()]


def test_two_workers_begin_at_once_and_handle_numbers_as_here():
    begun = threading.Event()

    def action():
        begun.set()
        return threading.get_ident(), np.geterr()

    with np.errstate(all="ignore"):
        result = started(action, workers=2)
        assert begun.wait(10)
        thread, handling = result()
        assert handling == np.geterr()
    assert thread != threading.get_ident()


def test_what_fails_says_so_when_it_is_asked():
    result = started(lambda: 1 // 0, workers=2)
    with pytest.raises(ZeroDivisionError):
        result()


@pytest.mark.parametrize(("workers", "each"), [(1, 1), (2, 1), (3, 1), (4, 2), (8, 4)])
def test_threads_are_shared_by_two(workers, each):
    assert shared(workers) == each
