"""Pieces of HTML that notebooks and reports share; whatever comes from a problem is escaped."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from sympy import Basic, Tuple

from sympy_ssde.problem.code import written_equation
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import Outcome, Status
from sympy_ssde.result.derivation import derivation_html
from sympy_ssde.result.mathml import formula
from sympy_ssde.result.steps import step_rows

if TYPE_CHECKING:
    from sympy_ssde.result.solution import Solution

#: What each rung of the proof's ladder does, see docs/proofs.md.
RUNGS = {
    "identity": "the residual is 0 as it stands",
    "expansion": "expanded, the residual is 0",
    "numerator": "over a common denominator the numerator is 0",
    "generators": "its normal form over exponentials, logarithms and roots is 0",
    "constancy": "all its derivatives are 0, and so is one value",
    "simplification": "simplified, the residual is 0",
}
SIGNS = {Status.PROVED: "✓", Status.REFUTED: "✗", Status.UNDECIDED: "?"}
COLORS = {Status.PROVED: "#15803d", Status.REFUTED: "#b91c1c", Status.UNDECIDED: "#a16207"}


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, kind: str = "") -> str:
    """An HTML table of cells that are HTML already."""
    attribute = f' class="{kind}"' if kind else ""
    titles = "".join(f"<th>{h}</th>" for h in head)
    lines = ("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in rows)
    return (
        f"<table{attribute}><thead><tr>{titles}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    )


def listed(names: Iterable[str]) -> str:
    """Names in a sentence.

    >>> listed(["u"]), listed(["u", "v"]), listed(["u", "v", "w"])
    ('u', 'u and v', 'u, v and w')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def badge(status: Status) -> str:
    """A status in its colour, with a sign for those who see no colours."""
    style = f"color:{COLORS[status]};font-weight:600;white-space:nowrap"
    return f'<span class="{status}" style="{style}">{SIGNS[status]} {status}</span>'


def equation(constraint: Constraint, problem: Problem) -> str:
    """A constraint as a formula; conditions on a whole boundary lose no information."""
    return formula(written_equation(constraint, problem), block=False)


def answer(solution: "Solution") -> str:
    """The solution as a formula, proved or not."""
    if solution.eq is None:
        return "<p>No candidate was found.</p>"
    if len(solution.eqs) == 1:
        return formula(solution.eq)
    return "".join(f'<div style="padding:0.35em 0">{formula(eq)}</div>' for eq in solution.eqs)


def proof_table(solution: "Solution") -> str:
    """What is known of the equation and of each condition."""
    problem, verification = solution.problem, solution.verification
    outcomes: Sequence[Outcome | None] = [None] * len(problem.constraints)
    if verification is not None:
        outcomes = verification.outcomes
    rows = []
    for i, (constraint, outcome) in enumerate(zip(problem.constraints, outcomes, strict=True)):
        status = Status.UNDECIDED if outcome is None else outcome.status
        kind = "equation" if i < len(problem.equations) else _kind(i, problem)
        rows.append((badge(status), equation(constraint, problem), kind, _explained(outcome)))
    return table(("status", "must hold", "", "because"), rows, kind="proof")


def _kind(number: int, problem: Problem) -> str:
    initial = problem.initial[number - len(problem.equations)]
    return "initial" if initial else "boundary"


def _explained(outcome: Outcome | None) -> str:
    if outcome is None:
        return "only sampled, not proved"
    if outcome.status is Status.PROVED:
        return escape(RUNGS.get(outcome.rung or "", outcome.rung or ""))
    where = ", ".join(f"{s} = {v.evalf(6)}" for s, v in (outcome.point or {}).items())
    return escape(f"{outcome.reason}{': ' if where else ''}{where}")


def residual_table(solution: "Solution") -> str:
    """Root mean squares of an approximation's residuals; empty if there are none."""
    if not solution.residuals or solution:
        return ""
    rows = [(escape(name), f"{value:.3g}") for name, value in solution.residuals.items()]
    return table(("constraints", "root mean square of the residual"), rows, kind="residuals")


def steps_table(solution: "Solution") -> str:
    """The stepwise table, or the derivation; empty if there is neither."""
    rows = [
        (
            escape(name),
            "" if variable is None else formula(variable, block=False),
            _lines(expr),
            _each(parameters, ", "),
        )
        for name, variable, expr, parameters in step_rows(solution)
    ]
    if not rows:
        return derivation_html(solution)
    unknowns = _each(solution.problem.functions, ", ")
    return table(("", "variable", unknowns, "parameters"), rows, kind="steps")


def _lines(expr: Basic) -> str:
    """A formula, or one below the other for those of a system."""
    if not isinstance(expr, Tuple):
        return formula(expr, block=False)
    return "".join(f"<div>{formula(e, block=False)}</div>" for e in expr.args)


def _each(exprs: Iterable[Basic], between: str) -> str:
    return between.join(formula(e, block=False) for e in exprs)


def how_found(solution: "Solution") -> str:
    """One line: status, way, candidates, time."""
    method = escape(solution.method)
    text = f"{method}, {solution.evaluations:,} candidates, {solution.seconds:.2f} s"
    reason = f", {escape(solution.reason)}" if solution.reason else ""
    return f"{badge(solution.status)} ({text}, seed {solution.seed}{reason})"


def summary(solution: "Solution") -> str:
    """What a notebook shows of a solution."""
    parts = [
        answer(solution),
        f"<p>{how_found(solution)}</p>",
        steps_table(solution),
        proof_table(solution),
        residual_table(solution),
    ]
    return f'<div class="sympy-ssde">{"".join(parts)}</div>'
