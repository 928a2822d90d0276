"""Sums that look right and aren't, or are right in a way that is not proved here."""

import warnings

import pytest
from sympy import (
    Abs,
    Eq,
    Function,
    Heaviside,
    KroneckerDelta,
    Min,
    Piecewise,
    Rational,
    S,
    Sum,
    Symbol,
    cos,
    exp,
    floor,
    oo,
    pi,
    sign,
    sin,
    sqrt,
    symbols,
)

from sympy_ssde import Problem
from sympy_ssde.proof.verify import Status, check_task, verification

x, y, t = symbols("x y t")
u = Function("u")
n, m = symbols("n m", integer=True, positive=True)
odd = 2 * n - 1
HEAT = Eq(u(x, t).diff(t), u(x, t).diff(x, 2))
ENDS = {u(0, t): 0, u(1, t): 0}
PARABOLA = 8 * sin(odd * pi * x) * exp(-(odd**2) * pi**2 * t) / (odd * pi) ** 3


def checked(conditions, solution, equation=HEAT, domain=None):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # corners where data don't agree
        problem = Problem(equation, u(x, t), conditions, domain)
    return verification(problem, list(check_task(problem, (solution,), 30).run()), 0.0)


def status(conditions, solution, **rest):
    return checked(conditions, solution, **rest).status


def endless(term, low=1, index=n):
    return Sum(term, (index, low, oo))


STARTED = ENDS | {u(x, 0): x * (1 - x)}


def test_an_expansion_that_does_not_reach_the_end_is_not_refuted():
    """Sines converge to ``1 - x`` inside; at the end they are zero, and nothing is proved."""
    term = 2 / (n * pi) * (1 - exp(-(n**2) * pi**2 * t)) * sin(n * pi * x)
    found = checked({u(0, t): 1, u(1, t): 0, u(x, 0): 0}, endless(term))
    assert found.status is Status.UNDECIDED, str(found)


def test_a_missing_zero_mode():
    sides = {u(x, t).diff(x).subs(x, e): 0 for e in (0, 1)}
    cosines = -endless(4 * cos(odd * pi * x) / (odd * pi) ** 2 * exp(-(odd**2) * pi**2 * t))
    assert status(sides | {u(x, 0): x}, cosines) is Status.REFUTED
    assert status(sides | {u(x, 0): x}, cosines + S.Half) is Status.PROVED


def test_a_first_term_that_is_there_twice():
    """For ``n = 0`` and ``n = 1`` the terms are the same."""
    assert status(STARTED, endless(PARABOLA, 0) - PARABOLA.subs(n, 1)) is Status.PROVED


def test_heat_backwards():
    assert status(STARTED, endless(PARABOLA.subs(t, -t))) is Status.REFUTED


def test_an_index_with_a_variable_s_name():
    assert (
        status(STARTED, Sum(PARABOLA.subs(x, y).subs(n, m), (m, 1, oo)).subs(y, x)) is Status.PROVED
    )
    wrong = Sum(PARABOLA, (x, 1, oo))  # a sum over x; n is free
    assert status(STARTED, wrong) is not Status.PROVED


def test_declared_indices():
    k = Symbol("k", odd=True, positive=True)
    term = 8 * sin(k * pi * x) * exp(-(k**2) * pi**2 * t) / (k * pi) ** 3
    assert status(STARTED, Sum(term, (k, 1, oo))) is Status.UNDECIDED


@pytest.mark.parametrize(
    "solution",
    [
        endless(PARABOLA, 0),
        endless(PARABOLA) + endless(sin(n * pi * x) * exp(-(n**2) * pi**2 * t) / n**9),
        endless(PARABOLA) + Rational(1, 10**6) * sin(7 * pi * x) * exp(-49 * pi**2 * t),
        endless(PARABOLA.subs(n, n + 1)),
        endless(PARABOLA * (1 + Rational(1, 10**9) / n)),
        endless(8 * sin(odd * pi * x) * exp(-odd * pi**2 * t) / (odd * pi) ** 3),
        Sum(PARABOLA, (n, 1, 20)),
        endless(PARABOLA / (n - 3)),
    ],
    ids=str,
)
def test_what_is_wrong_is_refuted(solution):
    assert status(STARTED, solution) is Status.REFUTED


