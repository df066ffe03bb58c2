"""One run: a work on a machine under a policy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import pyarrow as pa

from . import _html, _warploom
from ._arguments import Path, Work, simulation_options, work_options, work_path
from ._figure import Figure
from ._policy import PolicyLike, argument
from ._warploom import WarploomError


def stalls_of(record: Mapping[str, Any]) -> dict[str, int]:
    """The scheduler-cycles of a record by cause, those of issues first."""
    causes = {name.removeprefix("stalls."): value for name, value in record.items() if name.startswith("stalls.")}
    return {"issued": causes.pop("issued"), **causes}


class Run:
    """The result of a run. ``polars.DataFrame(run)`` and ``pyarrow.table(run)`` read its records in place."""

    def __init__(self, records: _warploom.Batches, details: _warploom.Batches, lines: _warploom.Batches | None) -> None:
        self._records = records
        self._details = details
        self._lines = lines

    @cached_property
    def table(self) -> pa.Table:
        """The records: a row for each launch, and the row of the whole run last. The columns are those of the book's page on records."""
        return self._records.table()

    @cached_property
    def details(self) -> pa.Table:
        """The details of stalls: a row for each launch, cause and detail. The rows without a launch are of the whole run."""
        return self._details.table()

    @cached_property
    def by_line(self) -> pa.Table:
        """Scheduler-cycles by source line, most cycles first. Needs ``run(..., by_line=True)``."""
        if self._lines is None:
            error = WarploomError("the run did not attribute scheduler-cycles to lines")
            if hasattr(error, "add_note"):
                error.add_note("help: pass by_line=True to warploom.run")
            raise error
        return self._lines.table()

    @cached_property
    def total(self) -> dict[str, Any]:
        """The record of the whole run."""
        record: dict[str, Any] = self.table.slice(self.table.num_rows - 1).to_pylist()[0]
        return record

    @property
    def cycles(self) -> int:
        """Cycles of the whole run."""
        return int(self.total["cycles"])

    @property
    def ipc(self) -> float:
        """Thread instructions per cycle of the whole GPU."""
        return float(self.total["ipc"])

    @property
    def stalls(self) -> dict[str, int]:
        """Scheduler-cycles of the whole run by cause. They add up to ``total["scheduler_cycles"]``."""
        return stalls_of(self.total)

    @cached_property
    def figure(self) -> Figure:
        """The scheduler-cycles of each kernel by cause."""
        kernels: dict[str, dict[str, int]] = {}
        for record in self.table.slice(0, self.table.num_rows - 1).to_pylist():
            sums = kernels.setdefault(record["kernel_name"] or record["kernel"], {})
            for cause, cycles in stalls_of(record).items():
                sums[cause] = sums.get(cause, 0) + cycles
        causes = [cause for cause, cycles in self.stalls.items() if cycles > 0]
        stacks = [
            (kernel, [sums[cause] / max(1, sum(sums.values())) for cause in causes]) for kernel, sums in kernels.items()
        ]
        titles = (f"{self.total['work']} on {self.total['machine']} under {self.total['policy']}", "kernel", "scheduler-cycles")
        return Figure(_warploom.stacked(titles, causes, [("", stacks)], 1.0))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._records.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        total = self.total
        return (
            f"<warploom.Run {total['work']} on {total['machine']} under {total['policy']}: "
            f"{total['cycles']} cycles, {total['ipc']:.2f} IPC>"
        )

    def _repr_html_(self) -> str:
        total = self.total
        caption = f"{total['work']} on {total['machine']} under {total['policy']}: {total['cycles']:,} cycles, {total['ipc']:.2f} IPC"
        cycles = max(1, int(total["scheduler_cycles"]))
        rows = [(cause, count, f"{100 * count / cycles:.1f} %") for cause, count in self.stalls.items() if count > 0]
        return _html.table(caption, ("cause", "scheduler-cycles", "share"), rows)


def run(
    work: Work,
    *,
    machine: Path = "gtx480",
    set: Mapping[str, object] | None = None,
    policy: PolicyLike | None = None,
    cta_policy: str = "rr",
    size: str | None = None,
    seed: int | None = None,
    launch: Path | None = None,
    kernel: str | None = None,
    launches: str | int | None = None,
    max_cycles: int | None = None,
    max_ctas: int | None = None,
    threads: int | None = None,
    cold: bool = False,
    by_line: bool = False,
) -> Run:
    """Simulates a work on a machine, as ``warploom run`` does.

    work: a name of the suite (``lud``, ``lud/internal``), a tape, an Accel-Sim trace, or PTX with ``launch``.
    machine: a name (``warploom.machines()``) or a description file. ``set`` changes keys of it: ``{"sm.count": 4}``.
    policy: a name with parameters (``two-level:ready=8``), or a policy in Python: see ``Policy``. None is ``gto``, or ``rr`` on a
        machine of CUs.
    size, seed: of suite works; ``small`` and 1 if None.
    launch: the launch file of PTX.
    kernel, launches: only launches of these kernels, only launches of these numbers (``0``, ``"2..5"``).
    max_cycles, max_ctas: limits that end the run early.
    threads: host threads; None is one per CPU. The result does not depend on them.
    cold: start without the data that the host copied in the L2.
    by_line: attribute scheduler-cycles to source lines.

    Other Python threads run meanwhile. Ctrl-C ends the run.
    """
    parts = _warploom.run(
        work_path(work),
        None if policy is None else argument(policy),
        work_options(size, seed, launch, kernel, launches),
        simulation_options(machine, set, cta_policy, max_cycles, max_ctas, threads, cold, by_line),
    )
    return Run(*parts)
