"""Traces and constraints, written and read again."""

from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Eq, Function, Integer, cos, sin, symbols

from sympy_ssde.problem.constraints import Trace, parse_constraint

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
