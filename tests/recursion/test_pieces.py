"""Pieces: expressions in one variable, their variants, and partial expressions made of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Symbol, exp, nsimplify, simplify, sin, symbols

from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Skeleton, skeletons
from sympy_ssde.language.tokens import OPERATORS, Library
from sympy_ssde.recursion.partial import Partial, Tie
from sympy_ssde.recursion.pieces import Piece, Shapes, is_linear, linear_variants, replaced, tidied

x, y, z = symbols("x y z")
ALONG = Library.build(variables=[y])
WIDE = Library.build([*OPERATORS], [y])
WHOLE = Library.build(variables=[x, y, z])
GRAMMAR = Grammar.compile(WIDE, max_length=10, max_constants=4)


def piece(text, constants=(), parameters=(), library=ALONG):
    return Piece(Skeleton.from_text(text, library), np.array(constants, float), parameters)


@st.composite
def drawn(draw):
    """Skeletons in one variable, from a seed."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return skeletons(*GRAMMAR.populate(1, rng), WIDE)[0]


# which slots are factors or terms ----------------------------------------------------------------


@given(drawn())
@settings(deadline=None, max_examples=40)
def test_linear_slots_have_no_second_derivative(skeleton):
    expr = skeleton.to_sympy()
    at = {Symbol(f"c{i}"): 0.3 + 0.2 * i for i in range(skeleton.constants)} | {y: 0.7}
    for number in range(skeleton.constants):
        if is_linear(skeleton, number):
            curvature = complex(expr.diff(Symbol(f"c{number}"), 2).subs(at).evalf(30))
            assert abs(curvature) < 1e-9 or not np.isfinite(curvature)


@pytest.mark.parametrize(
    ("text", "linear"),
    [
        ("c", [True]),
        ("- y c", [True]),
        ("/ * c y c", [True, False]),
        ("square c", [False]),
        ("* c * sin y + c exp c", [True, True, False]),
        ("/ y + c y", [False]),
    ],
)
def test_slots_below_functions_and_denominators_are_not_linear(text, linear):
    skeleton = Skeleton.from_text(text, WIDE)
    assert [is_linear(skeleton, i) for i in range(skeleton.constants)] == linear


def test_there_is_no_slot_beyond_the_last():
    with pytest.raises(IndexError):
        is_linear(Skeleton.from_text("* c y", ALONG), 1)


# ranks -------------------------------------------------------------------------------------------


def test_fewer_parameters_come_first_then_plain_ones_then_short_ones():
    best = [
        piece("exp y"),
        piece("* c sin exp y", [2.0]),
        piece("* c y", [2.0], (0,)),
        piece("* c exp y", [2.0], (0,)),
        piece("exp * c y", [2.0], (0,)),
        piece("+ c * c y", [1.0, 2.0], (0, 1)),
    ]
    backwards = best[::-1]
    assert sorted(backwards, key=lambda p: p.rank) == best


@given(drawn(), st.data())
@settings(deadline=None, max_examples=20)
def test_ways_back_describe_the_same_function_with_more_parameters(skeleton, data):
    slots = range(skeleton.constants)
    chosen = tuple(sorted(data.draw(st.sets(st.sampled_from(slots))))) if slots else ()
    first = Piece(skeleton, np.arange(1.0, 1 + skeleton.constants), chosen)
    for other in first.ways_back():
        assert len(other.constants) == other.skeleton.constants
        assert set(other.parameters) <= set(range(other.skeleton.constants))
        assert other.parameters == tuple(sorted(set(other.parameters)))
        assert len(other.parameters) >= len(first.parameters)
        exact = [nsimplify(c) for c in other.constants]
        before = first.skeleton.to_sympy([nsimplify(c) for c in first.constants])
        assert other.skeleton.to_sympy(exact) == before


def test_no_way_back_without_products_or_constants():
    library = Library.build(["+", "sin"], [y], constants=False)
    assert list(piece("sin y", library=library).ways_back()) == []


# tidy forms --------------------------------------------------------------------------------------


@given(drawn(), st.lists(st.sampled_from([-1.0, 0.0, 1.0, 0.5, 2.0]), min_size=4, max_size=4))
@settings(deadline=None, max_examples=40)
def test_tidied_pieces_are_shorter_and_have_the_same_values(skeleton, values):
    odd = Piece(skeleton, np.array(values[: skeleton.constants]), ())
    found = tidied(odd)
    if found is None:
        return
    form, constants = found
    assert form.complexity < skeleton.complexity
    assert len(constants) == form.constants and np.isfinite(constants).all()
    before, after = skeleton.to_sympy(odd.constants), form.to_sympy(constants)
    for place in (0.3, 1.7):
        a, b = (complex(e.subs(y, place).evalf(30)) for e in (before, after))
        if np.isfinite(a) and np.isfinite(b) and abs(a) < 1e6:
            assert b == pytest.approx(a, rel=1e-8, abs=1e-8)


def test_ones_and_zeros_vanish():
    found = tidied(piece("+ c * c sin y", [0.0, 1.0]))
    assert found is not None and found[0].text == "sin y" and found[1].size == 0


def test_what_has_no_value_is_left_as_it_is():
    assert tidied(piece("+ / y c exp * c y", [0.0, 0.0])) is None


# parameters as factors and terms -----------------------------------------------------------------


