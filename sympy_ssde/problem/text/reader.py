"""Problems as text: read into a :class:`~sympy_ssde.Problem`, solutions too; see the grammar.

The language is that of ``grammar/problem.lark``; ``ssde examples`` shows files.
"""

import re
from dataclasses import dataclass
from typing import Any

from lark import Token, Tree
from sympy import Eq, Expr, Subs, Symbol
from sympy.core.function import AppliedUndef

from sympy_ssde.errors import SSDEError
from sympy_ssde.problem.constraints import parse_constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.text.declarations import Declarations, Ends, collect, plain_name
from sympy_ssde.problem.text.expressions import ExpressionBuilder
from sympy_ssde.problem.text.mistakes import ProblemTextError, told_alone
from sympy_ssde.problem.text.numbers import TooLarge, check_coordinates
from sympy_ssde.problem.text.scope import Scope
from sympy_ssde.problem.text.syntax import parse_text
from sympy_ssde.problem.text.writer import write_problem
from sympy_ssde.problem.unknowns import has_infinite_number

__all__ = ["ProblemTextError", "read_problem", "read_solution", "read_statement", "write_problem"]

MAX_RELATIONS = 60


@dataclass(frozen=True)
class Statement:
    """A problem, and how the text writes each of its equations and conditions.

    ``sources`` has the text of every constraint of the problem, in their order.
    """

    problem: Problem
    sources: tuple[str, ...]


@dataclass(frozen=True)
class _Relation:
    """One equation or condition of the text."""

    eq: Eq
    is_condition: bool
    tree: Tree[Token]
    source: str

    @property
    def described(self) -> str:
        """How Problem names it in messages."""
        if self.is_condition:
            return f"{self.eq.lhs} = {self.eq.rhs}"
        return str(Eq(self.eq.lhs - self.eq.rhs, 0))


def read_problem(text: str) -> Problem:
    """Read a problem that is written as on paper.

    Explanation
    ===========

    Statements end with the line or with ``;``, comments begin with ``#``.  The equation is
    followed by ``on`` and the variables, in the order of the unknown's arguments.  Derivatives are
    ``u_xx``, ``u''``, ``d2u/dx2`` or ``Derivative(u, x, 2)``; ``laplacian(u)`` and
    ``biharmonic(u)`` are taken over all variables but one called ``t``.  A condition has the
    unknown at a point, ``u(0, t) = 1``, or says where it holds: ``u_x + u = 0 at x = 0``,
    ``u = 0 on boundary``, ``u(cos(s), sin(s)) = 1 for s in [0, 2*pi]``.  Parameters are declared:
    ``param k in [1, 2]``.  Decimal numbers are exact.  Nothing of the text is run as code.

    Several equations are a system.  What is differentiated is unknown, and so is what stands in an
    equation and has a condition; ``unknown u, v, p`` names the unknowns and their order.

    Examples
    ========

    >>> from sympy_ssde import read_problem
    >>> problem = read_problem('''
    ...     u_t = k*u_xx  on x in [0, 2*pi], t in [0, 1]; param k in [0.5, 2]
    ...     u(x, 0) = 2 + sin(x)
    ...     u(0, t) = u(2*pi, t)
    ...     u_x(0, t) = u_x(2*pi, t)
    ... ''')
    >>> problem.functions, problem.params
    ((u(x, t),), (k,))
    >>> print(problem.domain)
    k in (1/2, 2), x in (0, 2*pi), t in (0, 1)

    See Also
    ========

    write_problem, sympy_ssde.Problem
    """
    return read_statement(text).problem


@told_alone()
def read_statement(text: str) -> Statement:
    """As :func:`read_problem`, together with the text of each equation and condition."""
    found = collect(text, parse_text(text))
    scope = found.scope().with_unknowns(found.unknowns)
    builder = ExpressionBuilder(text, scope)
    bounds, parameters = found.bounds(builder)
    if len(found.relations) > MAX_RELATIONS:
        found.fail(f"more than {MAX_RELATIONS} equations", found.relations[MAX_RELATIONS])
    relations = [_relation(tree, builder) for tree in found.relations]
    _check(found, relations, scope, {**bounds, **parameters})
    problem = _problem(found, relations, scope, bounds, parameters)
    return Statement(problem, _sources(problem, relations))


