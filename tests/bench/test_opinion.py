"""A second opinion on what is proved."""

import json
import shutil
import time

import pytest
from sympy import (
    Abs,
    Function,
    Piecewise,
    Rational,
    Symbol,
    atan,
    besselj,
    cos,
    erf,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
    zeta,
)

from sympy_ssde import Problem, SSDEError
from sympy_ssde.bench import maxima as maxima_module
from sympy_ssde.bench import opinion
from sympy_ssde.bench.attacks import make
from sympy_ssde.bench.maxima import Maxima, Reply, find_maxima
from sympy_ssde.bench.opinion import Verdict, disagreements, measure, opinions, overall, tables
from sympy_ssde.cli.main import main

x, t = symbols("x t")
u = Function("u")
AGREES, NUMERICALLY, UNKNOWN, DISAGREES = Verdict

needs_maxima = pytest.mark.skipif(
    shutil.which("maxima") is None, reason="Maxima isn't installed (apt-get install maxima)"
)


@pytest.fixture(scope="module")
def maxima():
    with Maxima() as process:
        yield process


def made(solution, bcs, box, **others):
    """A first-order problem of which the expression is a solution."""
    left = u(x).diff(x) + u(x) ** 2
    right = left.subs(u(x), solution).doit()
    return Problem(left - right, u(x), bcs, {x: box}, **others)


def verdicts(maxima, problem, solution):
    return [o.verdict for o in opinions(maxima, problem, (solution,))]


@needs_maxima
@pytest.mark.parametrize(
    ("solution", "bcs", "box"),
    [
        (tanh(x), {u(0): 0, u(1): tanh(1)}, (0, 1)),
        (sin(x) / x, {u(0): 1}, (0, 1)),
        (x * log(x), {u(0): 0}, (0, 1)),
        (erf(x), {u(oo): 1}, (0, oo)),
        (exp(x), {u(-oo): 0}, (-oo, 0)),
        (besselj(0, x), {u(x).diff(x).subs(x, 2): -besselj(1, 2)}, (1, 2)),
        (Abs(x - 3), {u(0): 3}, (0, 1)),
        (Piecewise((x, x < 2), (x**2, True)), {u(1): 1}, (0, 1)),
        (sqrt(x**2), {u(0) - u(1): -1}, (0, 1)),
    ],
)
def test_it_agrees_with_what_is_right(maxima, solution, bcs, box):
    plain = {Abs(x - 3): 3 - x, sqrt(x**2): x}.get(solution, solution)
    plain = plain.args[0][0] if isinstance(plain, Piecewise) else plain
    assert set(verdicts(maxima, made(plain, bcs, box), solution)) == {AGREES}


@needs_maxima
@pytest.mark.parametrize("change", [Rational(1, 10), Rational(1, 10**30), x**2 / 10**30])
def test_it_disagrees_with_what_is_wrong(maxima, change):
    problem = made(tanh(x), {u(0): 0, u(1): tanh(1)}, (0, 1))
    found = verdicts(maxima, problem, tanh(x) + change)
    assert found[0] is DISAGREES and found[2] is DISAGREES
    assert found[1] is (AGREES if change.has(x) else DISAGREES)


@needs_maxima
def test_it_disagrees_with_wrong_limits_and_branches(maxima):
    assert verdicts(maxima, made(erf(x), {u(oo): 2}, (0, oo)), erf(x)) == [AGREES, DISAGREES]
    assert verdicts(maxima, made(sin(x) / x, {u(0): 2}, (0, 1)), sin(x) / x)[1] is DISAGREES
    part = Piecewise((x, x < Rational(1, 2)), (x + Rational(1, 10**9), True))
    assert verdicts(maxima, made(x, {u(1): 1}, (0, 1)), part)[1] is DISAGREES
    problem = made(x, {u(1): 1}, (-1, 1))
    assert verdicts(maxima, problem, sqrt(x**2)) == [DISAGREES, AGREES]
    wrong = besselj(0, x) + Rational(1, 1000)
    assert (
        verdicts(maxima, made(besselj(0, x), {u(1): besselj(0, 1)}, (1, 2)), wrong)[0] is DISAGREES
    )


@needs_maxima
def test_numbers_only(maxima):
    solution = atan(x) + atan(1 / x)
    problem = made(pi / 2, {u(1): pi / 2}, (0, 2))
    assert overall(opinions(maxima, problem, (solution,))) in (AGREES, NUMERICALLY)


