"""One form for skeletons that describe the same family of functions, compiled.

Sums are flattened to terms with a sign, products to factors above and below the line; both are
ordered, and constant slots that say the same thing twice are folded:

- in a sum with a slot all other numbers go into it; in a product likewise;
- a term with a slot as its factor has no sign, and takes in terms that differ from it by a number
  only (``c*x + x``, if nothing inside has a slot of its own);
- a slot in front of a sum all of whose terms have one is dropped (``c*(c*x + c)``);
- ``x - y`` and ``y - x`` are the same below a slot's product and even functions.

Every step keeps the family: what one form can be for some values of its constants, the other can be
too (save for values that make a slot infinite).  Nothing that only widens it, such as
``exp(c + x)`` to ``c*exp(x)`` with any sign, is done, since the form stands for the skeleton in the
archive of those already tried.  Nor is this a decision procedure: two forms may differ and yet be
the same family.

The order of operands is: a bare slot, then by length, then by the tokens' numbers.  The form of a
sum is ``+ a + b c`` or ``- <sum> <sum>``, that of a product ``* a b``, ``/ <product> <product>``,
with a slot ``* c <product or quotient>`` or ``/ c <product>``.
"""

from typing import NamedTuple

import numpy as np

from sympy_ssde.cache import copy_row, plain, plain_part
from sympy_ssde.language.automaton import subtree_end
from sympy_ssde.language.functions import OPERATOR_FUNCTIONS, Parity, opcode
from sympy_ssde.language.tokens import Op

# Opcodes, as plain numbers for compiled code.
_EVEN = tuple(opcode(f.name) for f in OPERATOR_FUNCTIONS if f.parity is Parity.EVEN)
_ONTO = tuple(opcode(f.name) for f in OPERATOR_FUNCTIONS if f.onto)


class _Work(NamedTuple):
    """Memory for one skeleton at a time.

    ``tokens``: the forms of the subtrees read so far, one after the other, which begin at
    ``begins``; ``scratch``: the form in the making; ``outer (3, n)`` and ``inner (3, n)``: lists of
    operands, each with begin, end and sign.
    """

    tokens: np.ndarray
    begins: np.ndarray
    scratch: np.ndarray
    outer: np.ndarray
    inner: np.ndarray


@plain_part
def _workspace(size):
    return _Work(
        np.empty(size, np.int64),
        np.empty(size + 1, np.int64),
        np.empty(size, np.int64),
        np.empty((3, size), np.int64),
        np.empty((3, size), np.int64),
    )


@plain_part
def _append(operands, count, begin, end, sign):
    operands[0, count] = begin
    operands[1, count] = end
    operands[2, count] = sign
    return count + 1


@plain_part
def _collect_chain(tokens, begin, sign, joint, arity, operands, count):
    """Append the operands of a chain ``+ a + b c``; return their number."""
    while tokens[begin] == joint:
        end = subtree_end(tokens, begin + 1, arity)
        count = _append(operands, count, begin + 1, end, sign)
        begin = end
    return _append(operands, count, begin, subtree_end(tokens, begin, arity), sign)


@plain_part
def _collect(tokens, begin, sign, joint, inverse, arity, operands, count):
    """Append the operands of a form: a chain whose last link may be a difference of chains."""
    while tokens[begin] == joint:
        end = subtree_end(tokens, begin + 1, arity)
        count = _append(operands, count, begin + 1, end, sign)
        begin = end
    if tokens[begin] != inverse:
        return _append(operands, count, begin, subtree_end(tokens, begin, arity), sign)
    middle = subtree_end(tokens, begin + 1, arity)
    count = _collect_chain(tokens, begin + 1, sign, joint, arity, operands, count)
    return _collect_chain(tokens, middle, -sign, joint, arity, operands, count)


@plain_part
def _same(tokens, begin, end, other, other_end):
    if end - begin != other_end - other or tokens[begin] != tokens[other]:
        return False
    for i in range(end - begin):
        if tokens[begin + i] != tokens[other + i]:
            return False
    return True


