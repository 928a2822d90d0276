import pytest
from sympy import Function, cos, exp, sin, symbols
from sympy.abc import t

from sympy_ssde import Problem
from sympy_ssde.proof.verify import verify
from sympy_ssde.reduction.ordinary_systems import read_system, system_solutions

u, v, w = Function("u"), Function("v"), Function("w")
k, m = symbols("k m", positive=True)
PAIR, THREE = [u(t), v(t)], [u(t), v(t), w(t)]


def at_zero(*values):
    names = (u, v, w)
    return {f(0): value for f, value in zip(names, values, strict=False)}


def d(f, order=1):
    return f(t).diff(t, order)


REST = {d(u).subs(t, 0): 0, d(v).subs(t, 0): 0}
SYSTEMS = {
    "rotation": ([d(u) - v(t), d(v) + u(t)], PAIR, at_zero(0, 1)),
    "chain of decays": (
        [d(u) + k * u(t), d(v) - k * u(t) + m * v(t), d(w) - m * v(t)],
        THREE,
        at_zero(1, 0, 0),
    ),
    "double root": ([d(u) - u(t) - v(t), d(v) + u(t) - 3 * v(t)], PAIR, at_zero(1, 0)),
    "resonance": ([d(u) - v(t) - cos(t), d(v) + u(t) - 1], PAIR, at_zero(0, 1)),
    "two springs": (
        [d(u, 2) + 2 * u(t) - v(t), d(v, 2) + 2 * v(t) - u(t)],
        PAIR,
        at_zero(1, 0) | REST,
    ),
    "two points": (
        [d(u, 2) - v(t), d(v, 2) - u(t)],
        PAIR,
        {u(0): 0, v(0): 1, u(1): 0, v(1): 0},
    ),
    "Euler": ([t * d(u) - v(t), t * d(v) - u(t) - t], PAIR, {u(1): 1, v(1): 0}),
    "a condition on both": ([d(u) - v(t), d(v)], PAIR, [u(0) - v(0) - 1, u(1) - 5]),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_systems(name):
    problem = Problem(*SYSTEMS[name])
    found = next(system_solutions(problem))
    assert verify(problem, found.exprs)
    assert found.lines[-1].words == "so the solution is"


def test_forms():
    problem = Problem(*SYSTEMS["double root"])
    assert next(system_solutions(problem)).exprs == ((1 - t) * exp(2 * t), -t * exp(2 * t))


def test_other_systems_give_nothing():
    nonlinear = Problem([d(u) - u(t) * v(t), d(v) + sin(u(t))], PAIR, at_zero(1, 1))
    assert list(system_solutions(nonlinear)) == []
    lone = Problem([d(u) + u(t), d(u) + v(t), d(v)], PAIR, at_zero(1, 1))
    assert list(system_solutions(lone)) == []


def test_jets_of_each_function():
    system, _ = read_system(Problem(*SYSTEMS["two springs"]))
    assert [len(jets) for jets in system.jets] == [3, 3]
    assert system.used(0) == [0, 1]
