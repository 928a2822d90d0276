"""Formulas as MathML that browsers draw by themselves: no script, no font, no network.

Why not SymPy's own ``MathMLPresentationPrinter``: of the 50 formulas of the gallery's problems
(SymPy 1.14) it writes 6 with the word "subs" in place of a derivative at a point and 9 with the
order of a derivative at the wrong place; it takes 1.1 ms for each instead of 0.18 ms, and 20.9 kB
in all instead of 18.7 kB.  So the nodes that occur in problems and solutions are written here, in
the elements of MathML Core.  Whatever else occurs is shown as SymPy's text, which is always right.
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

import sympy
from sympy import (
    Add,
    And,
    Derivative,
    Expr,
    Float,
    Integral,
    Mul,
    Or,
    Piecewise,
    Pow,
    Rational,
    Subs,
    Sum,
    Symbol,
    sstr,
)
from sympy.core.alphabets import greeks
from sympy.core.function import AppliedUndef, Function
from sympy.core.relational import Relational
from sympy.printing.conventions import split_super_sub

from sympy_ssde.language.functions import CLASS_FUNCTIONS

_RELATIONS = {"==": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}
_NUMBERS = {
    sympy.pi: "<mi>π</mi>",
    sympy.E: "<mi>e</mi>",
    sympy.I: "<mi>i</mi>",
    sympy.oo: "<mi>∞</mi>",
    -sympy.oo: "<mrow><mo>−</mo><mi>∞</mi></mrow>",
    sympy.GoldenRatio: "<mi>φ</mi>",
    sympy.EulerGamma: "<mi>γ</mi>",
}
_NAMES = {f.function: f.printed for f in CLASS_FUNCTIONS if f.printed}
#: Functions whose powers are written on the name.
_PLAIN = {f.function for f in CLASS_FUNCTIONS if f.takes_power}
_APPLY = "<mo>&#x2061;</mo>"


def formula(expr: Any, block: bool = True) -> str:
    """A ``<math>`` element, in a line of its own or inside one.

    Examples
    ========

    >>> from sympy.abc import x
    >>> formula(x**2, block=False)
    '<math><msup><mi>x</mi><mn>2</mn></msup></math>'
    """
    return _math(write(expr), block)


def between(low: Expr, middle: Expr, high: Expr) -> str:
    """``low < middle < high`` as it stands, whatever is known of the three."""
    parts = (write(low), _operator("<"), write(middle), _operator("<"), write(high))
    return _math(_row(*parts), block=False)


def _math(inner: str, block: bool) -> str:
    attribute = ' display="block"' if block else ""
    return f"<math{attribute}>{inner}</math>"


def write(expr: Any) -> str:
    """The MathML of one expression or relation, without the ``<math>`` around it.

    Examples
    ========

    >>> from sympy import Function, symbols
    >>> x, t = symbols("x t"); u = Function("u")
    >>> write(u(x, t).diff(t))
    '<mfrac><mrow><mo>∂</mo><mi>u</mi></mrow><mrow><mo>∂</mo><mi>t</mi></mrow></mfrac>'
    """
    for kind, writer in _WRITERS:
        if isinstance(expr, kind):
            return writer(expr)
    return _NUMBERS.get(expr) or _text(str(expr))


# names and numbers ------------------------------------------------------------------------------


def _row(*parts: str) -> str:
    return f"<mrow>{''.join(parts)}</mrow>"


def _text(text: str) -> str:
    return f"<mtext>{escape(text)}</mtext>"


def _operator(sign: str) -> str:
    return f"<mo>{escape(sign)}</mo>"


def _brackets(inner: str) -> str:
    return _row(_operator("("), inner, _operator(")"))


def _commas(parts: Iterable[str]) -> str:
    return _operator(",").join(parts)


def _letter(name: str) -> str:
    if name.lower() in greeks:
        case = "SMALL" if name[0].islower() else "CAPITAL"
        spelled = "LAMDA" if name.lower() == "lambda" else name.upper()
        return f"<mi>{unicodedata.lookup(f'GREEK {case} LETTER {spelled}')}</mi>"
    return f"<mn>{name}</mn>" if name.isdigit() else f"<mi>{escape(name)}</mi>"


def _name(name: str) -> str:
    """``alpha_1`` and ``alpha1`` as a letter with an index."""
    base, above, below = split_super_sub(name)
    if not base:
        return f"<mi>{escape(name)}</mi>"
    written = _letter(base)
    if below:
        written = f"<msub>{written}{_row(_commas(map(_letter, below)))}</msub>"
    if above:
        written = f"<msup>{written}{_row(_commas(map(_letter, above)))}</msup>"
    return written


def _symbol(symbol: Symbol) -> str:
    return _name(symbol.name)


def _rational(number: Rational) -> str:
    if number < 0:
        return _row(_operator("−"), _rational(-number))
    if number.q == 1:
        return f"<mn>{number.p}</mn>"
    return f"<mfrac><mn>{number.p}</mn><mn>{number.q}</mn></mfrac>"


def _float(number: Float) -> str:
    if number < 0:
        return _row(_operator("−"), _float(-number))
    mantissa, _, exponent = sstr(number, full_prec=False).partition("e")
    if not exponent:
        return f"<mn>{mantissa}</mn>"
    power = f"<msup><mn>10</mn>{_rational(sympy.Integer(int(exponent)))}</msup>"
    return _row(f"<mn>{mantissa}</mn>", _operator("×"), power)


# sums, products, powers -------------------------------------------------------------------------


def _sum(expr: Add) -> str:
    parts: list[str] = []
    terms = _sums_last(expr.as_ordered_terms())
    for place, term in enumerate(terms):
        negative = _is_negative(term)
        if negative or parts:
            parts.append(_operator("−" if negative else "+"))
        written = _beside(_negated(term) if negative else term)
        ends = place + 1 < len(terms) and term.has(Sum)
        parts.append(_brackets(written) if ends else written)
    return _row(*parts)


def _is_negative(term: Expr) -> bool:
    return bool(term.as_coeff_Mul()[0].is_negative)


def _negated(term: Expr) -> Expr:
    """A negative term without its sign; a sum inside stays a factor."""
    coefficient, rest = term.as_coeff_Mul()
    if coefficient == -1:
        return rest
    return -coefficient if rest == 1 else Mul(-coefficient, rest, evaluate=False)


def _beside(part: Expr) -> str:
    """A part of a sum or a product, in brackets where it needs them."""
    return _brackets(write(part)) if _needs_brackets(part) else write(part)


def _needs_brackets(factor: Expr) -> bool:
    """Whether an expression beside others in a sum or a product stands in brackets."""
    return isinstance(factor, (Add, Piecewise, Relational)) or _is_negative(factor)


def _product(expr: Mul) -> str:
    if _is_negative(expr):
        return _row(_operator("−"), _beside(_negated(expr)))
    above: list[Expr] = []
    below: list[Expr] = []
    coefficient = sympy.S.One
    factors = [f for a in Mul.make_args(expr) for f in Mul.make_args(a)]
    if factors != list(expr.args):
        expr = Mul(*factors, evaluate=False)
    for factor in expr.as_ordered_factors():
        base, exponent = factor.as_base_exp() if isinstance(factor, Pow) else (factor, sympy.S.One)
        if isinstance(factor, Rational) and coefficient == 1:
            coefficient = factor
        elif exponent.is_Rational and exponent < 0:
            below.append(Pow(base, -exponent, evaluate=False) if exponent != -1 else base)
        else:
            above.append(factor)
    if not below:
        return _side_by_side([coefficient, *above] if coefficient != 1 or not above else above)
    if coefficient.p != 1 or not above:
        above.insert(0, sympy.Integer(coefficient.p))
    if coefficient.q != 1:
        below.insert(0, sympy.Integer(coefficient.q))
    return f"<mfrac>{_side_by_side(above)}{_side_by_side(below)}</mfrac>"


def _side_by_side(factors: Sequence[Expr]) -> str:
    if len(factors) == 1:
        return write(factors[0])
    parts: list[str] = []
    for factor in _sums_last(factors):
        if parts:
            parts.append(_times(factor))
        parts.append(_beside(factor))
    return _row(*parts)


def _times(factor: Expr) -> str:
    """The sign before a factor: a dot before digits, a little space before a function's name."""
    if _starts_with_digit(factor):
        return _operator("⋅")
    call = factor.base if isinstance(factor, Pow) else factor
    if call.func in _NAMES:
        return '<mo lspace="0" rspace="0.17em">&#x2062;</mo>'
    return "<mo>&#x2062;</mo>"


