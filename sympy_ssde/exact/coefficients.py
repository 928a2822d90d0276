"""What must vanish for all values of the variables, as equations for the constants.

A residual is a rational function of the variables and of functions of them: exponentials (sines
and cosines are complex ones), logarithms, others.  Its numerator is a sum of products of these, and
where no two products are the same function, the coefficient of each must vanish.  Which of them are
the same is told by the constants' digits: that ``exp(c*t)`` is ``exp(-pi**2*t)`` is an equation
for c.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import Any

import sympy
from mpmath import mp
from sympy import Add, Dummy, Expr, I, Integer, Mul, Pow, S, Symbol, exp, expand, log

from sympy_ssde.exact.unknowns import Unknowns
from sympy_ssde.language.functions import CLASS_FUNCTIONS
from sympy_ssde.proof.evaluate import Undefined

_REWRITTEN = {f.function: f.in_proofs for f in CLASS_FUNCTIONS if f.in_proofs is not None}
_DEEPEST = 6  # equations of equations of ...

Point = Mapping[Symbol, Any]


class NotExpanded(ArithmeticError):
    """The expression has no form here from which equations could be read."""


def equations(
    residual: Expr, variables: Sequence[Symbol], unknowns: Unknowns, points: Sequence[Point]
) -> list[Expr]:
    """Expressions of the unknowns that vanish if the residual does for all variables.

    Parameters
    ==========

    points : values of the variables, at which functions are compared

    >>> from sympy import cos, sin
    >>> a, b, w = sympy.symbols("a b w", positive=True)
    >>> x = Symbol("x", positive=True)
    >>> known = Unknowns({a: mp.mpf(2), b: mp.mpf(5), w: mp.mpf(3)}, mp.mpf(10)**-10)
    >>> at = [{x: mp.mpf(1)/3}, {x: mp.mpf(5)/7}]
    >>> equations(a*exp(x)*x - 2*x*exp(x) + b - 5, [x], known, at)
    [b - 5, a - 2]
    """
    found: list[Expr] = []
    waiting = [residual]
    for _ in range(_DEEPEST):
        if not waiting:
            return found
        more: list[Expr] = []
        for expr in waiting:
            expansion = Expansion(tuple(variables), unknowns, tuple(points))
            found += expansion.coefficients(expr)
            more += expansion.further
        waiting = more
    raise NotExpanded("equations lead to ever further ones")


@dataclass
class _Key:
    """A function in exponents; that of ``x**c`` is ``log(x)``, and its base ``x``."""

    expr: Expr
    values: list[Any]
    base: Expr | None = None


@dataclass
class Expansion:
    """Converts an expression to generators, and reads the coefficients.

    ``further`` are residuals that must vanish as well, since functions were taken for the same.
    """

    variables: tuple[Symbol, ...]
    unknowns: Unknowns
    points: tuple[Point, ...]
    further: list[Expr] = field(default_factory=list)
    _keys: list[_Key] = field(default_factory=list)
    _generators: dict[tuple[int, Expr], Symbol] = field(default_factory=dict)
    _atoms: list[tuple[Expr, Symbol, list[Any]]] = field(default_factory=list)

    # conversion ----------------------------------------------------------------------------------

    def convert(self, expr: Expr) -> Expr:
        """The expression in the variables, the generators and the unknowns."""
        if expr.is_Atom or not (self._varies(expr) or self.unknowns.has(expr)):
            return expr
        if expr.is_Add or expr.is_Mul:
            return expr.func(*(self.convert(a) for a in expr.args))
        if isinstance(expr, exp):
            return self._exponential(expr.args[0])
        if expr.is_Pow:
            return self._power(expr)
        kind = expr.func
        if kind in _REWRITTEN:
            return self.convert(_REWRITTEN[kind](*expr.args))
        if kind in (sympy.sin, sympy.cos):
            turn, back = (self._exponential(sign * I * expr.args[0]) for sign in (1, -1))
            return (turn - back) / (2 * I) if kind is sympy.sin else (turn + back) / 2
        if kind is log:
            return Add(*(c * self._logarithm(b) for c, b in self._log_factors(expr.args[0])))
        return self._atom(expr)

    def _varies(self, expr: Expr) -> bool:
        return bool(expr.free_symbols & set(self.variables))

    def _power(self, expr: Expr) -> Expr:
        base, exponent = expr.args
        if exponent.is_Integer:
            return self.convert(base) ** exponent
        if not self._varies(expr):
            return self._constant_power(base, exponent)
        result: Expr = Integer(1)
        for c, factor in self._log_factors(base):
            result *= self._log_power(factor, expand(c * exponent))
        return result

    def _log_power(self, base: Expr, exponent: Expr) -> Expr:
        """``base**exponent``; whole parts of the exponent are no matter of generators."""
        whole, rest = exponent.as_coeff_Add(rational=True)
        number = Integer(sympy.floor(whole))
        fraction = rest + whole - number
        power = self.convert(base) ** number
        if fraction == 0:
            return power
        if not self._varies(base):
            return power * self._constant_power(base, fraction)
        return power * self._exponential(fraction * log(base))

    def _constant_power(self, base: Expr, exponent: Expr) -> Expr:
        """A power of constants as a whole or rational power of an auxiliary unknown."""
        if not self.unknowns.has(base**exponent):
            return base**exponent
        number, unit = exponent.as_coeff_Mul(rational=True)
        return self.unknowns.auxiliary(base ** (unit / number.q)) ** number.p

    def _exponential(self, exponent: Expr) -> Expr:
        """exp of a sum, as a product of generators and auxiliary unknowns."""
        result: Expr = Integer(1)
        constant: list[Expr] = []
        for term in Add.make_args(expand(exponent)):
            rate, rest = term.as_independent(*self.variables, as_Add=False)
            rate, rest = self._monic(rate, rest)
            if rest == 1:
                constant.append(rate)
                continue
            index, factor = self._key(rest)
            number, unit = (rate * factor).as_coeff_Mul(rational=True)
            name = (index, unit)
            if name not in self._generators:
                self._generators[name] = Dummy("e", positive=True)
            result *= self._generators[name] ** number
        return result * self._constant_exponential(constant)

    def _constant_exponential(self, terms: Iterable[Expr]) -> Expr:
        result: Expr = Integer(1)
        for term in terms:
            number, unit = term.as_coeff_Mul(rational=True)
            real, imaginary = (unit, S.Zero) if not unit.has(I) else (S.Zero, expand(unit / I))
            if not self.unknowns.has(term):
                angle = number * imaginary
                result *= exp(number * real) * (sympy.cos(angle) + I * sympy.sin(angle))
            elif imaginary == 0:
                result *= self.unknowns.auxiliary(exp(real)) ** number
            else:
                result *= self.unknowns.turn(imaginary / number.q).whole ** number.p
        return result

    def _monic(self, rate: Expr, rest: Expr) -> tuple[Expr, Expr]:
        """With the leading coefficients of sums in the factors of ``rest`` put to the rate."""
        factors = []
        for part in Mul.make_args(rest):
            base, power = part.as_base_exp()
            if base.is_Add and power.is_Integer:
                leading, plain = self._leading(base)
                rate, part = rate * leading**power, plain**power
            factors.append(part)
        return rate, Mul(*factors)

    def _leading(self, total: Expr) -> tuple[Expr, Expr]:
        """A sum as its leading coefficient times a sum where that is 1."""
        groups: dict[Expr, Expr] = {}
        for term in Add.make_args(expand(total)):
            factor, rest = term.as_independent(*self.variables, as_Add=False)
            groups[rest] = groups.get(rest, S.Zero) + factor
        order = sorted((g for g in groups if g != 1), key=lambda g: (g.count_ops(), str(g)))
        leading = next((groups[g] for g in order if self._is_nonzero(groups[g])), S.One)
        return leading, Add(*(c / leading * g for g, c in groups.items()))

    def _is_nonzero(self, number: Expr) -> bool:
        return not self.unknowns.is_near(self._number(number, 0), 0)

    def _number(self, expr: Expr, index: int) -> Any:
        return self.unknowns.number(expr, self.points[index])

    def _values(self, expr: Expr) -> list[Any]:
        return [self._number(expr, i) for i in range(len(self.points))]

    def _key(self, rest: Expr) -> tuple[int, Expr]:
        """The key of a function in exponents, and the number that it is a multiple by."""
        base = rest.args[0] if isinstance(rest, log) else None
        values = self._values(rest)
        for index, key in enumerate(self._keys):
            for sign in (1, -1):
                if all(map(self.unknowns.is_near, values, (sign * v for v in key.values))):
                    self._note(rest - sign * key.expr)
                    return index, Integer(sign)
        self._keys.append(_Key(rest, values, base))
        return len(self._keys) - 1, Integer(1)

    def _note(self, difference: Expr) -> None:
        if expand(difference) != 0:
            self.further.append(difference)

    # logarithms and other functions --------------------------------------------------------------

    def _log_factors(self, argument: Expr) -> list[tuple[Expr, Expr]]:
        """Exponents and positive factors of a product."""
        found: list[tuple[Expr, Expr]] = []
        negative = 0
        for part in Mul.make_args(sympy.factor_terms(sympy.together(argument))):
            base, power = part.as_base_exp()
            if not power.is_Integer:
                base, power = part, S.One
            pieces = self._leading(base) if base.is_Add and self._varies(base) else (base,)
            for piece in pieces:
                values = self._values(piece)
                if all(mp.im(v) == 0 and v < 0 for v in values):
                    piece, negative = -piece, negative + int(power)
                elif not all(mp.im(v) == 0 and v > 0 for v in values):
                    return [(S.One, argument)]
                if piece != 1:
                    found.append((power, piece))
        return found if negative % 2 == 0 else [(S.One, argument)]

    def _logarithm(self, argument: Expr) -> Expr:
        whole = log(argument)
        if not isinstance(whole, log):
            return self.convert(whole)
        if self._varies(argument):
            return self._atom(whole)
        return self.unknowns.auxiliary(whole) if self.unknowns.has(argument) else whole

    def _atom(self, expr: Expr) -> Expr:
        """Any other function: a generator, the same for what has the same values."""
        if not self._varies(expr):
            return self.unknowns.auxiliary(expr)
        values = self._values(expr)
        for other, symbol, known in self._atoms:
            if other.func is expr.func and all(map(self.unknowns.is_near, values, known)):
                for a, b in zip(expr.args, other.args, strict=True):
                    self._note(a - b)
                return symbol
        symbol = Dummy("a", real=True)
        self._atoms.append((expr, symbol, values))
        return symbol

    # coefficients --------------------------------------------------------------------------------

    def coefficients(self, residual: Expr) -> list[Expr]:
        """The equations for the unknowns."""
        try:
            rational = self.convert(residual)
            whole, degrees = self._integral(rational)
            numerator = expand(sympy.fraction(sympy.together(whole))[0])
            terms = [self._term(t, degrees) for t in Add.make_args(numerator)]
            return list(self._collected(terms))
        except Undefined as error:
            raise NotExpanded(str(error)) from None

    def _integral(self, expr: Expr) -> tuple[Expr, dict[Symbol, int]]:
        """Whole powers of generators only: ``g -> g**n``."""
        degrees = dict.fromkeys(self._generators.values(), 1)
        for p in expr.atoms(Pow):
            if p.base in degrees and p.exp.is_Rational:
                degrees[p.base] = lcm(degrees[p.base], int(p.exp.q))
        raised = {g: n for g, n in degrees.items() if n > 1}
        powers = {p: Dummy() for p in expr.atoms(Pow) if p.base in raised}
        held = expr.xreplace(powers).xreplace({g: g**n for g, n in raised.items()})
        back = {d: p.base ** (p.exp * raised[p.base]) for p, d in powers.items()}
        return held.xreplace(back), degrees

    def _term(self, term: Expr, degrees: dict[Symbol, int]) -> "_Term":
        """A term by its coefficient, its powers of variables and atoms, and its rates."""
        plain = [*self.variables, *(symbol for _, symbol, _ in self._atoms)]
        names = {symbol: name for name, symbol in self._generators.items()}
        coefficient: list[Expr] = []
        monomial: list[Expr] = []
        rates = [S.Zero] * len(self._keys)
        for part in Mul.make_args(term):
            base, power = part.as_base_exp()
            if base in names:
                index, unit = names[base]
                rates[index] += unit * power / degrees[base]
            elif base in plain:
                monomial.append(part)
            elif part.free_symbols & {*plain, *names}:
                raise NotExpanded(f"{part} is no product of functions")
            else:
                coefficient.append(part)
        numbers = [self.unknowns.number(r, self.points[0]) for r in rates]
        return _Term(Mul(*coefficient), Mul(*monomial), rates, numbers)

    def _collected(self, terms: "list[_Term]") -> Iterator[Expr]:
        groups: list[list[_Term]] = []
        for term in terms:
            for group in groups:
                if all(map(self._is_same_rate, self._keys, term.numbers, group[0].numbers)):
                    group.append(term)
                    break
            else:
                groups.append([term])
        for group in groups:
            for term in group[1:]:
                yield from self._equal_rates(term, group[0])
            yield from self._sums(group)

    def _is_same_rate(self, key: _Key, first: Any, second: Any) -> bool:
        """Equal rates; those of powers may differ by whole numbers."""
        shift = 0 if key.base is None else mp.nint(mp.re(first - second))
        return self.unknowns.is_near(first - shift, second)

    def _shifts(self, term: "_Term", first: "_Term") -> list[int]:
        return [
            0 if key.base is None else int(mp.nint(mp.re(a - b)))
            for key, a, b in zip(self._keys, term.numbers, first.numbers, strict=True)
        ]

    def _equal_rates(self, term: "_Term", first: "_Term") -> Iterator[Expr]:
        shifts = self._shifts(term, first)
        for a, b, n in zip(term.rates, first.rates, shifts, strict=True):
            yield from real_equations(a - b - n)

    def _sums(self, group: "list[_Term]") -> Iterator[Expr]:
        """The sum of a group's terms must vanish: the coefficient of every monomial."""
        shifts = [self._shifts(term, group[0]) for term in group]
        least = [min(column) for column in zip(*shifts, strict=True)]
        if any(row != least for row in shifts):
            self.further.append(Add(*map(self._multiplied, group, shifts, [least] * len(group))))
            return
        sums: dict[Expr, list[Expr]] = {}
        for term in group:
            sums.setdefault(term.monomial, []).append(term.coefficient)
        for parts in sums.values():
            yield from real_equations(self.unknowns.unturned(Add(*parts)))

    def _multiplied(self, term: "_Term", shifts: list[int], least: list[int]) -> Expr:
        """A term without exponentials, but with the whole powers that others have less of."""
        meaning = {symbol: expr for expr, symbol, _ in self._atoms}
        powers = (
            key.base ** (n - m)
            for key, n, m in zip(self._keys, shifts, least, strict=True)
            if key.base is not None
        )
        return term.coefficient * term.monomial.xreplace(meaning) * Mul(*powers)


@dataclass(frozen=True)
class _Term:
    """``coefficient*monomial*exp(sum of rates times keys)``."""

    coefficient: Expr
    monomial: Expr
    rates: list[Expr]
    numbers: list[Any]


def real_equations(expr: Expr) -> Iterator[Expr]:
    """The real and the imaginary part, where they are not zero.

    >>> a, b = sympy.symbols("a b", real=True)
    >>> list(real_equations(a - 1 + I*(b - 2)))
    [a - 1, b - 2]
    """
    real: list[Expr] = []
    imaginary: list[Expr] = []
    for term in Add.make_args(expand(expr)):
        (imaginary if term.has(I) else real).append(term)
    for part in (Add(*real), expand(Add(*imaginary) / I)):
        if part != 0:
            yield part
