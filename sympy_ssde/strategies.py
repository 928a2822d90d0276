"""Hypothesis strategies for property-based tests of differential equations.

Explanation
===========

``expressions`` draws smooth expressions over a library, ``boxes`` draws domains, and
``manufactured_problems`` draws a problem together with its solution: the expression first, then an
equation and conditions made from it.  ``manufactured_systems`` does so for several unknown
functions, with equations and conditions that couple them.

Examples
========

>>> from hypothesis import given, settings
>>> from sympy_ssde import checkssdsol, Status
>>> from sympy_ssde.strategies import manufactured_problems
>>> @settings(max_examples=3, deadline=None)
... @given(manufactured_problems())
... def test_never_refuted(made):
...     assert checkssdsol(made.problem, made.exact).status is not Status.REFUTED
>>> test_never_refuted()
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from sympy import Derivative, Eq, Expr, Function, Integer, Rational, Symbol, cancel, symbols
from sympy.core.function import AppliedUndef

from sympy_ssde.errors import MissingPackageError
from sympy_ssde.language.tokens import OPERATORS, PAPER_OPERATORS
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import verify

try:
    from hypothesis import assume
    from hypothesis import strategies as st
except ModuleNotFoundError as error:
    raise MissingPackageError(
        "sympy_ssde.strategies needs hypothesis, which is not installed; install it with: "
        "pip install hypothesis"
    ) from error

#: Functions that are undefined somewhere get an argument on which they are defined everywhere.
_PARTIAL = ("log", "sqrt")

VARIABLES = symbols("x y z t")
FUNCTIONS = tuple(map(Function, "uvwp"))
#: Operators of systems, whose residuals are longer.
SMALL = ("+", "*", "sin", "cos", "exp")


@dataclass(frozen=True)
class Manufactured:
    """A problem and the solution that it was made from."""

    problem: Problem
    exact: Expr


@dataclass(frozen=True)
class ManufacturedSystem:
    """A system and the solution that it was made from, an expression for each unknown."""

    problem: Problem
    exact: tuple[Expr, ...]


@cache
def _warm_up() -> None:
    """Let the process of proofs start while examples are drawn, which has no deadline."""
    u, x = Function("u"), VARIABLES[0]
    verify(Problem(u(x).diff(x) - 1, u(x), {u(0): 0}), (x,))


def numbers() -> st.SearchStrategy[Expr]:
    """Small non-zero rationals."""
    return st.builds(
        Rational,
        st.integers(-9, 9).filter(bool),
        st.sampled_from([1, 1, 2, 3, 10]),
    )


@st.composite
def expressions(
    draw: st.DrawFn,
    variables: Sequence[Symbol] = VARIABLES[:1],
    operators: Sequence[str] = PAPER_OPERATORS,
    max_depth: int = 3,
) -> Expr:
    """Expressions in the variables that are smooth on the whole real line.

    Denominators and the arguments of ``log`` and ``sqrt`` are made positive: ``a/b`` is drawn as
    ``a/(b**2 + 1)``.

    Parameters
    ==========

    operators : names from :data:`sympy_ssde.language.tokens.OPERATORS`.
    """
    if max_depth <= 0 or draw(st.integers(0, 4)) == 0:
        return draw(st.sampled_from(list(variables)) | numbers())
    name = draw(st.sampled_from(list(operators)))
    _, arity, build = OPERATORS[name]
    parts = [draw(expressions(variables, operators, max_depth - 1)) for _ in range(arity)]
    if arity == 1 and not parts[0].free_symbols:
        return parts[0]  # exp(exp(8)) is a number that nobody can do anything with
    if name == "pow":
        return parts[0] ** draw(st.integers(2, 3))
    if name == "/":
        return parts[0] / (parts[1] ** 2 + 1)
    if name in _PARTIAL:
        return build(parts[0] ** 2 + 1)
    return build(*parts)


@st.composite
def moving_expressions(
    draw: st.DrawFn,
    variables: Sequence[Symbol] = VARIABLES[:1],
    operators: Sequence[str] = PAPER_OPERATORS,
    max_depth: int = 3,
) -> Expr:
    """As :func:`expressions`, but none is a constant."""
    expr = draw(expressions(variables, operators, max_depth))
    if any(expr.diff(v) != 0 for v in variables):
        return expr
    return expr + draw(numbers()) * draw(st.sampled_from(list(variables)))


def _order(expr: Expr, variable: Symbol) -> int:
    """The order of the highest derivative by a variable."""
    counts = (d.variable_count for d in expr.atoms(Derivative))
    return max((int(n) for pairs in counts for v, n in pairs if v == variable), default=0)


@st.composite
def boxes(
    draw: st.DrawFn, variables: Sequence[Symbol] = VARIABLES[:1]
) -> dict[Symbol, tuple[Expr, Expr]]:
    """A bounded interval for each variable."""
    box = {}
    for v in variables:
        low = draw(st.integers(-4, 4)) / Integer(2)
        box[v] = (low, low + draw(st.sampled_from([Rational(1, 2), Integer(1), Integer(2)])))
    return box


@st.composite
def operators(draw: st.DrawFn, func: AppliedUndef) -> Expr:
    """The left side of an equation of order one or two, linear or not."""
    variables = func.args
    terms = []
    for v in variables:
        order = draw(st.integers(1, 2))
        terms.append(draw(numbers()) * func.diff(v, order))
    kinds = ["none", "linear", "cubic", "convective"] + ["mixed"] * (len(variables) > 1)
    extra = draw(st.sampled_from(kinds))
    first = func.diff(variables[0])
    terms.append(
        {
            "none": Integer(0),
            "linear": draw(numbers()) * func,
            "cubic": func**3,
            "convective": func * first,
            "mixed": first.diff(variables[-1]),
        }[extra]
    )
    return sum(terms)


@st.composite
def manufactured_problems(
    draw: st.DrawFn,
    max_variables: int = 2,
    library: Sequence[str] = PAPER_OPERATORS,
    max_depth: int = 3,
) -> Manufactured:
    """A problem whose solution is known, and no constant.

    For each variable there are as many conditions as the order of its derivatives: values, at times
    a slope at one of the ends.
    """
    _warm_up()
    variables = VARIABLES[: draw(st.integers(1, max_variables))]
    exact = draw(moving_expressions(variables, library, max_depth))
    func = Function("u")(*variables)
    left = draw(operators(func))
    box = draw(boxes(variables))
    right = left.subs(func, exact).doit()
    bcs = {}
    for v, (low, high) in box.items():
        given = [(func, low)]
        if _order(left, v) > 1:
            given.append(
                draw(st.sampled_from([(func, high), (func.diff(v), high), (func.diff(v), low)]))
            )
        for term, end in given:
            bcs[term.subs(v, end)] = term.subs(func, exact).doit().subs(v, end)
    return Manufactured(Problem(Eq(left, right, evaluate=False), func, bcs, box), exact)


@st.composite
def couplings(draw: st.DrawFn, func: AppliedUndef, other: AppliedUndef) -> Expr:
    """A term by which another unknown enters the equation of one."""
    kinds = {
        "linear": other,
        "derivative": other.diff(draw(st.sampled_from(func.args))),
        "product": func * other,
        "square": other**2,
    }
    return draw(numbers()) * kinds[draw(st.sampled_from(sorted(kinds)))]


@st.composite
def _system_conditions(
    draw: st.DrawFn,
    exact: dict[AppliedUndef, Expr],
    box: dict[Symbol, tuple[Expr, Expr]],
    equations: Sequence[Eq],
) -> list[Eq]:
    """Values on lower faces; on upper ones values, slopes, or sums with the next unknown.

    Ordinary equations of second order have some on the upper ones.
    """
    functions = list(exact)
    conditions = []
    for i, func in enumerate(functions):
        other = functions[(i + 1) % len(functions)]
        for v, (low, high) in box.items():
            upper = [[func], [func.diff(v)], [func + other]]
            if len(box) > 1 or not any(e.has(func.diff(v, 2)) for e in equations):
                upper.append([])
            sums = [(func, low), *((e, high) for e in draw(st.sampled_from(upper)))]
            for term, end in sums:
                value = term.subs(exact).doit().subs(v, end)
                conditions.append(Eq(term.subs(v, end), value, evaluate=False))
    return conditions


@st.composite
def manufactured_systems(
    draw: st.DrawFn,
    max_functions: int = 3,
    max_variables: int = 2,
    library: Sequence[str] = SMALL,
    max_depth: int = 2,
) -> ManufacturedSystem:
    """A system of two to four equations whose solution is known.

    Each equation has derivatives of one unknown, and a term with the next one: ``u_t = v_x + f``.

    Examples
    ========

    >>> from hypothesis import given, settings
    >>> from sympy_ssde import checkssdsol
    >>> @settings(max_examples=3, deadline=None)
    ... @given(manufactured_systems())
    ... def test_proved(made):
    ...     assert checkssdsol(made.problem, made.exact)
    >>> test_proved()
    """
    _warm_up()
    variables = VARIABLES[: draw(st.integers(1, max_variables))]
    count = draw(st.integers(2, max_functions))
    functions = [f(*variables) for f in FUNCTIONS[:count]]
    exact = {f: draw(moving_expressions(variables, library, max_depth)) for f in functions}
    equations = []
    for i, func in enumerate(functions):
        left = draw(operators(func)) - draw(couplings(func, functions[(i + 1) % count]))
        equations.append(Eq(left, left.subs(exact).doit(), evaluate=False))
    pairs = combinations(equations, 2)
    assume(not any(cancel(a.lhs / b.lhs).is_number for a, b in pairs))  # they say the same
    box = draw(boxes(variables))
    conditions = draw(_system_conditions(exact, box, equations))
    return ManufacturedSystem(Problem(equations, functions, conditions, box), tuple(exact.values()))
