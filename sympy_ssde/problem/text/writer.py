"""A problem back to text: what is written reads as the same problem."""

from collections.abc import Iterable, Sequence
from typing import Any

from sympy import (
    And,
    Expr,
    Float,
    Function,
    Ge,
    Gt,
    I,
    Le,
    Lt,
    Mul,
    Piecewise,
    Pow,
    Rational,
    Symbol,
)
from sympy.core.function import AppliedUndef
from sympy.printing.precedence import precedence_traditional
from sympy.printing.str import StrPrinter

from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.constraints import Constraint, Trace, parse_constraint
from sympy_ssde.problem.domain import Range
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.text.scope import FUNCTIONS, RESERVED, Scope

#: Assumptions that the language has words for, in the order in which they are tried.
_ASSUMPTIONS = (
    (),
    ("positive",),
    ("real",),
    ("negative",),
    ("nonnegative",),
    ("integer",),
    ("positive", "integer"),
)
_KNOWN = tuple({function for function, _ in FUNCTIONS.values() if isinstance(function, type)})


def write_problem(problem: Problem) -> str:
    """The problem in the language of :func:`read_problem`.

    >>> from sympy_ssde.problem.text.reader import read_problem, write_problem
    >>> problem = read_problem("u_t = u_xx on x, t; u(x, 0) = x^2; u_x(0, t) = 0; u(1, t) = 1+2t")
    >>> print(write_problem(problem))
    u_t = u_xx
    on x in [0, 1], t in [0, 1]
    u(x, 0) = x**2
    u_x(0, t) = 0
    u(1, t) = 2*t + 1
    <BLANKLINE>
    >>> read_problem(write_problem(problem)) == problem
    True
    """
    lines = []
    names = [_name(f.func.__name__) for f in problem.functions]
    if len(names) > 1 or "_" in names[0]:
        lines.append("unknown " + ", ".join(names))
    by_symbol, anywhere = problem.domain.by_symbol, problem.anywhere
    lines += [write_constraint(c, problem.functions, by_symbol) for c in problem.equations]
    curves = [r for r in problem.domain if r.symbol not in (*problem.variables, *problem.params)]
    lines.append("on " + ", ".join(_range(by_symbol[v], anywhere) for v in problem.variables))
    if problem.params:
        free = problem.unbounded
        lines.append("param " + ", ".join(_range(by_symbol[p], p in free) for p in problem.params))
    for condition in problem.conditions:
        own = [r for r in curves if r.symbol in condition.free_symbols]
        clause = " for " + ", ".join(map(_range, own)) if own else ""
        lines.append(write_constraint(condition, problem.functions, by_symbol) + clause)
    return "\n".join(lines) + "\n"


def write_constraint(
    constraint: Constraint, functions: Sequence[AppliedUndef], symbols: Iterable[Symbol] = ()
) -> str:
    """An equation or a condition as the language writes it: ``u_x(0, t) = 1``.

    ``symbols`` are all of the problem, which no derivative may be taken for.
    """
    variables = {v.name: v for v in functions[0].args}
    others = {s.name: s for s in symbols if s.name not in variables}
    scope = Scope(variables, others, {f.func.__name__: f.func for f in functions})
    named = _named(constraint, functions, scope)
    if constraint.stated is not None:
        stated = (constraint.stated.lhs, constraint.stated.rhs)
        sides = [parse_constraint(side, functions) for side in stated]
        texts = [write_expression(s.expr.xreplace(_named(s, functions, scope))) for s in sides]
        return " = ".join(texts)
    for slot in constraint.slots[:1]:
        value = slot - constraint.expr
        if len(constraint.slots) == 1 and not value.has(slot) and slot - value == constraint.expr:
            return f"{named[slot]} = {write_expression(value)}"
    return f"{write_expression(constraint.expr.xreplace(named))} = 0"


def _named(
    constraint: Constraint, functions: Sequence[AppliedUndef], scope: Scope
) -> dict[Symbol, Symbol]:
    """The text of each trace, as a symbol for its slot."""
    pairs = zip(constraint.slots, constraint.traces, strict=True)
    return {slot: Symbol(_trace(trace, functions, scope)) for slot, trace in pairs}


def write_expression(expr: Expr) -> str:
    """An expression as the language writes it."""
    strange = [f for f in expr.atoms(Function) if not isinstance(f, (*_KNOWN, Piecewise))]
    strange += [p for p in expr.atoms(Piecewise) if not all(_is_plain(c) for _, c in p.args)]
    strange += [*expr.atoms(Float), *(a for a in expr.atoms() if a is I)]
    if strange or not isinstance(expr, Expr):
        raise ProblemError(f"{[expr, *strange][-1]} can't be written in the language of problems")
    return _Printer().doprint(expr)


def _is_plain(condition: Any) -> bool:
    """Whether the language has a word for the condition of a piece."""
    parts = condition.args if isinstance(condition, And) else (condition,)
    return all(p == True or isinstance(p, (Lt, Le, Gt, Ge)) for p in parts)  # noqa: E712


class _Printer(StrPrinter):
    """As SymPy's text, but a fraction before a quotient stays before it.

    ``1/(2*(x + 1))`` would be read as ``1/(2*x + 2)``, since SymPy multiplies sums by numbers.
    """

    def _print_Mul(self, expr: Mul) -> str:
        factor, rest = expr.as_coeff_Mul()
        divided = any(p.exp.could_extract_minus_sign() for p in rest.atoms(Pow))
        if isinstance(factor, Rational) and factor.q != 1 and divided:
            inside = self.parenthesize(rest, precedence_traditional(expr))
            return f"({factor})*{inside}"
        return str(super()._print_Mul(expr))


def _trace(trace: Trace, functions: Sequence[AppliedUndef], scope: Scope) -> str:
    function = functions[trace.function]
    name = _derivative(function.func.__name__, trace.orders, scope)
    if trace.point == function.args:
        return name
    return f"{name}({', '.join(map(write_expression, trace.point))})"


def _derivative(function: str, orders: Sequence[int], scope: Scope) -> str:
    """``u_xx``, or ``d2u/dx2`` where that would be read as something else."""
    name, variables = _name(function), list(scope.variables)
    by = [v for v, n in zip(variables, orders, strict=True) for _ in range(n)]
    if not by:
        return name
    short = all(len(v) == 1 for v in variables)
    written = f"{name}_{('' if short else '_').join(by)}"
    if written not in scope.unknowns and list(scope.subscripts(written)) == [(function, by)]:
        return written
    if not short or not function[0].isalpha():
        raise ProblemError(f"{written} would be read as something else; choose other names")
    parts = (f"d{v}{n if n > 1 else ''}" for v, n in zip(variables, orders, strict=True) if n)
    return f"d{len(by) if len(by) > 1 else ''}{name}/{''.join(parts)}"


def _range(declared: Range, unbounded: bool = False) -> str:
    symbol = declared.symbol
    ends = [write_expression(e) for e in (declared.low, declared.high)]
    place = [] if unbounded else [f"in [{ends[0]}, {ends[1]}]"]
    for words in _ASSUMPTIONS:
        if Symbol(symbol.name, **dict.fromkeys(words, True)) == symbol:
            return " ".join([*words, _name(symbol.name), *place])
    raise ProblemError(f"the assumptions on {symbol} can't be written in the language of problems")


def _name(name: str) -> str:
    if not name.isidentifier() or name in RESERVED or len(name) > 40:
        raise ProblemError(f"the name {name!r} can't be written in the language of problems")
    return name
