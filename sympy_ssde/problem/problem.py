"""A differential equation with its conditions, checked and in one canonical form."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from sympy import Eq, Expr, Symbol, Tuple
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from sympy_ssde.errors import ProblemError, reject_unknown
from sympy_ssde.problem.advice import (
    another_function,
    refuse_namesakes,
    refuse_units,
    text_given,
    without_unknown,
)
from sympy_ssde.problem.assumptions import check_assumptions, check_unknowns
from sympy_ssde.problem.compatibility import check_equations
from sympy_ssde.problem.consistency import check_consistency
from sympy_ssde.problem.constraints import Constraint, parse_constraint, without_limits
from sympy_ssde.problem.determinacy import check_determinacy
from sympy_ssde.problem.domain import Domain, every_value, exact, parse_domain
from sympy_ssde.problem.numbers import rationalized
from sympy_ssde.problem.ranges import find_ranges, parse_params
from sympy_ssde.problem.unknowns import check_count, find_functions, has_infinite_number

KEYWORDS = ("eq", "func", "bcs", "domain", "params")


class Problem:
    """A differential equation (or a system) with conditions, on a domain.

    Explanation
    ===========

    Everything is read once, here, and checked: later stages see only constraints (expressions of
    traces that must vanish), a domain, and symbols.  Instances are immutable and compare by value.

    Examples
    ========

    >>> from sympy import Eq, Function
    >>> from sympy.abc import x, t
    >>> from sympy_ssde import Problem
    >>> u = Function("u")
    >>> heat = Eq(u(x, t).diff(t), u(x, t).diff(x, 2))
    >>> problem = Problem(heat, u(x, t), {u(0, t): 0, u(1, t): 0, u(x, 0): x*(1 - x)})
    >>> print(problem)
    Eq(Derivative(u(x, t), t), Derivative(u(x, t), (x, 2)))
      with u(0, t) = 0
      with u(1, t) = 0
      with u(x, 0) = x*(1 - x)
      on x in (0, 1), t in (0, 1)

    Parameters
    ==========

    eq : Eq, Expr or a list of them
        The equation; an expression is taken as zero.  A list is a system.
    func : u(x, y), u, or a list of them, optional
        The unknown; found by itself where it is unambiguous.
    bcs : dict or list, optional
        Conditions: ``{u(0, y): 1, u(x, y).diff(x).subs(x, 1): 0}`` as dsolve's ``ics``, or a list
        of ``Eq``.  ``Eq(u(x, y), g)`` with all variables free is Dirichlet data on the boundary.
        Without any, a family of solutions is asked for, with constants of its own.
    domain : dict, list, Interval or ProductSet, optional
        Ranges of the variables and of the parameters of curves; inferred from the conditions'
        faces where it is left out.  An equation alone holds wherever its solution is defined.
    params : list or dict, optional
        Symbols that stay in the answer, with a range each if a dict is given.  One without a range
        (or with the range None) may have every value that its assumptions allow.
    ics : dict or list, optional
        The same as ``bcs``, by the name that dsolve has for it; both together are all conditions.
    """

    equations: tuple[Constraint, ...]
    conditions: tuple[Constraint, ...]
    functions: tuple[AppliedUndef, ...]
    params: tuple[Symbol, ...]
    unbounded: tuple[Symbol, ...]
    domain: Domain
    anywhere: bool  # an equation alone, which holds wherever its solution is defined

    def __init__(
        self,
        eq: Any,
        func: Any = None,
        bcs: Any = None,
        domain: Any = None,
        params: Any = None,
        *,
        ics: Any = None,
        **unknown: Any,
    ):
        reject_unknown("Problem", unknown, (*KEYWORDS, "ics"))
        self._read(eq, func, joined(bcs, ics), domain, params)
        check_assumptions(self.domain, self.params)
        system = self.equations if len(self.functions) > 1 else ()
        check_consistency(self.conditions, self.variables, self.params, self.domain, system)
        check_equations(self.equations, self.variables, self.domain)
        check_count(self.functions, len(self.equations))
        check_determinacy(self.functions, self.equations, self.conditions)

    def _read(self, eq: Any, func: Any, bcs: Any, domain: Any, params: Any) -> None:
        relations = [_relation(e, "the equation") for e in _listed(eq)]
        functions = find_functions(relations, func, system=isinstance(eq, (list, tuple)))
        check_unknowns(functions)
        variables = functions[0].args
        forms = map(_stated_form, _listed(eq))
        equations = tuple(
            _equation(*each, functions) for each in zip(relations, forms, strict=True)
        )
        if not any(c.order() for c in equations):
            raise ProblemError(
                f"the equation has no derivative of {functions[0].func}; "
                "a differential equation was expected, such as Eq(u(x).diff(x), u(x))"
            )
        bounds = parse_domain(domain, variables)
        conditions = _conditions(bcs, functions, bounds)
        anywhere = not conditions and not any(v in bounds for v in variables)
        if anywhere:
            bounds = {v: every_value(v) for v in variables} | bounds
        ranges, parameters = find_ranges(equations + conditions, variables, bounds, params)
        set_field = object.__setattr__
        set_field(self, "functions", functions)
        set_field(self, "equations", equations)
        set_field(self, "conditions", conditions)
        set_field(self, "params", parameters)
        stated = bounds.keys() | {p for p, ends in parse_params(params).items() if ends}
        set_field(self, "unbounded", tuple(p for p in parameters if p not in stated))
        set_field(self, "domain", ranges)
        set_field(self, "anywhere", anywhere)

    @classmethod
    def _again(cls, eq: Any, func: Any, bcs: Any, domain: Any, params: Any) -> "Problem":
        """A problem that was checked when it was stated first."""
        problem = cls.__new__(cls)
        problem._read(_unpacked(eq), func, _unpacked(bcs), domain, params)
        return problem

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Problem can't be changed; state a new one to set {name!r}")

    def _key(self) -> tuple[Any, ...]:
        stated = (self.functions, self.equations, self.conditions)
        return (*stated, self.params, self.unbounded, self.domain, self.anywhere)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        given = self.as_given()
        given |= {k: _packed(given[k]) for k in ("eq", "bcs")}
        return (Problem._again, tuple(given[k] for k in KEYWORDS))

    @property
    def variables(self) -> tuple[Symbol, ...]:
        """The unknowns' arguments."""
        return self.functions[0].args

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All that a solution must fulfil: equations first, then conditions."""
        return self.equations + self.conditions

    @cached_property
    def finite_constraints(self) -> tuple[Constraint, ...]:
        """The constraints that stand at finite places, where expressions have values."""
        return tuple(c for c in self.constraints if not c.is_at_infinity)

    @cached_property
    def initial(self) -> tuple[bool, ...]:
        """For each condition, whether it is an initial condition.

        That is a condition at the lower end of a variable that has none at its upper end.
        """
        return tuple(_is_initial(c, self) for c in self.conditions)

    def as_given(self) -> dict[str, Any]:
        """The arguments that state this problem again: ``Problem(**p.as_given()) == p``."""
        equations = [c.equation(self.functions) for c in self.equations]
        functions = list(self.functions)
        parameters = {
            p: None if p in self.unbounded else (r.low, r.high)
            for p, r in self.domain.by_symbol.items()
            if p in self.params
        }
        single = len(functions) == 1 and len(equations) == 1
        inside = {*self.params, *(self.variables if self.anywhere else ())}
        return {
            "eq": equations[0] if single else equations,
            "func": functions[0] if single else functions,
            "bcs": [c.equation(self.functions) for c in self.conditions],
            "domain": {r.symbol: (r.low, r.high) for r in self.domain if r.symbol not in inside},
            "params": parameters,
        }

    def replace(self, **changes: Any) -> "Problem":
        """A new problem, checked as any other, with some of its keywords changed.

        A domain can be a :class:`~sympy_ssde.problem.domain.Domain` too; a range that it gives for
        a parameter takes the place of that parameter's own.

        >>> from sympy import Function
        >>> from sympy.abc import x
        >>> from sympy_ssde import Problem
        >>> u = Function("u")
        >>> growth = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})
        >>> print(growth.replace(domain={x: (0, 3)}).domain)
        x in (0, 3)
        """
        unknown = {name: value for name, value in changes.items() if name not in KEYWORDS}
        reject_unknown("Problem.replace", unknown, KEYWORDS)
        given = self.as_given() | changes
        if isinstance(given["domain"], (Domain, Mapping)) and "params" not in changes:
            bounds = parse_domain(given["domain"], self.variables)
            given["params"] |= {p: bounds.pop(p) for p in self.params if p in bounds}
            given["domain"] = bounds
        return Problem(**given)

    def __str__(self) -> str:
        lines = [str(c.equation(self.functions)) for c in self.equations]
        lines += [f"  with {c.source}" for c in self.conditions]
        return "\n".join([*lines, f"  on {self.domain}"])

    def __repr__(self) -> str:
        given = ", ".join(f"{k}={v}" for k, v in self.as_given().items())
        return f"Problem({given})"

    def _repr_html_(self) -> str:
        from sympy_ssde.problem.shown import problem_html

        return problem_html(self)

    def _repr_latex_(self) -> str:
        from sympy_ssde.problem.shown import problem_latex

        return problem_latex(self)


def _packed(given: Any) -> Any:
    """Equations as pairs of sides: SymPy compares the sides of an equation that it reads."""
    if isinstance(given, list):
        return [_packed(e) for e in given]
    return (given.lhs, given.rhs) if isinstance(given, Eq) else given


def _unpacked(packed: Any) -> Any:
    if isinstance(packed, list):
        return [_unpacked(e) for e in packed]
    return Eq(*packed, evaluate=False) if isinstance(packed, tuple) else packed


def joined(bcs: Any, ics: Any) -> Any:
    """The conditions that two arguments give, in one."""
    if bcs is None or ics is None:
        return bcs if ics is None else ics
    return [*_relations(bcs, "bcs"), *_relations(ics, "ics")]


def _relations(given: Any, name: str) -> list[Any]:
    """Conditions as a list of equations and expressions."""
    if isinstance(given, Mapping):
        return [
            Eq(exact(k, "a condition's left side"), exact(v, f"the value of {k}"), evaluate=False)
            for k, v in given.items()
        ]
    items = [given] if isinstance(given, (Eq, Expr)) else given
    if isinstance(items, str):
        raise ProblemError(text_given(items, "bcs"))
    if not isinstance(items, Iterable):
        raise ProblemError(
            f"{name} is {given!r}; a dict {{u(0): 1}} or a list [Eq(u(0), 1)] was expected"
        )
    return list(items)


def stated(eq: Any, func: Any, bcs: Any, domain: Any, params: Any, ics: Any = None) -> Problem:
    """The problem that a function's arguments state; a Problem stands for all of them."""
    if not isinstance(eq, Problem):
        problem = Problem(eq, func, bcs, domain, params, ics=ics)
        refuse_namesakes([*problem.variables, *problem.params])
        return problem
    rest = {"func": func, "bcs": bcs, "domain": domain, "params": params, "ics": ics}
    for name, value in rest.items():
        if value is not None:
            raise ProblemError(f"{name}= was given beside a Problem, which has all of it already")
    return eq


