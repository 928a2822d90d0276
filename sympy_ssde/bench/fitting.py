"""The fitting half of ``ssde bench engine``: fitted skeletons/s, and are constants recovered?"""

import statistics
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from sympy import Eq, Expr, Function, Rational, Symbol, zoo
from sympy.abc import x

from sympy_ssde.bench.catalogue import entry
from sympy_ssde.fit.rsco import RSCO, RSCOConfig
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Alphabet, Skeleton, canonical_keys
from sympy_ssde.language.tokens import PAPER_OPERATORS, Library
from sympy_ssde.physics.loss import Physics
from sympy_ssde.problem.problem import Problem

SLOTS = 3


def distinct_programs(
    library: Library, count: int, rng: np.random.Generator, max_length: int = 20
) -> Batch:
    """Random programs with distinct canonical forms and at least one constant each."""
    grammar = Grammar.compile(library, max_length=max_length, min_length=5, max_constants=SLOTS)
    found = Batch.empty(max_length, SLOTS)
    while len(found.lengths) < count:
        programs, lengths = grammar.populate(4 * count, rng)
        programs = np.concatenate([found.programs, programs])
        lengths = np.concatenate([found.lengths, lengths])
        keys = canonical_keys(programs, lengths, Alphabet.of(library))
        _, first = np.unique(keys, return_index=True)
        first = np.sort(first)
        found = Batch(programs[first], lengths[first], np.ones((len(first), SLOTS)))
        found = found.take(np.nonzero(found.used(library) > 0)[0])
    return found.take(np.arange(count))


def measure_fitting(
    *, batch: int = 1000, batches: int = 10, repeats: int = 5, seed: int = 0
) -> dict[str, Any]:
    """Fitted skeletons/s through both stages of RSCO on Gamma 5, one thread, epsilon 0.05."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        rng = np.random.default_rng(seed)
        problem = entry("gamma5").problem()
        library = Library.build(PAPER_OPERATORS, problem.variables)
        score = RSCO(Physics(problem, library, rng), RSCOConfig(epsilon=0.05), seed)
        programs = distinct_programs(library, batch * batches, rng)
        parts = [programs.take(np.arange(i * batch, (i + 1) * batch)) for i in range(batches)]
        score(parts[0])  # compiles, or loads what was compiled
        seconds = []
        for _ in range(repeats):
            begin = time.perf_counter()
            for part in parts:
                score(part)
            seconds.append(time.perf_counter() - begin)
    finally:
        torch.set_num_threads(threads)
    return {
        "task": "both stages of RSCO, Gamma 5",
        "skeletons": batch * batches,
        "mean_length": float(programs.lengths.mean()),
        "fitted_per_second": batch * batches / statistics.median(seconds),
        "floor": 10_000.0,
    }


def manufactured(count: int, rng: np.random.Generator) -> Iterator[tuple[Skeleton, list[Expr]]]:
    """Random skeletons with constants for which they are smooth on (1/2, 3/2)."""
    library = Library.build(PAPER_OPERATORS, [x])
    made = 0
    while made < count:
        programs = distinct_programs(library, count, rng, max_length=12)
        for row in range(len(programs)):
            skeleton = programs.skeleton(row, library)
            constants = [
                Rational(int(n), 10) for n in rng.choice([-1, 1], skeleton.constants)
                * rng.integers(5, 31, skeleton.constants)
            ]  # fmt: skip
            if made < count and _is_smooth(skeleton.to_sympy(constants)):
                made += 1
                yield skeleton, constants


def _is_smooth(expr: Expr) -> bool:
    """Whether the expression and its second derivative are moderate on (1/2, 3/2)."""
    if not expr.has(x) or expr.has(zoo):
        return False
    second = expr.diff(x, 2)
    for i in range(9):
        at = {x: Rational(1, 2) + Rational(i, 8)}
        for value in (expr.subs(at).evalf(15), second.subs(at).evalf(15)):
            if not (value.is_Float or value.is_Integer) or abs(value) > 1e3:
                return False
    return True


def poisson_problem(exact: Expr) -> Problem:
    """The one-dimensional Poisson problem with that solution."""
    u = Function("u")(Symbol("x"))
    ends = (Rational(1, 2), Rational(3, 2))
    bcs = {u.subs(x, e): exact.subs(x, e) for e in ends}
    return Problem(Eq(u.diff(x, 2), exact.diff(x, 2)), u, bcs, {x: ends})


def measure_recovery(*, count: int = 200, seed: int = 0) -> dict[str, Any]:
    """Share of the constants of manufactured Poisson problems that the same fit finds again.

    A constant counts if it is equal to six digits, or if the fitted function is equal to eight:
    sin(c*x) doesn't say whether c was 2 or -2 in c**2.
    """
    rng = np.random.default_rng(seed)
    total = recovered = functions = 0
    for skeleton, true in manufactured(count, rng):
        physics = Physics(poisson_problem(skeleton.to_sympy(true)), skeleton.library, rng)
        batch = Batch.single(skeleton, np.ones(len(true)))
        scores = RSCO(physics, RSCOConfig(), seed)(batch)
        same_function = bool(scores.losses[0] < 1e-16 * physics.size)
        close = np.isclose(scores.constants[0], [float(c) for c in true], rtol=1e-6)
        total += len(true)
        functions += same_function
        recovered += len(true) if same_function else int(close.sum())
    return {
        "task": "constants of manufactured problems",
        "problems": count,
        "constants": total,
        "recovered": recovered / total,
        "functions_recovered": functions / count,
        "floor": 0.9,
    }
