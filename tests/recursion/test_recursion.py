"""The recursion: lines, parameters, and problems solved one variable at a time."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sympy import (
    Eq,
    Expr,
    Function,
    Rational,
    Symbol,
    cos,
    exp,
    pi,
    prod,
    simplify,
    sin,
    sqrt,
    symbols,
)

from sympy_ssde import Problem, SearchConfig, Status, find_solution
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.recursion.fibres import InconsistentError, lines_along
from sympy_ssde.recursion.partial import Partial, Tie
from sympy_ssde.recursion.pieces import Piece, Shapes, is_linear, linear_variants, replaced, tidied
from sympy_ssde.recursion.step_search import Setting, StepSearch, proportion
from sympy_ssde.result.solution import Record

x, y, t = symbols("x y t")
u = Function("u")
UNIT = (0, 1)


def manufactured(
    exact: Expr,
    operator: Callable[[Any], Any],
    domain: dict[Symbol, tuple[int, int]],
    without: tuple[tuple[Symbol, int], ...] = (),
) -> tuple[Any, ...]:
    """A problem with the solution's values on all faces but some."""
    func = u(*domain)
    bcs = {
        func.subs(v, end): exact.subs(v, end)
        for v, ends in domain.items()
        for end in ends
        if (v, end) not in without
    }
    return Eq(operator(func), simplify(operator(exact))), func, bcs, domain


def laplacian(f: Any) -> Any:
    return f.diff(x, 2) + f.diff(y, 2)


def transport(f: Any) -> Any:
    return f.diff(t) + f.diff(x) + f.diff(y, 2)


def setting(library: Library, shapes: Shapes | None = None) -> Setting:
    """What a step is given, as a recursion with the paper's configuration makes it."""
    rng = np.random.default_rng(0)
    return Setting(library, SearchConfig.paper(), None, 1, rng, shapes or Shapes())


def difference(piece: Piece, exact: Expr, variable: Symbol) -> float:
    """How far a piece without parameters is from an expression."""
    assert piece.parameters == ()
    found = piece.skeleton.to_sympy([float(v) for v in piece.constants])
    return max(abs(float((found - exact).subs(variable, at))) for at in (0.3, 1.1, 1.7))


def solved(problem: tuple[Any, ...], exact: Expr, **options: Any) -> Any:
    options = {"config": SearchConfig.paper(), "timeout": 120, "hint": "recursive"} | options
    found = find_solution(*problem, **options)
    assert found.status is Status.PROVED, found.reason
    assert simplify(found.expr - exact) == 0
    assert [s.number for s in found.steps] == list(range(1, len(found.steps) + 1))
    variables = [s.variable for s in found.steps]
    assert set(variables) == exact.free_symbols and len(set(variables)) == len(variables)
    assert found.steps[-1].expr == found.expr and not found.steps[-1].parameters
    return found


# lines -------------------------------------------------------------------------------------------


def test_first_lines_are_the_boundary() -> None:
    problem = Problem(*manufactured(x**2 * y, laplacian, {x: UNIT, y: UNIT}))
    library = Library.build(variables=[x, y])
    rng = np.random.default_rng(0)
    lines = lines_along(problem, Partial.unknown(library), x, rng)
    assert lines is not None
    assert sorted(lines.others[y]) == [0, 1]
    np.testing.assert_allclose(lines.values[0], np.outer(lines.others[y], lines.x**2), atol=1e-14)


def test_parameters_are_found_on_fibres() -> None:
    """Of ``a(y)*x + b(y)`` the faces x = 0 and x = 1 give a and b at every y."""
    exact = x * exp(y) + sin(y)
    problem = Problem(*manufactured(exact, laplacian, {x: UNIT, y: UNIT}))
    library = Library.build(variables=[x, y])
    partial = Partial(Skeleton.from_text("+ * c x c", library), np.ones(2), (0, 1), (x,))
    lines = lines_along(problem, partial, y, np.random.default_rng(0))
    assert lines is not None
    np.testing.assert_allclose(lines.values[0][0], np.exp(lines.x), rtol=1e-9)
    np.testing.assert_allclose(lines.values[1][0], np.sin(lines.x), rtol=1e-9)


