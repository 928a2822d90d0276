"""Linear equations of first order: arbitrary functions of the invariants of characteristics."""

from collections.abc import Iterator

from sympy import (
    Abs,
    Derivative,
    Eq,
    Expr,
    Function,
    Integral,
    S,
    Symbol,
    cancel,
    expand,
    integrate,
    pdsolve,
    powsimp,
    simplify,
    solve,
    together,
)

from sympy_ssde.family.equation import Equation
from sympy_ssde.family.member import Family
from sympy_ssde.family.ordinary import general
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.limits import Effort, TimeUp
from sympy_ssde.reduction.reduction import Line

#: Seconds for the equation along a characteristic, and for SymPy's own solver.
SECONDS, PDSOLVE_SECONDS = 3.0, 8.0


def transport(equation: Equation) -> Iterator[Family]:
    """``a*u_x + b*u_y + c*u = g``: general solutions, with a function of the invariants.

    >>> from sympy.abc import x, y
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> rotation = Problem(x*u(x, y).diff(y) - y*u(x, y).diff(x), u(x, y))
    >>> next(transport(read(rotation))).expr
    F0(x**2 + y**2)
    """
    linear = equation.linear
    if linear is None or equation.order != 1 or len(equation.variables) < 2:
        return
    zero, variables = equation.zero, equation.variables
    slopes = [
        linear.coefficients.get(_unit(i, len(variables)), S.Zero) for i in range(len(variables))
    ]
    own = linear.coefficients.get(zero, S.Zero)
    for place in sorted(range(len(variables)), key=lambda i: (slopes[i] == 0, -i)):
        if slopes[place] != 0:
            yield from _along(place, slopes, own, linear.source, equation)


def _unit(place: int, length: int) -> tuple[int, ...]:
    return tuple(int(i == place) for i in range(length))


def _along(
    place: int, slopes: list[Expr], own: Expr, source: Expr, equation: Equation
) -> Iterator[Family]:
    """With one of the variables as the parameter of the characteristics."""
    along, base = equation.variables[place], slopes[place]
    invariants: list[Expr] = []
    paths: dict[Symbol, Expr] = {}
    for i, v in enumerate(equation.variables):
        if i == place:
            continue
        pair = _invariant(cancel(together(slopes[i] / base)), v, along, i)
        if pair is None:
            return
        invariants.append(_scaled(pair[0]) if own == source == 0 else pair[0])
        paths[v] = pair[1]
    level = {
        Symbol(f"I_{i}", positive=True): inv
        for i, inv in zip(
            (i for i in range(len(equation.variables)) if i != place), invariants, strict=True
        )
    }
    function = Function("F0")
    for growth, extra in _amplitudes(own, source, base, along, paths):
        body = growth * function(*level) + extra
        expr = body.xreplace(level)
        if expr.has(Integral) or (not expr.is_finite and expr.is_finite is False):
            continue
        shown = tuple(Eq(Symbol(f"c{i}"), inv, evaluate=False) for i, inv in enumerate(invariants))
        lines = (Line("along the characteristics these don't change", shown),)
        yield Family(expr, (), lines)


def _invariant(slope: Expr, v: Symbol, along: Symbol, number: int) -> tuple[Expr, Expr] | None:
    """What doesn't change along a characteristic, and the characteristic at its level."""
    level = Symbol(f"I_{number}", positive=True)
    if slope.free_symbols - {v, along} and not all(
        s.is_positive for s in slope.free_symbols - {v, along}
    ):
        return None
    if slope == 0:
        return v, level
    if not slope.has(v):
        drift = _integral(slope, along)
        return None if drift is None else (v - drift, level + drift)
    path = Function("_path")(along)
    problem = Derivative(path, along) - slope.subs(v, path)
    for family in general(problem, path, 0.3):
        if len(family.constants) != 1:
            continue
        c = family.constants[0]
        try:
            with Effort(SECONDS).share(1):
                roots = solve(family.expr - v, c)
        except (TimeUp, *GIVES_UP):
            continue
        for root in roots:
            if not root.has(c) and root.has(v):
                return powsimp(root.replace(Abs, lambda a: a)), family.expr.subs(c, level)
    return None


def _scaled(invariant: Expr) -> Expr:
    """Without a number in front: a function of it is arbitrary anyway."""
    _, rest = expand(invariant).as_coeff_Mul()
    content = rest.as_coeff_Add()[1] if rest.is_Add else rest
    if content.is_Add:
        _, content = content.primitive()
        sign = -1 if content.as_ordered_terms()[0].could_extract_minus_sign() else 1
        return expand(sign * content)
    return -content if content.could_extract_minus_sign() else content


def _integral(expr: Expr, x: Symbol) -> Expr | None:
    try:
        with Effort(SECONDS).share(1):
            found = integrate(expr, x)
    except (TimeUp, *GIVES_UP):
        return None
    return None if found.has(Integral) else found


def _amplitudes(
    own: Expr, source: Expr, base: Expr, along: Symbol, paths: dict[Symbol, Expr]
) -> Iterator[tuple[Expr, Expr]]:
    """What multiplies the function of the invariants, and what is added to it."""
    if own == 0 and source == 0:
        yield S.One, S.Zero
        return
    w = Function("_w")(along)
    rate, push = (cancel(together((e / base).subs(paths))) for e in (own, source))
    for family in general(Derivative(w, along) + rate * w - push, w, 0.3):
        if len(family.constants) != 1:
            continue
        c = family.constants[0]
        slope = family.expr.diff(c)
        rest = family.expr.subs(c, 0)
        if slope.has(c):
            continue
        yield simplify(slope), simplify(rest)
        return


def by_pdsolve(equation: Equation) -> Iterator[Family]:
    """What SymPy's own solver for partial equations returns."""
    if len(equation.variables) != 2 or equation.linear is None or equation.order != 1:
        return
    x, y = equation.variables
    jets = {
        j: Derivative(equation.func, *((v, n) for v, n in ((x, o[0]), (y, o[1])) if n))
        if any(o)
        else equation.func
        for o, j in equation.jets.items()
    }
    try:
        with Effort(PDSOLVE_SECONDS).share(1):
            found = pdsolve(equation.expr.xreplace(jets), equation.func)
    except (TimeUp, *GIVES_UP):
        return
    if isinstance(found, Eq) and not found.rhs.has(Integral):
        yield Family(found.rhs, (), (Line("SymPy's pdsolve gives", (found,)),))
