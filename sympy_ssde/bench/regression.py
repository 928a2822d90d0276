"""Symbolic regression by packages that a user can install: values at points in, an expression out.

The expression is built node by node from the packages' own trees.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sympy import Expr, Float, Symbol, cos, exp, log, sin

#: Points ``(count, dimension)``, values ``(count,)``, symbols, seed, seconds -> an expression.
Regressor = Callable[[np.ndarray, np.ndarray, Sequence[Symbol], int, float], Expr]

#: Both stop by themselves when a program fits as well as single precision allows.
TOLERANCE = 1e-7


def by_gplearn(
    points: np.ndarray, values: np.ndarray, symbols: Sequence[Symbol], seed: int, seconds: float
) -> Expr:
    """Genetic programming with gplearn, generation by generation until time is up."""
    from gplearn.functions import make_function
    from gplearn.genetic import SymbolicRegressor

    end = time.monotonic() + seconds
    power = make_function(function=_bounded_exp, name="exp", arity=1)
    model = SymbolicRegressor(
        population_size=1000,
        generations=1,
        function_set=("add", "sub", "mul", "div", "sin", "cos", "log", power),
        const_range=(-3.0, 3.0),
        metric="rmse",
        parsimony_coefficient=1e-4,
        stopping_criteria=TOLERANCE,
        warm_start=True,
        random_state=seed,
    )
    model.fit(points, values)
    while time.monotonic() < end and model._program.raw_fitness_ > TOLERANCE:
        model.set_params(generations=model.generations + 1)
        model.fit(points, values)
    return _from_prefix(list(model._program.program), symbols)


def _bounded_exp(values: Any) -> Any:
    return np.exp(np.clip(values, -50.0, 50.0))


def _from_prefix(program: list[Any], symbols: Sequence[Symbol]) -> Expr:
    """The expression of a gplearn program, which is consumed."""
    node = program.pop(0)
    if isinstance(node, (int, np.integer)):
        return symbols[int(node)]
    if isinstance(node, float):
        return Float(node)
    arguments = [_from_prefix(program, symbols) for _ in range(node.arity)]
    return _GPLEARN[node.name](*arguments)


def by_pyoperon(
    points: np.ndarray, values: np.ndarray, symbols: Sequence[Symbol], seed: int, seconds: float
) -> Expr:
    """Genetic programming with Levenberg-Marquardt, by pyoperon."""
    import pyoperon
    from pyoperon.sklearn import SymbolicRegressor

    model = SymbolicRegressor(
        allowed_symbols="add,sub,mul,div,sin,cos,exp,log,constant,variable",
        optimizer_iterations=5,
        max_length=30,
        generations=10**6,
        max_evaluations=10**9,
        max_time=max(1, int(seconds)),
        epsilon=TOLERANCE,
        random_state=seed,
    )
    model.fit(points, values)
    variables = pyoperon.Dataset(np.asfortranarray(points)).Variables
    return _from_postfix(model.model_.Nodes, {v.Hash: symbols[v.Index] for v in variables})


def _from_postfix(nodes: Sequence[Any], variables: dict[int, Symbol]) -> Expr:
    """The expression of a pyoperon tree; a variable has a weight."""
    stack: list[Expr] = []
    for node in nodes:
        if node.IsConstant:
            stack.append(Float(node.Value))
        elif node.IsVariable:
            stack.append(Float(node.Value) * variables[node.HashValue])
        else:
            arguments = [stack.pop() for _ in range(node.Arity)]
            stack.append(_PYOPERON[node.Name](*arguments))
    (found,) = stack
    return found


_ARITHMETIC: dict[str, Callable[..., Expr]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}
_PYOPERON: dict[str, Callable[..., Expr]] = {
    **_ARITHMETIC,
    "sin": sin,
    "cos": cos,
    "exp": exp,
    "log": log,
}
_GPLEARN: dict[str, Callable[..., Expr]] = {
    "add": _ARITHMETIC["+"],
    "sub": _ARITHMETIC["-"],
    "mul": _ARITHMETIC["*"],
    "div": _ARITHMETIC["/"],
    "sin": sin,
    "cos": cos,
    "exp": exp,
    "log": lambda a: log(a**2) / 2,  # gplearn takes that of the absolute value
}

REGRESSORS: dict[str, Regressor] = {"gplearn": by_gplearn, "pyoperon": by_pyoperon}
