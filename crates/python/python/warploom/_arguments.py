"""Arguments that several functions share."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias, Union

if TYPE_CHECKING:
    from ._tape import Tape
    from ._warploom import SimulationOptions, WorkOptions

Path: TypeAlias = Union[str, "os.PathLike[str]"]
Work: TypeAlias = Union[Path, "Tape"]
"""A work: a name of the suite, a tape, an Accel-Sim trace, or PTX with a launch file."""


def work_path(work: Work) -> Path:
    """The name or file of a work."""
    from ._tape import Tape

    return work.path if isinstance(work, Tape) else work


def work_options(
    size: str | None,
    seed: int | None,
    launch: Path | None,
    kernel: str | None,
    launches: str | int | None,
) -> WorkOptions:
    """Options of a work, as the native module takes them."""
    return {
        "size": size,
        "seed": seed,
        "launch": launch,
        "kernel": kernel,
        "launches": None if launches is None else str(launches),
    }


def simulation_options(
    machine: Path,
    set: Mapping[str, object] | None,
    cta_policy: str,
    max_cycles: int | None,
    max_ctas: int | None,
    threads: int | None,
    cold: bool,
    by_line: bool,
) -> SimulationOptions:
    """Options of a simulation, as the native module takes them."""
    return {
        "machine": machine,
        "set": [(key, _toml(value)) for key, value in (set or {}).items()],
        "cta_policy": cta_policy,
        "max_cycles": max_cycles,
        "max_ctas": max_ctas,
        "threads": threads,
        "cold": cold,
        "by_line": by_line,
    }


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
