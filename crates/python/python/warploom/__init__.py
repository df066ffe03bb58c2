"""A cycle-level GPU simulator for warp-scheduling research.

>>> import warploom
>>> run = warploom.run("lud", size="tiny")
>>> run.table.num_rows
17

Results are Arrow tables: ``run.table`` is a ``pyarrow.Table``, and ``polars.DataFrame(run)`` reads the same memory.
"""

from ._catalogue import machines, policies, suite
from ._compare import Comparison, compare
from ._figure import Figure
from ._phases import Phases, phases
from ._policy import Policy, check_policy
from ._profile import KernelProfile, Profile, profile
from ._results import Results, read_results
from ._run import Run, run
from ._study import Study, study
from ._tape import Tape, tape
from ._warploom import (
    KernelFault,
    MachineError,
    NextInstruction,
    PolicyError,
    View,
    WarploomError,
    WorkError,
    __version__,
)

__all__ = [
    "Comparison",
    "Figure",
    "KernelFault",
    "KernelProfile",
    "MachineError",
    "NextInstruction",
    "Phases",
    "Policy",
    "PolicyError",
    "Profile",
    "Results",
    "Run",
    "Study",
    "Tape",
    "View",
    "WarploomError",
    "WorkError",
    "__version__",
    "check_policy",
    "compare",
    "machines",
    "phases",
    "policies",
    "profile",
    "read_results",
    "run",
    "study",
    "suite",
    "tape",
]
