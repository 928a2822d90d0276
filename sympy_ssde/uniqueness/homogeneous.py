"""The homogeneous problem of a linear one, whose solutions can be added to any other."""

import warnings
from collections.abc import Iterable

from sympy import Eq, Expr, S, Symbol

from sympy_ssde.errors import ProblemWarning, SSDEError
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.view import linear_parts


def homogeneous(problem: Problem) -> Problem | None:
    """The problem without its data; None if it isn't linear."""
    equations = _linear(problem.equations, problem)
    conditions = _linear(problem.conditions, problem)
    if equations is None or conditions is None:
        return None
    return _stated(problem, equations, conditions, problem.as_given()["params"])


def substituted(problem: Problem, parameter: Symbol, value: Expr) -> Problem | None:
    """The homogeneous problem with a value for one of its parameters."""
    equations = _linear(problem.equations, problem)
    conditions = _linear(problem.conditions, problem)
    if equations is None or conditions is None:
        return None
    params = {p: r for p, r in problem.as_given()["params"].items() if p != parameter}
    return _stated(
        problem,
        [e.subs(parameter, value) for e in equations],
        [e.subs(parameter, value) for e in conditions],
        params,
        {parameter: value},
    )


def _linear(constraints: Iterable[Constraint], problem: Problem) -> list[Expr] | None:
    found = []
    for constraint in constraints:
        parts = linear_parts(constraint)
        if parts is None:
            return None
        found.append(sum((c * t.expression(problem.functions) for t, c in parts[0]), S.Zero))
    return found


def _stated(
    problem: Problem,
    equations: list[Expr],
    conditions: list[Expr],
    params: dict[Symbol, object],
    values: dict[Symbol, Expr] | None = None,
) -> Problem | None:
    domain = {
        s: tuple(e.subs(values or {}) for e in ends)
        for s, ends in problem.as_given()["domain"].items()
    }
    kept = set().union(*(e.free_symbols for e in [*equations, *conditions]))
    kept |= {s for ends in domain.values() for e in ends for s in e.free_symbols}
    params = {p: r for p, r in params.items() if p in kept}
    domain = {s: e for s, e in domain.items() if s in kept or s in problem.variables}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ProblemWarning)
            return Problem(
                [Eq(e, 0, evaluate=False) for e in equations],
                list(problem.functions),
                [Eq(e, 0, evaluate=False) for e in conditions],
                domain,
                params,
            )
    except SSDEError:
        return None
