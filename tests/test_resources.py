"""Files that ship with the package."""

from pathlib import Path

import pytest
from lark import Lark

import sympy_ssde
from sympy_ssde import resources
from sympy_ssde.resources import read_grammar, read_style

STYLES = sorted(
    p.name for p in (Path(sympy_ssde.__file__).parent / "styles").iterdir() if p.is_file()
)


def test_problems_have_a_grammar_that_lark_reads():
    assert Lark(read_grammar("problem.lark"), parser="lalr", lexer="basic").parse("u' = u")


def test_candidates_have_a_grammar():
    assert "start:" in read_grammar("skeleton.lark")


@pytest.mark.parametrize("name", STYLES)
def test_styles_are_texts_with_balanced_brackets(name):
    text = read_style(name)
    assert text.strip() and text.count("{") == text.count("}")


def test_there_are_styles():
    assert STYLES


@pytest.mark.parametrize("read", [read_grammar, read_style])
def test_files_that_are_not_there(read):
    with pytest.raises(FileNotFoundError):
        read("no_such_file.txt")


def test_the_packaged_grammar_comes_first(monkeypatch, tmp_path):
    """In a wheel the folder grammars stands inside the package."""
    (tmp_path / "grammars").mkdir()
    (tmp_path / "grammars" / "problem.lark").write_text("start: // π", encoding="utf-8")
    monkeypatch.setattr(resources, "files", lambda package: tmp_path)
    assert read_grammar("problem.lark") == "start: // π"
    assert "start:" in read_grammar("skeleton.lark")  # that of the checkout
