"""Between two steps of the network: bars, priors, draws, and what it saw."""

import numpy as np
import pytest
from sympy.abc import x, y

from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.tokens import Library
from sympy_ssde.search.walk import Prior, begin_walk, retrace

GRAMMAR = Grammar.compile(Library.build(variables=[x, y]), max_length=12, max_constants=3)
TABLES = GRAMMAR.tables
NONE = Prior(10.0, np.inf, False)


def test_a_walk_begins_with_one_open_place():
    walk = begin_walk(3, 12)
    assert walk.open.tolist() == [1, 1, 1] and walk.used.tolist() == walk.depth.tolist() == [0] * 3


def test_only_barred_tokens_are_barred():
    programs, lengths = GRAMMAR.populate(50, np.random.default_rng(0))
    seen = retrace(programs, lengths, TABLES, NONE)
    for row, length in enumerate(lengths):
        for place in range(length):
            assert seen.bias[place, row, programs[row, place]] == 0.0
            offered = seen.bias[place, row] > -1e8
            state = GRAMMAR.begin(1)
            for token in programs[row, :place]:
                GRAMMAR.advance(state, [int(token)])
            np.testing.assert_array_equal(offered, GRAMMAR.mask(state)[0])


def test_parents_and_siblings():
    library, width = GRAMMAR.library, len(GRAMMAR.library) + 1
    empty = width - 1
    plus, times, at_x, at_y = (library.index[n] for n in ("+", "*", "x", "y"))
    program = np.full((1, 12), -1, np.int16)
    program[0, :5] = [plus, times, at_x, at_y, at_x]  # x*y + x
    seen = retrace(program, np.array([5]), TABLES, NONE)
    pairs = [divmod(int(p), width) for p in seen.pairs[:, 0]]
    assert pairs == [(empty, empty), (plus, empty), (times, empty), (times, at_x), (plus, times)]


@pytest.mark.parametrize("even", [False, True])
def test_even_arities_lower_the_many(even):
    programs, lengths = GRAMMAR.populate(1, np.random.default_rng(0))
    bias = retrace(programs, lengths, TABLES, Prior(10.0, np.inf, even)).bias[0, 0]
    offered = bias > -1e8
    for arity in (1, 2):
        tokens = offered & (TABLES.arity == arity)
        expected = -np.log(tokens.sum()) if even else 0.0
        np.testing.assert_allclose(bias[tokens], expected, atol=1e-12)