@plain_part
def _precedes(tokens, begin, end, other, other_end, constant):
    """Is the first one strictly before the second in the order of operands?"""
    if tokens[begin] == constant or tokens[other] == constant:
        return tokens[other] != constant
    if end - begin != other_end - other:
        return end - begin < other_end - other
    for i in range(end - begin):
        if tokens[begin + i] != tokens[other + i]:
            return tokens[begin + i] < tokens[other + i]
    return False


@plain_part
def _sort(tokens, operands, count, constant):
    """Bring operands with positive sign first, each group in order; return the size of the first.

    By insertion: there are few.
    """
    for i in range(1, count):
        begin, end, sign = operands[0, i], operands[1, i], operands[2, i]
        j = i
        while j > 0 and (
            sign > operands[2, j - 1]
            or (
                sign == operands[2, j - 1]
                and _precedes(tokens, begin, end, operands[0, j - 1], operands[1, j - 1], constant)
            )
        ):
            _append(operands, j, operands[0, j - 1], operands[1, j - 1], operands[2, j - 1])
            j -= 1
        _append(operands, j, begin, end, sign)
    positive = 0
    while positive < count and operands[2, positive] > 0:
        positive += 1
    return positive


@plain_part
def _write_chain(tokens, operands, first, last, joint, out, size):
    """Append the chain of ``operands[first:last]`` to ``out``; return its new size."""
    for i in range(first, last):
        if i < last - 1:
            out[size] = joint
            size += 1
        for j in range(operands[0, i], operands[1, i]):
            out[size] = tokens[j]
            size += 1
    return size


@plain_part
def _write(tokens, operands, count, positive, joint, inverse, out, size):
    """Append the form of sorted operands to ``out``; return its new size."""
    if positive < count:
        out[size] = inverse
        size += 1
    size = _write_chain(tokens, operands, 0, positive, joint, out, size)
    return _write_chain(tokens, operands, positive, count, joint, out, size)


@plain_part
def _is_number(tokens, begin, end, opcode):
    """Is there no variable?"""
    variables = 0
    for i in range(begin, end):
        variables += opcode[tokens[i]] == Op.VARIABLE
    return variables == 0


@plain_part
def _has_slot(tokens, begin, end, constant):
    slots = 0
    for i in range(begin, end):
        slots += tokens[i] == constant
    return slots > 0


@plain_part
def _is_scaled(tokens, begin, names):
    """Is it a slot, or a slot times (or over) something?"""
    if tokens[begin] == names.mul or tokens[begin] == names.div:
        begin += 1
    return tokens[begin] == names.constant


@plain_part
def _is_scaled_sum(tokens, begin, names):
    """Is it a sum whose terms are all scaled?  A factor in front of it says nothing new."""
    if tokens[begin] != names.add:
        return False
    while tokens[begin] == names.add:
        if not _is_scaled(tokens, begin + 1, names):
            return False
        begin = subtree_end(tokens, begin + 1, names.arity)
    return _is_scaled(tokens, begin, names)


@plain_part
def _is_free(tokens, begin, names):
    """Can the slots take in any factor?  True of a scaled term, and of a scaled sum's product."""
    if _is_scaled(tokens, begin, names):
        return True
    while tokens[begin] == names.mul or tokens[begin] == names.div:
        if tokens[begin] == names.mul:
            if _is_scaled_sum(tokens, begin + 1, names):
                return True
            begin = subtree_end(tokens, begin + 1, names.arity)
        else:
            begin += 1
    return _is_scaled_sum(tokens, begin, names)


@plain_part
def _fold_numbers(tokens, operands, count, names):
    """If one of the operands is a slot, drop all numbers; return ``(slot?, how many are left)``."""
    slot = False
    for i in range(count):
        slot |= tokens[operands[0, i]] == names.constant
    if not slot:
        return slot, count
    kept = 0
    for i in range(count):
        begin, end, sign = operands[0, i], operands[1, i], operands[2, i]
        if not _is_number(tokens, begin, end, names.opcode):
            kept = _append(operands, kept, begin, end, sign)
    return slot, kept


