"""86 problems with known closed-form solutions, from the literature and public projects.

Each entry cites its source.  `sympy` is what SymPy 1.14's own dsolve or pdsolve does with it in
30 seconds.  On a disk or ball later bounds depend on earlier symbols; a curve's parameter has its
range in the domain too.
"""

from sympy_ssde.bench import (
    literature_classics,
    literature_linear,
    literature_nonlinear,
    literature_ode,
    literature_others,
    literature_sigs,
)

ENTRIES = (
    *literature_ode.ENTRIES,
    *literature_linear.ENTRIES,
    *literature_classics.ENTRIES,
    *literature_nonlinear.ENTRIES,
    *literature_others.ENTRIES,
    *literature_sigs.ENTRIES,
)
