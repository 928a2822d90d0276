"""Transport along characteristics: random problems, proved; what doesn't fit, left alone."""

import time
from random import Random

import pytest
from sympy import Function, Symbol, cos, exp, sin, sqrt, symbols, tanh
from sympy.abc import x, y

from sympy_ssde import Problem
from sympy_ssde.proof.verify import Status, verify
from sympy_ssde.reduction.characteristics import characteristics

t, c, k = symbols("t c k")
K = Symbol("K", positive=True)
u = Function("u")
U = u(x, t)


def proved(problem, limit=3):
    for number, found in enumerate(characteristics(problem)):
        if verify(problem, found.exprs).status is Status.PROVED:
            return found
        if number == limit:
            break
    return None


PROFILES = [sin(x), exp(-(x**2)), x**2 - x, tanh(2 * x), 1 / (1 + x**2), exp(-x) * cos(3 * x)]
SPEEDS = [2, -3, c, K, t, exp(-t), cos(t), x, K * x, -x * t, x + t, 1 + x]
REACTIONS = [0, -U, K * U, t * U, -c * U]
SOURCES = [0, 1, x, t, x * t, exp(-t), sin(t), 3 * x**2]


def random_transport(random):
    speed, profile = random.choice(SPEEDS), random.choice(PROFILES)
    right = random.choice(REACTIONS) + random.choice(SOURCES)
    amplitude = random.choice([1, 2, -3, K])
    equation = U.diff(t) + speed * U.diff(x) - right
    data = amplitude * profile
    ranges = {K: (3, 4)} if (equation + data).has(K) else {}  # K = 1 is a resonance of some
    return Problem(equation, U, {u(x, 0): data}, {x: (0, 1), t: (0, 1)}, ranges)


@pytest.mark.parametrize("seed", range(12))
def test_random_transport_is_solved(seed):
    problem = random_transport(Random(seed))
    found = proved(problem)
    assert found is not None, problem
    assert found.lines and found.lines[0].formulas


QUASILINEAR = [
    (U.diff(t) + U * U.diff(x), {u(x, 0): 2 * x + 1}),
    (U.diff(t) + U * U.diff(x) + U, {u(x, 0): K * x}),
    (U.diff(t) + U**2 * U.diff(x), {u(x, 0): sqrt(x)}),
    (U.diff(t) + U * U.diff(x), {u(x, 0): x**2}),
    (U.diff(t) + U * U.diff(x) - x, {u(x, 0): x}),
    (U.diff(t) + U.diff(x) + U**2, {u(x, 0): exp(-x)}),
    (U.diff(t) + U.diff(x) - U * (1 - U), {u(x, 0): 1 / (1 + exp(x))}),
]


@pytest.mark.parametrize("equation, data", QUASILINEAR, ids=str)
def test_quasilinear_equations(equation, data):
    assert proved(Problem(equation, U, data, {x: (0, 1), t: (0, 1)})) is not None


def test_data_at_an_inflow_side():
    problem = Problem(U.diff(t) + 3 * U.diff(x) + U, U, {u(0, t): sin(t)}, {x: (0, 1), t: (0, 1)})
    assert proved(problem) is not None


def test_data_on_a_curve():
    W = u(x, y)
    problem = Problem(
        W.diff(x) + W.diff(y) - W, W, {u(x, 1 + x / 2): sin(x)}, {x: (0, 1), y: (0, 2)}
    )
    assert proved(problem) is not None


def test_homogeneous_and_rotating_flows():
    W = u(x, y)
    euler = Problem(
        x * W.diff(x) + y * W.diff(y) - 2 * W, W, {u(x, 1): x**3}, {x: (1, 2), y: (1, 2)}
    )
    assert proved(euler).exprs == (x**3 / y,)
    round_ = Problem(y * W.diff(x) - x * W.diff(y), W, {u(x, 0): x**2}, {x: (0, 1), y: (0, 1)})
    assert proved(round_).exprs == (x**2 + y**2,)


@pytest.mark.parametrize("speeds", [(2, -1), (y, 0), (y, -x), (x, K * y)], ids=str)
def test_two_dimensions_in_space(speeds):
    W = u(x, y, t)
    equation = W.diff(t) + speeds[0] * W.diff(x) + speeds[1] * W.diff(y) + W
    problem = Problem(equation, W, {u(x, y, 0): y * sin(x)})
    assert proved(problem) is not None


@pytest.mark.parametrize(
    "equation",
    [U.diff(t) - U.diff(x, 2), U.diff(t) + U.diff(x) ** 2, U.diff(x, t) - U],
    ids=str,
)
def test_others_are_left_alone_at_once(equation):
    problem = Problem(equation, U, {u(x, 0): sin(x)})
    start = time.process_time()
    assert list(characteristics(problem)) == []
    assert time.process_time() - start < 0.1
