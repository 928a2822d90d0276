"""The paper's tables."""

from bench_makers import make_row

from sympy_ssde.bench import paper
from sympy_ssde.bench.runs import StepText


def words(text, problem):
    return next(line.split() for line in text.splitlines() if line.startswith(problem))


def test_proofs_and_time():
    rows = [make_row("gamma1", s, seconds=float(s), evaluations=10 * s) for s in range(1, 4)]
    rows += [make_row("gamma2", 1, status="UNDECIDED", seconds=10.0, expression="x[", reason="no")]
    rows = [
        *rows[:1],
        make_row("gamma1", 9, seconds=2.0, evaluations=20, method="direct"),
        *rows[2:],
    ]
    table = paper.speed_table(rows)
    text = table.text()
    assert words(text, "gamma1") == "gamma1 3/3 2.00 2.90 3.00 20 23 2 -, 1 direct".split()
    assert words(text, "gamma2") == "gamma2 0/1 10.00 10.00 10.00 0 85".split()
    assert "all 4 runs: 3 proved; median 2.50 s" in table.note
    assert paper.summary([]) == "no runs"


def test_recovery_by_both_definitions_beside_the_published_figures():
    rows = [
        make_row("poisson2d", 0, loss=0.0, recovered=True),
        make_row("poisson2d", 1, loss=2e-6, status="UNDECIDED", recovered=True),
        make_row("poisson2d", 2, loss=None, status="ERROR", expression=None),
        make_row("poisson2d", 3, loss=4e-6, status="UNDECIDED", recovered=False),
    ]
    table = paper.quality_table(rows)
    (line,) = table.lines
    assert line[:4] == ("poisson2d", "2.00e-06±2.26e-06 (3 of 4)", "50%", "25%")
    assert line[4] == "7.20e-5±2.57e-6, 100%"
    assert all("published" in name for name in table.header[4:])


def test_errors_and_answers_beside_the_known_ones():
    rows = [make_row("gamma8", error=1e-7, expression="sqrt(x1)"), make_row("heat2d", error=0.0)]
    errors = {line[0]: line[1:] for line in paper.error_table(rows).lines}
    assert errors["gamma8"] == ("1.00e-07", *["-"] * 6, "1.05e-05")
    assert errors["heat2d"][:3] == ("0.00e+00", "4.45e-06", "fails")
    assert paper.answer_table(rows).lines[0] == ("gamma8", "sqrt(x1)", "sqrt(x1)")


def test_steps_are_those_of_the_first_seed_that_has_any():
    steps = (StepText(1, "x1", "a*x1", ("a",)), StepText(2, "x2", "x1*x2"))
    rows = [
        make_row("gamma9", 0),
        make_row("gamma9", 2, steps=steps[:1]),
        make_row("gamma9", 1, steps=steps),
    ]
    assert paper.step_table(rows).lines == (
        ("gamma9", "seed 1", "1", "x1", "a", "a*x1"),
        ("gamma9", "seed 1", "2", "x2", "-", "x1*x2"),
    )
    assert not any("step by step" in t.title for t in paper.tables(rows[:1]))


def test_time_limits_stand_apart():
    rows = [make_row(timeout=9.0), make_row(timeout=5.0, hint="direct")]
    titles = [table.title for table in paper.tables(rows) if "time" in table.title]
    assert titles == ["Proofs and time (9 s)", "Proofs and time (hint direct, 5 s)"]


def test_variants_stand_apart():
    rows = [make_row(hint="recursive"), make_row(changes=(("rsco", False),)), make_row()]
    titles = [table.title for table in paper.tables(rows) if "time" in table.title]
    assert titles == [
        "Proofs and time (hint recursive)",
        "Proofs and time (without rsco)",
        "Proofs and time",
    ]