def test_a_wrong_partial_expression_is_contradicted() -> None:
    problem = Problem(*manufactured(x**2 * y + y, laplacian, {x: (0, 2), y: UNIT}))
    library = Library.build(variables=[x, y])
    partial = Partial(Skeleton.from_text("* c x", library), np.ones(1), (0,), (x,))
    with pytest.raises(InconsistentError):
        lines_along(problem, partial, y, np.random.default_rng(0))


def test_no_lines_where_nothing_is_given() -> None:
    problem = Problem(u(x, t).diff(t) - u(x, t).diff(x), u(x, t), {u(x, 0): sin(x)})
    library = Library.build(variables=[x, t])
    unknown = Partial.unknown(library)
    assert lines_along(problem, unknown, t, np.random.default_rng(0)) is None
    assert lines_along(problem, unknown, x, np.random.default_rng(0)) is not None


def test_neumann_data_count_along_known_variables() -> None:
    """u_x(0, y) is an equation for the parameters once x is known."""
    problem = Problem(
        laplacian(u(x, y)),
        u(x, y),
        {
            u(x, y).diff(x).subs(x, 0): exp(y),
            u(0, y): 0,
            u(x, 0): sin(x),
            u(x, 1): exp(1) * sin(x),
        },
        {x: UNIT, y: UNIT},
    )
    library = Library.build(variables=[x, y])
    partial = Partial(Skeleton.from_text("* c sin x", library), np.ones(1), (0,), (x,))
    lines = lines_along(problem, partial, y, np.random.default_rng(0))
    assert lines is not None
    np.testing.assert_allclose(lines.values[0][0], np.exp(lines.x), rtol=1e-9)


# constants and parameters ------------------------------------------------------------------------


def test_related_parameters() -> None:
    values = np.linspace(1, 2, 7)
    assert proportion(values, 3 * values) == (3.0, 1)
    assert proportion(values, values**2 / 2) == (0.5, 2)
    assert proportion(values, 4 / values) == (4.0, -1)
    assert proportion(values, values + 1) is None
    assert proportion(np.ones(7), np.ones(7)) is None


LINES = Library.build(variables=[t])


@pytest.mark.parametrize(
    ("text", "linear"),
    [("* c exp * c t", [True, False]), ("exp + c t", [False]), ("/ c + t c", [True, False])],
)
def test_parameters_that_are_factors_or_terms(text: str, linear: list[bool]) -> None:
    skeleton = Skeleton.from_text(text, LINES)
    assert [is_linear(skeleton, slot) for slot in range(skeleton.constants)] == linear


@pytest.mark.parametrize(
    ("text", "meant"), [("exp - c t", "* c exp - c t"), ("log * c t", "+ c log * c t")]
)
def test_a_nested_parameter_is_tried_as_a_factor_and_as_a_term(text: str, meant: str) -> None:
    skeleton = Skeleton.from_text(text, LINES)
    piece = Piece(skeleton, np.array([0.7]), (0,))
    family = Skeleton.from_text(meant, LINES).to_sympy([Symbol("c0"), 1])
    variants = [s.to_sympy([Symbol("c0"), *v[1:]]) for s, v in linear_variants(piece)]
    assert any((v / family).diff(t).equals(0) or (v - family).diff(t).equals(0) for v in variants)


@pytest.mark.parametrize(
    ("text", "constants", "back"),
    [("* c sin t", [2.0], ["* c sin t"]), ("+ c t", [2.0], ["* c + c t", "+ c t"])],
)
def test_ways_back_have_more_parameters(text: str, constants: list[float], back: list[str]) -> None:
    piece = Piece(Skeleton.from_text(text, LINES), np.array(constants), ())
    found = list(piece.ways_back())
    assert sorted({p.skeleton.text for p in found}) == sorted(back)
    assert all(0 in p.parameters and len(p.constants) == p.skeleton.constants for p in found)


