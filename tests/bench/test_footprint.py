"""Memory and compile time, each measured in a process of its own."""

import pytest

from sympy_ssde.bench.footprint import measure_memory


@pytest.mark.slow
def test_memory_of_a_large_batch():
    row = measure_memory()
    assert 100 < row["peak_megabytes"] < 1000
