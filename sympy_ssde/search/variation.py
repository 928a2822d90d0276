"""Variation operators of the evolution, compiled: new skeletons from parents, constants included.

Every operator builds a child from parts of its parents, from left to right.  A constant travels
with its slot: a part that is copied brings the fitted values along, a slot that is new gets a
random start.  The whole child is then checked by the automaton, so that no operator can make what
the grammar doesn't derive; the labels of positions (nonterminals) only say what to grow.

A child that can't be made is no error: the operator returns False and another draw is made.
"""

from typing import NamedTuple

import numpy as np

from sympy_ssde.cache import plain_part
from sympy_ssde.kernel.elementary import exp
from sympy_ssde.language.automaton import CONSTANT, PAIR, subtree_end
from sympy_ssde.language.batch import Batch

#: The operators by number, in the order of ``Habits.shares``.
CROSSOVER, MUTATION, POINT, INSERT, GRAFT, SHRINK, CONSTANTS = range(7)

_AT_ROOT = 0.3  # share of insertions above a whole function: a new term or factor


class Parents(NamedTuple):
    """Those who may have children: skeletons with their constants, and ``fitness (size,)``."""

    batch: Batch
    fitness: np.ndarray


class Parent(NamedTuple):
    """One of them: ``program (max_length,)``, ``constants (max_constants,)``."""

    program: np.ndarray
    constants: np.ndarray
    length: int


class Habits(NamedTuple):
    """How children are made.

    ``shares (operators,)``: the probability of each operator, summed up.  ``tournament``: how
    many compete to be a parent.  ``short``: the probability that only those up to a random length
    do.  ``jitter``: the probability that inherited constants are
    perturbed.  ``spread``: standard deviation of the starts of new constants.  ``budget``: length
    of a new subtree at most, a new operand being half as long.  ``weights (tokens,)``: how often
    tokens are drawn.
    """

    shares: np.ndarray
    tournament: int
    short: float
    jitter: float
    spread: float
    budget: int
    weights: np.ndarray


class Part(NamedTuple):
    """A skeleton in the making.

    ``tokens (1, max_length) int16``, ``constants (max_constants,)``, and
    ``size (2,) int64``: how many tokens and constants it has.  ``fresh
    (max_constants,) bool``: is the constant new?
    """

    tokens: np.ndarray
    constants: np.ndarray
    size: np.ndarray
    fresh: np.ndarray


@plain_part
def empty_part(tables):
    """Return a part with nothing in it yet, and room for a whole skeleton."""
    return Part(
        np.full((1, tables.max_length), np.int16(-1), np.int16),
        np.zeros(tables.max_constants),
        np.zeros(2, np.int64),
        np.zeros(tables.max_constants, np.bool_),
    )


@plain_part
def draw_index(count, rng):
    """Return a number from 0 to count - 1."""
    return min(int(rng.random() * count), count - 1)


@plain_part
def _append_token(child, token, number, kind):
    """Append a token, with a new constant's number if it is one; is there room for both?"""
    size, slot = child.size[0], child.size[1]
    if size >= child.tokens.shape[1]:
        return False
    if kind[token] == CONSTANT:
        if slot >= child.constants.shape[0]:
            return False
        child.constants[slot] = number
        child.fresh[slot] = True
        child.size[1] = slot + 1
    child.tokens[0, size] = token
    child.size[0] = size + 1
    return True


@plain_part
def append_copy(child, parent, start, end, kind):
    """Append the tokens from start to end of a parent, with their constants; is there room?"""
    program = parent.program
    size, slot, mine = child.size[0], child.size[1], 0
    if size + end - start > child.tokens.shape[1]:
        return False
    for i in range(start):
        mine += kind[program[i]] == CONSTANT
    for i in range(start, end):
        child.tokens[0, size] = program[i]
        size += 1
        if kind[program[i]] == CONSTANT:
            if slot >= child.constants.shape[0]:
                return False
            child.constants[slot] = parent.constants[mine]
            child.fresh[slot] = False
            slot += 1
            mine += 1
    child.size[0], child.size[1] = size, slot
    return True


@plain_part
def _push(stack, depth, token, pushed):
    """Replace the nonterminal on top of the stack by what the token pushes; return the depth."""
    depth -= 1
    top = stack[depth]
    for i in range(pushed.shape[2] - 1, -1, -1):
        if pushed[top, token, i] >= 0:
            stack[depth] = pushed[top, token, i]
            depth += 1
    return depth


@plain_part
def _follow(stack, depth, program, start, end, tables):
    """Let the stack yield ``program[start:end]``; return its depth after it, -1 if it can't."""
    for i in range(start, end):
        if depth == 0 or not tables.allowed[stack[depth - 1], program[i]]:
            return -1
        depth = _push(stack, depth, program[i], tables.pushed)
    return depth


