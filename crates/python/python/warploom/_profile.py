"""Profiles: what limits a kernel, and on which line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import pyarrow as pa
import pyarrow.compute as pc

from . import _html, _warploom
from ._arguments import Path, Work, simulation_options, work_options, work_path
from ._policy import PolicyLike, argument


@dataclass(frozen=True)
class KernelProfile:
    """What limits a kernel, over all its launches."""

    kernel: str
    """The symbol."""
    kernel_name: str
    """The shortest C++ name that no other kernel of the work has."""
    launches: int
    """Number of launches."""
    cycles: int
    """Cycles of all launches."""
    microseconds: float
    """The same at the machine's clock."""
    bound_by: str
    """The limit in one word: ``dram``, ``latency``, ``shared``, ``grid``, … The book's page on profiles lists them."""
    meaning: str
    """The limit in a sentence."""
    evidence: list[tuple[str, float]]
    """What shows the limit: a text, and a number as a share of 1."""
    remedy: str
    """What to try."""
    lines: pa.Table
    """Source lines with their share of the time, in the order of the source."""


class Profile:
    """The profiles of a work's kernels, in the order of their first launches. ``for kernel in profile`` goes through them, and
    ``profile["name"]`` is one of them. ``polars.DataFrame(profile)`` reads ``table`` in place."""

    def __init__(self, kernels: _warploom.Batches, evidence: _warploom.Batches, lines: _warploom.Batches) -> None:
        self._kernels = kernels
        self._evidence = evidence
        self._lines = lines

    @cached_property
    def table(self) -> pa.Table:
        """A row for each kernel: launches, cycles, microseconds, limit and remedy."""
        return self._kernels.table()

    @cached_property
    def evidence(self) -> pa.Table:
        """What shows the limits: a row for each kernel and number."""
        return self._evidence.table()

    @cached_property
    def lines(self) -> pa.Table:
        """A row for each kernel and source line: its share of the time, its stalls, and what it waits for, as JSON."""
        return self._lines.table()

    @cached_property
    def kernels(self) -> list[KernelProfile]:
        """The kernels."""
        evidence = self.evidence.to_pylist()
        return [
            KernelProfile(
                **row,
                evidence=[(one["what"], one["share"]) for one in evidence if one["kernel"] == row["kernel"]],
                lines=self.lines.filter(pc.equal(self.lines["kernel"], row["kernel"])),
            )
            for row in self.table.to_pylist()
        ]

    def __getitem__(self, kernel: str | int) -> KernelProfile:
        if isinstance(kernel, int):
            return self.kernels[kernel]
        for one in self.kernels:
            if kernel in (one.kernel, one.kernel_name):
                return one
        raise KeyError(kernel)

    def __iter__(self) -> Iterator[KernelProfile]:
        return iter(self.kernels)

    def __len__(self) -> int:
        return len(self.kernels)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._kernels.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        kernels = ", ".join(f"{one.kernel_name} bound by {one.bound_by}" for one in self.kernels)
        return f"<warploom.Profile: {kernels}>"

    def _repr_html_(self) -> str:
        rows = [(one.kernel_name, one.launches, one.cycles, one.bound_by, one.remedy) for one in self.kernels]
        return _html.table("Profile", ("kernel", "launches", "cycles", "bound by", "try"), rows)


def profile(
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
    warm: bool = False,
) -> Profile:
    """Finds what limits each kernel of a work, as ``warploom profile`` does, without simulating other machines and policies.

    warm: start every launch with what the host copied and what earlier launches left in the L2. It is empty otherwise, as
        Nsight Compute has it by default.

    The other arguments are those of ``run``. The machine must have SMs.
    """
    parts = _warploom.profile(
        work_path(work),
        None if policy is None else argument(policy),
        work_options(size, seed, launch, kernel, launches),
        simulation_options(machine, set, cta_policy, max_cycles, max_ctas, threads, not warm, True),
    )
    return Profile(*parts)
