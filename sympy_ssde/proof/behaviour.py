"""What the proofs know of a function on the complex plane: its values as balls, and its cuts.

A ball is a complex number with a guaranteed bound on its error (Arb, by python-flint).  Where a
function is not analytic is said by a :class:`Cut`; poles need none, since a ball around one has no
finite value.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import sympy
from flint import acb, arb


class Cut(Enum):
    """Where a function is not analytic in its last argument, beside poles."""

    NOWHERE = "analytic wherever it has a value"
    NEGATIVE = "cut along (-oo, 0]"
    ABOVE_ONE = "cut along [1, oo)"
    BELOW_ONE = "cut along (-oo, 1]"
    OUTSIDE = "cut along (-oo, -1] and [1, oo)"
    INSIDE = "cut along [-1, 1]"
    IMAGINARY = "cut along the imaginary axis, from i and -i outwards"
    LAMBERT = "cut along (-oo, -1/e]"
    STEP = "not analytic at 0, constant or linear on either side"
    EVERYWHERE = "nothing is known"


@dataclass(frozen=True)
class Behaviour:
    """A function of balls, the cut in its last argument, and its poles on the real line.

    ``poles`` maps the last argument to an expression that vanishes at them (None: no poles there;
    poles elsewhere in the plane are found by balls).  ``entire`` functions have no singular point
    in the plane; ``real`` ones have real values at real arguments beside their cuts.
    """

    ball: Callable[..., Any] | None
    cut: Cut = Cut.NOWHERE
    poles: Callable[[Any], Any] | None = None
    entire: bool = False
    real: bool = True

    def touches_cut(self, z: acb) -> bool:
        """Whether the ball may have a point on the cut."""
        return _TOUCHES[self.cut](z)


def _on_axis(z: acb) -> bool:
    return bool(z.imag.contains(0))


_TOUCHES: dict[Cut, Callable[[acb], bool]] = {
    Cut.NOWHERE: lambda z: False,
    Cut.NEGATIVE: lambda z: _on_axis(z) and not z.real > 0,
    Cut.ABOVE_ONE: lambda z: _on_axis(z) and not z.real < 1,
    Cut.BELOW_ONE: lambda z: _on_axis(z) and not z.real > 1,
    Cut.OUTSIDE: lambda z: _on_axis(z) and not abs(z.real) < 1,
    Cut.INSIDE: lambda z: _on_axis(z) and not abs(z.real) > 1,
    Cut.IMAGINARY: lambda z: bool(z.real.contains(0)) and not abs(z.imag) < 1,
    Cut.LAMBERT: lambda z: _on_axis(z) and not z.real * arb(1).exp() > -1,
    Cut.STEP: lambda z: not z.imag.is_zero() or bool(z.real.contains(0)),
    Cut.EVERYWHERE: lambda z: True,
}

NOWHERE = acb("nan", "nan")


def _entire(name: str) -> Behaviour:
    return Behaviour(getattr(acb, name), entire=True)


def _of_order(name: str) -> Callable[..., Any]:
    """A method of the argument that takes the function's other arguments."""
    method = getattr(acb, name)
    return lambda *args: method(args[-1], *args[:-1])


def _inverse(name: str) -> Callable[[acb], acb]:
    """``name`` of the reciprocal."""
    method = getattr(acb, name)
    return lambda z: method(1 / z)


def _airy(number: int) -> Behaviour:
    return Behaviour(lambda z: z.airy()[number], entire=True)


def _spherical(name: str) -> Callable[[acb, acb], acb]:
    """For whole orders the two roots have one cut, which is gone in their product."""
    method = getattr(acb, name)

    def value(n: acb, z: acb) -> acb:
        if n.real.unique_fmpz() is None and _TOUCHES[Cut.NEGATIVE](z):
            return NOWHERE
        return (acb.pi() / 2).sqrt() / z.sqrt() * method(z, n + acb(1) / 2)

    return value


def _hankel(sign: int) -> Callable[[acb, acb], acb]:
    return lambda n, z: z.bessel_j(n) + acb(0, sign) * z.bessel_y(n)


def _lambert(z: acb, branch: acb | None = None) -> acb:
    if branch is None or branch.is_zero():
        return z.lambertw()
    number = branch.real.unique_fmpz()
    return NOWHERE if number is None else z.lambertw(int(number))


def _elliptic_pi(*args: Any) -> acb:
    return acb.elliptic_pi(*args) if len(args) == 2 else acb.elliptic_pi_inc(*args)


def _gamma_ratio(a: acb, b: acb) -> acb:
    return a.gamma() * b.gamma() * (a + b).rgamma()


def _binomial(n: acb, k: acb) -> acb:
    return (n + 1).gamma() * (k + 1).rgamma() * (n - k + 1).rgamma()


def _real_inverse(name: str) -> Callable[[acb], acb]:
    method = getattr(arb, name)
    return lambda z: acb(method(z.real)) if z.imag.is_zero() else NOWHERE


def _heaviside(z: acb, at_zero: acb) -> acb:
    return at_zero if z.is_zero() else z.real_heaviside()


