"""ssdsolve and find_solution from end to end: easy problems, the clock, and what a caller says."""

import inspect
import json
import pickle
import random
import re
import subprocess
import sys
import time
import warnings
from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from sympy import Eq, Function, Rational, Symbol, cos, exp, oo, pi, sin, sqrt, symbols, tanh
from sympy.parsing.sympy_parser import parse_expr

import sympy_ssde.exact.candidate
from sympy_ssde import (
    ConfigError,
    GrammarError,
    KeywordError,
    NoSolutionFoundError,
    Problem,
    ProblemError,
    ProblemWarning,
    SearchConfig,
    SSDEError,
    Status,
    Verification,
    checkssdsol,
    find_solution,
    ssdsolve,
)
from sympy_ssde.bench.catalogue import entry
from sympy_ssde.config import Hint
from sympy_ssde.language.tokens import PAPER_OPERATORS
from sympy_ssde.result.comparison import rounded
from sympy_ssde.result.solution import Ending, Method, Record
from sympy_ssde.search.customs import GeneticConfig
from sympy_ssde.search.loop import Search
from sympy_ssde.solver.options import OPTIONS
from sympy_ssde.strategies import expressions

x, t = symbols("x t")
u, v = map(Function, "uv")
u_x = u(x).diff(x)
GROWTH = Problem(u_x - u(x), u(x), {u(0): 1})
#: It has no elementary solution.
RICCATI = Problem(Eq(u_x, x**2 + u(x) ** 2), u(x), {u(0): 1}, {x: (0, Rational(1, 2))})
#: What these tests are about: the search, where the structure would often do.
SEARCH = SearchConfig(reductions=False)
SMALL = SearchConfig(batch=60, generations=2, shortcuts=False, reductions=False)
TWO_ROUNDS = replace(SMALL, max_rounds=2)


@pytest.fixture(scope="module", autouse=True)
def warm():
    """Compile what a search uses, so that no test pays for it."""
    find_solution(GROWTH, config=SEARCH)


@pytest.fixture
def searches(monkeypatch):
    """The Search and the seeds of every run."""
    seen = []
    run = Search.run

    def spy(self, state, score, seeds=None, *rest, **options):
        seen.append((self, seeds))
        return run(self, state, score, seeds, *rest, **options)

    monkeypatch.setattr(Search, "run", spy)
    return seen


def tokens(search):
    return search.grammar.library.names


def stop(record):
    return True


# answers -----------------------------------------------------------------------------------------

EASY = {
    "growth": ((u_x - u(x), u(x), {u(0): 1}), exp(x)),
    "gamma1": ((entry("gamma1").problem(),), entry("gamma1").exact),
    "gamma8": ((entry("gamma8").problem(),), entry("gamma8").exact),
    "oscillator": (
        (Eq(u_x.diff(x), -u(x)), u(x), {u(0): 1, u_x.subs(x, 0): 2}, {x: (0, 2)}),
        2 * sin(x) + cos(x),
    ),
    "transport": (
        (
            u(x, t).diff(t) + 2 * u(x, t).diff(x),
            u(x, t),
            {u(x, 0): sin(x)},
            {x: (0, 1), t: (0, 1)},
        ),
        sin(x - 2 * t),
    ),
}


@pytest.mark.parametrize("name", EASY)
def test_easy_problems(name):
    arguments, exact = EASY[name]
    answer = ssdsolve(*arguments, timeout=20)
    func = arguments[0].functions[0] if len(arguments) == 1 else arguments[1]
    assert type(answer) is Eq and answer.lhs == func
    assert (answer.rhs - exact).equals(0)
    assert checkssdsol(*arguments[:1], answer, *arguments[1:])


def test_answer_is_in_the_callers_symbols():
    z, a = Symbol("z", positive=True), Symbol("a", positive=True)
    f = Function("f")
    answer = ssdsolve(f(z).diff(z) - a * f(z), f(z), {f(0): 1}, params=[a], timeout=20)
    assert type(answer) is Eq and answer.lhs == f(z)
    assert (answer.rhs - exp(a * z)).equals(0)
    assert answer.free_symbols == {z, a}


