"""Coupled linear equations with constant coefficients, or with those of Euler's equation.

``P(D) u = g`` with a matrix P of polynomials.  A root z of det P of multiplicity m brings solutions
``exp(z*x) * (v_0 + x*v_1 + ... )`` with m free constants; a source ``x**k*exp(z*x)`` is met by the
same form with k + m powers.  Both are linear equations for the vectors.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import sympy
from sympy import Add, Dummy, Expr, I, Matrix, Mul, S, Symbol, cos, exp, log, sin
from sympy.polys.matrices import DomainMatrix

from sympy_ssde.problem.domain import Domain
from sympy_ssde.reduction.constants import solve_linear
from sympy_ssde.reduction.ordinary_form import constant, inside, is_zero, real_parts
from sympy_ssde.reduction.ordinary_modes import Mode, modes, tidy
from sympy_ssde.reduction.ordinary_source import Term, simple_terms
from sympy_ssde.reduction.reduction import Line


@dataclass(frozen=True)
class Coupled:
    """General solutions, one for each function, with their free constants."""

    exprs: tuple[Expr, ...]
    constants: tuple[Symbol, ...]
    lines: tuple[Line, ...]


class _Operator(NamedTuple):
    """``rows[e][f][i]``: the coefficient of the i-th derivative of function f in equation e."""

    rows: list[list[list[Expr]]]
    sources: list[Expr]


def coupled(
    exprs: Sequence[Expr], jets: Sequence[tuple[Symbol, ...]], x: Symbol, domain: Domain
) -> Coupled | None:
    """The general solution, or None if the equations are of another kind."""
    operator = _operator(exprs, jets)
    if operator is None:
        return None
    if not any(c.has(x) for row in operator.rows for cell in row for c in cell):
        return _solved(operator, x, domain)
    return _euler(operator, x, domain)


def _operator(exprs: Sequence[Expr], jets: Sequence[tuple[Symbol, ...]]) -> _Operator | None:
    everything = [y for group in jets for y in group]
    rows, sources = [], []
    for e in exprs:
        row = [[sympy.expand(e.diff(y)) for y in group] for group in jets]
        if any(c.has(*everything) for cell in row for c in cell):
            return None
        rows.append(row)
        sources.append(-e.xreplace(dict.fromkeys(everything, S.Zero)))
    return _Operator(rows, sources)


def _euler(operator: _Operator, x: Symbol, domain: Domain) -> Coupled | None:
    """In ``z = log|x|`` where every equation has terms ``k*x**(i + e)`` times i-th derivatives."""
    theta, z = Dummy("theta"), Dummy("z", real=True)
    middle = inside(x, domain)
    side = -1 if middle is not None and middle.real < 0 else 1
    rows, sources = [], []
    for row, source in zip(operator.rows, operator.sources, strict=True):
        degrees = {
            (x * c.diff(x) / c).cancel() - i for cell in row for i, c in enumerate(cell) if c != 0
        }
        if len(degrees) != 1 or not (shift := degrees.pop()).is_Integer:
            return None
        new = []
        for cell in row:
            weights = [tidy(c / x ** (i + shift)) if c != 0 else c for i, c in enumerate(cell)]
            falling = Add(*(w * Mul(*(theta - j for j in range(i))) for i, w in enumerate(weights)))
            poly = sympy.expand(falling)
            new.append([poly.coeff(theta, i) for i in range(len(cell))])
        rows.append(new)
        sources.append(sympy.powsimp(sympy.expand(source / x**shift)).xreplace({x: side * exp(z)}))
    found = _solved(_Operator(rows, sources), z, domain)
    if found is None:
        return None
    distance = side * x
    line = Line(f"in z = log({distance}) the coefficients are constant")
    return Coupled(
        tuple(_back(e, z, distance) for e in found.exprs), found.constants, (line, *found.lines)
    )


def _back(expr: Expr, z: Symbol, distance: Expr) -> Expr:
    powers = expr.replace(
        lambda e: isinstance(e, exp) and e.has(z), lambda e: distance ** tidy(e.args[0].coeff(z))
    )
    return powers.xreplace({z: log(distance)})


def _solved(operator: _Operator, x: Symbol, domain: Domain) -> Coupled | None:
    size = len(operator.rows)
    r = Dummy("r")
    matrix = Matrix(
        size, size, lambda e, f: Add(*(c * r**i for i, c in enumerate(operator.rows[e][f])))
    )
    determinant = sympy.expand(_determinant(matrix))
    degree = int(determinant.as_poly(r).degree()) if determinant.has(r) else 0
    if not degree:
        return None
    coefficients = tuple(tidy(determinant.coeff(r, i)) for i in range(degree + 1))
    found = modes(coefficients, domain)
    if found is None:
        return None
    total = [S.Zero] * size
    constants: list[Symbol] = []
    for mode in found:
        for vector in _homogeneous(operator, mode, x, domain):
            constants.append(constant(len(constants) + 1))
            total = [a + constants[-1] * b for a, b in zip(total, vector, strict=True)]
    if len(constants) != degree:
        return None
    special = _particular(operator, found, x, domain)
    if special is None:
        return None
    exprs = tuple(a + b for a, b in zip(total, special, strict=True))
    r_shown = Symbol("r")
    line = Line("the determinant of the operators is", (determinant.xreplace({r: r_shown}),))
    return Coupled(exprs, tuple(constants), (line,))


def _determinant(matrix: Matrix) -> Expr:
    domain_matrix = DomainMatrix.from_Matrix(matrix)
    return domain_matrix.domain.to_sympy(domain_matrix.det())


def _homogeneous(operator: _Operator, mode: Mode, x: Symbol, domain: Domain) -> list[list[Expr]]:
    """A basis of the solutions that belong to a mode."""
    powers = mode.multiplicity
    rows, names = _equations(operator, mode.growth, mode.frequency, powers)
    free = _null_space(rows, names, domain)
    return [_functions(v, names, len(operator.rows), mode.growth, mode.frequency, x) for v in free]


Name = tuple[int, int, int]  #: power of x, function, 0 for the real and 1 for the imaginary part


def _equations(
    operator: _Operator, growth: Expr, frequency: Expr, powers: int
) -> tuple[list[list[Expr]], list[Name]]:
    """Rows for the coefficients of ``P(D) exp(z*x) * sum(x**j * v_j)``, power by power."""
    size = len(operator.rows)
    parts = (0, 1) if frequency != 0 else (0,)
    names = [(j, f, p) for j in range(powers) for f in range(size) for p in parts]
    column = {name: i for i, name in enumerate(names)}
    z = growth + I * frequency
    rows = []
    for j in range(powers):
        for e in range(size):
            real, imaginary = [S.Zero] * len(names), [S.Zero] * len(names)
            for f in range(size):
                for k in range(powers - j):
                    weight = sympy.factorial(j + k) / sympy.factorial(j)
                    a, b = _taylor(operator.rows[e][f], z, k)
                    real[column[j + k, f, 0]] += weight * a
                    if frequency != 0:
                        real[column[j + k, f, 1]] -= weight * b
                        imaginary[column[j + k, f, 0]] += weight * b
                        imaginary[column[j + k, f, 1]] += weight * a
            rows.append(real)
            if frequency != 0:
                rows.append(imaginary)
    return rows, names


def _taylor(coefficients: list[Expr], z: Expr, k: int) -> tuple[Expr, Expr]:
    terms = [c * z ** (i - k) * sympy.binomial(i, k) for i, c in enumerate(coefficients) if i >= k]
    a, b = real_parts(Add(*terms))
    return tidy(a), tidy(b)


def _null_space(
    rows: list[list[Expr]], names: list[Name], domain: Domain
) -> list[dict[Name, Expr]]:
    """Solutions of the homogeneous equations: each free unknown set to 1 once."""
    symbols = [Dummy(f"v{i}") for i in range(len(names))]
    clean = [[S.Zero if is_zero(c, domain) else c for c in row] for row in rows]
    found = []
    taken: list[int] = []
    for i in range(len(names)):
        fixed = [*taken, i]
        extra = [[S.One if k == j else S.Zero for k in range(len(names))] for j in fixed]
        sides = [S.Zero] * len(clean) + [S.One if j == i else S.Zero for j in fixed]
        solution = solve_linear(clean + extra, sides, symbols, domain)
        if solution is not None:
            found.append(dict(zip(names, (solution[s] for s in symbols), strict=True)))
            taken.append(i)
    return found


def _functions(
    vector: dict[Name, Expr],
    names: list[Name],
    size: int,
    growth: Expr,
    frequency: Expr,
    x: Symbol,
) -> list[Expr]:
    """Real part of ``exp(z*x) * sum(x**j * v_j)``."""
    total = [S.Zero] * size
    for j, f, part in names:
        c = vector[j, f, part]
        if c == 0:
            continue
        wave = S.One if frequency == 0 else (-sin(frequency * x) if part else cos(frequency * x))
        total[f] += c * x**j * exp(growth * x) * wave
    return total


def _particular(
    operator: _Operator, found: list[Mode], x: Symbol, domain: Domain
) -> list[Expr] | None:
    size = len(operator.rows)
    groups: dict[tuple[Expr, Expr], list[tuple[int, Term]]] = {}
    for e, source in enumerate(operator.sources):
        terms = simple_terms(source, x) if source != 0 else []
        if terms is None:
            return None
        for t in terms:
            groups.setdefault((t.growth, t.frequency), []).append((e, t))
    total = [S.Zero] * size
    for (growth, frequency), members in groups.items():
        resonant = sum(
            m.multiplicity
            for m in found
            if is_zero(m.growth - growth, domain) and is_zero(m.frequency - frequency, domain)
        )
        powers = max(t.power for _, t in members) + 1 + resonant
        rows, names = _equations(operator, growth, frequency, powers)
        step = 2 if frequency != 0 else 1
        sides = [S.Zero] * len(rows)
        for e, t in members:
            # sin is the real part of -I*exp(I*b*x)
            place = (t.power * size + e) * step + (1 if t.is_sine else 0)
            sides[place] += -t.coefficient if t.is_sine else t.coefficient
        symbols = [Dummy(f"v{i}") for i in range(len(names))]
        clean = [[S.Zero if is_zero(c, domain) else c for c in row] for row in rows]
        solution = solve_linear(clean, sides, symbols, domain)
        if solution is None:
            return None
        vector = dict(zip(names, (solution[s] for s in symbols), strict=True))
        new = _functions(vector, names, size, growth, frequency, x)
        total = [a + b for a, b in zip(total, new, strict=True)]
    return total
