"""Mistakes that people make when they state a problem, and the line to write instead."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from sympy import Basic, Derivative, Dict, Expr, Function, I, Symbol, Tuple, conjugate, im, re
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.logic.boolalg import BooleanAtom

from sympy_ssde.errors import ProblemError, UnsupportedError, called

#: How an equation, and a condition of an equation, are written.
_LINES = {
    "the equation": "Eq(u(x).diff(x), 2*u(x))",
    "a condition": "Eq(u(0), 1), or u(x).diff(x).subs(x, 0) for a derivative",
    "the solution": "Eq(u(x), exp(x))",
}


def evaluated(value: Any, what: str) -> str:
    """What to say of an equation that has become True or False."""
    line = _LINES.get(what, _LINES["the equation"])
    if isinstance(value, bool):
        return (
            f"{what} is {value}: '==' compares both sides at once in Python. Write it with Eq: "
            f"{line}"
        )
    constant = " (SymPy takes u(0).diff(x) for 0)" if what == "a condition" else ""
    return (
        f"{what} is {value}: SymPy has evaluated it already, since both sides are equal, or never "
        f"equal, as they are written{constant}. An equation looks like {line}"
    )


def not_an_equation(value: Any, what: str) -> str | None:
    """What to say of a pair, a dict or a truth value in place of an equation; None for others."""
    if what not in ("the equation", "a condition", "the solution"):
        return None
    if isinstance(value, (bool, BooleanAtom)):
        return evaluated(value, what)
    pairs = list(value.items()) if isinstance(value, (Mapping, Dict)) else [value]
    if len(pairs) == 1 and isinstance(pairs[0], (tuple, list, Tuple)) and len(pairs[0]) == 2:
        left, right = pairs[0]
        return f"{what} is {value}; an equation was expected: Eq({left}, {right})"
    return None


def text_given(text: str, what: str) -> str:
    """What to say of a string in place of an expression."""
    if what == "bcs" and "=" not in text:
        return (
            f"bcs is the string {text!r}; conditions were expected, as {{u(0): 1}} or [Eq(u(0), "
            "1)]. A method is chosen by name: hint='sympy'"
        )
    if what in ("the equation", "bcs"):
        others = ", sol" if (name := called()[0]) == "checkssdsol" else ""
        problem = 'read_problem("u\' = u on x in [0, 1]; u(0) = 1")'
        line = problem if name == "Problem" else f"{name}({problem}{others})"
        return (
            f"{what} is the string {text!r}; SymPy's expressions were expected, as "
            f"Eq(u(x).diff(x), u(x)) with u = Function('u'). A problem that is written as text is "
            f"read by read_problem: {line}"
        )
    return (
        f"{what} is the string {text!r}; a number or a SymPy expression was expected: leave the "
        "quotes out"
    )


def constant_derivative(expr: Derivative, functions: Iterable[AppliedUndef]) -> str | None:
    """What to say of ``Derivative(u(0), x)``, None for other derivatives."""
    call = expr.expr
    func = next((f for f in functions if isinstance(call, f.func)), None)
    if func is None:
        return None
    lost = [v for v, _ in expr.variable_count if v in func.args and not call.has(v)]
    if not lost or len(call.args) != len(func.args):
        return None
    return f"{expr} is the derivative of a constant; write {_line(call, func, expr)}"


def _line(call: AppliedUndef, func: AppliedUndef, expr: Derivative) -> str:
    """``u(x, t).diff(x).subs(x, 0)``."""
    orders = ", ".join(f"{v}, {n}" if n != 1 else str(v) for v, n in expr.variable_count)
    moved = [(v, p) for v, p in zip(func.args, call.args, strict=True) if v != p]
    return f"{func}.diff({orders})" + "".join(f".subs({v}, {p})" for v, p in moved)


def without_unknown(source: str, value: Expr, functions: Iterable[AppliedUndef]) -> str:
    """What to say of a condition in which no unknown stands."""
    func = next(iter(functions))
    first = func.args[0]
    said = f"the condition {source} does not contain an unknown function"
    if not value.free_symbols:
        point = func.subs(first, 0)
        said += (
            f"; SymPy takes {point}.diff({first}) for the derivative of a constant, which is 0: "
            f"write {func}.diff({first}).subs({first}, 0)"
        )
    return said


def another_function(call: AppliedUndef, functions: Iterable[AppliedUndef]) -> str | None:
    """What to say of a function that has the name of an unknown and is another one."""
    same = [f for f in functions if f.func.__name__ == call.func.__name__ and f.func != call.func]
    if not same:
        return None
    mine, other = _made(call.func), _made(same[0].func)
    return (
        f"{call} is made with {mine}, and the unknown {same[0]} with {other}: SymPy takes them for "
        f"two functions. Write {call.func.__name__} = {other} once, and use it everywhere"
    )


def declared(function: UndefinedFunction) -> dict[str, bool]:
    """What a function was declared to be, without what follows from one of these facts.

    >>> declared(Function("u", positive=True))
    {'positive': True}
    """
    given = {k: v for k, v in (getattr(function, "_kwargs", {}) or {}).items() if v is not None}
    for key in sorted(given):  # one that implies all others, if there is one
        if Function(function.__name__, **{key: given[key]})._kwargs == function._kwargs:
            return {key: given[key]}
    return given


def _made(function: UndefinedFunction) -> str:
    name, given = function.__name__, declared(function)
    facts = "".join(f", {key}={value}" for key, value in sorted(given.items()))
    return f"Function({name!r}{facts})"


def no_function(func: Any, calls: Iterable[AppliedUndef]) -> str:
    """What to say of something else in the place of the unknown, one of the equation's calls."""
    there = sorted(map(str, calls))
    if there and not isinstance(func, Mapping):
        return f"func is {func!r}; the unknown function was expected, as the equation has it: " + (
            " or ".join(there)
        )
    if isinstance(func, Mapping):
        return (
            f"func is {func}, a dict; the unknown comes before its conditions: give "
            "(eq, u(x), {u(0): 1}), or bcs={u(0): 1} by name"
        )
    if isinstance(func, Symbol):
        name = func.name
        return (
            f"func is the symbol {name}; an unknown function was expected: write {name} = "
            f"Function({name!r}), and {name}(x) in the equation"
        )
    return f"func is {func!r}; u(x, y) or u was expected, where u = Function('u')"


