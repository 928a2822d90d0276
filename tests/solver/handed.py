"""A prover for tests: it hands the candidates to a function."""

from collections.abc import Callable
from dataclasses import dataclass

from sympy_ssde.physics.loss import Physics
from sympy_ssde.solver.clock import Clock


@dataclass(frozen=True)
class Handed:
    physics: Physics
    clock: Clock
    to: Callable

    def __call__(self, skeleton, constants):
        return self.to(skeleton, constants)
