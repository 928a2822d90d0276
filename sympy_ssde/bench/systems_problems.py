"""Systems with known closed-form solutions, from textbooks and papers.

Each entry cites its source.  Those of the literature's set are not among them.
"""

from sympy_ssde.bench import (
    systems_flows,
    systems_linear,
    systems_ordinary,
    systems_reactions,
    systems_solitons,
    systems_waves,
)

ENTRIES = (
    *systems_linear.ENTRIES,
    *systems_ordinary.ENTRIES,
    *systems_waves.ENTRIES,
    *systems_flows.ENTRIES,
    *systems_solitons.ENTRIES,
    *systems_reactions.ENTRIES,
)
