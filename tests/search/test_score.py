"""What the search knows of the physics."""

import numpy as np

from sympy_ssde.language.batch import Batch
from sympy_ssde.search.score import Scores


def test_nothing_has_scores_too():
    scores = Scores.of_nothing(Batch.empty(5, 2))
    assert scores.constants.shape == (0, 2)
    assert all(len(field) == 0 for field in scores)
    assert scores.refined.dtype == np.bool_
