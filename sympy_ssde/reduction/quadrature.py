"""Integrals in closed form, within milliseconds where a table has them."""

from collections.abc import Callable

from sympy import (
    Add,
    Eq,
    Expr,
    I,
    Integral,
    Mul,
    Piecewise,
    Poly,
    Pow,
    RootSum,
    S,
    Symbol,
    atan,
    cancel,
    cos,
    cosh,
    erf,
    erfi,
    exp,
    expand,
    factor,
    fraction,
    integrate,
    limit,
    log,
    nan,
    pi,
    powsimp,
    sech,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
    together,
    zoo,
)
from sympy.integrals.manualintegrate import manualintegrate
from sympy.integrals.rationaltools import ratint
from sympy.simplify.fu import TR8

from sympy_ssde.problem.numbers import is_finite
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.limits import Effort, TimeUp

#: For an integral that no table has; SymPy may look for it much longer.
SECONDS = 1.0


def antiderivative(expr: Expr, variable: Symbol) -> Expr | None:
    """An antiderivative for parameters in general position, or None.

    >>> from sympy import exp
    >>> from sympy.abc import a, x
    >>> antiderivative(x*exp(a*x), x)
    (x/a - 1/a**2)*exp(a*x)
    """
    if not expr.has(variable):
        return expr * variable
    for method in (_by_table, _by_residues, _by_fractions, _by_hand, _by_terms, _by_sympy):
        found = method(expr, variable)
        if found is not None:
            return found
    return None


def _by_table(expr: Expr, variable: Symbol) -> Expr | None:
    """Sums of powers, exponentials, sines and cosines, and their products."""
    terms = Add.make_args(expand(powsimp(expand(expr))))
    if sum(e.has(sin, cos) for e in terms) and any(_has_products(e) for e in terms):
        terms = Add.make_args(expand(TR8(expand(expr))))
    parts = []
    for term in terms:
        part = _of_term(term, variable)
        if part is None:
            break
        parts.append(part)
    else:
        return Add(*parts)
    exponentials = _without_hyperbolic(expr, variable)
    return None if exponentials == expr else _by_table(exponentials, variable)


def _without_hyperbolic(expr: Expr, variable: Symbol) -> Expr:
    return expr.replace(
        lambda e: isinstance(e, (sinh, cosh)) and e.args[0].diff(variable, 2) == 0,
        lambda e: e.rewrite(exp),
    )


def _has_products(expr: Expr) -> bool:
    waves = [f for f in Mul.make_args(expr) if f.has(sin, cos)]
    return len(waves) > 1 or any(isinstance(f, Pow) for f in waves)


def _of_term(term: Expr, x: Symbol) -> Expr | None:
    """The antiderivative of ``c * x**n * exp(a*x + d) * sin(b*x + e)``, with parts left out."""
    fixed, moving = term.as_independent(x, as_Add=False)
    power, exponent, wave = S.Zero, S.Zero, None
    if moving in _known(x, moving):
        return fixed * _known(x, moving)[moving]
    for f in Mul.make_args(moving):
        base, n = f.as_base_exp()
        if base == x and not n.has(x):
            power += n
        elif isinstance(f, exp):
            exponent += f.args[0]
        elif isinstance(f, (sin, cos)) and wave is None:
            wave = f
        elif f != 1:
            return None
    growth = exponent.diff(x)
    frequency = wave.args[0].diff(x) if wave is not None else S.Zero
    if growth.has(x) and wave is None and power.is_Integer and 0 <= power <= 12:
        part = _gaussian(int(power), expand(exponent), x)
        return None if part is None else fixed * part
    if growth.has(x) or frequency.has(x):
        return None
    if growth == 0 and frequency == 0:
        return fixed * (log(x) if power == -1 else x ** (power + 1) / (power + 1))
    if not (power.is_Integer and 0 <= power <= 12):
        return None
    if wave is None:
        return fixed * moving * x**-power * _ladder(int(power), growth, x)
    whole = _ladder(int(power), growth + I * frequency, x, growth**2 + frequency**2)
    real, imaginary = whole.coeff(I, 0), whole.coeff(I, 1)
    angle = wave.args[0]
    if isinstance(wave, cos):
        rotated = real * cos(angle) - imaginary * sin(angle)
    else:
        rotated = imaginary * cos(angle) + real * sin(angle)
    return fixed * exp(exponent) * rotated


def _known(x: Symbol, expr: Expr) -> dict[Expr, Expr]:
    """Derivatives of functions of ``a*x + b`` that only a list has, and the functions."""
    calls = [f for f in expr.atoms(cosh, sech, cos) if f.args[0].diff(x).is_zero is False]
    if len(calls) != 1 or calls[0].args[0].diff(x).has(x):
        return {}
    z = calls[0].args[0]
    a = z.diff(x)
    return {
        cosh(z) ** -2: tanh(z) / a,
        sech(z) ** 2: tanh(z) / a,
        1 / cosh(z): 2 * atan(tanh(z / 2)) / a,
        sech(z): 2 * atan(tanh(z / 2)) / a,
        sech(z) * tanh(z): -sech(z) / a,
        sech(z) ** 2 * tanh(z): tanh(z) ** 2 / (2 * a),
        cos(z) ** -2: tan(z) / a,
    }


