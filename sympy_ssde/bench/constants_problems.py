"""Random problems of one and two terms whose constants are numbers, or follow from the data.

Each kind is a function of a :class:`Draw`: it chooses the solution's constants, or the data from
which they follow, and states the problem.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from sympy import Expr, Integer, Rational, atan, cos, cosh, exp, log, pi, sin, sinh, sqrt, tan, tanh
from sympy.matrices import Matrix
from sympy.matrices.exceptions import NonInvertibleMatrixError

from sympy_ssde.bench.letters import t, u, x, y
from sympy_ssde.problem.problem import Problem


@dataclass(frozen=True)
class Made:
    """A problem and its solution, whose constants are to be found again from their digits."""

    kind: str
    problem: Problem
    solution: Expr


@dataclass(frozen=True)
class Draw:
    """Random numbers of the kinds that solutions have."""

    random: Random

    def rational(self, largest: int = 9) -> Expr:
        """A fraction that isn't 0."""
        sign = self.random.choice((1, -1))
        return sign * Rational(self.random.randint(1, largest), self.random.choice((1, 1, 2, 3, 5)))

    def positive(self, largest: int = 4) -> Expr:
        """A positive number of moderate size: rational, a root, pi, e, exp or log of a rational."""
        n = self.random.randint(1, largest)
        q = Rational(n, self.random.choice((1, 2, 3)))
        root = sqrt(Integer(self.random.choice((2, 3, 5, 6, 7, 11, 13))))
        kinds = (q, q, root, q * root, pi * q / 2, exp(1) * q / 2, exp(-q), log(1 + n), sqrt(q))
        return self.random.choice(kinds)

    def number(self) -> Expr:
        """As :meth:`positive`, with a sign."""
        return self.random.choice((1, -1)) * self.positive()

    def phase(self) -> Expr:
        """A part of pi, an arcus tangens, or a plain number."""
        q = Rational(self.random.randint(1, 5), self.random.choice((2, 3, 4, 6)))
        return self.random.choice((1, -1)) * self.random.choice((pi * q / 2, atan(q), q))

    def different(self, count: int, most: int = 4) -> list[int]:
        """Different small whole numbers."""
        return sorted(self.random.sample(range(1, most + 1), count))


Kind = Callable[[Draw], tuple[Problem, Expr]]


def _conditions(solution: Expr, places: list[tuple[int, Expr]]) -> dict[Expr, Expr]:
    """Values of derivatives of a function of x: ``(order, place)``."""
    found = {}
    for order, place in places:
        trace = u(x).diff(x, order).subs(x, place) if order else u(place)
        found[trace] = solution.diff(x, order).subs(x, place) if order else solution.subs(x, place)
    return found


def _linear(
    solution: Expr, operator: Expr, places: list[tuple[int, Expr]], low: int = 0
) -> Problem:
    bcs = _conditions(solution, places)
    return Problem(operator, u(x), bcs, {x: (low, low + 1)})


# ordinary equations ------------------------------------------------------------------------------


def growth(draw: Draw) -> tuple[Problem, Expr]:
    """One exponential."""
    a, r = draw.number(), draw.number()
    return _linear(a * exp(r * x), u(x).diff(x) - r * u(x), [(0, Integer(0))]), a * exp(r * x)


def oscillation(draw: Draw) -> tuple[Problem, Expr]:
    """An oscillation whose value and slope at the start are given; amplitude and phase follow."""
    g, w = draw.random.choice((Integer(0), draw.rational(3))), draw.positive()
    a, b = draw.number(), draw.rational()
    angle = atan(b / a)
    amplitude = sqrt(a**2 + b**2) * (1 if a.is_positive else -1)
    solution = amplitude * exp(-g * x) * cos(w * x - angle)
    eq = u(x).diff(x, 2) + 2 * g * u(x).diff(x) + (g**2 + w**2) * u(x)
    start = {u(0): a, u(x).diff(x).subs(x, 0): b * w - g * a}
    return Problem(eq, u(x), start, {x: (0, 1)}), solution


def shifted(draw: Draw) -> tuple[Problem, Expr]:
    """An oscillation with a phase that was chosen."""
    a, w, p = draw.number(), draw.positive(), draw.phase()
    solution = a * sin(w * x + p)
    eq = u(x).diff(x, 2) + w**2 * u(x)
    return _linear(solution, eq, [(0, Integer(0)), (1, Integer(0))]), solution


