"""Whether a sum of modes and an expression have the same coefficients, mode by mode.

What must vanish is ``finite + sum of mode terms`` on an interval or a rectangle.  Its coefficient
for each mode of the complete family is the sum of the terms that have this mode, and the integral
of the finite part against it.  All modes are looked at: the first ones one by one, and the rest
in classes ``first + step*i`` with a symbol ``i >= 0``, so that modes that the sums leave out
count as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from math import ceil

import sympy
from sympy import Add, Expr, Integer, Rational, S, Symbol, pi

from sympy_ssde.problem.domain import Range
from sympy_ssde.problem.symbols import internal
from sympy_ssde.proof.series_integrals import Monomial, Piece, monomials, projection, smooth_pieces
from sympy_ssde.proof.series_modes import (
    Family,
    ModeTerm,
    NoModes,
    Wave,
    common_step,
    family_of,
    mode_terms,
    place,
    shifted,
)
from sympy_ssde.proof.signs import Signs

#: Modes that are looked at one by one, at most.
MOST_MODES = 60


@dataclass(frozen=True)
class Case:
    """Modes of one variable: ``frequency`` is a number, or ``first + step*i`` for ``i >= 0``."""

    kind: str
    first: Rational
    step: int = 0
    symbol: Symbol | None = None

    @property
    def frequency(self) -> Expr:
        """In multiples of pi over the length."""
        return self.first if self.symbol is None else self.first + self.step * self.symbol


@dataclass(frozen=True)
class Difference:
    """The coefficient of the modes of a case; it must vanish, and nothing of ``below`` may."""

    cases: tuple[Case, ...]
    expr: Expr
    below: tuple[Expr, ...]


def class_symbol(number: int) -> Symbol:
    """The symbol that counts the modes of a class: a whole number that is not negative."""
    return internal(f"i{number}", integer=True, nonnegative=True)


@dataclass(frozen=True)
class Expansion:
    """``finite`` plus sums of mode terms, in variables that begin at 0."""

    finite: Expr
    terms: tuple[ModeTerm, ...]
    ranges: tuple[Range, ...]
    families: tuple[Family, ...]
    signs: Signs

    @cached_property
    def lengths(self) -> tuple[Expr, ...]:
        """Of the intervals."""
        return tuple(r.high - r.low for r in self.ranges)

    def waves(self, number: int) -> list[Wave]:
        """Of all terms, in one variable."""
        return [t.waves[number] for t in self.terms]

    def cases(self, number: int, factor: int = 1) -> list[Case]:
        """All modes of one variable; classes are ``factor`` times finer than they need be."""
        family, waves = self.families[number], self.waves(number)
        bound = max(abs(w.start) for w in waves)
        bound = max([bound, *(self._ratio(f, number) for f in self._frequencies(number))])
        count = ceil((bound + 1 - family.first) / family.step)
        if count > MOST_MODES:
            raise NoModes("too many modes are exceptions")
        step = common_step(family, waves) * factor
        found = []
        for kind in family.kinds:
            for i in range(count):
                if kind == "cos" or family.first + i * family.step > 0:
                    found.append(Case(kind, family.first + i * family.step))
            rest = family.first + count * family.step
            for i in range(step // family.step):
                found.append(Case(kind, rest + i * family.step, step, class_symbol(number)))
        return found

    def first_cases(self, number: int, count: int) -> list[Case]:
        """The first modes of one variable, one by one."""
        family = self.families[number]
        first = [(k, family.first + i * family.step) for i in range(count) for k in family.kinds]
        return [Case(kind, f) for kind, f in first if kind == "cos" or f > 0]

    def _ratio(self, frequency: Expr, number: int) -> Expr:
        ratio = sympy.simplify(frequency * self.lengths[number] / pi)
        return abs(ratio) if ratio.is_Rational else _rounded_up(ratio)

    def _frequencies(self, number: int) -> set[Expr]:
        return {m.frequency for _, parts in self.pieces(self.finite, number) for m in parts}

    def pieces(self, data: Expr, number: int) -> list[tuple[Piece, list[Monomial]]]:
        """Data of one variable in pieces, as sums of monomials."""
        x = place(number)
        pieces = smooth_pieces(data, x, S.Zero, self.lengths[number], self.signs)
        return [(p, monomials(p.expr, x)) for p in pieces]

    def difference(self, cases: Sequence[Case]) -> Difference:
        """The coefficient of everything for the modes of a case in each variable."""
        found = [_contribution(t, cases) for t in self.terms]
        data, below = self.finite, []
        for i, case in enumerate(cases):
            if data == 0:
                break
            frequency = (case.frequency * pi / self.lengths[i]).expand()
            whole, divisors = projection(self.pieces(data, i), place(i), case.kind, frequency)
            data = whole / self.lengths[i] * (1 if case.frequency == 0 else 2)
            below += divisors
        return Difference(tuple(cases), Add(*found) + data, tuple(below))

    def differences(self, factor: int = 1) -> Iterator[Difference]:
        """For all modes that there are."""
        every = [self.cases(i, factor) for i in range(len(self.ranges))]
        for cases in product(*every):
            yield self.difference(cases)

    def first_differences(self, count: int) -> Iterator[Difference]:
        """For the first modes, one by one; with several variables for fewer of each."""
        each = count if len(self.ranges) == 1 else 3
        every = [self.first_cases(i, each) for i in range(len(self.ranges))]
        for cases in product(*every):
            yield self.difference(cases)


def _rounded_up(ratio: Expr) -> Expr:
    """A whole number above the size of one; of an expression with symbols nothing is said."""
    return Integer(int(abs(ratio.evalf(15))) + 1) if ratio.is_number else S.Zero


def _contribution(term: ModeTerm, cases: Sequence[Case]) -> Expr:
    """What a term of a sum adds to the coefficient of the modes of a case."""
    found: list[tuple[Expr, dict[Symbol, Expr]]] = [(S.One, {})]
    for wave, case in zip(term.waves, cases, strict=True):
        if wave.kind != case.kind:
            return S.Zero
        places = list(_places(wave, case))
        found = [
            (s * t, put if wave.index is None else put | {wave.index: j})
            for s, put in found
            for t, j in places
        ]
    return Add(*(sign * term.coefficient.xreplace(put) for sign, put in found))


def _places(wave: Wave, case: Case) -> Iterator[tuple[int, Expr]]:
    """Indices at which a wave has the frequency of the case, or its negative, with the sign."""
    if wave.index is None:
        if case.symbol is None and case.first == abs(wave.start):
            yield (-1 if wave.kind == "sin" and wave.start < 0 else 1), S.Zero
        return
    index = (case.first - wave.start) / wave.step
    if index.is_Integer and index >= 0:
        more = S.Zero if case.symbol is None else Integer(case.step // wave.step) * case.symbol
        yield 1, index + more
    mirrored = (-case.first - wave.start) / wave.step
    if case.symbol is None and case.first > 0 and mirrored.is_Integer and mirrored >= 0:
        yield (-1 if wave.kind == "sin" else 1), mirrored


def expansion(
    finite: Expr,
    sums: Sequence[tuple[Expr, tuple[Symbol, ...]]],
    ranges: Sequence[Range],
    signs: Signs,
) -> Expansion:
    """Read what must vanish as an expansion in modes of some of the variables.

    Examples
    ========

    >>> from sympy import sin
    >>> from sympy_ssde.problem.domain import Domain
    >>> from sympy_ssde.proof.series_form import index_symbol
    >>> x, j = Symbol("x", positive=True), index_symbol(0)
    >>> signs = Signs(Domain((Range(x, 0, 1),)))
    >>> term = 8*sin(pi*(2*j + 1)*x)/(pi*(2*j + 1))**3
    >>> whole = expansion(-x*(1 - x), [(term, (j,))], [Range(x, S(0), S(1))], signs)
    >>> [sympy.simplify(d.expr) for d in whole.differences()]
    [0, 0, 0]
    """
    least = max(len(indices) for _, indices in sums)
    why = NoModes("there is no bounded variable for the modes")
    bounded = [r for r in ranges if not (r.low.is_infinite or r.high.is_infinite)]
    for count in range(least, len(bounded) + 1 if len(sums) > 1 else least + 1):
        for chosen in permutations(bounded, count):
            try:
                return _expansion(finite, sums, chosen, signs)
            except NoModes as error:
                why = error
    raise why


def _expansion(
    finite: Expr,
    sums: Sequence[tuple[Expr, tuple[Symbol, ...]]],
    ranges: tuple[Range, ...],
    signs: Signs,
) -> Expansion:
    terms: list[ModeTerm] = []
    weights: set[tuple[Expr, ...]] = set()
    for term, indices in sums:
        found, weight = _matched(term, indices, ranges)
        terms += found
        weights.add(weight)
    if len(weights) != 1:
        raise NoModes("the terms have different weights")
    families = tuple(family_of([t.waves[i] for t in terms]) for i in range(len(ranges)))
    weight = sympy.Mul(*weights.pop())
    rest = Add(*(part / weight for part in Add.make_args(shifted(finite, ranges))))
    return Expansion(rest, tuple(terms), ranges, families, signs)


def _matched(
    term: Expr, indices: tuple[Symbol, ...], ranges: tuple[Range, ...]
) -> tuple[list[ModeTerm], tuple[Expr, ...]]:
    """The modes of a term, whichever of its indices belongs to which variable."""
    why = NoModes("the sum has no index")
    padded = (*indices, *[None] * (len(ranges) - len(indices)))
    for order in permutations(padded):
        try:
            found, weights = mode_terms(term, order, ranges)
        except NoModes as error:
            why = error
            continue
        if any(t.coefficient.has(*map(place, range(len(ranges)))) for t in found):
            why = NoModes("a coefficient depends on the variable of its mode")
            continue
        return found, weights
    raise why
