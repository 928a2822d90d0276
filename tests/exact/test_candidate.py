"""From fitted digits to exact, proved constants."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp
from sympy import (
    E,
    Eq,
    Function,
    Integer,
    N,
    Rational,
    Symbol,
    cos,
    exp,
    log,
    pi,
    sin,
    sqrt,
    symbols,
)

from sympy_ssde import Problem, Status
from sympy_ssde.bench.catalogue import entry
from sympy_ssde.exact.candidate import exact_candidate, multiplied_out, with_nice_constants
from sympy_ssde.exact.identify import identify, numbers_of, rational
from sympy_ssde.exact.polish import polish
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import OPERATORS, PAPER_OPERATORS, Library
from sympy_ssde.physics.loss import Physics

x, y = symbols("x y")
u = Function("u")

IDENTIFIED = [
    Rational(-7, 3),
    Rational(1, 480000),
    pi / 4,
    -2 * pi**2,
    3 / pi,
    1 / sqrt(pi),
    sqrt(6) / 6,
    sqrt(Rational(3, 8)),
    5 * sqrt(2) / 8,
    log(2),
    -log(3) / 2,
    E,
    exp(Rational(-1, 5)),
    1 + sqrt(2),
    Rational(1, 2) - pi / 3,
    cos(1) * 3,
    sin(1) / cos(1),
    Integer(144),
    2 ** Rational(1, 3),
    1 / (pi - 1),
    log(1 + sqrt(2)),
]


@pytest.mark.parametrize("number", IDENTIFIED, ids=str)
def test_identified(number):
    with mp.workdps(60):
        value = mp.mpmathify(N(number, 60))
        found = identify(value, (sin(1), cos(1)))
        assert found is not None and abs(N(found - number, 50)) < 1e-45


@pytest.mark.parametrize("digits", ["9.8696044", "0.33333333333", "3.14159265358979"])
def test_too_few_digits_are_no_irrational_number(digits):
    with mp.workdps(60):
        found = identify(mp.mpf(digits))
        assert found is None or found.is_Rational


def test_unknown_numbers_are_not_identified():
    with mp.workdps(60):
        assert identify(mp.euler * mp.catalan + mp.sqrt(mp.zeta(3))) is None


@settings(max_examples=200, deadline=None)
@given(st.integers(-(10**4), 10**4), st.integers(1, 10**3))
def test_rationals(p, q):
    with mp.workdps(60):
        assert rational(mp.mpf(p) / q) == Rational(p, q)


def test_numbers_of_a_problem():
    problem = Problem(
        u(x).diff(x, 2) - sqrt(6) * sin(4 * pi * x), u(x), {u(0): exp(Rational(1, 5)), u(1): log(2)}
    )
    assert {sqrt(6), pi, exp(Rational(1, 5)), log(2)} <= set(numbers_of(problem))


def physics_of(problem, operators=tuple(OPERATORS)):
    library = Library.build(operators, problem.variables + problem.params)
    return Physics(problem, library, np.random.default_rng(0))


def test_dust_is_removed():
    """x + 2.6e-13*y and 1.0*x are written as x."""
    problem = Problem(u(x, y).diff(x) - 1, u(x, y), {u(0, y): 0}, {x: (0, 1), y: (0, 1)})
    physics = physics_of(problem, PAPER_OPERATORS)
    skeleton = Skeleton.from_text("+ * c x * c y", physics.library)
    found = exact_candidate(skeleton, np.array([1 + 1e-12, 2.6e-13]), physics)
    assert found.exprs[0] == x and found.verification


def test_constants_that_are_not_determined():
    """Of c*c*x only the product counts; one of them is set to 1."""
    problem = Problem(u(x).diff(x) - 6, u(x), {u(0): 0}, {x: (0, 1)})
    physics = physics_of(problem, PAPER_OPERATORS)
    skeleton = Skeleton.from_text("* c * c x", physics.library)
    values, fixed = with_nice_constants(skeleton, np.array([2.0, 3.0]), physics)
    assert sorted(values) == pytest.approx([1, 6]) and fixed.sum() == 1
    assert exact_candidate(skeleton, np.array([2.0, 3.0]), physics).exprs[0] == 6 * x


def test_phases_are_written_as_people_do():
    problem = Problem(u(x).diff(x, 2) + u(x), u(x), {u(0): 1, u(pi / 2): 0}, {x: (0, pi / 2)})
    physics = physics_of(problem, PAPER_OPERATORS)
    skeleton = Skeleton.from_text("sin + x c", physics.library)
    found = exact_candidate(skeleton, np.array([np.pi / 2 - 4 * np.pi]), physics)
    assert found.exprs[0] == cos(x) and found.verification


def test_polish_gives_fifty_digits():
    problem = Problem(u(x).diff(x, 2) + 2 * u(x), u(x), {u(0): 0, u(1): sin(sqrt(2))})
    c = Symbol("_c0")
    with mp.workdps(60):
        found = polish([sin(c * x)], {c: 1.41421356}, problem)
        assert abs(found[c] - mp.sqrt(2)) < mp.mpf(10) ** -50


def test_what_does_not_prove_is_not_called_proved():
    """A good approximation with identifiable constants stays unproved."""
    problem = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}, {x: (0, Rational(1, 100))})
    physics = physics_of(problem, PAPER_OPERATORS)
    skeleton = Skeleton.from_text("+ + * c x * c * x x c", physics.library)
    found = exact_candidate(skeleton, np.array([1.0, 0.5, 1.0]), physics)
    assert found is None or found.verification.status is not Status.PROVED


@pytest.mark.parametrize(
    "name", ["gamma11", "poisson2d", "wave2d", "fisher_az", "par_kdv_c", "gompertz"]
)
def test_catalogue(name):
    stated = entry(name)
    problem = stated.problem()
    physics = physics_of(problem, stated.library or tuple(OPERATORS))
    skeleton, constants = Skeleton.from_sympy(stated.exact, physics.library)
    rng = np.random.default_rng(1)
    fitted = np.array([float(c) for c in constants]) * (1 + 1e-8 * rng.normal(size=len(constants)))
    found = exact_candidate(skeleton, fitted, physics)
    assert found is not None and found.verification
    assert Eq(u(*problem.variables), found.exprs[0]).rhs.free_symbols <= set(
        physics.library.variables
    )


PARABOLA = Problem(u(x).diff(x) - 2 * x, u(x), {u(0): 0}, {x: (-1, 1)})


@pytest.mark.parametrize(
    ("text", "constants", "expected"),
    [
        ("+ c * - x c + x c", [0.36, 0.6, 0.6], "* x x"),
        ("* + x c + x c", [0.0, 0.0], "* x x"),
        ("+ * c x * x x", [0.0], "+ * c x * x x"),  # one constant is left as it is
        ("* + c x + c x", [0.5, 0.25], "* + c x + c x"),  # no solution is left as it is
    ],
)
def test_products_are_multiplied_out_where_that_saves_constants(text, constants, expected):
    library = Library.build(PAPER_OPERATORS, [x])
    physics = Physics(PARABOLA, library, np.random.default_rng(0))
    start = Skeleton.from_text(text, library)
    skeleton, found = multiplied_out(start, np.array(constants), physics)
    assert skeleton.text == expected and len(found) >= skeleton.constants


def test_roots_as_constants_are_no_obstacle():
    library = Library.build(PAPER_OPERATORS, [x])
    eq = u(x).diff(x) - 10 * x**3
    physics = Physics(Problem(eq, u(x), {u(0): 0}, {x: (-1, 1)}), library, np.random.default_rng(0))
    text = "+ c * * c - * x x c + * x x c"
    root = 0.6246213
    skeleton = Skeleton.from_text(text, library)
    found = exact_candidate(skeleton, np.array([2.5 * root**2, 2.5, root, root]), physics)
    assert found is not None and found.verification and found.exprs[0] == 5 * x**4 / 2
