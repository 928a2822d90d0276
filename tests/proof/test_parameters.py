"""Which values parameters may have."""

from sympy import Symbol, oo, symbols

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.parameters import widened

x, L, k = symbols("x L k")


def ranges(domain, unbounded):
    return {r.symbol: (r.low, r.high) for r in widened(domain, unbounded)}


def test_assumptions_say_which():
    p, q = Symbol("p", positive=True), Symbol("q", negative=True)
    n, w = Symbol("n", integer=True), Symbol("w", nonnegative=True)
    domain = Domain(tuple(Range(s, 1, 2) for s in (k, p, q, n, w)))
    assert ranges(domain, [k, p, q, n, w]) == {
        k: (-oo, oo),
        p: (0, oo),
        q: (-oo, 0),
        n: (-oo, oo),
        w: (-oo, oo),  # open ranges would leave out the zero
    }


def test_stated_ranges_stay():
    domain = Domain((Range(k, 1, 2), Range(L, 1, 2)))
    assert ranges(domain, [L]) == {k: (1, 2), L: (-oo, oo)}


def test_ends_of_a_range_are_in_order():
    domain = Domain((Range(L, 1, 2), Range(k, 1, 2), Range(x, -L, 2 * L)))
    assert ranges(domain, [L, k])[L] == (0, oo)
    assert ranges(Domain((Range(L, 1, 2), Range(x, L, 0))), [L])[L] == (-oo, 0)
