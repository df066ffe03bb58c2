"""Policies that the tests share."""

from __future__ import annotations

import warploom
from warploom import View


class Gto(warploom.Policy):
    """Greedy then oldest: the warp that issued last while it can issue, else the oldest."""

    def pick(self, scheduler: int, view: View) -> int | None:
        issuable = view.issuable(scheduler)
        last = view.last_issued(scheduler)
        return last if last in issuable else view.oldest(issuable)
