from sympy import Abs, Piecewise, S, Symbol, cos, exp, log, sign, sin, sqrt, tan
from sympy.abc import x

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.reduction.ordinary_integrals import antiderivative, generic, with_real_logs

UNIT = Domain((Range(x, 0, 1),))


def test_its_derivative_is_the_integrand():
    for expr in (x * exp(x), sin(x) ** 2, 1 / (1 + x**2), x**3, sqrt(x + 1)):
        found = antiderivative(expr, x, UNIT)
        assert (found.diff(x) - expr).simplify() == 0


def test_logarithms_are_real():
    assert antiderivative(1 / (x - 2), x, UNIT) == log(2 - x)
    assert antiderivative(tan(x), x, UNIT) == -log(cos(x))


def test_substitutions():
    assert antiderivative(exp(sin(x)) * sin(x) * cos(x), x, UNIT).diff(x).expand() == (
        exp(sin(x)) * sin(x) * cos(x)
    )
    for expr in (sin(2 * x) * tan(2 * x), 1 / ((x + 1) * log(x + 1)), x * exp(x**2)):
        at = {x: S(1) / 3}
        gap = antiderivative(expr, x, Domain((Range(x, 0, S(1) / 2),))).diff(x) - expr
        assert abs(gap.subs(at).evalf()) < 1e-12


def test_solitary_waves():
    left = antiderivative(1 / (x * sqrt(1 - x**2)), x, UNIT)
    assert abs((left.diff(x) - 1 / (x * sqrt(1 - x**2))).subs(x, S(1) / 3).evalf()) < 1e-12


def test_no_antiderivative_is_none():
    assert antiderivative(exp(sin(x)) / (1 + x), x, UNIT, 0.3) is None


def test_the_branch_that_holds_in_the_domain():
    n = Symbol("n")
    domain = Domain((Range(n, 1, 2), Range(x, 0, 1)))
    cases = Piecewise((log(x), n < S(1) / 2), (x**n, True))
    assert generic(cases, domain) == x**n


def test_absolute_values_are_resolved():
    assert with_real_logs(log(Abs(x - 2)) + sign(x - 3), x, UNIT) == log(2 - x) - 1
