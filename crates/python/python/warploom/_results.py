"""Results in files."""

from __future__ import annotations

from functools import cached_property

import pyarrow as pa

from . import _warploom
from ._arguments import Path


class Results:
    """A table of results. ``polars.DataFrame(results)`` and ``pyarrow.table(results)`` read it in place."""

    def __init__(self, batches: _warploom.Batches) -> None:
        self._batches = batches

    @cached_property
    def table(self) -> pa.Table:
        """The table."""
        return self._batches.table()

    def addresses(self, column: str) -> list[int]:
        """The addresses of a column's values, one for each batch: a reader that copies nothing has the same."""
        return self._batches.addresses(column)

    def __len__(self) -> int:
        return len(self._batches)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._batches.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<warploom.Results of {len(self)} rows>"


def read_results(path: Path) -> Results:
    """Reads a Parquet file of results, as ``warploom reproduce`` writes them."""
    return Results(_warploom.read_parquet(path))