def test_a_solution_says_how_it_was_found():
    start = time.monotonic()
    found = find_solution(GROWTH, seed=3, config=SEARCH)
    passed = time.monotonic() - start
    assert found and found.status is Status.PROVED
    assert found.eq == Eq(u(x), found.expr) and (found.expr - exp(x)).equals(0)
    assert found.verification.status is Status.PROVED
    assert len(found.verification.outcomes) == 2
    assert set(found.residuals.values()) == {0.0}
    assert (found.method, found.seed, found.reason, found.steps) == ("direct", 3, "", ())
    assert 0 < found.seconds <= passed
    assert len(found.history) > 0
    assert found.evaluations == found.history.records[-1].evaluations > 0
    complexities, losses, texts = zip(*found.history.front, strict=True)
    assert list(complexities) == sorted(complexities)
    assert list(losses) == sorted(losses, reverse=True)
    assert losses[-1] < 1e-20 and "exp" in texts[-1]


def test_trivial_problems_take_the_short_cut_unless_it_is_off(searches):
    line = (u_x.diff(x), u(x), {u(0): 1, u(2): 5})
    short = find_solution(*line)
    assert (short.method, short.evaluations, len(short.history)) == ("shortcut", 0, 0)
    assert short.status is Status.PROVED and short.verification and short.expr == 2 * x + 1
    assert not searches
    long = find_solution(*line, config=SearchConfig(shortcuts=False, reductions=False), timeout=20)
    assert long.status is Status.PROVED and long.method == "direct"
    assert (long.expr - 2 * x - 1).equals(0)
    assert long.evaluations > 0 and len(searches) == 1


@pytest.mark.slow
@settings(max_examples=8, deadline=None, derandomize=True)
@given(expressions([x], ("+", "*", "sin"), max_depth=2))
def test_what_is_called_proved_is_a_solution(exact):
    problem = Problem(Eq(u_x, exact.diff(x), evaluate=False), u(x), {u(0): exact.subs(x, 0)})
    found = find_solution(
        problem, timeout=1, config=SearchConfig(shortcuts=False, reductions=False)
    )
    assert bool(found) == (found.status is Status.PROVED)
    if found:
        assert checkssdsol(problem, found.eq)
        draw = random.Random(0)
        for _ in range(10):
            at = draw.random()
            assert float(found.expr.subs(x, at)) == pytest.approx(float(exact.subs(x, at)))


# no answer ---------------------------------------------------------------------------------------


def test_without_a_solution_the_clock_is_kept_and_nothing_is_shown(capfd):
    start = time.monotonic()
    with pytest.raises(NoSolutionFoundError, match="no closed form was proved") as caught:
        ssdsolve(RICCATI, timeout=3, config=SEARCH)
    assert 2.5 < time.monotonic() - start < 4
    assert isinstance(caught.value, NotImplementedError)
    best = caught.value.solution
    assert best.status is Status.UNDECIDED and not best and best.reason == "out of time"
    assert best.verification is None and best.eq == Eq(u(x), best.expr)
    assert set(best.residuals) == {"equation", "initial"}
    assert all(0 <= r < 1 for r in best.residuals.values())
    assert str(rounded(best.expr))[:150] in str(caught.value)
    assert capfd.readouterr() == ("", "")


def test_residuals_are_those_of_the_approximation():
    best = find_solution(RICCATI, config=replace(SEARCH, batch=200, relative=False, max_rounds=1))
    defect = best.expr.diff(x) - x**2 - best.expr**2
    points = np.linspace(0.001, 0.499, 200)
    size = np.sqrt(np.mean([float(defect.subs(x, p)) ** 2 for p in points]))
    assert best.residuals["initial"] == pytest.approx(abs(float(best.expr.subs(x, 0)) - 1))
    assert best.residuals["equation"] == pytest.approx(size, rel=1, abs=1e-6)


def test_what_is_not_proved_is_no_answer(monkeypatch):
    def undecided(problem, solution, **options):
        return Verification(Status.UNDECIDED, (), (), 0.0)

    monkeypatch.setattr(sympy_ssde.exact.candidate, "verify", undecided)
    config = SearchConfig(shortcuts=False, reductions=False, max_rounds=1, generations=1)
    with pytest.raises(NoSolutionFoundError) as caught:
        ssdsolve(GROWTH, config=config)
    best = caught.value.solution.expr
    assert all(abs(float(best.subs(x, at) - exp(at))) < 1e-6 for at in (0.2, 0.5, 0.9))
    assert caught.value.solution.status is Status.UNDECIDED


@pytest.mark.parametrize("name", ["heat2d", "wave3d"])
def test_the_clock_is_kept_in_many_dimensions(name):
    start = time.monotonic()
    find_solution(entry(name).problem(), timeout=1, config=SearchConfig.paper())
    assert time.monotonic() - start < 2


