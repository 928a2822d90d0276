"""Solving without a search: shortcuts, SymPy's methods, reductions; hints that ask for them."""

import subprocess
import sys

import pytest
from sympy import Eq, Function, Min, Sum, Symbol, cos, exp, sin
from sympy.abc import t, x

from sympy_ssde import SearchConfig, find_solution
from sympy_ssde.config import Hint
from sympy_ssde.result.solution import Ending, Method
from sympy_ssde.solver.structured import USUAL

u = Function("u")
DAMPED = {
    "eq": u(t).diff(t, 2) + 2 * u(t).diff(t) + 10 * u(t),
    "func": u(t),
    "bcs": {u(0): 1, u(t).diff(t).subs(t, 0): 0},
    "domain": {t: (0, 1)},
}
LINE = {"eq": u(x).diff(x, 2) - 2, "func": u(x), "bcs": {u(0): 0, u(1): 1}}
HARD = {"eq": u(x).diff(x, 2) + sin(u(x)) ** 3, "func": u(x), "bcs": {u(0): 1, u(1): 2}}


def test_the_damped_oscillator_needs_no_search():
    found = find_solution(**DAMPED, timeout=30)
    assert found and found.method is Method.SYMPY and found.evaluations == 0
    assert (found.expr - exp(-t) * (cos(3 * t) + sin(3 * t) / 3)).expand() == 0
    assert "characteristic polynomial" in found.steps_text()
    assert len(found.verification.outcomes) == 3 and found.verification


def test_a_series_is_waited_for():
    heat = u(x, t).diff(t) - u(x, t).diff(x, 2)
    plucked = {u(0, t): 0, u(1, t): 0, u(x, 0): Min(x, 1 - x)}
    found = find_solution(heat, u(x, t), plucked, timeout=120)
    assert found and found.method is Method.REDUCTION and found.evaluations == 0
    assert found.expr.has(Sum)
    assert "modes" in found.steps_text()


def test_symbols_stay_symbols():
    k, room, start = Symbol("k"), Symbol("T_room"), Symbol("T_0")
    cooling = Eq(u(t).diff(t), -k * (u(t) - room))
    found = find_solution(cooling, u(t), {u(0): start}, timeout=30)
    assert found and (found.expr - room - (start - room) * exp(-k * t)).expand() == 0


@pytest.mark.parametrize(
    ("hint", "problem", "method"),
    [("sympy", DAMPED, "sympy"), ("reductions", DAMPED, "sympy"), ("shortcuts", LINE, "shortcut")],
)
def test_a_hint_names_a_method(hint, problem, method):
    found = find_solution(**problem, hint=hint, timeout=30)
    assert found and found.method == method and found.options["hint"] == hint


@pytest.mark.parametrize("hint", ["shortcuts", "sympy", "reductions"])
def test_without_a_search_a_hint_gives_up_early(hint):
    found = find_solution(**HARD, hint=hint, timeout=60)
    assert not found and found.expr is None and found.ending is Ending.NO_STRUCTURE
    assert found.method is USUAL[Hint(hint)] and found.seconds < 30


def test_an_interrupt_gives_a_solution(monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("sympy_ssde.solver.solve.solve_by_structure", interrupt)
    found = find_solution(**DAMPED)
    assert not found and found.ending is Ending.INTERRUPTED


def test_parts_can_be_switched_off():
    config = SearchConfig(shortcuts=False, reductions=False, batch=60, generations=1, max_rounds=1)
    assert find_solution(**DAMPED, config=config, timeout=60).method is Method.DIRECT
    assert not SearchConfig.paper().reductions and SearchConfig().reductions


def test_neither_torch_nor_numba_is_loaded():
    code = (
        "import sys\n"
        "from sympy import Function, symbols\n"
        "from sympy_ssde import find_solution\n"
        "t, u = symbols('t'), Function('u')\n"
        "found = find_solution(u(t).diff(t, 2) + 4*u(t), u(t),"
        " {u(0): 1, u(t).diff(t).subs(t, 0): 3})\n"
        "print(bool(found), 'torch' in sys.modules, 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False", "False"]
