"""The stepwise table of a solution, as the paper prints it: one row for each step."""

from typing import TYPE_CHECKING

from sympy import Basic, Expr, Function, Symbol, Tuple, latex

from sympy_ssde.reduction.reduction import Line
from sympy_ssde.result.derivation import derivation_latex, derivation_text, lines_text

if TYPE_CHECKING:
    from sympy_ssde.result.solution import Solution, Step

#: Step, variable, expression, and the parameters with the variables that they depend on.
Row = tuple[str, Symbol | None, Basic, tuple[Expr, ...]]


class Steps(tuple["Step | Line", ...]):
    """How a solution was found: a tuple that prints as a derivation, in notebooks as formulas."""

    def __str__(self) -> str:
        rows = [s for s in self if not isinstance(s, Line)]
        if rows:
            return "\n".join(f"{s.number}. along {s.variable}: {s.expr}" for s in rows)
        return lines_text([s for s in self if isinstance(s, Line)])

    def _repr_html_(self) -> str:
        from sympy_ssde.result.page import steps_html

        return steps_html(self)


def as_one(exprs: tuple[Expr, ...]) -> Basic:
    """The expression of one function, or a tuple of those of several."""
    return exprs[0] if len(exprs) == 1 else Tuple(*exprs)


def step_rows(solution: "Solution") -> tuple[Row, ...]:
    """One row for each step, and one for the answer if the last one isn't it already.

    A parameter alpha_k depends on the variables, and on the parameters of the problem, that no
    step has regressed yet.
    """
    rows: list[Row] = []
    done: list[Symbol] = []
    for step in solution.steps:
        if isinstance(step, Line):
            continue
        done.append(step.variable)
        symbols = solution.problem.variables + solution.problem.params
        rest = [s for s in symbols if s not in done]
        parameters = tuple(Function(p.name)(*rest) if rest else p for p in step.parameters)
        rows.append((f"Step {step.number}", step.variable, step.expr, parameters))
    if rows and solution.exprs and (answer := as_one(solution.exprs)) != rows[-1][2]:
        rows.append(("Answer", None, answer, ()))
    return tuple(rows)


def steps_text(solution: "Solution") -> str:
    """The stepwise table, or the derivation, as plain text; empty if there is neither."""
    rows = step_rows(solution)
    if not rows:
        return derivation_text(solution)
    head = ("", "variable", str(as_one(solution.problem.functions)), "parameters")
    cells = [head, *(_texts(row) for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(4)]
    lines = ["  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) for line in cells]
    lines.insert(1, "  ".join("-" * w for w in widths))
    return "\n".join(line.rstrip() for line in lines)


def _texts(row: Row) -> tuple[str, str, str, str]:
    name, variable, expr, parameters = row
    return (
        name,
        "" if variable is None else str(variable),
        str(expr),
        ", ".join(map(str, parameters)),
    )


def steps_latex(solution: "Solution") -> str:
    """The stepwise table as a LaTeX ``tabular`` (with the rules of the package booktabs).

    A derivation is an ``enumerate``.
    """
    rows = step_rows(solution)
    if not rows:
        return derivation_latex(solution)
    unknown = latex(as_one(solution.problem.functions))
    lines = [
        r"\begin{tabular}{llll}",
        r"\toprule",
        rf"Step & Variable & ${unknown}$ & Parameters \\",
        r"\midrule",
    ]
    for name, variable, expr, parameters in rows:
        cells = [
            name,
            "--" if variable is None else f"${latex(variable)}$",
            f"${latex(expr)}$",
            ", ".join(f"${latex(p)}$" for p in parameters) or "--",
        ]
        lines.append(" & ".join(cells) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])
