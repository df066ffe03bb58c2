"""Profiles."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys

import polars as pl
import pytest
import warploom


def printed(*arguments: str) -> list[dict[str, object]]:
    program = pathlib.Path(sys.executable).with_name("warploom")
    options = ["--policies", "none", "--no-what-if", "--json", "--quiet"]
    ended = subprocess.run([program, "profile", *arguments, *options], capture_output=True, text=True, check=True)
    pages: list[dict[str, object]] = json.loads(ended.stdout)
    return pages


def test_a_profile_is_that_of_the_command_line() -> None:
    profile = warploom.profile("lud", size="tiny", machine="v100")
    pages = printed("lud", "--size", "tiny", "--machine", "v100")
    assert len(profile) == len(pages) == 3
    for kernel, page in zip(profile, pages):
        record = page["record"]
        assert isinstance(record, dict)
        assert (kernel.kernel, kernel.kernel_name) == (page["kernel"], page["kernel_name"])
        assert (kernel.cycles, kernel.launches) == (record["cycles"], page["launches"])
        assert (kernel.bound_by, kernel.remedy) == (page["bound_by"], page["remedy"])
        assert [{"what": what, "share": share} for what, share in kernel.evidence] == page["evidence"]
        lines = page["lines"]
        assert isinstance(lines, list)
        assert kernel.lines["share"].to_pylist() == [line["share"] for line in lines]
        assert kernel.lines["line"].to_pylist() == [line.get("line") for line in lines]
    warm = printed("lud", "--size", "tiny", "--machine", "v100", "--warm")[0]["record"]
    assert isinstance(warm, dict)
    assert warploom.profile("lud", size="tiny", machine="v100", warm=True)[0].cycles == warm["cycles"]


def test_a_profile_is_a_table_and_has_its_kernels_by_name() -> None:
    profile = warploom.profile("lud", size="tiny", kernel="lud_internal")
    assert profile["lud_internal"] is profile[0]
    assert profile[0].meaning and profile[0].microseconds > 0
    shares = profile[0].lines["share"].to_pylist()
    assert sum(share or 0 for share in shares) == pytest.approx(1)
    assert pl.DataFrame(profile)["bound_by"].to_list() == [profile[0].bound_by]
    assert "bound by" in repr(profile) and "<td>lud_internal</td>" in profile._repr_html_()
    with pytest.raises(KeyError):
        profile["lud_external"]


def test_a_profile_needs_sms() -> None:
    with pytest.raises(warploom.WarploomError, match="hd7970 has CUs"):
        warploom.profile("lud", size="tiny", machine="hd7970")
