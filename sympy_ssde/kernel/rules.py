"""The kernel's rules for functions: one branch for each function with an opcode, compiled.

A rule computes the jet ``g`` of a function of ``f``, with ``h`` and ``spare`` to work in, and says
what its derivative is: a number times one of the jets, or over it.  With that the interpreter
multiplies the tangents of the constants below.
"""

import math
from typing import NamedTuple

from sympy_ssde.kernel.arithmetic import (
    Jet,
    arc_tangent,
    circular,
    exponential,
    logarithm,
    multiply,
    set_value_only,
    square_root,
    tangent,
)
from sympy_ssde.kernel.elementary import inlined
from sympy_ssde.kernel.tables import Tables
from sympy_ssde.language.functions import opcode

# Plain numbers for compiled code.
_SIN, _COS, _EXP, _LOG = opcode("sin"), opcode("cos"), opcode("exp"), opcode("log")
_SQUARE, _CUBE, _SQRT = opcode("square"), opcode("cube"), opcode("sqrt")
_TANH, _SINH, _COSH = opcode("tanh"), opcode("sinh"), opcode("cosh")
_ATAN, _TAN = opcode("atan"), opcode("tan")

#: The jets that a derivative is made of: argument, function, and what else the rule computed.
F, G, H = 0, 1, 2


class Slope(NamedTuple):
    """The derivative of a function by its argument: ``factor`` times a jet, or over it."""

    factor: float
    jet: int
    is_divisor: bool


@inlined
def apply_function(
    tables: Tables, op: int, whole: bool, f: Jet, g: Jet, h: Jet, spare: Jet, n: int
) -> Slope:
    """``g`` = the function of ``f``; its derivative, all of it if the ``whole`` is needed.

    Inlined, since passing four jets and the tables takes as long as a function of a few points.
    """
    table, recurrence = tables.product, tables.recurrence
    if op == _EXP:
        exponential(recurrence, f, g, n)
        return Slope(1.0, G, False)
    if op == _LOG:
        logarithm(recurrence, f, g, n)
        return Slope(1.0, F, True)
    if op == _SQUARE:
        multiply(tables.square, 1.0, f, f, g, n)
        return Slope(2.0, F, False)
    if op == _CUBE:
        multiply(tables.square, 1.0, f, f, h, n)
        multiply(table, 1.0, f, h, g, n)
        return Slope(3.0, H, False)
    if op == _SQRT:
        square_root(recurrence, f, g, n)
        return Slope(0.5, G, True)
    if op in (_TANH, _TAN):
        tangent(tables, op == _TAN, whole, f, g, h, n)
        return Slope(1.0, H, False)
    if op == _ATAN:
        arc_tangent(tables, f, g, h, n)
        return Slope(1.0, H, True)
    if op in (_SIN, _COS):
        circular(tables, True, op == _SIN, whole, f, g, h, n)
        return Slope(1.0 if op == _SIN else -1.0, H, False)
    if op in (_SINH, _COSH):
        circular(tables, False, op == _SINH, whole, f, g, h, n)
        return Slope(1.0, H, False)
    row = g.rows[0]
    for i in range(n):
        row[i] = math.nan  # no rule: nothing that could be taken for a value
    set_value_only(g)
    return Slope(1.0, G, False)
