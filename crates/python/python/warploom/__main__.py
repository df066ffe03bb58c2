"""The ``warploom`` command, which comes with the package."""

import sys

from ._warploom import main as _main


def main() -> None:
    """Runs the command of the program's arguments, and exits with its code."""
    sys.stdout.flush()
    sys.exit(_main(["warploom", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
