"""All ways to the families of an equation, cheap ones first, and what is kept of what they find."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from sympy import Float, I, Integral, O, Piecewise, im, nan, oo, re, zoo
from sympy.core.function import AppliedUndef

from sympy_ssde.family.equation import Equation
from sympy_ssde.family.forms import shortest
from sympy_ssde.family.generality import (
    independent,
    is_general,
    is_plausible,
    is_trivial,
    without_redundancy,
    worth,
)
from sympy_ssde.family.invariants import invariant_solutions
from sympy_ssde.family.linear import arbitrary_functions, plane_waves
from sympy_ssde.family.liouville import liouville
from sympy_ssde.family.lowering import autonomous, riccati
from sympy_ssde.family.member import Family
from sympy_ssde.family.ordinary import ordinary, written
from sympy_ssde.family.polynomials import polynomials
from sympy_ssde.family.separation import products, sums
from sympy_ssde.family.source import homogeneous, particular, with_particular
from sympy_ssde.family.subspaces import subspaces
from sympy_ssde.family.substitution import Changed, changes
from sympy_ssde.family.symmetry import images
from sympy_ssde.family.transport import by_pdsolve, transport
from sympy_ssde.family.waves import travelling_waves
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.reduction.ordinary_candidates import within

Way = Callable[[Equation], Iterator[Family]]

#: What a formula of a real solution doesn't contain.
_NOT_REAL = (I, re, im, Integral, Piecewise, O, Float, nan, zoo, oo, -oo)

#: Seconds of one way, stage by stage, and the families of it that are looked at.
LIMITS = (4.0, 6.0, 20.0)
_EACH = 12

#: Ways for linear partial equations, in the order of how much they say.
LINEAR: tuple[tuple[Way, ...], ...] = (
    (arbitrary_functions, transport, by_pdsolve),
    (plane_waves, products),
    (polynomials, invariant_solutions, subspaces),
)
#: Ways for the others, by the time they take.
NONLINEAR: tuple[tuple[Way, ...], ...] = (
    (liouville, travelling_waves, polynomials),
    (partial(invariant_solutions, seconds=0.1), subspaces, sums, products),
    (partial(invariant_solutions, seconds=1.0),),
)


@dataclass(frozen=True)
class Found:
    """A family that numbers don't speak against, and how general it is."""

    family: Family
    general: bool
    constants: int
    trivial: bool
    worth: tuple[int, ...]


@dataclass(frozen=True)
class Source:
    """A way with its equation: its families, its share of the time, and if it can be spared."""

    make: Callable[[], Iterator[Family]]
    share: float = 1.0
    spare: bool = False


def stage(equation: Equation, number: int) -> Iterator[Found]:
    """The families that the ways of one stage find, each as general as its symmetries make it.

    Where something is found, later ways have half of the time, and after the first stage those for
    another unknown are left out.
    """
    seen, kept = set(), set()
    lucky = False
    for source in _sources(equation, number):
        if lucky and source.spare and number:
            return
        seconds = LIMITS[number] * source.share / (2 if lucky else 1)
        for family in islice(within(source.make, seconds), _EACH):
            if family.expr in seen or not _is_fine(family):
                continue
            seen.add(family.expr)
            found = examined(family, equation)
            if found is None or found.family.expr in kept:
                continue
            kept.add(found.family.expr)
            lucky |= not found.trivial
            yield found
            if found.general:
                return


def _sources(equation: Equation, number: int) -> Iterator[Source]:
    if len(equation.variables) == 1:
        ways: tuple[Way, ...] = ((ordinary, _lowered), (travelling_waves,), ())[number]
        yield from (Source(partial(way, equation), 8.0) for way in ways)
        if number == 1:
            yield from _by_changes(equation, number, (travelling_waves,))
        return
    if equation.linear is None:
        yield from (Source(partial(way, equation)) for way in NONLINEAR[number])
        yield from _by_changes(equation, number, NONLINEAR[number])
        return
    plain = homogeneous(equation)
    if equation.order == 1 or plain is None:
        yield from (Source(partial(way, equation)) for way in LINEAR[number])
    if plain is not None:
        yield from _with_source(plain, equation, number)


def _lowered(equation: Equation) -> Iterator[Family]:
    expr = written(equation)
    for way in (riccati, autonomous):
        yield from way(expr, equation.func)


def _with_source(plain: Equation, equation: Equation, number: int) -> Iterator[Source]:
    found = next(within(lambda: iter([particular(equation)]), LIMITS[number]), None)
    if found is None:
        return
    moved = partial(with_particular, expr=found, equation=equation)
    for way in LINEAR[number]:
        yield Source(lambda way=way: map(moved, way(plain)))  # type: ignore[misc]


def _by_changes(equation: Equation, number: int, ways: Sequence[Way]) -> Iterator[Source]:
    for changed in within(lambda: changes(equation), LIMITS[number]):
        is_linear = len(equation.variables) > 1 and changed.equation.linear is not None
        for way in LINEAR[number] if is_linear else ways:
            yield Source(partial(_changed_back, way, changed), spare=True)


def _changed_back(way: Way, changed: Changed) -> Iterator[Family]:
    return map(changed.family, way(changed.equation))


def _is_fine(family: Family) -> bool:
    if not family.expr.is_commutative or family.expr.has(*_NOT_REAL):
        return False
    return not any(c.func.__name__.startswith("_") for c in family.expr.atoms(AppliedUndef))


def examined(family: Family, equation: Equation) -> Found | None:
    """The family in its best form, if it is a solution as far as numbers can tell."""
    try:
        if not is_plausible(family, equation):
            return None
        general = is_general(family, equation)
        if not general and not family.functions:
            family = _generalised(family, equation)
        family = without_redundancy(family, equation)
        short = shortest(family.expr, equation.variables)
        if is_plausible(family.at(short), equation):
            family = family.at(short)
        return Found(
            family,
            is_general(family, equation),
            independent(family, equation),
            is_trivial(family, equation),
            worth(family, equation),
        )
    except GIVES_UP:
        return None


def _generalised(family: Family, equation: Equation) -> Family:
    """With a constant for each symmetry that moves it."""
    family = without_redundancy(family, equation)
    count = independent(family, equation)
    if equation.linear is not None and equation.linear.source == 0 and len(family.constants) > 3:
        return family
    for _ in range(2):
        for image in images(family, equation):
            if not _is_fine(image) or len(image.constants) > 8:
                continue
            more = independent(image, equation)
            if more > count and is_plausible(image, equation):
                family, count = replace(image), more
                break
        else:
            return family
    return family
