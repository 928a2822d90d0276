"""A problem with its solution, in symbols that carry what the domain implies."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import sympy
from sympy import Expr, I, S, Symbol

from sympy_ssde.problem.constraints import Trace
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.symbols import internal
from sympy_ssde.proof.parameters import widened
from sympy_ssde.proof.signs import Signs, with_signs

#: Functions that are smooth on the whole real line, and those that are Lipschitz there.
_SMOOTH = (
    sympy.exp, sympy.sin, sympy.cos, sympy.sinh, sympy.cosh, sympy.tanh, sympy.sech, sympy.atan,
    sympy.asinh, sympy.erf, sympy.erfc, sympy.Abs, sympy.Max, sympy.Min,
)  # fmt: skip


@dataclass(frozen=True)
class Verdict:
    """Whether a solution is the only one, and why; None is not known."""

    unique: bool | None = None
    reason: str = ""


def can_be_added(element: Expr) -> Verdict:
    """The verdict where a solution of the homogeneous problem is known."""
    shown = "every constant" if element == 1 else f"every multiple of {element}"
    return Verdict(False, f"{shown} can be added")


class Setting:
    """A problem with one expression for each unknown; all in symbols with signs."""

    def __init__(self, problem: Problem, exprs: tuple[Expr, ...]):
        self.problem = problem
        stated = widened(problem.domain, problem.unbounded)
        self.known: dict[Symbol, Expr] = dict(with_signs(stated, internal))
        self.exprs = tuple(self.signed(e) for e in exprs)
        self.domain = Domain(
            tuple(
                Range(self.known[r.symbol], self.signed(r.low), self.signed(r.high)) for r in stated
            )
        )
        self.variables = tuple(self.known[v] for v in problem.variables)

    def signed(self, expr: Expr) -> Expr:
        """The expression in symbols with signs."""
        return expr.xreplace(self.known)

    @cached_property
    def signs(self) -> Signs:
        """Signs on the open domain."""
        return Signs(self.domain)

    def ends(self, number: int) -> tuple[Expr, Expr]:
        """The range of a variable."""
        r = self.domain.by_symbol[self.variables[number]]
        return r.low, r.high

    def value(self, trace: Trace) -> Expr:
        """The derivative of the solution that a trace is of, at the generic point."""
        return derivative(self.exprs[trace.function], self.variables, trace.orders)

    def sign(self, expr: Expr, places: Iterable[Expr] = ()) -> int | None:
        """The sign on the open domain and at places of the only variable, if it is the same."""
        found = self.signs.sign(expr)
        for place in places if found is not None else ():
            there = expr.subs(self.variables[0], place)
            if there.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity):
                return None
            if self.signs.sign(there) != found:
                return None
        return found

    def is_regular(self, expr: Expr, values: Mapping[Expr, Expr], places: Iterable[Expr]) -> bool:
        """Whether an expression is Lipschitz around the solution, at the places too.

        ``values`` are those of the solution for the symbols that stand for its derivatives.
        """
        places = list(places)

        def holds(part: Expr, positive: bool) -> bool:
            sign = self.sign(part.xreplace(dict(values)), places)
            return sign == 1 if positive else sign is not None

        def walk(node: Expr) -> bool:
            if node.is_Symbol:
                return True
            if node.is_Atom:
                return node is not I and node.is_real is True
            if node.is_Add or node.is_Mul or isinstance(node, _SMOOTH):
                return all(map(walk, node.args))
            if node.is_Pow:
                base, exponent = node.args
                if exponent.is_Integer:
                    return walk(base) and (exponent > 0 or holds(base, positive=False))
                return walk(base) and walk(exponent) and holds(base, positive=True)
            if isinstance(node, sympy.log):
                return walk(node.args[0]) and holds(node.args[0], positive=True)
            return False

        return walk(expr)
