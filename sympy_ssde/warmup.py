"""Compile, or load from numba's cache, all that a search needs, before its clock starts."""

import sys
import threading
from functools import cache
from itertools import islice

import numpy as np
from sympy import Function, Symbol

from sympy_ssde.config import SearchConfig
from sympy_ssde.fit.rsco import RSCO, RSCOConfig
from sympy_ssde.grammar import Grammar
from sympy_ssde.physics import Physics
from sympy_ssde.problem import Problem
from sympy_ssde.search.loop import Search
from sympy_ssde.tokens import PAPER_OPERATORS, Library

_PATIENCE = 3.0


@cache
def warm_up() -> None:
    """Run a small search once in this process.

    On a machine that has never done it, this compiles for about a minute; a person at a terminal
    is told so.
    """
    notice = threading.Timer(_PATIENCE, _tell)
    notice.daemon = True
    notice.start()
    try:
        _small_search()
    finally:
        notice.cancel()


def _tell() -> None:
    if sys.stderr.isatty():
        print("sympy_ssde: compiling, once on this machine (about a minute)", file=sys.stderr)


def _small_search() -> None:
    x = Symbol("x")
    u = Function("u")
    problem = Problem(u(x).diff(x) - u(x) ** 2 - x, u(x), {u(0): 1})
    library = Library.build(PAPER_OPERATORS, problem.variables)
    config = SearchConfig.paper(batch=30, generations=2, max_length=12)
    rng = np.random.default_rng(0)
    score = RSCO(Physics(problem, library, rng), RSCOConfig(), rng)
    grammar = Grammar.compile(library, max_length=config.max_length, max_constants=3)
    search = Search(grammar, config)
    for _ in islice(search.run(search.begin(0), score), 5):
        pass
