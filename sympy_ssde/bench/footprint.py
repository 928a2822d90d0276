"""The kernel's memory and compile time, each measured in a process of its own."""

import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sympy_ssde.worker.isolation import isolated_command, isolated_environment


def print_memory() -> None:
    """Evaluate 1000 skeletons at 1000 points in 3+1 dimensions; print the peak of the memory."""
    import numpy as np
    from sympy import symbols

    from sympy_ssde.bench.fitting import distinct_programs
    from sympy_ssde.kernel.jets import JetSpace, chunks, evaluate
    from sympy_ssde.language.tokens import PAPER_OPERATORS, Library

    library = Library.build(PAPER_OPERATORS, symbols("x y z t"))
    space = JetSpace(4, {(2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (0, 0, 0, 2)})
    rng = np.random.default_rng(0)
    programs = distinct_programs(library, 1000, rng)
    points = rng.uniform(0.5, 1.5, (4, 1000))
    for part in chunks(1000, 8 * len(space) * 1000 * 4, 2**28):
        chosen = programs.take(np.arange(part.start, part.stop))
        evaluate(library, space, *chosen, points, tangents=True)
    print(_peak())


def _peak() -> int:
    """Kilobytes; what Linux counts as a process's own use of resources begins with its parent's."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0])
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def print_compile() -> None:
    """Call the kernel once; print the seconds from its import on."""
    import numpy as np
    from sympy import symbols

    imported = time.perf_counter()
    from sympy_ssde.kernel.jets import JetSpace, evaluate
    from sympy_ssde.language.tokens import Library

    library = Library.build(("+", "sin"), symbols("x y"))
    program, lengths = np.array([[0, 1, 2, 4]], dtype=np.int16), np.array([4])
    space, constants, points = JetSpace(2, {(2, 0)}), np.ones((1, 1)), np.ones((2, 9))
    evaluate(library, space, program, lengths, constants, points, tangents=True)
    print(time.perf_counter() - imported)


def _run(function: Callable[[], None], **environment: str) -> float:
    result = subprocess.run(
        isolated_command(__name__, function.__name__),
        capture_output=True,
        text=True,
        check=True,
        env=isolated_environment(environment),
    )
    return float(result.stdout)


def measure_memory() -> dict[str, Any]:
    """Peak memory of a process that evaluates 1000 skeletons at 1000 points in 3+1 dimensions."""
    return {
        "task": "1000 skeletons x 1000 points in 3+1 dimensions, with tangents",
        "peak_megabytes": _run(print_memory) / 1024,
        "limit": 1000.0,
    }


def measure_compile() -> dict[str, Any]:
    """Seconds from the kernel's import to its first result, on an empty and on a filled cache."""
    with tempfile.TemporaryDirectory() as cache:
        cold = _run(print_compile, NUMBA_CACHE_DIR=cache)
        warm = min(_run(print_compile, NUMBA_CACHE_DIR=cache) for _ in range(3))
    return {
        "task": "first call of the kernel",
        "cold_seconds": cold,
        "warm_seconds": warm,
        "limits": [30.0, 1.0],
    }
