"""Another unknown: ``u = log(v)``, ``4*atan(v)``, ``v**p``, in which the equation is polynomial."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import sympy
from sympy import (
    Eq,
    Expr,
    Function,
    Integer,
    Pow,
    Rational,
    Symbol,
    atan,
    atanh,
    expand,
    expand_trig,
    fraction,
    log,
    powdenest,
    powsimp,
    together,
)
from sympy.core.function import AppliedUndef

from sympy_ssde.family.balance import leading_powers
from sympy_ssde.family.equation import Equation, stated
from sympy_ssde.family.linearising import linearising
from sympy_ssde.family.member import Family
from sympy_ssde.proof.ladder import NO_ANSWER
from sympy_ssde.reduction.reduction import Line

Change = Callable[[Expr], Expr]

#: Powers of the unknown, as parts of a symbolic exponent, that are tried.
_PARTS = (Rational(2), Rational(1), Rational(-1), Rational(-2), Rational(1, 2), Rational(4))


@dataclass(frozen=True)
class Changed:
    """An equation for another unknown, and how the first one is made of it."""

    equation: Equation
    back: Change
    line: Line

    def family(self, found: Family) -> Family:
        """The family of the first unknown."""
        expr = _as_product(self.back(found.expr))
        return replace(found, expr=expr, lines=(self.line, *found.lines))


def _as_product(expr: Expr) -> Expr:
    """``exp(F(x) + G(y))`` as ``F(x)*G(y)``, of either sign: functions are arbitrary."""
    calls = expr.atoms(AppliedUndef)
    if isinstance(expr, sympy.exp) and set(sympy.Add.make_args(expr.args[0])) == calls:
        return sympy.Mul(*calls)
    return expr


def changes(equation: Equation) -> Iterator[Changed]:
    """Polynomial equations that another unknown fulfils.

    >>> from sympy import exp
    >>> from sympy.abc import x, t
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> liouville = read(Problem(u(x, t).diff(x, t) - exp(u(x, t)), u(x, t)))
    >>> next(changes(liouville)).equation.is_polynomial
    True
    """
    for back in _candidates(equation):
        changed = _changed(equation, back)
        if changed is not None:
            v = changed.func
            shown = (Eq(equation.func, back(v), evaluate=False),)
            yield Changed(changed, back, Line("put", shown))


def _candidates(equation: Equation) -> Iterator[Change]:
    yield from linearising(equation)
    own = equation.jets.get(equation.zero)
    if own is None:
        return
    expr = equation.expr
    for kind, makers in _BY_FUNCTION.items():
        for scale in _scales(expr, kind, own):
            for make in makers:
                yield lambda v, make=make, scale=scale: make(v) / scale  # type: ignore[misc]
    powers = [p.exp for p in expr.atoms(Pow) if p.base == own and not p.exp.is_number]
    for symbol in dict.fromkeys(s for p in powers for s in sorted(p.free_symbols, key=str)):
        steps = [p.coeff(symbol) for p in powers if p.coeff(symbol) != 0][:1]
        for part in _PARTS:
            for step in steps:
                power = part / (step * symbol)
                yield lambda v, power=power: v**power  # type: ignore[misc]
    if equation.is_polynomial or not powers:
        for p in leading_powers(equation):
            if not p.is_Integer or p < 0:
                yield lambda v, p=p: v**p  # type: ignore[misc]
                if p < 0 and p.is_Rational and p != -1:
                    yield lambda v, p=p: v ** (-p)  # type: ignore[misc]


def _scales(expr: Expr, kind: type, own: Symbol) -> list[Expr]:
    """The factors of the unknown inside a function, of which all are whole multiples."""
    found = []
    for f in expr.atoms(kind):
        inside = f.args[0] if f.args else f
        slope = inside.diff(own)
        if slope != 0 and not slope.has(own):
            found.append(slope)
    if not found:
        return []
    base = found[0]
    ratios = [sympy.cancel(s / base) for s in found]
    if not all(r.is_Rational for r in ratios):
        return []
    common = sympy.gcd_list([Rational(r) for r in ratios])
    return [base * common]


_BY_FUNCTION: dict[type, tuple[Change, ...]] = {
    sympy.log: (sympy.exp,),
    sympy.exp: (log, lambda v: 2 * log(v), lambda v: -log(v)),
    sympy.sin: (lambda v: 4 * atan(v), lambda v: 2 * atan(v)),
    sympy.cos: (lambda v: 4 * atan(v), lambda v: 2 * atan(v)),
    sympy.sinh: (lambda v: 4 * atanh(v), log, lambda v: 2 * atanh(v)),
    sympy.cosh: (lambda v: 4 * atanh(v), log, lambda v: 2 * atanh(v)),
}


def _changed(equation: Equation, back: Change) -> Equation | None:
    """The equation for the new unknown, if it is a polynomial in its jets."""
    v = Function("_v", positive=True)(*equation.variables)
    inner = equation.put_in(back(v)).doit()
    held = stated(inner, v, equation)
    expr = _rational(held.expr, held.jets.get(held.zero))
    jets = list(held.jets.values())
    try:
        numerator = _without_exponentials(expand(fraction(together(expr))[0]))
        numerator = _without_powers(numerator, held.jets.get(held.zero))
        if not numerator.is_polynomial(*jets) or numerator == 0:
            return None
        _, parts = sympy.factor_list(numerator, *jets)
    except NO_ANSWER:
        return None
    top = [p for p, _ in parts if p.free_symbols & (set(jets) - {held.jets.get(held.zero)})]
    return held.with_expr(expand(top[0])) if len(top) == 1 else None


def _rational(expr: Expr, v: Symbol | None) -> Expr:
    """Functions of inverse functions written out."""
    if v is None:
        return expr
    positive = Symbol("_v", positive=True)
    found = expr.xreplace({v: positive})
    found = (
        found.replace(sympy.sinh, lambda a: (sympy.exp(a) - sympy.exp(-a)) / 2)
        if (found.has(log))
        else found
    )
    found = (
        found.replace(sympy.cosh, lambda a: (sympy.exp(a) + sympy.exp(-a)) / 2)
        if (found.has(log))
        else found
    )
    if found.has(atanh):
        found = found.replace(sympy.sinh, lambda a: expand_trig(sympy.sinh(a)))
        found = found.replace(sympy.cosh, lambda a: expand_trig(sympy.cosh(a)))
    elif found.has(atan):
        found = expand_trig(found)
    found = powdenest(found, force=True)
    return found.xreplace({positive: v})


def _without_exponentials(expr: Expr) -> Expr:
    """Divided by an exponential that all terms have."""
    common = [f for f in sympy.Add.make_args(expr)[0].atoms(sympy.exp) if f in _factors(expr)]
    return expand(expr / common[0]) if len(common) == 1 else expr


def _factors(expr: Expr) -> set[Expr]:
    rows = [set(sympy.Mul.make_args(t)) for t in sympy.Add.make_args(expr)]
    return set.intersection(*rows)


def _without_powers(expr: Expr, v: Symbol | None) -> Expr:
    """Divided by the lowest power of the unknown, which may be a symbolic one."""
    if v is None:
        return expr
    positive = Symbol("_v", positive=True)
    terms = [powsimp(t) for t in sympy.Add.make_args(expand(expr.xreplace({v: positive})))]
    exponents = []
    for t in terms:
        powers = [
            f.as_base_exp()[1] for f in sympy.Mul.make_args(t) if f.as_base_exp()[0] == positive
        ]
        exponents.append(sum(powers, Integer(0)))
    lowest = exponents[0]
    for e in exponents[1:]:
        difference = expand(e - lowest)
        if difference.is_Rational and difference < 0:
            lowest = e
    shifted = [powsimp(t * positive ** (-lowest)) for t in terms]
    return expand(sympy.Add(*shifted)).xreplace({positive: v})
