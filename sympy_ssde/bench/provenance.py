"""Where a measurement comes from: commit, date, machine and command, without names or paths."""

import argparse
import datetime
import os
import platform
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

#: Folders of the checkout that decide what is measured.
CODE = ("sympy_ssde", "grammar")


@dataclass(frozen=True)
class Provenance:
    """Stands in every row."""

    commit: str
    date: str
    machine: str
    command: str

    def as_dict(self) -> dict[str, str]:
        """For JSON."""
        return asdict(self)


def provenance(command: str) -> Provenance:
    """That of a measurement which begins now."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return Provenance(commit(), today, machine(), command)


def command_line(name: str, parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> str:
    """A command with all its options, defaults too, so that it means the same in every version.

    Options that name files of the person who measures are left out.
    """
    words = [f"ssde bench {name}"]
    for action in parser._actions:
        value = getattr(arguments, action.dest, None)
        if not action.option_strings or value is None or isinstance(value, Path):
            continue
        option = action.option_strings[0]
        if isinstance(value, bool):
            is_both = isinstance(action, argparse.BooleanOptionalAction)
            words += [option] if value else [action.option_strings[1]] if is_both else []
        elif isinstance(action, argparse._AppendAction):
            words += [f"{option} {each}" for each in value]
        else:
            values = value if isinstance(value, (list, tuple)) else [value]
            plain = [f"{v:g}" if isinstance(v, float) else str(v) for v in values]
            words.append(f"{option} {','.join(plain)}")
    return " ".join(words)


def commit(folder: Path = Path(__file__).parents[2]) -> str:
    """The checkout's commit, with a plus sign if its code was changed since; or nothing.

    >>> commit(Path("/"))
    ''
    """
    head = _git(folder, "rev-parse", "--short=10", "HEAD")
    if not head:
        return ""
    return head + ("+" if _git(folder, "status", "--porcelain", "--", *CODE) else "")


def _git(folder: Path, *words: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words], capture_output=True, text=True, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def machine() -> str:
    """Cores, processor, memory and software, in a line."""
    cores = os.cpu_count() or 1
    parts = [
        f"{cores} core{'s' if cores > 1 else ''}",
        _processor(),
        _memory(),
        f"{platform.system()} {platform.machine()}",
        f"Python {platform.python_version()}",
    ]
    return ", ".join(part for part in parts if part)


def _processor() -> str:
    with_name = "model name"
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith(with_name)]
    return names[0] if names else platform.processor()


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return ""
    return f"{size / 2**30:.0f} GB"
