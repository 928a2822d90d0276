"""Exact integrals of data over modes with an integer parameter.

``x**k * exp(a*x)`` times a sine or cosine of ``w*x + p`` has the antiderivative that repeated
integration by parts gives, the real or imaginary part of

    exp(z*x + i*p) * sum((-1)**j * k!/(k - j)! * x**(k - j) / z**(j + 1)),   z = a + i*w.

SymPy's own ``integrate`` would be slow, and ask for which n it holds.
"""

from collections.abc import Iterable, Sequence
from math import factorial

from sympy import (
    Add,
    Expr,
    Integer,
    Mul,
    Pow,
    S,
    Symbol,
    cancel,
    cos,
    exp,
    expand,
    factor,
    factor_terms,
    sin,
)

from sympy_ssde.reduction.series_pieces import Piece, Term, terms

#: Longer sums aren't brought to one denominator.
_LONGEST = 600

#: They stand for a frequency, and the square of a complex number's modulus.
_W, _SIZE = Symbol("_w"), Symbol("_size")

#: A complex number as real and imaginary part.
Pair = tuple[Expr, Expr]


def integral(data: Sequence[Piece], x: Symbol, wave: type | None, frequency: Expr) -> Expr | None:
    """The integral of pieces times ``wave(frequency*x)``, or of the pieces alone.

    None if a piece has terms whose integrals aren't known.

    >>> from sympy import pi
    >>> from sympy.abc import x
    >>> n = Symbol("n", integer=True, positive=True)
    >>> integral([Piece(S(0), S(1), x)], x, sin, pi*n)
    -(-1)**n/(pi*n)
    """
    parts = []
    for piece in data:
        found = terms(piece.expr, x)
        if found is None:
            return None
        for term in found:
            parts += [_definite(t, x, piece.low, piece.high) for t in _times(term, wave, frequency)]
    return tidied(Add(*parts))


def _times(term: Term, wave: type | None, frequency: Expr) -> list[Term]:
    """A term times ``wave(frequency*x)``, as terms with one wave each."""
    if wave is None:
        return [term]
    if term.wave is None:
        return [Term(term.factor, term.power, term.rate, wave, frequency, S.Zero)]
    half = term.factor / 2
    b, d, k = term.frequency, term.phase, frequency
    plus, minus = (k + b, d), (k - b, -d)
    kinds: dict[tuple[type, type], tuple[type, int, int]] = {
        (sin, sin): (cos, -1, 1),
        (cos, cos): (cos, 1, 1),
        (cos, sin): (sin, 1, 1),  # cos(bx + d) sin(kx)
        (sin, cos): (sin, 1, -1),  # sin(bx + d) cos(kx)
    }
    kind, first, second = kinds[term.wave, wave]
    return [
        Term(first * half, term.power, term.rate, kind, *plus),
        Term(second * half, term.power, term.rate, kind, *minus),
    ]


def _definite(term: Term, x: Symbol, low: Expr, high: Expr) -> Expr:
    return term.factor * (_primitive(term, high) - _primitive(term, low))


def _primitive(term: Term, at: Expr) -> Expr:
    """The antiderivative of a term without its factor, at a place."""
    a, w, k = term.rate, expand(term.frequency), term.power
    if term.wave is None or w == 0:
        constant = S.One if term.wave is None else term.wave(term.phase)
        if a == 0:
            return constant * at ** (k + 1) / (k + 1)
        return constant * exp(a * at) * _by_parts((1 / a, S.Zero), k, at)[0]
    if a == 0:
        re, im = _by_parts((S.Zero, -1 / _W), k, at)
    else:
        size = factor(a**2 + w**2)
        re, im = _by_parts((a / _SIZE, -_W / _SIZE), k, at)
        re, im = re.xreplace({_SIZE: size}), im.xreplace({_SIZE: size})
    re, im = re.xreplace({_W: w}), im.xreplace({_W: w})
    c, s = _angle(w * at + term.phase)
    value = re * c - im * s if term.wave is cos else re * s + im * c
    return exp(a * at) * value


def _angle(argument: Expr) -> Pair:
    """Cosine and sine of a sum, of each term by itself, so that those of ``n*pi`` are known."""
    c, s = S.One, S.Zero
    for part in Add.make_args(expand(argument)):
        pc, ps = cos(part), sin(part)
        c, s = c * pc - s * ps, s * pc + c * ps
    return c, s


