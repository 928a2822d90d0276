"""A solution read as a finite part and sums without end, with indices of our own.

The index of a sum is replaced by ``low + j`` with a whole number ``j >= 0``: what is said of ``j``
is said of every term, and no name of a user's can be mistaken for it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from sympy import Add, Expr, Integer, Mul, S, Sum, Symbol, oo

from sympy_ssde.problem.domain import admits
from sympy_ssde.problem.symbols import internal

#: Terms into which the finite ranges of a sum are written out, and indices of one sum.
SHORT, MOST_INDICES = 40, 3


class NotASeries(ValueError):
    """The expression is no finite part plus sums without end; the message says why."""


@dataclass(frozen=True)
class ModeSum:
    """The sum of ``term`` over all whole numbers ``j >= 0`` in place of each of its indices.

    ``names`` are the expressions in the indices that the author's symbols stood for: ``low + j``.
    """

    term: Expr
    indices: tuple[Symbol, ...]
    names: Mapping[Symbol, Expr]

    def in_words_of_author(self, expr: Expr) -> Expr:
        """An expression of the indices in the symbols of the author."""
        back = {n.as_coeff_Add()[1]: s - n.as_coeff_Add()[0] for s, n in self.names.items()}
        return expr.xreplace(back)


@dataclass(frozen=True)
class Series:
    """A finite part and sums without end."""

    finite: Expr
    sums: tuple[ModeSum, ...]


def has_series(expr: Expr) -> bool:
    """Whether there is a sum without end in an expression.

    >>> from sympy.abc import n, x
    >>> has_series(x + Sum(x**n, (n, 0, oo))), has_series(Sum(x**n, (n, 0, 5)))
    (True, False)
    """
    return any(_is_endless(s) for s in expr.atoms(Sum))


def _is_endless(expr: Expr) -> bool:
    return isinstance(expr, Sum) and any(e in (oo, -oo) for lim in expr.limits for e in lim[1:])


def index_symbol(number: int) -> Symbol:
    """The symbol of index ``number``: a whole number that is not negative."""
    return internal(f"j{number}", integer=True, nonnegative=True)


def read_series(expr: Expr, first: int = 0) -> Series:
    """The finite part and the sums of an expression; their indices are counted from ``first``.

    >>> from sympy import sin
    >>> from sympy.abc import n, x
    >>> found = read_series(x + 2*Sum(sin(n*x)/n**2, (n, 1, oo)))
    >>> found.finite, found.sums[0].term
    (x, 2*sin(x*(_j0 + 1))/(_j0 + 1)**2)
    """
    finite: list[Expr] = []
    sums: list[ModeSum] = []
    for term, names in _collected(expr, S.One, {}):
        if not names:
            finite.append(term)
            continue
        for flat, indices, said in _renamed(term, names, first):
            first += len(indices)
            sums.append(ModeSum(flat, indices, said))
    return Series(Add(*finite), tuple(sums))


_Limits = dict[Symbol, tuple[Expr, Expr]]


def _collected(expr: Expr, factor: Expr, over: _Limits) -> Iterator[tuple[Expr, _Limits]]:
    """Terms, each with the sums that it stands in."""
    if not has_series(expr):
        yield factor * expr, over
    elif expr.is_Add:
        for a in expr.args:
            yield from _collected(a, factor, over)
    elif expr.is_Mul:
        inner = [a for a in expr.args if has_series(a)]
        if len(inner) > 1:
            raise NotASeries("a product of sums without end is not examined")
        rest = Mul(*(a for a in expr.args if a is not inner[0]))
        yield from _collected(inner[0], factor * rest, over)
    elif isinstance(expr, Sum):
        fresh = expr.as_dummy() if set(expr.variables) & (factor.free_symbols | set(over)) else expr
        limits = dict(over)
        for symbol, *ends in fresh.limits:
            if len(ends) != 2 or symbol in limits:
                raise NotASeries(f"the limits of the sum over {symbol} can't be read")
            limits[symbol] = (ends[0], ends[1])
        yield from _collected(fresh.function, factor, limits)
    else:
        raise NotASeries(f"a sum without end inside of {expr.func.__name__} is not examined")


def _renamed(
    term: Expr, names: _Limits, first: int
) -> Iterator[tuple[Expr, tuple[Symbol, ...], dict[Symbol, Expr]]]:
    """The term with indices of our own; sums over all integers are cut in two."""
    ways: list[list[tuple[Symbol, Expr | None, int]]] = []
    for symbol, (low, high) in names.items():
        ways.append(_ways(symbol, low, high))
    if len(names) > MOST_INDICES:
        raise NotASeries(f"sums with more than {MOST_INDICES} indices are not examined")
    for choice in product(*ways):
        put: dict[Symbol, Expr] = {}
        said: dict[Symbol, Expr] = {}
        indices: list[Symbol] = []
        for symbol, fixed, sign in choice:
            if sign == 0:
                assert fixed is not None
                put[symbol] = fixed
                continue
            j = index_symbol(first + len(indices))
            indices.append(j)
            put[symbol] = sign * (j + fixed)
            if sign > 0:
                said[symbol] = put[symbol]
        if not indices:
            raise NotASeries("a finite sum is mixed with others")
        first += len(indices)
        yield term.xreplace(put), tuple(indices), said


def _ways(symbol: Symbol, low: Expr, high: Expr) -> list[tuple[Symbol, Expr | None, int]]:
    """How an index runs: ``(symbol, start, 1)`` upwards, ``-1`` its negative, ``0`` one value."""
    _check_index(symbol, low)
    if high is oo and low.is_Integer:
        return [(symbol, low, 1)]
    if low is -oo and high is oo:
        return [(symbol, Integer(0), 1), (symbol, Integer(1), -1)]
    if low is -oo and high.is_Integer:
        return [(symbol, -high, -1)]
    if low.is_Integer and high.is_Integer and -1 <= high - low < SHORT:
        return [(symbol, Integer(k), 0) for k in range(int(low), int(high) + 1)]
    raise NotASeries(f"the sum over {symbol} from {low} to {high} is not examined")


def _check_index(symbol: Symbol, low: Expr) -> None:
    """An index takes all integers; one that is declared odd or a fraction means something else."""
    start = int(low) if low.is_Integer else 1
    if symbol.is_integer is False or not all(
        admits(symbol, Integer(k)) for k in range(max(start, 1), max(start, 1) + 4)
    ):
        raise NotASeries(
            f"the index {symbol} is declared to be something else than an integer from {low} on; "
            "a sum runs over all of them"
        )
