"""Superposition: a linear problem as a sum of problems, each with a part of the data."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sympy import Add, Eq, Expr, S
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.modes import is_tame, modes
from sympy_ssde.reduction.reduction import Line, Reduction
from sympy_ssde.reduction.view import View, linear_view

#: The most terms of one datum that get a problem each.
MAX_TERMS = 6


@dataclass(frozen=True)
class Part:
    """What a part has of the data: its source, and its value of each condition."""

    source: Expr
    values: tuple[Expr, ...]


def superposition(problem: Problem) -> Iterator[Reduction]:
    """Sums of solutions: one for the data of each variable and the source, or one for each term.

    >>> from sympy import Function, pi, sin
    >>> from sympy.abc import x, y
    >>> u = Function("u")
    >>> laplace = u(x, y).diff(x, 2) + u(x, y).diff(y, 2)
    >>> warm = {u(0, y): 0, u(1, y): sin(pi*y), u(x, 0): 0, u(x, 1): sin(2*pi*x)}
    >>> found = next(superposition(Problem(laplace, u(x, y), warm)))
    >>> print(found.problems[1])
    Eq(Derivative(v2(x, y), (x, 2)) + Derivative(v2(x, y), (y, 2)), 0)
      with v2(0, y) = 0
      with v2(1, y) = 0
      with v2(x, 0) = 0
      with v2(x, 1) - sin(2*pi*x) = 0
      on x in (0, 1), y in (0, 1)
    """
    seen = linear_view(problem)
    if seen is None:
        return
    by_variable = _by_variable(seen)
    if len(by_variable) > 1 and not any(_is_promising(p, seen) for p in by_variable):
        return
    if len(by_variable) > 1:
        words = "Superposition: a sum of solutions, each with a part of the data."
        yield from _sums(seen, by_variable, words)
        return
    by_term = _by_term(seen)
    if 1 < len(by_term) <= MAX_TERMS and any(_is_promising(p, seen) for p in by_term):
        words = "Superposition: a sum of solutions, one for each term of the data."
        yield from _sums(seen, by_term, words)


def _is_promising(part: Part, seen: View) -> bool:
    """Whether the data are sums of functions that separation knows what to do with."""
    for value in (part.source, *part.values):
        found = modes(value, seen.variables)
        if found is None or not all(is_tame(m, seen.variables) for m in found):
            return False
    return True


def _by_variable(seen: View) -> list[Part]:
    """The data of the faces of each variable together; the source is a part of its own."""
    nothing = (S.Zero,) * len(seen.conditions)
    parts = [] if seen.source.is_zero else [Part(seen.source, nothing)]
    keys = [c.variable for c in seen.conditions]
    for key in dict.fromkeys(keys):
        values = tuple(
            c.value if k == key else S.Zero for c, k in zip(seen.conditions, keys, strict=True)
        )
        if any(v != 0 for v in values):
            parts.append(Part(S.Zero, values))
    return parts


def _by_term(seen: View) -> list[Part]:
    """A part for each term of the source and the data."""
    parts = [
        Part(term, (S.Zero,) * len(seen.conditions))
        for term in Add.make_args(seen.source.expand())
        if term != 0
    ]
    for i, condition in enumerate(seen.conditions):
        for term in Add.make_args(condition.value.expand()):
            if term != 0:
                values = [S.Zero] * len(seen.conditions)
                values[i] = term
                parts.append(Part(S.Zero, tuple(values)))
    return parts


def _sums(seen: View, parts: Sequence[Part], words: str) -> Iterator[Reduction]:
    functions: list[AppliedUndef] = []
    for number in range(1, len(parts) + 1):
        func = seen.unknown(f"v{number}", [str(f.func) for f in functions])
        functions.append(func(*seen.variables))
    problems = []
    for function, part in zip(functions, parts, strict=True):
        conditions = [
            c.applied(function, seen.variables) - v
            for c, v in zip(seen.conditions, part.values, strict=True)
        ]
        stated = seen.state(seen.applied(function) - part.source, function, conditions)
        if stated is None:
            return
        problems.append(stated)
    whole = Add(*functions)
    yield Reduction(tuple(problems), (whole,), Line(words, (Eq(seen.function, whole),)))
