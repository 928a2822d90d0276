"""Steps: related parameters, and expressions of them in one variable."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import exp, nsimplify, simplify, symbols

from sympy_ssde import SearchConfig
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.recursion.fibres import Lines
from sympy_ssde.recursion.partial import Partial
from sympy_ssde.recursion.pieces import Piece, Shapes, replaced
from sympy_ssde.recursion.step_search import Effort, Setting, StepSearch, proportion

x, y, z = symbols("x y z")
WHOLE = Library.build(variables=[x, y, z])
AT = np.linspace(0.1, 1.9, 24)
PLACES = np.array([0.5, 1.0, 2.0])
CONFIG = SearchConfig.paper(batch=60, generations=3, max_length=12)


def begun(text, values, *, others=(z,), shapes=None, seed=0):
    """A step along y for the parameters of an expression in x; values (parameters, lines, n)."""
    skeleton = Skeleton.from_text(text, WHOLE)
    parameters = tuple(range(skeleton.constants))
    partial = Partial(skeleton, np.ones(skeleton.constants), parameters, (x,))
    values = np.array(values)
    places = dict.fromkeys(others, PLACES[: values.shape[1]])
    lines = Lines(AT, values, np.full(len(values), 1e-15), places)
    rng = np.random.default_rng(seed)
    setting = Setting(WHOLE, CONFIG, None, 1, rng, shapes or Shapes())
    return StepSearch(setting, partial, y, lines)


# proportions -------------------------------------------------------------------------------------


@given(
    st.integers(-40, 40).filter(bool),
    st.integers(1, 9),
    st.sampled_from([1, 2, 3, -1, -2]),
    st.lists(st.floats(0.5, 4.0), min_size=5, max_size=9, unique=True),
)
@settings(deadline=None)
def test_multiples_of_powers_are_recognised(numerator, denominator, power, values):
    first = np.array(values)
    assume(np.ptp(first) > 0.1)
    factor = numerator / denominator
    assert proportion(first, factor * first**power) == (pytest.approx(factor, abs=1e-15), power)


@given(st.floats(0.1, 3.0), st.integers(0, 2**32 - 1))
@settings(deadline=None)
def test_other_functions_are_no_proportions(shift, seed):
    first = np.sort(np.random.default_rng(seed).uniform(1, 3, 12))
    for second in (np.exp(first), first + shift, np.sin(first), first**4):
        assert proportion(first, second) is None


def test_a_small_deviation_is_no_proportion():
    first = np.linspace(1, 2, 9)
    assert proportion(first, 3 * first * (1 + 1e-6 * np.arange(9))) is None


def test_constants_and_zeros_are_no_sources():
    assert proportion(np.full(5, 2.0), np.full(5, 4.0)) is None
    assert proportion(np.array([0.0, 1.0, 2.0]), np.array([0.0, 2.0, 4.0])) is None


# steps -------------------------------------------------------------------------------------------


def test_parameters_that_are_constants_need_no_search():
    found = begun("+ * c x c", [np.full((3, 24), 2.0), np.full((3, 24), 0.75)])
    assert found.complete
    pieces = next(found.results())
    assert {slot: piece.constants.tolist() for slot, piece in pieces.items()} == {
        0: [2.0],
        1: [0.75],
    }
    assert all(piece.skeleton.text == "c" and not piece.parameters for piece in pieces.values())


def test_a_parameter_of_later_variables_only_stays_a_parameter():
    values = np.repeat(PLACES[:, None], 24, axis=1)
    pieces = next(begun("* c exp x", [values]).results())
    assert pieces[0].skeleton.text == "c" and pieces[0].parameters == (0,)


def test_without_later_variables_nothing_may_depend_on_the_line():
    """Two lines that differ are no function of y alone."""
    found = begun("* c exp x", [np.array([[1.0] * 24, [2.0] * 24])], others=())
    assert not found.complete


def test_related_parameters_are_tied_and_searched_for_once():
    base = np.exp(0.3 * AT)[None] * PLACES[:, None]
    found = begun("+ * c x + * c exp x c", [base, 3 * base**2, 1 / base])
    assert {(t.slot, t.source, t.power) for t in found.ties} == {(1, 0, 2), (2, 0, -1)}
    assert {t.slot: t.factor for t in found.ties} == {1: 3.0, 2: 1.0}
    assert found.parameters == (0, 1, 2) and len(found._searches) == 1


def test_no_tie_leads_to_a_tied_parameter():
    rng = np.random.default_rng(1)
    base = rng.uniform(1, 2, (3, 24))
    found = begun("+ * c x + * c exp x + c * c sin x", [base, 2 * base, base**3, 5 / base])
    tied = {t.slot for t in found.ties}
    assert tied == {1, 2, 3} and not tied & {t.source for t in found.ties}


@pytest.mark.parametrize("shape", ["* c exp y", "* c * y y", "+ c sin y"])
def test_remembered_shapes_are_found_at_once(shape):
    """A shape of an earlier step is the search's first guess."""
    along = Library.build(variables=[x])
    before = Skeleton.from_text(shape.replace("y", "x"), along)
    shapes = Shapes()
    shapes.remember([Piece(before, np.array([1.0]), (0,))], x)
    wanted = Skeleton.from_text(shape, Library.build(variables=[y])).to_sympy([z])
    function = {
        "* c exp y": PLACES[:, None] * np.exp(AT),
        "* c * y y": PLACES[:, None] * AT**2,
        "+ c sin y": PLACES[:, None] + np.sin(AT),
    }[shape]
    found = begun("* c exp x", [function], shapes=shapes)
    assert not found.complete
    efforts = []
    while not found.complete and len(efforts) < 40:
        efforts.append(found.advance())
    assert found.complete and all(isinstance(e, Effort) for e in efforts)
    assert all(a.reward <= b.reward for a, b in pairwise(efforts))
    assert efforts[-1].best and efforts[-1].evaluations > 0
    best = next(found.results())[0]
    assert len(best.parameters) == 1
    written = best.skeleton.to_sympy(
        [z if i in best.parameters else nsimplify(c) for i, c in enumerate(best.constants)]
    )
    quotient, difference = written / wanted, written - wanted
    assert simplify(quotient.diff(y)) == 0 or simplify(difference.diff(y)) == 0


def test_pieces_fit_into_the_partial_expression():
    found = begun("* c exp x", [np.repeat(PLACES[:, None], 24, axis=1)])
    for pieces in found.results():
        after = replaced(found.partial, y, pieces, found.ties)
        assert after.known == (x, y) and after.skeleton.to_sympy().has(exp(x))


def test_the_grammar_of_a_round_is_in_its_variable_alone():
    found = begun("* c exp x", [np.ones((3, 24))])
    assert found.library.variables == (y,)
    names = set(found.library.names)
    assert names == set(WHOLE.names) - {"x", "z"}
    assert found.grammar.tables.max_length == CONFIG.max_length
