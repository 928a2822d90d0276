"""``ssde bench opinion``: what is proved is handed to Maxima, which must agree or not know.

Maxima gets the problem and the solution, not the residual: it differentiates, goes to the faces and
simplifies by itself.  The catalogue's known solutions come first, then those candidates of
``ssde bench attacks`` whose outcome is PROVED.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

from sympy import Expr, Rational, Symbol

from sympy_ssde.bench.attacks import TIMEOUT, Batch, make
from sympy_ssde.bench.catalogue import entries
from sympy_ssde.bench.maxima import Maxima, Reply
from sympy_ssde.bench.maxima_text import Unwritable, Writer
from sympy_ssde.bench.tables import Table
from sympy_ssde.errors import ProblemError, SSDEError
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.domain import Range
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import Status, check_task, verification
from sympy_ssde.result.lines import append_line, read_lines
from sympy_ssde.worker.pool import Worker

#: Seeds of a row and of a task; points at which a residual is computed.
BLOCK, BATCH, POINTS = 200, 20, 4

CATALOGUE = "catalogue"


class Verdict(Enum):
    """What Maxima says of a claim; the later ones outweigh the earlier."""

    AGREES = "agrees"
    NUMERICALLY = "numerically"
    UNKNOWN = "doesn't know"
    DISAGREES = "disagrees"


@dataclass(frozen=True)
class Opinion:
    """On one equation or condition, and why it isn't a clear one."""

    source: str
    verdict: Verdict
    why: str = ""


# ---------------------------------------------------------------------------- questions


@dataclass(frozen=True)
class Face:
    """A variable that all traces of a condition have at one end of its range."""

    index: int
    range: Range
    place: Expr


class Questions:
    """A problem with its solution, in Maxima's words."""

    def __init__(self, problem: Problem, solution: Sequence[Expr], random: Random) -> None:
        self._problem = problem
        self._writer = Writer()
        self._variables = [self._writer.name(v) for v in problem.variables]
        self._solutions = [self._writer.write(e) for e in solution]
        extra = set().union(*(e.free_symbols for e in solution)) - set(problem.domain.by_symbol)
        self._points = self._written_points(random, sorted(extra, key=str))
        self._facts = ",".join(self._written_facts())

    def question(self, constraint: Constraint) -> str:
        """The statement that asks whether the constraint holds."""
        face = _face(constraint, self._problem)
        inside = "1/0"  # a place at infinity has no value
        if not constraint.is_at_infinity:
            inside = self._residual(constraint)
        limit = "false" if face is None else self._limit(constraint, face)
        return f"ssde_ask([{self._facts}],lambda([],{inside}),[{self._points}],{limit})$"

    def _residual(self, constraint: Constraint, kept: int | None = None) -> str:
        """The left side with Maxima's derivatives, at their places but for a variable kept free."""
        used = [f"t{i}" for i in range(len(constraint.traces))]
        writer = self._writer.with_names(dict(zip(constraint.slots, used, strict=True)))
        values = [
            f"{name}:{self._trace(trace.function, trace.orders, trace.point, kept)}"
            for name, trace in zip(used, constraint.traces, strict=True)
        ]
        return f"block([{','.join(values)}],{writer.write(constraint.expr)})"

    def _trace(
        self, function: int, orders: Sequence[int], point: Sequence[Expr], kept: int | None
    ) -> str:
        text = self._solutions[function]
        by = [f"{v},{n}" for v, n in zip(self._variables, orders, strict=True) if n]
        text = f"ssde_diff({text},[{','.join(by)}])" if by else text
        moved = [
            f"{name}={self._writer.write(place)}"
            for i, (name, v, place) in enumerate(
                zip(self._variables, self._problem.variables, point, strict=True)
            )
            if place != v and i != kept
        ]
        return f"ssde_at([{','.join(moved)}],{text})" if moved else text

    def _limit(self, constraint: Constraint, face: Face) -> str:
        """For places without a value: the residual on the way there, and a point close by."""
        name = self._variables[face.index]
        way = "minus" if face.place == face.range.high else "plus"
        if face.place.is_infinite:
            place, way, near = ("inf", "false", "10^8")
            if face.place.is_extended_negative:
                place, near = "minf", "-(10^8)"
        else:
            place = self._writer.write(face.place)
            near = f"{place}{'-' if way == 'minus' else '+'}10^-8"
        residual = self._residual(constraint, face.index)
        return f"[lambda([],{residual}),{name},{place},{way},{near}]"

    def _written_points(self, random: Random, extra: Sequence[Symbol]) -> str:
        try:
            points = [self._problem.domain.point(random) for _ in range(POINTS)]
        except ProblemError:  # a bound that has no number
            return ""
        texts = []
        for point in points:
            point |= {s: Rational(random.randint(1, 99), 100) for s in extra}
            texts.append(",".join(f"{self._writer.name(s)}={v}" for s, v in point.items()))
        return ",".join(f"[{text}]" for text in texts)

    def _written_facts(self) -> Iterator[str]:
        """What Maxima may assume: the domain, and signs."""
        for r in self._problem.domain:
            name = self._writer.name(r.symbol)
            for sign, end in ((">", r.low), ("<", r.high)):
                if end.is_finite and r.symbol not in self._problem.unbounded:
                    yield f"{name}{sign}{self._writer.write(end)}"
            if r.symbol.is_positive:
                yield f"{name}>0"
            if r.symbol.is_negative:
                yield f"{name}<0"


