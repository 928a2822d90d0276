"""What compiled code knows of a library where it rearranges skeletons."""

from typing import NamedTuple

import numpy as np

from sympy_ssde.language.tokens import Library


class Alphabet(NamedTuple):
    """What the compiled code knows of a library: opcodes, arities, and the numbers of + - * / c.

    A number is -1 if the library lacks the token, or can't use it here: without + a difference
    can't be rearranged, nor a quotient without * .
    """

    opcode: np.ndarray
    arity: np.ndarray
    add: int
    sub: int
    mul: int
    div: int
    constant: int

    @classmethod
    def of(cls, library: Library) -> "Alphabet":
        """Read it off the library.

        Examples
        ========

        >>> from sympy.abc import x
        >>> Alphabet.of(Library.build(["+", "-", "/"], [x])).div
        -1
        """
        add, sub, mul, div = (library.index.get(name, -1) for name in "+-*/")
        return cls(
            library.opcode,
            library.arity,
            add,
            sub if add >= 0 else -1,
            mul,
            div if mul >= 0 else -1,
            library.constant,
        )
