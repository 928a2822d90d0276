"""What an expression costs its reader."""

from sympy import Rational, atan, cos, cosh, exp, log, sin, sinh, sqrt, symbols

from sympy_ssde.proof.cost import cost

x, y = symbols("x y")


def test_a_reader_pays_for_operations_brackets_and_characters():
    assert cost(x) < cost(x + y) < cost((x + y) ** 2) < cost((x + y) ** 2 + sin(x))
    assert cost(x**2) < cost(x**22)


def test_what_a_textbook_avoids_costs_more():
    phase = sqrt(10) * cos(3 * x - atan(Rational(1, 3))) / 3
    assert cost(cos(3 * x) + sin(3 * x) / 3) < cost(phase)
    assert cost(1 - exp(-2 * x)) < cost(2 * exp(-x) * sinh(x))
    assert cost(1 / cosh(x / 2) ** 2) < cost(2 / (cosh(x) + 1))
    assert cost((x * log(2) + y * log(3)) / log(5)) < cost(log(2**x * 3**y) / log(5))
    assert cost(1 / (1 + exp(2))) < cost(exp(-1) / (2 * cosh(1)))
