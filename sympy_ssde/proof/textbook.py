"""The form that a textbook prints: short, real, with simple numbers and factors in front."""

from collections.abc import Callable, Iterator
from functools import partial

from sympy import Dummy, Expr, expand, expand_log, factor_terms
from sympy.functions.elementary.hyperbolic import HyperbolicFunction
from sympy.functions.elementary.trigonometric import TrigonometricFunction

from sympy_ssde.problem.domain import Domain
from sympy_ssde.proof.cost import cost
from sympy_ssde.proof.grouping import (
    by_data,
    by_functions,
    by_inverse_tangents,
    by_products_of_angles,
    by_quotients_in_logarithms,
    by_sums_of_angles,
    by_tangents,
    in_partial_fractions,
    with_one_error_function,
)
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.limits import Clock, TimeUp
from sympy_ssde.proof.rewriting import (
    by_common_exponentials,
    by_exponentials,
    by_hyperbolics,
    in_reals,
    with_simple_numbers,
    without_logarithms_inside,
    without_phases,
)
from sympy_ssde.proof.simplify import GENERAL, QUICK, Shortening
from sympy_ssde.worker.pool import shared_worker

Form = Callable[[Expr], Expr]

#: Cheap forms that know what a solution looks like; SymPy's general ones come after them.
_FIRST: tuple[Form, ...] = (
    in_reals,
    by_common_exponentials,
    lambda e: by_common_exponentials(without_phases(e)),
    by_hyperbolics,
)
#: Quotients of exponentials, reduced: slower than those before and after.
_REDUCED: tuple[Form, ...] = (
    by_exponentials,
    lambda e: by_hyperbolics(by_exponentials(e)),
    lambda e: by_exponentials(e, factored=True),
)
#: Forms that put terms together; they take milliseconds where they find nothing.
_GROUPED: tuple[Form, ...] = (
    without_logarithms_inside,
    lambda e: factor_terms(expand(e)),
    by_inverse_tangents,
    by_functions,
    by_data,
    lambda e: by_quotients_in_logarithms(by_data(expand_log(e))),
    by_sums_of_angles,
    by_products_of_angles,
    by_tangents,
    with_one_error_function,
    in_partial_fractions,
)
_LONGEST = 60  # operations of what SymPy's quick methods are tried on
_LONGEST_GENERAL = 30  # and of what its general ones are


def textbook_form(expr: Expr, domain: Domain, *, timeout: float = 1.0) -> Expr:
    """The expression as a textbook would print it, equal to it on the open domain.

    Runs in the worker process; what isn't found in time is left out.

    >>> from sympy import E, cos, cosh, exp, sin
    >>> from sympy.abc import t
    >>> from sympy_ssde.problem.domain import Domain, Range
    >>> long = -(1 - exp(2))*(sin(t) + 2*cos(t))/(2*cosh(t) - 2*E*cosh(t + 1))
    >>> textbook_form(long, Domain((Range(t, 0, 1),)))
    -(sin(t) + 2*cos(t))*exp(-t)
    """
    forms, _ = shared_worker().run(Textbook(expr, domain, timeout))
    return forms[-1] if forms else expr


class Textbook(Shortening):
    """Takes what costs least, among forms that know what a solution looks like."""

    def run(self) -> Iterator[Expr]:
        """Every form that costs less than those before; equal in the open domain."""
        start, user = self.signed()
        yield self.expr
        least = cost(self.expr)
        for form in shorter_forms(start, Clock(self.timeout)):
            found = form.xreplace(user)
            if cost(found) < least:
                least = cost(found)
                yield found


def shorter_forms(start: Expr, clock: Clock) -> Iterator[Expr]:
    """Ever shorter forms of an expression whose symbols have signs."""
    best, seen = start, {start}
    tried: set[tuple[Form, Expr]] = set()
    yield best
    for form, sources in _plan(start):
        for source in (start, best) if sources > 1 and best != start else (best,):
            if (form, source) in tried:
                continue
            tried.add((form, source))
            for found in _written(source, form, clock, seen):
                if cost(found) < cost(best):
                    best = found
                    yield best


def _plan(start: Expr) -> Iterator[tuple[Form, int]]:
    """Forms, and whether they are tried on the start as well as on the best so far."""
    short = start.count_ops() <= _LONGEST
    grouped = _GROUPED if short else ()
    yield from ((form, 2) for form in (*_FIRST, *grouped, *_REDUCED))
    if short:
        yield from ((form, 1) for form in grouped)
        yield from ((form, 2) for form in QUICK)
    if start.count_ops() <= _LONGEST_GENERAL:
        yield from ((partial(_with_one_function_held, form), 1) for form in GENERAL)


def _with_one_function_held(form: Form, expr: Expr) -> Expr:
    """A form by SymPy's general methods, which take a single cosh(32*t) apart to no end."""
    functions = expr.atoms(TrigonometricFunction, HyperbolicFunction)
    if len(functions) != 1:
        return form(expr)
    held = {function: Dummy(real=True) for function in functions}
    return form(expr.xreplace(held)).xreplace({d: f for f, d in held.items()})


def _written(source: Expr, form: Form, clock: Clock, seen: set[Expr]) -> Iterator[Expr]:
    """The form of an expression, also with its numbers and exponentials put in order."""
    try:
        with clock.share(0.5):
            found = form(source)
        if found in seen:
            return
        yield found
        seen.add(found)
        with clock.share(0.5):
            forms = {with_simple_numbers(found), by_hyperbolics(found)} - seen
        yield from sorted(forms, key=str)
        seen |= forms
    except (TimeUp, *GIVES_UP):
        return
