"""Studies: many runs, kept in a store."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _html, _warploom
from ._arguments import Path
from ._results import Results

if TYPE_CHECKING:
    from ._warploom import StudyOptions, StudyStatus


class Study:
    """A study and its store. Runs that the store has are not made again."""

    def __init__(self, options: StudyOptions) -> None:
        self._options = options

    @property
    def name(self) -> str:
        """The study's name."""
        return self._options["name"]

    def status(self) -> StudyStatus:
        """How far the study is. It is planned first, if it is not yet."""
        return _warploom.study_status(self._options, None, False)

    def run(self, *, threads: int | None = None) -> Study:
        """Makes the missing runs on this host, one per thread. An interrupted study continues with the next call.

        On a cluster, use the command ``warploom study run … --on slurm`` with the same store.
        """
        _warploom.study_run(self._options, threads)
        return self

    def results(self) -> Results:
        """The records of the finished runs: a row for each launch, and a row with no launch for each run."""
        return Results(_warploom.study_results(self._options)[0])

    def hosts(self) -> Results:
        """Where each run was made, and how long it took."""
        return Results(_warploom.study_results(self._options)[1])

    def __repr__(self) -> str:
        status = self.status()
        return f"<warploom.Study {self.name}: {status['finished']} of {status['runs']} runs are finished>"

    def _repr_html_(self) -> str:
        status = self.status()
        rows = [(name, value) for name, value in status.items() if name not in ("study", "plan")]
        return _html.table(f"study {self.name}", ["", ""], rows)


def study(
    study: Path | Mapping[str, Any],
    *,
    name: str | None = None,
    store: Path = "warploom-store",
) -> Study:
    """A study: every combination of works, machines and policies.

    ``study`` is a TOML file, or a mapping with the same keys:

    >>> import tempfile, warploom
    >>> axes = {"work": "transpose", "size": "tiny", "seed": [1, 2], "policy": ["lrr", "gto"]}
    >>> done = warploom.study(axes, name="docs", store=tempfile.mkdtemp()).run()
    >>> done.status()["finished"]
    4
    """
    if isinstance(study, Mapping):
        text, is_json, directory = json.dumps(study), True, os.getcwd()
        name = name or "study"
    else:
        path = pathlib.Path(study)
        text, is_json, directory = path.read_text(encoding="utf-8"), False, str(path.parent)
        name = name or path.stem
    location = os.fspath(store)
    return Study({"name": name, "text": text, "is_json": is_json, "directory": directory, "store": location})
