"""Proofs of solutions that change their form."""

from random import Random

import pytest
from sympy import (
    Abs,
    Derivative,
    DiracDelta,
    Eq,
    Function,
    Heaviside,
    Max,
    Min,
    Piecewise,
    Rational,
    SingularityFunction,
    Symbol,
    atan,
    atan2,
    ceiling,
    cos,
    exp,
    expand,
    factorial,
    floor,
    nan,
    oo,
    pi,
    sign,
    sin,
    sqrt,
)
from sympy.abc import t

from sympy_ssde import checkssdsol
from sympy_ssde.proof.verify import Status

u = Function("u")
a, k = Symbol("a"), Symbol("k", positive=True)
SLOPE, SECOND = Derivative(u(t), t), Derivative(u(t), (t, 2))
OSCILLATOR = Eq(SECOND + u(t), Heaviside(t - 1))
REST = {u(0): 0, SLOPE.subs(t, 0): 0}
RAMP = Eq(SLOPE, Piecewise((1, t < 2), (0, True)))
RISE = Max(t - 1, 0)
SUDDEN = atan(1 / (t - 1)) / pi


def status(equation, solution, conditions, end=3):
    return checkssdsol(equation, solution, u(t), conditions, {t: (0, end)}).status


@pytest.mark.parametrize(
    ("equation", "solution", "conditions", "end"),
    [
        (OSCILLATOR, (1 - cos(t - 1)) * Heaviside(t - 1), REST, 3),
        (OSCILLATOR, (1 - cos(t - 1)) * Heaviside(t - 1), REST, oo),
        (OSCILLATOR, Piecewise((0, t < 1), (1 - cos(t - 1), True)), REST, 3),
        (OSCILLATOR, Piecewise((0, t <= 1), (1 - cos(t - 1), True)), REST, Rational(1, 2)),
        (RAMP, Min(t, 2), {u(0): 0}, 5),
        (RAMP, Piecewise((t, t < 2), (2, True)), {u(0): 0, u(2): 2, u(5): 2}, 5),
        (Eq(SLOPE, sign(t - 1)), Abs(t - 1), {u(0): 1}, 3),
        (
            Eq(SLOPE, k * Heaviside(t - 1) * u(t)),
            Piecewise((1, t < 1), (exp(k * (t - 1)), True)),
            {u(0): 1},
            3,
        ),
        (Eq(SLOPE, a * Heaviside(t - 1)), a * Max(0, t - 1), {u(0): 0}, 3),
        (Eq(SECOND, Abs(t - 1)), Abs(t - 1) ** 3 / 6, {u(1): 0, SLOPE.subs(t, 1): 0}, 3),
        # nothing is switched in the equation: the pieces are one function
        (Eq(SECOND, 6 * t), Piecewise((t**3, t < 1), (t**3, True)), {u(0): 0}, 3),
    ],
)
def test_what_fits_is_proved(equation, solution, conditions, end):
    assert status(equation, solution, conditions, end) is Status.PROVED


@pytest.mark.parametrize(
    ("equation", "solution", "conditions"),
    [
        # a value, a slope, or an equation that is wrong behind the switch
        (RAMP, Piecewise((t, t < 2), (3, True)), {u(0): 0}),
        (OSCILLATOR, Piecewise((0, t < 1), (1 - cos(t - 1) + sin(t - 1), True)), REST),
        (OSCILLATOR, Piecewise((0, t < 1), (2 - cos(t - 1), True)), REST),
        # a kink, or a jump of the second derivative, that no term of the equation makes
        (Eq(SLOPE**2, 1), Abs(t - 1), {u(0): 1}),
        (Eq(SECOND * u(t), 2 * u(t)), (t - 1) ** 2 * Heaviside(t - 1), {u(0): 0}),
        (Eq(SECOND, Heaviside(t - 1)), Heaviside(t - 2) * (t - 2), {u(0): 0}),
        # the value at the place itself is another one
        (Eq(SLOPE, 1), Piecewise((t, t < 1), (5, t <= 1), (t, True)), {u(0): 0}),
        (Eq(SLOPE, 1), t * sign(t - 1) ** 2, {u(0): 0}),
        (Eq(SLOPE, 1), t + Heaviside(t - 1) * Heaviside(1 - t), {u(0): 0}),
        # both derivatives jump, one of them where no term of the equation does
        (Eq(SECOND, Heaviside(t - 1)), Max(t - 1, 0) ** 2 / 2 + Max(t - 2, 0) ** 2, {u(0): 0}),
        (Eq(SLOPE, a * Heaviside(t - 1)), Heaviside(t - 1) * (a * t - 1), {u(0): 0}),
        # the condition stands on the other piece
        (RAMP, Min(t, 2), {u(0): 0, u(Rational(5, 2)): Rational(5, 2)}),
    ],
)
def test_what_does_not_fit_is_refuted(equation, solution, conditions):
    assert status(equation, solution, conditions) is Status.REFUTED


