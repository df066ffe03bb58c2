"""``python -m warploom.triton``: programs with Triton kernels, run as they are, and what ``warploom check`` asks of Python files."""

from __future__ import annotations

import importlib.util
import json
import runpy
import sys
import traceback
from pathlib import Path
from typing import Any

from ._driver import use
from ._limits import declared, module
from ._torch import emulate_cuda

USAGE = """usage: python -m warploom.triton run [--machine NAME] FILE.py [ARGUMENT…]      run a program; PyTorch's cuda is the simulated GPU
       python -m warploom.triton run [--machine NAME] -m MODULE [ARGUMENT…]   run a module, for example pytest
       python -m warploom.triton call FILE.py FUNCTION                        call a function of a file
       python -m warploom.triton limits FILE.py                               print the limits of a file's functions, as JSON"""

WRONG_FILE = 3
"""Exit code of ``limits`` if the file is what is wrong."""


def main(arguments: list[str]) -> None:
    """Does what the arguments say."""
    match arguments:
        case ["run", "--machine", machine, *rest]:
            use(machine)
            main(["run", *rest])
        case ["run", "-m", name, *rest]:
            _emulate()
            sys.argv = [name, *rest]
            sys.path.insert(0, "")
            runpy.run_module(name, run_name="__main__", alter_sys=True)
        case ["run", file, *rest] if not file.startswith("-"):
            _emulate()
            sys.argv = [file, *rest]
            sys.path.insert(0, str(_file(file).resolve().parent))
            runpy.run_path(file, run_name="__main__")
        case ["call", file, function]:
            _emulate()
            found = getattr(module(_file(file)), function, None)
            if found is None:
                sys.exit(f"{file} has no function `{function}`")
            found()
        case ["limits", file]:
            _emulate()
            # What the file itself prints is not part of the limits.
            out, sys.stdout = sys.stdout, sys.stderr
            json.dump(_limits_of(_file(file)), out)
        case ["--help" | "-h"]:
            print(USAGE)
        case ["run", option, *_]:
            sys.exit(f"`run` has no option `{option}`\n\n{USAGE}")
        case _:
            sys.exit(USAGE)


def _limits_of(path: Path) -> dict[str, Any]:
    """The limits of a file, or the file's own mistake in a line instead of the frames that led to it."""
    try:
        return declared(path)
    except Exception as error:
        own = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path.resolve()]
        place = f"{path}:{own[-1].lineno}: " if own else ""
        print(place + "".join(traceback.format_exception_only(error)).strip(), file=sys.stderr)
    except SystemExit as error:
        print(error, file=sys.stderr)
    sys.exit(WRONG_FILE)


def _emulate() -> None:
    """Prepares PyTorch, if it is installed, before the program imports it."""
    if importlib.util.find_spec("torch") is not None:
        emulate_cuda()


def _file(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        sys.exit(f"there is no file `{name}`")
    return path


if __name__ == "__main__":
    main(sys.argv[1:])
