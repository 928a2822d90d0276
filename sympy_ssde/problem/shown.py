"""A problem as notebooks show it: formulas in place of text."""

from sympy import latex

from sympy_ssde.markup.mathml import between, formula
from sympy_ssde.markup.tables import listed
from sympy_ssde.problem.code import written_equation
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem


def equation_html(constraint: Constraint, problem: Problem) -> str:
    """An equation or a condition as a formula, as it was stated."""
    return formula(written_equation(constraint, problem), block=False)


def ranges_html(problem: Problem) -> str:
    """Where the problem is stated: ``0 < x < 1, 0 < t < 1``."""
    return ", ".join(between(r.low, r.symbol, r.high) for r in problem.domain)


def problem_html(problem: Problem) -> str:
    """The equations, their conditions, and where they hold."""
    unknowns = listed(formula(f, block=False) for f in problem.functions)
    equations, conditions = (
        "".join(f'<div style="padding:0.3em 1.5em">{equation_html(c, problem)}</div>' for c in some)
        for some in (problem.equations, problem.conditions)
    )
    given = f"with{conditions}" if conditions else ""
    place = f"<div>for {ranges_html(problem)}</div>"
    return f'<div class="sympy-ssde">Find {unknowns}:{equations}{given}{place}</div>'


def problem_latex(problem: Problem) -> str:
    """The same as LaTeX, a line for each equation and condition."""
    lines = [written_equation(c, problem) for c in problem.constraints]
    rows = [f"{latex(eq.lhs)} &= {latex(eq.rhs)}" for eq in lines]
    inner = r" \\ ".join(rows)
    return rf"$\displaystyle \begin{{aligned}} {inner} \end{{aligned}}$"
