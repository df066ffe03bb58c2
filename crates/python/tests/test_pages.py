"""The Python and SQL of the pages run as they are printed, from top to bottom."""

from __future__ import annotations

import pathlib
from typing import Any

import duckdb
import pyarrow.parquet
import pytest
import warploom

ROOT = pathlib.Path(__file__).parents[3]


# The study of docs/how-to/studies.md and docs/how-to/cluster.md, with fewer works.
STUDY = {
    "work": "transpose",
    "size": "tiny",
    "seed": [1, 2],
    "machine": ["gtx480", "v100"],
    "policy": ["lrr", "gto", {"name": "two-level", "ready": [4, 8]}],
}


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a page."""
    parts = (ROOT / page).read_text().split(f"```{language}\n")[1:]
    return [part.split("```")[0] for part in parts]


def execute(page: str) -> dict[str, Any]:
    """Executes the Python of a page, and returns its names."""
    code = blocks(page, "python")
    assert code
    names: dict[str, Any] = {"__name__": page}
    for number, block in enumerate(code, 1):
        exec(compile(block, f"{page}, block {number}", "exec"), names)
    return names


@pytest.mark.parametrize("page", ["docs/tutorials/python.md", "crates/python/README.md"])
def test_the_code_of_a_page_runs(page: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = execute(page)["run"]
    assert sum(run.stalls.values()) == run.total["scheduler_cycles"], "as a comment of the page says"


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The records of a study, as `warploom study results` writes them."""
    folder = tmp_path_factory.mktemp("records")
    study = warploom.study(STUDY, name="ready", store=folder / "store").run()
    file = folder / "records.parquet"
    pyarrow.parquet.write_table(study.results().table, file)
    return file


@pytest.mark.parametrize(
    ("page", "name", "queries"),
    [
        ("docs/how-to/studies.md", "warploom-store/results/ready/records.parquet", 1),
        ("docs/how-to/cluster.md", "out/records.parquet", 1),
        ("docs/how-to/reproduce.md", "phase-aware-small/data/records.parquet", 0),
    ],
)
def test_the_records_are_read_as_a_page_says(
    page: str, name: str, queries: int, records: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = pathlib.Path(name)
    file.parent.mkdir(parents=True)
    file.symlink_to(records)
    names = execute(page)
    rows = names["runs"].height if "runs" in names else names["records"].height
    assert rows >= 16, "two seeds, two machines, four policies"
    found = [duckdb.execute(query).fetchall() for query in blocks(page, "sql")]
    assert [len(lines) for lines in found] == queries * [8], "a line for each machine and policy"
    if page == "docs/how-to/cluster.md":
        assert {"gtx480", "v100"} == {machine for machine, _, _ in found[0]}
        assert found[0] == sorted((row["machine"], row["policy"], pytest.approx(row["speedup"])) for row in names["speedups"].to_dicts())
        assert "two-level" in pathlib.Path("speedup.html").read_text()
