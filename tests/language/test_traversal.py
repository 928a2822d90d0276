"""From expressions to traversals: the same function, in the library's own words."""

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import cos, exp, log, sin, sqrt, tanh
from sympy.abc import x, y

from sympy_ssde.errors import GrammarError
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import OPERATORS, PAPER_OPERATORS, Library
from sympy_ssde.language.traversal import Writer

FULL = Library.build(OPERATORS, [x, y], [sympy.pi])
PAPER = Library.build(PAPER_OPERATORS, [x, y])
leaves = st.sampled_from([x, y, sympy.Integer(2), sympy.Rational(-3, 2), sympy.pi])
expressions = st.recursive(
    leaves,
    lambda e: st.one_of(
        st.tuples(e, e).map(lambda p: p[0] + p[1]),
        st.tuples(e, e).map(lambda p: p[0] * p[1]),
        st.tuples(e, st.sampled_from([sin, cos, exp, tanh])).map(lambda p: p[1](p[0] / 3)),
        st.tuples(e, st.integers(2, 4)).map(lambda p: p[0] ** p[1]),
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("library", [FULL, PAPER], ids=["full", "paper"])
@settings(max_examples=60, deadline=None)
@given(expr=expressions)
def test_what_is_written_is_the_same_function(library, expr):
    large = any(abs(p.exp) > 12 for p in expr.expand().atoms(sympy.Pow) if p.exp.is_Integer)
    large |= any(abs(p.exp) > 12 for p in expr.atoms(sympy.Pow) if p.exp.is_Integer)
    assume(not large)  # powers beyond twelve need the operator pow
    parts = Writer(library).write(expr)
    words = ["c" if not isinstance(part, str) else part for part in parts]
    skeleton = Skeleton.from_text(" ".join(words), library)
    again = skeleton.to_sympy([part for part in parts if not isinstance(part, str)])
    at = {x: sympy.Rational(7, 10), y: sympy.Rational(13, 10)}
    assert float(again.subs(at)) == pytest.approx(float(expr.subs(at)), rel=1e-9, abs=1e-9)


def test_words_of_the_library_are_used():
    assert Writer(FULL).write(sqrt(x)) == ["sqrt", "x"]
    assert "sqrt" not in Writer(PAPER).write(sqrt(x))
    assert Writer(FULL).write(x**2)[0] == "square"


@pytest.mark.parametrize("expr", [sympy.gamma(x), sympy.Symbol("z"), log(x) ** x + sympy.erf(y)])
def test_what_has_no_words_is_refused(expr):
    with pytest.raises(GrammarError):
        Writer(Library.build(["+", "*"], [x, y])).write(expr)
