"""Random textbook problems: drawn again in every process, with solutions that are proved."""

import pytest
from sympy import Symbol

from sympy_ssde import SSDEError, checkssdsol
from sympy_ssde.bench.catalogue import entry
from sympy_ssde.bench.everyday_problems import GROUPS, built, group_of, identifier, makers

#: Ends that are brought to another value than that of the beginning.
pytestmark = pytest.mark.filterwarnings("ignore:.*do not agree at the corner")

NAMES = sorted(makers())


def is_known_solution_proved(name: str, seed: int) -> bool:
    drawn = entry(identifier(name, seed))
    return bool(checkssdsol(sol=drawn.exact, **drawn.statement()))


def test_classes():
    assert len(NAMES) >= 60
    assert len(NAMES) == sum(map(len, GROUPS.values()))  # no name twice
    assert all(maker.__doc__ for maker in makers().values())
    assert {group_of(name) for name in NAMES} == set(GROUPS)


def test_a_problem_is_drawn_by_class_and_seed():
    one = built.__wrapped__("heat-dirichlet/7")
    assert one == built.__wrapped__("heat-dirichlet/7")
    assert one != built.__wrapped__("heat-dirichlet/8")
    assert "exact" not in one.statement()


def test_other_ids_are_of_others():
    assert built("gamma1") is None and built("no-such-class/3") is None
    with pytest.raises(SSDEError, match="no problem 'no-such-class/3'"):
        entry("no-such-class/3")


@pytest.mark.parametrize("name", NAMES)
def test_seeds_differ(name):
    drawn = {str(entry(identifier(name, seed)).statement()) for seed in range(4)}
    assert len(drawn) >= 2


@pytest.mark.parametrize("name", NAMES)
def test_an_ordinary_equation_has_a_condition_for_each_order(name):
    drawn = entry(identifier(name, 0))
    problem = drawn.problem()
    if len(problem.variables) == 1:
        assert len(problem.conditions) == problem.equations[0].order()


def test_ways_of_writing():
    drawn = [entry(identifier(name, seed)) for name in NAMES for seed in range(2)]
    assert {type(d.bcs) for d in drawn} == {list, dict}
    assert len({d.func.func for d in drawn}) >= 15
    assert len({frozenset(d.func.args) for d in drawn}) >= 15
    signs = {s.is_positive for d in drawn for s in d.problem().params}
    assert signs == {True, None}
    assert any(Symbol("x", real=True) in d.func.args for d in drawn)


@pytest.mark.parametrize("group", GROUPS)
def test_a_known_solution_of_each_group_is_proved(group):
    name = GROUPS[group][-1].__name__.replace("_", "-")
    assert is_known_solution_proved(name, 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_known_solutions_are_proved(name):
    assert all(is_known_solution_proved(name, seed) for seed in (0, 11, 12))
