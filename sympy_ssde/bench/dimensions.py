"""Problems of any dimension with known solutions, for measuring growth.

Both have the same kind of data in every dimension: values on all faces, and at the beginning.
"""

import random
import re

from sympy import Eq, Function, Rational, S, Symbol, exp, prod, sin, symbols

from sympy_ssde.bench.boxes import on_box
from sympy_ssde.bench.catalogue import Entry

FAMILIES = ("poisson", "heat")

_NAME = re.compile(r"(poisson|heat)-d([1-9]\d*)-s(\d+)")

_SOURCE = "manufactured"

_COEFFICIENTS = tuple(Rational(n, 2) for n in range(-6, 7) if n)
_POWERS = (1, 2, 3, 4)
_FREQUENCIES = (Rational(1, 2), S(1), Rational(3, 2))

_SYMMETRIC = (S(-1), S(1))
_POSITIVE = (Rational(1, 2), Rational(3, 2))
_UNIT = (S(0), S(1))


def identifier(family: str, dimension: int, seed: int) -> str:
    """The id of a problem, from which it is built again: see :func:`built`.

    >>> identifier("heat", 3, 0)
    'heat-d3-s0'
    """
    return f"{family}-d{dimension}-s{seed}"


def built(name: str) -> Entry | None:
    """The problem with that id; None if the id is of another kind."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    family, dimension, seed = match[1], int(match[2]), int(match[3])
    return (poisson if family == "poisson" else heat)(dimension, seed)


def dimension_of(name: str) -> int:
    """The d of an id."""
    match = _NAME.fullmatch(name)
    assert match is not None, name
    return int(match[2])


def poisson(dimension: int, seed: int) -> Entry:
    """Poisson's equation on (-1, 1)**d, solved by a sum of a_i*x_i**p_i.

    The coefficients are halves between -3 and 3, the powers 1 to 4, both drawn with the seed.

    >>> poisson(2, 0).eq
    Eq(Derivative(u(x1, x2), (x1, 2)) + Derivative(u(x1, x2), (x2, 2)), 9*x2 + 3)
    """
    draw = random.Random(f"poisson {dimension} {seed}")
    space = symbols(f"x1:{dimension + 1}")
    exact = sum(draw.choice(_COEFFICIENTS) * x ** draw.choice(_POWERS) for x in space)
    u = Function("u")(*space)
    equation = Eq(sum(u.diff(x, 2) for x in space), sum(exact.diff(x, 2) for x in space))
    domain = dict.fromkeys(space, _SYMMETRIC)
    return on_box(identifier("poisson", dimension, seed), _SOURCE, equation, u, exact, domain)


def heat(dimension: int, seed: int) -> Entry:
    """The heat equation on (1/2, 3/2)**d, solved by a product of sines and an exponential.

    The diffusivity is 1/d, so that solutions decay at the same pace in every dimension; the
    sines' frequencies are 1/2, 1 or 3/2, drawn with the seed.

    >>> heat(1, 0).exact
    exp(-t/4)*sin(x1/2)
    """
    draw = random.Random(f"heat {dimension} {seed}")
    space, t = symbols(f"x1:{dimension + 1}"), Symbol("t")
    frequencies = [draw.choice(_FREQUENCIES) for _ in space]
    decay = sum(f**2 for f in frequencies) / dimension
    exact = exp(-decay * t) * prod(sin(f * x) for f, x in zip(frequencies, space, strict=True))
    u = Function("u")(t, *space)
    equation = Eq(u.diff(t), sum(u.diff(x, 2) for x in space) / dimension)
    domain = {t: _UNIT, **dict.fromkeys(space, _POSITIVE)}
    return on_box(identifier("heat", dimension, seed), _SOURCE, equation, u, exact, domain, t)