@pytest.mark.parametrize(
    ("equation", "solution", "conditions"),
    [
        # who knows what this means where the leading term is switched off
        (Eq(Heaviside(t - 1) * SLOPE, 0), Heaviside(t - 1), {}),
        (Eq(Abs(t - 1) * SLOPE, u(t)), (t - 1) * Heaviside(t - 1), {}),
        # a condition of the highest derivative at the place where it jumps, or of both sides
        (RAMP, Min(t, 2), {u(0): 0, SLOPE.subs(t, 2): 1}),
        (Eq(SLOPE, sign(t - 1)), Abs(t - 1), {u(0): u(2)}),
        # there is no value at the place itself
        (Eq(SLOPE, 1), Piecewise((t, t < 1), (t, t > 1)), {u(0): 0}),
        # the conditions hold on one side of a place where nobody knows what the equation means
        (Eq(Heaviside(t - 1) * SLOPE, 0), 5 * Heaviside(t - 1), {u(1): 5}),
        # it goes to infinity on both sides
        (Eq(SLOPE, -sign(t - 1) * u(t) ** 2), 1 / Abs(t - 1), {u(0): 1}),
    ],
)
def test_what_is_open_is_not_proved(equation, solution, conditions):
    assert status(equation, solution, conditions or {u(0): 0}) is not Status.PROVED


def test_a_term_may_be_switched_by_the_unknown():
    """A kink is none of the solution's faults where the equation jumps with its value."""
    drying = Eq(SLOPE, -sign(u(t)))
    assert status(drying, Max(1 - t, 0), {u(0): 1}) is not Status.REFUTED


def test_a_condition_at_a_place_says_nothing_while_the_equation_is_open():
    equation = Eq(Heaviside(t - 1) * SLOPE, 0)
    assert status(equation, 5 * Heaviside(t - 1), {u(1): 5}) is Status.UNDECIDED


def test_the_same_place_in_other_words():
    place = sqrt(5 + 2 * sqrt(6))
    solution = Max(0, t - sqrt(2) - sqrt(3))
    assert status(Eq(SLOPE, Heaviside(t - place)), solution, {u(0): 0}, 5) is Status.PROVED


def test_places_that_cannot_be_told_are_no_proof():
    equation = Eq(SLOPE, Heaviside(t**2 - 2))
    assert status(equation, Max(t, sqrt(2)) - sqrt(2), {u(0): 0}) is not Status.REFUTED


@pytest.mark.parametrize("seed", range(8))
def test_pieces_of_random_polynomials(seed):
    """Made to fit; then one coefficient of one piece is changed."""
    random = Random(seed)
    places = sorted(random.sample(range(1, 6), random.randint(1, 3)))
    order = random.randint(1, 2)
    parts = [sum(random.randint(-3, 3) * t**n for n in range(4))]
    for place in places:
        step = (
            random.randint(1, 3) * (t - place) ** order + random.randint(-2, 2) * (t - place) ** 3
        )
        parts.append(expand(parts[-1] + step))
    ends = [t < place for place in places] + [True]

    def pieces(functions):
        return Piecewise(*zip(functions, ends, strict=True))

    source = pieces([expand(p.diff(t, order)) for p in parts])
    equation = Eq(u(t).diff(t, order), source)
    conditions = {u(0): parts[0].subs(t, 0)}
    assert status(equation, pieces(parts), conditions, 7) is Status.PROVED
    changed = list(parts)
    changed[-1] += random.choice([-1, 1]) * t ** random.randint(0, order - 1)
    assert status(equation, pieces(changed), conditions, 7) is Status.REFUTED


@pytest.mark.parametrize(
    ("equation", "solution"),
    [
        (Eq(u(t) * SLOPE, u(t) * Heaviside(u(t) + 100)), RISE),
        (Eq(u(t) * SLOPE, Abs(u(t))), RISE),
        (Eq((t - 1) * SLOPE, RISE), RISE),
        (Eq(u(t) ** 2 * SECOND, 2 * u(t) ** 2 * sign(u(t) + 9)), RISE**2),
        (Eq(SLOPE * SECOND, SLOPE * Heaviside(u(t) + 5)), RISE**2 / 2),
        (Eq((t - 1) ** 2 * SECOND, 2 * RISE**2), RISE**2),
    ],
)
def test_a_leading_term_that_vanishes_at_the_place_determines_nothing(equation, solution):
    assert status(equation, solution, {u(0): 0}) is Status.UNDECIDED


