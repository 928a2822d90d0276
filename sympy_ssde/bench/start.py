"""``ssde bench start``: what a user waits for in a fresh process, and the very first time.

Each program runs in a process of its own, all of them in turns; what counts are quotients and
differences of the medians.
"""

import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Any

from sympy_ssde.bench.tables import Table
from sympy_ssde.worker.isolation import isolated_command, isolated_environment

#: An easy answer may take so many times as long as importing SymPy and torch.
EASY = 1.5
#: Seconds that short cuts and reductions may take beyond importing SymPy.
STRUCTURE = 1.2
#: Seconds until the first searched answer on a machine that has compiled nothing yet.
FIRST_EVER = 25.0


def import_sympy() -> None:
    """What every session with SymPy begins with."""
    import sympy  # noqa: F401


def import_both() -> None:
    """SymPy and torch."""
    import sympy  # noqa: F401
    import torch  # noqa: F401


def easy() -> None:
    """Import the package and solve an oscillator."""
    from sympy import Function
    from sympy.abc import x

    from sympy_ssde import ssdsolve

    u = Function("u")
    ssdsolve(u(x).diff(x, 2) + 4 * u(x), u(x), {u(0): 1, u(x).diff(x).subs(x, 0): 0})


def heat() -> None:
    """Import the package and solve a partial differential equation by its structure."""
    from sympy import Function, pi, sin
    from sympy.abc import t, x

    from sympy_ssde import ssdsolve

    u = Function("u")(x, t)
    bcs = {u.subs(x, 0): 0, u.subs(x, 1): 0, u.subs(t, 0): 3 * sin(2 * pi * x)}
    ssdsolve(u.diff(t) - u.diff(x, 2), u, bcs, domain={x: (0, 1), t: (0, 1)})


def searched() -> None:
    """Import the package and find a solution that only a search finds."""
    from sympy import Function, exp, sin
    from sympy.abc import x

    from sympy_ssde import SearchConfig, find_solution

    u = Function("u")
    source = (exp(x) + sin(x)).diff(x) - (exp(x) + sin(x)) ** 2
    config = SearchConfig(reductions=False, shortcuts=False)
    found = find_solution(u(x).diff(x) - u(x) ** 2 - source, u(x), {u(0): 1}, config=config)
    assert found


PROGRAMS: dict[str, Callable[[], None]] = {
    "import sympy": import_sympy,
    "import sympy, torch": import_both,
    "an easy answer": easy,
    "heat by its structure": heat,
    "a searched answer": searched,
}

_FIRST = "the first searched answer ever"


def measure(repeats: int, ever: int) -> list[dict[str, Any]]:
    """Rows: a program, and the seconds from its start to its end."""
    rows: list[dict[str, Any]] = []
    for function in PROGRAMS.values():
        _seconds(function)  # files that were not read lately, and what is not compiled yet
    for _ in range(repeats):
        for name, function in PROGRAMS.items():
            rows.append({"program": name, "seconds": _seconds(function)})
    for _ in range(ever):
        with tempfile.TemporaryDirectory() as folder:
            seconds = _seconds(searched, {"NUMBA_CACHE_DIR": folder})
        rows.append({"program": _FIRST, "seconds": seconds})
    return rows


def _seconds(function: Callable[[], None], changes: dict[str, str] | None = None) -> float:
    begin = time.perf_counter()
    subprocess.run(
        isolated_command(__name__, function.__name__),
        env=isolated_environment(changes),
        stderr=subprocess.DEVNULL,
        check=True,
    )
    return round(time.perf_counter() - begin, 3)


def medians(rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """Program -> the median of its seconds."""
    names = dict.fromkeys(row["program"] for row in rows)
    return {n: statistics.median(r["seconds"] for r in rows if r["program"] == n) for n in names}


def tables(rows: Sequence[dict[str, Any]]) -> list[Table]:
    """A line for each program."""
    found = medians(rows)
    sympy, both = found["import sympy"], found["import sympy, torch"]
    lines = [
        (
            name,
            str(sum(row["program"] == name for row in rows)),
            f"{seconds:.2f}",
            f"{seconds - sympy:+.2f}",
            f"{seconds / both:.2f}",
        )
        for name, seconds in found.items()
    ]
    header = ("program", "runs", "median s", "beyond sympy", "of sympy and torch")
    return [Table("Start", header, tuple(lines), "\n".join(verdicts(found)))]


def verdicts(found: dict[str, float]) -> list[str]:
    """What is to be within a limit, and whether it is."""
    sympy, both = found["import sympy"], found["import sympy, torch"]
    limits = [
        ("an easy answer, of the imports of SymPy and torch", found["an easy answer"] / both, EASY)
    ]
    for name in ("an easy answer", "heat by its structure"):
        limits.append((f"{name}, seconds beyond SymPy's import", found[name] - sympy, STRUCTURE))
    if _FIRST in found:
        limits.append((f"{_FIRST}, seconds", found[_FIRST], FIRST_EVER))
    return [
        f"{what}: {value:.2f} ({'within' if value <= limit else 'NOT within'} {limit:g})"
        for what, value, limit in limits
    ]
