"""The command ``ssde``."""

import argparse
import sys
from collections.abc import Sequence

from sympy_ssde._version import __version__
from sympy_ssde.bench.commands import add_bench_commands
from sympy_ssde.errors import SSDEError


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="ssde", description="Closed-form solutions of differential equations, proved."
    )
    parser.add_argument("--version", action="version", version=f"sympy_ssde {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    bench = commands.add_parser("bench", help="rerun the project's benchmarks")
    add_bench_commands(bench)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    arguments = build_parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except SSDEError as error:
        print(f"ssde: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("ssde: interrupted", file=sys.stderr)
        return 130
