"""The table of ways."""

from sympy_ssde.reduction.ways import LEAVES, METHODS, SIMPLE_WAYS, WAYS


def test_ways_are_listed_once_by_name():
    names = [way.__name__ for way in (*METHODS, *LEAVES, *SIMPLE_WAYS, *WAYS)]
    assert names and len(set(names)) == len(names)
    assert all(way.__doc__ for way in (*METHODS, *LEAVES, *SIMPLE_WAYS, *WAYS))