@plain_part
def _empty_stack(tables):
    """Return room for the nonterminals that a skeleton can have open, and one token's more."""
    return np.empty(tables.max_length + tables.pushed.shape[2] + 1, np.int64)


@plain_part
def _label(parent, start, tables):
    """Return the nonterminal of the subtree at a position, or -1."""
    stack = _empty_stack(tables)
    stack[0] = tables.start
    depth = _follow(stack, 1, parent.program, 0, start, tables)
    return tables.roots[stack[depth - 1], parent.program[start]] if depth > 0 else -1


@plain_part
def _draw_next(top, room, constants, weights, rng, tables):
    """Draw a token below the nonterminal such that its shortest yield has room; -1 if none."""
    total = 0.0
    chosen = -1
    for token in range(weights.shape[0]):
        if not tables.allowed[top, token] or weights[token] <= 0.0:
            continue
        if tables.kind[token] == CONSTANT and constants == 0:
            continue
        least = 1
        for i in range(tables.pushed.shape[2]):
            below = tables.pushed[top, token, i]
            least += tables.shortest[below] if below >= 0 else 0
        if least <= room:
            # In one pass: each takes the place of those before with its share of the sum so far.
            total += weights[token]
            if rng.random() * total < weights[token]:
                chosen = token
    return chosen


@plain_part
def _append_grown(child, nonterminal, budget, spare, habits, rng, tables):
    """Append a random subtree, leaving ``spare`` tokens of room; is there one that fits?

    The automaton's own ``grow`` never comes to a dead end, at several times the price; here that is
    only another draw.
    """
    stack = _empty_stack(tables)
    stack[0] = nonterminal
    depth = 1
    needed = tables.shortest[nonterminal]  # by the whole stack
    budget = min(budget, child.tokens.shape[1] - child.size[0] - spare)
    while depth > 0:
        top = stack[depth - 1]
        room = budget - (needed - tables.shortest[top])
        constants = child.constants.shape[0] - child.size[1]
        token = _draw_next(top, room, constants, habits.weights, rng, tables)
        if token < 0:
            return False
        number = 0.0
        if tables.kind[token] == CONSTANT:
            number = habits.spread * rng.standard_normal()
        if not _append_token(child, token, number, tables.kind):
            return False
        budget -= 1
        needed -= tables.shortest[top]
        below = depth - 1
        depth = _push(stack, depth, token, tables.pushed)
        for i in range(below, depth):
            needed += tables.shortest[stack[i]]
    return True


@plain_part
def _draw_token(label, least, most, other, weights, rng, tables):
    """Draw a token with ``least`` to ``most`` operands, but not the token ``other``; -1 if none.

    A label other than -1 must allow it.
    """
    total = 0.0
    chosen = -1
    for token in range(tables.arity.shape[0]):
        fits = least <= tables.arity[token] <= most and token != other
        if fits and (label < 0 or tables.allowed[label, token]):
            total += weights[token]
            if weights[token] > 0.0 and rng.random() * total < weights[token]:
                chosen = token
    return chosen


@plain_part
def parent_at(parents, row):
    """Return one of the parents."""
    batch = parents.batch
    return Parent(batch.programs[row], batch.constants[row], batch.lengths[row])


@plain_part
def _draw_subtree(parent, rng, arity):
    """Return start and end of a random subtree."""
    start = draw_index(parent.length, rng)
    return start, subtree_end(parent.program, start, arity)


@plain_part
def _draw_root(parent, rng, tables):
    """Return where a random function of the parent begins; nothing is drawn if there is one."""
    pairs = 0
    for i in range(parent.length):
        pairs += tables.kind[parent.program[i]] == PAIR
    start = 0
    if pairs > 0:
        for _ in range(draw_index(pairs + 1, rng)):
            start = subtree_end(parent.program, start + 1, tables.arity)
        if tables.kind[parent.program[start]] == PAIR:
            start += 1
    return start


@plain_part
def cross(child, parent, other, rng, tables):
    """Put a subtree of the other parent in place of one of the first."""
    start, end = _draw_subtree(parent, rng, tables.arity)
    first, last = _draw_subtree(other, rng, tables.arity)
    return (
        append_copy(child, parent, 0, start, tables.kind)
        and append_copy(child, other, first, last, tables.kind)
        and append_copy(child, parent, end, parent.length, tables.kind)
    )


@plain_part
def mutate(child, parent, habits, rng, tables):
    """Put a random subtree of the same nonterminal in place of one of the parent's."""
    start, end = _draw_subtree(parent, rng, tables.arity)
    label = _label(parent, start, tables)
    budget = 1 + draw_index(habits.budget, rng)
    return (
        label >= 0
        and append_copy(child, parent, 0, start, tables.kind)
        and _append_grown(child, label, budget, parent.length - end, habits, rng, tables)
        and append_copy(child, parent, end, parent.length, tables.kind)
    )


