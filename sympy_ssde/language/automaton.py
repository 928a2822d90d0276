"""The pushdown automaton of a grammar, compiled: sampling, growing and checking prefix traversals.

A state is a stack of nonterminals.  The next token must be allowed by the nonterminal on top, which
is then replaced by the nonterminals that the token pushes; an empty stack ends the skeleton.

Beside the stack stand the counters: length, number of constants, and whether there is a variable
yet.  They are kept exactly: for every height of the stack, ``room`` holds the set of lengths that
the nonterminals up to there can still yield, so a token is offered if and only if the skeleton can
be completed after it within all limits.  A set of lengths is one ``uint64``, bit n for length n;
the lengths of two yields in sequence are the sums of both sets' members.

A *room* is an array ``(2, constants + 1)`` of such sets: ``[0, k]`` the lengths of yields with at
most k constants, ``[1, k]`` those of the yields among them that contain a variable.

Batches of skeletons are ``programs (batch, max_length) int16`` padded with -1, and
``lengths (batch,) int64``.
"""

from typing import NamedTuple

import numpy as np

from sympy_ssde.cache import copy_row, plain, plain_part

#: A set of lengths has this many bits, length 0 included.
LONGEST = 62

_ONE = np.uint64(1)
_NONE = np.uint64(0)

PLAIN, CONSTANT, VARIABLE, PAIR = 0, 1, 2, 3


class Tables(NamedTuple):
    """A compiled grammar, as compiled code reads it.

    ``allowed (nonterminals, tokens) bool``: may the token come next?
    ``pushed (nonterminals, tokens, width) int64``: what it leaves to be expanded, the first to be
    expanded first, padded with -1.
    ``roots (nonterminals, tokens) int64``: a nonterminal that derives exactly the subtree which
    begins with the token, or -1.  It differs from the row where the row yields several trees, as a
    pair of operands does.
    ``shortest (nonterminals,) int64``: length of the shortest yield.
    ``rooms (nonterminals, 2, constants + 1) uint64`` and
    ``openings (nonterminals, tokens, 2, constants + 1) uint64``: the room of each nonterminal, and
    of those of its yields that begin with the token.
    ``arity (tokens,) int64``, ``kind (tokens,) int64``: constant slot, variable, pair, or none.
    """

    allowed: np.ndarray
    pushed: np.ndarray
    roots: np.ndarray
    shortest: np.ndarray
    rooms: np.ndarray
    openings: np.ndarray
    arity: np.ndarray
    kind: np.ndarray
    start: int
    min_length: int
    max_length: int
    max_constants: int


class State(NamedTuple):
    """A batch of skeletons in the making; :func:`advance` changes it in place.

    ``stack (batch, max_length) int64``, its first ``depth (batch,)`` entries, the last one on top;
    ``used (batch,)`` tokens and ``constants (batch,)`` so far; ``seen (batch,) bool`` if a variable
    came; ``room (batch, max_length + 1, 2, constants + 1)``: the room of the stack's lowest n
    entries at ``[:, n]``.  A skeleton is finished when its depth is 0.
    """

    stack: np.ndarray
    depth: np.ndarray
    used: np.ndarray
    constants: np.ndarray
    seen: np.ndarray
    room: np.ndarray


@plain_part
def _sums(first, second):
    """Set of the sums of a member of each set."""
    sums = _NONE
    while first != _NONE and second != _NONE:
        if first & _ONE:
            sums |= second
        first >>= _ONE
        second <<= _ONE
    return sums


@plain_part
def _sums_meet(first, second, window):
    """Is the sum of a member of each set in the window?"""
    while first != _NONE and second != _NONE:
        if first & _ONE and second & window:
            return True
        first >>= _ONE
        second <<= _ONE
    return False


@plain_part
def _last_change(sets):
    """Index from which on the sets stay the same."""
    k = sets.shape[0] - 1
    while k > 0 and sets[k] == sets[k - 1]:
        k -= 1
    return k


