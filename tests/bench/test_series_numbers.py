"""Each series of the benchmark beside numbers of other methods: 20 points, to 1e-6."""

import warnings

import numpy as np
import pytest
from numerical import (
    Wave,
    chebyshev,
    contracted,
    interpolated,
    lifted,
    marched,
    numbers,
    polynomials,
    projected,
    vibrating,
)
from sympy import S, lambdify

from sympy_ssde.bench.letters import t
from sympy_ssde.bench.series import problems
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.series_form import read_series
from sympy_ssde.reduction.series import series
from sympy_ssde.reduction.series_modes import Ends, Sides, sides
from sympy_ssde.reduction.view import view
from sympy_ssde.result.truncation import stable

TOLERANCE, POINTS = 1e-6, 20
#: Polynomials of each variable: of what time makes smooth, of potentials, of what stays rough.
SMOOTH, POTENTIAL, ROUGH = 70, 150, 700
#: Terms of partial sums with one index, of waves and of others, and with two.
TERMS, OF_OTHERS, OF_TWO = 20_000, 400, 300
#: Where a strip is cut off, and the cells of a string between places where data bend.
FAR, CELLS = 3, 8
#: Values of the parameters.
VALUES = {"k": "7/10", "L": "13/10", "c": "6/5", "h": "1/2", "T": "2", "a": "11/10", "b": "9/10"}


# problems ---------------------------------------------------------------------------------------


def stated(*given):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # corners where data don't agree
        return Problem(*given)


def with_numbers(entry, put):
    """The problem with numbers for its parameters."""
    if isinstance(entry.bcs, dict):
        bcs = {a.subs(put): S(b).subs(put) for a, b in entry.bcs.items()}
    else:
        bcs = [c.subs(put) for c in entry.bcs]
    domain = {v: tuple(S(e).subs(put) for e in ends) for v, ends in entry.domain.items()}
    return view(stated(entry.eq.subs(put), entry.func, bcs, domain))


def partial_sums(expr, variables, at):
    """Values of the finite part and the first terms of each sum."""
    read = read_series(expr)
    total = numbers(read.finite, variables)(*at)
    for one in read.sums:
        count = OF_TWO if len(one.indices) == 2 else TERMS if t in variables else OF_OTHERS
        indices = np.meshgrid(*[np.arange(count, dtype=float)] * len(one.indices))
        function = lambdify((*one.indices, *variables), stable(one.term))
        with np.errstate(under="ignore"):
            total += [np.sum(function(*indices, *here)) for here in zip(*at, strict=True)]
    return total


def scattered(low, high, turn, margin=0.08):
    """Places inside of a range, none of which is a simple fraction of it."""
    shares = np.mod(0.113 + turn * np.arange(1, POINTS + 1) * 0.6180339887, 1.0)
    return float(low) + float(high - low) * (margin + (1 - 2 * margin) * shares)


def condition(seen, variable, place, order):
    """The value of a condition on a face, None if there is none."""
    number = seen.variables.index(variable)
    for c in seen.on(variable):
        (trace, factor), *others = c.terms
        if not others and c.face == (variable, place) and trace.orders[number] == order:
            return c.value / factor
    return None


