"""PyTorch's device `cuda` on the simulated GPU. These tests run where PyTorch is: its build for Linux has gigabytes of CUDA libraries."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

PROGRAM = """
import torch
from triton_kernels import add_kernel, matmul_kernel

assert torch.cuda.is_available() and torch.cuda.get_device_capability() == (8, 0)
assert torch.cuda.get_device_properties(0).multi_processor_count == 108
device = torch.device("cuda")
x = torch.arange(512, dtype=torch.float32, device="cuda:0")
y = torch.ones(512).cuda().to(device).to(0)
out = torch.empty_like(x, device=device)
assert x.is_cuda and out.is_cuda
add_kernel[(2,)](x, y, out, 512, BLOCK=256)
assert torch.equal(out, x + y)
a, b = (torch.randn(32, 64, device=device).to(torch.bfloat16) for _ in range(2))
c = torch.zeros(32, 32, device=device)
matmul_kernel[(1,)](a, b.t().contiguous(), c, 64, N=32, BLOCK_K=32)
torch.testing.assert_close(c, (a.double() @ b.double().t()).float(), rtol=1e-3, atol=1e-3)
assert torch.ones(2, device=0).device.type == "cpu"
with torch.cuda.stream(torch.cuda.Stream()):
    torch.cuda.current_stream().synchronize()
for refused, sentence in ((lambda: torch.cuda.Event(), "do_bench"), (lambda: torch.ones(2, device="cuda:1"), "one GPU")):
    try:
        refused()
    except Exception as error:
        assert sentence in str(error), error
    else:
        raise AssertionError(sentence)
print("ran")
"""


def test_programs_for_cuda_run(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    words = [sys.executable, "-m", "warploom.triton", "run", "program.py"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert done.returncode == 0 and done.stdout == "ran\n", done.stdout + done.stderr
