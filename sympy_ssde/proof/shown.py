"""What was proved, and why, as notebooks and reports show it."""

from collections.abc import Iterable
from html import escape

from sympy_ssde.markup.mathml import formula
from sympy_ssde.markup.tables import table
from sympy_ssde.proof.verify import Outcome, Status, Verification

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


def badge(status: Status) -> str:
    """A status in its colour, with a sign for those who see no colours."""
    style = f"color:{COLORS[status]};font-weight:600;white-space:nowrap"
    return f'<span class="{status}" style="{style}">{SIGNS[status]} {status}</span>'


def explained(outcome: Outcome | None) -> str:
    """Why it holds, or why not, in words."""
    if outcome is None:
        return "only sampled, not proved"
    if outcome.status is Status.PROVED:
        return escape(RUNGS.get(outcome.rung or "", outcome.rung or ""))
    where = ", ".join(f"{s} = {v.evalf(6)}" for s, v in (outcome.point or {}).items())
    return escape(f"{outcome.reason}{': ' if where else ''}{where}")


def verification_html(verification: Verification) -> str:
    """A table: what must hold, whether it does, and why."""
    rows = [*_rows(verification.equations, "equation")]
    rows += _rows(verification.conditions, "condition")
    proof = table(("status", "must hold", "", "because"), rows, kind="proof")
    head = f"<p>{badge(verification.status)} ({verification.seconds:.2f} s)</p>"
    return f'<div class="sympy-ssde">{head}{proof}</div>'


def _rows(outcomes: Iterable[Outcome], kind: str) -> Iterable[tuple[str, ...]]:
    for outcome in outcomes:
        yield (badge(outcome.status), _constraint(outcome), kind, explained(outcome))


def _constraint(outcome: Outcome) -> str:
    """What must hold, as a formula; as text where it is known by its text only."""
    if outcome.statement is None:
        return f"<code>{escape(outcome.source)}</code>"
    return formula(outcome.statement, block=False)
