"""Polynomial solutions of linear problems."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Function, Poly, Rational, Subs, cos, exp, pi, sin, sqrt, symbols

from sympy_ssde import Problem, Status, find_solution
from sympy_ssde.guess.polynomials import polynomials

x, y, z, s = symbols("x y z s")
k, L = symbols("k L", positive=True)
u = Function("u")


def poisson(exact, variables):
    """With the values of ``exact`` on all faces of the unit cube."""
    w = u(*variables)
    source = sum(exact.diff(v, 2) for v in variables)
    faces = [{v: end} for v in variables for end in (0, 1)]
    bcs = {w.subs(face): exact.subs(face) for face in faces}
    equation = sum(w.diff(v, 2) for v in variables) - source
    return Problem(equation, w, bcs, dict.fromkeys(variables, (0, 1)))


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 3), st.fractions(-9, 9, max_denominator=24)),
        min_size=1,
        max_size=5,
    )
)
def test_any_polynomial_comes_back(terms):
    exact = sum(Rational(c.numerator, c.denominator) * x**i * y**j for i, j, c in terms) + x * y
    assert list(polynomials(poisson(exact, (x, y)))) == [Poly(exact, x, y).as_expr()]


def test_three_variables():
    exact = x * y * z + x**2 - z**3 / 7
    (found,) = polynomials(poisson(exact, (x, y, z)))
    assert (found - exact).expand() == 0


def test_a_disk():
    circle = {u(cos(s), sin(s)): sin(s) ** 3}
    domain = {x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2)), s: (0, 2 * pi)}
    problem = Problem(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), u(x, y), circle, domain)
    (found,) = polynomials(problem)
    assert (found - (3 * y - 3 * x**2 * y + y**3) / 4).expand() == 0


def test_a_beam_with_symbols_for_load_and_length():
    bcs = {u(0): 0, u(L): 0, Subs(u(x).diff(x, 2), x, 0): 0, u(L).diff(L, 2): 0}
    domain = {x: (0, L), k: (Rational(1, 10), 1), L: (1, 10)}
    found = find_solution(u(x).diff(x, 4) - k, u(x), bcs, domain, params=[k, L], timeout=30)
    assert (found.status, found.method) == (Status.PROVED, "shortcut")
    assert (found.expr - k * x * (L**3 - 2 * L * x**2 + x**3) / 24).expand() == 0


@pytest.mark.parametrize(
    "problem",
    [
        Problem(u(x).diff(x) - u(x) ** 2, u(x), {u(0): 1}),  # not linear
        Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}),  # no polynomial
        Problem(u(x).diff(x, 2), u(x), {u(0): 1}),  # several polynomials
        Problem(u(x).diff(x) - exp(exp(exp(exp(x)))), u(x), {u(0): 1}, {x: (0, 9)}),  # too large
    ],
)
def test_other_problems_have_no_candidate(problem):
    assert not list(polynomials(problem))
