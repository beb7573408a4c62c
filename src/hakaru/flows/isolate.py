"""Work on many items: one that fails lets the rest go on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

from hakaru.core.errors import HakaruError, StoreError
from hakaru.core.names import is_interruption
from hakaru.records import frozen

_log = logging.getLogger(__name__)
T = TypeVar("T")


@frozen
class Outcome(Generic[T]):
    """The value of one item, or the error it met. Exactly one of the two is set."""

    value: T | None = None
    error: Exception | None = None


def isolate(action: Callable[[], T], *, item: str) -> Outcome[T]:
    """Run one item. Errors of the store pass (they concern every item); all others are kept.

    An error that is not ours is a defect: it is logged with its traceback and kept as well.

    Raises:
        StoreError: the store cannot be used.
        KeyboardInterrupt: whoever started it wants it to stop, which no item is to blame for.
    """
    try:
        return Outcome(value=action())
    except StoreError:
        raise
    except HakaruError as error:
        return Outcome(error=error)
    except Exception as error:
        if is_interruption(error):
            raise KeyboardInterrupt from error
        _log.exception("unexpected error in %s", item)
        return Outcome(error=error)
