"""Batched Levenberg-Marquardt on the exact Jacobian: the one way in which constants are fitted.

What is fitted is an :class:`~sympy_ssde.physics.objective.Objective`.  Where its constraints are
sums of products the fit runs in compiled code, row by row (:mod:`.compiled`); elsewhere all
candidates of a batch step together here, the residuals from torch, and those that have converged,
or that have no finite value, leave.

Constants that enter linearly are not damped: the normal equations eliminate them exactly (variable
projection), so that a candidate with linear constants only is fitted by one step.
"""

from dataclasses import dataclass

import numpy as np
import torch

from sympy_ssde.cache import plain, plain_part
from sympy_ssde.kernel.portable import least_squares, products, solve_each, sums_of_squares
from sympy_ssde.kernel.rows import Settings
from sympy_ssde.kernel.tasks import fit_rows
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.tokens import Library, Op
from sympy_ssde.physics.objective import Objective

Tensor = torch.Tensor

_ADD, _SUB, _MUL, _DIV = int(Op.ADD), int(Op.SUB), int(Op.MUL), int(Op.DIV)
_PAIR = int(Op.PAIR)
_CONSTANT = int(Op.CONSTANT)


@dataclass(frozen=True, kw_only=True)
class LeastSquaresConfig:
    """When a fit stops, and how it damps.

    ``regained`` is the least damping after a step that failed.  ``orthogonal`` solves each step by
    orthogonal transformations instead of the normal equations: slower, and twice as many digits.
    """

    iterations: int = 10
    damping: float = 1e-2
    decrease: float = 0.2
    increase: float = 6.0
    max_damping: float = 1e6
    tolerance: float = 1e-3  # relative decrease of the loss under which a candidate stops
    target: float = 1e-26  # loss under which a candidate stops
    regained: float = 0.0
    orthogonal: bool = False

    def settings(self) -> Settings:
        """As compiled code reads them."""
        return Settings(*(getattr(self, name) for name in Settings._fields))


@plain
def linear_slots(
    programs: np.ndarray,
    lengths: np.ndarray,
    slots: int,
    opcode: np.ndarray,
    arity: np.ndarray,
) -> np.ndarray:
    """Which constants may be taken as linear, all together, ``(batch, slots)``.

    A constant is linear if only sums, and products and numerators without another linear
    constant beside it, stand above it.
    """
    batch, width = programs.shape
    linear = np.zeros((batch, slots), dtype=np.bool_)
    allowed = np.zeros(width + 1, dtype=np.bool_)
    for b in range(batch):
        n = lengths[b]
        slot = 0
        allowed[0] = True
        for i in range(n):
            op = opcode[programs[b, i]]
            if op == _CONSTANT:
                linear[b, slot] = allowed[i]
                slot += 1
                continue
            first = i + 1
            if arity[programs[b, i]] == 0:
                continue
            if arity[programs[b, i]] == 1:
                allowed[first] = False
                continue
            second = _end(programs[b], first, arity)
            allowed[first] = allowed[i] and op in (_ADD, _SUB, _MUL, _DIV, _PAIR)
            allowed[second] = allowed[i] and op in (_ADD, _SUB, _PAIR)
            if op == _MUL and allowed[i]:
                allowed[second] = not _has_constant(programs[b], first, second, opcode)
    return linear


@plain_part
def _end(program: np.ndarray, start: int, arity: np.ndarray) -> int:
    need, i = 1, start
    while need > 0:
        need += arity[program[i]] - 1
        i += 1
    return i


@plain_part
def _has_constant(program: np.ndarray, begin: int, end: int, opcode: np.ndarray) -> bool:
    for i in range(begin, end):
        if opcode[program[i]] == _CONSTANT:
            return True
    return False


