"""Stating problems: every form that SymPy writes, and every misuse that we could think of."""

import pickle
import warnings

import pytest
from hypothesis import given, settings
from sympy import (
    Derivative,
    Eq,
    Float,
    Function,
    I,
    Integral,
    Interval,
    Limit,
    Lt,
    Matrix,
    Rational,
    S,
    Subs,
    Symbol,
    cos,
    exp,
    nan,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    zoo,
)

from sympy_ssde import KeywordError, Problem, ProblemError, ProblemWarning, UnsupportedError
from sympy_ssde.bench.catalogue import entries
from sympy_ssde.problem.constraints import Trace
from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.problem.text.reader import read_problem
from sympy_ssde.problem.text.writer import write_problem
from sympy_ssde.strategies import manufactured_problems

x, y, z, t, s, L = symbols("x y z t s L")
c = Symbol("c", positive=True)
u, v, g = map(Function, "uvg")
LAPLACE = Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), 0)
HEAT = Eq(u(x, t).diff(t), u(x, t).diff(x, 2))
DECAY = Eq(u(x).diff(x), -u(x))


def ranges(problem):
    return {r.symbol: (r.low, r.high) for r in problem.domain}


class TestForms:
    """What a trace may look like."""

    @pytest.mark.parametrize(
        ("condition", "trace"),
        [
            (u(0, t), Trace(0, (0, 0), (S(0), t))),
            (u(x, t).subs(x, 0), Trace(0, (0, 0), (S(0), t))),
            (u(x, t).diff(x).subs(x, 0), Trace(0, (1, 0), (S(0), t))),
            (u(x, t).diff(x).subs(t, 0), Trace(0, (1, 0), (x, S(0)))),
            (u(x, t).diff(x).subs(x, L), Trace(0, (1, 0), (L, t))),
            (Derivative(u(L, t), L), Trace(0, (1, 0), (L, t))),
            (Derivative(u(L, t), (L, 2)), Trace(0, (2, 0), (L, t))),
            (u(x, t).diff(x, 2, t).subs(t, 0), Trace(0, (2, 1), (x, S(0)))),
            (Subs(u(x, t).diff(t), t, 0), Trace(0, (0, 1), (x, S(0)))),
            (Subs(u(x, t).diff(t), (x, t), (1, 0)), Trace(0, (0, 1), (S(1), S(0)))),
            (u(x, t).diff(t).subs({x: 1, t: 0}), Trace(0, (0, 1), (S(1), S(0)))),
            (u(s, 0), Trace(0, (0, 0), (s, S(0)))),
        ],
    )
    def test_trace(self, condition, trace):
        domain = {x: (0, L), t: (0, 1)} if L in condition.free_symbols else {x: (0, 1), t: (0, 1)}
        if s in condition.free_symbols:
            domain[s] = (0, 1)
        params = {L: (1, 2)} if L in condition.free_symbols else None
        problem = Problem(HEAT, u(x, t), {condition: 0}, domain, params)
        assert problem.conditions[0].traces == (trace,)

    def test_chain_rule_on_a_curve(self):
        along = Derivative(u(cos(s), sin(s)), s)
        disk = {x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2)), s: (0, 2 * pi)}
        problem = Problem(LAPLACE, u(x, y), {along: 0}, disk)
        points = {t.point for t in problem.conditions[0].traces}
        assert points == {(cos(s), sin(s))}
        assert {t.orders for t in problem.conditions[0].traces} == {(1, 0), (0, 1)}

    def test_robin_periodic_and_nonlinear(self):
        robin = u(1, t) + 2 * u(x, t).diff(x).subs(x, 1)
        periodic = u(0, t) - u(1, t)
        nonlinear = u(0, t) ** 2 - 4 * u(x, t).diff(x).subs(x, 0)
        problem = Problem(HEAT, u(x, t), [robin, Eq(periodic, 0), nonlinear, Eq(u(x, 0), 1)])
        assert [len(c.traces) for c in problem.conditions] == [2, 2, 2, 1]
        assert problem.initial == (False, False, False, True)

    def test_dirichlet_on_the_whole_boundary(self):
        problem = Problem(LAPLACE, u(x, y), [Eq(u(x, y), x * y)], {x: (0, 1), y: (2, 3)})
        values = {t.point for c in problem.conditions for t in c.traces}
        assert values == {(0, y), (1, y), (x, 2), (x, 3)}

    def test_dirichlet_on_the_whole_circle(self):
        disk = {x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2))}
        problem = Problem(LAPLACE, u(x, y), [Eq(u(x, y), x)], disk)
        assert len(problem.conditions) == 2  # the two arcs; the poles have no extent

    def test_equation_forms(self):
        expected = Problem(DECAY, u(x), {u(0): 1}).equations
        assert Problem(u(x).diff(x) + u(x), u(x), {u(0): 1}).equations == expected
        assert Problem(DECAY, u, {u(0): 1}).equations == expected
        assert Problem(DECAY, bcs={u(0): 1}).equations == expected

    def test_floats_become_rationals(self):
        problem = Problem(Eq(u(x).diff(x), 0.1 * u(x)), bcs={u(0): 0.25}, domain={x: (0, 0.5)})
        assert not any(
            e.atoms(Float) for e in (problem.equations[0].expr, problem.conditions[0].expr)
        )
        assert ranges(problem)[x] == (0, Rational(1, 2))
        assert problem.equations[0].expr.has(Rational(-1, 10))

    def test_derivative_of_a_product(self):
        flux = Derivative(x * u(x).diff(x), x)
        orders = {t.orders for t in Problem(Eq(flux, 1), bcs={u(1): 0}).equations[0].traces}
        assert orders == {(1,), (2,)}

    def test_system(self):
        eqs = [Eq(u(x).diff(x), v(x)), Eq(v(x).diff(x), -u(x))]
        problem = Problem(eqs, [u(x), v(x)], {u(0): 0, v(0): 1})
        assert problem.functions == (u(x), v(x))
        assert Problem(eqs, bcs={u(0): 0, v(0): 1}) == problem


