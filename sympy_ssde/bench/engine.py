"""How fast the engine is: the compiled kernel against one autograd graph per skeleton.

Both sides get the same random skeletons, points and precision, one thread, in one run; what counts
is the ratio.
"""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from sympy import symbols

from sympy_ssde.bench.tables import Table
from sympy_ssde.kernel.jets import Jets, JetSpace, evaluate
from sympy_ssde.language.functions import opcode
from sympy_ssde.language.tokens import Library, Op

Tensor = torch.Tensor

LAPLACIAN = {(2, 0): 1.0, (0, 2): 1.0}
BIHARMONIC = {(4, 0): 1.0, (2, 2): 2.0, (0, 4): 1.0}


@dataclass(frozen=True)
class Workload:
    """Random skeletons over a library, with constants and points to evaluate them at."""

    library: Library
    programs: np.ndarray  # (batch, max_length) int16, padded with -1
    lengths: np.ndarray  # (batch,)
    constants: np.ndarray  # (batch, slots)
    points: np.ndarray  # (dimension, points)


@dataclass(frozen=True)
class OperatorTask:
    """An operator applied to every skeleton, with or without derivatives by the constants."""

    name: str
    needed: dict[tuple[int, int], float]
    tangents: bool
    floor: float  # the ratio that the kernel has to keep


TASKS = (
    OperatorTask("value and Laplacian", LAPLACIAN, False, 50.0),
    OperatorTask("value and Laplacian, by the constants too", LAPLACIAN, True, 35.0),
    OperatorTask("biharmonic operator", BIHARMONIC, False, 30.0),
)


# ---------------------------------------------------------------------- skeletons


def random_tree(library: Library, rng: np.random.Generator, length: int) -> list[int]:
    """A random prefix traversal of exactly ``length`` tokens."""
    unary = length == 2 or (length > 2 and rng.random() < 0.3)
    arity = 0 if length == 1 else 1 if unary else 2
    token = int(rng.choice(np.flatnonzero(library.arity == arity)))
    if arity == 0:
        return [token]
    if arity == 1:
        return [token, *random_tree(library, rng, length - 1)]
    left = int(rng.integers(1, length - 1))
    right = length - 1 - left
    return [token, *random_tree(library, rng, left), *random_tree(library, rng, right)]


def random_skeleton(library: Library, rng: np.random.Generator, slots: int) -> list[int]:
    """A skeleton of 5 to 20 tokens, 11 on average, with at most ``slots`` constants."""
    while True:
        skeleton = random_tree(library, rng, 5 + int(rng.binomial(15, 0.4)))
        if skeleton.count(library.constant) <= slots:
            return skeleton


def make_workload(batch: int = 1000, points: int = 100, slots: int = 3, seed: int = 0) -> Workload:
    """Skeletons of the paper's library L0 in x and y."""
    rng = np.random.default_rng(seed)
    library = Library.build(variables=symbols("x y"))
    skeletons = [random_skeleton(library, rng, slots) for _ in range(batch)]
    programs = np.full((batch, 20), -1, dtype=np.int16)
    for row, skeleton in zip(programs, skeletons, strict=True):
        row[: len(skeleton)] = skeleton
    return Workload(
        library,
        programs,
        np.array([len(s) for s in skeletons]),
        rng.uniform(0.5, 1.5, (batch, slots)),
        rng.uniform(-1.0, 1.0, (2, points)),
    )


# ---------------------------------------------------------------------- baseline

_TORCH: dict[int, Callable[..., Tensor]] = {
    Op.ADD: torch.add,
    Op.SUB: torch.sub,
    Op.MUL: torch.mul,
    Op.DIV: torch.div,
    **{opcode(name): getattr(torch, name) for name in ("sin", "cos", "exp", "log")},
}


def _graph(library: Library, program: list[int], xs: list[Tensor], cs: list[Tensor]) -> Tensor:
    """The skeleton's values ``(points,)`` as an autograd graph."""
    stack: list[Tensor] = []
    slots = list(cs)
    for token in reversed(program):
        meaning = library.tokens[token]
        if meaning.op == Op.VARIABLE:
            stack.append(xs[library.operand[token]])
        elif meaning.op == Op.CONSTANT:
            stack.append(slots.pop())
        else:
            operands = [stack.pop() for _ in range(meaning.arity)]
            stack.append(_TORCH[meaning.op](*operands))
    return stack.pop()


def _laplacian(u: Tensor, xs: list[Tensor], keep: bool) -> Tensor:
    """The sum of second derivatives; ``keep`` its graph if it is differentiated further."""
    total = torch.zeros_like(xs[0])
    if not u.requires_grad:
        return total
    slopes = torch.autograd.grad(u.sum(), xs, create_graph=True, allow_unused=True)
    for x, slope in zip(xs, slopes, strict=True):
        if slope is not None and slope.requires_grad:
            (second,) = torch.autograd.grad(
                slope.sum(), x, create_graph=keep, retain_graph=True, allow_unused=True
            )
            if second is not None:
                total = total + second
    return total


