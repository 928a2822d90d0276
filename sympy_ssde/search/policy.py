"""The policy: a recurrent network that writes skeletons, one token after the other.

At every position the network sees the parent and the left sibling of the token to come, and gives
one logit per token.  The grammar's automaton bars the tokens after which no skeleton could be
completed, and soft priors are added to the logits of the rest.  So
``p(tau) = prod_i p(tau_i | tau_1 ... tau_(i-1))``, and every sample is a skeleton of the grammar.

All numbers are in double precision.  Their last bits depend on the CPU, since torch's do; in single
precision that would decide one draw in some ten thousand, and training would spread it.

Sampling needs no gradients: its recurrent step is written out on plain tensors, and everything
between two steps (masks, priors, the draw, parents and siblings) is compiled.  For given skeletons
the same compiled code writes down what the network saw, and one pass with gradients does the rest.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from sympy_ssde.cache import plain
from sympy_ssde.errors import GrammarError, ProblemError
from sympy_ssde.kernel.elementary import exp, log
from sympy_ssde.kernel.portable import power
from sympy_ssde.language import automaton
from sympy_ssde.language.grammar import Grammar

#: Logit of a barred token; finite, since an infinite one makes the entropy's gradient NaN.
_BARRED = -1e9

_NUMBERS = torch.float64


@dataclass(frozen=True, kw_only=True)
class PolicyConfig:
    """Shape of the network, and the priors on its logits.

    Parameters
    ==========

    units, layers : size of the LSTM
    preferred_length : length around which the length prior is centred
    length_scale : standard deviation of that prior; ``math.inf`` switches it off.  The Gaussian's
        logarithm is added to the logits of a token that would end the skeleton too early, and of
        an operator that commits it to more than the preferred length.
    even_arities : whether each number of operands is equally likely before training, however many
        tokens have it
    entropy_decay : gamma of the hierarchical entropy
    """

    units: int = 32
    layers: int = 1
    preferred_length: float = 10.0
    length_scale: float = 5.0
    even_arities: bool = True
    entropy_decay: float = 0.7

    def __post_init__(self) -> None:
        for name in ("units", "layers"):
            if getattr(self, name) < 1:
                raise ProblemError(f"got {name}={getattr(self, name)}; expected 1 or more")
        for name in ("preferred_length", "length_scale"):
            if not getattr(self, name) > 0:
                raise ProblemError(f"got {name}={getattr(self, name)}; expected more than 0")
        if not 0 < self.entropy_decay <= 1:
            raise ProblemError(
                f"got entropy_decay={self.entropy_decay}; expected more than 0, at most 1"
            )


class Sample(NamedTuple):
    """Skeletons from the policy.

    ``programs (count, max_length)`` int16 padded with -1, ``lengths (count,)`` int64,
    ``log_probabilities (count,)`` float64.
    """

    programs: np.ndarray
    lengths: np.ndarray
    log_probabilities: np.ndarray


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
def _begin_walk(batch, max_length):
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


@plain
def _pair(walk, row, empty):
    """Return the observation of a row: its next token's parent and sibling, as one number."""
    depth = walk.depth[row]
    if depth == 0:
        return empty * (empty + 1) + empty
    return walk.token[row, depth - 1] * (empty + 1) + walk.sibling[row, depth - 1]


@plain
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
def _extend(state, walk, rows, logits, uniforms, tables, prior, programs, log_probabilities):
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
def _retrace(programs, lengths, tables, prior):
    """Return the :class:`Observations` of skeletons of the grammar."""
    batch, empty = lengths.shape[0], tables.arity.shape[0]
    longest = lengths.max()
    pairs = np.zeros((longest, batch), np.int64)
    bias = np.zeros((longest, batch, empty))
    state = automaton.begin(batch, tables)
    walk = _begin_walk(batch, tables.max_length)
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


@contextmanager
def one_thread() -> Iterator[None]:
    """Let torch work on the caller's thread alone, and restore its setting afterwards.

    These tensors are too small to share.  Where all cores are busy, torch's threads waiting for
    each other at every step make sampling 25 times as slow.
    """
    threads = torch.get_num_threads()
    if threads == 1:
        yield
        return
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


class _Layer(NamedTuple):
    """Weights of one layer: ``(inputs, 4 units)``, ``(units, 4 units)``, ``(4 units,)``."""

    inputs: Tensor
    hidden: Tensor
    bias: Tensor


