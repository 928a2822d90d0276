"""Time limits inside the worker process, and limits of expressions at singular points."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sympy import Expr, Limit, Symbol, limit, nan, oo, zoo


class TimeUp(BaseException):
    """A method has used up its share; not an Exception, so that SymPy can't swallow it."""


class Clock:
    """A deadline from which methods get shares."""

    def __init__(self, seconds: float):
        self.end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds until the deadline."""
        return self.end - time.monotonic()

    @contextmanager
    def share(self, part: float) -> Iterator[None]:
        """Run a block for at most ``part`` of the time left, then raise :class:`TimeUp`.

        Where the system has no interval timer (Windows), the parent process keeps the deadline.
        """
        seconds = self.left() * part
        if seconds <= 0:
            raise TimeUp
        if not hasattr(signal, "setitimer"):
            yield
            return
        previous = signal.signal(signal.SIGALRM, _raise)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous)


def _raise(signum: int, frame: object) -> None:
    raise TimeUp


def value_at(
    expr: Expr, point: dict[Symbol, Expr], ends: dict[Symbol, tuple[Expr, Expr]]
) -> Expr | None:
    """Value of ``expr`` at ``point``, as a limit from inside the domain where it is singular.

    Returns None where SymPy finds no limit.

    >>> from sympy import S, sin
    >>> from sympy.abc import x
    >>> value_at(sin(x)/x, {x: S(0)}, {x: (S(0), S(1))})
    1
    """
    moved = {v: p for v, p in point.items() if v != p}
    if not any(p.is_infinite for p in moved.values()):
        value = expr.xreplace(moved)
        if not value.has(nan, zoo, oo, -oo):
            return value
    for v, p in moved.items():
        if p.has(*point):  # a curve through a singular point: no direction to come from
            return None
        expr_at = _one_sided(expr, v, p, ends.get(v, (p, p)))
        if expr_at is None:
            return None
        expr = expr_at
    return expr


def _one_sided(expr: Expr, v: Symbol, p: Expr, ends: tuple[Expr, Expr]) -> Expr | None:
    plain = expr.xreplace({v: p})
    if not p.is_infinite and not plain.has(nan, zoo, oo, -oo):
        return plain
    low, high = ends
    sides = ["+"] if p == low else ["-"] if p == high else ["+", "-"]
    try:
        values = [limit(expr, v, p, side) for side in sides]
    except (NotImplementedError, ValueError, TypeError, AttributeError, RecursionError):
        return None
    if any(w != values[0] or w.has(nan, zoo, oo, -oo, Limit) for w in values):
        return None
    return values[0]
