"""Limits of kernels, for tests: cycles, registers and what else ``warploom check`` judges."""

from __future__ import annotations

import functools
import inspect
import json
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from pathlib import Path as FilePath
from typing import Any, TypeVar

from .. import _warploom
from .._arguments import Path
from . import _driver
from ._time import record

Function = TypeVar("Function", bound=Callable[..., Any])

MEASURED: list[tuple[str, list[dict[str, Any]]]] = []
"""Functions and their verdicts, in the order in which they ran: the plug-in for pytest prints them."""


class LimitError(AssertionError):
    """A kernel that exceeds a limit."""


def limits(
    kernel: str = "*",
    *,
    machine: Path | None = None,
    cycles: float | None = None,
    seconds: float | None = None,
    registers: int | None = None,
    spilled_bytes: int | None = None,
    occupancy: float | None = None,
    coalescing: float | None = None,
    passes_per_shared_request: float | None = None,
) -> Callable[[Function], Function]:
    """Limits of the kernels that a function launches: a test of pytest, or a function that ``warploom check FILE.py`` calls.

    kernel: the kernels that the limits are for, with ``*`` for any characters and ``?`` for one. Several decorators may name
        different kernels.
    machine: the GPU that the function's kernels are compiled for and simulated on; that of ``use`` otherwise.

    The other arguments are the limits of ``warploom check``. Data races and bad accesses are looked for, too, and without a limit
    they are all that is checked. A call raises ``LimitError``, ``DataRaceError`` or ``KernelFault``.
    """
    if not isinstance(kernel, str):
        raise TypeError("the first argument of `limits` is a kernel's name: write `@limits(…)`, with parentheses")
    given = {
        "cycles": cycles,
        "seconds": seconds,
        "registers": registers,
        "spilled_bytes": spilled_bytes,
        "occupancy": occupancy,
        "coalescing": coalescing,
        "passes_per_shared_request": passes_per_shared_request,
    }
    own = {name: limit for name, limit in given.items() if limit is not None}
    for name, limit in own.items():
        if isinstance(limit, bool) or not isinstance(limit, (int, float)) or limit < 0:
            raise ValueError(f"the limit `{name}` is a number that is not negative, not {limit!r}")

    def decorate(function: Function) -> Function:
        if not inspect.isfunction(function):
            raise TypeError("limits are for a function that launches kernels, not for a kernel")
        known = getattr(function, "warploom_limits", None)
        if known is not None:
            if kernel in known["kernel"]:
                raise ValueError(f"two sets of limits are for kernels `{kernel}`")
            if None not in (machine, known["machine"]) and str(machine) != str(known["machine"]):
                raise ValueError(f"the limits of a function are for one machine, not {known['machine']} and {machine}")
            known["kernel"][kernel] = own
            known["machine"] = known["machine"] if machine is None else machine
            return function
        check: dict[str, Any] = {"machine": machine, "kernel": {kernel: own}}

        @functools.wraps(function)
        def checked(*args: Any, **kwargs: Any) -> Any:
            __tracebackhide__ = True
            if _driver.DRIVER.captured is not None:
                # `warploom check` judges.
                return function(*args, **kwargs)
            return _checked(function, check, args, kwargs)

        checked.warploom_limits = check  # type: ignore[attr-defined]
        return checked  # type: ignore[return-value]

    return decorate


def _checked(function: Callable[..., Any], check: dict[str, Any], args: Any, kwargs: Any) -> Any:
    __tracebackhide__ = True
    driver = _driver.DRIVER
    before, race = driver.gpu, driver.gpu.race
    machine = check["machine"]
    if machine is None:
        if before.set:
            raise _warploom.WarploomError("limits are for a machine without changed keys: name one in `limits`")
        machine = before.machine
    with tempfile.TemporaryDirectory(prefix="warploom-triton-") as directory:
        launches = FilePath(directory) / "launches"
        driver.choose(machine, None, before.key[2], True)
        try:
            with record(launches):
                result = function(*args, **kwargs)
        finally:
            driver.activate(before)
            before.race = race
        file = FilePath(directory) / "limits.json"
        name = function.__qualname__
        if not any(launches.glob("*.tape")):
            raise LimitError(f"{name} launched no kernel of Triton")
        entry = {"name": name, "capture": str(launches), "kernel": check["kernel"]}
        file.write_text(json.dumps({"machine": str(machine), "check": [entry]}))
        verdicts = _verdicts(file)
    MEASURED.append((name, verdicts))
    failed = [verdict for verdict in verdicts if verdict["status"] != "passed"]
    if failed:
        raise LimitError(f"{name} on {machine}:\n" + "\n".join(f"  {sentence(verdict)}" for verdict in failed))
    return result


def sentence(verdict: dict[str, Any]) -> str:
    """A verdict in a line."""
    what = ": ".join(part for part in (verdict.get("kernel"), verdict["what"]) if part)
    limit = verdict.get("limit")
    problems = "".join(f"\n    {problem['text']}" for problem in verdict.get("problems", []))
    return f"{what} {verdict['measured']}" + (f", {limit}" if limit else "") + problems


def _verdicts(file: FilePath) -> list[dict[str, Any]]:
    """What ``warploom check`` says of a file of limits."""
    scripts = sysconfig.get_path("scripts")
    program = shutil.which("warploom", path=scripts)
    if program is None:
        raise _warploom.WarploomError(f"limits need the command `warploom` of this package, which is not in {scripts}")
    command = [program, "check", str(file), "--json", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        [checked] = json.loads(done.stdout)
    except ValueError:
        raise _warploom.WarploomError(f"`warploom check` ended with code {done.returncode}: {done.stderr.strip()}") from None
    verdicts: list[dict[str, Any]] = checked["verdicts"]
    return verdicts


def declared(path: FilePath) -> dict[str, Any]:
    """The functions of a Python file that have limits, as a file of limits for ``warploom check``."""
    found = vars(module(path))
    functions = {name: value for name, value in found.items() if hasattr(value, "warploom_limits")}
    for name, function in list(functions.items()):
        if any(own.default is own.empty for own in inspect.signature(function).parameters.values()):
            print(f"{name} is not checked: it takes arguments, which only pytest has", file=sys.stderr)
            del functions[name]
    for owner in (value for value in found.values() if isinstance(value, type)):
        for name in (name for name, value in vars(owner).items() if hasattr(value, "warploom_limits")):
            print(f"{owner.__name__}.{name} is not checked: it is a method, which only pytest calls", file=sys.stderr)
    if not functions:
        sys.exit(f"{path} has no function with limits that can be called: decorate one with `@warploom.triton.limits(cycles=…)`")
    checks = []
    for name, function in functions.items():
        check = function.warploom_limits
        own = {} if check["machine"] is None else {"machine": str(check["machine"])}
        checks.append({"name": name, "triton": str(path), "function": name, "kernel": check["kernel"], **own})
    # What the file chose with `use`, or the usual machine.
    return {"machine": str(_driver.DRIVER.gpu.machine), "check": checks}


def module(path: FilePath) -> Any:
    """A Python file as a module."""
    import importlib.util

    sys.path.insert(0, str(path.resolve().parent))
    spec = importlib.util.spec_from_file_location(path.stem, path.resolve())
    if spec is None or spec.loader is None:
        sys.exit(f"{path} is not a Python file")
    found = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = found
    spec.loader.exec_module(found)
    return found