def _step(gates: Tensor, cell: Tensor) -> tuple[Tensor, Tensor]:
    """Return the new hidden and cell states ``(rows, units)``; overwrites the arguments.

    ``gates (rows, 4 units)``: inputs of the input, forget, cell and output gates, as
    ``torch.nn.LSTM`` orders them.
    """
    units = cell.shape[1]
    let, forget, new, out = gates.split(units, dim=1)
    gates[:, : 2 * units].sigmoid_()
    cell.mul_(forget).addcmul_(let, new.tanh_())
    return torch.tanh(cell).mul_(out.sigmoid_()), cell


class Policy(torch.nn.Module):
    """The distribution over a grammar's skeletons.

    Explanation
    ===========

    An LSTM reads one-hot codes of parent and sibling ("empty" is a token of its own here) and a
    linear layer makes logits of its state, as in the paper's algorithm "Sampling a closed-form
    solution's skeleton from the RNN".  All weights are drawn from ``rng``; the output's
    bias is zero, so that before training the priors decide.

    Examples
    ========

    >>> import numpy as np
    >>> from sympy.abc import x
    >>> from sympy_ssde.language.grammar import Grammar
    >>> from sympy_ssde.search.policy import Policy
    >>> from sympy_ssde.language.tokens import Library
    >>> grammar = Grammar.compile(Library.build(["+", "sin"], [x]), max_length=7)
    >>> policy = Policy(grammar, rng=np.random.default_rng(0))
    >>> sample = policy.sample(4, np.random.default_rng(1))
    >>> all(grammar.accepts(p[:n]) for p, n in zip(sample.programs, sample.lengths))
    True
    >>> log_probabilities, entropies = policy.evaluate(sample.programs, sample.lengths)
    >>> bool(np.allclose(log_probabilities.detach(), sample.log_probabilities, atol=1e-5))
    True
    """

    def __init__(
        self, grammar: Grammar, config: PolicyConfig | None = None, *, rng: np.random.Generator
    ) -> None:
        super().__init__()
        self.config = PolicyConfig() if config is None else config
        self.tables = grammar.tables
        tokens, units = len(grammar.library), self.config.units
        # On no device at first: the usual initialisation would use up torch's global generator.
        lstm = torch.nn.LSTM(
            2 * (tokens + 1), units, self.config.layers, device="meta", dtype=_NUMBERS
        )
        self.lstm = lstm.to_empty(device="cpu")
        output = torch.nn.Linear(units, tokens, device="meta", dtype=_NUMBERS)
        self.output = output.to_empty(device="cpu")
        with torch.no_grad():
            for weights in self.parameters():
                drawn = rng.uniform(-1.0, 1.0, tuple(weights.shape)) / math.sqrt(units)
                weights.copy_(torch.from_numpy(drawn))
            self.output.bias.zero_()

    @property
    def prior(self) -> Prior:
        """The priors' parameters."""
        config = self.config
        return Prior(
            float(config.preferred_length), float(config.length_scale) ** 2, config.even_arities
        )

    @one_thread()
    @torch.no_grad()
    def sample(self, count: int, rng: np.random.Generator) -> Sample:
        """Draw ``count`` skeletons; the same generator's state gives the same ones."""
        if count < 0:
            raise ProblemError(f"got count={count}; expected 0 or more")
        tables, prior = self.tables, self.prior
        programs = np.full((count, tables.max_length), -1, np.int16)
        log_probabilities = np.zeros(count)
        uniforms = rng.random((count, tables.max_length))
        state = automaton.begin(count, tables)
        walk = _begin_walk(count, tables.max_length)
        rows = np.arange(count)
        pairs = np.full(count, (len(tables.arity) + 1) ** 2 - 1)
        layers = self._layers()
        table = self._pair_table(layers[0])
        hidden = [torch.zeros(count, self.config.units, dtype=_NUMBERS) for _ in layers]
        cell = [torch.zeros(count, self.config.units, dtype=_NUMBERS) for _ in layers]
        weights, bias = self.output.weight.T.contiguous(), self.output.bias
        while len(rows):
            gates = table.index_select(0, torch.from_numpy(pairs))
            for n, layer in enumerate(layers):
                if n > 0:
                    gates = torch.addmm(layer.bias, hidden[n - 1], layer.inputs)
                hidden[n], cell[n] = _step(gates.addmm_(hidden[n], layer.hidden), cell[n])
            logits = torch.addmm(bias, hidden[-1], weights).numpy()
            kept, pairs = _extend(
                state, walk, rows, logits, uniforms, tables, prior, programs, log_probabilities
            )
            if len(kept) < len(rows):
                rows, places = rows[kept], torch.from_numpy(kept)
                hidden = [h.index_select(0, places) for h in hidden]
                cell = [c.index_select(0, places) for c in cell]
        return Sample(programs, walk.used, log_probabilities)

    @one_thread()
    def evaluate(self, programs: np.ndarray, lengths: np.ndarray) -> tuple[Tensor, Tensor]:
        """Log-probabilities and hierarchical entropies of skeletons, with gradients.

        Explanation
        ===========

        ``log p(tau) = sum_i log p(tau_i | tau_1 ... tau_(i-1))``, and, as in the paper's equation
        of the hierarchical entropy, ``sum_i gamma^(i-1) H[p(tau_i | tau_1 ... tau_(i-1))]``.  Masks
        and priors are part of p.  The skeletons may come from anywhere.

        Parameters
        ==========

        programs : ``(batch, max_length)`` token numbers; the rest of a row is padding
        lengths : ``(batch,)``

        Returns
        =======

        log_probabilities, entropies : ``(batch,)`` each

        Raises
        ======

        GrammarError
            If one of them isn't a skeleton of the grammar: its probability is 0.
        """
        programs = np.ascontiguousarray(programs, np.int16)
        lengths = np.ascontiguousarray(lengths, np.int64)
        self._check(programs, lengths)
        if not len(programs):
            return torch.zeros(0, dtype=_NUMBERS), torch.zeros(0, dtype=_NUMBERS)
        trace = _retrace(programs, lengths, self.tables, self.prior)
        hidden, _ = self.lstm(self._encode(trace.pairs))
        logs = torch.log_softmax(self.output(hidden) + torch.from_numpy(trace.bias), dim=2)
        positions = np.arange(len(trace.pairs))[:, None]
        present = torch.from_numpy((positions < lengths).astype(np.float64))
        tokens = torch.from_numpy(programs[:, : len(positions)].T.clip(0).astype(np.int64))
        chosen = logs.gather(2, tokens[:, :, None])[:, :, 0]
        decay = torch.from_numpy(power(self.config.entropy_decay, positions))
        entropies = -(logs.exp() * logs).sum(dim=2)
        return (chosen * present).sum(dim=0), (entropies * present * decay).sum(dim=0)

    def _check(self, programs: np.ndarray, lengths: np.ndarray) -> None:
        """Raise unless all programs have a probability; compiled code trusts its arguments."""
        if programs.ndim != 2 or lengths.shape != programs.shape[:1]:
            raise GrammarError(
                f"got programs of shape {programs.shape} and lengths of shape {lengths.shape}; "
                f"expected (batch, max_length) and (batch,)"
            )
        known = len(self.tables.arity)
        inside = (lengths >= 0) & (lengths <= programs.shape[1])
        inside &= (programs < known).all(axis=1)
        if inside.all():
            inside = automaton.accepts_each(programs, lengths, self.tables)
        if not inside.all():
            row = int(np.flatnonzero(~inside)[0])
            raise GrammarError(
                f"row {row} of the programs, {programs[row].tolist()} of length {lengths[row]}, is "
                f"no skeleton of the policy's grammar; filter with Grammar.accepts before"
            )

    def _encode(self, pairs: np.ndarray) -> Tensor:
        """Return one-hot codes of parents and siblings, ``(..., 2 (tokens + 1))``."""
        width = len(self.tables.arity) + 1
        codes = torch.zeros(*pairs.shape, 2 * width, dtype=_NUMBERS)
        parents, siblings = np.divmod(pairs, width)
        places = torch.from_numpy(np.stack([parents, siblings + width], axis=-1))
        return codes.scatter_(-1, places, 1.0)

    def _layers(self) -> list[_Layer]:
        """Return the layers' weights, laid out for sampling."""
        layers = []
        for n in range(self.config.layers):
            inputs, hidden, first, second = (
                getattr(self.lstm, f"{kind}_l{n}")
                for kind in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
            )
            layers.append(_Layer(inputs.T.contiguous(), hidden.T.contiguous(), first + second))
        return layers

    def _pair_table(self, first: _Layer) -> Tensor:
        """Return what each observation adds to the first layer's gates, ``(pairs, 4 units)``."""
        width = len(self.tables.arity) + 1
        parents, siblings = first.inputs[:width], first.inputs[width:]
        return (parents[:, None] + siblings[None] + first.bias).flatten(0, 1)
