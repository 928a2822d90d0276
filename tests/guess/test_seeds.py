"""What a problem's own functions, numbers and data suggest."""

import numpy as np
import pytest
from hypothesis import given, settings
from sympy import (
    Function,
    I,
    Integer,
    N,
    Rational,
    Symbol,
    acosh,
    atan,
    cos,
    cosh,
    coth,
    csch,
    exp,
    log,
    pi,
    sech,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
)
from sympy.abc import x, y

from sympy_ssde import Problem, SearchConfig, Status, find_solution
from sympy_ssde.exact.identify import numbers_of
from sympy_ssde.guess.seeds import (
    inverse_seeds,
    loosened,
    neighbours,
    seed_skeletons,
    stated_expressions,
    suggested_literals,
    suggested_operators,
    suggested_seeds,
    wave_seeds,
)
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import OPERATORS, PAPER_OPERATORS, Library
from sympy_ssde.strategies import expressions

u = Function("u")
FULL = Library.build(OPERATORS, [x, y], [pi])


def grammar(library=FULL, **limits):
    return Grammar.compile(library, **{"max_length": 30, "max_constants": 5, **limits})


def written(seeds, library=FULL, **limits):
    rules = grammar(library, **limits)
    return seed_skeletons(
        [(s,) for s in seeds], library, rules.accepts, limits.get("max_length", 30)
    ), rules


@pytest.mark.parametrize(
    ("source", "operators"),
    [
        (sin(pi * x), {"sin"}),
        (cos(x) + log(x), {"cos", "log"}),
        (tan(x), {"tan"}),
        (exp(-x), {"exp"}),
        (sech(x) ** 2, {"cosh"}),
        (csch(x) * coth(x), {"sinh", "tanh"}),
        (tanh(x) - sinh(x) * cosh(x), {"tanh", "sinh", "cosh"}),
        (atan(x), {"atan"}),
        (acosh(x), {"log", "sqrt"}),
        (sqrt(x), {"sqrt"}),
        (1 / sqrt(x**2 + 1), {"sqrt"}),
        (sqrt(x) ** 3, {"sqrt"}),
        (sqrt(6) * x, {"sqrt"}),
        (x**2 + y, set()),
        (1 / x, set()),
    ],
)
def test_operators_of_the_functions_that_occur(source, operators):
    found = suggested_operators([source], ("+", "*"), {x, y})
    assert found[:2] == ("+", "*")
    assert set(found[2:]) == operators and len(set(found)) == len(found)


def test_operators_are_not_doubled_and_keep_their_order():
    assert suggested_operators([sin(x), sin(y) + exp(x)], ("exp", "+"), {x, y}) == (
        "exp",
        "+",
        "sin",
    )


def test_literals_are_the_real_numbers_of_the_problem():
    problem = Problem(u(x).diff(x) - sqrt(6) * sin(pi * x), u(x), {u(0): 1})
    assert suggested_literals(numbers_of(problem)) == (pi, sqrt(6))
    assert suggested_literals([I, pi]) == (pi,)
    many = [sqrt(Integer(n)) for n in (2, 3, 5, 6, 7)]
    assert suggested_literals(many) == tuple(many[:3])


def test_numbers_of_conditions_and_domain_count_too():
    problem = Problem(u(x).diff(x) - u(x), u(x), {u(0): sqrt(2)}, {x: (0, pi)})
    assert set(suggested_literals(numbers_of(problem))) == {pi, sqrt(2)}


def test_seeds_are_the_data_without_the_unknown():
    slot = Symbol("_slot")
    found = suggested_seeds([slot * sin(pi * x) + sech(x) ** 2 - 3], {x, y})
    assert found == list(dict.fromkeys(found))
    assert {sin(pi * x), pi * x, sech(x) ** 2, sech(x)} <= set(found)
    assert not any(s.has(slot) or s.is_Symbol or not s.free_symbols for s in found)


def test_seeds_of_a_problem_know_nothing_of_its_unknown():
    problem = Problem(u(x).diff(x) - u(x) * exp(x) - sin(pi * x), u(x), {u(0): 1})
    found = suggested_seeds([c.expr for c in problem.constraints], {x})
    assert set(found) == {exp(x), sin(pi * x), -sin(pi * x), pi * x}


