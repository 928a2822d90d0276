"""Symbols of our own beside a user's of the same name."""

import pickle

import pytest
from sympy import Dummy, Eq, Function, Symbol, cos, exp, sin, symbols

from sympy_ssde import Problem, Status, checkssdsol, find_solution
from sympy_ssde.problem.constraints import parse_constraint, slot
from sympy_ssde.problem.symbols import in_plain_symbols, internal

x, y = symbols("x y")
u = Function("u")
OURS = [f"_{letter}{i}" for letter in "TSMNAck" for i in (0, 1)] + ["_zero", "Dummy_0"]


def test_ours_survive_a_pipe_and_equal_nobody_elses():
    ours = internal("T0")
    assert pickle.loads(pickle.dumps(ours)) == ours == slot(0)
    assert len({ours, internal("T1"), Symbol("_T0"), Symbol("T0")}) == 4


def test_equal_constraints_stay_equal_after_a_pipe():
    made = parse_constraint(Eq(u(x).diff(x), u(x) ** 2), [u(x)])
    assert pickle.loads(pickle.dumps(made)) == made


@pytest.mark.parametrize("name", OURS)
def test_a_parameter_of_that_name_is_the_users(name):
    c = Symbol(name)
    eq, bcs = Eq(u(x).diff(x), c * u(x)), {u(0): 1}
    right = checkssdsol(eq, exp(c * x), u(x), bcs)
    wrong = checkssdsol(eq, exp(x), u(x), bcs)
    assert right.status is Status.PROVED and wrong.status is Status.REFUTED


@pytest.mark.parametrize("name", OURS)
def test_a_variable_of_that_name_is_the_users(name):
    v = Symbol(name)
    eq, bcs = Eq(u(v).diff(v, 2), -u(v)), {u(0): 1, u(v).diff(v).subs(v, 0): 0}
    assert checkssdsol(eq, cos(v), u(v), bcs).status is Status.PROVED
    assert checkssdsol(eq, cos(2 * v), u(v), bcs).status is Status.REFUTED


@pytest.mark.parametrize("name", ["_T0", "_S0"])
def test_a_coefficient_is_not_taken_for_the_unknown(name):
    c = Symbol(name)
    problem = Problem(Eq(u(x).diff(x), c), u(x), {u(0): 0}, params={c: (1, 2)})
    assert problem.params == (c,) and problem.constraints[0].free_symbols == {c, x}
    assert find_solution(problem, timeout=20).expr == c * x


SLOTS = [
    symbols("_T:3"),
    tuple(Dummy("T") for _ in range(3)),
    tuple(Dummy("T") for _ in range(3))[::-1],
    tuple(map(slot, range(3))),
]


@pytest.mark.parametrize("slots", SLOTS, ids=["symbols", "dummies", "backwards", "ours"])
def test_order_does_not_depend_on_the_kind_of_slots(slots):
    a, b, c = slots
    expr = a - 6 * x - 2 + b * c**2 * sin(a) + exp(b) * x + (c + y) * b
    plain, names = in_plain_symbols(expr, slots)
    assert names == SLOTS[0] and plain.args == in_plain_symbols(plain, names)[0].args
    first = in_plain_symbols(expr.xreplace(dict(zip(slots, SLOTS[0], strict=True))), SLOTS[0])[0]
    assert plain.args == first.args


def test_plain_symbols_are_nobody_elses():
    theirs = Symbol("_T1")
    expr, (a, b) = in_plain_symbols(slot(0) * theirs + slot(1), (slot(0), slot(1)))
    assert expr == a * theirs + b and len({a, b, theirs, Symbol("_T0")}) == 4
    assert in_plain_symbols(theirs, ()) == (theirs, ())
