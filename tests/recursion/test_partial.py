"""Expressions known in some variables: their free parameters and those tied to them."""

import numpy as np
import torch
from sympy.abc import x, y

from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.recursion.partial import Partial, Tie

LIBRARY = Library.build(["+", "*"], [x, y])


def _tied() -> Partial:
    skeleton = Skeleton.from_text("+ * c x * c y", LIBRARY)
    return Partial(skeleton, np.ones(2), (0, 1), (x,), (Tie(1, 0, 3.0, 2),))


def test_at_first_the_whole_solution_is_a_parameter():
    unknown = Partial.unknown(LIBRARY)
    assert unknown.skeleton.text == "c"
    assert unknown.free == (0,)
    assert unknown.known == ()


def test_tied_parameters_follow_and_are_not_free():
    partial = _tied()
    assert partial.free == (0,)
    assert partial.tie(np.array([[2.0, 0.0]])).tolist() == [[2.0, 12.0]]


def test_slopes_go_through_the_tied_parameters():
    slopes = torch.tensor([[[1.0], [10.0]]], dtype=torch.float64)
    found = _tied().tied_slopes(slopes, np.array([[2.0, 12.0]]))
    assert found[0, 0].tolist() == [1.0 + 10.0 * 3.0 * 2 * 2.0]
