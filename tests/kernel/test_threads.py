"""Pools of threads: kept, of their size, and in order."""

import threading
import time

from sympy_ssde.kernel.threads import pool


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