class TestDomain:
    @pytest.mark.parametrize(
        "domain",
        [
            {x: (0, 1), t: (0, 2)},
            [(x, 0, 1), (t, 0, 2)],
            ((x, 0, 1), (t, 0, 2)),
            {x: Interval(0, 1), t: Interval.open(0, 2)},
            Interval(0, 1) * Interval(0, 2),
            [Interval(0, 1), Interval(0, 2)],
        ],
    )
    def test_forms(self, domain):
        assert ranges(Problem(HEAT, u(x, t), {u(x, 0): 0}, domain)) == {x: (0, 1), t: (0, 2)}

    def test_single_interval_and_triple(self):
        for domain in (Interval(0, 3), (x, 0, 3), [(x, 0, 3)]):
            assert ranges(Problem(DECAY, u(x), {u(0): 1}, domain)) == {x: (0, 3)}

    def test_inferred_from_faces(self):
        problem = Problem(HEAT, u(x, t), {u(0, t): 0, u(pi, t): 0, u(x, 0): sin(x)})
        assert ranges(problem) == {x: (0, pi), t: (0, 1)}
        assert ranges(Problem(HEAT, u(x, t), {u(x, 0): 1}))[x] == (-1, 1)

    def test_symbolic_and_infinite_ends(self):
        problem = Problem(HEAT, u(x, t), {u(0, t): 0, u(c, t): 1}, {x: (0, c), t: (0, oo)})
        assert problem.params == (c,)
        assert ranges(problem)[x] == (0, c)
        assert ranges(problem)[c] == (Rational(1, 2), 2)

    def test_dependent_bounds_in_any_order(self):
        upper = sqrt(1 - x**2)
        problem = Problem(LAPLACE, u(x, y), {u(x, 0): 0}, {y: (0, upper), x: (-1, 1)})
        assert [r.symbol for r in problem.domain] == [x, y]


