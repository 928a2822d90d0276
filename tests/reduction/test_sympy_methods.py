import pytest
from ordinary_makers import equation_of, initial, proved_by, u, y, y1, y2
from sympy import Integral, S, cos, exp, sin, sqrt
from sympy.abc import x

from sympy_ssde.reduction.sympy_methods import sympy_methods


@pytest.mark.parametrize(
    ("eq", "conditions"),
    [
        (2 * x * y + 1 + (x**2 + 2 * y) * y1, {u(0): 1}),
        (exp(y) * y1 + exp(y) - 2, {u(0): 1}),
        (y1**2 - y, {u(0): 1}),
        (sin(y) * y1 - cos(x), {u(0): S.Pi / 2}),
        (y2 + y1**2, initial(0, 0, 1)),
    ],
    ids=str,
)
def test_conditions_are_put_in(eq, conditions):
    proved_by(sympy_methods, eq, conditions, {x: (0, S(1) / 3)})


def test_lines_name_the_method():
    equation = equation_of(exp(y) * y1 + exp(y) - 2, {u(0): 1})
    general = next(sympy_methods(equation))
    assert "SymPy's method" in general.lines[0].words


@pytest.mark.slow
def test_what_nobody_solves_gives_nothing_with_integrals():
    equation = equation_of(y1 - sin(x * y) - sqrt(y), {u(0): 1})
    assert not any(g.expr.has(Integral) for g in sympy_methods(equation))
