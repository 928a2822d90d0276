"""What lies between two steps of the policy's network, compiled.

Masks of the automaton, priors, the draw of a token, parents and siblings; and for given skeletons
what the network saw while they were written.
"""

from typing import NamedTuple

import numpy as np

from sympy_ssde.cache import plain, plain_part
from sympy_ssde.kernel.elementary import exp, log
from sympy_ssde.language import automaton

#: Logit of a barred token; finite, since an infinite one makes the entropy's gradient NaN.
_BARRED = -1e9


class Prior(NamedTuple):
    """The priors' parameters, as compiled code reads them."""

    length: float
    variance: float
    even: bool


class Walk(NamedTuple):
    """Where a batch of traversals stands; compiled code changes it in place.

    The unfinished ancestors of the next token are ``token``, ``sibling``, ``missing``
    ``(batch, max_length)``: the ancestor itself, its last finished operand, and how many operands
    it lacks; the first ``depth (batch,)`` entries count.  ``open (batch,)`` is the number of
    tokens that the traversal lacks at least, ``used (batch,)`` that of those it has.
    """

    token: np.ndarray
    sibling: np.ndarray
    missing: np.ndarray
    depth: np.ndarray
    open: np.ndarray
    used: np.ndarray


class Observations(NamedTuple):
    """What the network saw while given skeletons were written, position by position.

    ``pairs (positions, batch)`` int64, see :func:`_pair`; ``bias (positions, batch, tokens)``
    float64, which masks and priors add to the logits.
    """

    pairs: np.ndarray
    bias: np.ndarray


@plain
def begin_walk(batch, max_length):
    """Return the :class:`Walk` of a batch of traversals without a token yet."""
    shape = (batch, max_length)
    zeros = np.zeros(batch, np.int64)
    return Walk(
        np.empty(shape, np.int64), np.empty(shape, np.int64), np.empty(shape, np.int64),
        zeros, np.ones(batch, np.int64), zeros.copy(),
    )  # fmt: skip


@plain
def _place(walk, row, token, arity, empty):
    """Append a token to a row's traversal."""
    depth = walk.depth[row]
    if depth > 0:
        walk.sibling[row, depth - 1] = token
        walk.missing[row, depth - 1] -= 1
    walk.used[row] += 1
    walk.open[row] += arity - 1
    walk.token[row, depth] = token
    walk.sibling[row, depth] = empty
    walk.missing[row, depth] = arity
    depth += 1
    while depth > 0 and walk.missing[row, depth - 1] == 0:
        depth -= 1
    walk.depth[row] = depth


@plain_part
def _pair(walk, row, empty):
    """Return the observation of a row: its next token's parent and sibling, as one number."""
    depth = walk.depth[row]
    if depth == 0:
        return empty * (empty + 1) + empty
    return walk.token[row, depth - 1] * (empty + 1) + walk.sibling[row, depth - 1]


@plain_part
def _write_bias(offered, used, open_nodes, tables, prior, by_arity, out):
    """Write what masks and priors add to the logits of one row's next token, ``(tokens,)``.

    All tokens with the same number of operands get the same; ``by_arity`` is room for that.
    """
    arity = tables.arity
    by_arity[:] = 0.0
    for token in range(arity.shape[0]):
        if offered[token]:
            by_arity[arity[token]] += 1.0
    for operands in range(by_arity.shape[0]):
        # The length of the shortest traversal that goes on with such a token.
        excess = used + open_nodes + operands - prior.length
        early = excess < 0.0 and open_nodes == 1 and operands == 0
        late = excess > 0.0 and operands > 0
        count, by_arity[operands] = by_arity[operands], 0.0
        if early or late:
            by_arity[operands] -= 0.5 * excess * excess / prior.variance
        if prior.even and count > 1.0:
            by_arity[operands] -= log(count)
    for token in range(arity.shape[0]):
        out[token] = by_arity[arity[token]] if offered[token] else _BARRED


@plain
def _choose(logits, bias, offered, uniform, weights):
    """Draw a token by inverting the cumulative distribution; return it and its log-probability.

    All arguments but ``uniform`` are ``(tokens,)``; ``weights`` is room for the calculation.
    """
    largest, chosen = -np.inf, -1
    for token in range(offered.shape[0]):
        weights[token] = logits[token] + bias[token]
        if offered[token]:
            largest = max(largest, weights[token])
            chosen = token  # stands if all logits are NaN
    total = 0.0
    for token in range(offered.shape[0]):
        weights[token] = exp(weights[token] - largest) if offered[token] else 0.0
        total += weights[token]
    left = uniform * total
    for token in range(offered.shape[0]):
        if weights[token] > 0.0:
            chosen = token
            left -= weights[token]
            if left < 0.0:
                break
    return chosen, log(weights[chosen] / total)


@plain
def extend(state, walk, rows, logits, uniforms, tables, prior, programs, log_probabilities):
    """Append a token to each of the unfinished ``rows``, given their ``logits (rows, tokens)``.

    Returns the places of those still unfinished within ``rows``, and their next observations.
    """
    empty = tables.arity.shape[0]
    offered = automaton.mask(state, tables)
    tokens = np.zeros(offered.shape[0], np.int64)
    by_arity = np.empty(tables.arity.max() + 1)
    bias, weights = np.empty(empty), np.empty(empty)
    for i in range(rows.shape[0]):
        row = rows[i]
        used = walk.used[row]
        _write_bias(offered[row], used, walk.open[row], tables, prior, by_arity, bias)
        token, log_probability = _choose(
            logits[i], bias, offered[row], uniforms[row, used], weights
        )
        tokens[row] = token
        programs[row, used] = token
        log_probabilities[row] += log_probability
        _place(walk, row, token, tables.arity[token], empty)
    automaton.advance(state, tokens, tables)
    kept = np.flatnonzero(walk.open[rows] > 0)
    pairs = np.empty(kept.shape[0], np.int64)
    for i in range(kept.shape[0]):
        pairs[i] = _pair(walk, rows[kept[i]], empty)
    return kept, pairs


@plain
def retrace(programs, lengths, tables, prior):
    """Return the :class:`Observations` of skeletons of the grammar."""
    batch, empty = lengths.shape[0], tables.arity.shape[0]
    longest = lengths.max()
    pairs = np.zeros((longest, batch), np.int64)
    bias = np.zeros((longest, batch, empty))
    state = automaton.begin(batch, tables)
    walk = begin_walk(batch, tables.max_length)
    tokens = np.zeros(batch, np.int64)
    by_arity = np.empty(tables.arity.max() + 1)
    for i in range(longest):
        offered = automaton.mask(state, tables)
        for row in range(batch):
            if i < lengths[row]:
                pairs[i, row] = _pair(walk, row, empty)
                _write_bias(offered[row], i, walk.open[row], tables, prior, by_arity, bias[i, row])
                tokens[row] = programs[row, i]
                _place(walk, row, tokens[row], tables.arity[tokens[row]], empty)
        automaton.advance(state, tokens, tables)
    return Observations(pairs, bias)
