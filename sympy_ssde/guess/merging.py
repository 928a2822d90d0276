"""One expression from the values on two faces.

``sqrt(4 - y**2)`` on ``x = 0`` and ``sqrt(4 - x**2)`` on ``y = 0`` look like ``sqrt(4 - x**2 -
y**2)``: both are a root, and of what they are roots of, the sum without what both share takes the
right values on both faces.  So do ``tanh(x)`` at ``t = 0`` and ``-tanh(2*t)`` at ``x = 0``, and
give ``tanh(x - 2*t)``.
"""

from collections.abc import Callable, Iterator, Mapping

from mpmath import mp
from sympy import Expr, Mul, Symbol

from sympy_ssde.language.functions import CLASS_FUNCTIONS, Parity
from sympy_ssde.proof.evaluate import Undefined, evaluate_mp

Face = Mapping[Symbol, Expr]
Way = Callable[[Expr, Expr, Face, Face], Expr | None]

_ODD = {f.function for f in CLASS_FUNCTIONS if f.parity is Parity.ODD}
_EVEN = {f.function for f in CLASS_FUNCTIONS if f.parity is Parity.EVEN}


def merged(first: Expr, second: Expr, here: Face, there: Face) -> Iterator[Expr]:
    """Expressions that may be ``first`` on the face ``here`` and ``second`` ``there``.

    >>> from sympy import sqrt, tanh
    >>> from sympy.abc import t, x, y
    >>> list(merged(sqrt(4 - y**2), sqrt(4 - x**2), {x: 0}, {y: 0}))[2]
    sqrt(-x**2 - y**2 + 4)
    >>> list(merged(tanh(x), -tanh(2*t), {t: 0}, {x: 0}))[-1]
    -tanh(2*t - x)
    """
    outside = (way(first, second, here, there) for way in (_sum, _product))
    yield from (expr for expr in outside if expr is not None)
    pairs = _operands(first, second)
    differing = [i for i, (a, b) in enumerate(pairs) if a != b]
    if len(differing) == 1:
        (place,) = differing
        for a, b in _signs(first, *pairs[place]):
            for inside in merged(a, b, here, there):
                yield _put(first, pairs, {place: inside})
    elif not pairs:
        yield from _with_more_factors(first, second, here, there)
    else:
        alike = (_innermost(first, second, here, there, way) for way in (_sum, _product))
        yield from (expr for expr in alike if expr is not None)


def _with_more_factors(first: Expr, second: Expr, here: Face, there: Face) -> Iterator[Expr]:
    """Products of which one has factors that are but numbers for the other.

    ``exp(-1/t)/sqrt(t)`` for ``x = 2`` and ``exp(-x**2/4)`` for ``t = 1`` give
    ``exp(-x**2/(4*t))/sqrt(t)``.
    """
    own, others = ([f for f in Mul.make_args(e) if not f.is_number] for e in (first, second))
    pairs = []
    for a in list(own):
        like = next((b for b in others if _look(a) == _look(b)), None)
        if like is not None:
            pairs.append((a, like))
            own.remove(a)
            others.remove(like)
    corner = first.subs(there)
    for way in (_sum, _product) if pairs and corner != 0 else ():
        common = [_innermost(a, b, here, there, way) for a, b in pairs]
        if None not in common:
            found = Mul(*common, *own, *others)
            yield found * (corner / found.subs(here).subs(there))


def _innermost(first: Expr, second: Expr, here: Face, there: Face, way: Way) -> Expr | None:
    """All operands that differ merged in the same way, as far inside as it goes."""
    if first == second:
        return first
    pairs = _operands(first, second)
    inside: dict[int, Expr] = {}
    for i, pair in enumerate(pairs):
        tried = (_innermost(a, b, here, there, way) for a, b in _signs(first, *pair))
        found = next((t for t in tried if t is not None), None)
        if found is None:
            return way(first, second, here, there)
        inside[i] = found
    return _put(first, pairs, inside) if pairs else way(first, second, here, there)


