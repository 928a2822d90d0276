"""A small engine for tests of reductions: the first candidate of each smaller problem."""

import pytest

from sympy_ssde.proof.verify import verify
from sympy_ssde.reduction.ordinary import ordinary_solutions


def candidates(problem, ways, depth):
    if len(problem.variables) == 1:
        yield from (f.exprs for f in ordinary_solutions(problem))
        return
    if depth == 0:
        return
    for reduction in (r for way in ways for r in way(problem)):
        parts = [next(candidates(p, ways, depth - 1), None) for p in reduction.problems]
        if None not in parts:
            yield reduction.combined(parts)


@pytest.fixture
def proved():
    """The first proved solution by these ways of reducing, or None."""

    def solve(problem, *ways, depth=1):
        for found in candidates(problem, ways, depth):
            if verify(problem, found):
                return found[0]
        return None

    return solve
