"""Policies in Python."""

from __future__ import annotations

import subprocess
import sys
import traceback

import pytest
import warploom
from policies import Gto
from warploom import View

HOST = ["seconds", "threads", "policy", "digest"]


@pytest.mark.parametrize(("work", "machine"), [("lud", "gtx480"), ("nn/layer1", "m2090"), ("lud/internal", "v100")])
def test_gto_in_python_has_the_records_of_gto(work: str, machine: str) -> None:
    def records(policy: warploom._policy.PolicyLike) -> list[dict[str, object]]:
        run = warploom.run(work, size="tiny", machine=machine, policy=policy)
        return run.table.drop_columns(HOST).to_pylist()

    assert records(Gto) == records("gto")


def test_classes_objects_and_functions_are_policies() -> None:
    class Named(Gto):
        name = "mine"

        def __init__(self, at: int = 0) -> None:
            self.at = at
            self.picks = 0

        def pick(self, scheduler: int, view: View) -> int | None:
            self.picks += 1
            return view.issuable(scheduler)[self.at]

    prototype = Named(-1)
    names = [
        warploom.run("lud", size="tiny", max_cycles=1000, policy=policy).total["policy"]
        for policy in (Named, prototype, lambda: Named(-1), Gto())
    ]
    assert names == ["python:mine", "python:mine", "python:<lambda>", "python:Gto"]
    assert prototype.picks == 0, "each SM has a copy"


def test_the_view_shows_the_state_of_the_sm() -> None:
    seen: dict[str, set[object]] = {}
    views: list[View] = []

    class Looks(warploom.Policy):
        def pick(self, scheduler: int, view: View) -> int | None:
            issuable = view.issuable(scheduler)
            assert set(issuable) <= set(view.resident(scheduler))
            assert not set(issuable) & set(view.at_barrier(scheduler))
            assert not set(issuable) & set(view.blocked_on_long(scheduler))
            assert all(warp % view.schedulers == scheduler for warp in issuable)
            oldest = view.oldest(issuable)
            assert oldest == min(issuable, key=view.age)
            assert view.youngest(issuable) == max(issuable, key=view.age)
            assert oldest is not None
            following = view.next(oldest)
            assert following is not None
            assert 0 < following.distance <= following.phase_length
            assert following.starts_phase == (following.distance == following.phase_length) or not following.starts_phase
            assert 1 <= following.lanes <= 32
            seen.setdefault("class", set()).add(following.class_name)
            seen.setdefault("opcode", set()).add(view.opcode(oldest))
            seen.setdefault("memory", set()).add(following.is_memory)
            seen.setdefault("cycle", set()).add(view.cycle)
            seen.setdefault("cta", set()).add(view.cta_number(view.cta(oldest)))
            assert view.cta_progress(view.cta(oldest)) >= view.progress(oldest) >= 0
            assert view.outstanding_loads(oldest) >= 0
            views.append(view)
            return oldest

        def observe(self, event: str, number: int, view: View) -> None:
            seen.setdefault("event", set()).add(event)

        def launch_begins(self, kernel: str, view: View) -> None:
            seen.setdefault("kernel", set()).add(kernel)

    warploom.run("lud/internal", size="tiny", launches="0..2", policy=Looks)
    assert {"global", "integer"} <= seen["class"]
    assert seen["memory"] == {True, False}
    assert any(str(opcode).startswith("ld.") for opcode in seen["opcode"])
    assert len(seen["cta"]) > 1 and len(seen["cycle"]) > 100
    assert {"launched", "issued", "finished", "cta_launched", "cta_finished", "memory_completed"} <= seen["event"]
    assert seen["kernel"] == {"lud_internal"}
    with pytest.raises(RuntimeError, match="only while Warploom calls the policy"):
        views[0].issuable(0)


def failing(pick: object) -> type[warploom.Policy]:
    return type("Failing", (warploom.Policy,), {"pick": pick})