def test_pieces_are_tidied() -> None:
    odd = Skeleton.from_text("* c - sin / * t t * t c c", LINES)
    found = tidied(Piece(odd, np.array([0.5, 0.25, 0.0]), ()))
    assert found is not None
    assert found[0].text == "* c sin * c t" and found[1].tolist() == [0.5, 4.0]
    assert found[0].constants == 2 and found[0].length < odd.length
    assert tidied(Piece(Skeleton.from_text("* c sin t", LINES), np.array([0.5]), ())) is None


def test_a_standing_wave_between_zeros() -> None:
    problem = (
        Eq(u(x, t).diff(t, 2), 4 * u(x, t).diff(x, 2)),
        u(x, t),
        {
            u(0, t): 0,
            u(pi, t): 0,
            u(x, 0): sin(3 * x) / 2,
            u(x, t).diff(t).subs(t, 0): 0,
        },
        {x: (0, pi), t: UNIT},
    )
    found = solved(problem, sin(3 * x) * cos(6 * t) / 2)
    assert found.method == "recursive"


@pytest.mark.parametrize("name", ["y", "c"])  # c is the constants' name too
def test_later_rounds_begin_with_the_expressions_of_earlier_ones(name: str) -> None:
    y = Symbol(name)
    shapes = Shapes()
    along_x = Skeleton.from_text("* c sin * c x", Library.build(variables=[x]))
    grammar = Grammar.compile(Library.build(variables=[y]), max_constants=5)
    assert shapes.along(y, grammar) is None
    shapes.remember([Piece(along_x, np.array([2.0, 0.5]), (0,))], x)
    batch = shapes.along(y, grammar)
    assert batch is not None and batch.constants[0, :2].tolist() == [2.0, 0.5]
    tokens = tuple(int(i) for i in batch.programs[0, : batch.lengths[0]])
    assert Skeleton(grammar.library, tokens).to_sympy([1, 2]) == sin(2 * y)
    again = Shapes()
    again.remember([Piece(Skeleton(grammar.library, tokens), np.array([2.0, 0.5]), (0,))], y)
    back = again.along(x, Grammar.compile(Library.build(variables=[x]), max_constants=5))
    assert back is not None and tuple(back.programs[0, :6]) == along_x.tokens


@pytest.mark.parametrize("seed", [0, 1])
def test_many_variables(seed: int) -> None:
    variables = symbols("x1:7")
    exact = exp(-Rational(3, 4) * t) * prod(sin(v / 2) for v in variables)

    def heat(f: Any) -> Any:
        return f.diff(t) - Rational(1, 2) * sum(f.diff(v, 2) for v in variables)

    domain = dict.fromkeys(variables, (1, 2)) | {t: (0, 1)}
    found = solved(manufactured(exact, heat, domain, without=((t, 1),)), exact, seed=seed)
    assert found.method == "recursive"


def test_a_round_is_done_with_the_expression_of_an_earlier_one() -> None:
    """One evaluation is enough where variables play the same part, however many there are."""
    exact = sin(x / 2) * sin(y / 3)
    problem = Problem(*manufactured(exact, laplacian, {x: (1, 2), y: (1, 2)}))
    library = Library.build(variables=[x, y])
    skeleton = Skeleton.from_text("* c sin * c x", library)
    partial = Partial(skeleton, np.array([1.0, 0.5]), (0,), (x,))
    lines = lines_along(problem, partial, y, np.random.default_rng(0))
    assert lines is not None
    shapes = Shapes()
    along_x = Skeleton.from_text("* c sin * c x", Library.build(variables=[x]))
    shapes.remember([Piece(along_x, partial.constants, (0,))], x)
    search = StepSearch(setting(library, shapes), partial, y, lines)
    assert not search.complete
    assert search.advance().evaluations == 1
    assert search.complete
    pieces = next(search.results())
    assert set(pieces) == {0} and difference(pieces[0], sin(y / 3), y) < 1e-9


