"""A problem as people write it: equations with the data on the right, and code that states it."""

import ast
import keyword
from typing import Any

import sympy
from sympy import Add, Eq, Expr, Rational, Symbol, preorder_traversal
from sympy.core.function import AppliedUndef
from sympy.printing.repr import srepr
from sympy.printing.str import StrPrinter

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem


def written_equation(constraint: Constraint, problem: Problem) -> Eq:
    """The constraint as it was stated, or with its unknowns on the left and the data on the right.

    Examples
    ========

    >>> from sympy import Function
    >>> from sympy.abc import x, t
    >>> from sympy_ssde import Problem
    >>> u = Function("u")
    >>> ring = Problem(u(x, t).diff(t) - u(x, t).diff(x, 2), u(x, t),
    ...                [u(0, t) - u(1, t), 2*u(x, 0) - x])
    >>> for condition in ring.conditions:
    ...     print(written_equation(condition, ring))
    Eq(u(0, t), u(1, t))
    Eq(2*u(x, 0), x)
    """
    if constraint.stated is not None:
        return constraint.stated
    slots = set(constraint.slots)
    terms = Add.make_args(constraint.expr)
    unknown = [e for e in terms if e.free_symbols & slots]
    left, right = Add(*unknown), -Add(*(e for e in terms if not e.free_symbols & slots))
    negative = [e for e in unknown if e.could_extract_minus_sign()]
    if right == 0 and len(unknown) == 2 and len(negative) == 1:
        right = -negative[0]
        left += right
    traces = (t.expression(problem.functions) for t in constraint.traces)
    written = dict(zip(constraint.slots, traces, strict=True))
    return Eq(left.xreplace(written), right.xreplace(written), evaluate=False)


def python_code(problem: Problem, call: str = "") -> str:
    """Python that states the problem again, with exact numbers; ``call`` comes after it.

    Examples
    ========

    >>> from sympy import Function, Rational
    >>> from sympy.abc import x
    >>> from sympy_ssde import Problem
    >>> u = Function("u")
    >>> print(python_code(Problem(u(x).diff(x) - u(x)/3, u(x), {u(0): 1})))
    from sympy import Derivative, Eq, Function, Symbol
    from sympy_ssde import Problem
    <BLANKLINE>
    x = Symbol('x')
    u = Function('u')
    problem = Problem(
        eq=Eq(Derivative(u(x), x), u(x)/3),
        func=u(x),
        bcs=[
            Eq(u(0), 1),
        ],
        domain={x: (0, 1)},
        params={},
    )
    """
    given = problem.as_given()
    equations = [written_equation(c, problem) for c in problem.equations]
    given["eq"] = equations if isinstance(given["eq"], list) else equations[0]
    given["bcs"] = [written_equation(c, problem) for c in problem.conditions]
    functions = [f.func for f in problem.functions]
    symbols = sorted(_symbols(given), key=str)
    names = _names([*symbols, *functions], _taken(given))
    lines = [f"{names[s]} = {_symbol_code(s)}" for s in symbols]
    lines += [f"{names[f]} = Function({f.__name__!r}{_assumptions(f)})" for f in functions]
    # only what must be: SymPy's Subs takes symbols of one name for the same
    renamed = {s: Symbol(names[s]) for s in symbols if s.name != names[s]}
    calls = {f: sympy.Function(names[f]) for f in functions if f.__name__ != names[f]}
    lines.append("problem = Problem(")
    for key, value in given.items():
        if isinstance(value, list):
            lines.append(f"    {key}=[")
            lines += [f"        {_code(item, renamed, calls)}," for item in value]
            lines.append("    ],")
        else:
            lines.append(f"    {key}={_code(value, renamed, calls)},")
    lines.append(")")
    body = "\n".join([*lines, *([call] if call else [])])
    return f"{_imports(body)}\n\n{body}"


class _CodePrinter(StrPrinter):
    """As SymPy's text, with fractions that Python doesn't divide."""

    def _print_Rational(self, expr: Rational) -> str:
        return str(expr.p) if expr.q == 1 else f"Rational({expr.p}, {expr.q})"

    _print_Half = _print_Rational


def _symbols(given: dict[str, Any]) -> set[Symbol]:
    found: set[Symbol] = set()
    for value in _leaves(given):
        found |= value.atoms(Symbol)
    return found


def _leaves(value: Any) -> Any:
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _leaves(item)
    elif hasattr(value, "atoms"):
        yield value


#: Names of SymPy that code may have without a node of that name.
_ALWAYS = (
    "Symbol",
    "Function",
    "Derivative",
    "Subs",
    "Eq",
    "Rational",
    "sqrt",
    "pi",
    "E",
    "I",
    "oo",
)


def _taken(given: dict[str, Any]) -> set[str]:
    """The names of SymPy that the code of a problem has; others are free for symbols."""
    nodes = (n for value in _leaves(given) for n in preorder_traversal(value))
    known = (type(node).__name__ for node in nodes if not isinstance(node, AppliedUndef))
    return {*_ALWAYS, *known, "Problem", "SearchConfig"}


def _names(things: list[Any], taken: set[str]) -> dict[Any, str]:
    """A Python name for each, none of them a keyword or one that is taken."""
    names: dict[Any, str] = {}
    for thing in things:
        given = thing.name if isinstance(thing, Symbol) else thing.__name__
        name = "".join(c if c.isalnum() else "_" for c in given)
        if not name or not name[0].isalpha():
            name = f"v{name}"
        while (
            keyword.iskeyword(name)
            or name in taken
            or name in ("problem", "Problem", "solution", "find_solution")
            or name in names.values()
        ):
            name += "_"
        names[thing] = name
    return names


def _symbol_code(symbol: Symbol) -> str:
    if isinstance(symbol, sympy.Dummy):
        return f"Symbol({symbol.name!r})"
    return srepr(symbol)


def _assumptions(function: Any) -> str:
    given = getattr(function, "_kwargs", {}) or {}
    return "".join(f", {key}={value}" for key, value in sorted(given.items()))


def _code(value: Any, symbols: dict[Symbol, Symbol], calls: dict[Any, Any]) -> str:
    if isinstance(value, dict):
        items = (
            f"{_code(k, symbols, calls)}: {_code(v, symbols, calls)}" for k, v in value.items()
        )
        return "{" + ", ".join(items) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_code(v, symbols, calls) for v in value) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(_code(v, symbols, calls) for v in value) + ")"
    if value is None:
        return "None"
    expr: Expr = value.replace(
        lambda e: isinstance(e, AppliedUndef) and e.func in calls,
        lambda e: calls[e.func](*e.args),
    )
    return _CodePrinter().doprint(expr.xreplace(symbols))


def _imports(body: str) -> str:
    """The import lines that the code needs."""
    tree = ast.parse(body)
    used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    stored = {
        n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    free = used - stored
    own = sorted(n for n in free if n in ("Problem", "find_solution", "SearchConfig"))
    rest = sorted(n for n in free if n not in own and hasattr(sympy, n))
    return f"from sympy import {', '.join(rest)}\nfrom sympy_ssde import {', '.join(own)}"
