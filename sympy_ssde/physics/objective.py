"""What a fit makes small: residuals of skeletons at points, whatever they come from.

Constraints of a problem, values along a line, conditions on fibres: all are residuals of a batch
whose squares add up to the loss.  There are two backends: forms for compiled code, where all
residuals are sums of products, and a function on torch's tensors.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from torch import Tensor

from sympy_ssde.kernel.forms import CompiledPart
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.tokens import Library

#: A batch, and which rows of the whole one it has -> residuals ``(batch, n)`` and their derivatives
#: by the constants ``(batch, slots, n)``.
Residuals = Callable[[Batch, np.ndarray], tuple[Tensor, Tensor]]


@dataclass(frozen=True)
class Objective:
    """A loss: the sum of the squares of residuals.

    ``residuals`` for torch; ``parts``, one or two, for compiled code, None if they can't be had;
    ``is_linear``, whether the residuals are linear in the function that a skeleton describes.
    """

    library: Library
    residuals: Residuals
    parts: tuple[CompiledPart, ...] | None = None
    is_linear: bool = False
    workers: int = 1
