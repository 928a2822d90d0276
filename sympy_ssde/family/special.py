"""Which families are parts of others: by a substitution that is proved, or by numbers.

Numbers say first whether constants of one family can meet another one; where they can't, the two
are told apart.  Where they can, the constants are named after what their numbers are, and an exact
method has the last word on the substitution.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
from sympy import Dummy, Expr, Rational, S, Symbol, Wild, oo, sqrt

from sympy_ssde.family.equation import Equation
from sympy_ssde.family.generality import Point, is_general, point
from sympy_ssde.family.member import Family
from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.ladder import GIVES_UP, prove_zero
from sympy_ssde.proof.limits import Effort, TimeUp
from sympy_ssde.proof.signs import Signs
from sympy_ssde.reduction.ordinary_form import number_at

Values = Mapping[Symbol, Expr]
Places = list[tuple[Point, float]]

#: Seconds for a match of two formulas, and for the proof of a substitution.
MATCH_SECONDS, PROOF_SECONDS = 0.5, 2.0
#: Draws of the constants for which one family must meet the other, and starts of each.
_DRAWS, _STARTS = 2, 3
_SMALL, _MET = 1e-9, 1e-6


def is_special(special: Family, general: Family, equation: Equation) -> bool:
    """Whether a family is part of another one.

    >>> from sympy import Function, cos, sin
    >>> from sympy.abc import x, a, b
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> spring = read(Problem(u(x).diff(x, 2) + u(x), u(x)))
    >>> z = spring.variables[0]
    >>> whole = Family(a*cos(z) + b*sin(z), (a, b))
    >>> is_special(Family(a*cos(z + b), (a, b)), whole, spring)
    True
    """
    if general.functions:
        return is_general(general, equation)
    if special.functions:
        return False
    if substitution(special, general, equation) is not None:
        return True
    return all(met(special, general, equation, seed) is not None for seed in range(_DRAWS))


def substitution(special: Family, general: Family, equation: Equation) -> Values | None:
    """Constants of one family, by those of another one, with which it is proved to be that one.

    >>> from sympy import Function, exp
    >>> from sympy.abc import x, t, a, b, k
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> heat = read(Problem(u(x, t).diff(t) - u(x, t).diff(x, 2), u(x, t)))
    >>> y, s = heat.variables
    >>> substitution(Family(k*exp(y + s), (k,)), Family(a*exp(b*y + b**2*s), (a, b)), heat)
    {a: k, b: 1}
    """
    own = {c: Dummy(c.name, real=True) for c in special.constants}
    stated = Family(special.expr.xreplace(own), tuple(own.values()))
    back = {new: old for old, new in own.items()}
    for values in _guesses(stated, general, equation):
        if _is_proved(general.expr.xreplace(dict(values)) - stated.expr):
            return {c: v.xreplace(back) for c, v in values.items()}
    return None


def _guesses(special: Family, general: Family, equation: Equation) -> Iterator[Values]:
    """By the form of the two, then by numbers."""
    wild = {c: Wild(c.name, exclude=equation.variables) for c in general.constants}
    try:
        with Effort(MATCH_SECONDS).share(1):
            matched = special.expr.match(general.expr.xreplace(wild))
    except (TimeUp, *GIVES_UP):
        matched = None
    if matched is not None and not any(v.has(Wild) for v in matched.values()):
        yield {c: matched.get(w, S.Zero) for c, w in wild.items()}
    found = met(special, general, equation, 0)
    if found is None:
        return
    fixed, numbers = found
    known = _names([s for s in fixed if s not in equation.variables], fixed)
    named = {c: next((e for e, v in known if abs(v - n) < _MET), None) for c, n in numbers.items()}
    if all(e is not None for e in named.values()):
        yield {c: e for c, e in named.items() if e is not None}


def _names(symbols: Sequence[Symbol], at: Point) -> list[tuple[Expr, float]]:
    """Simple expressions of constants, and their numbers."""
    plain: list[Expr] = [S.Zero, S.One, Rational(1, 2), S(2)]
    for s in symbols:
        plain += [s, s / 2, 2 * s, s**2, 1 / s, sqrt(s)]
    plain += [e for p, q in combinations(symbols, 2) for e in (p * q, p / q, q / p, p + q, p - q)]
    known = []
    for e in plain:
        value = number_at(e, at)
        if value is not None and not complex(value).imag:
            number = float(complex(value).real)
            known += [(e, number), (-e, -number)]
    return known


def _is_proved(difference: Expr) -> bool:
    ranges = (
        Range(s, 0 if s.is_positive else -oo, oo) for s in sorted(difference.free_symbols, key=str)
    )
    signs = Signs(Domain(tuple(ranges)))
    return prove_zero(difference, signs, Effort(PROOF_SECONDS)) is not None


def met(
    special: Family, general: Family, equation: Equation, seed: int
) -> tuple[Point, Mapping[Symbol, float]] | None:
    """Random constants of one family, and those with which another one has the same values."""
    from scipy.optimize import least_squares

    drawn = _values(special, len(general.constants), equation, Random(11 + seed))
    if drawn is None:
        return None
    fixed, places = drawn
    known = {s: v for s, v in fixed.items() if s in equation.parameters}

    def gaps(trial: Any) -> Any:
        at = {c: Rational(float(v)) for c, v in zip(general.constants, trial, strict=True)}
        found = []
        for place, wanted in places:
            v = number_at(general.expr, known | at | place)
            good = v is not None and abs(complex(v)) < 1e6
            found.append(abs(complex(v) - wanted) if good and v is not None else 1e3)
        return np.array(found)

    for turn in range(_STARTS):
        random = Random(7 * turn + seed)
        begin = [random.uniform(-1.5, 1.5) if turn else 0.5 for _ in general.constants]
        result = least_squares(gaps, begin, max_nfev=20)
        if np.max(np.abs(gaps(result.x))) < _MET:
            return fixed, dict(zip(general.constants, map(float, result.x), strict=True))
    return None


def _values(
    family: Family, unknowns: int, equation: Equation, random: Random
) -> tuple[Point, Places] | None:
    """Constants of a family, and more of its values than another one has unknowns."""
    for _ in range(3):
        fixed = point((*family.constants, *equation.parameters), random)
        places: Places = []
        for _ in range(6 * unknowns + 24):
            at = point(equation.variables, random)
            value = number_at(family.expr, fixed | at)
            if value is not None and abs(complex(value).imag) < _SMALL:
                places.append((at, float(complex(value).real)))
            if len(places) == 2 * unknowns + 4:
                return fixed, places
        if len(places) > unknowns:
            return fixed, places
    return None
