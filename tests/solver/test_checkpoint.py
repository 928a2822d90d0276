"""A search that is interrupted again and again ends as one that wasn't."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sympy import Eq, Function, Symbol, exp, sin, symbols

from sympy_ssde import Problem, SearchConfig, find_solution
from sympy_ssde.errors import ConfigError
from sympy_ssde.solver import checkpoint as checkpoint_module
from sympy_ssde.solver.checkpoint import Checkpoint, Position
from sympy_ssde.solver.options import Options

x, y = symbols("x y")
u = Function("u")
EXACT = exp(-x) * sin(x)
ORDINARY = Problem(
    u(x).diff(x) + u(x) - (EXACT.diff(x) + EXACT).expand(), u(x), {u(0): 0}, {x: (0, 2)}
)
BOTH = sin(x * y) + y
PLANE = Problem(
    Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), BOTH.diff(x, 2) + BOTH.diff(y, 2)),
    u(x, y),
    {u(0, y): BOTH.subs(x, 0), u(1, y): BOTH.subs(x, 1), u(x, 0): 0, u(x, 1): BOTH.subs(y, 1)},
    {x: (0, 1), y: (0, 1)},
)
ALONE = {"reductions": False, "shortcuts": False}
LANES = SearchConfig(**ALONE, hints=False, lanes=3, lane=200, batch=200, generations=3)
RECURSION = SearchConfig(**ALONE, hints=False, batch=200, generations=3)


def path_of(solution):
    """What decides in a search."""
    records = solution.history.records
    return (
        solution.expr,
        solution.evaluations,
        [(r.method, r.source, r.evaluations, r.best_loss) for r in records],
    )


def a_third(solution):
    """Of its turns."""
    return max(1, len(solution.history.records) // 3)


class Killed(BaseException):
    """Ends a call at once, as nothing else does that it knows of."""


class Kill:
    """A callback that ends a call after some turns."""

    def __init__(self, turns):
        self.left = turns

    def __call__(self, record):
        self.left -= 1
        if self.left < 0:
            raise Killed


@pytest.fixture
def each_turn(monkeypatch):
    """The file is written after each turn."""
    monkeypatch.setattr(Checkpoint, "is_due", lambda self: True)


def killed(problem, path, turns, **options):
    """The solution after as many calls as it takes, and how many that were."""
    for calls in range(1, 200):
        try:
            found = find_solution(problem, checkpoint=path, callback=Kill(turns), **options)
        except Killed:
            assert path.exists()
        else:
            return found, calls
    raise AssertionError("it never ends")


@pytest.mark.parametrize(
    ("problem", "config", "seed"),
    [(ORDINARY, LANES, 1), (PLANE, RECURSION, 0), (PLANE, RECURSION, 4)],
    ids=["lanes", "recursion", "both"],
)
def test_as_if_nothing_had_happened(problem, config, seed, tmp_path, each_turn):
    path = tmp_path / "search"
    undisturbed = find_solution(problem, config=config, seed=seed)
    found, calls = killed(problem, path, a_third(undisturbed), config=config, seed=seed)
    assert undisturbed and path_of(found) == path_of(undisturbed)
    assert calls > 1 and not path.exists()


def test_whoever_helps(tmp_path, each_turn):
    path = tmp_path / "search"
    undisturbed = find_solution(ORDINARY, config=LANES, seed=1)
    turns = a_third(undisturbed)
    with ThreadPoolExecutor(2) as executor:
        found, calls = killed(ORDINARY, path, turns, config=LANES, seed=1, workers=executor)
    assert path_of(found) == path_of(undisturbed) and calls > 1


@pytest.mark.parametrize("end", [{"callback": lambda record: True}, {"timeout": 0.5}])
def test_what_was_stopped_can_go_on(end, tmp_path):
    path = tmp_path / "search"
    impossible = ORDINARY.replace(eq=u(x).diff(x) - sin(exp(u(x))) - exp(sin(x)))
    first = find_solution(impossible, config=LANES, checkpoint=path, **end)
    assert not first and path.exists()
    again = find_solution(impossible, config=LANES, checkpoint=path, **end)
    assert again.evaluations > first.evaluations and again.seconds > first.seconds
    assert path_of(again)[2][: len(first.history.records)] == path_of(first)[2]


CHILD = """
from test_checkpoint import LANES, ORDINARY
from sympy_ssde import find_solution
find_solution(ORDINARY, config=LANES, seed={seed}, checkpoint={path!r})
"""


@pytest.mark.slow
def test_after_being_killed(tmp_path, monkeypatch):
    """The file is there as soon as the search has gone on for a second."""
    path = tmp_path / "search"
    hard = find_solution(ORDINARY, config=LANES, seed=3)
    code = CHILD.format(seed=3, path=str(path))
    for _ in range(2):
        child = subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=os.path.dirname(__file__),
            env=os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        )
        end = time.monotonic() + 60
        while not path.exists() and child.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert path_of(find_solution(ORDINARY, config=LANES, seed=3, checkpoint=path)) == path_of(hard)


# the file ----------------------------------------------------------------------------------------

HERE = Position(3, 1.5, False, (), (), (), ())


def made(path, problem=ORDINARY, **options):
    return Checkpoint(path, problem, Options(**options))


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "search"
    assert made(path).read() is None
    made(path).write(HERE)
    assert made(path).read() == HERE and os.listdir(tmp_path) == ["search"]
    made(path).remove()
    made(path).remove()
    assert made(path).read() is None


def test_workers_and_time_may_be_others(tmp_path):
    path = tmp_path / "search"
    made(path).write(HERE)
    made(path, timeout=5, workers=4, progress=False).check()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"problem": PLANE}, "another problem"),
        ({"seed": 5}, "other options"),
        ({"config": LANES}, "other options"),
    ],
    ids=["problem", "seed", "config"],
)
def test_a_file_of_another_search(change, words, tmp_path):
    made(tmp_path / "search").write(HERE)
    with pytest.raises(ConfigError, match=f"{words}; give another path, or delete it"):
        made(tmp_path / "search", **change).check()


def test_a_file_of_another_version(tmp_path, monkeypatch):
    made(tmp_path / "search").write(HERE)
    monkeypatch.setattr(checkpoint_module, "__version__", "99")
    with pytest.raises(ConfigError, match="is of version"):
        made(tmp_path / "search").check()


@pytest.mark.parametrize("content", [b"", b"hello", b"\x80\x04K\x01."])
def test_other_files_are_not_touched(content, tmp_path):
    path = tmp_path / "precious"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match="checkpoint"):
        find_solution(ORDINARY, checkpoint=path)
    assert path.read_bytes() == content


def test_where_nothing_can_be_written(tmp_path):
    with pytest.raises(ConfigError, match="there is no folder"):
        find_solution(ORDINARY, checkpoint=tmp_path / "nowhere" / "search")
    with pytest.raises(ConfigError, match="can't be read"):
        find_solution(ORDINARY, checkpoint=tmp_path)
    with pytest.raises(ConfigError, match="the path of a file was expected"):
        find_solution(ORDINARY, checkpoint=3)


def test_a_failed_write_leaves_the_last_file(tmp_path):
    path = tmp_path / "search"
    made(path).write(HERE)
    broken = Position(4, 2.0, False, (), (lambda: None,), (), ())  # can't be pickled
    with pytest.raises(Exception, match="pickle"):
        made(path).write(broken)
    assert made(path).read() == HERE and os.listdir(tmp_path) == ["search"]


def test_a_disk_that_is_full_does_not_end_a_search(tmp_path, monkeypatch, caplog, each_turn):
    def full(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoint_module.os, "replace", full)
    found = find_solution(ORDINARY, config=LANES, seed=2, checkpoint=tmp_path / "search")
    assert found and os.listdir(tmp_path) == []
    assert "can't be written: No space left on device" in caplog.text


def test_writing_takes_a_small_part_of_the_time(tmp_path, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(checkpoint_module.time, "monotonic", lambda: now[0])
    kept = made(tmp_path / "search")
    assert not kept.is_due()
    now[0] += 1.5
    assert kept.is_due()
    kept._spent = 1.0
    now[0] += 10
    assert not kept.is_due()
    now[0] += 10
    assert kept.is_due()


def test_what_structure_solves_leaves_no_file(tmp_path):
    path = tmp_path / "search"
    t = Symbol("t")
    assert find_solution(u(t).diff(t) + u(t), u(t), {u(0): 1}, checkpoint=path)
    assert not path.exists()
