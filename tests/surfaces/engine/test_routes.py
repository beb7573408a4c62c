"""Is the engine told and asked only by those who may, over real sockets of this machine?"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from hakaru.focus.settings import FocusSettings, changed
from hakaru.surfaces.engine.engine import Engine
from hakaru.surfaces.engine.serve import serve
from hakaru.surfaces.http import listening
from tests.surfaces.engine.worlds import World

TOKEN = "a-token"
BEARER = {"Authorization": f"Bearer {TOKEN}"}


class Door:
    """A served engine whose loops do nothing until the test runs its clock."""

    def __init__(self, port: int, engine: Engine, world: World) -> None:
        self.port, self.engine, self.world = port, engine, world
        self.url = f"http://127.0.0.1:{port}"
        self.ws = f"ws://127.0.0.1:{port}/ws/state"

    async def ask(self, method: str, path: str, **given: Any) -> httpx.Response:
        async with httpx.AsyncClient(base_url=self.url) as client:
            headers = {**BEARER, **given.pop("headers", {})}
            return await client.request(method, f"/api{path}", headers=headers, **given)

    async def get(self, path: str) -> Any:
        found = await self.ask("GET", path)
        assert found.status_code == 200, found.text
        return found.json()


def visited(folder: Path, visit: Callable[[Door], Awaitable[None]]) -> None:
    """Serve an engine on a free port, and visit it."""

    async def _served() -> None:
        world = World(folder)
        engine = world.engine()
        with listening(0) as listener:
            door = Door(listener.getsockname()[1], engine, world)
            begun = asyncio.Event()

            async def beside(engine: Engine) -> None:
                begun.set()

            server = asyncio.create_task(serve(engine, listener, token=TOKEN, beside=beside))
            try:
                await begun.wait()
                await visit(door)
            finally:
                server.cancel()
                await asyncio.gather(server, return_exceptions=True)

    asyncio.run(_served())


def test_who_knows_the_token_gets_the_state(tmp_path: Path) -> None:
    async def visit(door: Door) -> None:
        before = await door.get("/state")
        assert (before["camera_state"], before["pc_state"]) == (None, None)
        await door.world.clock.run(30)
        state = await door.get("/state")
        assert state["state"] == "focused"
        assert (state["camera_state"], state["pc_state"]) == (None, None)
        assert state["reasoning"]
        health = await door.get("/health")
        assert health["health"]["camera"] == "ok"

    visited(tmp_path, visit)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": ""}, 401),
        ({"Authorization": "Bearer another"}, 401),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_others_get_nothing(headers: dict[str, str], status: int, tmp_path: Path) -> None:
    async def visit(door: Door) -> None:
        found = await door.ask("GET", "/state", headers=headers)
        assert found.status_code == status
        assert found.json()["ok"] is False
        sent = {**BEARER, **headers}
        host = sent.pop("Host", None)
        if host is None:
            with pytest.raises(InvalidStatus) as refused:
                async with connect(door.ws, additional_headers=sent):
                    pass
            assert refused.value.response.status_code == 403

    visited(tmp_path, visit)


async def next_state(socket: ClientConnection) -> dict[str, Any]:
    found = json.loads(await socket.recv())
    assert isinstance(found, dict)
    if found["type"] == "state_update":
        assert (found["camera_state"], found["pc_state"]) == (None, None)
    return found


def test_a_socket_is_told_the_state_and_every_change(tmp_path: Path) -> None:
    async def visit(door: Door) -> None:
        origin = {"Origin": door.url}
        async with connect(
            door.ws,
            subprotocols=[Subprotocol("hakaru"), Subprotocol(TOKEN)],
            additional_headers=origin,
        ) as socket:
            assert (await next_state(socket))["type"] == "state_update"
            await door.world.clock.run(30)
            while (await next_state(socket))["state"] != "focused":
                pass
            await socket.send("ping")
            while await socket.recv() != "pong":
                pass
            door.world.face = lambda at_s: None
            await door.world.clock.run(15)
            while (await next_state(socket))["state"] != "away":
                pass

    visited(tmp_path, visit)


def test_the_past_is_told(tmp_path: Path) -> None:
    async def visit(door: Door) -> None:
        await door.world.clock.run(300)
        span = f"?start={door.world.clock.now_s() - 400}&end={door.world.clock.now_s()}"
        found = await door.get(f"/history{span}")
        assert found["intervals"][-1]["state"] == "focused"
        assert found["intervals"][-1]["duration_s"] > 250
        pieces = (await door.get(f"/history/bucketed{span}&bucket_minutes=1"))["buckets"]
        assert [piece["state"] for piece in pieces].count("focused") >= 4
        day = await door.get("/daily-stats?date=2025-06-01")
        assert day["seconds"]["focused"] > 250
        assert (await door.get("/notifications"))["notifications"] == []

    visited(tmp_path, visit)


def test_settings_are_changed_kept_and_checked(tmp_path: Path) -> None:
    async def visit(door: Door) -> None:
        wanted = {"drowsy_cooldown_min": 5, "quiet_from": "22:00", "quiet_until": "07:00"}
        found = await door.ask("PUT", "/settings", json=wanted)
        assert found.json()["drowsy_cooldown_min"] == 5
        assert (await door.get("/settings"))["quiet_from"] == "22:00"
        assert door.world.engine().board.settings.quiet_until == "07:00"
        for wrong in ({"nonsense": 1}, {"quiet_from": "25:99"}, {"camera_enabled": "yes"}, [1]):
            refused = await door.ask("PUT", "/settings", json=wrong)
            assert refused.status_code == 400
        large = await door.ask("PUT", "/settings", content=b"x" * 100_000)
        assert large.status_code == 400

    visited(tmp_path, visit)


def test_it_is_paused_resumed_and_snoozed(tmp_path: Path) -> None:
    async def visit(door: Door) -> None:
        await door.world.clock.run(10)
        pausing = (await door.ask("POST", "/engine/pause")).json()
        assert pausing == {"pause": "pausing", "paused": False}  # the camera is still open
        await door.world.clock.run(1)
        assert (await door.get("/health"))["pause"] == "paused"
        assert (await door.get("/state"))["paused"] is True
        resumed = (await door.ask("POST", "/engine/resume")).json()
        assert resumed == {"pause": "no", "paused": False}
        path = "/notifications/1/respond"
        found = await door.ask("POST", path, json={"response": "snoozed", "minutes": 10})
        assert found.json() == {"known": False, "response": "snoozed"}
        wrong = await door.ask("POST", path, json={"response": "angry"})
        assert wrong.status_code == 400

    visited(tmp_path, visit)


@pytest.mark.parametrize(
    "path",
    [
        "/history?start=tomorrow",
        "/history?start=5&end=4",
        "/history?start=0&end=99999999",
        "/history?limit=0",
        "/history/bucketed?bucket_minutes=61",
        "/daily-stats?date=32",
        "/daily-stats?date=0001-01-01",
        "/daily-stats?date=9999-12-31",
        "/notifications?date=9999-12-31",
        "/history?end=0001-01-01T00:00%2B00:00",
        "/history?start=9999-12-31",
        "/history?end=0",
    ],
)
def test_what_makes_no_sense_is_refused_in_words(path: str, tmp_path: Path) -> None:
    async def visit(door: Door) -> None:
        found = await door.ask("GET", path)
        assert found.status_code == 400
        assert found.json()["error"]

    visited(tmp_path, visit)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from(tuple(FocusSettings.__dataclass_fields__)) | st.text(max_size=12)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(NAMES, JSON, max_size=4))
def test_any_settings_are_taken_whole_or_refused(values: dict[str, object]) -> None:
    found = changed(FocusSettings(), values)
    if isinstance(found, FocusSettings):
        assert all(getattr(found, name) == value for name, value in values.items())
        assert found.notify.most_per_day == found.most_per_day
    else:
        assert {one.name for one in found} <= set(values)


def test_a_defect_is_told_in_the_one_shape_of_errors(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def visit(door: Door) -> None:
        door.engine.hub.publish("{}")
        door.engine.board.health = None  # type: ignore[assignment]  # a defect
        found = await door.ask("GET", "/health")
        told = found.json()
        assert (found.status_code, told["ok"], told["status"]) == (500, False, 500)
        assert told["error"].startswith("unexpected AttributeError")
        assert "unexpected error" in caplog.text

    visited(tmp_path, visit)
