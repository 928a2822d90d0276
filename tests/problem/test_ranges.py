"""Parameters and ranges, stated or inferred."""

import pytest
from sympy import Function, S, Symbol, symbols

from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.constraints import parse_constraint
from sympy_ssde.problem.ranges import find_ranges, parse_params

x, y, L, c = symbols("x y L c")
u = Function("u")


def constraints(*relations):
    return tuple(parse_constraint(r, [u(x)]) for r in relations)


def test_a_range_between_the_faces():
    domain, params = find_ranges(constraints(u(x).diff(x) - c, u(1), u(3) + u(2)), (x,), {}, None)
    assert params == (c,) and (domain.by_symbol[x].low, domain.by_symbol[x].high) == (1, 3)


def test_ranges_that_use_others_come_after_them():
    domain, params = find_ranges(constraints(u(x).diff(x), u(0), u(L)), (x,), {}, {L: (1, 2)})
    assert [r.symbol for r in domain] == [L, x] and params == (L,)


def test_parameters_with_and_without_ranges():
    assert parse_params({c: (0, 1), L: None}) == {c: (0, 1), L: None}
    assert parse_params([c]) == {c: None} and parse_params(None) == {}


@pytest.mark.parametrize("bad", [{x: (0, 1)}, {y: (0, 1)}, "c", [1]])
def test_what_is_no_parameter(bad):
    with pytest.raises(ProblemError):
        find_ranges(constraints(u(x).diff(x), u(0)), (x,), {}, bad)


def test_a_circle():
    with pytest.raises(ProblemError, match="circle"):
        find_ranges(constraints(u(x).diff(x) - c - L, u(0)), (x,), {}, {c: (0, L), L: (0, c + 1)})


def test_one_name_two_symbols():
    other = Symbol("c", positive=True)
    with pytest.raises(ProblemError, match="one name"):
        find_ranges(constraints(u(x).diff(x) - c, u(0)), (x,), {other: (S(0), S(1))}, None)
