"""Warploom as Triton's GPU: a backend that ends with PTX, and a driver that executes it."""

from __future__ import annotations

import functools
import struct
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import triton
from triton.backends import Backend, backends
from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase
from triton.backends.nvidia.compiler import CUDABackend
from triton.runtime import autotuner, jit
from triton.runtime.driver import driver as active_driver

from .. import _warploom
from .._arguments import Path, simulation_options
from . import _arrays, _lines

PTX_VERSION = 84
"""The version of PTX that is asked for: the newest that is needed by what executes here."""


class DataRaceError(_warploom.WarploomError):
    """Accesses of different warps to the same bytes that nothing orders."""


class PtxBackend(CUDABackend):  # type: ignore[misc]
    """Triton's compiler for NVIDIA's GPUs, without its last step: PTX is executed, so that no ptxas is needed."""

    def __init__(self, target: GPUTarget) -> None:
        super().__init__(target)
        self.binary_ext = "warploom"

    def parse_options(self, opts: Mapping[str, Any]) -> Any:
        return super().parse_options({"ptx_version": PTX_VERSION, **opts})

    def add_stages(self, stages: dict[str, Any], options: Any, *language: Any) -> None:
        super().add_stages(stages, options, *language)
        del stages["cubin"]
        stages["warploom"] = lambda ptx, _metadata: _lines.of_callers(ptx).encode()

    @functools.lru_cache  # noqa: B019
    def hash(self) -> str:
        return f"warploom-{_warploom.__version__}-{PTX_VERSION}-{self.target.arch}"


class Gpu:
    """A simulated GPU with its settings, and the device that executes on it."""

    def __init__(self, machine: Path, set: Mapping[str, object] | None, checks: str, race: bool) -> None:
        self.machine = machine
        self.set = dict(set or {})
        self.race = race
        options = simulation_options(machine, set, "rr", None, None, None, False, False)
        self.device = _warploom.Device(options, checks)
        self.properties = self.device.properties
        self.temporary: list[object] = []
        self.is_capturing = False
        self.key = (str(machine), tuple(sorted((key, str(value)) for key, value in self.set.items())), checks)


class Utils:
    """What Triton asks of a driver."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def load_binary(self, name: str, kernel: bytes, shared: int, device: int) -> tuple[Any, ...]:
        """Module, function, registers, spills and, since Triton 3.4, the most threads of a CTA."""
        gpu = self.driver.gpu
        number, registers = gpu.device.load(kernel.decode(), name)
        loaded = (number, (gpu, number), registers, 0, 1024)
        return loaded[:4] if triton.__version__.startswith("3.3.") else loaded

    def get_device_properties(self, device: Any) -> dict[str, int]:
        properties = self.driver.gpu.properties
        return {
            "max_shared_mem": properties.most_shared,
            "max_num_regs": properties.registers,
            "multiprocessor_count": properties.sms,
            "warpSize": 32,
            "sm_clock_rate": int(properties.clock_mhz * 1000),
            "mem_clock_rate": int(properties.memory_clock_mhz * 1000),
            "mem_bus_width": 0,
        }


FORMATS = {
    "i1": "<?", "u1": "<?", "i8": "<b", "u8": "<B", "i16": "<h", "u16": "<H", "i32": "<i", "u32": "<I", "i64": "<q", "u64": "<Q",
    "fp16": "<e", "fp32": "<f", "f32": "<f", "fp64": "<d",
}  # fmt: skip


def packed(kind: str, value: Any) -> bytes:
    """A scalar as the kernel's parameter has it."""
    if kind == "bf16":
        return struct.pack("<f", value)[2:]
    if kind not in FORMATS:
        raise TypeError(f"arguments of type {kind} are not executed yet")
    return struct.pack(FORMATS[kind], value)


def flattened(kinds: Any, names: str, values: Any) -> Iterable[tuple[Any, str, Any]]:
    """Types, names and values of the arguments that the kernel has: without constants, and tuples by their parts."""
    if isinstance(kinds, tuple):
        for number, (kind, value) in enumerate(zip(kinds, values, strict=True)):
            yield from flattened(kind, f"{names}[{number}]", value)
    elif kinds != "constexpr":
        yield kinds, names, values


class Launcher:
    """Launches of one compiled kernel."""

    def __init__(self, source: Any, metadata: Any) -> None:
        self.signature: dict[str, Any] = dict(source.signature)
        self.metadata = metadata
        ctas = functools.reduce(lambda a, b: a * b, getattr(metadata, "cluster_dims", (1, 1, 1)), 1)
        if ctas > 1:
            raise _warploom.WarploomError(f"the kernel has clusters of {ctas} CTAs, which are not executed yet")

    def __call__(self, x: int, y: int, z: int, stream: int, function: Any, *rest: Any) -> None:
        __tracebackhide__ = True
        if x * y * z == 0:
            return
        _, launch_metadata, enter, leave, *values = rest
        gpu, kernel = function
        arguments: list[bytes | tuple[int, int]] = []
        arrays: list[_arrays.Allocation] = []
        for (name, kinds), value in zip(self.signature.items(), values, strict=True):
            for kind, own, part in flattened(kinds, str(name), value):
                is_pointer = isinstance(kind, str) and kind.startswith("*")
                arguments.append(_arrays.pointer(own, part, arrays) if is_pointer else packed(kind, part))
        size = getattr(self.metadata, "global_scratch_size", 0) or 0
        if size > 0:
            scratch = _arrays.zeros(size * x * y * z)
            arguments.append(_arrays.pointer("scratch", scratch, arrays))
        shape = (kernel, (x, y, z), 32 * self.metadata.num_warps, self.metadata.shared)
        if DRIVER.captured is not None and not gpu.is_capturing:
            gpu.device.begin_capture(sys.argv)
            gpu.is_capturing = True
        if enter is not None:
            enter(launch_metadata)
        left = gpu.device.launch(shape, arguments, [array.content() for array in arrays], gpu.race)
        for array, content in zip(arrays, left.arrays, strict=True):
            if content is not None:
                array.change(content)
        if leave is not None:
            leave(launch_metadata)
        if left.output:
            sys.stdout.write(left.output.decode(errors="replace"))
        for text in left.warnings:
            warnings.warn(text, RuntimeWarning, stacklevel=2)
        if left.fault is not None:
            raise left.fault
        if left.races and DRIVER.captured is None:
            raise DataRaceError("\n".join(left.races))