@plain_part
def _join_row(first, second, out, limit):
    """Add to ``out[k]`` the lengths of a yield of each, with k constants in both at most."""
    mine_last = _last_change(first)
    last = mine_last + _last_change(second)
    for k in range(out.shape[0]):
        if k > last:  # more constants than either can use
            out[k] |= out[k - 1]
            continue
        for mine in range(min(k, mine_last) + 1):
            # Sets grow with the number of constants: where one doesn't, there is nothing new.
            if mine == 0 or first[mine] != first[mine - 1]:
                out[k] |= _sums(first[mine], second[k - mine]) & limit


@plain_part
def _join(first, second, out, limit):
    """Write to ``out`` the room of a yield of the one followed by a yield of the other."""
    always = True
    for k in range(out.shape[1]):
        out[0, k] = _NONE
        out[1, k] = _NONE
        always &= first[0, k] == first[1, k]
    _join_row(first[0], second[0], out[0], limit)
    if always:  # each yield of the first has a variable
        copy_row(out[0], out[1])
    else:
        _join_row(first[1], second[0], out[1], limit)
        _join_row(first[0], second[1], out[1], limit)


@plain_part
def _empty_room(out):
    """Write the room of nothing at all: length 0, no constant, no variable."""
    out[0] = _ONE
    out[1] = _NONE


@plain_part
def _window(least, most):
    """Return the set of the lengths from ``least`` to ``most``."""
    least = max(least, 0)
    if least > most:
        return _NONE
    return ((_ONE << np.uint64(most - least + 1)) - _ONE) << np.uint64(least)


@plain_part
def _open_room(row, token, rooms, pushed, kind, out, limit):
    """Write the room of those yields of the nonterminal ``row`` that begin with ``token``."""
    constants = out.shape[1] - 1
    rest = np.empty_like(out)
    _empty_room(rest)
    for i in range(pushed.shape[2]):
        if pushed[row, token, i] >= 0:
            _join(rooms[pushed[row, token, i]], rest.copy(), rest, limit)
    if kind[token] == VARIABLE:
        copy_row(rest[0], rest[1])
    out[:] = _NONE
    least = 1 if kind[token] == CONSTANT else 0
    for k in range(least, constants + 1):
        out[0, k] = (rest[0, k - least] << _ONE) & limit
        out[1, k] = (rest[1, k - least] << _ONE) & limit


@plain_part
def _add_room(room, out):
    """Add a room to another; returns whether that changes it."""
    changed = False
    for seen in range(2):
        for k in range(out.shape[1]):
            both = out[seen, k] | room[seen, k]
            changed |= both != out[seen, k]
            out[seen, k] = both
    return changed


@plain
def measure(allowed, pushed, kind, max_length, max_constants):
    """Return ``(rooms, openings)`` of a grammar's tables, by fixed-point iteration."""
    rows, tokens = allowed.shape
    limit = _window(0, max_length)
    rooms = np.zeros((rows, 2, max_constants + 1), np.uint64)
    openings = np.zeros((rows, tokens, 2, max_constants + 1), np.uint64)
    changed = True
    while changed:
        changed = False
        for row in range(rows):
            for token in range(tokens):
                if allowed[row, token]:
                    _open_room(row, token, rooms, pushed, kind, openings[row, token], limit)
                    changed |= _add_room(openings[row, token], rooms[row])
    return rooms, openings


@plain_part
def _fits(opening, rest, constants, window):
    """Is there a yield of each, with at most so many constants and a total length in the window?"""
    for mine in range(constants + 1):
        new = mine == 0 or opening[mine] != opening[mine - 1]
        if new and _sums_meet(opening[mine], rest[constants - mine], window):
            return True
    return False


@plain_part
def _offer(top, rest, constants, seen, window, tables, out):
    """Write which tokens can come next, ``(tokens,)``, above a stack whose room is ``rest``."""
    for token in range(out.shape[0]):
        if not tables.allowed[top, token]:
            out[token] = False
            continue
        opening = tables.openings[top, token]
        if seen:
            out[token] = _fits(opening[0], rest[0], constants, window)
        else:
            out[token] = _fits(opening[1], rest[0], constants, window) or _fits(
                opening[0], rest[1], constants, window
            )


