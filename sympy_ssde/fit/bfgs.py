"""Batched BFGS on the loss, with a backtracking line search: the paper's optimiser."""

from collections.abc import Callable
from functools import partial

import numpy as np
import torch

from sympy_ssde.language.batch import Batch
from sympy_ssde.physics.objective import Objective

Tensor = torch.Tensor

_ARMIJO = 1e-4
_BACKTRACKS = 12


def bfgs(
    objective: Objective, batch: Batch, iterations: int = 40, tolerance: float = 1e-20
) -> tuple[np.ndarray, np.ndarray]:
    """Minimise the sum of squares over the constants of every row; constants and losses.

    Only the gradient of the loss is used, as a general optimiser would.
    """
    slots = np.arange(batch.constants.shape[1])
    mask = torch.from_numpy(slots < batch.used(objective.library)[:, None]).double()
    c = torch.from_numpy(batch.constants.copy())
    rows = np.arange(len(batch))
    loss, gradient = _value(objective, batch, rows, c, mask)
    inverse = torch.eye(c.shape[1], dtype=torch.float64).repeat(len(c), 1, 1)
    active = torch.isfinite(loss) & (loss > tolerance) & (mask.sum(1) > 0)
    for _ in range(iterations):
        index = active.nonzero()[:, 0]
        if not len(index):
            break
        step = -(inverse[index] @ gradient[index][:, :, None])[:, :, 0]
        slope = (step * gradient[index]).sum(1)
        step = torch.where((slope < 0)[:, None], step, -gradient[index])
        trial, value, slopes, found = _search(
            partial(_value, objective, batch),
            c[index],
            step,
            loss[index],
            gradient[index],
            mask[index],
            index.numpy(),
        )
        change = trial - c[index]
        inverse[index] = _updated(inverse[index], change, slopes - gradient[index], found)
        improved = index[found]
        relative = (loss[improved] - value[found]) / loss[improved]
        c[improved], loss[improved], gradient[improved] = trial[found], value[found], slopes[found]
        active[index[~found]] = False
        active[improved[(relative < 1e-10) | (value[found] <= tolerance)]] = False
    finite = torch.where(torch.isfinite(loss), loss, torch.full((), torch.inf).double())
    return c.numpy(), finite.numpy()


def _value(
    objective: Objective, batch: Batch, rows: np.ndarray, c: Tensor, mask: Tensor
) -> tuple[Tensor, Tensor]:
    r, j = objective.residuals(batch.take(rows).at(c.numpy()), rows)
    gradient = 2 * (j @ r[:, :, None])[:, :, 0] * mask
    return (r**2).sum(1), gradient.nan_to_num(0.0, 0.0, 0.0)


def _search(
    value_at: Callable[[np.ndarray, Tensor, Tensor], tuple[Tensor, Tensor]],
    c: Tensor,
    step: Tensor,
    loss: Tensor,
    gradient: Tensor,
    mask: Tensor,
    rows: np.ndarray,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Halve the steps until each decreases the loss enough."""
    best, value, slopes = c.clone(), loss.clone(), gradient.clone()
    found = torch.zeros(len(c), dtype=torch.bool)
    length = torch.ones(len(c), dtype=torch.float64)
    expected = (step * gradient).sum(1)
    for _ in range(_BACKTRACKS):
        open_rows = (~found).nonzero()[:, 0]
        if not len(open_rows):
            break
        trial = c[open_rows] + length[open_rows, None] * step[open_rows]
        new, new_slopes = value_at(rows[open_rows.numpy()], trial, mask[open_rows])
        enough = new <= loss[open_rows] + _ARMIJO * length[open_rows] * expected[open_rows]
        good = open_rows[enough]
        best[good], value[good], slopes[good] = trial[enough], new[enough], new_slopes[enough]
        found[good] = True
        length[open_rows] *= 0.4
    return best, value, slopes, found


def _updated(inverse: Tensor, s: Tensor, y: Tensor, found: Tensor) -> Tensor:
    """The BFGS update of the inverse Hessian, where the curvature is positive."""
    curvature = (s * y).sum(1)
    usable = found & (curvature > 1e-14)
    rho = torch.where(usable, 1 / curvature.clamp(min=1e-300), torch.zeros(()).double())
    identity = torch.eye(s.shape[1], dtype=torch.float64)
    left = identity - rho[:, None, None] * s[:, :, None] * y[:, None, :]
    updated = left @ inverse @ left.transpose(1, 2)
    updated = updated + rho[:, None, None] * s[:, :, None] * s[:, None, :]
    return torch.where(usable[:, None, None], updated, inverse)
