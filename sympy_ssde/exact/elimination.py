"""Polynomial equations solved one unknown after the other, guided by the unknowns' digits.

Linear equations come first.  Where an equation has several factors or roots, the digits say which:
no case is followed that isn't the one at hand.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sympy
from mpmath import mp
from sympy import Add, Expr, Integer, Poly, Symbol, expand

from sympy_ssde.exact.unknowns import Definition, Unknowns, angle_of, values_of_turns
from sympy_ssde.proof.evaluate import Undefined
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.rewriting import with_simple_numbers

_LONGEST = 400  # operations of an equation that is looked at
_LONGEST_FACTORED = 120

Guess = Callable[[Any], Expr | None]


class Elimination:
    """Equations, each in what is not yet solved for, and the solved unknowns.

    Parameters
    ==========

    guess : an exact number for digits, used where no equation can be solved
    """

    def __init__(self, equations: Sequence[Expr], unknowns: Unknowns, guess: Guess):
        self.unknowns, self.guess = unknowns, guess
        self.solved: dict[Symbol, Expr] = {}
        self._used: set[Expr] = set()
        self.equations: list[Expr] = []
        self.add(equations)

    # equations -----------------------------------------------------------------------------------

    def add(self, equations: Sequence[Expr]) -> None:
        """Take equations in, with what is solved put in."""
        for equation in equations:
            reduced = self._reduced(equation.xreplace(self.solved))
            if reduced is not None and reduced not in self.equations:
                self.equations.append(reduced)
        self.equations.sort(key=self._order)

    def _order(self, equation: Expr) -> tuple[int, int, str]:
        return len(self._open(equation)), int(equation.count_ops()), str(equation)

    def _open(self, expr: Expr) -> list[Symbol]:
        """Unknowns of an expression that are not solved for, in the order of their making."""
        free = expr.free_symbols
        return [s for s in self.unknowns.digits if s in free and s not in self.solved]

    def _reduced(self, equation: Expr) -> Expr | None:
        """The factor of the numerator that vanishes; None if that says nothing."""
        if equation.count_ops() > _LONGEST:
            return None
        numerator = expand(sympy.fraction(sympy.together(equation))[0])
        symbols = self._open(numerator)
        if not symbols:
            return None
        numerator = self._without_zeros(numerator, symbols)
        if numerator.count_ops() <= _LONGEST_FACTORED:
            numerator = self._vanishing_factor(numerator)
        return numerator if self._open(numerator) else None

    def _without_zeros(self, numerator: Expr, symbols: list[Symbol]) -> Expr:
        """Without coefficients that are zero in a form that SymPy doesn't see through."""
        try:
            poly = Poly(numerator, *symbols)
        except GIVES_UP:
            return numerator
        kept = []
        for powers, coefficient in poly.terms():
            if not self.is_zero(coefficient):
                kept.append(
                    coefficient * sympy.prod(s**n for s, n in zip(symbols, powers, strict=True))
                )
        return Add(*kept)

    def _vanishing_factor(self, numerator: Expr) -> Expr:
        try:
            _, factors = sympy.factor_list(numerator)
        except GIVES_UP:
            return numerator
        found = [f for f, _ in factors if self._open(f) and self.is_zero(f)]
        return found[0] if found else numerator

    def is_zero(self, expr: Expr) -> bool:
        """Whether an expression vanishes, by the digits."""
        try:
            terms = [self.unknowns.number(t) for t in Add.make_args(expr)]
        except Undefined:
            return False
        size = max((abs(t) for t in terms), default=0)
        return bool(
            abs(mp.fsum(terms)) <= 100 * self.unknowns.tolerance * max(size, mp.mpf(10) ** -6)
        )

    # solving -------------------------------------------------------------------------------------

    def run(self) -> dict[Symbol, Expr]:
        """Solve as far as possible; values are exact and without unknowns."""
        while self._step():
            pass
        return {s: v for s, v in self.solved.items() if not self._open(v)}

    def _step(self) -> bool:
        return self._definition() or self._equation() or self._guessed()

    def _equation(self) -> bool:
        single = [e for e in self.equations if len(self._open(e)) == 1]
        for equation in single:
            symbol = self._open(equation)[0]
            value = self._root(equation, symbol)
            if value is not None:
                self.put(symbol, value)
                return True
        for symbol, value in self._linear():
            self.put(symbol, value)
            return True
        return False

    def _linear(self) -> Iterator[tuple[Symbol, Expr]]:
        """Unknowns in which an equation is linear; those with the simplest factors come first."""
        found = []
        for equation in self.equations:
            for symbol in self._open(equation):
                slope = equation.diff(symbol)
                if slope.has(symbol) or self.is_zero(slope):
                    continue
                order = (
                    len(self._open(slope)),
                    int(equation.count_ops()),
                    symbol in self.unknowns.definitions,
                )
                found.append((order, symbol, equation, slope))
        if found:
            _, symbol, equation, slope = min(found, key=lambda f: f[0])
            yield symbol, sympy.cancel(expand(equation - slope * symbol) / -slope)

    def _root(self, equation: Expr, symbol: Symbol) -> Expr | None:
        """The root of a polynomial that the digits are next to."""
        try:
            poly = Poly(equation, symbol)
        except GIVES_UP:
            return None
        target = self.unknowns.digits[symbol]
        for root in _roots(poly):
            simple = _simple(root)
            try:
                if self.unknowns.is_near(self.unknowns.number(simple), target):
                    return simple
            except Undefined:
                continue
        return None

    def put(self, symbol: Symbol, value: Expr) -> None:
        """Note an unknown's value and put it into everything."""
        self.solved = {s: v.xreplace({symbol: value}) for s, v in self.solved.items()}
        self.solved[symbol] = value
        before, self.equations = self.equations, []
        self.add(before)

    # functions of unknowns -----------------------------------------------------------------------

    def _definition(self) -> bool:
        """Functions of what is known, and what is inside of known functions."""
        for symbol, definition in list(self.unknowns.definitions.items()):
            inside = definition.expr.xreplace(self.solved)
            known = self.solved.get(symbol)
            if known is None and not self._open(inside):
                self.put(symbol, _simple(inside))
                return True
            if known is None or self._open(known) or not self._open(inside) or inside in self._used:
                continue
            self._used.add(inside)
            pair = Definition(inside).inside(known, self.unknowns.number(_inner(inside)))
            if pair is not None:
                self.add([pair[0] - pair[1]])
                return True
        return any(self._turned(angle) for angle in list(self.unknowns.turns))

    def _turned(self, angle: Expr) -> bool:
        cosine, sine, _ = self.unknowns.turns[angle]
        inside = angle.xreplace(self.solved)
        if not self._open(inside):
            missing = [s for s in (cosine, sine) if s not in self.solved]
            values = dict(zip((cosine, sine), values_of_turns(inside), strict=True))
            for symbol in missing:
                self.put(symbol, values[symbol])
            return bool(missing)
        if angle in self._used:
            return False
        pair = [self.solved.get(s) for s in (cosine, sine)]
        if any(v is None or self._open(v) for v in pair):
            return False
        self._used.add(angle)
        self.add([angle - angle_of(pair[0], pair[1], self.unknowns.number(angle))])
        return True

    # the rest ------------------------------------------------------------------------------------

    def _guessed(self) -> bool:
        """An unknown whose digits say what it is."""
        for symbol in self.unknowns.digits:
            if symbol in self.solved or symbol in self._used:
                continue
            self._used.add(symbol)
            value = self.guess(self.unknowns.digits[symbol])
            if value is not None:
                self.put(symbol, value)
                return True
        return False


