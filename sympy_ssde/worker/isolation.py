"""How processes of ours start: isolated.

Nothing in the current folder, in ``PYTHONPATH`` or in the user's settings of Python can run in them
as code.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

#: Packages that this one needs; what isn't loaded here is not looked for there.
_NEEDED = ("sympy", "mpmath", "numpy", "flint", "torch", "numba", "llvmlite", "lark", "scipy")

#: Loads the package from the folder that it was loaded from here, whatever is in other places.
_LOADER = """
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
package, module, function, *folders = sys.argv[1:]
sys.path.extend(folders)
spec = spec_from_file_location("sympy_ssde", package + "/__init__.py",
                               submodule_search_locations=[package])
sys.modules["sympy_ssde"] = module_from_spec(spec)
spec.loader.exec_module(sys.modules["sympy_ssde"])
del sys.argv[1:]
getattr(import_module(module), function)()
"""


def isolated_command(module: str, function: str) -> list[str]:
    """The command that calls a function of this package in a new process.

    Explanation
    ===========

    Python's own modules and what is installed come first on its path; after them, the folders from
    which this process has SymPy and the like, for installations of other kinds.

    >>> isolated_command("sympy_ssde.worker.serving", "main")[1:4]
    ['-P', '-s', '-c']
    """
    package = Path(__file__).resolve().parent.parent
    return [sys.executable, "-P", "-s", "-c", _LOADER, str(package), module, function, *_folders()]


def _folders() -> list[str]:
    """Where the packages that this one needs are."""
    found: dict[str, None] = {}
    for name in _NEEDED:
        source = getattr(sys.modules.get(name), "__file__", None)
        if source is not None:
            found[str(Path(source).resolve().parent.parent)] = None
    return list(found)


def isolated_environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment without all that changes what Python loads; hashes are the same each time."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return {**kept, "PYTHONHASHSEED": "0", **(changes or {})}
