"""Everyday problems: the classes, and the problem of a class and a seed."""

import re
from collections.abc import Callable
from functools import cache

from sympy_ssde.bench import (
    everyday_elliptic,
    everyday_first,
    everyday_heat,
    everyday_second,
    everyday_symbols,
    everyday_wave,
)
from sympy_ssde.bench.catalogue import Entry
from sympy_ssde.bench.everyday_draw import Draw, Stated

#: Draws a problem of its class; its docstring says what the class is.
Maker = Callable[[Draw], Stated]

#: The groups of classes, in the order of the tables.
GROUPS: dict[str, tuple[Maker, ...]] = {
    "first order": everyday_first.CLASSES,
    "higher order": everyday_second.CLASSES,
    "symbols": everyday_symbols.CLASSES,
    "heat": everyday_heat.CLASSES,
    "waves, transport": everyday_wave.CLASSES,
    "Laplace, Poisson": everyday_elliptic.CLASSES,
}

_NAME = re.compile(r"([a-z-]+)/(\d+)")


@cache
def makers() -> dict[str, Maker]:
    """The classes by name.

    >>> "heat-dirichlet" in makers()
    True
    """
    every = (maker for group in GROUPS.values() for maker in group)
    return {maker.__name__.replace("_", "-"): maker for maker in every}


@cache
def group_of(name: str) -> str:
    """The group of a class.

    >>> group_of("spring")
    'symbols'
    """
    return next(group for group, makers_ in GROUPS.items() if makers()[name] in makers_)


def identifier(name: str, seed: int) -> str:
    """The id of a problem, from which it is built again."""
    return f"{name}/{seed}"


def class_of(identifier: str) -> str:
    """The class of an id."""
    return identifier.partition("/")[0]


@cache
def built(identifier: str) -> Entry | None:
    """The problem with that id; None if the id is of another kind.

    >>> built("growth/0").exact
    5*exp(-5*x)/3
    """
    match = _NAME.fullmatch(identifier)
    if match is None or match[1] not in makers():
        return None
    name, seed = match[1], int(match[2])
    maker = makers()[name]
    stated = maker(Draw(name, seed))
    return Entry(
        id=identifier,
        family=name,
        dims=str(len(stated.func.args)),
        difficulty=1,
        source=maker.__doc__ or "",
        eq=stated.eq,
        func=stated.func,
        bcs=stated.bcs,
        domain=stated.domain,
        exact=stated.exact,
        params=stated.params,
    )