class Driver(DriverBase):  # type: ignore[misc]
    """Triton's view of the simulated GPU."""

    def __init__(self) -> None:
        super().__init__()
        self.gpus: dict[Any, tuple[int, Gpu]] = {}
        self.utils = Utils(self)
        self.launcher_cls = Launcher
        self.captured = _warploom.capture_settings()
        """The settings of ``warploom capture`` or ``warploom check``, if one of them started this program: a race is on the list of
        launches then, and the program goes on."""
        self.machine: Path | None = None
        """The machine that they choose."""
        if self.captured is not None and self.captured.machine is not None:
            self.description = tempfile.NamedTemporaryFile("w", prefix="warploom-", suffix=".toml")
            self.description.write(self.captured.machine)
            self.description.flush()
            self.machine = self.description.name
        self.choose("a100", None, "strict", False)

    def choose(self, machine: Path, set: Mapping[str, object] | None, checks: str, race: bool) -> None:
        """Executes what follows on a GPU, or on the one of the command that captures this program."""
        if self.captured is not None:
            checks, race = self.captured.checks, self.captured.race
            if self.machine is not None:
                machine, set = self.machine, None
        self.activate(Gpu(machine, set, checks, race))

    def activate(self, gpu: Gpu) -> None:
        """Executes what follows on this GPU. Triton keeps what it compiled by the number of the device."""
        if gpu.key in self.gpus:
            self.number, known = self.gpus[gpu.key]
            known.race = gpu.race
            self.gpu = known
        else:
            self.number, self.gpu = len(self.gpus), gpu
            self.gpus[gpu.key] = (self.number, gpu)

    @staticmethod
    def is_active() -> bool:
        return True

    def get_current_target(self) -> GPUTarget:
        return GPUTarget("cuda", max(self.gpu.properties.capability, 75), 32)

    def get_current_device(self) -> int:
        return self.number

    def set_current_device(self, device: int) -> None:
        pass

    def get_current_stream(self, device: int) -> int:
        return 0

    def get_active_torch_device(self) -> Any:
        import torch

        return torch.device("cpu")

    def get_device_interface(self) -> Any:
        from . import _time

        return _time.DeviceInterface

    def get_benchmarker(self) -> Callable[..., Any]:
        from . import _time

        return _time.do_bench

    def get_empty_cache_for_benchmark(self) -> None:
        return None

    def clear_cache(self, cache: Any) -> None:
        pass

    def map_python_to_cpp_type(self, ty: str) -> str:
        return ty

    def assemble_tensormap_to_arg(self, tensormaps_info: Any, args: Any) -> Any:
        return args


DRIVER: Driver


def use(
    machine: Path = "a100",
    *,
    set: Mapping[str, object] | None = None,
    checks: str = "strict",
    race: bool = False,
) -> None:
    """Chooses the GPU that Triton compiles for and kernels execute on, an A100 at first.

    checks: what becomes of accesses that are errors, but that a GPU lets pass, such as reads of uninitialised shared memory:
        ``"strict"`` raises ``KernelFault``, ``"warn"`` warns, ``"off"`` goes on.
    race: whether to raise ``DataRaceError`` for accesses of different warps to the same bytes that nothing orders. It takes longer.
    """
    if checks not in ("strict", "warn", "off"):
        raise ValueError(f"checks are strict, warn or off, not `{checks}`")
    DRIVER.choose(machine, set, checks, race)


def activate() -> None:
    """Makes Warploom Triton's GPU."""
    global DRIVER
    DRIVER = Driver()
    backends["nvidia"] = Backend(PtxBackend, Driver)
    for name in [name for name in backends if name != "nvidia"]:
        del backends[name]
    active_driver.set_active(DRIVER)
    for launched in (jit.JITFunction, autotuner.Autotuner, autotuner.Heuristics):
        _take_arrays(launched)
    triton.testing.do_bench = DRIVER.get_benchmarker()


def _take_arrays(launched: Any) -> None:
    """Makes `run` of a kind of kernel take NumPy arrays."""
    original = launched.run

    @functools.wraps(original)
    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        args = tuple(_arrays.wrapped(argument) for argument in args)
        return original(self, *args, **{name: _arrays.wrapped(argument) for name, argument in kwargs.items()})

    launched.run = run
