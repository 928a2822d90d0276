"""Alphabets: what can't be rearranged has no number."""

import pytest
from sympy.abc import x

from sympy_ssde.language.alphabet import Alphabet
from sympy_ssde.language.tokens import Library


@pytest.mark.parametrize(
    ("operators", "missing"),
    [
        (["+", "-", "*", "/"], set()),
        (["-", "*"], {"add", "sub", "div"}),
        (["+", "/"], {"sub", "mul", "div"}),
        (["sin"], {"add", "sub", "mul", "div"}),
    ],
)
def test_operators_that_need_a_partner(operators, missing):
    library = Library.build(operators, [x])
    alphabet = Alphabet.of(library)
    numbers = {name: getattr(alphabet, name) for name in ("add", "sub", "mul", "div")}
    assert {name for name, number in numbers.items() if number < 0} == missing
    signs = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
    assert all(library.names[n] == signs[name] for name, n in numbers.items() if n >= 0)


def test_constants():
    with_slot, without = (Library.build(["+"], [x], constants=c) for c in (True, False))
    assert with_slot.names[Alphabet.of(with_slot).constant] == "c"
    assert Alphabet.of(without).constant == -1
