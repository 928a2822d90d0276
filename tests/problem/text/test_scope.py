"""What names mean: variables, unknowns, and the ways to cut a derivative's name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Function, Symbol

from sympy_ssde.problem.text.scope import (
    CONSTANTS,
    FUNCTIONS,
    KEYWORDS,
    MAX_ORDER,
    RESERVED,
    Scope,
    split,
    split_differentials,
)


def scope(*variables, unknowns=("u",), symbols=()):
    names = Scope({v: Symbol(v) for v in variables}, {s: Symbol(s) for s in symbols})
    return names.with_unknowns(unknowns)


@given(st.lists(st.sampled_from("xyt"), min_size=1, max_size=MAX_ORDER))
def test_subscripts_of_one_letter_are_read_in_one_way(letters):
    suffix = "".join(letters)
    assert split(suffix, "xyt") == [letters]
    assert split("_".join(letters), "xyt") == [letters]
    assert list(scope("x", "y", "t").subscripts(f"u_{suffix}")) == [("u", letters)]


@given(st.lists(st.sampled_from(["x1", "x2", "x12"]), min_size=2, max_size=6))
def test_subscripts_with_underscores_are_never_ambiguous(names):
    assert split("_".join(names), ["x1", "x2", "x12"]) == [names]


def test_ambiguous_subscripts_are_given_twice():
    assert sorted(split("xx", ["x", "xx"])) == [["x", "x"], ["xx"]]
    assert len(split("xxxxxx", ["x", "xx"])) == 2


@pytest.mark.parametrize(
    "suffix", ["", "z", "xz", "_", "x_", "x_z", "x" * (MAX_ORDER + 1), "x" * 500]
)
def test_what_is_no_subscript(suffix):
    assert split(suffix, ["x", "y"]) == []


@given(st.lists(st.tuples(st.sampled_from("xyt"), st.integers(1, 4)), min_size=1, max_size=3))
def test_differentials_are_read_with_their_powers(parts):
    wanted = [name for name, count in parts for _ in range(count)]
    order = len(wanted)
    for hat in ("", "^"):
        text = "".join(f"d{name}{f'{hat}{n}' if n > 1 else ''}" for name, n in parts)
        for written in (text, text.replace("d", "∂"), text.replace("d", " d").strip()):
            assert wanted in split_differentials(written, order, "xyt")


@pytest.mark.parametrize(
    ("text", "order"),
    [("dx2", 1), ("dx", 2), ("dz", 1), ("x2", 2), ("dx0", 1), ("dx^", 1), ("", 1)],
)
def test_what_is_no_differential(text, order):
    assert split_differentials(text, order, ["x", "y"]) == []


def test_numbered_variables_in_differentials():
    """dx12 is d(x1)^2 or dx12, as the order says."""
    assert split_differentials("dx12", 1, ["x1", "x12"]) == [["x12"]]
    assert split_differentials("dx12", 2, ["x1", "x12"]) == [["x1", "x1"]]


def test_an_unknown_s_name_is_as_short_as_can_be():
    names = scope("x", "y")
    assert list(names.subscripts("u_x_y")) == [("u", ["x", "y"])]
    assert list(names.subscripts("phi_1_x")) == [("phi_1", ["x"])]
    assert list(names.subscripts("u")) == list(names.subscripts("_x")) == []


def test_known_unknowns_come_first():
    assert list(scope("x", "t", unknowns=("u_x",)).subscripts("u_x_t")) == [("u_x", ["t"])]
    both = scope("x", "t", unknowns=("u", "u_x"))
    assert list(both.subscripts("u_x_t")) == [("u", ["x", "t"]), ("u_x", ["t"])]
    assert list(both.subscripts("w_xt")) == [("w", ["x", "t"])]


def test_declared_names_are_no_derivatives():
    names = scope("x", symbols=("k_x", "a"))
    assert list(names.subscripts("k_x")) == []
    assert list(names.subscripts("a_x")) == []
    assert list(names.subscripts("sin_x")) == []


def test_what_is_declared():
    names = scope("x", "t", unknowns=("u", "v"), symbols=("k",))
    assert all(names.is_declared(n) for n in ("x", "t", "k", "pi", "sin", "on"))
    assert not any(names.is_declared(n) for n in ("u", "v", "w"))
    assert names.functions == tuple(Function(f)(Symbol("x"), Symbol("t")) for f in "uv")
    assert names.spatial == [Symbol("x")]


def test_names_for_suggestions_are_those_that_can_be_written():
    names = scope("x", symbols=("k",)).names
    assert {"x", "k", "u", "sin", "pi", "laplacian"} <= set(names)
    assert not set(KEYWORDS) & set(names)


def test_reserved_names_have_one_meaning():
    assert not set(FUNCTIONS) & set(CONSTANTS) and not set(KEYWORDS) & set(FUNCTIONS)
    assert set(FUNCTIONS) | set(CONSTANTS) | set(KEYWORDS) < RESERVED
    for name, (function, arities) in FUNCTIONS.items():
        assert arities and callable(function), name
