"""Skeletons: round trips through text, SymPy and arrays, and the canonical form."""

import numpy as np
import pytest
import sympy
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st
from scipy.optimize import least_squares
from sympy import Rational, Symbol, exp, pi, sqrt
from sympy.abc import x, y

from sympy_ssde.errors import GrammarError
from sympy_ssde.language.automaton import subtree_end
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Alphabet, Skeleton, canonical_keys, programs, skeletons
from sympy_ssde.language.tokens import OPERATORS, Library, Op

PAPER = Library.build(variables=[x, y])
FULL = Library.build(OPERATORS, [x, y], [pi])
ODD = Library.build(["-", "/", "sin"], [x, y])  # neither + nor *
LIBRARIES = (PAPER, FULL, ODD)
SHORT = {library: Grammar.compile(library, max_length=12) for library in LIBRARIES}

NUMPY = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "sin": np.sin, "cos": np.cos,
    "exp": np.exp, "log": np.log, "square": np.square, "cube": lambda a: a**3, "sqrt": np.sqrt,
    "tanh": np.tanh, "sinh": np.sinh, "cosh": np.cosh, "atan": np.arctan, "tan": np.tan,
    "pow": np.power,
}  # fmt: skip
POINTS = {"x": np.linspace(0.3, 1.7, 9), "y": np.linspace(1.1, 0.4, 9) ** 2}


def evaluate(skeleton, constants=()):
    """Values at POINTS by a plain interpreter; nan where something on the way is not moderate."""
    constants = list(constants)
    operands = []
    for token in (skeleton.library.tokens[t] for t in reversed(skeleton.tokens)):
        if token.op == Op.VARIABLE:
            operands.append(POINTS[token.name])
        elif token.op == Op.CONSTANT:
            operands.append(np.full(9, constants.pop()))
        elif token.op == Op.LITERAL:
            operands.append(np.full(9, float(token.symbol)))
        else:
            arguments = [operands.pop() for _ in range(token.arity)]
            with np.errstate(all="ignore"):
                value = NUMPY[token.name](*arguments)
            operands.append(np.where(abs(value) < 1e4, value, np.nan))
    return operands[0]


def close(a, b):
    """Agree where both are real and of moderate size."""
    both = np.isfinite(a) & np.isfinite(b)
    return np.allclose(a[both], b[both], rtol=1e-6, atol=1e-8)


@st.composite
def drawn(draw, libraries=LIBRARIES):
    """Skeletons of the grammar, from a seed."""
    library = draw(st.sampled_from(libraries))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    weights = np.where(library.arity == 2, 2.0, np.where(library.arity == 0, 1.5, 0.7))
    return skeletons(*SHORT[library].populate(1, rng, weights), library)[0]


# Exact numbers of few digits: SymPy would write out the powers of long ones.
QUARTERS = st.integers(1, 9).map(lambda n: Rational(n, 4))


def read(text, library=FULL):
    return Skeleton.from_text(text, library)


def key(skeleton):
    return int(canonical_keys(*programs([skeleton]), Alphabet.of(skeleton.library))[0])


@given(drawn())
@settings(deadline=None)
def test_text_round_trip(skeleton):
    assert Skeleton.from_text(skeleton.text, skeleton.library) == skeleton


@given(st.lists(drawn((FULL,)), max_size=5))
@settings(max_examples=20, deadline=None)
def test_array_round_trip(batch):
    rows, lengths = programs(batch, 12)
    assert rows.shape == (len(batch), 12) and rows.dtype == np.int16
    assert skeletons(rows, lengths, FULL) == batch
    assert lengths.tolist() == [skeleton.length for skeleton in batch]


@given(drawn((PAPER, FULL)), st.lists(QUARTERS, min_size=12, max_size=12))
@settings(max_examples=60, deadline=None)
def test_sympy_round_trip(skeleton, values):
    values = values[: skeleton.constants]
    expr = skeleton.to_sympy(values)
    if expr.has(sympy.zoo, sympy.nan, sympy.I, sympy.oo):  # log(-1), 1/(x - x)
        return
    numbers = (part for part in sympy.preorder_traversal(expr) if part.is_number)
    assume(not any(sympy.N(number).has(sympy.I) for number in numbers))  # (-2)**pi
    again, constants = Skeleton.from_sympy(expr, skeleton.library)
    assert close(
        evaluate(skeleton, [float(c) for c in values]),
        evaluate(again, [float(c) for c in constants]),
    )


