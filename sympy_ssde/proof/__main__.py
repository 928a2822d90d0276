"""``python -m sympy_ssde.proof`` is the worker process; see :mod:`sympy_ssde.proof.worker`."""

import os
import sys

from sympy_ssde.proof.worker import limit_memory, serve

if __name__ == "__main__":
    limit_memory()
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # nothing that SymPy prints may get between the results
    serve(sys.stdin.buffer, output)
