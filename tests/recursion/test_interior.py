"""Where the data say nothing along a variable, the equation does."""

import numpy as np
from sympy import (
    Eq,
    Function,
    exp,
    pi,
    sin,
    symbols,
)

from sympy_ssde import Problem
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.recursion.interior import interior_lines
from sympy_ssde.recursion.partial import Partial

x, y, t = symbols("x y t")
u = Function("u")
UNIT = (0, 1)


def test_what_moves_follows_from_the_equation() -> None:
    """Of 2 + sin(x) only the sine's amplitude decays in the heat equation."""
    heat = Problem(
        u(x, t).diff(t) - u(x, t).diff(x, 2),
        u(x, t),
        [
            Eq(u(x, 0), 2 + 3 * sin(x)),
            Eq(u(0, t), u(2 * pi, t)),
            Eq(u(x, t).diff(x).subs(x, 0), u(x, t).diff(x).subs(x, 2 * pi)),
        ],
        {x: (0, 2 * pi), t: UNIT},
    )
    library = Library.build(variables=[x, t])
    partial = Partial(Skeleton.from_text("+ c * c sin x", library), np.array([2.0, 3.0]), (), (x,))
    found = interior_lines(heat, partial, t, np.random.default_rng(0))
    assert found is not None
    moving, lines = found
    assert len(moving.free) == 1
    np.testing.assert_allclose(lines.values[0, 0], 3 * np.exp(-lines.x), rtol=1e-6)


def test_a_profile_that_travels() -> None:
    """All occurrences of x shift together."""
    wave = Problem(
        u(x, t).diff(t) + 3 * u(x, t).diff(x),
        u(x, t),
        {u(x, 0): x * exp(-(x**2))},
        {x: (-2, 2), t: UNIT},
    )
    library = Library.build(variables=[x, t])
    partial = Partial(Skeleton.from_text("/ x exp * x x", library), np.empty(0), (), (x,))
    found = interior_lines(wave, partial, t, np.random.default_rng(0))
    assert found is not None
    moving, lines = found
    assert len(moving.free) == 1
    assert len(moving.ties) == 2
    np.testing.assert_allclose(lines.values[0, 0], -3 * lines.x, atol=1e-5)


def test_an_expression_that_can_t_move_has_no_lines() -> None:
    heat = Problem(
        u(x, t).diff(t) - u(x, t).diff(x, 2), u(x, t), {u(x, 0): x**4}, {x: (-1, 1), t: UNIT}
    )
    library = Library.build(variables=[x, t])
    partial = Partial(Skeleton.from_text("* * x x * x x", library), np.empty(0), (), (x,))
    assert interior_lines(heat, partial, t, np.random.default_rng(0)) is None
