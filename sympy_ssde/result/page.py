"""Pieces of HTML that notebooks and reports share; whatever comes from a problem is escaped."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from sympy import Basic, Eq, Tuple

from sympy_ssde.markup.mathml import formula
from sympy_ssde.markup.tables import table
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.shown import equation_html
from sympy_ssde.proof.shown import badge, explained
from sympy_ssde.proof.verify import Outcome, Status
from sympy_ssde.reduction.reduction import Line
from sympy_ssde.result.comparison import approximation_html, rounded
from sympy_ssde.result.derivation import derivation_html, lines_html
from sympy_ssde.result.steps import step_rows

if TYPE_CHECKING:
    from sympy_ssde.result.solution import Solution, Step


def answer(solution: "Solution") -> str:
    """The solution as a formula, proved or not."""
    if solution.eq is None:
        return "<p>No candidate was found.</p>"
    equations = solution.eqs if solution else [Eq(q.lhs, rounded(q.rhs)) for q in solution.eqs]
    if len(equations) == 1:
        return formula(equations[0])
    return "".join(f'<div style="padding:0.35em 0">{formula(eq)}</div>' for eq in equations)


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
        rows.append((badge(status), equation_html(constraint, problem), kind, explained(outcome)))
    return table(("status", "must hold", "", "because"), rows, kind="proof")


def _kind(number: int, problem: Problem) -> str:
    initial = problem.initial[number - len(problem.equations)]
    return "initial" if initial else "boundary"


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


def steps_html(steps: Sequence["Step | Line"]) -> str:
    """Steps of a recursion as a table, or the lines of a derivation, without their solution."""
    lines = [step for step in steps if isinstance(step, Line)]
    rows = [
        (
            f"Step {step.number}",
            formula(step.variable, block=False),
            _lines(step.expr),
            _each(step.parameters, ", "),
        )
        for step in steps
        if not isinstance(step, Line)
    ]
    table_of_steps = table(("", "variable", "expression", "parameters"), rows, kind="steps")
    inner = (table_of_steps if rows else "") + lines_html(lines)
    return f'<div class="sympy-ssde">{inner or "No steps are known."}</div>'


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
    text = f"{method}, {solution.evaluations:,} candidates, {solution.time}"
    reason = f", {escape(solution.reason)}" if solution.reason else ""
    return f"{badge(solution.status)} ({text}, seed {solution.seed}{reason})"


def others_html(solution: "Solution") -> str:
    """Whether it is the only solution, or how general, in words; empty if that is not known."""
    if solution.remarks:
        return f"<p>A family of solutions; {escape('; '.join(solution.remarks))}.</p>"
    if solution.unique is None:
        return f"<p>{escape(solution.uniqueness)}</p>" if solution.uniqueness else ""
    verdict = "This is the only solution" if solution.unique else "This is not the only solution"
    return f"<p>{verdict} ({escape(solution.uniqueness)}).</p>"


def summary(solution: "Solution") -> str:
    """What a notebook shows of a solution."""
    parts = [
        answer(solution),
        f"<p>{how_found(solution)}</p>",
        others_html(solution),
        steps_table(solution),
        proof_table(solution),
        residual_table(solution),
        approximation_html(solution),
    ]
    return f'<div class="sympy-ssde">{"".join(parts)}</div>'
