"""The commands ``ssde solve``, ``ssde check`` and ``ssde examples``.

Answers go to standard output, everything else to the error stream.  The search, and with it torch
and numba, is loaded only once a problem has been understood.
"""

import argparse
import dataclasses
import json
import math
import shlex
import sys
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sympy import latex

from sympy_ssde._version import __version__
from sympy_ssde.errors import ProblemError, SSDEError
from sympy_ssde.problem.examples import example_names, example_title, read_example
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.text.layout import MAX_CHARACTERS
from sympy_ssde.problem.text.mistakes import ProblemTextError
from sympy_ssde.problem.text.reader import Statement, read_solution, read_statement
from sympy_ssde.proof.verify import Outcome, Status, verify
from sympy_ssde.reduction.reduction import Line
from sympy_ssde.result.comparison import compare, rounded
from sympy_ssde.result.solution import Ending, Solution, Step
from sympy_ssde.solver.interruption import Interruption
from sympy_ssde.solver.options import OPTIONS, PROGRESS, Option
from sympy_ssde.worker.pool import shared_worker

PROVED, NOT_PROVED, INTERRUPTED = 0, 1, 130
STDOUT = "-"
#: Endings of the files that can be written.
PICTURES = (".png", ".pdf", ".svg", ".jpg", ".jpeg", ".eps", ".ps", ".tif", ".tiff", ".webp")
PAGES = (".html", ".htm")


def add_problem_commands(commands: Any) -> None:
    """Add the commands to the subparsers of ``ssde``."""
    _add_solve(commands)
    _add_check(commands)
    warmup = commands.add_parser(
        "warmup",
        help="compile what searches need, once on a machine",
        description="Compile what searches need, so that the first of them doesn't wait for it. "
        "The code is kept beside the package, or in the folder NUMBA_CACHE_DIR.",
    )
    warmup.set_defaults(run=run_warmup)
    examples = commands.add_parser("examples", help="list the examples, or print one")
    examples.add_argument("name", nargs="?", help="print this example: ssde examples heat")
    examples.set_defaults(run=run_examples)


def _add_solve(commands: Any) -> None:
    solve = commands.add_parser(
        "solve",
        help="solve problems that are written in files",
        description="Search for a closed form and prove it. Several files are solved at the same "
        "time. Exit code: 0 proved, 1 not found, undecided or out of time, 2 bad input, 130 "
        "interrupted.",
    )
    solve.add_argument(
        "files", metavar="FILE", nargs="*", help="a problem in each; - for standard input"
    )
    shown = solve.add_mutually_exclusive_group()
    for option in OPTIONS:
        _add_option(shown if option is PROGRESS else solve, option)
    shown.add_argument("--quiet", action="store_true", help="print nothing but the answer")
    form = solve.add_mutually_exclusive_group()
    form.add_argument(
        "--json",
        nargs="?",
        const=STDOUT,
        metavar="LINES",
        help="print all that is known as JSON; for several problems: write a line for each to this "
        "file, and don't solve again what it has",
    )
    form.add_argument("--latex", action="store_true", help="print the answer as LaTeX")
    solve.add_argument(
        "--plot",
        type=Path,
        metavar="FILE",
        help="draw the answer, or the best approximation: .png, .pdf, .svg",
    )
    solve.add_argument(
        "--report", type=Path, metavar="FILE", help="write a report with pictures: .html"
    )
    solve.set_defaults(run=run_solve)


def _add_check(commands: Any) -> None:
    check = commands.add_parser(
        "check",
        help="check a solution of a problem",
        description="Prove or refute a solution, for each equation and each condition. Exit "
        "code: 0 proved, 1 refuted or undecided, 2 bad input.",
    )
    _add_file(check)
    check.add_argument(
        "--solution",
        required=True,
        action="append",
        metavar="TEXT",
        help="'u = exp(-t)*sin(x)', or its right side; for a system 'u = sin(x); v = cos(x)', or "
        "--solution once for each function",
    )
    check.add_argument("--timeout", type=float, default=10, help="seconds (default 10)")
    check.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    check.set_defaults(run=run_check)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the problem; - for standard input")


