"""What each part is worth."""

from dataclasses import replace

import pytest
from bench_makers import make_row

from sympy_ssde import SSDEError
from sympy_ssde.bench import ablation, literature, paper
from sympy_ssde.bench.ablation import Ablation, arm_of, compare, limits, run_ablation, usable_arms
from sympy_ssde.bench.runs import Row, available_parts


def fake(seconds=1.0, slow=()):
    """A measurement that takes so long, and twice the limit with parts in ``slow`` left out."""
    asked = []

    def measure(runs):
        asked.extend(runs)
        return [
            Row(r, "UNDECIDED", r.timeout, 900)
            if arm_of(r) in slow
            else Row(r, "PROVED", seconds + 0.1 * r.seed, 100, "x")
            for r in runs
        ]

    return measure, asked


def test_an_arm_gets_the_95th_percentile_of_the_full_system():
    measure, asked = fake()
    wanted = Ablation(("rsco",), only=("gamma1", "gamma2"), seeds=3)
    rows = run_ablation(wanted, measure)
    assert asked[:6] == paper.plan("ode", seeds=3, only=["gamma1", "gamma2"])
    assert {r.timeout for r in asked[6:]} == {1.2}  # 1.19 up to the next tenth
    plain = paper.plan("ode", seeds=3, only=["gamma1", "gamma2"], without=["rsco"])
    assert asked[6:] == [replace(run, timeout=1.2) for run in plain]
    assert len(rows) == 12


def test_measured_rows_of_the_full_system_are_used():
    measure, asked = fake()
    have = [make_row("gamma1", s, seconds=5.0) for s in range(20)]
    have += [make_row("gamma1", changes=(("policy", False),), seconds=90.0)]
    rows = run_ablation(Ablation(("bfgs",), only=("gamma1", "gamma2"), seeds=1), measure, have)
    assert [(r.problem, r.changes) for r in asked] == [
        ("gamma2", ()),
        ("gamma1", (("bfgs", True),)),
        ("gamma2", (("bfgs", True),)),
    ]
    assert [r.timeout for r in asked] == [300.0, 5.0, 1.0]
    assert sum(arm_of(row.run) == "full" for row in rows) == 21


def test_hints_are_left_out_on_the_literature():
    measure, asked = fake()
    run_ablation(Ablation(("hints",), family="ode", only=("tl_ode2",), seeds=1), measure)
    assert [r.search_config().hints for r in asked] == [True, False]
    assert asked[0] == literature.plan("ode", seeds=1, only=["tl_ode2"])[0]


def test_recursion_concerns_several_variables_only():
    if "recursion" not in available_parts():
        with pytest.raises(SSDEError, match="no arm 'recursion'"):
            usable_arms(["recursion"])
        return
    runs = Ablation(("recursion",), seeds=1).arm_runs(
        "recursion", dict.fromkeys(paper.problems(), 1.0)
    )
    assert [r.problem for r in runs] == paper.problems("pde")


def test_arms():
    known = {"rsco", "policy", "genetic", "bfgs", "hints"}
    assert known <= set(usable_arms()) <= known | {"recursion"}
    assert usable_arms(["bfgs", "rsco"]) == ("rsco", "bfgs")
    with pytest.raises(SSDEError, match="no arm 'luck'"):
        usable_arms(["luck"])
    with pytest.raises(SSDEError, match="nothing is left"):
        Ablation(("rsco",), only=("nobody",)).full_runs()


def test_the_same_rule_counts_for_full_and_arm():
    full = [make_row("gamma1", s, seconds=t, evaluations=10) for s, t in enumerate((1.0, 2.0, 9.0))]
    late = make_row(
        "gamma1", 0, changes=(("rsco", False),), timeout=5.0, seconds=5.4, evaluations=30
    )
    (found,) = compare([*full, late])
    assert (found.proved, found.runs, found.full_proved, found.full_runs) == (0, 1, 2, 3)
    assert (found.seconds, found.full_seconds, found.ratio) == (5.0, 2.0, 2.5)
    assert found.is_censored
    assert limits(full) == {"gamma1": 8.3}


def test_rows_with_different_limits_stand_apart():
    arms = [make_row(changes=(("rsco", False),), timeout=t, seconds=1.0) for t in (2.0, 3.0)]
    assert [c.limit for c in compare([make_row(seconds=1.0), *arms])] == [2.0, 3.0]


def test_tables_and_charts():
    measure, _ = fake(slow=("policy",))
    arms = ("rsco", "policy")
    rows = run_ablation(Ablation(arms, only=("gamma1", "gamma9"), seeds=2), measure)
    overall, each = ablation.tables(rows)
    assert overall.lines[0] == ("without rsco", "4/4", "4/4", "1.00", "1.00")
    assert overall.lines[1][:2] == ("without policy", "0/4")
    assert overall.lines[1][3].startswith(">= 1.0") and overall.lines[1][4] == "9.00"
    assert "934 s without it, 200 s with it" in overall.note
    assert len(each.lines) == 4 and each.lines[3][:4] == ("without policy", "gamma9", "1.1", "0/2")
    shares, *times = ablation.charts(rows)
    assert shares.series == {"full": [1.0, 1.0], "arm": [1.0, 0.0]}
    assert [chart.name for chart in times] == ["ablation-rsco", "ablation-policy"]
