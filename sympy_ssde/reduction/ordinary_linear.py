"""Linear ordinary equations: constant coefficients, Euler's equation, first order."""

from collections.abc import Iterator

from sympy import (
    Add,
    Dummy,
    Eq,
    Expr,
    Matrix,
    Mul,
    S,
    Symbol,
    cosh,
    exp,
    expand,
    expand_log,
    log,
    powsimp,
    sinh,
)

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.reduction.ordinary_form import Equation, General, Linear, constant, inside
from sympy_ssde.reduction.ordinary_integrals import antiderivative
from sympy_ssde.reduction.ordinary_modes import Mode, modes, tidy
from sympy_ssde.reduction.ordinary_source import particular, simple_terms
from sympy_ssde.reduction.reduction import Line


def constant_coefficients(equation: Equation) -> Iterator[General]:
    """Modes of the characteristic polynomial, and a particular solution for the source."""
    linear = equation.normal
    if linear is None or any(c.has(equation.x) for c in linear.coefficients):
        return
    x = equation.x
    found = modes(linear.coefficients, equation.domain)
    if found is None:
        return
    shift = _shift(equation)
    basis = [b for m in found for b in m.basis(x)]
    special = _special(linear, basis, equation)
    if special is None:
        return
    lines = [_roots_line(linear, found)]
    if special != 0:
        lines.append(Line("a particular solution for the source is", (special,)))
    forms = [[b.xreplace({x: x - shift}) for b in basis] if shift != 0 else basis]
    forms += _hyperbolic(found, equation)
    yield combined(equation, forms, special, lines)


def euler(equation: Equation) -> Iterator[General]:
    """``sum(k_i * (x - s)**i * y_i)``: constant coefficients in ``z = log|x - s|``."""
    linear = equation.normal
    if linear is None or equation.order == 0:
        return
    x = equation.x
    place = _euler_point(linear, x)
    if place is None:
        return
    n = linear.order
    weights = [tidy(c * (x - place) ** (n - i)) for i, c in enumerate(linear.coefficients)]
    if any(w.has(x) for w in weights):
        return
    theta = Dummy("theta")
    operator = expand(Add(*(w * _falling(theta, i) for i, w in enumerate(weights))))
    coefficients = tuple(tidy(operator.coeff(theta, i)) for i in range(n + 1))
    middle = inside(x - place, equation.domain)
    side = -1 if middle is not None and middle.real < 0 else 1
    z = Dummy("z", real=True)
    distance = side * (x - place)
    found = modes(coefficients, equation.domain)
    if found is None:
        return
    basis = [_back(b, z, distance) for m in found for b in m.basis(z)]
    special = _euler_source(linear, coefficients, basis, equation, (z, distance, place, side))
    if special is None:
        return
    words = f"the equation is Euler's: in z = log({distance}) it has constant coefficients"
    lines = [Line(words), _roots_line(Linear(coefficients, S.Zero), found)]
    yield combined(equation, [basis], special, lines)


def first_order(equation: Equation) -> Iterator[General]:
    """``y1 + p(x)*y = g(x)`` by an integrating factor."""
    linear = equation.normal
    if linear is None or equation.order != 1:
        return
    x, domain = equation.x, equation.domain
    exponent = antiderivative(linear.coefficients[0], x, domain)
    if exponent is None:
        return
    factor = exponential(exponent)
    integral = antiderivative(powsimp(factor * linear.source), x, domain)
    if integral is None:
        return
    homogeneous = exponential(-exponent)
    special = _product(integral, homogeneous)
    lines = [Line("the integrating factor is", (factor,))]
    yield combined(equation, [[homogeneous]], special, lines)


def combined(
    equation: Equation, forms: list[list[Expr]], special: Expr, lines: list[Line]
) -> General:
    """The general solution from bases of the homogeneous one, which are each other's forms."""
    constants = tuple(constant(i + 1) for i in range(len(forms[0])))
    exprs = [Add(special, *(c * b for c, b in zip(constants, f, strict=True))) for f in forms]
    shown = Line("the general solution is", (Eq(equation.func, exprs[0], evaluate=False),))
    return General(exprs[0], constants, (*lines, shown), others=tuple(exprs[1:]))


def variation(linear: Linear, basis: list[Expr], equation: Equation) -> Expr | None:
    """A particular solution by variation of the constants, from a basis of the homogeneous one."""
    x, domain = equation.x, equation.domain
    n = len(basis)
    rows = [[b.diff(x, i) if i else b for b in basis] for i in range(n)]
    wronskian = _wronskian(linear, rows, equation)
    if wronskian is None or wronskian == 0:
        return None
    parts = []
    for j, b in enumerate(basis):
        minor = Matrix([[r[k] for k in range(n) if k != j] for r in rows[:-1]])
        determinant = (minor.det(method="berkowitz") if n > 1 else S.One) * (-1) ** (n - 1 + j)
        integrand = powsimp(expand(determinant) * linear.source / wronskian)
        integral = antiderivative(integrand, x, domain)
        if integral is None:
            return None
        parts.append(_product(integral, b))
    return Add(*parts)