def _by_parts(inverse: Pair, power: int, at: Expr) -> Pair:
    """The sum that repeated integration by parts gives; ``inverse`` is 1/z."""
    re = im = S.Zero
    current = inverse
    for j in range(power + 1):
        share = Integer((-1) ** j * factorial(power) // factorial(power - j)) * at ** (power - j)
        re, im = re + share * current[0], im + share * current[1]
        current = multiplied(current, inverse)
    return re, im


def multiplied(a: Pair, b: Pair) -> Pair:
    """The product of two complex numbers.

    >>> multiplied((S(0), S(1)), (S(0), S(1)))
    (-1, 0)
    """
    return expand(a[0] * b[0] - a[1] * b[1]), expand(a[0] * b[1] + a[1] * b[0])


def tidied(expr: Expr) -> Expr:
    """A coefficient as one fraction; powers of -1 are one symbol whose square is 1.

    >>> n = Symbol("n", integer=True, positive=True)
    >>> tidied(2*(-1)**n/n - 2*(-1)**(n + 1)/n)
    4*(-1)**n/n
    """
    if expr == 0:
        return S.Zero
    signs: dict[Expr, Symbol] = {}
    marked = expr.replace(_is_sign, lambda e: _marked(e, signs))
    marked = expand(marked)
    for symbol in signs.values():
        marked = _with_square_one(marked, symbol)
    found = _fraction(marked)
    return found.xreplace({symbol: power for power, symbol in signs.items()})


def _fraction(expr: Expr) -> Expr:
    """One fraction, or one for each product of numbers as ``sin(1)`` if there are several."""
    if expr.count_ops() > _LONGEST:
        return factor_terms(expr)
    found = expr.atoms(sin, cos, exp)
    numbers = {e for e in found if not any(s.is_integer for s in e.free_symbols)}
    if len(numbers) < 2:
        return factor(cancel(expr))
    groups: dict[Expr, list[Expr]] = {}
    for term in Add.make_args(expr):
        chosen = [f for f in Mul.make_args(term) if f.as_base_exp()[0] in numbers or f in numbers]
        key = Mul(*chosen)
        groups.setdefault(key, []).append(term / key)
    return factor_terms(Add(*(key * factor(cancel(Add(*some))) for key, some in groups.items())))


def _is_sign(expr: Expr) -> bool:
    return isinstance(expr, Pow) and expr.base == -1 and not expr.exp.is_Number


def _marked(power: Expr, signs: dict[Expr, Symbol]) -> Expr:
    """The product of symbols for (-1)**n, (-1)**m that a power of -1 is."""
    result: Expr = S.One
    for part in Add.make_args(expand(power.exp)):
        if part.is_even:
            continue
        if part.is_odd:
            result = -result
            continue
        coefficient, rest = part.as_coeff_Mul()
        if coefficient.is_Integer and rest.is_integer:
            if coefficient % 2:
                key = S.NegativeOne**rest
                result *= signs.setdefault(key, Symbol(f"_e{len(signs)}"))
        else:
            result *= S.NegativeOne**part
    return result


def _with_square_one(expr: Expr, symbol: Symbol) -> Expr:
    """The square of a symbol, and its inverse, replaced."""

    def reduced(power: Pow) -> Expr:
        return S.One if power.exp % 2 == 0 else symbol

    return expr.replace(
        lambda e: isinstance(e, Pow) and e.base == symbol and e.exp.is_Integer, reduced
    )


def coinciding(data: Iterable[Piece], x: Symbol, frequency: Expr, index: Symbol) -> set[int]:
    """The values of the index at which a wave of the data has the frequency of the mode.

    >>> from sympy import pi
    >>> from sympy.abc import x
    >>> n = Symbol("n", integer=True, positive=True)
    >>> coinciding([Piece(S(0), S(1), x*sin(3*pi*x))], x, pi*n, n)
    {3}
    """
    found = set()
    slope = expand(frequency).coeff(index, 1)
    start = expand(frequency - slope * index)
    for piece in data:
        for term in terms(piece.expr, x) or ():
            for side in (1, -1):
                number = expand((side * term.frequency - start) / slope)
                if term.wave is not None and number.is_Integer and number > 0:
                    found.add(int(number))
    return found