def two_points(draw: Draw) -> tuple[Problem, Expr]:
    """Two exponentials, by their values at two points."""
    b, c = draw.rational(5), -abs(draw.rational(5))
    root = sqrt(b**2 - 4 * c)
    rates = [(-b + root) / 2, (-b - root) / 2]
    left, right = draw.rational(), draw.rational()
    matrix = Matrix([[1, 1], [exp(rates[0]), exp(rates[1])]])
    solution = _combined(matrix, [left, right], [exp(r * x) for r in rates])
    eq = u(x).diff(x, 2) + b * u(x).diff(x) + c * u(x)
    return Problem(eq, u(x), {u(0): left, u(1): right}, {x: (0, 1)}), solution


def layer(draw: Draw) -> tuple[Problem, Expr]:
    """A constant and an exponential, by their values at two points."""
    r, left, right = abs(draw.rational()), draw.rational(), draw.rational()
    matrix = Matrix([[1, 1], [1, exp(-r)]])
    solution = _combined(matrix, [left, right + 10], [Integer(1), exp(-r * x)])
    eq = u(x).diff(x, 2) + r * u(x).diff(x)
    return Problem(eq, u(x), {u(0): left, u(1): right + 10}, {x: (0, 1)}), solution


def mixed_ends(draw: Draw) -> tuple[Problem, Expr]:
    """sin and cos, or sinh and cosh, by a slope at one end and a value at the other."""
    w, slope, value = draw.positive(2), draw.rational(), draw.rational()
    pair, sign = draw.random.choice((((sin, cos), 1), ((sinh, cosh), -1)))
    matrix = Matrix([[w, 0], [pair[0](w), pair[1](w)]])
    solution = _combined(matrix, [slope, value], [f(w * x) for f in pair])
    eq = u(x).diff(x, 2) + sign * w**2 * u(x)
    return Problem(eq, u(x), {u(x).diff(x).subs(x, 0): slope, u(1): value}, {x: (0, 1)}), solution


def _combined(matrix: Matrix, data: list[Expr], functions: list[Expr]) -> Expr:
    factors = matrix.LUsolve(Matrix(data))
    return sum(a * f for a, f in zip(factors, functions, strict=True))


def forced(draw: Draw) -> tuple[Problem, Expr]:
    """A decay under an oscillating force."""
    k, w, f = abs(draw.rational(5)), draw.positive(), draw.rational()
    a, b = f * k / (k**2 + w**2), f * w / (k**2 + w**2)
    solution = a * sin(w * x) - b * cos(w * x)
    eq = u(x).diff(x) + k * u(x) - f * sin(w * x)
    return Problem(eq, u(x), {u(0): -b}, {x: (0, 1)}), solution


def euler(draw: Draw) -> tuple[Problem, Expr]:
    """Powers of x."""
    r, s = draw.rational(4), draw.random.choice((sqrt(2), sqrt(3), Rational(1, 2)))
    a, b = draw.number(), draw.rational()
    solution = a * x ** (r + s) + b * x ** (r - s)
    eq = x**2 * u(x).diff(x, 2) + (1 - 2 * r) * x * u(x).diff(x) + (r**2 - s**2) * u(x)
    return _linear(solution, eq, [(0, Integer(1)), (1, Integer(1))], low=1), solution


def logistic(draw: Draw) -> tuple[Problem, Expr]:
    """Growth up to a capacity."""
    c, r, start = draw.positive(), draw.positive(3), draw.positive()
    solution = c / (1 + (c / start - 1) * exp(-r * x))
    eq = u(x).diff(x) - r * u(x) * (1 - u(x) / c)
    return Problem(eq, u(x), {u(0): start}, {x: (0, 1)}), solution


def logarithm(draw: Draw) -> tuple[Problem, Expr]:
    """A logarithm of a linear function."""
    a, b, c = draw.number(), draw.positive(), draw.positive()
    solution = a * log(b * x + c)
    eq = u(x).diff(x) - a * b * exp(-u(x) / a)
    return Problem(eq, u(x), {u(0): a * log(c)}, {x: (0, 1)}), solution


