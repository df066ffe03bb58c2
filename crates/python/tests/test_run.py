"""Runs, tapes, phases and catalogues."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from typing import Any

import polars as pl
import pyarrow as pa
import pytest
import warploom

# Columns that depend on the host.
HOST = ["seconds", "warp_instructions_per_second", "threads"]


def notes(error: BaseException) -> list[str]:
    """The notes of an exception, which Python has since 3.11."""
    return getattr(error, "__notes__", [])


def addresses_of(arrays: Iterable[pa.Array[Any]]) -> list[int]:
    """The addresses of the values of arrays of numbers."""
    return [buffer.address for array in arrays if (buffer := array.buffers()[1]) is not None]


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = pathlib.Path(sys.executable).with_name("warploom")
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


def test_a_run_has_the_records_of_the_command_line() -> None:
    run = warploom.run("lud", size="tiny", policy="lrr", set={"sm.count": 4})
    printed = command("run", "lud", "--size", "tiny", "--policy", "lrr", "--set", "sm.count=4", "--json", "--quiet")
    records = json.loads(printed.stdout)
    rows = run.table.to_pylist()
    assert len(rows) == len(records)
    for row, record in zip(rows, records):
        flat = {key: value for key, value in record.items() if not isinstance(value, dict)}
        for name in ("stalls", "l1", "l2", "dram"):
            flat |= {f"{name}.{key}": value for key, value in record[name].items()}
        for key, value in flat.items():
            if key not in HOST and key != "occupancy":
                assert row[key] == value, key
    assert rows[0]["occupancy.ctas_per_sm"] == records[0]["occupancy"]["ctas_per_sm"]
    assert [row["launch"] for row in rows] == [*range(len(rows) - 1), None]
    assert run.total["machine"] == "gtx480 with sm.count=4"


def test_stalls_add_up_to_the_scheduler_cycles() -> None:
    run = warploom.run("nn/layer1", size="tiny")
    assert sum(run.stalls.values()) == run.total["scheduler_cycles"]
    assert next(iter(run.stalls)) == "issued"
    assert run.cycles == run.total["cycles"] > 0
    assert run.ipc == pytest.approx(run.total["thread_instructions"] / run.cycles)
    details = run.details.to_pylist()
    memory = [row["scheduler_cycles"] for row in details if row["launch"] is None and row["cause"] == "scoreboard_memory"]
    assert sum(memory) == run.stalls["scoreboard_memory"] > 0


def test_tables_cross_into_pyarrow_and_polars_without_a_copy() -> None:
    run = warploom.run("lud", size="tiny", max_cycles=2000)
    addresses = run._records.addresses("cycles")
    column = run.table["cycles"]
    assert addresses_of(column.chunks) == addresses
    assert addresses_of(pa.table(run)["cycles"].chunks) == addresses
    frame = pl.DataFrame(run)
    assert frame["cycles"].to_list() == column.to_pylist()
    assert addresses_of(chunk.to_arrow() for chunk in frame["cycles"].get_chunks()) == addresses
    assert pl.DataFrame(run._records).equals(pl.DataFrame(run.table))


def test_by_line_needs_its_option() -> None:
    run = warploom.run("lud/internal", size="tiny", by_line=True)
    lines = run.by_line.to_pylist()
    assert lines[0]["file"].endswith("lud.cu") and lines[0]["stalls.issued"] > 0
    assert lines[0]["stalled"] > 0
    assert warploom.run("lud/internal", size="tiny").total["digest"] == run.total["digest"]
    with pytest.raises(warploom.WarploomError, match="did not attribute") as caught:
        warploom.run("lud/internal", size="tiny").by_line
    assert notes(caught.value) == ["help: pass by_line=True to warploom.run"]


def test_limits_and_selections_are_those_of_the_command_line() -> None:
    run = warploom.run("lud", size="tiny", launches="1..3", max_cycles=1000)
    assert run.total["ended"] == "max-cycles"
    assert run.table["launch"].to_pylist()[0] == 1
    assert warploom.run("lud", size="tiny", launches=2).table["launch"].to_pylist() == [2, None]
    only = warploom.run("lud", size="tiny", kernel="lud_internal").table["kernel"].to_pylist()
    assert set(only) == {"lud_internal", "total"}
    warm = warploom.run("lud", size="tiny", launches=0)
    assert warm.cycles != warploom.run("lud", size="tiny", launches=0, cold=True).cycles
    assert warm.cycles == warploom.run("lud", size="tiny", launches=0, threads=1).cycles
    assert warm.total["digest"] != warploom.run("lud", size="tiny", launches=0, seed=2).total["digest"]


def test_a_machine_of_cus_has_a_default_policy_of_its_own() -> None:
    run = warploom.run("lud/internal", size="tiny", machine="hd7970", max_ctas=4)
    assert run.total["policy"] == "rr:order=wave" and run.total["cu.simd"] > 0


def test_errors_have_their_type_and_their_help() -> None:
    with pytest.raises(warploom.WorkError, match="the suite has no application `lut`") as work:
        warploom.run("lut")
    assert notes(work.value) == ["help: did you mean `lud`?"]
    with pytest.raises(warploom.MachineError, match="unknown machine `gtx48`") as machine:
        warploom.run("lud", machine="gtx48")
    assert notes(machine.value)[0].startswith("help: did you mean `gtx480`?")
    with pytest.raises(warploom.MachineError, match="sm.cuont"):
        warploom.run("lud", set={"sm.cuont": 4})
    with pytest.raises(warploom.PolicyError, match="there is no policy `gtp`"):
        warploom.run("lud", policy="gtp")
    with pytest.raises(warploom.PolicyError, match="there is no CTA policy `x`"):
        warploom.run("lud", cta_policy="x")
    with pytest.raises(warploom.WorkError, match="option `size`|`--size`"):
        warploom.run("nowhere.tape", size="tiny")
    with pytest.raises(warploom.WarploomError, match="`max_cycles` cannot be 0"):
        warploom.run("lud", max_cycles=0)
    with pytest.raises(warploom.WarploomError, match="`launches`"):
        warploom.run("lud", launches="x")
    assert issubclass(warploom.KernelFault, warploom.WorkError)


def test_a_fault_of_a_kernel_names_its_line(tmp_path: pathlib.Path) -> None:
    kernel = tmp_path / "k.ptx"
    kernel.write_text(
        """.version 7.0
