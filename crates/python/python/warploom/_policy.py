"""Policies in Python."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from typing import TypeAlias, Union

from . import _warploom
from ._warploom import View


class Policy:
    """A warp policy: decides which warp each scheduler of an SM issues.

    Every SM has a policy object of its own, which decides for all schedulers of the SM, in all launches of a run.
    The hardware decides what is legal: a pick that cannot issue ends the run with an error, as it does for policies in Rust.

    >>> class Oldest(warploom.Policy):
    ...     def pick(self, scheduler, view):
    ...         return view.oldest(view.issuable(scheduler))
    >>> warploom.run("lud", policy=Oldest)
    """

    name: str | None = None
    """The policy's name in records; the class's name if it is None. Give policies that differ different names."""

    def pick(self, scheduler: int, view: View) -> int | None:
        """Picks the warp that issues now, from ``view.issuable(scheduler)``, which is never empty.

        None leaves the issue slot empty.
        """
        raise NotImplementedError

    def launch_begins(self, kernel: str, view: View) -> None:
        """Begins a launch of a kernel. A class without this method pays nothing for it."""

    def observe(self, event: str, number: int, view: View) -> None:
        """Observes an event. A class without this method pays nothing for it.

        ``number`` is a warp, or for ``cta_launched`` and ``cta_finished`` the slot of a CTA. The other events are ``launched``,
        ``issued``, ``blocked`` and ``released`` (its next instruction waits for a long-latency result), ``memory_completed``,
        ``store_completed``, ``at_barrier``, ``barrier_released`` and ``finished``.
        """


PolicyLike: TypeAlias = Union[str, Policy, type[Policy], Callable[[], Policy]]
"""A policy: the name of a built-in one, a class, an object that is copied for each SM, or a function that makes one."""

PolicyArgument: TypeAlias = Union[str, tuple[str, Callable[[], Policy]]]
"""A policy as the native module takes it: the name of a built-in one, or a name and a function that makes the policy of an SM."""


def argument(policy: PolicyLike) -> PolicyArgument:
    """The policy as the native module takes it."""
    if isinstance(policy, str):
        return policy
    if isinstance(policy, Policy):
        prototype = policy
        return (_name(policy, type(policy).__name__), lambda: copy.deepcopy(prototype))
    if inspect.isclass(policy) and not issubclass(policy, Policy):
        raise TypeError(f"`{policy.__name__}` is not a policy: derive it from warploom.Policy")
    if callable(policy):
        return (_name(policy, getattr(policy, "__name__", type(policy).__name__)), policy)
    raise TypeError(f"{policy!r} is not a policy: pass a name, a subclass of warploom.Policy, or a function that makes one")


def _name(policy: object, otherwise: str) -> str:
    return f"python:{getattr(policy, 'name', None) or otherwise}"


def check_policy(policy: PolicyLike, *, kernels: int = 4, seed: int = 0) -> None:
    """Checks a policy on random kernels, as the built-in ones are checked.

    It must pick only warps that can issue, starve none, repeat its picks in a second run, and not depend on the number of host threads.
    Raises ``PolicyError`` with the first violation.
    """
    _warploom.check_policy(argument(policy), kernels, seed)