@plain_part
def _core(tokens, begin, names):
    """Where the term without its slot begins: ``c*x`` -> ``x``."""
    if tokens[begin] == names.mul and tokens[begin + 1] == names.constant:
        return begin + 2
    return begin


@plain_part
def _is_taken_in(tokens, operands, count, i, names):
    """Is there a scaled term, without other slots, that differs from term i by a number only?

    Of equal ones the first stays.
    """
    core, end = _core(tokens, operands[0, i], names), operands[1, i]
    mine = _is_scaled(tokens, operands[0, i], names)
    for j in range(count):
        begin, other_end = operands[0, j], operands[1, j]
        if j == i or not _is_scaled(tokens, begin, names) or (mine and j > i):
            continue
        other = _core(tokens, begin, names)
        inside = begin + 2 if other == begin else other
        if _same(tokens, core, end, other, other_end) and not _has_slot(
            tokens, inside, other_end, names.constant
        ):
            return True
    return False


@plain_part
def _merge_terms(tokens, operands, count, names):
    """Drop terms that others take in, and the signs of free ones; return how many are left."""
    for i in range(count):
        if _is_taken_in(tokens, operands, count, i, names):
            operands[2, i] = 0
        elif _is_free(tokens, operands[0, i], names):
            operands[2, i] = 1
    kept = 0
    for i in range(count):
        begin, end, sign = operands[0, i], operands[1, i], operands[2, i]
        if sign != 0:
            kept = _append(operands, kept, begin, end, sign)
    return kept


@plain_part
def _write_sum(work, count, names):
    """Write the sum of the terms in ``work.outer`` to ``work.scratch``; return its size."""
    tokens, terms = work.tokens, work.outer
    slot, count = _fold_numbers(tokens, terms, count, names)
    count = _merge_terms(tokens, terms, count, names)
    positive = _sort(tokens, terms, count, names.constant)
    size = 0
    if slot:  # in front, among the positive ones
        if positive < count:
            work.scratch[size] = names.sub
            size += 1
        if positive > 0:
            work.scratch[size] = names.add
            size += 1
        work.scratch[size] = names.constant
        size = _write_chain(tokens, terms, 0, positive, names.add, work.scratch, size + 1)
        return _write_chain(tokens, terms, positive, count, names.add, work.scratch, size)
    return _write(tokens, terms, count, positive, names.add, names.sub, work.scratch, size)


@plain_part
def _forget_sign(work, begin, names):
    """Choose between a sum and its negative, in place; the length is the same."""
    tokens, terms = work.tokens, work.inner
    if tokens[begin] != names.sub:
        return
    end = subtree_end(tokens, begin, names.arity)
    count = _collect(tokens, begin, 1, names.add, names.sub, names.arity, terms, 0)
    first = -1  # the first term with a sign of its own
    for i in range(count):
        if not _is_free(tokens, terms[0, i], names) and (
            first < 0
            or _precedes(
                tokens, terms[0, i], terms[1, i], terms[0, first], terms[1, first], names.constant
            )
        ):
            first = i
    if first < 0 or terms[2, first] > 0:
        return
    for i in range(count):
        if not _is_free(tokens, terms[0, i], names):
            terms[2, i] = -terms[2, i]
    positive = _sort(tokens, terms, count, names.constant)
    size = _write(tokens, terms, count, positive, names.add, names.sub, work.scratch, 0)
    copy_row(work.scratch[:size], tokens[begin:end])