def rows_at(seen, y, scale, points, squares):
    """Coefficients of an amplitude's derivatives: arrays of (modes, points)."""
    place = seen.variables.index(y)
    rows = [np.zeros((len(squares[0]), len(points))) for _ in range(seen.order(y) + 1)]
    for orders, coefficient in seen.terms.items():
        own = [o for i, o in enumerate(orders) if i != place]
        assert not any(o % 2 for o in own)
        power = np.prod([(-q) ** (o // 2) for q, o in zip(squares, own, strict=True)], axis=0)
        rows[orders[place]] += np.outer(power, numbers((coefficient * scale).cancel(), [y])(points))
    return rows


def flat_squares(bases):
    return [m.ravel() for m in np.meshgrid(*(b.squares for b in bases), indexing="ij")]


# other methods ----------------------------------------------------------------------------------


def rod(seen, side):
    """Diffusion: polynomials, and the exponential of their matrix."""
    space, raised, rate = side.variable, lifted(side), seen.terms[0, 1]
    source = (seen.source - seen.applied(raised)) / rate
    start = condition(seen, t, S.Zero, 0) - raised.subs(t, 0)
    basis = polynomials(side, SMOOTH, share=1)
    by_order = (np.eye(len(basis.squares)), basis.slopes, -np.diag(basis.squares))
    parts = [-float(c / rate) * by_order[k[0]] for k, c in seen.terms.items() if k != (0, 1)]
    force = numbers(source, (space, t))
    times = np.repeat([0.05, 0.11, 0.2, 0.34], POINTS // 4)
    places = scattered(side.low, side.high, 1)
    grown = marched(
        sum(parts),
        projected([basis], numbers(start, [space])),
        (lambda s: projected([basis], lambda p: force(p, s))) if source != 0 else None,
        times[:: POINTS // 4],
    )
    values = np.sum(basis.values(places) * np.repeat(grown, POINTS // 4, axis=0), axis=1)
    return (places, times), values + numbers(raised, (space, t))(places, times)


def string(seen, side):
    """Waves: differences along characteristics, at points that no kink runs through."""
    space, top = side.variable, seen.terms[0, 2]
    parts = {k: float(c / top) for k, c in seen.terms.items()}
    wave = Wave(
        float(side.low), float(side.high), side.ends, np.sqrt(-parts[2, 0]),
        parts.get((0, 1), 0.0), parts.get((0, 0), 0.0), numbers(seen.source / top, (space, t)),
        *(numbers(condition(seen, t, S.Zero, order), [space]) for order in (0, 1)),
    )  # fmt: skip
    cells = 24 * CELLS
    states = wave.extrapolated(cells, 2 * cells)
    every = [
        (step, cell)
        for step in range(7, 2 * cells, 2)
        for cell in range(3, cells)
        if {(cell + step) % CELLS, (cell - step) % CELLS} <= set(range(2, CELLS - 1))
    ]
    steps, places = np.array(every[:: len(every) // POINTS][:POINTS]).T
    width = (wave.high - wave.low) / cells
    return (wave.low + width * places, width / wave.speed * steps), states[steps, places]


def plate(seen, both):
    """Beams, plates and membranes: products of discrete modes."""
    spaces = [s.variable for s in both]
    count = (SMOOTH if seen.order(t) == 1 else ROUGH) // len(both)
    bases = [polynomials(s, count) for s in both]
    shape = [len(b.squares) for b in bases]
    rows = [row.reshape(shape) for row in rows_at(seen, t, S.One, np.zeros(1), flat_squares(bases))]
    data = [condition(seen, t, S.Zero, order) or S.Zero for order in (0, 1)]
    start, velocity = (projected(bases, numbers(g, spaces)) for g in data)
    places = [scattered(s.low, s.high, i + 1) for i, s in enumerate(both)]
    times = scattered(0, S(1) / 3, 3)
    waves = zip(*(b.values(p) for b, p in zip(bases, places, strict=True)), strict=True)
    found = [
        contracted(vibrating(rows, start, velocity, time), wave)
        for time, wave in zip(times, waves, strict=True)
    ]
    return (*places, times), np.array(found)


def potential(seen, y, others, source):
    """Discrete modes, whose amplitudes are collocated; outside of a circle 1/r is taken for r."""
    low, high = seen.ends(y)
    is_radial = y.name == "r"
    is_outside = is_radial and high.is_infinite
    ends = (0.0, 1 / float(low)) if is_outside else (float(low), float(min(high, FAR)))
    bases = [polynomials(s, POTENTIAL if len(others) == 1 else 50) for s in others]
    points, d = chebyshev(80 if len(others) == 1 else 40, *ends)
    squares, spaces = flat_squares(bases), [s.variable for s in others]
    scale = y**2 if is_radial else S.One
    rows = rows_at(seen, y, scale, points, squares)
    matrices = sum(row[:, :, None] * np.linalg.matrix_power(d, k) for k, row in enumerate(rows))
    force = numbers(source * scale, (*spaces, y))
    right = [projected(bases, lambda *at, p=p: force(*at, p)).ravel() for p in points]
    right = np.array(right).T
    rates, flat = np.sqrt(sum(squares))[:, None], sum(squares) == 0
    values_at, slopes_at = np.eye(len(d)), d
    for row, place in ((0, high if is_outside else low), (-1, low if is_outside else high)):
        order, data = face(seen, y, place)
        right[:, row] = projected(bases, numbers(data, spaces)).ravel()
        matrices[:, row] = np.linalg.matrix_power(d, order)[row]
        if is_radial and (place == 0 or place.is_infinite):  # bounded there
            matrices[flat, row] = slopes_at[row]
        elif place.is_infinite:  # it falls
            matrices[:, row] = slopes_at[row] + rates * values_at[row]
        elif is_radial and order:  # a free constant is zero
            matrices[flat, row] = values_at[row]
    grown = np.linalg.solve(matrices, right[:, :, None])[:, :, 0]

    def values(at):
        here = at[seen.variables.index(y)]
        amplitudes = interpolated(points, grown.T, 1 / here if is_outside else here)
        waves = [b.values(at[seen.variables.index(v)]) for b, v in zip(bases, spaces, strict=True)]
        shape = [len(b.squares) for b in bases]
        return [
            contracted(a.reshape(shape), wave) for a, *wave in zip(amplitudes, *waves, strict=True)
        ]

    return values


def face(seen, y, place):
    """The order of the derivative that is given at an end, and its value."""
    for order in (0, 1):
        value = condition(seen, y, place, order)
        if value is not None:
            return order, value
    return 0, S.Zero


def potentials(seen):
    """A potential for the data of each variable's faces; the first takes the source, too."""
    at, total, source = [], np.zeros(POINTS), seen.source
    for i, v in enumerate(seen.variables):
        low, high = seen.ends(v)
        at.append(scattered(low, min(high, low + 2), i + 1, 0.42))
    for v in seen.variables:
        others = [sides(seen, w) for w in seen.variables if w != v]
        if None not in others and (any(c.value for c in seen.on(v)) or source != 0):
            total += potential(seen, v, others, source)(at)
            source = S.Zero
    return tuple(at), total


def by_other_methods(seen):
    """Points and the values there."""
    if t not in seen.variables:
        return potentials(seen)
    found = [sides(seen, v) for v in seen.variables if v != t]
    if len(found) == 1 and seen.order(t) == 1:
        return rod(seen, *found)
    if len(found) == 1 and seen.order(found[0].variable) == 2:
        return string(seen, *found)
    return plate(seen, found)


SINGLE = [p for p in problems() if not isinstance(p.eq, list)]


@pytest.mark.parametrize("entry", SINGLE, ids=lambda p: p.name)
def test_partial_sums_agree_with_other_methods(entry):
    problem = stated(entry.eq, entry.func, entry.bcs, entry.domain)
    put = {p: S(VALUES[p.name]) for p in problem.params}
    at, expected = by_other_methods(with_numbers(entry, put))
    found = next(iter(series(problem))).exprs[0].subs(put)
    assert len(expected) == POINTS and np.abs(expected).max() > 1e-3
    gap = np.abs(partial_sums(found, problem.variables, at) - expected)
    assert gap.max() < TOLERANCE


def test_a_particle_in_a_well():
    """Schroedinger's equation: both functions are one whose discrete modes turn around."""
    (entry,) = (p for p in problems() if p.name == "square_well")
    problem = stated(entry.eq, entry.func, entry.bcs, entry.domain)
    x = problem.variables[0]
    basis = polynomials(Sides(x, S(0), S(1), Ends.DD, ((), ())), ROUGH)
    start = projected([basis], numbers(x * (1 - x), [x]))
    places, times = scattered(0, 1, 1), scattered(0, S(1) / 3, 3)
    turned = np.exp(-1j * np.outer(times, basis.squares)) * start
    expected = np.sum(basis.values(places) * turned, axis=1)
    real, imaginary = next(iter(series(problem))).exprs
    for expr, part in ((real, expected.real), (imaginary, expected.imag)):
        gap = np.abs(partial_sums(expr, problem.variables, (places, times)) - part)
        assert gap.max() < TOLERANCE
