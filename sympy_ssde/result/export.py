"""Solutions for other programs: functions of arrays, Python source, LaTeX.

Numbers come from numpy's functions, and from scipy's special ones.
"""

from collections.abc import Callable, Mapping, Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Any

import numpy as np
from sympy import Basic, Expr, Symbol, latex, sympify
from sympy import lambdify as sympy_lambdify
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.sympify import SympifyError
from sympy.printing.codeprinter import PrintMethodNotImplementedError
from sympy.printing.numpy import SciPyPrinter
from sympy.printing.pycode import MpmathPrinter, PythonCodePrinter

from sympy_ssde.errors import ProblemError, UnsupportedError

if TYPE_CHECKING:
    from sympy_ssde.result.solution import Solution

_PRINTERS = (PythonCodePrinter, SciPyPrinter, MpmathPrinter)


def values(solution: "Solution", places: Sequence[Any], params: Mapping[str, Any]) -> Any:
    """The value at places in the order of the variables: numbers, arrays, or expressions.

    Parameters of the problem are given by name.  A system has a tuple of values.
    """
    exprs, at = _expressions(solution), _places(solution, places, params)
    if any(isinstance(value, Basic) and not value.is_number for value in at.values()):
        symbolic = {s: _expression(v, s) for s, v in at.items()}
        found = tuple(e.subs(symbolic, simultaneous=True) for e in exprs)
    else:
        functions = _compiled(exprs, list(at))
        found = tuple(_numbers(f, list(at.values())) for f in functions)
    return found if len(solution.problem.functions) > 1 else found[0]


def numpy_function(solution: "Solution") -> Callable[..., Any]:
    """A function of numpy arrays: the variables, then the parameters, in the problem's order."""
    problem = solution.problem
    symbols = _symbols(solution)
    functions = _compiled(_expressions(solution), symbols)

    def function(*places: Any) -> Any:
        if len(places) != len(symbols):
            raise ProblemError(_expected(len(places), symbols))
        found = tuple(_numbers(f, list(places)) for f in functions)
        return found if len(problem.functions) > 1 else found[0]

    function.__name__ = "_".join(f.func.__name__ for f in problem.functions)
    names = ", ".join(map(str, symbols))
    function.__doc__ = "\n".join(f"{eq.lhs} = {eq.rhs} at ({names})" for eq in solution.eqs)
    return function


def python_source(solution: "Solution") -> str:
    """Python with a function of floats for each unknown, by ``math`` alone where that is enough.

    Functions that ``math`` doesn't have come from scipy, others from mpmath.
    """
    symbols = _symbols(solution)
    names = _names(symbols)
    renamed = {s: Symbol(name) for s, name in names.items()}
    bodies, modules = [], set[str]()
    arguments = ", ".join(names.values())
    for eq in solution.eqs:
        code, used = _printed(eq.rhs.xreplace(renamed))
        modules |= used
        name = _identifier(eq.lhs.func.__name__)
        bodies.append(f"def {name}({arguments}):\n    return {code}\n")
    _expressions(solution)  # raises where there is nothing to write
    imports = "".join(f"import {name}\n" for name in sorted(modules))
    return "\n\n".join(filter(None, [imports, *bodies]))


def latex_source(solution: "Solution") -> str:
    """An equation for each unknown, one below the other."""
    _expressions(solution)
    if len(solution.eqs) == 1:
        return str(latex(solution.eqs[0]))
    lines = " \\\\\n".join(f"{latex(eq.lhs)} &= {latex(eq.rhs)}" for eq in solution.eqs)
    return f"\\begin{{aligned}}\n{lines}\n\\end{{aligned}}"


def _expressions(solution: "Solution") -> tuple[Expr, ...]:
    if not solution.exprs:
        raise ProblemError(
            f"there is no expression: nothing was found ({solution.reason or solution.status})"
        )
    for expr in solution.exprs:
        endless = [e for e in expr.atoms(ExprWithLimits) if not _is_finite(e)]
        if endless:
            raise UnsupportedError(
                f"{endless[0]} has no end; put a number in its place, as "
                f".expr.subs(oo, 20) does for a sum, and use sympy.lambdify"
            )
    return solution.exprs


def _is_finite(expr: ExprWithLimits) -> bool:
    return all(end.is_finite is not False for limit in expr.limits for end in limit[1:])


def _symbols(solution: "Solution") -> list[Symbol]:
    """Variables, parameters, and constants that stand in the solution only."""
    known = [*solution.problem.variables, *solution.problem.params]
    found = set().union(*(e.free_symbols for e in solution.exprs)) - set(known)
    return [*known, *sorted(found, key=str)]


