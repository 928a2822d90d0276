"""Candidates for one ordinary equation: each method's general solution, with its constants."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from sympy import Eq, Expr, Symbol

from sympy_ssde.problem.constraints import Constraint, Trace, slot
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.limits import Effort, TimeUp
from sympy_ssde.proof.simplify import cost
from sympy_ssde.reduction.constants import Setting, determined, put_in
from sympy_ssde.reduction.ordinary_first import (
    bernoulli,
    homogeneous,
    linear_fractions,
    of_a_line,
    separable,
)
from sympy_ssde.reduction.ordinary_first import exact as potential
from sympy_ssde.reduction.ordinary_form import Equation, General, number_at, sample
from sympy_ssde.reduction.ordinary_linear import constant_coefficients, euler, first_order
from sympy_ssde.reduction.ordinary_order import (
    Solve,
    clairaut,
    liouville,
    riccati,
    scaling,
    without_x,
    without_y,
)
from sympy_ssde.reduction.ordinary_pulse import pulses
from sympy_ssde.reduction.ordinary_special import airy, bessel
from sympy_ssde.reduction.ordinary_variable import (
    exact,
    gaussian,
    known_solution,
    normal_form,
    other_variable,
    particular,
    polynomial,
)
from sympy_ssde.reduction.reduction import Line

Method = Callable[[Equation], Iterator[General]]
Reducing = Callable[[Equation, Solve], Iterator[General]]
T = TypeVar("T")


def _alone(method: Method) -> Reducing:
    """A method that needs no solutions of smaller equations."""
    return lambda equation, solve: method(equation)


#: Methods for linear equations, and the seconds that each may take.
LINEAR: tuple[tuple[Reducing, float], ...] = (
    (_alone(constant_coefficients), 4.0),
    (_alone(euler), 4.0),
    (_alone(first_order), 4.0),
    (without_y, 5.0),
    (_alone(exact), 3.0),
    (_alone(airy), 1.0),
    (normal_form, 4.0),
    (_alone(other_variable), 2.0),
    (_alone(polynomial), 2.0),
    (_alone(gaussian), 2.0),
    (_alone(known_solution), 4.0),
    (_alone(bessel), 2.0),
    (particular, 4.0),
)

#: Methods for the others.
NONLINEAR: tuple[tuple[Reducing, float], ...] = (
    (_alone(separable), 4.0),
    (_alone(bernoulli), 3.0),
    (_alone(homogeneous), 3.0),
    (_alone(of_a_line), 3.0),
    (_alone(linear_fractions), 3.0),
    (_alone(clairaut), 2.0),
    (riccati, 5.0),
    (_alone(potential), 3.0),
    (_alone(liouville), 3.0),
    (without_y, 5.0),
    (without_x, 5.0),
    (scaling, 5.0),
    (_alone(pulses), 2.0),
)

#: How often an equation is made smaller.
DEPTH = 3

#: Seconds for the constants of one general solution.
SECONDS = 4.0


def candidates(
    equation: Equation, conditions: tuple[Constraint, ...], depth: int = DEPTH
) -> Iterator[General]:
    """Solutions that meet the conditions, as far as numbers can tell."""
    yield from met(general_solutions(equation, depth), equation, conditions)


def met(
    generals: Iterator[General], equation: Equation, conditions: tuple[Constraint, ...]
) -> Iterator[General]:
    """Those of the general solutions that meet the conditions, each once."""
    seen = set()
    for general in generals:
        for found in within(partial(with_constants, general, equation, conditions), SECONDS):
            if found.expr not in seen:
                seen.add(found.expr)
                yield found


def general_solutions(equation: Equation, depth: int = DEPTH) -> Iterator[General]:
    """Solutions with free constants, or with the initial values put in."""
    solve = partial(solutions, depth=depth - 1)
    for method, seconds in LINEAR if equation.linear is not None else NONLINEAR:
        yield from within(partial(method, equation, solve), seconds)


def solutions(equation: Equation, depth: int) -> Iterator[General]:
    """Solutions with the initial values, or with free constants if the equation has none."""
    if depth < 0:
        return
    if equation.start is None:
        yield from general_solutions(equation, depth)
        return
    start = equation.start
    conditions = tuple(
        Constraint(slot(0) - v, (Trace(0, (i,), (start.point,)),))
        for i, v in enumerate(start.values)
    )
    yield from candidates(equation, conditions, depth)


def within(make: Callable[[], Iterator[T]], seconds: float) -> Iterator[T]:
    """What an iterator gives in the time, which counts its own work only.

    >>> list(within(lambda: iter([1, 2]), 1.0))
    [1, 2]
    """
    iterator = make()
    left = seconds
    while left > 0:
        effort = Effort(left)
        try:
            with effort.share(1):
                item = next(iterator)
        except (StopIteration, TimeUp, *GIVES_UP, KeyError, IndexError):
            return
        left = effort.left()
        yield item


def with_constants(
    general: General, equation: Equation, conditions: tuple[Constraint, ...]
) -> Iterator[General]:
    """A general solution with its constants from the conditions, the shortest of its forms."""
    setting = Setting(equation.x, equation.domain, conditions)
    best: tuple[Expr, dict[Symbol, Expr], Expr] | None = None
    for expr in (general.expr, *general.others):
        for values in determined([expr], general.constants, setting):
            solution = put_in(expr, values)
            if not is_plausible(solution, equation):
                continue
            if not general.others:
                yield _candidate(solution, values, expr, general, equation)
            elif best is None or cost(solution) < cost(best[0]):
                best = (solution, values, expr)
    if best is not None:
        yield _candidate(*best, general, equation)


def _candidate(
    solution: Expr,
    values: dict[Symbol, Expr],
    form: Expr,
    general: General,
    equation: Equation,
) -> General:
    """The solution that these values of the constants give in one form of the general one."""
    lines = list(general.lines)
    if form != general.expr:
        shown = (Eq(equation.func, form, evaluate=False),)
        lines.append(Line("with other constants, the general solution is", shown))
    if values:
        known = tuple(Eq(c, v, evaluate=False) for c, v in values.items())
        lines.append(Line("the conditions give the constants", known))
    lines.append(Line("so the solution is", (Eq(equation.func, solution, evaluate=False),)))
    return General(solution, (), tuple(lines))


def is_plausible(solution: Expr, equation: Equation) -> bool:
    """Whether the equation holds at sampled points, where it has a value."""
    derivatives = [solution]
    for _ in range(equation.order):
        derivatives.append(derivatives[-1].diff(equation.x))
    for number in range(2):
        at = sample(equation.domain, number)
        values = [number_at(d, at) for d in derivatives]
        if any(v is None for v in values):
            continue
        jets = dict(zip(equation.jets, values, strict=True))
        residual = number_at(equation.expr, at, jets)
        scale = 1 + sum(abs(v) for v in values if v is not None)
        if residual is not None and not abs(residual) <= 1e-6 * scale:
            return False
    return True
