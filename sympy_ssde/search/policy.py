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

from sympy_ssde.config import SearchConfig
from sympy_ssde.errors import ConfigError, GrammarError, ProblemError
from sympy_ssde.kernel.portable import power
from sympy_ssde.language import automaton
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.search.walk import Prior, begin_walk, extend, retrace

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

    units: int = SearchConfig.units
    layers: int = SearchConfig.layers
    preferred_length: float = 10.0
    length_scale: float = 5.0
    even_arities: bool = True
    entropy_decay: float = SearchConfig.entropy_decay

    def __post_init__(self) -> None:
        for name in ("units", "layers"):
            if getattr(self, name) < 1:
                raise ConfigError(f"got {name}={getattr(self, name)}; expected 1 or more")
        for name in ("preferred_length", "length_scale"):
            if not getattr(self, name) > 0:
                raise ConfigError(f"got {name}={getattr(self, name)}; expected more than 0")
        if not 0 < self.entropy_decay <= 1:
            raise ConfigError(
                f"got entropy_decay={self.entropy_decay}; expected more than 0, at most 1"
            )


class Sample(NamedTuple):
    """Skeletons from the policy, with ones as constants, and ``log_probabilities (count,)``."""

    batch: Batch
    log_probabilities: np.ndarray


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

    >>> from sympy.abc import x
    >>> from sympy_ssde.language.tokens import Library
    >>> grammar = Grammar.compile(Library.build(["+", "sin"], [x]), max_length=7)
    >>> policy = Policy(grammar, rng=np.random.default_rng(0))
    >>> sample = policy.sample(4, np.random.default_rng(1))
    >>> all(grammar.accepts(p[:n]) for p, n, _ in zip(*sample.batch))
    True
    >>> log_probabilities, entropies = policy.evaluate(sample.batch)
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
        walk = begin_walk(count, tables.max_length)
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
            kept, pairs = extend(
                state, walk, rows, logits, uniforms, tables, prior, programs, log_probabilities
            )
            if len(kept) < len(rows):
                rows, places = rows[kept], torch.from_numpy(kept)
                hidden = [h.index_select(0, places) for h in hidden]
                cell = [c.index_select(0, places) for c in cell]
        constants = np.ones((count, tables.max_constants))
        return Sample(Batch(programs, walk.used, constants), log_probabilities)

    @one_thread()
    def evaluate(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Log-probabilities and hierarchical entropies of skeletons, with gradients.

        Explanation
        ===========

        ``log p(tau) = sum_i log p(tau_i | tau_1 ... tau_(i-1))``, and, as in the paper's equation
        of the hierarchical entropy, ``sum_i gamma^(i-1) H[p(tau_i | tau_1 ... tau_(i-1))]``.  Masks
        and priors are part of p.  The skeletons may come from anywhere.

        Returns
        =======

        log_probabilities, entropies : ``(batch,)`` each

        Raises
        ======

        GrammarError
            If one of them isn't a skeleton of the grammar: its probability is 0.
        """
        programs = np.ascontiguousarray(batch.programs, np.int16)
        lengths = np.ascontiguousarray(batch.lengths, np.int64)
        self._check(programs, lengths)
        if not len(programs):
            return torch.zeros(0, dtype=_NUMBERS), torch.zeros(0, dtype=_NUMBERS)
        trace = retrace(programs, lengths, self.tables, self.prior)
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