@plain_part
def _replace_top(stack, depth, room, token, limit, tables):
    """Replace the stack's top by what the token pushes; return the new depth."""
    top = stack[depth - 1]
    depth -= 1
    for i in range(tables.pushed.shape[2] - 1, -1, -1):
        below = tables.pushed[top, token, i]
        if below >= 0:
            stack[depth] = below
            _join(tables.rooms[below], room[depth], room[depth + 1], limit)
            depth += 1
    return depth


@plain
def begin(batch, tables):
    """Return the :class:`State` of ``batch`` skeletons without a token yet."""
    width = tables.rooms.shape[2]
    stack = np.full((batch, tables.max_length), -1, np.int64)
    room = np.zeros((batch, tables.max_length + 1, 2, width), np.uint64)
    for b in range(batch):
        stack[b, 0] = tables.start
        _empty_room(room[b, 0])
        for seen in range(2):
            copy_row(tables.rooms[tables.start, seen], room[b, 1, seen])
    depth = np.ones(batch, np.int64)
    used = np.zeros(batch, np.int64)
    constants = np.zeros(batch, np.int64)
    return State(stack, depth, used, constants, np.zeros(batch, np.bool_), room)


@plain
def mask(state, tables):
    """Return the tokens that may come next, ``(batch, tokens) bool``.

    No row is all false unless the skeleton is finished.
    """
    batch = state.stack.shape[0]
    offered = np.zeros((batch, tables.arity.shape[0]), np.bool_)
    for b in range(batch):
        depth = state.depth[b]
        if depth > 0:
            used = state.used[b]
            window = _window(tables.min_length - used, tables.max_length - used)
            constants = tables.max_constants - state.constants[b]
            top, rest = state.stack[b, depth - 1], state.room[b, depth - 1]
            _offer(top, rest, constants, state.seen[b], window, tables, offered[b])
    return offered


@plain
def advance(state, tokens, tables):
    """Append one token ``(batch,)`` that the mask offers to each skeleton that isn't finished."""
    for b in range(tokens.shape[0]):
        if state.depth[b] > 0:
            token = tokens[b]
            state.used[b] += 1
            state.constants[b] += tables.kind[token] == CONSTANT
            state.seen[b] |= tables.kind[token] == VARIABLE
            limit = _window(0, tables.max_length - state.used[b])
            state.depth[b] = _replace_top(
                state.stack[b], state.depth[b], state.room[b], token, limit, tables
            )


@plain
def subtree_end(program, start, arity):
    """Return the position after the subtree that begins at ``start``."""
    missing = 1
    end = start
    while missing > 0:
        missing += arity[program[end]] - 1
        end += 1
    return end


@plain_part
def _run(nonterminal, program, start, end, tables, roots):
    """Derive ``program[start:end]`` from the nonterminal; write the roots; was it possible?"""
    stack = np.empty(tables.max_length + tables.pushed.shape[2], np.int64)
    stack[0] = nonterminal
    depth = 1
    for i in range(start, end):
        if depth == 0 or depth > end - i:
            return False
        depth -= 1
        top, token = stack[depth], program[i]
        if token < 0 or not tables.allowed[top, token]:
            return False
        roots[i] = tables.roots[top, token]
        for j in range(tables.pushed.shape[2] - 1, -1, -1):
            if tables.pushed[top, token, j] >= 0:
                stack[depth] = tables.pushed[top, token, j]
                depth += 1
    return depth == 0


@plain
def derives(nonterminal, program, start, end, tables):
    """Is ``program[start:end]`` a yield of the nonterminal?  Counters are not looked at."""
    return end - start <= tables.max_length and _run(
        nonterminal, program, start, end, tables, np.empty(end, np.int64)
    )


