"""Variables that occur nowhere, and functions of the distance."""

import time

import pytest
from sympy import Function, Rational, S, cos, pi, sin, sqrt, symbols
from sympy.abc import s, x, y

from sympy_ssde import Problem
from sympy_ssde.reduction.structure import Answer, Structure
from sympy_ssde.reduction.symmetry import fewer_variables

t, a = symbols("t a")
u, v = Function("u"), Function("v")
U, V = u(x, t), u(x, y)
DISK = {x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2)), s: (0, 2 * pi)}
CIRCLE = u(cos(s), sin(s))


def solved(problem):
    answers = (r for r in Structure(problem, 20).run() if isinstance(r, Answer))
    answer = next(answers, None)
    return None if answer is None else answer.found.exprs[0]


def test_uniform_growth():
    growth = U.diff(t) - U.diff(x, 2) - U * (1 - U)
    assert solved(Problem(growth, U, {u(x, 0): S.Half})) is not None


def test_several_variables_and_insulated_ends():
    W = u(x, y, t)
    equation = W.diff(t) - W.diff(x, 2) - W.diff(y, 2) + a * W - t
    problem = Problem(equation, W, {u(x, y, 0): 1, W.diff(x).subs(x, 0): 0})
    (found,) = fewer_variables(problem)
    assert found.combine == (v(t),)
    assert found.problems[0].variables == (t,)


@pytest.mark.parametrize(
    "source, answer",
    [(-1, (1 - x**2 - y**2) / 4), (x**2 + y**2, (x**2 + y**2) ** 2 / 16 - Rational(1, 16))],
    ids=str,
)
def test_disks(source, answer):
    problem = Problem(V.diff(x, 2) + V.diff(y, 2) - source, V, {CIRCLE: 0}, DISK)
    (found,) = fewer_variables(problem)
    assert len(found.problems[0].variables) == 1
    assert (solved(problem) - answer).expand() == 0


def test_a_profile_around_the_origin():
    W = u(x, y, t)
    equation = W.diff(t) - W.diff(x, 2) - W.diff(y, 2)
    data = {u(x, y, 0): 1 - x**2 - y**2, u(cos(s), sin(s), t): 0}
    (found,) = fewer_variables(Problem(equation, W, data, DISK | {t: (0, 1)}))
    assert len(found.problems[0].variables) == 2


@pytest.mark.parametrize(
    "equation, data, domain",
    [
        (U.diff(t) - U.diff(x, 2), {u(x, 0): sin(x)}, None),
        (V.diff(x, 2) + V.diff(y, 2) - x, {CIRCLE: 1}, DISK),
        (V.diff(x, 2) + 2 * V.diff(y, 2), {CIRCLE: 1}, DISK),
        (V.diff(x, 2) + V.diff(y, 2), {CIRCLE: cos(s)}, DISK),
    ],
    ids=str,
)
def test_others_are_left_alone_at_once(equation, data, domain):
    problem = Problem(equation, None, data, domain)
    start = time.process_time()
    assert list(fewer_variables(problem)) == []
    assert time.process_time() - start < 0.1
