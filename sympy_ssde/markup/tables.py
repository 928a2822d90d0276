"""Tables and lists of words, as pages of HTML have them."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, kind: str = "") -> str:
    """An HTML table of cells that are HTML already."""
    attribute = f' class="{kind}"' if kind else ""
    titles = "".join(f"<th>{h}</th>" for h in head)
    lines = ("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in rows)
    return (
        f"<table{attribute}><thead><tr>{titles}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    )


def listed(names: Iterable[str]) -> str:
    """Names in a sentence.

    >>> listed(["u"]), listed(["u", "v"]), listed(["u", "v", "w"])
    ('u', 'u and v', 'u, v and w')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def cut(text: str, width: int) -> str:
    """A text that is no longer than ``width``, with dots where something is left out.

    >>> cut("sin(x)*exp(t)", 20), cut("sin(x)*exp(t)", 10)
    ('sin(x)*exp(t)', 'sin(x)*...')
    """
    return text if len(text) <= width else f"{text[: width - 3]}..."
