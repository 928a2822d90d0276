"""Compile the kernel before its first use, in a process that loads nothing else."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from sympy import Symbol

from sympy_ssde.kernel.jets import JetSpace, evaluate
from sympy_ssde.language.tokens import Library


def compile_kernel() -> None:
    """Whatever is asked of the kernel first, all of it is compiled."""
    x = Symbol("x")
    library = Library.build(["+"], [x])
    program = np.array([[library.index["x"]]], np.int16)
    with without_collection():
        evaluate(
            library, JetSpace(1, ()), program, np.ones(1, int), np.ones((1, 1)), np.ones((1, 1))
        )


@contextmanager
def without_collection() -> Iterator[None]:
    """Numba's objects are many, and few of them garbage: looking for it takes a fifth."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
