"""Terms put together as people do: by what they have in common, by the symbols of the data.

Each form is equal to the expression wherever that has a real value, term by term.
"""

from collections.abc import Callable

import sympy
from sympy import Add, Expr, Mul, S, Symbol, erf, erfc, expand, factor, fraction, log, together
from sympy.functions.elementary.hyperbolic import HyperbolicFunction
from sympy.functions.elementary.trigonometric import TrigonometricFunction
from sympy.simplify.fu import TR9, TR2i, TR10i, hyper_as_trig

_ANGLES = (TrigonometricFunction, HyperbolicFunction)


def by_functions(expr: Expr) -> Expr:
    """Terms with the same function put together.

    >>> from sympy.abc import a, b, x
    >>> by_functions(a - a*erfc(x) + b*erfc(x))
    a + (-a + b)*erfc(x)
    """
    return _grouped(expr, lambda factor: factor.has(sympy.Function))


def by_data(expr: Expr) -> Expr:
    """Terms with the same symbol to the first power put together, their factors factored.

    >>> from sympy.abc import Q, R, r, T
    >>> by_data(T + Q*R**2/6 - Q*r**2/6)
    Q*(R**2 - r**2)/6 + T
    """
    linear = _linear_symbols(_expanded(expr))
    return _grouped(expr, lambda factor: factor in linear) if linear else expr


def _expanded(expr: Expr) -> Expr:
    return expand(expr, power_exp=False, power_base=False, log=False)


def _grouped(expr: Expr, is_key: Callable[[Expr], bool]) -> Expr:
    groups: dict[Expr, list[Expr]] = {}
    for term in Add.make_args(_expanded(expr)):
        key, rest = S.One, S.One
        for part in Mul.make_args(term):
            if is_key(part):
                key *= part
            else:
                rest *= part
        groups.setdefault(key, []).append(rest)
    return Add(*(key * _short(Add(*parts)) for key, parts in groups.items()))


def _short(total: Expr) -> Expr:
    if not total.is_Add:
        return total
    whole = together(total)
    forms = [total, whole, factor(total)] if total.is_rational_function() else [total, whole]
    return min(forms, key=lambda e: (e.count_ops(), str(e)))


def _linear_symbols(total: Expr) -> set[Symbol]:
    """Symbols that are plain factors of some terms, and occur nowhere else."""
    plain: set[Symbol] = set()
    hidden: set[Symbol] = set()
    for term in Add.make_args(total):
        for part in Mul.make_args(term):
            if part.is_Symbol:
                plain.add(part)
            else:
                hidden |= part.free_symbols
    return plain - hidden


def by_inverse_tangents(expr: Expr) -> Expr:
    """``2*atanh(z)`` instead of ``log(1 + z) - log(1 - z)``, which it is where both are real.

    >>> from sympy.abc import x
    >>> by_inverse_tangents(log(1 + x)/2 - log(1 - x)/2)
    atanh(x)
    """

    def joined(factor_: Expr, inside: Expr, other: Expr) -> Expr | None:
        z = inside - 1
        if other - 1 != -z:
            return None
        side = -1 if z.could_extract_minus_sign() else 1
        return 2 * side * factor_ * sympy.atanh(side * z)

    return _with_pairs_of_logarithms(expr, joined)


def by_quotients_in_logarithms(expr: Expr) -> Expr:
    """``log(a/b)`` instead of a difference.

    >>> from sympy import Symbol, log
    >>> a, b = Symbol("a", positive=True), Symbol("b", positive=True)
    >>> by_quotients_in_logarithms(1/(log(a) - log(b)) + 2)
    2 + 1/log(a/b)
    """

    def joined(factor_: Expr, inside: Expr, other: Expr) -> Expr | None:
        if not (inside.is_positive and other.is_positive):
            return None
        turned = factor_.could_extract_minus_sign()
        return -factor_ * log(other / inside) if turned else factor_ * log(inside / other)

    return _with_pairs_of_logarithms(expr, joined)


def _with_pairs_of_logarithms(
    expr: Expr, joined: Callable[[Expr, Expr, Expr], Expr | None]
) -> Expr:
    """In every sum, ``f*log(a) - f*log(b)`` by what is made of f, a and b, if it is anything."""

    def of_sum(total: Expr) -> Expr:
        waiting: list[tuple[Expr, Expr]] = []
        done: list[Expr] = []
        for term in total.args:
            logs = [e for e in Mul.make_args(term) if isinstance(e, log)]
            if len(logs) != 1:
                done.append(term)
                continue
            factor_, inside = term / logs[0], logs[0].args[0]
            for other in waiting:
                made = joined(factor_, inside, other[1]) if other[0] == -factor_ else None
                if made is not None:
                    waiting.remove(other)
                    done.append(made)
                    break
            else:
                waiting.append((factor_, inside))
        return Add(*done, *(f * log(inside) for f, inside in waiting))

    if not expr.has(log):
        return expr
    return sympy.bottom_up(expr, lambda e: of_sum(e) if e.is_Add else e)


