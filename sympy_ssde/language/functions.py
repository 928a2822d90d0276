"""Every function of mathematics that the package knows, and all that it knows of each.

The reader, the search, the kernel, the proofs and the printers each need something else of a
function: its opcode, its sign under ``-x``, where it is singular, how it is printed.  All of it is
said here, once; the other modules pick what they need.  What an entry leaves out is not used, even
if it could be said.  To add a function, add an entry; if the search is to write candidates with
it, give it an opcode and :mod:`sympy_ssde.kernel.rules` a rule.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import sympy
from sympy import Expr, Piecewise, S

Interval = tuple[float, float]


class Parity(Enum):
    """What a sign in front of the argument does."""

    ODD = "it moves in front of the function"
    EVEN = "nothing"
    UNSAID = "nothing is made of it"


class Numbers(Enum):
    """Where values of a whole batch come from."""

    PORTABLE = "the function of this name in kernel/portable.py"
    TORCH = "torch, whose result is the same on all machines"
    NONE = "what the function is rewritten to, if anything"


class Shape(Enum):
    """How the values on an interval follow from those at its ends."""

    INCREASING = "they lie between them"
    EVEN = "they increase with the absolute value of the argument"
    OTHER = "by a function from intervals to intervals"


@dataclass(frozen=True)
class Bounds:
    """A function of floats (of intervals for ``OTHER``), and where on the line it begins."""

    shape: Shape
    function: Callable[[Any], Any]
    start: float = -math.inf


@dataclass(frozen=True)
class MathFunction:
    """What the package knows of one function.

    Parameters
    ==========

    name : as SymPy writes it, and the operator's name in a library
    function : SymPy's class, or a Python function that builds the expression
    arguments : the numbers of arguments it can have; none for any number
    opcode : the kernel's number of it; None if candidates can't be written with it
    cost : of the operator, in the complexity of a candidate
    inverse : its inverse on part of the line; the outermost function is an operator of the search
    operators : those that a search gets if the function occurs, if not the one of this name
    parity : for a sign in front of the argument
    onto : whether any number is a value, which canonical forms make use of
    in_proofs : the function by exp, log, sin, cos and roots, for the proofs' normal form
    in_numbers : the function by others that have ``numbers``
    in_skeletons : the function by other operators, for libraries that lack it
    numbers : where values of a batch come from
    in_products : whether physics/compiled.py has a rule for it
    mp : its name in mpmath; without one it is left to SymPy's evalf
    bounds : how it bounds an interval; without it, not at all
    critical : expressions of the argument at whose zeros the function may be singular;
        :func:`nowhere` if it has no singularity on the real line, None if nothing is known
    is_text : whether a text may call it
    aliases : other names by which a text may call it, with the least number of arguments
    grows : whether it is made of exponentials, which texts may only pile up to some height
    printed : the name in formulas; without one it is the function's own, without care for spaces
    takes_power : whether its square is printed as ``sin²(x)``
    """

    name: str
    function: Callable[..., Any]
    arguments: tuple[int, ...] = (1,)
    opcode: int | None = None
    cost: int = 3
    inverse: Callable[[Expr], Expr] | None = None
    operators: tuple[str, ...] = ()
    parity: Parity = Parity.UNSAID
    onto: bool = False
    in_proofs: Callable[..., Expr] | None = None
    in_numbers: Callable[..., Expr] | None = None
    in_skeletons: Callable[[Expr], Expr] | None = None
    numbers: Numbers = Numbers.NONE
    in_products: bool = False
    mp: str = ""
    bounds: Bounds | None = None
    critical: Callable[[Expr], list[Expr]] | None = None
    is_text: bool = False
    aliases: tuple[str, ...] = ()
    grows: bool = False
    printed: str = ""
    takes_power: bool = False

    @property
    def is_class(self) -> bool:
        """Whether SymPy has a class for it; a square root is a power."""
        return isinstance(self.function, type)

    @property
    def hinted(self) -> tuple[str, ...]:
        """The operators that a search gets if the function occurs.

        >>> named("sech").hinted, named("atan").hinted, named("gamma").hinted
        (('cosh',), ('atan',), ())
        """
        own = () if self.opcode is None else (self.name,)
        return self.operators or own


def nowhere(_: Expr) -> list[Expr]:
    """No zeros at which a function is singular: it has no singularity on the real line."""
    return []


def _itself(a: Expr) -> list[Expr]:
    return [a]


def _ends(a: Expr) -> list[Expr]:
    return [1 - a, 1 + a]


def _by_exp(function: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    return lambda a: function(a).rewrite(sympy.exp)


def _chosen(sign: int) -> Callable[..., Expr]:
    """The largest (or least) of several, as a choice."""

    def choice(*args: Expr) -> Expr:
        best = args[0]
        for other in args[1:]:
            best = Piecewise((best, sign * (best - other) >= 0), (other, True))
        return best

    return choice


def _logarithm(v: float) -> float:
    return math.log(v) if v > 0 else -math.inf


def _sine(x: Interval) -> Interval:
    low, high = x
    if not high - low < 2 * math.pi or max(abs(low), abs(high)) > 1e8:
        return (-1.0, 1.0)
    ends = math.sin(low), math.sin(high)
    slack = 1e-7
    top = math.ceil((low - slack) / (2 * math.pi) - 0.25) * 2 * math.pi + math.pi / 2
    bottom = math.ceil((low - slack) / (2 * math.pi) + 0.25) * 2 * math.pi - math.pi / 2
    return (
        -1.0 if bottom <= high + slack else min(ends) - 1e-13,
        1.0 if top <= high + slack else max(ends) + 1e-13,
    )


def _cosine(x: Interval) -> Interval:
    return _sine((x[0] + math.pi / 2 - 1e-12, x[1] + math.pi / 2 + 1e-12))


def _sin_over_cos(a: Expr) -> Expr:
    return sympy.sin(a) / sympy.cos(a)


def _cos_over_sin(a: Expr) -> Expr:
    return sympy.cos(a) / sympy.sin(a)


def _over_cos(a: Expr) -> Expr:
    return 1 / sympy.cos(a)


def _over_sin(a: Expr) -> Expr:
    return 1 / sympy.sin(a)


_ODD, _EVEN = Parity.ODD, Parity.EVEN
_PORTABLE, _TORCH = Numbers.PORTABLE, Numbers.TORCH
_INCREASING, _OTHER = Shape.INCREASING, Shape.OTHER

# One function after the other, each with what it has in the order of the fields above.
# fmt: off
MATH_FUNCTIONS: tuple[MathFunction, ...] = (
    MathFunction(
        "sin", sympy.sin, opcode=4, inverse=lambda y: sympy.atan(y / sympy.sqrt(1 - y**2)),
        parity=_ODD, numbers=_PORTABLE, in_products=True, mp="sin", bounds=Bounds(_OTHER, _sine),
        critical=nowhere, is_text=True, printed="sin", takes_power=True,
    ),
    MathFunction(
        "cos", sympy.cos, opcode=5, inverse=lambda y: sympy.atan(sympy.sqrt(1 - y**2) / y),
        parity=_EVEN, numbers=_PORTABLE, in_products=True, mp="cos", bounds=Bounds(_OTHER, _cosine),
        critical=nowhere, is_text=True, printed="cos", takes_power=True,
    ),
    MathFunction(
        "exp", sympy.exp, opcode=6, inverse=sympy.log, numbers=_PORTABLE, in_products=True,
        mp="exp", bounds=Bounds(_INCREASING, math.exp), critical=nowhere, is_text=True, grows=True,
    ),
    MathFunction(
        "log", sympy.log, (1, 2), opcode=7, inverse=sympy.exp, onto=True, numbers=_PORTABLE,
        in_products=True, mp="log", bounds=Bounds(_INCREASING, _logarithm, 0.0), critical=_itself,
        is_text=True, aliases=("ln",), printed="log",
    ),
    MathFunction("square", lambda a: a**2, opcode=8, cost=2, parity=_EVEN),
    MathFunction("cube", lambda a: a**3, opcode=9, cost=2, onto=True),
    MathFunction("sqrt", sympy.sqrt, opcode=10, is_text=True),
    MathFunction("cbrt", sympy.cbrt, is_text=True),
    MathFunction(
        "tanh", sympy.tanh, opcode=11, inverse=lambda y: sympy.log(sympy.sqrt((1 + y) / (1 - y))),
        parity=_ODD, in_proofs=lambda a: 1 - 2 / (sympy.exp(2 * a) + 1),
        in_skeletons=_by_exp(sympy.tanh), numbers=_PORTABLE, mp="tanh",
        bounds=Bounds(_INCREASING, math.tanh), critical=nowhere, is_text=True, grows=True,
        printed="tanh", takes_power=True,
    ),
    MathFunction(
        "sinh", sympy.sinh, opcode=12, inverse=lambda y: sympy.log(y + sympy.sqrt(y**2 + 1)),
        parity=_ODD, onto=True, in_proofs=lambda a: (sympy.exp(a) - sympy.exp(-a)) / 2,
        in_skeletons=_by_exp(sympy.sinh), numbers=_PORTABLE, in_products=True, mp="sinh",
        bounds=Bounds(_INCREASING, math.sinh), critical=nowhere, is_text=True, grows=True,
        printed="sinh", takes_power=True,
    ),
    MathFunction(
        "cosh", sympy.cosh, opcode=13, inverse=lambda y: sympy.log(y + sympy.sqrt(y**2 - 1)),
        parity=_EVEN, in_proofs=lambda a: (sympy.exp(a) + sympy.exp(-a)) / 2,
        in_skeletons=_by_exp(sympy.cosh), numbers=_PORTABLE, in_products=True, mp="cosh",
        bounds=Bounds(Shape.EVEN, math.cosh), critical=nowhere, is_text=True, grows=True,
        printed="cosh", takes_power=True,
    ),
    MathFunction(
        "atan", sympy.atan, opcode=14, parity=_ODD, numbers=_PORTABLE, mp="atan",
        bounds=Bounds(_INCREASING, math.atan), critical=nowhere, is_text=True, aliases=("arctan",),
        printed="arctan",
    ),
    MathFunction(
        "tan", sympy.tan, opcode=15, inverse=sympy.atan, parity=_ODD, in_proofs=_sin_over_cos,
        in_skeletons=_sin_over_cos, numbers=_PORTABLE, mp="tan", critical=lambda a: [sympy.cos(a)],
        is_text=True, printed="tan", takes_power=True,
    ),
    # From here on functions that candidates are not written with.
    MathFunction(
        "cot", sympy.cot, in_proofs=_cos_over_sin, in_numbers=_cos_over_sin,
        in_skeletons=_cos_over_sin, mp="cot", critical=lambda a: [sympy.sin(a)], is_text=True,
        printed="cot", takes_power=True,
    ),
    MathFunction(
        "sec", sympy.sec, parity=_EVEN, in_proofs=_over_cos, in_numbers=_over_cos,
        in_skeletons=_over_cos, mp="sec", critical=lambda a: [sympy.cos(a)], is_text=True,
        printed="sec", takes_power=True,
    ),
    MathFunction(
        "csc", sympy.csc, in_proofs=_over_sin, in_numbers=_over_sin, in_skeletons=_over_sin,
        mp="csc", critical=lambda a: [sympy.sin(a)], is_text=True, printed="csc", takes_power=True,
    ),
    MathFunction(
        "asin", sympy.asin, parity=_ODD, numbers=_PORTABLE, mp="asin", critical=_ends, is_text=True,
        aliases=("arcsin",), printed="arcsin",
    ),
    MathFunction(
        "acos", sympy.acos, numbers=_PORTABLE, mp="acos", critical=_ends, is_text=True,
        aliases=("arccos",), printed="arccos",
    ),
    MathFunction(
        "acot", sympy.acot, in_numbers=lambda a: sympy.atan(1 / a), mp="acot", is_text=True,
    ),
    MathFunction("asec", sympy.asec, mp="asec", is_text=True),
    MathFunction("acsc", sympy.acsc, mp="acsc", is_text=True),
    MathFunction("atan2", sympy.atan2, (2,), numbers=_PORTABLE, mp="atan2", is_text=True),
    MathFunction(
        "coth", sympy.coth, operators=("tanh",), in_proofs=lambda a: 1 + 2 / (sympy.exp(2 * a) - 1),
        in_numbers=lambda a: sympy.cosh(a) / sympy.sinh(a), in_skeletons=_by_exp(sympy.coth),
        mp="coth", critical=_itself, is_text=True, grows=True, printed="coth", takes_power=True,
    ),
    MathFunction(
        "sech", sympy.sech, operators=("cosh",), parity=_EVEN,
        in_proofs=lambda a: 2 / (sympy.exp(a) + sympy.exp(-a)),
        in_numbers=lambda a: 1 / sympy.cosh(a), in_skeletons=_by_exp(sympy.sech),
        mp="sech", critical=nowhere, is_text=True, grows=True, printed="sech", takes_power=True,
    ),
    MathFunction(
        "csch", sympy.csch, operators=("sinh",),
        in_proofs=lambda a: 2 / (sympy.exp(a) - sympy.exp(-a)),
        in_numbers=lambda a: 1 / sympy.sinh(a), in_skeletons=_by_exp(sympy.csch),
        mp="csch", critical=_itself, is_text=True, grows=True, printed="csch", takes_power=True,
    ),
    MathFunction(
        "asinh", sympy.asinh, parity=_ODD,
        in_proofs=lambda a: sympy.log(a + sympy.sqrt(a**2 + 1)), numbers=_PORTABLE, mp="asinh",
        bounds=Bounds(_INCREASING, math.asinh), critical=nowhere, is_text=True, printed="arsinh",
    ),
    MathFunction(
        "acosh", sympy.acosh, operators=("log", "sqrt"),
        in_proofs=lambda a: sympy.log(a + sympy.sqrt(a - 1) * sympy.sqrt(a + 1)),
        numbers=_PORTABLE, mp="acosh", critical=lambda a: [a - 1], is_text=True, printed="arcosh",
    ),
    MathFunction(
        "atanh", sympy.atanh, in_proofs=lambda a: (sympy.log(1 + a) - sympy.log(1 - a)) / 2,
        numbers=_PORTABLE, mp="atanh", critical=_ends, is_text=True, printed="artanh",
    ),
    MathFunction("acoth", sympy.acoth, mp="acoth", critical=_ends, is_text=True),
    MathFunction("asech", sympy.asech, mp="asech", is_text=True),
    MathFunction("acsch", sympy.acsch, mp="acsch", is_text=True),
    MathFunction(
        "erf", sympy.erf, numbers=_PORTABLE, mp="erf", bounds=Bounds(_INCREASING, math.erf),
        critical=nowhere, is_text=True, printed="erf", takes_power=True,
    ),
    MathFunction(
        "erfc", sympy.erfc, in_proofs=lambda a: 1 - sympy.erf(a),
        in_numbers=lambda a: 1 - sympy.erf(a), mp="erfc", critical=nowhere, is_text=True,
        printed="erfc", takes_power=True,
    ),
    MathFunction("erfi", sympy.erfi, mp="erfi", critical=nowhere),
    MathFunction(
        "Abs", sympy.Abs, numbers=_TORCH, mp="fabs", bounds=Bounds(Shape.EVEN, abs),
        critical=_itself, is_text=True, aliases=("abs",),
    ),
    MathFunction(
        "sign", sympy.sign, numbers=_TORCH, mp="sign", critical=_itself, is_text=True,
        printed="sign", takes_power=True,
    ),
    MathFunction("floor", sympy.floor, numbers=_TORCH),
    MathFunction("ceiling", sympy.ceiling, numbers=_TORCH),
    MathFunction(
        "Heaviside", sympy.Heaviside, (1, 2), critical=_itself,
        in_numbers=lambda a, *_: Piecewise((0, a < 0), (1, True)), is_text=True,
        aliases=("heaviside",),
    ),
    MathFunction("Max", sympy.Max, (), in_numbers=_chosen(1), is_text=True, aliases=("max",)),
    MathFunction("Min", sympy.Min, (), in_numbers=_chosen(-1), is_text=True, aliases=("min",)),
    MathFunction("gamma", sympy.gamma, mp="gamma"),
    MathFunction("loggamma", sympy.loggamma, mp="loggamma"),
    MathFunction(
        "LambertW", sympy.LambertW, (1, 2), mp="lambertw", critical=lambda a: [1 + S.Exp1 * a],
        is_text=True,
    ),
    MathFunction("airyai", sympy.airyai, mp="airyai", critical=nowhere, is_text=True),
    MathFunction("airybi", sympy.airybi, mp="airybi", critical=nowhere, is_text=True),
    MathFunction("besselj", sympy.besselj, (2,), mp="besselj", critical=nowhere, is_text=True),
    MathFunction("bessely", sympy.bessely, (2,), mp="bessely", is_text=True),
    MathFunction("besseli", sympy.besseli, (2,), mp="besseli", critical=nowhere, is_text=True),
    MathFunction("besselk", sympy.besselk, (2,), mp="besselk", is_text=True),
    MathFunction("fresnels", sympy.fresnels, critical=nowhere, is_text=True),
    MathFunction("fresnelc", sympy.fresnelc, critical=nowhere, is_text=True),
    MathFunction("Si", sympy.Si, critical=nowhere, is_text=True),
    MathFunction("sinc", sympy.sinc, critical=nowhere),
)
# fmt: on

_NAMED = {f.name: f for f in MATH_FUNCTIONS}


def named(name: str) -> MathFunction:
    """The function of a name.

    >>> named("atan").printed
    'arctan'
    """
    return _NAMED[name]


def opcode(name: str) -> int:
    """The kernel's number of a function that candidates are written with.

    >>> opcode("sin")
    4
    """
    number = _NAMED[name].opcode
    if number is None:
        raise KeyError(f"{name} has no opcode: candidates are not written with it")
    return number


#: Those that candidates are written with, by the kernel's numbers.
OPERATOR_FUNCTIONS = tuple(
    sorted((f for f in MATH_FUNCTIONS if f.opcode is not None), key=lambda f: opcode(f.name))
)
#: Those that are classes of SymPy.
CLASS_FUNCTIONS = tuple(f for f in MATH_FUNCTIONS if f.is_class)
