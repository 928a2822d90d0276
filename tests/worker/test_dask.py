"""Real clusters: of processes, and of a scheduler and workers as several machines would be."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest
from sympy import Function, Symbol, exp, sin

from sympy_ssde import Problem, SearchConfig, find_solution, solve_many
from sympy_ssde.errors import ConfigError, MissingPackageError


@pytest.fixture
def distributed():
    """Loaded here only: Dask changes for a whole process how errors are pickled."""
    return pytest.importorskip("dask.distributed")


t = Symbol("t")
u = Function("u")
SEARCHED = SearchConfig(reductions=False, shortcuts=False)
PROBLEMS = [
    Problem(u(t).diff(t) - n * sin(t) * u(t), u(t), {u(0): exp(-n)}, {t: (0, 1)})
    for n in (1, -1, 2, 3)
]


def same(solution):
    return (solution.eqs, solution.status, solution.evaluations, solution.method)


@pytest.fixture(scope="module")
def alone():
    found = [find_solution(p, config=SEARCHED, timeout=100) for p in PROBLEMS]
    assert all(found)
    return list(map(same, found))


def solved(workers):
    found = solve_many(PROBLEMS, workers=workers, config=SEARCHED, timeout=100)
    return list(map(same, found))


@pytest.mark.slow
def test_a_local_cluster_loses_a_worker(distributed, alone):
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        victim = next(iter(client.run(os.getpid).values()))
        timer = threading.Timer(1.5, os.kill, [victim, signal.SIGKILL])
        timer.start()
        assert solved(client.get_executor()) == alone
        timer.join()


@pytest.fixture
def machines(distributed, tmp_path):
    """The address of a scheduler with two workers, each a process of its own on loopback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    dask = [sys.executable, "-m", "dask"]
    log = (tmp_path / "log").open("w")
    options = {"stdout": log, "stderr": log, "cwd": tmp_path, "start_new_session": True}
    scheduler = [*dask, "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    worker = [*dask, "worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny"]
    processes = [subprocess.Popen(scheduler, **options)]
    processes += [subprocess.Popen(worker, **options) for _ in range(2)]
    with distributed.Client(address, timeout="60s") as client:
        client.wait_for_workers(2, timeout=60)
    yield address, processes
    for process in processes:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    log.close()


@pytest.mark.slow
def test_machines_of_which_one_is_lost(machines, alone):
    address, processes = machines
    timer = threading.Timer(2.0, os.killpg, [processes[1].pid, signal.SIGKILL])
    timer.start()
    assert solved(address) == alone
    timer.join()


@pytest.mark.slow
def test_the_command_line_reaches_them(machines, tmp_path):
    address, _ = machines
    file = tmp_path / "growth.txt"
    file.write_text("u' = u on x in [0, 1]; u(0) = 1")
    lines = tmp_path / "lines.jsonl"
    command = [sys.executable, "-m", "sympy_ssde", "solve", str(file), str(file)]
    done = subprocess.run(
        [*command, "--workers", address, "--json", str(lines)],
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0 and done.stdout == f"{file}: u(x) = exp(x)\n" * 2
    assert len(lines.read_text().splitlines()) == 1


def test_nobody_is_there(distributed):
    start = time.monotonic()
    with pytest.raises(ConfigError, match="no Dask scheduler answers at tcp"):
        solve_many(PROBLEMS, workers="tcp://127.0.0.1:1")
    assert time.monotonic() - start < 30


def test_without_dask(monkeypatch):
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    with pytest.raises(MissingPackageError, match=r"pip install .sympy_ssde\[dask\]"):
        solve_many(PROBLEMS, workers="tcp://127.0.0.1:8786")