def _ladder(n: int, rate: Expr, x: Symbol, square: Expr | None = None) -> Expr:
    """``P`` with ``(P*exp(rate*x))' = x**n*exp(rate*x)``; ``square`` is ``|rate|**2``."""
    if square is None or square == rate.coeff(I) ** 2:  # real or imaginary
        back = 1 / rate if square is None else -I / rate.coeff(I)
    else:
        back = expand(rate.subs(I, -I)) / square
    terms, factor_ = [], S.One
    for k in range(n + 1):
        terms.append(factor_ * x ** (n - k) * back ** (k + 1))
        factor_ = -factor_ * (n - k)
    return expand(Add(*terms))


def _gaussian(n: int, exponent: Expr, x: Symbol) -> Expr | None:
    """The antiderivative of ``x**n*exp(a*x**2 + b*x + c)``, by parts down to an error function."""
    a, b, c = (exponent.coeff(x, k) for k in (2, 1, 0))
    if exponent.diff(x, 3) != 0 or any(e.has(x) for e in (a, b, c)):
        return None
    middle = x + b / (2 * a)
    if a.is_negative:
        parts = [sqrt(pi / -a) * erf(sqrt(-a) * middle) / 2]
    else:
        parts = [sqrt(pi / a) * erfi(sqrt(a) * middle) / 2]
    parts[0] *= exp(c - b**2 / (4 * a))
    for k in range(1, n + 1):
        below = (k - 1) * parts[-2] if k > 1 else S.Zero
        parts.append((x ** (k - 1) * exp(exponent) - b * parts[-1] - below) / (2 * a))
    return parts[n]


def _by_residues(expr: Expr, variable: Symbol) -> Expr | None:
    """Logarithms for the simple linear factors below, where symbols stand in them.

    >>> from sympy.abc import a, b, x
    >>> _by_residues(1/((x - a)*(x - b)), x)
    log(-a + x)/(a - b) - log(-b + x)/(a - b)
    """
    if not expr.is_rational_function(variable) or expr.free_symbols == {variable}:
        return None
    above, below = fraction(cancel(together(expr)))
    factors = [f for f in Mul.make_args(below.factor()) if f.has(variable)]
    if len(factors) < 2 or not all(_is_line(f, variable) for f in factors):
        return None
    if Poly(above, variable).degree() >= len(factors):
        return None
    slope, parts = below.diff(variable), []
    for f in factors:
        place = cancel(-f.subs(variable, 0) / f.diff(variable))
        residue = cancel((above / slope).subs(variable, place))
        parts.append(factor(residue) * log(f))
    return Add(*parts)


def _is_line(expr: Expr, variable: Symbol) -> bool:
    return not expr.diff(variable).has(variable)


def _by_fractions(expr: Expr, variable: Symbol) -> Expr | None:
    if not expr.is_rational_function(variable):
        return None
    found = _attempt(ratint, expr, variable)
    return None if found is None or found.has(RootSum) else found


def _by_hand(expr: Expr, variable: Symbol) -> Expr | None:
    return _attempt(manualintegrate, expr, variable)


def _by_terms(expr: Expr, variable: Symbol) -> Expr | None:
    terms = Add.make_args(expand(powsimp(expand(expr))))
    if len(terms) == 1 and terms[0] == expr:
        return None
    parts = [_by_hand(e, variable) for e in terms]
    return None if None in parts else Add(*parts)


def _by_sympy(expr: Expr, variable: Symbol) -> Expr | None:
    try:
        with Effort(SECONDS).share(1):
            return _attempt(_sympys, expr, variable)
    except TimeUp:
        return None


def _sympys(expr: Expr, variable: Symbol) -> Expr:
    return integrate(expr, variable, meijerg=False, conds="none")


def _attempt(method: Callable[[Expr, Symbol], Expr], expr: Expr, variable: Symbol) -> Expr | None:
    try:
        found = method(expr, variable)
    except GIVES_UP:
        return None
    found = found.replace(Piecewise, _generic)
    return None if found.has(Integral, Piecewise, nan, zoo) else found


def _generic(*branches: tuple[Expr, object]) -> Expr:
    """The branch that holds for parameters in general position."""
    for value, condition in branches:
        if not isinstance(condition, Eq):
            return value
    return S.NaN


def integral(expr: Expr, variable: Symbol, low: Expr, high: Expr) -> Expr | None:
    """The integral from ``low`` to ``high`` in closed form, or None.

    >>> from sympy.abc import s, t
    >>> integral(2*s, s, S(0), t)
    t**2
    """
    if expr.is_zero:
        return S.Zero
    whole = antiderivative(expr, variable)
    if whole is None:
        return None
    ends = [value_at_end(whole, variable, end) for end in (low, high)]
    if ends[0] is None or ends[1] is None:
        return None
    return ends[1] - ends[0]


def value_at_end(expr: Expr, variable: Symbol, end: Expr) -> Expr | None:
    """The value at an end, as a limit where the expression is singular; None if it is infinite.

    >>> from sympy.abc import x
    >>> value_at_end(x*log(x), x, S(0))
    0
    """
    value = expr.subs(variable, end)
    if end.is_finite is not False and is_finite(value):
        return value
    try:
        value = limit(expr, variable, end)
    except GIVES_UP:
        return None
    return None if not is_finite(value) else value
