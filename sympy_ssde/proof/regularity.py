"""Where a solution may fail to exist: zeros of denominators, branch points, kinks."""

from dataclasses import dataclass
from itertools import pairwise
from random import Random

import sympy
from mpmath import mp
from sympy import Expr, Pow, Symbol, cancel, preorder_traversal

from sympy_ssde.language.functions import CLASS_FUNCTIONS, nowhere
from sympy_ssde.problem.domain import Domain
from sympy_ssde.proof.evaluate import Undefined, evaluate_mp, multiprecision
from sympy_ssde.proof.signs import Point, Signs, find_violation

#: Functions without singularities on the real line.
_ENTIRE = {f.function for f in CLASS_FUNCTIONS if f.critical is nowhere}
#: Function -> expressions of its argument that must not vanish.
_MUST_NOT_VANISH = {
    f.function: f.critical
    for f in CLASS_FUNCTIONS
    if f.critical is not None and f.critical is not nowhere
}


@dataclass(frozen=True)
class Singularity:
    """Where a solution may be, or is, singular: ``point`` is None if it is only not excluded."""

    expr: Expr
    point: Point | None
    value: Expr | None = None


def critical_expressions(expr: Expr) -> list[Expr]:
    """Expressions at whose zeros ``expr`` may be singular; an unknown function gives itself.

    >>> from sympy import log, sqrt
    >>> from sympy.abc import x, y
    >>> critical_expressions(log(x)/(1 + y))
    [y + 1, x]
    """
    found: dict[Expr, None] = {}
    for node in preorder_traversal(expr):
        if node.is_Pow:
            if _may_be_singular(node):
                found.setdefault(node.base)
        elif node.is_Function and node.func not in _ENTIRE:
            rule = _MUST_NOT_VANISH.get(node.func)
            for critical in rule(node.args[0]) if rule else [node]:
                found.setdefault(critical)
        elif node.is_Piecewise or isinstance(node, (sympy.Integral, sympy.Sum)):
            found.setdefault(node)
    return [e for e in found if e.free_symbols]


def is_smooth(expr: Expr, signs: Signs) -> bool:
    """Whether ``expr`` is proved to have no singular point in the open domain."""
    criticals = critical_expressions(expr)
    return not any(map(_is_unknown, criticals)) and all(map(signs.is_nonzero, criticals))


def _may_be_singular(power: Pow) -> bool:
    base, exponent = power.args
    if base.is_number:
        return False
    return not (exponent.is_integer and exponent.is_nonnegative)


def find_singularity(
    solution: Expr,
    equation_criticals: list[Expr],
    domain: Domain,
    signs: Signs,
    parameters: set[Symbol],
) -> Singularity | None:
    """The first singularity in the open domain that is found, or that can't be excluded.

    Critical expressions of the equation itself are left out: there the equation is singular too.
    So are those of parameters alone: the answer is for generic values of them.
    """
    doubtful = None
    for critical in critical_expressions(solution):
        if critical.free_symbols <= parameters or _is_among(critical, equation_criticals):
            continue
        if _is_unknown(critical):
            doubtful = doubtful or Singularity(critical, None)
        elif not signs.is_nonzero(critical):
            point = find_violation(critical, domain, Random(3), positive=False)
            if point is not None and _is_unbounded(solution, critical, point, domain):
                return Singularity(critical, point)
            doubtful = doubtful or Singularity(critical, None)
    return doubtful


def _is_unknown(critical: Expr) -> bool:
    return (
        (critical.is_Function and critical.func not in _ENTIRE | set(_MUST_NOT_VANISH))
        or critical.is_Piecewise
        or isinstance(critical, (sympy.Integral, sympy.Sum))
    )


def _is_among(critical: Expr, others: list[Expr]) -> bool:
    return any(critical == e or cancel(critical / e).is_number for e in others)


def _is_unbounded(solution: Expr, critical: Expr, point: Point, domain: Domain) -> bool:
    """Whether the solution grows without bound, or turns complex, towards the zero at ``point``."""
    with mp.workdps(60):
        center = multiprecision(point)
        away = multiprecision(domain.point(Random(4)))
        for side in (1, -1):
            sizes = []
            for step in (6, 8, 10, 12):
                at = {s: c + side * (away[s] - c) / mp.mpf(10) ** step for s, c in center.items()}
                try:
                    value = evaluate_mp(solution, at)
                    reference = evaluate_mp(critical, at)
                except Undefined:
                    return True
                if abs(mp.im(value)) > mp.mpf(10) ** -40 * abs(value) and not solution.has(sympy.I):
                    return True
                if abs(reference) > mp.mpf(10) ** (2 - step):
                    continue
                sizes.append(abs(value))
            # a pole grows by a factor at every step, a logarithm by a constant amount
            if len(sizes) == 4 and all(b > a for a, b in pairwise(sizes)):
                gains = [b - a for a, b in pairwise(sizes)]
                if gains[-1] > 0.5 * gains[0] > 0:
                    return True
    return False
