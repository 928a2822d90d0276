"""How the smaller problems of a reduction are stated, with the ranges of the whole one."""

import warnings
from collections.abc import Mapping, Sequence

from sympy import Expr, S, Symbol
from sympy.core.function import AppliedUndef

from sympy_ssde.errors import SSDEError
from sympy_ssde.problem.problem import Problem


def stated(
    whole: Problem,
    equations: Expr | Sequence[Expr],
    functions: AppliedUndef | Sequence[AppliedUndef],
    conditions: Sequence[Expr],
    ranges: Mapping[Symbol, tuple[Expr, Expr]] | None = None,
    more: Mapping[Symbol, tuple[Expr, Expr]] | None = None,
) -> Problem | None:
    """A smaller problem; expressions are taken as zero.  None if it can't be stated.

    ``ranges`` has new variables, ``more`` new parameters; those of the whole keep theirs.
    """
    if not conditions:  # they must determine its solution
        return None
    given = dict(ranges or {})
    unknowns = [functions] if isinstance(functions, AppliedUndef) else list(functions)
    relations = [equations] if isinstance(equations, Expr) else list(equations)
    variables, single = unknowns[0].args, len(unknowns) == len(relations) == 1
    known = {s: (r.low, r.high) for s, r in whole.domain.by_symbol.items()}
    domain = {v: given.get(v) or known.get(v) for v in variables}
    used = set().union(*(e.free_symbols for e in [*relations, *conditions]))
    used |= {s for ends in domain.values() if ends for e in ends for s in e.free_symbols}
    params = {s: ends for s, ends in known.items() if s in used and s not in variables}
    held = {*whole.params, *(more or ())}
    curves = {s: params.pop(s) for s in list(params) if s not in held}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return Problem(
                relations[0] if single else relations,
                unknowns[0] if single else unknowns,
                dict.fromkeys(conditions, S.Zero),
                {v: ends for v, ends in domain.items() if ends} | curves,
                params | dict(more or {}),
            )
        except SSDEError:
            return None
