"""What a problem suggests: its functions, numbers and data become tokens and seeds."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import sympy
from sympy import Expr, Symbol, preorder_traversal

from sympy_ssde.language.functions import CLASS_FUNCTIONS
from sympy_ssde.language.skeleton import Skeleton, rewritten
from sympy_ssde.language.tokens import Library
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.symbols import in_plain_symbols

#: SymPy function -> operators that express it.
_OPERATORS: dict[Any, tuple[str, ...]] = {f.function: f.hinted for f in CLASS_FUNCTIONS}
#: SymPy function -> its inverse, as far as the library can say it.
_INVERSES = {
    f.function: f.inverse(sympy.Dummy()).func for f in CLASS_FUNCTIONS if f.inverse is not None
}
_MOST_LITERALS = 3
_START = sympy.Rational(11, 10)


def stated_expressions(problem: Problem) -> list[Expr]:
    """The constraints' expressions, with terms in an order that the statement alone determines.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> u = Function("u")
    >>> stated_expressions(Problem(u(x).diff(x) - 6*x - 2, u(x), {u(0): 1}))[0].args
    (-2, _T0, -6*x)
    """
    own = problem.variables + problem.params
    return [in_plain_symbols(c.expr, c.slots, own)[0] for c in problem.constraints]


def suggested_operators(
    exprs: Iterable[Expr], operators: tuple[str, ...], symbols: set[Symbol]
) -> tuple[str, ...]:
    """The operators, those of the functions that occur, and inverses of functions of the unknown.

    ``symbols`` are the variables and parameters; all others stand for the unknown.

    >>> from sympy import sech, sin, sqrt
    >>> from sympy.abc import u, x
    >>> for expr in (sech(x), sqrt(x), sin(u)):
    ...     print(suggested_operators([expr], ("+", "*"), {x}))
    ('+', '*', 'cosh')
    ('+', '*', 'sqrt')
    ('+', '*', 'sin', 'atan')
    """
    found = dict.fromkeys(operators)
    for expr in exprs:
        for node in preorder_traversal(expr):
            for name in _OPERATORS.get(getattr(node, "func", None), ()):
                found.setdefault(name)
            if getattr(node, "is_Pow", False) and node.exp.is_Rational and node.exp.q == 2:
                found.setdefault("sqrt")
        for inverse in _inverses(expr, symbols):
            found.setdefault(inverse.__name__)
    return tuple(found)


def suggested_literals(numbers: Iterable[Expr]) -> tuple[Expr, ...]:
    """A few irrational numbers of the problem, as tokens."""
    return tuple(n for n in numbers if n.is_real)[:_MOST_LITERALS]


def suggested_seeds(exprs: Iterable[Expr], symbols: set[Symbol]) -> list[Expr]:
    """Subexpressions of the problem's data in the given symbols, the unknown left out.

    >>> from sympy.abc import u, x
    >>> suggested_seeds([u - x**2 - 3*x], {x})[0]
    -x**2 - 3*x
    """
    found: dict[Expr, None] = {}
    for expr in exprs:
        for node in preorder_traversal(expr):
            if not isinstance(node, Expr):
                continue
            if node.is_Add:
                node = node.func(*(a for a in node.args if a.free_symbols <= symbols))
            if node.free_symbols and node.free_symbols <= symbols and not node.is_Symbol:
                found.setdefault(node)
    return list(found)


def loosened(seed: Expr) -> Expr:
    """The expression with one number in front of every term and every product of its own.

    All of them can then be fitted: the coefficients of a source are not those of the solution.

    >>> from sympy import sin
    >>> from sympy.abc import x
    >>> loosened(3*sin(5*x/2 + 1))
    3.0*sin(2.5*x + 1.0)
    """
    if not seed.args or seed.is_number:
        return seed if not seed.is_number else seed.n()
    if seed.is_Add:
        return sympy.Add(*map(loosened, seed.args))
    if seed.is_Mul:
        number, rest = seed.as_independent(*seed.free_symbols)
        return number.n() * sympy.Mul(*(loosened(a) for a in sympy.Mul.make_args(rest)))
    if seed.is_Pow:
        return loosened(seed.base) ** seed.exp
    return seed.func(*map(loosened, seed.args))


def _inverses(expr: Expr, symbols: set[Symbol]) -> list[Callable[[Expr], Expr]]:
    """The inverses of the functions of the unknown in an expression."""
    found: dict[Callable[[Expr], Expr], None] = {}
    for node in preorder_traversal(expr):
        if not isinstance(node, Expr) or node.free_symbols <= symbols:
            continue
        if node.func in _INVERSES:
            found.setdefault(_INVERSES[node.func])
        elif node.is_Pow and node.exp == 2:  # u' = 1 + u**2
            found.setdefault(sympy.tan)
    return list(found)


def inverse_seeds(exprs: Iterable[Expr], variables: Sequence[Symbol]) -> Iterator[Expr]:
    """Where a function of the unknown occurs, simple functions inside of its inverse.

    If ``exp(u)`` occurs, ``u = log(v)`` may turn the equation into one for a simpler ``v``.

    >>> from sympy import sinh
    >>> from sympy.abc import u, x
    >>> list(inverse_seeds([sinh(u)], [x]))[:2]
    [1.1*log(1.1*x + 1.2), 1.1*log((x + 1.2)/(1.2 - x))]
    """
    exprs, known = list(exprs), set(variables)
    for inverse in dict.fromkeys(i for expr in exprs for i in _inverses(expr, known)):
        for inside in (*_simple_functions(variables), *_integrals(exprs, variables)):
            yield 1.1 * inverse(1.2 + 1.1 * inside)
            if inverse is sympy.log:
                yield 1.1 * inverse((1.2 + inside) / (1.2 - inside))
            else:
                yield 1.1 * inverse(1.1 * inside)


def wave_seeds(exprs: Iterable[Expr], variables: Sequence[Symbol]) -> Iterator[Expr]:
    """Where the unknown occurs in products, the shapes that products lead to.

    Fronts, humps and poles of a phase: the ansatz of the tanh method (Malfliet 1992) and its
    relatives.  Phases are sums of all variables and, for ``u' = f(x)*p(u)``, integrals of powers
    that occur in the equation.

    >>> from sympy.abc import u, x
    >>> list(wave_seeds([u**2 - 3*x**2], [x]))[:2]
    [1.1*tanh(1.1*x + 0.3), 1.1*tanh(1.1*x + 0.3) + 1.2]
    >>> list(wave_seeds([u - 3*x**2], [x]))
    []
    """
    for shapes in wave_shapes(exprs, variables):
        for shape in shapes:
            yield 1.1 * shape
            yield 1.1 * shape + 1.2


def wave_shapes(exprs: Iterable[Expr], variables: Sequence[Symbol]) -> Iterator[tuple[Expr, ...]]:
    """Fronts, humps and poles for each phase, if the unknown occurs in products."""
    exprs, known = list(exprs), set(variables)
    if all(_is_linear(expr, known) for expr in exprs):
        return
    for phase in (*_sums(variables), *_integrals(exprs, variables)):
        inside = loosened(1.1 * phase) + 0.3
        front, hump, pole = sympy.tanh(inside), 1 / sympy.cosh(inside), 1 / (inside + 1)
        yield front, (1.3 + front) ** 2, hump, hump**2, pole, pole**2


def _is_linear(expr: Expr, known: set[Symbol]) -> bool:
    """Whether the unknowns, which are not known, occur in no product and no function."""
    unknown = sorted(expr.free_symbols - known, key=str)
    return all(not (expr.diff(s).free_symbols & set(unknown)) for s in unknown)


def _sums(variables: Sequence[Symbol]) -> Iterator[Expr]:
    """Sums of all variables, with either sign of the last one."""
    *others, last = variables
    if not others:
        yield last
        return
    yield sympy.Add(*variables)
    yield sympy.Add(*others) - last


def _integrals(exprs: Iterable[Expr], variables: Sequence[Symbol]) -> list[Expr]:
    """Integrals, by one variable, of the powers of it that occur."""
    found: dict[Expr, None] = {}
    for expr in exprs:
        for node in preorder_traversal(expr):
            if getattr(node, "is_Pow", False) and node.base in variables and node.exp.is_Integer:
                if node.exp > 0:
                    found[node.base ** (node.exp + 1)] = None
            elif node in variables:
                found[node**2] = None
    return list(found)


def _simple_functions(variables: Sequence[Symbol]) -> Iterator[Expr]:
    yield from variables
    yield from (v**2 for v in variables)
    phases = [_START * v for v in variables]
    if len(variables) > 1:
        phases.append(sympy.Add(*(sympy.Float(1.1) * v for v in variables)))
    for phase in phases:
        for function in (sympy.exp, sympy.sin, sympy.cos, sympy.cosh):
            yield function(phase)
            yield function(phase + _START)


def neighbours(
    seed: Expr, variables: Sequence[Symbol], own: Sequence[Symbol] | None = None
) -> Iterator[Expr]:
    """Simple ways to bring the other variables into an expression, with constants to be fitted.

    Separated and travelling forms, waves in both directions, forms that spread, and forms whose
    sines and cosines fade, wherever they stand: solutions by the Cole-Hopf transformation do.
    ``own`` are the variables that are taken as being in it already, by default those that are.

    >>> from sympy import sin
    >>> from sympy.abc import x, t
    >>> list(neighbours(sin(x), [x, t]))[:2]
    [exp(-11*t/10)*sin(x), exp(11*t/10)*sin(x)]
    """
    if own is None:
        own = [v for v in variables if v in seed.free_symbols]
    for w in variables:
        if w in own:
            continue
        scaled = _START * w
        yield seed * sympy.exp(-scaled)
        yield seed * sympy.exp(scaled)
        yield seed + scaled
        yield seed * (_START + w)
        yield seed / (_START + w)
        yield seed * sympy.cos(scaled)
        yield seed * sympy.sin(scaled)
        yield _damped(seed, own, scaled)
        for v in own:
            right, left = seed.xreplace({v: v - scaled}), seed.xreplace({v: v + scaled})
            yield from (right, left, right + left)
        width = 1 + scaled
        for unit in (width, sympy.sqrt(width)):
            spread = sympy.together(seed.xreplace({v: v / unit for v in own}), deep=True)
            yield from (spread / n for n in (1, sympy.sqrt(width), width))


def _damped(seed: Expr, own: Sequence[Symbol], scaled: Expr) -> Expr:
    return seed.replace(
        lambda e: isinstance(e, sympy.sin | sympy.cos) and e.has(*own),
        lambda e: sympy.exp(-scaled) * e,
    )


def seed_skeletons(
    seeds: Iterable[Sequence[Expr]],
    library: Library,
    accepts: Callable[[tuple[int, ...]], bool],
    max_length: int,
) -> list[tuple[Skeleton, np.ndarray]]:
    """The seeds as skeletons with constants; those that can't be written are left out.

    Each has an expression for every function of the library.
    """
    made = []
    for seed in seeds:
        found = rewritten(seed, library)
        if found is not None and found[0].length <= max_length and accepts(found[0].tokens):
            made.append(found)
    return made
