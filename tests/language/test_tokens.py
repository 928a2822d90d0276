"""Libraries: tokens in order, names that are told apart, arrays for compiled code."""

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy.abc import c, x, y

from sympy_ssde.errors import GrammarError
from sympy_ssde.language.tokens import CONSTANT, OPERATORS, PAPER_OPERATORS, Library, Op


@given(st.lists(st.sampled_from(sorted(OPERATORS)), unique=True), st.booleans())
def test_arrays_say_what_the_tokens_say(operators, constants):
    library = Library.build(operators, [x, y], [sympy.pi], constants=constants)
    assert library.names[: len(operators)] == tuple(operators)
    assert len(library) == len(operators) + 3 + constants
    for i, token in enumerate(library.tokens):
        assert library.index[token.name] == i
        assert library.arity[i] == token.arity and library.opcode[i] == token.op
    assert library.variables == (x, y)
    assert library.value[library.index["pi"]] == pytest.approx(np.pi)
    assert library.operand[library.index["y"]] == 1
    assert library.constant == (library.index[CONSTANT] if constants else -1)


def test_a_variable_named_as_a_constant_is_told_apart():
    library = Library.build(["+"], [c, sympy.Symbol("sin")])
    assert library.names == ("+", "c_", "sin_", "c") and library.variables[0] == c


def test_opcodes_never_change():
    """Compiled code and random draws depend on their order."""
    assert [OPERATORS[name][0] for name in PAPER_OPERATORS] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert (Op.POW, Op.VARIABLE, Op.CONSTANT, Op.LITERAL) == (16, 17, 18, 19)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["sinn"], [x]), "unknown operator 'sinn'"),
        ((["+", "+"], [x]), "two tokens named"),
        ((["+"], []), "no variable"),
    ],
)
def test_errors_say_what_is_wrong(arguments, message):
    with pytest.raises(GrammarError, match=message):
        Library.build(*arguments)