def _places(
    solution: "Solution", places: Sequence[Any], params: Mapping[str, Any]
) -> dict[Symbol, Any]:
    variables = solution.problem.variables
    if len(places) != len(variables):
        raise ProblemError(_expected(len(places), variables))
    others = {s.name: s for s in _symbols(solution)[len(variables) :]}
    for name in params:
        if name not in others:
            known = f"its parameters are: {', '.join(others)}" if others else "it has no parameters"
            raise ProblemError(f"{name}= is not a parameter of the solution; {known}")
    used = set().union(*(e.free_symbols for e in solution.exprs))
    missing = [n for n, s in others.items() if n not in params and s in used]
    if missing:
        at = ", ".join([*map(str, variables), *(f"{n}=1" for n in missing)])
        raise ProblemError(
            f"the solution has the parameter{'s' * (len(missing) > 1)} {', '.join(missing)}; give "
            f"a number for each, as solution({at})"
        )
    return dict(zip(variables, places, strict=True)) | {others[n]: v for n, v in params.items()}


def _expected(count: int, symbols: Sequence[Symbol]) -> str:
    names = ", ".join(map(str, symbols))
    return (
        f"{count} value{'s' * (count != 1)} given for ({names}); give one for each, in this order"
    )


def _expression(value: Any, symbol: Symbol) -> Expr:
    try:
        found = None if isinstance(value, (str, np.ndarray)) else sympify(value)
    except SympifyError:
        found = None
    if not isinstance(found, Expr):
        raise ProblemError(
            f"the place of {symbol} is {value!r} beside expressions; numbers, arrays of numbers or "
            "SymPy's expressions were expected, not both of the latter"
        )
    return found


def _compiled(exprs: Sequence[Expr], symbols: Sequence[Symbol]) -> list[Callable[..., Any]]:
    dummies = {s: Symbol(f"_{i}") for i, s in enumerate(symbols)}
    arguments = list(dummies.values())
    renamed = [e.xreplace(dummies) for e in exprs]
    return [_with_fallback(e, arguments) for e in renamed]


def _with_fallback(expr: Expr, arguments: list[Symbol]) -> Callable[..., Any]:
    """By scipy and numpy; number by number with mpmath for functions that they don't have."""
    fast = sympy_lambdify(arguments, expr, ["scipy", "numpy"], cse=True)

    def function(*places: Any) -> Any:
        try:
            return fast(*places)
        except (NameError, TypeError, AttributeError):
            slow = sympy_lambdify(arguments, expr, "mpmath")
            found = np.vectorize(lambda *at: complex(slow(*at)), otypes=[complex])(*places)
            return found.real if not np.any(found.imag) else found

    return function


def _numbers(function: Callable[..., Any], places: Sequence[Any]) -> Any:
    """Values as floats, in the shape of the places; complex ones only where there must be."""
    arrays = [np.asarray(_plain(p)) for p in places]
    for place, array in zip(places, arrays, strict=True):
        if array.dtype.kind not in "biufc":
            raise ProblemError(f"a place is {place!r}; numbers or arrays of numbers were expected")
    shape = np.broadcast_shapes(*(a.shape for a in arrays))
    floats = [a.astype(float) if a.dtype.kind in "biu" else a for a in arrays]
    with np.errstate(all="ignore"):
        found = np.asarray(function(*floats))
        found = np.array(np.broadcast_to(found, shape))
    return found if shape else found[()]


def _plain(place: Any) -> Any:
    """A number of SymPy as a float; whatever else as it is."""
    if not isinstance(place, Basic):
        return place
    number = complex(place)
    return number.real if number.imag == 0 else number


def _printed(expr: Expr) -> tuple[str, set[str]]:
    """An expression as code, by the first printer that knows all of it, and its modules."""
    for printer in _PRINTERS:
        writer = printer({"fully_qualified_modules": True, "strict": True})
        try:
            code = writer.doprint(expr)
        except (PrintMethodNotImplementedError, NotImplementedError, TypeError):
            continue
        return code, set(writer.module_imports)
    raise UnsupportedError(f"{expr} can't be written as Python; use sympy.lambdify")


def _names(symbols: Sequence[Symbol]) -> dict[Symbol, str]:
    """An argument's name for each symbol."""
    names: dict[Symbol, str] = {}
    for symbol in symbols:
        name = _identifier(symbol.name)
        while name in names.values():
            name += "_"
        names[symbol] = name
    return names


def _identifier(text: str) -> str:
    name = "".join(c if c.isalnum() else "_" for c in text)
    name = name if name.isidentifier() else f"v{name}"
    return f"{name}_" if iskeyword(name) or name in ("math", "numpy", "scipy", "mpmath") else name
