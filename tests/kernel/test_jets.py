"""The kernel against SymPy's derivatives, and what must hold for any skeleton."""

import itertools

import numpy as np
import pytest
import sympy
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sympy_ssde.errors import ProblemError
from sympy_ssde.kernel.jets import Jets, JetSpace, chunks, evaluate
from sympy_ssde.language.tokens import OPERATORS, Library, Op

VARIABLES = sympy.symbols("x y z t")
SEEDS = st.integers(0, 2**32 - 1)
LITERALS = (sympy.pi, sympy.Integer(2), sympy.Rational(-3, 2))


def full_library(dimension):
    return Library.build(OPERATORS, VARIABLES[:dimension], LITERALS)


def random_tree(library, rng, budget):
    """A random prefix traversal of about ``budget`` tokens over the whole library."""
    leaves = np.flatnonzero(library.arity == 0)
    if budget <= 1:
        return [int(rng.choice(leaves))]
    token = int(rng.choice(np.flatnonzero(library.arity > 0)))
    if library.opcode[token] == Op.POW:
        exponents = np.flatnonzero(np.isin(library.opcode, (Op.CONSTANT, Op.LITERAL)))
        return [token, *random_tree(library, rng, budget - 2), int(rng.choice(exponents))]
    if library.arity[token] == 1:
        return [token, *random_tree(library, rng, budget - 1)]
    left = int(rng.integers(1, budget))
    return [
        token,
        *random_tree(library, rng, left),
        *random_tree(library, rng, budget - left),
    ]


def pack(skeletons):
    programs = np.full((len(skeletons), max(map(len, skeletons))), -1, dtype=np.int16)
    for row, skeleton in zip(programs, skeletons, strict=True):
        row[: len(skeleton)] = skeleton
    return programs, np.array([len(s) for s in skeletons])


def random_batch(library, rng, size, budget=12):
    skeletons = [random_tree(library, rng, int(rng.integers(1, budget))) for _ in range(size)]
    slots = max(1, *(s.count(library.constant) for s in skeletons))
    return *pack(skeletons), rng.uniform(0.3, 2.0, (size, slots))


def subtrees(library, skeleton):
    """Every subtree of a skeleton with the number of constants before it."""
    for start in range(len(skeleton)):
        missing, end = 1, start
        while missing:
            missing += library.arity[skeleton[end]] - 1
            end += 1
        yield skeleton[start:end], skeleton[:start].count(library.constant)


def to_sympy(library, skeleton, constants):
    """The expression, with ``constants`` (symbols) in its slots."""
    slots = list(constants)
    stack = []
    for token in reversed(skeleton):
        meaning = library.tokens[token]
        if meaning.op == Op.CONSTANT:
            stack.append(slots.pop())
        elif meaning.arity == 0:
            stack.append(meaning.symbol)
        else:
            operands = [stack.pop() for _ in range(meaning.arity)]
            stack.append(OPERATORS[meaning.name][2](*operands))
    return stack.pop()


def exact(expression, numbers, *derivatives):
    for symbol, order in derivatives:
        expression = expression.diff(symbol, order)
    return complex(expression.xreplace(numbers).evalf(30))


def compare_with_sympy(library, skeleton, space, alphas, rng, largest=1.8):
    """Check derivatives at one point; False if the skeleton is ill-conditioned or singular there.

    That is judged by the kernel's own numbers for every subtree, which make the scale of rounding
    errors; whatever is finite and of moderate size must be right.
    """
    dimension = space.dimension
    c = sympy.symbols(f"c:{skeleton.count(library.constant)}")
    constants, point = rng.uniform(0.3, 2.0, len(c)), rng.uniform(0.2, largest, dimension)
    parts = list(subtrees(library, skeleton))
    programs, lengths = pack([part for part, _ in parts])
    slots = np.zeros((len(parts), max(1, len(c))))
    for row, (_, before) in zip(slots, parts, strict=True):
        row[: len(c) - before] = constants[before:]
    jets = evaluate(library, space, programs, lengths, slots, point[:, None], tangents=True)
    scale = max(np.abs(jets.values).max(), np.abs(jets.tangents).max())
    if not scale < 1e6:
        return False
    expression = to_sympy(library, skeleton, c)
    symbols = (*VARIABLES[:dimension], *c)
    numbers = {
        s: sympy.Float(float(v), 60) for s, v in zip(symbols, (*point, *constants), strict=True)
    }
    for alpha in alphas:
        row = space.place[alpha]
        orders = [(v, k) for v, k in zip(VARIABLES, alpha, strict=False) if k]
        truth = exact(expression, numbers, *orders)
        found = jets.values[0, row, 0]
        assert abs(found - truth) <= 1e-9 * abs(truth) + 1e-13 * scale, (expression, alpha)
        if c:
            k = int(rng.integers(len(c)))
            truth = exact(expression, numbers, (c[k], 1), *orders)
            found = jets.tangents[0, k, row, 0]
            assert abs(found - truth) <= 1e-9 * abs(truth) + 1e-13 * scale, (expression, alpha, k)
    return True


