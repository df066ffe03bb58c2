"""Triton kernels on NumPy arrays."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import triton
import triton_kernels
import warploom
import warploom.triton
from triton_kernels import (
    add_kernel,
    matmul_kernel,
    print_kernel,
    scale_kernel,
    softmax_kernel,
    total_kernel,
    transpose_kernel,
    unmasked_kernel,
)
from warploom.triton._lines import of_callers


@pytest.fixture(autouse=True)
def a100() -> Iterator[None]:
    warploom.triton.use("a100")
    yield
    warploom.triton.use("a100")


def line_of(kernel: Any, text: str) -> str:
    """The place of a kernel's line."""
    lines = Path(triton_kernels.__file__).read_text().splitlines()
    number = next(n for n, line in enumerate(lines, start=1) if text in line and n > kernel.starting_line_number)
    return f"triton_kernels.py:{number}"


def floats(n: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(1).standard_normal(n).astype(np.float32)


def test_results_are_numpys() -> None:
    x, y = floats(1000), floats(1000)[::-1].copy()
    out = np.zeros_like(x)
    add_kernel[(triton.cdiv(1000, 256),)](x, y, out, 1000, BLOCK=256)
    np.testing.assert_array_equal(out, x + y)


def test_grids_keywords_and_views() -> None:
    base = np.zeros(600, dtype=np.float64)
    x = base[100:356]
    x[:] = np.arange(256)
    out = base[356:]
    scale_kernel[lambda meta: (triton.cdiv(244, meta["BLOCK"]),)](x, out, factor=2.5, n=244, BLOCK=64, num_warps=2)
    np.testing.assert_array_equal(out, 2.5 * np.arange(244))
    assert (base[:100] == 0).all() and (x == np.arange(256)).all()


@pytest.mark.parametrize("kind", [np.float16, np.int8, np.int32, np.int64])
def test_types(kind: Any) -> None:
    x = np.arange(128).astype(kind)
    out = np.zeros_like(x)
    add_kernel[(1,)](x, x, out, np.int32(128), BLOCK=128)
    np.testing.assert_array_equal(out, x + x)


def test_a_matrix_product_on_tensor_cores() -> None:
    a, b = floats(32 * 64).reshape(32, 64).astype(np.float16), floats(64 * 32).reshape(64, 32).astype(np.float16)
    c = np.zeros((32, 32), dtype=np.float32)
    compiled = matmul_kernel[(1,)](a, b, c, 64, N=32, BLOCK_K=32)
    assert "mma.sync" in compiled.asm["ptx"]
    np.testing.assert_allclose(c, a.astype(np.float32) @ b.astype(np.float32), rtol=1e-3, atol=1e-3)


def test_a_missing_mask_names_the_line_and_the_array() -> None:
    x, out = floats(100), np.zeros(128, dtype=np.float32)
    with pytest.raises(warploom.KernelFault) as raised:
        unmasked_kernel[(1,)](x, out, BLOCK=128)
    assert line_of(unmasked_kernel, "value = tl.load(x_ptr + at)") in str(raised.value)
    assert "`x_ptr`" in str(raised.value)


def test_a_wrong_stride_names_the_line_and_the_array() -> None:
    x, out = floats(16 * 32), np.zeros(16 * 32, dtype=np.float32)
    transpose_kernel[(16,)](x, out, 16, 16, N=32)
    np.testing.assert_array_equal(out.reshape(32, 16), x.reshape(16, 32).T)
    with pytest.raises(warploom.KernelFault) as raised:
        transpose_kernel[(16,)](x, out, 16, 32, N=32)
    assert line_of(transpose_kernel, "the caller's stride") in str(raised.value)
    assert "`out_ptr`" in str(raised.value)


def test_a_race_between_programs_names_the_line() -> None:
    x, total = np.ones(512, dtype=np.float32), np.zeros(1, dtype=np.float32)
    warploom.triton.use("a100", race=True)
    total_kernel[(4,)](x, total, BLOCK=128, ATOMIC=True)
    assert total[0] == 512
    with pytest.raises(warploom.triton.DataRaceError) as raised:
        total_kernel[(4,)](x, total, BLOCK=128, ATOMIC=False)
    assert line_of(total_kernel, "tl.store(total_ptr") in str(raised.value)


def test_what_kernels_print_and_assert(capsys: pytest.CaptureFixture[str]) -> None:
    x = np.array([3, 4], dtype=np.int32)
    print_kernel[(2,)](x, 9, debug=True, num_warps=1)
    assert "value" in capsys.readouterr().out
    with pytest.raises(warploom.KernelFault, match="value is too large"):
        print_kernel[(2,)](x, 4, debug=True, num_warps=1)


def test_read_only_arrays_are_not_written() -> None:
    x = floats(128)
    out = np.zeros_like(x)
    out.flags.writeable = False
    with pytest.raises(warploom.WorkError, match="`out_ptr`, which is read-only"):
        add_kernel[(1,)](x, x, out, 128, BLOCK=128)


def test_arrays_that_kernels_cannot_take_are_refused() -> None:
    out = np.zeros(128, dtype=np.float32)
    for kind in ("complex64", ">f4", "object"):
        with pytest.raises(TypeError, match="kernels take arrays of booleans, integers and floats"):
            add_kernel[(1,)](np.zeros(128).astype(kind), out, out, 128, BLOCK=128)


def test_an_empty_recording_says_so() -> None:
    with warploom.triton.record() as recording:
        pass
    with pytest.raises(warploom.WarploomError, match="no kernel of Triton was launched"):
        _ = recording.cycles


def test_recorded_launches_are_a_work(tmp_path: Path) -> None:
    x, out = floats(4096), np.zeros(4096, dtype=np.float32)
    with warploom.triton.record(tmp_path / "launches", machine="v100") as recording:
        for _ in range(2):
            add_kernel[(16,)](x, x, out, 4096, BLOCK=256)
    assert recording.cycles > 0 and recording.microseconds > 0
    run = warploom.run(tmp_path / "launches", machine="v100")
    assert run.table.column("cycles").to_pylist()[-1] == recording.cycles
    [kernel] = recording.profile.kernels
    assert kernel.kernel == "add_kernel" and kernel.launches == 2
    files = {str(name) for name in kernel.lines.column("file").to_pylist()}
    assert any(name.endswith("triton_kernels.py") for name in files)


def test_a_benchmark_in_a_recording_is_not_recorded(tmp_path: Path) -> None:
    x, out = floats(256), np.zeros(256, dtype=np.float32)

    def launch() -> None:
        add_kernel[(1,)](x, x, out, 256, BLOCK=256)

    with warploom.triton.record(tmp_path / "launches") as recording:
        launch()
        assert triton.testing.do_bench(launch) > 0
        launch()
    assert recording.profile["add_kernel"].launches == 2


def test_a_profile_in_one_call() -> None:
    x, out = floats(4096), np.zeros(4096, dtype=np.float32)
    found = warploom.triton.profile(add_kernel, (16,), x, x, out, 4096, BLOCK=256, machine="rtx2060")
    assert found["add_kernel"].cycles > 0


def test_autotune_chooses_by_simulated_time() -> None:
    configs = [triton.Config({"BLOCK": block}, num_warps=warps) for block in (64, 1024) for warps in (1, 4)]
    tuned = triton.autotune(configs=configs, key=["n"])(add_kernel)
    x, out = floats(1 << 14), np.zeros(1 << 14, dtype=np.float32)
    tuned[lambda meta: (triton.cdiv(1 << 14, meta["BLOCK"]),)](x, x, out, 1 << 14)
    np.testing.assert_array_equal(out, x + x)
    times = {config: milliseconds[0] for config, milliseconds in tuned.configs_timings.items()}
    assert len(set(times.values())) > 1 and tuned.best_config == min(times, key=lambda config: times[config])
    again = triton.testing.do_bench(lambda: add_kernel[(256,)](x, x, out, 1 << 14, BLOCK=64, num_warps=1))
    assert again == times[configs[0]]


def test_without_triton_there_is_a_sentence(tmp_path: Path) -> None:
    program = """
        import sys
        sys.modules["triton"] = None
        try:
            import warploom.triton
        except ImportError as error:
            print(error)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == "warploom.triton needs Triton from 3.3 on: pip install 'warploom[triton]'\n", done.stderr


def test_the_code_of_the_page_runs(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs/how-to/triton.md").read_text()
    code = [part.split("```")[0] for part in page.split("```python\n")[1:]]
    (tmp_path / "scale.py").write_text("".join(code) + "\ntest_scale()\n")

    def run() -> subprocess.CompletedProcess[str]:
        # A cache of its own: Triton's key does not have the file's path.
        environment = {**os.environ, "TRITON_CACHE_DIR": str(tmp_path / "cache")}
        return subprocess.run([sys.executable, "scale.py"], capture_output=True, text=True, cwd=tmp_path, env=environment)

    done = run()
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 2, done.stdout
    unmasked = code[0].replace("tl.load(x_ptr + at, mask=mask)", "tl.load(x_ptr + at)")
    (tmp_path / "scale.py").write_text(unmasked)
    done = run()
    message = page.split("```text\n")[1].split("```")[0]
    # The file has its whole path.
    assert message == done.stderr[done.stderr.index("warploom.KernelFault") :].replace(f"{tmp_path}/", ""), done.stderr


def test_a_line_of_tritons_library_becomes_its_callers() -> None:
    kernel, out = softmax_kernel, floats(64)
    found = warploom.triton.profile(kernel, (1,), floats(64), out, 64, BLOCK=64)
    lines = found[0].lines.to_pylist()
    assert {Path(line["file"]).name for line in lines} == {"triton_kernels.py"}
    largest = max(lines, key=lambda line: float(line["share"]))
    assert f"triton_kernels.py:{largest['line']}" in {
        line_of(kernel, "tl.load(x_ptr + at"),
        line_of(kernel, "largest = tl.max"),
        line_of(kernel, "tl.sum"),
    }


def test_inlined_calls_outside_of_the_library_stay() -> None:
    files = '\t.file\t1 "/a/kernels.py"\n\t.file\t2 "/lib/triton/language/standard.py"\n'
    helper = "\t.loc\t1 5 2   // kernels.py:5:2 @[ kernels.py:9:4 ]\n"
    unknown = "\t.loc\t2 7 1   // standard.py:7:1 @[ other.py:3:3 ]\n"
    own = "\t.loc\t1 9 4   // kernels.py:9:4\n"
    nested = "\t.loc\t2 7 1   // standard.py:7:1 @[ standard.py:8:1 @[ kernels.py:5:2 @[ kernels.py:9:4 ] ] ]\n"
    called = of_callers(files + helper + unknown + own + nested).splitlines()
    assert called[2].startswith("\t.loc\t1 5 2, function_name $inlined, inlined_at 1 9 4")
    assert called[3] == unknown.rstrip() and called[4] == own.rstrip()
    assert called[5].startswith("\t.loc\t1 5 2, function_name $inlined, inlined_at 1 9 4")
