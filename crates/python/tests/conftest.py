"""Makes the folder of the tests importable, wherever pytest runs."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
