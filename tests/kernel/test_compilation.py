"""The kernel compiled ahead: all that a search asks of it is there, and nothing else is loaded."""

import gc
import json
import os
import subprocess
import sys

import pytest

from sympy_ssde.kernel.compilation import without_collection

CODE = """
import json, sys
from sympy_ssde.kernel.compilation import compile_kernel
compile_kernel()
from sympy_ssde.cache import is_compiled
from sympy_ssde.kernel.rows import work_on
print(json.dumps([is_compiled(work_on), "torch" in sys.modules]))
"""


@pytest.mark.slow
def test_a_process_without_torch_compiles_the_kernel(tmp_path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", CODE], env=environment, capture_output=True, check=True, timeout=300
    )
    assert json.loads(done.stdout) == [True, False]


@pytest.mark.parametrize("is_on", [True, False])
def test_garbage_is_collected_again_afterwards(is_on):
    was_on = gc.isenabled()
    try:
        (gc.enable if is_on else gc.disable)()
        with pytest.raises(ZeroDivisionError), without_collection():
            assert not gc.isenabled()
            raise ZeroDivisionError
        assert gc.isenabled() is is_on
    finally:
        (gc.enable if was_on else gc.disable)()