def test_a_leading_term_that_is_switched_off_by_a_floor():
    switched = Piecewise((t**2 - 1, t < 1), (t - 1, True))
    assert status(Eq(floor(t) * SLOPE, Heaviside(t - 1)), switched, {u(0): -1}, 2) is not (
        Status.PROVED
    )


@pytest.mark.parametrize(
    ("equation", "solution", "start"),
    [
        # what the equation does there isn't known, or a matter of definition
        (Eq(SLOPE, floor(t)), RISE, {u(0): 0}),
        (Eq(SLOPE, ceiling(t) - 1), RISE, {u(0): 0}),
        (Eq(SLOPE, (t - 1) / sqrt((t - 1) ** 2)), Abs(t - 1), {u(0): 1}),
        (Eq(SLOPE, sin(pi * t) / sqrt(1 - cos(pi * t) ** 2)), 1 - Abs(t - 1), {u(0): 0}),
        (Eq(SLOPE, 1 - 2 * atan2(0, 1 - t) / pi), 1 - Abs(t - 1), {u(0): 0}),
        (Eq(SLOPE, u(t) / (t - 1)), Abs(t - 1), {u(0): 1}),
    ],
)
def test_a_kink_is_refuted_only_where_the_equation_is_smooth(equation, solution, start):
    assert status(equation, solution, start, 2) is not Status.REFUTED


def test_a_kink_beside_poles_elsewhere_is_refuted():
    assert status(Eq(SLOPE, u(t) ** 2 / (t + 1)), Heaviside(t - 1), {u(0): 0}) is Status.REFUTED


@pytest.mark.parametrize(
    ("source", "solution"),
    [
        (DiracDelta(t, 1), DiracDelta(t)),
        (Heaviside(t) * DiracDelta(t), Heaviside(t) / 2),
        (DiracDelta(t), Heaviside(t) + DiracDelta(t)),
        (DiracDelta(t**2 - 1), Heaviside(t - 1) / 2),
        (Derivative(DiracDelta(t), t), t * 0),
        (Piecewise((DiracDelta(t), t < 1), (0, True)), Heaviside(t)),
        (exp(DiracDelta(t)) - 1, Heaviside(t)),
        (DiracDelta(t + 1), t * 0),
        (DiracDelta(t - 2), t * 0),
        (DiracDelta(t - a), Heaviside(t - a)),
        (Derivative(Heaviside(t), t), t * 0),
        (Derivative(Heaviside(t), t), Heaviside(t)),
        (Derivative(Abs(t), (t, 2)), t * 0),
        (SingularityFunction(t, 0, -1) + Heaviside(t), Max(t, 0)),
        (Derivative(Piecewise((t, t < 1), (t + 5, True)), t), t),
        (Derivative(Piecewise((0, t < 1), (1, True)), t), Piecewise((0, t < 1), (1, True))),
    ],
)
def test_nothing_is_said_of_what_cannot_be_read(source, solution):
    """Impulses at the ends or of other kinds, and derivatives by cases, which leave them out."""
    start = {u(-1): solution.subs(t, -1)}
    assert checkssdsol(Eq(SLOPE, source), solution, u(t), start, {t: (-1, 2)}).status is (
        Status.UNDECIDED
    )


@pytest.mark.parametrize(
    ("equation", "solution"),
    [
        (
            Eq(SLOPE, Heaviside(t - 1) * a**2 / ((t - 1) ** 2 + a**2) ** Rational(3, 2)),
            Heaviside(t - 1) * (t - 1) / sqrt((t - 1) ** 2 + a**2),
        ),
        (Eq(a * SLOPE, Heaviside(t - 1)), RISE / a),
    ],
)
def test_what_a_place_asks_of_parameters_is_told(equation, solution):
    (found,) = checkssdsol(equation, solution, u(t), {u(0): 0}, {t: (0, 3)}).equations
    assert found.status is Status.PROVED
    assert any(p.has(a) and p.subs(a, 0) == False for p in found.provided)  # noqa: E712


