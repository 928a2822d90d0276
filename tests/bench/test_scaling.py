"""Growth with the library, dimension, points, batch size and cores."""

import pytest
from bench_makers import make_row

from sympy_ssde.bench import library, scaling
from sympy_ssde.config import SearchConfig
from sympy_ssde.language.tokens import PAPER_OPERATORS


def test_libraries_grow_to_the_papers():
    runs = library.plan(seeds=2, only=["gamma2"])
    operators = [r.search_config().operators for r in runs[:5]]
    assert [len(o) for o in operators] == [4, 5, 6, 7, 8] and operators[-1] == PAPER_OPERATORS
    assert runs[4].search_config() == SearchConfig.paper() and not runs[4].changes
    assert [library.library_name(r) for r in runs[:5]] == ["+-*/", "+sin", "+cos", "+exp", "+log"]
    assert len(library.plan()) == 20 * 5 * 4


def library_rows():
    runs = library.plan(seeds=2, only=["gamma1", "gamma2"])
    return [
        make_row(r.problem, r.seed, changes=r.changes, seconds=float(i), evaluations=i)
        for i, r in enumerate(runs)
    ]


def test_library_table_and_charts():
    rows = library_rows()
    (table,) = library.tables(rows)
    assert len(table.lines) == 5 * 3
    assert table.lines[0] == ("+-*/", "gamma1", "2/2", "5.00", "5.00", "5")
    assert table.lines[2] == ("+-*/", "all", "4/4", "5.50", "5.50", "6")
    time, skeletons = library.charts(rows)
    assert time.places == ("+-*/", "+sin", "+cos", "+exp", "+log")
    assert skeletons.series["gamma2"] == [6.0, 8.0, 10.0, 12.0, 14.0]


def test_axes():
    runs = scaling.plan(seeds=1, cores=6)
    by_axis = {axis: [r for r in runs if scaling.axis_of(r)[0] == axis] for axis in scaling.AXES}
    assert [len(some) for some in by_axis.values()] == [40, 18, 15, 12]
    assert {r.problem for r in by_axis["dimension"]} >= {"poisson-d1-s0", "heat-d20-s0"}
    assert {r.search_config() for r in by_axis["dimension"]} == {SearchConfig.paper()}
    assert [r.workers for r in by_axis["workers"][:4]] == [1, 2, 4, 6]
    assert by_axis["batch"][0].search_config() == SearchConfig.paper(batch=250)
    assert by_axis["points"][2].search_config() == SearchConfig.paper(interior=48, condition=16)


def test_only_and_seeds():
    runs = scaling.plan(["dimension"], seeds=2, only=["heat"], dimensions=[3])
    assert [(r.problem, r.seed) for r in runs] == [("heat-d3-s0", 0), ("heat-d3-s1", 1)]
    assert scaling.plan(["workers"], seeds=1, only=["poisson"]) == []


def dimension_rows(power, status="PROVED"):
    return [
        make_row(f"poisson-d{d}-s{s}", s, seconds=float(d) ** power, evaluations=d, status=status)
        for d in range(1, 21)
        for s in range(3)
    ]


@pytest.mark.parametrize(("power", "verdict"), [(1.1, "(within"), (1.5, "(NOT within")])
def test_slope(power, verdict):
    (table,) = scaling.tables(dimension_rows(power))
    assert f"19, 20: {power:.2f} {verdict} the limit 1.2)" in table.note
    assert table.lines[1][:4] == ("poisson", "2", "3/3", f"{2**power:.2f}")


def test_a_flat_slope_of_failures_is_no_success():
    (table,) = scaling.tables(dimension_rows(0, status="UNDECIDED"))
    assert "0.00, 0 of 48 runs proved (NOT within" in table.note
    assert scaling.slope({5: 1.0}) is None


def test_whether_workers_change_anything_is_looked_up():
    rows = [make_row("gamma3", workers=n, evaluations=7) for n in (1, 2)]
    assert "the same answer and" in scaling.tables(rows)[0].note
    rows.append(make_row("gamma3", workers=4, evaluations=8))
    assert "NOT the same answer or number of skeletons (gamma3 0)" in scaling.tables(rows)[0].note


def test_charts_have_an_axis_each():
    rows = [*dimension_rows(1), make_row("gamma3", workers=2, seconds=2.0)]
    dimension, workers = scaling.charts(rows)
    assert dimension.places == tuple(range(1, 21)) and dimension.series["poisson"][2] == 3.0
    assert (workers.places, workers.series) == ((2,), {"gamma3": [2.0]})