@plain_part
def _write_product(work, count, names):
    """Write the product of the factors in ``work.outer`` to ``work.scratch``; return its size."""
    tokens, factors = work.tokens, work.outer
    slot, count = _fold_numbers(tokens, factors, count, names)
    absorbed = False
    for i in range(count):
        absorbed |= factors[2, i] > 0 and _is_scaled_sum(tokens, factors[0, i], names)
    if slot or absorbed:
        for i in range(count):
            _forget_sign(work, factors[0, i], names)
    positive = _sort(tokens, factors, count, names.constant)
    out, size = work.scratch, 0
    if slot and not absorbed:
        if count > 0:
            out[size] = names.mul if positive > 0 else names.div
            size += 1
        out[size] = names.constant
        size += 1
        if positive == 0:
            return _write_chain(tokens, factors, 0, count, names.mul, out, size)
    return _write(tokens, factors, count, positive, names.mul, names.div, out, size)


@plain_part
def _apply(token, top, work, names):
    """Replace the operands on top of the work's subtrees by the form of their operator's tree."""
    tokens, begins, arity = work.tokens, work.begins, names.arity
    below = top - arity[token] + 1  # the lowest of the operands
    begin, size = begins[below], 0
    if token == names.add or token == names.sub:
        sign = 1 if token == names.add else -1
        count = _collect(tokens, begins[top], 1, names.add, names.sub, arity, work.outer, 0)
        count = _collect(tokens, begin, sign, names.add, names.sub, arity, work.outer, count)
        size = _write_sum(work, count, names)
    elif token == names.mul or token == names.div:
        sign = 1 if token == names.mul else -1
        count = _collect(tokens, begins[top], 1, names.mul, names.div, arity, work.outer, 0)
        count = _collect(tokens, begin, sign, names.mul, names.div, arity, work.outer, count)
        size = _write_product(work, count, names)
    else:
        op = names.opcode[token]
        if op in _EVEN:
            _forget_sign(work, begin, names)
        onto = op in _ONTO  # any number is one of these
        if not (onto and tokens[begin] == names.constant):
            work.scratch[0] = token
            size = 1
        for k in range(top, below - 1, -1):
            for i in range(begins[k], begins[k + 1]):
                work.scratch[size] = tokens[i]
                size += 1
    copy_row(work.scratch[:size], tokens[begin : begin + size])
    begins[below + 1] = begin + size
    return below


@plain_part
def _canonicalise(program, length, work, names):
    """Leave the form in ``work.tokens``; return its length."""
    top = -1
    work.begins[0] = 0
    for i in range(length - 1, -1, -1):
        token = program[i]
        if names.arity[token] == 0:
            top += 1
            work.tokens[work.begins[top]] = token
            work.begins[top + 1] = work.begins[top] + 1
        else:
            top = _apply(token, top, work, names)
    return work.begins[1]


@plain
def canonical_form(program, length, names):
    """Return the canonical form's tokens, ``(at most length,) int64``."""
    work = _workspace(max(length, 1))
    return work.tokens[: _canonicalise(program, length, work, names)]


@plain
def canonical_keys(programs, lengths, names):
    """Return a 64-bit hash of each skeleton's canonical form, ``(batch,) uint64``.

    ``programs (batch, max_length)``, ``lengths (batch,)``, ``names`` the library's
    :class:`Alphabet`.  Keys of one library only can be compared.
    """
    keys = np.empty(lengths.shape[0], np.uint64)
    work = _workspace(max(programs.shape[1], 1))
    for b in range(lengths.shape[0]):
        size = _canonicalise(programs[b], lengths[b], work, names)
        key = np.uint64(0x51ED270B35AE9A4D) ^ np.uint64(size)
        for i in range(size):
            # One pass of a multiply-and-shift mixer for each token; the odd factors are arbitrary.
            key = (key ^ np.uint64(work.tokens[i] + 1)) * np.uint64(0x9E3779B97F4A7C15)
            key ^= key >> np.uint64(29)
            key *= np.uint64(0xD6E8FEB86659FD93)
            key ^= key >> np.uint64(32)
        keys[b] = key
    return keys