def fit(
    objective: Objective,
    batch: Batch,
    config: LeastSquaresConfig,
    free: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Fit the constants of a batch from where they are; returns constants and losses.

    Parameters
    ==========

    free : ``(batch, slots)`` bool, the slots that may change, by default all that are used; rows
        without any only get a loss
    """
    library, slots = objective.library, batch.constants.shape[1]
    if free is None:
        free = np.arange(slots) < batch.used(library)[:, None]
    damped = damped_slots(batch, library, objective.is_linear)
    if objective.parts is not None and not config.orthogonal:
        workers = objective.workers
        return fit_rows(objective.parts, library, batch, free, damped, config.settings(), workers)
    return levenberg_marquardt(objective, batch, free, damped, config)


def damped_slots(batch: Batch, library: Library, is_linear: bool) -> np.ndarray:
    """Constants that need damping, ``(batch, slots)``: all, unless the physics is linear."""
    slots = batch.constants.shape[1]
    if not is_linear:
        return np.ones((len(batch), slots), dtype=bool)
    found: np.ndarray = linear_slots(
        batch.programs, batch.lengths, slots, library.opcode, library.arity
    )
    return ~found


class _State:
    """What an iteration needs of the candidates that are still active."""

    def __init__(self, rows: np.ndarray, c: Tensor, r: Tensor, j: Tensor, damping: float):
        self.rows = rows
        self.c, self.r, self.j = c, r, j.nan_to_num(0.0, 0.0, 0.0)
        self.loss = _loss(r)
        self.damping = torch.full((len(rows),), damping, dtype=torch.float64)

    def keep(self, mask: Tensor) -> None:
        if bool(mask.all()):
            return
        self.rows = self.rows[mask.numpy()]
        for name in ("c", "r", "j", "loss", "damping"):
            setattr(self, name, getattr(self, name)[mask])


def levenberg_marquardt(
    objective: Objective,
    batch: Batch,
    free: np.ndarray,
    damped: np.ndarray,
    config: LeastSquaresConfig,
) -> tuple[np.ndarray, np.ndarray]:
    """As :func:`fit`, with residuals from torch; ``damped (batch, slots)`` are not linear."""
    fitted = batch.constants.copy()
    losses = np.full(len(batch), np.inf)
    rows = np.arange(len(batch))
    c = torch.from_numpy(fitted.copy())
    state = _State(rows, c, *objective.residuals(batch, rows), config.damping)
    losses[:] = np.where(np.isfinite(state.loss.numpy()), state.loss.numpy(), np.inf)
    free_slots, is_damped = torch.from_numpy(free), torch.from_numpy(damped)
    # where nothing is damped, a step that failed would only be repeated
    is_fixed = ~(free_slots & is_damped).any(1) & (not config.orthogonal)
    state.keep(torch.isfinite(state.loss) & (state.loss > config.target) & free_slots.any(1))
    for _ in range(config.iterations):
        if not len(state.rows):
            break
        rows = state.rows
        step = (_orthogonal_step if config.orthogonal else _step)(
            state, free_slots[rows], is_damped[rows]
        )
        trial = state.c - step
        r, j = objective.residuals(batch.take(rows).at(trial.numpy()), rows)
        loss = _loss(r)
        better = loss < state.loss
        done = better & (state.loss - loss < config.tolerance * state.loss)
        done |= better & (loss <= config.target)
        done |= ~better & is_fixed[rows]
        kept = better.numpy()
        fitted[rows[kept]] = trial.numpy()[kept]
        losses[rows[kept]] = loss.numpy()[kept]
        _accept(state, better, trial, r, j, loss)
        failed = (state.damping * config.increase).clamp(min=config.regained)
        state.damping = torch.where(better, state.damping * config.decrease, failed)
        state.keep(~done & (state.damping < config.max_damping))
    return fitted, losses


def _accept(state: _State, better: Tensor, c: Tensor, r: Tensor, j: Tensor, loss: Tensor) -> None:
    state.c = torch.where(better[:, None], c, state.c)
    state.r = torch.where(better[:, None], r, state.r)
    state.j = torch.where(better[:, None, None], j.nan_to_num(0.0, 0.0, 0.0), state.j)
    state.loss = torch.where(better, loss, state.loss)


def _step(state: _State, free: Tensor, damped: Tensor) -> Tensor:
    """Solve (J J^T + damping) step = J r, with fixed slots left out."""
    j = (state.j * free[:, :, None]).numpy()
    normal = products(j, j)
    gradient = products(j, state.r[:, None].numpy())[:, :, 0]
    diagonal = np.einsum("bii->bi", normal)
    ridge = 1e-13 * diagonal.max(axis=1, keepdims=True) + 1e-14
    extra = np.where(damped.numpy(), state.damping.numpy()[:, None] * diagonal, 0.0) + ridge
    diagonal += extra + ~free.numpy()
    return torch.from_numpy(solve_each(normal, gradient))


def _orthogonal_step(state: _State, free: Tensor, damped: Tensor) -> Tensor:
    """The same step of free slots, all of them damped, without squaring the Jacobian."""
    steps = np.zeros(state.c.shape)
    for row in range(len(steps)):
        own = free[row].numpy()
        slopes = state.j[row].numpy()[own]
        scale = np.sqrt((slopes**2).sum(axis=1)) + 1e-300
        damping = np.sqrt(float(state.damping[row])) * np.eye(len(scale))
        system = np.vstack([(slopes / scale[:, None]).T, damping])
        right = np.concatenate([state.r[row].numpy(), np.zeros(len(scale))])
        steps[row, own] = least_squares(system, right, 1e-15)[0] / scale
    return torch.from_numpy(steps)


def _loss(residuals: Tensor) -> Tensor:
    return torch.from_numpy(sums_of_squares(residuals.numpy()))
