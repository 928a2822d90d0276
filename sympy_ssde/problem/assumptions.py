"""What symbols are declared to be, against what their ranges say.

SymPy simplifies with a symbol's assumptions before we see the result: with ``x`` positive,
``Abs(x)`` is ``x`` in a statement and in a solution.  On a domain where that is wrong, it can't be
undone, so it is refused.
"""

from collections.abc import Iterator
from random import Random

from sympy import Expr, Symbol
from sympy.core.function import AppliedUndef

from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.advice import declared
from sympy_ssde.problem.domain import Domain, Range

#: What a parameter may be declared beyond its range: it narrows the values that are meant.
_NARROWING = frozenset(
    "zero nonzero extended_nonzero integer noninteger rational irrational algebraic transcendental "
    "even odd prime composite".split()
)
#: What a real number is; an unknown may be declared to be that and no more.
_REAL = Symbol("r", real=True).assumptions0
_FACTS = frozenset(Symbol("i", integer=True, odd=True, prime=True).assumptions0) | _NARROWING


def implied_symbols(domain: Domain) -> dict[Symbol, Symbol]:
    """For each symbol one that is only what its range implies: real, and a sign if it has one.

    >>> from sympy import Symbol
    >>> from sympy_ssde.problem.domain import Domain, Range
    >>> a, x = Symbol("a"), Symbol("x")
    >>> known = implied_symbols(Domain((Range(a, 1, 2), Range(x, -a, 0))))
    >>> known[a].is_positive, known[x].is_negative
    (True, True)
    """
    known: dict[Symbol, Symbol] = {}
    for r in domain:
        low, high = (end.xreplace(known) for end in (r.low, r.high))
        if _at_least_zero(low):
            known[r.symbol] = Symbol(r.symbol.name, positive=True)
        elif _at_least_zero(-high):
            known[r.symbol] = Symbol(r.symbol.name, negative=True)
        else:
            known[r.symbol] = Symbol(r.symbol.name, real=True)
    return known


def _at_least_zero(expr: Expr) -> bool:
    return bool(expr.is_extended_nonnegative)


def check_assumptions(domain: Domain, params: tuple[Symbol, ...]) -> None:
    """Raise for a symbol that is declared to be more than its range implies."""
    known = implied_symbols(domain)
    for r in domain:
        s = r.symbol
        if not s.is_commutative:
            raise ProblemError(f"{s} does not commute; variables and parameters must be real")
        wrong = set(_unfounded(s, known[s]))
        if s in params:
            _check_parameter(r, wrong - _NARROWING)
        elif wrong:
            raise ProblemError(
                f"{s} is declared {_declared(s, wrong)}, but its range is ({r.low}, {r.high}), and "
                "SymPy simplifies with what is declared; leave that out (the signs that a range "
                "implies are used) or change domain="
            )


def _unfounded(symbol: Symbol, implied: Symbol) -> Iterator[str]:
    """The assumptions of a symbol that one with its range only doesn't have."""
    sure = implied.assumptions0
    for fact, value in symbol.assumptions0.items():
        if sure.get(fact) is not value:
            yield fact


def _declared(symbol: Symbol, facts: set[str]) -> str:
    """The declared assumptions among the facts, or else those that follow from others."""
    own = {k: v for k, v in symbol._assumptions_orig.items() if k in facts}
    found = own or {k: symbol.assumptions0[k] for k in facts}
    return ", ".join(k if v else f"not {k}" for k, v in sorted(found.items()))


def _check_parameter(r: Range, wrong: set[str]) -> None:
    s = r.symbol
    if s.is_zero or s.is_irrational:
        raise ProblemError(
            f"{s} is declared {'zero' if s.is_zero else 'irrational'}; a parameter takes all "
            "numbers of its range, or all integers: put a number that is known into the equation"
        )
    if s.is_integer:
        ends = r.low.is_number and r.high.is_number
        if ends and r.integer_inside(float(r.low), float(r.high), Random(0)) is None:
            raise ProblemError(
                f"the range ({r.low}, {r.high}) of {s} has no integer that {s} can be, which is "
                f"declared {_declared(s, set(s.assumptions0))}; give another range"
            )
    elif wrong:
        raise ProblemError(
            f"the parameter {s} is declared {_declared(s, wrong)}, but its range is ({r.low}, "
            f"{r.high}); give a range in which it is, or leave that out"
        )


def check_unknowns(functions: tuple[AppliedUndef, ...]) -> None:
    """Raise for an unknown that is declared to be something that only its solution can show."""
    for f in functions:
        facts = {k: v for k, v in f.func._kwargs.items() if k in _FACTS and v is not None}
        wrong = sorted(k for k, v in facts.items() if _REAL.get(k) is not v)
        if wrong:
            said = [k if v else f"not {k}" for k, v in declared(f.func).items() if k in wrong]
            raise ProblemError(
                f"the unknown {f.func} is declared {', '.join(said or wrong)}; SymPy simplifies "
                f"with that before anything is known of it: write Function({f.func.__name__!r})"
            )
