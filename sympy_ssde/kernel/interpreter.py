"""The interpreter of skeletons, compiled: a stack machine whose entries are power series.

Every node of a skeleton is a truncated power series, see :mod:`sympy_ssde.kernel.arithmetic`.  A
constant occurs once in a skeleton, hence its tangent, the jet of the derivative by it, belongs to
one live node at a time.  So there is one tangent per constant, beside the stack: a node multiplies
the tangents below it by its own derivative and leaves the others alone.

Points are worked on in blocks, so that the stack of one skeleton stays in the cache.
"""

import math
from typing import NamedTuple

import numpy as np

from sympy_ssde.kernel.arithmetic import (
    Jet,
    add,
    compose,
    divide,
    multiply,
    negate,
    power_series,
    set_value_only,
)
from sympy_ssde.kernel.elementary import compiled
from sympy_ssde.kernel.rules import apply_function
from sympy_ssde.kernel.tables import Bilinear, JetSpace, Tables
from sympy_ssde.language.tokens import Op

_BLOCK = 128  # points worked on at once
_SPARE = 3  # slots beyond the stack, for the results of an operation
_LANES = 8  # blocks are filled up to a multiple of it, the width of a vector register

# Plain numbers for compiled code.
_ADD, _SUB, _MUL, _DIV = int(Op.ADD), int(Op.SUB), int(Op.MUL), int(Op.DIV)
_VARIABLE, _CONSTANT, _PAIR = int(Op.VARIABLE), int(Op.CONSTANT), int(Op.PAIR)


def fill_up(points: np.ndarray) -> np.ndarray:
    """Repeat the last point until the number of points is a multiple of the lanes."""
    missing = -points.shape[-1] % _LANES
    return np.concatenate([points, np.repeat(points[..., -1:], missing, axis=-1)], axis=-1)


class Work(NamedTuple):
    """The memory of one thread; ``place[:depth]`` are the slots of the stack, the rest is free."""

    rows: np.ndarray  # (slots, indices + 1, block)
    live: np.ndarray  # (slots, indices)
    place: np.ndarray  # (slots of the stack,) a permutation
    carrier: np.ndarray  # (constants + 1,) the slot of each tangent, and a free one
    first: np.ndarray  # (slots of the stack,) the constants below an entry of the stack
    last: np.ndarray  # (slots of the stack,) are first, ..., last - 1
    series: np.ndarray  # (order + 1, block) coefficients of f**p

    @classmethod
    def allocate(cls, space: JetSpace, longest: int, tangents: int) -> "Work":
        """Memory for programs of up to ``longest`` tokens."""
        stack, carriers = longest + _SPARE, tangents + 1
        return cls(
            np.empty((stack + carriers, len(space) + 1, _BLOCK)),
            np.zeros((stack + carriers, len(space)), dtype=np.bool_),
            np.arange(stack),
            np.arange(stack, stack + carriers),
            np.zeros(stack, dtype=np.int64),
            np.zeros(stack, dtype=np.int64),
            np.empty((space.order + 1, _BLOCK)),
        )


class Meaning(NamedTuple):
    """What the tokens stand for: the arrays of a :class:`Library`, each ``(tokens,)``."""

    opcode: np.ndarray
    arity: np.ndarray
    operand: np.ndarray
    value: np.ndarray


@compiled
def _jet(work: Work, slot: int) -> Jet:
    return Jet(work.rows[slot], work.live[slot])


@compiled
def _swap(permutation: np.ndarray, i: int, j: int) -> None:
    permutation[i], permutation[j] = permutation[j], permutation[i]


# ---------------------------------------------------------------------- leaves and tangents


@compiled
def _set_number(jet: Jet, number: float, n: int) -> None:
    row = jet.rows[0]
    for i in range(n):
        row[i] = number
    set_value_only(jet)


@compiled
def _set_lines(jet: Jet, numbers: np.ndarray, line: np.ndarray) -> None:
    """One number for each line of points."""
    row = jet.rows[0]
    for i in range(line.size):
        row[i] = numbers[line[i]]
    set_value_only(jet)


@compiled
def _set_variable(jet: Jet, x: np.ndarray, unit: int) -> None:
    row = jet.rows[0]
    for i in range(x.size):
        row[i] = x[i]
    set_value_only(jet)
    if unit >= 0:
        slope = jet.rows[unit]
        for i in range(x.size):
            slope[i] = 1.0
        jet.live[unit] = True