def _listed(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple, Tuple)):
        if not value:
            raise ProblemError("the list of equations is empty; give at least one equation")
        return list(value)
    return [value]


def _relation(value: Any, what: str) -> Expr:
    """Read an Eq or an expression as an expression that must vanish."""
    if isinstance(value, Eq):
        expr = rationalized(value.lhs) - rationalized(value.rhs)
        refuse_units(expr, what)
    elif isinstance(value, Relational):
        raise ProblemError(f"{what} is {value}; an Eq or an expression taken as 0 was expected")
    else:
        expr = exact(value, what)
    expr = without_limits(expr)
    if has_infinite_number(expr):
        raise ProblemError(f"{what} contains a number that is not finite: {value}")
    return expr


def _stated_form(value: Any) -> Eq | None:
    """The equation as the user wrote it, with exact numbers; None for an expression."""
    if not isinstance(value, Eq):
        return None
    sides = (without_limits(rationalized(side)) for side in value.args)
    return Eq(*sides, evaluate=False)


def _equation(relation: Expr, stated: Eq | None, functions: tuple[AppliedUndef, ...]) -> Constraint:
    for call in sorted(relation.atoms(AppliedUndef), key=str):
        if call not in functions:
            known = ", ".join(map(str, functions))
            raise ProblemError(
                another_function(call, functions)
                or f"the equation contains {call}; only {known} may occur in it (conditions belong "
                "in bcs=, functions that are given must be written out, and delays can't be solved)"
            )
    constraint = parse_constraint(relation, functions, str(Eq(relation, 0)), stated)
    variables = functions[0].args
    if any(t.point != variables for t in constraint.traces):
        raise ProblemError(
            "the equation takes its unknown at a fixed point; conditions belong in bcs="
        )
    return constraint


