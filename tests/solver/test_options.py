"""The table of options: each declared once, checked, remembered and documented."""

from dataclasses import FrozenInstanceError, fields

import pytest

from sympy_ssde import ConfigError, SearchConfig
from sympy_ssde.config import Hint
from sympy_ssde.solver.options import (
    CONFIG,
    HINT,
    KEYWORDS,
    OPTIONS,
    PROGRESS,
    SEED,
    TIMEOUT,
    Options,
    checked,
    documented,
    method_name,
    names,
)


def test_every_option_has_its_name_once():
    found = [option.name for option in OPTIONS]
    assert len(set(found)) == len(found)
    assert set(found) < set(KEYWORDS) and KEYWORDS[:5] == ("eq", "func", "bcs", "domain", "params")


def test_defaults_are_accepted():
    for option in OPTIONS:
        option.check(option.default)
    made = checked({})
    assert (made.config, made.hint, made.named) == (SearchConfig(), Hint.DEFAULT, {})
    assert 1 <= made.workers <= 4


def test_options_are_frozen():
    with pytest.raises(FrozenInstanceError):
        HINT.default = "direct"


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        (HINT, "lie", "hint is 'lie'; one of default, shortcuts, sympy, .*, direct was expected"),
        (TIMEOUT, True, "timeout is True; a positive number of seconds was expected"),
        (SEED, 1.0, "seed is 1.0; a whole number, 0 or more was expected"),
        (CONFIG, SearchConfig, "a SearchConfig was expected"),
        (PROGRESS, "yes", "progress is 'yes'; True, False or None was expected"),
    ],
)
def test_what_cant_be_meant(option, value, message):
    with pytest.raises(ConfigError, match=message):
        option.check(value)
    with pytest.raises(ConfigError, match=message):
        checked({option.name: value})


def test_the_library_goes_into_the_configuration():
    made = checked({"library": ["+", "sin"], "config": SearchConfig(batch=7)})
    assert made.config == SearchConfig(batch=7, operators=("+", "sin")) and made.own_library
    with pytest.raises(ConfigError, match="'sinn'; the operators are"):
        checked({"library": ("sinn",)})


def test_what_differs_from_the_default_is_remembered():
    given = {"hint": Hint.DIRECT, "timeout": 300.0, "seed": 5, "workers": 2, "grammar": "start: x"}
    made = checked(given)
    assert made.named == {"hint": "direct", "grammar": "start: x"}
    assert type(made.named["hint"]) is str
    assert (made.seed, made.workers, made.hint) == (5, 2, Hint.DIRECT)


def test_all_that_is_asked_for_reaches_the_search():
    """Those that are missing are the problem's own, and the library, part of the configuration."""
    known = {f.name for f in fields(Options)}
    assert {option.name for option in OPTIONS} - known == {"params", "ics", "library"}


def test_documentation():
    assert TIMEOUT.documentation.startswith("timeout : float\n    Seconds after which")
    assert "(default 300)" in TIMEOUT.documentation

    @documented
    def solve():
        """Solve it.

        {options}
        """

    lines = solve.__doc__.splitlines()
    assert lines[:3] == ["Solve it.", "", "params : list or dict, optional"]
    assert all(len(line) <= 100 for line in lines)


def test_a_function_without_a_docstring_stays_as_it_is():
    @documented
    def solve():
        pass

    assert solve.__doc__ is None


def test_flags_read_text():
    assert names("+,-, sin exp") == ("+", "-", "sin", "exp")
    read = {o.name: o.flag.read for o in OPTIONS if o.flag is not None}
    assert read["timeout"]("5") == 5.0 and read["seed"]("7") == 7
    assert read["library"]("+,sin") == ("+", "sin") and read["progress"] is None
    assert {"params", "config", "callback"}.isdisjoint(read)


def test_the_command_line_lists_the_methods(capsys):
    with pytest.raises(SystemExit) as stopped:
        method_name("list")
    printed = capsys.readouterr().out.splitlines()
    assert stopped.value.code == 0 and [line.split()[0] for line in printed] == list(Hint)
    assert method_name("direct") == "direct"
