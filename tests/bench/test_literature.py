"""Problems of the literature."""

from bench_makers import make_row

from sympy_ssde.bench import literature
from sympy_ssde.bench.runs import Row


def literature_rows(problem: str, proved: int, sympy: str = "-") -> list[Row]:
    statuses = ["PROVED"] * proved + ["UNDECIDED"] * (3 - proved)
    rows = [make_row(problem, i, config="default", status=s) for i, s in enumerate(statuses)]
    if sympy != "-":
        expression = None if sympy == "no" else "x"
        status = "PROVED" if sympy == "yes" else "UNDECIDED"
        rows.append(make_row(problem, config="sympy", status=status, expression=expression))
    return rows


def test_no_systems_and_the_families_own_time_limits():
    planned = literature.plan(seeds=3, sympy=True)
    assert len(planned) == 4 * 79
    assert {r.timeout for r in planned if r.config == "sympy"} == {30.0}
    limits = {e.id: literature.TIMEOUTS[e.family] for e in literature.problems()}
    assert all(r.timeout == limits[r.problem] for r in planned if r.config == "default")
    assert {r.timeout for r in literature.plan("ode", timeout=5)} == {5.0}


def test_systems_are_a_benchmark_of_their_own():
    planned = literature.plan("systems", seeds=1)
    assert len(planned) == len(literature.problems("systems")) >= 37
    assert not {r.problem for r in planned} & {e.id for e in literature.problems()}
    rows = literature_rows("cauchy_riemann", 3) + literature_rows("taylor_green", 1)
    assert {v.id: v.solved for v in literature.verdicts(rows)} == {
        "cauchy_riemann": True,
        "taylor_green": False,
    }


def test_two_of_three_seeds_solve_a_problem():
    rows = [
        *literature_rows("tl_ode2", 2, sympy="no"),
        *literature_rows("tl_ode9", 1, sympy="yes"),
        *literature_rows("par_shm", 3, sympy="open"),
    ]
    solved = {v.id: (v.solved, v.sympy) for v in literature.verdicts(rows)}
    assert solved == {
        "tl_ode2": (True, "no"),
        "tl_ode9": (False, "yes"),
        "par_shm": (True, "open"),
    }
    problems, groups, families = literature.tables(rows)
    assert ("ode", "2", "1/2", "5.00", "1/2") in groups.lines
    assert families.lines == (("ode", "1/2", "5.00", "1/2"), ("param", "1/1", "0.00", "0/1"))
    assert problems.lines[0][-3:] == ("no", "0.00", "x")
    assert "in all: 2 of 3 problems solved" in families.note
    assert "sympy: 1/3 solved; 1 by the search only, 1 by sympy only; 1 answers" in families.note


def test_sympy_is_not_mentioned_unless_asked():
    assert "sympy:" not in literature.summary(literature_rows("tl_ode2", 3))
    assert literature.summary([]) == "no runs"