def all_indices(dimension, order):
    return [a for a in itertools.product(range(order + 1), repeat=dimension) if sum(a) <= order]


@pytest.mark.parametrize("dimension", [1, 2, 3, 4])
def test_random_skeletons_agree_with_sympy(dimension):
    library, rng = full_library(dimension), np.random.default_rng(dimension)
    indices = all_indices(dimension, 4)
    compared = 0
    for _ in range(60):
        skeleton = random_tree(library, rng, int(rng.integers(2, 9)))
        alphas = [indices[i] for i in rng.choice(len(indices), 3)]
        compared += compare_with_sympy(library, skeleton, JetSpace(dimension, alphas), alphas, rng)
    assert compared >= 36


@pytest.mark.parametrize("name", OPERATORS)
def test_every_operator_to_fourth_order(name):
    library = full_library(2)
    inner = [library.index[t] for t in ("*", "x", "+", "y", "*", "c", "x")]
    other = [library.index[t] for t in (["c"] if name == "pow" else ["+", "x", "*", "c", "y"])]
    skeleton = [library.index[name], *inner, *(other if OPERATORS[name][1] == 2 else [])]
    indices = all_indices(2, 4)
    rng, space = np.random.default_rng(7), JetSpace(2, indices)
    compared = [
        compare_with_sympy(library, skeleton, space, indices, rng, largest=0.9) for _ in range(4)
    ]
    assert any(compared)  # some points may be close to a pole


@settings(max_examples=20, deadline=None)
@given(SEEDS)
@example(92615503)  # cos(cosh(exp(y**c))) has turned more than once on the way
def test_tangents_are_difference_quotients(seed):
    library, rng = full_library(2), np.random.default_rng(seed)
    space = JetSpace(2, {(2, 0), (1, 1)})
    programs, lengths, constants = random_batch(library, rng, 40)
    points = rng.uniform(0.2, 1.8, (2, 5))
    jets = evaluate(library, space, programs, lengths, constants, points, tangents=True)
    for k in range(constants.shape[1]):
        step = np.zeros_like(constants)
        step[:, k] = 1e-5
        above, below = (
            evaluate(library, space, programs, lengths, at, points, tangents=True)
            for at in (constants + step, constants - step)
        )
        with np.errstate(all="ignore"):
            quotient = (above.values - below.values) / 2e-5
            scale = np.maximum(np.abs(above.values), np.abs(jets.tangents).max(axis=1))
            moderate = np.isfinite(quotient) & (scale.max(axis=1, keepdims=True) < 100)
            error = np.abs(quotient - jets.tangents[:, k])
            # A quotient is a tangent somewhere in between, and tells little where they vary.
            varied = np.abs([j.tangents[:, k] - jets.tangents[:, k] for j in (above, below)])
        assert np.all(error[moderate] < 1e-3 + varied.max(axis=0)[moderate])
        assert moderate.mean() > 0.2
        assert (varied.max(axis=0)[moderate] < 0.1).mean() > 0.9


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.integers(2, 5))
def test_any_number_of_workers_gives_the_same_bits(seed, workers):
    library, rng = full_library(3), np.random.default_rng(seed)
    space = JetSpace(3, {(2, 0, 0), (0, 1, 1)})
    programs, lengths, constants = random_batch(library, rng, 23)
    points = rng.uniform(-2, 2, (3, 17))
    one = evaluate(library, space, programs, lengths, constants, points, tangents=True)
    many = evaluate(
        library, space, programs, lengths, constants, points, tangents=True, workers=workers
    )
    assert one.values.tobytes() == many.values.tobytes()
    assert one.tangents.tobytes() == many.tangents.tobytes()


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_a_skeleton_does_not_depend_on_its_neighbours(seed):
    """Even if they are singular, overflow, or are no expressions at all."""
    library, rng = full_library(2), np.random.default_rng(seed)
    space = JetSpace(2, {(2, 0), (0, 2)})
    programs, lengths, constants = random_batch(library, rng, 15)
    lengths[rng.integers(15)] -= 1
    points = rng.uniform(-800, 800, (2, 9))
    points[:, 4] = 0.0
    jets = evaluate(library, space, programs, lengths, constants, points, tangents=True)
    for b in range(15):
        one = slice(b, b + 1)
        alone = evaluate(
            library, space, programs[one], lengths[one], constants[one], points, tangents=True
        )
        assert alone.values.tobytes() == jets.values[one].tobytes()
        assert alone.tangents.tobytes() == jets.tangents[one].tobytes()


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_vector_constants_are_scalar_constants_line_by_line(seed):
    library, rng = full_library(2), np.random.default_rng(seed)
    space = JetSpace(2, {(2, 0), (1, 1)})
    programs, lengths, constants = random_batch(library, rng, 20)
    points, line = rng.uniform(-2, 2, (2, 150)), rng.integers(0, 4, 150)
    lines = rng.uniform(0.3, 2.0, (*constants.shape, 4))
    jets = evaluate(library, space, programs, lengths, lines, points, tangents=True, line=line)
    for i in range(4):
        one = evaluate(library, space, programs, lengths, lines[..., i], points, tangents=True)
        here = line == i
        assert_same(jets.values[..., here], one.values[..., here])
        assert_same(jets.tangents[..., here], one.tangents[..., here])


