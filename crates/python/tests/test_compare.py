"""Comparisons."""

from __future__ import annotations

import math

import polars as pl
import pytest
import warploom
from policies import Gto


def test_speedups_are_those_of_the_cycles() -> None:
    compared = warploom.compare(["lud", "nn/layer1"], policies=["lrr", "gto"], size="tiny")
    rows = compared.speedups.to_pylist()
    assert [(row["work"], row["policy"]) for row in rows] == [
        ("lud", "lrr"),
        ("lud", "gto"),
        ("nn/layer1", "lrr"),
        ("nn/layer1", "gto"),
    ]
    for row in rows:
        assert row["cycles"] == warploom.run(row["work"], size="tiny", policy=row["policy"]).cycles
    assert [rows[0]["speedup"], rows[2]["speedup"]] == [1.0, 1.0]
    assert rows[1]["speedup"] == rows[0]["cycles"] / rows[1]["cycles"]
    assert compared.means["lrr"] == pytest.approx(1.0)
    assert compared.means["gto"] == pytest.approx(math.sqrt(rows[1]["speedup"] * rows[3]["speedup"]))
    assert pl.DataFrame(compared).height == compared.table.num_rows
    assert "geometric mean" in compared.figure._repr_svg_()
    assert "geometric mean" in compared._repr_html_() and "nn/layer1" in compared._repr_html_()


def test_a_policy_in_python_is_compared_beside_names() -> None:
    compared = warploom.compare("lud", policies=["gto", Gto], size="tiny", max_cycles=20_000)
    assert compared.policies == ["gto", "python:Gto"]
    assert compared.means["python:Gto"] == 1.0
    assert repr(compared) == "<warploom.Comparison of 1 works: gto 1.000, python:Gto 1.000>"


def test_mistakes_are_errors() -> None:
    with pytest.raises(warploom.PolicyError, match="listed twice"):
        warploom.compare("lud", policies=["gto", "gto"], size="tiny")
    with pytest.raises(warploom.PolicyError, match="`python:Gto` is listed twice"):
        warploom.compare("lud", policies=[Gto, Gto], size="tiny")
    with pytest.raises(TypeError, match="policies is a list"):
        warploom.compare("lud", policies="gto")
    with pytest.raises(ValueError, match="at least one"):
        warploom.compare([])
    with pytest.raises(warploom.WorkError):
        warploom.compare(["lud", "lut"], size="tiny")