@told_alone()
def read_solution(text: str, problem: Problem) -> tuple[Expr, ...]:
    """Read ``u = ...`` or an expression alone, one for each unknown of the problem.

    >>> problem = read_problem("u' = u on x in [0, 1]; u(0) = 1")
    >>> read_solution("e^x", problem), read_solution("u(x) = exp(x)", problem)
    ((exp(x),), (exp(x),))
    >>> pair = read_problem("u' = v; v' = -u on x in [0, 1]; u(0) = 0; v(0) = 1")
    >>> read_solution("v = cos(x); u = sin(x)", pair)
    (sin(x), cos(x))
    """
    names = {name: Symbol(name) for name in re.findall(r"\bC\d+\b", text)}  # of a family
    names |= {str(s): s for s in problem.params}
    functions = {str(f.func): f.func for f in problem.functions}
    scope = Scope({str(v): v for v in problem.variables}, names, functions)
    builder = ExpressionBuilder(text, scope)
    usage = f"write {'; '.join(f'{f} = ...' for f in problem.functions)}"
    found: dict[AppliedUndef, Expr] = {}
    for tree in parse_text(text).children:
        assert isinstance(tree, Tree)
        unknown, value = _solved_for(tree, problem, builder, usage)
        if unknown in found:
            builder.fail(f"{unknown} is given twice", tree, usage)
        found[unknown] = value
    missing = [str(f) for f in problem.functions if f not in found]
    if missing:
        which = f"{', '.join(missing[:-1])} and {missing[-1]} are" if missing[1:] else missing[0]
        raise ProblemTextError(
            f"the solution doesn't say what {which}{'' if missing[1:] else ' is'}", suggestion=usage
        )
    return tuple(found[f] for f in problem.functions)


def _solved_for(
    tree: Tree[Token], problem: Problem, builder: ExpressionBuilder, usage: str
) -> tuple[AppliedUndef, Expr]:
    """The function that a statement of a solution is about, and its value."""
    if tree.data != "relation" or len(tree.children) > 2:
        builder.fail("a solution was expected", tree, usage)
    name = plain_name(tree.children[0])
    if tree.children[1] is not None and name is not None and name not in builder.scope.unknowns:
        builder.fail(f"{name} is not what is sought", tree, usage)
    left, value = (_built(t, builder) for t in tree.children)
    if value is None:
        if len(problem.functions) > 1:
            builder.fail("this doesn't say which function it is", tree, usage)
        left, value = problem.functions[0], left
    if left not in problem.functions:
        builder.fail(f"{left} is not what is sought", tree, usage)
    if value is None or value.has(AppliedUndef):
        builder.fail("the solution contains an unknown function", tree, "write it explicitly")
    return left, value


def _built(tree: Any, builder: ExpressionBuilder) -> Expr | None:
    return None if tree is None else builder.build(tree)


def _relation(tree: Tree[Token], builder: ExpressionBuilder) -> _Relation:
    left, right, *clauses = tree.children
    assert isinstance(left, Tree)
    if right is None:
        builder.fail("this is not an equation", tree, "it needs an '='")
    assert isinstance(right, Tree)
    sides = [builder.build(left), builder.build(right)]
    source = " ".join(builder.text[left.meta.start_pos : right.meta.end_pos].split())
    functions = builder.scope.functions
    variables = tuple(builder.scope.variables.values())
    where = [c for c in clauses if isinstance(c, Tree) and c.data in ("place", "boundary")]
    if len(where) > 1:
        builder.fail("two places for one condition", where[1], "write the condition twice")
    if any(map(has_infinite_number, sides)):
        builder.fail("infinity is for ranges and places only", tree)
    try:
        constraint = parse_constraint(sides[0] - sides[1], functions)
        generic = all(t.point == variables for t in constraint.traces)
        if not constraint.traces:
            builder.fail(f"this contains no unknown function ({_names(functions)})", tree)
        if where and not generic:
            builder.fail("the unknown is taken at a point, and a place is given too", where[0])
        if where and where[0].data == "place":
            coordinates = _coordinates(where[0], builder)
            check_coordinates(sides, coordinates.values())
            sides = [_moved(side, functions, coordinates) for side in sides]
            source += " " + _text_of(where[0], builder.text)
    except TooLarge as error:
        builder.fail(str(error), tree)
    except ProblemTextError:
        raise
    except SSDEError as error:
        builder.fail(str(error), tree)
    free = [functions[t.function].func for t in constraint.traces if t.point == variables]
    if free and not generic:
        builder.fail(
            f"{free[0]} stands at no point in particular in this condition",
            tree,
            f"write {free[0]} with its arguments, as elsewhere in the condition",
        )
    return _Relation(Eq(*sides, evaluate=False), bool(where) or not generic, tree, source)


def _names(functions: tuple[AppliedUndef, ...]) -> str:
    return ", ".join(str(f.func) for f in functions)


def _text_of(tree: Tree[Token], text: str) -> str:
    return " ".join(text[tree.meta.start_pos : tree.meta.end_pos].split())


