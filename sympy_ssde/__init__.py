"""Closed-form solutions of differential equations, proved symbolically."""

from sympy_ssde._version import __version__

__all__ = ["__version__"]
