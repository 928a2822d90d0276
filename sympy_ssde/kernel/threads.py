"""Threads for compiled code that holds no lock."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

_MOST: ContextVar[int | None] = ContextVar("threads", default=None)


@cache
def pool(workers: int) -> ThreadPoolExecutor:
    """A pool of so many threads, kept for the life of the process."""
    return ThreadPoolExecutor(workers, thread_name_prefix="sympy_ssde")


@contextmanager
def at_most(count: int) -> Iterator[None]:
    """Let what this block computes use so many threads, if it would use more."""
    token = _MOST.set(count)
    try:
        yield
    finally:
        _MOST.reset(token)


def allowed(workers: int) -> int:
    """The number of threads to use where so many are wanted.

    >>> with at_most(2):
    ...     allowed(1), allowed(4)
    (1, 2)
    """
    most = _MOST.get()
    return workers if most is None else min(workers, most)
