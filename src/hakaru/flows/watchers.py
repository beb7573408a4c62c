"""Which processes watch attention, and having them end.

A process says that it is there when it begins and takes that back when it ends. Each has a name
that no other one ever has, kept locked for as long as it lives, so that "end" reaches nobody else
and one that was killed is known.
"""

from __future__ import annotations

import time
from functools import partial

from hakaru.core.errors import WatchRefused
from hakaru.core.i18n import message
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.store.focus import Presence, ask_to_end, read_controls
from hakaru.store.jobs import label_is_gone, process_of
from hakaru.store.state import State

_ENDS_WITHIN_S, _POLLED_S = 15.0, 0.05


@frozen
class Watchers:
    """Processes that watch, or wait to; and those that are gone without having said so."""

    present: tuple[Presence, ...]
    lost: tuple[Presence, ...]

    @property
    def stoppable(self) -> tuple[Presence, ...]:
        """Those that do nothing but watch; a server ends where it was started."""
        return tuple(presence for presence in self.present if not presence.inside)


def read_watchers(context: Context) -> Watchers:
    """Who is there now."""
    state = State(context.data_folder)
    state.prepare()
    is_gone = partial(label_is_gone, context.data_folder)
    known = [(presence, is_gone(presence.owner)) for presence in read_controls(state).present]
    return Watchers(
        present=tuple(presence for presence, gone in known if not gone),
        lost=tuple(presence for presence, gone in known if gone),
    )


def end_watchers(context: Context, *, within_s: float = _ENDS_WITHIN_S) -> None:
    """Have every process that only watches write down what it knows and end.

    Raises:
        WatchRefused: one is still there; none is ever ended from outside.
        StoreError: they cannot be told.
    """
    asked = [presence.owner for presence in read_watchers(context).stoppable]
    if not asked:
        return
    ask_to_end(State(context.data_folder), asked)
    deadline_s = time.monotonic() + within_s
    while left := [one for one in read_watchers(context).stoppable if one.owner in asked]:
        if time.monotonic() >= deadline_s:
            raise WatchRefused(
                message(
                    "{process} was told to end and is still there; end it in the list of processes "
                    "of your system",
                    process=process_of(left[0].owner),
                )
            )
        time.sleep(_POLLED_S)
