"""Where the data determine the parameters of an expression that is known in some variables only.

A *partial expression* is written in the variables found so far; its parameters are functions of
the others, not known yet.  With the other variables fixed, the conditions along the known ones, a
*fibre*, are equations for the parameters' values there.  Lines of fibres along one more variable
give the data from which the next step of the recursion regresses it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np
import torch
from sympy import Expr, Symbol
from torch import Tensor

from sympy_ssde.fit.least_squares import LeastSquaresConfig, fit
from sympy_ssde.kernel.jets import JetSpace, evaluate
from sympy_ssde.kernel.portable import eigenvalues, products
from sympy_ssde.language.batch import Batch
from sympy_ssde.physics.collocation import evaluate_at
from sympy_ssde.physics.objective import Objective
from sympy_ssde.physics.residual import Term, root_mean_square
from sympy_ssde.physics.torch_functions import functions_of
from sympy_ssde.problem.constraints import Constraint, Trace
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.symbols import in_plain_symbols
from sympy_ssde.recursion.condensing import condensed
from sympy_ssde.recursion.partial import Partial

Item = TypeVar("Item")

LINE_POINTS = 24
_MOST_LINES, _MOST_FACES, _MOST_CONDITIONS = 8, 4, 6
_FACES_BESIDE = 1
_MARGIN = 0.03
_STARTS = 6
_FEW = 4  # variables; of more, nearly all of a partial expression is known at last
_CONFIG = LeastSquaresConfig(iterations=40, tolerance=1e-9, target=1e-32)


class InconsistentError(Exception):
    """No values of the parameters fulfil the conditions: the partial expression is wrong."""


class Lines(NamedTuple):
    """Values of a partial expression's parameters along a variable.

    ``x (points,)``; ``values (parameters, lines, points)``; ``noise (parameters,)``, how far the
    values may be off; ``others``, the remaining variables' values ``(lines,)`` each.
    """

    x: np.ndarray
    values: np.ndarray
    noise: np.ndarray
    others: dict[Symbol, np.ndarray]


class _Pattern(NamedTuple):
    """Conditions that hold together where some of the later variables have fixed values."""

    fixed: tuple[tuple[Symbol, Expr], ...]
    conditions: tuple[Constraint, ...]


def lines_along(
    problem: Problem, partial: Partial, variable: Symbol, rng: np.random.Generator
) -> Lines | None:
    """The parameters along a variable, on as many lines as the data have; None if on none.

    Raises
    ======

    InconsistentError
        If the conditions on fibres contradict the partial expression.
    """
    symbols = problem.variables + problem.params
    later = [s for s in symbols if s not in partial.known and s != variable]
    x = sampled_inside(problem, variable, np.linspace(_MARGIN, 1 - _MARGIN, LINE_POINTS))
    found: list[tuple[np.ndarray, np.ndarray, dict[Symbol, np.ndarray]]] = []
    patterns = list(_patterns(problem, partial.known, variable, rng))
    if not patterns:
        return None
    generic = [p for p in patterns if not p.fixed]
    most = _FACES_BESIDE if generic else _MOST_FACES
    on_faces = _some([p for p in patterns if p.fixed], most, rng)
    share = max(1, _MOST_LINES // max(1, len(on_faces)))
    for pattern in (*on_faces, *generic):
        fixed = dict(pattern.fixed)
        free = [s for s in later if s not in fixed]
        count = (_MOST_LINES if not pattern.fixed else share) if free else 1
        others = {s: sampled_inside(problem, s, rng.uniform(0.05, 0.95, count)) for s in free}
        others |= {s: np.full(count, float(value)) for s, value in fixed.items()}
        solved = _solve(problem, partial, pattern, variable, x, others, rng)
        if solved is not None:
            found.append((*solved, others))
    if not found:
        return None
    return Lines(
        x,
        np.concatenate([values for values, _, _ in found], axis=1),
        np.max([noise for _, noise, _ in found], axis=0),
        {s: np.concatenate([others[s] for _, _, others in found]) for s in later},
    )


def sampled_inside(problem: Problem, symbol: Symbol, unit: np.ndarray) -> np.ndarray:
    """Values of a symbol at points of the unit interval."""
    r = problem.domain.by_symbol[symbol]
    low, high = problem.domain.window(r, {})
    values = low + (high - low) * unit
    return np.unique(np.rint(values)) if symbol.is_integer else values


def is_box(problem: Problem) -> bool:
    """Whether all bounds are numbers, and all conditions stand on faces."""
    if any(r.low.free_symbols or r.high.free_symbols for r in problem.domain):
        return False
    return set(problem.variables) | set(problem.params) >= {r.symbol for r in problem.domain}


def _patterns(
    problem: Problem, known: Collection[Symbol], variable: Symbol, rng: np.random.Generator
) -> Iterator[_Pattern]:
    """Sets of conditions for fibres on lines along the variable."""
    usable, known = {}, set(known)
    for condition in problem.finite_constraints:  # where all variables are known, the equation too
        fixed = _fixed(condition, problem.variables, known, variable)
        if fixed is not None:
            usable[condition] = fixed
    everywhere = [c for c, fixed in usable.items() if not fixed]
    if everywhere:
        yield _Pattern((), _some(everywhere, _MOST_CONDITIONS, rng))
    for fixed in dict.fromkeys(f for f in usable.values() if f):
        here = [c for c, f in usable.items() if f == fixed]
        yield _Pattern(fixed, (*here, *_some(everywhere, _MOST_CONDITIONS, rng)))


def _some(items: list[Item], most: int, rng: np.random.Generator) -> tuple[Item, ...]:
    """A random choice of so many, in order, if there are more."""
    if len(items) <= most:
        return tuple(items)
    return tuple(items[i] for i in np.sort(rng.choice(len(items), most, replace=False)))


def _fixed(
    condition: Constraint, variables: Sequence[Symbol], known: Collection[Symbol], variable: Symbol
) -> tuple[tuple[Symbol, Expr], ...] | None:
    """Values of later variables at which the condition stands; None if it can't be used.

    It can be used if it leaves the variable free and has no derivative by it nor by later ones.
    """
    fixed: dict[Symbol, Expr] = {}
    for trace in condition.traces:
        for v, order, place in zip(variables, trace.orders, trace.point, strict=True):
            if v in known:
                if place != v and place.free_symbols:
                    return None
                continue
            if order:
                return None
            if place == v:
                if v in fixed:
                    return None
                continue
            if v == variable or place.free_symbols or not place.is_real:
                return None
            if fixed.setdefault(v, place) != place:
                return None
    if not condition.traces:
        return None
    return tuple(sorted(fixed.items(), key=lambda item: str(item[0])))


def parameters_at(
    problem: Problem,
    partial: Partial,
    variable: Symbol,
    others: dict[Symbol, np.ndarray],
    rng: np.random.Generator,
) -> np.ndarray | None:
    """The slots ``(lines, slots)`` at the start of a variable, from the conditions there.

    ``others`` are the values of the problem's parameters ``(lines,)``.
    """
    low = problem.domain.by_symbol[variable].low
    place = problem.variables.index(variable)
    here = [
        c
        for c in problem.conditions
        if all(
            t.point[place] == low and not t.orders[place] and _on_axes(t, problem, variable)
            for t in c.traces
        )
    ]
    count = len(next(iter(others.values()))) if others else 1
    if not here or not low.is_real:
        return None
    fixed = {**others, variable: np.full(count, float(low))}
    fibres = _Fibres(problem, partial, here, fixed, rng)
    values, losses, _ = fibres.solve(rng)
    if not (losses < 1e-14).all():
        return None
    slots = np.tile(partial.constants, (count, 1))
    slots[:, list(partial.free)] = values.T
    return partial.tie(slots)


def _on_axes(trace: Trace, problem: Problem, variable: Symbol) -> bool:
    pairs = zip(problem.variables, trace.point, strict=True)
    return all(v == variable or place == v or not place.free_symbols for v, place in pairs)


# ---------------------------------------------------------------------- parameters on fibres


def _solve(
    problem: Problem,
    partial: Partial,
    pattern: _Pattern,
    variable: Symbol,
    x: np.ndarray,
    others: dict[Symbol, np.ndarray],
    rng: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray] | None:
    """Values ``(parameters, lines, points)`` and their noise; None if not determined."""
    lines = len(next(iter(others.values()))) if others else 1
    fixed = {s: np.repeat(values, len(x)) for s, values in others.items()}
    fixed[variable] = np.tile(x, lines)
    fibres = _Fibres(problem, partial, pattern.conditions, fixed, rng)
    count = len(partial.free)
    if fibres.equations < count:
        return None
    values, losses, uncertain = fibres.solve(rng)
    largest = np.abs(values).max(axis=1, keepdims=True)
    scale = np.maximum(largest, uncertain.min(axis=1, keepdims=True))
    determined = (uncertain < np.minimum(1e6 * scale, 1e100)).all(axis=0) & np.isfinite(losses)
    if not determined.any():
        return None
    if losses[determined].max() > 1e-12 and fibres.equations > count:
        raise InconsistentError
    whole = determined.reshape(lines, len(x)).all(axis=1)
    if not whole.any():
        return None
    rounding = np.sqrt(losses[determined].max()) + 1e-15
    noise = rounding * np.where(determined, uncertain, 0).max(axis=1)
    shaped = values.reshape(count, lines, len(x))
    for s in others:
        others[s] = others[s][whole]
    return shaped[:, whole], noise


class _Fibres:
    """The equations for the parameters on many fibres, one a row."""

    def __init__(
        self,
        problem: Problem,
        partial: Partial,
        conditions: Iterable[Constraint],
        fixed: dict[Symbol, np.ndarray],
        rng: np.random.Generator,
    ):
        self.partial = partial
        self.library = partial.skeleton.library
        self.rows, conditions = len(next(iter(fixed.values()))), list(conditions)
        needed = {self._orders(t) for c in conditions for t in c.traces}
        self.space = JetSpace(len(self.library.variables), needed)
        self._columns: list[np.ndarray] = []
        samples = max(4, 2 * len(partial.free))
        at = {s: torch.from_numpy(v)[:, None] for s, v in fixed.items()}
        self.terms = [self._term(c, problem, at, samples, rng) for c in conditions]
        self.points = np.concatenate(self._columns, axis=1)
        self.equations = sum(t.count for t in self.terms)
        if len(self.library.variables) > _FEW and self.library.functions == 1:
            self._condense(needed)
        self.objective = Objective(self.library, self._residuals, is_linear=self._is_linear())

    def _condense(self, needed: set[tuple[int, ...]]) -> None:
        """Compute what has no parameter in it once, where nothing but values is asked for."""
        if any(map(any, needed)):
            return
        whole = self.partial
        short = condensed(whole.skeleton, whole.constants, whole.parameters, self.points)
        number = {slot: i for i, slot in enumerate(short.slots)}
        self.partial = replace(
            whole,
            skeleton=short.skeleton,
            constants=whole.constants[list(short.slots)],
            parameters=tuple(number.values()),
            ties=tuple(
                t._replace(slot=number[t.slot], source=number[t.source]) for t in whole.ties
            ),
        )
        self.library, self.points = short.skeleton.library, short.points
        self.space = JetSpace(len(self.library.variables), ())

    def _orders(self, trace: Trace) -> tuple[int, ...]:
        return trace.orders + (0,) * (len(self.library.variables) - len(trace.orders))

    def _term(
        self,
        condition: Constraint,
        problem: Problem,
        fixed: dict[Symbol, Tensor],
        samples: int,
        rng: np.random.Generator,
    ) -> Term:
        needed = condition.free_symbols | set(problem.params)
        free = [s for s in self.partial.known if s in needed]
        count = samples if free else 1
        sampled = {s: sampled_inside(problem, s, rng.uniform(0.02, 0.98, count)) for s in free}
        count = len(next(iter(sampled.values()))) if sampled else 1
        columns, index = [], []
        for trace in condition.traces:
            begin = sum(c.shape[1] for c in self._columns)
            self._columns.append(self._place(trace, problem, sampled, count))
            columns.append(slice(begin, begin + count))
            place = self.space.place[self._orders(trace)]
            index.append(trace.function * len(self.space) + place)
        expr, slots = in_plain_symbols(condition.expr, condition.slots)
        symbols, function, slopes = functions_of(expr, tuple(slots))
        at = fixed | {s: torch.from_numpy(v) for s, v in sampled.items()}
        return Term(
            0,
            count,
            tuple(at[s].expand(self.rows, count) for s in symbols),
            tuple(columns),
            tuple(index),
            function,
            slopes,
        ).prepared()

    def _place(
        self, trace: Trace, problem: Problem, sampled: dict[Symbol, np.ndarray], count: int
    ) -> np.ndarray:
        """Coordinates of the kernel; those of later variables don't matter."""
        where = dict(zip(problem.variables, trace.point, strict=True))
        known = set(self.partial.known)
        rows = [
            evaluate_at(where.get(v, v), sampled, count) if v in known else np.zeros(count)
            for v in self.library.variables
        ]
        return np.array(rows)

    def _residuals(self, batch: Batch, rows: np.ndarray) -> tuple[Tensor, Tensor]:
        constants = batch.constants
        jets = evaluate(
            self.library,
            self.space,
            batch.programs,
            batch.lengths,
            self.partial.tie(constants),
            self.points,
            tangents=True,
        )
        assert jets.tangents is not None
        tangents = torch.from_numpy(jets.tangents)
        residuals, slopes = [], []
        for term in self.terms:
            own = term.on_rows(rows)
            r, traces = own.residual(torch.from_numpy(jets.values))
            residuals.append(r)
            slopes.append(own.jacobian(traces, tangents))
        by_slots = torch.cat(slopes, 2)
        return torch.cat(residuals, 1), self.partial.tied_slopes(by_slots, constants)

    def solve(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The parameters ``(parameters, rows)``, relative losses ``(rows,)``, and uncertainties.

        An uncertainty ``(parameters, rows)`` is the change that residuals of the size of the data
        would make.
        """
        parameters = list(self.partial.free)
        slots = len(self.partial.constants)
        free = np.zeros((self.rows, slots), dtype=bool)
        free[:, parameters] = True
        best = np.tile(self.partial.constants, (self.rows, 1))
        losses = np.full(self.rows, np.inf)
        start = best.copy()
        for attempt in range(_STARTS):
            if attempt:
                done = losses <= 1e-24 * self._size()
                if done.all():
                    break
                start = best.copy()
                if attempt > 1:
                    start = np.tile(self.partial.constants, (self.rows, 1))
                if attempt == 1 and done.any():
                    start[:, parameters] = np.median(best[done][:, parameters], axis=0)
                elif attempt > 1:
                    shape = (self.rows, len(parameters))
                    start[:, parameters] = rng.normal(0.0, 1.5, shape)
            batch = Batch.repeated(self.partial.skeleton, start)
            fitted, found = fit(self.objective, batch, _CONFIG, free)
            better = found < losses
            best[better], losses[better] = fitted[better], found[better]
        batch = Batch.repeated(self.partial.skeleton, best)
        _, jacobian = self._residuals(batch, np.arange(self.rows))
        j = jacobian.numpy()[:, parameters]
        normal = products(j, j)
        with np.errstate(all="ignore"):
            size = np.sqrt(np.einsum("bii->bi", normal)) + 1e-300
            scaled = normal / size[:, :, None] / size[:, None, :]
            scaled[~np.isfinite(scaled)] = 0.0
            smallest = np.maximum(eigenvalues(scaled)[:, :1], 1e-300)
            uncertain = 1.0 / (size * np.sqrt(smallest))
        rms = np.sqrt(self._size() / self.equations)
        return best[:, parameters].T, losses / self._size(), rms * uncertain.T

    def _is_linear(self) -> bool:
        return not self.partial.ties and all(t.is_linear for t in self.terms)

    def _size(self) -> float:
        sizes = []
        for term in self.terms:
            zeros = torch.zeros((self.rows, term.count), dtype=torch.float64)
            data = term.function(*term.coefficients, *[zeros] * len(term.index))
            sizes.append(root_mean_square(torch.as_tensor(data, dtype=torch.float64)) ** 2)
        largest = max(sizes, default=0.0)
        return largest * self.equations if np.isfinite(largest) and largest > 0 else 1.0
