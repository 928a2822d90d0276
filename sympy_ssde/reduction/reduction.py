"""What a reduction is: smaller problems, and how their solutions make one of the whole.

A way of reducing is a generator function ``(Problem) -> Iterator[Reduction]``; a leaf, which solves
a problem itself, is a generator function ``(Problem) -> Iterator[Found]``.  Neither has to be
right: what they lead to is proved like any other candidate.  They run in the worker process, so
that they may be slow or fail, but they should notice within milliseconds that they don't fit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from sympy import Basic, Expr, Piecewise, Symbol, piecewise_fold
from sympy.core.function import AppliedUndef

from sympy_ssde.markup.mathml import formula
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.statement import stated


@dataclass(frozen=True)
class Line:
    """A line of a derivation, for people: a sentence, and formulas (``Eq`` or expressions)."""

    words: str
    formulas: tuple[Basic, ...] = ()

    def _repr_html_(self) -> str:
        formulas = "".join(map(formula, self.formulas))
        return f"<p>{escape(self.words)}{':' if formulas else ''}</p>{formulas}"


@dataclass(frozen=True)
class Found:
    """A candidate for the solution, one expression for each unknown, and how it was found.

    ``reduced`` is whether a reduction led there.
    """

    exprs: tuple[Expr, ...]
    lines: tuple[Line, ...] = ()
    reduced: bool = False


Solutions = Sequence[tuple[Expr, ...]]
_Known = Mapping[type, tuple[AppliedUndef, Expr]]


@dataclass(frozen=True)
class Rest:
    """What is left of a problem once the parts are solved: their unknowns are put in.

    ``equations`` and ``conditions`` vanish; they contain the unknowns of the parts, at any
    arguments, beside the ``functions`` that are left.  ``held`` are variables of the whole that are
    parameters here.
    """

    whole: Problem
    functions: tuple[AppliedUndef, ...]
    equations: tuple[Expr, ...]
    conditions: tuple[Expr, ...]
    held: tuple[Symbol, ...] = ()

    def stated(self, known: _Known) -> Problem | None:
        """The problem for the functions that are left; None if nothing can be stated."""
        equations, conditions = (
            [e for e in (_put_in(e, known).doit() for e in some) if e.has(AppliedUndef)]
            for some in (self.equations, self.conditions)
        )
        if not equations:
            return None
        ranges = self.whole.domain.by_symbol
        more = {s: (ranges[s].low, ranges[s].high) for s in self.held}
        return stated(self.whole, equations, list(self.functions), conditions, more=more)


@dataclass(frozen=True)
class Reduction:
    """Smaller problems, and the unknowns of the whole in terms of theirs.

    ``combine`` has an expression for each unknown of the whole problem, in the unknown functions of
    the smaller ones, which may stand at any arguments and under derivatives:
    ``exp(-t)*v(x, t)``, ``f(x/sqrt(t))``, ``-2*Derivative(v(x, t), x)/v(x, t)``.  ``rest`` is
    solved after them.

    >>> from sympy import Function, exp
    >>> from sympy.abc import t, x
    >>> v = Function("v")
    >>> small = Problem(v(t).diff(t) + v(t), v(t), {v(0): 1})
    >>> Reduction((small,), (x*v(t),), Line("separate x")).combined([(exp(-t),)])
    (x*exp(-t),)
    """

    problems: tuple[Problem, ...]
    combine: tuple[Expr, ...]
    line: Line
    rest: Rest | None = None

    def left(self, solutions: Solutions) -> Problem | None:
        """What is left to solve after the smaller problems."""
        return None if self.rest is None else self.rest.stated(self._known(solutions))

    def combined(self, solutions: Solutions) -> tuple[Expr, ...]:
        """The candidate for the whole, from the solutions of the smaller problems and the rest."""
        known = self._known(solutions)
        return tuple(_flat(_put_in(e, known).doit()) for e in self.combine)

    def _known(self, solutions: Solutions) -> dict[type, tuple[AppliedUndef, Expr]]:
        groups = [p.functions for p in self.problems]
        groups += [self.rest.functions] if self.rest is not None else []
        return {
            f.func: (f, e)
            for functions, exprs in zip(groups, solutions, strict=False)
            for f, e in zip(functions, exprs, strict=True)
        }


def _flat(expr: Expr) -> Expr:
    """Cases within cases as cases.

    >>> from sympy.abc import x
    >>> _flat(Piecewise((Piecewise((1, x < 1), (x, True)), x < 2), (2, True)))
    Piecewise((1, x < 1), (x, x < 2), (2, True))
    """
    if not isinstance(expr, Piecewise) or not any(e.has(Piecewise) for e, _ in expr.args):
        return expr
    cases = piecewise_fold(expr).args
    return Piecewise(*((e, c.simplify()) for e, c in cases))


def _put_in(expr: Expr, known: _Known) -> Expr:
    def value(call: AppliedUndef) -> Expr:
        func, solution = known[call.func]
        return solution.subs(dict(zip(func.args, call.args, strict=True)), simultaneous=True)

    return expr.replace(lambda e: isinstance(e, AppliedUndef) and e.func in known, value)
