"""Threads for compiled code that holds no lock."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache


@cache
def pool(workers: int) -> ThreadPoolExecutor:
    """A pool of so many threads, kept for the life of the process."""
    return ThreadPoolExecutor(workers, thread_name_prefix="sympy_ssde")