@given(drawn())
@settings(max_examples=200, deadline=None)
def test_canonical_is_idempotent_and_never_longer(skeleton):
    form = skeleton.canonical()
    assert form.canonical() == form
    assert form.length <= skeleton.length and form.constants <= skeleton.constants
    assert Skeleton.from_text(form.text, form.library) == form


def without_slots(skeleton):
    """Put variables in place of the slots."""
    index = skeleton.library.index
    swapped = [index["xy"[t % 2]] if t == index["c"] else t for t in skeleton.tokens]
    return Skeleton(skeleton.library, tuple(swapped))


@given(drawn())
@settings(max_examples=150, deadline=None)
def test_canonical_keeps_the_values(skeleton):
    """Without slots there is nothing to choose: the values are the same."""
    if "pow" in skeleton.text:
        return
    skeleton = without_slots(skeleton)
    assert close(evaluate(skeleton), evaluate(skeleton.canonical()))


@given(drawn(), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_canonical_ignores_the_order_of_operands(skeleton, random):
    library = skeleton.library
    program = np.array(skeleton.tokens)
    for i in range(len(program)):
        if library.names[program[i]] in "+*" and random.random() < 0.5:
            middle = subtree_end(program, i + 1, library.arity)
            end = subtree_end(program, middle, library.arity)
            program = np.concatenate(
                [program[: i + 1], program[middle:end], program[i + 1 : middle], program[end:]]
            )
    swapped = Skeleton(library, tuple(program.tolist()))
    assert swapped.canonical() == skeleton.canonical()
    assert key(swapped) == key(skeleton)


@pytest.mark.parametrize("library", LIBRARIES)
def test_keys_agree_if_and_only_if_forms_do(library):
    small = Grammar.compile(library, max_length=7)
    rows, lengths = small.populate(3000, np.random.default_rng(5))
    keys = canonical_keys(rows, lengths, Alphabet.of(library)).tolist()
    forms = [skeleton.canonical() for skeleton in skeletons(rows, lengths, library)]
    pairs = set(zip(keys, forms, strict=True))
    assert len(pairs) == len(set(keys)) == len(set(forms)) < 3000


SAME = [
    ("+ c c", "c"),
    ("* c / c c", "c"),
    ("+ pi c", "c"),
    ("+ exp c c", "c"),
    ("log c", "c"),
    ("* c * c x", "* c x"),
    ("* * x c * c y", "* c * x y"),
    ("+ c + c x", "+ x c"),
    ("+ c - x pi", "+ x c"),
    ("/ c * c x", "/ c x"),
    ("/ x c", "* c x"),
    ("/ c / c x", "* c x"),
    ("- x c", "+ x c"),
    ("- c + c x", "- c x"),
    ("- sin x * c y", "+ sin x * c y"),
    ("+ x * c x", "* c x"),
    ("- * c sin x sin x", "* sin x c"),
    ("* c + * c x c", "+ c * c x"),
    ("* c * y + * c x c", "* y + c * c x"),
    ("* c - x y", "* c - y x"),
    ("* c - c x", "* c + x c"),
    ("/ c - x y", "/ c - y x"),
    ("cos - x y", "cos - y x"),
    ("square - x + c y", "square - + x c y"),
    ("- y * x + c * c y", "+ y * x + c * c y"),
    ("/ x / y * c x", "* c * x / x y"),
]


def fit(skeleton, target, rng):
    """Smallest distance to the target over the constants, from some starts."""
    if skeleton.constants == 0:
        return abs(evaluate(skeleton) - target).max()

    def residual(constants):
        return np.nan_to_num(evaluate(skeleton, constants) - target, nan=1e3)

    best = np.inf
    for _ in range(20):
        found = least_squares(residual, rng.uniform(-2, 2, skeleton.constants))
        best = min(best, abs(found.fun).max())
        if best < 1e-6:
            break
    return best


@pytest.mark.parametrize("one, other", SAME)
def test_folding_keeps_the_family(one, other):
    """Each can be what the other is for random constants, and so can their common form."""
    one, other = read(one), read(other)
    form = one.canonical()
    assert form == other.canonical()
    assert key(one) == key(other)
    rng = np.random.default_rng(0)
    for source in (one, other, form):
        target = evaluate(source, rng.uniform(0.5, 1.5, source.constants))
        for family in (one, other, form):
            assert fit(family, target, rng) < 1e-6, (source.text, family.text)


@pytest.mark.parametrize(
    "one, other",
    [
        ("- x y", "- y x"),
        ("exp + c x", "* c exp x"),  # the sign
        ("square * c x", "* c square x"),  # the sign
        ("log * c x", "+ c log x"),  # the domain
        ("+ * c sin * c x * c sin * c x", "* c sin * c x"),  # two frequencies
        ("+ * c x * c * x y", "* c x"),
        ("* c + c x", "+ c * c y"),
        ("sin - x y", "sin - y x"),
        ("* c + x y", "+ * c x * c y"),
        ("exp c", "c"),
        ("pow x c", "pow c x"),
        ("/ x y", "/ y x"),
        ("+ x x", "x"),
    ],
)
def test_different_families_have_different_forms(one, other):
    assert read(one).canonical() != read(other).canonical()
    assert key(read(one)) != key(read(other))


def test_constants_are_counted_from_the_left():
    skeleton = read("+ * c x - c pow y c")
    assert skeleton.constants == 3
    c0, c1, c2 = sympy.symbols("c0:3")
    assert skeleton.to_sympy() == c0 * x + c1 - y**c2
    assert skeleton.to_sympy([Rational(1, 3), 2, np.float64(0.5)]) == x / 3 + 2 - y**0.5


def test_symbols_of_constants_are_not_the_variables():
    library = Library.build(["*", "+"], [Symbol("c0")])
    expr = Skeleton.from_text("+ * c c0 c", library).to_sympy()
    assert expr == Symbol("c1") * Symbol("c0") + Symbol("c2")


def test_complexity_counts_functions_more():
    costs = [read(text).complexity for text in ("x", "+ x x", "/ x x", "sin x", "pow x c")]
    assert costs == [1, 3, 4, 4, 5]
    assert read("exp x").complexity > read("* c x").complexity


@pytest.mark.parametrize(
    "expr, library, text, constants",
    [
        (2 * x + 1, PAPER, "+ * c x c", (2, 1)),
        (x - pi, FULL, "- x pi", ()),
        (pi * x, PAPER, "* c x", (pi,)),
        (sqrt(2) * pi * x, FULL, "* c x", (sqrt(2) * pi,)),
        (x**2, PAPER, "* x x", ()),
        (x**4, FULL, "square square x", ()),
        (x**5, FULL, "* square square x x", ()),
        (x**40, FULL, "pow x c", (40,)),
        (1 / x, PAPER, "/ c x", (1,)),
        (y / x**2, PAPER, "/ y * x x", ()),
        (sqrt(x), FULL, "sqrt x", ()),
        (sqrt(x), PAPER, "exp * c log x", (Rational(1, 2),)),
        (x ** Rational(3, 2), Library.build(["*", "sqrt"], [x]), "* x sqrt x", ()),
        (x**pi, FULL, "pow x pi", ()),
        (2**x, PAPER, "exp * c x", (sympy.log(2),)),
        (x**y, PAPER, "exp * y log x", ()),
        (exp(-x), PAPER, "exp * c x", (-1,)),
        (-x - y, PAPER, "- * c x y", (-1,)),
        (sympy.tan(x), PAPER, "/ sin x cos x", ()),
        (sympy.tanh(x), FULL, "tanh x", ()),
        (sympy.Integer(3), PAPER, "c", (3,)),
    ],
)
def test_from_sympy(expr, library, text, constants):
    skeleton, values = Skeleton.from_sympy(expr, library)
    assert (skeleton.text, values) == (text, constants)
    difference = skeleton.to_sympy(values) - expr
    assert abs(difference.subs({x: Rational(7, 10), y: Rational(13, 10)}).evalf()) < 1e-12


@pytest.mark.parametrize("function", [sympy.sinh, sympy.sech, sympy.coth, sympy.csc, sympy.cot])
def test_functions_without_an_operator_are_rewritten(function):
    skeleton, values = Skeleton.from_sympy(function(x - 2 * y), PAPER)
    expected = [float(function(a - 2 * b)) for a, b in zip(*POINTS.values(), strict=True)]
    assert np.allclose(evaluate(skeleton, [float(v) for v in values]), expected)


@pytest.mark.parametrize(
    "expr, library, message",
    [
        (sympy.Abs(x), FULL, "no operator for Abs"),
        (sympy.atan(x), PAPER, "add atan"),
        (Symbol("w"), PAPER, "no operator for Symbol"),
        (sympy.I * x, PAPER, "finite and real"),
        (x**20, PAPER, "add pow"),
        (x + y, ODD, r"add \+"),
        (2 * x, Library.build(["*"], [x], constants=False), "add c"),
        (1 / x, Library.build(["*"], [x]), "add exp log"),
    ],
)
def test_from_sympy_refuses(expr, library, message):
    with pytest.raises(GrammarError, match=message):
        Skeleton.from_sympy(expr, library)


@pytest.mark.parametrize(
    "text, message, line, column",
    [
        ("", "ends early", 1, 1),
        ("+ x", "ends early", 1, 4),
        ("+ x\n  sin", "ends early", 2, 6),
        ("x y", "complete before 'y'", 1, 3),
        ("sin x\n\n x", "complete before 'x'", 3, 2),
        ("+  foo x", "unknown token 'foo'", 1, 4),
        ("* c0 x", "unknown token 'c0'", 1, 3),
    ],
)
def test_text_errors_say_where(text, message, line, column):
    with pytest.raises(GrammarError, match=message) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_wrong_constants():
    with pytest.raises(GrammarError, match="got 1 constants for a skeleton with 2 slots"):
        read("+ c * c x").to_sympy([1])
    with pytest.raises(GrammarError, match="expected a number"):
        read("+ c x").to_sympy(["2"])


def test_too_long_for_the_arrays():
    with pytest.raises(GrammarError, match="doesn't fit into max_length=2"):
        programs([read("+ x y")], max_length=2)


@settings(max_examples=100, deadline=None)
@given(drawn())
def test_formulas_mean_what_the_traversals_mean(skeleton):
    """Python's own reading of a formula gives the numbers of the expression."""
    numbers = [1.25, -0.75, 2.5, 0.5, 1.5][: skeleton.constants]
    numbers += [1.0] * (skeleton.constants - len(numbers))
    names = {f"c{i}": number for i, number in enumerate(numbers)}
    for name in ("sin", "cos", "exp", "log", "sqrt", "tanh", "sinh", "cosh", "atan", "tan", "pi"):
        names[name] = getattr(sympy, name)
    shown = eval(skeleton.formula, {"x": x, "y": y, **names})
    meant = skeleton.to_sympy(numbers)
    at = {x: Rational(7, 10), y: Rational(3, 10)}
    try:
        values = [complex(sympy.sympify(e).subs(at).evalf(12)) for e in (shown, meant)]
        difference = abs(values[0] - values[1])
    except OverflowError:
        reject()  # no number that can be written
    assert (
        not np.isfinite(difference)
        or np.isclose(*values, rtol=1e-6, equal_nan=True)
        or not np.isfinite(values).all()
    )


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("- x - y x", "x - (y - x)"),
        ("/ x / y x", "x/(y/x)"),
        ("* 3/2 + x c", "(3/2)*(x + c0)"),
        ("pow + x y square x", "(x + y)**(x**2)"),
        ("square square x", "(x**2)**2"),
    ],
)
def test_formulas_have_the_brackets_they_need(text, formula):
    library = Library.build(OPERATORS, [x, y], [Rational(3, 2)])
    assert Skeleton.from_text(text, library).formula == formula
