"""Who does work that can be done apart: processes of ours, somebody's executor, or a map.

Each job is done whole by one of them, and what comes of it depends on the job alone.  Where a
process dies, the job is done once more by another one.
"""

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ThreadPoolExecutor,
    as_completed,
    wait,
)
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol

from sympy_ssde.errors import ConfigError, MissingPackageError
from sympy_ssde.worker.pool import Worker

logger = logging.getLogger("sympy_ssde")

EXPECTED = (
    "a number of processes (-1 for all cores), a concurrent.futures.Executor, a function like map "
    "or the address of a Dask scheduler (tcp://...)"
)

_TRIES = 3  # times that a job is given to a process
_AHEAD = 2  # jobs that wait at each worker of an executor
_PATIENCE = 5.0  # seconds after which a silent executor is looked at

#: What is done with each job: a function that can be imported.
Work = Callable[[Any], Any]


@dataclass(frozen=True)
class Failure:
    """In place of a result: why there is none."""

    reason: str


class Crew(Protocol):
    """Does jobs, several at a time."""

    def results(self, work: Work, jobs: Sequence[Any], seconds: float) -> Iterator[tuple[int, Any]]:
        """The number of each job and what comes of it, in the order in which they are ready.

        A job that takes longer than so many seconds is given up, where that can be done.
        """


def is_crew(workers: Any) -> bool:
    """Whether somebody can be meant by it."""
    if isinstance(workers, bool):
        return False
    if isinstance(workers, int):
        return workers > 0 or workers == -1
    if isinstance(workers, str):
        return "://" in workers
    return workers is None or isinstance(workers, Executor) or callable(workers)


def crew_of(workers: Any) -> Crew:
    """Those who are meant by ``workers=``; all cores if nobody is named."""
    if not is_crew(workers):
        raise ConfigError(f"workers is {workers!r}; {EXPECTED} was expected")
    if workers is None or isinstance(workers, int):
        return Processes(cores() if workers in (None, -1) else workers)
    if isinstance(workers, str):
        return Cluster(workers)
    return Through(workers) if isinstance(workers, Executor) else Mapped(workers)


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class _Job:
    """A task for a process of ours."""

    work: Work
    job: Any
    timeout: float

    def run(self) -> Iterator[Any]:
        yield self.work(self.job)


class Processes:
    """Processes of ours, isolated as all of them are."""

    def __init__(self, count: int):
        self.count = count

    def results(self, work: Work, jobs: Sequence[Any], seconds: float) -> Iterator[tuple[int, Any]]:
        """See :class:`Crew`."""
        worker = Worker(most=self.count)
        threads = ThreadPoolExecutor(self.count, thread_name_prefix="sympy_ssde_crew")

        def done(job: Any) -> Any:
            for _ in range(_TRIES):
                found, why = worker.run(_Job(work, job, seconds), startup=60.0)
                if found or not worker.is_open:
                    break
                logger.warning("a process did not finish its job: %s", why)
            return found[0] if found else Failure(why)

        try:
            numbers = {threads.submit(done, job): number for number, job in enumerate(jobs)}
            for future in as_completed(numbers):
                yield numbers[future], future.result()
        finally:  # after Ctrl-C, too
            threads.shutdown(wait=False, cancel_futures=True)
            worker.close()