def _conditions(
    bcs: Any, functions: tuple[AppliedUndef, ...], bounds: Mapping[Symbol, tuple[Expr, Expr]]
) -> tuple[Constraint, ...]:
    if isinstance(bcs, Mapping):
        pairs = [
            (without_limits(exact(k, "a condition's left side")), exact(v, f"the value of {k}"))
            for k, v in bcs.items()
        ]
        relations = [(a - b, f"{a} = {b}", Eq(a, b, evaluate=False)) for a, b in pairs]
        sides = [e for pair in pairs for e in pair]
    else:
        items = [] if bcs is None else _relations(bcs, "bcs")
        relations = [(_relation(e, "a condition"), _described(e), _stated_form(e)) for e in items]
        sides = [r for r, *_ in relations]
    for side in sides:
        if has_infinite_number(side):
            raise ProblemError(f"a condition has the value {side}; finite values were expected")
    conditions: list[Constraint] = []
    for relation, source, form in relations:
        constraint = parse_constraint(relation, functions, source, form)
        if not constraint.traces:
            raise ProblemError(without_unknown(source, relation, functions))
        conditions += _placed(constraint, functions, bounds)
    return tuple(conditions)


def _described(relation: Any) -> str:
    if isinstance(relation, Eq):
        return f"{relation.lhs} = {relation.rhs}"
    return f"{relation} = 0"


