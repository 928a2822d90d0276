"""How steep a wave can be: the power of its leading term, by balancing the equation's terms."""

from itertools import combinations

from sympy import Expr, Mul, Rational

from sympy_ssde.family.equation import Equation


def weights(equation: Equation) -> list[tuple[Rational, int]]:
    """Degree in the unknown and number of derivatives of each term."""
    by_jet = {jet: sum(orders) for orders, jet in equation.jets.items()}
    found = set()
    for term in equation.terms:
        degree, derivatives = Rational(0), 0
        for factor in Mul.make_args(term):
            base, power = factor.as_base_exp()
            if base in by_jet and power.is_Rational:
                degree += power
                derivatives += by_jet[base] * int(power) if power.is_Integer else 0
            elif factor.free_symbols & set(by_jet):
                return []
        found.add((degree, derivatives))
    return sorted(found)


def leading_powers(equation: Equation) -> list[Expr]:
    """Powers ``p`` with which ``z**-p`` balances two terms that no other one outgrows.

    >>> from sympy import Function
    >>> from sympy.abc import x, t
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> U = u(x, t)
    >>> leading_powers(read(Problem(U.diff(t) + 6*U*U.diff(x) + U.diff(x, 3), U)))
    [2]
    """
    terms = weights(equation)
    found: dict[Expr, None] = {}
    for (d1, w1), (d2, w2) in combinations(terms, 2):
        if d1 == d2:
            continue
        p = Rational(w2 - w1) / (d1 - d2)
        top = p * d1 + w1
        if all(p * d + w <= top for d, w in terms) and p != 0:
            found.setdefault(p)
    if not found:  # all terms of the same degree, or only one kind of balance
        return []
    return sorted(found, key=lambda p: (bool(p < 0), not p.is_Integer, abs(p)))
