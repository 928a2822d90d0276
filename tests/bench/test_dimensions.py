"""Problems of any dimension."""

import pytest
from sympy import Add, exp, sin

from sympy_ssde import SSDEError, checkssdsol
from sympy_ssde.bench.catalogue import entry
from sympy_ssde.bench.dimensions import built, dimension_of, heat, identifier, poisson


@pytest.mark.parametrize("make", [poisson, heat])
@pytest.mark.parametrize("dimension", [1, 2, 3])
@pytest.mark.parametrize("seed", [0, 1])
def test_the_known_solution_is_proved(make, dimension, seed):
    made = make(dimension, seed)
    stated = made.statement()
    assert checkssdsol(sol=made.exact, **stated)
    assert not checkssdsol(sol=made.exact + 1, **stated)


@pytest.mark.parametrize("dimension", [1, 2, 5, 10])
def test_data_on_all_faces_and_at_the_beginning(dimension):
    assert len(poisson(dimension, 0).bcs) == 2 * dimension
    problem = heat(dimension, 0)
    assert len(problem.bcs) == 2 * dimension + 1
    assert len(problem.func.args) == dimension + 1
    assert sum(problem.problem().initial) == 1


@pytest.mark.parametrize("dimension", [1, 4, 10])
def test_forms(dimension):
    space = poisson(dimension, 3).func.args
    terms = Add.make_args(poisson(dimension, 3).exact)
    assert len(terms) == dimension
    assert {v for term in terms for v in term.free_symbols} == set(space)
    assert all(term.is_polynomial(*space) for term in terms)
    exact = heat(dimension, 3).exact
    assert len(exact.atoms(sin)) == dimension and len(exact.atoms(exp)) == 1


def test_ids_build_the_same_problem_again():
    name = identifier("poisson", 4, 2)
    assert entry(name) == poisson(4, 2) == built(name)
    assert entry("heat-d2-s0") == heat(2, 0)
    assert dimension_of("heat-d10-s1") == 10
    assert poisson(4, 2).exact != poisson(4, 3).exact
    assert built("poisson3d") is None
    for wrong in ("poisson-d0-s0", "heat-d1", "wave-d1-s0"):
        with pytest.raises(SSDEError, match="no problem"):
            entry(wrong)
