"""What looking for structure costs a search."""

from dataclasses import replace

from bench_makers import make_row

from sympy_ssde.bench import beside


def pair(problem, seed, alone, usual, method="direct"):
    first = make_row(problem, seed, config="default", status="PROVED")
    first = replace(first, seconds=usual, method=method)
    run = replace(first.run, changes=(("reductions", False),))
    return [first, replace(first, run=run, seconds=alone, method="direct")]


def test_each_run_has_its_partner_beside_it():
    planned = beside.plan(seeds=2, only=["tl_nlode2"])
    assert [bool(run.changes) for run in planned] == [True, False, False, True]
    assert [run.seed for run in planned] == [0, 0, 1, 1]


def test_the_median_of_the_differences():
    rows = [*pair("tl_nlode2", 0, 1, 1.1), *pair("tl_nlode2", 1, 5, 5.5)]
    (table,) = beside.tables([*rows, *pair("tl_nlode2", 2, 3, 2.9), *pair("tl_nlode3", 0, 1, 1.3)])
    assert table.lines == (
        ("tl_nlode3", "1", "1.00", "1.30", "+0.30"),
        ("tl_nlode2", "3", "3.00", "2.90", "+0.10"),
    )
    assert "1 of 2 problems lose more than 0.2 s" in table.note


def test_problems_with_structure_are_left_out():
    rows = [*pair("tl_nlode2", 0, 1, 0.1), *pair("tl_nlode2", 1, 1, 0.1, method="reduction")]
    assert beside.losses(rows) == {}
    assert beside.summary([]) == "no runs"