def _starts_with_digit(factor: Expr) -> bool:
    if isinstance(factor, Pow):
        return _starts_with_digit(factor.base)
    if isinstance(factor, Mul):
        return True
    return bool(factor.is_Number)


def _power(expr: Pow) -> str:
    base, exponent = expr.base, expr.exp
    if base == sympy.E:
        return f"<msup><mi>e</mi>{_script(exponent)}</msup>"
    if exponent.is_Rational and exponent < 0:
        inverse = base if exponent == -1 else Pow(base, -exponent, evaluate=False)
        return f"<mfrac><mn>1</mn>{write(inverse)}</mfrac>"
    if exponent == sympy.S.Half:
        return f"<msqrt>{write(base)}</msqrt>"
    if exponent.is_Integer and base.func in _PLAIN:
        name = f"<msup><mi>{base.func.__name__}</mi>{_script(exponent)}</msup>"
        return _row(name, _APPLY, _arguments(base.args))
    return f"<msup>{_base(base)}{_script(exponent)}</msup>"


def _script(exponent: Expr) -> str:
    written = write(exponent)
    return written if written.startswith(("<mi", "<mn", "<mrow")) else _row(written)


def _base(base: Expr) -> str:
    """The base of a power, in brackets unless nobody can misread it."""
    whole = base.is_Integer and base.is_nonnegative
    if isinstance(base, (Symbol, AppliedUndef)) or whole or base in _NUMBERS:
        return write(base)
    return _brackets(write(base))


# functions and derivatives ----------------------------------------------------------------------


def _arguments(args: Sequence[Expr]) -> str:
    return _brackets(_commas(map(write, args)))


