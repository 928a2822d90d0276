"""Hypothesis draws the same examples every time, new ones with ``--hypothesis-profile=new``.

With ``--other-path N`` all generators that are made from an integer are others than without it,
so that searches take another path: no test may depend on the path of a seed.
"""

from numbers import Integral
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

_default_rng = np.random.default_rng

settings.register_profile("new", derandomize=False)
settings.register_profile("same", derandomize=True)
settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--other-path",
        type=int,
        default=0,
        metavar="N",
        help="run the searches with the N-th other random numbers (0: those of their seeds)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Before tests are collected, since some make generators when they are imported."""
    shift = config.getoption("--other-path")
    if not shift:
        return

    def default_rng(seed: Any = None) -> np.random.Generator:
        return _default_rng([seed, shift] if isinstance(seed, Integral) else seed)

    np.random.default_rng = default_rng  # type: ignore[assignment]
    config.add_cleanup(lambda: setattr(np.random, "default_rng", _default_rng))


def pytest_report_header(config: pytest.Config) -> str | None:
    shift = config.getoption("--other-path")
    return f"random numbers: other path {shift}" if shift else None


@pytest.fixture
def own_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeds' own random numbers, as in the processes that a test starts."""
    monkeypatch.setattr(np.random, "default_rng", _default_rng)
