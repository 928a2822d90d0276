"""The worker's task: only what is proved comes out, in a good form."""

from sympy import Eq, Function, Sum, cos, exp, sin, symbols
from sympy.abc import t, x

from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.finding import PROVED
from sympy_ssde.reduction import structure
from sympy_ssde.reduction.engine import Open
from sympy_ssde.reduction.reduction import Found, Line, Reduction
from sympy_ssde.reduction.structure import Answer, Completion, Passed, Structure

u, v = Function("u"), Function("v")
DAMPED = Problem(
    u(t).diff(t, 2) + 2 * u(t).diff(t) + 10 * u(t),
    u(t),
    {u(0): 1, u(t).diff(t).subs(t, 0): 0},
)
HARD = Problem(u(x).diff(x, 2) + sin(u(x)) ** 3 * x, u(x), {u(0): 1, u(1): 2})


def test_the_damped_oscillator():
    (answer,) = Structure(DAMPED, 20).run()
    assert isinstance(answer, Answer) and [f.status for f in answer.findings] == [PROVED] * 3
    expected = exp(-t) * (cos(3 * t) + sin(3 * t) / 3)
    assert (answer.found.exprs[0] - expected).expand() == 0
    assert answer.found.lines and not answer.found.reduced


def test_nothing_comes_of_what_has_no_structure():
    assert not [r for r in Structure(HARD, 20).run() if isinstance(r, Answer)]


def test_data_that_need_all_modes_have_a_series():
    heat = u(x, t).diff(t) - u(x, t).diff(x, 2)
    rod = Problem(heat, u(x, t), {u(0, t): 0, u(1, t): 0, u(x, 0): x * (1 - x)})
    *_, answer = Structure(rod, 60, stages=(0, 1)).run()
    assert isinstance(answer, Answer) and answer.found.reduced
    assert answer.found.exprs[0].has(Sum)
    assert not [r for r in Structure(rod, 60, True, (0, 1)).run() if isinstance(r, Answer)]


def test_what_cant_be_proved_is_not_an_answer(monkeypatch):
    almost = Found((exp(-t) * (cos(3 * t) + sin(3 * t) / 3) + exp(-t) / 10**40,))
    methods = (lambda problem: iter([almost]), lambda problem: (), lambda problem: ())
    monkeypatch.setattr(structure, "METHODS", methods)
    monkeypatch.setattr(structure, "LEAVES", ())
    monkeypatch.setattr(structure, "WAYS", ())
    assert list(Structure(DAMPED, 10).run()) == [Passed(stage) for stage in range(5)]


def test_each_method_has_its_stage(monkeypatch):
    right = Found((exp(-t) * (cos(3 * t) + sin(3 * t) / 3),))
    monkeypatch.setattr(structure, "LEAVES", ())
    monkeypatch.setattr(structure, "WAYS", ())
    for method, stage in ((0, 0), (1, 3), (2, 4)):
        methods = [lambda problem: ()] * 3
        methods[method] = lambda problem: iter([right])
        monkeypatch.setattr(structure, "METHODS", tuple(methods))
        *passed, answer = Structure(DAMPED, 10).run()
        assert passed == [Passed(s) for s in range(stage)] and isinstance(answer, Answer)


def test_a_part_that_was_searched_for_completes_the_whole():
    a = symbols("a", positive=True)
    part = Problem(v(t).diff(t) + a * v(t), v(t), {v(0): 1})
    whole = Problem(u(x, t).diff(t) + a * u(x, t), u(x, t), {u(x, 0): sin(x)})
    separate = Reduction((part,), (sin(x) * v(t),), Line("separate"))
    opened = Open(separate, (None,), part)
    (answer,) = Completion(opened, (exp(-a * t),), whole, 10).run()
    assert answer.found.exprs == (exp(-a * t) * sin(x),) and answer.found.reduced
    assert answer.found.lines[-1].formulas == (Eq(v(t), exp(-a * t)),)
    assert list(Completion(opened, (exp(a * t),), whole, 10).run()) == []
