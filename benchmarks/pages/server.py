"""A dashboard of its own process: `python -m benchmarks.pages.server FOLDER DAY`.

Prints its port. The clock stands on the evening of that day, that of the newest run, so that the
pages show what a runner sees who runs every day. Ended by closing its standard input.
"""

from __future__ import annotations

import dataclasses
import sys
import threading
from datetime import UTC, date, datetime, time
from pathlib import Path

from hakaru.bootstrap import Config, build
from hakaru.flows.context import Settings
from hakaru.surfaces.http import LoopbackConfig, LoopbackServer, listening, port_of
from hakaru.surfaces.web.app import web_app
from hakaru.surfaces.web.upkeep import Upkeep

TOKEN = "a-token-for-benchmarks"  # of no server but this one


def main(folder: str, day: str) -> None:
    """Serve until nobody holds the other end of the pipe any more."""
    evening = datetime.combine(date.fromisoformat(day), time(20), tzinfo=UTC)
    built = build(Config(data_folder=Path(folder), settings=Settings()))
    context = dataclasses.replace(built, now=lambda: evening)
    with listening(0) as listener:
        upkeep = Upkeep(context)
        app = web_app(context, token=TOKEN, port=port_of(listener), upkeep=upkeep)
        server = LoopbackServer(LoopbackConfig(app))
        print(port_of(listener), flush=True)
        threading.Thread(target=_wait_for_the_end, args=(server,), daemon=True).start()
        server.run(sockets=[listener])
    context.store.close()


def _wait_for_the_end(server: LoopbackServer) -> None:
    sys.stdin.read()
    server.should_exit = True


if __name__ == "__main__":
    main(*sys.argv[1:])
