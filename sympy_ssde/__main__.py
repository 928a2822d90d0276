"""``python -m sympy_ssde`` is the command ``ssde``."""

import sys

from sympy_ssde.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