def test_replacing_parameters() -> None:
    library, inner = Library.build(variables=[x, y]), Library.build(variables=[y])
    before = Partial(Skeleton.from_text("+ * c exp x * c sin x", library), np.ones(2), (0, 1), (x,))
    piece = Piece(Skeleton.from_text("+ c * c y", inner), np.array([2.0, 5.0]), (1,))
    after = replaced(before, y, {0: piece}, [Tie(1, 0, 3.0, 2)])
    assert after.skeleton.to_sympy().free_symbols >= {x, y}
    assert after.known == (x, y)
    assert len(after.free) == 1  # the copies' parameters are tied to the original's
    assert len(after.ties) == 2
    values = after.tie(np.where(np.isin(range(7), after.free), 7.0, after.constants)[None])[0]
    expr = after.skeleton.to_sympy([float(v) for v in values])
    expected = (2 + 7 * y) * exp(x) + 3 * (2 + 7 * y) ** 2 * sin(x)
    assert simplify(expr - expected).subs({x: 0.3, y: 0.7}) == pytest.approx(0, abs=1e-12)


# problems ----------------------------------------------------------------------------------------


def test_product_in_an_exponential() -> None:
    exact = exp(x * y)
    found = solved(manufactured(exact, laplacian, {x: UNIT, y: UNIT}), exact)
    assert found.method == "recursive"
    assert found.steps[0].parameters  # one expression for both faces has a parameter


SEVERAL = y**2 * exp(x) + cos(y) * sin(x)


def test_a_round_regresses_several_parameters() -> None:
    """Where x is known, the amplitudes of both terms are searched for along y."""
    problem = Problem(*manufactured(SEVERAL, laplacian, {x: (0, 2), y: (0, 2)}))
    library = Library.build(variables=[x, y])
    skeleton = Skeleton.from_text("+ * c exp x * c sin x", library)
    partial = Partial(skeleton, np.ones(2), (0, 1), (x,))
    lines = lines_along(problem, partial, y, np.random.default_rng(0))
    assert lines is not None and lines.values.shape[:2] == (2, 1)
    np.testing.assert_allclose(lines.values[0][0], lines.x**2, rtol=1e-9)
    np.testing.assert_allclose(lines.values[1][0], np.cos(lines.x), rtol=1e-9)
    search = StepSearch(setting(library), partial, y, lines)
    assert search.parameters == (0, 1) and search.ties == () and not search.complete
    while not search.complete:
        assert search.advance().evaluations > 0
    pieces = next(search.results())
    assert set(pieces) == {0, 1}
    assert difference(pieces[0], y**2, y) < 1e-8 and difference(pieces[1], cos(y), y) < 1e-8
    after = replaced(partial, y, pieces, search.ties)
    assert after.free == () and after.known == (x, y)
    expr = after.skeleton.to_sympy([float(v) for v in after.constants])
    assert abs(float((expr - SEVERAL).subs({x: 0.3, y: 0.7}))) < 1e-8


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_several_parameters_in_a_step(seed: int) -> None:
    solved(manufactured(SEVERAL, laplacian, {x: (0, 2), y: (0, 2)}), SEVERAL, seed=seed)


@pytest.mark.slow
def test_travelling_wave_with_amplitude() -> None:
    exact = y * sin(x - t)
    domain = {x: (0, 2), y: (1, 2), t: UNIT}
    solved(manufactured(exact, transport, domain, without=((t, 1),)), exact)


@pytest.mark.slow
def test_same_seed_same_answer() -> None:
    exact = exp(x * y)
    problem = manufactured(exact, laplacian, {x: UNIT, y: UNIT})
    runs = [solved(problem, exact, seed=3, workers=w) for w in (1, 2)]
    assert runs[0].expr == runs[1].expr
    assert runs[0].evaluations == runs[1].evaluations
    assert runs[0].steps == runs[1].steps


