"""A normal form that decides most identities: a tower of generators with their relations.

Functions are rewritten as exponentials, logarithms and roots, and each of these as a product of
generators: ``exp(x/2 - 3*y)`` is ``E1**(1/2) * E2**-3`` with ``E1 = exp(x)``, ``E2 = exp(y)``;
``sin`` and ``cos`` go through ``exp(I*x)``; a root of a polynomial ``p`` is a generator with
``h**n = p``.  What is left is a rational function of the generators.  It is zero if its numerator
vanishes modulo the relations.  Every rewriting is an identity, so a zero found is a proof; a
missed one only means that another method has to find it.
"""

from math import lcm

import sympy
from sympy import (
    Add,
    Dummy,
    Expr,
    I,
    Integer,
    Mul,
    Poly,
    Pow,
    Rational,
    S,
    Symbol,
    cancel,
    expand,
    expand_mul,
    factor_list,
    fraction,
    together,
)
from sympy.core.numbers import Exp1

from sympy_ssde.language.functions import CLASS_FUNCTIONS
from sympy_ssde.proof.bessel import BESSEL, lowered
from sympy_ssde.proof.polynomials import Fractions, TooLarge
from sympy_ssde.proof.signs import Signs

#: Polynomials of a higher degree in a generator are not multiplied out.
MAX_DEGREE = 500

#: Function -> itself by exponentials, logarithms, sines and cosines.
_REWRITTEN = {f.function: f.in_proofs for f in CLASS_FUNCTIONS if f.in_proofs is not None}


def is_zero(expr: Expr, signs: Signs) -> bool:
    """Whether ``expr`` is zero by the normal form.

    >>> from sympy import Symbol, sin, cos, sqrt, atan
    >>> from sympy_ssde.problem.domain import Domain, Range
    >>> x = Symbol("x", positive=True)
    >>> signs = Signs(Domain((Range(x, 0, 1),)))
    >>> is_zero(sin(2*x) - 2*sin(x)*cos(x), signs)
    True
    >>> is_zero(sin(4*atan(x)) - 4*x*(1 - x**2)/(1 + x**2)**2, signs)
    True
    >>> is_zero(sqrt(1 - x**2) - sqrt(1 - x)*sqrt(1 + x), signs)
    True
    """
    tower = Tower(signs)
    return tower.vanishes(tower.convert(expr))