class TestParameters:
    def test_undeclared_symbols_are_parameters(self):
        a = Symbol("a")
        n = Symbol("n", integer=True, positive=True)
        problem = Problem(Eq(u(x).diff(x), c * u(x) + a * x**n), bcs={u(0): 1})
        assert set(problem.params) == {a, c, n}
        assert ranges(problem)[c] == (Rational(1, 2), 2)
        assert ranges(problem)[a] == (-1, 1)
        assert ranges(problem)[n][0].is_integer

    def test_declared_range(self):
        problem = Problem(Eq(u(x).diff(x), c * u(x)), bcs={u(0): 1}, params={c: (3, 4)})
        assert ranges(problem)[c] == (3, 4)
        assert Problem(Eq(u(x).diff(x), c * u(x)), bcs={u(0): 1}, params=[c]).params == (c,)


MISUSE = {
    "string equation": lambda: Problem("u'' = 0", u(x), {u(0): 1}),
    "string condition value": lambda: Problem(DECAY, u(x), {u(0): "1"}),
    "string condition key": lambda: Problem(DECAY, u(x), {"u(0)": 1}),
    "string func": lambda: Problem(DECAY, "u", {u(0): 1}),
    "string bcs": lambda: Problem(DECAY, u(x), "u(0)=1"),
    "string bound": lambda: Problem(DECAY, u(x), {u(0): 1}, {x: ("0", 1)}),
    "string domain": lambda: Problem(DECAY, u(x), {u(0): 1}, "x in (0,1)"),
    "string symbol in domain": lambda: Problem(DECAY, u(x), {u(0): 1}, {"x": (0, 1)}),
    "string params": lambda: Problem(DECAY, u(x), {u(0): 1}, None, "c"),
    "bcs is a number": lambda: Problem(DECAY, u(x), 3),
    "empty system": lambda: Problem([], u(x), {u(0): 1}),
    "unknown function in a condition": lambda: Problem(DECAY, u(x), {v(0): 1}),
    "condition without the unknown": lambda: Problem(DECAY, u(x), [Eq(x, 1)]),
    "too many arguments in a condition": lambda: Problem(DECAY, u(x), {u(0, 0): 1}),
    "func not in the equation": lambda: Problem(DECAY, v(x), {v(0): 1}),
    "func with other arguments": lambda: Problem(DECAY, u(y), {u(0): 1}),
    "func at a point": lambda: Problem(DECAY, u(0), {u(0): 1}),
    "func named twice": lambda: Problem([DECAY, DECAY], [u(x), u(x)], {u(0): 1}),
    "ambiguous func": lambda: Problem(Eq(u(x).diff(x), v(x)), bcs={u(0): 1}),
    "given function not written out": lambda: Problem(Eq(u(x).diff(x), g(x)), u(x), {u(0): 1}),
    "no unknown function": lambda: Problem(Eq(x, 1), bcs={u(0): 1}),
    "no derivative": lambda: Problem(Eq(u(x) ** 2, x), u(x), {u(0): 1}),
    "equation is True": lambda: Problem(Eq(u(x), u(x)), u(x), {u(0): 1}),
    "equation is an inequality": lambda: Problem(Lt(u(x).diff(x), 1), u(x), {u(0): 1}),
    "condition is True": lambda: Problem(DECAY, u(x), [Eq(u(0), u(0))]),
    "condition is a bool": lambda: Problem(DECAY, u(x), [True]),
    "equation is a matrix": lambda: Problem(Matrix([1]), u(x), {u(0): 1}),
    "equation is a bare function": lambda: Problem(u, u(x), {u(0): 1}),
    "unknown at a fixed point": lambda: Problem(Eq(u(x).diff(x), u(0)), u(x), {u(0): 1}),
    "delay": lambda: Problem(Eq(u(x).diff(x), u(x - 1)), u(x), {u(0): 1}),
    "different arguments": lambda: Problem(u(x, y).diff(x) + u(y, x), bcs={u(0, y): 1}),
    "nan in the equation": lambda: Problem(Eq(u(x).diff(x), nan), u(x), {u(0): 1}),
    "infinity in the equation": lambda: Problem(u(x).diff(x) + oo, u(x), {u(0): 1}),
    "infinite value": lambda: Problem(DECAY, u(x), {u(0): oo}),
    "nan value": lambda: Problem(DECAY, u(x), {u(0): float("nan")}),
    "complex infinity": lambda: Problem(DECAY, u(x), {u(0): zoo}),
    "off the domain": lambda: Problem(DECAY, u(x), {u(5): 1}, {x: (0, 1)}),
    "off the disk": lambda: Problem(
        LAPLACE,
        u(x, y),
        {u(2 * cos(s), 2 * sin(s)): 0},
        {x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2)), s: (0, 2 * pi)},
    ),
    "complex place": lambda: Problem(DECAY, u(x), {u(I): 1}, {x: (0, 1)}),
    "contradiction": lambda: Problem(DECAY, u(x), [Eq(u(0), 1), Eq(u(0), 2)]),
    "contradiction on a face": lambda: Problem(
        HEAT, u(x, t), [Eq(u(x, 0), sin(x)), Eq(2 * u(x, 0), cos(x))]
    ),
    "empty range": lambda: Problem(DECAY, u(x), {u(0): 1}, {x: (1, 1)}),
    "reversed range": lambda: Problem(DECAY, u(x), {u(0): 1}, {x: (1, 0)}),
    "empty interval": lambda: Problem(DECAY, u(x), {u(0): 1}, {x: Interval(1, 0)}),
    "nan bound": lambda: Problem(DECAY, u(x), {u(0): 1}, {x: (0, nan)}),
    "complex bound": lambda: Problem(DECAY, u(x), {u(0): 1}, {x: (0, I)}),
    "one bound": lambda: Problem(DECAY, u(x), {u(0): 1}, {x: (0,)}),
    "range is a number": lambda: Problem(DECAY, u(x), {u(0): 1}, {x: 1}),
    "domain is a number": lambda: Problem(DECAY, u(x), {u(0): 1}, 7),
    "circular bounds": lambda: Problem(LAPLACE, u(x, y), {u(x, 0): 1}, {x: (0, y), y: (0, x)}),
    "range of an unknown symbol": lambda: Problem(DECAY, u(x), {u(0): 1}, {x: (0, 1), z: (0, 1)}),
    "wrong number of intervals": lambda: Problem(HEAT, u(x, t), {u(x, 0): 1}, Interval(0, 1)),
    "variable as a parameter": lambda: Problem(DECAY, u(x), {u(0): 1}, None, [x]),
    "parameter that occurs nowhere": lambda: Problem(DECAY, u(x), {u(0): 1}, None, [c]),
    "parameter is a number": lambda: Problem(DECAY, u(x), {u(0): 1}, None, [3]),
    "range twice": lambda: Problem(
        Eq(u(x).diff(x), c * u(x)), u(x), {u(0): 1}, {x: (0, 1), c: (1, 2)}, {c: (1, 2)}
    ),
    "shorthand without a domain": lambda: Problem(LAPLACE, u(x, y), [Eq(u(x, y), x)]),
    "derivative at every point": lambda: Problem(DECAY, u(x), {u(x).diff(x): 1}, {x: (0, 1)}),
    "imaginary parameter": lambda: Problem(
        Eq(u(x).diff(x), Symbol("k", imaginary=True) * u(x)), u(x), {u(0): 1}
    ),
    "unknown in no equation": lambda: Problem(
        [DECAY, Eq(v(x).diff(x), u(x))], [u(x), v(x), g(x)], {u(0): 1, v(0): 1, g(0): 1}
    ),
    "two equations that contradict each other": lambda: Problem(
        [Eq(u(x).diff(x), 1), Eq(u(x).diff(x), 2)], u(x), {u(0): 1}
    ),
    "a gradient that is none": lambda: Problem(
        [Eq(u(x, y).diff(x), y), Eq(u(x, y).diff(y), -x)], u(x, y), {u(0, 0): 1}
    ),
    "coupled conditions that contradict each other": lambda: Problem(
        [DECAY, Eq(v(x).diff(x), u(x))], [u(x), v(x)], [Eq(u(0), 1), Eq(v(0), 1), u(0) + v(0)]
    ),
    "unclear range": lambda: Problem(DECAY, u(x), {u(0): 1, u(1): 2, u(c): 3}),
}


