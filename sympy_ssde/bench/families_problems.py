"""Equations without conditions, from textbooks and papers; each entry cites its source."""

from sympy_ssde.bench import (
    families_linear,
    families_nonlinear,
    families_ordinary,
    families_pdsolve,
)

ENTRIES = (
    *families_linear.ENTRIES,
    *families_nonlinear.ENTRIES,
    *families_ordinary.ENTRIES,
    *families_pdsolve.ENTRIES,
)
