"""Compile, or load from numba's cache, all that a search needs, before its clock starts."""

import subprocess
import sys
from functools import cache
from itertools import islice

import numpy as np
from sympy import Function, Symbol

from sympy_ssde.cache import forget_outdated, is_compiled
from sympy_ssde.config import SearchConfig
from sympy_ssde.fit.rsco import RSCO, RSCOConfig
from sympy_ssde.kernel.compilation import compile_kernel, without_collection
from sympy_ssde.kernel.rows import work_on
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.tokens import PAPER_OPERATORS, Library
from sympy_ssde.physics.loss import Physics
from sympy_ssde.problem.problem import Problem
from sympy_ssde.search.loop import Search
from sympy_ssde.search.score import Score, Scores
from sympy_ssde.worker.isolation import isolated_command, isolated_environment

_X = Symbol("x")


@cache
def warm_up() -> None:
    """Run a small search once in this process.

    On a machine that has never done it, this compiles for about half a minute on two free cores,
    the kernel in a process of its own.
    """
    if not is_ready():
        forget_outdated()
        helper = _start()
        with without_collection():
            _search(_pretended)
        helper.wait()
    _search(_physics_score())


def is_ready() -> bool:
    """Whether this machine has compiled before what is needed."""
    return is_compiled(work_on)


def announce() -> None:
    """Say that it will take a while, where nothing is compiled yet.

    Whoever waits is told, at a terminal, in a notebook, or by the error stream of a program: from
    the thread that was called, since notebooks lose what others print.
    """
    if not is_ready():
        print(
            "sympy_ssde: compiling, once on this machine: half a minute to three minutes "
            "(ssde warmup does it ahead)",
            file=sys.stderr,
            flush=True,
        )


def _start() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        isolated_command(compile_kernel.__module__, compile_kernel.__name__),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=isolated_environment(),
    )


def _library() -> Library:
    return Library.build(PAPER_OPERATORS, [_X])


def _physics_score() -> Score:
    u = Function("u")
    problem = Problem(u(_X).diff(_X) - u(_X) ** 2 - _X, u(_X), {u(0): 1})
    rng = np.random.default_rng(0)
    return RSCO(Physics(problem, _library(), rng), RSCOConfig(), 0)


def _pretended(batch: Batch) -> Scores:
    """Scores that need no physics."""
    losses = batch.lengths.astype(float)
    rewards = 1.0 / (1.0 + losses)
    return Scores(batch.constants, rewards, rewards, losses > 0, losses)


def _search(score: Score) -> None:
    config = SearchConfig.paper(batch=30, generations=2, max_length=12)
    grammar = Grammar.compile(_library(), max_length=config.max_length, max_constants=3)
    search = Search(grammar, config)
    search.evolution.fresh(2, np.random.default_rng(0))  # otherwise only when an island starts anew
    for _ in islice(search.run(search.begin(0), score), 5):
        pass
