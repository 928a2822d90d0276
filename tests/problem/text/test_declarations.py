"""Declarations: ranges of variables, parameters and curves, and which functions are unknown."""

import pytest
from sympy import Symbol, oo, pi, sqrt, symbols

from sympy_ssde.problem.text.declarations import collect, plain_name
from sympy_ssde.problem.text.expressions import ExpressionBuilder
from sympy_ssde.problem.text.mistakes import ProblemTextError
from sympy_ssde.problem.text.reader import read_problem
from sympy_ssde.problem.text.syntax import parse_text

x, y, t, s, k = symbols("x y t s k")


def declared(text):
    return collect(text, parse_text(text))


def bounds(text):
    found = declared(text)
    return found.bounds(ExpressionBuilder(text, found.scope().with_unknowns(found.unknowns)))


def error(text):
    with pytest.raises(ProblemTextError) as caught:
        declared(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("x in [0, 1]", (0, 1)),
        ("x in (0, 2*pi)", (0, 2 * pi)),
        ("0 < x < 1", (0, 1)),
        ("0 <= x <= 1", (0, 1)),
        ("1 > x > 0", (0, 1)),
        ("x > -3", (-3, oo)),
        ("x < 5", (-oo, 5)),
        ("2 < x", (2, oo)),
        ("2 > x", (-oo, 2)),
        ("-sqrt(2) < x", (-sqrt(2), oo)),
    ],
)
def test_ranges_in_all_notations(text, ends):
    places, parameters = bounds(f"u' = u on {text}")
    assert places == {x: ends} and parameters == {}
    places, parameters = bounds(f"u_t = u on t; param {text}")
    assert parameters == {x: ends} and places == {}


def test_a_name_alone_has_no_range_yet():
    found = declared("u' = u on x")
    assert found.variables["x"].ends is None and bounds("u' = u on x") == ({}, {})


def test_kinds_of_names_are_kept_apart():
    found = declared(
        "u_x + u_y = k on x in [0, 1], y in [0, x]; param k in [1, 2]\nu(s, 0) = 1 for s in [0, 1]"
    )
    assert list(found.variables) == ["x", "y"] and list(found.parameters) == ["k"]
    assert list(found.curves) == ["s"] and list(found.unknowns) == ["u"]
    assert len(found.relations) == 2
    scope = found.scope()
    assert scope.variables == {"x": x, "y": y} and scope.symbols == {"k": k, "s": s}


def test_ranges_may_depend_on_others():
    places, _ = bounds("u_x = u_y on x in [0, 1], y in [0, x^2]; u(s, s^2) = 0 for s in [0, 1]")
    assert places == {x: (0, 1), y: (0, x**2), s: (0, 1)}


def test_one_curve_may_serve_several_conditions():
    text = "u_x = u_y on x, y; u(s, 0) = 1 for s in [0, 1]; u_x(s, 0) = 1 for s in [0, {}]"
    assert list(declared(text.format("1")).curves) == ["s"]
    assert "s is declared twice" in error(text.format("2")).message


@pytest.mark.parametrize("word", ["positive", "negative", "nonnegative", "real", "integer"])
def test_assumptions(word):
    found = declared(f"u' = k*u on x; param {word} k in [1, 2]")
    assert found.parameters["k"].symbol == Symbol("k", **{word: True})
    both = declared("u' = k*u on x; param positive integer k in [1, 2]")
    assert both.parameters["k"].symbol == Symbol("k", positive=True, integer=True)


@pytest.mark.parametrize(
    ("text", "unknowns"),
    [
        ("u' = u on x", ["u"]),
        ("u_x = 1 on x", ["u"]),
        ("du/dx = 1 on x", ["u"]),
        ("d/dx(u) = 1 on x", ["u"]),
        ("d/dx(k*u) = 1 on x; param k", ["u"]),
        ("laplacian(w) = 1 on x", ["w"]),
        ("diff(w, x) = 1 on x", ["w"]),
        ("u' = v; v' = -u on x", ["u", "v"]),
        ("phi_1_x = 1 on x", ["phi_1"]),
        ("unknown p; u_x = p on x; p = 1", ["p", "u"]),
        ("u''(0) = 1 on x", ["u"]),
        ("(x*u)' + u' = 1 on x", ["u"]),
        ("u*u_x + v*u_y + p_x = 0; u_x + v_y = 0 on x, y", ["u", "v", "p"]),
        ("u' = v; v = -u on x; u(0) = 1; v(0) = -1", ["u", "v"]),
        ("u' = v; v = -u on x; u(0) = 1", ["u"]),
        ("u' = u on x; v(0) = 1", ["u"]),
        ("u' = k*(u - 1) on x; param k; k(0) = 1", ["u"]),
        ("unknown u_x, u_y; u_x_t = u_y; u_y_t = -u_x on x, t; u_x(x, 0) = 1", ["u_x", "u_y"]),
        ("u_t = v_x; v_t = u_x on x, t; u_x(0, t) = 1; u_x = 0 at x = 1", ["u", "v"]),
    ],
)
def test_what_is_differentiated_is_unknown(text, unknowns):
    assert list(declared(text).unknowns) == unknowns


def test_unknowns_that_are_not_declared_are_told_apart():
    assert declared("unknown p; u_x = p on x; p = 1").implied == {"u"}
    assert declared("unknown p, u; u_x = p on x; p = 1").implied == set()


@pytest.mark.parametrize(
    ("text", "message", "pointed"),
    [
        ("u' = u", "where the equation holds", "u'"),
        ("u = x on x", "no derivative of an unknown", "u = x"),
        ("u' = u on x, x", "x is declared twice", "x"),
        ("u' = u on x; param x", "x is declared twice", "x"),
        ("u' = u on x on y", "a second 'on'", "on y"),
        ("u' = u on sin", "sin has a meaning of its own", "sin"),
        ("u' = u on x; unknown pi", "pi has a meaning of its own", "pi"),
        ("u' = u on " + "x" * 41, "is too long", "x" * 41),
        ("u' = u on 1 < x > 0", "a range was expected", "1 < x"),
        ("u' = u on x + 1 > 0", "a range was expected", "x + 1"),
        ("u' = u on 1 < 2*x < 3", "a range was expected", "1 < 2"),
    ],
)
def test_messages_point_at_the_declaration(text, message, pointed):
    found = error(text)
    assert message in found.message and text[found.position :].startswith(pointed)


@pytest.mark.parametrize(
    ("text", "name"),
    [("x", "x"), ("-x", None), ("x + 1", None), ("2", None), ("u'", None), ("2x", None)],
)
def test_plain_names(text, name):
    (relation,) = parse_text(text).children
    assert plain_name(relation.children[0]) == name


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("uxx = 0 on x; u(0) = 1", "did you mean 'u_xx'?"),
        ("Δu = 0 on x, y; u = 0 on boundary", "write laplacian(u)"),
        ("Eq(u(x).diff(x), u(x)) on x", "as on paper"),
    ],
)
def test_derivatives_in_other_notations_are_recognised(text, advice):
    with pytest.raises(ProblemTextError) as caught:
        read_problem(text)
    assert advice in str(caught.value)
