"""What a search needs of a problem: a language for candidates, points, and the physics on them."""

import numpy as np

from sympy_ssde.config import SearchConfig
from sympy_ssde.exact.identify import numbers_of
from sympy_ssde.guess.seeds import stated_expressions, suggested_literals, suggested_operators
from sympy_ssde.kernel.threads import shared
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.collocation import CollocationConfig
from sympy_ssde.physics.loss import Physics
from sympy_ssde.problem.problem import Problem
from sympy_ssde.solver.options import Options


def generator(options: Options) -> np.random.Generator:
    """Random numbers for points and starts of fits; the same seed gives the same ones."""
    return np.random.default_rng([options.seed, 1])


def prepared_physics(problem: Problem, options: Options, rng: np.random.Generator) -> Physics:
    """The problem as numbers, in the library that the options and the problem suggest."""
    config, library = options.config, language(problem, options)
    return Physics(
        problem,
        library,
        rng,
        points=collocation(config, len(library.variables), len(problem.conditions)),
        weights=config.weights,
        relative=config.relative,
        workers=shared(options.workers),
    )


def language(problem: Problem, options: Options) -> Library:
    """The tokens of candidates; on request, those that the problem's own expressions suggest too.

    A library that the user has chosen gets no further operators.
    """
    config = options.config
    operators, literals = config.operators, ()
    if config.hints:
        literals = suggested_literals(numbers_of(problem))
        if not options.own_library:
            known = set(problem.variables + problem.params)
            operators = suggested_operators(stated_expressions(problem), operators, known)
    return Library.build(
        operators,
        problem.variables + problem.params,
        literals,
        functions=len(problem.functions),
    )


def collocation(config: SearchConfig, variables: int, conditions: int) -> CollocationConfig:
    """The collocation points of a problem; their number hardly grows with its size.

    >>> made = [collocation(SearchConfig(), d, 2 * d) for d in (1, 2, 3, 10)]
    >>> [points.interior for points in made], [points.condition for points in made]
    ([32, 48, 64, 96], [16, 16, 16, 4])
    """
    return CollocationConfig(
        interior=config.interior * (1 + min(variables, 5)) // 2,
        condition=max(min(4, config.condition), 6 * config.condition // max(6, conditions)),
        near=config.near,
    )
