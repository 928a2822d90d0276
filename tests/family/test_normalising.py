"""A search for families."""

import pytest
from families_stated import HEAT, KDV, Q, U, of, x
from sympy import exp, sech

from sympy_ssde.family.generality import is_plausible
from sympy_ssde.family.normalising import TRIES, Generalisation, generalised, normalised
from sympy_ssde.problem.problem import Problem


def test_values_and_slopes_at_a_point():
    made = list(normalised(Problem(Q.diff(x, 3) - Q, Q), 0))
    assert len(made) == TRIES and all(len(p.conditions) == 3 for p in made)
    assert all(len(p.conditions) == 3 for p in normalised(Problem(KDV, U), 1))
    assert made == list(normalised(Problem(Q.diff(x, 3) - Q, Q), 0))


def test_a_stated_domain_is_left_alone():
    assert list(normalised(Problem(Q.diff(x) - Q, Q, None, {x: (0, 1)}), 0)) == []


def test_numbers_become_symbols_as_long_as_it_holds():
    heat = of(HEAT)
    y, s = heat.variables
    family = generalised(5 * exp(3 * y + 9 * s), heat)
    assert family.constants and is_plausible(family, heat)


@pytest.mark.slow
def test_a_single_soliton_becomes_a_family():
    kdv = of(KDV)
    single = (2 * sech(kdv.variables[0] - 4 * kdv.variables[1]) ** 2).xreplace(dict(kdv.user))
    (found,) = Generalisation(Problem(KDV, U), single, 60.0).run()
    assert len(found.family.constants) >= 2
