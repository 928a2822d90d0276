"""The automaton by brute force: masks, growth and acceptance against all short skeletons."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.abc import x, y

from sympy_ssde.language import automaton
from sympy_ssde.language.automaton import CONSTANT, LONGEST, VARIABLE
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.tokens import Library

LIBRARY = Library.build(["+", "*", "sin", "exp"], [x])
LENGTH = 5
GRAMMAR = Grammar.compile(LIBRARY, max_length=LENGTH, max_constants=1)
WIDE = Grammar.compile(Library.build(variables=[x, y]), max_length=20, max_constants=4)
TABLES = GRAMMAR.tables
seeds = st.integers(0, 2**32 - 1)


def trees(length):
    """All traversals of a length, whether of the grammar or not."""
    for tokens in product(range(len(LIBRARY)), repeat=length):
        missing = 1
        for place, token in enumerate(tokens):
            missing += LIBRARY.arity[token] - 1
            if missing == 0:
                if place == length - 1:
                    yield tokens
                break


def accepted(tokens, tables=TABLES):
    program = np.array(tokens, np.int16)
    return bool(automaton.accepts(program, len(program), tables))


LANGUAGE = {t for n in range(1, LENGTH + 1) for t in trees(n) if accepted(t)}


def test_the_language_keeps_its_limits():
    assert len(LANGUAGE) > 20
    for tokens in LANGUAGE:
        kinds = TABLES.kind[list(tokens)]
        assert (kinds == CONSTANT).sum() <= 1 and (kinds == VARIABLE).any()


def test_masks_offer_exactly_what_can_be_completed():
    """Walk through all prefixes: those of the language, and no others, are offered."""
    prefixes = {t[:n] for t in LANGUAGE for n in range(len(t) + 1)}
    reached = {()}
    for length in range(LENGTH):
        for prefix in sorted(p for p in prefixes if len(p) == length and p not in LANGUAGE):
            state = automaton.begin(1, TABLES)
            for token in prefix:
                automaton.advance(state, np.array([token]), TABLES)
            offered = np.flatnonzero(automaton.mask(state, TABLES)[0])
            longer = {(*prefix, int(token)) for token in offered}
            assert longer == {p for p in prefixes if p[:-1] == prefix and len(p) == length + 1}
            reached |= longer
    assert reached == prefixes


def test_states_count_what_was_put_in():
    tokens = [LIBRARY.index[name] for name in "+ * c x sin x".split()]
    grammar = Grammar.compile(LIBRARY, max_length=8, max_constants=2)
    state = automaton.begin(2, grammar.tables)
    for n, token in enumerate(tokens):
        assert (state.depth > 0).all()
        automaton.advance(state, np.array([token, token]), grammar.tables)
        assert state.used.tolist() == [n + 1] * 2
    assert state.depth.tolist() == [0, 0] and state.constants.tolist() == [1, 1]
    assert state.seen.all() and not automaton.mask(state, grammar.tables).any()
    before = state.used.copy()
    automaton.advance(state, np.array([0, 0]), grammar.tables)  # finished ones stay
    assert (state.used == before).all()


@given(seeds, st.integers(1, LENGTH), st.integers(0, 1))
@settings(deadline=None)
def test_grown_subtrees_keep_their_budget(seed, budget, constants):
    rng = np.random.default_rng(seed)
    out = np.full(LENGTH, -1, np.int16)
    length = automaton.grow(
        TABLES.start, budget, constants, rng, np.ones(len(LIBRARY)), out, TABLES
    )
    assert 0 < length <= budget
    assert automaton.derives(TABLES.start, out, 0, length, TABLES)
    assert (TABLES.kind[out[:length]] == CONSTANT).sum() <= constants


def test_growing_without_a_budget_gives_nothing():
    out = np.full(LENGTH, -1, np.int16)
    rng = np.random.default_rng(0)
    weights = np.ones(len(LIBRARY))
    assert automaton.grow(TABLES.start, 0, 1, rng, weights, out, TABLES) == 0
    assert automaton.grow(TABLES.start, 3, -1, rng, weights, out, TABLES) == 0


def test_every_skeleton_is_drawn_sooner_or_later():
    rng = np.random.default_rng(1)
    programs, lengths = automaton.populate(20_000, LENGTH, rng, np.ones(len(LIBRARY)), TABLES)
    drawn = {tuple(p[:n].tolist()) for p, n in zip(programs, lengths, strict=True)}
    assert drawn == LANGUAGE
    assert automaton.accepts_each(programs, lengths, TABLES).all()


@pytest.mark.parametrize("name", ["sin", "exp", "c"])
def test_tokens_of_weight_zero_are_not_drawn_where_others_can_be(name):
    weights = np.ones(len(LIBRARY))
    weights[LIBRARY.index[name]] = 0
    rng = np.random.default_rng(2)
    programs, _ = automaton.populate(300, LENGTH, rng, weights, TABLES)
    assert not (programs == LIBRARY.index[name]).any()


def test_where_only_weights_of_zero_are_left_one_of_them_is_drawn():
    rng = np.random.default_rng(2)
    programs, lengths = automaton.populate(50, LENGTH, rng, np.zeros(len(LIBRARY)), TABLES)
    assert automaton.accepts_each(programs, lengths, TABLES).all()


@given(seeds)
@settings(deadline=None, max_examples=30)
def test_subtrees_end_where_their_operands_do(seed):
    (program,), (length,) = WIDE.populate(1, np.random.default_rng(seed))
    arity = WIDE.tables.arity
    assert automaton.subtree_end(program, 0, arity) == length
    for start in range(length):
        end = automaton.subtree_end(program, start, arity)
        assert (arity[program[start:end]] - 1).sum() == -1
        partial = np.cumsum(arity[program[start:end]] - 1)
        assert (partial[:-1] >= 0).all()


@given(seeds)
@settings(deadline=None, max_examples=30)
def test_roots_derive_their_subtrees(seed):
    (program,), (length,) = WIDE.populate(1, np.random.default_rng(seed))
    possible, roots = automaton.derive(program, length, WIDE.tables)
    assert possible and len(roots) == length
    for start, root in enumerate(roots):
        end = automaton.subtree_end(program, start, WIDE.tables.arity)
        assert root < 0 or automaton.derives(root, program, start, end, WIDE.tables)


@given(seeds, seeds)
@settings(deadline=None, max_examples=30)
def test_subtrees_with_the_same_root_can_take_each_other_s_place(one, other):
    programs, lengths = zip(
        *(WIDE.populate(1, np.random.default_rng(seed)) for seed in (one, other)), strict=True
    )
    (a, b), (n, m) = [p[0] for p in programs], [int(k[0]) for k in lengths]
    tables = WIDE.tables
    roots = [automaton.derive(p, k, tables)[1] for p, k in ((a, n), (b, m))]
    for i, j in product(range(n), range(m)):
        if roots[0][i] != roots[1][j] or roots[0][i] < 0:
            continue
        ends = automaton.subtree_end(a, i, tables.arity), automaton.subtree_end(b, j, tables.arity)
        joined = np.concatenate([a[:i], b[j : ends[1]], a[ends[0] : n]])
        if len(joined) <= tables.max_length:
            assert automaton.derives(tables.start, joined, 0, len(joined), tables)


def test_what_is_no_skeleton_is_not_accepted():
    index = LIBRARY.index
    assert not accepted([index["+"], index["x"]])
    assert not accepted([index["x"], index["x"]])
    assert not accepted([index["c"]])
    assert not accepted([index["sin"], index["sin"], index["x"]])
    assert not accepted([-1, index["x"]])
    assert accepted([index["x"]])


def test_rooms_hold_the_lengths_of_all_yields():
    """Bit n of the start's room is set exactly if a skeleton of n tokens exists."""
    with_variable = {len(t) for t in LANGUAGE}
    room = int(TABLES.rooms[TABLES.start, 1, 1])
    assert {n for n in range(LONGEST) if room >> n & 1} == with_variable
    none = int(TABLES.rooms[TABLES.start, 1, 0])
    wanted = {len(t) for t in LANGUAGE if LIBRARY.constant not in t}
    assert {n for n in range(LONGEST) if none >> n & 1} == wanted
