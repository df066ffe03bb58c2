"""Limits of Triton kernels, in tests and for `warploom check`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import warploom.triton
from triton_kernels import add_kernel, total_kernel
from warploom.triton import LimitError, limits

EXAMPLES = Path(__file__).parents[3] / "examples/triton"

PROGRAM = """
import numpy as np
import warploom.triton
from triton_kernels import add_kernel, total_kernel, unmasked_kernel

ones, total = np.ones(512, dtype=np.float32), np.zeros(1, dtype=np.float32)

@warploom.triton.limits("add_*", cycles=1)
def check_slow():
    add_kernel[(2,)](ones, ones, np.empty_like(ones), 512, BLOCK=256)

@warploom.triton.limits()
def check_race():
    total_kernel[(4,)](ones, total, BLOCK=128, ATOMIC=False)

@warploom.triton.limits(machine="v100")
def check_fault():
    unmasked_kernel[(1,)](ones[:100].copy(), ones, BLOCK=128)

@warploom.triton.limits()
def check_wrong():
    out = np.zeros_like(ones)
    add_kernel[(2,)](ones, ones, out, 500, BLOCK=256)
    np.testing.assert_array_equal(out, 2 * ones)

@warploom.triton.limits()
def check_nothing():
    pass
"""


def command(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs the command of the package."""
    program = Path(sysconfig.get_path("scripts")) / "warploom"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    words = [program, *arguments]
    return subprocess.run(words, capture_output=True, text=True, cwd=cwd, env=environment)


def verdicts(done: subprocess.CompletedProcess[str]) -> dict[str, dict[str, Any]]:
    """The verdicts of `check --json`: check, then what was judged."""
    return {check["name"]: {one["what"]: one for one in check["verdicts"]} for check in json.loads(done.stdout)}


