"""Values on the command line of ``ssde bench``: numbers, seconds, lists."""

import argparse


def count(text: str) -> int:
    """A whole number, at least 1.

    >>> count("3")
    3
    """
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return value


def seconds(text: str) -> float:
    """A positive number."""
    value = float(text)
    if not value > 0:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number of seconds")
    return value


def names(text: str) -> list[str]:
    """Words between commas.

    >>> names("heat, wave")
    ['heat', 'wave']
    """
    return [name.strip() for name in text.split(",") if name.strip()]


def numbers(text: str) -> list[int]:
    """Numbers from "1-3,7"."""
    found: list[int] = []
    for part in names(text):
        low, _, high = part.partition("-")
        found += range(count(low), count(high or low) + 1)
    return found
