"""Expressions as trees: what is read equals what was written, and no code is run."""

import json

import pytest
import sympy
from hypothesis import given, settings
from sympy import (
    Abs,
    Contains,
    CRootOf,
    DiracDelta,
    Dummy,
    E,
    Eq,
    Float,
    Function,
    Heaviside,
    I,
    Integral,
    Interval,
    Lambda,
    LambertW,
    Max,
    Mul,
    Ne,
    Order,
    Piecewise,
    Rational,
    Subs,
    Sum,
    Symbol,
    Wild,
    besselj,
    cos,
    exp,
    hyper,
    meijerg,
    nan,
    oo,
    pi,
    sin,
    sqrt,
    zoo,
)  # fmt: skip
from sympy.abc import x, y

from sympy_ssde import strategies
from sympy_ssde.bench.catalogue import entries
from sympy_ssde.errors import UnsupportedError
from sympy_ssde.problem.trees import from_tree, to_tree

u, v = Function("u"), Function("v", real=True)
a, n = Symbol("a", positive=True), Symbol("n", integer=True)

EXPRESSIONS = [
    *(x + 1, Rational(-3, 7), sqrt(2) * x, pi * E * I, oo, -oo, zoo, Abs(x), Max(x, y)),
    *(2 * (x + y), Mul(2, x + y, evaluate=False), sin(x**2 + 1).diff(x, 2)),
    *(Float("0.1", 30), Float(0), Float("-1.5e-300"), Float(0.1)),
    *(u(x, y).diff(x, 2, y), u(x).diff(x).subs(x, 0), Subs(u(x).diff(x), x, y), v(x) + u(a)),
    *(Eq(u(x), exp(a * x)), Ne(x, 0), sympy.And(x > 0, y < 1), Contains(x, Interval(0, 1))),
    *(Piecewise((x, x > 0), (0, True)), Heaviside(x), DiracDelta(x), LambertW(x, -1)),
    *(besselj(n, x), hyper([1, a], [3], x), meijerg([[1], [2]], [[3], [4]], x)),
    *(Integral(sin(x) / x, (x, 0, y)), Sum(x**n, (n, 1, oo)), Order(x), Lambda(x, x**2)),
    *(CRootOf(x**5 - x - 1, 0), exp(2), exp(x, evaluate=False), cos(pi / 7)),
]


def again(expr):
    return from_tree(json.loads(json.dumps(to_tree(expr))))


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_what_is_read_is_what_was_written(expr):
    assert again(expr) == expr
    assert str(again(expr)) == str(expr)
    assert again(expr).free_symbols == expr.free_symbols


def test_nan():
    assert again(nan) is nan


@pytest.mark.parametrize("entry", [*entries("literature"), *entries("paper")], ids=lambda e: e.id)
def test_problems_of_the_catalogue(entry):
    given = entry.problem().as_given()
    equations = given["eq"] if isinstance(given["eq"], list) else [given["eq"]]
    for relation in (*equations, *given["bcs"]):
        assert again(relation) == relation


@settings(max_examples=50, deadline=None)
@given(strategies.expressions(strategies.VARIABLES[:2], max_depth=4))
def test_expressions_at_random(expr):
    for made in (expr, *(expr.diff(v, 2) for v in strategies.VARIABLES[:2])):
        assert again(made) == made


def test_dummies_of_one_file_stay_the_same():
    dummy, other = Dummy("q"), Dummy("q")
    known = {}
    first, second = (from_tree(to_tree(e), known) for e in (dummy + x, dummy * other))
    assert first.atoms(Dummy) < second.atoms(Dummy) and len(second.atoms(Dummy)) == 2


@pytest.mark.parametrize("value", [Wild("w"), sympy.Matrix([1, 2]).as_immutable()])
def test_what_is_no_expression_of_ours_is_refused(value):
    with pytest.raises(UnsupportedError, match="can't be saved"):
        to_tree(value)


@pytest.mark.parametrize(
    "tree",
    [
        "x", None, True, [], [1], [[]], {}, 1.5,
        ["os.system", "true"], ["__import__", "os"], ["sympify", "1"], ["lambdify", 1, 2],
        ["Symbol", "x"], ["Symbol", "x", {"positive": "yes"}], ["Rational", "x", 2],
        ["parse_expr", ["Symbol", "x", {}]], ["Matrix", 1], ["Dummy", "x", 1, []],
    ],
    ids=str,
)  # fmt: skip
def test_other_trees_are_refused(tree):
    with pytest.raises((ValueError, TypeError)):
        from_tree(tree)
