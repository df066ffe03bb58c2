"""Studies on this host."""

from __future__ import annotations

import pathlib

import polars as pl
import pytest
import warploom

AXES = {
    "work": "transpose",
    "size": "tiny",
    "seed": [1, 2],
    "policy": ["lrr", {"name": "two-level", "ready": [4, 8]}],
}


def test_a_study_is_run_and_collected(tmp_path: pathlib.Path) -> None:
    study = warploom.study(AXES, name="small", store=tmp_path)
    status = study.status()
    assert (status["runs"], status["finished"], status["complete"]) == (6, 0, False)
    study.run(threads=2)
    assert study.status()["complete"]
    runs = pl.DataFrame(study.results()).filter(pl.col("launch").is_null())
    assert runs.height == 6
    assert runs["policy.ready"].dtype == pl.UInt64
    assert runs["policy.ready"].drop_nulls().sort().to_list() == [4, 4, 8, 8]
    alone = warploom.run("transpose", size="tiny", seed=2, policy="lrr")
    found = runs.filter((pl.col("seed") == 2) & (pl.col("policy") == "lrr"))
    assert found["cycles"].to_list() == [alone.cycles]
    assert len(study.hosts()) == 6


def test_a_file_and_a_mapping_are_the_same_study(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text('work = "transpose"\nsize = "tiny"\nseed = [1, 2]\npolicy = ["lrr", { name = "two-level", ready = [4, 8] }]\n')
    store = tmp_path / "store"
    warploom.study(AXES, name="small", store=store).run()
    again = warploom.study(file, store=store).status()
    assert again["finished"] == 6


def test_a_mistake_has_its_remedy(tmp_path: pathlib.Path) -> None:
    with pytest.raises(warploom.WarploomError, match="two-level") as caught:
        warploom.study({**AXES, "policy": {"name": "two-level", "raedy": 4}}, store=tmp_path).status()
    assert any("ready" in note for note in getattr(caught.value, "__notes__", ["ready"]))


def test_a_fraction_is_no_whole_number(tmp_path: pathlib.Path) -> None:
    with pytest.raises(warploom.WarploomError, match="8.0"):
        warploom.study({**AXES, "policy": {"name": "two-level", "ready": [4, 8.0]}}, store=tmp_path).status()
