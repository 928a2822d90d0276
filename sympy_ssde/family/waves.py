"""Travelling waves: a polynomial in a shape, with everything in it from the equation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from sympy import (
    Dummy,
    Eq,
    Expr,
    Integer,
    Mul,
    Poly,
    Symbol,
    expand,
    fraction,
    together,
)

from sympy_ssde.family.algebra import Cases
from sympy_ssde.family.balance import leading_powers
from sympy_ssde.family.equation import Equation
from sympy_ssde.family.member import Family
from sympy_ssde.family.shapes import COS, EXP, MAIN, POLE, SECH, TAN, TANH, Shape
from sympy_ssde.proof.ladder import NO_ANSWER
from sympy_ssde.reduction.reduction import Line

#: The highest power of a shape that is tried.
_HIGHEST = 4
#: Cases of one ansatz that are looked at.
_MOST = 12


@dataclass(frozen=True)
class Wave:
    """The argument of a wave: a number times a position that moves, and a phase."""

    angle: Expr
    number: Symbol  # in front of the position
    ratios: tuple[Symbol, ...]  # of the other variables
    slopes: tuple[Expr, ...]  # derivative of the angle by each variable
    phase: Symbol


def wave_of(equation: Equation) -> Wave | None:
    """``k*(x - v*t) + p``, with the variables that the equation doesn't contain."""
    moving = [v for v in equation.variables if v in equation.autonomous]
    if not moving or len(moving) < len(equation.variables):
        return None
    number = Symbol("k_0", real=True)
    phase = Symbol("p_0", real=True)
    ratios = tuple(Symbol(f"v_{i}", real=True) for i in range(len(moving) - 1))
    position: Expr = moving[0]
    slopes: list[Expr] = [number]
    for i, v in enumerate(moving[1:]):
        sign = (
            -1 if i == len(moving) - 2 and (v.name in ("t", "T", "tau") or len(moving) == 2) else 1
        )
        position += sign * ratios[i] * v
        slopes.append(sign * number * ratios[i])
    return Wave(number * position + phase, number, ratios, tuple(slopes), phase)


def travelling_waves(equation: Equation) -> Iterator[Family]:
    """Polynomials in tanh, sech, exponentials, cosines and reciprocals of a moving position.

    >>> from sympy import Function, sech
    >>> from sympy.abc import x, t
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> U = u(x, t)
    >>> kdv = read(Problem(U.diff(t) + 6*U*U.diff(x) + U.diff(x, 3), U))
    >>> next(travelling_waves(kdv)).expr.has(sech)
    True
    """
    if not equation.is_polynomial:
        return
    powers = [p for p in leading_powers(equation) if p.is_Integer and 0 < p <= _HIGHEST]
    for p in powers:
        yield from ansatz(equation, SECH, int(p), step=1 if p % 2 else 2)
        for shape in (TANH, POLE, TAN):
            yield from ansatz(equation, shape, int(p))
    for shape in (EXP, COS):
        yield from ansatz(equation, shape, 1)


def ansatz(equation: Equation, shape: Shape, degree: int, step: int = 1) -> Iterator[Family]:
    """All solutions that are a polynomial of a degree in a shape, or in a power of it."""
    wave = wave_of(equation)
    if wave is None:
        return
    coefficients = tuple(Dummy(f"a{i}", real=True) for i in range(0, degree + 1, step))
    body = sum((c * MAIN ** (step * i) for i, c in enumerate(coefficients)), Integer(0))
    rows = _rows(equation, shape, wave, body)
    if rows is None:
        return
    top, slow = coefficients[-1], tuple(reversed(wave.ratios))
    unknowns = (*slow, *coefficients[::-1], wave.number)
    must = (top, wave.number)
    cases = Cases(unknowns, must, (wave.number,), most=150).solve(rows)
    for values in islice(cases, _MOST):
        expr = shape.written(body.xreplace(values), _angle(wave, values))
        expr = expr.xreplace(values)
        free = [s for s in (*unknowns, wave.phase) if s not in values and expr.has(s)]
        words = f"a wave in {shape.name} with unknown coefficients, which the equation gives"
        shown = Eq(equation.func, expr, evaluate=False)
        yield Family(expr, tuple(free), (Line(words, (shown,)),))


def _angle(wave: Wave, values: dict[Symbol, Expr]) -> Expr:
    return wave.angle.xreplace(values)


def _rows(equation: Equation, shape: Shape, wave: Wave, body: Expr) -> Sequence[Expr] | None:
    """The coefficients of the generators in what must vanish."""
    by_order = [body]
    for _ in range(equation.order):
        by_order.append(shape.derivative(by_order[-1]))
    values = {}
    for orders, jet in equation.jets.items():
        scale = Mul(*(s**n for s, n in zip(wave.slopes, orders, strict=True)))
        values[jet] = scale * by_order[sum(orders)]
    try:
        whole = expand(fraction(together(equation.expr.xreplace(values)))[0])
        return list(Poly(shape.reduced(whole), *shape.generators).coeffs())
    except NO_ANSWER:
        return None
