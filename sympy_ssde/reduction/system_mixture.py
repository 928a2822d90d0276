"""Sums and differences of unknowns that have an equation of their own.

``u + v`` and ``u - v`` of symmetric systems, what a reaction conserves: the combination is solved
first, and takes the place of one of the unknowns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, permutations, product

from sympy import Add, Dummy, Eq, Expr, Poly, S, Symbol, expand, roots, solve, together
from sympy.core.function import AppliedUndef
from sympy.polys.polyerrors import BasePolynomialError

from sympy_ssde.problem.constraints import Constraint, Trace
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Line, Reduction, Rest
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.view import View

_MOST = 4  # unknowns
Place = tuple[tuple[int, ...], tuple[Expr, ...]]  #: orders of a trace and its point


def mixture(problem: Problem) -> Iterator[Reduction]:
    """Problems in which a linear combination of the unknowns is one of them.

    >>> from sympy import Function
    >>> from sympy.abc import t
    >>> a, b = Function("a"), Function("b")
    >>> reaction = [a(t).diff(t) + a(t)*b(t), b(t).diff(t) + a(t)*b(t)]
    >>> found = next(mixture(Problem(reaction, [a(t), b(t)], {a(0): 2, b(0): 1})))
    >>> print(found.problems[0])
    Eq(Derivative(w(t), t), 0)
      with w(0) - 1 = 0
      on t in (0, 1)
    >>> found.combine
    (a(t), a(t) - w(t))
    """
    count = len(problem.functions)
    if not 2 <= count <= _MOST or len(problem.equations) != count:
        return
    whole = _Whole(problem)
    seen: set[tuple[Expr, ...]] = set()
    for order in permutations(range(count)):
        equations = whole.normal(order)
        if equations is None:
            continue
        for weights in chain(_simple_weights(count), whole.other_weights(equations)):
            if weights not in seen and whole.closes(equations, weights) is not None:
                seen.add(weights)
                yield from whole.reduced(equations, weights)
        return


def _simple_weights(count: int) -> Iterator[tuple[Expr, ...]]:
    """Sums and differences, the first weight that counts being 1."""
    every = product((S.Zero, S.One, S.NegativeOne), repeat=count)
    for weights in sorted(every, key=lambda w: sum(abs(e) for e in w)):
        used = [w for w in weights if w != 0]
        if len(used) > 1 and used[0] == 1:
            yield weights


@dataclass(frozen=True)
class _Whole:
    """The problem, with one symbol for each derivative at the same place of all unknowns."""

    problem: Problem

    @cached_property
    def jets(self) -> dict[tuple[int, Place], Symbol]:
        """A symbol for each trace in the equations."""
        traces = [t for e in self.problem.equations for t in e.traces]
        places = dict.fromkeys((t.orders, t.point) for t in traces)
        count = len(self.problem.functions)
        return {(f, p): Dummy(f"u{f}") for p in places for f in range(count)}

    def normal(self, order: Sequence[int]) -> list[Expr] | None:
        """Equations in symbols, that of function ``f`` with its highest derivative alone."""
        found = []
        for f, number in enumerate(order):
            equation = self.problem.equations[number]
            own = [t for t in equation.traces if t.function == f]
            if not own:
                return None
            highest = max(own, key=lambda t: (sum(t.orders), t.orders))
            names = {
                s: self.jets[t.function, (t.orders, t.point)]
                for s, t in zip(equation.slots, equation.traces, strict=True)
            }
            expr = equation.expr.xreplace(names)
            factor = expand(expr).diff(self.jets[f, (highest.orders, highest.point)])
            if factor == 0 or factor.has(*self.jets.values()):
                return None
            found.append(expand(expr / factor))
        return found

    def other_weights(self, equations: Sequence[Expr]) -> Iterator[tuple[Expr, ...]]:
        """Weights of pairs for which nothing is left of the one that is put in."""
        count, s = len(equations), Dummy("s")
        for f, g in combinations(range(count), 2):
            weights = tuple(S.One if i == f else s if i == g else S.Zero for i in range(count))
            try:
                conditions = self._left(self._mixed(equations, weights), g)
            except BasePolynomialError:  # a function of an unknown
                continue
            if not conditions or not all(c.has(s) for c in conditions):
                continue
            lowest = min(conditions, key=lambda e: Poly(e, s).degree())
            for root in roots(Poly(lowest, s), multiple=True):
                if root.is_real and root != 0:
                    yield tuple(w.subs(s, root) for w in weights)

    def _left(self, mixed: Expr, kept: int) -> list[Expr]:
        """Coefficients, as numerators, of products in which other unknowns occur."""
        others = [n for (i, _), n in self.jets.items() if i != kept]
        mine = [n for (i, _), n in self.jets.items() if i == kept]
        terms = Poly(mixed, *others, *mine).terms()
        left = (c for powers, c in terms if any(powers[: len(others)]))
        return [together(c).as_numer_denom()[0] for c in left]

    def closes(self, equations: Sequence[Expr], weights: tuple[Expr, ...]) -> Expr | None:
        """The equation of the combination, in the last unknown's symbols; None if there is none."""
        kept = max(f for f, w in enumerate(weights) if w != 0)
        whole = self._mixed(equations, weights)
        others = [s for (f, _), s in self.jets.items() if f != kept]
        return None if whole.has(*others) else whole

    def _mixed(self, equations: Sequence[Expr], weights: tuple[Expr, ...]) -> Expr:
        """The sum of the equations, with the combination in place of the last unknown."""
        kept = max(f for f, w in enumerate(weights) if w != 0)
        places = {p for _, p in self.jets}
        put = {
            self.jets[kept, p]: Add(
                self.jets[kept, p],
                *(-w * self.jets[f, p] for f, w in enumerate(weights) if f != kept),
            )
            / weights[kept]
            for p in places
        }
        total = Add(*(w * e for w, e in zip(weights, equations, strict=True)))
        return expand(total.xreplace(put))

    def reduced(self, equations: Sequence[Expr], weights: tuple[Expr, ...]) -> Iterator[Reduction]:
        """The combination first, then the others."""
        problem, kept = self.problem, max(f for f, w in enumerate(weights) if w != 0)
        equation = self.closes(equations, weights)
        assert equation is not None
        w = View(problem, problem.functions[0]).unknown("w")(*problem.variables)
        mine = {s: Trace(0, *p).expression((w,)) for (f, p), s in self.jets.items() if f == kept}
        part = stated(problem, equation.xreplace(mine), w, self._conditions(weights, w))
        if part is None:
            return
        combine = list(problem.functions)
        own = combine[kept]
        pairs = zip(weights, problem.functions, strict=True)
        others = (-a * f for a, f in pairs if f != own)
        combine[kept] = expand(Add(w, *others) / weights[kept])
        yield Reduction((part,), tuple(combine), self._line(weights, w), self._rest(kept, combine))

    def _line(self, weights: tuple[Expr, ...], w: AppliedUndef) -> Line:
        parts = (a * f for a, f in zip(weights, self.problem.functions, strict=True))
        words = "This combination has an equation of its own."
        return Line(words, (Eq(w, Add(*parts), evaluate=False),))

    def _rest(self, kept: int, combine: Sequence[Expr]) -> Rest:
        """The equations of the others, with the combination in place of one unknown."""
        problem = self.problem
        old = problem.functions[kept]

        def rewritten(constraint: Constraint) -> Expr:
            expr = constraint.expression(problem.functions)
            return expr.replace(
                lambda e: isinstance(e, AppliedUndef) and e.func == old.func,
                lambda e: combine[kept].subs(
                    dict(zip(old.args, e.args, strict=True)), simultaneous=True
                ),
            ).doit()

        functions = tuple(f for f in problem.functions if f != old)
        mine = [e for e in problem.equations if any(t.function != kept for t in e.traces)]
        return Rest(
            problem,
            functions,
            tuple(rewritten(e) for e in mine[: len(functions)]),
            tuple(rewritten(c) for c in problem.conditions),
        )

    def _conditions(self, weights: tuple[Expr, ...], w: AppliedUndef) -> list[Expr]:
        """What the conditions at the same place say of the combination."""
        given: dict[Place, dict[int, Expr]] = {}
        for condition in self.problem.conditions:
            if len(condition.traces) == 1:
                (slot,), (trace,) = condition.slots, condition.traces
                values = solve(condition.expr, slot) if condition.expr.has(slot) else []
                if len(values) == 1:
                    given.setdefault((trace.orders, trace.point), {})[trace.function] = values[0]
        found = []
        for place, values in given.items():
            used = [f for f, a in enumerate(weights) if a != 0]
            if all(f in values for f in used):
                total = Add(*(weights[f] * values[f] for f in used))
                found.append(Trace(0, *place).expression((w,)) - total)
        return found
