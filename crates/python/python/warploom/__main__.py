"""The ``warploom`` command, which comes with the package."""

import os
import sys

from ._warploom import main as _main


def main() -> None:
    """Runs the command of the program's arguments, and exits with its code."""
    sys.stdout.flush()
    # What the command starts for Python files has this package, too.
    os.environ.setdefault("WARPLOOM_PYTHON", sys.executable)
    # The installed script, beside which the command finds its library and its sources; `python -m warploom` has none.
    program = "warploom" if __name__ == "__main__" else sys.argv[0]
    sys.exit(_main([program, *sys.argv[1:]]))


if __name__ == "__main__":
    main()
