"""Systems of which a part stands alone: it is solved first, and put into the rest."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from sympy import Eq, Expr

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Line, Reduction, Rest
from sympy_ssde.reduction.statement import stated


def in_turn(problem: Problem) -> Iterator[Reduction]:
    """The smallest parts first: as many equations as unknowns, and no others in them.

    >>> from sympy import Function
    >>> from sympy.abc import t
    >>> u, v = Function("u"), Function("v")
    >>> pair = [v(t).diff(t) - u(t)**2, u(t).diff(t) + u(t)]
    >>> found = next(in_turn(Problem(pair, [u(t), v(t)], {u(0): 1, v(0): 0})))
    >>> print(found.problems[0])
    Eq(u(t) + Derivative(u(t), t), 0)
      with u(0) - 1 = 0
      on t in (0, 1)
    >>> found.rest.equations
    (-u(t)**2 + Derivative(v(t), t),)
    """
    count = len(problem.functions)
    for size in range(1, count):
        for chosen in combinations(range(count), size):
            equations = _own(problem.equations, chosen)
            if len(equations) >= size:
                yield from _reduced(problem, chosen, equations)


def _own(constraints: Sequence[Constraint], chosen: Sequence[int]) -> list[Constraint]:
    return [c for c in constraints if c.traces and {t.function for t in c.traces} <= {*chosen}]


def _reduced(
    problem: Problem, chosen: Sequence[int], equations: list[Constraint]
) -> Iterator[Reduction]:
    conditions = _own(problem.conditions, chosen)
    functions = [problem.functions[f] for f in chosen]
    exprs = expressions(equations, problem)
    part = stated(problem, exprs, functions, expressions(conditions, problem))
    if part is None:
        return
    others = tuple(f for i, f in enumerate(problem.functions) if i not in chosen)
    rest = Rest(
        problem,
        others,
        tuple(expressions([c for c in problem.equations if c not in equations], problem)),
        tuple(expressions([c for c in problem.conditions if c not in conditions], problem)),
    )
    names = " and ".join(str(f) for f in functions)
    words = f"These equations have no unknowns but {names}: they are solved first."
    line = Line(words, tuple(Eq(e, 0, evaluate=False) for e in exprs))
    yield Reduction((part,), problem.functions, line, rest)


def expressions(constraints: Sequence[Constraint], problem: Problem) -> list[Expr]:
    """What must vanish, in the unknown functions."""
    return [c.expression(problem.functions) for c in constraints]