def _atan2(y: acb, x: acb) -> acb:
    real = y.imag.is_zero() and x.imag.is_zero()
    return acb(arb.atan2(y.real, x.real)) if real else NOWHERE


def _real_part(z: acb) -> acb:
    return acb(z.real)


_NEG = Cut.NEGATIVE
_OUT = Cut.OUTSIDE

#: SymPy's class -> what is known.  Arguments are balls, in SymPy's order.
BEHAVIOURS: dict[Any, Behaviour] = {
    sympy.exp: _entire("exp"),
    sympy.sin: _entire("sin"),
    sympy.cos: _entire("cos"),
    sympy.sinh: _entire("sinh"),
    sympy.cosh: _entire("cosh"),
    sympy.tan: Behaviour(acb.tan, poles=sympy.cos),
    sympy.cot: Behaviour(acb.cot, poles=sympy.sin),
    sympy.sec: Behaviour(acb.sec, poles=sympy.cos),
    sympy.csc: Behaviour(acb.csc, poles=sympy.sin),
    sympy.tanh: Behaviour(acb.tanh),
    sympy.sech: Behaviour(acb.sech),
    sympy.coth: Behaviour(acb.coth, poles=lambda a: a),
    sympy.csch: Behaviour(acb.csch, poles=lambda a: a),
    sympy.log: Behaviour(acb.log, _NEG),
    sympy.asin: Behaviour(acb.asin, _OUT),
    sympy.acos: Behaviour(acb.acos, _OUT),
    sympy.atan: Behaviour(acb.atan, Cut.IMAGINARY),
    sympy.acot: Behaviour(_inverse("atan"), poles=lambda a: a, cut=Cut.EVERYWHERE),
    sympy.asec: Behaviour(_inverse("acos"), Cut.INSIDE),
    sympy.acsc: Behaviour(_inverse("asin"), Cut.INSIDE),
    sympy.asinh: Behaviour(acb.asinh, Cut.IMAGINARY),
    sympy.acosh: Behaviour(acb.acosh, Cut.BELOW_ONE),
    sympy.atanh: Behaviour(acb.atanh, _OUT),
    sympy.acoth: Behaviour(_inverse("atanh"), Cut.INSIDE),
    sympy.asech: Behaviour(_inverse("acosh"), Cut.EVERYWHERE),
    sympy.acsch: Behaviour(_inverse("asinh"), Cut.EVERYWHERE),
    sympy.atan2: Behaviour(_atan2, Cut.EVERYWHERE),
    sympy.sinc: _entire("sinc"),
    sympy.erf: _entire("erf"),
    sympy.erfc: _entire("erfc"),
    sympy.erfi: _entire("erfi"),
    sympy.erfinv: Behaviour(_real_inverse("erfinv"), _OUT),
    sympy.erfcinv: Behaviour(_real_inverse("erfcinv"), Cut.EVERYWHERE),
    sympy.fresnels: _entire("fresnel_s"),
    sympy.fresnelc: _entire("fresnel_c"),
    sympy.Si: _entire("si"),
    sympy.Shi: _entire("shi"),
    sympy.Ci: Behaviour(acb.ci, _NEG),
    sympy.Chi: Behaviour(acb.chi, _NEG),
    sympy.Ei: Behaviour(acb.ei, _NEG),
    sympy.li: Behaviour(acb.li, Cut.BELOW_ONE),
    sympy.Li: Behaviour(lambda z: z.li(offset=True), Cut.BELOW_ONE),
    sympy.expint: Behaviour(_of_order("expint"), _NEG),
    sympy.gamma: Behaviour(acb.gamma, poles=lambda a: 1 / sympy.gamma(a)),
    sympy.loggamma: Behaviour(acb.lgamma, _NEG),
    sympy.digamma: Behaviour(acb.digamma, poles=lambda a: 1 / sympy.gamma(a)),
    sympy.polygamma: Behaviour(_of_order("polygamma"), _NEG),
    sympy.factorial: Behaviour(lambda z: (z + 1).gamma(), Cut.EVERYWHERE),
    sympy.beta: Behaviour(_gamma_ratio, Cut.EVERYWHERE),
    sympy.binomial: Behaviour(_binomial, Cut.EVERYWHERE),
    sympy.uppergamma: Behaviour(_of_order("gamma_upper"), _NEG),
    sympy.lowergamma: Behaviour(_of_order("gamma_lower"), _NEG),
    sympy.zeta: Behaviour(acb.zeta, poles=lambda a: a - 1),
    sympy.dirichlet_eta: Behaviour(
        lambda z, *a: NOWHERE if a else z.dirichlet_eta(), Cut.EVERYWHERE
    ),
    sympy.polylog: Behaviour(_of_order("polylog"), Cut.ABOVE_ONE),
    sympy.LambertW: Behaviour(_lambert, Cut.LAMBERT),
    sympy.airyai: _airy(0),
    sympy.airyaiprime: _airy(1),
    sympy.airybi: _airy(2),
    sympy.airybiprime: _airy(3),
    sympy.besselj: Behaviour(_of_order("bessel_j"), _NEG),
    sympy.bessely: Behaviour(_of_order("bessel_y"), _NEG),
    sympy.besseli: Behaviour(_of_order("bessel_i"), _NEG),
    sympy.besselk: Behaviour(_of_order("bessel_k"), _NEG),
    sympy.hankel1: Behaviour(_hankel(1), _NEG, real=False),
    sympy.hankel2: Behaviour(_hankel(-1), _NEG, real=False),
    sympy.jn: Behaviour(_spherical("bessel_j"), _NEG),
    sympy.yn: Behaviour(_spherical("bessel_y"), _NEG),
    sympy.mathieuc: Behaviour(None, entire=True),
    sympy.mathieus: Behaviour(None, entire=True),
    sympy.mathieucprime: Behaviour(None, entire=True),
    sympy.mathieusprime: Behaviour(None, entire=True),
    sympy.elliptic_k: Behaviour(acb.elliptic_k, Cut.ABOVE_ONE),
    sympy.elliptic_e: Behaviour(
        lambda *a: a[0].elliptic_e() if len(a) == 1 else acb.elliptic_e_inc(*a), Cut.ABOVE_ONE
    ),
    sympy.elliptic_f: Behaviour(acb.elliptic_f, Cut.EVERYWHERE),
    sympy.elliptic_pi: Behaviour(_elliptic_pi, Cut.EVERYWHERE),
    sympy.legendre: Behaviour(_of_order("legendre_p"), Cut.EVERYWHERE),
    sympy.chebyshevt: Behaviour(_of_order("chebyshev_t"), Cut.EVERYWHERE),
    sympy.chebyshevu: Behaviour(_of_order("chebyshev_u"), Cut.EVERYWHERE),
    sympy.hermite: Behaviour(_of_order("hermite_h"), entire=True),
    sympy.laguerre: Behaviour(_of_order("laguerre_l"), entire=True),
    sympy.Abs: Behaviour(lambda z: acb(abs(z)), Cut.STEP),
    sympy.sign: Behaviour(acb.sgn, Cut.STEP),
    sympy.Heaviside: Behaviour(_heaviside, Cut.STEP),
    sympy.floor: Behaviour(acb.real_floor, Cut.EVERYWHERE),
    sympy.ceiling: Behaviour(acb.real_ceil, Cut.EVERYWHERE),
    sympy.re: Behaviour(_real_part, Cut.EVERYWHERE),
    sympy.im: Behaviour(lambda z: acb(z.imag), Cut.EVERYWHERE),
    sympy.conjugate: Behaviour(acb.conjugate, Cut.EVERYWHERE),
    sympy.arg: Behaviour(lambda z: acb(z.arg()), Cut.EVERYWHERE),
}

