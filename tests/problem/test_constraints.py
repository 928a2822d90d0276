"""Traces and constraints, written and read again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Derivative,
    Eq,
    Function,
    Integer,
    Limit,
    Max,
    Piecewise,
    Subs,
    cos,
    oo,
    sin,
    symbols,
)

from sympy_ssde.errors import UnsupportedError
from sympy_ssde.problem.constraints import Trace, parse_constraint, without_limits

x, y, s = symbols("x y s")
u, v = Function("u"), Function("v")
FUNCTIONS = (u(x, y), v(x, y))

points = st.tuples(
    st.sampled_from([x, Integer(0), Integer(2), cos(s), s]),
    st.sampled_from([y, Integer(1), sin(s), x]),
)
traces = st.builds(
    Trace, st.integers(0, 1), st.tuples(st.integers(0, 3), st.integers(0, 3)), points
)


@settings(max_examples=150, deadline=None)
@given(traces)
def test_a_trace_is_read_as_it_is_written(trace):
    assert parse_constraint(trace.expression(FUNCTIONS), FUNCTIONS).traces == (trace,)


@settings(max_examples=80, deadline=None)
@given(st.lists(traces, min_size=1, max_size=4, unique=True))
def test_a_constraint_is_read_as_it_is_written(chosen):
    relation = sum((k + 1) * t.expression(FUNCTIONS) ** (1 + k % 2) for k, t in enumerate(chosen))
    first = parse_constraint(Eq(relation, x * y), FUNCTIONS)
    assert set(first.traces) == set(chosen)
    assert parse_constraint(first.expression(FUNCTIONS), FUNCTIONS) == first


def test_coefficients_move_with_a_substitution():
    moved = (x * u(x, y).diff(x)).subs(x, 3)
    constraint = parse_constraint(moved, FUNCTIONS)
    assert constraint.expr == 3 * constraint.slots[0]


def test_cancelled_traces_disappear():
    constraint = parse_constraint(u(x, y).diff(x) + u(0, y) - u(0, y), FUNCTIONS)
    assert len(constraint.traces) == 1


def place(relation):
    (trace,) = parse_constraint(relation, FUNCTIONS).traces
    return trace.orders, trace.point


def test_substitutions_are_made_one_after_the_other():
    slope = u(x, y).diff(x)
    assert place(Subs(Subs(slope, x, y), y, 0)) == ((1, 0), (0, 0))
    assert place(Subs(Subs(slope, y, x), x, 2)) == ((1, 0), (2, 2))
    assert place(Subs(Subs(slope, x, 1), x, 2)) == ((1, 0), (1, y))
    assert place(Subs(slope, (x, y), (y, 3))) == ((1, 0), (3, 3))
    assert place(Subs(Subs(x * slope, x, 2 * y), y, x)) == ((1, 0), (2 * x, x))


def test_coefficients_are_replaced_in_the_same_order():
    inner = Subs(x * y * u(x, y).diff(x), x, y)
    constraint = parse_constraint(Subs(inner, y, 3), FUNCTIONS)
    assert constraint.expr == 9 * constraint.slots[0] and constraint.traces[0].point == (3, 3)


def test_a_trace_with_exchanged_variables_is_written_for_sympys_order():
    trace = Trace(0, (1, 0), (y, x))
    written = trace.expression(FUNCTIONS)
    assert place(written) == ((1, 0), (y, x))
    known = sin(x) * y**2  # u_x = cos(x)*y**2, with x and y exchanged
    assert written.replace(u, lambda a, b: known.subs({x: a, y: b}, simultaneous=True)).doit() == (
        cos(y) * x**2
    )


def test_only_symbols_are_replaced():
    with pytest.raises(UnsupportedError, match="only symbols"):
        parse_constraint(Subs(u(x, y).diff(x) + u(x, y), u(x, y), 3), FUNCTIONS)


@pytest.mark.parametrize(
    ("limit", "value"),
    [
        (Limit(u(x, y), x, oo), u(oo, y)),
        (Limit(u(x, y), y, 0), u(x, 0)),
        (Limit(u(x, y).diff(x), x, oo), u(x, y).diff(x).subs(x, oo)),
        (Limit(u(x, y) - u(x, 0), x, 1, "-"), u(1, y) - u(1, 0)),
        (3 * Limit(u(x, y), x, oo) - y, 3 * u(oo, y) - y),
    ],
)
def test_limits_are_values(limit, value):
    assert without_limits(limit) == value


def test_a_limit_of_more_than_values_is_refused():
    with pytest.raises(UnsupportedError, match="one by one"):
        without_limits(Limit(x * u(x, y), x, 0))


def test_a_limit_without_unknowns_is_left_alone():
    limit = Limit(sin(x) / x, x, 0)
    assert without_limits(limit) == limit


def test_derivatives_of_cases_are_not_carried_out_case_by_case():
    """SymPy would leave out what a jump gives."""
    cases = Piecewise((0, x < 1), (1, True))
    with pytest.raises(UnsupportedError, match="by cases, which may jump"):
        parse_constraint(Derivative(cases * u(x, y), x), FUNCTIONS)
    along = parse_constraint(Derivative(cases * u(x, y), y), FUNCTIONS)
    assert along.expr == along.slots[0] * cases
    assert parse_constraint(Derivative(Max(x, 1) * u(x, y), x), FUNCTIONS).expr.has(Max)
