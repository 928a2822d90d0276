import pytest
from sympy import S, Symbol, cos, cosh, exp, log, sin, sqrt, tan
from sympy.abc import x

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.reduction.ordinary_source import particular, simple_terms

w = Symbol("w", positive=True)
DOMAIN = Domain((Range(w, S(1) / 2, 2),))
SOURCES = [
    x**2 + 1,
    exp(-x) * cos(2 * x),
    x * sin(x),
    x**3 * exp(2 * x),
    sin(x) ** 2 * cos(3 * x),
    cosh(2 * x) - 1,
    2**x,
    cos(w * x) + sin(2 * x + 1),
    exp(3 * x + 2) * x,
    sin(1 - 3 * x),
]
OPERATORS = [
    (S(1), S(0), S(1)),
    (S(5), S(2), S(1)),
    (S(4), S(-4), S(1)),
    (S(0), S(-1), S(0), S(1)),
    (S(1), S(0), S(2), S(0), S(1)),
    (w**2, S(0), S(1)),
    (sqrt(2), S(1)),
]


@pytest.mark.parametrize("source", SOURCES, ids=str)
@pytest.mark.parametrize("operator", OPERATORS, ids=str)
def test_what_is_found_has_the_source(operator, source):
    expr = particular(operator, simple_terms(source, x), x, DOMAIN)
    rest = sum(c * expr.diff(x, i) for i, c in enumerate(operator)) - source
    for at in (S(1) / 3, S(-7) / 5):
        assert abs(rest.subs({x: at, w: S(8) / 7}).evalf(30)) < 1e-20


@pytest.mark.parametrize("source", [tan(x), 1 / x, log(x), exp(x**2), sin(x**2), sqrt(x)], ids=str)
def test_other_sources_are_left_alone(source):
    assert simple_terms(source, x) is None