def _coordinates(place: Tree[Token], builder: ExpressionBuilder) -> dict[Expr, Expr]:
    found: dict[Expr, Expr] = {}
    for node in place.children:
        assert isinstance(node, Tree)
        name, value = node.children
        assert isinstance(name, Token) and isinstance(value, Tree)
        symbol = builder.scope.variables.get(str(name))
        if symbol is None or symbol in found:
            known = ", ".join(builder.scope.variables)
            builder.fail(f"{name} is not a variable, or comes twice", name, f"those are {known}")
        found[symbol] = builder.build(value)
        if found[symbol].has(AppliedUndef):
            builder.fail("a point was expected", value)
    return found


def _moved(side: Expr, functions: tuple[AppliedUndef, ...], coordinates: dict[Expr, Expr]) -> Expr:
    """The side of a condition at the place where it holds."""
    constraint = parse_constraint(side, functions)
    traces = (t.at(coordinates).expression(functions) for t in constraint.traces)
    expr = constraint.expr.subs(coordinates, simultaneous=True)
    return expr.xreplace(dict(zip(constraint.slots, traces, strict=True)))


def _check(
    found: Declarations,
    relations: list[_Relation],
    scope: Scope,
    bounds: dict[Symbol, Ends],
) -> None:
    """Raise for what Problem can't say as well: too few equations, idle or large parameters."""
    equations = [r for r in relations if not r.is_condition]
    if len(equations) < len(scope.unknowns) and found.implied:
        last = [token for name, token in found.unknowns.items() if name in found.implied][-1]
        found.fail(
            f"there are {len(scope.unknowns)} unknown functions ({', '.join(scope.unknowns)}) "
            f"and {len(equations)} equation{'s' * (len(equations) != 1)}",
            last,
            "names that are not unknown must be declared, for example param k in [1, 2]",
        )
    inside = set().union(*(r.eq.atoms(AppliedUndef) for r in equations))
    for function in scope.functions:
        if function not in inside:
            name = function.func.__name__
            found.fail(
                f"no equation contains {name}",
                found.unknowns[name],
                "add its equation, or leave the name and its conditions out",
            )
    ends = [e for pair in bounds.values() for e in pair]
    used = set().union(*(r.eq.free_symbols for r in relations), *(e.free_symbols for e in ends))
    for name, declared in {**found.parameters, **found.curves}.items():
        if declared.symbol not in used:
            found.fail(f"{name} occurs nowhere in the problem", declared.at, "check its name")
    places = [p for r in relations for f in r.eq.atoms(AppliedUndef) for p in f.args]
    places += [p for r in relations for s in r.eq.atoms(Subs) for p in s.point]
    for relation in relations:
        try:
            check_coordinates(relation.eq.args, [*places, *ends])
        except TooLarge as error:
            found.fail(str(error), relation.tree)


def _problem(
    found: Declarations,
    relations: list[_Relation],
    scope: Scope,
    bounds: dict[Symbol, Ends],
    parameters: dict[Symbol, Ends],
) -> Problem:
    equations = [r.eq for r in relations if not r.is_condition]
    functions = list(scope.functions)
    single = len(equations) == len(functions) == 1
    conditions = [r for r in relations if r.is_condition]
    try:
        return Problem(
            equations[0] if single else equations,
            functions[0] if single else functions,
            [r.eq for r in conditions],
            bounds,
            parameters,
        )
    except SSDEError as error:
        message, guilty = _as_written(str(error), relations)
        if guilty:
            found.fail(message, guilty[0].tree)
        about = re.search(r"the range of (\w+)", message)
        places = {**found.variables, **found.parameters, **found.curves}
        if about is not None and about[1] in places:
            found.fail(message, places[about[1]].at)
        raise ProblemTextError(message) from None
    except Exception as error:  # SymPy raises what it likes for what it can't evaluate
        raise ProblemTextError(
            f"the problem can't be evaluated: {type(error).__name__}: {str(error)[:200]}",
            suggestion="look for functions outside of where they are defined",
        ) from error


def _as_written(message: str, relations: list[_Relation]) -> tuple[str, list[_Relation]]:
    """A message in the words of the text, and the relations that it names."""
    named = []
    for number, relation in enumerate(sorted(relations, key=lambda r: -len(r.described))):
        if relation.described in message:  # the longest first: others may be parts of them
            message = message.replace(relation.described, f"\0{number}\0")
            named.append((f"\0{number}\0", relation))
    for mark, relation in named:
        message = message.replace(mark, relation.source)
    return message, [r for r in relations if any(r is guilty for _, guilty in named)]


def _sources(problem: Problem, relations: list[_Relation]) -> tuple[str, ...]:
    """The text of every constraint; Problem's own where one line gave several of them."""
    equations = [r.source for r in relations if not r.is_condition]
    conditions = [r.source for r in relations if r.is_condition]
    if len(conditions) != len(problem.conditions):
        conditions = [c.source for c in problem.conditions]
    return (*equations, *conditions)
