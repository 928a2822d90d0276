"""Manufactured problems with a candidate whose truth is known by construction.

The solution is drawn first, equation and conditions are made of it; a change makes the candidate
wrong for a reason that can be seen: at a face whose value is given it differs, or the equation has
a source that is not zero, or a part of the domain has another branch.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from sympy import (
    Expr,
    I,
    Integer,
    Rational,
    Symbol,
    airyai,
    atan,
    besselj,
    cos,
    cosh,
    erf,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    tanh,
)
from sympy.core.function import AppliedUndef

from sympy_ssde.bench.letters import t, u, x
from sympy_ssde.problem.problem import Problem

Conditions = dict[Expr, Expr]


@dataclass(frozen=True)
class Made:
    """A problem before it is changed: its solution, what it is made of, and nearby mistakes."""

    func: AppliedUndef
    left: Expr  # the equation's left side, which has func in it
    solution: Expr
    conditions: Conditions
    box: Mapping[Symbol, tuple[Expr, Expr]]


@dataclass(frozen=True)
class Attack:
    """A candidate for a problem, and whether it is right."""

    kind: str
    change: str
    problem: Problem
    candidate: Expr
    is_right: bool


def number(random: Random) -> Expr:
    """A small rational that is not zero."""
    return Rational(random.choice([-3, -2, -1, 1, 2, 3, 5]), random.choice([1, 1, 2, 3]))


def smooth(random: Random, v: Symbol) -> Expr:
    """A function of one variable without singular points."""
    a, b = number(random), number(random)
    forms: list[Callable[[], Expr]] = [
        lambda: sin(a * v + b), lambda: cos(a * v), lambda: exp(a * v / 2), lambda: v**2 + a * v,
        lambda: tanh(a * v), lambda: v * exp(-(v**2)), lambda: atan(a * v), lambda: 1 / (v**2 + 2),
        lambda: sqrt(v**2 + 3), lambda: log(v**2 + 2), lambda: v**3 - a, lambda: cosh(v / 2),
    ]  # fmt: skip
    return random.choice(forms)()


def operator(random: Random, func: AppliedUndef) -> Expr:
    """A left side of order one or two, linear or not."""
    v = func.args[0]
    terms = [number(random) * func.diff(w, random.choice([1, 2])) for w in func.args]
    slope = func.diff(v)
    extra = random.choice(
        [Integer(0), func, func**2, func**3, func * slope, sin(func), v * func, slope**2]
    )
    return sum(terms, Integer(0)) + number(random) * extra


def derivative_at(func: AppliedUndef, v: Symbol, order: int, place: Expr) -> Expr:
    """The derivative by ``v`` at a place, as conditions are written."""
    return func.diff(v, order).subs(v, place) if order else func.subs(v, place)


def _made(
    random: Random, func: AppliedUndef, w: Expr, box: Mapping[Symbol, tuple[Expr, Expr]]
) -> Made:
    """Dirichlet data at the low end of the first variable, and others elsewhere."""
    v = func.args[0]
    low = box[v][0]
    conditions: Conditions = {func.subs(v, low): w.subs(v, low)}
    for other in func.args[1:]:
        end = random.choice(box[other])
        conditions[func.subs(other, end)] = w.subs(other, end)
    return Made(func, operator(random, func), w, conditions, box)


def ode(random: Random) -> Made:
    """Ordinary equations, with one more condition at times."""
    w = smooth(random, x) * number(random) + smooth(random, x)
    low = Integer(random.randint(-2, 2))
    made = _made(random, u(x), w, {x: (low, low + random.randint(1, 2))})
    high = made.box[x][1]
    kind = random.choice(["none", "dirichlet", "neumann", "robin"])
    more = {
        "none": {},
        "dirichlet": {u(high): w.subs(x, high)},
        "neumann": {derivative_at(u(x), x, 1, high): w.diff(x).subs(x, high)},
        "robin": {derivative_at(u(x), x, 1, high) + u(high): (w.diff(x) + w).subs(x, high)},
    }[kind]
    return Made(made.func, made.left, w, {**made.conditions, **more}, made.box)


def pde(random: Random) -> Made:
    """Equations in two variables."""
    product, v = smooth(random, x) * smooth(random, t), random.choice([x, t])
    w = product + number(random) * smooth(random, v)
    return _made(random, u(x, t), w, {x: (Integer(0), Integer(1)), t: (Integer(0), Integer(1))})


def flux(random: Random) -> Made:
    """Neumann and Robin data on a side of a square."""
    made = pde(random)
    func, w = made.func, made.solution
    slope = derivative_at(func, x, 1, Integer(1))
    size = random.choice([Integer(0), number(random)])
    condition = {slope + size * func.subs(x, 1): (w.diff(x) + size * w).subs(x, 1)}
    return Made(func, made.left, w, {**made.conditions, **condition}, made.box)


def periodic(random: Random) -> Made:
    """Solutions that return after a period."""
    k = random.randint(1, 3)
    w = smooth(random, t) * sin(k * x) + smooth(random, t) * cos(k * x) + smooth(random, t)
    func = u(x, t)
    conditions: Conditions = {
        func.subs(t, 0): w.subs(t, 0),
        func.subs(x, 0) - func.subs(x, 2 * pi): Integer(0),
        derivative_at(func, x, 1, Integer(0)) - derivative_at(func, x, 1, 2 * pi): Integer(0),
    }
    box = {x: (Integer(0), 2 * pi), t: (Integer(0), Integer(1))}
    return Made(func, operator(random, func), w, conditions, box)


def infinity(random: Random) -> Made:
    """Data at the end of a half line."""
    a = abs(number(random))
    w = random.choice(
        [exp(-a * x), (1 + x) * exp(-a * x), 1 / (x + a), tanh(a * x), atan(x), x / (x + 1), erf(x)]
    )
    ends = {tanh(a * x): Integer(1), atan(x): pi / 2, x / (x + 1): Integer(1), erf(x): Integer(1)}
    conditions: Conditions = {u(0): w.subs(x, 0), u(oo): ends.get(w, Integer(0))}
    return Made(u(x), operator(random, u(x)), w, conditions, {x: (Integer(0), oo)})


def limit(random: Random) -> Made:
    """Values at points where the formula has none."""
    k = abs(number(random))
    w, value = random.choice(
        [(sin(k * x) / x, k), ((exp(k * x) - 1) / x, k), (x * log(x), Integer(0)),
         ((1 - cos(k * x)) / x**2, k**2 / 2), (log(1 + k * x) / x, k), (exp(-k / x), Integer(0))]
    )  # fmt: skip
    return Made(u(x), operator(random, u(x)), w, {u(0): value}, {x: (Integer(0), Integer(1))})


def parameter(random: Random) -> Made:
    """A parameter in equation, data and solution."""
    k = Symbol("k", positive=True)
    w = random.choice(
        [exp(-k * x), sin(k * x), x**2 + k * x, cosh(k * x), 1 / (x + k), sqrt(x + k)]
    )
    left = operator(random, u(x)) + k * u(x)
    conditions: Conditions = {u(0): w.subs(x, 0)}
    return Made(u(x), left, w, conditions, {x: (Integer(0), Integer(1))})


def special(random: Random) -> Made:
    """Special functions."""
    n = random.randint(0, 2)
    w = random.choice([besselj(n, x), erf(x), airyai(x), besselj(n, x) * exp(x), erf(x / 2) + x])
    low = Integer(random.randint(1, 2))
    return Made(u(x), operator(random, u(x)), w, {u(low): w.subs(x, low)}, {x: (low, low + 1)})


def imaginary(random: Random) -> Made:
    """Complex solutions."""
    k = number(random)
    w = random.choice([exp(I * k * x), exp((I - 1) * x), cos(k * x) + I * sin(k * x), 1 / (x + I)])
    left = (
        u(x).diff(x, random.choice([1, 2]))
        + number(random) * I * u(x)
        + random.choice([Integer(0), u(x) ** 2, x * u(x)])
    )
    return Made(u(x), left, w, {u(0): w.subs(x, 0)}, {x: (Integer(0), Integer(1))})


#: Kinds of problems, and how often each is drawn.
KINDS: dict[str, tuple[Callable[[Random], Made], int]] = {
    "ode": (ode, 30), "pde": (pde, 20), "flux": (flux, 8), "periodic": (periodic, 4),
    "infinity": (infinity, 6), "limit": (limit, 6), "parameter": (parameter, 8),
    "special": (special, 4), "complex": (imaginary, 6),
}  # fmt: skip
