"""A plug-in for pytest: what kernels with ``@warploom.triton.limits`` measured, at the end of a run."""

from __future__ import annotations

import sys
from typing import Any


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Prints measured values beside their limits."""
    # A run without such kernels does not import Triton.
    limits = sys.modules.get("warploom.triton._limits")
    if limits is None or not limits.MEASURED:
        return
    rows = [
        (name, f"{verdict['kernel']}: {verdict['what']}", verdict["measured"], verdict.get("limit", ""), verdict["status"])
        for name, verdicts in limits.MEASURED
        for verdict in verdicts
        if verdict.get("kernel")
    ]
    if not rows:
        return
    terminalreporter.section("limits of kernels")
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for test, what, measured, limit, status in rows:
        cells = (test.ljust(widths[0]), what.ljust(widths[1]), measured.rjust(widths[2]), limit.rjust(widths[3]), status)
        terminalreporter.write_line("  ".join(cells))
