"""A partial expression with its known parts as coordinates."""

import numpy as np
import pytest
from sympy import symbols

from sympy_ssde.kernel.jets import JetSpace, evaluate
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.recursion.condensing import condensed

LIBRARY = Library.build(["+", "*", "/", "sin"], symbols("x y z"))


def _jets(skeleton, constants, points):
    library = skeleton.library
    space = JetSpace(len(library.variables), ())
    return evaluate(library, space, *Batch.single(skeleton, constants), points, tangents=True)


@pytest.mark.parametrize(
    ("text", "parameters"),
    [
        ("+ * c x + * c sin * c y * c z", (3,)),
        ("+ * c x + * c sin * c y * c z", (1, 2)),
        ("* c * sin * c x + c y", (2,)),
        ("/ + c x sin + y c", (0, 1)),
        ("c", (0,)),
    ],
)
def test_values_and_slopes_by_the_parameters_have_the_same_bits(text, parameters):
    skeleton = Skeleton.from_text(text, LIBRARY)
    rng = np.random.default_rng(3)
    constants = rng.normal(size=skeleton.constants)
    points = rng.uniform(0.5, 1.5, (3, 7))
    short = condensed(skeleton, constants, parameters, points)
    whole = _jets(skeleton, constants, points)
    found = _jets(short.skeleton, constants[list(short.slots)], short.points)
    assert short.slots == parameters
    assert short.skeleton.constants == len(parameters)
    assert (found.values == whole.values).all()
    assert (found.tangents == whole.tangents[:, list(parameters)]).all()


def test_the_length_depends_on_the_parameters_alone():
    text = "+ * c x + * c y + * c z c"
    skeleton = Skeleton.from_text(text, LIBRARY)
    short = condensed(skeleton, np.ones(4), (0,), np.ones((3, 2)))
    assert short.skeleton.length == 5
