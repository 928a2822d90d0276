"""In which sense a sum may be put into an equation or a condition term by term.

Everything rests on a bound of the terms.  If the sizes of all derivatives that are needed have a
finite sum on compact sets, the sum has these derivatives, and they are continuous.  If only their
squares do, orthogonal modes still give a limit in the mean.  And if the terms merely don't grow
faster than a power, but oscillate along a face ever faster, the limit exists when it is tested
with smooth functions, as it does for every derivative in the sense of distributions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from sympy import Add, Expr, Rational, S, Symbol, factor

from sympy_ssde.problem.constraints import Trace
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.proof.series_bounds import BoundPiece, Bounds, NoBound, Powers
from sympy_ssde.proof.series_form import ModeSum
from sympy_ssde.proof.series_modes import NoModes, family_of, mode_terms, place
from sympy_ssde.proof.series_places import Place
from sympy_ssde.proof.signs import Signs

#: A sum of powers below this one is finite, and of their squares below half of it.
_SUMMABLE, _SQUARES = -1, Rational(-1, 2)

#: Shares of the first of two indices in bounds from below, the usual one first.
_SHARES = (S.Half, S.Zero, S.One)


@dataclass(frozen=True)
class Part:
    """What a sum's terms contribute to a constraint, and the derivatives that this is made of."""

    sum: ModeSum
    residual: Expr
    traces: tuple[tuple[Trace, Expr], ...]


@dataclass(frozen=True)
class Sense:
    """In which sense something holds; ``strong`` if at every point."""

    text: str
    strong: bool = False


CLASSICAL = Sense("classically, by uniform convergence on compact sets", strong=True)
GENERALISED = Sense("in the sense of distributions, as a limit of solutions")
EVERYWHERE = Sense("at every point of the face, by uniform convergence", strong=True)
MEAN = Sense("in the mean, by convergence of squares")
WEAK = Sense("weakly, tested with smooth functions")