def with_one_error_function(expr: Expr) -> Expr:
    """``erf`` instead of its complement.

    >>> from sympy.abc import x
    >>> with_one_error_function(2 - 2*erfc(x))
    2*erf(x)
    """
    if not expr.has(erfc):
        return expr
    return expand(expr.replace(erfc, lambda z: 1 - erf(z)))


def by_sums_of_angles(expr: Expr) -> Expr:
    """``cos(a - b)`` instead of products, ``tan(x + pi/4)`` instead of a quotient of tangents.

    >>> from sympy import cos, sin
    >>> from sympy.abc import a, b
    >>> by_sums_of_angles(cos(a)*cos(b) + sin(a)*sin(b))
    cos(a - b)
    """
    return _with_tangents(_turned(expr, TR10i))


def by_products_of_angles(expr: Expr) -> Expr:
    """Products instead of sums of two: ``sinh(a - b) + sinh(a + b) = 2*sinh(a)*cosh(b)``.

    >>> from sympy import sinh
    >>> from sympy.abc import a, b
    >>> by_products_of_angles((sinh(a - b) + sinh(a + b))/sinh(2*a))
    cosh(b)/cosh(a)
    """
    product = _turned(sympy.factor_terms(expr), TR9)
    if product == expr:
        return expr
    plain = product.replace(
        lambda e: isinstance(e, _ANGLES), lambda e: e.func(sympy.factor_terms(expand(e.args[0])))
    )
    return _without_doubles(plain)


def _turned(expr: Expr, form: Callable[[Expr], Expr]) -> Expr:
    """A rule for sines, also used on hyperbolic ones."""
    if not expr.has(*_ANGLES):
        return expr
    if not expr.has(HyperbolicFunction):
        return form(expr)
    turned, back = hyper_as_trig(expr)
    return back(form(turned))


def by_tangents(expr: Expr) -> Expr:
    """``tanh`` instead of ``sinh/cosh``, and the same for the others.

    >>> from sympy import cos, sin
    >>> from sympy.abc import x
    >>> by_tangents(2*sin(x)/cos(x))
    2*tan(x)
    """
    doubled = sympy.bottom_up(expr, lambda e: _doubled(e) if e.is_Mul else e)
    found = sympy.bottom_up(_turned(doubled, TR2i), lambda e: _secant(e) if e.is_Add else e)
    return sympy.expand_log(found) if found.has(log) else found


def _secant(total: Expr) -> Expr:
    """``1 - tanh(x)**2 = 1/cosh(x)**2``, and the same for the tangent."""
    if len(total.args) != 2 or not total.args[0].is_number:
        return total
    number, square = total.args
    for kind, side, below in ((sympy.tanh, -1, sympy.cosh), (sympy.tan, 1, sympy.cos)):
        for e in square.atoms(kind):
            if square == side * number * e**2:
                return number / below(e.args[0]) ** 2
    return total


def _doubled(product: Expr) -> Expr:
    """``sin(x)*cos(x) = sin(2*x)/2``, with powers too."""
    powers = product.as_powers_dict()
    for sine, cosine in ((sympy.sin, sympy.cos), (sympy.sinh, sympy.cosh)):
        for base, power in list(powers.items()):
            other = cosine(base.args[0]) if isinstance(base, sine) else None
            if other in powers and powers[other] == power and power.is_positive:
                pair = (base * other) ** power
                product = product / pair * (sine(2 * base.args[0]) / 2) ** power
    return product


def _with_tangents(expr: Expr) -> Expr:
    """``(tan(x) + a)/(1 - a*tan(x))`` as the tangent of a sum, where a is that of a known angle."""

    def joined(product: Expr) -> Expr:
        above, below = fraction(product)
        tangents = sorted(product.atoms(sympy.tan), key=str)
        if len(tangents) != 1:
            return product
        w = sympy.Dummy()
        top, bottom = (sympy.Poly(e.xreplace({tangents[0]: w}), w) for e in (above, below))
        if top.degree() != 1 or bottom.degree() != 1 or bottom.TC() == 0:
            return product
        a = sympy.radsimp(-bottom.LC() / bottom.TC())
        angle = sympy.atan(a)
        if not (angle / sympy.pi).is_Rational or expand(top.TC() - a * top.LC()) != 0:
            return product
        return top.LC() / bottom.TC() * sympy.tan(tangents[0].args[0] + angle)

    if not expr.has(sympy.tan):
        return expr
    return sympy.bottom_up(expr, lambda e: joined(e) if e.is_Mul else e)


def _without_doubles(expr: Expr) -> Expr:
    """Without the sine of a double angle below one of the angle itself."""

    def shorter(product: Expr) -> Expr:
        above, below = fraction(product)
        for sine, cosine in ((sympy.sin, sympy.cos), (sympy.sinh, sympy.cosh)):
            for e in below.atoms(sine):
                half = expand(e.args[0] / 2)
                if above.has(sine(half), cosine(half)):
                    below = below.xreplace({e: 2 * sine(half) * cosine(half)})
        return above / below

    return sympy.bottom_up(expr, lambda e: shorter(e) if e.is_Mul else e)


def in_partial_fractions(expr: Expr) -> Expr:
    """A quotient of polynomials in one variable, taken apart."""
    if len(expr.free_symbols) != 1 or not expr.is_rational_function():
        return expr
    return sympy.apart(expr)
