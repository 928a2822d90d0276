"""Runs that should be the same in several settings: what differs from the first one."""

from collections.abc import Mapping, Sequence
from typing import Any

#: What must be the same.
COMPARED = ("status", "expression", "evaluations")


def differences(
    rows: Sequence[Mapping[str, Any]], setting: str, run: Sequence[str]
) -> list[tuple[str, str]]:
    """Settings and what differs there from the first row's setting, for each run.

    What the first setting's clock has ended says nothing, and doesn't count.

    Parameters
    ==========

    setting : the field with the setting
    run : the fields that name a run, which every setting has

    Examples
    ========

    >>> from sympy_ssde.bench.agreement import differences
    >>> row = {"workers": 1, "seed": 0, "status": "PROVED", "expression": "x", "evaluations": 7}
    >>> differences([row, {**row, "workers": 2, "evaluations": 9}], "workers", ["seed"])
    [(2, 'seed 0: evaluations 9 instead of 7')]
    """
    first = {_values(r, run): r for r in rows if r[setting] == rows[0][setting]}
    found = []
    for row in rows:
        known = first[_values(row, run)]
        if known["status"] != "PROVED":
            continue
        name = ", ".join(f"{field} {row[field]}" for field in run)
        for field in COMPARED:
            if row[field] != known[field]:
                words = f"{name}: {field} {row[field]} instead of {known[field]}"
                found.append((row[setting], words))
    return found


def _values(row: Mapping[str, Any], fields: Sequence[str]) -> tuple[Any, ...]:
    return tuple(row[field] for field in fields)
