"""Solutions that are saved and loaded."""

import json
import pickle

import pytest
from solutions import SHAPES, SYSTEMS, nothing
from sympy import Function, Sum, Symbol, exp, oo, pi, sin

from sympy_ssde import Problem, ProblemError, SearchConfig, Solution, Status, find_solution
from sympy_ssde.result.solution import Method
from sympy_ssde.result.storage import decoded, encoded

x = Symbol("x")
u = Function("u")


@pytest.fixture(scope="module")
def growth():
    config = SearchConfig(reductions=False, shortcuts=False)
    a = Symbol("a", positive=True)
    equation = u(x).diff(x) - 2 * a * x * u(x)
    return find_solution(equation, u(x), {u(0): 1}, {x: (0, 1)}, params=[a], config=config)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "solution.json"


@pytest.mark.parametrize("name", [*SHAPES, *SYSTEMS, "nothing"])
def test_all_that_is_known_comes_back(name, file):
    solution = {**SHAPES, **SYSTEMS, "nothing": nothing}[name]()
    solution.save(file)
    again = Solution.load(file)
    assert again == solution and str(again) == str(solution)
    assert again.eqs == solution.eqs
    assert again.steps_text() == solution.steps_text()
    assert pickle.loads(pickle.dumps(solution)) == solution


def test_a_searched_solution_comes_back(growth, file):
    assert growth
    growth.save(file)
    again = Solution.load(str(file))
    assert again == growth and again.options == growth.options
    assert again.history.records == growth.history.records
    assert again.verification.outcomes == growth.verification.outcomes


def change(file, function):
    content = json.loads(file.read_text())
    function(content)
    file.write_text(json.dumps(content))


def test_proofs_are_done_again_if_wanted(growth, file):
    growth.save(file)
    assert Solution.load(file, check=True).status is Status.PROVED

    def forge(content):
        fields = content["solution"]["Solution"]
        fields["expr"] = {"expr": ["exp", ["Symbol", "x", {}]]}
        fields["exprs"] = {"tuple": [fields["expr"]]}

    change(file, forge)
    forged = Solution.load(file, check=True)
    assert forged.expr == exp(x) and forged.status is Status.REFUTED and not forged


def test_files_of_other_versions(growth, file):
    growth.save(file)

    def later(content):
        content["solution"]["Solution"]["mood"] = "good"
        del content["solution"]["Solution"]["steps"]

    change(file, later)
    assert Solution.load(file).eq == growth.eq
    change(file, lambda content: content.update(version=99))
    with pytest.raises(ProblemError, match="later version"):
        Solution.load(file)


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "{}", '{"format": "sympy_ssde solution"}',
        '{"format": "sympy_ssde solution", "version": 1}',
        '{"format": "sympy_ssde solution", "version": 1, "solution": {"Popen": {"args": "ls"}}}',
        '{"format": "sympy_ssde solution", "version": 1, "solution": {"Line": {"words": "a"}}}',
        '{"format": "sympy_ssde solution", "version": 1, "solution": {"expr": ["eval", "1"]}}',
    ],
)  # fmt: skip
def test_other_files_are_refused(text, file):
    file.write_text(text)
    with pytest.raises(ProblemError, match="has no solution"):
        Solution.load(file)


def test_a_file_is_written_at_once(growth, file, monkeypatch):
    file.write_text("old")
    monkeypatch.setattr("sympy_ssde.result.storage.encoded", lambda value: {1, 2})
    with pytest.raises(TypeError):
        growth.save(file)
    assert file.read_text() == "old" and list(file.parent.iterdir()) == [file]


def test_what_has_no_words_is_refused():
    with pytest.raises(TypeError, match="can't be saved"):
        encoded({1: object()})
    assert decoded(encoded({"a": (1.5, float("inf"), None)})) == {"a": (1.5, float("inf"), None)}


def test_a_sum_without_end_is_kept(file):
    n = Symbol("n", integer=True, positive=True)
    t = Symbol("t")
    problem = Problem(
        u(x, t).diff(t) - u(x, t).diff(x, 2),
        u(x, t),
        {u(0, t): 0, u(1, t): 0, u(x, 0): x * (1 - x)},
    )
    odd = (2 * n - 1) * pi
    endless = Sum(8 * sin(odd * x) * exp(-(odd**2) * t) / odd**3, (n, 1, oo))
    found = Solution(problem, endless, Status.UNDECIDED, None, {}, 0, 0.0, 0, Method.REDUCTION)
    found.save(file)
    again = Solution.load(file, check=True)
    assert again.expr == endless and again.status is Status.PROVED
    assert r"\sum_{n=1}^{\infty}" in again._repr_latex_()
    assert "∑" in again._repr_html_()
