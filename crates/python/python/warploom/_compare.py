"""Comparisons of policies."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from . import _html, _warploom
from ._arguments import Path, Work, simulation_options, work_options, work_path
from ._figure import Figure
from ._policy import PolicyLike, argument
from ._tape import Tape


class Comparison:
    """Runs of every policy on every work. ``polars.DataFrame(comparison)`` reads their records in place."""

    def __init__(self, records: _warploom.Batches, policies: Sequence[str], works: Sequence[str]) -> None:
        self._records = records
        self.policies = list(policies)
        """The policies, as records spell them. The first is the baseline."""
        self._works = list(works)

    @cached_property
    def table(self) -> pa.Table:
        """All records, by work and then by policy: a row for each launch, and the row of the whole run after them."""
        return self._records.table()

    @cached_property
    def _totals(self) -> list[dict[str, Any]]:
        totals: list[dict[str, Any]] = self.table.filter(pc.is_null(self.table["launch"])).to_pylist()
        return totals

    @cached_property
    def _cycles(self) -> list[list[int]]:
        """Cycles of each work, by policy."""
        cycles = [int(total["cycles"]) for total in self._totals]
        count = len(self.policies)
        return [cycles[at : at + count] for at in range(0, len(cycles), count)]

    @cached_property
    def speedups(self) -> pa.Table:
        """The speedup of each policy over the first: a row for each work and policy."""
        baselines = [row[0] for row in self._cycles for _ in row]
        cycles = [int(total["cycles"]) for total in self._totals]
        columns = {name: [total[name] for total in self._totals] for name in ("work", "size", "seed", "machine", "policy", "cycles", "ipc")}
        columns["speedup"] = [_ratio(baseline, own) for baseline, own in zip(baselines, cycles)]
        return pa.table(columns)

    @cached_property
    def means(self) -> dict[str, float]:
        """The geometric mean of each policy's speedups."""
        rows = [[_ratio(row[0], own) for own in row] for row in self._cycles]
        return {
            policy: math.exp(sum(math.log(row[at]) for row in rows) / max(1, len(rows))) for at, policy in enumerate(self.policies)
        }

    @cached_property
    def figure(self) -> Figure:
        """The speedups as bars that grow up or down from 1."""
        rows = [[_ratio(row[0], own) for own in row] for row in self._cycles]
        works = list(self._works)
        if len(rows) > 1:
            works.append("geometric mean")
            rows.append(list(self.means.values()))
        # The baseline's bars would have no height.
        first = min(1, len(self.policies) - 1)
        series = [(policy, [row[at] for row in rows]) for at, policy in enumerate(self.policies) if at >= first]
        baseline = self.policies[0]
        machine = self._totals[0]["machine"]
        titles = (f"Speedup over {baseline} on {machine}", "workload", f"cycles under {baseline} ÷ cycles")
        return Figure(_warploom.bars(titles, works, series, 1.0))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._records.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        means = ", ".join(f"{policy} {mean:.3f}" for policy, mean in self.means.items())
        return f"<warploom.Comparison of {len(self._works)} works: {means}>"

    def _repr_html_(self) -> str:
        rows: list[list[object]] = [
            [work, row[0], *(_ratio(row[0], own) for own in row)] for work, row in zip(self._works, self._cycles)
        ]
        if len(rows) > 1:
            rows.append(["geometric mean", None, *self.means.values()])
        baseline = self.policies[0]
        return _html.table(f"Speedup over {baseline}", ("work", f"cycles under {baseline}", *self.policies), rows)


def _ratio(baseline: int, cycles: int) -> float:
    return max(1, baseline) / max(1, cycles)


def compare(
    works: Work | Sequence[Work],
    *,
    policies: Sequence[PolicyLike] = ("lrr", "gto"),
    machine: Path = "gtx480",
    set: Mapping[str, object] | None = None,
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
) -> Comparison:
    """Runs every policy on every work, as ``warploom compare`` does. The first policy is the baseline.

    A work is executed once, to a temporary tape that every policy reads. Runs execute in parallel, unless a policy is in Python.
    The other arguments are those of ``run``.
    """
    if isinstance(works, (str, os.PathLike, Tape)):
        works = [works]
    if isinstance(policies, str):
        raise TypeError(f"policies is a list: policies=[{policies!r}, ...]")
    if not works or not policies:
        raise ValueError("a comparison needs at least one work and one policy")
    paths = [work_path(work) for work in works]
    records, names = _warploom.compare(
        paths,
        [argument(policy) for policy in policies],
        work_options(size, seed, launch, kernel, launches),
        simulation_options(machine, set, cta_policy, max_cycles, max_ctas, threads, cold, False),
    )
    return Comparison(records, names, [os.fspath(path) for path in paths])