@pytest.mark.parametrize("text", ["exp + c y", "sin * c y", "log + y c", "exp * y - c y"])
def test_variants_begin_with_their_parameter(text):
    variants = list(linear_variants(piece(text, [0.5], (0,))))
    assert variants
    for skeleton, constants in variants:
        assert skeleton.library is ALONG
        assert is_linear(skeleton, 0) and constants[0] == 1.0
        assert len(constants) == skeleton.constants
        assert skeleton.to_sympy(list(constants)).has(y)


def test_no_variant_where_nothing_is_left_of_the_variable():
    """Of c**2*y nothing is left at 0, and y at 1."""
    found = {s.text for s, _ in linear_variants(piece("* square c y", [2.0], (0,), WIDE))}
    assert found == {"* c y", "+ c y"}


# shapes ------------------------------------------------------------------------------------------


def test_shapes_are_forgotten():
    shapes = Shapes()
    grammar = Grammar.compile(ALONG, max_constants=5)
    shapes.remember([piece("* c exp y", [2.0])], y)
    assert len(shapes.along(y, grammar)) == 1
    shapes.clear()
    assert shapes.along(y, grammar) is None


def test_a_shape_is_kept_once_with_its_last_constants():
    shapes = Shapes()
    shapes.remember([piece("* c exp y", [2.0]), piece("* c exp y", [3.0]), piece("sin y")], y)
    batch = shapes.along(y, Grammar.compile(ALONG, max_constants=5))
    assert len(batch) == 2 and batch.constants[0, 0] == 3.0


def test_shapes_that_the_grammar_refuses_are_left_out():
    shapes = Shapes()
    shapes.remember([piece("+ * c y exp * c exp y", [1.0, 2.0]), piece("exp y")], y)
    assert len(shapes.along(y, Grammar.compile(ALONG, max_length=4))) == 1
    assert len(shapes.along(y, Grammar.compile(ALONG, max_constants=1))) == 1
    waves = Grammar.compile(ALONG, '%declare VARIABLE\nstart: "sin" VARIABLE\n')
    assert shapes.along(y, waves) is None


# replacing parameters ----------------------------------------------------------------------------


def before(text, parameters, ties=()):
    skeleton = Skeleton.from_text(text, WHOLE)
    return Partial(skeleton, np.arange(2.0, 2 + skeleton.constants), parameters, (x,), ties)


def value(made, free=5.0):
    slots = np.where(np.isin(range(len(made.constants)), made.free), free, made.constants)
    return made.skeleton.to_sympy([nsimplify(v) for v in made.tie(np.array([slots, slots]))[0]])


def test_a_piece_without_parameters_leaves_none():
    after = replaced(before("* c exp x", (0,)), y, {0: piece("sin * c y", [3.0])}, ())
    assert after.parameters == after.free == () and after.ties == ()
    assert after.known == (x, y)
    assert value(after) == sin(3 * y) * exp(x)


def test_constants_that_are_no_parameters_stay():
    after = replaced(before("* c exp * c x", (0,)), y, {0: piece("* c y", [7.0], (0,))}, ())
    assert after.skeleton.text == "* * c y exp * c x"
    assert after.constants.tolist() == [7.0, 3.0] and after.free == (0,)


def test_several_parameters_get_their_own_pieces():
    pieces = {0: piece("+ c y", [4.0], (0,)), 1: piece("* c y", [6.0])}
    after = replaced(before("+ * c x * c exp x", (0, 1)), y, pieces, ())
    assert after.parameters == (0,)
    assert simplify(value(after) - ((5 + y) * x + 6 * y * exp(x))) == 0


@pytest.mark.parametrize("power", [1, 2, 3, -1, -2])
def test_tied_parameters_become_powers_of_the_original(power):
    root = piece("+ c * c y", [2.0, 4.0], (1,))
    after = replaced(before("+ * c x c", (0, 1)), y, {0: root}, [Tie(1, 0, 3.0, power)])
    assert len(after.free) == 1 and len(after.ties) == abs(power)
    assert set(after.parameters) == {*after.free, *(t.slot for t in after.ties)}
    wanted = (2 + 5 * y) * x + 3 * (2 + 5 * y) ** power
    assert simplify(value(after) - wanted) == 0


@pytest.mark.parametrize(("first", "second"), [(2, 2), (3, -1), (-1, -2)])
def test_chains_of_ties_lead_to_their_root(first, second):
    """c2 = 2*c1**second and c1 = 3*c0**first."""
    ties = [Tie(1, 0, 3.0, first), Tie(2, 1, 2.0, second)]
    made = before("+ * c x + * c exp x c", (0, 1, 2), tuple(ties[1:]))
    after = replaced(made, y, {0: piece("* c exp y", [2.0], (0,))}, ties[:1])
    root = 5 * exp(y)
    wanted = root * x + 3 * root**first * exp(x) + 2 * (3 * root**first) ** second
    got = value(after).subs({x: 0.3, y: 0.2})
    assert float(got) == pytest.approx(float(wanted.subs({x: 0.3, y: 0.2})), rel=1e-12)


def test_names_are_translated_between_libraries():
    inner = Library.build(["sin", "*"], [z])
    after = replaced(before("* c x", (0,)), z, {0: piece("* c sin z", [3.0], (), inner)}, ())
    assert after.skeleton.library is WHOLE and value(after) == 3 * sin(z) * x