@compiled
def _times(
    work: Work, table: Bilinear, first: int, last: int, factor: float, h: Jet, n: int
) -> None:
    """Multiply the tangents of the constants ``first:last`` by ``factor * h``."""
    free = work.carrier.size - 1
    for k in range(first, last):
        tangent, result = _jet(work, work.carrier[k]), _jet(work, work.carrier[free])
        multiply(table, factor, h, tangent, result, n)
        _swap(work.carrier, k, free)


@compiled
def _over(
    work: Work, table: Bilinear, first: int, last: int, factor: float, h: Jet, n: int
) -> None:
    """Multiply the tangents of the constants ``first:last`` by ``factor / h``."""
    free = work.carrier.size - 1
    for k in range(first, last):
        tangent, result = _jet(work, work.carrier[k]), _jet(work, work.carrier[free])
        divide(table, factor, tangent, h, result, n)
        _swap(work.carrier, k, free)


# ---------------------------------------------------------------------- operations


@compiled
def _unary(work: Work, tables: Tables, op: int, depth: int, n: int) -> None:
    """Replace the jet on top of the stack by a function of it."""
    place, top = work.place, depth - 1  # the argument, and from there on the jets of a slope
    f, g, h = _jet(work, place[top]), _jet(work, place[top + 1]), _jet(work, place[top + 2])
    first, last = work.first[top], work.last[top]
    spare = _jet(work, place[top + 3])
    slope = apply_function(tables, op, last > first, f, g, h, spare, n)
    jet = _jet(work, place[top + slope.jet])
    if slope.is_divisor:
        _over(work, tables.product, first, last, slope.factor, jet, n)
    else:
        _times(work, tables.product, first, last, slope.factor, jet, n)
    _swap(place, depth - 1, depth)


@compiled
def _binary(work: Work, tables: Tables, op: int, depth: int, n: int) -> None:
    """Replace the two topmost jets, the left operand on top, by one."""
    place, table = work.place, tables.product
    left, right, result = depth - 1, depth - 2, depth
    f, h, g = _jet(work, place[left]), _jet(work, place[right]), _jet(work, place[result])
    start, middle, end = work.first[left], work.first[right], work.last[right]
    if op == _ADD:
        add(f, 1.0, h, n)
        result = left
    elif op == _SUB:
        add(f, -1.0, h, n)
        for k in range(middle, end):
            negate(_jet(work, work.carrier[k]), n)
        result = left
    elif op == _MUL:
        multiply(table, 1.0, f, h, g, n)
        _times(work, table, start, middle, 1.0, h, n)
        _times(work, table, middle, end, 1.0, f, n)
    elif op == _DIV:
        divide(table, 1.0, f, h, g, n)
        _times(work, table, middle, end, -1.0, g, n)
        _over(work, table, start, end, 1.0, h, n)
    else:
        _power(work, tables, depth, n)
    _swap(place, right, result)
    work.first[right] = start


@compiled
def _power(work: Work, tables: Tables, depth: int, n: int) -> None:
    """``f**p`` of the two topmost jets; of ``p`` only the value counts, as it is constant."""
    place, table, series = work.place, tables.product, work.series
    f, p, g = _jet(work, place[depth - 1]), _jet(work, place[depth - 2]), _jet(work, place[depth])
    h, spare = _jet(work, place[depth + 1]), _jet(work, place[depth + 2])
    start, middle, end = work.first[depth - 1], work.first[depth - 2], work.last[depth - 2]
    power_series(f.rows[0], p.rows[0], False, False, series, n)
    compose(table, series, f, spare, g, n)
    if middle > start:
        power_series(f.rows[0], p.rows[0], True, False, series, n)
        compose(table, series, f, spare, h, n)
        _times(work, table, start, middle, 1.0, h, n)
    if end > middle:
        power_series(f.rows[0], p.rows[0], False, True, series, n)
        compose(table, series, f, spare, h, n)
        _times(work, table, middle, end, 1.0, h, n)


# ---------------------------------------------------------------------- skeletons


@compiled
def _count_constants(meaning: Meaning, program: np.ndarray, trees: int) -> int:
    """Number of constants, or -1 if the tokens are not the prefix traversals of so many trees.

    Before each but the last stands the token of a pair.
    """
    missing, constants = 0, 0
    for token in program:
        if token < 0 or token >= meaning.opcode.size:
            return -1
        is_pair = meaning.opcode[token] == _PAIR
        if missing == 0:
            trees -= 1
            if trees < 0 or is_pair != (trees > 0):
                return -1
            missing = 1
        elif is_pair:
            return -1
        if not is_pair:
            missing += meaning.arity[token] - 1
            constants += meaning.opcode[token] == _CONSTANT
    return constants if missing == 0 and trees == 0 else -1


