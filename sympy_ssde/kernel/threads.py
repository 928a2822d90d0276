"""Threads for compiled code that holds no lock."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

import numpy as np

Result = TypeVar("Result")


@cache
def pool(workers: int) -> ThreadPoolExecutor:
    """A pool of so many threads, kept for the life of the process."""
    return ThreadPoolExecutor(workers, thread_name_prefix="sympy_ssde")


def started(action: Callable[[], Result], workers: int) -> Callable[[], Result]:
    """A call that gives the action's result: with several workers, one of two threads begins now.

    With one worker the action is done when it is asked for.

    >>> started(lambda: 6 * 7, workers=2)()
    42
    """
    if workers == 1:
        return action
    handling = np.geterr()

    def handled() -> Result:
        with np.errstate(**handling):
            return action()

    return _two_threads().submit(handled).result


def shared(workers: int) -> int:
    """The threads that each of two actions may use for its own parts."""
    return max(1, workers // 2)


@cache
def _two_threads() -> ThreadPoolExecutor:
    """Apart from the others: what waits for parts of its work must not keep them from it."""
    return ThreadPoolExecutor(2, thread_name_prefix="sympy_ssde")
