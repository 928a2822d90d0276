"""The benchmark of equations without conditions."""

from collections import Counter
from dataclasses import replace

import pytest
from sympy import exp, symbols, sympify

from sympy_ssde.bench import families
from sympy_ssde.bench.families_problems import ENTRIES
from sympy_ssde.bench.letters import t, x
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import verify
from sympy_ssde.result.solution import Method, Solution

C1, C2 = symbols("C1 C2")


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


@pytest.mark.parametrize("expr", [0, 3, C1, C1 * x + C2])
def test_trivial_answers_do_not_count(expr):
    """Zero, constants, and what a simpler equation alone has: u_t = 0 and u_xx = 0."""
    heat = next(e for e in ENTRIES if families.identifier(e) == "linear/heat")
    assert not families.is_solved(stated(heat, sympify(expr)), replace(heat, constants=0))


def test_what_is_not_trivial_counts():
    heat = next(e for e in ENTRIES if families.identifier(e) == "linear/heat")
    (k,) = Problem(heat.eq, heat.func).params
    moving = C1 * exp(k * C2**2 * t) * exp(C2 * x)
    assert families.is_solved(stated(heat, moving), replace(heat, constants=2))
    assert not families.is_solved(stated(heat, moving), replace(heat, constants=3))


def stated(entry, expr):
    """A solution of the entry's equation, proved."""
    problem = Problem(entry.eq, entry.func)
    constants = tuple(c for c in (C1, C2) if expr.has(c))
    proof = verify(problem, (expr,))
    return Solution(
        problem, expr, proof.status, proof, {}, 0, 0.0, 0, Method.FAMILY, constants=constants
    )