def root(draw: Draw) -> tuple[Problem, Expr]:
    """A root of a linear function."""
    b, c = draw.positive(), draw.positive()
    solution = sqrt(b * x + c)
    return Problem(2 * u(x) * u(x).diff(x) - b, u(x), {u(0): sqrt(c)}, {x: (0, 1)}), solution


def front(draw: Draw) -> tuple[Problem, Expr]:
    """tanh or tan with a shift that follows from the value at 0."""
    a, start = draw.positive(2), Rational(draw.random.randint(1, 8), 9)
    kind, sign = draw.random.choice(((tanh, -1), (tan, 1)))
    shift = atan(start) if kind is tan else log((1 + start) / (1 - start)) / 2
    solution = a * kind(x / 3 + shift)
    eq = u(x).diff(x) - a / 3 - sign * u(x) ** 2 / (3 * a)
    return Problem(eq, u(x), {u(0): a * start}, {x: (0, 1)}), solution


def hump(draw: Draw) -> tuple[Problem, Expr]:
    """cosh with a shift, a hanging chain between two points."""
    a, b, c = draw.number(), draw.positive(2), draw.phase()
    solution = a * cosh(b * x + c)
    eq = u(x).diff(x, 2) - b**2 * u(x)
    return _linear(solution, eq, [(0, Integer(0)), (0, Integer(1))]), solution


def gaussian(draw: Draw) -> tuple[Problem, Expr]:
    """An exponential of a square, and a shift."""
    a, b, c = draw.number(), draw.rational(3), draw.number()
    solution = a * exp(b * x**2) + c
    eq = u(x).diff(x) - 2 * b * x * (u(x) - c)
    return _linear(solution, eq, [(0, Integer(0))]), solution


def resonance(draw: Draw) -> tuple[Problem, Expr]:
    """A critically damped oscillation."""
    r, a, b = draw.positive(3), draw.number(), draw.rational()
    solution = (a + b * x) * exp(-r * x)
    eq = u(x).diff(x, 2) + 2 * r * u(x).diff(x) + r**2 * u(x)
    return _linear(solution, eq, [(0, Integer(0)), (1, Integer(0))]), solution


def integrated(draw: Draw) -> tuple[Problem, Expr]:
    """Two terms whose derivative is given."""
    terms = [draw.number() * draw.random.choice((f1, f2)) for f1, f2 in _pairs(draw)]
    solution = sum(terms) + draw.number()
    return _linear(solution, u(x).diff(x) - solution.diff(x), [(0, Integer(0))]), solution


def _pairs(draw: Draw) -> list[tuple[Expr, Expr]]:
    r, w = draw.rational(4), draw.positive()
    return [(exp(r * x), x * exp(r * x)), (sin(w * x), log(1 + w * x))]


# partial equations -------------------------------------------------------------------------------


def _stated(
    eq: Expr, variables: tuple[Expr, ...], solution: Expr, faces: list[dict[Expr, Expr]]
) -> Problem:
    """Values of the solution on faces."""
    bcs = {u(*(v.subs(face) for v in variables)): solution.subs(face) for face in faces}
    return Problem(eq, u(*variables), bcs, dict.fromkeys(variables, (0, 1)))


def heat(draw: Draw) -> tuple[Problem, Expr]:
    """One or two modes that decay."""
    k = draw.random.choice((Integer(1), draw.positive(3)))
    modes = draw.different(draw.random.choice((1, 2)))
    solution = sum(draw.number() * sin(n * pi * x) * exp(-k * (n * pi) ** 2 * t) for n in modes)
    eq = u(x, t).diff(t) - k * u(x, t).diff(x, 2)
    return _stated(eq, (x, t), solution, [{t: 0}, {x: 0}, {x: 1}]), solution


def wave(draw: Draw) -> tuple[Problem, Expr]:
    """A standing wave with phases."""
    c, k, a = draw.positive(3), draw.positive(), draw.number()
    solution = a * sin(k * x + draw.phase()) * cos(c * k * t)
    eq = u(x, t).diff(t, 2) - c**2 * u(x, t).diff(x, 2)
    at = u(x, t).diff(t).subs(t, 0)
    problem = _stated(eq, (x, t), solution, [{t: 0}, {x: 0}, {x: 1}])
    return problem.replace(bcs=[*problem.as_given()["bcs"], at]), solution


