"""A report: one HTML page that holds the problem, the answer, its proof, pictures and the search.

The page needs no script, no font and no network: formulas are MathML, pictures are part of it.
"""

import base64
import io
import platform
from collections.abc import Callable
from dataclasses import fields
from datetime import datetime
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from sympy import latex, sstr

from sympy_ssde._version import __version__
from sympy_ssde.config import SearchConfig
from sympy_ssde.errors import MissingPackageError, ProblemError
from sympy_ssde.markup.mathml import formula
from sympy_ssde.markup.tables import listed, table
from sympy_ssde.problem.code import python_code
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.shown import equation_html, ranges_html
from sympy_ssde.problem.text.writer import write_problem
from sympy_ssde.proof.verify import Status
from sympy_ssde.resources import read_style
from sympy_ssde.result.comparison import approximation_html
from sympy_ssde.result.page import (
    answer,
    how_found,
    others_html,
    proof_table,
    residual_table,
    steps_table,
)
from sympy_ssde.result.solution import Method, Solution

#: What leads to an answer without a search.
_WAYS = {
    Method.SYMPY: "a method for ordinary equations",
    Method.REDUCTION: "the structure of the problem",
    Method.FAMILY: "the structure of the equation",
    Method.SHORTCUT: "a shortcut",
    Method.DIRECT: "a shortcut",
    Method.RECURSIVE: "a shortcut",
}
PACKAGES = ("sympy", "torch", "numpy", "scipy", "numba", "lark", "mpmath")
VERDICTS = {
    Status.PROVED: "{} and every condition are proved: this is an exact solution.",
    Status.UNDECIDED: "Nothing was proved. This is the best approximation that was found, with 6 "
    "digits.",
    Status.REFUTED: "This is not a solution: at least one constraint is violated.",
}


def write_report(solution: Solution, path: str | Path, command: str = "") -> Path:
    """Write a self-contained HTML page about a solution, proved or not; return its path.

    Parameters
    ==========

    solution : Solution
        What ``find_solution`` returned.
    path : str or Path
        The file to write.
    command : str
        The command that led to it, for people who want to run it again.
    """
    path = Path(path)
    today = datetime.now().strftime("%Y-%m-%d")
    path.write_text(report(solution, command, today), encoding="utf-8")
    return path


