"""Pictures of searches, as matplotlib figures that need no screen."""

from typing import Any

import numpy as np

from sympy_ssde.result.figure import BLUE, GREY, GRID, Picture, message, new_figure
from sympy_ssde.result.solution import History, Method


def plot_history(history: History) -> Picture:
    """The best reward over the evaluations, and the Pareto front of loss and complexity."""
    if not history.records and not history.front:
        return message("no search was needed: a shortcut led to the answer")
    drawings = [_draw_rewards] if history.records else []
    drawings += [_draw_front] if history.front else []
    figure = new_figure(5 * len(drawings), 3.6)
    for panel, draw in zip(
        figure.subplots(1, len(drawings), squeeze=False)[0], drawings, strict=True
    ):
        draw(panel, history)
    return figure


def _draw_rewards(panel: Any, history: History) -> None:
    """The direct search's best reward so far, and that of each variable of the recursion.

    The latter are rewards of fits along one variable: 1 means that a step is done.
    """
    searches: dict[str, tuple[list[int], list[float]]] = {}
    for record in history.records:
        recursive = record.method is Method.RECURSIVE
        if recursive and record.variable is None:
            continue  # a check in all variables, without a reward of its own
        name = f"recursion, along {record.variable}" if recursive else "direct search"
        counts, rewards = searches.setdefault(name, ([], []))
        counts.append(record.evaluations)
        rewards.append(record.best_reward)
    colors = iter([BLUE, "#b7791f", "#2f855a", "#805ad5", "#c53030", GREY] * len(searches))
    for (name, (counts, rewards)), color in zip(searches.items(), colors, strict=False):
        best = np.maximum.accumulate(rewards)
        label = name.replace("$", r"\$")
        panel.step(counts, best, where="post", color=color, label=label)
        panel.plot(counts[-1:], best[-1:], "o", color=color, markersize=4)
    if len(searches) > 1:
        panel.legend(frameon=False, fontsize=8)
    panel.set_xlabel("candidates evaluated")
    panel.set_ylabel("best reward so far")
    panel.set_ylim(-0.03, 1.05)
    panel.grid(color=GRID, linewidth=0.7)


def _draw_front(panel: Any, history: History) -> None:
    front = [(c, loss) for c, loss, _ in history.front if np.isfinite(loss)]
    if front:
        complexities = [c for c, _ in front]
        losses = [max(loss, 1e-34) for _, loss in front]
        panel.step(complexities, losses, where="post", color=GREY, linewidth=1)
        panel.plot(complexities, losses, "o", color=BLUE, markersize=5)
        panel.set_yscale("log")
    panel.set_xlabel("complexity")
    panel.set_ylabel("loss")
    panel.set_title("Pareto front", fontsize=10)
    panel.grid(color=GRID, linewidth=0.7)
