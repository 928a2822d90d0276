"""Solving a system by some of the ways, with proofs."""

from sympy_ssde.proof.limits import Clock
from sympy_ssde.proof.verify import verify
from sympy_ssde.reduction.engine import Engine
from sympy_ssde.reduction.ways import LEAVES, METHODS


def proved_by(problem, *ways, leaves=LEAVES, simple=()):
    """The first candidate by these ways that is proved, or None."""
    engine = Engine(METHODS[:1], leaves, ways, Clock(20.0), 4.0, simple=simple)
    for found in engine.candidates(problem):
        if verify(problem, found.exprs):
            return found.exprs
    return None
