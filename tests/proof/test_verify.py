"""Proofs and refutations of whole solutions."""

import time
import warnings

import pytest
import sympy
from hypothesis import assume, given, settings
from sympy import (
    Abs,
    Eq,
    Function,
    Heaviside,
    Piecewise,
    Rational,
    Symbol,
    acos,
    atan,
    ceiling,
    cos,
    cosh,
    erf,
    exp,
    floor,
    log,
    oo,
    pi,
    sech,
    sin,
    sinh,
    sqrt,
    symbols,
    tan,
    tanh,
)

from sympy_ssde import KeywordError, Problem, ProblemError, Status, checkssdsol
from sympy_ssde.bench.catalogue import entries
from sympy_ssde.bench.proofs import changed_conditions, changed_constants
from sympy_ssde.proof.verify import verify
from sympy_ssde.strategies import manufactured_problems, numbers
from sympy_ssde.worker.pool import shared_worker

x, y, t, s = symbols("x y t s")
c = Symbol("c", positive=True)
a = Symbol("a")
u, v = map(Function, "uv")
C1, C2 = symbols("C1 C2")
GROWTH = Eq(u(x).diff(x), u(x))
KDV = u(x, t).diff(t) + 6 * u(x, t) * u(x, t).diff(x) + u(x, t).diff(x, 3)
SINE_GORDON = u(x, t).diff(t, 2) - u(x, t).diff(x, 2) + sin(u(x, t))
HEAT = u(x, t).diff(t) - u(x, t).diff(x, 2)
LAPLACE = u(x, y).diff(x, 2) + u(x, y).diff(y, 2)


@pytest.fixture(scope="module", autouse=True)
def warm_worker():
    checkssdsol(GROWTH, exp(x), bcs={u(0): 1})


PROVED = {
    "soliton": (
        KDV,
        2 * sech(x - 4 * t) ** 2,
        {u(x, 0): 2 * sech(x) ** 2},
        {x: (-4, 4), t: (0, 1)},
    ),
    "kink": (
        SINE_GORDON,
        4 * atan(exp((x - t / 2) / sqrt(Rational(3, 4)))),
        {u(x, 0): 4 * atan(exp(2 * x / sqrt(3)))},
        {x: (-3, 3), t: (0, 2)},
    ),
    "breather": (
        SINE_GORDON,
        4 * atan(sqrt(3) * sin(t / 2) / cosh(sqrt(3) * x / 2)),
        {u(x, 0): 0},
        {x: (-3, 3), t: (0, 2)},
    ),
    "tan": (u(x).diff(x) - 1 - u(x) ** 2, tan(x), {u(0): 0}, {x: (0, Rational(3, 2))}),
    "limit at a singular end": (
        x * u(x).diff(x) - u(x) - x,
        x * log(x),
        {u(0): 0, u(1): 0},
        {x: (0, 1)},
    ),
    "limit of a derivative": (
        u(x).diff(x, 2) + 2 * u(x).diff(x) / x + u(x),
        sin(x) / x,
        {u(0): 1, u(x).diff(x).subs(x, 0): 0},
        {x: (0, 3)},
    ),
    "condition at infinity": (
        HEAT,
        exp(t - x),
        {u(x, 0): exp(-x), u(oo, t): 0},
        {x: (0, oo), t: (0, 1)},
    ),
    "initial layer": (
        HEAT,
        erf(x / (2 * sqrt(t))),
        {u(0, t): 0, u(x, 0): 1},
        {x: (0, oo), t: (0, 1)},
    ),
    "circle that ends vertically": (
        u(x) * u(x).diff(x) + x,
        sqrt(1 - x**2),
        {u(1): 0, u(0): 1},
        {x: (-1, 1)},
    ),
    "hemisphere over a disk": (
        u(x, y) * u(x, y).diff(x) + x,
        sqrt(1 - x**2 - y**2),
        {u(cos(s), sin(s)): 0},
        {x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2)), s: (0, 2 * pi)},
    ),
    "singular where the equation is": (
        u(x).diff(x) + u(x) / x,
        1 / x,
        {u(1): 1},
        {x: (-1, 1)},
    ),
    "inverse functions": (
        (1 - x**2) * u(x).diff(x, 2) - x * u(x).diff(x) + 9 * u(x),
        cos(3 * acos(x)),
        {u(0): 0},
        {x: (-1, 1)},
    ),
    "logarithms of one another": (
        u(x).diff(x) - 2 / (1 + x),
        log(x**2 + 2 * x + 1),
        {u(0): 0, u(1): 2 * log(2)},
        {x: (0, 1)},
    ),
    "parameter": (u(x).diff(x, 2) + c**2 * u(x), sin(c * x) / c, {u(0): 0}, {x: (0, 1)}),
    "parameter without a sign": (
        u(x).diff(x, 2) + a**2 * u(x),
        sin(a * x) / a,
        {u(0): 0},
        {x: (0, 1)},
    ),
    "powers": (u(x).diff(x) - u(x) * (log(x) + 1), x**x, {u(1): 1}, {x: (1, 2)}),
}


