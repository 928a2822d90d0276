"""The subcommands of ``ssde bench``; each prints its figures and can write them as JSON lines."""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def add_bench_commands(parser: argparse.ArgumentParser) -> None:
    """Add every benchmark as a subcommand."""
    commands = parser.add_subparsers(dest="benchmark", metavar="BENCHMARK", required=True)

    proofs = commands.add_parser("proofs", help="known solutions proved, changed ones refuted")
    proofs.add_argument("--set", default="all", help="paper, literature or all")
    proofs.add_argument("--timeout", type=float, default=10, help="seconds for one check")
    proofs.add_argument("--exact-only", action="store_true", help="leave the changed ones out")
    _add_output(proofs)
    proofs.set_defaults(run=_run_proofs)

    engine = commands.add_parser("engine", help="kernel against autograd; fitted skeletons/s")
    engine.add_argument("--repeats", type=int, default=5, help="alternating runs, median")
    engine.add_argument("--problems", type=int, default=200, help="manufactured problems")
    _add_output(engine)
    engine.set_defaults(run=_run_engine)

    paper = commands.add_parser("paper", help="the paper's problems, one configuration for all")
    paper.add_argument("--set", default="ode", choices=["ode", "pde", "all"], help="which problems")
    paper.add_argument("--bfgs", action="store_true", help="fit constants by BFGS")
    _add_run_options(paper, seeds=20, timeout=300)
    paper.set_defaults(run=_run_paper)

    literature = commands.add_parser("literature", help="problems of others, solved in most seeds")
    literature.add_argument(
        "--family",
        default="all",
        choices=["ode", "pde-linear", "pde-nonlinear", "param", "all"],
        help="which problems",
    )
    literature.add_argument("--sympy", action="store_true", help="run SymPy's solvers beside ours")
    _add_run_options(literature, seeds=3, timeout=60)
    literature.set_defaults(run=_run_literature)


def _add_run_options(parser: argparse.ArgumentParser, seeds: int, timeout: float) -> None:
    parser.add_argument(
        "--seeds", type=_count, default=seeds, metavar="N", help=f"0 to N - 1 (default {seeds})"
    )
    parser.add_argument(
        "--timeout", type=_seconds, default=timeout, help=f"seconds a run (default {timeout:g})"
    )
    parser.add_argument("--jobs", type=_count, default=1, help="processes at a time (default 1)")
    parser.add_argument("--only", type=_names, metavar="ID[,ID]", help="these problems only")
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        choices=["policy", "genetic", "rsco", "recursion", "hints", "shortcuts"],
        help="leave a part of the search out; may be repeated",
    )
    parser.add_argument(
        "--json",
        type=Path,
        metavar="FILE",
        help="append the rows as JSON lines; runs that stand there already are not repeated",
    )


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return value


def _seconds(text: str) -> float:
    value = float(text)
    if not value > 0:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number of seconds")
    return value


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows as JSON lines")


def write_rows(path: Path | None, rows: Iterable[dict[str, Any]]) -> None:
    """Write rows as JSON lines, if a path was given."""
    if path is not None:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def _run_proofs(arguments: argparse.Namespace) -> int:
    import warnings

    from sympy_ssde.bench.proofs import measure, summary
    from sympy_ssde.errors import ProblemWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ProblemWarning)  # changed conditions miss their corners
        rows = list(measure(arguments.set, arguments.timeout, not arguments.exact_only))
    print(summary(rows))
    write_rows(arguments.json, (row.as_dict() for row in rows))
    return 0


def _run_engine(arguments: argparse.Namespace) -> int:
    from sympy_ssde.bench.engine import format_rows, measure_kernel
    from sympy_ssde.bench.fitting import measure_fitting, measure_recovery
    from sympy_ssde.bench.footprint import measure_compile, measure_memory

    kernel = measure_kernel(repeats=arguments.repeats)
    print(format_rows(kernel))
    fitting = measure_fitting(repeats=arguments.repeats)
    print(
        f"{fitting['task']}: {fitting['fitted_per_second']:,.0f} fitted skeletons/s (floor 10,000)"
    )
    recovery = measure_recovery(count=arguments.problems)
    print(
        f"{recovery['task']}: {recovery['recovered']:.1%} of {recovery['constants']} recovered, "
        f"{recovery['functions_recovered']:.1%} of the functions (floor 90%)"
    )
    memory = measure_memory()
    print(f"{memory['task']}: {memory['peak_megabytes']:.0f} MB in all (limit 1000 MB)")
    compiled = measure_compile()
    print(
        f"{compiled['task']}: {compiled['cold_seconds']:.1f} s on a cold cache (limit 30), "
        f"{compiled['warm_seconds']:.2f} s on a warm one (limit 1)"
    )
    write_rows(arguments.json, [*kernel, fitting, recovery, memory, compiled])
    return 0


def _run_paper(arguments: argparse.Namespace) -> int:
    from sympy_ssde.bench.paper import plan, summary
    from sympy_ssde.bench.runs import print_row, run_all

    runs = plan(
        arguments.set,
        seeds=arguments.seeds,
        timeout=arguments.timeout,
        only=arguments.only,
        without=arguments.without,
        bfgs=arguments.bfgs,
    )
    rows = run_all(runs, jobs=arguments.jobs, path=arguments.json, report=print_row)
    print(summary(rows))
    return 0


def _run_literature(arguments: argparse.Namespace) -> int:
    from sympy_ssde.bench.literature import plan, skipped_note, summary
    from sympy_ssde.bench.runs import print_row, run_all

    runs = plan(
        arguments.family,
        seeds=arguments.seeds,
        timeout=arguments.timeout,
        only=arguments.only,
        without=arguments.without,
        sympy=arguments.sympy,
    )
    rows = run_all(runs, jobs=arguments.jobs, path=arguments.json, report=print_row)
    print(summary(rows))
    if note := skipped_note(arguments.family):
        print(note)
    return 0
