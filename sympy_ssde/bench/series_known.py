"""Problems whose solutions are known series, written down by hand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sympy import (
    Eq,
    Expr,
    Function,
    Heaviside,
    Integer,
    Min,
    Rational,
    S,
    Sum,
    Symbol,
    cos,
    cosh,
    exp,
    oo,
    pi,
    sin,
    sinh,
    sqrt,
    symbols,
)

from sympy_ssde.problem.problem import Problem

x, y, r, t = symbols("x y r t")
theta = Symbol("theta")
c, k, L, R = symbols("c k L R", positive=True)
n, m = symbols("n m", integer=True, positive=True)
u, v = Function("u"), Function("v")

odd = 2 * n - 1
UNIT = {x: (0, 1), t: (0, 1)}
SQUARE = {x: (0, 1), y: (0, 1)}


@dataclass(frozen=True)
class KnownSeries:
    """A problem and the series that solves it."""

    name: str
    problem: Callable[[], Problem]
    solution: tuple[Expr, ...]


def _endless(term: Expr, *indices: Symbol) -> Expr:
    return Sum(term, *((i, 1, oo) for i in indices or (n,)))


def _at(func: Any, variable: Symbol, value: Any, order: int = 1) -> Any:
    return func.diff(variable, order).subs(variable, value)


def _problem(equation: Any, conditions: dict[Any, Any], domain: Any) -> Callable[[], Problem]:
    func = u(*domain)
    return lambda: Problem(equation, func, conditions, domain)


def _heat(conditions: dict[Any, Any], source: Any = 0, domain: Any = None) -> Callable[[], Problem]:
    equation = Eq(u(x, t).diff(t), u(x, t).diff(x, 2) + source)
    return _problem(equation, conditions, domain or UNIT)


_ENDS = {u(0, t): 0, u(1, t): 0}
_PARABOLA = 8 * sin(odd * pi * x) / (odd * pi) ** 3
_STEP = 4 * sin(odd * pi * x) / (odd * pi)
_DECAY = exp(-(odd**2) * pi**2 * t)
_ROOT = sqrt(n**2 * pi**2 - 1)

_RATE = odd**2 * pi**2

#: Heat in rods.
HEAT: tuple[KnownSeries, ...] = (
    KnownSeries(
        "heat, cold ends",
        _heat(_ENDS | {u(x, 0): x * (1 - x)}),
        (_endless(_PARABOLA * _DECAY),),
    ),
    KnownSeries(
        "heat, cold ends, with symbols",
        _problem(
            Eq(u(x, t).diff(t), k * u(x, t).diff(x, 2)),
            {u(0, t): 0, u(L, t): 0, u(x, 0): x},
            {x: (0, L), t: (0, oo)},
        ),
        (
            _endless(
                2 * L * (-1) ** (n + 1) / (n * pi)
                * sin(n * pi * x / L) * exp(-k * n**2 * pi**2 * t / L**2)
            ),
        ),
    ),
    KnownSeries(
        "heat, insulated ends",
        _heat({_at(u(x, t), x, 0): 0, _at(u(x, t), x, 1): 0, u(x, 0): x}),
        (S.Half - _endless(4 * cos(odd * pi * x) / (odd * pi) ** 2 * _DECAY),),
    ),
    KnownSeries(
        "heat, one end insulated",
        _heat({u(0, t): 0, _at(u(x, t), x, 1): 0, u(x, 0): 1}),
        (_endless(4 * sin(odd * pi * x / 2) / (odd * pi) * exp(-(odd**2) * pi**2 * t / 4)),),
    ),
    KnownSeries(
        "heat, a ring",
        _heat(
            {
                u(0, t): u(1, t),
                _at(u(x, t), x, 0): _at(u(x, t), x, 1),
                u(x, 0): x * (1 - x),
            }
        ),
        (
            Rational(1, 6)
            - _endless(cos(2 * n * pi * x) / (n * pi) ** 2 * exp(-4 * n**2 * pi**2 * t)),
        ),
    ),
    KnownSeries(
        "heat, a constant source",
        _heat(_ENDS | {u(x, 0): 0}, source=1),
        (x * (1 - x) / 2 - _endless(_PARABOLA * _DECAY / 2),),
    ),
    KnownSeries(
        "heat, a source that grows",
        _heat(_ENDS | {u(x, 0): 0}, source=t),
        (_endless(_STEP * (t / _RATE - 1 / _RATE**2 + exp(-_RATE * t) / _RATE**2)),),
    ),
    KnownSeries(
        "heat, one warm end",
        _heat({u(0, t): 0, u(1, t): 1, u(x, 0): 0}),
        (
            x
            + _endless(2 * (-1) ** n / (n * pi) * sin(n * pi * x) * exp(-(n**2) * pi**2 * t)),
        ),
    ),
    KnownSeries(
        "heat, half of it warm",
        _heat(
            {
                _at(u(x, t), x, 0): 0,
                _at(u(x, t), x, 1): 0,
                u(x, 0): Heaviside(x - Rational(1, 2)),
            }
        ),
        (
            S.Half
            + _endless(2 * (-1) ** n / (odd * pi) * cos(odd * pi * x) * _DECAY),
        ),
    ),
    KnownSeries(
        "advection and diffusion",
        _problem(
            Eq(u(x, t).diff(t), u(x, t).diff(x, 2) - 2 * u(x, t).diff(x)),
            _ENDS | {u(x, 0): exp(x)},
            UNIT,
        ),
        (_endless(_STEP * _DECAY * exp(x - t)),),
    ),
    KnownSeries(
        "heat on a square",
        _problem(
            Eq(u(x, y, t).diff(t), u(x, y, t).diff(x, 2) + u(x, y, t).diff(y, 2)),
            {
                u(0, y, t): 0, u(1, y, t): 0, u(x, 0, t): 0, u(x, 1, t): 0,
                u(x, y, 0): x * (1 - x) * y * (1 - y),
            },
            {x: (0, 1), y: (0, 1), t: (0, 1)},
        ),
        (
            _endless(
                64 * sin(odd * pi * x) * sin((2 * m - 1) * pi * y)
                * exp(-(odd**2 + (2 * m - 1) ** 2) * pi**2 * t)
                / (odd**3 * (2 * m - 1) ** 3 * pi**6),
                n, m,
            ),
        ),
    ),
)  # fmt: skip

_STRING = Eq(u(x, t).diff(t, 2), c**2 * u(x, t).diff(x, 2))
_LONG = {x: (0, L), t: (0, oo)}
_FAR_ENDS = {u(0, t): 0, u(L, t): 0}
_REST = {_at(u(x, t), t, 0): 0}
_DAMPED = cos(_ROOT * t) + sin(_ROOT * t) / _ROOT

#: Strings, beams and waves with damping.
WAVES: tuple[KnownSeries, ...] = (
    KnownSeries(
        "a plucked string",
        _problem(_STRING, _FAR_ENDS | _REST | {u(x, 0): Min(x, L - x)}, _LONG),
        (
            _endless(
                4 * L * (-1) ** (n + 1) / (odd * pi) ** 2
                * sin(odd * pi * x / L) * cos(odd * pi * c * t / L)
            ),
        ),
    ),
    KnownSeries(
        "a struck string",
        _problem(_STRING, _FAR_ENDS | {u(x, 0): 0, _at(u(x, t), t, 0): 1}, _LONG),
        (
            _endless(
                4 * L / (c * odd**2 * pi**2)
                * sin(odd * pi * x / L) * sin(odd * pi * c * t / L)
            ),
        ),
    ),
    KnownSeries(
        "a string that starts as a parabola",
        _problem(
            Eq(u(x, t).diff(t, 2), u(x, t).diff(x, 2)),
            _ENDS | _REST | {u(x, 0): x * (1 - x)},
            UNIT,
        ),
        (_endless(_PARABOLA * cos(odd * pi * t)),),
    ),
    KnownSeries(
        "a string with damping",
        _problem(
            Eq(u(x, t).diff(t, 2) + 2 * u(x, t).diff(t), u(x, t).diff(x, 2)),
            _ENDS | _REST | {u(x, 0): x},
            UNIT,
        ),
        (_endless(2 * (-1) ** (n + 1) / (n * pi) * sin(n * pi * x) * exp(-t) * _DAMPED),),
    ),
    KnownSeries(
        "a string under its weight",
        _problem(
            Eq(u(x, t).diff(t, 2), u(x, t).diff(x, 2) - 1), _ENDS | _REST | {u(x, 0): 0}, UNIT
        ),
        (-x * (1 - x) / 2 + _endless(_PARABOLA * cos(odd * pi * t) / 2),),
    ),
    KnownSeries(
        "a beam",
        _problem(
            Eq(u(x, t).diff(t, 2), -u(x, t).diff(x, 4)),
            _ENDS
            | _REST
            | {_at(u(x, t), x, 0, 2): 0, _at(u(x, t), x, 1, 2): 0, u(x, 0): x * (1 - x)},
            UNIT,
        ),
        (_endless(_PARABOLA * cos(odd**2 * pi**2 * t)),),
    ),
    KnownSeries(
        "Schroedinger's equation in real form",
        lambda: Problem(
            [
                Eq(u(x, t).diff(t), -v(x, t).diff(x, 2)),
                Eq(v(x, t).diff(t), u(x, t).diff(x, 2)),
            ],
            [u(x, t), v(x, t)],
            _ENDS | {v(0, t): 0, v(1, t): 0, u(x, 0): x * (1 - x), v(x, 0): 0},
            UNIT,
        ),
        (
            _endless(_PARABOLA * cos(odd**2 * pi**2 * t)),
            -_endless(_PARABOLA * sin(odd**2 * pi**2 * t)),
        ),
    ),
)  # fmt: skip

_LAPLACE = Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), 0)
_SIDES = {u(0, y): 0, u(1, y): 0}
_COLD = _SIDES | {u(x, 0): 0}
_POLAR = Eq(r**2 * u(r, theta).diff(r, 2) + r * u(r, theta).diff(r) + u(r, theta).diff(theta, 2), 0)
_AROUND = {
    u(r, 0): u(r, 2 * pi),
    _at(u(r, theta), theta, 0): _at(u(r, theta), theta, 2 * pi),
}
_ANGLE = theta * (2 * pi - theta)
_SCREENED = sqrt(odd**2 * pi**2 + k**2)
_EVEN = 2 * m - 1

#: Laplace's and Poisson's equation in the plane, and Helmholtz's.
PLANES: tuple[KnownSeries, ...] = (
    KnownSeries(
        "a square with one warm side",
        _problem(_LAPLACE, _COLD | {u(x, 1): 1}, SQUARE),
        (_endless(_STEP * sinh(odd * pi * y) / sinh(odd * pi)),),
    ),
    KnownSeries(
        "a half strip",
        _problem(_LAPLACE, _SIDES | {u(x, 0): 1, u(x, oo): 0}, {x: (0, 1), y: (0, oo)}),
        (_endless(_STEP * exp(-odd * pi * y)),),
    ),
    KnownSeries(
        "a constant source on a square",
        _problem(
            Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), -1), _COLD | {u(x, 1): 0}, SQUARE
        ),
        (
            _endless(
                16 * sin(odd * pi * x) * sin(_EVEN * pi * y)
                / (pi**4 * odd * _EVEN * (odd**2 + _EVEN**2)),
                n, m,
            ),
        ),
    ),
    KnownSeries(
        "a constant source on a square, as a single sum",
        _problem(
            Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), -1), _COLD | {u(x, 1): 0}, SQUARE
        ),
        (
            x * (1 - x) / 2
            - _endless(_PARABOLA / 2 * cosh(odd * pi * (y - S.Half)) / cosh(odd * pi / 2)),
        ),
    ),
    KnownSeries(
        "a disk",
        _problem(_POLAR, _AROUND | {u(1, theta): _ANGLE}, {r: (0, 1), theta: (0, 2 * pi)}),
        (2 * pi**2 / 3 - _endless(4 * r**n * cos(n * theta) / n**2),),
    ),
    KnownSeries(
        "an annulus",
        _problem(
            _POLAR,
            _AROUND | {u(1, theta): 0, u(2, theta): theta - pi},
            {r: (1, 2), theta: (0, 2 * pi)},
        ),
        (
            _endless(
                -2 * sin(n * theta) / n
                * (r**n - r ** (-n)) / (Integer(2) ** n - Integer(2) ** (-n))
            ),
        ),
    ),
    KnownSeries(
        "Helmholtz's equation with screening",
        _problem(
            Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2) - k**2 * u(x, y), 0),
            _COLD | {u(x, 1): x * (1 - x)},
            SQUARE,
        ),
        (_endless(_PARABOLA * sinh(_SCREENED * y) / sinh(_SCREENED)),),
    ),
)  # fmt: skip

_BALL = Eq(u(r, t).diff(t), k * (u(r, t).diff(r, 2) + 2 * u(r, t).diff(r) / r))
_PLATE = u(x, y, t)
_INSULATED = {u(0, y, t): 0, u(1, y, t): 0, _at(_PLATE, y, 0): 0, _at(_PLATE, y, 1): 0}
_SAW = 2 * (-1) ** (n + 1) * sin(n * pi * x) / (n * pi)

#: Disks and balls whose radius is a symbol, and sums of one index beside those of two.
ROUND: tuple[KnownSeries, ...] = (
    KnownSeries(
        "a disk with a symbol for its radius",
        _problem(_POLAR, _AROUND | {u(R, theta): _ANGLE}, {r: (0, R), theta: (0, 2 * pi)}),
        (2 * pi**2 / 3 - _endless(4 * (r / R) ** n * cos(n * theta) / n**2),),
    ),
    KnownSeries(
        "outside of a circle",
        _problem(_POLAR, _AROUND | {u(R, theta): _ANGLE}, {r: (R, oo), theta: (0, 2 * pi)}),
        (2 * pi**2 / 3 - _endless(4 * (R / r) ** n * cos(n * theta) / n**2),),
    ),
    KnownSeries(
        "a ball that cools",
        _problem(_BALL, {u(R, t): 0, u(r, 0): 1}, {r: (0, R), t: (0, oo)}),
        (
            _endless(
                2 * (-1) ** (n + 1) * R * sin(n * pi * r / R) / (n * pi * r)
                * exp(-k * n**2 * pi**2 * t / R**2)
            ),
        ),
    ),
    KnownSeries(
        "a plate with two insulated sides",
        _problem(
            Eq(_PLATE.diff(t), _PLATE.diff(x, 2) + _PLATE.diff(y, 2)),
            _INSULATED | {u(x, y, 0): x * y},
            {x: (0, 1), y: (0, 1), t: (0, 1)},
        ),
        (
            _endless(_SAW / 2 * exp(-(n**2) * pi**2 * t))
            - _endless(
                _SAW * 4 * cos(_EVEN * pi * y) / (_EVEN * pi) ** 2
                * exp(-(n**2 + _EVEN**2) * pi**2 * t),
                n, m,
            ),
        ),
    ),
)  # fmt: skip


def known_series() -> tuple[KnownSeries, ...]:
    """All of them."""
    return HEAT + WAVES + PLANES + ROUND