def refuse_units(expr: Basic, what: str) -> None:
    """Raise for units of physics, which nothing here can compute with."""
    module = sys.modules.get("sympy.physics.units.quantities")
    if module is None:  # who has units has loaded it; loading it takes a while
        return
    units = sorted(expr.atoms(module.Quantity), key=str)
    if units:
        given = ", ".join(f"{q}: 1" for q in units)
        raise ProblemError(
            f"{what} has the unit {units[0]}; numbers were expected. Measure everything in the "
            f"same units and leave them out: expr.subs({{{given}}})"
        )


def has_complex(expressions: Iterable[Expr]) -> bool:
    """Whether complex numbers stand in one of them."""
    return any(e.has(I, conjugate, re, im) for e in expressions)


def refuse_complex(expressions: Iterable[Expr], functions: Iterable[AppliedUndef]) -> None:
    """Raise for a problem with complex numbers, for which a search is not made."""
    if not has_complex(expressions):
        return
    calls = list(functions)
    names = ", ".join(map(str, calls[0].args))
    raise UnsupportedError(
        "the equation or a condition is complex: its structure has led to no solution, and a "
        f"search is made for real functions only. Write {calls[0].func} = a + I*b with a = "
        "Function('a'), b = Function('b'), take real and imaginary parts, and solve the system: "
        f"{called()[0]}([real, imaginary], [a({names}), b({names})], bcs, domain)"
    )


def refuse_namesakes(symbols: Iterable[Symbol]) -> None:
    """Raise for two symbols of one name: SymPy tells them apart by their assumptions."""
    seen: dict[str, Symbol] = {}
    for symbol in symbols:
        other = seen.setdefault(symbol.name, symbol)
        if other != symbol:
            raise ProblemError(
                f"two different symbols are called {symbol.name}: {_declared(other)} and "
                f"{_declared(symbol)}. Define it once, and use it everywhere"
            )


def _declared(symbol: Symbol) -> str:
    facts = symbol._assumptions_orig
    words = "".join(f", {k}={v}" for k, v in sorted(facts.items()) if k != "commutative")
    return f"Symbol({symbol.name!r}{words})"
