"""What the tables of systems share: the kinds of systems, and their usual data.

Tables are written as those of the literature (:mod:`~sympy_ssde.bench.literature_kinds`).  Where no
conditions are named, the data are the solution's values on all faces; of time, on the first one
only.  ``faces`` restricts them to some unknowns, and ``also`` adds conditions to them.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sympy import Expr, Symbol, sympify

from sympy_ssde.bench.boxes import face_values
from sympy_ssde.bench.catalogue import Entry
from sympy_ssde.bench.letters import s, t, x, y, z
from sympy_ssde.bench.literature_kinds import Nameless


def systems(*variables: Symbol) -> Callable[..., Nameless]:
    """Systems whose unknowns depend on these variables.

    >>> from sympy_ssde.bench.letters import u, x
    >>> from sympy_ssde.bench.literature_kinds import named
    >>> of_xt = systems(x, t)
    >>> made = of_xt(difficulty=1, source="", eq=[], func=[u(x, t)], domain={x: (0, 1), t: (0, 1)},
    ...     exact=[x + t])
    >>> named({"none": made})[0].bcs
    {u(0, t): t, u(1, t): t + 1, u(x, 0): x}
    """
    evolves = t in variables and len(variables) > 1
    usual = {
        "family": "system-ode" if len(variables) == 1 else "system-pde",
        "dims": f"{len(variables) - 1}+1" if evolves else str(len(variables)),
    }

    def stated(*, faces: Any = None, also: Any = None, **more: Any) -> Nameless:
        fields = usual | more | {"exact": [sympify(e) for e in more["exact"]]}
        if "bcs" not in fields:
            fields["bcs"] = {}
            for func, exact in zip(fields["func"], fields["exact"], strict=True):
                if faces is None or func in faces:
                    time = t if evolves else None
                    fields["bcs"] |= face_values(func, exact, fields["domain"], time)
        fields["bcs"] = fields["bcs"] | (also or {})
        return partial(Entry, **fields)

    return stated


def periodic(variable: Symbol, end: Any, *functions: Expr) -> dict[Expr, int]:
    """Conditions that functions have the same values at 0 and at the end.

    >>> from sympy_ssde.bench.letters import u, x
    >>> periodic(x, 1, u(x, t))
    {u(0, t) - u(1, t): 0}
    """
    return {f.subs(variable, 0) - f.subs(variable, end): 0 for f in functions}


def fixed(functions: Sequence[Expr], variable: Symbol, *ends: Any) -> dict[Expr, int]:
    """Conditions that functions vanish at the ends of a variable.

    >>> from sympy_ssde.bench.letters import u, x
    >>> fixed([u(x, t)], x, 0, 1)
    {u(0, t): 0, u(1, t): 0}
    """
    return {f.subs(variable, end): 0 for f in functions for end in ends}


def walls(u: Expr, v: Expr, end: Any) -> dict[Expr, int]:
    """A square whose walls the motion ``(u, v)`` neither crosses nor rubs."""
    crossed = fixed([u], x, 0, end) | fixed([v], y, 0, end)
    return crossed | fixed([v.diff(x)], x, 0, end) | fixed([u.diff(y)], y, 0, end)


of_s, of_t, of_x, of_y, of_z = map(systems, (s, t, x, y, z))
of_xt, of_zt, of_xy, of_xyt = systems(x, t), systems(z, t), systems(x, y), systems(x, y, t)
of_xyzt = systems(x, y, z, t)