def report(solution: Solution, command: str = "", date: str | None = None) -> str:
    """The page as text; ``date`` is when it is written."""
    parts = [
        _section("Problem", _problem(solution)),
        _section("Answer", _answer(solution), kind=f"answer {solution.status}"),
        _section("Proof", _proof(solution)),
        _section("Step by step", _scrolling(steps_table(solution))),
        _section("Pictures", _pictures(solution)),
        _section("Search", _search(solution)),
        _section("Reproduce", _reproduction(solution, command)),
    ]
    kind = "Solution" if solution else "Approximation" if solution.exprs else "No solution"
    title = escape(f"{kind} of {listed(map(str, solution.problem.functions))}")
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="sympy_ssde {escape(__version__)}">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{read_style("report.css")}</style>
</head>
<body>
<header><h1>{title}</h1><p>{how_found(solution)}</p></header>
<main>
{"".join(parts)}</main>
<footer>Written by sympy_ssde {escape(__version__)}{_on(date)}.</footer>
</body>
</html>
"""


def _on(date: str | None) -> str:
    return "" if date is None else f" on {escape(date)}"


def _section(title: str, inner: str, kind: str = "") -> str:
    if not inner:
        return ""
    attribute = f' class="{kind}"' if kind else ""
    return f"<section{attribute}><h2>{title}</h2>{inner}</section>\n"


def _scrolling(inner: str) -> str:
    """Wide things scroll by themselves, so that the page stays as wide as a phone."""
    return f'<div class="wide">{inner}</div>' if inner else ""


def _problem(solution: Solution) -> str:
    problem = solution.problem
    equations = "".join(f"<li>{equation_html(c, problem)}</li>" for c in problem.equations)
    conditions = "".join(f"<li>{equation_html(c, problem)}</li>" for c in problem.conditions)
    unknowns = listed(formula(f, block=False) for f in problem.functions)
    return (
        f"<p>Find {unknowns} with</p>{_scrolling(f'<ul class=equations>{equations}</ul>')}"
        f"<p>and the conditions</p>{_scrolling(f'<ul class=equations>{conditions}</ul>')}"
        f"<p>for</p>{_scrolling(ranges_html(problem))}{_as_text(problem)}"
    )


def _as_text(problem: Problem) -> str:
    """The problem in the language of files, if it can be written so."""
    try:
        text = write_problem(problem)
    except ProblemError:
        return ""
    return f"<details><summary>As text</summary><pre>{escape(text)}</pre></details>"


def _answer(solution: Solution) -> str:
    if solution.eq is None:
        return answer(solution)
    single = len(solution.eqs) == 1
    subject = "The equation" if len(solution.problem.equations) == 1 else "All equations"
    verdict = f"<p>{escape(VERDICTS[solution.status].format(subject))}</p>"
    copies = _copy("SymPy", sstr(solution.eq if single else solution.eqs))
    copies += _copy("LaTeX", "\n".join(map(latex, solution.eqs)))
    details = f"<details><summary>As text</summary>{copies}</details>"
    others = others_html(solution) + approximation_html(solution)
    return _scrolling(answer(solution)) + verdict + others + details


def _copy(name: str, text: str) -> str:
    return f"<h3>{name}</h3><pre>{escape(text)}</pre>"


def _proof(solution: Solution) -> str:
    seconds = ""
    if solution.verification is not None:
        seconds = f"<p>Checked in {solution.verification.seconds:.2f} s, with exact arithmetic.</p>"
    return _scrolling(proof_table(solution)) + seconds + _scrolling(residual_table(solution))


def _caption(solution: Solution) -> str:
    problem = solution.problem
    words = ["Red: the data of the conditions."]
    if len(problem.functions) > 1 and len(problem.variables) == 1:
        words.append("Right: the functions against each other, with their start in red.")
    if not solution:
        several = len(problem.equations) > 1
        words.append(
            "The residual is the largest difference between the sides of an equation."
            if several
            else "The residual is the equation's left minus its right side."
        )
    return " ".join(words)


def _pictures(solution: Solution) -> str:
    if not solution.exprs:
        return ""
    names = listed(str(f) for f in solution.problem.functions)
    return _picture(solution.plot, f"The solution {names}", _caption(solution))


def _picture(draw: Callable[[], Any], alt: str, caption: str) -> str:
    """A figure as part of the page, or the reason why there is none."""
    try:
        data = _svg(draw())
    except MissingPackageError as error:
        return f"<p>{escape(str(error))}</p>"
    image = f'<img alt="{escape(alt)}" src="data:image/svg+xml;base64,{data}">'
    return f"<figure>{image}<figcaption>{escape(caption)}</figcaption></figure>"


def _svg(figure: Any) -> str:
    import matplotlib

    with io.BytesIO() as file, matplotlib.rc_context({"svg.hashsalt": "sympy_ssde"}):
        figure.savefig(file, format="svg", dpi=150, metadata={"Date": None})
        return base64.b64encode(file.getvalue()).decode("ascii")


def _search(solution: Solution) -> str:
    history = solution.history
    if not history.records:
        if solution.status is Status.PROVED:
            return f"<p>No search was needed: {_WAYS[solution.method]} led to the answer.</p>"
        return "<p>The search ended before its first generation.</p>"
    captions = ["The best reward so far."]
    captions += ["The Pareto front: the best loss for each complexity."] if history.front else []
    if any(r.method is Method.RECURSIVE for r in history.records):
        captions.append("In the recursion a reward of 1 ends a step, which is about one variable.")
    picture = _picture(history.plot, "The course of the search", " ".join(captions))
    rows = [
        (str(complexity), f"{loss:.3g}", f"<code>{escape(text)}</code>")
        for complexity, loss, text in history.front
    ]
    front = table(("complexity", "loss", "skeleton"), rows, kind="front")
    return picture + (_scrolling(front) if rows else "")


def _reproduction(solution: Solution, command: str) -> str:
    given = f"<h3>Command</h3><pre>{escape(command)}</pre>" if command else ""
    options = "".join(f", {k}={_written(v)}" for k, v in solution.options.items())
    call = f"solution = find_solution(problem, seed={solution.seed}{options})"
    code = f"<h3>Python</h3><pre>{escape(python_code(solution.problem, call))}</pre>"
    versions = [("sympy_ssde", __version__), ("Python", platform.python_version())]
    versions += [(name, _version(name)) for name in PACKAGES]
    rows = [(escape(name), escape(number)) for name, number in versions]
    return given + code + "<h3>Versions</h3>" + table(("package", "version"), rows, kind="versions")


def _written(value: Any) -> str:
    """An option as code; of a configuration only what differs from the defaults."""
    if not isinstance(value, SearchConfig):
        return repr(value)
    usual = SearchConfig()
    given = ((f.name, getattr(value, f.name)) for f in fields(value))
    changed = ", ".join(f"{k}={v!r}" for k, v in given if v != getattr(usual, k))
    return f"SearchConfig({changed})"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