def arrays(n: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    return np.ones(n, dtype=np.float32), np.zeros(n, dtype=np.float32)


def test_kernels_within_their_limits_pass() -> None:
    x, out = arrays(1024)

    @limits("add_*", machine="a100", registers=40, coalescing=0.9)
    @limits("*", cycles=1e6)
    def launch(n: int) -> int:
        add_kernel[(4,)](x, x, out, n, BLOCK=256)
        return n

    warploom.triton.use("v100")
    assert launch(1024) == 1024 and (out == 2).all()
    assert warploom.triton._driver.DRIVER.gpu.machine == "v100", "limits choose a machine for their function only"


def test_an_exceeded_limit_names_kernel_value_and_limit() -> None:
    x, out = arrays(1024)

    @limits(machine="a100", cycles=10, occupancy=0.1)
    def launch() -> None:
        add_kernel[(4,)](x, x, out, 1024, BLOCK=256)

    with pytest.raises(LimitError, match=r"add_kernel: cycles \d+, at most 10$"):
        launch()


def test_races_are_found_where_limits_are() -> None:
    x, total = arrays(512)

    @limits(machine="a100")
    def launch() -> None:
        total_kernel[(4,)](x, total, BLOCK=128, ATOMIC=False)

    with pytest.raises(warploom.triton.DataRaceError):
        launch()
    # Not after it.
    total_kernel[(4,)](x, total, BLOCK=128, ATOMIC=False)


def test_two_limits_for_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two sets of limits are for kernels `a`"):
        limits("a", cycles=1)(limits("a", cycles=2)(lambda: None))


def test_mistakes_in_limits_are_sentences(tmp_path: Path) -> None:
    for mistake, message in (
        (lambda: limits(lambda: None), "with parentheses"),  # type: ignore[arg-type]
        (lambda: limits(cycles=-5), "the limit `cycles` is a number"),
        (lambda: limits(registers="8"), "the limit `registers` is a number"),  # type: ignore[arg-type]
        (lambda: limits()(add_kernel), "not for a kernel"),
        (lambda: limits("a", machine="a100")(limits("b", machine="h100")(print_nothing)), "for one machine, not h100 and a100"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            mistake()
    with pytest.raises(LimitError, match="print_nothing launched no kernel"):
        limits()(print_nothing)()
    text = "import warploom.triton\n\n@warploom.triton.limits(cycle=5)\ndef check_it():\n    pass\n"
    (tmp_path / "wrong.py").write_text(text)
    done = command("check", "wrong.py", cwd=tmp_path)
    assert done.returncode == 2 and "wrong.py:3: TypeError" in done.stderr and "`cycle`" in done.stderr.replace("'", "`"), done.stderr
    assert "Traceback" not in done.stderr and "pip install" not in done.stderr


def print_nothing() -> None:
    pass


def test_what_only_pytest_calls_is_named(tmp_path: Path) -> None:
    program = PROGRAM.split("@warploom")[0] + """
warploom.triton.use("v100")

@warploom.triton.limits(cycles=100000)
def check_sum():
    add_kernel[(2,)](ones, ones, np.empty_like(ones), 512, BLOCK=256)

@warploom.triton.limits(cycles=1)
def test_argument(n):
    pass

class TestKernels:
    @warploom.triton.limits(cycles=1)
    def test_method(self):
        pass
"""
    (tmp_path / "kernels.py").write_text(program)
    done = command("check", "kernels.py", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    [check] = json.loads(done.stdout)
    assert check["name"] == "check_sum" and check["machine"] == "v100", "the file chooses the machine"
    assert "test_argument is not checked: it takes arguments" in done.stderr
    assert "TestKernels.test_method is not checked: it is a method" in done.stderr


def test_check_takes_a_python_file(tmp_path: Path) -> None:
    (tmp_path / "kernels.py").write_text(PROGRAM)
    done = command("check", "kernels.py", "--json", cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    found = verdicts(done)
    assert found["check_slow"]["cycles"]["status"] == "failed" and found["check_slow"]["results"]["status"] == "passed"
    races = found["check_race"]["races"]
    assert races["status"] == "failed"
    assert races["problems"][0]["place"]["file"].endswith("triton_kernels.py"), races
    fault = found["check_fault"]["faults"]
    assert fault["status"] == "failed" and "`x_ptr`" in fault["problems"][0]["text"]
    assert found["check_wrong"]["results"]["status"] == "failed"
    assert "launched no kernel" in found["check_nothing"]["work"]["problems"][0]["text"]
    (tmp_path / "empty.py").write_text("print('nothing')\n")
    done = command("check", "empty.py", cwd=tmp_path)
    assert done.returncode == 2 and "has no function with limits" in done.stderr, done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_of_limits_names_a_python_program(tmp_path: Path) -> None:
    (tmp_path / "kernels.py").write_text(PROGRAM + "\ncheck_slow()\nprint('as on the host')\n")
    text = "[[check]]\nname = 'program'\ntriton = 'kernels.py'\nprints = ['as on the host']\nkernel.add_kernel.cycles = 100000\n"
    (tmp_path / "limits.toml").write_text(text)
    done = command("check", "limits.toml", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    [check] = json.loads(done.stdout)
    assert check["machine"] == "v100" and {one["status"] for one in check["verdicts"]} == {"passed"}


def test_programs_for_a_gpu_run_as_they_are(tmp_path: Path) -> None:
    program = """
import numpy as np
from triton_kernels import add_kernel

def test_sum():
    ones, out = np.ones(512, dtype=np.float32), np.zeros(512, dtype=np.float32)
    add_kernel[(2,)](ones, ones, out, 512, BLOCK=256)
    assert (out == 2).all()

if __name__ == "__main__":
    test_sum()
    print("ran")
"""
    (tmp_path / "test_program.py").write_text(program)
    module = [sys.executable, "-m", "warploom.triton", "run"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    for words, expected in ((["test_program.py"], "ran"), (["--machine", "h100", "-m", "pytest", "-q", "test_program.py"], "1 passed")):
        done = subprocess.run([*module, *words], capture_output=True, text=True, cwd=tmp_path, env=environment)
        assert done.returncode == 0 and expected in done.stdout, done.stdout + done.stderr
    done = subprocess.run([*module, "missing.py"], capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert done.returncode == 1 and done.stderr == "there is no file `missing.py`\n", done.stderr


@pytest.mark.parametrize("example", ["softmax.py", "matmul.py"])
def test_the_examples_keep_to_their_limits(example: str, tmp_path: Path) -> None:
    done = command("check", EXAMPLES / example, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_pytest_prints_what_was_measured(tmp_path: Path) -> None:
    (tmp_path / "test_kernels.py").write_text(PROGRAM.replace("def check_", "def test_"))
    # The plug-in is an entry point of the package.
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "slow or race", "test_kernels.py"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=environment)
    summary = done.stdout.split("limits of kernels")[1]
    assert "add_kernel: cycles" in summary and "failed" in summary, done.stdout
    assert "2 failed" in done.stdout and "DataRaceError" in done.stdout
