"""The form in which a family is printed: short, with roots and signs as a textbook has them."""

from collections.abc import Callable, Iterator, Sequence

from sympy import (
    Add,
    Dummy,
    Expr,
    Mul,
    Pow,
    Symbol,
    cancel,
    cos,
    cosh,
    exp,
    expand,
    expand_mul,
    factor,
    factor_terms,
    fraction,
    powsimp,
    radsimp,
    sech,
    simplify,
    sin,
    sinh,
    tan,
    tanh,
    together,
)
from sympy.core.function import AppliedUndef

from sympy_ssde.proof.cost import cost
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.limits import Effort, TimeUp

_ODD, _EVEN = (tanh, tan, sin, sinh), (sech, cosh, cos)

#: Seconds for all forms of one expression, and the longest that SymPy's own way is tried on.
SECONDS, _LONGEST = 2.0, 40


def shortest(expr: Expr, variables: Sequence[Symbol] = ()) -> Expr:
    """The shortest of some forms that are equal wherever they are defined.

    The first of the variables is positive inside of odd and even functions.

    >>> from sympy.abc import x, v
    >>> from sympy import S, sqrt
    >>> shortest(sqrt(-1/(v**2 - 1))*x)
    x/sqrt(1 - v**2)
    >>> shortest(tanh(x)**2/4 + tanh(x)/2 + S(1)/4)
    (tanh(x) + 1)**2/4
    """
    best = expr
    try:
        with Effort(SECONDS).share(1):
            for found in _forms(expr):
                if cost(found) < cost(best):
                    best = found
    except (TimeUp, *GIVES_UP):
        pass
    return _upright(best, variables)


def _upright(expr: Expr, variables: Sequence[Symbol]) -> Expr:
    """``tanh(v*t - x)`` as ``-tanh(x - v*t)``."""
    changed = {}
    for f in expr.atoms(*_ODD, *_EVEN):
        angle = expand(f.args[0])
        slopes = (angle.diff(v) for v in variables)
        slope = next((s for s in slopes if s != 0), None)
        if slope is None or slope.free_symbols & set(variables):
            continue
        if slope.could_extract_minus_sign():
            sign = -1 if isinstance(f, _ODD) else 1
            opposite = Add(*(-term for term in Add.make_args(f.args[0])))
            changed[f] = sign * f.func(opposite, evaluate=False)
    return expr.xreplace(changed)


def _forms(expr: Expr) -> Iterator[Expr]:
    start = with_roots(expr)
    for tidy in (start, _inside(start, expand), _inside(start, _gathered)):
        yield tidy
        yield factor_terms(tidy)
        yield powsimp(tidy)
        yield _in_functions(tidy)
    if not expr.has(AppliedUndef) and expr.count_ops() <= _LONGEST:
        yield from (_inside(form, factor) for form in (start, factor_terms(start)))
        yield simplify(start)


def with_roots(expr: Expr) -> Expr:
    """``sqrt(-1/(v**2 - 1))`` as ``1/sqrt(1 - v**2)``: roots as a textbook has them."""

    def written(base: Expr, power: Expr) -> Expr:
        above, below = fraction(cancel(together(base)))
        if above.is_number and below.is_Add and power.q == 2:
            sign = -1 if above.is_negative else 1
            return (sign * above) ** power * expand_mul(sign * below) ** (-power)
        return base**power

    return expr.replace(
        lambda e: isinstance(e, Pow) and e.exp.is_Rational and e.exp.q == 2 and not e.base.is_Atom,
        lambda e: written(e.base, e.exp),
    )


def _inside(expr: Expr, form: Callable[[Expr], Expr]) -> Expr:
    """A form of the arguments of all functions."""
    if expr.is_Atom:
        return expr
    args = [_inside(a, form) for a in expr.args]
    found = expr.func(*args)
    if found.is_Function and len(found.args) == 1 and not isinstance(found, AppliedUndef):
        return found.func(form(found.args[0]))
    if isinstance(found, exp):
        return exp(form(found.args[0]))
    return found


def _gathered(angle: Expr) -> Expr:
    """``k*x - 4*k**3*t + p`` as ``k*(x - 4*k**2*t) + p``, with numbers made simple."""
    terms = Add.make_args(expand(radsimp(angle)))
    products = [t for t in terms if t.is_Mul or t.is_Pow]
    others = [t for t in terms if t not in products]
    return Add(factor_terms(Add(*products)), *others) if others else factor_terms(Add(*products))


def _in_functions(expr: Expr) -> Expr:
    """Factored as a polynomial in one hyperbolic function."""
    found = sorted(expr.atoms(tanh, sech, tan), key=str)
    if len(found) != 1:
        return expr
    held = Dummy("f")
    body = expr.xreplace({found[0]: held})
    if not body.is_polynomial(held):
        return expr
    return Mul(*(f.xreplace({held: found[0]}) for f in Mul.make_args(factor(body))))