def test_the_known_part_of_an_equation_is_a_seed():
    eq = u(x).diff(x, 2) + 4 * sin(2 * x) + 9 * sin(50 * x)
    problem = Problem(eq, u(x), {u(0): 0, u(1): 0}, {x: (0, 1)})
    assert 4 * sin(2 * x) + 9 * sin(50 * x) in suggested_seeds(
        [c.expr for c in problem.constraints], {x}
    )


@pytest.mark.parametrize(
    ("seed", "text"),
    [
        (2 * pi**2 * sin(3 * pi * x), "* c sin * c x"),
        (4 * sin(2 * x) + 9 * sin(50 * x), "+ * c sin * c x * c sin * c x"),
        (exp(x) * sin(x) / 7, "* c * exp x sin x"),
        ((pi * x) ** 2 + sqrt(2), "+ c * c * x x"),
        (sin(sqrt(2) * x + 3), "sin + c * c x"),
    ],
)
def test_loosened_seeds_have_one_constant_for_each_number(seed, text):
    library = Library.build(PAPER_OPERATORS, [x], [pi, sqrt(2)])
    skeleton, constants = Skeleton.from_sympy(loosened(seed), library)
    assert skeleton.canonical().text == Skeleton.from_text(text, library).canonical().text
    value = skeleton.to_sympy(constants).subs(x, 0.3)
    assert float(value) == pytest.approx(float(seed.subs(x, 0.3)))


@settings(max_examples=60, deadline=None)
@given(expressions([x, y], tuple(OPERATORS)))
def test_loosening_changes_no_value(source):
    for at in (0.3, 0.7):
        values = np.array([_value(source, at), _value(loosened(source), at)])
        finite = np.isfinite(values).all() and np.abs(values.real).max() < 1e100
        assert not finite or np.allclose(*values, rtol=1e-6)


def test_functions_of_the_unknown_are_undone():
    slot = Symbol("_slot")
    assert suggested_operators([exp(slot) + sin(x)], ("+",), {x}) == ("+", "exp", "sin", "log")
    assert suggested_operators([exp(x) * slot], ("+",), {x}) == ("+", "exp")
    assert not list(inverse_seeds([exp(x) * slot, slot * Symbol("_other")], [x]))
    seeds = list(inverse_seeds([exp(slot)], [x, y]))
    assert all(seed.has(log) and seed.free_symbols <= {x, y} for seed in seeds)
    assert {frozenset(s.free_symbols) for s in seeds} == {frozenset(v) for v in ({x}, {y}, {x, y})}


def from_seeds(problem):
    """What the seeds alone give: the search is stopped after their batch."""
    config = SearchConfig(reductions=False, shortcuts=False)
    found = find_solution(problem, timeout=60, config=config, callback=lambda record: True)
    assert [r.source for r in found.history.records] == ["seed"]
    return found


def test_an_equation_with_a_function_of_the_unknown_is_solved_from_its_seeds():
    problem = Problem(
        u(x).diff(x, 2) + 4 * exp(-u(x)), u(x), {u(0): 0, u(x).diff(x).subs(x, 0): 2}, {x: (0, 1)}
    )
    found = from_seeds(problem)
    assert found.status is Status.PROVED, found.reason
    assert (found.expr - log(1 + sin(2 * x))).equals(0)


def test_squares_of_the_unknown_bring_tangents_of_integrals():
    slot = Symbol("_slot")
    assert suggested_operators([3 * x**2 * (1 + slot**2)], ("+",), {x}) == ("+", "tan")
    seeds = list(inverse_seeds([3 * x**2 * (1 + slot**2)], [x]))
    assert 1.1 * tan(1.1 * x**3 + 1.2) in seeds


@pytest.mark.parametrize(
    ("eq", "value", "exact"),
    [
        (3 * x**2 * (1 + u(x) ** 2), 1, tan(x**3 + pi / 4)),
        (1 + 2 * u(x) - u(x) ** 2, 0, 1 + sqrt(2) * tanh(sqrt(2) * x - log(1 + sqrt(2)))),
    ],
)
def test_riccati_equations_are_solved_from_their_seeds(eq, value, exact):
    problem = Problem(u(x).diff(x) - eq, u(x), {u(0): value}, {x: (0, Rational(1, 2))})
    found = from_seeds(problem)
    assert found.status is Status.PROVED, found.reason
    assert abs(N((found.expr - exact).subs(x, Rational(1, 3)), 30)) < 1e-25


