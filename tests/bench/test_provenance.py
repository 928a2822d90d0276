"""Where a measurement comes from."""

import argparse
import os
import platform
import subprocess
from pathlib import Path

from sympy_ssde.bench.provenance import command_line, commit, machine, provenance


def test_machine_without_names_or_paths():
    text = machine()
    assert text.startswith(f"{os.cpu_count()} core") and "Python 3." in text
    assert "/" not in text and (platform.node() or "no name") not in text


def test_commit_of_a_checkout(tmp_path):
    def git(*words):
        identity = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True)

    assert commit(tmp_path) == ""
    git("init")
    (tmp_path / "sympy_ssde").mkdir()
    code = tmp_path / "sympy_ssde" / "code.py"
    code.write_text("1\n")
    git("add", ".")
    git("commit", "-m", "first", "--no-verify")
    clean = commit(tmp_path)
    assert len(clean) == 10 and not clean.endswith("+")
    (tmp_path / "notes").write_text("not code\n")
    assert commit(tmp_path) == clean
    code.write_text("2\n")
    assert commit(tmp_path) == clean + "+"


def test_commands_have_all_options_but_files():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--only", type=lambda text: text.split(","))
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--bfgs", action="store_true")
    parser.add_argument("--sympy", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--json", type=Path)

    def line(words):
        return command_line("paper", parser, parser.parse_args(words.split()))

    assert line("") == "ssde bench paper --seeds 20 --sympy"
    assert line("--json /home/me/x.jsonl --only a,b --no-sympy --bfgs") == (
        "ssde bench paper --seeds 20 --only a,b --bfgs --no-sympy"
    )
    assert line("--without policy --without rsco").split("--without ")[1:] == [
        "policy ",
        "rsco --sympy",
    ]
    assert provenance("ssde bench x").command == "ssde bench x"
