"""How does a server come to its data folder, and how does it let go of it?"""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp.server import Server

from hakaru.bootstrap import build, load_config
from hakaru.core.errors import StoreBusy
from hakaru.surfaces.mcp.server import Offer, build_server, load_ahead


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a server looks for its data and what it speaks; None: as configured."""

    data_folder: Path | None = None
    language: str | None = None


@contextlib.contextmanager
def opened(place: Place, offer: Offer) -> Iterator[Server[Any]]:
    """A server over the data folder, which is closed behind it. Logs go to stderr.

    Raises:
        BadArgument: the configuration holds a value it does not take.
    """
    logging.basicConfig(level=logging.ERROR, format="%(message)s", stream=sys.stderr)
    context = build(load_config(data_folder=place.data_folder, language=place.language))
    threading.Thread(target=load_ahead, args=(offer,), daemon=True).start()
    try:
        yield build_server(context, offer)
    finally:
        with contextlib.suppress(StoreBusy):  # a call nobody waits for still reads
            context.store.close()
