"""The shortest way to write an expression, among the forms that SymPy finds in time."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import sympy
from sympy import Expr, Symbol

from sympy_ssde.problem.domain import Domain
from sympy_ssde.problem.symbols import internal
from sympy_ssde.proof.cost import cost as cost
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.limits import Clock, TimeUp
from sympy_ssde.proof.rewriting import with_sign_inside, without_logarithms_inside
from sympy_ssde.proof.signs import with_signs

#: Quick forms, and those that try all that SymPy knows.
QUICK: tuple[Callable[[Expr], Expr], ...] = (
    sympy.expand,
    sympy.factor,
    sympy.powsimp,
    lambda e: sympy.expand_log(sympy.expand(e)),
    lambda e: sympy.logcombine(sympy.expand_log(e)),
    sympy.cancel,
    lambda e: sympy.factor_terms(sympy.expand(e)),
    without_logarithms_inside,
    with_sign_inside,
)
GENERAL: tuple[Callable[[Expr], Expr], ...] = (sympy.trigsimp, sympy.simplify)
_FORMS = (*QUICK[:6], *GENERAL, *QUICK[6:])


@dataclass(frozen=True)
class Shortening:
    """A task of the worker process; yields ever shorter forms of ``expr``."""

    expr: Expr
    domain: Domain
    timeout: float

    def signed(self) -> tuple[Expr, dict[Symbol, Symbol]]:
        """The expression in symbols with signs, and the user's own symbol of each of them."""
        real = with_signs(self.domain, internal)
        return self.expr.xreplace(real), {new: old for old, new in real.items()}


class Simplification(Shortening):
    """Takes the shortest among the forms that SymPy has."""

    def run(self) -> Iterator[Expr]:
        """Every form that is shorter than those before; equal in the open domain."""
        start, user = self.signed()
        best = start
        yield best.xreplace(user)
        clock = Clock(self.timeout)
        seen = {best}
        for form in _FORMS:
            for source in (start, best):
                try:
                    with clock.share(0.5):
                        candidate = form(source)
                except (TimeUp, *GIVES_UP):
                    continue
                if candidate not in seen and cost(candidate) < cost(best):
                    before, best = best, candidate
                    if best.xreplace(user) != before.xreplace(user):  # -(x + y) is written out
                        yield best.xreplace(user)
                seen.add(candidate)
