"""The kernel's memory and compile time, each measured in a process of its own."""

import os
import subprocess
import sys
import tempfile
from typing import Any

_MEMORY_SCRIPT = """
import resource
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
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""

_COMPILE_SCRIPT = """
import time
start = time.perf_counter()
import numpy as np
from sympy import symbols
imported = time.perf_counter()
from sympy_ssde.kernel.jets import JetSpace, evaluate
from sympy_ssde.language.tokens import Library
library = Library.build(("+", "sin"), symbols("x y"))
program = np.array([[0, 1, 2, 4]], dtype=np.int16)
evaluate(library, JetSpace(2, {(2, 0)}), program, np.array([4]), np.ones((1, 1)), np.ones((2, 9)),
         tangents=True)
print(time.perf_counter() - imported)
"""


def _run(script: str, **environment: str) -> float:
    result = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    return float(result.stdout)


def measure_memory() -> dict[str, Any]:
    """Peak memory of a process that evaluates 1000 skeletons at 1000 points in 3+1 dimensions."""
    return {
        "task": "1000 skeletons x 1000 points in 3+1 dimensions, with tangents",
        "peak_megabytes": _run(_MEMORY_SCRIPT) / 1024,
        "limit": 1000.0,
    }


def measure_compile() -> dict[str, Any]:
    """Seconds from the kernel's import to its first result, on an empty and on a filled cache."""
    with tempfile.TemporaryDirectory() as cache:
        cold = _run(_COMPILE_SCRIPT, NUMBA_CACHE_DIR=cache)
        warm = min(_run(_COMPILE_SCRIPT, NUMBA_CACHE_DIR=cache) for _ in range(3))
    return {
        "task": "first call of the kernel",
        "cold_seconds": cold,
        "warm_seconds": warm,
        "limits": [30.0, 1.0],
    }
