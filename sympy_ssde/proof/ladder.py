"""The ladder of exact methods that show an expression to be zero.

Cheap methods come first; each has a share of the time.  None of them looks at numbers: a value
that is merely small, at whatever precision, is never taken for zero.
"""

from collections.abc import Callable

from sympy import Expr, S, Symbol, expand, fraction, simplify, together
from sympy.polys.polyerrors import BasePolynomialError

from sympy_ssde.proof import tower
from sympy_ssde.proof.limits import Clock, TimeUp
from sympy_ssde.proof.polynomials import is_zero_fraction
from sympy_ssde.proof.regularity import is_smooth
from sympy_ssde.proof.signs import Signs

#: SymPy's ways to say that it has no answer.
NO_ANSWER = (
    BasePolynomialError,
    NotImplementedError,
    ValueError,
    TypeError,
    AttributeError,
    RecursionError,
    ZeroDivisionError,
)
#: All ways in which it gives up; the next rung may not.
GIVES_UP = (*NO_ANSWER, MemoryError)

Rung = Callable[[Expr, Signs], bool]


def _identity(expr: Expr, signs: Signs) -> bool:
    return expr == 0


def _expansion(expr: Expr, signs: Signs) -> bool:
    return expand(expr.doit()) == 0


def _numerator(expr: Expr, signs: Signs) -> bool:
    return is_zero_fraction(expr) or expand(fraction(together(expr))[0]) == 0


def _generators(expr: Expr, signs: Signs) -> bool:
    return tower.is_zero(expr, signs)


def _constancy(expr: Expr, signs: Signs) -> bool:
    """All derivatives vanish, and so does the value at one point.

    Holds on a connected domain where the expression is smooth; that must be proved too.
    """
    symbols = sorted(expr.free_symbols, key=str)
    if not symbols or not is_smooth(expr, signs):
        return False
    if not all(tower.is_zero(expr.diff(s), signs) for s in symbols):
        return False
    return tower.is_zero(expr.xreplace(_middle(symbols, signs)), signs)


def _middle(symbols: list[Symbol], signs: Signs) -> dict[Symbol, Expr]:
    at: dict[Symbol, Expr] = {}
    for r in signs.domain:
        low, high = (e.xreplace(at) for e in (r.low, r.high))
        if low.is_infinite or high.is_infinite:
            at[r.symbol] = low + 1 if low.is_finite else high - 1 if high.is_finite else S.Zero
        else:
            at[r.symbol] = (low + high) / 2
    return {s: at[s] for s in symbols}


def _simplification(expr: Expr, signs: Signs) -> bool:
    return simplify(expr) == 0


#: name, method, share of the time left
LADDER: tuple[tuple[str, Rung, float], ...] = (
    ("identity", _identity, 1.0),
    ("expansion", _expansion, 0.15),
    ("numerator", _numerator, 0.2),
    ("generators", _generators, 0.6),
    ("constancy", _constancy, 0.6),
    ("simplification", _simplification, 0.9),
)


def prove_zero(expr: Expr, signs: Signs, clock: Clock, done: set[str] | None = None) -> str | None:
    """Name of the first rung that proves ``expr`` zero on the domain, or None.

    Rungs in ``done`` are left out; those that end without a proof are added to it, and those that
    run out of time are not.
    """
    done = set() if done is None else done
    for name, rung, share in LADDER:
        if name in done:
            continue
        try:
            with clock.share(share):
                if rung(expr, signs):
                    return name
            done.add(name)
        except TimeUp:
            continue
        except GIVES_UP:
            done.add(name)
    return None
