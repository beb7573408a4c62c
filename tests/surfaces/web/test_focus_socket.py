"""Who may listen to the engine inside the server."""

from __future__ import annotations

import asyncio
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.flows.factories import make_context
from tests.surfaces.engine.worlds import World
from tests.surfaces.web.serving import TOKEN, served, session_of
from tests.surfaces.web.watching import watching


def test_a_socket_opens_only_for_own_pages_that_know_the_token(tmp_path: Path) -> None:
    desk = make_context(tmp_path / "data")
    world = World(desk.data_folder)

    async def opens(address: str, **headers: str) -> bool:
        url = f"{address.replace('http', 'ws')}/ws/state"
        origin = headers.pop("origin", None)
        try:
            async with connect(url, additional_headers=headers, origin=origin) as socket:  # type: ignore[arg-type]
                return "state_update" in str(await socket.recv())
        except (InvalidStatus, ConnectionClosed):
            return False

    with served(desk, watching(desk, world)) as address:
        ((name, value),) = session_of(address).items()
        cookie, machine_key = f"{name}={value}", f"{name}={TOKEN}"
        bearer = f"Bearer {TOKEN}"
        found = [
            asyncio.run(opens(address, **given))
            for given in (
                {"authorization": bearer},
                {"cookie": cookie, "origin": address},
                {},
                {"authorization": "Bearer wrong"},
                {"cookie": cookie},
                {"cookie": machine_key, "origin": address},
                {"cookie": cookie, "origin": "http://evil.example"},
                {"authorization": bearer, "origin": "http://evil.example"},
            )
        ]
    assert found == [True, True, *[False] * 6]
    desk.store.close()
