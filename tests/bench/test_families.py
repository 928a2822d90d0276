"""The benchmark of equations without conditions."""

from collections import Counter

from sympy_ssde.bench import families
from sympy_ssde.bench.families_problems import ENTRIES
from sympy_ssde.problem.problem import Problem


def make_row(name, solved=True, general=False, seconds=1.0):
    return {
        "id": name,
        "solved": solved,
        "status": "PROVED" if solved else "UNDECIDED",
        "constants": 1,
        "functions": 0,
        "general": general,
        "answer": "C1*x" if solved else "None",
        "provided": ["C1 > 0"],
        "seconds": seconds,
    }


def test_there_are_enough_of_each_kind():
    kinds = Counter(e.kind for e in ENTRIES)
    assert set(kinds) == set(families.KINDS)
    assert kinds["linear"] + kinds["nonlinear"] + kinds["ordinary"] >= 60
    assert kinds["ordinary"] >= 25 and kinds["pdsolve"] >= 15


def test_each_has_a_name_of_its_own_and_a_source():
    assert len({families.identifier(e) for e in ENTRIES}) == len(ENTRIES)
    assert all(e.source for e in ENTRIES)


def test_each_is_an_equation_alone():
    for entry in ENTRIES:
        problem = Problem(entry.eq, entry.func)
        assert problem.anywhere and not problem.conditions


def test_the_tables():
    rows = [make_row("linear/heat"), make_row("ordinary/growth", general=True, seconds=3.0)]
    rows.append(make_row("nonlinear/kdv", solved=False))
    counts, missing, answers = families.tables(rows)
    assert counts.lines[-1][:3] == ("all", "2/3", "1")
    assert missing.lines[0][0] == "nonlinear/kdv" and len(answers.lines) == 2
    assert families.headlines(rows) == [("", "2/3 equations", "1.00", "3.00", "-")]


def test_equations_are_chosen_by_name_or_kind():
    (row,) = families.measure(["linear/wave"], 60.0)
    assert row["solved"] and row["functions"] == 2