def test_a_condition_that_depends_on_the_variable_is_not_proved_on_one_piece():
    condition = {u(0): Piecewise((0, t < 1), (5, True))}
    assert status(Eq(SLOPE, Heaviside(t - 1)), RISE, condition) is not Status.PROVED


@pytest.mark.parametrize(
    "solution",
    [
        Piecewise((t, t < oo), (0, True)),
        Piecewise((t, (t >= 0) & (t < oo))),
        Piecewise((nan, t < 0), (t, True)),
        Piecewise((oo, t < 0), (t, True)),
    ],
)
def test_cases_outside_the_domain_may_be_anything(solution):
    assert status(Eq(SLOPE, 1), solution, {u(0): 0}) is Status.PROVED


def test_a_case_without_a_number_inside_the_domain_is_not_proved():
    solution = Piecewise((t, t < 1), (nan, True))
    assert status(Eq(SLOPE, 1), solution, {u(0): 0}) is not Status.PROVED


KICKED = Eq(SECOND + u(t), DiracDelta(t - 1))


@pytest.mark.parametrize(
    ("equation", "solution", "conditions"),
    [
        (KICKED, sin(t - 1) * Heaviside(t - 1), REST),
        (KICKED, Piecewise((0, t < 1), (sin(t - 1), True)), {**REST, u(1): 0}),
        (Eq(SECOND + u(t), DiracDelta(t - 4)), cos(t), {u(0): 1, SLOPE.subs(t, 0): 0}),
        (Eq(SLOPE, a * DiracDelta(t - 1)), a * Heaviside(t - 1), {u(0): 0}),
        (Eq(SLOPE, a * DiracDelta(3 - 3 * t)), a * Heaviside(t - 1) / 3, {u(0): 0}),
        (
            Eq(2 * t * SLOPE, t**3 * DiracDelta(t - 2) + Heaviside(t - 1) * t),
            Heaviside(t - 1) * (t - 1) / 2 + 2 * Heaviside(t - 2),
            {u(0): 0},
        ),
        (Eq(SLOPE, sin(pi * t) * DiracDelta(t - 1)), t * 0, {u(0): 0}),
        (Eq(SLOPE, DiracDelta(t - 1) + DiracDelta(t - 5)), Heaviside(t - 1), {u(0): 0}),
        (Eq(SLOPE + u(t) ** 2, DiracDelta(t - 1)), Heaviside(t - 1) / t, {u(0): 0}),
        (Eq(SECOND * u(t), DiracDelta(t - 1)), RISE + 1, {u(0): 1}),
        (
            Eq(SLOPE, DiracDelta(t - sqrt(5 + 2 * sqrt(6)) / 2)),
            Heaviside(t - (sqrt(2) + sqrt(3)) / 2),
            {u(0): 0},
        ),
    ],
)
def test_impulses(equation, solution, conditions):
    """The derivative below the highest jumps by what the impulse gives."""
    assert status(equation, solution, conditions) is Status.PROVED


@pytest.mark.parametrize(
    ("equation", "solution", "conditions"),
    [
        # a jump too much, too small, at another place, of another derivative, without an impulse
        (KICKED, 2 * sin(t - 1) * Heaviside(t - 1), REST),
        (KICKED, t * 0, REST),
        (KICKED, sin(t - 2) * Heaviside(t - 2), REST),
        (KICKED, cos(t - 1) * Heaviside(t - 1), REST),
        (Eq(SECOND + u(t), Heaviside(t - 1)), sin(t - 1) * Heaviside(t - 1), REST),
        (Eq(SLOPE, DiracDelta(1 - 3 * t)), Heaviside(t - Rational(1, 3)), {u(0): 0}),
        (Eq(SLOPE, DiracDelta(t - 1)), Heaviside(1 - t), {u(0): 1}),
        (Eq(SLOPE, a * DiracDelta(t - 1)), Heaviside(t - 1), {u(0): 0}),
        (Eq(SLOPE, DiracDelta(t - 1)), Heaviside(t - 1) + Heaviside(t - 2), {u(0): 0}),
        (Eq(SLOPE, DiracDelta(t - 1)), Heaviside(t - 1), {u(0): 0, u(2): 2}),
    ],
)
def test_what_an_impulse_does_not_do_is_refuted(equation, solution, conditions):
    assert status(equation, solution, conditions) is Status.REFUTED