@pytest.mark.parametrize("name", MISUSE)
def test_misuse_is_explained(name):
    with pytest.raises(ProblemError) as info:
        MISUSE[name]()
    assert len(str(info.value)) > 30


def test_there_are_enough_misuses():
    assert len(MISUSE) >= 40


def test_unsupported_forms():
    with pytest.raises(UnsupportedError):
        Problem(Eq(u(x).diff(x), Integral(u(x), x)), u(x), {u(0): 1})
    with pytest.raises(UnsupportedError):
        Problem(DECAY, u(x), {u(u(0)): 1})


def test_unknown_keyword_names_the_nearest():
    with pytest.raises(KeywordError, match="domain"):
        Problem(DECAY, u(x), {u(0): 1}, domian={x: (0, 1)})


def test_corner_mismatch_is_a_warning():
    with pytest.warns(ProblemWarning, match="corner"):
        Problem(HEAT, u(x, t), {u(0, t): 1, u(x, 0): sin(x)})


def test_too_few_equations_and_a_start_off_the_equations_are_warnings():
    with pytest.warns(ProblemWarning, match="2 unknown functions .* and 1 equation"):
        Problem([Eq(u(x).diff(x), v(x))], [u(x), v(x)], {u(0): 1})
    with pytest.warns(ProblemWarning, match="do not agree with the equation .* at x = 0"):
        Problem([Eq(u(x).diff(x), v(x)), Eq(v(x), u(x))], [u(x), v(x)], {u(0): 1, v(0): 2})


