"""The 18 problems of the SSDE paper.

Shu Wei et al., "Closed-form Solutions: A New Perspective on Solving Differential Equations", ICML
2025: Gamma 1-12 are Poisson equations whose solutions are the Nguyen expressions (table
"Configuration of Gamma dataset on Poisson's Equation"); the six high-dimensional problems stand in
the table "Summary of tested differential equations".

Conditions stand one face each, with the face's value put in.  Time-dependent problems have
Dirichlet data on the spatial faces and the value at t = 0, as in the paper; the wave problems have
no u_t at t = 0 there.
"""

from collections.abc import Callable
from typing import Any

from sympy import Eq, Expr, Function, Rational, S, cos, exp, log, sin, sqrt, symbols

from sympy_ssde.bench.boxes import on_box
from sympy_ssde.bench.catalogue import Entry

x1, x2, x3, t = symbols("x1 x2 x3 t")
u = Function("u")
R = Rational

SYMMETRIC = (S(-1), S(1))
POSITIVE = (R(1, 2), R(3, 2))
UNIT = (S(0), S(1))
_SOURCE = "Wei et al. 2025 (SSDE, ICML)"


def _laplacian(*variables: Any) -> Callable[[Expr], Expr]:
    return lambda f: sum(f.diff(v, 2) for v in variables)


def _heat(*space: Any) -> Callable[[Expr], Expr]:
    return lambda f: f.diff(t) - _laplacian(*space)(f)


def _wave2d(f: Expr) -> Expr:
    return f.diff(t, 2) - _laplacian(x1, x2)(f) + f + f**3


def _wave3d(f: Expr) -> Expr:
    return f.diff(t, 2) - _laplacian(x1, x2, x3)(f) - f**2


def _entry(
    name: str,
    exact: Expr,
    operator: Callable[[Expr], Expr],
    domain: dict[Any, Any],
    source: Expr | None = None,
) -> Entry:
    func = u(*domain)
    if source is None:
        source = operator(exact).doit().expand()
    return on_box(name, _SOURCE, Eq(operator(func), source), func, exact, domain, t)


_ONE_DIMENSIONAL = (
    (x1**3 + x1**2 + x1, SYMMETRIC),
    (x1**4 + x1**3 + x1**2 + x1, SYMMETRIC),
    (x1**5 + x1**4 + x1**3 + x1**2 + x1, SYMMETRIC),
    (x1**6 + x1**5 + x1**4 + x1**3 + x1**2 + x1, SYMMETRIC),
    (sin(x1**2) * cos(x1) - 1, SYMMETRIC),
    (sin(x1) + sin(x1 + x1**2), SYMMETRIC),
    (log(x1 + 1) + log(x1**2 + 1), POSITIVE),
    (sqrt(x1), POSITIVE),
)
_TWO_DIMENSIONAL = (
    (sin(x1) + sin(x2**2), POSITIVE),
    (2 * sin(x1) * cos(x2), POSITIVE),
    (x1**x2, POSITIVE),
    (x1**4 - x1**3 + x2**2 / 2 - x2, SYMMETRIC),
)

ENTRIES = (
    *(
        _entry(f"gamma{i}", exact, _laplacian(x1), {x1: ends})
        for i, (exact, ends) in enumerate(_ONE_DIMENSIONAL, 1)
    ),
    *(
        _entry(f"gamma{i}", exact, _laplacian(x1, x2), {x1: ends, x2: ends})
        for i, (exact, ends) in enumerate(_TWO_DIMENSIONAL, 9)
    ),
    _entry(
        "poisson2d",
        R(5, 2) * x1**4 - R(13, 10) * x1**3 + x2**2 / 2 - R(17, 10) * x2,
        _laplacian(x1, x2),
        {x1: SYMMETRIC, x2: SYMMETRIC},
    ),
    _entry(
        "poisson3d",
        R(5, 2) * x1**4 - R(13, 10) * x2**3 + x3**2 / 2,
        _laplacian(x1, x2, x3),
        {x1: SYMMETRIC, x2: SYMMETRIC, x3: SYMMETRIC},
    ),
    _entry(
        "heat2d",
        R(5, 2) * x1**4 - R(13, 10) * x2**3 + t**2 / 2,
        _heat(x1, x2),
        {t: UNIT, x1: SYMMETRIC, x2: SYMMETRIC},
    ),
    _entry(
        "heat3d",
        R(5, 2) * x1**4 - R(13, 10) * x2**3 + x3**2 / 2 - R(17, 10) * t,
        _heat(x1, x2, x3),
        {t: UNIT, x1: SYMMETRIC, x2: SYMMETRIC, x3: SYMMETRIC},
    ),
    _entry(
        "wave2d",
        exp(x1**2) * sin(x2) * exp(-t / 2),
        _wave2d,
        {t: UNIT, x1: SYMMETRIC, x2: SYMMETRIC},
        source=(
            (R(1, 4) - 4 * x1**2) * exp(x1**2 - t / 2) + exp(3 * x1**2 - 3 * t / 2) * sin(x2) ** 2
        )
        * sin(x2),
    ),
    _entry(
        "wave3d",
        exp(x1**2 + x3**2) * cos(x2) * exp(-t / 2),
        _wave3d,
        {t: UNIT, x1: SYMMETRIC, x2: SYMMETRIC, x3: SYMMETRIC},
        source=-(
            (4 * x1**2 + 4 * x3**2 + R(11, 4)) * exp(x1**2 + x3**2 - t / 2)
            + exp(2 * x1**2 + 2 * x3**2 - t) * cos(x2)
        )
        * cos(x2),
    ),
)
