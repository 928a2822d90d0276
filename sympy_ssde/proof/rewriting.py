"""Other ways to write an expression, each equal to it where the symbols are real.

Exponentials and hyperbolic functions become each other, phases are taken apart, complex
exponentials become sines and cosines, numbers are put in their simplest form.
"""

from functools import lru_cache
from math import gcd

import sympy
from sympy import (
    Add,
    Dummy,
    E,
    Expr,
    I,
    Integer,
    Mul,
    Pow,
    Rational,
    bottom_up,
    cosh,
    exp,
    expand,
    sinh,
)
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from sympy_ssde.proof.cost import cost
from sympy_ssde.proof.ladder import GIVES_UP

_DIGITS = 30  # to which two forms of a number must agree
_HIGHEST = 24  # power of an exponential that is multiplied out
_LONGEST_NUMBER = 40  # operations of a number that all of SymPy is used on


def without_logarithms_inside(expr: Expr) -> Expr:
    """Without hyperbolic functions of logarithms.

    >>> from sympy import log, tanh
    >>> from sympy.abc import x
    >>> without_logarithms_inside(tanh(log(x)/2))
    (x - 1)/(x + 1)
    """
    plain = expr.replace(
        lambda e: isinstance(e, HyperbolicFunction) and e.has(sympy.log),
        lambda e: e.rewrite(sympy.exp),
    )
    return expr if plain == expr else sympy.simplify(plain)


def with_sign_inside(expr: Expr) -> Expr:
    """The sign before a product taken into a sum of it.

    >>> from sympy.abc import x
    >>> with_sign_inside(-x**2/(x - 2))
    x**2/(2 - x)
    """
    return bottom_up(expr, lambda e: _without_sign(e) if e.is_Mul else e)


def _without_sign(product: Expr) -> Expr:
    if not product.could_extract_minus_sign():
        return product
    for part in product.args:
        base, power = part.as_base_exp()
        if base.is_Add and power.is_Integer and power % 2:
            others = Mul(*(a for a in product.args if a is not part))
            return Mul(-others, Add(*(-a for a in base.args)) ** power)
    return product


# complex exponentials ----------------------------------------------------------------------------


def in_reals(expr: Expr) -> Expr:
    """Sines and cosines instead of complex exponentials, if the expression is real.

    >>> from sympy import Symbol
    >>> x = Symbol("x", real=True)
    >>> in_reals(exp(I*x)*(1 + I)/2 + exp(-I*x)*(1 - I)/2)
    -sin(x) + cos(x)
    """
    if not expr.has(I):
        return expr
    plain = bottom_up(expr, _in_sines)
    real, imaginary = [], []
    for term in Add.make_args(expand(plain)):
        parts = (term, Integer(0)) if not term.has(I) else term.as_real_imag()
        real.append(parts[0])
        imaginary.append(parts[1])
    rest = expand(Add(*imaginary))
    if rest != 0 and sympy.simplify(rest) != 0:
        return expr
    return Add(*real)


def _in_sines(node: Expr) -> Expr:
    """``exp(a + I*b)`` as ``exp(a)*(cos(b) + I*sin(b))``; powers of positive bases too."""
    if not node.has(I):
        return node
    if isinstance(node, exp):
        exponent = node.args[0]
    elif node.is_Pow and node.base.is_positive and not node.exp.is_Integer:
        exponent = node.exp * sympy.log(node.base)
    else:
        return node
    real, imaginary = expand(exponent).as_real_imag()
    whole = exp(real) if isinstance(node, exp) else node.base ** sympy.re(node.exp)
    return whole * (sympy.cos(imaginary) + I * sympy.sin(imaginary))


# exponentials ------------------------------------------------------------------------------------


