from sympy import Function, Symbol
from sympy.abc import x

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.series_samples import parameter_samples

u = Function("u")


def test_parameters_with_a_range_stay_in_it():
    a = Symbol("a")
    problem = Problem(u(x).diff(x) - a * u(x), u(x), {u(0): 1}, params={a: (2, 3)})
    assert all(2 < at[a] < 3 for at in parameter_samples(problem))


def test_others_are_small_and_large():
    k = Symbol("k", positive=True)
    problem = Problem(u(x).diff(x) - k * u(x), u(x), {u(0): 1})
    values = [at[k] for at in parameter_samples(problem)]
    assert min(values) > 0 and max(values) > 20 * min(values)
    assert parameter_samples(problem) == parameter_samples(problem)


def test_without_parameters_there_is_one_sample():
    assert parameter_samples(Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})) == ({},)
