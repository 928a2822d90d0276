"""How good an answer is."""

import numpy as np
import pytest
from sympy import Float, Rational, Symbol, exp, gamma, log, symbols

from sympy_ssde.bench.catalogue import entry
from sympy_ssde.bench.quality import assess, rounded
from sympy_ssde.physics.collocation import CollocationConfig, interior_points

x1, x2, x3, t = symbols("x1 x2 x3 t")


def judged(name, answer, **options):
    problem = entry(name)
    return assess(problem.problem(), problem.solution, answer, **options)


def test_the_exact_solution_is_perfect():
    for name in ("gamma7", "gamma11", "heat2d", "wave2d"):
        found = judged(name, entry(name).exact)
        assert found.recovered and found.error == 0.0 and found.loss < 1e-12


def test_the_papers_own_answer_counts_as_recovered_and_is_not_exact():
    """Its Heat2D has a logarithm of an exponential and a term of 8e-7."""
    answer = 0.5 * t**2 + log(exp(2.5 * x1**4 - x2**2 * (1.3 * x2 - 8.1811e-7)))
    found = judged("heat2d", answer)
    assert found.recovered and 1e-9 < found.error < 1e-5
    assert 1e-8 < found.loss < 1e-4


def test_loss_is_the_average_of_the_groups_root_mean_squares():
    """u + 1 has no residual in Poisson's equation, and 1 on the boundary."""
    assert judged("poisson2d", entry("poisson2d").exact + 1).loss == pytest.approx(1 / 2)
    assert judged("heat2d", entry("heat2d").exact + 1).loss == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    "answer",
    [
        x1**3 + x1**2 + Float("1.01") * x1,  # the right form, a wrong number
        x1**3 + x1**2 + x1 + x1**4 / 10000,  # another form, almost as good
        x1**2,
    ],
)
def test_what_is_not_recovered(answer):
    found = judged("gamma1", answer)
    assert not found.recovered and found.error > 1e-8


def test_dust_is_no_other_form():
    found = judged("gamma1", x1**3 + x1**2 + x1 + Float("2e-5"))
    assert found.recovered and found.error > 1e-6


def test_points_are_fresh_and_the_same_for_the_same_seed():
    answer = x1**3 + x1**2 + 1.1 * x1
    assert judged("gamma1", answer, seed=1) == judged("gamma1", answer, seed=1)
    assert judged("gamma1", answer, seed=1).error != judged("gamma1", answer, seed=2).error
    problem = entry("gamma1").problem()
    of_search = interior_points(problem, CollocationConfig(), np.random.default_rng([1, 1]))

    def only_where_searched(places):
        assert not np.isin(places[x1], of_search[x1]).any()
        return places[x1]

    assert judged("gamma1", only_where_searched, seed=1).recovered is False


def test_a_numerical_answer_has_an_error_only():
    found = judged("gamma8", lambda places: np.sqrt(places[Symbol("x1")]) * 1.001)
    assert found.error == pytest.approx(1e-3)
    assert (found.loss, found.recovered) == (None, False)


def test_what_cannot_be_measured_is_none():
    assert judged("gamma8", gamma(x1)).error is None
    assert judged("gamma1", log(x1)).error is None  # no number where x1 < 0


def test_rounded_leaves_exact_numbers_alone():
    assert rounded(x1 / 7 + Float("0.4999")) == x1 / 7 + Rational(1, 2)
