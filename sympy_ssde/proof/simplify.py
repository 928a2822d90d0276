"""The shortest way to write an expression, among the forms that SymPy finds in time."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import sympy
from sympy import Expr

from sympy_ssde.problem.domain import Domain
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
class Simplification:
    """A task of the worker process; yields ever shorter forms of ``expr``."""

    expr: Expr
    domain: Domain
    timeout: float

    def run(self) -> Iterator[Expr]:
        """Every form that is shorter than those before; equal in the open domain."""
        real = with_signs(self.domain)
        user = {new: old for old, new in real.items()}
        best = self.expr.xreplace(real)
        yield best.xreplace(user)
        clock = Clock(self.timeout)
        seen = {best}
        for form in _FORMS:
            for start in (self.expr.xreplace(real), best):
                try:
                    with clock.share(0.5):
                        candidate = form(start)
                except (TimeUp, *GIVES_UP):
                    continue
                if candidate not in seen and cost(candidate) < cost(best):
                    same = candidate.xreplace(user) == best.xreplace(
                        user
                    )  # -(x + y) is written out
                    best = candidate
                    if not same:
                        yield best.xreplace(user)
                seen.add(candidate)
