"""Tapes: the executed instructions of a work."""

from __future__ import annotations

import pathlib
import tempfile

from . import _warploom
from ._arguments import Path, Work, work_options, work_path


class Tape:
    """A tape file. It can be passed as a work to ``run`` and ``compare``."""

    def __init__(self, path: pathlib.Path, counts: _warploom.TapeCounts, directory: tempfile.TemporaryDirectory[str] | None) -> None:
        self.path = path
        """The file."""
        self.launches = counts["launches"]
        """Number of launches."""
        self.ctas = counts["ctas"]
        """Number of CTAs of all launches."""
        self.warp_instructions = counts["warp_instructions"]
        """Executed instructions, counted once per warp."""
        self.thread_instructions = counts["thread_instructions"]
        """Executed instructions, counted once per active lane."""
        self.bytes = counts["bytes"]
        """Size of the file."""
        self.digest = counts["digest"]
        """Digest of launches, code and CTAs: two tapes with the same digest hold the same work."""
        # A temporary tape is deleted with this object.
        self._directory = directory

    def __fspath__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return f"<warploom.Tape {self.path}: {self.launches} launches, {self.warp_instructions} warp instructions>"


def tape(
    work: Work,
    path: Path | None = None,
    *,
    size: str | None = None,
    seed: int | None = None,
    launch: Path | None = None,
    kernel: str | None = None,
    launches: str | int | None = None,
) -> Tape:
    """Executes a work once and writes its tape, as ``warploom tape`` does.

    Without a path, the tape is a temporary file that is deleted with the returned object. The other arguments are those of ``run``.
    """
    directory = None
    if path is None:
        directory = tempfile.TemporaryDirectory(prefix="warploom-")
        path = pathlib.Path(directory.name) / "work.tape"
    counts = _warploom.tape(work_path(work), path, work_options(size, seed, launch, kernel, launches))
    return Tape(pathlib.Path(path), counts, directory)