def _placed(
    condition: Constraint,
    functions: tuple[AppliedUndef, ...],
    bounds: Mapping[Symbol, tuple[Expr, Expr]],
) -> list[Constraint]:
    """A condition with all variables free holds on every face; others stay as they are."""
    variables = functions[0].args
    if any(t.point != variables for t in condition.traces):
        return [condition]
    if condition.order():
        raise ProblemError(
            f"the condition {condition.source} holds at every point; say where, for example with "
            f".subs({variables[0]}, 0)"
        )
    missing = [v for v in variables if v not in bounds]
    if missing:
        raise ProblemError(
            f"{condition.source} is given on the whole boundary, so domain= must say where that "
            f"is; the range of {missing[0]} is missing. At a point, write "
            f"{functions[0].subs(variables[0], 0)}"
        )
    faces = []
    for v in variables:
        for end in bounds[v]:
            if end.is_infinite or _is_degenerate(v, end, variables, bounds):
                continue
            traces = tuple(t.at({v: end}) for t in condition.traces)
            source = f"{condition.source} at {v} = {end}"
            faces.append(Constraint(condition.expr.subs(v, end), traces, source))
    return faces


def _is_degenerate(
    variable: Symbol,
    end: Expr,
    variables: Sequence[Symbol],
    bounds: Mapping[Symbol, tuple[Expr, Expr]],
) -> bool:
    """Whether the face ``variable = end`` has no extent in another variable (pole of a disk)."""
    others = [bounds[v] for v in variables if v != variable]
    return any((high - low).subs(variable, end).is_zero for low, high in others)


def _is_initial(condition: Constraint, problem: Problem) -> bool:
    for i, v in enumerate(problem.variables):
        r = problem.domain.by_symbol[v]
        faces = {t.point[i] for c in problem.conditions for t in c.traces}
        at_low = all(t.point[i] == r.low for t in condition.traces)
        if at_low and r.high not in faces and r.low.is_number:
            return True
    return False
