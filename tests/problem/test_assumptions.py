"""Declared assumptions against ranges."""

from random import Random

import pytest
from sympy import Abs, Eq, Function, I, Integer, Rational, Symbol, exp, oo, symbols

from sympy_ssde import Problem, Status, checkssdsol
from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.assumptions import implied_symbols
from sympy_ssde.problem.domain import Domain, Range, admits

u = Function("u")


def growth(variable, domain, **more):
    return Problem(u(variable).diff(variable) - u(variable), u(variable), {u(0): 1}, domain, **more)


@pytest.mark.parametrize(
    "facts", [{"positive": True}, {"nonnegative": True}, {"negative": True}, {"nonzero": True},
              {"integer": True}, {"rational": True}, {"zero": True}, {"integer": False}]
)  # fmt: skip
def test_a_variable_is_not_more_than_its_range(facts):
    x = Symbol("x", **facts)
    with pytest.raises(ProblemError, match=r"x is declared .*\(-1, 1\)"):
        growth(x, {x: (-1, 1)})


@pytest.mark.parametrize(
    ("facts", "ends"),
    [({"positive": True}, (0, 1)), ({"nonnegative": True}, (0, oo)), ({"negative": True}, (-2, 0)),
     ({"nonzero": True}, (0, 1)), ({"real": True}, (-oo, oo)), ({"complex": True}, (-1, 1)),
     ({"nonpositive": True}, (-3, 0)), ({"finite": True}, (0, 1))],
)  # fmt: skip
def test_what_the_range_implies_may_be_declared(facts, ends):
    x = Symbol("x", **facts)
    assert growth(x, {x: ends}).variables == (x,)


def test_the_absolute_value_that_sympy_took_away():
    x = Symbol("x", positive=True)
    assert Abs(x) == x
    with pytest.raises(ProblemError, match="positive"):
        checkssdsol(u(x).diff(x) - 1, Abs(x), u(x), {u(0): 0}, {x: (-1, 1)})


@pytest.mark.parametrize("facts", [{"imaginary": True}, {"real": False}, {"commutative": False}])
def test_parameters_are_real(facts):
    x, c = Symbol("x"), Symbol("c", **facts)
    with pytest.raises(ProblemError, match=r"real|commute"):
        Problem(u(x).diff(x) - c * u(x), u(x), {u(0): 1})


@pytest.mark.parametrize(
    ("facts", "ends"),
    [({"positive": True}, (-1, 2)), ({"negative": True}, (0, 1)), ({"nonnegative": True}, (-1, 0)),
     ({"integer": True}, (Rational(1, 3), Rational(2, 3))), ({"prime": True}, (0, 1)),
     ({"integer": True, "positive": True}, (-5, 0)), ({"irrational": True}, (1, 2))],
)  # fmt: skip
def test_a_range_that_contradicts_a_parameter(facts, ends):
    x, c = Symbol("x"), Symbol("c", **facts)
    with pytest.raises(ProblemError, match="c"):
        Problem(u(x).diff(x) - c * u(x), u(x), {u(0): 1}, params={c: ends})


def test_integers_of_a_parameter_are_those_that_it_can_be():
    n = Symbol("n", positive=True, even=True)
    x = Symbol("x")
    problem = Problem(u(x).diff(x) - n * u(x), u(x), {u(0): 1}, params={n: (0, 5)})
    assert {problem.domain.point(Random(i))[n] for i in range(20)} == {2, 4}
    assert not admits(n, Integer(3)) and not admits(n, Integer(0))


@pytest.mark.parametrize("facts", [{"positive": True}, {"integer": True}, {"imaginary": True}])
def test_an_unknown_is_not_known_before_it_is_found(facts):
    v, x = Function("v", **facts), Symbol("x")
    with pytest.raises(ProblemError, match=r"the unknown v is declared"):
        Problem(v(x).diff(x) + 1, v(x), {v(0): 0})


def test_an_unknown_may_be_real():
    v, x = Function("v", real=True), Symbol("x")
    assert checkssdsol(v(x).diff(x) - v(x), exp(x), v(x), {v(0): 1}).status is Status.PROVED


def test_signs_of_ends_that_depend_on_others():
    a, x, y = symbols("a x y")
    known = implied_symbols(Domain((Range(a, 1, 2), Range(x, a, 2 * a + 1), Range(y, -x, x))))
    assert known[x].is_positive and known[y].is_positive is None and known[y].is_real


def test_imaginary_numbers_may_stand_in_an_equation():
    x = Symbol("x", positive=True)
    problem = Problem(Eq(u(x).diff(x), I * u(x)), u(x), {u(0): 1}, {x: (0, 1)})
    assert checkssdsol(problem, exp(I * x)).status is Status.PROVED
