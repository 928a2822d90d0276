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
