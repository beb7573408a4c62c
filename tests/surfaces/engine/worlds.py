"""A world for the engine: its clock goes when the test says so, its sources do as they are told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from hakaru.core.errors import NoCamera
from hakaru.core.i18n import message
from hakaru.flows.asking import Asker, Record
from hakaru.flows.focus import write_focus_settings
from hakaru.focus.face import Face, Look
from hakaru.focus.settings import FocusSettings
from hakaru.sources.camera.eye import Glance
from hakaru.sources.models.model import Model
from hakaru.sources.pc_calls import Calls, SystemSource, Told
from hakaru.store.attempts import Attempts
from hakaru.store.state import State
from hakaru.surfaces.engine.engine import Engine, Parts
from tests.flows.factories import NOW, make_context
from tests.focus.streams import Shape, face_of

T = TypeVar("T")

BEGIN_S = NOW.timestamp()
LOOPS = frozenset({"lead", "camera", "pc", "model", "notify", "store"})
FACE = face_of(Shape(ear=0.3))


class HandClock:
    """Time goes on only in `run`, from one thing that is due to the next."""

    def __init__(self) -> None:
        self.wall_s, self._steady_s = BEGIN_S, 0.0
        self._waiting: dict[str, tuple[float, asyncio.Future[None]]] = {}
        self._changed = asyncio.Condition()
        self.ticks_s: dict[str, list[float]] = {name: [] for name in LOOPS}

    def now_s(self) -> float:
        return self.wall_s

    def steady_s(self) -> float:
        return self._steady_s

    async def sleep(self, wait_s: float) -> None:
        task = asyncio.current_task()
        assert task is not None
        name, due = task.get_name(), asyncio.get_running_loop().create_future()
        self.ticks_s[name].append(self._steady_s)
        self._waiting[name] = (self._steady_s + wait_s, due)
        async with self._changed:
            self._changed.notify_all()
        await due

    async def run(self, run_s: float) -> None:
        """Let so much time go by, everything being done when it is due."""
        until_s = self._steady_s + run_s
        while True:
            async with self._changed:
                await self._changed.wait_for(lambda: set(self._waiting) >= LOOPS)
            due_s, _ = min(self._waiting.values(), key=lambda one: one[0])
            if due_s > until_s:
                self._pass(until_s - self._steady_s)
                return
            self._pass(max(0.0, due_s - self._steady_s))
            for name in [one for one, (at_s, _) in self._waiting.items() if at_s <= due_s]:
                self._waiting.pop(name)[1].set_result(None)

    def suspend(self, sleep_s: float) -> None:
        """The computer sleeps: the wall clock goes on, the steady one stands still."""
        self.wall_s += sleep_s

    def _pass(self, step_s: float) -> None:
        self._steady_s += step_s
        self.wall_s += step_s


async def at_once(work: Callable[[], T]) -> T:
    """Blocking work is done on the spot: no thread, and the same order every time."""
    return work()


class FakeEye:
    """Sees the face that `world.face` gives for a time; raises where the camera is lost."""

    def __init__(self, world: World) -> None:
        self._world = world
        world.n_opened += 1
        if world.camera_lost:
            raise NoCamera("camera 0", message("it is not there, or in use"))
        world.eye_open = True

    def look(self, *, now_s: float) -> Glance | None:
        if self._world.camera_lost:
            raise NoCamera("camera 0", message("it gives none any more"))
        face = self._world.face(now_s - BEGIN_S)
        return Glance(look=Look(at_s=now_s, face=face), cost_s=0.005)

    def close(self) -> None:
        if self._world.stuck:
            raise NoCamera("camera 0", message("its driver does not let go of it"))
        self._world.eye_open = False
        self._world.n_closed += 1


@dataclass
class FakeCalls(Calls):
    """Counters that a test sets; broken ones say nothing."""

    app: str | None = "Code"
    idle: float | None = 2.0
    n_keys: int = 0
    keys_a_second: int = 2
    broken: bool = False
    closed: int = 0

    def _told(self, value: Any) -> Any:
        if self.broken:
            raise OSError("gone")
        return value

    def front_app(self) -> str | None:
        return self._told(self.app)  # type: ignore[no-any-return]

    def idle_s(self) -> float | None:
        return self._told(self.idle)  # type: ignore[no-any-return]

    def keys(self) -> int | None:
        self.n_keys += self.keys_a_second
        return self._told(self.n_keys)  # type: ignore[no-any-return]

    def mouse(self) -> int | None:
        return self._told(0)  # type: ignore[no-any-return]

    def locked(self) -> bool | None:
        return self._told(None)  # type: ignore[no-any-return]

    def close(self) -> None:
        self.closed += 1


@dataclass
class FakeDesktop:
    """Remembers what it was to show."""

    works: bool = True
    fault: Exception | None = None
    texts: list[str] = field(default_factory=list)
    actions: Mapping[str, Callable[[], None]] = field(default_factory=dict)

    async def show(self, text: str, *, actions: Mapping[str, Callable[[], None]]) -> bool:
        self.texts.append(text)
        self.actions = actions
        if self.fault is not None:
            raise self.fault
        return self.works


class World:
    """Everything around one engine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = HandClock()
        self.calls, self.desktop = FakeCalls(), FakeDesktop()
        self.face: Callable[[float], Face | None] = lambda at_s: FACE
        self.camera_lost = self.eye_open = self.stuck = False
        self.n_opened = self.n_closed = 0
        self.devices: frozenset[str] = frozenset({"video0"})
        self.cameras: list[int] = []
        self.owner = "pid 1"
        self.gone: set[str] = set()
        self.model: Model | None = None
        self.budget_s = 2.0

    def engine(self) -> Engine:
        """An engine in this world, not running yet: any time is work, whatever the time zone of the
        machine makes of `NOW`, a Sunday."""
        context = make_context(self.folder)
        write_focus_settings(context, {"work_from": None})
        record = Record(attempts=Attempts(State(self.folder)), now=lambda: NOW)
        return Engine(
            context,
            Parts(
                clock=self.clock,
                owner=self.owner,
                is_gone=lambda owner: owner in self.gone,
                open_eye=self._opened,
                open_source=lambda: SystemSource(self.calls, Told(system="test")),
                asker=Asker(self.model, record, budget_s=self.budget_s, at_once=1),
                notifier=self.desktop,
                aside=at_once,
                devices=lambda: self.devices,
            ),
        )

    def _opened(self, settings: FocusSettings) -> FakeEye:
        self.cameras.append(settings.camera_index)
        return FakeEye(self)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Running]:
        """An engine that runs, and everything it tells."""
        engine = self.engine()
        with engine.hub.listening() as queue:
            async with engine.running():
                yield Running(world=self, engine=engine, queue=queue)


@dataclass
class Running:
    """An engine at work in a world."""

    world: World
    engine: Engine
    queue: asyncio.Queue[str]

    async def run(self, run_s: float) -> None:
        """Let time go by."""
        await self.world.clock.run(run_s)

    @property
    def state(self) -> str:
        return str(self.engine.message()["state"])

    def health(self, part: str) -> str:
        return dict(self.engine.board.health.codes())[part]  # type: ignore[index]

    def told(self) -> list[dict[str, Any]]:
        """Messages since the last time this was asked."""
        found = []
        while not self.queue.empty():
            found.append(json.loads(self.queue.get_nowait()))
        return found
