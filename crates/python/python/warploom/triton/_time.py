"""Simulated time of Triton's kernels."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any

from triton.runtime.cache import get_cache_manager

from .. import _warploom
from .._arguments import Path
from .._profile import Profile
from .._profile import profile as profile_work
from .._run import Run
from .._run import run as run_work
from . import _driver


class Recording:
    """Launches that were recorded. The folder is a work for ``warploom.run``, ``warploom.compare`` and the command line."""

    def __init__(self, folder: FilePath, gpu: _driver.Gpu) -> None:
        self.folder = folder
        self._gpu = gpu

    @cached_property
    def run(self) -> Run:
        """The simulation of the launches, one after the other, on the recording's machine under its usual policy. It begins with what
        the host copied in the L2, where ``profile`` and Triton's benchmarks begin each launch with an empty one."""
        if not any(self.folder.glob("*.tape")):
            raise _warploom.WarploomError("no kernel of Triton was launched in this recording")
        return run_work(self.folder, machine=self._gpu.machine, set=self._gpu.set)

    @cached_property
    def profile(self) -> Profile:
        """What limits each kernel, and on which line."""
        return profile_work(self.folder, machine=self._gpu.machine, set=self._gpu.set)

    @property
    def cycles(self) -> int:
        """Cycles of all launches."""
        return int(self._total("cycles"))

    @property
    def microseconds(self) -> float:
        """Simulated time of all launches."""
        return float(self._total("microseconds"))

    def milliseconds_cold(self) -> float:
        """Simulated time from an empty L2 on, as Triton's benchmarks measure."""
        run = run_work(self.folder, machine=self._gpu.machine, set=self._gpu.set, cold=True)
        return float(self._total("microseconds", run)) / 1000

    def _total(self, column: str, run: Run | None = None) -> Any:
        table = (run or self.run).table
        row = table.column("kernel").to_pylist().index("total") if table.num_rows > 1 else 0
        return table.column(column)[row].as_py()

    def __repr__(self) -> str:
        return f"<warploom.triton.Recording: {self.folder}>"

    def _repr_html_(self) -> str:
        return self.profile._repr_html_()


@contextmanager
def record(
    folder: Path | None = None, *, machine: Path | None = None, set: Mapping[str, object] | None = None
) -> Iterator[Recording]:
    """Records the launches in a ``with`` block, to simulate them.

    folder: where to keep tapes and the list of launches; a temporary one otherwise, which is deleted when the program ends.
    machine: the GPU, which Triton compiles for in the block; that of ``use`` otherwise.
    """
    driver = _driver.DRIVER
    before = driver.gpu
    if machine is not None or set is not None:
        driver.choose(before.machine if machine is None else machine, set, before.key[2], before.race)
    gpu = driver.gpu
    if folder is None:
        temporary = tempfile.TemporaryDirectory(prefix="warploom-triton-")
        gpu.temporary.append(temporary)
        folder = temporary.name
    gpu.device.begin_recording(folder)
    try:
        yield Recording(FilePath(folder), gpu)
    finally:
        gpu.device.end_recording()
        driver.activate(before)


def profile(kernel: Any, grid: Any, *args: Any, machine: Path | None = None, **kwargs: Any) -> Profile:
    """Launches a kernel and finds what limits it: ``profile(add, (8,), x, y, 1000, BLOCK=128, machine="h100")``."""
    with record(machine=machine) as recording:
        kernel[grid](*args, **kwargs)
    return recording.profile


def simulated_milliseconds(call: Callable[[], Any]) -> float:
    """The simulated time of the launches in a call, kept in Triton's cache by their content and the machine."""
    with tempfile.TemporaryDirectory(prefix="warploom-triton-") as folder:
        tapes = FilePath(folder) / "tapes"
        with record(tapes) as recording:
            call()
        digest = hashlib.sha256(json.dumps([_warploom.__version__, str(_driver.DRIVER.gpu.key)]).encode())
        for tape in sorted(tapes.glob("*.tape")):
            digest.update(tape.read_bytes())
        cache = get_cache_manager(digest.hexdigest())
        known = cache.get_file("milliseconds.json")
        if known is not None:
            return float(json.loads(FilePath(known).read_text()))
        found = recording.milliseconds_cold() if any(tapes.glob("*.tape")) else 0.0
        cache.put(json.dumps(found), "milliseconds.json", binary=False)
        return found


def do_bench(
    fn: Callable[[], Any],
    warmup: int = 25,
    rep: int = 100,
    grad_to_none: Any = None,
    quantiles: Sequence[float] | None = None,
    return_mode: str = "mean",
) -> Any:
    """``triton.testing.do_bench`` in simulated time: milliseconds of the launches of one call, from an empty L2 on, as Triton
    measures. Simulations repeat exactly, so that all quantiles are equal and nothing is warmed up."""
    milliseconds = simulated_milliseconds(fn)
    if quantiles is not None:
        times = [milliseconds] * len(quantiles)
        return times if len(times) > 1 else times[0]
    return [milliseconds] if return_mode == "all" else milliseconds


class DeviceInterface:
    """What programs that measure time themselves ask of a device: there is nothing to wait for, and nothing is timed."""

    @staticmethod
    def synchronize(device: Any = None) -> None:
        pass

    @staticmethod
    def current_device() -> int:
        return _driver.DRIVER.get_current_device()
