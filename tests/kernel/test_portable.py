"""Functions of arrays and small linear algebra: right, and in no way a library's."""

import ast
import math
from pathlib import Path

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sympy_ssde
from sympy_ssde.kernel import portable

PACKAGE = Path(sympy_ssde.__file__).parent

UNARY = {
    "exp": (-700.0, 700.0),
    "log": (0.0, 1e300),
    "sin": (-1e9, 1e9),
    "cos": (-1e9, 1e9),
    "tan": (-1e4, 1e4),
    "atan": (-1e30, 1e30),
    "asin": (-1.0, 1.0),
    "acos": (-1.0, 1.0),
    "sinh": (-700.0, 700.0),
    "cosh": (-700.0, 700.0),
    "tanh": (-50.0, 50.0),
    "asinh": (-1e15, 1e15),
    "acosh": (1.0, 1e15),
    "atanh": (-0.999, 0.999),
    "erf": (-8.0, 8.0),
}


def exact(name, *arguments):
    with mp.workdps(60):
        return getattr(mp, name)(*(mp.mpf(float(a)) for a in arguments))


@pytest.mark.parametrize("name", UNARY)
def test_functions_are_right_to_some_units_in_the_last_place(name):
    low, high = UNARY[name]
    rng = np.random.default_rng(0)
    spread = np.sign(rng.normal(size=400)) * 10.0 ** rng.uniform(-10, 3, 400)
    values = np.concatenate([rng.uniform(low, high, 200), spread])
    values = values[(values >= low) & (values <= high)]
    found = getattr(portable, name)(values)
    for x, value in zip(values, found, strict=True):
        wanted = exact(name, x)
        rounding = float(abs(wanted)) * 4e-15 + (2e-16 if name in ("sin", "cos", "acos") else 0)
        if name == "tan":
            rounding *= 1 + abs(x)
        assert abs(value - wanted) <= rounding, (name, x)


@pytest.mark.parametrize("p", [-3.0, -0.5, 0.0, 1 / 3, 0.5, 2.0, 7.0, 64.0, 65.0, 12.3])
def test_powers(p):
    x = np.array([1e-3, 0.5, 1.0, 1.7, 40.0])
    with mp.workdps(40):
        wanted = [float(mp.mpf(float(v)) ** mp.mpf(p)) for v in x]
    rounding = 3e-16 * (4 + np.abs(p * np.log(x)).max())  # that of p*log(x)
    np.testing.assert_allclose(portable.power(x, p), wanted, rtol=rounding)
    whole = p == round(p)
    negative = portable.power(-x, p)
    if whole:
        np.testing.assert_allclose(negative, np.array(wanted) * (-1) ** int(p), rtol=rounding)
    else:
        assert np.isnan(negative).all()


def test_ends_of_the_numbers():
    inf, nan = math.inf, math.nan
    cases = [
        (portable.exp([inf, -inf, nan, 800.0, -800.0]), [inf, 0, nan, inf, 0]),
        (portable.log([0.0, inf, -1.0, nan, 5e-324]), [-inf, inf, nan, nan, math.log(5e-324)]),
        (portable.sin([inf, nan]), [nan, nan]),
        (portable.atan([inf, -inf, nan]), [math.pi / 2, -math.pi / 2, nan]),
        (portable.tanh([inf, -inf, 800.0]), [1, -1, 1]),
        (portable.erf([inf, -inf, nan]), [1, -1, nan]),
        (portable.asin([1.0, -1.0, 2.0]), [math.pi / 2, -math.pi / 2, nan]),
        (portable.acos([1.0, -1.0, 2.0]), [0, math.pi, nan]),
        (portable.power([0.0, 0.0, 0.0, inf], [0.5, -0.5, 0.0, 0.5]), [0, inf, 1, inf]),
    ]
    for found, wanted in cases:
        np.testing.assert_allclose(found, wanted, rtol=1e-15)


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_angles_of_points(y, x):
    assert portable.atan2(y, x) == pytest.approx(math.atan2(y, x), abs=1e-15, rel=1e-14)


def test_shapes_are_kept():
    values = np.linspace(0.1, 1, 24).reshape(2, 3, 4)[:, ::-1]
    np.testing.assert_allclose(portable.exp(values), np.exp(values), rtol=1e-15)
    assert portable.power(values, 2.0).shape == values.shape
    assert portable.exp(np.empty((0, 3))).shape == (0, 3)
    assert portable.sin(1.0).shape == ()