@plain_part
def change_point(child, parent, habits, rng, tables):
    """Put another token with as many operands in place of one of the parent's."""
    at = draw_index(parent.length, rng)
    token = parent.program[at]
    arity = tables.arity[token]
    token = _draw_token(-1, arity, arity, token, habits.weights, rng, tables)
    return (
        token >= 0
        and append_copy(child, parent, 0, at, tables.kind)
        and _append_token(child, token, habits.spread * rng.standard_normal(), tables.kind)
        and append_copy(child, parent, at + 1, parent.length, tables.kind)
    )


@plain_part
def graft(child, parent, other, habits, rng, tables):
    """Put an operator above a subtree of the parent; a subtree of the other one is its operand."""
    kind = tables.kind
    at_root = rng.random() < _AT_ROOT
    start = _draw_root(parent, rng, tables) if at_root else draw_index(parent.length, rng)
    end = subtree_end(parent.program, start, tables.arity)
    token = _draw_token(-1, 2, 2, -1, habits.weights, rng, tables)
    first, last = _draw_subtree(other, rng, tables.arity)
    if (
        token < 0
        or not append_copy(child, parent, 0, start, kind)
        or not _append_token(child, token, 0.0, kind)
    ):
        return False
    if rng.random() < 0.5:
        made = append_copy(child, parent, start, end, kind) and append_copy(
            child, other, first, last, kind
        )
    else:
        made = append_copy(child, other, first, last, kind) and append_copy(
            child, parent, start, end, kind
        )
    return made and append_copy(child, parent, end, parent.length, kind)


@plain_part
def insert(child, parent, habits, rng, tables):
    """Put an operator above a subtree of the parent, or a term or factor beside the whole of it.

    The subtree becomes the operator's first or last operand, and what the operator lacks is grown.
    """
    program, length, kind = parent.program, parent.length, tables.kind
    at_root = rng.random() < _AT_ROOT
    start = _draw_root(parent, rng, tables) if at_root else draw_index(length, rng)
    end = subtree_end(program, start, tables.arity)
    label = _label(parent, start, tables)
    if label < 0:
        return False
    least = 2 if at_root else 1
    token = _draw_token(label, least, tables.max_length, -1, habits.weights, rng, tables)
    if token < 0:
        return False
    stack = _empty_stack(tables)
    stack[0] = label
    missing = _push(stack, 1, token, tables.pushed)
    missing = _follow(stack, missing, program, start, end, tables)
    last = rng.random() < 0.5
    possible = (
        missing >= 0
        and append_copy(child, parent, 0, start, kind)
        and _append_token(child, token, 0.0, kind)
        and (last or append_copy(child, parent, start, end, kind))
    )
    spare = length - (start if last else end)
    while possible and missing > 0:
        missing -= 1
        budget = 1 + draw_index((habits.budget + 1) // 2, rng)
        possible = _append_grown(child, stack[missing], budget, spare, habits, rng, tables)
    return (
        possible
        and (not last or append_copy(child, parent, start, end, kind))
        and append_copy(child, parent, end, length, kind)
    )


@plain_part
def shrink(child, parent, rng, tables):
    """Put a subtree's own descendant in its place."""
    start, end = _draw_subtree(parent, rng, tables.arity)
    if end - start < 2:
        return False
    first = start + 1 + draw_index(end - start - 1, rng)
    last = subtree_end(parent.program, first, tables.arity)
    return (
        append_copy(child, parent, 0, start, tables.kind)
        and append_copy(child, parent, first, last, tables.kind)
        and append_copy(child, parent, end, parent.length, tables.kind)
    )


@plain_part
def _perturb(number, spread, rng):
    """Return a number scaled, shifted, with the other sign, or drawn anew."""
    kind = rng.random()
    if kind < 0.35:
        return number * exp(0.5 * rng.standard_normal())
    if kind < 0.7:
        return number + 0.5 * spread * rng.standard_normal()
    if kind < 0.85:
        return -number
    return 2.0 * spread * rng.standard_normal()


@plain_part
def shake(child, habits, rng):
    """Perturb inherited constants, one for sure and each other one with probability 1/3.

    Return if there was one.
    """
    inherited = 0
    for slot in range(child.size[1]):
        inherited += not child.fresh[slot]
    if inherited == 0:
        return False
    sure = draw_index(inherited, rng)
    for slot in range(child.size[1]):
        if not child.fresh[slot]:
            if sure == 0 or rng.random() < 1.0 / 3.0:
                child.constants[slot] = _perturb(child.constants[slot], habits.spread, rng)
            sure -= 1
    return True