def test_agreeing_conditions_are_fine():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Problem(HEAT, u(x, t), [Eq(u(x, 0), sin(x)), Eq(3 * u(x, 0), 3 * sin(x)), Eq(u(0, t), 0)])


def test_frozen_hashable_picklable():
    problem = Problem(HEAT, u(x, t), {u(x, 0): exp(x)})
    with pytest.raises(AttributeError):
        problem.domain = None
    assert hash(problem) == hash(Problem(HEAT, u(x, t), {u(x, 0): exp(x)}))
    assert pickle.loads(pickle.dumps(problem)) == problem


@pytest.mark.parametrize("entry", entries(), ids=lambda e: e.id)
def test_catalogue_round_trip(entry):
    problem = entry.problem()
    assert Problem(**problem.as_given()) == problem
    assert entry.id and str(problem) and repr(problem)


@settings(max_examples=40, deadline=None)
@given(manufactured_problems())
def test_round_trip(made):
    assert Problem(**made.problem.as_given()) == made.problem


class TestReplace:
    """New problems from old ones."""

    BEAM = Problem(
        Eq(u(x).diff(x, 2), -c * u(x)), u(x), {u(0): 0, u(1): 1}, {x: (0, 1)}, {c: (1, 2)}
    )

    def test_nothing_replaced(self):
        again = self.BEAM.replace()
        assert again == self.BEAM and again is not self.BEAM

    @pytest.mark.parametrize("form", [dict, list, Domain, Interval])
    def test_a_domain_in_every_form(self, form):
        domain = {
            dict: {x: (0, 3)},
            list: [(x, 0, 3)],
            Domain: Domain((Range(x, 0, 3),)),
            Interval: Interval(0, 3),
        }[form]
        made = self.BEAM.replace(domain=domain)
        assert ranges(made) == {c: (1, 2), x: (0, 3)}
        assert made.conditions == self.BEAM.conditions and made.params == (c,)
        assert ranges(self.BEAM)[x] == (0, 1)

    @pytest.mark.parametrize("form", [Domain, dict])
    def test_a_domain_with_a_parameters_range(self, form):
        domain = Domain((Range(c, 3, 4), Range(x, 0, 2)))
        if form is dict:
            domain = {r.symbol: (r.low, r.high) for r in domain}
        made = self.BEAM.replace(domain=domain)
        assert ranges(made) == {c: (3, 4), x: (0, 2)} and made.params == (c,)

    def test_the_order_of_the_ranges_stays(self):
        heat = Problem(HEAT, u(x, t), {u(0, t): 0, u(x, 0): x}, {t: (0, 1), x: (0, 2)})
        made = heat.replace(domain=heat.domain)
        assert made == heat and [r.symbol for r in made.domain] == [r.symbol for r in heat.domain]

    def test_other_keywords(self):
        made = self.BEAM.replace(bcs={u(0): 1}, params={c: (5, 6)})
        assert len(made.conditions) == 1 and ranges(made)[c] == (5, 6)
        assert made.equations == self.BEAM.equations

    def test_the_new_problem_is_checked(self):
        with pytest.raises(ProblemError, match="the domain gives a range for z"):
            self.BEAM.replace(domain={x: (0, 1), z: (0, 1)})
        with pytest.raises(KeywordError, match="'domian'; did you mean 'domain'"):
            self.BEAM.replace(domian={x: (0, 1)})