@pytest.mark.slow
def test_mixed_data() -> None:
    """Neumann on one face, periodic ones, an initial value and an initial velocity."""
    exact = cos(x) * sin(y) * cos(sqrt(2) * t)
    func = u(x, y, t)
    bcs = {
        func.diff(x).subs(x, 0): 0,
        u(pi, y, t): exact.subs(x, pi),
        u(x, y, 0): exact.subs(t, 0),
        func.diff(t).subs(t, 0): 0,
    }
    periodic = [
        Eq(u(x, 0, t), u(x, 2 * pi, t)),
        Eq(func.diff(y).subs(y, 0), func.diff(y).subs(y, 2 * pi)),
    ]
    wave = Eq(func.diff(t, 2), func.diff(x, 2) + func.diff(y, 2))
    conditions = [*(Eq(a, b) for a, b in bcs.items()), *periodic]
    domain = {x: (0, pi), y: (0, 2 * pi), t: UNIT}
    found = find_solution(wave, func, conditions, domain, timeout=120)
    assert found.status is Status.PROVED
    assert simplify(found.expr - exact) == 0


ZEROS = (
    Eq(-laplacian(u(x, y)), 2 * pi**2 * sin(pi * x) * sin(pi * y)),
    u(x, y),
    {u(0, y): 0, u(1, y): 0, u(x, 0): 0, u(x, 1): 0},
    {x: UNIT, y: UNIT},
)


def test_zero_data_say_nothing_along_any_line() -> None:
    problem, unknown = Problem(*ZEROS), Partial.unknown(Library.build(variables=[x, y]))
    for variable in (x, y):
        lines = lines_along(problem, unknown, variable, np.random.default_rng(0))
        assert lines is not None
        np.testing.assert_allclose(lines.values, 0, atol=1e-20)


def test_the_direct_search_has_its_turn_after_a_generation_of_the_recursion() -> None:
    seen = []

    def look(record: Record) -> bool:
        seen.append(record)
        return record.source == "policy"

    config = SearchConfig(hints=False, shortcuts=False, reductions=False)
    find_solution(*ZEROS, config=config, callback=look, timeout=60)
    *before, last = seen
    assert last.source == "policy" and before
    assert all(r.source.startswith("recursion") for r in before)
    assert before[-1].evaluations <= config.batch and last.evaluations <= 2 * config.batch


@pytest.mark.slow
def test_zero_data_are_left_to_the_direct_search() -> None:
    found = find_solution(*ZEROS, timeout=60)
    assert found.status is Status.PROVED, found.reason
    assert simplify(found.expr - sin(pi * x) * sin(pi * y)) == 0


def test_recursion_says_when_it_has_nothing_to_go_by() -> None:
    disk = {x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2))}
    s = Symbol("s")
    curve = [Eq(u(cos(s), sin(s)), cos(s))]
    found = find_solution(
        laplacian(u(x, y)), u(x, y), curve, disk | {s: (0, 2 * pi)}, hint="recursive"
    )
    assert found.status is Status.UNDECIDED
    assert "no values along any line" in found.reason


# the equation along interior lines ---------------------------------------------------------------


@pytest.mark.slow
def test_parameters_of_the_problem_stay_symbols() -> None:
    k = Symbol("k", positive=True)
    heat = Eq(u(x, t).diff(t), k * u(x, t).diff(x, 2))
    bcs = {u(x, 0): sin(x), u(0, t): 0, u(pi, t): 0}
    found = find_solution(
        heat,
        u(x, t),
        bcs,
        {x: (0, pi), t: UNIT},
        params={k: (Rational(1, 2), 2)},
        hint="recursive",
        timeout=120,
    )
    assert found.status is Status.PROVED, found.reason
    assert simplify(found.expr - exp(-k * t) * sin(x)) == 0
    assert {s.variable for s in found.steps} == {x, t, k} and len(found.steps) == 3
    assert found.steps[-1].variable == k  # parameters come after all variables


@pytest.mark.slow
def test_an_ordinary_equation_with_a_parameter() -> None:
    k = Symbol("k", positive=True)
    found = find_solution(
        u(x).diff(x) + k * u(x),
        u(x),
        {u(0): 2},
        {x: UNIT},
        params={k: (Rational(1, 2), 2)},
        hint="recursive",
        timeout=120,
    )
    assert found.status is Status.PROVED, found.reason
    assert simplify(found.expr - 2 * exp(-k * x)) == 0
