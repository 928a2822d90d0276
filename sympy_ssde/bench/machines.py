"""``ssde bench machines``: the same seeds on machines with fewer features.

Each package here picks its code by the CPU, and can be told to leave features out.  Runs are
repeated under such settings; answers and numbers of evaluations must be the same in all of them.
"""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from sympy_ssde.bench import agreement
from sympy_ssde.bench.campaign import Report, run_all
from sympy_ssde.bench.literature import problems as literature_problems
from sympy_ssde.bench.paper import problems as paper_problems
from sympy_ssde.bench.processes import Process
from sympy_ssde.bench.runs import Row, Run
from sympy_ssde.bench.tables import Table

_LITERATURE = 22


@dataclass(frozen=True)
class Setting:
    """Variables of the environment, and the number of threads."""

    name: str
    environment: Mapping[str, str]
    workers: int = 1


def settings() -> tuple[Setting, ...]:
    """As the machine is, then with features of one package after the other left out."""
    found = [
        Setting("as it is", {}),
        Setting("numba generic", {"NUMBA_CPU_NAME": "generic"}),
        Setting("torch default", {"ATEN_CPU_CAPABILITY": "default"}),
        Setting("numpy baseline", {"NPY_DISABLE_CPU_FEATURES": " ".join(_numpy_features())}),
        Setting("MKL compatible", {"MKL_CBWR": "COMPATIBLE"}),
        Setting("two threads", {"OMP_NUM_THREADS": "2", "MKL_NUM_THREADS": "2"}, workers=2),
        Setting("other hashes", {"PYTHONHASHSEED": "12345"}),
    ]
    if platform.machine() in ("x86_64", "AMD64"):
        found += [
            Setting("numba x86-64-v2", {"NUMBA_CPU_NAME": "x86-64-v2"}),
            Setting("numba without AVX", {"NUMBA_CPU_FEATURES": "-avx,-avx2,-avx512f,-fma"}),
            Setting("OpenBLAS of 2004", {"OPENBLAS_CORETYPE": "Prescott"}),
            Setting("C runtime of 2003", {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA"}),
        ]
    everything: dict[str, str] = {}
    for each in found[1:5] + found[7:]:
        if each.name not in ("numba x86-64-v2", "numba without AVX"):
            everything |= each.environment
    return (*found, Setting("all of them", everything, workers=2))


def _numpy_features() -> list[str]:
    """What numpy has code of its own for and this CPU can do."""
    core: Any = import_module("numpy._core._multiarray_umath")
    available: dict[str, bool] = core.__cpu_features__
    return [name for name in core.__cpu_dispatch__ if available.get(name)]


def plan(timeout: float = 60.0) -> list[Run]:
    """40 searches: all problems of the paper, and some of the literature, not by their structure.

    What the clock ends differs from machine to machine: ``timeout`` is seconds for each, on a slow
    machine more.
    """
    paper = [Run(name, 0, timeout, "paper") for name in paper_problems("all")]
    every = [e.id for e in literature_problems()]
    chosen = [every[i] for i in np.linspace(0, len(every) - 1, _LITERATURE).astype(int)]
    changes = (("reductions", False), ("shortcuts", False))
    return paper + [Run(name, 0, timeout, "default", changes) for name in chosen]


def measure(
    runs: Sequence[Run],
    chosen: Sequence[Setting],
    jobs: int = 1,
    report: Report | None = None,
) -> list[dict[str, Any]]:
    """Rows, as they stand in JSON: a run under a setting, and how it ended."""
    found = []
    for setting in chosen:
        runner = partial(Process, environment=setting.environment)
        planned = [replace(run, workers=setting.workers) for run in runs]
        for row in run_all(planned, jobs=jobs, runner=runner, report=report):
            found.append(_as_dict(setting, row))
    return found


def _as_dict(setting: Setting, row: Row) -> dict[str, Any]:
    return {
        "setting": setting.name,
        "problem": row.run.problem,
        "config": row.run.config,
        "seed": row.run.seed,
        "status": row.status,
        "expression": row.expression,
        "evaluations": row.evaluations,
        "seconds": round(row.seconds, 3),
        "reason": row.reason,
    }


def differences(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Settings and what differs there from the first one's rows."""
    return agreement.differences(rows, "setting", ("problem", "config", "seed"))


def tables(rows: Sequence[Mapping[str, Any]]) -> list[Table]:
    """A line for each setting."""
    lines = []
    for setting in dict.fromkeys(r["setting"] for r in rows):
        some = [r for r in rows if r["setting"] == setting]
        first = [r for r in rows if r["setting"] == rows[0]["setting"]]
        other = {words.split(": ")[0] for _, words in differences([*first, *some])}
        lines.append(
            (
                setting,
                str(len(some)),
                str(sum(r["status"] == "PROVED" for r in some)),
                str(len(other)),
                str(sum(r["evaluations"] for r in some)),
                f"{sum(r['seconds'] for r in some):.1f}",
            )
        )
    header = ("setting", "runs", "proved", "on another path", "evaluations", "seconds")
    note = "\n".join(map(": ".join, differences(rows)))
    return [Table("The same seeds elsewhere", header, tuple(lines), note)]
