"""Expressions as functions of tensors.

Every ``lambdify`` of a search is here; that of answers, for users, in ``result/export.py``.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
import sympy
import torch
from sympy import DiracDelta, Expr, Float, Piecewise, Rational, Symbol, lambdify
from sympy.core.relational import Relational
from sympy.printing.pytorch import TorchPrinter

from sympy_ssde.errors import UnsupportedError
from sympy_ssde.kernel import portable
from sympy_ssde.language.functions import CLASS_FUNCTIONS, Numbers
from sympy_ssde.problem.symbols import internal

Tensor = torch.Tensor

_REWRITTEN = {f.function: f.in_numbers for f in CLASS_FUNCTIONS if f.in_numbers is not None}
_PORTABLE_NAMES = {f.function: f.name for f in CLASS_FUNCTIONS if f.numbers is Numbers.PORTABLE}
_PRINTED = {f.function for f in CLASS_FUNCTIONS if f.numbers is not Numbers.NONE} | {Piecewise}


def _of_tensors(name: str) -> Callable[..., Tensor]:
    """A portable function for tensors; torch's own where a gradient is wanted."""
    function: Callable[..., np.ndarray] = getattr(portable, name)
    differentiable = getattr(torch, "pow" if name == "power" else name)

    def values(*tensors: Tensor | float) -> Tensor:
        if any(isinstance(t, Tensor) and t.requires_grad for t in tensors):
            return differentiable(*tensors)
        arrays = (t.numpy() if isinstance(t, Tensor) else t for t in tensors)
        return torch.from_numpy(function(*arrays))

    return values


#: torch's own functions have other last bits on other CPUs.
_PORTABLE: dict[str, Callable[..., Tensor]] = {
    f"portable_{name}": _of_tensors(name) for name in (*_PORTABLE_NAMES.values(), "power")
}


class _Printer(TorchPrinter):
    """Prints the functions of :mod:`sympy_ssde.kernel.portable` where SymPy prints torch's."""

    mapping = TorchPrinter.mapping | {
        function: f"portable_{name}" for function, name in _PORTABLE_NAMES.items()
    }

    def _print_Pow(self, expr: Expr) -> str:
        base, exponent = (self._print(a) for a in expr.args)
        if expr.exp == Rational(1, 2):
            return f"{self._module_format('torch.sqrt')}({base})"
        return f"portable_power({base}, {exponent})"


#: A double-precision zero: torch.where makes single precision of two plain numbers.
_ZERO = internal("zero")


def _as_tensor(expr: Expr) -> Expr:
    return expr if expr.free_symbols else expr + _ZERO


def printable(expr: Expr) -> Expr:
    """The expression in functions that torch has, with every irrational constant as a float.

    >>> from sympy import exp, sech
    >>> from sympy.abc import x
    >>> printable(sech(x)), printable(exp(2)*x).evalf(4)
    (1/cosh(x), 7.389*x)
    """
    if (expr.is_Rational and max(abs(expr.p), expr.q) < 2**62) or expr.is_Symbol or expr.is_Boolean:
        return expr
    if expr.is_number:
        value = expr.evalf(20)
        if not (value.is_Float or value.is_Integer) or not value.is_finite:
            raise UnsupportedError(f"the constant {expr} has no finite real value")
        return Float(value, 17)
    args = [printable(a) if isinstance(a, Expr) else a for a in expr.args]
    if isinstance(expr, Piecewise):
        return Piecewise(*((_as_tensor(printable(e)), _condition(c)) for e, c in expr.args))
    if expr.func in _REWRITTEN:
        return printable(_REWRITTEN[expr.func](*args))
    if isinstance(expr, DiracDelta):
        raise UnsupportedError(
            f"the impulse {expr} can't be searched with: ordinary equations with impulses in their "
            "sources, at numbers inside of the range, are solved by structure"
        )
    if not (expr.is_Add or expr.is_Mul or expr.is_Pow) and expr.func not in _PRINTED:
        raise UnsupportedError(
            f"the function {expr.func} can't be evaluated in batches yet; the supported ones are "
            + ", ".join(sorted(f.__name__ for f in _PRINTED | set(_REWRITTEN)))
        )
    return expr.func(*args)


def _condition(condition: Any) -> Any:
    """The case with both sides printable."""
    of_parts = printable if isinstance(condition, Relational) else _condition
    return condition.func(*map(of_parts, condition.args)) if condition.args else condition


def torch_function(expr: Expr, symbols: Sequence[Symbol]) -> Callable[..., Any]:
    """``expr`` as a function of tensors, one for each symbol."""
    return _torch_function(expr, tuple(symbols))


def slope_function(expr: Expr, symbols: Sequence[Symbol]) -> Callable[..., Any] | float:
    """As :func:`torch_function`, but plain numbers stay numbers."""
    expr = sympy.sympify(expr)
    return float(expr.evalf(17)) if expr.is_number else torch_function(expr, symbols)


@lru_cache(maxsize=1024)
def _torch_function(expr: Expr, symbols: tuple[Symbol, ...]) -> Callable[..., Any]:
    arguments = [Symbol("_zero"), *(Symbol(f"a{i}") for i in range(len(symbols)))]
    renamed = printable(expr).xreplace(dict(zip((_ZERO, *symbols), arguments, strict=True)))
    printer = _Printer({"fully_qualified_modules": False, "inline": True})
    function = lambdify(arguments, renamed, [_PORTABLE, "torch"], printer=printer, cse=True)
    return partial(function, torch.zeros((), dtype=torch.float64))


@lru_cache(maxsize=1024)
def functions_of(
    expr: Expr, slots: tuple[Symbol, ...]
) -> tuple[tuple[Symbol, ...], Callable[..., Any], tuple[Callable[..., Any] | float, ...]]:
    """The other symbols of an expression; it and its slopes by the slots as functions of all.

    >>> from sympy.abc import u, x
    >>> symbols, function, slopes = functions_of(x**2*u + x, (u,))
    >>> symbols, float(function(torch.tensor(3.0), torch.tensor(2.0)))
    ((x,), 21.0)
    """
    symbols = tuple(sorted(expr.free_symbols - set(slots), key=str))
    arguments = (*symbols, *slots)
    slopes = tuple(slope_function(expr.diff(s), arguments) for s in slots)
    return symbols, torch_function(expr, arguments), slopes


def numeric_function(expr: Expr, symbols: Sequence[Symbol]) -> Callable[..., np.ndarray]:
    """``expr`` as a function of arrays; ``count`` says how many values a constant has."""
    function = torch_function(expr, symbols)

    def values(*arrays: np.ndarray, count: int) -> np.ndarray:
        tensors = [torch.as_tensor(np.asarray(a, dtype=np.float64)) for a in arrays]
        result = torch.as_tensor(function(*tensors), dtype=torch.float64)
        return result.expand(count).numpy().copy()

    return values


def array_function(arguments: Sequence[Symbol], expr: Any) -> Callable[..., Any]:
    """A function of numpy's arrays, for users: an expression, or a tuple of them.

    >>> from sympy.abc import x
    >>> float(array_function([x], x**2)(3.0))
    9.0
    """
    return lambdify(arguments, expr, modules="numpy")
