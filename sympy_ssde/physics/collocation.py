"""Points at which constraints are sampled: in the interior, on faces and curves, along lines.

The Latin hypercube is our own: with the same generator ``scipy.stats.qmc.LatinHypercube`` draws
other points, so the same seed would give other evaluations, and loading it costs every search
1.8 s of CPU time (measured on a busy 2-core machine), where 1000 points in 3 dimensions take
44 microseconds here and 108 there.  Sobol points are SciPy's, which is loaded only for them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from sympy import Expr, Float, Symbol, oo

from sympy_ssde.config import SearchConfig
from sympy_ssde.errors import ConfigError, ProblemError
from sympy_ssde.kernel.portable import power
from sympy_ssde.physics.torch_functions import numeric_function
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.domain import WINDOW, Domain
from sympy_ssde.problem.problem import Problem

Sampler = Callable[[int, int, np.random.Generator], np.ndarray]


def uniform(count: int, dimension: int, rng: np.random.Generator) -> np.ndarray:
    """Independent points of the unit cube, ``(count, dimension)``."""
    return rng.random((count, dimension))


def latin_hypercube(count: int, dimension: int, rng: np.random.Generator) -> np.ndarray:
    """Points with one in each of ``count`` slices of every coordinate, ``(count, dimension)``."""
    slices = np.tile(np.arange(1, count + 1), (dimension, 1))
    return (rng.permuted(slices, axis=1).T - rng.random((count, dimension))) / count


def sobol(count: int, dimension: int, rng: np.random.Generator) -> np.ndarray:
    """Scrambled Sobol points, ``(count, dimension)``."""
    from scipy.stats import qmc  # slow to load: only if asked for

    exponent = max(count - 1, 0).bit_length()
    return qmc.Sobol(dimension, rng=rng).random_base2(exponent)[:count]


SAMPLERS: dict[str, Sampler] = {
    "uniform": uniform,
    "latin hypercube": latin_hypercube,
    "sobol": sobol,
}

#: Symbol -> its values at the points.
Places = dict[Symbol, np.ndarray]


def domain_points(
    domain: Domain,
    symbols: Iterable[Symbol],
    unit: np.ndarray,
    fixed: Mapping[Symbol, Expr] | None = None,
) -> Places:
    """Map points of the unit cube into the domain, bound by bound.

    ``unit`` is ``(count, len(symbols))``; symbols that the bounds of others need but that are
    not asked for must be in ``fixed`` (their value may depend on the others).

    Examples
    ========

    >>> import numpy as np
    >>> from sympy import sqrt
    >>> from sympy.abc import x, y
    >>> from sympy_ssde.problem.domain import Domain, Range
    >>> disk = Domain((Range(x, -1, 1), Range(y, -sqrt(1 - x**2), sqrt(1 - x**2))))
    >>> at = domain_points(disk, [x, y], np.array([[0.5, 1.0], [0.75, 0.5]]))
    >>> at[x].tolist(), at[y].tolist()
    ([0.0, 0.5], [1.0, 0.0])
    """
    wanted, fixed = list(symbols), fixed or {}
    column = {s: unit[:, i] for i, s in enumerate(wanted)}
    places: Places = {}
    for r in domain:
        if r.symbol in fixed:
            places[r.symbol] = evaluate_at(fixed[r.symbol], places, len(unit))
        if r.symbol not in column:
            continue
        low, high = (_bound(end, r.low, r.high, places, len(unit)) for end in (r.low, r.high))
        values = low + column[r.symbol] * (high - low)
        places[r.symbol] = np.rint(values) if r.symbol.is_integer else values
    return places


def _bound(end: Expr, low: Expr, high: Expr, known: Places, count: int) -> np.ndarray:
    """A bound's values; an infinite one stands at the end of the domain's window."""
    if end not in (-oo, oo):
        return evaluate_at(end, known, count)
    side = WINDOW if end == oo else -WINDOW
    other = low if end == oo else high
    return (
        side + (0.0 if other in (-oo, oo) else evaluate_at(other, known, count)) + np.zeros(count)
    )


def evaluate_at(expr: Expr, places: Mapping[Symbol, np.ndarray], count: int) -> np.ndarray:
    """Values of an expression of the places' symbols, ``(count,)``."""
    if expr in places and expr.is_Symbol:
        return np.array(np.broadcast_to(places[expr], (count,)), dtype=np.float64)
    if expr.is_Integer:
        return np.full(count, float(expr))
    symbols = sorted(expr.free_symbols, key=str)
    missing = [s for s in symbols if s not in places]
    if missing:
        raise ProblemError(f"{expr} needs a value of {missing[0]}, which comes later in the domain")
    return numeric_function(expr, symbols)(*(places[s] for s in symbols), count=count)


