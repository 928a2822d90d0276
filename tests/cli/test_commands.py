"""The command ``ssde``: exit codes, what goes where, and what is not loaded."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sympy_ssde
from sympy_ssde.cli import commands
from sympy_ssde.cli.main import main
from sympy_ssde.problem.examples import example_names
from sympy_ssde.problem.text.layout import MAX_CHARACTERS
from sympy_ssde.solver.interruption import Interruption
from sympy_ssde.solver.options import OPTIONS

EASY = "u'' = 2 on x in [0, 1]; u(0) = 0; u(1) = 1\n"
#: Riccati's equation u' = x^2 + u^2 is solved by Bessel functions, which the library lacks.
HARD = "u' = x^2 + u^2 on x in [0, 1/2]\nu(0) = 1\n"


PAIR = "u' = v; v' = -u   on t in [0, 3]\nu(0) = 0; v(0) = 1\n"


@pytest.fixture
def pair(tmp_path):
    path = tmp_path / "pair.txt"
    path.write_text(PAIR)
    return str(path)


@pytest.fixture
def easy(tmp_path):
    path = tmp_path / "easy.txt"
    path.write_text(EASY)
    return str(path)


@pytest.fixture
def hard(tmp_path):
    path = tmp_path / "hard.txt"
    path.write_text(HARD)
    return str(path)


def run(*arguments, text=None):
    return subprocess.run(
        [sys.executable, "-m", "sympy_ssde", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
    )


# solve -------------------------------------------------------------------------------------------


def test_the_answer_alone_goes_to_standard_output(easy, capsys):
    assert main(["solve", easy]) == 0
    out, err = capsys.readouterr()
    assert out == "u(x) = x**2\n"
    assert err.startswith("proved: the equation and 2 conditions (")
    assert main(["check", easy, "--solution", out]) == 0


def test_quiet_and_latex(easy, capsys):
    assert main(["solve", easy, "--quiet", "--latex"]) == 0
    assert capsys.readouterr() == ("u{\\left(x \\right)} = x^{2}\n", "")


def test_json(easy, capsys):
    assert main(["solve", easy, "--json", "--seed", "3"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "proved" and found["solution"] == "u(x) = x**2"
    assert found["seed"] == 3 and found["version"] == sympy_ssde.__version__
    assert [c["constraint"] for c in found["constraints"]] == ["u'' = 2", "u(0) = 0", "u(1) = 1"]
    assert {c["status"] for c in found["constraints"]} == {"proved"}


def test_json_may_stand_before_the_file(easy, capsys):
    assert main(["solve", "--json", easy]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "proved"


def test_several_files(easy, hard, tmp_path, capsys):
    lines = tmp_path / "answers.jsonl"
    other = tmp_path / "other.txt"
    other.write_text("u' = u on x in [0, 1]; u(0) = 1")
    files = [easy, str(other)]
    assert main(["solve", *files, "--workers", "2", "--json", str(lines)]) == 0
    out, err = capsys.readouterr()
    assert out == f"{easy}: u(x) = x**2\n{other}: u(x) = exp(x)\n"
    assert err == "2 of 2 proved\n"
    assert len(lines.read_text().splitlines()) == 2
    start = time.monotonic()
    assert main(["solve", *files, "--json", str(lines), "--quiet"]) == 0
    again, err = capsys.readouterr()
    assert again == out and err == "" and time.monotonic() - start < 5
    assert main(["solve", easy, hard, "--timeout", "8", "--library", "+,*,sin"]) == 1
    out, err = capsys.readouterr()
    assert out == f"{easy}: u(x) = x**2\n" and "1 of 2 proved" in err
    assert f"{hard}: no closed form was proved: out of time" in err


def test_mistakes_with_several_files(easy, tmp_path, capsys):
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("u' = (")
    for arguments, words in [
        ([], "no file was given"),
        ([easy, str(wrong)], "wrong.txt: "),
        ([easy, easy, "--checkpoint", "search"], "--checkpoint is for one problem"),
        ([easy, easy, "--plot", "a.png"], "--plot and --report are for one problem"),
        ([easy, easy, "--json"], "--json needs a file for several problems"),
        ([easy, str(tmp_path / "missing.txt")], "missing.txt can't be read"),
    ]:
        assert main(["solve", *arguments]) == 2
        out, err = capsys.readouterr()
        assert out == "" and words in err


def test_nothing_is_printed_as_answer_where_none_is_proved(hard, capsys):
    arguments = ["solve", hard, "--timeout", "3", "--library", "+,*,sin"]
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == "" and "no closed form was proved: out of time" in err
    assert "best so far: u(x) = " in err and "equation" in err
    assert main([*arguments, "--json", "--quiet"]) == 1
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert err == "" and found["status"] == "undecided" and found["reason"] == "out of time"
    assert found["solution"].startswith("u(x) = ") and found["front"]


def test_options_reach_the_search(easy, hard, tmp_path, monkeypatch, capsys):
    seen = {}

    def search(problem, **options):
        seen.update(options)
        assert not seen.pop("callback")(None)
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as interrupt:
            raise SystemError("as numba's dispatcher does") from interrupt

    import sympy_ssde.solver.solve

    monkeypatch.setattr(sympy_ssde.solver.solve, "find_solution", search)
    grammar = tmp_path / "own.lark"
    grammar.write_text("start: VARIABLE")
    options = "--timeout 7 --seed 5 --hint direct --library +,sin --workers 2 --progress".split()
    assert main(["solve", easy, *options, "--grammar", str(grammar)]) == 130
    assert seen == {
        "timeout": 7.0,
        "seed": 5,
        "hint": "direct",
        "library": ("+", "sin"),
        "workers": 2,
        "progress": True,
        "grammar": "start: VARIABLE",
        "checkpoint": None,
    }
    assert "interrupted" in capsys.readouterr().err


def test_every_option_of_the_solver_that_has_a_flag_is_in_the_help(capsys):
    with pytest.raises(SystemExit):
        main(["solve", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    for option in OPTIONS:
        assert (f"--{option.name}" in text) == (option.flag is not None)
    assert "seconds (default 300)" in text and "same answer (default 0)" in text


def test_what_isnt_given_has_its_default(easy, monkeypatch, capsys):
    seen = {}

    def search(problem, **options):
        seen.update(options)
        raise KeyboardInterrupt

    monkeypatch.setattr("sympy_ssde.solver.solve.find_solution", search)
    assert main(["solve", easy]) == 130
    assert seen.pop("callback") is not None
    assert seen == {o.name: o.default for o in OPTIONS if o.flag is not None}
    assert main(["solve", easy, "--quiet"]) == 130
    assert seen["progress"] is False


def test_a_picture(easy, tmp_path, capsys):
    path = tmp_path / "answer.png"
    assert main(["solve", easy, "--plot", str(path)]) == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    assert "u(x) = x**2" in capsys.readouterr().out


def test_files_are_checked_before_the_search(easy, tmp_path, capsys, monkeypatch):
    assert main(["solve", easy, "--plot", str(tmp_path / "no" / "answer.png")]) == 2
    assert "there is no folder" in capsys.readouterr().err
    assert main(["solve", easy, "--plot", str(tmp_path / "answer.foo")]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "one of .png .pdf .svg" in err
    assert main(["solve", easy, "--report", str(tmp_path / "report.pdf")]) == 2
    assert "one of .html" in capsys.readouterr().err
    monkeypatch.setattr(commands, "find_spec", lambda name: None)
    assert main(["solve", easy, "--plot", str(tmp_path / "answer.png")]) == 2
    assert 'pip install "sympy_ssde[plot]"' in capsys.readouterr().err


def test_a_report_needs_no_matplotlib(easy, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(commands, "find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, "matplotlib.colors", None)
    for name in ("figure", "plot", "panels", "portrait", "history_plot"):
        monkeypatch.delitem(sys.modules, f"sympy_ssde.result.{name}", raising=False)
    page = tmp_path / "report.html"
    assert main(["solve", easy, "--report", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "Solution of u(x)" in text and "plots need matplotlib" in text


@pytest.mark.parametrize(
    "options", [["--timeout", "-1"], ["--hint", "guess"], ["--library", "sinn"], ["--seed", "-1"]]
)
def test_bad_options(easy, options, capsys):
    assert main(["solve", easy, *options]) == 2
    assert capsys.readouterr().err.startswith("ssde: ")


def test_warnings_are_for_people(tmp_path, capsys):
    path = tmp_path / "corner.txt"
    path.write_text("u_t = u_x on x in [0, 1], t in [0, 1]; u(x, 0) = x; u(0, t) = t + 1\n")
    assert main(["check", str(path), "--solution", "x + t"]) == 1
    assert capsys.readouterr().err.startswith("ssde: warning: the conditions")


# systems -----------------------------------------------------------------------------------------


def test_all_functions_of_a_system_are_printed(pair, capsys):
    assert main(["solve", pair]) == 0
    out, err = capsys.readouterr()
    assert out == "u(t) = sin(t)\nv(t) = cos(t)\n"
    assert err.startswith("proved: 2 equations and 2 conditions (")
    assert main(["check", pair, "--solution", out]) == 0


def test_a_system_as_latex_and_json(pair, capsys):
    assert main(["solve", pair, "--quiet", "--latex"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("u{") and second.startswith("v{") and r"\cos" in second
    assert main(["solve", pair, "--quiet", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["functions"] == {"u": "sin(t)", "v": "cos(t)"}
    assert found["solution"] == "u(t) = sin(t)\nv(t) = cos(t)"
    constraints = [c["constraint"] for c in found["constraints"]]
    assert constraints == ["u' = v", "v' = -u", "u(0) = 0", "v(0) = 1"]


def test_a_picture_and_a_report_of_a_system(pair, tmp_path, capsys):
    picture, page = tmp_path / "pair.png", tmp_path / "pair.html"
    assert main(["solve", pair, "--plot", str(picture), "--report", str(page)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "Solution of u(t) and v(t)" in page.read_text()
    capsys.readouterr()


@pytest.mark.parametrize(
    "given",
    [
        ["--solution", "u = sin(t); v = cos(t)"],
        ["--solution", "v(t) = cos(t)\nu(t) = sin(t)"],
        ["--solution", "u = sin(t)", "--solution", "v = cos(t)"],
    ],
)
def test_check_takes_several_functions(pair, given, capsys):
    assert main(["check", pair, *given]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "proved",
        "  proved: u' = v (by identity)",
        "  proved: v' = -u (by identity)",
    ]


def test_check_refutes_a_system_if_one_function_is_wrong(pair, capsys):
    assert main(["check", pair, "--solution", "u = sin(t); v = cos(t) + t^2/100"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("refuted\n") and out.count("  refuted: ") == 2


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("sin(t)", "doesn't say which function it is"),
        ("u = sin(t)", "doesn't say what v(t) is"),
        ("u = sin(t), v = cos(t)", "or ';'"),
        ("u = sin(t); v = cos(t); w = 1", "w is not what is sought"),
    ],
)
def test_mistakes_in_the_solution_of_a_system(pair, given, words, capsys):
    assert main(["check", pair, "--solution", given]) == 2
    err = capsys.readouterr().err
    assert err.startswith("ssde: in the solution: ") and words in err


def test_the_best_so_far_names_all_functions(tmp_path, capsys):
    path = tmp_path / "hard.txt"
    path.write_text("u' = x^2 + u^2 + v; v' = x*u on x in [0, 1/2]\nu(0) = 1; v(0) = 1\n")
    assert main(["solve", str(path), "--timeout", "4", "--library", "+,*,sin"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and "best so far: u(x) = " in err and "\n             v(x) = " in err


def test_a_system_among_several_files(easy, pair, capsys):
    assert main(["solve", easy, pair, "--quiet"]) == 0
    out = capsys.readouterr().out
    assert out == f"{easy}: u(x) = x**2\n{pair}: u(t) = sin(t); v(t) = cos(t)\n"


def test_contradictions_in_a_system_are_bad_input(tmp_path, capsys):
    path = tmp_path / "gradient.txt"
    path.write_text("p_x = y\np_y = -x   on x in [0, 1], y in [0, 1]\np(0, 0) = 0\n")
    assert main(["solve", str(path)]) == 2
    assert "the equations p_x = y and p_y = -x contradict each other" in capsys.readouterr().err


# check and examples ------------------------------------------------------------------------------


def test_check_says_what_holds_and_where_not(easy, capsys):
    assert main(["check", easy, "--solution", "u = x^2 + x*(1 - x)/100"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "refuted"
    assert lines[1].startswith("  refuted: u'' = 2 (the residual is -0.02")
    assert lines[2:] == ["  proved: u(0) = 0 (by identity)", "  proved: u(1) = 1 (by identity)"]
    assert main(["check", easy, "--solution", "x^3", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "refuted" and "x" in found["constraints"][0]["point"]


def test_examples(capsys):
    assert main(["examples"]) == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()] == list(example_names())
    assert main(["examples", "heat"]) == 0
    assert "u_t = u_xx/4" in capsys.readouterr().out
    assert main(["examples", "heet"]) == 2
    assert "did you mean 'heat'" in capsys.readouterr().err


# bad input ---------------------------------------------------------------------------------------


def test_bad_texts(tmp_path, capsys, easy):
    path = tmp_path / "bad.txt"
    path.write_text("u' = sinn(x) on x in [0, 1]; u(0) = 1")
    assert main(["solve", str(path)]) == 2
    err = capsys.readouterr().err
    assert "line 1: unknown function 'sinn'" in err and "     ^" in err and "'sin'" in err
    assert main(["check", easy, "--solution", "x + y"]) == 2
    assert "in the solution: line 1: unknown name 'y'" in capsys.readouterr().err
    for content in (b"\xff\xfe", b"\0", b"(" * 10**6, b"\xff" * 10**6):
        path.write_bytes(content)
        assert main(["solve", str(path)]) == 2
        assert len(capsys.readouterr().err) < 500
    for name in (tmp_path, tmp_path / "none.txt"):
        assert main(["solve", str(name)]) == 2
        assert "can't be read" in capsys.readouterr().err
    assert main(["solve"]) == 2


def test_an_endless_input_is_not_read_to_its_end():
    start = time.monotonic()
    with open("/dev/zero", "rb") as endless:
        result = subprocess.run(
            [sys.executable, "-m", "sympy_ssde", "solve", "-"],
            stdin=endless,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert result.returncode == 2 and "characters" in result.stderr
    assert time.monotonic() - start < 30 and MAX_CHARACTERS < 10**6


LIGHT = (
    ["--version"],
    ["examples"],
    ["solve", "none.txt"],
    ["check", "-", "--solution", "x^2"],
)
HEAVY = "('torch', 'numba', 'scipy', 'matplotlib')"


@pytest.mark.parametrize("arguments", LIGHT)
def test_what_needs_no_search_does_not_load_it(arguments):
    code = (
        "import sys; from sympy_ssde.cli.main import main\n"
        f"try: main({arguments!r})\nexcept SystemExit: pass\n"
        f"print([m for m in {HEAVY} if m in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], input=EASY, capture_output=True, text=True, timeout=120
    )
    assert result.stdout.splitlines()[-1] == "[]", result.stderr


# as a process ------------------------------------------------------------------------------------


def test_a_problem_on_standard_input():
    result = run("solve", "-", text=EASY)
    assert (result.returncode, result.stdout) == (0, "u(x) = x**2\n"), result.stderr
    assert len(result.stderr.splitlines()) == 1  # no progress where nobody watches


def test_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -m sympy_ssde examples kdv | head -n 1"
    result = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
    assert result.stdout.startswith("# ") and result.stderr == ""


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_ctrl_c_prints_the_best_so_far(hard):
    process = subprocess.Popen(
        [sys.executable, "-m", "sympy_ssde", "solve", hard, "--progress"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    first = process.stderr.readline()
    assert "skeletons/s" in first
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert out == "" and "no closed form was proved: interrupted" in err and "best so far" in err


@pytest.fixture
def ctrl_c():
    """Ctrl-C as in a terminal: a shell's background jobs are started without it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