def test_a_domain_that_was_read_can_be_given_again():
    heat = Problem(HEAT, u(x, t), {u(0, t): 0, u(x, 0): x}, {x: (0, 2), t: (0, 1)})
    assert Problem(HEAT, u(x, t), {u(0, t): 0, u(x, 0): x}, heat.domain) == heat


def test_parameters_without_a_stated_range_are_known():
    """Their range in the domain is only where searches look; proofs are for every value."""
    k, m = Symbol("k", positive=True), Symbol("m")
    eq = Eq(u(x).diff(x), k * m * u(x))
    assert Problem(eq, u(x), {u(0): 1}).unbounded == (k, m)
    stated = Problem(eq, u(x), {u(0): 1}, params={k: (1, 2), m: None})
    assert stated.unbounded == (m,) and stated.params == (k, m)
    assert Problem(**stated.as_given()) == stated
    assert pickle.loads(pickle.dumps(stated)).unbounded == (m,)
    assert stated != Problem(eq, u(x), {u(0): 1}, params={k: (1, 2), m: (-1, 1)})
    assert read_problem(write_problem(stated)).unbounded == (m,)


@pytest.mark.parametrize("listed", [True, False])
def test_conditions_at_infinity(listed):
    bcs = [Eq(u(0), 1), Eq(u(oo), 0)] if listed else {u(0): 1, u(oo): 0}
    problem = Problem(u(x).diff(x, 2) - u(x), u(x), bcs, {x: (0, oo)})
    assert [c.is_at_infinity for c in problem.constraints] == [False, False, True]
    assert problem.finite_constraints == problem.constraints[:2]
    slope = Problem(u(x).diff(x) + u(x), u(x), [Eq(u(x).diff(x).subs(x, oo), 0)], {x: (0, oo)})
    assert slope.conditions[0].is_at_infinity


@pytest.mark.parametrize("bcs", [{u(0): oo}, [Eq(u(0), oo)], [u(0) - 2 * zoo]])
def test_values_must_be_finite(bcs):
    with pytest.raises(ProblemError, match=r"finite"):
        Problem(u(x).diff(x) + u(x), u(x), bcs)


class TestAnEquationAlone:
    @pytest.mark.parametrize("none", [None, {}, []])
    def test_it_is_a_problem_that_holds_anywhere(self, none):
        alone = Problem(DECAY, u(x), none)
        assert alone.anywhere and not alone.conditions
        assert ranges(alone)[x] == (-oo, oo)

    def test_what_is_declared_counts(self):
        r = symbols("r", positive=True)
        assert ranges(Problem(u(r).diff(r) + u(r), u(r)))[r] == (0, oo)

    def test_a_stated_domain_is_kept(self):
        there = Problem(DECAY, u(x), None, {x: (0, 2)})
        assert not there.anywhere and ranges(there)[x] == (0, 2)

    def test_it_states_itself_again(self):
        for problem in (Problem(DECAY, u(x)), Problem(DECAY, u(x), None, {x: (0, 2)})):
            assert Problem(**problem.as_given()) == problem
            assert pickle.loads(pickle.dumps(problem)) == problem


@pytest.mark.parametrize(
    "bcs", [{Limit(u(x), x, oo): 0}, [Eq(Limit(u(x), x, oo), 0)], [Limit(u(x), x, oo)]]
)
def test_a_limit_is_a_condition(bcs):
    problem = Problem(u(x).diff(x) + u(x), u(x), bcs, {x: (0, oo)})
    assert problem == Problem(u(x).diff(x) + u(x), u(x), {u(oo): 0}, {x: (0, oo)})
