"""Figures that notebooks show."""

from __future__ import annotations

import pathlib

from . import _warploom
from ._arguments import Path


class Figure:
    """A figure as SVG. A notebook shows it; ``save`` writes it to a file."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Path) -> None:
        """Writes the figure to a file whose name ends with ``.svg`` or ``.png``."""
        file = pathlib.Path(path)
        if file.suffix == ".png":
            file.write_bytes(_warploom.png(self.svg))
        elif file.suffix == ".svg":
            file.write_text(self.svg, encoding="utf-8")
        else:
            raise ValueError(f"`{file}` is not the name of a figure: end it with .svg or .png")