@pytest.mark.parametrize(
    "solution",
    [
        endless(PARABOLA) ** 2,
        exp(endless(PARABOLA)),
        endless(PARABOLA * sqrt(x - Rational(1, 2)) / sqrt(x - Rational(1, 2)) + 0 * n),
        endless(PARABOLA) + endless(Heaviside(x - Rational(1, 2)) * sin(2 * n * pi * x) / n**8),
        endless(PARABOLA) + endless(sin(n / (x - Rational(1, 2))) / n**9),
        endless(PARABOLA) + endless(cos(n * pi * x)),
        endless(PARABOLA) + endless((-1) ** n),
    ],
    ids=str,
)
def test_what_is_not_a_solution_or_not_read_is_never_proved(solution):
    found = checked(STARTED, solution)
    if solution != endless(PARABOLA):
        assert found.status is not Status.PROVED, str(found)


def test_signs_of_parameters():
    term = 8 * sin(odd * pi * x) / (odd * pi) ** 3

    def cooled(k):
        equation = Eq(u(x, t).diff(t), k * u(x, t).diff(x, 2))
        return checked(STARTED, endless(term * exp(-k * odd**2 * pi**2 * t)), equation=equation)

    any_sign = cooled(Symbol("k"))
    assert any_sign and any_sign.provided == (Symbol("k") > 0,)
    assert cooled(Symbol("k", positive=True)).provided == ()
    assert cooled(Symbol("k", negative=True)).status is not Status.PROVED


def test_equations_that_are_not_linear():
    burgers = Eq(u(x, t).diff(t), u(x, t).diff(x, 2) - u(x, t) * u(x, t).diff(x))
    assert status(STARTED, endless(PARABOLA), equation=burgers) is not Status.PROVED


def test_data_with_a_jump_hold_in_the_mean_only():
    step = {u(x, 0): Heaviside(x - Rational(1, 2))}
    term = 2 * (cos(n * pi / 2) - (-1) ** n) / (n * pi) * sin(n * pi * x)
    found = checked(ENDS | step, endless(term * exp(-(n**2) * pi**2 * t)))
    assert found and "mean" in found.conditions[-1].reason


def test_a_domain_that_is_no_box():
    domain = {t: (0, 1), x: (0, 1 + t)}
    assert status({u(0, t): 0, u(x, 0): x * (1 - x)}, endless(PARABOLA), domain=domain) is not (
        Status.PROVED
    )


# what balls, disks and plates may be mistaken for ------------------------------------------------

r, theta = symbols("r theta")
R = Symbol("R", positive=True)
POLAR = u(r, theta).diff(r, 2) + u(r, theta).diff(r) / r + u(r, theta).diff(theta, 2) / r**2
AROUND = {
    u(r, -pi): u(r, pi),
    u(r, theta).diff(theta).subs(theta, -pi): u(r, theta).diff(theta).subs(theta, pi),
}
SAW = 2 * (-1) ** (n + 1) * sin(n * theta) / n
BALL = Eq(u(r, t).diff(t), u(r, t).diff(r, 2) + 2 * u(r, t).diff(r) / r)
COOLS = 2 * (-1) ** (n + 1) * sin(n * pi * r) / (n * pi * r) * exp(-(n**2) * pi**2 * t)
PLATE = Eq(u(x, y, t).diff(t), u(x, y, t).diff(x, 2) + u(x, y, t).diff(y, 2))
INSULATED = {u(e, y, t): 0 for e in (0, 1)} | {u(x, y, t).diff(y).subs(y, e): 0 for e in (0, 1)}
ALONG = 2 * (-1) ** (n + 1) * sin(n * pi * x) / (n * pi)
ACROSS = 4 * cos((2 * m - 1) * pi * y) / ((2 * m - 1) * pi) ** 2
LATER = exp(-(n**2 + (2 * m - 1) ** 2) * pi**2 * t)


def verdict(equation, function, conditions, domain, solution):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        problem = Problem(equation, function, conditions, domain)
    return verification(problem, list(check_task(problem, (solution,), 30).run()), 0.0).status


def in_disk(term, low=S.Zero, high=R):
    rim = AROUND | {u(R, theta): theta}
    return verdict(POLAR, u(r, theta), rim, {r: (low, high), theta: (-pi, pi)}, endless(term))


