"""Unknowns of which only derivatives occur: potentials of given gradients, pressures.

A function whose derivatives are all given is their integral.  One that enters the equations as a
gradient, as the pressure of a flow does, drops out where the equations are differentiated
crosswise; when the others are known, it is the integral of what they leave.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from sympy import Dummy, Eq, Expr, S, Symbol, expand, linsolve, simplify
from sympy.simplify.fu import TR8

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.signs import with_signs
from sympy_ssde.reduction.ordinary_integrals import antiderivative
from sympy_ssde.reduction.reduction import Found, Line, Reduction, Rest
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.system_order import expressions
from sympy_ssde.reduction.system_start import given_level
from sympy_ssde.reduction.view import View


def potential(problem: Problem) -> Iterator[Found]:
    """A function of which equations give the derivatives.

    >>> from sympy import Function, cos
    >>> from sympy.abc import x, y
    >>> p = Function("p")(x, y)
    >>> given = [p.diff(x) - 2*x*y, p.diff(y) - x**2 - cos(y)]
    >>> next(potential(Problem(given, [p], {p.subs({x: 0, y: 0}): 1}))).exprs
    (x**2*y + sin(y) + 1,)
    """
    if len(problem.functions) != 1 or len(problem.equations) < 2:
        return
    signs = with_signs(problem.domain)
    back = {s: v for v, s in signs.items()}
    slopes = _slopes(problem)
    if slopes is None:
        return
    whole: Expr = S.Zero
    done: list[Symbol] = []
    for variable, slope in slopes.items():
        x = signs[variable]
        left = _remainder(slope.xreplace(signs) - whole.diff(x), done)
        done.append(x)
        part = antiderivative(left, x, problem.domain) if left != 0 else S.Zero
        if part is None:
            return
        whole += part
    whole = whole.xreplace(back)
    function = problem.functions[0]
    for constant in _constants(View(problem, function), whole, slopes):
        expr = whole + constant
        shown = (Eq(function, expr, evaluate=False),)
        yield Found((expr,), (Line("The derivatives are given, and integrated:", shown),))


def _remainder(slope: Expr, done: Sequence[Symbol]) -> Expr:
    """What is left to integrate, without the variables for which that is done."""
    left = expand(TR8(expand(slope)))  # products of waves as sums is the quickest
    return simplify(left) if left.has(*done) else left


def _slopes(problem: Problem) -> dict[Symbol, Expr] | None:
    """The derivatives by the variables that are determined; None if other traces occur."""
    variables = problem.variables
    slots: dict[Symbol, Symbol] = {}
    equations = []
    for equation in problem.equations:
        names = {}
        for s, trace in zip(equation.slots, equation.traces, strict=True):
            if sum(trace.orders) != 1 or trace.point != variables:
                return None
            variable = variables[trace.orders.index(1)]
            names[s] = slots.setdefault(variable, Dummy("slope"))
        equations.append(equation.expr.xreplace(names))
    order = [v for v in variables if v in slots]
    for solution in linsolve(equations, *(slots[v] for v in order)):
        pairs = zip(order, solution, strict=True)
        return {v: e for v, e in pairs if not e.free_symbols & {*slots.values()}}
    return None


def _constants(seen: View, whole: Expr, slopes: Mapping[Symbol, Expr]) -> Iterator[Expr]:
    """What may be added: what a condition says of it, or nothing."""
    for condition in seen.conditions:
        given = given_level(condition)
        if given is None:
            continue
        places = {v: points[0] for v, points in condition.places if len(points) == 1}
        gap = simplify(given[1] - whole.subs(places, simultaneous=True))
        if not gap.free_symbols & set(slopes):
            yield gap
            return
    if not seen.conditions:
        yield S.Zero


def without_gradient(problem: Problem) -> Iterator[Reduction]:
    """Problems without an unknown of which only the gradient occurs, as a flow's pressure.

    >>> from sympy import Function
    >>> from sympy.abc import x, y
    >>> u, v, p = (Function(name)(x, y) for name in "uvp")
    >>> flow = [u.diff(x, 2) - p.diff(x), v.diff(x, 2) - p.diff(y), u.diff(x) + v.diff(y)]
    >>> found = next(without_gradient(Problem(flow, [u, v, p], {u.subs(x, 0): 1})))
    >>> len(found.problems[0].equations)
    2
    """
    if len(problem.functions) < 2:
        return
    for number in range(len(problem.functions)):
        found = _gradient(problem, number)
        if found is not None:
            yield from _reduced(problem, number, found)


def _gradient(problem: Problem, number: int) -> dict[Symbol, Constraint] | None:
    """Variable -> the equation with the unknown's derivative by it, and no other one of it."""
    found: dict[Symbol, Constraint] = {}
    for equation in problem.equations:
        traces = [t for t in equation.traces if t.function == number]
        if not traces:
            continue
        if len(traces) > 1 or sum(traces[0].orders) != 1 or traces[0].point != problem.variables:
            return None
        variable = problem.variables[traces[0].orders.index(1)]
        factor = _factor(equation, number)
        if variable in found or factor is None:
            return None
        found[variable] = equation
    return found if len(found) > 1 else None


def _factor(equation: Constraint, number: int) -> Expr | None:
    """The coefficient of the unknown's trace, if it is a constant."""
    slot = next(
        s for s, t in zip(equation.slots, equation.traces, strict=True) if t.function == number
    )
    factor = equation.expr.expand().diff(slot)
    slots, variables = set(equation.slots), set(equation.traces[0].point)
    return None if factor.free_symbols & (slots | variables) else factor


def _others(equation: Constraint, problem: Problem, number: int) -> Expr:
    """The equation without the unknown, its coefficient divided out."""
    factor = _factor(equation, number)
    expr = equation.expr.expand()
    for slot, trace in zip(equation.slots, equation.traces, strict=True):
        if trace.function == number:
            expr = expr.xreplace({slot: S.Zero})
    whole = Constraint(expr / factor, equation.traces, equation.source)
    return whole.expression(problem.functions)


def _reduced(
    problem: Problem, number: int, gradient: Mapping[Symbol, Constraint]
) -> Iterator[Reduction]:
    pressure = problem.functions[number]
    forces = {v: _others(e, problem, number) for v, e in gradient.items()}
    crossed = {
        (a, b): expand((forces[a].diff(b) - forces[b].diff(a)).doit())
        for a, b in combinations(forces, 2)
    }
    kept = expressions([e for e in problem.equations if e not in gradient.values()], problem)
    others = [f for f in problem.functions if f != pressure]
    conditions = _without(problem.conditions, number)
    left = [c for c in problem.conditions if c not in conditions]
    rest = Rest(
        problem,
        (pressure,),
        tuple(expressions(list(gradient.values()), problem)),
        tuple(expressions(left, problem)),
    )
    words = f"Only the gradient of {pressure} occurs: crosswise derivatives are free of it."
    # in space all three are needed, but linear ways want as many equations as unknowns
    for pairs in dict.fromkeys((tuple(crossed), tuple(pairwise(forces)))):
        equations = [*kept, *(crossed[pair] for pair in pairs if crossed[pair] != 0)]
        part = stated(problem, equations, others, expressions(conditions, problem))
        if part is not None:
            line = Line(words, tuple(Eq(e, 0, evaluate=False) for e in equations))
            yield Reduction((part,), problem.functions, line, rest)


def _without(conditions: Sequence[Constraint], number: int) -> list[Constraint]:
    return [c for c in conditions if all(t.function != number for t in c.traces)]
