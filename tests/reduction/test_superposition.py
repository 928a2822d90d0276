"""Sums of solutions with parts of the data."""

from random import Random

import pytest
from sympy import Function, exp, pi, sin, sinh
from sympy.abc import t, x, y

from sympy_ssde import Problem
from sympy_ssde.reduction.closed_space import closed_space
from sympy_ssde.reduction.superposition import superposition

u = Function("u")
W, U = u(x, y), u(x, t)
LAPLACE = W.diff(x, 2) + W.diff(y, 2)


def on_all_sides(exact, eq, a=1, b=1):
    faces = [(x, 0), (x, a), (y, 0), (y, b)]
    bcs = {W.subs(v, e): exact.subs(v, e) for v, e in faces}
    return Problem(eq, W, bcs, {x: (0, a), y: (0, b)})


@pytest.mark.parametrize("seed", range(3))
def test_warm_sides_in_both_directions(seed, proved):
    random = Random(seed)
    m, n = random.randint(1, 3), random.randint(1, 3)
    a, b = random.choice([1, 2, pi]), random.choice([1, pi])
    exact = sin(m * pi * x / a) * sinh(m * pi * y / a)
    exact += 2 * sin(n * pi * y / b) * sinh(n * pi * (x - a) / b)
    problem = on_all_sides(exact, LAPLACE, a, b)
    assert list(closed_space(problem)) == [] or proved(problem, closed_space) is None
    assert proved(problem, superposition, closed_space, depth=2) is not None


def test_a_source_is_a_part():
    exact = sin(pi * x) * sinh(pi * y)
    problem = on_all_sides(exact, LAPLACE - sin(2 * pi * x) * sin(pi * y))
    (found,) = superposition(problem)
    first, second = found.problems
    assert first.equations[0].expr.has(sin) and not second.equations[0].expr.has(sin)
    assert [c.expr.has(sinh) for c in first.conditions].count(True) == 0
    assert sum(found.combine[0].as_coefficients_dict().values()) == 2


def test_the_terms_of_one_datum_are_parts():
    problem = Problem(U.diff(t) - U.diff(x, 2), U, {u(x, 0): exp(-(x**2)) + sin(x)})
    (found,) = superposition(problem)
    assert len(found.problems) == 2


def test_one_term_and_nonlinear_problems_are_left_alone():
    heat = U.diff(t) - U.diff(x, 2)
    assert list(superposition(Problem(heat, U, {u(x, 0): sin(x), u(0, t): 0}))) == []
    assert list(superposition(Problem(heat + U**2, U, {u(x, 0): sin(x) + x, u(0, t): 0}))) == []
    many = sum(exp(-n * x**2) for n in range(1, 9))
    assert list(superposition(Problem(heat, U, {u(x, 0): many}))) == []


def test_data_that_no_part_could_use_are_not_split():
    heat = U.diff(t) - U.diff(x, 2)
    wild = {u(x, 0): exp(-(x**2)), u(0, t): exp(-(t**2))}
    assert list(superposition(Problem(heat, U, wild))) == []
