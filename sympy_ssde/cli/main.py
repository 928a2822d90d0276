"""The command ``ssde``."""

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any

from sympy_ssde._version import __version__
from sympy_ssde.bench.commands import add_bench_commands
from sympy_ssde.cli.commands import INTERRUPTED, add_problem_commands
from sympy_ssde.errors import ProblemWarning, SSDEError
from sympy_ssde.solver.interruption import is_interrupt

BAD_INPUT = 2


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="ssde", description="Closed-form solutions of differential equations, proved."
    )
    parser.add_argument("--version", action="version", version=f"sympy_ssde {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    add_problem_commands(commands)
    bench = commands.add_parser("bench", help="rerun the project's benchmarks")
    add_bench_commands(bench)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    arguments = build_parser().parse_args(argv)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", ProblemWarning)
            warnings.showwarning = _show_warning
            return int(arguments.run(arguments))
    except SSDEError as error:
        print(f"ssde: {error}", file=sys.stderr)
        return BAD_INPUT
    except (KeyboardInterrupt, SystemError) as error:
        if not is_interrupt(error):
            raise
        print("ssde: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _show_warning(message: Any, *_: Any, **__: Any) -> None:
    print(f"ssde: warning: {message}", file=sys.stderr)