class Senses:
    """Bounds on one domain; ``why`` is the reason of the last failure."""

    def __init__(self, signs: Signs, variables: Sequence[Symbol]):
        self.signs = signs
        self.variables = tuple(variables)
        self.why = ""

    def of_equation(self, parts: Sequence[Part], factors: Sequence[Expr] = ()) -> Sense | None:
        """In which sense the sums fulfil an equation that their terms fulfil.

        ``factors`` are those of the derivatives: a distribution has products with smooth ones only.
        """
        inside = Place(self.signs)
        needed = {(p.sum.term, e): p.sum for p in parts for e in self._differentiated(p)}
        if all(self._is_summable(s, e, inside) for (_, e), s in needed.items()):
            return CLASSICAL
        if not all(Bounds((), self.signs, self.variables).is_tame(f, inside) for f in factors):
            self.why = "a factor in the equation is not smooth"
            return None
        if all(self._converges(p.sum, inside) for p in parts):
            return GENERALISED
        return None

    def _differentiated(self, part: Part) -> list[Expr]:
        """The term and all derivatives on the way to those that a constraint needs."""
        every = {
            o for trace, _ in part.traces for o in product(*(range(n + 1) for n in trace.orders))
        }
        return [derivative(part.sum.term, self.variables, orders) for orders in sorted(every)]

    def of_condition(self, parts: Sequence[Part]) -> Sense | None:
        """In which sense the sums fulfil a condition: the weakest of its traces."""
        found = [self._at_face(p.sum, trace, e) for p in parts for trace, e in p.traces]
        if None in found:
            return None
        order = (WEAK, MEAN, EVERYWHERE)
        return next(sense for sense in order if sense in (*found, EVERYWHERE))

    def are_square_summable(self, parts: Iterable[Part]) -> bool:
        """Whether what the terms contribute has coefficients whose squares have a finite sum."""
        inside = Place(self.signs)
        for part in parts:
            forms = (part.residual, factor(part.residual))
            found = (self._powers(part.sum, e, inside) for e in forms)
            if not any(powers is not None and _below(powers, _SQUARES) for powers in found):
                return False
        return True

    def _at_face(self, one: ModeSum, trace: Trace, derivative: Expr) -> Sense | None:
        moved = {v: p for v, p in zip(self.variables, trace.point, strict=True) if v != p}
        if any(p.free_symbols & set(self.variables) for p in moved.values()):
            self.why = "the condition is not on a face"
            return None
        face = Place(self.signs, moved)
        powers = self._powers(one, derivative, face)
        if powers is None:
            return None
        if _below(powers, _SUMMABLE):
            return EVERYWHERE
        free = [v for v in self.variables if v not in moved]
        if _below(powers, _SQUARES) and self._is_orthogonal(one, derivative, free):
            return MEAN
        if self._oscillates(one, derivative, free):
            return WEAK
        self.why = "the bound on the terms shows no convergence"
        return None

    def _is_summable(self, one: ModeSum, expr: Expr, where: Place) -> bool:
        powers = self._powers(one, expr, where)
        return powers is not None and _below(powers, _SUMMABLE)

    def _converges(self, one: ModeSum, where: Place) -> bool:
        """Whether the sum itself is a function: locally uniformly, or in the mean."""
        powers = self._powers(one, one.term, where)
        if powers is None:
            return False
        if _below(powers, _SUMMABLE):
            return True
        if _below(powers, _SQUARES) and self._is_orthogonal(one, one.term, self.variables):
            return True
        self.why = "the bound on the terms shows no convergence"
        return False

    def _powers(self, one: ModeSum, expr: Expr, where: Place) -> list[Powers] | None:
        """Powers that bound each piece; with two indices the best of several bounds."""
        if expr == 0:
            return []
        found = []
        for share in _SHARES if len(one.indices) == 2 else _SHARES[:1]:
            bounds = self.bounds(one, share)
            try:
                found.append([bounds.powers(p, where) for p in bounds.pieces(expr)])
            except NoBound as why:
                self.why = str(why)
        if not found:
            return None
        return [min(some, key=lambda p: max(p.values())) for some in zip(*found, strict=True)]

    def bounds(self, one: ModeSum, share: Expr = _SHARES[0]) -> Bounds:
        """Bounds of terms of a sum."""
        return Bounds(one.indices, self.signs, self.variables, share)

    def _pieces(self, one: ModeSum, expr: Expr) -> list[BoundPiece]:
        return self.bounds(one).pieces(expr)

    def _is_orthogonal(self, one: ModeSum, expr: Expr, free: Sequence[Symbol]) -> bool:
        """Whether the terms are modes of a complete family in some of the free variables."""
        ranges = [self.signs.domain.by_symbol[v] for v in free]
        bounded = [r for r in ranges if not (r.low.is_infinite or r.high.is_infinite)]
        for chosen in permutations(bounded, len(one.indices)):
            try:
                found, _ = mode_terms(expr, one.indices, chosen)
                for i in range(len(chosen)):
                    family_of([t.waves[i] for t in found])
            except NoModes:
                continue
            if not any(t.coefficient.has(*map(place, range(len(chosen)))) for t in found):
                return True
        return False

    def _oscillates(self, one: ModeSum, expr: Expr, free: Sequence[Symbol]) -> bool:
        """Whether each piece has, for each index, a wave along the face that gets ever faster."""
        bounds = self.bounds(one)
        for piece in self._pieces(one, expr):
            alone = [v for v in free if _is_one_wave(piece, v, one.indices)]
            for j in one.indices:
                if not any(_quickens(w, j, v, bounds) for w in piece.waves for v in alone):
                    return False
        return True


def _is_one_wave(piece: BoundPiece, v: Symbol, indices: Sequence[Symbol]) -> bool:
    """Whether a single wave, and nothing else that has an index, depends on a variable."""
    grown = [t for t in Add.make_args(piece.exponent.expand()) if t.has(*indices) and t.has(v)]
    return not grown and sum(w.has(v) for w in piece.waves) == 1


def _quickens(wave: Expr, j: Symbol, v: Symbol, bounds: Bounds) -> bool:
    frequency = wave.diff(v)
    if frequency.has(v) or not frequency.has(j):
        return False
    try:
        return bool(bounds.degrees(frequency, lower=True)[j] > 0)
    except NoBound:
        return False


def _below(powers: Sequence[Powers], limit: Expr | int) -> bool:
    return all(p < limit for some in powers for p in some.values())
