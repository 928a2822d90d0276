"""Linear systems of ordinary equations.

Equations are taken one after the other where the system is triangular; what is coupled must have
constant coefficients, or those of Euler's equation, and is solved by its modes: the roots of the
determinant of the operators, each with the vectors that it leaves free.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sympy import Dummy, Eq, Expr, S, Symbol
from sympy.core.function import AppliedUndef
from sympy.utilities.iterables import strongly_connected_components

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.signs import with_signs
from sympy_ssde.reduction.constants import Setting, determined, put_in
from sympy_ssde.reduction.ordinary_candidates import candidates, general_solutions
from sympy_ssde.reduction.ordinary_coupled import coupled
from sympy_ssde.reduction.ordinary_form import Equation, renamed, signed, start
from sympy_ssde.reduction.reduction import Found, Line


@dataclass(frozen=True)
class System:
    """Equations ``exprs[i] = 0`` in the jets of each function."""

    exprs: tuple[Expr, ...]
    x: Symbol
    jets: tuple[tuple[Symbol, ...], ...]
    functions: tuple[AppliedUndef, ...]
    conditions: tuple[Constraint, ...]
    domain: Domain

    def used(self, equation: int) -> list[int]:
        """Numbers of the functions that an equation contains."""
        expr = self.exprs[equation]
        return [i for i, jets in enumerate(self.jets) if expr.has(*jets)]


@dataclass(frozen=True)
class _State:
    """What is solved so far: functions, constants that are still free, and how."""

    known: dict[int, Expr]
    constants: tuple[Symbol, ...]
    lines: tuple[Line, ...]


def system_solutions(problem: Problem) -> Iterator[Found]:
    """Candidates for a linear system of ordinary equations.

    >>> from sympy import Function
    >>> from sympy.abc import t
    >>> u, v = Function("u"), Function("v")
    >>> pair = [u(t).diff(t) - v(t), v(t).diff(t) + u(t)]
    >>> problem = Problem(pair, [u(t), v(t)], {u(0): 0, v(0): 1})
    >>> next(system_solutions(problem)).exprs
    (sin(t), cos(t))
    """
    system, user = read_system(problem)
    matched = _matched(system)
    if matched is None:
        return
    state = _State({}, (), ())
    for component in _components(system, matched):
        new = _solved(system, component, matched, state)
        if new is None:
            return
        state = new
    yield from _finished(system, state, user)


def read_system(problem: Problem) -> tuple[System, dict[Symbol, Symbol]]:
    """The system in symbols with signs, and the user's symbols for them."""
    real = with_signs(problem.domain)
    count = len(problem.functions)
    orders = [0] * count
    for c in problem.equations:
        for t in c.traces:
            orders[t.function] = max(orders[t.function], t.orders[0])
    jets = tuple(
        tuple(Dummy(f"y{f}_{i}", real=True) for i in range(orders[f] + 1)) for f in range(count)
    )
    exprs = []
    for c in problem.equations:
        slots = {s: jets[t.function][t.orders[0]] for s, t in zip(c.slots, c.traces, strict=True)}
        exprs.append(c.expr.xreplace(real).xreplace(slots))
    ranges = (
        Range(real[r.symbol], r.low.xreplace(real), r.high.xreplace(real)) for r in problem.domain
    )
    system = System(
        tuple(exprs),
        real[problem.variables[0]],
        jets,
        tuple(f.xreplace(real) for f in problem.functions),
        tuple(signed(c, real) for c in problem.conditions),
        Domain(tuple(ranges)),
    )
    return system, {new: old for old, new in real.items()}


def _matched(system: System) -> dict[int, int] | None:
    """An equation for each function, in which it occurs with its highest derivative if possible."""
    if len(system.exprs) != len(system.jets):
        return None
    owner: dict[int, int] = {}

    def place(function: int, tried: set[int]) -> bool:
        by_rank = sorted(
            (e for e in range(len(system.exprs)) if function in system.used(e)),
            key=lambda e: not system.exprs[e].has(system.jets[function][-1]),
        )
        for e in by_rank:
            if e in tried:
                continue
            tried.add(e)
            if e not in owner or place(owner[e], tried):
                owner[e] = function
                return True
        return False

    if not all(place(f, set()) for f in range(len(system.jets))):
        return None
    return {f: e for e, f in owner.items()}


def _components(system: System, matched: dict[int, int]) -> list[list[int]]:
    """Functions that must be solved together, in an order in which each needs earlier ones only."""
    vertices = list(matched)
    edges = [(f, g) for f, e in matched.items() for g in system.used(e) if g != f]
    found: list[list[int]] = strongly_connected_components((vertices, edges))
    return found


