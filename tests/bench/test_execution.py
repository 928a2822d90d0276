"""One run; the searches here are of a second or two."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import pytest
from sympy import Symbol, sqrt

from sympy_ssde import __version__
from sympy_ssde.bench.catalogue import entries, entry
from sympy_ssde.bench.execution import Outcome, answer, execute
from sympy_ssde.bench.runs import Row, Run

# the known solution is not seen ------------------------------------------------------------------


class Poison:
    """Raises whatever is done with it: an answer must be found without it."""

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("the known solution was looked at")

    __getattribute__ = __eq__ = __hash__ = __bool__ = __len__ = __iter__ = _refuse  # type: ignore
    __str__ = __repr__ = __call__ = __getitem__ = __reduce_ex__ = _refuse  # type: ignore


def test_the_solver_never_sees_the_known_solution():
    poisoned = replace(entry("gamma8"), exact=Poison())
    outcome = execute(Run("gamma8", 0, 30.0, "paper"), poisoned.statement())
    row = outcome.row
    assert row.status == "PROVED", row.reason
    assert (row.method, row.reason, row.version) == ("direct", "", __version__)
    assert row.seconds > 0 and row.evaluations > 0
    assert row.expression == str(outcome.answer)
    x = Symbol("x", positive=True)
    assert (outcome.answer.subs(Symbol("x1"), x) - sqrt(x)).equals(0)


@pytest.mark.parametrize("name", [e.id for e in entries()])
def test_statements_leave_the_known_solution_out(name):
    problem = entry(name)
    stated = problem.statement()
    assert set(stated) == {"eq", "func", "bcs", "domain", "params"}
    given = [*stated.values(), *stated["bcs"].values(), *stated["domain"].values()]
    for solution in (problem.exact, *problem.solution):
        assert all(value is not solution for value in given)
    assert not any(value == s for value in stated["bcs"].values() for s in problem.solution)


def test_what_solvers_are_given_and_return_has_no_place_for_a_solution():
    for kind in (Run, Row, Outcome):
        assert not {"exact", "solution", "truth"} & {f.name for f in fields(kind)}


def test_the_known_solution_is_looked_at_when_the_answer_is_final(monkeypatch):
    problem = entry("gamma8")
    seen: list[str] = []

    class Watched(type(problem)):  # type: ignore[misc]
        @property
        def solution(self) -> tuple[Any, ...]:
            seen.append("solution")
            return problem.solution

        def __getattribute__(self, name: str) -> Any:
            if name == "exact":
                seen.append("exact")
            return super().__getattribute__(name)

    watched = Watched(**{f.name: getattr(problem, f.name) for f in fields(problem)})
    seen.clear()

    def solver(run: Run, statement: Mapping[str, Any]) -> Outcome:
        assert not seen and set(statement) == {"eq", "func", "bcs", "domain", "params"}
        seen.append("solved")
        return Outcome(Row(run, "PROVED", 1.0, 5, "sqrt(x1)"), sqrt(Symbol("x1")))

    row = answer(Run("gamma8", 0, 30.0, "paper"), watched, solver)
    assert seen == ["solved", "solution"]
    assert row.recovered and row.error == 0.0 and row.loss is not None and row.loss < 1e-12


# rows --------------------------------------------------------------------------------------------


def test_a_run_without_success_is_a_row():
    row = answer(Run("wave3d", 0, 0.5, "paper"), entry("wave3d"))
    assert (row.status, row.reason) == ("UNDECIDED", "out of time")
    assert not row.recovered


def test_an_exception_is_a_row():
    broken = replace(entry("gamma8"), bcs={"nonsense": 0})
    row = answer(Run("gamma8", 3, 5.0, "paper"), broken)
    assert row.status == "ERROR" and "Error: " in row.reason
    assert (row.loss, row.error, row.recovered) == (None, None, None)


def test_sympy_answers_beside_ours():
    row = answer(Run("par_shm", 0, 30.0, "sympy"), entry("par_shm"))
    assert (row.status, row.expression) == ("PROVED", "sin(omega*x)"), row.reason
    assert row.recovered
    row = answer(Run("gamma9", 0, 30.0, "sympy"), entry("gamma9"))
    assert row.status == "UNDECIDED" and "NotImplementedError" in row.reason


def test_hint_and_workers_reach_the_solver(monkeypatch):
    import sympy_ssde.solver.solve

    given: dict[str, Any] = {}

    class Stop(Exception):
        pass

    def find_solution(**options: Any) -> Any:
        given.update(options)
        raise Stop

    monkeypatch.setattr(sympy_ssde.solver.solve, "find_solution", find_solution)
    run = Run("gamma8", 4, 7.0, "paper", hint="direct", workers=2)
    assert "Stop" in answer(run, entry("gamma8")).reason
    assert (given["hint"], given["workers"], given["seed"], given["timeout"]) == ("direct", 2, 4, 7)
