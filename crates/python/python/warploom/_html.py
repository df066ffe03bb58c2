"""Small HTML tables for notebooks."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

_NUMBER = ' style="text-align: right"'


def _cell(value: object) -> str:
    if value is None:
        return "<td></td>"
    if isinstance(value, float):
        return f"<td{_NUMBER}>{value:.3f}</td>"
    if isinstance(value, int):
        return f"<td{_NUMBER}>{value:,}</td>"
    return f"<td>{html.escape(str(value))}</td>"


def table(caption: str, titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with a caption."""
    head = "".join(f"<th>{html.escape(title)}</th>" for title in titles)
    body = "".join("<tr>" + "".join(_cell(value) for value in row) + "</tr>" for row in rows)
    return f"<table><caption>{html.escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