@plain
def derive(program, length, tables):
    """Return ``(possible, roots)``: the nonterminal of the subtree at each position ``(length,)``.

    Subtrees with the same nonterminal can take each other's place, as far as the grammar goes.
    Where the grammar has no nonterminal for exactly that subtree, the entry is -1.
    """
    roots = np.full(length, -1, np.int64)
    possible = length <= tables.max_length and _run(tables.start, program, 0, length, tables, roots)
    return possible, roots


@plain
def accepts(program, length, tables):
    """Is the program a skeleton of the grammar, within all limits?"""
    if length < tables.min_length or length > tables.max_length:
        return False
    constants, variables = 0, 0
    for i in range(length):
        if program[i] >= 0:
            constants += tables.kind[program[i]] == CONSTANT
            variables += tables.kind[program[i]] == VARIABLE
    if constants > tables.max_constants or variables == 0:
        return False
    return derives(tables.start, program, 0, length, tables)


@plain
def accepts_each(programs, lengths, tables):
    """Apply :func:`accepts` to a batch, ``(batch,) bool``."""
    accepted = np.empty(lengths.shape[0], np.bool_)
    for b in range(lengths.shape[0]):
        accepted[b] = accepts(programs[b], lengths[b], tables)
    return accepted


@plain_part
def _choose(offered, weights, rng):
    """Draw one of the offered tokens, with probability in proportion to the weights."""
    total, count = 0.0, 0
    for token in range(offered.shape[0]):
        if offered[token]:
            total += weights[token]
            count += 1
    if count == 0:
        return -1
    even = total <= 0.0  # only tokens of weight 0 can come: none is better than another
    left = rng.random() * (count if even else total)
    chosen = -1
    for token in range(offered.shape[0]):
        if offered[token] and (even or weights[token] > 0.0):
            chosen = token
            left -= 1.0 if even else weights[token]
            if left < 0.0:
                break
    return chosen


@plain_part
def _grow(nonterminal, least, most, constants, seen, rng, weights, out, tables):
    """Write a random yield with ``least`` to ``most`` tokens to ``out``; return its length."""
    most = min(most, tables.max_length)
    constants = min(constants, tables.max_constants)
    if most < 1 or constants < 0:
        return 0
    stack = np.empty(most + 1, np.int64)
    room = np.empty((most + 2, 2, tables.rooms.shape[2]), np.uint64)
    offered = np.empty(tables.arity.shape[0], np.bool_)
    stack[0] = nonterminal
    _empty_room(room[0])
    depth, used = 1, 0
    while depth > 0:
        window = _window(least - used, most - used)
        top, rest = stack[depth - 1], room[depth - 1]
        _offer(top, rest, constants, seen, window, tables, offered)
        token = _choose(offered, weights, rng)
        if token < 0:  # happens only at once: nothing fits into the budget
            return 0
        out[used] = token
        used += 1
        constants -= tables.kind[token] == CONSTANT
        seen |= tables.kind[token] == VARIABLE
        depth = _replace_top(stack, depth, room, token, _window(0, most - used), tables)
    return used


@plain
def grow(nonterminal, budget, constants, rng, weights, out, tables):
    """Write a random subtree of the nonterminal to ``out``; return its length.

    It has at most ``budget`` tokens and at most ``constants`` constants; the length 0 says that no
    subtree fits.  Tokens are drawn in proportion to ``weights (tokens,)`` from those that can
    still be completed; ``rng`` is a ``numpy.random.Generator``.
    """
    return _grow(nonterminal, 1, budget, constants, True, rng, weights, out, tables)


@plain
def populate(count, budget, rng, weights, tables):
    """Return ``(programs, lengths)``: random skeletons of at most ``budget`` tokens.

    The grammar's limits hold too; a length of 0 says that none fits into the budget.
    """
    programs = np.full((count, tables.max_length), np.int16(-1), np.int16)
    lengths = np.zeros(count, np.int64)
    least, most = tables.min_length, tables.max_constants
    for b in range(count):
        lengths[b] = _grow(
            tables.start, least, budget, most, False, rng, weights, programs[b], tables
        )
    return programs, lengths
