"""What diffusion makes of simple functions: convolutions with the heat kernel in closed form.

A *packet* is ``x**n * exp(a*x**2 + b*x + c)`` with a sine or a cosine, or cut off at a point.  With
``q = 1 - 4*a*s``, where s is the diffusivity times the time, all of it follows from one integral:
``exp(a*x**2 + b*x)`` becomes ``exp((a*x**2 + b*x + b**2*s)/q)/sqrt(q)``, and powers of x are
derivatives by b.
"""

from dataclasses import dataclass

from sympy import (
    Abs,
    Add,
    Dummy,
    Expr,
    Heaviside,
    Mul,
    Piecewise,
    S,
    Symbol,
    cos,
    cosh,
    erf,
    erfc,
    exp,
    expand,
    powsimp,
    sign,
    sin,
    sinh,
    sqrt,
)
from sympy.core.relational import GreaterThan, LessThan, StrictGreaterThan, StrictLessThan
from sympy.simplify.fu import TR8

_MOST = 12  # powers


@dataclass(frozen=True)
class Packet:
    """``x**power * exp(exponent) * wave``, cut off below the point ``step``."""

    power: int = 0
    exponent: Expr = S.Zero
    wave: Expr | None = None
    step: Expr | None = None

    def spread(self, x: Symbol, s: Expr) -> Expr:
        """The packet after diffusion; ``s`` is the diffusivity times the time."""
        a, b, c = (expand(self.exponent).coeff(x, n) for n in (2, 1, 0))
        q = 1 - 4 * a * s
        beta = Dummy("b", real=True)
        if self.wave is not None:
            angle = self.wave.args[0]
            k, phase = angle.diff(x), angle.subs(x, 0)
            size = exp((a * x**2 + beta * x + (beta**2 - k**2) * s) / q) / sqrt(q)
            whole = size * self.wave.func((k * x + 2 * beta * k * s) / q + phase)
        else:
            whole = exp((a * x**2 + beta * x + beta**2 * s) / q) / sqrt(q)
        if self.step is not None:
            middle = (x + 2 * beta * s) / q
            whole *= erfc((self.step - middle) * sqrt(q) / (2 * sqrt(s))) / 2
        whole = whole.diff(beta, self.power) if self.power else whole
        return exp(c) * whole.subs(beta, b)


def spread(expr: Expr, x: Symbol, s: Expr) -> Expr | None:
    """A function of x after diffusion on the line, or None if it isn't a sum of packets.

    >>> from sympy import Symbol
    >>> x, t = Symbol("x", real=True), Symbol("t", positive=True)
    >>> spread(exp(-x**2), x, t)
    exp(-x**2/(4*t + 1))/sqrt(4*t + 1)
    >>> spread(x**2, x, t)
    2*t + x**2
    """
    parts = []
    for term in _terms(expr, x):
        if term == 0:
            continue
        fixed, moving = term.as_independent(x, as_Add=False)
        part = _error_function(moving, x, s)
        if part is None:
            packet = _packet(moving, x)
            if packet is None:
                return None
            part = packet.spread(x, s)
        parts.append(fixed * powsimp(part))
    return Add(*parts)


def _terms(expr: Expr, x: Symbol) -> tuple[Expr, ...]:
    expr = expr.replace(Piecewise, lambda *branches: _steps(branches, x))
    expr = expr.replace(sign, lambda e: 2 * Heaviside(e) - 1)
    expr = expr.replace(
        lambda e: isinstance(e, Abs) and e.has(x),
        lambda e: e.args[0] * (2 * Heaviside(e.args[0]) - 1),
    )
    if expr.has(sinh, cosh):
        expr = expr.replace(lambda e: isinstance(e, (sinh, cosh)), lambda e: e.rewrite(exp))
    expr = expand(expr)
    if any(
        sum(f.has(sin, cos) for f in Mul.make_args(e)) > 1
        or (e.has(sin, cos) and any(f.is_Pow and f.base.has(sin, cos) for f in Mul.make_args(e)))
        for e in Add.make_args(expr)
    ):
        expr = expand(TR8(expr))
    return Add.make_args(powsimp(expr)) if not expr.is_Mul else Add.make_args(expr)


def _steps(branches: "tuple[tuple[Expr, object], ...]", x: Symbol) -> Expr:
    """Branches that begin one after the other, with steps; what doesn't fit stays."""
    whole = Piecewise(*branches, evaluate=False)
    if len(branches) != 2 or branches[1][1] != S.true:
        return whole
    (first, where), (second, _) = branches
    if not isinstance(where, (StrictLessThan, LessThan, StrictGreaterThan, GreaterThan)):
        return whole
    if {where.lhs, where.rhs} & {x} == set() or (where.lhs.has(x) and where.rhs.has(x)):
        return whole
    point = where.rhs if where.lhs == x else where.lhs
    below = isinstance(where, (StrictLessThan, LessThan)) == (where.lhs == x)
    low, high = (first, second) if below else (second, first)
    return low + (high - low) * Heaviside(x - point)


def _error_function(moving: Expr, x: Symbol, s: Expr) -> Expr | None:
    if not isinstance(moving, (erf, erfc)):
        return None
    inside = moving.args[0]
    slope = inside.diff(x)
    return None if slope.has(x) else moving.func(inside / sqrt(1 + 4 * slope**2 * s))


def _packet(moving: Expr, x: Symbol) -> Packet | None:
    """A product as a packet."""
    power, exponent, wave, step = 0, S.Zero, None, None
    for f in Mul.make_args(moving):
        base, n = f.as_base_exp()
        if base == x and n.is_Integer and 0 < n <= _MOST:
            power += int(n)
        elif isinstance(f, exp) and expand(f.args[0]).is_polynomial(x):
            exponent += f.args[0]
        elif isinstance(f, (sin, cos)) and wave is None and not f.args[0].diff(x).has(x):
            wave = f
        elif isinstance(f, Heaviside) and step is None and f.args[0].diff(x) == 1:
            step = x - f.args[0]
        elif f != 1:
            return None
    if exponent.diff(x, 3) != 0 or (wave is not None and step is not None):
        return None
    return Packet(power, exponent, wave, step)