def test_disks_of_a_radius_that_is_a_symbol():
    assert in_disk((r / R) ** n * SAW) is Status.PROVED
    assert in_disk((R / r) ** n * SAW, R, oo) is Status.PROVED
    for term in (r**n, (r / R) ** (n + 1), (R / r) ** n, (2 * r / R) ** n, 2 * (r / R) ** n):
        assert in_disk(term * SAW) is not Status.PROVED
    assert in_disk((r / R) ** n * SAW, S.Zero, 2 * R) is not Status.PROVED
    assert in_disk((r / R) ** n * SAW, R, oo) is not Status.PROVED


@pytest.mark.parametrize(
    ("start", "solution", "expected"),
    [
        (1, endless(COOLS), Status.PROVED),
        (1, endless(COOLS * (1 + 1 / n)), Status.REFUTED),
        (1, endless(COOLS * r), Status.REFUTED),
        (1, endless(COOLS) + (1 - r) / r, Status.REFUTED),
        (r, endless(COOLS), Status.REFUTED),
        (1, endless(COOLS, 2), Status.REFUTED),
        (1 / r**2, endless(COOLS), Status.UNDECIDED),
    ],
)
def test_balls(start, solution, expected):
    given = {u(1, t): 0, u(r, 0): start}
    assert verdict(BALL, u(r, t), given, {r: (0, 1), t: (0, oo)}, solution) is expected


@pytest.mark.parametrize(
    ("mean", "rest", "expected"),
    [
        (S.Half, 1, Status.PROVED),
        (S.Zero, 1, Status.REFUTED),
        (S.One, 1, Status.REFUTED),
        (S.Half, 2, Status.REFUTED),
        (S.Half, 1 + 1 / m, Status.REFUTED),
        (1 / (2 * n), 1, Status.REFUTED),
    ],
)
def test_plates_whose_constant_mode_is_a_sum_by_itself(mean, rest, expected):
    flat = endless(mean * ALONG * exp(-(n**2) * pi**2 * t))
    waves = Sum(-ALONG * ACROSS * LATER * rest, (n, 1, oo), (m, 1, oo))
    given = INSULATED | {u(x, y, 0): x * y}
    domain = {x: (0, 1), y: (0, 1), t: (0, 1)}
    assert verdict(PLATE, u(x, y, t), given, domain, flat + waves) is expected


@pytest.mark.parametrize(
    "tent",
    [
        Piecewise((x, x < S.Half), (1 - x, True)),
        Min(x, 1 - x),
        S.Half - Abs(x - S.Half),
        x + (1 - 2 * x) * Heaviside(x - S.Half),
    ],
)
def test_a_kink_of_the_finite_part_is_not_overlooked(tent):
    """Its second derivative is zero where there is one."""
    sines = 4 * (-1) ** (n + 1) * sin(odd * pi * x) / (pi * odd) ** 2
    decay = exp(-(odd**2) * pi**2 * t)
    assert status(ENDS | {u(x, 0): 0}, tent - endless(sines * decay)) is not Status.PROVED


@pytest.mark.parametrize(
    "factor",
    [
        1 + KroneckerDelta(n, 4),
        sign(50 - n),
        Heaviside(30 - n),
        Min(n, 10) / n,
        1 + floor(n / 100),
        Piecewise((0, Eq(n, 7)), (1, True)),
        1 + (cos(2 * pi * n / 5) + cos(4 * pi * n / 5) + S.Half) / n**3,
        1 + (n - 1) * (n - 2) * (n - 3) / n**5,
    ],
)
def test_factors_that_are_one_for_many_terms(factor):
    assert status(STARTED, endless(PARABOLA * factor)) is not Status.PROVED


def test_modes_that_are_far_out():
    extra = sin(61 * pi * x) * exp(-(61**2) * pi**2 * t) / 10**9
    assert status(STARTED, endless(PARABOLA) + extra) is not Status.PROVED
    rough = ENDS | {u(x, 0): x * (1 - x) + sin(61 * pi * x)}
    assert status(rough, endless(PARABOLA)) is not Status.PROVED


def test_what_starts_at_zero_inside_and_is_not_zero():
    """Heat from a dipole at the end: the coefficients are not those of 0."""
    assert status(ENDS | {u(x, 0): 0}, endless(n * sin(n * pi * x) * exp(-(n**2) * pi**2 * t))) is (
        Status.UNDECIDED
    )
