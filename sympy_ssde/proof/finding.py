"""What a check finds out about one constraint."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from sympy import Expr

from sympy_ssde.proof.points import Point

logger = logging.getLogger("sympy_ssde")

PROVED, REFUTED, UNDECIDED = "PROVED", "REFUTED", "UNDECIDED"

Result = TypeVar("Result")
Given = ParamSpec("Given")


@dataclass(frozen=True)
class Finding:
    """What is known of constraint number ``index`` (equations first, then conditions).

    ``provided`` names what parameters must fulfil.  ``disagreement`` is true if an exact method and
    numbers contradict each other, which is a mistake in one of them.
    """

    index: int
    status: str
    rung: str | None = None
    residual: Expr | None = None
    point: Point | None = None
    value: Expr | None = None
    reason: str = ""
    provided: tuple[Any, ...] = ()
    disagreement: bool = False


def or_failed(
    failed: Result,
    action: Callable[Given, Result],
    *given: Given.args,
    **named: Given.kwargs,
) -> Result:
    """What an action returns; ``failed`` where SymPy raises, which is no other constraint's matter.

    >>> or_failed(None, lambda: 1 / 0)
    >>> or_failed(None, lambda: 2 / 1)
    2.0
    """
    try:
        return action(*given, **named)
    except Exception as error:
        logger.debug("a check fails: %s: %s", type(error).__name__, error)
        return failed