def _face(constraint: Constraint, problem: Problem) -> Face | None:
    """The end of a range at which the whole condition stands, if there is one only."""
    found = []
    for i, v in enumerate(problem.variables):
        places = {t.point[i] for t in constraint.traces}
        r = problem.domain.by_symbol[v]
        if len(places) == 1 and (place := places.pop()) in (r.low, r.high):
            found.append(Face(i, r, place))
    infinite = [face for face in found if face.place.is_infinite]
    chosen = infinite or found
    return chosen[0] if len(chosen) == 1 else None


# ---------------------------------------------------------------------------- opinions


def opinions(
    maxima: Maxima, problem: Problem, solution: Sequence[Expr], seed: int = 0
) -> list[Opinion]:
    """What Maxima says of each equation and condition."""
    try:
        questions = Questions(problem, solution, Random(seed))
    except Unwritable as reason:
        return [Opinion(c.source, Verdict.UNKNOWN, str(reason)) for c in problem.constraints]
    return [_opinion(maxima, questions, c) for c in problem.constraints]


def _opinion(maxima: Maxima, questions: Questions, constraint: Constraint) -> Opinion:
    try:
        question = questions.question(constraint)
    except Unwritable as reason:
        return Opinion(constraint.source, Verdict.UNKNOWN, str(reason))
    reply = maxima.ask(question)
    verdict = _verdict(reply)
    why = (reply.why or "no zero found") if verdict is Verdict.UNKNOWN else ""
    return Opinion(constraint.source, verdict, why)


def _verdict(reply: Reply) -> Verdict:
    """Numbers that are not zero outweigh a simplification, which may have left a branch."""
    if reply.numbers == "nonzero":
        return Verdict.DISAGREES
    if reply.exact:
        return Verdict.AGREES
    return Verdict.NUMERICALLY if reply.numbers == "small" else Verdict.UNKNOWN


def overall(found: Sequence[Opinion]) -> Verdict:
    """The weightiest of all."""
    order = list(Verdict)
    return max((o.verdict for o in found), key=order.index)


# ---------------------------------------------------------------------------- measuring


@dataclass(frozen=True)
class Claim:
    """A solution that is proved."""

    id: str
    kind: str
    problem: Problem
    solution: tuple[Expr, ...]


class Panel:
    """Processes that prove, and as many of Maxima that are asked."""

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs
        self._stack = ExitStack()
        self._free: SimpleQueue[Maxima] = SimpleQueue()
        for _ in range(jobs):
            self._free.put(self._stack.enter_context(Maxima()))
        self._worker = Worker(most=jobs)

    def __enter__(self) -> "Panel":
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.stop()
        self._stack.close()

    def known_solutions(self) -> Iterator[Claim]:
        """Those of the catalogue that are proved."""
        for entry in entries():
            problem = entry.problem()
            task = check_task(problem, entry.solution, TIMEOUT)
            findings, why = self._worker.run(task)
            if verification(problem, findings, 0.0, why):
                yield Claim(entry.id, CATALOGUE, problem, entry.solution)

    def attacks(self, first: int, count: int) -> list[Claim]:
        """Candidates of those seeds that are proved."""

        def proved(start: int) -> list[int]:
            size = min(BATCH, first + count - start)
            found, _ = self._worker.run(Batch(start, size, TIMEOUT * size))
            return [seed for seed, *_, status, _ in found if status == Status.PROVED.name]

        with ThreadPoolExecutor(self._jobs) as threads:
            batches = list(threads.map(proved, range(first, first + count, BATCH)))
        made = ((seed, make(seed)) for seeds in batches for seed in seeds)
        return [Claim(str(seed), a.kind, a.problem, (a.candidate,)) for seed, a in made]

    def asked(self, claims: Sequence[Claim]) -> list[tuple[Claim, list[Opinion], float]]:
        """Each claim with Maxima's opinions and the seconds they took."""

        def ask(claim: Claim) -> tuple[Claim, list[Opinion], float]:
            maxima = self._free.get()
            start = time.perf_counter()
            try:
                found = opinions(maxima, claim.problem, claim.solution)
                return claim, found, time.perf_counter() - start
            finally:
                self._free.put(maxima)

        with ThreadPoolExecutor(self._jobs) as threads:
            return list(threads.map(ask, claims))