# linear algebra ----------------------------------------------------------------------------------


def matrices(count, rows, columns, seed=0):
    return np.random.default_rng(seed).normal(size=(count, rows, columns))


def test_products_are_those_of_matrices():
    a, b = matrices(5, 3, 40), matrices(5, 4, 40, seed=1)
    np.testing.assert_allclose(portable.products(a, b), a @ b.transpose(0, 2, 1), rtol=1e-12)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 8), st.integers(0, 99))
def test_systems_are_solved(n, seed):
    systems, wanted = matrices(6, n, n, seed), matrices(6, n, 1, seed + 1)[:, :, 0]
    right = (systems @ wanted[:, :, None])[:, :, 0]
    np.testing.assert_allclose(portable.solve_each(systems, right), wanted, rtol=1e-6, atol=1e-8)


def test_singular_systems_have_no_step():
    systems = np.array(
        [[[1.0, 2.0], [2.0, 4.0]], [[0.0, 1.0], [1.0, 0.0]], [[math.nan, 1], [1, 1]]]
    )
    found = portable.solve_each(systems, np.ones((3, 2)))
    assert (
        found[0].tolist() == [0, 0] and found[1].tolist() == [1, 1] and found[2].tolist() == [0, 0]
    )


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 7), st.integers(0, 99))
def test_eigenvalues_of_symmetric_matrices(n, seed):
    made = matrices(4, n, n + 2, seed)
    normal = made @ made.transpose(0, 2, 1)
    wanted = np.linalg.eigvalsh(normal)
    np.testing.assert_allclose(portable.eigenvalues(normal), wanted, rtol=1e-10, atol=1e-10)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 9), st.integers(0, 9), st.integers(0, 99))
def test_least_squares(columns, more, seed):
    matrix = matrices(1, columns + more, columns, seed)[0]
    right = matrices(1, columns + more, 1, seed + 1)[0][:, 0]
    wanted, _, rank, _ = np.linalg.lstsq(matrix, right, rcond=None)
    found, own = portable.least_squares(matrix, right)
    assert own == rank == columns
    np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-8)


def test_least_squares_of_lower_rank():
    matrix = np.array([[1.0, 2.0, 0.0], [2.0, 4.0, 0.0], [3.0, 6.0, 0.0]])
    found, rank = portable.least_squares(matrix, np.array([1.0, 2.0, 3.0]))
    assert rank == 1
    np.testing.assert_allclose(matrix @ found, [1, 2, 3], rtol=1e-12)


# nothing else decides ----------------------------------------------------------------------------

#: Modules whose numbers decide nothing in a search: pictures, texts, proofs (in multiprecision),
#: benchmarks, the toy of the search's tests, and BFGS, which is there for the ablation.  The policy
#: is torch's, in double precision: see its docstring.
ELSEWHERE = {"bench", "proof", "problem", "result"}
EXCEPT = {"search/toy.py", "search/policy.py", "fit/bfgs.py", "kernel/elementary.py"}
EXCEPT |= {"language/functions.py"}  # bounds of intervals, for proofs
FORBIDDEN = {
    *"exp log sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh".split(),
    *"arctan2 power float_power expm1 log1p log2 log10 hypot cbrt dot matmul vdot inner".split(),
    *"linalg tensordot fft corrcoef cov polyfit logspace geomspace".split(),
}


def library_calls(path):
    """Names of numpy's or mathematics' functions that depend on the CPU, and unstable sorts."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            yield node.lineno, "@"
        called = getattr(node.func, "attr", "") if isinstance(node, ast.Call) else ""
        if called == "argsort" and "kind" not in [k.arg for k in node.keywords]:
            yield node.lineno, "argsort without kind"
        owner = getattr(getattr(node, "value", None), "id", "")
        if owner in ("np", "math", "torch") and getattr(node, "attr", "") in FORBIDDEN:
            yield node.lineno, f"{owner}.{node.attr}"


def test_no_library_decides_in_a_search():
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE)
        if name.parts[0] in ELSEWHERE or str(name) in EXCEPT:
            continue
        found += [f"{name}:{line} {what}" for line, what in library_calls(path)]
    assert not found
