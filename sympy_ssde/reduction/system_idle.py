"""Systems with more equations than unknowns that change: unknowns that vanish, or don't vary.

An unknown all of whose data are zero may be zero; flow along a channel has no other component.  One
whose derivative by a variable vanishes drops out of what is differentiated by it.  Where several
equations are left for one unknown, one of them is enough to find it.
"""

from collections.abc import Iterator

from sympy import Eq, Expr, S, Symbol

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.ordinary_form import is_zero
from sympy_ssde.reduction.reduction import Line, Reduction
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.system_order import expressions
from sympy_ssde.reduction.system_start import given_level
from sympy_ssde.reduction.view import View


def without_idle(problem: Problem) -> Iterator[Reduction]:
    """Problems without unknowns whose data are all zero.

    >>> from sympy import Function
    >>> from sympy.abc import x, y
    >>> u, v, p = (Function(name)(x, y) for name in "uvp")
    >>> flow = [u*u.diff(x) + v*u.diff(y) - u.diff(y, 2) + p.diff(x), p.diff(y) + u*v.diff(x)]
    >>> data = {v.subs(y, 0): 0, u.subs(y, 0): 0, u.subs(y, 1): 1, p.subs(x, 0): 0}
    >>> found = next(without_idle(Problem([*flow, u.diff(x) + v.diff(y)], [u, v, p], data)))
    >>> found.combine
    (u(x, y), 0, p(x, y))
    """
    count = len(problem.functions)
    if count < 2 or len(problem.variables) < 2:
        return
    conditions = View(problem, problem.functions[0]).conditions
    for number in range(count):
        own = [c for c in conditions if any(t.function == number for t in c.constraint.traces)]
        alone = all({t.function for t in c.constraint.traces} == {number} for c in own)
        if own and alone and all(c.is_homogeneous for c in own):
            found = _vanished(problem, number, [c.constraint for c in own])
            if found is not None:
                yield found


def _vanished(problem: Problem, number: int, own: list[Constraint]) -> Reduction | None:
    idle = problem.functions[number]

    def put_in(constraint: Constraint) -> Expr:
        pairs = zip(constraint.slots, constraint.traces, strict=True)
        zero = {slot: S.Zero for slot, trace in pairs if trace.function == number}
        left = Constraint(constraint.expr.xreplace(zero), constraint.traces, constraint.source)
        return left.expression(problem.functions)

    others = [f for f in problem.functions if f != idle]
    equations = [e for e in map(put_in, problem.equations) if e != 0]
    conditions = expressions([c for c in problem.conditions if c not in own], problem)
    if len(equations) < len(others) or not all(any(e.has(f) for e in equations) for f in others):
        return None
    part = stated(problem, equations, others, conditions)
    if part is None or not _is_possible(part):
        return None
    part = _with_consequences(part) or part
    combine = tuple(S.Zero if f == idle else f for f in problem.functions)
    line = Line(f"All data of {idle} are zero: it may vanish.", (Eq(idle, 0, evaluate=False),))
    return Reduction((part,), combine, line)


def _is_possible(problem: Problem) -> bool:
    """Whether the equations hold on faces where all that they say there is given."""
    given: dict[tuple[Symbol, Expr], dict[int, Expr]] = {}
    for condition in View(problem, problem.functions[0]).conditions:
        level, face = given_level(condition), condition.face
        if level is not None and face is not None and not face[1].is_infinite:
            given.setdefault(face, {})[level[0]] = level[1]
    return all(
        _holds(problem, equation, face, values)
        for face, values in given.items()
        for equation in problem.equations
    )


def _holds(
    problem: Problem, equation: Constraint, face: tuple[Symbol, Expr], values: dict[int, Expr]
) -> bool:
    """Whether an equation holds on a face; True if that isn't known."""
    place = problem.variables.index(face[0])
    known = {}
    for slot, trace in zip(equation.slots, equation.traces, strict=True):
        if trace.function not in values or trace.orders[place] or trace.point != problem.variables:
            return True
        known[slot] = derivative(values[trace.function], problem.variables, trace.orders)
    return is_zero(equation.expr.xreplace(known).subs(*face), problem.domain)


