"""Lines of Python functions in PTX.

``tl.sum`` is a function of Triton's library, which is inlined: its instructions have lines of the library. The line that a reader looks
for is the one that calls it, which LLVM writes in a comment.
"""

from __future__ import annotations

import re
from pathlib import PurePath

FILE = re.compile(r'^\s*\.file\s+(\d+)\s+"([^"]*)"', re.MULTILINE)
LOC = re.compile(r"^(\s*\.loc\s+)(\d+)\s+(\d+)\s+(\d+)(\s*//\s[^\n@]*)((?:@\[\s[^\n]*))$", re.MULTILINE)
CALL = re.compile(r"@\[\s+(.*?):(\d+):(\d+)")


def of_callers(ptx: str) -> str:
    """The PTX with lines of Triton's library replaced by those of the functions that call it."""
    names = dict(FILE.findall(ptx))
    numbers = {PurePath(name).name: number for number, name in names.items()}

    def in_library(number: str) -> bool:
        return "/triton/language/" in names.get(number, "")

    def replaced(match: re.Match[str]) -> str:
        start, file, line, column, comment, calls = match.groups()
        # From the innermost call outwards.
        chain = [(numbers[name], line, column) for name, line, column in CALL.findall(calls) if name in numbers]
        positions = [(file, line, column), *chain]
        own = next((n for n, (number, _, _) in enumerate(positions) if not in_library(number)), 0)
        outer = positions[own + 1 :]
        text = start + " ".join(positions[own])
        if outer:
            text += f", function_name $inlined, inlined_at {' '.join(outer[-1])}"
        return text + comment + calls

    return LOC.sub(replaced, ptx)
