"""Children from parents, compiled: who becomes a parent, which operator is tried, what is new."""

import numpy as np

from sympy_ssde.cache import copy_row, plain, plain_part
from sympy_ssde.language.automaton import accepts
from sympy_ssde.language.canonical import canonical_keys
from sympy_ssde.search.archive import add_key, has_key
from sympy_ssde.search.variation import (
    CONSTANTS,
    CROSSOVER,
    GRAFT,
    INSERT,
    MUTATION,
    POINT,
    SHRINK,
    append_copy,
    change_point,
    cross,
    draw_index,
    empty_part,
    graft,
    insert,
    mutate,
    parent_at,
    shake,
    shrink,
)

_DRAWS = 8  # attempts before another operator gets its chance
_ATTEMPTS = 5 * _DRAWS  # attempts before a child is given up


@plain
def select(parents, habits, rng):
    """Return the fittest of some random rows; in some tournaments only short ones count.

    Otherwise long approximations would keep short skeletons from ever being parents, though it is
    a short one that lacks little of the solution.
    """
    lengths, fitness = parents.batch.lengths, parents.fitness
    limit = parents.batch.programs.shape[1]
    if rng.random() < habits.short:
        limit = 1 + draw_index(limit, rng)
    best = draw_index(fitness.shape[0], rng)
    for _ in range(habits.tournament - 1):
        row = draw_index(fitness.shape[0], rng)
        fits, other = lengths[row] <= limit, lengths[best] <= limit
        if (fits and not other) or (fits == other and fitness[row] > fitness[best]):
            best = row
    return best


@plain_part
def _draw_operator(shares, rng):
    left = rng.random()
    for operator in range(shares.shape[0] - 1):
        if left < shares[operator]:
            return operator
    return shares.shape[0] - 1


@plain_part
def _differs(child, parent):
    """Has the child other tokens than the parent?"""
    if child.size[0] != parent.length:
        return True
    for i in range(parent.length):
        if child.tokens[0, i] != parent.program[i]:
            return True
    return False


@plain_part
def vary(child, operator, parents, row, habits, rng, tables):
    """Make a child by the operator; return if it is new and a skeleton of the grammar."""
    child.size[:] = 0
    parent = parent_at(parents, row)
    if operator == CROSSOVER:
        other = parent_at(parents, select(parents, habits, rng))
        made = cross(child, parent, other, rng, tables)
    elif operator == MUTATION:
        made = mutate(child, parent, habits, rng, tables)
    elif operator == POINT:
        made = change_point(child, parent, habits, rng, tables)
    elif operator == GRAFT:
        other = parent_at(parents, select(parents, habits, rng))
        made = graft(child, parent, other, habits, rng, tables)
    elif operator == INSERT:
        made = insert(child, parent, habits, rng, tables)
    elif operator == SHRINK:
        made = shrink(child, parent, rng, tables)
    else:
        made = append_copy(child, parent, 0, parent.length, tables.kind)
        return made and shake(child, habits, rng)
    if not made or not _differs(child, parent):
        return False
    if not accepts(child.tokens[0], child.size[0], tables):
        return False
    if rng.random() < habits.jitter:
        shake(child, habits, rng)
    return True


@plain
def make_children(count, parents, habits, rng, tables, names, known, taken):
    """Return ``(programs, lengths, constants, keys)`` of at most ``count`` new skeletons.

    ``known`` and ``taken`` are tables of canonical keys, see :mod:`sympy_ssde.search.archive`;
    no child's key is in either.  Only perturbed constants are another start for a skeleton that is
    known already.  The children's keys are added to ``taken``, which must have the room.  There are
    fewer children where nothing new is found.
    """
    programs = np.full((count, tables.max_length), np.int16(-1), np.int16)
    lengths = np.zeros(count, np.int64)
    constants = np.zeros((count, tables.max_constants))
    keys = np.zeros(count, np.uint64)
    child = empty_part(tables)
    size, attempt, operator = 0, 0, 0
    missing = count if parents.fitness.shape[0] > 0 else 0
    while missing > 0:
        if attempt % _DRAWS == 0:
            operator = _draw_operator(habits.shares, rng)
        attempt += 1
        row = select(parents, habits, rng)
        made = vary(child, operator, parents, row, habits, rng, tables)
        if made:
            key = canonical_keys(child.tokens, child.size[:1], names)[0]
            made = (operator == CONSTANTS or not has_key(known, key)) and add_key(taken, key)
        if made:
            length, slots = child.size[0], child.size[1]
            copy_row(child.tokens[0, :length], programs[size])
            copy_row(child.constants[:slots], constants[size])
            lengths[size] = length
            keys[size] = key
            size += 1
        if made or attempt == _ATTEMPTS:
            missing -= 1
            attempt = 0
    return programs[:size], lengths[:size], constants[:size], keys[:size]
