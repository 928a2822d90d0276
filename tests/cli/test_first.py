"""The first problem that a new user runs."""

import pytest
from sympy import Eq, Function, Symbol, exp, pi, sin

from sympy_ssde.cli import first


@pytest.mark.slow
def test_the_heat_equation_is_solved_and_shown(capsys):
    assert first.main() == 0
    shown = capsys.readouterr().out
    x, t, u = Symbol("x"), Symbol("t"), Function("u")
    assert str(Eq(u(x, t), exp(-(pi**2) * t) * sin(pi * x))) in shown
    assert shown.count("proved: ") == 4 and "candidates in" in shown
    assert shown.index("u(x, t)") < shown.index("proved")


@pytest.mark.parametrize(("proved", "code"), [(True, 0), (False, 1)])
def test_the_exit_code_says_whether_it_was_proved(monkeypatch, capsys, proved, code):
    class Found:
        problem, eq, verification = "PROBLEM", "ANSWER", "PROOF"
        evaluations, seconds = 3, 1.26

        def __bool__(self):
            return proved

    monkeypatch.setattr(first, "find_solution", lambda *problem: Found())
    assert first.main() == code
    assert capsys.readouterr().out == "PROBLEM\n\nANSWER\n\nPROOF\n\n3 candidates in 1.3 s\n"
