"""Grammars and their automaton: what comes out is in the language, and what is in it comes out."""

import itertools

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark
from sympy.abc import x, y

from sympy_ssde.errors import GrammarError
from sympy_ssde.language import automaton
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.tokens import OPERATORS, Library
from sympy_ssde.resources import read_grammar

PAPER = Library.build(variables=[x, y])
FULL = Library.build(OPERATORS, [x, y], [sympy.pi, sympy.Integer(2)])
GRAMMARS = {
    "paper": Grammar.compile(PAPER),
    "full": Grammar.compile(FULL),
    "short": Grammar.compile(FULL, max_length=6, min_length=4, max_constants=1),
    "odd": Grammar.compile(Library.build(["*", "pow"], [x]), max_length=7, min_length=7),
}
TERMINALS = """
VARIABLE: "x" | "y"
LITERAL: "pi" | "2"
FUNCTION: "tanh" | "sinh" | "cosh" | "atan"
%ignore " "
"""
PARSER = Lark(
    read_grammar("skeleton.lark").replace("%declare VARIABLE LITERAL FUNCTION", TERMINALS),
    parser="lalr",
)
grammars = st.sampled_from(sorted(GRAMMARS)).map(GRAMMARS.get)
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
ONES = np.ones(len(FULL))


def text(grammar, program):
    return " ".join(grammar.library.names[token] for token in program if token >= 0)


def sample(grammar, batch, rng):
    """Draw evenly from the mask until all are finished."""
    state = grammar.begin(batch)
    columns = []
    while state.depth.any():
        offered = grammar.mask(state)
        assert np.array_equal(offered.any(axis=1), state.depth > 0)
        chosen = np.where(offered.any(axis=1), (rng.random(offered.shape) * offered).argmax(1), -1)
        grammar.advance(state, chosen)
        columns.append(chosen)
    programs = np.array(columns, np.int16).T
    assert np.array_equal((programs >= 0).sum(axis=1), state.used)
    return programs, state.used


def tree(words):
    """Nested tuples, read from an iterator over a traversal."""
    word = next(words)
    arity = OPERATORS[word][1] if word in OPERATORS else 0
    return (word, *(tree(words) for _ in range(arity)))


def subtrees(node):
    yield node
    for child in node[1:]:
        yield from subtrees(child)


INVERSES = {
    ("exp", "log"), ("log", "exp"), ("sqrt", "square"), ("square", "sqrt"), ("pow", "sqrt"),
    ("pow", "square"), ("pow", "cube"), ("pow", "pow"), ("sqrt", "pow"), ("square", "pow"),
    ("cube", "pow"),
}  # fmt: skip


def check_constraints(traversal):
    whole = tree(iter(traversal.split()))
    for node in subtrees(whole):
        below = [inner[0] for child in node[1:] for inner in subtrees(child)]
        if node[0] in ("sin", "cos"):
            assert not {"sin", "cos"} & set(below), traversal
        if len(node) > 1:
            assert {"x", "y"} & set(below), traversal
        for child in node[1:]:
            assert (node[0], child[0]) not in INVERSES, traversal
        if node[0] == "pow":
            assert node[2][0] in ("c", "pi", "2"), traversal
    assert {"x", "y"} & set(traversal.split())


def check_member(grammar, program):
    traversal = text(grammar, program)
    PARSER.parse(traversal)
    check_constraints(traversal)
    tables = grammar.tables
    words = traversal.split()
    assert tables.min_length <= len(words) <= tables.max_length
    assert words.count("c") <= tables.max_constants
    assert grammar.accepts(program[: len(words)])


@given(grammars, seeds)
@settings(max_examples=25, deadline=None)
def test_sampled_skeletons_are_in_the_language(grammar, rng):
    for program in sample(grammar, 20, rng)[0]:
        check_member(grammar, program)


@given(grammars, seeds)
@settings(max_examples=25, deadline=None)
def test_populations_are_in_the_language(grammar, rng):
    for program in grammar.populate(20, rng)[0]:
        check_member(grammar, program)


