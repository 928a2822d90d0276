"""From problems to text: expressions, conditions and ranges that read as the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Eq,
    Float,
    Function,
    I,
    Piecewise,
    Rational,
    S,
    Symbol,
    cos,
    exp,
    gamma,
    log,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
)

from sympy_ssde import Problem, ProblemError
from sympy_ssde.bench import (
    catalogue,
    everyday_problems,
    families_problems,
    series,
    series_known,
)
from sympy_ssde.problem.constraints import parse_constraint
from sympy_ssde.problem.text.reader import read_problem, read_solution
from sympy_ssde.problem.text.writer import write_constraint, write_expression, write_problem
from sympy_ssde.strategies import manufactured_problems, manufactured_systems

TEXT_OPERATORS = ("+", "-", "*", "/", "sin", "cos", "exp", "log", "sqrt", "tanh", "square")

x, y, t, s = symbols("x y t s")
u, v, p, x1, x2, u_x, u_t = map(Function, "u v p x1 x2 u_x u_t".split())
GROWTH = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})

leaves = st.one_of(
    st.just(x), st.just(pi), st.fractions(-9, 9, max_denominator=9).map(lambda f: S(f))
)


def grown(parts):
    return st.one_of(
        st.builds(lambda a, b: a + b, parts, parts),
        st.builds(lambda a, b: a * b, parts, parts),
        st.builds(lambda a, n: a**n, parts, st.integers(1, 3)),
        st.builds(lambda f, a: f(a), st.sampled_from([sin, cos, tanh]), parts),
    )


@given(st.recursive(leaves, grown, max_leaves=6))
@settings(deadline=None, max_examples=60)
def test_expressions_are_read_back(expr):
    expr = S(expr)
    assert (read_solution(write_expression(expr), GROWTH)[0] - expr).expand() == 0


@pytest.mark.parametrize(
    "expr", [exp(-(x**2)), sqrt(x + 1), 1 / (1 + x), x ** Rational(1, 3), log(x + 2), 2**x, -x / 3]
)
def test_functions_and_powers_are_read_back(expr):
    assert read_solution(write_expression(expr), GROWTH)[0] == expr


@pytest.mark.parametrize(
    "expr",
    [gamma(x), Float("0.5") * x, I * x, u(x), x + 2 * I, Piecewise((1, Eq(x, 0)), (x, True))],
)
def test_what_the_language_has_no_word_for_is_refused(expr):
    with pytest.raises(ProblemError, match="can't be written in the language of problems"):
        write_expression(expr)


@pytest.mark.parametrize(
    ("relation", "text"),
    [
        (Eq(u(0, t), 1), "u(0, t) = 1"),
        (Eq(u(x, 0), sin(x)), "u(x, 0) = sin(x)"),
        (Eq(u(x, t).diff(x).subs(x, 0), t), "u_x(0, t) = t"),
        (Eq(u(x, t).diff(x, 2, t), 0), "u_xxt = 0"),
        (Eq(u(x, t).diff(t), u(x, t)), "-u + u_t = 0"),
        (Eq(u(0, t), u(1, t)), "u(0, t) - u(1, t) = 0"),
        (Eq(2 * u(0, t), 1), "2*u(0, t) - 1 = 0"),
        (Eq(u(0, t) ** 2, 1), "u(0, t)**2 - 1 = 0"),
    ],
)
def test_conditions_as_one_writes_them(relation, text):
    functions = (u(x, t),)
    assert write_constraint(parse_constraint(relation, functions), functions) == text


def test_names_of_more_than_one_letter_are_separated():
    x1, x2 = symbols("x1 x2")
    functions = (u(x1, x2),)
    constraint = parse_constraint(u(x1, x2).diff(x1, 2, x2), functions)
    assert write_constraint(constraint, functions) == "u_x1_x1_x2 = 0"


def test_a_whole_problem():
    k = Symbol("k", positive=True)
    n = Symbol("n", integer=True, positive=True)
    problem = Problem(
        u(x, t).diff(t) - k * u(x, t).diff(x, 2),
        u(x, t),
        {u(x, 0): sin(n * x), u(0, t): 0, u(pi, t): 0},
        {x: (0, pi), t: (0, 1)},
        {k: (1, 2), n: (1, 4)},
    )
    text = write_problem(problem)
    assert "param positive k in [1, 2], positive integer n in [1, 4]" in text
    assert "on x in [0, pi], t in [0, 1]" in text
    assert read_problem(text) == problem


def test_curves_are_declared_with_their_condition():
    edge = sqrt(1 - x**2)
    problem = Problem(
        u(x, y).diff(x, 2) + u(x, y).diff(y, 2),
        u(x, y),
        {u(cos(s), sin(s)): cos(s)},
        {x: (-1, 1), y: (-edge, edge), s: (0, 2 * pi)},
    )
    text = write_problem(problem)
    assert "u(cos(s), sin(s)) = cos(s) for s in [0, 2*pi]" in text
    assert read_problem(text) == problem


def test_systems_name_their_unknowns():
    problem = Problem([u(t).diff(t) - v(t), v(t).diff(t) + u(t)], [u(t), v(t)], {u(0): 0, v(0): 1})
    assert write_problem(problem).startswith("unknown u, v\n")
    assert read_problem(write_problem(problem)) == problem


SYSTEMS = {
    "coupled conditions": Problem(
        [u(x, t).diff(t) - v(x, t).diff(x), v(x, t).diff(t) - u(x, t).diff(x)],
        [u(x, t), v(x, t)],
        [
            Eq(u(0, t), v(0, t)),
            Eq(u(1, t) + 2 * v(1, t), exp(t)),
            Eq(u(x, t).diff(x).subs(x, 0), v(x, t).diff(x).subs(x, 1) ** 2),
            Eq(v(x, 0), 0),
        ],
        {x: (0, 1), t: (0, 1)},
    ),
    "three": Problem(
        [x1(t).diff(t) - x2(t), x2(t).diff(t) - p(t), p(t) - x1(t) * x2(t)],
        [p(t), x1(t), x2(t)],
        {x1(0): 1, x2(0): 0},
    ),
    "four": Problem(
        [a(x, y).diff(x) - b(x, y) for a, b in ((u, v), (v, x1), (x1, x2), (x2, u))],
        [u(x, y), v(x, y), x1(x, y), x2(x, y)],
        {f(0, y): y for f in (u, v, x1, x2)},
        {x: (0, 1), y: (0, 2)},
    ),
    "more equations than unknowns": Problem(
        [p(x, y).diff(x) - y, p(x, y).diff(y) - x], p(x, y), {p(0, 0): 0}
    ),
    "names like derivatives": Problem(
        [u_x(x, t).diff(t) - u_t(x, t), u_t(x, t).diff(t, x) + u_x(x, t)],
        [u_x(x, t), u_t(x, t)],
        {u_x(x, 0): x, u_t(x, t).diff(t).subs(t, 0): 1},
    ),
    "derivatives like names": Problem(
        [u(x).diff(x) - u_x(x), u_x(x).diff(x, 2) + u(x)],
        [u(x), u_x(x)],
        {u(0): 1, u(x).diff(x).subs(x, 0): 0, u_x(x).diff(x).subs(x, 0): 1},
    ),
    "a parameter like a derivative": Problem(
        [u(x).diff(x) - Symbol("u_x") * v(x), v(x).diff(x, 2) + u(x)],
        [u(x), v(x)],
        {u(0): 1, v(0): 0, v(x).diff(x).subs(x, 0): 1},
    ),
    "one function with a name like a derivative": Problem(
        u_x(x).diff(x) - u_x(x), u_x(x), {u_x(0): 1}
    ),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_systems_are_read_back(name):
    problem = SYSTEMS[name]
    assert read_problem(write_problem(problem)) == problem


@settings(max_examples=30, deadline=None)
@given(manufactured_systems(max_functions=4))
def test_any_system_is_read_back(made):
    again = read_problem(write_problem(made.problem))
    assert again.functions == made.problem.functions
    for first, second in zip(again.constraints, made.problem.constraints, strict=True):
        assert first.traces == second.traces and (first.expr - second.expr).expand() == 0
    assert read_problem(write_problem(again)) == again


def test_names_that_no_derivative_can_be_told_from_are_refused():
    x1, x2 = symbols("x1 x2")
    clash = Function("u_x1")
    equations = [u(x1, x2).diff(x1) - clash(x1, x2), clash(x1, x2).diff(x2) - u(x1, x2)]
    problem = Problem(equations, [u(x1, x2), clash(x1, x2)], {u(0, x2): 1, clash(x1, 0): 1})
    with pytest.raises(ProblemError, match="u_x1 would be read as something else"):
        write_problem(problem)


@pytest.mark.parametrize("name", ["on", "sin", "x y", "1a", "a" * 41, "x'"])
def test_names_that_would_not_be_read_are_refused(name):
    problem = Problem(u(x).diff(x) - Symbol(name) * u(x), u(x), {u(0): 1})
    with pytest.raises(ProblemError, match="can't be written"):
        write_problem(problem)
    other = Problem(Function(name)(x).diff(x), Function(name)(x), {Function(name)(0): 1})
    with pytest.raises(ProblemError, match="can't be written"):
        write_problem(other)


@settings(max_examples=60, deadline=None)
@given(manufactured_problems(max_variables=3, library=TEXT_OPERATORS))
def test_every_problem_is_read_as_it_was_written(made):
    assert read_problem(write_problem(made.problem)) == made.problem


OTHERS = {
    "infinity": "u'' = u on x in [0, oo]; u(0) = 1; u(oo) = 0",
    "at infinity": "u'' = u on x in [0, oo]; u(0) = 1; u' = 0 at x = oo",
    "pieces": "u' = Piecewise((x, x < 1/2), (1 - x, True)) on x; u(0) = 0",
    "pieces in between": "u' = piecewise((1, 1/4 < x < 3/4), (0, True)) on x; u(0) = 0",
    "pieces by SymPy": "u' = Piecewise((1, (x > 0) & (x <= 1)), (0, True)) on x; u(0) = 0",
    "the smaller one": "u' = min(x, 1 - x) on x; u(0) = 0",
    "a step": "u' = Heaviside(x - 1/2) on x; u(0) = 0",
    "Bessel": "u'' + u'/x + u = 0 on x in [1, 2]; u(1) = besselj(0, 1); u(2) = besselj(0, 2)",
}


@pytest.mark.parametrize("name", OTHERS)
def test_infinity_pieces_and_special_functions_are_read_back(name):
    problem = read_problem(OTHERS[name])
    assert read_problem(write_problem(problem)) == problem


CATALOGUES = {
    "paper": lambda: [e.problem() for e in catalogue.entries("paper")],
    "literature": lambda: [e.problem() for e in catalogue.entries("literature")],
    "systems": lambda: [e.problem() for e in catalogue.entries("systems")],
    "series": lambda: [Problem(e.eq, e.func, e.bcs, e.domain) for e in series.problems()],
    "known series": lambda: [e.problem() for e in series_known.known_series()],
    "families": lambda: [Problem(e.eq, e.func) for e in families_problems.ENTRIES],
    "everyday": lambda: [
        entry.problem()
        for name in everyday_problems.makers()
        if (entry := everyday_problems.built(everyday_problems.identifier(name, 3)))
    ],
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::sympy_ssde.ProblemWarning")
@pytest.mark.parametrize("name", CATALOGUES)
def test_every_problem_of_the_benchmarks_is_read_back(name):
    problems = CATALOGUES[name]()
    assert problems and not [p for p in problems if read_problem(write_problem(p)) != p]


def test_a_derivative_that_sympy_leaves_undistributed_is_read_again():
    x, u = Symbol("x"), Function("u")
    equation = Eq(u(x).diff(x, 2), sin(x**2 + 1).diff(x, 2))
    problem = Problem(equation, u(x), {u(0): 0, u(1): 1})
    assert read_problem(write_problem(problem)) == problem


def test_equations_are_written_as_they_were_stated():
    text = "u_t = u + 3*u_xx"
    assert write_problem(read_problem(f"{text} on x, t; u(x, 0) = x")).startswith(text)