# the same again ----------------------------------------------------------------------------------

FRESH = """
import json
from sympy import Function, Rational
from sympy.abc import x
from sympy_ssde import Problem, SearchConfig, find_solution
u = Function("u")
eq = u(x).diff(x) - x**2 - u(x)**2
problem = Problem(eq, u(x), {u(0): 1}, {x: (0, Rational(1, 2))})
config = SearchConfig(batch=60, generations=2, shortcuts=False, reductions=False, max_rounds=2)
found = find_solution(problem, seed=5, config=config)
print(json.dumps([str(found.expr), found.evaluations, found.history.front]))
"""


def course(found):
    return [str(found.expr), found.evaluations, json.loads(json.dumps(found.history.front))]


def test_the_same_seed_gives_the_same_course():
    first, again = (course(find_solution(RICCATI, seed=5, config=TWO_ROUNDS)) for _ in range(2))
    assert first == again
    assert first != course(find_solution(RICCATI, seed=6, config=TWO_ROUNDS))


def test_the_same_seed_gives_the_same_proof():
    first, again = (find_solution(GROWTH, seed=5, config=SEARCH) for _ in range(2))
    assert (first.expr, first.evaluations) == (again.expr, again.evaluations)


@pytest.mark.slow
@pytest.mark.usefixtures("own_path")
def test_the_same_seed_gives_the_same_course_in_another_process():
    run = subprocess.run(
        [sys.executable, "-c", FRESH], capture_output=True, text=True, timeout=100, check=True
    )
    assert json.loads(run.stdout) == course(find_solution(RICCATI, seed=5, config=TWO_ROUNDS))
    assert run.stderr == ""


TIMED = """
import sys, time
from sympy import Function, sin
from sympy.abc import x
from sympy_ssde import find_solution
u = Function("u")
begin = time.monotonic()
hard = u(x).diff(x) - sin(x**2 + u(x))
found = find_solution(hard, u(x), {u(0): 1}, {x: (0, 1)}, timeout=float(sys.argv[1]))
print(time.monotonic() - begin, found.ending)
"""