def run_baseline(work: Workload, task: OperatorTask) -> list[Tensor]:
    """The operator on each skeleton ``(points,)``, and on request the loss's gradient by constants.

    That is less than the kernel's Jacobian, and the nearest thing autograd does well.
    """
    points = torch.from_numpy(work.points)
    results = []
    for program, length, constants in zip(
        work.programs.tolist(), work.lengths.tolist(), work.constants, strict=True
    ):
        program = program[:length]
        xs = [row.clone().requires_grad_() for row in points]
        used = program.count(work.library.constant)
        cs = [
            torch.tensor(c, dtype=torch.float64, requires_grad=task.tangents)
            for c in constants[:used].tolist()
        ]
        u = _graph(work.library, program, xs, cs)
        fourth = task.needed is BIHARMONIC
        result = _laplacian(u, xs, keep=fourth or (task.tangents and used > 0))
        if fourth:
            result = _laplacian(result, xs, keep=False)
        if task.tangents and used and result.requires_grad:
            torch.autograd.grad(result.square().mean(), cs, allow_unused=True)
        results.append(result.detach())
    return results


def run_kernel(work: Workload, task: OperatorTask, out: Jets | None = None) -> Jets:
    """The operator on each skeleton ``(batch, points)``, and on request its Jacobian.

    ``out`` has the jets' memory, reused from call to call as a search does.
    """
    space = JetSpace(2, task.needed)
    jets = evaluate(
        work.library,
        space,
        work.programs,
        work.lengths,
        work.constants,
        work.points,
        tangents=task.tangents,
        out=out,
    )
    weights = {space.place[alpha]: weight for alpha, weight in task.needed.items()}
    tangents = None if jets.tangents is None else _apply(jets.tangents, weights)
    return Jets(_apply(jets.values, weights), tangents)


def _apply(array: np.ndarray, weights: dict[int, float]) -> np.ndarray:
    """The weighted sum over rows of ``(..., index, points)``; NaN in other rows does not count."""
    (first, weight), *others = weights.items()
    with np.errstate(all="ignore"):
        total = weight * array[..., first, :]
        for row, weight in others:
            total += array[..., row, :] if weight == 1.0 else weight * array[..., row, :]
    return total


# ---------------------------------------------------------------------- measurement


def _seconds(run: Callable[..., Any], *arguments: Any) -> float:
    start = time.perf_counter()
    run(*arguments)
    return time.perf_counter() - start


def measure_kernel(
    *, batch: int = 1000, points: int = 100, repeats: int = 5, seed: int = 0
) -> list[dict[str, Any]]:
    """Skeletons per second of both sides for every task: the median of alternating runs.

    One thread; the kernel's time includes applying the operator to the jets.  Rows for JSON.
    """
    work = make_workload(batch, points, seed=seed)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    rows: list[dict[str, Any]] = []
    try:
        for task in TASKS:
            slots, shape = work.constants.shape[1], (len(JetSpace(2, task.needed)), points)
            tangents = np.zeros((batch, slots, *shape)) if task.tangents else None
            out = Jets(np.zeros((batch, *shape)), tangents)
            run_kernel(work, task, out)  # compiles, or loads what was compiled
            pairs = [
                (_seconds(run_baseline, work, task), _seconds(run_kernel, work, task, out))
                for _ in range(repeats)
            ]
            baseline, kernel = (
                batch / statistics.median(side) for side in zip(*pairs, strict=True)
            )
            rows.append(
                {
                    "task": task.name,
                    "skeletons": batch,
                    "points": points,
                    "mean_length": float(work.lengths.mean()),
                    "baseline_per_second": baseline,
                    "kernel_per_second": kernel,
                    "ratio": kernel / baseline,
                    "floor": task.floor,
                    "passed": kernel / baseline >= task.floor,
                }
            )
    finally:
        torch.set_num_threads(threads)
    return rows


def tables(rows: Sequence[Mapping[str, Any]]) -> list[Table]:
    """The kernel against autograd, and the other figures of the engine."""
    kernel = tuple(
        (
            row["task"],
            f"{row['baseline_per_second']:,.0f}",
            f"{row['kernel_per_second']:,.0f}",
            f"{row['ratio']:.0f}",
            f"{row['floor']:.0f}",
        )
        for row in rows
        if "ratio" in row
    )
    others = tuple(line for row in rows for line in _other_lines(row))
    return [
        Table("Kernel", ("task", "autograd/s", "kernel/s", "ratio", "floor"), kernel),
        Table("Fitting, memory and compilation", ("task", "figure", "measured", "limit"), others),
    ]


def _other_lines(row: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    task = row["task"]
    if "fitted_per_second" in row:
        per_second = f"{row['fitted_per_second']:,.0f}"
        yield task, "fitted skeletons/s", per_second, f"{row['floor']:,.0f} or more"
    if "recovered" in row:
        floor = f"{row['floor']:.0%} or more"
        yield task, f"{row['constants']} constants recovered", f"{row['recovered']:.1%}", floor
        functions = f"{row['functions_recovered']:.1%}"
        yield task, f"{row['problems']} functions recovered", functions, "-"
    if "peak_megabytes" in row:
        yield task, "MB in all", f"{row['peak_megabytes']:.0f}", f"{row['limit']:.0f} or less"
    if "cold_seconds" in row:
        cold, warm = row["limits"]
        yield task, "seconds, cold cache", f"{row['cold_seconds']:.1f}", f"{cold:g} or less"
        yield task, "seconds, warm cache", f"{row['warm_seconds']:.2f}", f"{warm:g} or less"