def _add_option(parser: Any, option: Option) -> None:
    """Add a solver's option, if it can be given on the command line."""
    flag, name = option.flag, f"--{option.name}"
    if flag is None:
        return
    words = flag.help.replace("{default}", str(option.default))
    if flag.read is None:
        parser.add_argument(name, action="store_const", const=True, help=words)
    else:
        parser.add_argument(
            name, type=flag.read, default=option.default, metavar=flag.metavar, help=words
        )


def _given_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The solver's options; the grammar is read from its file."""
    given = {o.name: getattr(arguments, o.name) for o in OPTIONS if o.flag is not None}
    if arguments.grammar is not None:
        given["grammar"] = read_source(arguments.grammar)
    if arguments.quiet:
        given["progress"] = False
    return given


def read_source(name: str) -> str:
    """The text of a file, or of standard input for ``-``; no more than a problem can have."""
    limit = 4 * MAX_CHARACTERS + 1
    try:
        if name == "-":
            content = sys.stdin.buffer.read(limit)
        else:
            with open(name, "rb") as source:
                content = source.read(limit)
    except OSError as error:
        raise ProblemError(f"{name} can't be read: {error.strerror}") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        if len(content) == limit:
            raise ProblemTextError(f"{name} is too long for a problem") from None
        raise ProblemTextError(f"{name} is not a text in UTF-8") from None


# solve -------------------------------------------------------------------------------------------


def run_solve(arguments: argparse.Namespace) -> int:
    """Solve the problems of files; returns the exit code."""
    if not arguments.files and arguments.json not in (None, STDOUT):
        arguments.files, arguments.json = [arguments.json], STDOUT  # ssde solve --json FILE
    if not arguments.files:
        raise ProblemError("no file was given; ssde solve problem.txt, or - for standard input")
    if len(arguments.files) > 1 or arguments.json not in (None, STDOUT):
        return _solve_several(arguments)
    return _solve_one(arguments)


def _solve_several(arguments: argparse.Namespace) -> int:
    """Solve many problems at the same time, and print a line for each."""
    if arguments.plot is not None or arguments.report is not None:
        raise ProblemError("--plot and --report are for one problem")
    if arguments.checkpoint is not None:
        raise ProblemError(
            "--checkpoint is for one problem; of several, --json keeps what is solved"
        )
    if arguments.json == STDOUT:
        raise ProblemError("--json needs a file for several problems: --json answers.jsonl")
    problems = [_read_named(name) for name in arguments.files]
    given = _given_options(arguments)

    from sympy_ssde.solver.many import SHARED, solve_many

    solutions = solve_many(
        problems,
        workers=arguments.workers,
        save=arguments.json,
        progress=given["progress"],
        **{name: value for name, value in given.items() if name in SHARED},
    )
    for name, solution in zip(arguments.files, solutions, strict=True):
        answer = _answer_latex(solution) if arguments.latex else _answer(solution)
        if solution:
            print(f"{name}: {'; '.join(answer.splitlines())}")
        elif not arguments.quiet:
            print(f"{name}: no closed form was proved: {solution.reason}", file=sys.stderr)
    if not arguments.quiet:
        proved = sum(map(bool, solutions))
        print(f"{proved} of {len(solutions)} proved", file=sys.stderr)
    if all(solutions):
        return PROVED
    interrupted = any(solution.ending is Ending.INTERRUPTED for solution in solutions)
    return INTERRUPTED if interrupted else NOT_PROVED


def _read_named(name: str) -> Problem:
    try:
        return read_statement(read_source(name)).problem
    except ProblemError as error:
        raise ProblemError(f"{name}: {error}") from None


def _solve_one(arguments: argparse.Namespace) -> int:
    """Solve the problem of a file, and print all that was asked for."""
    source = read_source(arguments.files[0])
    shared_worker().start()  # it loads while the problem is read
    statement = read_statement(source)
    _check_outputs(arguments)
    options = _given_options(arguments)

    from sympy_ssde.solver.solve import find_solution

    with Interruption() as interruption:
        solution = find_solution(statement.problem, callback=interruption.callback, **options)
    if interruption.requested and not solution:
        ending = Ending.INTERRUPTED
        solution = dataclasses.replace(solution, ending=ending, reason=str(ending))
    if arguments.json:
        print(json.dumps(describe_solution(solution, statement), indent=2, ensure_ascii=False))
    elif solution:
        print(_answer_latex(solution) if arguments.latex else _answer(solution))
    if not arguments.quiet:
        print(_summary(solution), file=sys.stderr)
    _write_outputs(solution, arguments)
    if solution:
        return PROVED
    return INTERRUPTED if solution.ending is Ending.INTERRUPTED else NOT_PROVED