@lru_cache(maxsize=500)
def by_exponentials(expr: Expr, *, factored: bool = False) -> Expr:
    """A rational function of exponentials, reduced.

    >>> from sympy import cos
    >>> from sympy.abc import t
    >>> by_exponentials((1 - exp(2))*cos(t)/(2*cosh(t) - 2*E*cosh(t + 1)))
    exp(-t)*cos(t)
    """
    if not expr.has(exp, E, HyperbolicFunction):
        return expr
    plain = expr.replace(
        lambda e: isinstance(e, HyperbolicFunction), lambda e: e.rewrite(exp).expand()
    )
    generators = _Generators()
    plain = generators.convert(plain)
    if any(abs(p.exp) > _HIGHEST for p in plain.atoms(Pow) if p.exp.is_Integer):
        return expr  # a polynomial that takes long to reduce, and is long
    rational = sympy.cancel(sympy.together(plain))
    if factored:
        return generators.back(sympy.factor(rational))
    above, below = (sympy.factor_terms(part) for part in sympy.fraction(rational))
    return generators.back(above / below)


class _Generators:
    """A symbol for each exponential that isn't a product of others."""

    def __init__(self) -> None:
        self._units: dict[Expr, Rational] = {}  # all exponents are whole multiples of these
        self._symbols: dict[Expr, Expr] = {}

    def convert(self, expr: Expr) -> Expr:
        """The expression with symbols instead of exponentials."""
        for node in sympy.preorder_traversal(expr):
            if isinstance(node, exp) or node is E:
                for coefficient, key in _exponents(node):
                    self._units[key] = _common(self._units.get(key, Integer(0)), coefficient)
        self._symbols = {key: Dummy(positive=True) for key in self._units}
        return self._converted(expr)

    def _converted(self, expr: Expr) -> Expr:
        if isinstance(expr, exp) or expr is E:
            return Mul(*(self._symbols[k] ** (c / self._units[k]) for c, k in _exponents(expr)))
        if not expr.args:
            return expr
        if expr.is_Pow and expr.base is E:
            return expr
        return expr.func(*(self._converted(a) for a in expr.args))

    def back(self, expr: Expr) -> Expr:
        """The exponentials again."""
        meaning = {s: exp(k * self._units[k]) for k, s in self._symbols.items()}
        plain = expr.xreplace(meaning)
        return sympy.powsimp(plain, combine="exp")


def _common(first: Rational, second: Rational) -> Rational:
    """The largest number of which both are whole multiples."""
    return Rational(gcd(first.p * second.q, second.p * first.q), first.q * second.q)


def _exponents(node: Expr) -> list[tuple[Rational, Expr]]:
    """The exponent's terms as rational multiples."""
    exponent = Integer(1) if node is E else expand(node.args[0])
    return [term.as_coeff_Mul(rational=True) for term in Add.make_args(exponent)]


def by_hyperbolics(expr: Expr) -> Expr:
    """sinh and cosh instead of sums of two exponentials.

    >>> from sympy.abc import x
    >>> by_hyperbolics((exp(2*x) - 1)*exp(-x))
    2*sinh(x)
    """
    pairs = bottom_up(expr, lambda e: _paired(e) if e.is_Add and e.has(exp, E) else e)
    return sympy.powsimp(pairs, combine="exp")


def _paired(total: Expr) -> Expr:
    """A sum with pairs of exponentials of opposite exponents, or all of it, put together."""
    terms = [_split(t) for t in total.args]
    done: list[Expr] = []
    while terms:
        factor, exponent = terms.pop()
        for other in terms:
            if other[0] not in (factor, -factor):
                continue
            middle = expand(exponent + other[1]) / 2
            if (middle == 0 and exponent != 0) or len(total.args) == 2:
                half = expand(exponent - other[1]) / 2
                kind = cosh if other[0] == factor else sinh
                done.append(2 * factor * kind(half) * exp(middle))
                terms.remove(other)
                break
        else:
            done.append(factor * exp(exponent))
    return Add(*done)


def _split(term: Expr) -> tuple[Expr, Expr]:
    """A term as ``factor*exp(exponent)``."""
    exponent, factors = Integer(0), []
    for part in Mul.make_args(term):
        base, power = part.as_base_exp()
        if base is E:
            exponent += power
        else:
            factors.append(part)
    return Mul(*factors), expand(exponent)