def measure(
    checks: int,
    first: int = 0,
    jobs: int = 1,
    path: Path | None = None,
    origin: Mapping[str, str] | None = None,
    report: Callable[[int], None] = lambda done: None,
) -> list[dict[str, Any]]:
    """A row for the catalogue, then rows of seeds until so many proved ones have been asked about.

    Rows that are in the file already are used again.
    """
    rows = _restored(path, first)

    def keep(row: dict[str, Any]) -> None:
        rows.append({**(origin or {}), **row})
        append_line(path, rows[-1])

    with Panel(jobs) as panel:
        if not any(row["first"] is None for row in rows):
            keep(_row(None, 0, panel.asked(list(panel.known_solutions()))))
        while (missing := checks - _asked(rows)) > 0:
            start = max([r["first"] + r["count"] for r in _random(rows)], default=first)
            claims = panel.attacks(start, BLOCK)
            last = claims[missing - 1] if len(claims) > missing else None
            count = BLOCK if last is None else int(last.id) + 1 - start
            keep(_row(start, count, panel.asked(claims[:missing])))
            report(_asked(rows))
    return rows


def _random(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [row for row in rows if row["first"] is not None]


def _asked(rows: Sequence[Mapping[str, Any]]) -> int:
    """Proved candidates of random problems that Maxima was asked about."""
    return sum(n for row in _random(rows) for n in row["claims"].values())


def _restored(path: Path | None, first: int) -> list[dict[str, Any]]:
    def read(row: dict[str, Any]) -> dict[str, Any]:
        return row | {"first": row["first"], "claims": row["claims"]}

    rows = read_lines(path, read, "a row of opinions")
    if any(row["first"] is not None and row["first"] < first for row in rows):
        raise SSDEError(f"{path} has rows of seeds before {first}; give another file")
    return rows


def _row(
    first: int | None, count: int, asked: Sequence[tuple[Claim, list[Opinion], float]]
) -> dict[str, Any]:
    """Counts by kind and verdict, reasons of those that aren't known, and disagreements."""
    claims: Counter[str] = Counter()
    constraints: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    disagreements: list[list[str]] = []
    for claim, found, _ in asked:
        claims[f"{claim.kind} {overall(found).name}"] += 1
        for i, opinion in enumerate(found):
            part = "equation" if i < len(claim.problem.equations) else "condition"
            constraints[f"{part} {opinion.verdict.name}"] += 1
            if opinion.verdict is Verdict.UNKNOWN:
                reasons[opinion.why] += 1
            if opinion.verdict is Verdict.DISAGREES:
                disagreements.append([claim.kind, claim.id, opinion.source])
    return {
        "first": first,
        "count": count,
        "claims": dict(sorted(claims.items())),
        "constraints": dict(sorted(constraints.items())),
        "reasons": dict(sorted(reasons.items())),
        "disagreements": disagreements,
        "seconds": round(sum(seconds for *_, seconds in asked), 2),
    }


# ---------------------------------------------------------------------------- tables


def disagreements(rows: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """Kind, id or seed, and the constraint of all claims that Maxima says are wrong."""
    return [d for row in rows for d in row["disagreements"]]


def tables(rows: Sequence[Mapping[str, Any]]) -> list[Table]:
    """Claims by kind, then their equations and conditions, then reasons."""
    found = disagreements(rows)
    note = "\n".join(f"disagrees: {kind} {name}: {source}" for kind, name, source in found)
    made = [
        _counted("Proved, and Maxima's opinion", "kind", _summed(rows, "claims"), note),
        _counted("By constraint", "part", _summed(rows, "constraints")),
    ]
    reasons = tuple((str(n), why) for why, n in _summed(rows, "reasons").most_common())
    if reasons:
        made.append(Table("Why it doesn't know", ("constraints", "reason"), reasons))
    return made


def _summed(rows: Sequence[Mapping[str, Any]], field: str) -> Counter[str]:
    total: Counter[str] = Counter()
    for row in rows:
        total.update(row[field])
    return total


def _counted(title: str, first: str, cells: Counter[str], note: str = "") -> Table:
    groups = list(dict.fromkeys(key.split()[0] for key in cells))
    lines = []
    for group in groups:
        counts = [cells[f"{group} {v.name}"] for v in Verdict]
        lines.append((group, str(sum(counts)), *map(str, counts)))
    sums = [sum(int(line[i]) for line in lines) for i in range(1, 2 + len(Verdict))]
    lines.append(("all", *map(str, sums)))
    header = (first, "proved", *(v.value for v in Verdict))
    return Table(title, header, tuple(lines), note)
