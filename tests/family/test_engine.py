"""All ways together."""

import pytest
from families_stated import BURGERS, EIKONAL, FISHER, HEAT, KDV, WAVE, Q, U, of, t, x
from sympy import Float, I

from sympy_ssde.family.engine import stage


@pytest.mark.parametrize("eq", [WAVE, KDV, BURGERS, FISHER, EIKONAL, Q.diff(x, 2) + Q])
def test_the_first_stage_is_enough(eq):
    found = [f for f in stage(of(eq), 0) if not f.trivial]
    assert found and all(not f.family.expr.has(I, Float) for f in found)


def test_each_constant_is_independent():
    for found in stage(of(KDV), 0):
        assert found.constants == len(found.family.constants)


def test_sources_are_taken_in():
    found = [f for f in stage(of(HEAT - t), 1) if not f.trivial]
    assert found and found[0].family.constants


def test_general_solutions_end_the_search():
    (only,) = stage(of(Q.diff(x) - Q), 0)
    assert only.general and only.constants == 1


def test_never_trivial():
    """u = 0, constants and what a simpler equation has already are known for what they are."""
    for eq in (HEAT, KDV, U.diff(t) - U * U.diff(x, 2)):
        for found in stage(of(eq), 0):
            slopes = [found.family.expr.diff(v) for v in of(eq).variables]
            if not any(slopes):
                assert found.trivial
