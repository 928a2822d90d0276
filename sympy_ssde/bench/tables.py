"""Tables, as text for a terminal and as Markdown for the docs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A title, columns, and what is to be said below them."""

    title: str
    header: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    note: str = ""

    def text(self, width: int | None = 60) -> str:
        """For a terminal; the last column is cut to that many characters."""
        lines = [(*line[:-1], shorten(line[-1], width)) for line in self.lines]
        parts = [self.title, format_table(self.header, lines), self.note]
        return "\n".join(part for part in parts if part)

    def markdown(self) -> str:
        """For the docs, where a column of numbers stands to the right."""
        right = _numeric_columns(self.lines, len(self.header))
        rule = ["---:" if r else "---" for r in right]
        body = [self.header, rule, *self.lines]
        rows = "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in body)
        parts = [f"**{self.title}**" if self.title else "", rows, self.note]
        return "\n\n".join(part for part in parts if part)


def texts(tables: Iterable[Table]) -> str:
    """All of them, for a terminal."""
    return "\n\n".join(table.text() for table in tables)


def _cell(text: str) -> str:
    """A cell of Markdown; formulas stand as code, so that their stars stay stars."""
    plain = text.replace("|", "\\|").replace("\n", " ")
    return f"`{plain}`" if "*" in plain or "_" in plain else plain


def _numeric_columns(lines: Sequence[Sequence[str]], count: int) -> list[bool]:
    return [all(line[i][:1].isdigit() or line[i] == "-" for line in lines) for i in range(count)]


def format_table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Columns of text: numbers to the right, words to the left."""
    table = [list(header), *(list(line) for line in lines)]
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    numeric = _numeric_columns(table[1:], len(header))
    numeric[-1] = False
    return "\n".join(
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ).rstrip()
        for line in table
    )


def shorten(text: str, width: int | None = 60) -> str:
    """At most that many characters."""
    return text if width is None or len(text) <= width else text[: width - 3] + "..."
