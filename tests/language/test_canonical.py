"""Canonical forms on arrays: the alphabet, hashes, and batches of any shape."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.abc import x, y

from sympy_ssde.language.canonical import Alphabet, canonical_form, canonical_keys
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Skeleton, programs, skeletons
from sympy_ssde.language.tokens import OPERATORS, Library, Op

FULL = Library.build(OPERATORS, [x, y])
GRAMMAR = Grammar.compile(FULL, max_length=14)
seeds = st.integers(0, 2**32 - 1)


def drawn(seed, count=20):
    return GRAMMAR.populate(count, np.random.default_rng(seed))


def form(text, library=FULL):
    skeleton = Skeleton.from_text(text, library)
    tokens = canonical_form(np.array(skeleton.tokens), skeleton.length, Alphabet.of(library))
    return " ".join(library.names[t] for t in tokens)


def keys(texts, library=FULL):
    rows = programs([Skeleton.from_text(t, library) for t in texts])
    return canonical_keys(*rows, Alphabet.of(library)).tolist()


def test_the_alphabet_knows_the_library():
    names = Alphabet.of(FULL)
    for token, name in zip((names.add, names.sub, names.mul, names.div), "+-*/", strict=True):
        assert FULL.names[token] == name
    assert FULL.names[names.constant] == "c"
    assert (names.opcode == FULL.opcode).all() and (names.arity == FULL.arity).all()


@pytest.mark.parametrize(
    ("operators", "sub", "div"),
    [(["-", "/"], -1, -1), (["+", "-", "/"], 1, -1), (["*", "-", "/"], -1, 2), (["sin"], -1, -1)],
)
def test_differences_need_sums_and_quotients_need_products(operators, sub, div):
    names = Alphabet.of(Library.build(operators, [x]))
    assert (names.sub, names.div) == (sub, div)


def test_without_constants_there_is_no_slot():
    library = Library.build(["+", "*"], [x, y], constants=False)
    assert Alphabet.of(library).constant == -1
    assert form("+ * y x x", library) == "+ x * x y"


@given(seeds)
@settings(deadline=None, max_examples=40)
def test_padding_and_neighbours_change_no_key(seed):
    rows, lengths = drawn(seed)
    names = Alphabet.of(FULL)
    whole = canonical_keys(rows, lengths, names)
    wide = np.full((len(rows), 40), -1, np.int16)
    wide[:, : rows.shape[1]] = rows
    np.testing.assert_array_equal(canonical_keys(wide, lengths, names), whole)
    np.testing.assert_array_equal(
        canonical_keys(rows[::-1].copy(), lengths[::-1].copy(), names), whole[::-1]
    )
    for i in range(0, len(rows), 5):
        assert canonical_keys(rows[i : i + 1], lengths[i : i + 1], names)[0] == whole[i]


@given(seeds)
@settings(deadline=None, max_examples=40)
def test_programs_are_read_not_changed(seed):
    rows, lengths = drawn(seed)
    before = rows.copy()
    canonical_keys(rows, lengths, Alphabet.of(FULL))
    np.testing.assert_array_equal(rows, before)


@given(seeds)
@settings(deadline=None, max_examples=40)
def test_a_form_has_its_own_key_and_is_a_traversal(seed):
    rows, lengths = drawn(seed)
    names = Alphabet.of(FULL)
    for skeleton, key in zip(
        skeletons(rows, lengths, FULL), canonical_keys(rows, lengths, names), strict=True
    ):
        tokens = canonical_form(np.array(skeleton.tokens), skeleton.length, names)
        assert Skeleton.from_text(" ".join(FULL.names[t] for t in tokens), FULL)
        again = canonical_keys(tokens[None].astype(np.int16), np.array([len(tokens)]), names)
        assert again[0] == key


@given(seeds)
@settings(deadline=None, max_examples=40)
def test_no_two_slots_stand_side_by_side_in_a_form(seed):
    """A sum or a product of two slots would be one slot."""
    for skeleton in skeletons(*drawn(seed), FULL):
        written = f"{skeleton.canonical().text} "
        for pair in ("+ c c ", "* c c ", "- c c ", "/ c c "):
            assert pair not in written


@given(seeds)
@settings(deadline=None, max_examples=40)
def test_variables_are_kept(seed):
    """Folding never loses a variable, save in terms that another takes in."""
    for skeleton in skeletons(*drawn(seed), FULL):
        before = {t for t in skeleton.tokens if FULL.tokens[t].op == Op.VARIABLE}
        after = {t for t in skeleton.canonical().tokens if FULL.tokens[t].op == Op.VARIABLE}
        assert after == before


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x", "x"),
        ("+ y x", "+ x y"),
        ("+ sin x y", "+ y sin x"),
        ("* * x c y", "* c * x y"),
        ("/ / x y y", "/ x * y y"),
        ("- x - y x", "- + x x y"),
        ("+ c + x c", "+ c x"),
        ("- x * c y", "+ x * c y"),
        ("cos - y x", "cos - x y"),
        ("cosh - y x", "cosh - x y"),
        ("sinh - y x", "sinh - y x"),
        ("sinh c", "c"),
        ("cube c", "c"),
        ("square c", "square c"),
        ("pow y c", "pow y c"),
    ],
)
def test_forms(text, wanted):
    assert form(text) == wanted


def test_keys_differ_by_order_where_order_matters():
    texts = ["- x y", "- y x", "/ x y", "/ y x", "pow x y", "pow y x", "x", "y", "sin x", "exp x"]
    assert len(set(keys(texts))) == len(texts)


def test_equal_prefixes_are_told_apart():
    texts = ["sin " * n + "x" for n in range(1, 12)]
    assert len(set(keys(texts))) == len(texts)


def test_an_empty_batch():
    empty = canonical_keys(np.empty((0, 5), np.int16), np.empty(0, np.int64), Alphabet.of(FULL))
    assert empty.shape == (0,) and empty.dtype == np.uint64