def laplace(draw: Draw) -> tuple[Problem, Expr]:
    """One warm side; its temperature is a sum of one or two modes."""
    modes = draw.different(draw.random.choice((1, 2)), 3)
    solution = sum(draw.number() * sin(n * pi * x) * sinh(n * pi * y) / sinh(n * pi) for n in modes)
    eq = u(x, y).diff(x, 2) + u(x, y).diff(y, 2)
    return _stated(eq, (x, y), solution, [{y: 0}, {y: 1}, {x: 0}, {x: 1}]), solution


def soliton(draw: Draw) -> tuple[Problem, Expr]:
    """A hump of the Korteweg-de Vries equation."""
    b, shift = draw.positive(2), draw.rational(3)
    solution = 2 * b**2 / cosh(b * x - 4 * b**3 * t + shift) ** 2
    eq = u(x, t).diff(t) + 6 * u(x, t) * u(x, t).diff(x) + u(x, t).diff(x, 3)
    return _stated(eq, (x, t), solution, [{t: 0}, {x: 0}]), solution


def burgers(draw: Draw) -> tuple[Problem, Expr]:
    """A front of Burgers' equation."""
    c, a, nu = draw.number(), draw.positive(2), abs(draw.rational(3))
    solution = c - a * tanh(a * (x - c * t) / (2 * nu) + draw.rational(2))
    eq = u(x, t).diff(t) + u(x, t) * u(x, t).diff(x) - nu * u(x, t).diff(x, 2)
    return _stated(eq, (x, t), solution, [{t: 0}, {x: 0}, {x: 1}]), solution


def transport(draw: Draw) -> tuple[Problem, Expr]:
    """A shape that moves, and decays."""
    c, k, a = draw.number(), draw.rational(3), draw.number()
    shape = draw.random.choice((sin(draw.positive() * x + draw.phase()), exp(-(x**2) * 2)))
    solution = a * shape.subs(x, x - c * t) * exp(-k * t)
    eq = u(x, t).diff(t) + c * u(x, t).diff(x) + k * u(x, t)
    return _stated(eq, (x, t), solution, [{t: 0}]), solution


def kernel(draw: Draw) -> tuple[Problem, Expr]:
    """A Gaussian that spreads."""
    a, k, s = draw.number(), draw.positive(2), draw.positive(3)
    solution = a / sqrt(t + s) * exp(-(x**2) / (4 * k * (t + s)))
    eq = u(x, t).diff(t) - k * u(x, t).diff(x, 2)
    return _stated(eq, (x, t), solution, [{t: 0}, {x: 0}]), solution


def helmholtz(draw: Draw) -> tuple[Problem, Expr]:
    """A product of oscillations with a source."""
    a, k, m = draw.number(), draw.positive(), draw.positive()
    solution = a * sin(k * x) * cos(m * y + draw.phase())
    q = draw.rational()
    eq = u(x, y).diff(x, 2) + u(x, y).diff(y, 2) + q * u(x, y) - (q - k**2 - m**2) * solution
    return _stated(eq, (x, y), solution, [{y: 0}, {y: 1}, {x: 0}, {x: 1}]), solution


KINDS: tuple[Kind, ...] = (
    growth,
    oscillation,
    shifted,
    two_points,
    layer,
    mixed_ends,
    forced,
    euler,
    logistic,
    logarithm,
    root,
    front,
    hump,
    gaussian,
    resonance,
    integrated,
    heat,
    wave,
    laplace,
    soliton,
    burgers,
    transport,
    kernel,
    helmholtz,
)


def made(count: int, seed: int) -> Iterator[Made]:
    """``count`` problems, the kinds in turn.

    >>> print(next(made(1, 0)).solution)
    -2*exp(-E*x)
    """
    draw = Draw(Random(seed))
    for number in range(count):
        yield _drawn(KINDS[number % len(KINDS)], draw)


def _drawn(kind: Kind, draw: Draw) -> Made:
    """A problem of the kind; what its data don't determine is drawn again."""
    while True:
        try:
            return Made(kind.__name__, *kind(draw))
        except NonInvertibleMatrixError:
            continue