@given(seeds, st.integers(1, 12), st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_grown_subtrees_keep_budget_and_nonterminal(rng, budget, constants):
    grammar = GRAMMARS["full"]
    out = np.full(30, -1, np.int16)
    for nonterminal in range(len(grammar.nonterminals)):
        size = automaton.grow(nonterminal, budget, constants, rng, ONES, out, grammar.tables)
        assert (size > 0) == (budget >= grammar.shortest[nonterminal])
        assert size <= budget
        assert np.count_nonzero(out[:size] == FULL.constant) <= constants
        assert size == 0 or automaton.derives(nonterminal, out, 0, size, grammar.tables)


def swap(first, i, second, j, arity):
    """Put the subtree of ``second`` at j in place of that of ``first`` at i."""
    i_end = automaton.subtree_end(first, i, arity)
    j_end = automaton.subtree_end(second, j, arity)
    return np.concatenate([first[:i], second[j:j_end], first[i_end:]])


@given(seeds)
@settings(max_examples=20, deadline=None)
def test_subtrees_of_one_nonterminal_can_be_swapped(rng):
    grammar = Grammar.compile(FULL, max_length=60, max_constants=60)
    arity = FULL.arity
    weights = np.where(arity == 0, 3.0, 1.0)
    programs, lengths = automaton.populate(12, 25, rng, weights, grammar.tables)
    swapped = 0
    for a, b in itertools.pairwise(range(12)):
        first, second = programs[a, : lengths[a]], programs[b, : lengths[b]]
        (ok, roots), (also_ok, others) = (
            automaton.derive(p, len(p), grammar.tables) for p in (first, second)
        )
        assert ok and also_ok and (roots >= 0).all() and (others >= 0).all()
        for i, j in itertools.product(range(len(first)), range(len(second))):
            if roots[i] == others[j]:
                child = swap(first, i, second, j, arity)
                assert grammar.accepts(child), text(grammar, child)
                swapped += 1
        PARSER.parse(text(grammar, child))
    assert swapped > 0


def all_programs(library, longest):
    for length in range(1, longest + 1):
        yield from itertools.product(range(len(library)), repeat=length)


def parses(traversal):
    try:
        PARSER.parse(traversal)
    except Exception:
        return False
    return True


def test_accepts_is_lark_and_the_mask_offers_all_of_it():
    library = Library.build(["*", "sin", "exp", "log"], [x])
    grammar = Grammar.compile(library, max_length=4, min_length=3, max_constants=1)
    expected = {
        program
        for program in all_programs(library, 4)
        if len(program) >= 3
        and program.count(library.constant) <= 1
        and parses(text(grammar, program))
    }
    accepted = {program for program in all_programs(library, 4) if grammar.accepts(program)}
    assert accepted == expected
    drawn = sample(grammar, 5000, np.random.default_rng(0))[0]
    assert {tuple(p[p >= 0].tolist()) for p in drawn} == expected


@pytest.mark.parametrize(
    "traversal",
    ["+ x", "x x", "sin c", "+ c c", "sin cos x", "sin * x exp sin x", "exp log x", "pow x y", "c"],
)
def test_rejects(traversal):
    program = [FULL.index[word] for word in traversal.split()]
    assert not GRAMMARS["full"].accepts(program)


def test_padding_is_no_token():
    assert not GRAMMARS["full"].accepts([FULL.index["sin"], -1])


def test_weights_of_zero_are_never_drawn_where_there_is_a_choice():
    weights = ONES.copy()
    weights[[FULL.index["y"], FULL.index["sin"]]] = 0
    programs, _ = GRAMMARS["full"].populate(300, np.random.default_rng(1), weights)
    assert not np.isin(programs, [FULL.index["y"], FULL.index["sin"]]).any()
    assert np.isin(programs, FULL.index["cos"]).any()


def test_same_seed_same_skeletons():
    first, second = (GRAMMARS["paper"].populate(50, np.random.default_rng(7)) for _ in range(2))
    assert np.array_equal(first[0], second[0])


def test_nonterminals_that_a_library_cannot_tell_apart_are_one():
    few = Grammar.compile(Library.build(["+", "exp"], [x]))
    assert len(few.nonterminals) == 4  # tree, pair, operand, constant


def test_a_variable_is_required_where_the_grammar_does_not():
    loose = 'start: "+" start start | "c" | VARIABLE\n%declare VARIABLE\n'
    grammar = Grammar.compile(Library.build(["+"], [x]), loose, max_length=5, min_length=5)
    programs, _ = sample(grammar, 500, np.random.default_rng(2))
    index = grammar.library.index
    assert (programs == index["x"]).any(axis=1).all()
    assert ((programs == index["c"]).sum(axis=1) == 2).any()
    assert not grammar.accepts([index["+"], index["c"], index["c"]])


def test_operators_in_the_middle_and_groups_of_operators():
    chains = 'start: unary "exp" VARIABLE | VARIABLE\nunary: "sin" | "cos"\n%declare VARIABLE\n'
    grammar = Grammar.compile(PAPER, chains)
    drawn = {text(grammar, p) for p in grammar.populate(200, np.random.default_rng(3))[0]}
    assert drawn == {"x", "y", *(f"{f} exp {v}" for f in ("sin", "cos") for v in "xy")}
    program = np.array([PAPER.index[w] for w in ["sin", "exp", "x"]])
    possible, roots = automaton.derive(program, 3, grammar.tables)
    assert possible and roots[1] == -1 and roots[0] >= 0


HEAD = "%declare VARIABLE LITERAL\n"


@pytest.mark.parametrize(
    "grammar, message, line, column",
    [
        ('start: VARIABLE\n  | "sin" $\n', "not a grammar", 3, 11),
        ("start: ((\n", "not a grammar", 2, 10),
        ('start: VARIABLE\n  | "sin" missing\n', "missing", 3, 11),
        ("start: VARIABLE\n// MISSING\nb: MISSING\n", "MISSING", 4, 4),
        ("start: VARIABLE\nstart: LITERAL\n", "more than once", 3, 1),
        ("other: VARIABLE\n", "no rule named 'start'", 1, 1),
        ('start: a\na: b VARIABLE\nb: a | "c"\n', "left recursion", 3, 1),
        ("start: VARIABLE+\n", "left recursion", 2, 1),
        ('start: VARIABLE | a\na: "sin" VARIABLE | b\nb: "sin" a\n', "not deterministic", 3, 1),
        ("start: t{VARIABLE}\n\nt{a}: a | a a\n", "another number of trees", 4, 1),
        ('start: VARIABLE | "sine" start\n', "unknown token 'sine'", 2, 19),
        ("start: VARIABLE | Q\nQ: /q+/\n", "unknown token 'q+'", 2, 19),
        ("start: VARIABLE | T\n%declare T\n", "T, which means nothing", 2, 1),
        ('start: VARIABLE | e\ne: "c"?\n', "empty alternative", 3, 1),
        ('\nstart: "tanh" start | "pow" start "c"\n', "nothing can be derived", 3, 1),
        ('start: "c"\n', "derives no skeleton", 2, 1),
        ('start: VARIABLE | "+" start\n', "another number of trees", 2, 1),
        ('start: "+" VARIABLE\n', "must yield one tree", 2, 1),
        ('start: VARIABLE "sin"\n', "must yield one tree", 2, 1),
        ('start: VARIABLE | F\nF: "sin" | "+"\n', "different numbers of operands", 2, 19),
    ],
)
def test_errors_say_where(grammar, message, line, column):
    with pytest.raises(GrammarError, match="column") as caught:
        Grammar.compile(PAPER, HEAD + grammar)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    "limits",
    [{"max_length": 0}, {"min_length": 9, "max_length": 8}, {"max_length": 63},
     {"max_constants": -1}],
)  # fmt: skip
def test_limits_are_checked(limits):
    with pytest.raises(GrammarError, match="expected"):
        Grammar.compile(PAPER, **limits)


