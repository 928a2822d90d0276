"""The house: rooms whose imports point one way, small modules and functions, a test for each."""

import ast
import re
import statistics
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import sympy_ssde

PACKAGE = Path(sympy_ssde.__file__).parent
TESTS = Path(__file__).parent
MODULES = sorted(p for p in PACKAGE.rglob("*.py"))
CORE = [p for p in MODULES if p.relative_to(PACKAGE).parts[0] != "bench"]

#: Compiled code is one loop after the other: its functions may be longer.
KERNELS = {"kernel", "language/automaton.py", "language/canonical.py", "search/variation.py"}


def dotted(path):
    parts = ["sympy_ssde", *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {dotted(p): p for p in MODULES}


def imported(path):
    """The modules that a module imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name in NAMES)
        elif isinstance(node, ast.ImportFrom) and node.module in NAMES:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in NAMES else node.module


def room(name):
    """The folder of a module; one in the root is a room of its own."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def graph():
    edges = {room(name): set() for name in NAMES}
    for name, path in NAMES.items():
        if name in ("sympy_ssde", "sympy_ssde.__main__"):  # they open the door
            continue
        edges[room(name)] |= {room(other) for other in imported(path)} - {room(name)}
    return edges


def test_imports_between_rooms_point_one_way():
    order = list(TopologicalSorter(graph()).static_order())  # raises CycleError, with the cycle
    assert order.index("problem") < order.index("proof") < order.index("solver")
    assert order.index("language") < order.index("kernel") < order.index("physics")
    assert order[-1] in ("bench", "cli", "strategies", "__main__", "")


def test_nothing_but_the_door_imports_the_package_itself():
    doors = {"sympy_ssde", "sympy_ssde.__main__", "sympy_ssde.cli.first"}
    doors |= {"sympy_ssde.bench.start"}  # it does what a user's program does
    assert {n for n, p in NAMES.items() if "sympy_ssde" in imported(p)} <= doors


@pytest.mark.parametrize("room_name", ["search", "language", "kernel", "problem", "proof"])
def test_rooms_that_know_nothing_of_the_physics(room_name):
    reached, edges = {room_name}, graph()
    while more := set().union(*(edges[r] for r in reached)) - reached:
        reached |= more
    assert "physics" not in reached


def test_few_modules_in_the_root():
    assert len(list(PACKAGE.glob("*.py"))) <= 10


def test_modules_are_small():
    lines = {str(p.relative_to(PACKAGE)): len(p.read_text().splitlines()) for p in MODULES}
    assert statistics.median(lines.values()) <= 200
    assert {name: n for name, n in lines.items() if n > 450} == {}


def test_functions_are_short():
    long = []
    for path in MODULES:
        name = path.relative_to(PACKAGE)
        if name.parts[0] in KERNELS or str(name) in KERNELS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= 60:
                body = [n for n in node.body if not isinstance(n, ast.Expr)]
                if not body or node.end_lineno - body[0].lineno >= 60:
                    long.append(f"{name}:{node.lineno} {node.name}")
    assert long == []


def test_every_module_of_the_core_has_its_tests():
    missing = []
    for path in CORE:
        name = path.relative_to(PACKAGE)
        if path.stem in ("__init__", "__main__", "_version"):
            continue
        if not (TESTS / name.parent / f"test_{path.stem}.py").exists():
            missing.append(str(name))
    assert missing == []


def test_there_is_enough_of_them():
    code = sum(len(p.read_text().splitlines()) for p in CORE)
    tests = sum(
        len(p.read_text().splitlines()) for p in TESTS.rglob("*.py") if "bench" not in p.parts
    )
    assert tests >= 0.5 * code


def test_the_docs_list_the_rooms_in_the_order_of_imports():
    page = (TESTS.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = re.findall(r"^\| `(\w+)/` \|", page, flags=re.MULTILINE)
    assert sorted(rooms) == sorted(p.parent.name for p in PACKAGE.glob("*/__init__.py"))
    edges = graph()
    for i, name in enumerate(rooms):
        assert edges[name] & set(rooms) <= set(rooms[:i]), name
