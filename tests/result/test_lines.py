"""Files of JSON lines."""

import pytest

from sympy_ssde.errors import SSDEError
from sympy_ssde.result.lines import append_line, read_lines


def number(line):
    return line["n"]


def test_lines_come_back(tmp_path):
    path = tmp_path / "new folder" / "lines.jsonl"
    assert read_lines(path, number, "a number") == []
    for n in range(3):
        append_line(path, {"n": n})
    assert read_lines(path, number, "a number") == [0, 1, 2]


def test_no_file():
    append_line(None, {"n": 1})
    assert read_lines(None, number, "a number") == []


@pytest.mark.parametrize("torn", ['{"n', '{"n": 2', "{"])
def test_what_an_interrupted_write_left_is_cut_off(tmp_path, torn):
    path = tmp_path / "lines.jsonl"
    path.write_text('{"n": 1}\n' + torn)
    assert read_lines(path, number, "a number") == [1]
    append_line(path, {"n": 3})
    assert read_lines(path, number, "a number") == [1, 3]


def test_a_last_line_without_its_end_is_whole(tmp_path):
    path = tmp_path / "lines.jsonl"
    path.write_text('{"n": 1}')
    assert read_lines(path, number, "a number") == [1]
    append_line(path, {"n": 3})
    assert read_lines(path, number, "a number") == [1, 3]


@pytest.mark.parametrize("wrong", ["[]\n", "{}\n", "x\n", "{}\n{}\n"])
def test_other_files_are_refused(tmp_path, wrong):
    path = tmp_path / "lines.jsonl"
    path.write_text(wrong)
    with pytest.raises(SSDEError, match=r"line 1 of .* is not a number"):
        read_lines(path, number, "a number")
    assert path.read_text() == wrong