def test_limits_that_nothing_meets():
    with pytest.raises(GrammarError, match="widen the limits"):
        Grammar.compile(Library.build(["+"], [x]), min_length=4, max_length=4)


@pytest.mark.parametrize("functions", [2, 3, 4])
def test_candidates_for_systems_are_functions_one_after_the_other(functions):
    """Each is a sentence of the grammar, or a constant."""
    library = Library.build(OPERATORS, [x, y], functions=functions)
    grammar = Grammar.compile(library, max_length=30)
    programs, lengths = grammar.populate(300, np.random.default_rng(0))
    constants = 0
    for program, length in zip(programs, lengths, strict=True):
        rest = program[:length]
        assert grammar.accepts(rest)
        for _ in range(functions - 1):
            assert rest[0] == library.index[","]
            end = automaton.subtree_end(rest, 1, library.arity)
            tree, rest = rest[1:end], rest[end:]
            constants += _is_function(tree, library)
        constants += _is_function(rest, library)
    assert 0 < constants < 300


def _is_function(tree, library):
    """Check that it is a sentence; return whether it is a constant."""
    words = [library.names[t] for t in tree]
    if words == ["c"]:
        return True
    PARSER.parse(" ".join(words))
    return False


def test_a_grammar_of_ones_own_is_that_of_each_function():
    library = Library.build(["+", "sin"], [x], functions=2)
    waves = '%declare VARIABLE\nstart: "+" wave start | wave\nwave: "sin" VARIABLE | "c"'
    grammar = Grammar.compile(library, waves, max_length=9)
    for text, wanted in ((", sin x c", True), (", + c c sin x", True), (", x sin x", False)):
        assert grammar.accepts([library.index[word] for word in text.split()]) == wanted
