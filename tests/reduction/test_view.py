"""Problems as reductions see them."""

import warnings

from sympy import Derivative, Eq, Function, S, Subs, Symbol, cos, exp, oo, pi, sin
from sympy.abc import s, t, x, y

from sympy_ssde import Problem
from sympy_ssde.problem.constraints import Trace
from sympy_ssde.reduction.view import linear_view, traced, view

u, v = Function("u"), Function("v")
k = Symbol("k", positive=True)
HEAT = Eq(u(x, t).diff(t), k * u(x, t).diff(x, 2) + x * exp(-t))
U_X = u(x, t).diff(x)


def heat(**changes):
    bcs = {u(x, 0): sin(x), u(0, t): t, U_X.subs(x, pi) + 2 * u(pi, t): 3}
    given = {"eq": HEAT, "func": u(x, t), "bcs": bcs, "params": {k: (1, 5)}} | changes
    return Problem(**given)


def test_linear_equation_has_coefficients_and_a_source():
    seen = view(heat())
    assert seen.terms == {(0, 1): 1, (2, 0): -k}
    assert seen.source == x * exp(-t)
    assert seen.order(x) == 2 and seen.order(t) == 1


def test_linear_problems_in_several_variables():
    assert linear_view(heat()) == view(heat())
    assert linear_view(heat(eq=u(x, t).diff(t) - u(x, t) ** 2, params=None)) is None
    assert linear_view(heat(bcs={u(x, 0) ** 2: 1})) is None
    assert linear_view(Problem(u(x).diff(x) - 1, u(x), {u(0): 0})) is None


def test_a_linear_equation_that_must_be_expanded():
    eq = (u(x).diff(x) + u(x)) ** 2 - u(x) ** 2 - u(x).diff(x) ** 2 - 2 * u(x) * u(x).diff(x)
    seen = view(Problem(eq + u(x).diff(x) - 1, u(x), {u(0): 0}))
    assert seen.is_linear and seen.terms == {(1,): 1}


def test_conditions_have_faces_and_values():
    seen = view(heat())
    by_face = {c.face: c for c in seen.conditions}
    assert set(by_face) == {(x, 0), (x, pi), (t, 0)}
    assert by_face[t, 0].value == sin(x)
    robin = dict(by_face[x, pi].terms)
    assert robin == {Trace(0, (1, 0), (pi, t)): 1, Trace(0, (0, 0), (pi, t)): 2}
    assert by_face[x, pi].value == 3
    assert [c.face for c in seen.on(x)] == [(x, 0), (x, pi)]


def test_periodic_and_nonlinear_conditions():
    bcs = {u(0, t) - u(2 * pi, t): 0, u(x, 0): 0, u(0, t) ** 2: t}
    seen = view(heat(bcs=bcs, domain={x: (0, 2 * pi), t: (0, 1)}))
    periodic = next(c for c in seen.conditions if c.face is None)
    assert periodic.variable == x and periodic.is_homogeneous
    assert not seen.has_linear_conditions
    assert [c.terms is None for c in seen.conditions].count(True) == 1


def test_nonlinear_equations_have_a_view_and_systems_have_none():
    burgers = view(Problem(u(x, t).diff(t) + u(x, t) * U_X, u(x, t), {u(x, 0): x}))
    assert not burgers.is_linear
    assert burgers.residual(x / (1 + t)).simplify() == 0
    both = Problem([u(x).diff(x) - v(x), v(x).diff(x) + u(x)], [u(x), v(x)], {u(0): 0, v(0): 1})
    assert view(both) is None


def test_another_unknown_put_in():
    seen = view(heat())
    w = seen.fresh("v", x, t)
    assert seen.residual(exp(-t) * w).has(Derivative(w, t))
    flux = seen.residuals(exp(-t) * w)[1]
    assert flux == 2 * exp(-t) * w.subs(x, pi) + exp(-t) * Subs(w.diff(x), x, pi) - 3
    assert traced(Trace(0, (2, 0), (S.Zero, t)), x**3 * t + x**2, (x, t)) == 2


def test_fresh_names_are_not_taken():
    seen = view(heat())
    assert str(seen.fresh("u", t)) == "u1(t)"
    assert str(seen.fresh("k", t)) == "k1(t)"
    assert str(seen.unknown("v", taken=["v", "v1"])) == "v2"


def test_smaller_problems_keep_ranges_and_parameters():
    seen = view(heat(domain={x: (0, pi), t: (0, 7)}))
    a = seen.fresh("a", t)
    small = seen.state(a.diff(t) + k * a, a, [a.subs(t, 0) - 1])
    assert small.params == (k,)
    ranges = small.domain.by_symbol
    assert (ranges[t].low, ranges[t].high, ranges[k].high) == (0, 7, 5)
    without = seen.state(a.diff(t) + a, a, [a.subs(t, 0) - 1])
    assert without.params == ()


def test_smaller_problems_do_not_warn_and_may_not_exist():
    seen = view(heat())
    w = seen.fresh("v", x, t)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        corner = seen.state(w.diff(t) - w.diff(x, 2), w, [w.subs(t, 0), w.subs(x, 0) - 1])
    assert corner is not None
    assert seen.state(w.diff(t), w, []) is None
    z = Symbol("z", positive=True)
    f = seen.fresh("f", z)
    line = seen.state(f.diff(z) + f, f, [f.subs(z, 0) - 1, f.subs(z, oo)], {z: (S(0), oo)})
    assert line.domain.by_symbol[z].high == oo
    assert line.replace() == line


def test_curves_keep_their_parameter():
    bcs = {u(cos(s), sin(s)): cos(s)}
    disk = Problem(
        u(x, y).diff(x, 2) + u(x, y).diff(y, 2), u(x, y), bcs, {x: (-1, 1), y: (-1, 1), s: (0, 6)}
    )
    seen = view(disk)
    assert seen.conditions[0].face is None and seen.conditions[0].variable is None
    w = seen.fresh("v", x, y)
    same = seen.state(w.diff(x, 2) + w.diff(y, 2), w, [w.func(cos(s), sin(s)) - cos(s)])
    assert same.domain == disk.domain


def test_curves_are_not_faces():
    wave = u(x, t).diff(t, 2) - u(x, t).diff(x, 2)
    bcs = {u(x, x): x**2, u(x, -x): x**3, u(x, k): 1}
    domain = {x: (0, 1), t: (-1, 2)}
    seen = view(Problem(wave, u(x, t), bcs, domain, {k: (1, 2)}))
    assert sorted(str(c.face) for c in seen.conditions) == ["(t, k)", "None", "None"]
    assert sorted(str(c.variable) for c in seen.conditions) == ["None", "None", "t"]
