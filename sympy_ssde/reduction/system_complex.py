"""Pairs that turn: two real unknowns that are the parts of one complex function.

``u + I*v`` fulfils one equation where the two equations are its parts, as those of Schroedinger's
wave function.  That equation is solved with a positive number in place of I, for which I is put in
at the end.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from sympy import Dummy, Eq, Expr, I, S, Symbol, arg, atan, expand, im, re, simplify, sqrt

from sympy_ssde.problem.constraints import Constraint, Trace
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.signs import with_signs
from sympy_ssde.reduction.reduction import Line, Reduction, Solutions
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.view import View

_SIGNS = (S.One, S.NegativeOne)


@dataclass(frozen=True)
class ComplexReduction(Reduction):
    """One problem for a complex unknown, with a symbol for the imaginary unit."""

    unit: Symbol | None = None

    def combined(self, solutions: Solutions) -> tuple[Expr, ...]:
        """Real and imaginary part of the solution."""
        (problem,), ((whole,),) = self.problems, solutions
        real = with_signs(problem.domain)
        back = {new: old for old, new in real.items()}
        value = whole.xreplace(real).subs(real[self.unit], I)
        parts = value.expand(complex=True).as_real_imag()
        found = [simplify(part.replace(arg, _angle)).xreplace(back) for part in parts]
        if any(part.has(re, im, I) for part in found):
            raise ValueError("the parts of the solution can't be told apart")
        return tuple(found)


def _angle(number: Expr) -> Expr:
    """The angle of a complex number, by the arcus tangent."""
    a, b = number.as_real_imag()
    return atan(b / a) if a.is_positive else 2 * atan(b / (sqrt(a**2 + b**2) + a))


def complex_pair(problem: Problem) -> Iterator[Reduction]:
    """The equation of ``u + I*v``, if that is all that the two equations say.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> u, v = Function("u")(x, t), Function("v")(x, t)
    >>> pair = [u.diff(t) + v.diff(x, 2), v.diff(t) - u.diff(x, 2)]
    >>> found = next(complex_pair(Problem(pair, [u, v], {u.subs(t, 0): x, v.subs(t, 0): 0})))
    >>> print(found.problems[0])
    Eq(-j*Derivative(w(x, t), (x, 2)) + Derivative(w(x, t), t), 0)
      with -x + w(x, 0) = 0
      on j in (1, 2), x in (-1, 1), t in (0, 1)
    """
    if len(problem.functions) != 2 or len(problem.equations) != 2:
        return
    seen = View(problem, problem.functions[0])
    unknown = seen.unknown("w")(*problem.variables)
    unit = Symbol(str(seen.unknown("j", [str(unknown.func)])), positive=True)
    equation = next(_joined_equations(problem.equations), None)
    if equation is None:
        return
    conditions = _joined_conditions(problem)
    first = [c for c, is_initial in conditions if is_initial]
    for some in dict.fromkeys((tuple(c for c, _ in conditions), tuple(first))):
        if not some:
            continue
        named = [c.expression((unknown,)).subs(I, unit) for c in (equation, *some)]
        part = stated(problem, named[0], unknown, named[1:], more={unit: (S.One, S(2))})
        if part is None:
            continue
        words = "Both are the parts of one complex function."
        u, v = problem.functions
        line = Line(words, (Eq(unknown, u + I * v, evaluate=False),))
        yield ComplexReduction((part,), problem.functions, line, None, unit)


def _joined_equations(equations: Sequence[Constraint]) -> Iterator[Constraint]:
    for first, second in permutations(equations):
        for sign in _SIGNS:
            found = _joined(first, second, sign)
            if found is not None:
                yield found


def _joined(first: Constraint, second: Constraint, sign: Expr) -> Constraint | None:
    """``first + sign*I*second`` as a constraint of ``u + I*v``, or None if its conjugate occurs."""
    names: dict[Trace, tuple[Symbol, Symbol]] = {}

    def put_in(constraint: Constraint) -> Expr:
        values = {}
        for slot, trace in zip(constraint.slots, constraint.traces, strict=True):
            key = Trace(0, trace.orders, trace.point)
            w, conjugate = names.setdefault(key, (Dummy("w"), Dummy("v")))
            values[slot] = (w + conjugate) / 2 if trace.function == 0 else (w - conjugate) / (2 * I)
        return constraint.expr.xreplace(values)

    whole = expand(put_in(first) + sign * I * put_in(second))
    if whole.has(*(conjugate for _, conjugate in names.values())):
        return None
    used = [(trace, w) for trace, (w, _) in names.items() if whole.has(w)]
    empty = Constraint(S.Zero, tuple(t for t, _ in used), first.source)
    return Constraint(
        whole.xreplace(dict(zip((w for _, w in used), empty.slots, strict=True))),
        empty.traces,
        first.source,
    )


def _joined_conditions(problem: Problem) -> list[tuple[Constraint, bool]]:
    """Conditions on both parts at the same place, as ones on the complex function.

    With each, whether it is an initial one.
    """
    pairs = zip(problem.conditions, problem.initial, strict=True)
    known = [(normal, flag) for c, flag in pairs if (normal := _normal(c)) is not None]
    parts = [[(c, flag) for c, flag in known if c.traces[0].function == f] for f in (0, 1)]
    found = []
    for real, flag in parts[0]:
        for imaginary, _ in parts[1]:
            whole = _joined(real, imaginary, S.One)
            if whole is not None:
                found.append((whole, flag))
    return found


def _normal(condition: Constraint) -> Constraint | None:
    """A condition on one trace, with the coefficient one."""
    if len(condition.traces) != 1:
        return None
    factor = condition.expr.diff(condition.slots[0])
    if factor.free_symbols or factor == 0:
        return None
    return Constraint(expand(condition.expr / factor), condition.traces, condition.source)
