"""The command's frame: parser, exit codes, warnings and errors."""

import argparse
import sys

import pytest

from sympy_ssde._version import __version__
from sympy_ssde.cli import main as module
from sympy_ssde.cli.main import BAD_INPUT, build_parser, main
from sympy_ssde.errors import ProblemError, SSDEError


@pytest.fixture
def command(monkeypatch):
    """A command that does what a test says."""

    def install(action):
        parser = argparse.ArgumentParser(prog="ssde")
        parser.set_defaults(run=action)
        monkeypatch.setattr(module, "build_parser", lambda: parser)

    return install


def fails(error):
    def run(arguments):
        raise error

    return run


def test_the_version(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"sympy_ssde {__version__}\n"


def test_every_command_has_something_to_run():
    commands = next(a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction))
    assert set(commands.choices) == {"solve", "check", "warmup", "examples", "bench"}
    for name, arguments in (
        ("solve", ["-"]),
        ("check", ["-", "--solution", "x"]),
        ("examples", []),
    ):
        assert callable(build_parser().parse_args([name, *arguments]).run)


@pytest.mark.parametrize("wrong", [[], ["dance"], ["solve", "-", "--timeout", "soon"], ["check"]])
def test_wrong_usage_ends_with_two(wrong, capsys):
    with pytest.raises(SystemExit) as ended:
        main(wrong)
    assert ended.value.code == 2 and "usage: ssde" in capsys.readouterr().err


@pytest.mark.parametrize("code", [0, 1, 130])
def test_the_exit_code_is_the_command_s(command, code):
    command(lambda arguments: code)
    assert main([]) == code


@pytest.mark.parametrize("error", [ProblemError("what is u?"), SSDEError("what is u?")])
def test_errors_of_the_package_are_messages(command, capsys, error):
    command(fails(error))
    assert main([]) == BAD_INPUT
    assert capsys.readouterr() == ("", "ssde: what is u?\n")


def test_other_errors_are_not_hidden(command):
    command(fails(ZeroDivisionError("a mistake in the code")))
    with pytest.raises(ZeroDivisionError):
        main([])
    command(fails(SystemError("not Ctrl-C")))
    with pytest.raises(SystemError):
        main([])


def test_interrupts_have_their_code(command, capsys):
    command(fails(KeyboardInterrupt()))
    assert main([]) == 130
    wrapped = SystemError("numba")
    wrapped.__cause__ = KeyboardInterrupt()
    command(fails(wrapped))
    assert main([]) == 130
    assert capsys.readouterr().err == "ssde: interrupted\n" * 2


def test_warnings_are_lines_on_the_error_stream(tmp_path, capsys):
    text = "u_xx + u_yy = 0 on x in [0, 1], y in [0, 1]; u(0, y) = 1; u(x, 0) = 2"
    path = tmp_path / "corner.txt"
    path.write_text(text)
    assert main(["check", str(path), "--solution", "x"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("ssde: warning: the conditions") and "corner x = 0, y = 0" in error


def test_a_reader_that_has_seen_enough_is_no_error(command, tmp_path, monkeypatch):
    command(fails(BrokenPipeError()))
    with open(tmp_path / "out", "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert main([]) == 0
