"""Equations that SymPy's ``pdsolve`` solves in its own documentation and tests, stated anew."""

from sympy import exp, log, sin

from sympy_ssde.bench.families_kinds import Entry, a, b, c, f, kind, named
from sympy_ssde.bench.letters import x, y

_pdsolve = kind("pdsolve", constants=0, functions=1)
_DOCS = "SymPy 1.14, sympy.solvers.pde, documentation"
_TESTS = "SymPy 1.14, sympy/solvers/tests/test_pde.py"

V = f(x, y)
VX, VY = V.diff(x), V.diff(y)

ENTRIES: tuple[Entry, ...] = named(
    {
        "docs_quotients": _pdsolve(_DOCS, 1 + 2 * VX / V + 3 * VY / V, V),
        "docs_homogeneous": _pdsolve(_DOCS, V + VX + VY, V),
        "docs_constant": _pdsolve(_DOCS, -2 * VX + 4 * VY + 5 * V - exp(x + 3 * y), V),
        "docs_checked": _pdsolve(_DOCS, 2 * V + 3 * VX + 4 * VY, V),
        "docs_form": _pdsolve(_DOCS, a * VX + b * VY + c * V, V),
        "docs_variable": _pdsolve(_DOCS, x * VX - y * VY + y**2 * V - y**2, V),
        "tests_symbols": _pdsolve(_TESTS, a * V + b * VX + c * VY, V),
        "tests_three_two": _pdsolve(_TESTS, 3 * V + 2 * VX + VY, V),
        "tests_two_symbols": _pdsolve(_TESTS, a * V + b * VX + 2 * VY, V),
        "tests_variable": _pdsolve(_TESTS, x * V + VX + 3 * VY, V),
        "tests_two_three": _pdsolve(_TESTS, 2 * V + VX + 3 * VY, V),
        "tests_one_three": _pdsolve(_TESTS, V + VX + 3 * VY, V),
        "tests_six_seven": _pdsolve(_TESTS, V + 6 * VX + 7 * VY, V),
        "tests_quotients": _pdsolve(_TESTS, 4 + 3 * VX / V + 2 * VY / V, V),
        "tests_twice": _pdsolve(_TESTS, 2 * V + VX + VY, V),
        "tests_quotient_source": _pdsolve(_TESTS, VX / V + VY / V + 1 - exp(x + y) / V, V),
        "tests_sine": _pdsolve(_TESTS, 2 * V - VX + 3 * VY + sin(x), V),
        "tests_product": _pdsolve(_TESTS, V + VX + VY + x * y, V),
        "tests_square_product": _pdsolve(_TESTS, V + VX + VY + x**2 * y, V),
        "tests_exponential_curve": _pdsolve(_TESTS, x**2 * V + x * VX + x * y * VY, V),
        "tests_parabola": _pdsolve(_TESTS, y * x**2 * V + y * VX + VY, V),
        "tests_one_derivative": _pdsolve(_TESTS, exp(x) ** 2 * VX + y, V),
        "tests_other_derivative": _pdsolve(_TESTS, exp(2 * x) * VY + y * V - V, V),
        "tests_logarithm": _pdsolve(_TESTS, V + VX + VY + log(x), V),
    }
)