@pytest.mark.slow
@pytest.mark.parametrize("timeout", [0.5, 2, 6])
def test_loading_is_part_of_the_time(timeout):
    run = subprocess.run(
        [sys.executable, "-c", TIMED, str(timeout)],
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    seconds, ending = run.stdout.split(maxsplit=1)
    assert float(seconds) < timeout + 1 and ending == "out of time\n"


# callbacks ---------------------------------------------------------------------------------------


def test_the_callback_gets_records_and_can_stop_the_search():
    seen = []

    def look(record):
        seen.append(record)
        return len(seen) == 5

    found = find_solution(RICCATI, config=SMALL, callback=look)
    assert len(seen) == 5 and all(type(r) is Record for r in seen)
    assert found.history.records == tuple(seen)
    assert found.reason == "stopped by the callback" and found.expr is not None
    assert {r.source for r in seen} == {"seed", "policy", "genetic"}
    for field in ("evaluations", "seconds", "round"):
        values = [getattr(r, field) for r in seen]
        assert values == sorted(values)
    assert [r.best_loss for r in seen] == sorted((r.best_loss for r in seen), reverse=True)
    assert seen[-1].best == found.history.front[-1][2]
    assert found.evaluations == seen[-1].evaluations


def test_a_callback_that_returns_nothing_stops_nothing():
    seen = []
    assert find_solution(GROWTH, callback=seen.append, config=SEARCH)
    assert len(seen) > 1


@pytest.mark.parametrize("after", [1, 4])
def test_an_interrupt_gives_the_best_so_far(after):
    seen = []

    def interrupt(record):
        seen.append(record)
        if len(seen) == after:
            raise KeyboardInterrupt

    found = find_solution(RICCATI, config=SMALL, callback=interrupt)
    assert found.reason == "interrupted" and found.status is Status.UNDECIDED
    assert found.expr is not None and len(found.history) == after
    with pytest.raises(NoSolutionFoundError, match="interrupted"):
        seen.clear()
        ssdsolve(RICCATI, config=SMALL, callback=interrupt)


def test_an_interrupt_after_the_proof_gives_the_proof():
    seen = []

    def interrupt(record):
        seen.append(record)
        if record.best_loss < 1e-20:  # it is proved before the callback hears of it
            raise KeyboardInterrupt

    found = find_solution(GROWTH, callback=interrupt, timeout=20, config=SEARCH)
    assert seen[-1].best_loss < 1e-20 and found.history.records == tuple(seen)
    assert found.status is Status.PROVED and (found.expr - exp(x)).equals(0)


def test_an_error_in_the_callback_comes_through():
    def fail(record):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        find_solution(RICCATI, config=SMALL, callback=fail)


def test_torch_has_its_threads_back_afterwards():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        find_solution(RICCATI, config=SMALL, callback=stop)
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


# the language ------------------------------------------------------------------------------------


def read(text):
    return parse_expr(text)  # our own output


def test_a_library_of_ones_own(searches):
    found = find_solution(GROWTH, library=("+", "*", "exp"))
    assert tokens(searches[0][0]) == ("+", "*", "exp", "x", "c")
    assert (found.expr - exp(x)).equals(0)
    functions = {f.func for _, _, text in found.history.front for f in read(text).atoms(Function)}
    assert functions <= {exp}


def test_the_library_argument_goes_before_the_configuration(searches):
    config = SearchConfig(operators=("+", "sin"), max_length=7)
    find_solution(GROWTH, library=["*", "exp"], config=config, callback=stop)
    assert tokens(searches[0][0]) == ("*", "exp", "x", "c")
    assert searches[0][0].grammar.tables.max_length == 7


def test_a_grammar_of_ones_own(searches):
    text = """
        %declare VARIABLE
        start: "+" wave start | wave
        wave: "*" "c" turn
        turn: ("sin" | "cos") VARIABLE
    """
    problem = Problem(u_x.diff(x) + u(x), u(x), {u(0): 1, u_x.subs(x, 0): 2}, {x: (0, 2)})
    found = find_solution(problem, grammar=text, timeout=20)
    assert searches[0][0].grammar.text == text
    assert found.expr.equals(2 * sin(x) + cos(x))
    for _, _, text in found.history.front:
        assert {f.func for f in read(text).atoms(Function)} <= {sin, cos}


def test_hints_widen_the_library_and_give_seeds(searches):
    problem = Problem(u_x - pi * cos(pi * x) - sqrt(6), u(x), {u(0): 0})
    find_solution(problem, config=replace(SEARCH, operators=("+", "*")), callback=stop)
    search, seeds = searches[0]
    assert {"cos", "pi", "sqrt(6)"} <= set(tokens(search))
    assert len(seeds) > 0
    assert all(
        search.grammar.accepts(row[:n])
        for row, n in zip(seeds.programs, seeds.lengths, strict=True)
    )


def test_the_papers_mode_sees_nothing_symbolic(searches):
    problem = Problem(u_x - pi * cos(pi * x) - sqrt(6) * u(x) / sqrt(x), u(x), {u(1): 0})
    find_solution(problem, config=SearchConfig.paper(), callback=stop)
    search, seeds = searches[0]
    assert seeds is None
    assert tokens(search) == (*PAPER_OPERATORS, "x", "c")


def test_parameters_are_tokens(searches):
    a = Symbol("a", positive=True)
    problem = Problem(u_x - a * u(x), u(x), {u(0): 1}, params=[a])
    find_solution(problem, config=SearchConfig.paper(), callback=stop)
    assert tokens(searches[0][0]) == (*PAPER_OPERATORS, "x", "a", "c")


# wrong calls -------------------------------------------------------------------------------------

WRONG = [
    ({"timeuot": 5}, KeywordError, "'timeuot'; did you mean 'timeout'"),
    ({"boundary": {}}, KeywordError, "'boundary'; the keywords are: .*callback"),
    (
        {"hint": "lie"},
        ConfigError,
        "hint is 'lie'; one of default, shortcuts, .*, direct was expected",
    ),
    ({"hint": None}, ConfigError, "hint is None"),
    ({"timeout": 0}, ConfigError, "timeout is 0; a positive number of seconds"),
    ({"timeout": -1}, ConfigError, "timeout is -1"),
    ({"timeout": float("nan")}, ConfigError, "timeout is nan"),
    ({"library": ("sin", "foo")}, ConfigError, r"'foo'; the operators are: \+ -"),
    ({"library": (sin,)}, ConfigError, "a tuple of operator names"),
    ({"library": "exp"}, ConfigError, "a tuple of operator names"),
    ({"library": 5}, ConfigError, "a tuple of operator names"),
    ({"timeout": "a"}, ConfigError, "timeout is 'a'"),
    ({"timeout": None}, ConfigError, "timeout is None"),
    ({"seed": -1}, ConfigError, "seed is -1"),
    ({"seed": 1.5}, ConfigError, "seed is 1.5"),
    ({"config": {}}, ConfigError, "a SearchConfig"),
    ({"config": SearchConfig}, ConfigError, "a SearchConfig"),
    ({"grammar": 5}, ConfigError, "grammar is 5"),
    ({"callback": 5}, ConfigError, "callback is 5"),
    ({"workers": "a"}, ConfigError, "workers is 'a'"),
    ({"workers": 0}, ConfigError, "workers is 0"),
    ({"progress": "x"}, ConfigError, "progress is 'x'"),
    ({"bcs": {u(0): 1}}, ProblemError, "bcs= was given beside a Problem"),
    ({"grammar": "start: foo"}, GrammarError, "'foo' used but not defined"),
    ({"grammar": 'start: "sin" "x" "x"'}, GrammarError, "as many operands as it takes"),
]


@pytest.mark.parametrize("solver", [find_solution, ssdsolve])
@pytest.mark.parametrize(("options", "error", "message"), WRONG)
def test_wrong_calls(solver, options, error, message):
    with pytest.raises(error, match=message) as caught:
        solver(GROWTH, **options)
    assert isinstance(caught.value, SSDEError)
    assert not isinstance(caught.value, NoSolutionFoundError)


def test_both_solvers_say_what_they_take():
    """As ``help()`` and an editor show it."""
    one, other = (inspect.signature(f) for f in (ssdsolve, find_solution))
    assert one.parameters == other.parameters
    kinds = [p.kind for p in one.parameters.values()]
    assert kinds == sorted(kinds) and kinds.count(inspect.Parameter.KEYWORD_ONLY) == len(OPTIONS)
    named = [p for p in one.parameters.values() if p.kind is inspect.Parameter.KEYWORD_ONLY]
    assert [(p.name, p.default) for p in named] == [(o.name, o.default) for o in OPTIONS]


@pytest.mark.parametrize("solver", [ssdsolve, find_solution])
def test_the_docstrings_say_what_the_options_mean(solver):
    section = inspect.getdoc(solver).split("Parameters\n==========")[1].split("See Also")[0]
    documented = re.findall(r"^(\w+) : ", section, re.MULTILINE)
    assert documented == [option.name for option in OPTIONS]
    assert "(default 300)" in section and "{" not in section


@pytest.mark.parametrize("hint", ["direct", Hint.DIRECT])
def test_a_solution_remembers_its_options_as_text(hint):
    found = find_solution(RICCATI, hint=hint, config=SMALL, callback=stop, workers=1)
    assert found.options == {"hint": "direct", "config": SMALL}
    assert repr(found.options["hint"]) == "'direct'"
    assert found.ending is Ending.STOPPED and found.method is Method.DIRECT


def test_what_users_see_is_text():
    found = find_solution(RICCATI, config=TWO_ROUNDS)
    assert (found.ending, found.reason) == (Ending.OUT_OF_ROUNDS, "after 2 rounds")
    assert f"{found.method}" == json.loads(json.dumps(found.method)) == "direct"
    assert find_solution(GROWTH).ending is None


def test_a_problem_is_read_before_it_is_searched():
    with pytest.raises(ProblemError, match="no derivative"):
        find_solution(x - u(x), u(x))


SYSTEM = [
    u_x - cos(x) - u(x) ** 2 - v(x) + x**2 + sin(x) ** 2,
    v(x).diff(x) - 2 * x - x**2 * sin(x) + v(x) * u(x),
]


def test_systems_are_searched():
    """Candidates are tuples of functions, whose constants are fitted together."""
    config = SearchConfig(reductions=False)
    found = find_solution(SYSTEM, [u(x), v(x)], {u(0): 0, v(0): 0}, config=config, timeout=60)
    assert found.exprs == (sin(x), x**2) and found.method is Method.DIRECT
    assert found.evaluations > 0 and all(", " in r.best for r in found.history.records)
    again = find_solution(SYSTEM, [u(x), v(x)], {u(0): 0, v(0): 0}, config=config, timeout=60)
    assert (again.exprs, again.evaluations) == (found.exprs, found.evaluations)


def test_an_approximation_of_a_system_has_all_functions():
    system = [u_x - v(x) ** 3, v(x).diff(x) + u(x)]
    found = find_solution(system, [u(x), v(x)], {u(0): 0, v(0): 1}, config=TWO_ROUNDS)
    assert not found and len(found.exprs) == 2 and set(found.residuals) == {"equation", "initial"}


def test_the_recursion_takes_all_functions_of_a_system():
    """One variable after the other, with parameters of both functions in each step."""
    first, second = u(x, t), v(x, t)
    known = exp(-t) * sin(x), 3 * exp(-t) * cos(x) + 2
    pair = [first.diff(t) - second.diff(x) / 3, second.diff(t) + 3 * first.diff(x)]
    pair = [e - e.subs({first: known[0], second: known[1]}).doit() for e in pair]
    places = [(x, 0), (x, 1), (t, 0)]
    data = {
        f.subs(s, p): k.subs(s, p)
        for s, p in places
        for f, k in zip((first, second), known, strict=True)
    }
    box = {x: (0, 1), t: (0, 1)}
    found = find_solution(pair, [first, second], data, box, hint="recursive", timeout=60)
    assert found.method is Method.RECURSIVE and len(found.exprs) == 2
    assert [(a - b).equals(0) for a, b in zip(found.exprs, known, strict=True)] == [True, True]
    assert {step.variable for step in found.steps} == {x, t}
    assert "(u(x, t), v(x, t))" in found.steps_text() and r"\left(" in found.steps_latex()


def test_linear_systems_need_no_search():
    system = [u_x - v(x), v(x).diff(x) + u(x)]
    bcs = {u(0): 0, v(0): 1}
    assert ssdsolve(system, [u(x), v(x)], bcs) == [Eq(u(x), sin(x)), Eq(v(x), cos(x))]
    found = find_solution(system, [u(x), v(x)], bcs)
    assert found.exprs == (sin(x), cos(x)) and found.expr == sin(x)
    assert str(found).startswith("Eq(u(x), sin(x)), Eq(v(x), cos(x)) (proved")
    assert r"\cos" in found._repr_latex_() and found._repr_html_().count("<math") >= 2


@pytest.mark.parametrize(
    "changes", [{"operators": ("sin",)}, {"max_length": 1}, {"max_constants": 0, "max_rounds": 1}]
)
def test_tiny_languages_end_cleanly(changes):
    config = SearchConfig(
        hints=False, shortcuts=False, reductions=False, **{"max_rounds": 2, **changes}
    )
    found = find_solution(GROWTH, timeout=20, config=config)
    assert found.status in (Status.UNDECIDED, Status.PROVED)


def test_rounds_are_counted_exactly():
    config = SearchConfig(
        max_rounds=1, generations=2, batch=50, hints=False, shortcuts=False, reductions=False
    )
    riccati = find_solution(u_x - x**2 - u(x) ** 2, u(x), {u(0): 1}, {x: (0, 0.5)}, config=config)
    bred = config.generations * GeneticConfig().turns
    assert [r.source for r in riccati.history.records] == ["policy"] + bred * ["genetic"]
    assert riccati.reason == "after 1 round"


def test_the_error_can_be_pickled():
    config = SearchConfig(
        max_rounds=1, generations=1, batch=50, hints=False, shortcuts=False, reductions=False
    )
    with pytest.raises(NoSolutionFoundError) as caught:
        ssdsolve(u_x - x**2 - u(x) ** 2, u(x), {u(0): 1}, {x: (0, 0.5)}, config=config)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.solution.residuals == caught.value.solution.residuals


def test_powers_of_variables_can_be_searched():
    """The size of x1**x2 is taken of real numbers."""
    config = SearchConfig(
        max_rounds=1, generations=1, batch=50, hints=False, shortcuts=False, reductions=False
    )
    found = find_solution(entry("gamma11").problem(), timeout=20, config=config)
    assert found.evaluations > 0


@pytest.mark.slow
def test_a_condition_at_infinity_is_part_of_a_search():
    front = u(x).diff(x, 2) + 2 * u(x) * u(x).diff(x)
    ends = Problem(front, u(x), [Eq(u(0), 0), Eq(u(oo), 1)], {x: (0, oo)})
    found = find_solution(ends, config=SearchConfig(shortcuts=False, reductions=False))
    assert found and found.expr == tanh(x)


def test_corners_that_disagree_are_warned_of_once():
    heat = Eq(u(x, t).diff(t), u(x, t).diff(x, 2))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        find_solution(heat, u(x, t), {u(0, t): 1, u(x, 0): 0}, config=TWO_ROUNDS, timeout=3)
    assert [w.category for w in caught] == [ProblemWarning]
