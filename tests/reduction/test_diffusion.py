"""Diffusion on the line and the half line: random problems, proved."""

import time
from random import Random

import pytest
from sympy import Function, Symbol, cos, diff, erf, erfc, exp, oo, sin, sqrt, symbols
from sympy.abc import x, y, z

from sympy_ssde import Problem
from sympy_ssde.proof.verify import Status, verify
from sympy_ssde.reduction.diffusion import diffusion, repeated_erfc
from sympy_ssde.reduction.plausible import is_plausible

t, a, c = symbols("t a c")
K = Symbol("K", positive=True)
u = Function("u")
U = u(x, t)
LINE, HALF = {x: (-oo, oo), t: (0, oo)}, {x: (0, oo), t: (0, oo)}
pytestmark = pytest.mark.filterwarnings("ignore::sympy_ssde.errors.ProblemWarning")


def proved(problem):
    for found in diffusion(problem):
        if is_plausible(problem, found.exprs):
            assert verify(problem, found.exprs).status is Status.PROVED
            return found
    return None


DATA = [exp(-(x**2)), x * exp(-2 * x**2), erf(2 * x), exp(-x) * cos(x), x**3, x**2 * exp(-(x**2))]
DRIFTS, GROWTHS, SOURCES = [0, 2, c, t], [0, -1, a, -t], [0, 0, 1, exp(-t)]


def random_line(random):
    data = random.choice([1, 3, -2]) * random.choice(DATA) + random.choice([0, 1, sin(x)])
    right = random.choice([1, 2, K]) * U.diff(x, 2) - random.choice(DRIFTS) * U.diff(x)
    if random.random() < 0.5:
        right += random.choice(GROWTHS) * U
    else:
        right += random.choice(SOURCES)
    return Problem(U.diff(t) - right, U, {u(x, 0): data}, LINE)


@pytest.mark.parametrize("seed", range(10))
def test_random_problems_on_the_line(seed):
    problem = random_line(Random(seed))
    found = proved(problem)
    assert found is not None, problem
    assert found.lines


ENDS = [
    {u(x, 0): 0, u(0, t): 1},
    {u(x, 0): 0, u(0, t): a, u(oo, t): 0},
    {u(x, 0): 2, u(0, t): 0},
    {u(x, 0): 0, u(0, t): 3 * t},
    {u(x, 0): 1, u(0, t): 1 + sqrt(t)},
    {u(x, 0): 0, u(0, t): exp(t)},
    {u(x, 0): 0, U.diff(x).subs(x, 0): -1},
    {u(x, 0): exp(-(x**2)), u(0, t): 0},
    {u(x, 0): exp(-x), U.diff(x).subs(x, 0): 0},
    {u(x, 0): 5, U.diff(x).subs(x, 0) - 2 * u(0, t): -6},
]


@pytest.mark.parametrize("data", ENDS, ids=str)
@pytest.mark.parametrize("rate", [1, K], ids=str)
def test_half_line(data, rate):
    assert proved(Problem(U.diff(t) - rate * U.diff(x, 2), U, data, HALF)) is not None


def test_the_answer_of_every_textbook():
    problem = Problem(U.diff(t) - K * U.diff(x, 2), U, {u(x, 0): 0, u(0, t): 1}, HALF)
    assert proved(problem).exprs == (erfc(x / (2 * sqrt(K) * sqrt(t))),)


def test_two_dimensions_and_a_later_start():
    W = u(x, y, t)
    equation = W.diff(t) - W.diff(x, 2) - K * W.diff(y, 2)
    problem = Problem(equation, W, {u(x, y, 1): exp(-(x**2) / 4 - y**2)}, {t: (1, 2)})
    assert proved(problem) is not None


@pytest.mark.parametrize("n", range(4))
def test_repeated_integrals_of_erfc(n):
    before = repeated_erfc(n - 1, z)
    assert (diff(repeated_erfc(n, z), z) + before).expand().equals(0)
    assert abs(repeated_erfc(n, z).subs(z, 12).evalf(40)) < 1e-50


@pytest.mark.parametrize(
    "equation",
    [
        U.diff(t, 2) - U.diff(x, 2),
        U.diff(t) - x * U.diff(x, 2),
        U.diff(t) - U.diff(x, 2) + U**2,
        U.diff(t) - U.diff(x, 4),
        U.diff(t) + U.diff(x, 2),
    ],
    ids=str,
)
def test_others_are_left_alone_at_once(equation):
    problem = Problem(equation, U, {u(x, 0): exp(-(x**2))}, LINE)
    start = time.process_time()
    assert list(diffusion(problem)) == []
    assert time.process_time() - start < 0.1
