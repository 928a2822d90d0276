import time

from sympy import Function, exp, sinh
from sympy.abc import x

from sympy_ssde import Problem
from sympy_ssde.reduction.ordinary_candidates import (
    candidates,
    general_solutions,
    is_plausible,
    within,
)
from sympy_ssde.reduction.ordinary_form import read

u = Function("u")
GROWTH = read(Problem(u(x).diff(x, 2) - u(x), u(x), {u(0): 0, u(1): 1}))


def test_the_shorter_of_two_forms_is_given():
    found = next(candidates(GROWTH.equation, GROWTH.conditions))
    assert found.expr == sinh(GROWTH.equation.x) / sinh(1)


def test_general_solutions_have_as_many_constants_as_the_order():
    general = next(general_solutions(GROWTH.equation))
    assert len(general.constants) == 2


def test_numbers_tell_wrong_candidates():
    assert is_plausible(exp(GROWTH.equation.x), GROWTH.equation)
    assert not is_plausible(exp(2 * GROWTH.equation.x), GROWTH.equation)


def test_an_iterator_that_hangs_is_left():
    def slow():
        yield 1
        while True:
            sum(range(100))

    begin = time.monotonic()
    assert list(within(slow, 0.2)) == [1]
    assert time.monotonic() - begin < 5


def test_errors_of_sympy_end_an_iterator():
    def failing():
        yield 1
        raise NotImplementedError

    assert list(within(failing, 1.0)) == [1]
