"""The table of functions: what it says is true, and an entry is all that a new function needs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp
from sympy.abc import x

import sympy_ssde
from sympy_ssde.language.functions import (
    CLASS_FUNCTIONS,
    MATH_FUNCTIONS,
    OPERATOR_FUNCTIONS,
    Numbers,
    Parity,
    named,
    nowhere,
    opcode,
)
from sympy_ssde.language.tokens import OPERATORS, Op
from sympy_ssde.proof.evaluate import evaluate_interval

PACKAGE = Path(sympy_ssde.__file__).parent
POINTS = [sympy.Rational(p, 10) for p in (-23, -17, -12, -7, -3, 2, 4, 8, 13, 19, 31)]


def having(field):
    return pytest.mark.parametrize(
        "function", [f for f in MATH_FUNCTIONS if getattr(f, field)], ids=lambda f: f.name
    )


def value(expr):
    """The number, or None where there is none; complex values count."""
    number = sympy.sympify(expr).evalf(30)
    return complex(number) if number.is_number and number.is_finite else None


def is_close(one, other, size=1e-12):
    return abs(one - other) <= size * (1 + abs(other))


def arguments(function):
    """Lists of arguments, as many as the function takes at least."""
    count = min(function.arguments, default=3)
    return [[p, *(sympy.Integer(k) for k in range(1, count))] for p in POINTS]


def agree(function, other):
    """Compare the function with another one wherever both have a value."""
    compared = 0
    for args in arguments(function):
        expected, found = value(function.function(*args)), value(other(*args))
        if expected is not None and found is not None:
            assert is_close(found, expected), (function.name, args)
            compared += 1
    assert compared >= 3


def test_names_and_numbers_are_unique():
    names = [name for f in MATH_FUNCTIONS for name in (f.name, *f.aliases)]
    assert len(names) == len(set(names))
    numbers = [f.opcode for f in OPERATOR_FUNCTIONS] + [int(op) for op in Op]
    assert len(numbers) == len(set(numbers))
    assert all(f.is_text for f in MATH_FUNCTIONS if f.aliases)
    assert all(f.printed for f in MATH_FUNCTIONS if f.takes_power)
    assert all(getattr(f.function, "__name__", f.name) == f.name for f in CLASS_FUNCTIONS)


def test_numbers_of_old_never_change():
    """Compiled code and random draws depend on them; new ones come after."""
    known = "+ - * / sin cos exp log square cube sqrt tanh sinh cosh atan tan pow".split()
    assert [OPERATORS[name][0] for name in known] == list(range(17))
    assert list(OPERATORS)[:17] == known
    assert [Op.VARIABLE, Op.CONSTANT, Op.LITERAL] == [17, 18, 19]
    assert all(number >= 20 for number, _, _ in list(OPERATORS.values())[17:])
    assert opcode("atan") == 14
    with pytest.raises(KeyError, match="gamma has no opcode"):
        opcode("gamma")


@having("inverse")
def test_inverses(function):
    inverse = function.inverse(sympy.Dummy()).func
    assert inverse.__name__ in OPERATORS
    points = [p for p in POINTS if p > 0 and value(function.inverse(p)) is not None]
    points = [p for p in points if value(function.inverse(p)).imag == 0]
    assert len(points) >= 2
    for p in points:
        assert is_close(value(function.function(function.inverse(p))), p)


@pytest.mark.parametrize("function", MATH_FUNCTIONS, ids=lambda f: f.name)
def test_parity(function):
    sign = {Parity.ODD: -1, Parity.EVEN: 1}.get(function.parity)
    if sign is not None:
        agree(function, lambda a: sign * function.function(-a))


@having("onto")
def test_any_number_is_a_value(function):
    for y in POINTS:
        assert sympy.solveset(function.function(x) - y, x, sympy.S.Reals) is not sympy.S.EmptySet


@having("in_proofs")
def test_rewritten_for_proofs(function):
    agree(function, function.in_proofs)
    used = function.in_proofs(x).atoms(sympy.Function)
    assert {f.func.__name__ for f in used} <= {"exp", "log", "sin", "cos", "erf"}


@having("in_numbers")
def test_rewritten_for_numbers(function):
    agree(function, function.in_numbers)
    used = function.in_numbers(*(x, x + 1)[: min(function.arguments, default=2)])
    for f in used.atoms(sympy.Function) - used.atoms(sympy.Piecewise):
        assert named(f.func.__name__).numbers is not Numbers.NONE
    assert function.numbers is Numbers.NONE


@having("in_skeletons")
def test_rewritten_for_skeletons(function):
    agree(function, function.in_skeletons)
    used = function.in_skeletons(x).atoms(sympy.Function)
    assert {f.func.__name__ for f in used} <= set(OPERATORS) - {function.name}


@having("hinted")
def test_suggested_operators_are_operators(function):
    assert set(function.hinted) <= set(OPERATORS)


@having("mp")
def test_mpmath(function):
    with mp.workdps(30):
        agree(function, lambda *args: getattr(mp, function.mp)(*(mp.mpf(a.p) / a.q for a in args)))


@having("bounds")
@settings(max_examples=30)
@given(data=st.data())
def test_bounds(function, data):
    numbers = st.floats(-30, 30, allow_subnormal=False)
    low, high = sorted((data.draw(numbers), data.draw(numbers)))
    lowest, highest = evaluate_interval(function.function(x), {x: (low, high)})
    for k in range(5):
        inside = min(low + (high - low) * k / 4, high)
        if inside >= function.bounds.start and not (inside == 0 and function.name == "log"):
            assert lowest <= getattr(mp, function.mp)(inside) <= highest


def slope(function, at, step=1e-4):
    """Values and slopes on both sides, some of which are large or differ at a singularity."""
    sides = []
    for side in (-step, step):
        try:
            f = complex(function(at + side).evalf(20))
            g = complex(function(at + 2 * side).evalf(20))
        except TypeError:
            return None
        sides.append((f, (g - f) / side))
    return sides


@pytest.mark.parametrize(
    "function",
    [f for f in MATH_FUNCTIONS if f.critical not in (None, nowhere)],
    ids=lambda f: f.name,
)
def test_critical_expressions_vanish_at_singular_points(function):
    singular = 0
    for critical in function.critical(x):
        for root in sympy.solveset(critical, x, sympy.Interval(-4, 4)):
            (f, df), (g, dg) = slope(function.function, root.evalf(20))
            singular += 1
            assert max(abs(f), abs(g), abs(df), abs(dg)) > 50 or abs(f - g) + abs(df - dg) > 0.5
    assert singular
    # and none of them vanishes where the function is at home
    for p in POINTS:
        assert all(c.evalf() != 0 for c in function.critical(p))


@pytest.mark.parametrize(
    "function", [f for f in MATH_FUNCTIONS if f.critical is nowhere], ids=lambda f: f.name
)
def test_no_singularity_on_the_line(function):
    assert nowhere(x) == []
    order = [sympy.Integer(1)] * (min(function.arguments) - 1)
    for p in [*POINTS, sympy.S.Zero, sympy.S.One, -sympy.S.One]:
        sides = slope(lambda a: function.function(*order, a), p)
        assert sides is not None
        (f, df), (g, dg) = sides
        assert abs(f - g) < 0.1 * (1 + abs(f)) and abs(df - dg) < 0.01 * (1 + abs(df))
        assert f.imag == 0


# ---------------------------------------------------------------------- what a contributor does

ENTRY = ('"asinh", sympy.asinh, parity=_ODD,', '"asinh", sympy.asinh, opcode=20, parity=_ODD,')
RULE = [
    ("import inlined\n", "import inlined, log\n"),
    ("    set_value_only,\n", "    set_value_only,\n    solve,\n"),
    ("#: The jets that", '_ASINH = opcode("asinh")\n\n#: The jets that'),
    (
        "    if op in (_SIN, _COS):\n",
        """    if op == _ASINH:
        multiply(tables.square, 1.0, f, f, spare, n)
        for i in range(n):
            spare.rows[0, i] += 1.0
        square_root(recurrence, spare, h, n)  # h = sqrt(1 + f**2)
        for i in range(n):
            x = f.rows[0, i]
            g.rows[0, i] = math.copysign(log(abs(x) + h.rows[0, i]), x)
        set_value_only(g)
        solve(recurrence, 1.0, f, h, g, n)  # h dg = df
        return Slope(1.0, H, True)
    if op in (_SIN, _COS):
