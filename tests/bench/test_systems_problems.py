"""The catalogue of systems: stated without complaint, cited, and with solutions that are proved."""

import warnings
from collections import Counter

import pytest

from sympy_ssde import checkssdsol
from sympy_ssde.bench.catalogue import entries, entry

SYSTEMS = entries("systems")


def test_there_are_many_of_all_kinds():
    assert len(SYSTEMS) >= 100 and {len(e.solution) for e in SYSTEMS} == {2, 3, 4}
    families = Counter(e.family for e in SYSTEMS)
    assert families["system-ode"] >= 40 and families["system-pde"] >= 40
    assert all(e.source and 1 <= e.difficulty <= 5 for e in SYSTEMS)
    assert any(e.params for e in SYSTEMS)


def test_no_name_twice():
    names = [e.id for e in (*entries(), *SYSTEMS)]
    assert len(names) == len(set(names)) and entry(SYSTEMS[0].id) is SYSTEMS[0]


@pytest.mark.parametrize("made", SYSTEMS, ids=lambda e: e.id)
def test_the_known_solution_is_proved_and_a_changed_one_refuted(made):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        problem = made.problem()
    assert checkssdsol(problem, list(made.solution), timeout=60)
    shift = sum(problem.variables) ** 2 / 1000
    changed = [e + shift if i == 0 else e for i, e in enumerate(made.solution)]
    assert not checkssdsol(problem, changed, timeout=20)
