"""Which symbols are parameters, and the ranges of all of them, stated or inferred."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sympy import Expr, Integer, S, Symbol

from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.domain import Domain, Range, default_range, ordered, parse_domain
from sympy_ssde.problem.rough import linear_switches


def find_ranges(
    constraints: tuple[Constraint, ...],
    variables: tuple[Symbol, ...],
    bounds: dict[Symbol, tuple[Expr, Expr]],
    params: Any,
) -> tuple[Domain, tuple[Symbol, ...]]:
    """The domain in the order parameters, variables, curve parameters, and the parameters."""
    declared = parse_params(params)
    in_equation = set().union(*(c.free_symbols for c in constraints if _in_equation(c, variables)))
    in_points = {s for c in constraints for t in c.traces for p in t.point for s in p.free_symbols}
    everywhere = set().union(*(c.free_symbols for c in constraints))
    everywhere |= {s for ends in bounds.values() for e in ends for s in e.free_symbols}
    ends = {s for pair in bounds.values() for e in pair for s in e.free_symbols}
    curves = {
        s for s in in_points - set(variables) - in_equation - ends - set(declared) if s in bounds
    }
    parameters = everywhere - set(variables) - curves
    _check_symbols(declared, bounds, variables, everywhere)
    given = {s: ends for s, ends in declared.items() if ends} | bounds
    order = sorted(parameters, key=str)
    missing = [v for v in variables if v not in given]
    inferred = {v: _inferred(v, i, constraints) for i, v in enumerate(variables) if v in missing}
    rest = missing + [s for s in bounds if s in set(variables) | curves]
    others = [Range(s, *given.get(s, inferred.get(s, (S(0), S(1))))) for s in rest]
    widths = [r.high - r.low for r in others]
    ranges = [Range(s, *given.get(s, _tried_range(s, widths))) for s in order]
    return Domain(tuple(ordered(ranges + others))), tuple(order)


def _tried_range(symbol: Symbol, widths: Sequence[Expr]) -> tuple[Expr, Expr]:
    """Where a parameter without a range is tried; the ``L`` of ``x in (0, L)`` is positive."""
    if any((w / symbol).is_positive for w in widths if w.has(symbol)):
        return default_range(Symbol(symbol.name, positive=True, integer=symbol.is_integer))
    return default_range(symbol)


def _in_equation(constraint: Constraint, variables: tuple[Symbol, ...]) -> bool:
    return all(t.point == variables for t in constraint.traces)


def parse_params(params: Any) -> dict[Symbol, tuple[Expr, Expr] | None]:
    """The parameters as they were given, each with its range, None if it has none."""
    if params is None:
        return {}
    if isinstance(params, Mapping):
        ranged = {s: ends for s, ends in params.items() if ends is not None}
        unbounded = parse_params([s for s in params if s not in ranged])
        return unbounded | (dict(parse_domain(ranged, ())) if ranged else {})
    items = [params] if isinstance(params, Symbol) else params
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise ProblemError(f"params is {params!r}; a list of symbols or {{c: (1, 2)}} was expected")
    declared: dict[Symbol, tuple[Expr, Expr] | None] = {}
    for item in items:
        if not isinstance(item, Symbol):
            raise ProblemError(f"params names {item!r}; a SymPy symbol was expected")
        declared[item] = None
    return declared


def _check_symbols(
    declared: Mapping[Symbol, Any],
    bounds: Mapping[Symbol, Any],
    variables: Sequence[Symbol],
    everywhere: set[Symbol],
) -> None:
    for s in declared:
        if s in variables:
            raise ProblemError(f"{s} is a variable of the unknown and can't be a parameter too")
        if s not in everywhere:
            raise ProblemError(f"the parameter {s} occurs nowhere in the problem; check its name")
        if s in bounds and declared[s]:
            raise ProblemError(f"{s} has a range in domain= and in params=; leave one out")
    for s in sorted(everywhere | set(variables), key=str):
        if s.is_extended_real is False:
            raise ProblemError(f"{s} is declared not to be real; variables and parameters must be")
    for s in bounds:
        if s not in everywhere and s not in variables:
            raise ProblemError(
                f"the domain gives a range for {s}, which occurs nowhere in the problem (two "
                "symbols of one name with different assumptions are different symbols)"
            )


def _inferred(variable: Symbol, place: int, constraints: Sequence[Constraint]) -> tuple[Expr, Expr]:
    """Range between the faces of the conditions; one face ``a`` gives ``(a, a + 1)``.

    What is open reaches beyond all places at which a term is switched on or off.
    """
    faces = {
        t.point[place]
        for c in constraints
        for t in c.traces
        if t.point[place] != variable and not t.point[place].has(variable)
    }
    real = (f for f in faces if f.is_number and f.is_extended_real)
    numbers = sorted(real, key=lambda f: f.evalf())
    symbols = sorted((f for f in faces if not f.is_number), key=str)
    if any(f not in numbers for f in faces if f.is_number):
        raise ProblemError(f"a condition stands at {variable} = {faces}; real values were expected")
    if len(symbols) > 1 or (symbols and len(numbers) > 1):
        raise ProblemError(f"the conditions leave the range of {variable} open; give domain=")
    if symbols:
        low = numbers[0] if numbers else Integer(0)
        return low, symbols[0]
    if len(numbers) > 1:
        return numbers[0], numbers[-1]
    low, high = (numbers[0], numbers[0] + 1) if numbers else default_range(variable)
    places = [p for c in constraints for p in linear_switches(c.expr, variable)]
    if not (numbers or variable.is_nonnegative):
        low = min([low, *(p - 1 for p in places)])
    return low, high if variable.is_nonpositive else max([high, *(p + 1 for p in places)])
