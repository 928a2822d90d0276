"""Constants as roots of the equations that the problem gives them.

The candidate goes into the equation and every condition with symbols for its constants.
Coefficients of independent functions of the variables vanish; what they say is solved exactly, at
every choice for the root that the fitted numbers are next to.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from mpmath import mp
from sympy import Expr, Symbol

from sympy_ssde.exact.coefficients import NotExpanded, equations
from sympy_ssde.exact.elimination import Elimination, Guess
from sympy_ssde.exact.unknowns import Unknowns, real_symbol
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.evaluate import Undefined, multiprecision
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.signs import with_signs

_POINTS = 3
_TOLERANCE = 10**-25


def solved_constants(
    exprs: Sequence[Expr],
    digits: Mapping[Symbol, Any],
    problem: Problem,
    *,
    at: Mapping[Symbol, Expr] | None = None,
    tolerance: float = _TOLERANCE,
    guess: Guess = lambda value: None,
) -> dict[Symbol, Expr] | None:
    """Exact values of a candidate's constants, or None if not all of them are found.

    Parameters
    ==========

    digits : values of the constants, to more digits than ``tolerance`` says
    at : values of the problem's parameters to which the digits belong.  The constants are functions
        of the parameters then; without it they are numbers.
    guess : an exact number for digits, for constants that no equation is solved for

    Examples
    ========

    >>> from sympy import Function, cos, exp, simplify
    >>> from sympy.abc import a, g, p, t, w
    >>> u = Function("u")
    >>> damped = Problem(u(t).diff(t, 2) + 2*u(t).diff(t) + 10*u(t), u(t),
    ...                  {u(0): 1, u(t).diff(t).subs(t, 0): 0})
    >>> near = {a: 1.0540925533894598, g: 1.0, w: 3.0, p: -0.3217505543966422}
    >>> solved_constants([a*exp(-g*t)*cos(w*t + p)], near, damped, tolerance=1e-9)
    {a: sqrt(10)/3, g: 1, w: 3, p: -atan(1/3)}
    """
    real = with_signs(problem.domain)
    named = {s: real_symbol(mp.mpf(v)) for s, v in digits.items()}
    inside = {**real, **named}
    user = {new: old for old, new in real.items()}
    fixed = set() if at is None else set(problem.params)
    variables = [real[s] for s in real if s not in fixed]
    places = _points(problem, at)
    known = {real[s]: v for s, v in places[0].items() if s in fixed}
    values = {named[s]: mp.mpf(v) for s, v in digits.items()}
    unknowns = Unknowns(values, mp.mpf(tolerance), known)
    points = [{real[s]: v for s, v in place.items() if s in real} for place in places]
    found = _equations(exprs, problem, inside, variables, unknowns, points)
    elimination = Elimination([*found, *unknowns.relations()], unknowns, guess)
    solved = elimination.run()
    exact = {s: solved[n].xreplace(user) for s, n in named.items() if n in solved}
    return exact if len(exact) == len(named) else None


def _points(problem: Problem, at: Mapping[Symbol, Expr] | None) -> list[dict[Symbol, Any]]:
    random = Random(7)
    chosen = [{**problem.domain.point(random), **(at or {})} for _ in range(_POINTS)]
    return [multiprecision(place) for place in chosen]


def _equations(
    exprs: Sequence[Expr],
    problem: Problem,
    inside: Mapping[Symbol, Symbol],
    variables: Sequence[Symbol],
    unknowns: Unknowns,
    points: Sequence[Mapping[Symbol, Any]],
) -> list[Expr]:
    """The equations of all constraints from which some can be read."""
    found: list[Expr] = []
    for constraint in problem.constraints:
        residual = constraint.put_in(exprs, problem.variables).xreplace(dict(inside))
        try:
            found += equations(residual, variables, unknowns, points)
        except (NotExpanded, Undefined, *GIVES_UP):
            continue
    return found