@dataclass(frozen=True)
class CollocationConfig:
    """How many points there are, and how they are drawn.

    ``near`` is the share of the interior points that lie close to a condition: a spike at the
    boundary would be zero at all others.
    """

    interior: int = 48
    condition: int = SearchConfig.condition
    sampler: str = "latin hypercube"
    near: float = 0.0
    margin: float = 0.02

    def __post_init__(self) -> None:
        if self.sampler not in SAMPLERS:
            known = ", ".join(SAMPLERS)
            raise ConfigError(f"unknown sampler {self.sampler!r}; the samplers are: {known}")
        if self.interior < 1 or self.condition < 1:
            raise ConfigError("interior and condition points must be 1 or more")


def interior_points(
    problem: Problem, config: CollocationConfig, rng: np.random.Generator
) -> Places:
    """Points of the open domain, of the parameters too."""
    symbols = list(problem.params) + list(problem.variables)
    unit = SAMPLERS[config.sampler](config.interior, len(symbols), rng)
    unit = config.margin + (1 - 2 * config.margin) * unit
    close = int(config.near * config.interior)
    if close:
        unit[:close] = _near_faces(unit[:close], problem, symbols, rng)
    return domain_points(problem.domain, symbols, unit)


def _near_faces(
    unit: np.ndarray, problem: Problem, symbols: list[Symbol], rng: np.random.Generator
) -> np.ndarray:
    """Move each point close to a face that has a condition.

    The distances, in units of the domain, are spread evenly from 1e-6 to 1e-1 on a log scale.
    """
    faces = []
    for condition in problem.conditions:
        for trace in condition.traces:
            for v, place in zip(problem.variables, trace.point, strict=True):
                r = problem.domain.by_symbol[v]
                if place in (r.low, r.high):
                    faces.append((symbols.index(v), float(place == r.high)))
    moved = unit.copy()
    places = (rng.permutation(len(unit)) + rng.random(len(unit))) / len(unit)
    for row, distance in enumerate(power(10.0, -6 + 5 * places)) if faces else ():
        column, end = faces[rng.integers(len(faces))]
        moved[row, column] = abs(end - distance)
    return moved


def condition_points(
    constraint: Constraint, problem: Problem, config: CollocationConfig, rng: np.random.Generator
) -> Places:
    """Points of a condition's face or curve, and of the parameters."""
    used = constraint.free_symbols | set(problem.params)
    free = [r.symbol for r in problem.domain if r.symbol in used]
    count = config.condition if free else 1
    unit = SAMPLERS[config.sampler](count, len(free), rng) if free else np.zeros((1, 0))
    trace = constraint.traces[0]
    fixed = {
        v: p
        for v, p in zip(problem.variables, trace.point, strict=True)
        if v not in constraint.free_symbols and p.free_symbols <= set(problem.params)
    }
    return domain_points(problem.domain, free, unit, fixed)


def line_points(domain: Domain, along: Symbol, at: Mapping[Symbol, float], count: int) -> Places:
    """Equally spaced points along one variable, the others fixed, ends included."""
    unit = np.linspace(0.0, 1.0, count)[:, None]
    return domain_points(domain, [along], unit, {s: Float(v, 17) for s, v in at.items()})