.target sm_50
.address_size 64
.visible .entry k(.param .u64 p)
{
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [p];
    ld.global.u64 %rd2, [%rd1+4096];
    st.global.u64 [%rd1], %rd2;
    ret;
}
"""
    )
    launch = tmp_path / "launch.toml"
    launch.write_text('[buffers.a]\ntype = "u64"\nshape = [4]\n\n[[launch]]\nkernel = "k"\ngrid = [1]\nblock = [1]\nargs = [{ buffer = "a" }]\n')
    with pytest.raises(warploom.KernelFault) as caught:
        warploom.run(kernel, launch=launch)
    assert any("k.ptx:8" in note and "ld.global.u64" in note for note in notes(caught.value))


def test_a_tape_is_a_work(tmp_path: pathlib.Path) -> None:
    tape = warploom.tape("lud", tmp_path / "lud.tape", size="tiny")
    assert tape.path.exists() and tape.launches == 16 and tape.warp_instructions > 0
    again = warploom.tape("lud", size="tiny")
    assert again.digest == tape.digest and len(tape.digest) == 32
    assert warploom.run(tape).cycles == warploom.run("lud", size="tiny").cycles
    temporary = again.path
    assert temporary.exists()
    del again
    assert not temporary.exists()


def test_phases_of_a_kernel() -> None:
    phases = warploom.phases("lud/internal")
    rows = phases.table.to_pylist()
    assert rows[0]["start"] == 0 and rows[0]["why.kind"] == "entry"
    assert rows[-1]["end"] == phases.code.num_rows
    assert phases.code["phase"].to_pylist()[-1] == len(rows)
    assert "<svg" in phases.figure._repr_svg_() and list(phases.figures) == ["lud/internal"]
    assert phases._repr_html_().count("<tr>") == len(rows) + 1
    with pytest.raises(warploom.WorkError):
        warploom.phases("lut")


def test_the_catalogues_have_what_the_command_line_lists() -> None:
    machines = warploom.machines()["name"].to_pylist()
    assert {"gtx480", "h100", "hd7970"} <= set(machines)
    policies = warploom.policies().to_pylist()
    assert [p["parameters"] for p in policies if p["name"] == "swl"] == ["n=4"] or any(p["name"] == "swl" for p in policies)
    assert {p["decides"] for p in policies} == {"warps", "ctas", "waves"}
    suite = warploom.suite()
    assert {"application", "kernel", "size", "warp_instructions"} <= set(suite.column_names)
    assert len(set(suite["application"].to_pylist())) >= 37


def test_figures_are_svg_and_png(tmp_path: pathlib.Path) -> None:
    run = warploom.run("lud", size="tiny")
    figure = run.figure
    assert figure._repr_svg_().lstrip().startswith("<")
    assert "scheduler-cycles" in figure.svg and "lud_internal" in figure.svg
    figure.save(tmp_path / "f.svg")
    figure.save(tmp_path / "f.png")
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="end it with .svg or .png"):
        figure.save(tmp_path / "f.pdf")
    page = run._repr_html_()
    assert page.startswith("<table>") and "issued" in page and f"{run.cycles:,}" in page


def test_results_come_from_parquet_in_place(tmp_path: pathlib.Path) -> None:
    import pyarrow.parquet as pq

    run = warploom.run("lud", size="tiny", max_cycles=2000)
    pq.write_table(run.table, tmp_path / "r.parquet")
    results = warploom.read_results(tmp_path / "r.parquet")
    assert len(results) == run.table.num_rows and results.table.equals(run.table)
    chunks = pl.DataFrame(results)["cycles"].get_chunks()
    assert addresses_of(chunk.to_arrow() for chunk in chunks) == results.addresses("cycles")
    with pytest.raises(KeyError):
        results.addresses("nothing")
    (tmp_path / "no.parquet").write_text("no")
    with pytest.raises(warploom.WarploomError, match="cannot be read"):
        warploom.read_results(tmp_path / "no.parquet")


def test_the_command_comes_with_the_package() -> None:
    shown = command("--version")
    assert shown.returncode == 0 and shown.stdout.strip() == f"warploom {warploom.__version__}"
    wrong = command("run", "lut")
    assert wrong.returncode == 2 and "the suite has no application `lut`" in wrong.stderr
    assert command("run").returncode == 2
    module = subprocess.run([sys.executable, "-m", "warploom", "machines"], capture_output=True, text=True, check=True)
    assert "gtx480" in module.stdout


def test_other_threads_run_during_a_run() -> None:
    count = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal count
        while not done.is_set():
            count += 1
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    # Until the other thread has counted during a run; a run that held the lock would never let it.
    for _ in range(100):
        before = count
        warploom.run("lud", size="tiny")
        if count > before:
            break
    done.set()
    ticker.join()
    assert count > before


def test_ctrl_c_ends_a_run() -> None:
    script = """
import warploom
try:
    print("ready", flush=True)
    while True:
        warploom.run("lud", size="small")
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(warploom.run("lud", size="tiny").cycles > 0)
"""
    import signal

    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    # The bound only ends a test that would hang.
    rest, _ = process.communicate(timeout=240)
    assert rest == "interrupted\nTrue\n"
    assert process.returncode == 0