@pytest.mark.usefixtures("ctrl_c")
def test_the_first_ctrl_c_asks_and_the_second_insists():
    with Interruption() as interruption:
        with pytest.raises(KeyboardInterrupt):  # nothing has been found yet
            signal.raise_signal(signal.SIGINT)
        assert not interruption.callback(None)
        signal.raise_signal(signal.SIGINT)
        assert interruption.callback(None)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_other_system_errors_are_not_hidden(easy, monkeypatch):
    def fail(arguments):
        raise SystemError("something else")

    monkeypatch.setattr(commands, "run_check", fail)
    with pytest.raises(SystemError, match="something else"):
        main(["check", easy, "--solution", "x"])


def test_module_and_command_are_the_same():
    command = Path(sys.executable).parent / "ssde"
    assert run("--version").stdout == f"sympy_ssde {sympy_ssde.__version__}\n"
    direct = subprocess.run([str(command), "--version"], capture_output=True, text=True, timeout=60)
    assert direct.stdout == run("--version").stdout


# warmup ------------------------------------------------------------------------------------------


def test_warmup_says_whether_it_has_compiled(monkeypatch, capsys):
    from sympy_ssde.solver import warmup

    monkeypatch.setattr(warmup, "warm_up", lambda: None)
    for ready, words in ((True, "compiled before; loaded in"), (False, "compiled in")):
        monkeypatch.setattr(warmup, "is_ready", lambda ready=ready: ready)
        assert main(["warmup"]) == 0
        assert capsys.readouterr().out.startswith(words)