@pytest.mark.filterwarnings("ignore::sympy_ssde.ProblemWarning")
@pytest.mark.parametrize("name", PROVED)
def test_proved(name):
    eq, sol, bcs, domain = PROVED[name]
    start = time.monotonic()
    result = checkssdsol(eq, sol, None, bcs, domain)
    assert result, result
    assert result.status is Status.PROVED
    assert all(o.rung and o.residual == 0 for o in result.outcomes)
    assert time.monotonic() - start < 5


REFUTED = {
    "wrong equation": (GROWTH, exp(2 * x), {u(0): 1}, {x: (0, 1)}),
    "wrong condition": (GROWTH, exp(x), {u(0): 2}, {x: (0, 1)}),
    "pole": (u(x).diff(x) - 1 - u(x) ** 2, tan(x), {u(0): 0}, {x: (0, 2)}),
    "double pole": (u(x).diff(x, 2) - 6 * u(x) ** 2, 1 / (x - 1) ** 2, {u(0): 1}, {x: (0, 2)}),
    "pole of an odd place": (
        u(x).diff(x) + u(x) ** 2,
        1 / (x - sqrt(2)),
        {u(0): -1 / sqrt(2)},
        {x: (0, 2)},
    ),
    "logarithm of zero": (u(x).diff(x) * (x - 1) - 1, log(x - 1), {u(2): 0}, {x: (0, 2)}),
    "not real": (2 * u(x) * u(x).diff(x) - 1, sqrt(x - 1), {u(2): 1}, {x: (0, 2)}),
    "leftover constant": (GROWTH, Symbol("C1") * exp(x), {u(0): 1}, {x: (0, 1)}),
    "spike": (u(x).diff(x), exp(-27316 * x**2), {u(0): 1}, {x: (0, 1)}),
    "limit": (u(x).diff(x, 2) + 2 * u(x).diff(x) / x + u(x), sin(x) / x, {u(0): 2}, {x: (0, 3)}),
    "wrong at infinity": (HEAT, exp(t - x), {u(oo, t): 1}, {x: (0, oo), t: (0, 1)}),
    "tiny": (GROWTH, exp(x) * (1 + Rational(1, 10**30)), {u(0): 1}, {x: (0, 1)}),
    "parameter": (u(x).diff(x) - c * u(x), exp(x), {u(0): 1}, {x: (0, 1)}),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refuted(name):
    eq, sol, bcs, domain = REFUTED[name]
    result = checkssdsol(eq, sol, None, bcs, domain)
    assert result.status is Status.REFUTED, result
    assert not result
    found = result.counterexample
    assert found.point is not None
    assert found.value != 0
    assert str(found).startswith("refuted")


NEVER_PROVED = {
    "kink of a modulus": (u(x).diff(x, 2), Abs(x), {u(-1): 1, u(1): 1}, {x: (-1, 1)}),
    "jump of a branch": (
        u(x).diff(x) + 1 / (1 + x**2),
        atan(1 / x),
        {u(1): pi / 4, u(-1): -pi / 4},
        {x: (-1, 1)},
    ),
    "step": (u(x).diff(x), Heaviside(x - Rational(1, 2)), {u(0): 0, u(1): 1}, {x: (0, 1)}),
    "ceiling": (u(x).diff(x), ceiling(x) - 1, {u(Rational(1, 2)): 0}, {x: (0, 3)}),
    "two symbols of one name": (
        u(x).diff(x) - 1,
        Symbol("x", positive=True),
        {u(0): 0},
        {x: (0, 1)},
    ),
    "floor": (u(x).diff(x), floor(x), {u(0): 0}, {x: (0, 2)}),
    "pieces": (u(x).diff(x), Piecewise((0, x < 1), (1, True)), {u(0): 0}, {x: (0, 2)}),
    "1e-40 in a value": (GROWTH, exp(x), {u(0): 1 + Rational(1, 10**40)}, {x: (0, 1)}),
    "1e-40 in the equation": (
        GROWTH,
        exp(x) + Rational(1, 10**40),
        {u(0): 1 + Rational(1, 10**40)},
        {x: (0, 1)},
    ),
    "1e-60 in the equation": (GROWTH, exp(x * (1 + Rational(1, 10**60))), {u(0): 1}, {x: (0, 1)}),
    "1e-200 in a value": (GROWTH, exp(x), {u(0): 1 + Rational(1, 10**200)}, {x: (0, 1)}),
    "nearly an integer": (
        u(x).diff(x),
        exp(pi * sqrt(163)) - 262537412640768744,
        {u(0): 0},
        {x: (0, 1)},
    ),
}


@pytest.mark.parametrize("name", NEVER_PROVED)
def test_never_proved(name):
    eq, sol, bcs, domain = NEVER_PROVED[name]
    result = checkssdsol(eq, sol, None, bcs, domain)
    assert result.status is not Status.PROVED, result
    assert not result


def test_cancellation_of_huge_terms_refutes_nothing():
    """exp(exp(6)) has 175 digits; its cube hides everything at 100 digits."""
    huge = x + exp(exp(6))
    equation = 2 * u(x).diff(x) - 2 + u(x) ** 3 - huge**3
    assert checkssdsol(equation, huge, u(x), {u(0): exp(exp(6))})
    wrong = checkssdsol(equation - x, huge, u(x), {u(0): exp(exp(6))})
    assert wrong.status is Status.REFUTED


def test_outcomes_say_what_is_known():
    result = checkssdsol(GROWTH, exp(x), u(x), {u(0): 2})
    assert [o.status for o in result.outcomes] == [Status.PROVED, Status.REFUTED]
    assert result.equations[0].rung == "identity"
    assert result.conditions[0].residual == -1
    assert "refuted: u(0) = 2" in str(result)


def test_systems_in_any_order():
    eqs = [Eq(u(x).diff(x), v(x)), Eq(v(x).diff(x), -u(x))]
    bcs = {u(0): 0, v(0): 1}
    assert checkssdsol(eqs, [sin(x), cos(x)], [u(x), v(x)], bcs)
    assert checkssdsol(eqs, [Eq(v(x), cos(x)), Eq(u(x), sin(x))], [u(x), v(x)], bcs)
    assert not checkssdsol(eqs, [cos(x), sin(x)], [u(x), v(x)], bcs)


def test_floats_are_exact():
    assert checkssdsol(Eq(u(x).diff(x), 0.1 * u(x)), exp(0.1 * x), bcs={u(0): 1})


@pytest.mark.parametrize(
    "sol", [Eq(v(x), 1), [exp(x), 1], "exp(x)", u(x) + 1, Eq(u(x).diff(x), 1), None]
)
def test_bad_solutions(sol):
    with pytest.raises(ProblemError):
        checkssdsol(GROWTH, sol, u(x), {u(0): 1})


def test_bad_calls():
    with pytest.raises(KeywordError, match="timeout"):
        checkssdsol(GROWTH, exp(x), u(x), {u(0): 1}, time_out=3)
    with pytest.raises(ProblemError, match="timeout"):
        checkssdsol(GROWTH, exp(x), u(x), {u(0): 1}, timeout=0)


def test_an_equation_alone_is_a_problem():
    assert checkssdsol(GROWTH, exp(x)) and not checkssdsol(GROWTH, exp(2 * x))


class TestDeadline:
    """SymPy is given expressions on which it hangs, in Python and in big integers."""

    slow = (
        (1 + x + x**2 + exp(x)) ** 3000,
        sum(sin(k * x + k**2) * tanh(sqrt(k) * x + k) for k in range(1, 60)) ** 4,
        (1 + x / 3) ** 1000000,
    )

    @pytest.mark.parametrize("sol", slow, ids=range(len(slow)))
    def test_kept_to_within_a_second(self, sol):
        problem = Problem(u(x).diff(x) - sol.diff(x) - u(x) + sol, u(x), {u(0): 0})
        start = time.monotonic()
        result = verify(problem, (sol + sinh(x) * Rational(1, 10**300),), timeout=1.5)
        assert time.monotonic() - start < 2.5
        assert result.status is not Status.PROVED

    def test_the_next_check_works(self):
        shared_worker().stop()
        start = time.monotonic()
        assert checkssdsol(GROWTH, exp(x), bcs={u(0): 1})
        assert time.monotonic() - start < 3


@settings(max_examples=60, deadline=None)
@given(manufactured_problems())
def test_manufactured_is_never_refuted(made):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = checkssdsol(made.problem, made.exact, timeout=5)
    assert result.status is not Status.REFUTED, result


@settings(max_examples=60, deadline=None)
@given(manufactured_problems(library=("+", "-", "*", "/", "sin", "cos", "log")), numbers())
def test_perturbed_is_refuted(made, number):
    """Adding a constant breaks the first Dirichlet condition, whatever the equation says."""
    result = checkssdsol(made.problem, made.exact + number / 1000, timeout=5)
    assert result.status is Status.REFUTED, result


@settings(max_examples=40, deadline=None)
@given(manufactured_problems(), numbers())
def test_perturbed_is_never_proved(made, number):
    """Towers of exponentials may have too many digits to refute anything within the time."""
    result = checkssdsol(made.problem, made.exact + number / 1000, timeout=5)
    assert result.status is not Status.PROVED, result


@settings(max_examples=40, deadline=None)
@given(manufactured_problems())
def test_perturbed_inside_is_never_proved(made):
    """A change that vanishes on all faces can be seen by the equation only."""
    bump = Rational(1, 1000)
    for r in made.problem.domain:
        bump *= (r.symbol - r.low) ** 3 * (r.high - r.symbol) ** 3
    changed = made.exact + bump
    residual = made.problem.equations[0].expression(made.problem.functions)
    left = residual.subs(made.problem.functions[0], changed).doit()
    middle = {r.symbol: r.low + (r.high - r.low) / 3 for r in made.problem.domain}
    assume(abs(left.subs(middle).evalf(30)) > 1e-15)
    assert checkssdsol(made.problem, changed, timeout=5).status is not Status.PROVED


@pytest.mark.parametrize("entry", entries(), ids=lambda e: e.id)
def test_catalogue_is_proved(entry):
    assert verify(entry.problem(), entry.solution), entry.id


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::sympy_ssde.ProblemWarning")
@pytest.mark.parametrize("entry", entries(), ids=lambda e: e.id)
def test_changes_are_refuted(entry):
    problem = entry.problem()
    cases = [(n, problem, sol) for n, sol in changed_constants(entry.solution)]
    cases += [(n, changed, entry.solution) for n, changed in changed_conditions(entry)]
    for name, stated, sol in cases:
        result = verify(stated, sol, stop_at_refutation=True)
        assert result.status is Status.REFUTED, (name, str(result))


def test_an_equation_alone_is_not_refuted_where_its_solution_is_not_real():
    u, x, n = Function("u"), Symbol("x"), Symbol("n", positive=True)
    power = (x + 1) ** (1 / n)
    made = checkssdsol(n * u(x) ** n * u(x).diff(x) - u(x), power, u(x))
    assert made.status is not Status.REFUTED
    assert checkssdsol(n * u(x) ** n * u(x).diff(x) - 2 * u(x), power, u(x)).counterexample


def test_what_names_the_points_of_a_curve_is_no_constant_of_a_solution():
    """A solution in which it stands would be another function at each of these points."""
    u, x, y, s = Function("u"), *symbols("x y s")
    on_circle = {u(2 * cos(s), 2 * sin(s)): 2 * cos(s) / 3}
    disk = {x: (-2, 2), y: (-sqrt(4 - x**2), sqrt(4 - x**2)), s: (0, 2 * pi)}
    laplace = u(x, y).diff(x, 2) + u(x, y).diff(y, 2)
    for wrong in (2 * cos(s) / 3, y - 2 * sin(s) + 2 * cos(s) / 3):
        made = checkssdsol(laplace, wrong, u(x, y), on_circle, disk)
        assert made.status is Status.REFUTED and "depends on s" in str(made)
    assert checkssdsol(laplace, x / 3, u(x, y), on_circle, disk)


@pytest.mark.parametrize(
    ("eq", "sol", "proved"),
    [
        (x * u(x).diff(x) - u(x), C1 * x, True),
        (x * u(x).diff(x) - u(x), C1 * sympy.Abs(x), False),
        (u(x).diff(x) + 1 / (x**2 + 1), C1 + sympy.acot(x), False),
        (u(x).diff(x) + 1 / (x**2 + 1), C1 - sympy.atan(x), True),
        (x * u(x).diff(x) - 1, C1 + sympy.log(x), True),
    ],
)
def test_an_equation_alone_holds_at_kinks_and_jumps_or_is_not_proved(eq, sol, proved):
    """At a pole a solution is not defined, at a kink or a jump it is."""
    assert bool(checkssdsol(eq, sol, u(x))) is proved


def test_what_is_provided_is_said_once():
    family = x / sqrt(1 - C2**2)
    found = checkssdsol(u(x).diff(x, 2), family, u(x))
    assert found and found.provided == (1 - C2**2 > 0,)
