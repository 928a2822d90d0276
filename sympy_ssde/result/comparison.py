"""How far an approximation is from a numerical solution, and what to try next."""

import warnings
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np
from sympy import Expr, Float, Function, S

from sympy_ssde.config import DEFAULT_OPERATORS
from sympy_ssde.deadline import Late, time_left, within
from sympy_ssde.language.tokens import OPERATORS

if TYPE_CHECKING:
    from sympy_ssde.result.reference import Reference
    from sympy_ssde.result.solution import Solution

#: Seconds that scipy may take.
_LIMIT = 5.0


@dataclass(frozen=True)
class Comparison:
    """The largest difference between an approximation and a numerical solution.

    ``size`` is the largest value of the numerical solution.
    """

    method: str
    difference: float
    size: float

    def __str__(self) -> str:
        return (
            f"largest difference from the numerical solution by {self.method}: "
            f"{self.difference:.2g} (its largest value: {self.size:.3g})"
        )


def compare(solution: "Solution") -> Comparison | None:
    """Compare with scipy's solution, if scipy has one in a few seconds."""
    if not solution.exprs:
        return None
    from sympy_ssde.result.reference import find_reference  # slow to load

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of iterations that don't converge
            reference = within(_LIMIT, lambda: find_reference(solution.problem))
    except Late:
        if time_left() <= 0:  # the whole call is late
            raise
        return None
    except (ArithmeticError, ValueError, TypeError, NameError, AttributeError, RecursionError):
        return None
    return None if reference is None else _compared(solution, reference)


def _compared(solution: "Solution", reference: "Reference") -> Comparison | None:
    from sympy_ssde.result.section import place_in, values_at

    problem = solution.problem
    middle = {r.symbol: place_in(r, S.Half) for r in problem.domain if r.symbol in problem.params}
    values = values_at(solution.exprs[0].subs(middle), reference.places)
    gaps = np.abs(values - reference.values)
    if not np.isfinite(gaps).any():
        return None
    return Comparison(
        reference.method, float(np.nanmax(gaps)), float(np.abs(reference.values).max())
    )


def rounded(expr: Expr, digits: int = 6) -> Expr:
    """An expression with so many digits of its decimal numbers."""
    return expr.xreplace({f: Float(f, digits) for f in expr.atoms(Float)})


def advice(solution: "Solution") -> list[str]:
    """What to try next where nothing was proved, the most promising first."""
    found = []
    options = solution.options
    ending = str(solution.ending or "")
    if "time" in ending or not ending:
        found.append(f"a longer time: timeout={10 * options.get('timeout', 300):g}")
    if "library" in options or "grammar" in options:
        found.append("the default library, with which the structure is used: leave library= out")
    else:
        missing = _functions(solution)
        if missing:
            names = ", ".join(missing)
            found.append(
                f"functions of the problem that candidates don't have: add {names} to library="
            )
    found.append(f"other random numbers: seed={solution.seed + 1}")
    if len(solution.problem.variables) == 1:
        found.append("sympy.dsolve, for a general or an implicit solution")
    found.append("a formula of your own: checkssdsol proves or refutes it")
    return found


def _functions(solution: "Solution") -> list[str]:
    """Operators that stand in the problem, and that the default library doesn't have."""
    calls = set().union(*(c.expr.atoms(Function) for c in solution.problem.constraints))
    used = {type(f).__name__ for f in calls}
    return sorted(n for n in used if n in OPERATORS and n not in DEFAULT_OPERATORS)


def approximation_html(solution: "Solution") -> str:
    """What is said of an approximation: how far it is off, and what to try."""
    if solution or not solution.exprs:
        return ""
    comparison = compare(solution)
    first = f"<p>The {escape(str(comparison))}.</p>" if comparison else ""
    items = "".join(f"<li>{escape(item)}</li>" for item in advice(solution))
    return f"{first}<p>What to try next:</p><ul>{items}</ul>"