class Tower:
    """Generators made so far, what they mean, and which of them are roots."""

    def __init__(self, signs: Signs):
        self.signs = signs
        self.meaning: dict[Symbol, Expr] = {}  # generator -> expression in the problem's symbols
        self.radicand: dict[Symbol, Expr] = {}  # root generator -> what it is the root of
        self.generators: dict[Expr, Symbol] = {}  # canonical expression -> generator
        self.arguments: dict[Symbol, tuple[type, Expr]] = {}  # log, atan, ...: function, argument
        self._memo: dict[Expr, Expr] = {}

    def convert(self, expr: Expr) -> Expr:
        """Rewrite ``expr`` as a rational function (with fractional powers) of generators."""
        if expr not in self._memo:
            self._memo[expr] = self._convert(expr)
        return self._memo[expr]

    def _convert(self, expr: Expr) -> Expr:
        if expr is S.Exp1:
            return self.exponential(Integer(1))
        if expr is S.Pi or expr.is_NumberSymbol:
            return self.generator(expr, expr)
        if expr.is_Atom:
            return expr
        if expr.is_Pow:
            base, exponent = expr.args
            if base is S.Exp1:
                return self.exponential(self.convert(exponent))
            if exponent.is_Integer:
                return self.convert(base) ** exponent
            if exponent.is_Rational:
                return self.power(self.convert(base), exponent)
            return self.exponential(expand_mul(self.convert(exponent * sympy.log(base))))
        if expr.is_Add or expr.is_Mul:
            return expr.func(*(self.convert(a) for a in expr.args))
        return self._convert_function(expr)

    def _convert_function(self, expr: Expr) -> Expr:
        kind = expr.func
        if kind in _REWRITTEN:
            return self.convert(_REWRITTEN[kind](*expr.args))
        if isinstance(expr, BESSEL) and (low := lowered(expr)) != expr:
            return self.convert(low)
        if isinstance(expr, (sympy.jn, sympy.yn)) and expr.args[0].is_Integer:
            return self.convert(sympy.expand_func(expr))
        if not all(isinstance(a, Expr) for a in expr.args):  # hyper has tuples
            return self.generator(expr, expr)
        args = [self.convert(a) for a in expr.args]
        if kind is sympy.exp:
            return self.exponential(args[0])
        if kind in (sympy.sin, sympy.cos):
            turn = self.exponential(expand_mul(I * args[0]))
            back = 1 / turn
            return (turn - back) / (2 * I) if kind is sympy.sin else (turn + back) / 2
        if kind is sympy.log:
            return self.logarithm(args[0])
        if kind is sympy.Abs:
            sign = self.sign(args[0])
            if sign:
                return sign * args[0]
        canonical = [cancel(a) for a in args]
        generator = self.generator(kind(*canonical), kind(*(self.original(a) for a in canonical)))
        if len(canonical) == 1:
            self.arguments[generator] = (kind, canonical[0])
        return generator

    def generator(self, key: Expr, meaning: Expr) -> Symbol:
        """The generator for a canonical expression, made at its first use."""
        if key not in self.generators:
            self.generators[key] = Dummy(f"g{len(self.generators)}")
            self.meaning[self.generators[key]] = meaning
        return self.generators[key]

    def original(self, expr: Expr) -> Expr:
        """The expression in the problem's own symbols.

        A power of an exponential is one of its exponent, which for a complex one is not the same
        as the principal value of the power.
        """
        powers = {}
        for p in expr.atoms(Pow):
            meaning = self.meaning.get(p.base)
            if isinstance(meaning, sympy.exp) and p.exp.is_Rational and not p.exp.is_Integer:
                powers[p] = sympy.exp(p.exp * meaning.args[0])
        return expr.xreplace(powers).xreplace(self.meaning)

    def sign(self, expr: Expr) -> int | None:
        """The proved sign of an expression of generators."""
        return self.signs.sign(self.original(expr))

    # exponentials ------------------------------------------------------------------------------

    def exponential(self, exponent: Expr) -> Expr:
        """exp of a sum, as a product of powers of generators, one for each kind of term."""
        result: Expr = Integer(1)
        for term in self._terms(exponent):
            coefficient, key = _rational_part(term)
            result *= self._exponential_term(coefficient, key)
        return result

    def _terms(self, exponent: Expr) -> tuple[Expr, ...]:
        """Terms of the exponent over its reduced denominator; equal exponents give equal terms."""
        numerator, denominator = fraction(cancel(together(exponent)))
        if denominator.is_Add:
            leading = Poly(denominator).LC() if not denominator.has(I) else Integer(1)
            numerator, denominator = numerator / leading, expand(denominator / leading)
        terms = Add.make_args(expand(numerator))
        return tuple(t / denominator for t in terms if t != 0)

    def _exponential_term(self, coefficient: Rational, key: Expr) -> Expr:
        if key == 1:
            return Pow(self.generator(S.Exp1, S.Exp1), coefficient)
        nothing = (None, Integer(0))
        kind, argument = self.arguments.get(key, nothing)
        if kind is sympy.log:
            return self.power(argument, coefficient)
        turned = cancel(key / I)
        kind, argument = self.arguments.get(turned, nothing)
        real = self.original(argument).is_extended_real
        if kind is sympy.atan and coefficient.is_Integer and (coefficient.is_even or real):
            return self._turn_by_atan(argument, int(coefficient))
        if kind is sympy.asin and coefficient.is_Integer:
            root = self.power(1 - argument**2, S.Half)
            return (root + I * argument) ** coefficient
        if kind is sympy.acos and coefficient.is_Integer:
            root = self.power(1 - argument**2, S.Half)
            return (argument + I * root) ** coefficient
        if self.original(turned) == S.Pi:
            angle = coefficient * S.Pi
            return self.convert(expand(sympy.cos(angle), func=True)) + I * self.convert(
                expand(sympy.sin(angle), func=True)
            )
        return Pow(
            self.generator(sympy.exp(key, evaluate=False), sympy.exp(self.original(key))),
            coefficient,
        )

    def _turn_by_atan(self, z: Expr, n: int) -> Expr:
        """exp(I*n*atan(z)); even n need no root."""
        whole = ((1 + I * z) / (1 - I * z)) ** (n // 2)
        return whole if n % 2 == 0 else whole * (1 + I * z) / self.power(1 + z**2, S.Half)

    # logarithms and roots ----------------------------------------------------------------------

    def factors(self, expr: Expr) -> list[tuple[Expr, Expr]] | None:
        """Positive factors with exponents whose product is ``expr``, if all signs are proved."""
        plain = cancel(together(expr))
        other = self._with_radicands(plain)
        better = other != plain and self._has_powers(other) and not self._has_powers(plain)
        numerator, denominator = fraction(other if better else plain)
        if numerator.has(I) or denominator.has(I):
            return None
        found: list[tuple[Expr, Expr]] = []
        total = 1
        for part, side in ((numerator, 1), (denominator, -1)):
            coefficient, parts = self._factor_list(part)
            parts = [(coefficient, 1), *parts] if coefficient != 1 else parts
            for base, exponent in parts:
                sign = self.sign(base)
                exponent = S(exponent)  # fractional for powers of generators
                if sign is None or (sign < 0 and not exponent.is_Integer):
                    return None
                total *= sign ** int(exponent) if sign < 0 else 1
                found.append((sign * base, side * exponent))
        return found if total > 0 else None

    def _has_powers(self, quotient: Expr) -> bool:
        """Whether some sum occurs to a higher power above."""
        _, parts = self._factor_list(fraction(quotient)[0])
        return any(base.is_Add and exponent > 1 for base, exponent in parts)

    def _with_radicands(self, expr: Expr) -> Expr:
        """Whole powers of roots' generators replaced by what they are the roots of.

        With ``g = x`` for ``sqrt(x)`` the square ``(x - 1)**2 + 4*g`` is that of ``x + 1``.
        """
        whole: dict[Expr, Expr] = {g: base for g, base in self.radicand.items() if expr.has(g)}
        if not whole:
            return expr
        for p in expr.atoms(Pow):
            if p.base in whole and p.exp.is_Rational:
                n = sympy.floor(p.exp)
                whole[p] = self.radicand[p.base] ** n * Pow(p.base, p.exp - n)
        held = {p: Dummy() for p in whole}
        back = {held[p]: value for p, value in whole.items()}
        return cancel(together(expr.xreplace(held).xreplace(back)))

    def _factor_list(self, part: Expr) -> tuple[Expr, list[tuple[Expr, Expr]]]:
        """SymPy's, which doesn't see the cube of ``g**(1/3) + 1``: a polynomial in that root."""
        degrees: dict[Symbol, int] = {}
        for p in part.atoms(Pow):
            if p.base in self.meaning and p.exp.is_Rational and not p.exp.is_Integer:
                degrees[p.base] = lcm(degrees.get(p.base, 1), int(p.exp.q))
        if not degrees:
            return factor_list(part)
        coefficient, parts = factor_list(self._raise(part, degrees))
        roots = {g: Pow(g, Rational(1, n)) for g, n in degrees.items()}
        found = []
        for base, exponent in parts:
            root = base.xreplace(roots)
            pure = root.is_Pow and root.base in degrees
            found.append((root.base, exponent * root.exp) if pure else (root, exponent))
        return coefficient, found

    def power(self, base: Expr, exponent: Rational) -> Expr:
        """``base**exponent`` for a rational exponent, by roots of positive factors."""
        if exponent.is_Integer:
            return base**exponent
        parts = self.factors(base)
        if parts is None:
            root = self._square_root(base) if exponent.q == 2 else None
            if root is not None:
                return root**exponent.p
            return self._root(cancel(together(base)), exponent)
        result: Expr = Integer(1)
        for factor, power in parts:
            total = power * exponent
            if factor.is_Rational:
                result *= Mul(*(self._root(Integer(p), e * total) for p, e in _primes(factor)))
            else:
                result *= self._root(factor, total)
        return result

    def _square_root(self, base: Expr) -> Expr | None:
        """The root of a square such as ``(2 + sin(x))**2``, written by exponentials, if its sign
        is proved.  Exponentials themselves have roots of any order.
        """
        numerator, denominator = fraction(cancel(together(base)))
        root: Expr = Integer(1)
        for part, side in ((numerator, 1), (denominator, -1)):
            coefficient, parts = factor_list(part, gaussian=True)
            root *= sympy.sqrt(coefficient) ** side
            for factor, exponent in parts:
                half = Rational(side * exponent, 2)
                if not (half.is_Integer or isinstance(self.meaning.get(factor), sympy.exp)):
                    return None
                root *= Pow(factor, half)
        sign = self.signs.sign(_without_exponentials(self.original(expand(root))))
        return None if sign is None else self.convert(S(sign)) * self._converted_root(root)

    def _converted_root(self, root: Expr) -> Expr:
        """Roots of numbers in it become generators."""
        numbers = {p: self.convert(p) for p in root.atoms(Pow) if p.is_number}
        return root.xreplace(numbers)

    def _root(self, base: Expr, exponent: Rational) -> Expr:
        if exponent.is_Integer:
            return base**exponent
        meaning = self.meaning.get(base)
        if meaning is not None and meaning.is_positive and isinstance(meaning, sympy.exp | Exp1):
            return Pow(base, exponent)
        generator = self.generator(Pow(base, S.Half, evaluate=False), self.original(base))
        self.radicand[generator] = base
        whole = exponent.p // exponent.q
        return base**whole * Pow(generator, exponent - whole)

    def logarithm(self, argument: Expr) -> Expr:
        """Logarithm as a sum over positive factors."""
        parts = self.factors(argument)
        if parts is None:
            return self._log_generator(cancel(together(argument)))
        result: Expr = Integer(0)
        for factor, power in parts:
            if factor.is_Rational:
                for p, e in _primes(factor):
                    result += e * power * self._log_generator(Integer(p))
            else:
                result += power * self._log_generator(factor)
        return result

    def _log_generator(self, argument: Expr) -> Expr:
        if argument == 1:
            return Integer(0)
        meaning = self.original(argument)
        if meaning is S.Exp1:
            return Integer(1)
        if isinstance(meaning, sympy.exp) and meaning.args[0].is_real:
            return self.convert(meaning.args[0])
        generator = self.generator(sympy.log(argument, evaluate=False), sympy.log(meaning))
        self.arguments[generator] = (sympy.log, argument)
        return generator

    # the decision ------------------------------------------------------------------------------

    def vanishes(self, expr: Expr) -> bool:
        """Whether the numerator of ``expr`` is zero modulo the roots' relations."""
        expr, degrees = self._integral(expr)
        if any(abs(p.exp) > MAX_DEGREE for p in expr.atoms(Pow) if p.exp.is_Integer):
            return False
        try:
            return self._vanishes_in_flint(expr, degrees)
        except TooLarge:
            pass
        numerator = _numerator(expr)
        for root in reversed(list(degrees)):
            if root not in self.radicand:
                continue
            numerator = self._reduced(numerator, root, degrees)
        return numerator == 0

    def _vanishes_in_flint(self, expr: Expr, degrees: dict[Symbol, int]) -> bool:
        bases = {
            root: self._raise(self.radicand[root], degrees)
            for root in degrees
            if root in self.radicand
        }
        used = set().union(expr.free_symbols, degrees, *(b.free_symbols for b in bases.values()))
        field = Fractions(sorted(used, key=str))
        numerator, _ = field.convert(expr)
        for root in reversed(list(degrees)):
            if root in bases:
                place, base = field.place[root], field.convert(bases[root])
                numerator = field.reduced(numerator, place, degrees[root], base)
        numerator = field.reduced(numerator, field.unit, 2, field.convert(Integer(-1)))
        return bool(numerator == 0)

    def _integral(self, expr: Expr) -> tuple[Expr, dict[Symbol, int]]:
        """Make all exponents whole: ``g -> g**n`` with n the denominators' common multiple."""
        degrees = dict.fromkeys(self.meaning, 1)
        related = [expr, *(self.radicand[g] for g in self.meaning if g in self.radicand)]
        for e in related:
            for p in e.atoms(Pow):
                if p.base in degrees and p.exp.is_Rational:
                    degrees[p.base] = lcm(degrees[p.base], int(p.exp.q))
        return self._raise(expr, degrees), degrees

    def _raise(self, expr: Expr, degrees: dict[Symbol, int]) -> Expr:
        fractional = {g for g, n in degrees.items() if n > 1}
        if not fractional:
            return expr
        kept: dict[Expr, Expr] = {}
        for p in expr.atoms(Pow):
            if p.base in fractional and p.exp.is_Rational:
                kept[p] = Dummy()
        held = expr.xreplace(kept).xreplace({g: g ** degrees[g] for g in fractional})
        return held.xreplace({d: p.base ** (p.exp * degrees[p.base]) for p, d in kept.items()})

    def _reduced(self, numerator: Expr, root: Symbol, degrees: dict[Symbol, int]) -> Expr:
        """Replace ``root**n`` by its radicand."""
        n = degrees[root]
        if not numerator.has(root):
            return numerator
        base = self._raise(self.radicand[root], degrees)
        poly = Poly(numerator, root)
        remainder: Expr = Integer(0)
        for (power,), coefficient in poly.terms():
            remainder += coefficient * base ** (power // n) * root ** (power % n)
        return _numerator(remainder)


def _numerator(expr: Expr) -> Expr:
    """Expanded numerator; polynomials are multiplied out by the ring, which is faster."""
    numerator, _ = fraction(together(expr))
    symbols = sorted(numerator.free_symbols, key=str)
    if not symbols:
        return expand(numerator)
    return Poly(numerator, *symbols).as_expr()


def _without_exponentials(expr: Expr) -> Expr:
    """Imaginary exponentials by sines and cosines, so that what is real looks real."""
    imaginary = {e: e.rewrite(sympy.cos) for e in expr.atoms(sympy.exp) if e.args[0].has(I)}
    return expand(expr.xreplace(imaginary))


def _rational_part(term: Expr) -> tuple[Rational, Expr]:
    coefficient, rest = term.as_coeff_Mul(rational=True)
    return coefficient, rest


def _primes(number: Rational) -> list[tuple[int, int]]:
    if number.p.bit_length() + number.q.bit_length() > 200:  # hopeless to factor
        return [(p, e) for p, e in ((number.p, 1), (number.q, -1)) if p != 1]
    up = sympy.factorint(number.p)
    down = sympy.factorint(number.q)
    return [*up.items(), *((p, -e) for p, e in down.items())]
