"""Measures what a policy in Python costs: nanoseconds for each pick, and the slowdown of a run.

Times are those of the process's CPU, so that other processes on the machine do not change them.

usage: python picks.py [WORK]
"""

from __future__ import annotations

import sys
import time

import warploom
from warploom import View


class Gto(warploom.Policy):
    """Greedy then oldest."""

    def pick(self, scheduler: int, view: View) -> int | None:
        issuable = view.issuable(scheduler)
        last = view.last_issued(scheduler)
        return last if last in issuable else view.oldest(issuable)


class First(warploom.Policy):
    """The warp with the smallest number: the least that a policy can do."""

    def pick(self, scheduler: int, view: View) -> int | None:
        return view.issuable(scheduler)[0]


def seconds(tape: warploom.Tape, policy: str | type[warploom.Policy]) -> tuple[float, int]:
    """The shortest of five runs on one thread, and its number of picks: a policy that never declines issues at each."""
    times = []
    for _ in range(5):
        start = time.process_time()
        run = warploom.run(tape, policy=policy, threads=1)
        times.append(time.process_time() - start)
    return min(times), run.stalls["issued"]


def main() -> None:
    work = sys.argv[1] if len(sys.argv) > 1 else "lud"
    tape = warploom.tape(work, size="tiny")
    native, _ = seconds(tape, "gto")
    print(f"{work} at tiny, {tape.warp_instructions:,} warp instructions, one thread")
    print(f"{'gto in Rust':<16} {native:8.3f} s")
    for policy in (Gto, First):
        own, picks = seconds(tape, policy)
        print(f"{policy.__name__ + ' in Python':<16} {own:8.3f} s  {own / native:5.1f} times  {1e9 * (own - native) / picks:6.0f} ns per pick")


if __name__ == "__main__":
    main()