def _unknown(call: AppliedUndef) -> str:
    return _row(_name(call.func.__name__), _APPLY, _arguments(call.args))


def _function(call: Function) -> str:
    if isinstance(call, sympy.exp):
        return f"<msup><mi>e</mi>{_script(call.args[0])}</msup>"
    if isinstance(call, sympy.Abs):
        return _row(_operator("|"), write(call.args[0]), _operator("|"))
    if len(call.args) == 1 and call.func in _NAMES:
        name = _NAMES[call.func]
        return _row(f"<mi>{name}</mi>", _APPLY, _arguments(call.args))
    return _row(f"<mi>{escape(call.func.__name__)}</mi>", _APPLY, _arguments(call.args))


def _derivative(expr: Derivative) -> str:
    """``∂²u/∂x²``; the unknown's arguments are left out where they are its variables."""
    inner = expr.expr
    plain = isinstance(inner, AppliedUndef) and all(isinstance(a, Symbol) for a in inner.args)
    several = (plain and len(inner.args) > 1) or len(inner.free_symbols) > 1
    sign = _operator("∂" if several else "d")
    written = _name(inner.func.__name__) if plain else _brackets(write(inner))
    order = sum(count for _, count in expr.variable_count)
    above = sign if order == 1 else f"<msup>{sign}{_script(order)}</msup>"
    below = []
    for variable, count in expr.variable_count:
        name = write(variable)
        below += [sign, name if count == 1 else f"<msup>{name}{_script(count)}</msup>"]
    return f"<mfrac>{_row(above, written)}{_row(*below)}</mfrac>"


def _substitution(expr: Subs) -> str:
    """A derivative at a point, as ``∂u/∂x (0, y)``; anything else with a bar."""
    places = dict(zip(expr.variables, expr.point, strict=True))
    inner = expr.expr
    if isinstance(inner, Derivative) and isinstance(inner.expr, AppliedUndef):
        variables = inner.expr.args
        if all(isinstance(a, Symbol) for a in variables) and set(places) <= set(variables):
            return _row(_derivative(inner), _arguments([places.get(a, a) for a in variables]))
    where = _commas(_row(write(v), _operator("="), write(p)) for v, p in places.items())
    bar = f"<msub>{_operator('|')}{_row(where)}</msub>"
    return _row(_brackets(write(inner)), bar)


def _relation(expr: Relational) -> str:
    return _row(write(expr.lhs), _operator(_RELATIONS[expr.rel_op]), write(expr.rhs))


def _piecewise(expr: Piecewise) -> str:
    rows = []
    for value, condition in expr.args:
        where = _text("otherwise") if condition == True else write(condition)  # noqa: E712
        rows.append(f"<mtr><mtd>{write(value)}</mtd><mtd>{where}</mtd></mtr>")
    return _row(_operator("{"), f"<mtable>{''.join(rows)}</mtable>")


def _endless(expr: Sum) -> str:
    """The sign of a sum for each index, the outermost first, and the term."""
    signs = []
    for symbol, low, high in reversed(expr.limits):
        start = _row(write(symbol), _operator("="), write(low))
        signs.append(f"<munderover><mo>∑</mo>{start}{write(high)}</munderover>")
    term = expr.function
    bracketed = isinstance(term, (Add, Piecewise)) or _is_negative(term)
    return _row(*signs, _brackets(write(term)) if bracketed else write(term))


def _integral(expr: Integral) -> str:
    """The sign of an integral for each variable, the outermost first, the integrand, and d's."""
    signs: list[str] = []
    ends: list[str] = []
    for symbol, *bounds in reversed(expr.limits):
        scripts = "".join(_script(b) for b in bounds)
        kind = {0: "", 1: "msup", 2: "msubsup"}[len(bounds)]
        signs.append(f"<{kind}><mo>∫</mo>{scripts}</{kind}>" if kind else _operator("∫"))
        ends = [_operator("d"), write(symbol), *ends]
    return _row(*signs, _beside(expr.function), *ends)


def _joined(expr: And | Or) -> str:
    """Relations that hold together, or one of them."""
    sign = _operator("∧" if isinstance(expr, And) else "∨")
    parts = [_brackets(write(a)) if isinstance(a, (And, Or)) else write(a) for a in expr.args]
    return _row(sign.join(parts))


def _sums_last(parts: Iterable[Expr]) -> list[Expr]:
    """What stands beside sums over an index, and these after it, where their terms end."""
    listed = list(parts)
    return [p for p in listed if not p.has(Sum)] + [p for p in listed if p.has(Sum)]


_WRITERS: tuple[tuple[Any, Callable[[Any], str]], ...] = (
    (Symbol, _symbol),
    (Rational, _rational),
    (Float, _float),
    (Relational, _relation),
    (Add, _sum),
    (Mul, _product),
    (Pow, _power),
    (Derivative, _derivative),
    (Subs, _substitution),
    (Piecewise, _piecewise),
    (Sum, _endless),
    (Integral, _integral),
    ((And, Or), _joined),
    (AppliedUndef, _unknown),
    (Function, _function),
)