@compiled
def _interpret(
    work: Work,
    tables: Tables,
    meaning: Meaning,
    program: np.ndarray,
    constants: np.ndarray,
    used: int,
    tangents: bool,
    points: np.ndarray,
    line: np.ndarray,
    begin: int,
    end: int,
) -> None:
    """Evaluate one skeleton at the points ``begin:end`` into the stack and the carriers.

    Read from its end, a prefix traversal is a program for a stack machine; the left operand of an
    operator ends up on top.  A pair's operands stay where they are: in the end the stack holds the
    functions, the first one on top.
    """
    n, k, depth = end - begin, used, 0
    for t in range(program.size - 1, -1, -1):
        token = program[t]
        op = meaning.opcode[token]
        if op == _PAIR:
            continue
        if meaning.arity[token] == 2:
            _binary(work, tables, op, depth, n)
            depth -= 1
        elif meaning.arity[token] == 1:
            _unary(work, tables, op, depth, n)
        else:
            jet = _jet(work, work.place[depth])
            work.last[depth] = k if tangents else 0
            if op == _VARIABLE:
                d = meaning.operand[token]
                _set_variable(jet, points[d, begin:end], tables.unit[d])
            elif op == _CONSTANT:
                k -= 1
                _set_lines(jet, constants[k], line[begin:end])
                if tangents:
                    _set_number(_jet(work, work.carrier[k]), 1.0, n)
            else:
                _set_number(jet, meaning.value[token], n)
            work.first[depth] = k if tangents else 0
            depth += 1


@compiled
def _write(jet: Jet, factorial: np.ndarray, out: np.ndarray, begin: int, end: int) -> None:
    """Copy a jet to the points ``begin:end`` of ``out``, ``(indices, points)``, as derivatives."""
    for a in range(factorial.size):
        row, target, factor = jet.rows[a], out[a, begin:end], factorial[a]
        if jet.live[a]:
            for i in range(target.size):
                target[i] = factor * row[i]
        else:
            for i in range(target.size):
                target[i] = 0.0


@compiled
def _clear(out: np.ndarray, begin: int, end: int) -> None:
    """Set the points ``begin:end`` of ``out``, ``(indices, points)``, to zero."""
    for a in range(out.shape[0]):
        row = out[a, begin:end]
        for i in range(row.size):
            row[i] = 0.0


@compiled
def _fill(out: np.ndarray, first: int, number: float) -> None:
    """Set ``out[first:]``, ``(slots, indices, points)``, to a number."""
    for k in range(first, out.shape[0]):
        for a in range(out.shape[1]):
            row = out[k, a]
            for i in range(row.size):
                row[i] = number


@compiled
def interpret(
    work: Work,
    tables: Tables,
    meaning: Meaning,
    programs: np.ndarray,
    lengths: np.ndarray,
    constants: np.ndarray,
    points: np.ndarray,
    line: np.ndarray,
    values: np.ndarray,
    tangents: np.ndarray,
) -> None:
    """Evaluate a batch, see :func:`~.jets.evaluate`; ``constants`` is ``(batch, slots, lines)``.

    ``points`` and ``line`` are filled up, ``values`` is not; ``tangents`` has no slots if they are
    not wanted.  Of several functions, the rows of the first come first.
    """
    slots, total, indices = tangents.shape[1], values.shape[2], tables.factorial.size
    trees = values.shape[1] // indices
    for b in range(programs.shape[0]):
        program = programs[b, : lengths[b]]
        used = _count_constants(meaning, program, trees)
        if used < 0:
            _fill(values[b : b + 1], 0, math.nan)
            _fill(tangents[b], 0, math.nan)
            continue
        _fill(tangents[b], used, 0.0)
        for begin in range(0, total, _BLOCK):
            end, filled = min(begin + _BLOCK, total), min(begin + _BLOCK, line.size)
            _interpret(
                work,
                tables,
                meaning,
                program,
                constants[b],
                used,
                slots > 0,
                points,
                line,
                begin,
                filled,
            )
            for tree in range(trees):
                entry, first = trees - 1 - tree, tree * indices
                rows = values[b, first : first + indices]
                _write(_jet(work, work.place[entry]), tables.factorial, rows, begin, end)
                for k in range(min(used, slots)):
                    rows = tangents[b, k, first : first + indices]
                    if work.first[entry] <= k < work.last[entry]:
                        jet = _jet(work, work.carrier[k])
                        _write(jet, tables.factorial, rows, begin, end)
                    else:
                        _clear(rows, begin, end)
