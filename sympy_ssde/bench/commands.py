"""The subcommands of ``ssde bench``; each prints its results and can write them as JSON lines."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sympy_ssde.bench.arguments import count, names, numbers, seconds
from sympy_ssde.bench.equality import add_equality_commands
from sympy_ssde.bench.series_commands import add_series_commands
from sympy_ssde.bench.soundness import add_changed_command, add_soundness_commands
from sympy_ssde.config import Hint

if TYPE_CHECKING:
    from sympy_ssde.bench.provenance import Provenance
    from sympy_ssde.bench.runs import Row, Run

Parser = argparse.ArgumentParser
Arguments = argparse.Namespace


def add_bench_commands(parser: Parser) -> None:
    """Add every benchmark as a subcommand."""
    commands = parser.add_subparsers(dest="benchmark", metavar="BENCHMARK", required=True)

    def add(name: str, about: str, run: Callable[[Arguments], int]) -> Parser:
        added = commands.add_parser(name, help=about, description=about)
        added.set_defaults(run=run, bench_parser=added)
        return added

    _add_paper(add("paper", "the paper's problems, one configuration for all", _run_paper))
    _add_literature(add("literature", "problems of others, solved in most seeds", _run_literature))
    _add_usual(add("systems", "systems of equations, solved in most seeds", _run_systems))
    _add_everyday(add("everyday", "random textbook problems in named classes", _run_everyday))
    _add_beside(add("beside", "what looking for structure costs a search", _run_beside))
    _add_ablation(add("ablation", "what each part of the search is worth", _run_ablation))
    _add_library(add("library", "time as the library of operators grows", _run_library))
    _add_scaling(add("scaling", "growth with dimension, points, batch and cores", _run_scaling))
    _add_baselines(add("baselines", "what a user could install instead", _run_baselines))
    _add_engine(add("engine", "kernel against autograd; fitted skeletons/s", _run_engine))
    _add_proofs(add("proofs", "known solutions proved, changed ones refuted", _run_proofs))
    add_soundness_commands(add)
    add_changed_command(add, _show)
    _add_families(add("families", "equations without conditions", _run_families))
    _add_constants(add("constants", "from fitted numbers to exact ones", _run_constants))
    add_equality_commands(add, _show)
    add_series_commands(add, _show)
    _add_report(add("report", "write the docs' pages from files of results", _run_report))


# options -----------------------------------------------------------------------------------------


def _add_paper(parser: Parser) -> None:
    _add_set(parser, "ode")
    parser.add_argument("--bfgs", action="store_true", help="fit constants by BFGS")
    _add_searches(parser, seeds=20, timeout=300)


def _add_literature(parser: Parser) -> None:
    _add_family(parser)
    _add_usual(parser)


def _add_usual(parser: Parser) -> None:
    _add_sympy(parser)
    _add_searches(parser, seeds=3, timeout=None, usual="60 for ODEs, 120 for others")


def _add_everyday(parser: Parser) -> None:
    _add_sympy(parser)
    parser.add_argument(
        "--first-seed", type=int, default=0, metavar="K", help="other problems (default 0)"
    )
    _add_searches(parser, seeds=3, timeout=10, things="classes or problems (class/seed)")


def _add_beside(parser: Parser) -> None:
    _add_family(parser)
    _add_searches(parser, seeds=5, timeout=None, usual="60 for ODEs, 120 for others")


def _add_ablation(parser: Parser) -> None:
    _add_set(parser, "all")
    _add_family(parser)
    parser.add_argument(
        "--arms",
        type=names,
        metavar="PART[,PART]",
        help="rsco, recursion, policy, genetic, bfgs, hints (default: all that there are)",
    )
    parser.add_argument(
        "--full", type=Path, metavar="FILE", help="rows of the full system that exist already"
    )
    _add_run_options(parser, seeds=5, timeout=None, usual="of the full system: 300, 60, 120")
    _add_plots(parser)


def _add_library(parser: Parser) -> None:
    _add_run_options(parser, seeds=20, timeout=300)
    _add_plots(parser)


def _add_scaling(parser: Parser) -> None:
    parser.add_argument(
        "--axis",
        action="append",
        choices=["dimension", "points", "batch", "workers"],
        help="what is varied; may be repeated (default: all four)",
    )
    parser.add_argument(
        "--dimensions", type=numbers, metavar="D[,D]", help="a range as 1-10, or numbers"
    )
    _add_run_options(parser, seeds=3, timeout=300)
    _add_plots(parser)


def _add_baselines(parser: Parser) -> None:
    parser.add_argument("--problem", default="poisson2d", help="of the paper (default poisson2d)")
    parser.add_argument("--iterations", type=count, help="of Adam, when a network is trained")
    _add_run_options(parser, seeds=1, timeout=300, things="methods")


def _add_engine(parser: Parser) -> None:
    parser.add_argument("--repeats", type=count, default=5, help="alternating runs, median")
    parser.add_argument("--problems", type=count, default=200, help="manufactured problems")
    _add_output(parser)


def _add_proofs(parser: Parser) -> None:
    parser.add_argument("--set", default="all", help="paper, literature or all")
    parser.add_argument("--timeout", type=seconds, default=10.0, help="seconds for one check")
    parser.add_argument("--exact-only", action="store_true", help="leave the changed ones out")
    _add_output(parser)


def _add_families(parser: Parser) -> None:
    parser.add_argument("--only", type=names, help="kinds or equations (kind/name), by comma")
    parser.add_argument("--timeout", type=seconds, default=60.0, help="seconds for an equation")
    _add_output(parser)


def _add_constants(parser: Parser) -> None:
    parser.add_argument("--problems", type=count, default=500, help="manufactured problems")
    parser.add_argument("--seed", type=int, default=0, help="of the problems (default 0)")
    parser.add_argument("--timeout", type=seconds, default=10.0, help="seconds per candidate")
    _add_output(parser)


def _add_report(parser: Parser) -> None:
    parser.add_argument("--results", type=Path, metavar="DIR", help="files of rows as JSON lines")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the pages (docs/benchmarks)")


def _add_set(parser: Parser, usual: str) -> None:
    parser.add_argument(
        "--set", default=usual, choices=["ode", "pde", "all"], help="which problems of the paper"
    )


def _add_searches(parser: Parser, **options: Any) -> None:
    _add_run_options(parser, **options)
    _add_search_options(parser)


def _add_family(parser: Parser) -> None:
    parser.add_argument(
        "--family",
        default="all",
        choices=["ode", "pde-linear", "pde-nonlinear", "param", "sigs", "all"],
        help="which problems of the literature",
    )


def _add_sympy(parser: Parser) -> None:
    parser.add_argument(
        "--sympy",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="run SymPy's solvers beside ours",
    )


def _add_run_options(
    parser: Parser,
    seeds: int,
    timeout: float | None,
    usual: str = "",
    things: str = "problems",
) -> None:
    usual = usual or f"{timeout:g}"
    parser.add_argument(
        "--seeds", type=count, default=seeds, metavar="N", help=f"0 to N - 1 (default {seeds})"
    )
    parser.add_argument(
        "--timeout", type=seconds, default=timeout, help=f"seconds per run (default {usual})"
    )
    parser.add_argument("--jobs", type=count, default=1, help="processes at a time (default 1)")
    parser.add_argument("--only", type=names, metavar="ID[,ID]", help=f"these {things} only")
    parser.add_argument(
        "--json",
        type=Path,
        metavar="FILE",
        help="append the rows as JSON lines; runs that stand there already are not repeated",
    )


def _add_search_options(parser: Parser) -> None:
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        choices=["policy", "genetic", "rsco", "recursion", "hints", "shortcuts"],
        help="leave a part of the search out; may be repeated",
    )
    parser.add_argument(
        "--hint",
        default="default",
        choices=[str(hint) for hint in Hint],
        help="how the search goes about it",
    )


def _add_output(parser: Parser) -> None:
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows as JSON lines")


def _add_plots(parser: Parser) -> None:
    parser.add_argument("--plots", type=Path, metavar="DIR", help="draw charts, with matplotlib")


# runs --------------------------------------------------------------------------------------------


def _extent(arguments: Arguments) -> dict[str, Any]:
    """What every plan is told."""
    return {"seeds": arguments.seeds, "timeout": arguments.timeout, "only": arguments.only}


def _searched(arguments: Arguments) -> dict[str, Any]:
    """What every plan is told in which parts of the search can be left out."""
    return {**_extent(arguments), "without": arguments.without, "hint": arguments.hint}


def _tell(
    runs: "Sequence[Run]", summary: "Callable[[list[Row]], str]", arguments: Arguments
) -> int:
    print(summary(_measure(runs, arguments)))
    return 0


def _run_paper(arguments: Arguments) -> int:
    from sympy_ssde.bench.paper import plan, summary

    runs = plan(arguments.set, **_searched(arguments), bfgs=arguments.bfgs)
    return _tell(runs, summary, arguments)


def _run_literature(arguments: Arguments) -> int:
    from sympy_ssde.bench.literature import plan, summary

    runs = plan(arguments.family, **_searched(arguments), sympy=arguments.sympy)
    return _tell(runs, summary, arguments)


def _run_systems(arguments: Arguments) -> int:
    from sympy_ssde.bench.literature import plan, summary

    runs = plan("systems", **_searched(arguments), sympy=arguments.sympy)
    return _tell(runs, summary, arguments)


def _run_everyday(arguments: Arguments) -> int:
    from sympy_ssde.bench.everyday import plan, summary

    asked = {"first_seed": arguments.first_seed, "sympy": arguments.sympy}
    return _tell(plan(**_searched(arguments), **asked), summary, arguments)


def _run_beside(arguments: Arguments) -> int:
    from sympy_ssde.bench.beside import plan, summary

    return _tell(plan(arguments.family, **_searched(arguments)), summary, arguments)


def _run_ablation(arguments: Arguments) -> int:
    from sympy_ssde.bench.ablation import Ablation, charts, run_ablation, summary, usable_arms
    from sympy_ssde.bench.rowfiles import restore_rows

    ablation = Ablation(
        usable_arms(arguments.arms),
        arguments.set,
        arguments.family,
        arguments.seeds,
        arguments.timeout,
        None if arguments.only is None else tuple(arguments.only),
    )
    full = restore_rows(arguments.full)
    rows = run_ablation(ablation, lambda runs: _measure(runs, arguments), full)
    return _tell_and_draw(rows, summary, charts, arguments)


def _run_library(arguments: Arguments) -> int:
    from sympy_ssde.bench.library import charts, plan, summary

    runs = plan(**_extent(arguments))
    return _tell_and_draw(_measure(runs, arguments), summary, charts, arguments)


def _run_scaling(arguments: Arguments) -> int:
    from sympy_ssde.bench.scaling import AXES, DIMENSIONS, charts, plan, summary

    runs = plan(
        arguments.axis or AXES,
        **_extent(arguments),
        dimensions=arguments.dimensions or DIMENSIONS,
    )
    return _tell_and_draw(_measure(runs, arguments), summary, charts, arguments)


def _run_baselines(arguments: Arguments) -> int:
    from sympy_ssde.bench.baselines import plan, summary
    from sympy_ssde.bench.pinn import ITERATIONS

    runs = plan(
        arguments.problem,
        **_extent(arguments),
        iterations=arguments.iterations or ITERATIONS,
    )
    return _tell(runs, summary, arguments)


def _run_proofs(arguments: Arguments) -> int:
    import warnings

    from sympy_ssde.bench.proofs import measure, tables
    from sympy_ssde.errors import ProblemWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ProblemWarning)  # changed conditions miss their corners
        rows = list(measure(arguments.set, arguments.timeout, not arguments.exact_only))
    _show([row.as_dict() for row in rows], tables, arguments)
    return 0


def _run_families(arguments: Arguments) -> int:
    from sympy_ssde.bench.families import measure, tables

    _show(list(measure(arguments.only, arguments.timeout)), tables, arguments)
    return 0


def _run_constants(arguments: Arguments) -> int:
    from sympy_ssde.bench.constants import measure, tables

    rows = list(measure(arguments.problems, arguments.seed, arguments.timeout))
    _show(rows, tables, arguments)
    return 0


def _run_engine(arguments: Arguments) -> int:
    from sympy_ssde.bench.engine import measure_kernel, tables
    from sympy_ssde.bench.fitting import measure_fitting, measure_recovery
    from sympy_ssde.bench.footprint import measure_compile, measure_memory

    rows = [
        *measure_kernel(repeats=arguments.repeats),
        measure_fitting(repeats=arguments.repeats),
        measure_recovery(count=arguments.problems),
        measure_memory(),
        measure_compile(),
    ]
    _show(rows, tables, arguments)
    return 0


def _run_report(arguments: Arguments) -> int:
    from sympy_ssde.bench.report import PAGES, RESULTS, write_report

    for path in write_report(arguments.results or RESULTS, arguments.out or PAGES):
        print(path)
    return 0


def _measure(runs: "Sequence[Run]", arguments: Arguments) -> "list[Row]":
    """Run what is not in the file yet, with a bar if a person watches."""
    from sympy_ssde.bench.campaign import run_all
    from sympy_ssde.bench.display import Display

    _tell_what_is_used_again(runs, arguments.json)
    with Display() as show:
        return run_all(
            runs,
            jobs=arguments.jobs,
            path=arguments.json,
            report=show,
            origin=_origin(arguments),
        )


def _tell_what_is_used_again(runs: "Sequence[Run]", path: Path | None) -> None:
    from sympy_ssde.bench.campaign import finished_rows

    if have := finished_rows(runs, path):
        commits = ", ".join(dict.fromkeys(row.commit or "unknown" for row in have))
        print(f"{len(have)} rows of {path} are used again (commit {commits})", file=sys.stderr)


def _origin(arguments: Arguments) -> "Provenance":
    from sympy_ssde.bench.provenance import command_line, provenance

    return provenance(command_line(arguments.benchmark, arguments.bench_parser, arguments))


def _show(
    rows: list[dict[str, Any]], tables: Callable[[Any], list[Any]], arguments: Arguments
) -> None:
    """Print the tables of rows that are not runs, and write the rows."""
    from sympy_ssde.bench.rowfiles import write_rows
    from sympy_ssde.bench.tables import texts

    print(texts(tables(rows)))
    stamp = _origin(arguments).as_dict()
    write_rows(arguments.json, ({**row, **stamp} for row in rows))


def _tell_and_draw(
    rows: "list[Row]",
    summary: Callable[[Any], str],
    charts: Callable[[Any], list[Any]],
    arguments: Arguments,
) -> int:
    """Print the summary, and draw the charts where they are wanted."""
    from sympy_ssde.bench.charts import draw

    print(summary(rows))
    if arguments.plots is not None:
        drawn = draw(charts(rows), arguments.plots)
        print("\n".join(map(str, drawn)) if drawn else "no charts: matplotlib is not installed")
    return 0
