"""``python -m sympy_ssde.bench`` is ``ssde bench``."""

import sys

from sympy_ssde.cli import main

sys.exit(main(["bench", *sys.argv[1:]]))
