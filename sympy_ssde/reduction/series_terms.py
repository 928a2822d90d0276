"""Terms of a series: coefficients for each parity of the index, and sums put together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from sympy import (
    Add,
    Expr,
    Integer,
    Mul,
    Pow,
    S,
    Sum,
    Symbol,
    cancel,
    cos,
    exp,
    expand,
    factor,
    factor_terms,
    oo,
    sin,
)
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from sympy_ssde.reduction.series_integrals import tidied
from sympy_ssde.reduction.series_modes import Family

#: An index and the first of its values.
Limits = tuple[tuple[Symbol, int], ...]

_Counted = tuple[Limits, tuple[Expr, ...]]


@dataclass(frozen=True)
class Part:
    """``coefficient * amplitude * modes`` summed over the indices from their first values on."""

    coefficient: Expr
    amplitude: Expr
    modes: tuple[Family, ...]
    limits: Limits
    counts: tuple[Expr, ...] = ()

    def renumbered(self, index: Symbol, new: Expr, first: int) -> "Part":
        """The same sum with another way of counting, for coefficients with a parity."""
        limits = tuple((i, first if i == index else start) for i, start in self.limits)
        return Part(
            at_parity(self.coefficient, index, new),
            self.amplitude.subs(index, new),
            tuple(_renumbered(m, index, new) for m in self.modes),
            limits,
            (*self.counts, new),
        )


def _renumbered(mode: Family, index: Symbol, new: Expr) -> Family:
    if mode.index != index:
        return mode
    return replace(mode, rate=mode.rate.subs(index, new), drift=mode.drift.subs(index, new))


def at_parity(coefficient: Expr, index: Symbol, new: Expr) -> Expr:
    """A coefficient with ``2*n`` or ``2*n - 1`` for n.

    >>> n = Symbol("n", integer=True, positive=True)
    >>> at_parity((1 - (-1)**n)/n, n, 2*n), at_parity((1 - (-1)**n)/n, n, 2*n - 1)
    (0, 2/(2*n - 1))
    """
    found = coefficient.subs(index, new)
    found = found.replace(lambda e: isinstance(e, (sin, cos)), lambda e: e.func(expand(e.args[0])))
    found = found.replace(
        lambda e: isinstance(e, Pow) and e.base == -1 and not e.exp.is_Number,
        lambda e: _sign(expand(e.exp)),
    )
    return grouped(found, index, new)


def grouped(expr: Expr, index: Symbol, new: Expr) -> Expr:
    """A coefficient as a fraction in which ``2*n - 1`` stays together."""
    whole = Symbol("_w", integer=True, positive=True)
    inverse = (whole - new.subs(index, 0)) / new.coeff(index, 1)
    plain = tidied(expr.subs(index, inverse)) if not _has_signs(expr, index) else tidied(expr)
    return plain.subs(whole, new)


def _has_signs(expr: Expr, index: Symbol) -> bool:
    return any(e.has(index) for e in expr.atoms(sin, cos)) or any(
        p.exp.has(index) for p in expr.atoms(Pow)
    )


def _sign(exponent: Expr) -> Expr:
    if exponent.is_even:
        return S.One
    if exponent.is_odd:
        return S.NegativeOne
    constant, rest = exponent.as_coeff_Add()
    return S.NegativeOne**rest * (-1 if constant % 2 else 1)


def told_apart(part: Part) -> Part | None:
    """The part counted over odd or even numbers only, where others vanish; None for zero.

    >>> from sympy import pi
    >>> from sympy.abc import x
    >>> n = Symbol("n", integer=True, positive=True)
    >>> mode = Family(x, S(0), S(1), sin, pi*n, n)
    >>> found = told_apart(Part((1 - (-1)**n)/n, S(1), (mode,), ((n, 1),)))
    >>> found.coefficient, found.modes[0].function
    (2/(2*n - 1), sin(pi*x*(2*n - 1)))
    """
    for index, start in part.limits:
        if not _has_signs(part.coefficient, index):
            continue
        odd = at_parity(part.coefficient, index, 2 * index - 1)
        even = at_parity(part.coefficient, index, 2 * index)
        if odd == 0 and even == 0:
            return None
        if even == 0:
            part = part.renumbered(index, 2 * index - 1, start // 2 + 1)
        elif odd == 0:
            part = part.renumbered(index, 2 * index, (start + 1) // 2)
    return None if part.coefficient == 0 else part


def summed(parts: Iterable[Part]) -> Expr:
    """All parts together: those that count alike stand in one sum."""
    finite: list[Expr] = []
    sums: dict[_Counted, dict[tuple[Family, ...], dict[Expr, list[Expr]]]] = {}
    for part in parts:
        counted = (part.limits, part.counts)
        modes = sums.setdefault(counted, {}).setdefault(part.modes, {})
        modes.setdefault(part.amplitude, []).append(part.coefficient)
    for (limits, _), by_modes in sums.items():
        inside = Add(*(_term(modes, by) for modes, by in by_modes.items()))
        if inside == 0:
            continue
        if limits:
            finite.append(Sum(inside, *((i, Integer(start), oo) for i, start in limits)))
        else:
            finite.append(inside)
    return Add(*finite)


def _term(modes: tuple[Family, ...], by_amplitude: Mapping[Expr, list[Expr]]) -> Expr:
    totals = {a: c[0] if len(c) == 1 else tidied(Add(*c)) for a, c in by_amplitude.items()}
    amplitudes = [alternating(plain(c)) * a for a, c in totals.items()]
    whole = amplitudes[0] if len(amplitudes) == 1 else factor_terms(Add(*amplitudes))
    return Mul(whole, *(m.function for m in modes))


def plain(coefficient: Expr) -> Expr:
    """A coefficient in whose numerical factor hyperbolic functions and exponentials cancel.

    >>> from sympy import E, sinh
    >>> n = Symbol("n", integer=True, positive=True)
    >>> plain((1 - E)*(1 + E)*exp(-1)/(n*sinh(1)))
    -2/n
    """
    number, rest = coefficient.as_independent(Symbol, as_Add=False)
    if not number.has(HyperbolicFunction, exp):
        return coefficient
    shorter = factor(cancel(number.rewrite(exp)))
    return shorter * rest if shorter.count_ops() < number.count_ops() else coefficient


def alternating(coefficient: Expr) -> Expr:
    """A sign in front of ``(-1)**n`` is taken into the exponent.

    >>> n = Symbol("n", integer=True, positive=True)
    >>> alternating(-2*(-1)**n/n)
    2*(-1)**(n + 1)/n
    """
    number, rest = coefficient.as_coeff_Mul()
    if not number.is_negative:
        return coefficient
    factors = list(Mul.make_args(rest))
    for place, power in enumerate(factors):
        if isinstance(power, Pow) and power.base == -1 and power.exp.is_Symbol:
            factors[place] = S.NegativeOne ** (power.exp + 1)
            return Mul(-number, *factors)
    for place, part in enumerate(factors):
        if isinstance(part, Add) and part.args[0].could_extract_minus_sign():
            factors[place] = -part
            return Mul(-number, *factors)
    return coefficient
