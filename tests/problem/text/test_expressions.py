"""Expressions of texts: SymPy's reading of them, derivatives, limits and messages."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Derivative,
    E,
    Function,
    Rational,
    Subs,
    Symbol,
    atan2,
    cbrt,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    sympify,
)

from sympy_ssde.problem.text.expressions import ExpressionBuilder, position
from sympy_ssde.problem.text.mistakes import ProblemTextError
from sympy_ssde.problem.text.scope import FUNCTIONS, Scope
from sympy_ssde.problem.text.syntax import parse_text

x, y, t, k = symbols("x y t k")
u, v = Function("u"), Function("v")
PLANE = Scope({"x": x, "t": t}, {"k": k}, {"u": u, "v": v})
LINE = Scope({"x": x}, {"k": k}, {"u": u})
U = u(x, t)


def tree(text):
    (relation,) = parse_text(text).children
    return relation.children[0]


def value(text, scope=PLANE):
    return ExpressionBuilder(text, scope).build(tree(text))


def error(text, scope=PLANE):
    with pytest.raises(ProblemTextError) as caught:
        value(text, scope)
    return caught.value


# arithmetic --------------------------------------------------------------------------------------

atoms = st.sampled_from(["x", "t", "k", "2", "3", "pi", "0.5", "sin(x)", "exp(t)"])


def joined(parts):
    return st.builds(lambda a, op, b: f"({a}) {op} ({b})", parts, st.sampled_from("+-*"), parts)


@given(st.recursive(atoms, joined, max_leaves=8))
@settings(deadline=None, max_examples=60)
def test_expressions_mean_what_they_mean_to_sympy(text):
    wanted = sympify(text.replace("0.5", "Rational(1, 2)"), locals={"x": x, "t": t, "k": k})
    assert value(text) == wanted


@given(st.lists(st.sampled_from("+-"), max_size=6), st.integers(1, 99))
def test_signs_in_a_row(signs, number):
    assert value(f"{''.join(signs)}{number}") == (-1) ** signs.count("-") * number
    assert value(f"x*{''.join(signs)}{number}") == (-1) ** signs.count("-") * number * x


@given(st.integers(1, 4), st.integers(1, 3), st.integers(1, 2))
def test_powers_go_from_right_to_left(a, b, c):
    assert value(f"{a}^{b}^{c}") == a ** (b**c)
    assert value(f"-{a}**{b}") == -(a**b)
    assert value(f"x^-{b}") == x**-b


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_takes_as_many_arguments_as_it_says(name):
    function, arities = FUNCTIONS[name]
    arguments = ["k/3", "2"]
    for count in (1, 2):
        text = f"{name}({', '.join(arguments[:count])})"
        if count in arities:
            wanted = function(*[k / 3, 2][:count])
            assert value(text) == wanted
        else:
            assert f"{name} takes" in error(text).message


def test_functions_by_other_names():
    assert value("ln(x)") == value("log(x)") == log(x)
    assert value("log(x, 2)") == log(x) / log(2)
    assert value("arctan(1)") == pi / 4 and value("atan2(x, t)") == atan2(x, t)
    assert value("cbrt(x)") == cbrt(x) and value("e^x") == exp(x) and value("E") == E
    assert value("π + oo") == oo


# derivatives -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("u", U),
        ("u_x", U.diff(x)),
        ("u_xxt", Derivative(U, (x, 2), t)),
        ("du/dt", U.diff(t)),
        ("d2u/dxdt", Derivative(U, x, t)),
        ("d/dx(k*u)", k * U.diff(x)),
        ("d2/dx2(x*u)", x * U.diff(x, 2) + 2 * U.diff(x)),
        ("Derivative(u, x, 2)", U.diff(x, 2)),
        ("diff(u*v, t)", (U * v(x, t)).diff(t)),
        ("laplacian(u)", U.diff(x, 2)),
        ("biharmonic(u)", U.diff(x, 4)),
        ("laplacian(u + v)", U.diff(x, 2) + v(x, t).diff(x, 2)),
        ("u(0, t)", u(0, t)),
        ("u_x(0, t)", Subs(U.diff(x), x, 0)),
        ("du/dx(1, t)", Subs(U.diff(x), x, 1)),
        ("u(x, t)", U),
        ("u(k, 2t)", u(k, 2 * t)),
    ],
)
def test_derivatives(text, wanted):
    assert (value(text) - wanted).expand() == 0


@given(st.integers(1, 12))
def test_primes_count(order):
    assert value("u" + "'" * order, LINE) == u(x).diff(x, order)
    assert value("(x*u)" + "'" * min(order, 4), LINE) == (x * u(x)).diff(x, min(order, 4))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("u'", "for functions of one variable"),
        ("u_" + "x" * 12 + "_x", "unknown name"),
        ("Derivative(u, x, 13)", "variable or its number of times"),
        ("Derivative(u_xxxxxx, x, 7)", "order 13; at most 12"),
        ("Derivative(u)", "a function and variables were expected"),
        ("Derivative(u, k)", "a variable or its number of times"),
        ("dw/dx", "'w' is not an unknown function"),
        ("d2u/dx", "not a derivative of order 2"),
        ("d/dx(u, t)", "one expression was expected"),
        ("d/dx", "what is differentiated is missing"),
        ("sin'(x)", "has no derivative"),
        ("k'", "has no derivative"),
        ("laplacian(u, v)", "takes one argument"),
        ("u(x)", "1 argument for a function of x, t"),
        ("u(v, t)", "arguments of another"),
        ("sin((x, 2))", "a pair is not expected"),
    ],
)
def test_derivatives_that_are_refused(text, message):
    assert message in error(text).message


def test_operators_in_space_need_space():
    only_time = Scope({"t": t}, {}, {"u": u})
    assert "needs a variable that is not t" in error("laplacian(u)", only_time).message


def test_subscripts_that_can_be_read_in_two_ways():
    scope = Scope({"x": x, "xx": Symbol("xx")}, {}, {"u": u})
    assert "two ways" in error("u_xx", scope).message


# names, limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message", "suggestion"),
    [
        ("sinn(x)", "unknown function 'sinn'", "'sin'"),
        ("w(x)", "unknown function 'w'", "the unknowns are u, v"),
        ("lapacian(u)", "unknown function", "'laplacian'"),
        ("k(x)", "k is not a function", "k*(...)"),
        ("kx", "unknown name 'kx'", "k*x"),
        ("q", "unknown name 'q'", "param q in [1, 2]"),
        ("i", "unknown name 'i'", "complex numbers"),
        ("x²", "unknown name", "x^2"),
        ("cos", "its argument is missing", "cos(x)"),
        ("x/2t", "what is divided by what", "'*'"),
        ("1/(x - x)", "division by zero", ""),
        ("log(0)", "division by zero, or undefined", ""),
        ("sqrt(-1)", "not a real number", "complex"),
        ("9^9^9", "too large", "as it is meant"),
        ("exp(10^6)", "too large", ""),
        ("1e999", "beyond 300", ""),
    ],
)
def test_names_and_numbers_that_are_refused(text, message, suggestion):
    found = error(text)
    assert message in found.message and suggestion in found.suggestion
    assert found.line == 1 and found.column >= 1


def test_long_texts_are_refused():
    assert value(" + ".join(["x"] * 400)) == 400 * x
    assert "too long" in error(" + ".join(["x"] * 600)).message
    builder = ExpressionBuilder("", PLANE)
    with pytest.raises(ProblemTextError, match="too long"):
        for _ in range(9):
            builder.build(tree(" + ".join(["x"] * 300)))


def test_long_derivatives_are_refused():
    product = "*".join(f"sin({i}*x + u)" for i in range(1, 20))
    assert "too large" in error(f"d4/dx4({product})").message


def test_errors_point_at_the_name():
    text = "u_t - k*sinn(x)"
    found = error(text)
    assert text[found.column - 1 :].startswith("sinn")
    assert position(tree(text)) == 0


def test_numbers_are_exact():
    assert value("0.1 + 0.2") == Rational(3, 10)
    assert value("2.5e-3x") == x / 400 and value("sqrt(8)") == 2 * sqrt(2)
    assert value("3sin(x)") == 3 * sin(x)