def _check_outputs(arguments: argparse.Namespace) -> None:
    """Raise before the search for what would fail after it."""
    plot, report = arguments.plot, arguments.report
    if plot is not None and plot.suffix.lower() not in PICTURES:
        raise ProblemError(
            f"--plot {plot}: the ending says how it is drawn, one of {' '.join(PICTURES)}"
        )
    if report is not None and report.suffix.lower() not in PAGES:
        raise ProblemError(f"--report {report}: the ending must be one of {' '.join(PAGES)}")
    for path in (plot, report):
        if path is not None and not path.absolute().parent.is_dir():
            raise ProblemError(f"{path} can't be written: there is no folder {path.parent}")
    if plot is not None and find_spec("matplotlib") is None:
        raise SSDEError('plots need matplotlib; install it with: pip install "sympy_ssde[plot]"')


def _write_outputs(solution: Solution, arguments: argparse.Namespace) -> None:
    try:
        if arguments.plot is not None and solution.expr is not None:
            import matplotlib

            matplotlib.use("Agg")
            solution.plot().savefig(arguments.plot)
        if arguments.report is not None:
            from sympy_ssde.result.report import write_report

            write_report(solution, arguments.report, command=_command_line())
    except (OSError, ValueError) as error:  # ValueError: a format that matplotlib can't write
        raise SSDEError(f"the answer stands above, but a file can't be written: {error}") from None


def _command_line() -> str:
    return shlex.join(["ssde", *sys.argv[1:]])


def _answer(solution: Solution) -> str:
    """The answer as ``ssde check --solution`` reads it, a line for each unknown."""
    return "\n".join(f"{eq.lhs} = {eq.rhs}" for eq in solution.eqs)


def _answer_latex(solution: Solution) -> str:
    return "\n".join(f"{latex(eq.lhs)} = {latex(eq.rhs)}" for eq in solution.eqs)


def _summary(solution: Solution) -> str:
    """One line about a proof; the best approximation where there is none."""
    effort = f"{_time(solution)}, {solution.evaluations:,} candidates, seed {solution.seed}"
    if solution:
        proved = f"proved: {_constraints(solution.problem)} ({solution.method}, {effort})"
        if solution.problem.conditions:
            return "\n".join((proved, *solution.remarks))
        func = solution.problem.functions[0]
        start = func.subs(func.args[-1], 0)
        advice = f"no conditions were given; a line such as {start} = 1 adds one"
        return "\n".join((proved, *solution.remarks, advice))
    lines = [f"no closed form was proved: {solution.reason} ({effort})"]
    if solution.eqs:
        best = [f"{eq.lhs} = {rounded(eq.rhs)}" for eq in solution.eqs]
        lines.append("best so far: " + "\n             ".join(best))
        errors = ", ".join(f"{name} {value:.2g}" for name, value in solution.residuals.items())
        lines.append(f"root mean square of the residual: {errors}")
        comparison = compare(solution)
        lines += [str(comparison)] if comparison else []
        lines.append("try a longer --timeout, another --seed or --library")
    return "\n".join(lines)


def _time(solution: Solution) -> str:
    """How long it took; what went into loading apart."""
    loading = f", {solution.loading:.1f} s of it loading" if solution.loading >= 0.1 else ""
    return f"{solution.seconds:.1f} s{loading}"


def _constraints(problem: Problem) -> str:
    """What must hold, as ``the equation and 2 conditions``."""
    equations, conditions = len(problem.equations), len(problem.conditions)
    first = "the equation" if equations == 1 else f"{equations} equations"
    return f"{first} and {conditions} condition{'s' * (conditions != 1)}" if conditions else first