def _wronskian(linear: Linear, rows: list[list[Expr]], equation: Equation) -> Expr | None:
    """By Abel's formula from its value at one point."""
    x = equation.x
    if len(rows) == 1:
        return rows[0][0]
    decay = antiderivative(linear.coefficients[-2], x, equation.domain)
    if decay is None:
        return None
    shape = exponential(-decay)
    whole = Matrix(rows).det(method="berkowitz")
    ratio = powsimp(expand(whole / shape))
    if ratio.has(x):
        ratio = ratio.simplify()
    return ratio * shape


def exponential(exponent: Expr) -> Expr:
    """exp of an antiderivative, with logarithms undone."""
    terms = Add.make_args(expand_log(expand(exponent)))
    result = S.One
    rest = S.Zero
    for t in terms:
        c, f = t.as_independent(log, as_Add=False)
        if isinstance(f, log):
            result *= f.args[0] ** c
        else:
            rest += t
    return result * exp(rest)


def _shift(equation: Equation) -> Expr:
    start = equation.start
    return S.Zero if start is None or start.point.is_infinite else start.point


def _special(linear: Linear, basis: list[Expr], equation: Equation) -> Expr | None:
    if linear.source == 0:
        return S.Zero
    terms = simple_terms(linear.source, equation.x)
    if terms is not None:
        return particular(linear.coefficients, terms, equation.x, equation.domain)
    return variation(linear, basis, equation)


def _roots_line(linear: Linear, found: list[Mode]) -> Line:
    r = Symbol("r")
    polynomial = Add(*(c * r**i for i, c in enumerate(linear.coefficients)))
    names = []
    for m in found:
        times = {1: "", 2: " (double)", 3: " (triple)"}.get(
            m.multiplicity, f" ({m.multiplicity}-fold)"
        )
        name = str(m.growth)
        if m.frequency != 0:
            centre = "" if m.growth == 0 else f"{m.growth} "
            frequency = str(m.frequency) if m.frequency.is_Atom else f"({m.frequency})"
            name = f"{centre}± {frequency}*i".strip()
        names.append(name + times)
    word = "root" if len(found) == 1 and found[0].frequency == 0 else "roots"
    return Line(f"the characteristic polynomial has the {word} {', '.join(names)}", (polynomial,))


def _hyperbolic(found: list[Mode], equation: Equation) -> list[list[Expr]]:
    """Other bases for two real roots ``c ± d``: sinh and cosh from either end."""
    if len(found) != 2 or any(m.frequency != 0 or m.multiplicity > 1 for m in found):
        return []
    x = equation.x
    centre = tidy((found[0].growth + found[1].growth) / 2)
    width = tidy((found[1].growth - found[0].growth) / 2)
    if width.could_extract_minus_sign():
        width = -width
    factor = exp(centre * x)
    low, high = equation.ends
    if equation.start is not None:
        low = high = equation.start.point
    if low.is_infinite or high.is_infinite:
        return []
    forms = [[cosh(width * (x - low)), sinh(width * (x - low))]]
    if low != high:
        forms.append([sinh(width * (x - low)), sinh(width * (high - x))])
        forms.append([cosh(width * (high - x)), sinh(width * (high - x))])
        forms.append([cosh(width * (x - low)), cosh(width * (high - x))])
    return [[factor * b for b in f] for f in forms]


def _euler_point(linear: Linear, x: Symbol) -> Expr | None:
    for c in reversed(linear.coefficients[:-1]):
        if c != 0:
            denominator = c.as_numer_denom()[1]
            if not denominator.has(x) or not denominator.is_polynomial(x):
                return None
            base = denominator.as_poly(x)
            # k*(x - s)**m: the mean of the roots is s
            m = base.degree()
            return tidy(-base.coeff_monomial(x ** (m - 1)) / (m * base.LC()))
    return None


def _falling(theta: Symbol, count: int) -> Expr:
    return Mul(*(theta - j for j in range(count)))


def _back(expr: Expr, z: Symbol, distance: Expr) -> Expr:
    """exp(a*z) -> distance**a, z -> log(distance)."""
    powers = expr.replace(
        lambda e: isinstance(e, exp) and e.has(z),
        lambda e: distance ** tidy(e.args[0].coeff(z)) * exp(e.args[0].xreplace({z: S.Zero})),
    )
    return powers.xreplace({z: log(distance)})


def _euler_source(
    linear: Linear,
    coefficients: tuple[Expr, ...],
    basis: list[Expr],
    equation: Equation,
    change: tuple[Symbol, Expr, Expr, int],
) -> Expr | None:
    if linear.source == 0:
        return S.Zero
    z, distance, place, side = change
    x = equation.x
    scaled = powsimp(expand(linear.source * (x - place) ** linear.order))
    moved = expand_log(scaled.xreplace({x: place + side * exp(z)}), force=True)
    terms = simple_terms(expand(moved), z)
    if terms is not None:
        domain = Domain((*equation.domain.ranges, Range(z, S(-1), S(1))))
        return _back(particular(coefficients, terms, z, domain), z, distance)
    return variation(linear, basis, equation)


def _product(integral: Expr, factor: Expr) -> Expr:
    """The product, multiplied out where the factors cancel."""
    if integral == 0:
        return S.Zero
    parts = [powsimp(t * factor) for t in Add.make_args(expand(integral))]
    return Add(*parts)
