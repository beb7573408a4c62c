"""Work on many items: in processes of our own, and one that fails lets the rest go on."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from hakaru.core.errors import HakaruError, StoreError


def end_with_parent() -> None:
    """Begin a working process: Ctrl-C is left to whoever started it, and it ends with that one,
    even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


_log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Outcome(Generic[T]):
    """The value of one item, or the error it met. Exactly one of the two is set."""

    value: T | None = None
    error: Exception | None = None


def isolate(action: Callable[[], T], *, item: str) -> Outcome[T]:
    """Run one item. Errors of the store pass (they concern every item); all others are kept.

    An error that is not ours is a defect: it is logged with its traceback and kept as well.
    """
    try:
        return Outcome(value=action())
    except StoreError:
        raise
    except HakaruError as error:
        return Outcome(error=error)
    except Exception as error:
        _log.exception("unexpected error in %s", item)
        return Outcome(error=error)