def assert_same(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=0)


@pytest.mark.parametrize("count", [0, 1, 7, 8, 127, 128, 129, 300])
def test_points_are_independent_of_their_block(count):
    library, rng = full_library(2), np.random.default_rng(count)
    space = JetSpace(2, {(2, 0), (0, 2)})
    programs, lengths, constants = random_batch(library, rng, 30)
    points = rng.uniform(0.2, 1.8, (2, count))
    jets = evaluate(library, space, programs, lengths, constants, points, tangents=True)
    assert jets.values.shape == (30, 5, count)
    for i in range(0, count, 41):
        one = evaluate(library, space, programs, lengths, constants, points[:, [i]], tangents=True)
        assert_close_jets(jets, one, i)


def assert_close_jets(jets, one, i):
    """Equal but for rounding errors, which cancellation may enlarge."""
    for many, single in zip(jets, one, strict=True):
        found, expected = many[..., i], single[..., 0]
        assert np.array_equal(np.isfinite(found), np.isfinite(expected))
        with np.errstate(all="ignore"):
            scale = np.abs(expected).max(axis=-1, keepdims=True)
            bad = np.isfinite(scale) & (np.abs(found - expected) > 1e-9 * scale)
        assert not bad.any()


@pytest.mark.parametrize("space", [JetSpace(1), JetSpace(1, {(3,)})])
def test_domain_errors_are_quiet(space):
    library = full_library(1)
    names = [["log", "x"], ["sqrt", "x"], ["/", "x", "x"], ["pow", "x", "c"], ["exp", "exp", "x"]]
    programs, lengths = pack([[library.index[n] for n in s] for s in names])
    points = np.array([[-1.0, 0.0, 800.0]])
    with np.errstate(all="raise"):
        values = evaluate(library, space, programs, lengths, np.full((5, 1), 0.5), points).values
    assert np.isnan(values[0, 0, 0]) and values[0, 0, 1] == -np.inf
    assert np.isnan(values[1, 0, 0]) and values[1, 0, 1] == 0
    assert np.isnan(values[2, 0, 1]) and values[2, 0, 2] == 1
    assert np.isnan(values[3, 0, 0])
    assert values[4, 0, 2] == np.inf