class Through:
    """Somebody's executor: a pool of processes, loky, MPI, Dask."""

    def __init__(self, executor: Executor):
        self.executor = executor
        self._silence = 0.0

    def _is_gone(self) -> bool:
        """Whether this is an executor of Dask that has lost its scheduler."""
        client = getattr(self.executor, "_client", None)
        return getattr(client, "status", "running") != "running"

    def results(self, work: Work, jobs: Sequence[Any], seconds: float) -> Iterator[tuple[int, Any]]:
        """See :class:`Crew`; a job that fails with its worker is given to another one.

        Jobs wait at the workers for those before them, which counts; what nobody answers for in
        time, or when the cluster is gone, is done here.
        """
        waiting = list(range(len(jobs)))[::-1]
        under_way: dict[Future[Any], int] = {}
        tries = [0] * len(jobs)
        longest = (_AHEAD + 1) * seconds + _PATIENCE
        most = _AHEAD * max(getattr(self.executor, "_max_workers", None) or cores(), 1)
        try:
            while waiting or under_way:
                while waiting and len(under_way) < most:
                    number = waiting.pop()
                    tries[number] += 1
                    under_way[self._given(work, jobs[number])] = number
                ready, silent = wait(under_way, _PATIENCE, return_when=FIRST_COMPLETED)
                self._silence = 0.0 if ready else self._silence + _PATIENCE
                if silent and not ready and (self._silence > longest or self._is_gone()):
                    logger.warning("nobody answers any more; %d jobs are done here", len(under_way))
                    for future, number in list(under_way.items()):
                        future.cancel()
                        del under_way[future]
                        yield number, work(jobs[number])
                    self.executor = _Here()
                for future in ready:
                    number = under_way.pop(future)
                    try:
                        result = future.result()
                    except Exception as error:  # the worker's: the work itself raises nothing
                        logger.warning("a worker failed: %s: %s", type(error).__name__, error)
                        if tries[number] < _TRIES:
                            waiting.append(number)
                            continue
                        result = Failure(f"{type(error).__name__}: {error}")
                    yield number, result
        finally:
            for future in under_way:
                future.cancel()

    def _given(self, work: Work, job: Any) -> "Future[Any]":
        try:
            return self.executor.submit(work, job)
        except Exception as error:  # it is broken, shut down, or gone
            logger.warning("the executor takes no more jobs (%s); they are done here", error)
            self.executor = _Here()
            return self.executor.submit(work, job)


class _Here(Executor):
    """Does jobs itself, at once."""

    def submit(self, work: Work, /, *jobs: Any, **more: Any) -> "Future[Any]":
        """What has come of it."""
        done: Future[Any] = Future()
        try:
            done.set_result(work(*jobs, **more))
        except Exception as error:
            done.set_exception(error)
        return done


class ByMap(Executor):
    """An executor of a function like ``map``: each job is a call of it, in a thread of its own.

    >>> ByMap(map).submit(abs, -3).result()
    3
    """

    def __init__(self, function: Callable[..., Any]):
        self._function = function
        self._threads = ThreadPoolExecutor(cores(), thread_name_prefix="sympy_ssde_map")

    def submit(self, work: Work, /, *jobs: Any, **more: Any) -> "Future[Any]":
        """What will have come of one job."""
        return self._threads.submit(lambda: next(iter(self._function(work, jobs))))


def helper_of(workers: Any) -> Executor | str | None:
    """Who works ahead for one problem: an executor, the address of a scheduler, or nobody.

    Python's own ``map`` helps nobody: as in SciPy, it means that all is done in turn.
    """
    if isinstance(workers, (Executor, str)):
        return workers
    return ByMap(workers) if callable(workers) and workers is not map else None


class Cluster:
    """The workers of a Dask scheduler, by its address."""

    def __init__(self, address: str):
        self._address = address

    def results(self, work: Work, jobs: Sequence[Any], seconds: float) -> Iterator[tuple[int, Any]]:
        """See :class:`Crew`."""
        with executor_at(self._address) as executor:
            yield from Through(executor).results(work, jobs, seconds)


@contextmanager
def executor_at(address: str) -> Iterator[Executor]:
    """An executor on the cluster of a Dask scheduler, while it is needed."""
    try:
        from dask.distributed import Client
    except ImportError:
        raise MissingPackageError(
            'workers on a cluster need Dask; install it with: pip install "sympy_ssde[dask]"'
        ) from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise ConfigError(f"no Dask scheduler answers at {address} ({error})") from None
    with client:
        yield client.get_executor()


class Mapped:
    """A function like ``map``, as SciPy's ``workers`` knows them."""

    def __init__(self, function: Callable[..., Any]):
        self.function = function

    def results(self, work: Work, jobs: Sequence[Any], seconds: float) -> Iterator[tuple[int, Any]]:
        """See :class:`Crew`."""
        with suppress(GeneratorExit):
            yield from enumerate(self.function(work, jobs))
