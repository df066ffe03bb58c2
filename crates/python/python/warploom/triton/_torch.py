"""PyTorch's device ``cuda`` as the simulated GPU."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from .. import _warploom
from . import _driver


def emulate_cuda() -> None:
    """Makes programs of PyTorch that ask for ``cuda`` run here: their tensors are on the CPU, where kernels of Triton take them.

    Call it before the program's modules are imported. ``device="cuda"``, ``tensor.cuda()`` and ``tensor.to("cuda")`` mean the CPU,
    ``tensor.is_cuda`` is true, and ``torch.cuda`` describes the GPU of ``use``. What PyTorch itself computes is not simulated.
    """
    # Without its types, which only a host with PyTorch has.
    torch: Any = import_module("torch")
    modes: Any = import_module("torch.overrides")

    def on_cpu(value: Any) -> Any:
        name = str(value) if isinstance(value, torch.device) else value
        if not isinstance(name, str) or name.partition(":")[0] != "cuda":
            return value
        if name.partition(":")[2] not in ("", "0"):
            raise _warploom.WarploomError(f"there is no device `{name}`: one GPU is simulated, `cuda:0`")
        return "cpu" if isinstance(value, str) else torch.device("cpu")

    def is_number(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    class OnCpu(modes.TorchFunctionMode):  # type: ignore[misc]
        def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            if function is torch.Tensor.cuda:
                return args[0]
            if function == torch.Tensor.is_cuda.__get__:
                return True
            args = tuple(on_cpu(value) for value in args)
            kwargs = {name: on_cpu(value) for name, value in (kwargs or {}).items()}
            if function is torch.Tensor.to and len(args) > 1 and is_number(args[1]):
                args = (args[0], "cpu", *args[2:])
            if is_number(kwargs.get("device")):
                kwargs["device"] = "cpu"
            return function(*args, **kwargs)

    class Event:
        """Refused: a program that times itself would print the time of this host."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            raise _warploom.WarploomError(
                "events of torch.cuda have no simulated time: use triton.testing.do_bench or warploom.triton.record"
            )

    class Stream:
        """The one stream: launches execute one after the other."""

        cuda_stream = 0

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            pass

        def synchronize(self) -> None:
            pass

        def wait_stream(self, stream: Any) -> None:
            pass

    def properties(device: Any = None) -> SimpleNamespace:
        gpu = _driver.DRIVER.gpu.properties
        return SimpleNamespace(
            name=gpu.name,
            major=gpu.capability // 10,
            minor=gpu.capability % 10,
            multi_processor_count=gpu.sms,
            warp_size=32,
            regs_per_multiprocessor=gpu.registers,
            shared_memory_per_block_optin=gpu.most_shared,
        )

    def capability(device: Any = None) -> tuple[int, int]:
        gpu = properties()
        return gpu.major, gpu.minor

    replaced: dict[str, Callable[..., Any]] = {
        "is_available": lambda: True,
        "device_count": lambda: 1,
        "current_device": lambda: 0,
        "set_device": lambda device: None,
        "synchronize": lambda device=None: None,
        "empty_cache": lambda: None,
        "get_device_capability": capability,
        "get_device_name": lambda device=None: properties().name,
        "get_device_properties": properties,
        "device": lambda device: contextlib.nullcontext(),
        "manual_seed_all": lambda seed: None,
        "Event": Event,
        "Stream": Stream,
        "current_stream": lambda device=None: Stream(),
        "default_stream": lambda device=None: Stream(),
        "stream": lambda stream: contextlib.nullcontext(),
    }
    for name, function in replaced.items():
        setattr(torch.cuda, name, function)
    # A mode is on for as long as the program runs.
    mode: Any = OnCpu()
    mode.__enter__()
