"""What the tables of the literature's problems share: kinds of problems, and citations.

A table has ids and, for each, all that its kind doesn't say: ``{"heat_ring": of_xt(...), ...}``.
Where no conditions are named, the data are the solution's values on all faces; of time, on the
first one only.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from sympy import Symbol

from sympy_ssde.bench.boxes import face_values
from sympy_ssde.bench.catalogue import Entry
from sympy_ssde.bench.letters import t, u

#: An entry that has no id yet.
Nameless = partial[Entry]


def kind(family: str, *variables: Symbol) -> Callable[..., Nameless]:
    """Problems of a family, for u of these variables if there are any; SymPy solves few of them.

    >>> from sympy_ssde.bench.letters import x
    >>> heat = kind("pde-linear", x, t)
    >>> named({"none": heat(difficulty=1, source="", eq=0, bcs={}, domain={}, exact=0)})[0].dims
    '1+1'
    """
    usual: dict[str, Any] = {"family": family, "sympy": "not_implemented"}
    evolves = t in variables and len(variables) > 1
    if variables:
        dims = f"{len(variables) - 1}+1" if evolves else str(len(variables))
        usual |= {"dims": dims, "func": u(*variables)}

    def stated(**more: Any) -> Nameless:
        fields = usual | more
        if "bcs" not in fields:
            time = t if evolves else None
            values = face_values(fields["func"], fields["exact"], fields["domain"], time)
            fields["bcs"] = values
        return partial(Entry, **fields)

    return stated


def named(table: Mapping[str, Nameless]) -> tuple[Entry, ...]:
    """The entries of a table, with their ids."""
    return tuple(entry(id=name) for name, entry in table.items())


def desolver(name: str) -> str:
    """Citation of a problem for grammatical evolution."""
    return f"Tsoulos & Lagaris 2006, GPEM 7:33-54, {name} (also github itsoulos/DeSolver)"


def tlgp(name: str) -> str:
    """Citation of a problem for genetic programming that learns from one-dimensional problems."""
    return f"Cao et al. 2024 HD-TLGP (AAAI 38:20640), github grassdeerdeer/HD-TLGP, {name}"
