import time

from sympy import Function, Symbol, exp, simplify, sinh
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


def test_constants_belong_to_the_form_that_is_shown():
    h = Symbol("h", positive=True)
    conditions = {u(0): 1, u(x).diff(x).subs(x, 1): 0}
    fin = read(Problem(u(x).diff(x, 2) - h**2 * u(x), u(x), conditions, {x: (0, 1)}))
    found = next(candidates(fin.equation, fin.conditions))
    *_, form, constants, answer = found.lines
    general = form.formulas[0].rhs.subs([(e.lhs, e.rhs) for e in constants.formulas])
    assert simplify(general - found.expr) == 0 and answer.formulas[0].rhs == found.expr
