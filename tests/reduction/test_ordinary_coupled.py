import pytest
from sympy import Dummy, Matrix, S, cos, exp, symbols
from sympy.abc import x

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.reduction.ordinary_coupled import coupled
from sympy_ssde.reduction.ordinary_form import value

a, b = symbols("a b", positive=True)
DOMAIN = Domain((Range(a, S(1) / 2, 2), Range(b, 1, 2), Range(x, 1, 2)))
y, z = (tuple(Dummy(f"{n}{i}") for i in range(3)) for n in "yz")


def residuals(exprs, found):
    put = {}
    for jets, solution in zip((y, z), found.exprs, strict=True):
        put |= {j: solution.diff(x, i) if i else solution for i, j in enumerate(jets)}
    numbers = {c: i + 2 for i, c in enumerate(found.constants)}
    at = {x: S(4) / 3, a: S(5) / 7, b: S(9) / 8}
    return [abs(value(e.xreplace(put).subs(numbers), at)) for e in exprs]


@pytest.mark.parametrize(
    ("exprs", "count"),
    [
        ((y[1] - z[0], z[1] + y[0]), 2),
        ((y[2] + a * y[0] - b * z[0] - cos(x), z[2] + z[0] - y[0]), 4),
        ((y[1] - y[0] - z[0] - x * exp(2 * x), z[1] + y[0] - 3 * z[0]), 2),
        ((y[1] + z[1] - y[0], y[1] - z[1] + z[0] - 1), 2),
        ((x * y[1] - z[0], x**2 * z[1] - x * y[0]), 2),
        ((x**2 * y[2] + x * y[1] - y[0] - z[0], x**2 * z[2] + x * z[1] - 4 * z[0] - x), 4),
    ],
    ids=str,
)
def test_general_solutions(exprs, count):
    found = coupled(exprs, (y, z), x, DOMAIN)
    assert len(found.constants) == count
    assert max(residuals(exprs, found)) < 1e-8
    jacobian = Matrix([[e.diff(c) for c in found.constants] for e in found.exprs])
    assert jacobian.rank() >= min(2, count)


@pytest.mark.parametrize(
    "exprs",
    [
        (y[1] - x * z[0], z[1] - y[0]),
        (y[1] - y[0] * z[0], z[1] - y[0]),
        (y[1] - z[0] - 1 / x, z[1] + y[0]),
        (y[0] + z[0], y[0] - z[0]),
    ],
    ids=str,
)
def test_others_are_left_alone(exprs):
    assert coupled(exprs, (y, z), x, DOMAIN) is None