@pytest.mark.parametrize(
    ("equation", "solution", "conditions"),
    [
        # it depends on the value that jumps, or on a term that jumps, vanishes, or isn't known
        (Eq(SLOPE, u(t) * DiracDelta(t - 1)), Heaviside(t - 1) + 1, {u(0): 1}),
        (Eq(SLOPE * u(t), DiracDelta(t - 1)), Heaviside(t - 1) + 1, {u(0): 1}),
        (Eq(SECOND * SLOPE, DiracDelta(t - 1)), RISE, {u(0): 0}),
        (Eq((t - 1) * SLOPE, DiracDelta(t - 1)), Heaviside(t - 1), {u(0): 0}),
        (Eq((1 + Heaviside(t - 1)) * SLOPE, DiracDelta(t - 1)), Heaviside(t - 1), {u(0): 0}),
        (Eq(floor(t + 1) * SLOPE, DiracDelta(t - 1)), Heaviside(t - 1), {u(0): 0}),
        (Eq(SLOPE**2, DiracDelta(t - 1)), Heaviside(t - 1), {u(0): 0}),
        (Eq((t - 1) * SLOPE, (t - 1) * DiracDelta(t - 1)), 2 * Heaviside(t - 1), {u(0): 0}),
        # terms that go to infinity where the impulse stands, or no value at the place
        (
            Eq(SLOPE - u(t) / (t - 1), DiracDelta(t - 1) - Heaviside(t - 1) / (t - 1)),
            Heaviside(t - 1),
            {u(0): 0},
        ),
        (Eq(SLOPE, DiracDelta(t - 1)), Piecewise((0, t < 1), (1, t > 1)), {u(0): 0}),
        (Eq(SLOPE, DiracDelta(t - 1)), Heaviside(t - 1, nan), {u(0): 0}),
        # derivatives of what jumps without saying so
        (Eq(SLOPE, DiracDelta(t - 1) + Derivative(SUDDEN, t)), SUDDEN, {u(0): -Rational(1, 4)}),
        (Eq(Derivative(u(t) - SUDDEN, t), DiracDelta(t - 1)), SUDDEN, {u(0): -Rational(1, 4)}),
        # a condition about a value there, which is not said by the equation
        (Eq(SLOPE, DiracDelta(t - 1)), Heaviside(t - 1), {u(0): 0, u(1): Rational(1, 2)}),
        (KICKED, sin(t - 1) * Heaviside(t - 1), {**REST, SLOPE.subs(t, 1): 1}),
        (KICKED, sin(t - 1) * Heaviside(t - 1), {**REST, SLOPE.subs(t, 1): 0}),
    ],
)
def test_impulses_whose_effect_is_open(equation, solution, conditions):
    assert status(equation, solution, conditions) is Status.UNDECIDED


@pytest.mark.parametrize(
    ("equation", "solution", "start"),
    [
        (Eq((t - 1) * (SLOPE - DiracDelta(t - 1)), 0), Heaviside(t - 1), 0),
        (Eq((t - 2) * SLOPE, (t - 2) * DiracDelta(t - 1)), Heaviside(t - 1) + Heaviside(t - 2), 0),
        (Eq((t - 1) * SECOND, (t - 1) * DiracDelta(t - 1)), Max(t - 1, 0), 0),
        (Eq((t - 2) * SLOPE, DiracDelta(t - 5)), Heaviside(t - 2), 0),
    ],
)
def test_jumps_where_the_leading_term_of_an_equation_with_impulses_vanishes(
    equation, solution, start
):
    assert status(equation, solution, {u(0): start}) is Status.UNDECIDED


@pytest.mark.parametrize("seed", range(8))
def test_random_impulses(seed):
    """Made to fit; then one strength is changed."""
    random = Random(seed)
    order = random.randint(1, 3)
    places = sorted(random.sample(range(1, 6), random.randint(1, 3)))
    strengths = [random.choice([-2, -1, 1, 3]) for _ in places]
    lead = random.choice([1, 2, t + 1, exp(t)])
    start = sum(random.randint(-3, 3) * t**n for n in range(4))
    responses = [(t - p) ** (order - 1) / factorial(order - 1) for p in places]
    solution = start + sum(
        s * r * Heaviside(t - p) for s, r, p in zip(strengths, responses, places, strict=True)
    )
    impulses = [s * DiracDelta(t - p) for s, p in zip(strengths, places, strict=True)]
    source = lead * (start.diff(t, order) + sum(impulses))
    conditions = {u(0): start.subs(t, 0)}
    right = Eq(lead * u(t).diff(t, order), source)
    assert status(right, solution, conditions, 7) is Status.PROVED
    wrong = Eq(lead * u(t).diff(t, order), source + random.choice(impulses))
    assert status(wrong, solution, conditions, 7) is Status.REFUTED
