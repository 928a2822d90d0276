"""What a system suggests: all of its functions changed alike."""

from sympy import Function, cos, exp, sech, sin, tanh
from sympy.abc import t, x

from sympy_ssde import Problem
from sympy_ssde.guess.system_seeds import system_seeds

u, v = Function("u")(x, t), Function("v")(x, t)
WAVES = Problem(
    [u.diff(t) - v.diff(x), v.diff(t) - u.diff(x)],
    [u, v],
    {u.subs(t, 0): sin(x), v.subs(t, 0): cos(x), u.subs(x, 0): sin(t)},
)


def test_each_seed_has_all_functions():
    seeds = list(system_seeds(WAVES))
    assert len(seeds) > 20 and all(len(seed) == 2 for seed in seeds)


def test_data_come_first_those_of_most_functions_before_others():
    seeds = list(system_seeds(WAVES))
    assert seeds[0] == (sin(x), cos(x)) and (sin(t), 0) in seeds


def test_functions_are_changed_alike():
    """One that doesn't depend on a variable is changed as if it did."""
    start = {u.subs(t, 0): sin(x), v.subs(t, 0): 0}
    seeds = list(system_seeds(Problem(list(map(_zero, WAVES.equations)), [u, v], start)))
    assert (sin(x) * exp(-11 * t / 10), 0) in seeds
    both = [seed for seed in system_seeds(WAVES) if seed[0] == sin(x - 11 * t / 10)]
    assert both == [(sin(x - 11 * t / 10), cos(x - 11 * t / 10))]


def _zero(equation):
    return equation.expression((u, v))


def test_products_suggest_shapes_of_one_phase():
    burgers = [u.diff(t) + u * v.diff(x), v.diff(t) + v * u.diff(x)]
    data = {u.subs(t, 0): tanh(x), v.subs(t, 0): sech(x)}
    shaped = [s for s in system_seeds(Problem(burgers, [u, v], data)) if s[0].has(tanh)]
    assert any(s[1].has(tanh) and s[0].atoms(tanh) == s[1].atoms(tanh) for s in shaped)
    assert any(s[1].is_number for s in shaped)  # one of them may be a constant
    assert not any(s[0].has(tanh) for s in system_seeds(WAVES))
