"""``ssde bench changed-series``: known series with one thing changed must be refuted.

A coefficient, a sign, a frequency or a lower limit is changed.  Changes that make no difference, as
an additional term that is zero, are found by numbers and left out.
"""

import statistics
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from sympy import Add, Expr, Integer, Rational, Sum, Symbol, cos, exp, sin

from sympy_ssde.bench.series_known import KnownSeries, known_series
from sympy_ssde.bench.tables import Table
from sympy_ssde.proof.verify import Status, verify

#: Changed series in all, and a difference that counts.
COUNT, CLEAR = 200, 1e-9

Change = Callable[[Sum], Expr]


def _with_term(change: Callable[[Expr, Symbol], Expr]) -> Change:
    return lambda s: s.func(change(s.function, s.variables[0]), *s.limits)


def _from(low: int) -> Change:
    """A sum that begins elsewhere."""

    def changed(s: Sum) -> Expr:
        (index, _, high), *others = s.limits
        return s.func(s.function, (index, low, high), *others)

    return changed


def _in_waves(change: Callable[[Expr], Expr]) -> Change:
    """The arguments of sines and cosines that have an index, changed."""

    def changed(term: Expr, index: Symbol) -> Expr:
        return term.replace(
            lambda e: isinstance(e, (sin, cos)) and e.has(index),
            lambda e: e.func(change(e.args[0])),
        )

    return _with_term(changed)


def _in_exponents(change: Callable[[Expr], Expr]) -> Change:
    def changed(term: Expr, index: Symbol) -> Expr:
        return term.replace(
            lambda e: isinstance(e, exp) and e.has(index), lambda e: exp(change(e.args[0]))
        )

    return _with_term(changed)


def _one_term(number: int, factor: Expr) -> Change:
    """One of the terms times a factor."""

    def changed(s: Sum) -> Expr:
        first = {limit[0]: limit[1] + number for limit in s.limits}
        return s + (factor - 1) * s.function.subs(first)

    return changed


#: What is changed, by kind and in words.
CHANGES: tuple[tuple[str, str, Change], ...] = (
    ("coefficient", "all terms times 2", _with_term(lambda e, n: 2 * e)),
    ("coefficient", "all terms times 1001/1000", _with_term(lambda e, n: e * Rational(1001, 1000))),
    ("coefficient", "term n times (n + 1)/n", _with_term(lambda e, n: e * (n + 1) / n)),
    ("coefficient", "the third term times 5/4", _one_term(2, Rational(5, 4))),
    ("sign", "all terms", _with_term(lambda e, n: -e)),
    ("sign", "each other term", _with_term(lambda e, n: (-1) ** n * e)),
    ("sign", "the second term", _one_term(1, Integer(-1))),
    ("sign", "exponents", _in_exponents(lambda e: -e)),
    ("frequency", "waves twice as fast", _in_waves(lambda e: 2 * e)),
    ("frequency", "waves half as fast", _in_waves(lambda e: e / 2)),
    ("frequency", "exponents doubled", _in_exponents(lambda e: 2 * e)),
    ("limit", "from 2", _from(2)),
    ("limit", "from 3", _from(3)),
    ("limit", "from 0", _from(0)),
)


def changed_series(count: int = COUNT) -> Iterator[tuple[KnownSeries, str, str, tuple[Expr, ...]]]:
    """So many changed series, turn by turn of each known one."""
    made = 0
    for number in range(len(CHANGES)):
        for place, known in enumerate(known_series()):
            kind, words, change = CHANGES[(number + 5 * place) % len(CHANGES)]
            first, *others = known.solution
            changed = first.replace(lambda e: isinstance(e, Sum), change)
            if not _differs(first, changed):
                continue
            yield known, kind, words, (changed, *others)
            made += 1
            if made == count:
                return


def _differs(first: Expr, second: Expr) -> bool:
    """Whether two sums have different values, or one of them none, as some terms show."""
    symbols = sorted(first.free_symbols | second.free_symbols, key=str)
    at = {s: Rational(13 + 4 * i, 31 + i) for i, s in enumerate(symbols)}
    values = [_value(e.xreplace(at)) for e in (first, second)]
    if not all(v.is_finite for v in values):
        return True
    return bool(abs(values[0] - values[1]) > CLEAR * abs(values[0]))


def _value(expr: Expr) -> Expr:
    """The number that some terms of each sum amount to."""

    def some(s: Sum) -> Expr:
        last = 9 if len(s.limits) == 1 else 3
        ranges = [range(int(low), int(low) + last + 1) for _, low, _ in s.limits]
        terms = (dict(zip(s.variables, map(Integer, k), strict=True)) for k in product(*ranges))
        return Add(*(s.function.xreplace(put).evalf(20) for put in terms))

    return expr.replace(lambda e: isinstance(e, Sum), some).evalf(20)


def measure(count: int = COUNT, timeout: float = 10) -> Iterator[dict[str, Any]]:
    """A row for each changed series."""
    for known, kind, words, solution in changed_series(count):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # corners where data don't agree
            problem = known.problem()
        start = time.perf_counter()
        found = verify(problem, solution, timeout=timeout)
        yield {
            "id": known.name,
            "kind": kind,
            "change": words,
            "status": found.status.name,
            "seconds": round(time.perf_counter() - start, 4),
        }


def summary(rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """How many there are, and what was found."""
    found = {s.name.lower(): sum(r["status"] == s.name for r in rows) for s in Status}
    return {"changed": len(rows), **found}


def tables(rows: Sequence[Mapping[str, Any]]) -> list[Table]:
    """Counts for each kind of change."""
    lines = []
    for kind in (*dict.fromkeys(kind for kind, _, _ in CHANGES), "all"):
        some = [r for r in rows if kind in (r["kind"], "all")]
        if some:
            counts = [str(sum(r["status"] == s.name for r in some)) for s in Status]
            seconds = [r["seconds"] for r in some]
            times = (f"{statistics.median(seconds):.3f}", f"{max(seconds):.2f}")
            lines.append((kind, str(len(some)), *counts, *times))
    header = ("changed", "series", *(s.name.lower() for s in Status), "median s", "slowest s")
    wrong = [r for r in rows if r["status"] != Status.REFUTED.name]
    note = "\n".join(f"not refuted: {r['id']}: {r['kind']}, {r['change']}" for r in wrong)
    return [Table("Series with one thing changed", header, tuple(lines), note)]
