"""Partial sums, their bounds, and what other methods say."""

import warnings

import numpy as np
import pytest
from numerical import Polynomials, chebyshev, marched, projected
from scipy.linalg import solve
from sympy import Eq, Function, Rational, Sum, Symbol, lambdify, oo, sin, sinh, symbols

from sympy_ssde import Problem, Solution
from sympy_ssde.bench.series_known import known_series
from sympy_ssde.errors import ProblemError, UnsupportedError
from sympy_ssde.proof.verify import Status
from sympy_ssde.reduction.series_modes import Ends
from sympy_ssde.result.plot import plot_solution
from sympy_ssde.result.solution import Method
from sympy_ssde.result.truncation import partial_sum, stable

x, y, t = symbols("x y t")
u = Function("u")
n = Symbol("n", integer=True, positive=True)


def solved(name):
    known = next(k for k in known_series() if k.name == name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # corners where data don't agree
        problem = known.problem()
    return Solution(
        problem, known.solution[0], Status.PROVED, None, {}, 0, 0.0, 0, Method.REDUCTION,
        exprs=known.solution,
    )  # fmt: skip


# other methods ------------------------------------------------------------------------------------


def diffused(start, ends, drift, times, source=0.0):
    """``u_t = u_xx - drift*u_x + source`` by polynomials and the exponential of their matrix."""
    basis = Polynomials(0.0, 1.0, ends, 60)
    matrix = -np.diag(basis.squares) - drift * basis.slopes
    grown = marched(
        matrix,
        projected([basis], start),
        (lambda _: projected([basis], lambda p: source + 0 * p)) if source else None,
        times,
    )
    return lambda places: basis.values(places) @ grown.T


DIFFUSION = [
    ("heat, cold ends", lambda p: p * (1 - p), Ends.DD, 0.0, 0.0),
    ("heat, a constant source", lambda p: 0 * p, Ends.DD, 0.0, 1.0),
    ("heat, insulated ends", lambda p: p, Ends.NN, 0.0, 0.0),
    ("heat, one end insulated", lambda p: 1 + 0 * p, Ends.DN, 0.0, 0.0),
    ("advection and diffusion", np.exp, Ends.DD, 2.0, 0.0),
]


@pytest.mark.parametrize(("name", "start", "ends", "drift", "source"), DIFFUSION)
def test_rods_agree_with_polynomials(name, start, ends, drift, source):
    times, places = np.array([0.1, 0.3]), np.linspace(0.03, 0.97, 20)
    values = diffused(start, ends, drift, times, source)(places)
    formula = solved(name).truncated(1e-8, region={t: (times[0], times[-1])}).lambdify()
    for time, row in zip(times, values.T, strict=True):
        assert np.abs(formula(places, time) - row).max() < 1e-6


def test_a_square_agrees_with_collocation():
    """Poisson's equation by a tensor product of Chebyshev's points."""
    points, d = chebyshev(30, 0.0, 1.0)
    second = (d @ d)[1:-1, 1:-1]
    eye = np.eye(29)
    inside = solve(np.kron(second, eye) + np.kron(eye, second), -np.ones(29 * 29))
    whole = np.zeros((31, 31))
    whole[1:-1, 1:-1] = inside.reshape(29, 29)
    truncation = solved("a constant source on a square, as a single sum").truncated(1e-8)
    formula = truncation.lambdify()
    grid = np.meshgrid(points[5:25:5], points[4:24:4], indexing="ij")
    found = whole[5:25:5, 4:24:4]
    assert found.size == 20
    assert np.abs(formula(*grid) - found).max() < 1e-6


def test_the_double_sum_is_the_same_function():
    single = solved("a constant source on a square, as a single sum").truncated(1e-7).lambdify()
    double = solved("a constant source on a square").truncated(5e-3)
    places = np.linspace(0.05, 0.95, 20)
    gap = np.abs(single(places, 1 - places**2) - double.lambdify()(places, 1 - places**2))
    assert gap.max() <= double.bound


def test_a_string_agrees_with_d_alembert():
    """The odd periodic continuation of the data, moved both ways."""
    formula = solved("a string that starts as a parabola").truncated(1e-7).lambdify()

    def continued(z):
        z = np.mod(z + 1, 2) - 1
        return np.sign(z) * np.abs(z) * (1 - np.abs(z))

    places, times = np.linspace(0.02, 0.98, 20), np.linspace(0.0, 1.0, 20)
    exact = (continued(places - times) + continued(places + times)) / 2
    assert np.abs(formula(places, times) - exact).max() < 1e-6


# the interface ------------------------------------------------------------------------------------


def test_partial_sums_have_the_first_terms():
    solution = solved("heat, cold ends")
    assert len(solution.partial_sum(3).args) == 3
    assert not solution.partial_sum(2).has(Sum)
    assert partial_sum(x**2, 5) == x**2
    with pytest.raises(ProblemError):
        solution.partial_sum(0)


def test_a_bound_says_where_it_holds():
    everywhere = solved("heat, cold ends").truncated(1e-4)
    assert everywhere.is_everywhere and everywhere.bound <= 1e-4
    assert "whole domain" in str(everywhere)
    later = solved("heat, half of it warm").truncated(1e-4)
    assert not later.is_everywhere and later.region[t][0] > 0


def test_more_terms_stay_within_the_bound():
    solution = solved("a string that starts as a parabola")
    few, many = solution.truncated(1e-2), solution.truncated(1e-5)
    assert few.terms < many.terms
    places = np.linspace(0, 1, 41)
    gap = np.abs(few.lambdify()(places, 0.3) - many.lambdify()(places, 0.3))
    assert gap.max() <= few.bound + many.bound


def test_symbols_need_values():
    solution = solved("heat, cold ends, with symbols")
    k, length = sorted(solution.problem.params, key=str, reverse=True)
    with pytest.raises(ProblemError):
        solution.truncated(1e-3)
    found = solution.truncated(1e-3, region={k: 1, length: 2})
    with pytest.raises(ProblemError):
        found.lambdify()
    assert np.isfinite(found.lambdify({k: 1, length: 2})(np.array([0.5]), 0.2)).all()


def test_what_needs_too_many_terms():
    with pytest.raises(UnsupportedError, match="region="):
        solved("a string with damping").truncated(1e-3)


def test_large_indices_don_t_overflow():
    assert np.isfinite(
        solved("a square with one warm side")
        .truncated(1e-6)
        .lambdify()(0.5, np.linspace(0, 0.95, 9))
    ).all()
    assert stable(x + sin(x)) == x + sin(x)


def test_sums_of_hyperbolic_functions_don_t_overflow():
    a, b = symbols("a b", real=True)
    whole = stable((sinh(a) - 2 * sinh(b) / 3) / (sinh(a + b) + 3**a))
    for at in ((3.0, 2.0), (800.0, 900.0), (900.0, -0.5)):
        exact = (sinh(a) - 2 * sinh(b) / 3) / (sinh(a + b) + 3**a)
        expected = float(exact.subs({a: Rational(at[0]), b: Rational(at[1])}).evalf(30))
        assert float(lambdify((a, b), whole)(*at)) == pytest.approx(expected)


@pytest.mark.parametrize(
    "name", ["heat, one warm end", "a disk", "Schroedinger's equation in real form"]
)
def test_pictures_are_of_partial_sums(name):
    figure = plot_solution(solved(name))
    assert figure.axes


def test_a_sum_that_can_t_be_read():
    with pytest.raises(UnsupportedError):
        partial_sum(Sum(sin(n * x), (n, 1, oo)) ** 2, 3)


def test_finite_solutions_are_their_own_truncation():
    problem = Problem(Eq(u(x).diff(x, 2), 2), u(x), {u(0): 0, u(1): 1})
    solution = Solution(problem, x**2, Status.PROVED, None, {}, 0, 0.0, 0, Method.SYMPY)
    found = solution.truncated(1e-9)
    assert found.expr == x**2 and found.bound == 0