def test_whole_powers_are_finite_at_zero():
    """Where f dg = p g df divides by zero."""
    library = full_library(1)
    programs, lengths = pack([[library.index[n] for n in ("pow", "x", "c")]] * 3)
    constants = np.array([[0.0], [2.0], [3.5]])
    points = np.zeros((1, 1))
    jets = evaluate(
        library, JetSpace(1, {(2,)}), programs, lengths, constants, points, tangents=True
    )
    assert jets.values[:, :, 0].tolist() == [[1, 0, 0], [0, 0, 2], [0, 0, 0]]
    assert jets.tangents[2, 0, :, 0].tolist() == [0, 0, 0]


@pytest.mark.parametrize("magnitude", [1.0, 1e4, 1e7, 1e12])
def test_elementary_functions_to_the_last_digits(magnitude):
    library = full_library(1)
    names = ["sin", "cos", "exp", "log"]
    programs, lengths = pack([[library.index[n], library.index["x"]] for n in names])
    points = np.random.default_rng(0).uniform(-1, 1, (1, 500)) * magnitude
    values = evaluate(library, JetSpace(1), programs, lengths, np.zeros((4, 1)), points).values[
        :, 0
    ]
    with np.errstate(all="ignore"):
        expected = np.stack([np.sin(points), np.cos(points), np.exp(points), np.log(points)])[:, 0]
    np.testing.assert_allclose(values, expected, rtol=1e-15, atol=0)


def test_what_is_not_an_expression_is_nan():
    library = full_library(1)
    plus, x = library.index["+"], library.index["x"]
    programs, lengths = pack([[plus, x], [x, x], [plus, x, x], [plus, -1, x], [plus, 99, x]])
    values = evaluate(
        library, JetSpace(1), programs, lengths, np.zeros((5, 1)), np.ones((1, 2))
    ).values
    assert np.isnan(values[:, 0, 0]).tolist() == [True, True, False, True, True]


def test_results_are_written_to_out():
    library, rng = full_library(2), np.random.default_rng(0)
    space = JetSpace(2, {(1, 1)})
    programs, lengths, constants = random_batch(library, rng, 10)
    points = rng.uniform(0.2, 1.8, (2, 20))
    fresh = evaluate(library, space, programs, lengths, constants, points, tangents=True)
    out = Jets(np.full_like(fresh.values, 7.0), np.full_like(fresh.tangents, 7.0))
    again = evaluate(library, space, programs, lengths, constants, points, tangents=True, out=out)
    assert again.values is out.values and again.tangents is out.tangents
    np.testing.assert_array_equal(again.values, fresh.values)
    np.testing.assert_array_equal(again.tangents, fresh.tangents)


def test_space_is_closed_downwards_and_sorted_by_degree():
    space = JetSpace(3, [(1, 0, 2), (0, 1, 0)])
    assert space.indices[0] == (0, 0, 0) and len(space) == 7 and space.order == 3
    degrees = [sum(a) for a in space.indices]
    assert degrees == sorted(degrees)
    assert space == JetSpace(3, {(0, 1, 0), (1, 0, 2)})
    assert hash(space) == hash(JetSpace(3, {(0, 1, 0), (1, 0, 2)}))


@pytest.mark.parametrize("index", [(1,), (1, -1)])
def test_wrong_multi_indices_are_refused(index):
    with pytest.raises(ProblemError, match="multi-index"):
        JetSpace(2, {index})


def test_wrong_shapes_are_refused():
    library = full_library(1)
    programs, lengths = pack([[library.index["c"]]])
    good = (programs, lengths, np.zeros((1, 1)), np.ones((1, 2)))
    wrong = {1: np.array([2]), 2: np.zeros((1, 0)), 3: np.ones((2, 2))}
    for position, value in wrong.items():
        arguments = list(good)
        arguments[position] = value
        with pytest.raises(ProblemError):
            evaluate(library, JetSpace(1), *arguments)
    with pytest.raises(ProblemError, match="line"):
        evaluate(library, JetSpace(1), *good, line=np.array([0, 1]))


@given(st.integers(0, 1000), st.integers(1, 10**6), st.integers(0, 10**8))
def test_chunks_cover_a_batch_within_the_limit(batch, row, limit):
    parts = list(chunks(batch, row, limit))
    assert [i for part in parts for i in range(batch)[part]] == list(range(batch))
    assert all(p.stop - p.start == 1 or (p.stop - p.start) * row <= limit for p in parts)
