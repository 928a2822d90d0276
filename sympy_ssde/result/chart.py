"""A small chart of a search for notebooks, by hand: matplotlib takes seconds to load."""

from html import escape
from typing import TYPE_CHECKING

from sympy_ssde.markup.tables import cut, table

if TYPE_CHECKING:
    from sympy_ssde.result.solution import History

_WIDTH, _HEIGHT, _MARGIN = 320, 90, 12
_BLUE, _GREY = "#2b6cb0", "#94a3b8"


def history_html(history: "History") -> str:
    """The best reward over the candidates, and the Pareto front."""
    if not history.records and not history.front:
        return '<div class="sympy-ssde">No search was needed.</div>'
    parts = [_rewards(history)] if history.records else []
    rows = [
        (str(complexity), f"{loss:.3g}", f"<code>{escape(cut(text, 100))}</code>")
        for complexity, loss, text in history.front
    ]
    parts += [table(("complexity", "loss", "expression"), rows, kind="front")] if rows else []
    return f'<div class="sympy-ssde">{"".join(parts)}</div>'


def _rewards(history: "History") -> str:
    records = history.records
    last = records[-1]
    words = (
        f"{len(records):,} generation{'s' * (len(records) != 1)}, {last.evaluations:,} candidates, "
        f"{last.seconds:.1f} s; best reward {max(r.best_reward for r in records):.6f}"
    )
    most = max(max(r.evaluations for r in records), 1)
    best, points, height = 0.0, [], _HEIGHT - 2 * _MARGIN
    for record in records:
        across = _MARGIN + (_WIDTH - 2 * _MARGIN) * record.evaluations / most
        points.append(f"{across:.1f},{_MARGIN + height * (1 - best):.1f}")
        best = max(best, min(max(record.best_reward, 0.0), 1.0))
        points.append(f"{across:.1f},{_MARGIN + height * (1 - best):.1f}")
    frame = "".join(
        f'<line x1="{_MARGIN}" x2="{_WIDTH - _MARGIN}" y1="{y}" y2="{y}" stroke="{_GREY}" '
        f'stroke-width="0.5" />'
        for y in (_MARGIN, _HEIGHT - _MARGIN)
    )
    line = f'<polyline points="{" ".join(points)}" fill="none" stroke="{_BLUE}" stroke-width="2" />'
    return (
        f'<svg width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="best reward over candidates">{frame}{line}</svg><p>{words}</p>'
    )
