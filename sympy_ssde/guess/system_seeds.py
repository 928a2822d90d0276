"""What a system suggests: its data, changed alike in all functions, and shapes with one phase."""

from collections.abc import Iterator, Sequence
from itertools import islice, product

import sympy
from sympy import Expr, S, Symbol

from sympy_ssde.guess.data import given_values
from sympy_ssde.guess.seeds import loosened, neighbours, stated_expressions, wave_shapes
from sympy_ssde.problem.problem import Problem

_MOST_SHAPES = 400
_MOST_STARTS = 6

Exprs = tuple[Expr, ...]


def system_seeds(problem: Problem) -> Iterator[Exprs]:
    """Tuples of expressions with constants to be fitted, one for each function.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> u, v = Function("u")(x, t), Function("v")(x, t)
    >>> pair = [u.diff(t) - v.diff(x), v.diff(t) - u.diff(x)]
    >>> problem = Problem(pair, [u, v], {u.subs(t, 0): sympy.sin(x), v.subs(t, 0): x})
    >>> [seed for seed in system_seeds(problem)][:3]
    [(sin(x), x), (sin(x), x), (exp(-11*t/10)*sin(x), x*exp(-11*t/10))]
    """
    for start in islice(_starts(problem), _MOST_STARTS):
        yield start
        yield tuple(map(loosened, start))
        yield from _changed(start, problem.variables)
    yield from islice(_shapes(problem), _MOST_SHAPES)


def _starts(problem: Problem) -> Iterator[Exprs]:
    """The values of all functions on a face, 0 where none are given."""
    faces: dict[tuple[tuple[Symbol, Expr], ...], dict[int, Expr]] = {}
    for condition in problem.conditions:
        found = given_values(condition, problem)
        if found is not None:
            face, value = found
            faces.setdefault(tuple(face.items()), {})[condition.traces[0].function] = value
    count = range(len(problem.functions))
    by_size = sorted(faces.values(), key=lambda known: -len(known))
    yield from dict.fromkeys(tuple(known.get(f, S.Zero) for f in count) for known in by_size)


def _changed(start: Exprs, variables: Sequence[Symbol]) -> Iterator[Exprs]:
    """The same change in every function, with the other variables in it."""
    used = set().union(*(e.free_symbols for e in start)) & set(variables)
    own = [v for v in variables if v in used]
    yield from zip(*(neighbours(e, variables, own) for e in start), strict=True)


def _shapes(problem: Problem) -> Iterator[Exprs]:
    """Fronts and humps of one phase, in products of unknowns' equations."""
    exprs = stated_expressions(problem)
    for shapes in wave_shapes(exprs, problem.variables):
        single = [*(1.1 * shape + 1.2 for shape in shapes), sympy.Float(1.1)]
        yield from product(single, repeat=len(problem.functions))
