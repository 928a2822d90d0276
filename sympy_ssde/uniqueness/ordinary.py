"""Linear ordinary equations with conditions anywhere: dimensions, determinants, maxima."""

from collections.abc import Sequence

from sympy import Expr, Matrix, Poly, S, Symbol, cos, exp, im, nan, oo, re, roots, sin, zoo

from sympy_ssde.problem.constraints import Trace
from sympy_ssde.proof.verify import verify
from sympy_ssde.reduction.view import linear_parts
from sympy_ssde.uniqueness.homogeneous import homogeneous, substituted
from sympy_ssde.uniqueness.setting import Setting, Verdict, can_be_added

_LARGEST_ORDER = 4
#: Values of a parameter at which a determinant may vanish.
_SPECIAL = (
    *(S(n) for n in (1, 2, 3, 4, 5)), S(1) / 2, S(3) / 2, S.Pi / 2, S.Pi, 2 * S.Pi, S.Pi**2,
    S.Pi**2 / 4, S(9), S(16), -S(1), S(0),
)  # fmt: skip
_CLEAR, _NOTHING = 1e-9, 1e-20

Terms = tuple[tuple[Trace, Expr], ...]


def judge_linear_ordinary(setting: Setting) -> Verdict | None:
    """The verdict on a linear equation with linear conditions; None for other problems."""
    problem = setting.problem
    if len(setting.variables) != 1 or len(problem.functions) != 1 or len(problem.equations) != 1:
        return None
    equation = linear_parts(problem.equations[0])
    found = [linear_parts(c) for c in problem.conditions]
    if equation is None or None in found:
        return None
    terms = {t.orders[0]: setting.signed(c) for t, c in equation[0]}
    conditions = [_signed(parts[0], setting) for parts in found if parts is not None]
    order = max(terms)
    points = {t.point[0] for parts in conditions for t, _ in parts}
    if order == 0 or any(p.is_infinite for p in points):
        return None
    if not _is_regular(terms, order, points, setting):
        return None
    if len(conditions) < order:
        return Verdict(
            False,
            f"the equation is linear of order {order}, and its solutions without conditions are a "
            f"space of {order} dimensions, of which {_count(conditions)} more than a point",
        )
    return _by_maximum(terms, conditions, setting) or _by_determinant(terms, conditions, setting)


def _count(conditions: Sequence[Terms]) -> str:
    if not conditions:
        return "no condition leaves"
    return "1 condition leaves" if len(conditions) == 1 else f"{len(conditions)} conditions leave"


def _signed(terms: Terms, setting: Setting) -> Terms:
    return tuple(
        (Trace(t.function, t.orders, tuple(map(setting.signed, t.point))), setting.signed(c))
        for t, c in terms
    )


def _is_regular(terms: dict[int, Expr], order: int, points: set[Expr], setting: Setting) -> bool:
    """Whether the coefficients are continuous and the first has no zero, at the points too."""
    lead = terms[order]
    if setting.sign(lead, points) is None:
        return False
    return all(setting.is_regular(c, {}, points) for c in terms.values())


def _by_maximum(
    terms: dict[int, Expr], conditions: Sequence[Terms], setting: Setting
) -> Verdict | None:
    """Values at both ends of a second-order equation whose lowest coefficient has its sign."""
    ends = setting.ends(0)
    given = {parts[0][0].point[0] for parts in conditions if _is_value(parts, setting)}
    if max(terms) != 2 or len(conditions) != 2 or given != set(ends):
        return None
    if any(e.is_infinite for e in ends) or not _is_regular(terms, 2, set(ends), setting):
        return None
    lead, last = setting.signs.sign(terms[2]), terms.get(0, S.Zero)
    if last != 0 and setting.signs.sign(last) != -(lead or 0):
        return None
    return Verdict(True, "maximum principle: values at both ends, and no growth in the equation")


def _is_value(parts: Terms, setting: Setting) -> bool:
    """Whether a condition gives a value: its factor must not vanish for some parameter."""
    if len(parts) != 1 or any(parts[0][0].orders):
        return False
    return setting.signs.is_nonzero(parts[0][1])


