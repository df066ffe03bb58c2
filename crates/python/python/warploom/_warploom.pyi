"""The native module. Its functions take plain values: use those of ``warploom`` instead."""

from collections.abc import Sequence
from os import PathLike
from typing import TypedDict

import pyarrow

from ._policy import PolicyArgument

__version__: str

class WarploomError(Exception):
    """An error of Warploom. Its notes say where it is and how to fix it."""

class WorkError(WarploomError):
    """A work that cannot be opened, read or written."""

class KernelFault(WorkError):
    """A kernel that faulted: an access out of bounds, a deadlock, a barrier that diverges."""

class MachineError(WarploomError):
    """A machine that does not exist, whose description is invalid, or that cannot run the work."""

class PolicyError(WarploomError):
    """A policy that does not exist, has no such parameter, broke a rule of the hardware, or raised an exception."""

class Batches:
    """A table in memory that Rust allocated. Readers of the Arrow C data interface share this memory."""

    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def table(self) -> pyarrow.Table: ...
    def addresses(self, column: str) -> list[int]: ...

class NextInstruction:
    """The next instruction of a warp."""

    @property
    def pc(self) -> int: ...
    @property
    def lanes(self) -> int: ...
    @property
    def class_name(self) -> str: ...
    @property
    def is_memory(self) -> bool: ...
    @property
    def is_load(self) -> bool: ...
    @property
    def phase(self) -> int: ...
    @property
    def starts_phase(self) -> bool: ...
    @property
    def distance(self) -> int: ...
    @property
    def phase_length(self) -> int: ...

class View:
    """Read-only state of an SM. It can be read only while Warploom calls the policy."""

    @property
    def cycle(self) -> int: ...
    @property
    def schedulers(self) -> int: ...
    @property
    def ctas_undispatched(self) -> bool: ...
    def issuable(self, scheduler: int) -> list[int]: ...
    def resident(self, scheduler: int) -> list[int]: ...
    def at_barrier(self, scheduler: int) -> list[int]: ...
    def blocked_on_long(self, scheduler: int) -> list[int]: ...
    def last_issued(self, scheduler: int) -> int | None: ...
    def age(self, number: int) -> int: ...
    def oldest(self, numbers: Sequence[int]) -> int | None: ...
    def youngest(self, numbers: Sequence[int]) -> int | None: ...
    def progress(self, number: int) -> int: ...
    def outstanding_loads(self, number: int) -> int: ...
    def cta(self, number: int) -> int: ...
    def cta_number(self, slot: int) -> int: ...
    def cta_progress(self, slot: int) -> int: ...
    def opcode(self, number: int) -> str | None: ...
    def next(self, number: int) -> NextInstruction | None: ...

class WorkOptions(TypedDict):
    size: str | None
    seed: int | None
    launch: str | PathLike[str] | None
    kernel: str | None
    launches: str | None

class SimulationOptions(TypedDict):
    machine: str | PathLike[str]
    set: list[tuple[str, str]]
    cta_policy: str
    max_cycles: int | None
    max_ctas: int | None
    threads: int | None
    cold: bool
    by_line: bool

class TapeCounts(TypedDict):
    launches: int
    ctas: int
    warp_instructions: int
    thread_instructions: int
    bytes: int
    digest: str

def main(arguments: Sequence[str]) -> int: ...
def read_parquet(path: str | PathLike[str]) -> Batches: ...
def machines() -> Batches: ...
def policies() -> Batches: ...
def suite() -> Batches: ...
def run(
    work: str | PathLike[str],
    policy: PolicyArgument | None,
    work_options: WorkOptions,
    options: SimulationOptions,
) -> tuple[Batches, Batches, Batches | None]: ...
def profile(
    work: str | PathLike[str],
    policy: PolicyArgument | None,
    work_options: WorkOptions,
    options: SimulationOptions,
) -> tuple[Batches, Batches, Batches]: ...
def compare(
    works: Sequence[str | PathLike[str]],
    policies: Sequence[PolicyArgument],
    work_options: WorkOptions,
    options: SimulationOptions,
) -> tuple[Batches, list[str]]: ...
def tape(work: str | PathLike[str], path: str | PathLike[str], work_options: WorkOptions) -> TapeCounts: ...
def phases(work: str | PathLike[str], kernel: str | None, gcn: bool) -> tuple[Batches, Batches, list[tuple[str, str]]]: ...
def check_policy(policy: PolicyArgument, kernels: int, seed: int) -> None: ...
def bars(
    titles: tuple[str, str, str],
    categories: Sequence[str],
    series: Sequence[tuple[str, Sequence[float | None]]],
    reference: float | None,
) -> str: ...
def stacked(
    titles: tuple[str, str, str],
    parts: Sequence[str],
    groups: Sequence[tuple[str, Sequence[tuple[str, Sequence[float]]]]],
    to: float | None,
) -> str: ...
def png(svg: str) -> bytes: ...

class StudyOptions(TypedDict):
    """A study and its store."""

    name: str
    text: str
    is_json: bool
    directory: str
    store: str

class StudyStatus(TypedDict):
    """How far a study is."""

    study: str
    plan: str
    runs: int
    finished: int
    reused: int
    failed: int
    chunks: int
    chunks_done: int
    seconds: float
    complete: bool

def study_status(arguments: StudyOptions, threads: int | None, again: bool) -> StudyStatus: ...
def study_run(arguments: StudyOptions, threads: int | None) -> None: ...
def study_results(arguments: StudyOptions) -> tuple[Batches, Batches]: ...

class Properties:
    """What programs ask a GPU."""

    @property
    def name(self) -> str: ...
    @property
    def capability(self) -> int: ...
    @property
    def sms(self) -> int: ...
    @property
    def registers(self) -> int: ...
    @property
    def most_shared(self) -> int: ...
    @property
    def clock_mhz(self) -> float: ...
    @property
    def memory_clock_mhz(self) -> float: ...

class Left:
    """What a launch left."""

    @property
    def arrays(self) -> list[bytes | None]: ...
    @property
    def output(self) -> bytes: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def races(self) -> list[str]: ...
    @property
    def fault(self) -> KernelFault | None: ...

class Device:
    """A GPU that executes kernels: code, addresses of arrays, and the folder of recorded launches."""

    def __init__(self, options: SimulationOptions, checks: str) -> None: ...
    @property
    def properties(self) -> Properties: ...
    def load(self, ptx: str, kernel: str) -> tuple[int, int]: ...
    def begin_recording(self, folder: str | PathLike[str]) -> None: ...
    def end_recording(self) -> None: ...
    def launch(
        self,
        shape: tuple[int, tuple[int, int, int], int, int],
        arguments: Sequence[bytes | tuple[int, int]],
        arrays: Sequence[tuple[str, int, bytes]],
        race: bool,
    ) -> Left: ...
