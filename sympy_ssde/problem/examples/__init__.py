"""Problem files to start from; each says in a comment where it comes from and what solves it."""

from importlib.resources import files

from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.text.mistakes import nearest

_SUFFIX = ".txt"
#: The comment that gives an example's known solution.
_SOLUTION = "# solution:"


def example_names() -> tuple[str, ...]:
    """The names of all examples, in alphabetical order."""
    found = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(n.removesuffix(_SUFFIX) for n in found if n.endswith(_SUFFIX)))


def read_example(name: str) -> str:
    """The text of an example.

    >>> from sympy_ssde import read_problem
    >>> print(read_problem(read_example("heat")).domain)
    x in (0, pi), t in (0, 2)
    """
    plain = name.removesuffix(_SUFFIX)
    if plain not in example_names():
        advice = nearest(plain, example_names()) or f"there are: {', '.join(example_names())}"
        raise ProblemError(f"there is no example {name!r}; {advice}")
    return (files(__name__) / f"{plain}{_SUFFIX}").read_text(encoding="utf-8")


def example_title(name: str) -> str:
    """The first line of an example, without the comment's sign."""
    return read_example(name).splitlines()[0].lstrip("# ")


def example_solution(name: str) -> str:
    """The known solution that an example's comment gives.

    >>> example_solution("wave")
    'u = sin(3*x)*cos(6*t)/2'
    """
    lines = read_example(name).splitlines()
    line = next(each for each in lines if each.startswith(_SOLUTION))
    return line.removeprefix(_SOLUTION).strip()