def _by_determinant(
    terms: dict[int, Expr], conditions: Sequence[Terms], setting: Setting
) -> Verdict | None:
    """Constant coefficients: the conditions on a basis of the homogeneous equation's solutions."""
    x = setting.variables[0]
    if len(conditions) != max(terms) or any(c.has(x) for c in terms.values()):
        return None
    basis = _basis(terms, x)
    if basis is None or any(sum(t.orders) > 6 for parts in conditions for t, _ in parts):
        return None
    matrix = Matrix([[_applied(parts, e, x) for e in basis] for parts in conditions])
    determinant = matrix.det(method="berkowitz")
    if determinant.free_symbols:
        return _with_parameters(determinant, setting)
    size = abs(complex(determinant.evalf(25, chop=False)))
    scale = max(1.0, *(abs(complex(e.evalf(15))) for e in matrix)) ** matrix.rows
    if size > _CLEAR * scale:
        return Verdict(
            True, "the homogeneous problem has the solution 0 only: its determinant isn't 0"
        )
    if size > _NOTHING * scale:
        return None
    kernel = matrix.nullspace(iszerofunc=lambda e: abs(complex(e.evalf(25))) < _NOTHING * scale)
    element = _combined(kernel[0], basis, setting) if kernel else S.Zero
    return _added(setting, element)


def _basis(terms: dict[int, Expr], x: Symbol) -> list[Expr] | None:
    """A basis of real functions; None if the roots aren't known."""
    order = max(terms)
    if order > _LARGEST_ORDER:
        return None
    r = Symbol("r")
    polynomial = Poly([terms.get(k, S.Zero) for k in range(order, -1, -1)], r)
    found = roots(polynomial)
    if sum(found.values()) != order:
        return None
    basis: list[Expr] = []
    for root, multiplicity in found.items():
        rate, turn = re(root), im(root)
        if turn.is_zero:
            parts = [exp(rate * x)]
        elif turn.is_positive:
            parts = [exp(rate * x) * cos(turn * x), exp(rate * x) * sin(turn * x)]
        elif turn.is_negative:
            continue  # with its conjugate
        else:
            return None
        basis += [x**k * part for k in range(multiplicity) for part in parts]
    return basis if len(basis) == order else None


def _applied(parts: Terms, expr: Expr, x: Symbol) -> Expr:
    values = (c * expr.diff(x, t.orders[0]).subs(x, t.point[0]) for t, c in parts)
    return sum(values, S.Zero)


def _combined(vector: Matrix, basis: Sequence[Expr], setting: Setting) -> Expr:
    back = {new: old for old, new in setting.known.items()}
    found = sum((c * e for c, e in zip(vector, basis, strict=True)), S.Zero)
    return found.xreplace(back).simplify()


def _added(setting: Setting, element: Expr) -> Verdict | None:
    """The verdict that something can be added, once that is proved."""
    smaller = homogeneous(setting.problem)
    if element == 0 or smaller is None or not verify(smaller, (element,), timeout=2):
        return None
    return can_be_added(element)


def _with_parameters(determinant: Expr, setting: Setting) -> Verdict | None:
    """The verdict for all values of parameters, or on one of them that is special."""
    if setting.signs.is_nonzero(determinant):
        return Verdict(
            True, "the homogeneous problem has the solution 0 only: its determinant isn't 0"
        )
    free = sorted(determinant.free_symbols, key=str)
    if len(free) != 1:
        return None
    (parameter,) = (old for old, new in setting.known.items() if new == free[0])
    for value in _SPECIAL:
        if not _is_allowed(value, parameter, setting) or not _has_values(setting, free[0], value):
            continue
        if determinant.subs(free[0], value).is_zero:
            special = substituted(setting.problem, parameter, value)
            if special is None:
                continue
            found = judge_linear_ordinary(Setting(special, (S.Zero,)))
            if found is not None and found.unique is False:
                return Verdict(False, f"for {parameter} = {value}, {found.reason}")
    return None


def _has_values(setting: Setting, parameter: Symbol, value: Expr) -> bool:
    """Whether the solution itself exists where a parameter has this value."""
    put = [e.subs(parameter, value) for e in setting.exprs]
    return not any(e.has(nan, zoo, oo, -oo) for e in put)


def _is_allowed(value: Expr, parameter: Symbol, setting: Setting) -> bool:
    """Whether a parameter may have this value."""
    r = setting.domain.by_symbol[setting.known[parameter]]
    inside = (value - r.low).is_extended_positive and (r.high - value).is_extended_positive
    facts = parameter.assumptions0
    same = all(getattr(value, f"is_{k}", None) is not (not v) for k, v in facts.items())
    return bool(inside) and same