def _solved(
    system: System, component: list[int], matched: dict[int, int], state: _State
) -> _State | None:
    """The state with the component's functions solved, and with constants that can be known."""
    put = _known_jets(system, state.known)
    exprs = [system.exprs[matched[f]].xreplace(put) for f in component]
    domain = Domain((*(Range(c, S.Half, S(2)) for c in state.constants), *system.domain.ranges))
    own = _own_conditions(system, component)
    if len(component) == 1:
        return _solved_alone(system, component[0], exprs[0], domain, own, state)
    found = coupled(exprs, [system.jets[f] for f in component], system.x, domain)
    if found is None:
        return None
    new = {c: _carried(len(state.constants) + i + 1) for i, c in enumerate(found.constants)}
    solved = {f: e.xreplace(new) for f, e in zip(component, found.exprs, strict=True)}
    shown = tuple(Eq(system.functions[f], e, evaluate=False) for f, e in solved.items())
    lines = (*state.lines, *found.lines, Line("the general solution is", shown))
    state = _State(state.known | solved, state.constants + tuple(new.values()), lines)
    return _settled(system, component, state) if own else state


def _solved_alone(
    system: System,
    function: int,
    expr: Expr,
    domain: Domain,
    own: tuple[Constraint, ...],
    state: _State,
) -> _State | None:
    jets = system.jets[function]
    order = max(i for i, y in enumerate(jets) if expr.has(y))
    single = tuple(_renumbered(c) for c in own)
    equation = Equation(
        expr, system.x, jets[: order + 1], domain, system.functions[function], start(single, order)
    )
    if order and len(own) >= order:
        for found in candidates(equation, single):
            known = state.known | {function: found.expr}
            return _State(known, state.constants, state.lines + found.lines)
        return None
    for general in general_solutions(equation):
        new = {c: _carried(len(state.constants) + i + 1) for i, c in enumerate(general.constants)}
        return _State(
            state.known | {function: general.expr.xreplace(new)},
            state.constants + tuple(new.values()),
            state.lines + tuple(renamed(a, new) for a in general.lines),
        )
    return None


def _carried(number: int) -> Symbol:
    """A free constant that later equations contain, apart from those that they bring."""
    return Symbol(f"K{number}", real=True)


def _renumbered(condition: Constraint) -> Constraint:
    traces = tuple(replace(t, function=0) for t in condition.traces)
    return Constraint(condition.expr, traces, condition.source)


def _own_conditions(system: System, component: Sequence[int]) -> tuple[Constraint, ...]:
    return tuple(c for c in system.conditions if all(t.function in component for t in c.traces))


def _known_jets(system: System, known: dict[int, Expr]) -> dict[Symbol, Expr]:
    put = {}
    for f, expr in known.items():
        for i, y in enumerate(system.jets[f]):
            put[y] = expr.diff(system.x, i) if i else expr
    return put


def _settled(system: System, component: list[int], state: _State) -> _State:
    """Constants put in, if the conditions of the functions so far determine all of them."""
    conditions = _own_conditions(system, list(state.known))
    if len(conditions) < len(state.constants):
        return state
    count = len(system.functions)
    exprs = [state.known.get(f, S.Zero) for f in range(count)]
    setting = Setting(system.x, system.domain, conditions)
    for values in determined(exprs, state.constants, setting):
        known = {f: put_in(e, values) for f, e in state.known.items()}
        lines = (*state.lines, _constants_line(values))
        return _State(known, (), lines)
    return state


def _constants_line(values: dict[Symbol, Expr]) -> Line:
    known = tuple(Eq(c, v, evaluate=False) for c, v in values.items())
    return Line("the conditions give the constants", known)


def _finished(system: System, state: _State, user: dict[Symbol, Symbol]) -> Iterator[Found]:
    exprs = [state.known[f] for f in range(len(system.functions))]
    setting = Setting(system.x, system.domain, system.conditions)
    for values in determined(exprs, state.constants, setting):
        solutions = tuple(put_in(e, values) for e in exprs)
        shown = tuple(
            Eq(f, e, evaluate=False) for f, e in zip(system.functions, solutions, strict=True)
        )
        extra = (_constants_line(values),) if values else ()
        lines = (*state.lines, *extra, Line("so the solution is", shown))
        shown_lines = tuple(renamed(a, user) for a in lines)
        yield Found(tuple(e.xreplace(user) for e in solutions), shown_lines)