def describe_solution(solution: Solution, statement: Statement) -> dict[str, Any]:
    """All that is known of a solution, as JSON can say it."""
    found = solution.expr is not None
    outcomes = solution.verification.outcomes if solution.verification is not None else ()
    return {
        "status": str(solution.status),
        "solution": _answer(solution) if found else None,
        "latex": _answer_latex(solution) if found else None,
        "functions": {eq.lhs.func.__name__: str(eq.rhs) for eq in solution.eqs},
        "constraints": _verdicts(outcomes, statement),
        "residuals": {name: _number(value) for name, value in solution.residuals.items()},
        "reason": solution.reason,
        "unique": solution.unique,
        "uniqueness": solution.uniqueness,
        "constants": [str(c) for c in solution.constants],
        "remarks": list(solution.remarks),
        "method": solution.method,
        "seed": solution.seed,
        "seconds": round(solution.seconds, 3),
        "loading": round(solution.loading, 3),
        "evaluations": solution.evaluations,
        "steps": [_described(step) for step in solution.steps],
        "front": [
            {"complexity": c, "loss": _number(loss), "skeleton": text}
            for c, loss, text in solution.history.front
        ],
        "version": __version__,
    }


def _described(step: Step | Line) -> dict[str, Any]:
    """A round of the recursion or a line of a derivation."""
    if isinstance(step, Line):
        return {"words": step.words, "formulas": [str(f) for f in step.formulas]}
    return {"round": step.number, "variable": str(step.variable), "expression": str(step.expr)}


def _number(value: float) -> float | None:
    """JSON knows no infinity."""
    return value if math.isfinite(value) else None


# check -------------------------------------------------------------------------------------------


def run_check(arguments: argparse.Namespace) -> int:
    """Check a solution of the problem of a file; returns the exit code."""
    statement = read_statement(read_source(arguments.file))
    try:
        candidate = read_solution("\n".join(arguments.solution), statement.problem)
    except ProblemTextError as error:
        raise ProblemError(f"in the solution: {error}") from None
    verification = verify(statement.problem, candidate, timeout=arguments.timeout)
    if arguments.json:
        verdicts = _verdicts(verification.outcomes, statement)
        described = {"status": str(verification.status), "constraints": verdicts}
        print(json.dumps(described, indent=2, ensure_ascii=False))
    else:
        print(verification.status)
        for outcome, source in zip(verification.outcomes, statement.sources, strict=True):
            print(f"  {dataclasses.replace(outcome, source=source)}")
    return PROVED if verification else NOT_PROVED


def _verdicts(outcomes: Sequence[Outcome], statement: Statement) -> list[dict[str, Any]]:
    found = []
    for outcome, source in zip(outcomes, statement.sources, strict=False):
        verdict: dict[str, Any] = {"constraint": source, "status": str(outcome.status)}
        if outcome.status is Status.PROVED:
            verdict["by"] = outcome.rung
        else:
            verdict["reason"] = outcome.reason
        if outcome.point is not None:
            verdict["point"] = {str(s): str(v.evalf(15)) for s, v in outcome.point.items()}
            verdict["value"] = None if outcome.value is None else str(outcome.value.evalf(15))
        found.append(verdict)
    return found


# warmup ------------------------------------------------------------------------------------------


def run_warmup(arguments: argparse.Namespace) -> int:
    """Compile, and say how long it took."""
    begin = time.monotonic()
    from sympy_ssde.solver.warmup import announce, is_ready, warm_up

    before = is_ready()
    announce()
    warm_up()
    words = "compiled before; loaded" if before else "compiled"
    print(f"{words} in {time.monotonic() - begin:.0f} s")
    return PROVED


# examples ----------------------------------------------------------------------------------------


def run_examples(arguments: argparse.Namespace) -> int:
    """List the examples, or print one."""
    if arguments.name is not None:
        print(read_example(arguments.name), end="")
        return PROVED
    width = max(map(len, example_names()))
    for name in example_names():
        print(f"{name:{width}}  {example_title(name)}")
    print("\nto solve one: ssde examples heat | ssde solve -", file=sys.stderr)
    return PROVED
