"""The shortest way to write an expression, among the forms that SymPy finds in time."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import sympy
from sympy import Expr
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from sympy_ssde.problem.domain import Domain
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.limits import Clock, TimeUp
from sympy_ssde.proof.signs import with_signs


def _logarithms_undone(expr: Expr) -> Expr:
    """Without hyperbolic functions of logarithms.

    >>> from sympy import log, tanh
    >>> from sympy.abc import x
    >>> sympy.simplify(_logarithms_undone(tanh(log(x)/2)))
    (x - 1)/(x + 1)
    """
    return expr.replace(
        lambda e: isinstance(e, HyperbolicFunction) and e.has(sympy.log),
        lambda e: e.rewrite(sympy.exp),
    )


_FORMS: tuple[Callable[[Expr], Expr], ...] = (
    sympy.expand,
    sympy.factor,
    sympy.powsimp,
    lambda e: sympy.expand_log(sympy.expand(e)),
    lambda e: sympy.logcombine(sympy.expand_log(e)),
    sympy.cancel,
    sympy.trigsimp,
    sympy.simplify,
    lambda e: sympy.factor_terms(sympy.expand(e)),
    lambda e: sympy.simplify(_logarithms_undone(e)),
)


def cost(expr: Expr) -> tuple[int, int]:
    """What a reader has to take in: operations, then characters.

    >>> from sympy.abc import x
    >>> cost(x**2 + x) < cost(x*(x + 1)) < cost((x**2 + x)*x/x + 1 - 1 + x)
    True
    """
    text = str(expr)
    return int(expr.count_ops()) + text.count("("), len(text)


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
                    best = candidate
                    yield best.xreplace(user)
                seen.add(candidate)
