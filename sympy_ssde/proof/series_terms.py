"""Terms of sums: how they stand in equations and conditions, and whether each has a value."""

from collections.abc import Collection

import sympy
from sympy import Expr, Poly, S, Symbol
from sympy.polys.polyerrors import BasePolynomialError

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.proof.balls import Evaluation, NoValue, point_balls, precision
from sympy_ssde.proof.balls import is_nonzero as ball_is_nonzero
from sympy_ssde.proof.evaluate import Undefined as NotEvaluated
from sympy_ssde.proof.series_form import ModeSum
from sympy_ssde.proof.signs import Signs

#: Indices that are looked at one by one for a divisor that vanishes.
MOST_INDICES = 400

#: Functions that have a value at every real number.
_ENTIRE = (
    sympy.exp, sympy.sin, sympy.cos, sympy.sinh, sympy.cosh, sympy.tanh, sympy.sech, sympy.atan,
)  # fmt: skip


class Undefined(ValueError):
    """A term has no value, or is not known to have one for every index."""

    def __init__(self, message: str, certain: bool = False):
        super().__init__(message)
        self.certain = certain


def linear_parts(constraint: Constraint) -> tuple[Expr, ...] | None:
    """The factors of the traces, if a constraint is linear in them.

    >>> from sympy.abc import x
    >>> from sympy_ssde.problem.constraints import Trace, slot
    >>> traces = (Trace(0, (0,), (x,)), Trace(0, (1,), (x,)))
    >>> linear_parts(Constraint(x*slot(1) - 2*slot(0) + 1, traces))
    (-2, x)
    >>> linear_parts(Constraint(slot(1)**2 - slot(0), traces)) is None
    True
    """
    slots = constraint.slots
    factors = tuple(constraint.expr.diff(s) for s in slots)
    if any(f.has(*slots) for f in factors):
        return None
    return factors


def check_defined(
    one: ModeSum, signs: Signs, variables: Collection[Symbol], unbounded: Collection[Symbol] = ()
) -> list[Expr]:
    """Raise unless every term has a value; what parameters must keep from zero is returned.

    >>> from sympy_ssde.problem.domain import Domain, Range
    >>> from sympy_ssde.proof.series_form import index_symbol
    >>> j = index_symbol(0)
    >>> signs = Signs(Domain((Range(j, -1, sympy.oo),)))
    >>> check_defined(ModeSum(1/(2*j - 1), (j,), {}), signs, ())
    []
    >>> check_defined(ModeSum(1/(j - 2), (j,), {}), signs, ())
    Traceback (most recent call last):
    ...
    sympy_ssde.proof.series_terms.Undefined: the term with j0 = 2 is not a finite number
    """
    indices = set(one.indices)
    provisos: dict[Expr, None] = {}
    for node in sympy.preorder_traversal(one.term):
        if not isinstance(node, Expr) or not node.free_symbols & indices:
            continue
        for divisor in _divisors(node):
            if _is_nonzero(divisor, one, signs):
                continue
            _check_numbers(divisor, one)
            if not divisor.free_symbols & indices or divisor.free_symbols & set(variables):
                raise Undefined(f"{one.in_words_of_author(divisor)} may vanish")
            if not divisor.free_symbols & set(unbounded):
                raise Undefined(f"{one.in_words_of_author(divisor)} may vanish for some index")
            provisos[one.in_words_of_author(divisor)] = None
    return list(provisos)


def _divisors(node: Expr) -> list[Expr]:
    """What must not vanish for a part of a term to have a value."""
    if node.is_Pow and node.base is not S.Exp1:
        if node.exp.is_nonnegative or (node.base.is_number and node.base.is_nonzero):
            return []
        return [node.base]
    if isinstance(node, (sympy.coth, sympy.csch)):
        return [node.args[0]]
    if isinstance(node, sympy.log):
        return [node.args[0]]
    if node.is_Function and not isinstance(node, _ENTIRE):
        raise Undefined(f"it is not known where {node.func.__name__} has values")
    return []


def _is_nonzero(expr: Expr, one: ModeSum, signs: Signs) -> bool:
    if expr.is_Mul:
        return all(_is_nonzero(a, one, signs) for a in expr.args)
    if expr.is_Pow and expr.exp.is_Rational:
        return _is_nonzero(expr.base, one, signs)
    if isinstance(expr, (sympy.cosh, sympy.exp)):
        return True
    if isinstance(expr, sympy.sinh):
        return _is_nonzero(expr.args[0], one, signs)
    if not expr.free_symbols & set(one.indices):
        return signs.is_nonzero(expr)
    return (
        _has_signed_coefficients(expr, one, signs)
        or _has_no_root(expr, one)
        or signs.is_nonzero(expr)
    )


def _has_signed_coefficients(expr: Expr, one: ModeSum, signs: Signs) -> bool:
    """A polynomial of the indices whose coefficients have one sign, the constant one too."""
    try:
        poly = Poly(expr.expand(), *one.indices)
    except BasePolynomialError:
        return False
    constant = poly.nth(*[0] * len(one.indices))
    sign = signs.sign(constant)
    return sign is not None and all(
        signs.sign(c) == sign or (sign * c).is_nonnegative for c in poly.coeffs()
    )


def _has_no_root(expr: Expr, one: ModeSum) -> bool:
    """A polynomial of one index with numbers for coefficients: no whole number is a root of it."""
    if len(expr.free_symbols) != 1:
        return False
    (j,) = expr.free_symbols
    try:
        coefficients = [c.evalf(30) for c in Poly(expr.expand(), j).all_coeffs()]
    except BasePolynomialError:
        return False
    largest = max(abs(c / coefficients[0]) for c in coefficients)
    bound = int(1 + largest) + 2
    return bound <= MOST_INDICES and all(_number(expr, {j: S(k)}) for k in range(bound))


def _number(expr: Expr, at: dict[Symbol, Expr]) -> bool:
    """Whether a number is certainly not zero."""
    try:
        with precision(200):
            return ball_is_nonzero(Evaluation(point_balls(at)).value(expr))
    except (NotEvaluated, NoValue):
        return False


def _check_numbers(divisor: Expr, one: ModeSum) -> None:
    """Raise if a divisor is zero for one of the first indices."""
    if len(one.indices) != 1:
        return
    (j,) = one.indices
    for k in range(20):
        if divisor.xreplace({j: S(k)}).expand() == 0:
            name = next(
                (f"{s} = {n.xreplace({j: S(k)})}" for s, n in one.names.items()), f"j0 = {k}"
            )
            raise Undefined(f"the term with {name} is not a finite number", certain=True)
