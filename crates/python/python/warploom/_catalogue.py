"""Tables of what can be simulated."""

from __future__ import annotations

import pyarrow as pa

from . import _warploom


def machines() -> pa.Table:
    """The built-in machines."""
    return _warploom.machines().table()


def policies() -> pa.Table:
    """The built-in policies: of warps, of CTAs, and of waves on machines of CUs (the column ``decides``)."""
    return _warploom.policies().table()


def suite() -> pa.Table:
    """The applications of the suite: a row for each kernel and size."""
    return _warploom.suite().table()