def _sum(first: Expr, second: Expr, here: Face, there: Face) -> Expr | None:
    """The sum without what both share, if they agree where the faces meet."""
    corner = _corner(first, second, here, there)
    return None if corner is None else first + second - corner


def _product(first: Expr, second: Expr, here: Face, there: Face) -> Expr | None:
    """The product, over what both share."""
    corner = _corner(first, second, here, there)
    return None if corner is None or corner == 0 else first * second / corner


def _corner(first: Expr, second: Expr, here: Face, there: Face) -> Expr | None:
    """The common value where the faces meet, if there is one, by comparison of numbers."""
    one, other = first.subs(there), second.subs(here)
    if one == other:
        return one if one.is_finite is not False else None
    symbols = sorted(one.free_symbols | other.free_symbols, key=str)
    at = {s: mp.mpf(k + 3) / (k + 7) for k, s in enumerate(symbols)}
    try:
        values = evaluate_mp(one, at), evaluate_mp(other, at)
    except Undefined:
        return None
    return one if abs(values[0] - values[1]) <= 1e-9 * abs(values[0]) else None


def _operands(first: Expr, second: Expr) -> list[tuple[Expr, Expr]]:
    """Operands of the same function that stand for each other; none if the functions differ.

    Those of sums and products are shared by both, or look the same.
    Of an odd function or power the sign in front is taken inside: ``-sin(x)`` is ``sin(-x)``.
    """
    number, function = first.as_coeff_Mul()
    other, another = second.as_coeff_Mul()
    if number == -other and _keeps_signs(function) and _is_like(function, another):
        return [(function.args[0], -another.args[0])]
    if not first.args or first.func is not second.func or len(first.args) != len(second.args):
        return []
    if not (first.is_Add or first.is_Mul):
        return list(zip(first.args, second.args, strict=True))
    own = sorted((a for a in first.args if a not in second.args), key=_look)
    others = sorted((b for b in second.args if b not in first.args), key=_look)
    shared = [(a, a) for a in first.args if a in second.args]
    return shared + list(zip(own, others, strict=True))


def _put(expr: Expr, pairs: list[tuple[Expr, Expr]], inside: Mapping[int, Expr]) -> Expr:
    """The function of ``expr`` with other operands at some places of the pairs."""
    operands = [inside.get(i, a) for i, (a, _) in enumerate(pairs)]
    number, function = expr.as_coeff_Mul()
    if len(pairs) == 1 and _keeps_signs(function):
        return number * function.func(*operands, *function.args[1:])
    return expr.func(*operands)


def _signs(expr: Expr, a: Expr, b: Expr) -> list[tuple[Expr, Expr]]:
    """The pair, and with the other sign of ``b`` where that makes no difference."""
    even = expr.func in _EVEN or (expr.is_Pow and expr.exp.is_even is True)
    return [(a, b), (a, -b)] if even and a != b else [(a, b)]


def _look(expr: Expr) -> str:
    """What remains of an expression without its numbers in front and its symbols."""
    rest = expr.as_coeff_Mul()[1]
    if rest.is_Symbol or rest.is_number:
        return "symbol" if rest.is_Symbol else "number"
    if rest.is_Pow:
        return f"{_look(rest.base)}**{rest.exp if rest.exp.is_number else 'power'}"
    if rest.is_Add or rest.is_Mul:
        return f"{rest.func.__name__}({', '.join(sorted(map(_look, rest.args)))})"
    return str(rest.func.__name__)


def _is_like(first: Expr, second: Expr) -> bool:
    """Whether they are the same function of something, or the same power."""
    return first.func is second.func and first.args[1:] == second.args[1:]


def _keeps_signs(expr: Expr) -> bool:
    """Whether a sign of the operand, written by SymPy in front, is the function's sign."""
    return expr.func in _ODD or (expr.is_Pow and expr.exp.is_odd is True)
