"""Closed-form solutions of differential equations, proved symbolically."""

from sympy_ssde._version import __version__
from sympy_ssde.problem import Problem

__all__ = ["Problem", "__version__"]