def _inner(expr: Expr) -> Expr:
    return expr.base if expr.is_Pow else expr.args[0]


def _roots(poly: Poly) -> Iterator[Expr]:
    """Roots of a polynomial in one unknown, those of simple kinds first."""
    degree, terms = poly.degree(), dict(poly.terms())
    coefficients = [terms.get((n,), Integer(0)) for n in range(degree + 1)]
    if degree == 1:
        yield -coefficients[0] / coefficients[1]
    elif not any(coefficients[1:degree]):
        ratio = _simple(-coefficients[0] / coefficients[degree])
        root = sympy.root(ratio, degree) if not ratio.is_negative else -sympy.root(-ratio, degree)
        yield root
        yield -root
    elif degree == 2:
        c, b, a = coefficients
        root = sympy.sqrt(_simple(b**2 - 4 * a * c))
        yield (-b + root) / (2 * a)
        yield (-b - root) / (2 * a)
    elif degree == 4 and not coefficients[1] and not coefficients[3]:
        square = sympy.Dummy("q")
        c, b, a = coefficients[0], coefficients[2], coefficients[4]
        for q in _roots(Poly(a * square**2 + b * square + c, square)):
            yield sympy.sqrt(_simple(q))
            yield -sympy.sqrt(_simple(q))
    elif degree <= 4:
        yield from sympy.roots(poly, multiple=True)


def _simple(value: Expr) -> Expr:
    """A number, or an expression of parameters, in a short form."""
    if value.is_number:
        return with_simple_numbers(sympy.sqrtdenest(value) if value.is_algebraic else value)
    try:
        return sympy.factor_terms(
            sympy.powdenest(sympy.factor(sympy.cancel(sympy.together(value))))
        )
    except GIVES_UP:
        return value
