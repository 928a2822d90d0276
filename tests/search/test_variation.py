"""Children carry their parents' constants, operator by operator."""

import numpy as np
import pytest
from evolution_makers import GRAMMARS, PAPER, children_of, only, people

from sympy_ssde.language.automaton import subtree_end


def words(library, program, length, constants):
    """Tokens with the numbers of the constants in place of their slots."""
    numbers = iter(constants)
    return [
        float(next(numbers)) if token == library.constant else int(token)
        for token in program[:length]
    ]


def subtrees(program, length, arity):
    return [(i, subtree_end(program, i, arity)) for i in range(length)]


def family(grammar, rng, operator, size=8):
    """Parents and children as words, and the parents' subtrees; new constants are 0.5 or less.

    The parents' constants are 1, 2, 3, ...
    """
    population = people(grammar, size, rng)
    batch, _ = children_of(population, 40, rng, grammar, only(operator, jitter=0.0, spread=1e-3))
    rows = zip(
        population.batch.programs, population.batch.lengths, population.batch.constants, strict=True
    )
    parents = [
        (words(grammar.library, *row), subtrees(row[0], row[1], grammar.library.arity))
        for row in rows
    ]
    children = [words(grammar.library, *row) for row in zip(*batch, strict=True)]
    assert children
    return parents, children


def is_new(word):
    return isinstance(word, float) and abs(word) < 0.5


def inherited(sequence):
    return [word for word in sequence if isinstance(word, float) and not is_new(word)]


def fits_around(child, parent, start, end):
    """What the child has in place of the parent's ``start:end``, or None if the rest differs."""
    after = parent[end:]
    if len(child) < start + len(after):
        return None
    middle = child[start : len(child) - len(after)]
    return middle if child == parent[:start] + middle + after else None


def replaced(child, parents):
    """All (middle, parent, start, end) that the child may have come from."""
    for parent, places in parents:
        for start, end in places:
            middle = fits_around(child, parent, start, end)
            if middle is not None:
                yield middle, parent, start, end


INHERITANCE = pytest.mark.parametrize("name", ["paper", "full", "waves"])


@INHERITANCE
def test_crossover_brings_the_constants_along(name):
    for seed in range(5):
        parents, children = family(GRAMMARS[name], np.random.default_rng(seed), "crossover")
        pieces = [parent[i:j] for parent, places in parents for i, j in places]
        for child in children:
            assert any(middle in pieces for middle, *_ in replaced(child, parents))


@INHERITANCE
def test_mutation_keeps_the_constants_around(name):
    for seed in range(5):
        parents, children = family(GRAMMARS[name], np.random.default_rng(seed), "mutation")
        for child in children:
            assert any(not inherited(middle) for middle, *_ in replaced(child, parents))


@INHERITANCE
def test_point_mutation_changes_one_token(name):
    for seed in range(5):
        parents, children = family(GRAMMARS[name], np.random.default_rng(seed), "point")
        for child in children:
            assert any(
                len(child) == len(parent)
                and [a for a, b in zip(child, parent, strict=True) if a != b][1:] == []
                and not inherited([a for a, b in zip(child, parent, strict=True) if a != b])
                for parent, _ in parents
            )


@INHERITANCE
def test_insertion_keeps_all_constants(name):
    for seed in range(5):
        parents, children = family(GRAMMARS[name], np.random.default_rng(seed), "insertion")
        for child in children:
            assert any(
                len(middle) > end - start
                and (
                    middle[1 : 1 + end - start] == parent[start:end]
                    or middle[len(middle) - (end - start) :] == parent[start:end]
                )
                and inherited(middle) == inherited(parent[start:end])
                for middle, parent, start, end in replaced(child, parents)
            )


@INHERITANCE
def test_shrinking_keeps_the_descendants_constants(name):
    for seed in range(5):
        rng = np.random.default_rng(seed)
        parents, children = family(GRAMMARS[name], rng, "shrinking", size=20)
        for child in children:
            assert any(
                middle in [parent[i:j] for i, j in places if start < i and j <= end]
                for parent, places in parents
                for start, end in places
                for middle in [fits_around(child, parent, start, end)]
            )


def numbers_of(group):
    """The constants of each skeleton, as a set."""
    counts = (group.programs == PAPER.constant).sum(1)
    return [set(row[:n]) for row, n in zip(group.constants, counts, strict=True)]


def test_jitter_perturbs_inherited_constants():
    """Insertion keeps all constants of a parent; with jitter one of them at least is another."""
    grammar, rng = GRAMMARS["paper"], np.random.default_rng(0)
    population = people(grammar, 30, rng)
    parents = [numbers for numbers in numbers_of(population.batch) if numbers]
    assert parents
    for jitter in (0.0, 1.0):
        config = only("insertion", jitter=jitter, spread=1e-3)
        batch, _ = children_of(population, 400, rng, grammar, config)
        children = [{c for c in numbers if not is_new(c)} for numbers in numbers_of(batch)]
        children = [numbers for numbers in children if numbers]
        assert children
        for child in children:
            if jitter:
                assert not any(parent <= child for parent in parents)
            else:
                assert child in parents


@INHERITANCE
def test_grafting_joins_two_parents(name):
    for seed in range(5):
        parents, children = family(GRAMMARS[name], np.random.default_rng(seed), "grafting")
        pieces = [parent[i:j] for parent, places in parents for i, j in places]
        for child in children:
            assert any(
                middle[1:] in (parent[start:end] + piece, piece + parent[start:end])
                for middle, parent, start, end in replaced(child, parents)
                for piece in pieces
            )


@pytest.mark.parametrize("operator", ["insertion", "grafting"])
def test_terms_are_added_to_any_function_of_a_system(operator):
    """Each of the functions gets new terms or factors at its root."""
    grammar, rng = GRAMMARS["triple"], np.random.default_rng(1)
    library, parents = grammar.library, people(grammar, 12, rng, longest=9)
    batch, _ = children_of(parents, 300, rng, grammar, only(operator, jitter=0.0))

    def functions(program, length):
        rest, found = [int(t) for t in program[:length]], []
        for _ in range(2):
            end = subtree_end(np.array(rest), 1, library.arity)
            found.append(tuple(rest[1:end]))
            rest = rest[end:]
        return (*found, tuple(rest))

    whole = [functions(*row) for row in zip(*parents.batch[:2], strict=True)]
    changed = set()
    for row in zip(*batch[:2], strict=True):
        child = functions(*row)
        for parent in whole:
            for k in range(3):
                others = all(child[i] == parent[i] for i in range(3) if i != k)
                if others and len(child[k]) > len(parent[k]):
                    ends = child[k][1 : 1 + len(parent[k])], child[k][-len(parent[k]) :]
                    changed |= {k} if parent[k] in ends else set()
    assert changed == {0, 1, 2}
