"""Formulas as MathML: what a reader reads is the expression that was written."""

import random
import xml.etree.ElementTree as ElementTree

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Eq,
    Float,
    Function,
    Mul,
    Piecewise,
    Pow,
    Rational,
    Symbol,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
)

from sympy_ssde.markup.mathml import between, formula, write

x, y, t = symbols("x y t")
u = Function("u")
#: The elements of MathML Core that may occur.
CORE = set("math mrow mi mn mo mtext mfrac msup msub msqrt mtable mtr mtd".split())
FUNCTIONS = {name: getattr(sympy, name) for name in "sin cos tan sinh cosh tanh log".split()}


def tree(written):
    return ElementTree.fromstring(f"<math>{written}</math>")


class Reader:
    """Reads MathML as a person does: rows from left to right, products before sums."""

    def __init__(self, items):
        self.items, self.at = items, 0

    def peek(self):
        return self.items[self.at] if self.at < len(self.items) else None

    def take(self):
        self.at += 1
        return self.items[self.at - 1]

    def total(self):
        sign = self.take() if self.peek() in ("−", "+") else "+"
        value = self.product() * (-1 if sign == "−" else 1)
        while self.peek() in ("−", "+"):
            sign = self.take()
            value += self.product() * (-1 if sign == "−" else 1)
        return value

    def product(self):
        value = self.factor()
        while self.peek() in ("⁢", "⋅", "×"):
            self.take()
            value *= self.factor()
        return value

    def factor(self):
        item = self.take()
        if item == "(":
            value = self.total()
            assert self.take() == ")"
            return value
        if isinstance(item, tuple):  # a function's name and the power it stands to
            assert self.take() == "⁡" and self.take() == "("
            value = item[0](self.total()) ** item[1]
            assert self.take() == ")"
            return value
        assert not isinstance(item, str), item
        return item


def flat(node):
    """The items of a row; rows inside rows are only grouping, which nobody sees."""
    if node.tag in ("mrow", "math"):
        return [item for child in node for item in flat(child)]
    text = node.text or ""
    if node.tag == "mo":
        return [text]
    if node.tag == "mi" and text in FUNCTIONS:
        return [(FUNCTIONS[text], 1)]
    if node.tag == "mi":
        return [{"π": pi, "e": sympy.E}.get(text) or Symbol(text)]
    if node.tag == "mn":
        return [Rational(text)]
    if node.tag == "msup" and node[0].text in FUNCTIONS:
        return [(FUNCTIONS[node[0].text], read(node[1]))]
    if node.tag == "msup":
        return [Pow(read(node[0]), read(node[1]))]
    if node.tag == "mfrac":
        return [read(node[0]) / read(node[1])]
    assert node.tag == "msqrt", node.tag
    return [sqrt(read_items([i for child in node for i in flat(child)]))]


def read_items(items):
    reader = Reader(items)
    value = reader.total()
    assert reader.peek() is None, items
    return value


def read(node):
    return read_items(flat(node))


numbers = st.sampled_from([Rational(n, d) for n in (-3, -1, 2, 5) for d in (1, 2, 7)] + [pi])
atoms = st.one_of(numbers, st.sampled_from([x, y]))


def larger(children):
    pair = st.tuples(children, children)
    evaluated = st.booleans()
    return st.one_of(
        pair.map(lambda p: p[0] + p[1]),
        pair.map(lambda p: p[0] - p[1]),
        st.tuples(pair, evaluated).map(lambda p: Mul(*p[0], evaluate=p[1])),
        st.tuples(
            children, st.sampled_from([-2, -1, 2, 3, Rational(1, 2), Rational(-3, 2), y])
        ).map(lambda p: Pow(*p)),
        st.tuples(st.sampled_from([*FUNCTIONS.values(), exp]), children).map(lambda p: p[0](p[1])),
    )