@needs_maxima
def test_what_it_does_not_know(maxima):
    (first, second) = opinions(maxima, made(x, {u(0): 0}, (0, 1)), (zeta(x + 2),))
    assert first.verdict is second.verdict is UNKNOWN and "zeta" in first.why
    assert overall([first, second]) is UNKNOWN


@needs_maxima
def test_systems_parameters_and_moved_places(maxima):
    v, k = Function("v"), Symbol("k", positive=True)
    eqs = [u(t).diff(t) - k * v(t), v(t).diff(t) + k * u(t)]
    problem = Problem(eqs, [u(t), v(t)], {u(0): 0, v(0): 1, u(pi / k): 0}, {t: (0, pi / k)})
    found = opinions(maxima, problem, (sin(k * t), cos(k * t)))
    assert {o.verdict for o in found} == {AGREES}
    found = opinions(maxima, problem, (sin(k * t), cos(2 * k * t)))
    assert [o.verdict is DISAGREES for o in found] == [True, True, False, False, False]


@needs_maxima
def test_it_is_replaced_when_it_hangs():
    with Maxima(patience=1) as process:
        start = time.monotonic()
        reply = process.ask('(print("ssde numbers small"),do 1)$')
        assert reply.numbers == "small" and reply.why == "out of time"
        assert time.monotonic() - start < 30
        assert process.run("1+1;") == (["2\n"], True)
        assert process.ask("1+;;)$") == Reply()  # what it can't read is no answer


@needs_maxima
def test_wrong_candidates_are_seen(maxima):
    seeds = [s for s in range(60) if make(s).change in ("solution", "equation", "condition")]
    made_wrong = [make(seed) for seed in seeds[:20]]
    found = [overall(opinions(maxima, a.problem, (a.candidate,))) for a in made_wrong]
    assert set(found) <= {DISAGREES, UNKNOWN} and found.count(DISAGREES) >= 18


def test_without_maxima(monkeypatch, capsys):
    monkeypatch.setattr(maxima_module.shutil, "which", lambda name: None)
    with pytest.raises(SSDEError, match="apt-get install maxima"):
        find_maxima()
    assert main(["bench", "opinion", "--checks", "1"]) != 0
    assert "apt-get install maxima" in capsys.readouterr().err


def test_a_disagreement_is_told():
    row = {
        "first": 0, "count": 9, "claims": {"ode AGREES": 3, "ode DISAGREES": 1},
        "constraints": {"condition DISAGREES": 1, "equation UNKNOWN": 1},
        "reasons": {"zeta is not translated": 1}, "disagreements": [["ode", "7", "u(0) = 1"]],
    }  # fmt: skip
    first, second, third = (table.text() for table in tables([row]))
    assert "disagrees: ode 7: u(0) = 1" in first and "zeta is not translated" in third
    assert second.count("condition") == 1 and disagreements([row]) == [["ode", "7", "u(0) = 1"]]


@needs_maxima
def test_rows_are_kept_and_resumed(tmp_path, monkeypatch):
    few = opinion.entries()[:2]
    monkeypatch.setattr(opinion, "entries", lambda: few)
    monkeypatch.setattr(opinion, "BLOCK", 10)
    path = tmp_path / "rows.jsonl"
    origin = {"command": "ssde bench opinion"}
    rows = measure(7, path=path, origin=origin)
    assert rows[0]["first"] is None and sum(rows[0]["claims"].values()) == 2
    assert sum(n for row in rows[1:] for n in row["claims"].values()) == 7
    kept = [json.loads(line) for line in path.read_text().splitlines()]
    assert kept == rows == measure(7, path=path, origin=origin)
    more = measure(8, path=path, origin=origin)
    assert more[:-1] == rows and more[-1]["first"] == rows[-1]["first"] + rows[-1]["count"]
    with pytest.raises(SSDEError, match="before 5"):
        measure(8, first=5, path=path)


def test_another_file(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": 3}\n')
    with pytest.raises(SSDEError, match="another file"):
        measure(1, path=path)


@needs_maxima
@pytest.mark.slow
def test_it_disagrees_with_nothing_that_is_proved():
    rows = measure(200, first=2 * 10**6, jobs=2)
    assert disagreements(rows) == []
    asked = sum(n for row in rows for n in row["claims"].values())
    unknown = sum(row["claims"][k] for row in rows for k in row["claims"] if "UNKNOWN" in k)
    assert asked >= 290 and unknown <= asked / 20
