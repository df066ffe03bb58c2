"""The phases of kernels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import pyarrow as pa

from . import _html, _warploom
from ._arguments import Path
from ._figure import Figure


class Phases:
    """The phases of kernels: sequences of instructions in which none reads a long-latency result of the same sequence."""

    def __init__(self, code: _warploom.Batches, phases: _warploom.Batches, figures: list[tuple[str, str]]) -> None:
        self._code = code
        self._phases = phases
        self._figures = figures

    @cached_property
    def table(self) -> pa.Table:
        """A row for each phase: its kernel, its first instruction and the one after its last, its length in cycles, why it starts."""
        return self._phases.table()

    @cached_property
    def code(self) -> pa.Table:
        """A row for each instruction: its text, class, phase, and its distance to the end of the phase in cycles."""
        return self._code.table()

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """A figure of each kernel: bars are instructions, arcs are waits."""
        return {kernel: Figure(svg) for kernel, svg in self._figures}

    @property
    def figure(self) -> Figure:
        """The figure of the first kernel."""
        return Figure(self._figures[0][1])

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._phases.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<warploom.Phases of {', '.join(kernel for kernel, _ in self._figures)}: {len(self._phases)} phases>"

    def _repr_html_(self) -> str:
        rows = [
            (phase["kernel"], phase["phase"], phase["end"] - phase["start"], phase["length"], phase["why.kind"])
            for phase in self.table.to_pylist()
        ]
        return _html.table("Phases", ("kernel", "phase", "instructions", "length in cycles", "starts with"), rows)


def phases(work: Path, *, kernel: str | None = None, gcn: bool = False) -> Phases:
    """The phases of the kernels of a work, as ``warploom phases`` finds them.

    work: an application or kernel of the suite, or a file of PTX, SASS or GCN assembly.
    kernel: only this kernel.
    gcn: the suite's GCN code instead of its PTX.
    """
    return Phases(*_warploom.phases(work, kernel, gcn))
