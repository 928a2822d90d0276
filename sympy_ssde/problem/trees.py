"""SymPy's expressions as nested lists that JSON can write, and back.

Nothing is evaluated, neither text nor mathematics: a name stands for one of SymPy's own classes or
for a symbol, and an expression is put together again as it was.  So a file from anywhere can be
read, and what is read equals what was written.
"""

from collections.abc import Callable
from typing import Any

import sympy
from sympy import Add, Basic, Dummy, Float, Function, Integer, Mul, Pow, Rational, S, Symbol
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.functions.special.hyper import TupleArg, TupleParametersBase

from sympy_ssde.errors import UnsupportedError

Tree = Any  # numbers and texts in nested lists; the first of a list is a name

#: Constants, by the name of their class.
_SINGLE = {
    type(value).__name__: value
    for value in (
        *(S.Pi, S.Exp1, S.ImaginaryUnit, S.EulerGamma, S.GoldenRatio, S.Catalan),
        *(S.Infinity, S.NegativeInfinity, S.ComplexInfinity, S.NaN, S.true, S.false, S.Reals),
    )
}

#: Rooms of SymPy whose classes may stand in a tree.
_ROOMS = ("core", "functions", "integrals", "concrete", "logic", "sets", "series", "polys")


def to_tree(value: Basic) -> Tree:
    """The tree of an expression.

    >>> from sympy import sin
    >>> from sympy.abc import x
    >>> to_tree(2 + sin(x))
    ['Add', 2, ['sin', ['Symbol', 'x', {}]]]
    """
    name = type(value).__name__
    if isinstance(value, Integer):
        return int(value)
    if isinstance(value, Rational):
        return ["Rational", int(value.p), int(value.q)]
    if isinstance(value, Float):
        sign, mantissa, exponent, _ = value._mpf_
        return ["Float", (-1) ** sign * int(mantissa), int(exponent), int(value._prec)]
    if type(value) is Dummy:
        return ["Dummy", value.name, value.dummy_index, _assumptions(value)]
    if type(value) is Symbol:
        return ["Symbol", value.name, _assumptions(value)]
    if value is _SINGLE.get(name):
        return [name]
    arguments = [to_tree(argument) for argument in value.args]
    if isinstance(value, AppliedUndef):
        kind = value.func
        assumed = {k: v for k, v in kind._kwargs.items() if isinstance(v, bool)}
        return ["Function", kind.__name__, assumed, *arguments]
    if _class(name) is not value.func:
        raise UnsupportedError(f"{name} can't be saved")
    return [name, *arguments]


def from_tree(tree: Tree, dummies: dict[int, Dummy] | None = None) -> Basic:
    """The expression of a tree; raises ValueError for what is not one.

    ``dummies`` has those of earlier trees of a file, which are the same ones here.

    >>> from_tree(["Add", 2, ["sin", ["Symbol", "x", {}]]])
    sin(x) + 2
    """
    dummies = {} if dummies is None else dummies
    if isinstance(tree, int) and not isinstance(tree, bool):
        return Integer(tree)
    if not isinstance(tree, list) or not tree or not isinstance(tree[0], str):
        raise ValueError(f"{str(tree)[:40]} is no expression")
    name, *parts = tree
    if name in _READERS:
        return _READERS[name](parts, dummies)
    if name in _SINGLE and not parts:
        return _SINGLE[name]
    kind = _class(name)
    if kind is None:
        raise ValueError(f"{name[:40]} is no function of SymPy")
    arguments = [from_tree(part, dummies) for part in parts]
    if issubclass(kind, TupleParametersBase):
        return kind(*arguments)
    if issubclass(kind, (Add, Mul, Pow, Function)) or kind in _UNEVALUATED:
        return kind(*arguments, evaluate=False)
    return kind(*arguments)


_UNEVALUATED = (sympy.Eq, sympy.Ne, sympy.Lt, sympy.Le, sympy.Gt, sympy.Ge, sympy.Piecewise)


def _class(name: str) -> Any:
    """SymPy's class of this name, None if there is none that may be used."""
    found = getattr(sympy, name, None) or _UNNAMED.get(name)
    if not isinstance(found, type) or not issubclass(found, Basic):
        return None
    known = found.__module__.split(".")[1] in _ROOMS and not issubclass(found, Symbol)
    return found if known else None


_UNNAMED: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        *(sympy.Eq, sympy.Ne, sympy.Lt, sympy.Le, sympy.Gt, sympy.Ge),
        *(ExprCondPair, TupleArg, sympy.CRootOf),
    )
}


def _assumptions(symbol: Symbol) -> dict[str, bool]:
    """What a symbol is assumed to be; nothing for one that may be anything."""
    return {k: v for k, v in symbol.assumptions0.items() if (k, v) != ("commutative", True)}


def _checked(assumed: Any) -> dict[str, bool]:
    if not isinstance(assumed, dict) or not all(isinstance(v, bool) for v in assumed.values()):
        raise ValueError(f"{str(assumed)[:40]} are no assumptions")
    return assumed


def _rational(parts: list[Any], dummies: dict[int, Dummy]) -> Basic:
    return Rational(*map(int, parts))


def _float(parts: list[Any], dummies: dict[int, Dummy]) -> Basic:
    mantissa, exponent, precision = map(int, parts)
    number = (int(mantissa < 0), abs(mantissa), exponent, abs(mantissa).bit_length())
    return Float._new(number, precision) if mantissa else Float(0, precision=precision)


def _symbol(parts: list[Any], dummies: dict[int, Dummy]) -> Basic:
    name, assumed = parts
    return Symbol(str(name), **_checked(assumed))


def _dummy(parts: list[Any], dummies: dict[int, Dummy]) -> Basic:
    name, index, assumed = parts
    if index not in dummies:
        dummies[index] = Dummy(str(name), **_checked(assumed))
    return dummies[index]


def _function(parts: list[Any], dummies: dict[int, Dummy]) -> Basic:
    name, assumed, *arguments = parts
    kind = UndefinedFunction(str(name), **_checked(assumed))
    return kind(*(from_tree(argument, dummies) for argument in arguments))


_READERS: dict[str, Callable[[list[Any], dict[int, Dummy]], Basic]] = {
    "Rational": _rational,
    "Float": _float,
    "Symbol": _symbol,
    "Dummy": _dummy,
    "Function": _function,
}