#: Classes whose cut is gone where the first argument, the order, is a whole number.
WHOLE_ORDERS = (sympy.besselj, sympy.besseli)


def behaviour(node: Any) -> Behaviour | None:
    """What is known of the outermost function of an expression; None for nothing.

    >>> from sympy import Function, besselj, tanh
    >>> from sympy.abc import x
    >>> behaviour(tanh(x)).entire, behaviour(besselj(2, x)).entire, behaviour(Function("f")(x))
    (False, True, None)
    """
    if isinstance(node, sympy.hyper):
        return _hypergeometric(node)
    known = BEHAVIOURS.get(node.func)
    if isinstance(node, WHOLE_ORDERS) and node.args[0].is_Integer:
        return Behaviour(known.ball if known else None, entire=True)
    if isinstance(node, sympy.jn) and node.args[0].is_Integer and node.args[0] >= 0:
        return Behaviour(known.ball if known else None, entire=True)
    if isinstance(node, sympy.LambertW) and len(node.args) > 1 and node.args[1] != 0:
        return Behaviour(_lambert, Cut.EVERYWHERE, real=False)
    if isinstance(node, (sympy.zeta, sympy.elliptic_e)) and len(node.args) > 1:
        return Behaviour(known.ball if known else None, Cut.EVERYWHERE)
    return known


def _hypergeometric(node: Any) -> Behaviour | None:
    upper, lower, _ = node.args
    if len(upper) > len(lower) + 1 or any(a.is_integer and not a.is_positive for a in lower):
        return None
    entire = len(upper) <= len(lower)
    return Behaviour(
        lambda a, b, z: z.hypgeom(a, b), Cut.NOWHERE if entire else Cut.ABOVE_ONE, entire=entire
    )


def argument(node: Any) -> Any:
    """The argument that a function's cut is about.

    >>> from sympy import besselj, exp
    >>> from sympy.abc import x
    >>> argument(besselj(1, x)), argument(exp(2*x))
    (x, 2*x)
    """
    first = isinstance(node, (sympy.LambertW, sympy.Heaviside, sympy.log, sympy.Abs))
    return node.args[0] if first or len(node.args) == 1 else node.args[-1]


def is_whole(expr: Any) -> bool:
    """Whether the expression is a nonnegative whole number in every case.

    >>> from sympy import S, Symbol
    >>> is_whole(Symbol("n", integer=True, positive=True)), is_whole(S(1)/2)
    (True, False)
    """
    return bool(expr.is_integer and expr.is_nonnegative)
