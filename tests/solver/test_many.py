"""Many problems at a time: the answers of single calls, kept in a file."""

import json
import logging
import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sympy import Eq, Function, Symbol, cos, exp, sin

from sympy_ssde import (
    ConfigError,
    KeywordError,
    Problem,
    ProblemError,
    SearchConfig,
    SSDEError,
    find_solution,
    solve_many,
)
from sympy_ssde.result.solution import Ending
from sympy_ssde.solver import many
from sympy_ssde.worker.crew import Failure

x, t = Symbol("x"), Symbol("t")
u = Function("u")
SEARCHED = SearchConfig(reductions=False, shortcuts=False)


def growth(rate):
    return Problem(u(t).diff(t) - rate * u(t), u(t), {u(0): 1}, {t: (0, 1)})


PROBLEMS = [growth(n) for n in (1, -2, 3)]


def same(solution):
    return (solution.eqs, solution.status, solution.evaluations, solution.method, solution.steps)


@pytest.fixture(scope="module")
def alone():
    return [same(find_solution(p, config=SEARCHED, seed=5, timeout=60)) for p in PROBLEMS]


@pytest.mark.parametrize(
    "workers", [1, 2, ThreadPoolExecutor(2), map], ids=["1", "2", "threads", "map"]
)
def test_answers_are_those_of_single_calls(workers, alone):
    found = solve_many(PROBLEMS, workers=workers, config=SEARCHED, seed=5, timeout=60)
    assert list(map(same, found)) == alone


def test_forms_of_problems():
    equation = Eq(u(x).diff(x, 2), -u(x))
    data = {u(0): 0, u(x).diff(x).subs(x, 0): 1}
    stated = [
        Problem(equation, u(x), data),
        (equation, u(x), data),
        {"eq": equation, "func": u(x), "bcs": data, "domain": {x: (0, 2)}},
    ]
    found = solve_many(stated, workers=2)
    assert [solution.expr for solution in found] == [sin(x)] * 3
    assert found[2].problem.domain.by_symbol[x].high == 2
    assert solve_many([]) == []


@pytest.mark.parametrize(
    ("problems", "words"),
    [
        (["u' = u"], 'problem 1 is "u\' = u"'),
        ([PROBLEMS[0], 3], "problem 2 is '3'"),
        ([PROBLEMS[0], (u(x), u(x))], "problem 2: the equation has no derivative"),
    ],
)
def test_what_is_no_problem(problems, words):
    with pytest.raises(ProblemError, match=words):
        solve_many(problems)


def test_other_mistakes():
    with pytest.raises(KeywordError, match="did you mean 'timeout'"):
        solve_many(PROBLEMS, timeot=3)
    with pytest.raises(KeywordError, match="callback"):
        solve_many(PROBLEMS, callback=print)
    with pytest.raises(ConfigError, match="timeout is -1"):
        solve_many(PROBLEMS, timeout=-1)
    with pytest.raises(ConfigError, match="workers is 0"):
        solve_many(PROBLEMS, workers=0)


def test_a_file_keeps_what_is_solved(tmp_path, monkeypatch):
    file = tmp_path / "answers.jsonl"
    first = solve_many(PROBLEMS[:2], workers=map, save=file)
    assert [json.loads(line)["status"] for line in file.read_text().splitlines()] == ["proved"] * 2
    asked = []

    def counted(work, jobs):
        asked.extend(job.problem for job in jobs)
        return map(work, jobs)

    again = solve_many([PROBLEMS[2], *PROBLEMS], workers=counted, save=file)
    assert asked == [PROBLEMS[2]] and again[1:3] == first
    assert again[0] == again[3] and again[0].expr == exp(3 * t)
    with file.open("a") as torn:
        torn.write('{"key": "12')
    assert solve_many(PROBLEMS, workers=counted, save=file) == again[1:] and len(asked) == 1
    solve_many(PROBLEMS[:1], workers=counted, save=file, seed=1)
    assert len(asked) == 2  # another seed is another call
    file.write_text("{}\n")
    with pytest.raises(SSDEError, match="is not a line of solve_many"):
        solve_many(PROBLEMS, save=file)


def test_what_a_worker_can_not_do():
    def failing(work, jobs):
        return [Failure("no memory")] + [work(job) for job in jobs[1:]]

    lost, *others = solve_many(PROBLEMS, workers=failing)
    assert not lost and lost.ending is Ending.LOST and "no memory" in lost.reason
    assert all(others)


def test_an_interrupt_keeps_what_is_there(tmp_path):
    def interrupted(work, jobs):
        yield work(jobs[0])
        raise KeyboardInterrupt

    first, *others = solve_many(PROBLEMS, workers=interrupted, save=tmp_path / "kept.jsonl")
    assert first and first.expr == exp(t)
    assert [solution.ending for solution in others] == [Ending.INTERRUPTED] * 2
    assert len((tmp_path / "kept.jsonl").read_text().splitlines()) == 1


@pytest.mark.slow
def test_control_c_in_the_middle(tmp_path):
    hard = Problem(u(x).diff(x) - cos(x + sin(u(x) ** 2)), u(x), {u(0): 1}, {x: (0, 1)})
    timer = threading.Timer(8.0, os.kill, [os.getpid(), signal.SIGINT])
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored
    timer.start()
    try:
        found = solve_many([*PROBLEMS, hard], workers=2, timeout=60)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
    assert [bool(solution) for solution in found] == [True, True, True, False]
    assert found[3].ending is Ending.INTERRUPTED


def test_progress(capsys):
    solve_many(PROBLEMS[:1], workers=map, progress=True)
    assert "1 of 1: 1 proved, 0 not" in capsys.readouterr().err
    solve_many(PROBLEMS[:1], workers=map)
    assert capsys.readouterr().err == ""


def test_a_warning_is_logged_for_a_process_that_dies(monkeypatch, caplog):
    monkeypatch.setattr(many, "solved", os.kill)
    caplog.set_level(logging.WARNING)
    (found,) = solve_many(PROBLEMS[:1], workers=1)
    assert found.ending is Ending.LOST and "did not finish" in caplog.text


def test_compiling_is_announced(monkeypatch, capsys):
    monkeypatch.setattr("sympy_ssde.cache.is_compiled", lambda function: False)
    monkeypatch.setattr("sympy_ssde.solver.warmup.is_ready", lambda: False)
    monkeypatch.setattr("sympy_ssde.solver.warmup.warm_up", lambda: None)
    many.compile_first()
    assert "compiling, once on this machine" in capsys.readouterr().err
    many.compile_first(progress=False)
    assert capsys.readouterr().err == ""


def test_one_problem_is_no_list_of_them():
    with pytest.raises(ProblemError, match=r"solve_many\(\[problem\]\)"):
        solve_many(PROBLEMS[0])
    with pytest.raises(ProblemError, match="a text is read by read_problem"):
        solve_many(["u' = u"])
