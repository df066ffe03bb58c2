"""Hands ten million rows from Rust to pyarrow and polars, and shows that none copies them.

usage: python rows.py [ROWS]

The rows are read from a Parquet file by Rust (`warploom.read_results`); pyarrow writes that file first.
"""

from __future__ import annotations

import pathlib
import resource
import sys
import tempfile
import time
from collections.abc import Iterable
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import warploom


def megabytes() -> float:
    """Resident memory of this process."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1e3
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def addresses(arrays: Iterable[pa.Array[Any]]) -> list[int]:
    """The addresses of the values of arrays of numbers."""
    return [buffer.address for array in arrays if (buffer := array.buffers()[1]) is not None]


def write(path: pathlib.Path, rows: int) -> None:
    """Results with eight columns of numbers and one of names."""
    numbers = pa.array(range(rows), pa.uint64())
    columns = {f"counter_{at}": numbers for at in range(7)}
    policies = pa.DictionaryArray.from_arrays(pa.array([at % 3 for at in range(rows)], pa.int32()), ["lrr", "gto", "phase"])
    table = pa.table({"policy": policies.cast(pa.string()), "ipc": numbers.cast(pa.float64()), **columns})
    pq.write_table(table, path, compression="zstd")


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "results.parquet"
        write(path, rows)
        pa.default_memory_pool().release_unused()

        def step(name: str, start: float, before: float) -> None:
            print(f"{name:<28} {1e3 * (time.perf_counter() - start):10.2f} ms  {megabytes() - before:+9.1f} MB")

        before, start = megabytes(), time.perf_counter()
        results = warploom.read_results(path)
        step(f"read {len(results):,} rows in Rust", start, before)

        before, start = megabytes(), time.perf_counter()
        table = results.table
        step("to pyarrow.Table", start, before)

        before, start = megabytes(), time.perf_counter()
        frame = pl.DataFrame(results)
        step("to polars.DataFrame", start, before)

        for column in ("ipc", "counter_6"):
            rust = results.addresses(column)
            arrow = addresses(table[column].chunks)
            polars = addresses(chunk.to_arrow() for chunk in frame[column].get_chunks())
            assert rust == arrow == polars, column
            print(f"{column:<28} {len(rust)} batches at the same addresses in Rust, pyarrow and polars")
        print(f"strings in polars: {frame.schema['policy']}, estimated {frame['policy'].estimated_size() / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
