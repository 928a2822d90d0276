"""Linear equations with constant coefficients: factors of the operator, and plane waves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sympy import (
    Dummy,
    Eq,
    Expr,
    Function,
    I,
    Integer,
    Mul,
    Poly,
    Symbol,
    cancel,
    exp,
    expand,
    factor,
    factor_list,
    powdenest,
    sin,
    sqrt,
)

from sympy_ssde.family.algebra import Cases
from sympy_ssde.family.equation import Equation
from sympy_ssde.family.member import Family, some
from sympy_ssde.reduction.reduction import Line


@dataclass(frozen=True)
class Operator:
    """A polynomial in symbols that stand for the derivatives by the variables."""

    expr: Expr
    symbols: tuple[Symbol, ...]


def operator(equation: Equation) -> Operator | None:
    """The operator of a linear equation with constant coefficients."""
    linear = equation.linear
    if linear is None or not equation.has_constant_coefficients:
        return None
    symbols = tuple(Dummy(f"D{v.name}", real=True) for v in equation.variables)
    terms = (
        c * Mul(*(s**n for s, n in zip(symbols, orders, strict=True)))
        for orders, c in linear.coefficients.items()
    )
    return Operator(expand(sum(terms, Integer(0))), symbols)


# factors -----------------------------------------------------------------------------------------


def arbitrary_functions(equation: Equation) -> Iterator[Family]:
    """The general solution, where the operator is a product of operators of first order.

    >>> from sympy import symbols
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> x, t, c = symbols("x t c")
    >>> u = Function("u")
    >>> wave = Problem(u(x, t).diff(t, 2) - c**2*u(x, t).diff(x, 2), u(x, t))
    >>> next(arbitrary_functions(read(wave))).expr
    F0(-c*t + x) + F1(c*t + x)
    """
    found = operator(equation)
    if found is None or len(equation.variables) < 2 or equation.linear is None:
        return
    factors = linear_factors(found)
    if not factors or equation.linear.source != 0:
        return
    parts: list[Expr] = []
    for a, multiplicity in factors:
        parts += _solutions(a, multiplicity, found.symbols, equation.variables, len(parts))
    words = "the operator is a product of operators of first order, each with its own function"
    shown = Eq(equation.func, sum(parts), evaluate=False)
    yield Family(sum(parts), (), (Line(words, (shown,)),))


def linear_factors(found: Operator) -> list[tuple[Expr, int]]:
    """Factors of first order with their multiplicities; empty if others are left."""
    _, parts = factor_list(found.expr)
    result: dict[Expr, int] = {}
    for part, multiplicity in parts:
        if not part.free_symbols & set(found.symbols):
            continue
        pieces = _split(part, found.symbols)
        if pieces is None:
            return []
        for piece in pieces:
            result[piece] = result.get(piece, 0) + multiplicity
    return sorted(result.items(), key=lambda item: str(item[0]), reverse=True)


def _split(part: Expr, symbols: Sequence[Symbol]) -> list[Expr] | None:
    """A factor as a product of linear ones with real coefficients."""
    poly = Poly(part, *symbols)
    if poly.total_degree() == 1:
        return [part]
    if poly.total_degree() != 2:
        return None
    for s in reversed(symbols):
        if poly.degree(s) != 2:
            continue
        a, b, c = Poly(part, s).all_coeffs()
        if a.free_symbols & set(symbols):
            continue
        root = powdenest(sqrt(factor(b**2 - 4 * a * c)), force=True)
        if root.has(I) or not root.is_polynomial(*symbols):
            continue
        pieces = [expand(s - (-b + sign * root) / (2 * a)) for sign in (1, -1)]
        if all(Poly(p, *symbols).total_degree() == 1 for p in pieces):
            return pieces
    return None


def _solutions(
    a: Expr,
    multiplicity: int,
    symbols: Sequence[Symbol],
    variables: Sequence[Symbol],
    number: int,
) -> list[Expr]:
    """``exp(...)*F(invariants)`` for one factor, times powers if it occurs several times."""
    slopes = [a.coeff(s) if a.has(s) else Integer(0) for s in symbols]
    rest = a.xreplace(dict.fromkeys(symbols, Integer(0)))
    place = max(i for i, slope in enumerate(slopes) if slope != 0)
    along, base = variables[place], slopes[place]
    invariants = [
        expand(v - cancel(slope / base) * along)
        for i, (v, slope) in enumerate(zip(variables, slopes, strict=True))
        if i != place
    ]
    growth = exp(cancel(-rest / base) * along)
    return [
        along**i * growth * Function(f"F{number + i}")(*invariants) for i in range(multiplicity)
    ]


# waves -------------------------------------------------------------------------------------------


def plane_waves(equation: Equation) -> Iterator[Family]:
    """``exp(a*t)*sin(k*x - w*t + p)``, with the dispersion relation solved for ``a`` and ``w``.

    >>> from sympy.abc import x, t
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> airy = Problem(u(x, t).diff(t) + u(x, t).diff(x, 3), u(x, t))
    >>> next(plane_waves(read(airy))).expr
    C_0*sin(C_1 + C_2**3*t + C_2*x)
    """
    found = operator(equation)
    linear = equation.linear
    if found is None or linear is None or linear.source != 0 or len(equation.variables) < 2:
        return
    amplitude, phase, *waves = some(2 + len(equation.variables))
    for place in _evolving(equation):
        t = equation.variables[place]
        growth, frequency = Dummy("a", real=True), Dummy("w", real=True)
        values = {s: I * k for s, k in zip(found.symbols, waves, strict=True)}
        values[found.symbols[place]] = growth + I * frequency
        relation = expand(found.expr.xreplace(values))
        real, imaginary = relation.as_real_imag()
        others = [
            (v, k)
            for i, (v, k) in enumerate(zip(equation.variables, waves, strict=True))
            if i != place
        ]
        for case in Cases([frequency, growth], most=40).solve([expand(real), expand(imaginary)]):
            w, a = case.get(frequency), case.get(growth)
            if w is None or a is None:
                continue
            angle = sum((k * v for v, k in others), w * t) + phase
            expr = amplitude * exp(a * t) * sin(angle)
            kept = tuple(c for c in (amplitude, phase, *waves) if expr.has(c))
            words = "a wave of any length, with the frequency that the dispersion relation gives"
            yield Family(expr, kept, (Line(words, (Eq(equation.func, expr, evaluate=False),)),))


def _evolving(equation: Equation) -> list[int]:
    """Variables that may be time: called so, or with the fewest derivatives."""
    places = range(len(equation.variables))
    named = [i for i in places if equation.variables[i].name in ("t", "tau", "T")]
    ordered = sorted(places, key=lambda i: (equation.orders_of(equation.variables[i]), -i))
    return list(dict.fromkeys([*named, *ordered]))[:2]