def test_products_of_the_unknown_bring_fronts_humps_and_poles():
    first, second = Symbol("_first"), Symbol("_second")
    assert not list(wave_seeds([x * first + second * sin(y), first - 3], [x, y]))
    seeds = list(wave_seeds([first * second - y], [x, y]))
    for shape in (tanh, cosh):
        assert any(s.has(shape) and s.free_symbols == {x, y} for s in seeds)
    found, _ = written(seeds, Library.build(("+", "*", "/", "square", "tanh", "cosh"), [x, y]))
    assert len(found) > len(seeds) / 2  # most have few enough constants


@pytest.mark.parametrize(
    ("seed", "wanted"),
    [
        (exp(-(x**2)), exp(-((x - y) ** 2)) + exp(-((x + y) ** 2))),
        (exp(-(x**2)), exp(-(x**2) / (1 + y)) / sqrt(1 + y)),
        (exp(-(x**2)), exp(-(x**2) / (1 + y))),
        (sin(x), sin(x - y)),
        (sin(x) / (cos(x) + 2), exp(-y) * sin(x) / (exp(-y) * cos(x) + 2)),
    ],
)
def test_neighbours_travel_both_ways_and_spread(seed, wanted):
    scale = Rational(11, 10)
    values = [n.subs(y, y / scale) - wanted for n in neighbours(seed, [x, y])]
    assert any(v.equals(0) for v in values)


def test_seeds_become_skeletons_with_their_constants():
    found, _ = written([sin(pi * x), 3 * x + 1, sech(x)])
    texts = [s.text for s, _ in found]
    assert texts[0] in ("sin * x pi", "sin * pi x")
    assert sorted(found[1][1]) == [1.0, 3.0]
    for (skeleton, constants), seed in zip(found, (sin(pi * x), 3 * x + 1, sech(x)), strict=True):
        again = skeleton.to_sympy(constants)
        assert float(again.subs(x, 0.3)) == pytest.approx(float(seed.subs(x, 0.3)))


def test_what_the_language_has_no_words_for_is_left_out():
    library = Library.build(["+", "*"], [x])
    assert [s.text for s, _ in written([sin(x), x * x, y * x], library)[0]] == ["* x x"]


def test_what_the_grammar_forbids_is_left_out():
    assert written([sin(sin(x)), sin(x)])[0][0][0].text == "sin x"
    assert len(written([sin(sin(x)), sin(x)])[0]) == 1
    assert written([x**5 + x**4 + x**3], max_length=7)[0] == []
    assert written([2 * x + 3], max_constants=1)[0] == []


@settings(max_examples=60, deadline=None)
@given(expressions([x, y], tuple(OPERATORS)))
def test_seeds_are_accepted_and_mean_the_same(source):
    seeds = suggested_seeds([source], {x, y})
    found, rules = written(seeds)
    assert len(found) <= len(seeds)
    meanings = [np.array([_value(s, at) for at in (0.3, 0.7)]) for s in seeds]
    for skeleton, constants in found:
        assert rules.accepts(skeleton.tokens)
        assert skeleton.length <= 30 and skeleton.constants == len(constants) <= 5
        value = np.array([_value(skeleton.to_sympy(constants), at) for at in (0.3, 0.7)])
        assert any(np.allclose(value, m, rtol=1e-6, equal_nan=True) for m in meanings)


def _value(expr, at):
    return complex(expr.subs({x: at, y: 1 - at / 2}).evalf())


def test_expressions_have_one_order_whatever_the_slots_are(monkeypatch):
    u = Function("u")
    stated = (x**2 * u(x).diff(x, 2) + x * u(x).diff(x) + (x**2 - Rational(1, 4)) * u(x), u(x))
    bcs = {u(pi / 2): 1, u(pi): 0}
    expected = stated_expressions(Problem(*stated, bcs))
    others = [Symbol("_T0"), Symbol("_T1"), Symbol("_T2")]
    monkeypatch.setattr("sympy_ssde.problem.constraints.slot", others.__getitem__)
    found = stated_expressions(Problem(*stated, bcs))
    assert [e.args for e in found] == [e.args for e in expected]
    assert suggested_seeds(found, {x}) == [x**2 - Rational(1, 4), x**2]


def test_a_variable_is_not_taken_for_the_unknown():
    own, u = Symbol("_T0"), Function("u")
    problem = Problem(u(own).diff(own) - exp(own), u(own), {u(0): 1})
    for expr in stated_expressions(problem):
        assert len(expr.free_symbols - {own}) == 1
