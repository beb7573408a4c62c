"""How evenly does the engine tick on a real clock beside a model that sleeps, and how soon does it
tell that somebody left?"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from tests.flows.factories import make_context
from websockets.asyncio.client import connect

from benchmarks.focus.film import write_film
from hakaru.flows.asking import Asker, Record
from hakaru.focus.features import MISSING_AFTER_S, PcReading
from hakaru.focus.settings import FocusSettings
from hakaru.guard.task import Prompt, Reply
from hakaru.sources.camera.eye import Eye, Glance, open_eye
from hakaru.sources.models.model import Description
from hakaru.sources.pc_usage import NoCalls, SystemSource, Told
from hakaru.store.attempts import Attempts
from hakaru.store.state import State
from hakaru.surfaces.engine.board import SystemClock
from hakaru.surfaces.engine.deciding import DECIDED_EVERY_S
from hakaru.surfaces.engine.engine import Engine, Parts
from hakaru.surfaces.engine.serve import serve
from hakaru.surfaces.http import listening

_MS_PER_S = 1000.0
_SLEEP_S = 10.0
_TIMEOUT_S = 2.0
_FIELDS = ("verdict", "state")


class _Ticks(SystemClock):
    """The clock of this computer, which remembers when the deciding loop had done its step."""

    def __init__(self) -> None:
        self.at_s: list[float] = []

    async def sleep(self, wait_s: float) -> None:
        task = asyncio.current_task()
        if task is not None and task.get_name() == "model":
            self.at_s.append(time.monotonic())
        await super().sleep(wait_s)


class _Sleeper:
    """A model that answers after ten seconds."""

    def __init__(self) -> None:
        self.n_asked = 0

    def describe(self) -> Description:
        return Description(
            backend="openai",
            name="sleeper",
            url="http://127.0.0.1:1/v1",
            key_env=None,
            structured="auto",
            timeout_s=_TIMEOUT_S,
            leaves_machine=False,
        )

    def as_sent(self, prompt: Prompt) -> Prompt:
        return prompt

    async def answer(self, prompt: Prompt) -> Reply:  # noqa: ARG002
        self.n_asked += 1
        await asyncio.sleep(_SLEEP_S)
        return Reply(text="{}")


class _Undecided(SystemSource):
    """Somebody who switches windows now and then and types nothing: an open state."""

    def read(self, *, at_s: float, **_: Any) -> PcReading:
        app = ("Mail", "Safari", "Music", "Slack", "Photos")[int(at_s / 4.5) % 5]
        return PcReading(at_s=at_s, app=app, idle_s=20.0, keys=0, mouse=0)


class _Timed:
    """An eye that remembers how long each look took, and the first one that saw nobody."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye
        self.took_ms: list[float] = []
        self.left_s: float | None = None

    def look(self, *, now_s: float) -> Glance | None:
        began_s = time.perf_counter()
        glance = self._eye.look(now_s=now_s)
        self.took_ms.append(_MS_PER_S * (time.perf_counter() - began_s))
        if glance is not None and glance.look.face is None and self.left_s is None:
            self.left_s = now_s
        return glance

    def close(self) -> None:
        self._eye.close()


def engine_figures(folder: Path, *, face_s: float) -> Mapping[str, object]:
    """A film of somebody who leaves, on the real clock, told over a real WebSocket."""
    film = write_film(folder / "leaves.mp4", face_s=face_s, nobody_s=15.0)
    clock, model, eyes = _Ticks(), _Sleeper(), []

    def opened(settings: FocusSettings) -> Eye:
        eyes.append(_Timed(open_eye(folder, video=film, camera_index=settings.camera_index)))
        return eyes[-1]

    record = Record(attempts=Attempts(State(folder)), now=lambda: datetime.now(UTC))
    parts = Parts(
        clock=clock,
        owner="benchmark",
        is_gone=lambda owner: owner != "benchmark",
        open_eye=opened,
        open_source=lambda: _Undecided(NoCalls(), Told(system="benchmark")),
        asker=Asker(model, record, budget_s=_TIMEOUT_S, at_once=1),
    )
    told = asyncio.run(_until_away(Engine(make_context(folder), parts), face_s + 15.0))
    gaps_ms = [_MS_PER_S * (b - a - DECIDED_EVERY_S) for a, b in pairwise(clock.at_s)]
    jitter_ms = np.abs(gaps_ms)
    left_s = eyes[0].left_s or 0.0
    return {
        "model_asked": model.n_asked,
        "tick_jitter_p95_ms": round(float(np.quantile(jitter_ms, 0.95)), 1),
        "tick_jitter_max_ms": round(float(np.max(jitter_ms)), 1),
        "frame_to_features_p95_ms": round(float(np.quantile(eyes[0].took_ms, 0.95)), 1),
        "told_after_somebody_left_s": {
            name: round(told[name] - left_s, 2) if name in told else None for name in _FIELDS
        },
        "of_that_debounce_s": MISSING_AFTER_S,
    }


async def _until_away(engine: Engine, longest_s: float) -> Mapping[str, float]:
    """When a client was told that the verdict is away, and when that this is the state on show."""
    told: dict[str, float] = {}

    async def listen(port: int) -> None:
        headers = {"Authorization": "Bearer token"}
        uri = f"ws://127.0.0.1:{port}/ws/state"
        async with connect(uri, additional_headers=headers) as socket:
            while len(told) < len(_FIELDS):
                message: Mapping[str, Any] = json.loads(await socket.recv())
                for name in _FIELDS:
                    if message.get(name) == "away":
                        told.setdefault(name, time.time())

    async def beside(_: Engine) -> None:
        return

    with listening(0) as listener:
        server = asyncio.create_task(serve(engine, listener, token="token", beside=beside))
        await asyncio.sleep(0.5)
        try:
            async with asyncio.timeout(longest_s):
                await listen(listener.getsockname()[1])
        except TimeoutError:
            return told
        finally:
            server.cancel()
            await asyncio.gather(server, return_exceptions=True)
    return told