@settings(deadline=None, max_examples=150)
@given(st.recursive(atoms, larger, max_leaves=6))
def test_a_formula_reads_as_the_expression(expr):
    if expr.has(sympy.nan, sympy.zoo, oo, sympy.I):
        return
    again = read(tree(write(expr)))
    draw = random.Random(1)
    for _ in range(2):
        at = {x: Rational(draw.randint(20, 200), 97), y: Rational(draw.randint(20, 200), 89)}
        wanted, got = (sympy.N(e.subs(at), 30) for e in (expr, again))
        if wanted.is_number and wanted.is_finite:
            assert abs(wanted - got) <= 1e-20 * (1 + abs(wanted))


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (u(x, t).diff(x, 2), "∂2u∂x2"),
        (u(x, t).diff(x, t), "∂2u∂t∂x"),
        (u(x).diff(x), "dudx"),
        (u(x, t).diff(x).subs(x, 0), "∂u∂x(0,t)"),
        (Eq(u(x, 0), sin(x)), "u⁡(x,0)=sin⁡(x)"),
        (tanh(x) ** 2, "tanh2⁡(x)"),
        (-2 * pi * x, "−2⁢π⁢x"),
        (Float("-2.5e-9") * x, "−2.5×10−9⁢x"),
        (-oo, "−∞"),
        (Symbol("alpha_1") + Symbol("x2"), "α1+x2"),
        (Symbol("lambda"), "λ"),
        (log(Symbol("Omega")), "log⁡(Ω)"),
        (Piecewise((x, x < 0), (1, True)), "{xx<01otherwise"),
        (abs(x), "|x|"),
        (Function("u")(x + 1, t).diff(t), "∂(u⁡(x+1,t))∂t"),
    ],
)
def test_what_problems_are_made_of(expr, text):
    assert "".join(tree(write(expr)).itertext()) == text


def test_indices_are_indices():
    assert write(Symbol("alpha_1")) == "<msub><mi>α</mi><mrow><mn>1</mn></mrow></msub>"


def test_only_elements_that_browsers_know():
    expr = Eq(
        sqrt(x) / (1 + exp(-u(x, y).diff(x, 2))), Piecewise((sympy.Max(x, y), x < 1), (0, True))
    )
    used = {node.tag for node in tree(write(expr)).iter()}
    assert used <= CORE and "mtable" in used


def test_names_cannot_break_the_page():
    written = write(Symbol("<script>") + Function("<b>&")(x))
    assert "<script" not in written and "<b>" not in written
    tree(written)


def test_a_formula_stands_in_a_line_or_alone():
    assert formula(x, block=False) == "<math><mi>x</mi></math>"
    assert formula(x).startswith('<math display="block">')


def test_a_range_stays_a_range_even_if_it_is_known():
    k = Symbol("k", positive=True)
    assert "".join(tree(between(0 * x, k, oo)).itertext()) == "0<k<∞"


def test_sums_over_an_index_stand_last():
    n, m, z = sympy.symbols("n m z")
    endless = sympy.Sum(z**n / n, (n, 1, sympy.oo))
    written = write(z + 4 * endless)
    assert written.index("<mi>z</mi>") < written.index("<mo>∑</mo>")
    assert "<munderover><mo>∑</mo><mrow><mi>n</mi><mo>=</mo><mn>1</mn></mrow><mi>∞</mi>" in written
    double = write(sympy.Sum(z**n * m, (n, 1, sympy.oo), (m, 0, sympy.oo)))
    assert double.count("∑") == 2 and double.index("<mi>m</mi>") < double.index("<mn>1</mn>")
    assert write(sympy.exp(z) * endless).endswith(write(endless) + "</mrow>")


def test_integrals_have_their_bounds_and_their_variable():
    k = Symbol("k")
    kernel = sympy.Integral(exp(-(y**2)) * sin(k * y), (y, -oo, x))
    written = write(kernel)
    assert tree(written) is not None and "<mtext>" not in written
    assert "<msubsup><mo>∫</mo><mrow><mo>−</mo><mi>∞</mi></mrow><mi>x</mi></msubsup>" in written
    assert written.endswith("<mo>d</mo><mi>y</mi></mrow>")
    assert "<mo>(</mo>" in write(sympy.Integral(1 + x, x)) and "∫" in write(sympy.Integral(x, x))
    double = write(sympy.Integral(x * y, (x, 0, 1), (y, 0, 2)))
    assert double.index("<mn>2</mn>") < double.index("<mn>1</mn>")  # the outermost first
    assert double.endswith("<mo>d</mo><mi>x</mi><mo>d</mo><mi>y</mi></mrow>")


def test_conditions_of_pieces_are_formulas():
    bump = Piecewise((1, (x > 0) & (x < 1)), (0, True))
    assert "∧" in write(bump) and "<mtext>x" not in write(bump)
    assert "∨" in write(sympy.Or(x > 1, sympy.And(x < 0, y > 0)))