def unchanging(problem: Problem) -> Iterator[Reduction]:
    """The same unknowns, with what follows if some don't vary along a variable.

    >>> from sympy import Function
    >>> from sympy.abc import x, y
    >>> u, p = Function("u")(x, y), Function("p")(x, y)
    >>> channel = [u.diff(x), p.diff(y), u.diff(y, 2) - p.diff(x)]
    >>> data = {u.subs(y, 0): 0, u.subs(y, 1): 0, p.subs(x, 0): 1, p.subs(x, 1): 0}
    >>> next(unchanging(Problem(channel, [u, p], data))).line.formulas
    (Eq(-Derivative(p(x, y), (x, 2)), 0), Eq(Derivative(u(x, y), (y, 3)), 0))
    """
    part = _with_consequences(problem)
    if part is not None:
        new = expressions(part.equations[len(problem.equations) :], part)
        shown = tuple(Eq(e, 0, evaluate=False) for e in new)
        yield Reduction((part,), problem.functions, Line("Differentiated, it follows that", shown))


def _with_consequences(problem: Problem) -> Problem | None:
    """The problem with more equations that follow, or None if none do."""
    still = _still(problem)
    if not still or len(problem.functions) < 2:
        return None
    known = expressions(problem.equations, problem)
    new: list[Expr] = []
    for equation in problem.equations:
        for x in dict.fromkeys(v for _, v in still):
            found = _changed(problem, equation, x, still)
            if found is not None and found not in (*known, *new):
                new.append(found)
    if not new:
        return None
    conditions = expressions(problem.conditions, problem)
    return stated(problem, [*known, *sorted(new, key=str)], problem.functions, conditions)


def _still(problem: Problem) -> set[tuple[int, Symbol]]:
    """Unknowns and variables along which an equation says that they don't vary."""
    found = set()
    for equation in problem.equations:
        if len(equation.traces) != 1 or equation.expr.xreplace({equation.slots[0]: S.Zero}) != 0:
            continue
        (trace,) = equation.traces
        if sum(trace.orders) == 1 and trace.point == problem.variables:
            found.add((trace.function, problem.variables[trace.orders.index(1)]))
    return found


def _changed(
    problem: Problem, equation: Constraint, x: Symbol, still: set[tuple[int, Symbol]]
) -> Expr | None:
    """The derivative of an equation by x, if what is left of it has one unknown; None if not."""
    if len({t.function for t in equation.traces}) < 2:
        return None
    place = problem.variables.index(x)

    def vanishes(f: int, orders: tuple[int, ...]) -> bool:
        pairs = zip(problem.variables, orders, strict=True)
        return any(n and (f, v) in still for v, n in pairs)

    kept = {
        s: S.Zero
        for s, t in zip(equation.slots, equation.traces, strict=True)
        if vanishes(t.function, t.orders)
    }
    expr = equation.expr.xreplace(kept)
    total = expr.diff(x)
    for slot, trace in zip(equation.slots, equation.traces, strict=True):
        orders = tuple(n + (i == place) for i, n in enumerate(trace.orders))
        if not vanishes(trace.function, orders):
            total += expr.diff(slot) * trace.expression(problem.functions).diff(x)
    whole = Constraint(total, equation.traces, equation.source).expression(problem.functions)
    used = [f for f in problem.functions if whole.has(f.func)]
    return whole if len(used) == 1 and len(problem.functions) > 1 else None


def one_of_several(problem: Problem) -> Iterator[Reduction]:
    """One equation for one unknown, where there are several.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> u = Function("u")(x, t)
    >>> several = Problem([u.diff(x), u.diff(t) + u], [u], {u.subs(t, 0): 1})
    >>> [r.problems[0].equations[0].source for r in one_of_several(several)]
    ['Eq(u(x, t) + Derivative(u(x, t), t), 0)', 'Eq(Derivative(u(x, t), x), 0)']
    """
    if len(problem.functions) != 1 or len(problem.equations) < 2:
        return
    exprs = expressions(problem.equations, problem)
    conditions = expressions(problem.conditions, problem)
    for expr in sorted(exprs, key=lambda e: -e.count_ops()):
        part = stated(problem, expr, problem.functions[0], conditions)
        if part is not None:
            words = "This of its equations is enough to find it."
            line = Line(words, (Eq(expr, 0, evaluate=False),))
            yield Reduction((part,), problem.functions, line)