def by_common_exponentials(expr: Expr) -> Expr:
    """Terms with the same exponential put together: ``exp(-t)*(...)``.

    >>> from sympy import cos, sin
    >>> from sympy.abc import t
    >>> by_common_exponentials(exp(-t)*cos(t) + 2*exp(-t)*sin(t) + 1)
    (2*sin(t) + cos(t))*exp(-t) + 1
    """
    groups: dict[Expr, list[Expr]] = {}
    for term in Add.make_args(expand(expr, power_exp=False, power_base=False, log=False)):
        factor, exponent = _split(sympy.powsimp(term, combine="exp"))
        whole, shift = exponent.as_independent(*exponent.free_symbols, as_Add=True)
        groups.setdefault(shift, []).append(factor * exp(whole))
    return Add(*(exp(e) * sympy.factor_terms(Add(*parts)) for e, parts in groups.items()))


# phases ------------------------------------------------------------------------------------------


def without_phases(expr: Expr) -> Expr:
    """Sines and cosines of sums with a number, taken apart.

    >>> from sympy import atan, cos, sqrt
    >>> from sympy.abc import t
    >>> without_phases(sqrt(2)*cos(t - atan(1)))
    sin(t) + cos(t)
    """
    apart = bottom_up(expr, _taken_apart)
    if apart == expr:
        return expr
    return expand(apart, power_exp=False, power_base=False, log=False)


def _taken_apart(node: Expr) -> Expr:
    if not isinstance(node, sympy.sin | sympy.cos):
        return node
    numbers: list[Expr] = []
    rest: list[Expr] = []
    for term in Add.make_args(expand(node.args[0])):
        (numbers if term.is_number else rest).append(term)
    if not numbers or not rest:
        return node
    a, b = Add(*rest), Add(*numbers)
    s, c = sympy.expand_trig(sympy.sin(b)), sympy.expand_trig(sympy.cos(b))
    if isinstance(node, sympy.sin):
        return sympy.sin(a) * c + sympy.cos(a) * s
    return sympy.cos(a) * c - sympy.sin(a) * s


# numbers -----------------------------------------------------------------------------------------


def with_simple_numbers(expr: Expr) -> Expr:
    """All numbers in the expression, each in its simplest form.

    >>> from sympy import sqrt
    >>> from sympy.abc import x
    >>> with_simple_numbers(x*(1 - exp(2))/(E - exp(3)) + 1/(1 + sqrt(2)))
    x*exp(-1) - 1 + sqrt(2)
    """
    if expr.is_number:
        return _simple_number(expr)
    if not expr.args:
        return expr
    if expr.is_Add or expr.is_Mul:
        numbers = expr.func(*(a for a in expr.args if a.is_number))
        others = (with_simple_numbers(a) for a in expr.args if not a.is_number)
        return expr.func(_simple_number(numbers), *others)
    return expr.func(*(with_simple_numbers(a) for a in expr.args))


@lru_cache(maxsize=2000)
def _simple_number(number: Expr) -> Expr:
    """The shortest of a few forms of a number."""
    if number.is_Atom or number.is_Rational or number.count_ops() < 2:
        return number
    forms = [expand, sympy.radsimp, by_exponentials, lambda n: by_hyperbolics(by_exponentials(n))]
    if number.count_ops() <= _LONGEST_NUMBER:
        forms += [sympy.sqrtdenest, lambda n: sympy.radsimp(sympy.sqrtdenest(n)), sympy.factor]
    best = number
    for form in forms:
        try:
            found = form(number)
        except GIVES_UP:
            continue
        if cost(found) < cost(best) and _agree(found, number):
            best = found
    return best


def _agree(first: Expr, second: Expr) -> bool:
    a, b = first.evalf(_DIGITS), second.evalf(_DIGITS)
    return bool(abs(a - b) <= abs(b) * Pow(10, 5 - _DIGITS))