""",
    ),
]
SCRIPT = """
import numpy as np
import sympy
import sympy_ssde
from sympy_ssde.config import SearchConfig
from sympy_ssde.kernel.jets import JetSpace, evaluate
from sympy_ssde.language.tokens import Library
from sympy_ssde.solver.solve import find_solution

def main():
    x, c, u = sympy.Symbol("x"), sympy.Symbol("c"), sympy.Function("u")
    library = Library.build(["asinh", "*"], [x])
    tokens = [[library.index[name] for name in ("asinh", "*", "c", "x")]]
    space, at = JetSpace(1, {(3,)}), np.array([[-1.5, 0.2, 0.9]])
    programs = np.array(tokens, np.int16)
    jets = evaluate(library, space, programs, np.array([4]), np.array([[0.7]]), at, tangents=True)
    for k in range(4):
        expr = sympy.diff(sympy.asinh(c * x), x, k)
        for i, p in enumerate(at[0]):
            for e, found in ((expr, jets.values[0]), (expr.diff(c), jets.tangents[0, 0])):
                value = float(e.subs({x: p, c: 0.7}))
                assert abs(found[space.place[(k,)], i] - value) < 1e-12, (k, p)
    found = find_solution(
        sympy.Eq(u(x).diff(x), 1 / sympy.sqrt(1 + x**2)), u(x), {u(0): 0}, {x: (0, 2)},
        config=SearchConfig(
            operators=("+", "*", "-", "/", "sqrt", "asinh"), shortcuts=False, hints=False,
            reductions=False,
        ),
        timeout=900, progress=False,
    )
    print(sympy_ssde.__file__, found.status.name, found.expr, sep="|")

if __name__ == "__main__":
    main()
"""


def edit(path, *changes):
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


@pytest.mark.slow
@pytest.mark.timeout(1800)  # everything is compiled anew
def test_a_new_operator_is_one_entry_and_one_rule(tmp_path):
    copy = tmp_path / "sympy_ssde"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    if (PACKAGE.parent / "grammar").is_dir():
        shutil.copytree(PACKAGE.parent / "grammar", tmp_path / "grammar")
    edit(copy / "language" / "functions.py", ENTRY)
    edit(copy / "kernel" / "rules.py", *RULE)
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(tmp_path / "compiled"), "PYTHONPATH": str(tmp_path)
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, env=environment, text=True, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    where, status, found = done.stdout.strip().split("|")
    assert Path(where).parent == copy
    assert (status, found) == ("PROVED", "asinh(x)")