def test_an_exception_ends_the_run_with_its_traceback() -> None:
    def pick(self: object, scheduler: int, view: View) -> int:
        return 1 // (scheduler - scheduler)

    with pytest.raises(warploom.PolicyError, match="`python:Failing` raised ZeroDivisionError") as caught:
        warploom.run("lud", size="small", policy=failing(pick))
    cause = caught.value.__cause__
    assert isinstance(cause, ZeroDivisionError)
    text = "".join(traceback.format_exception(caught.value))
    assert "scheduler - scheduler" in text and "in pick" in text
    with pytest.raises(warploom.PolicyError, match="ZeroDivisionError"):
        warploom.compare("lud", policies=["lrr", failing(pick)], size="tiny")


def test_an_illegal_pick_ends_the_run() -> None:
    def other(self: object, scheduler: int, view: View) -> int:
        return next(warp for warp in range(64) if warp not in view.issuable(scheduler))

    with pytest.raises(warploom.PolicyError, match="which cannot issue in cycle"):
        warploom.run("lud", size="tiny", policy=failing(other))
    for wrong, message in ((64, "`pick` returned 64"), (-1, "`pick` returned -1"), ("3", "of type `str`"), (1.0, "of type `float`")):
        with pytest.raises(warploom.PolicyError, match=message):
            warploom.run("lud", size="tiny", policy=failing(lambda self, scheduler, view, wrong=wrong: wrong))
    with pytest.raises(warploom.PolicyError, match="picks none of the warps that can issue"):
        warploom.run("lud", size="tiny", policy=failing(lambda self, scheduler, view: None))
    with pytest.raises(warploom.PolicyError, match="there is no scheduler 9"):
        warploom.run("lud", size="tiny", policy=failing(lambda self, scheduler, view: view.issuable(9)))


def test_what_is_no_policy_is_refused() -> None:
    with pytest.raises(TypeError, match="derive it from warploom.Policy"):
        warploom.run("lud", policy=int)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="is not a policy"):
        warploom.run("lud", policy=3)  # type: ignore[arg-type]
    with pytest.raises(warploom.PolicyError, match="has no method `pick"):
        warploom.run("lud", size="tiny", policy=warploom.Policy)
    with pytest.raises(warploom.PolicyError, match="has no method `pick"):
        warploom.run("lud", size="tiny", policy=lambda: 3)  # type: ignore[arg-type]
    with pytest.raises(warploom.PolicyError, match="a warp policy"):
        warploom.run("lud", size="tiny", machine="hd7970", policy=Gto)

    class Broken(Gto):
        def __init__(self) -> None:
            raise KeyError("no table")

    with pytest.raises(warploom.PolicyError, match="raised KeyError"):
        warploom.run("lud", size="tiny", policy=Broken)


def test_the_laws_of_policies_hold_for_gto_and_not_for_others() -> None:
    warploom.check_policy(Gto, kernels=2)

    class Fickle(warploom.Policy):
        """Picks by a state that its objects share, so that a second run differs."""

        count = 0

        def pick(self, scheduler: int, view: View) -> int | None:
            Fickle.count += 1
            issuable = view.issuable(scheduler)
            return issuable[(Fickle.count * Fickle.count // 7) % len(issuable)]

    with pytest.raises(warploom.PolicyError, match="two runs of the same work differ|on one thread"):
        warploom.check_policy(Fickle, kernels=16)
    with pytest.raises(warploom.PolicyError, match="`pick` returned 70"):
        warploom.check_policy(failing(lambda self, scheduler, view: 70), kernels=1)
    with pytest.raises(TypeError, match="only policies in Python"):
        warploom.check_policy("gto")


def test_ctrl_c_ends_a_run_under_a_policy_in_python() -> None:
    script = """
import signal, warploom

class Interrupts(warploom.Policy):
    picks = 0
    def pick(self, scheduler, view):
        Interrupts.picks += 1
        if Interrupts.picks == 100:
            signal.raise_signal(signal.SIGINT)
        return view.issuable(scheduler)[0]

try:
    while True:
        warploom.run("lud", size="small", policy=Interrupts)
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout == "interrupted\n"
