"""Fibres: lines of data, ties between parameters, and values at the start of a variable."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Eq, Function, Symbol, cos, exp, oo, pi, sin, sqrt, symbols

from sympy_ssde import Problem
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.recursion.fibres import (
    LINE_POINTS,
    InconsistentError,
    is_box,
    lines_along,
    parameters_at,
    sampled_inside,
)
from sympy_ssde.recursion.partial import Partial, Tie

x, y, z, t = symbols("x y z t")
n = Symbol("n", integer=True, positive=True)
u = Function("u")
UNIT = (0, 1)
FLAT = Library.build(variables=[x, y])


def faces(exact, domain):
    """The heat or Laplace equation is not looked at: only the values on all faces are."""
    func = u(*domain)
    bcs = {func.subs(v, end): exact.subs(v, end) for v, ends in domain.items() for end in ends}
    equation = sum(func.diff(v, 2) for v in domain)
    return Problem(Eq(equation, sum(exact.diff(v, 2) for v in domain)), func, bcs, domain)


def partial(text, parameters, known, library=FLAT, ties=()):
    skeleton = Skeleton.from_text(text, library)
    return Partial(skeleton, np.ones(skeleton.constants), parameters, known, ties)


def rng(seed=0):
    return np.random.default_rng(seed)


# partial expressions -----------------------------------------------------------------------------


def test_the_unknown_partial_expression_is_one_parameter():
    unknown = Partial.unknown(FLAT)
    assert unknown.skeleton.text == "c"
    assert unknown.parameters == unknown.free == (0,)
    assert unknown.known == () and unknown.ties == ()


def test_tied_parameters_are_not_free():
    tied = partial("+ * c x c", (0, 1), (x,), ties=(Tie(1, 0, 3.0, 2),))
    assert tied.parameters == (0, 1) and tied.free == (0,)


@given(
    st.lists(st.floats(0.1, 5.0), min_size=2, max_size=6),
    st.floats(-3.0, 3.0),
    st.sampled_from([1, 2, 3, -1, -2]),
)
@settings(deadline=None)
def test_ties_hold_after_they_are_set(values, factor, power):
    tied = partial("+ * c x c", (0, 1), (x,), ties=(Tie(1, 0, factor, power),))
    given_slots = np.column_stack([values, np.full(len(values), 7.0)])
    found = tied.tie(given_slots)
    np.testing.assert_allclose(found[:, 1], factor * np.array(values) ** power, rtol=1e-12)
    np.testing.assert_array_equal(found[:, 0], values)
    assert (given_slots[:, 1] == 7.0).all()  # a copy was changed, not the argument
    np.testing.assert_array_equal(tied.tie(found), found)


@pytest.mark.parametrize("power", [1, 2, 3, -1, -2])
def test_slopes_through_ties_are_those_of_the_chain_rule(power):
    """Slopes of a*x + b by a, where b = 2*a**power, against a difference quotient."""
    tied = partial("+ * c x c", (0, 1), (x,), ties=(Tie(1, 0, 2.0, power),))
    at = np.linspace(-1, 1, 5)
    constants = np.array([[0.7, 0.0], [1.9, 0.0]])

    def value(slots):
        whole = tied.tie(slots)
        return whole[:, :1] * at + whole[:, 1:]

    slopes = torch.as_tensor(np.array([[at, np.ones(5)]] * 2))
    found = tied.tied_slopes(slopes, tied.tie(constants))[:, 0].numpy()
    step = np.array([1e-6, 0.0])
    expected = (value(constants + step) - value(constants - step)) / 2e-6
    np.testing.assert_allclose(found, expected, rtol=1e-7)


def test_slopes_without_ties_are_left_alone():
    slopes = torch.ones((1, 2, 3))
    assert partial("+ * c x c", (0, 1), (x,)).tied_slopes(slopes, np.ones((1, 2))) is slopes


# domains -----------------------------------------------------------------------------------------


@given(st.integers(-5, 5), st.integers(1, 7), st.lists(st.floats(0, 1), min_size=1, max_size=8))
@settings(deadline=None, max_examples=12)
def test_samples_lie_inside_and_keep_their_order(low, width, unit):
    problem = Problem(u(x).diff(x) - 1, u(x), {u(low): 1}, {x: (low, low + width)})
    found = sampled_inside(problem, x, np.array(unit))
    assert len(found) == len(unit)
    assert (found >= low).all() and (found <= low + width).all()
    assert (np.diff(found[np.argsort(unit, kind="stable")]) >= 0).all()


def test_samples_of_an_infinite_range_are_finite():
    problem = Problem(u(x).diff(x) - 1, u(x), {u(0): 1}, {x: (0, oo)})
    assert np.isfinite(sampled_inside(problem, x, np.array([0.0, 0.5, 1.0]))).all()


def test_samples_of_whole_numbers_are_whole_and_come_once():
    problem = Problem(u(x).diff(x) - n, u(x), {u(0): 1}, params={n: (1, 4)})
    assert sampled_inside(problem, n, np.linspace(0, 1, 30)).tolist() == [1, 2, 3, 4]


def test_boxes_are_told_from_other_domains():
    assert is_box(faces(x * y, {x: UNIT, y: (0, pi)}))
    edge = sqrt(1 - x**2)
    disk = {x: (-1, 1), y: (-edge, edge)}
    laplace = u(x, y).diff(x, 2) + u(x, y).diff(y, 2)
    assert not is_box(Problem(laplace, u(x, y), {u(0, y): y}, disk))
    s = Symbol("s")
    ring = {x: (-1, 1), y: (-1, 1), s: (0, 2 * pi)}
    assert not is_box(Problem(laplace, u(x, y), {u(cos(s), sin(s)): 1}, ring))
    k = Symbol("k", positive=True)
    assert is_box(Problem(u(x).diff(x) - k, u(x), {u(0): 1}, params={k: (1, 2)}))


# lines -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("exact", [x * y, exp(x) + y, sin(x + 2 * y), 3 + 0 * x])
def test_lines_of_the_whole_solution_are_its_boundary_values(exact):
    problem = faces(exact, {x: UNIT, y: UNIT})
    for variable, other in ((x, y), (y, x)):
        lines = lines_along(problem, Partial.unknown(FLAT), variable, rng())
        assert lines.x.shape == (LINE_POINTS,) and (np.diff(lines.x) > 0).all()
        assert lines.values.shape == (1, len(lines.others[other]), LINE_POINTS)
        for place, values in zip(lines.others[other], lines.values[0], strict=True):
            wanted = [float(exact.subs({variable: a, other: place})) for a in lines.x]
            np.testing.assert_allclose(values, wanted, rtol=1e-12, atol=1e-13)
        assert set(lines.others[other]) == {0.0, 1.0}


@pytest.mark.parametrize("seed", range(3))
def test_lines_of_parameters_have_the_remaining_variables(seed):
    """Of a(y, z)*x + b(y, z) the lines along y are known at several z."""
    domain = {x: (0, 2), y: UNIT, z: (1, 2)}
    problem = faces(x * exp(y) * z + y**2 + z, domain)
    library = Library.build(variables=[x, y, z])
    lines = lines_along(problem, partial("+ * c x c", (0, 1), (x,), library), y, rng(seed))
    assert set(lines.others) == {z}
    places = lines.others[z]
    assert len(places) == lines.values.shape[1] >= 2
    assert ((places >= 1) & (places <= 2)).all()
    factor = np.exp(lines.x) * places[:, None]
    np.testing.assert_allclose(lines.values[0], factor, rtol=1e-9)
    np.testing.assert_allclose(lines.values[1], lines.x**2 + places[:, None], rtol=1e-9)
    assert (lines.noise < 1e-8).all()


def test_nonlinear_parameters_are_found_too():
    """Of exp(a(y)*x) the face x = 1 gives a."""
    problem = faces(exp(x * y), {x: UNIT, y: UNIT})
    lines = lines_along(problem, partial("exp * c x", (0,), (x,)), y, rng())
    np.testing.assert_allclose(lines.values[0][0], lines.x, atol=1e-9)


def test_a_tied_parameter_needs_no_value_of_its_own():
    """Of a(y)*x + a(y)**2 one value a line is enough to know a."""
    exact = x * exp(y) + exp(2 * y)
    tied = partial("+ * c x c", (0, 1), (x,), ties=(Tie(1, 0, 1.0, 2),))
    lines = lines_along(faces(exact, {x: UNIT, y: UNIT}), tied, y, rng())
    assert lines.values.shape[0] == 1
    np.testing.assert_allclose(lines.values[0][0], np.exp(lines.x), rtol=1e-9)


def test_too_few_conditions_leave_the_parameters_open():
    """One face gives one equation for the two parameters of a(t)*x + b(t)."""
    func = u(x, t)
    problem = Problem(func.diff(t) - func.diff(x, 2), func, {u(0, t): t}, {x: UNIT, t: UNIT})
    library = Library.build(variables=[x, t])
    assert lines_along(problem, partial("+ * c x c", (0, 1), (x,), library), t, rng()) is None
    assert lines_along(problem, partial("c", (0,), (x,), library), t, rng()) is not None


@pytest.mark.parametrize("wrong", ["* c x", "* c exp x", "* c sin x"])
def test_what_the_faces_contradict_is_inconsistent(wrong):
    problem = faces(x**2 * y + cos(x), {x: (1, 2), y: UNIT})
    with pytest.raises(InconsistentError):
        lines_along(problem, partial(wrong, (0,), (x,)), y, rng())


# the start of a variable -------------------------------------------------------------------------


def heat(start):
    func = u(x, t)
    bcs = {u(x, 0): start, u(0, t): start.subs(x, 0)}
    return Problem(func.diff(t) - func.diff(x, 2), func, bcs, {x: (0, 2), t: UNIT})


TIME = Library.build(variables=[x, t])


def test_initial_values_give_the_slots():
    found = parameters_at(
        heat(2 + 3 * sin(x)), partial("+ c * c sin x", (0, 1), (x,), TIME), t, {}, rng()
    )
    np.testing.assert_allclose(found, [[2, 3]], atol=1e-9)


def test_initial_values_of_problems_with_parameters():
    k = Symbol("k", positive=True)
    func = u(x, t)
    problem = Problem(
        func.diff(t) - k * func.diff(x, 2), func, {u(x, 0): k**2 * sin(x)}, params={k: (1, 2)}
    )
    library = Library.build(variables=[x, t, k])
    places = {k: np.array([1.0, 1.5, 2.0])}
    found = parameters_at(problem, partial("* c sin x", (0,), (x,), library), t, places, rng())
    np.testing.assert_allclose(found[:, 0], places[k] ** 2, rtol=1e-9)


def test_initial_values_that_do_not_fit_give_none():
    assert parameters_at(heat(x**2), partial("* c sin x", (0,), (x,), TIME), t, {}, rng()) is None


def test_no_initial_values_give_none():
    func = u(x, t)
    problem = Problem(func.diff(t) - func.diff(x, 2), func, {u(0, t): 1})
    assert parameters_at(problem, partial("* c exp x", (0,), (x,), TIME), t, {}, rng()) is None


@pytest.mark.filterwarnings("ignore:future versions:FutureWarning")  # portable.power, one row
def test_tied_slots_are_set_at_the_start():
    tied = partial("+ c * c sin x", (0, 1), (x,), TIME, (Tie(1, 0, 1.5, 1),))
    found = parameters_at(heat(2 + 3 * sin(x)), tied, t, {}, rng())
    np.testing.assert_allclose(found, [[2, 3]], atol=1e-9)


def test_lines_of_a_system_have_values_of_all_functions():
    a, b = Function("a")(x, y), Function("b")(x, y)
    pair = [a.diff(x) - b.diff(y), a.diff(y) + b.diff(x)]
    data = {a.subs(y, 0): sin(x), b.subs(y, 0): 3 * x, a.subs(x, 0): y}
    problem = Problem(pair, [a, b], data, {x: (0, 1), y: (0, 1)})
    library = Library.build(["+", "*"], [x, y], functions=2)
    unknown = Partial.unknown(library)
    assert unknown.skeleton.text == ", c c" and unknown.free == (0, 1)
    lines = lines_along(problem, unknown, x, np.random.default_rng(0))
    assert lines.values.shape == (2, 1, len(lines.x))
    np.testing.assert_allclose(lines.values[0, 0], np.sin(lines.x), atol=1e-12)
    np.testing.assert_allclose(lines.values[1, 0], 3 * lines.x, atol=1e-12)
    assert lines_along(problem, unknown, y, np.random.default_rng(0)) is None  # nothing of b
