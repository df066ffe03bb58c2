"""Triton without a GPU: its kernels compile, execute with every access checked, and are timed on simulated GPUs.

In a file, because Triton reads the source of kernels::

    import numpy as np, triton, triton.language as tl
    import warploom.triton

    @triton.jit
    def add_one(x, y, n, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(y + at, tl.load(x + at, at < n) + 1, at < n)

    x, y = np.arange(1000, dtype=np.float32), np.zeros(1000, dtype=np.float32)
    with warploom.triton.record(machine="a100") as recording:
        add_one[(8,)](x, y, 1000, BLOCK=128)
    print(y[999], recording.cycles)

Importing this module makes it Triton's GPU, also where there is a real one. Kernels take NumPy arrays, and CPU tensors of PyTorch.
"""

from __future__ import annotations

try:
    import triton as _triton
except ImportError:
    raise ImportError("warploom.triton needs Triton from 3.3 on: pip install 'warploom[triton]'") from None

_version = tuple(int(part) for part in _triton.__version__.split(".")[:2])
if _version < (3, 3):
    raise ImportError(f"warploom.triton needs Triton from 3.3 on, and this is {_triton.__version__}")

from ._driver import DataRaceError, activate, use  # noqa: E402
from ._limits import LimitError, limits  # noqa: E402
from ._time import Recording, do_bench, profile, record  # noqa: E402
from ._torch import emulate_cuda  # noqa: E402

__all__ = ["DataRaceError", "LimitError", "Recording", "do_bench", "emulate_cuda", "limits", "profile", "record", "use"]

activate()
