"""What the loops of the engine share: the board, the clock, listeners, and what is amiss."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal, Protocol, TypeVar

from hakaru.core.i18n import N_, Lang, in_context, translate
from hakaru.flows.focus import ShownNow, Watching
from hakaru.focus.ask import Asking
from hakaru.focus.categories import OwnRule
from hakaru.focus.classify import Verdict
from hakaru.focus.corrections import NO_TUNING
from hakaru.focus.features import Tracker, Usage, summarise, summarise_usage
from hakaru.focus.settings import FocusSettings, Sent
from hakaru.focus.states import CameraSnapshot, PcSnapshot
from hakaru.focus.timeline import Shown
from hakaru.store.focus import Controls


class Clock(Protocol):
    """A clock on the wall, one that only goes forward, and waiting."""

    def now_s(self) -> float:
        """Epoch seconds; may jump when somebody sets the clock."""

    def steady_s(self) -> float:
        """Seconds that only go forward; they may stand still while the computer sleeps."""

    async def sleep(self, wait_s: float) -> None:
        """Wait."""


class SystemClock:
    """That of this computer."""

    def now_s(self) -> float:
        """Epoch seconds."""
        return time.time()

    def steady_s(self) -> float:
        """Seconds that only go forward."""
        return time.monotonic()

    async def sleep(self, wait_s: float) -> None:
        """Wait."""
        await asyncio.sleep(wait_s)


def moment(at_s: float) -> datetime:
    """An aware time."""
    return datetime.fromtimestamp(at_s, tz=UTC)


AT_KEYS_S = 3.0

T = TypeVar("T")


class Aside(Protocol):
    """Does a piece of blocking work beside the loops."""

    async def __call__(self, work: Callable[[], T]) -> T:
        """Its result, when it is done."""


async def in_thread(work: Callable[[], T]) -> T:
    """In a thread. Who is cancelled meanwhile waits for its end: a camera that is being read must
    not be closed."""
    working = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        await asyncio.gather(working, return_exceptions=True)
        raise


Part = Literal["lead", "camera", "pc", "store", "model", "notify", "clock"]
PARTS: Mapping[Part, str] = {
    "lead": N_("lead"),
    "camera": N_("camera"),
    "pc": N_("PC use"),
    "store": N_("history"),
    "model": N_("model"),
    "notify": N_("notifications"),
    "clock": N_("clock"),
}
OK = "ok"

HEALTH_WORDS: Mapping[str, str] = {
    "ok": in_context("ok", "fine"),
    "starting": N_("starting"),
    "paused": N_("paused"),
    "off": N_("switched off"),
    "camera_lost": N_("no picture from the camera"),
    "camera_dark": N_("no light: the camera sees nothing"),
    "camera_stuck": N_("the camera cannot be let go of"),
    "camera_elsewhere": N_("another process is watching"),
    "follows": N_("telling what another process finds"),
    "video_over": N_("the video is over"),
    "no_face_model": N_("the face model is not installed"),
    "pc_silent": N_("the source of PC use tells nothing"),
    "pc_partly": N_("this system tells only a part"),
    "store_unwritable": N_("history cannot be written"),
    "model_rejected": N_("the model's reply was not acceptable"),
    "model_late": N_("the model did not answer in time"),
    "model_unreachable": N_("the model could not be reached"),
    "none": N_("no model is configured"),
    "not_work_time": N_("quiet outside the time set as work"),
    "model_warming": N_("the model is being loaded"),
    "notify_missing": N_("notifications cannot be shown"),
    "clock_back": N_("the clock was set back"),
    "gap": N_("there was a gap (suspended, or the clock set forward)"),
    "fault": N_("an internal fault; it starts again"),
}


QUIET_CODES = frozenset(
    {"ok", "starting", "none", "off", "paused", "follows", "not_work_time", "model_warming"}
)
"""Nothing is amiss with a part of these."""


class Health:
    """How each part is. A part that nobody spoke of is starting."""

    def __init__(self) -> None:
        self._codes: dict[Part, str] = dict.fromkeys(PARTS, "starting")

    def tell(self, part: Part, code: str) -> None:
        """Say how a part is."""
        self._codes[part] = code

    def codes(self) -> Mapping[Part, str]:
        """Each part's code now."""
        return dict(self._codes)


def health_word(code: str, lang: Lang) -> str:
    """A code in words."""
    return translate(HEALTH_WORDS[code], lang)


_log = logging.getLogger(__name__)

FIRST_REST_S, LONGEST_REST_S = 1.0, 30.0


class Loop(Protocol):
    """One thing done again and again. `part` is whose health it speaks of."""

    part: Part

    async def step(self) -> float:
        """Do it once; returns after how many seconds, from its begin, it is due again."""

    async def restart(self) -> None:
        """Let go of everything after a fault, so that the next step begins anew."""


async def keep_going(loop: Loop, clock: Clock, *, health: Health) -> None:
    """Run a loop until it is cancelled. After a fault it rests, each time longer, and goes on."""
    rest_s = FIRST_REST_S
    try:
        while True:
            began_s = clock.steady_s()
            try:
                wait_s = await loop.step()
                rest_s = FIRST_REST_S
            except Exception:
                _log.exception("the loop %s starts again", loop.part)
                health.tell(loop.part, "fault")
                await _restarted(loop)
                wait_s, rest_s = rest_s, min(2.0 * rest_s, LONGEST_REST_S)
            await clock.sleep(max(0.0, began_s + wait_s - clock.steady_s()))
    finally:
        await asyncio.shield(_restarted(loop))


async def _restarted(loop: Loop) -> None:
    try:
        await loop.restart()
    except Exception:
        _log.exception("the loop %s could not let go", loop.part)


_MOST_WAITING = 64


class Hub:
    """Passes messages (JSON text) to whoever listens; one who is too slow loses the oldest."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[str]] = set()

    def publish(self, message: str) -> None:
        """Tell everybody."""
        for queue in self._queues:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(message)

    @contextmanager
    def listening(self) -> Iterator[asyncio.Queue[str]]:
        """A queue of what is published from now on."""
        queue: asyncio.Queue[str] = asyncio.Queue(_MOST_WAITING)
        self._queues.add(queue)
        try:
            yield queue
        finally:
            self._queues.discard(queue)


class Board:
    """The latest of everything: raw collections of the two sources, and what was decided.

    `grounds`: the last verdict that said what is on show; `verdict` may be of another mind by now.
    `leading`: whether this process watches; None: that is not known yet. `followed` is what the
    process that does has found. `met_s`: when a meeting was last seen. `without_camera`: for this
    run, whatever the settings say. `controls` and `watching`: what the user wants of every process,
    and whether one looks, as last read. `rules`: what the user says things are for; `tuning`: what
    was corrected. `rested_s`: when the eyes last had a rest. `paused_here`: a pause that could not
    be written down. `ending`: this engine is to have nothing open any more.
    """

    def __init__(self, controls: Controls, *, watching: Watching, aside: Aside = in_thread) -> None:
        self.aside = aside
        self.controls, self.watching = controls, watching
        self.health = Health()
        self.without_camera = self.paused_here = self.ending = False
        self.leading: bool | None = None
        self.followed: ShownNow | None = None
        self.met_s: float | None = None
        self.rules: tuple[OwnRule, ...] = ()
        self.tuning = NO_TUNING
        self.rested_s: float | None = None
        self.tracker = Tracker()
        self.usage = Usage()
        self.asking = Asking()
        self.sent = Sent()
        self.camera: CameraSnapshot | None = None
        self.pc: PcSnapshot | None = None
        self.verdict: Verdict | None = None
        self.grounds: Verdict | None = None
        self.shown: Shown | None = None

    @property
    def settings(self) -> FocusSettings:
        """The settings as last read."""
        return self.controls.settings

    @property
    def paused(self) -> bool:
        """Whether nothing is to be watched here."""
        return self.controls.paused_at is not None or self.paused_here or self.ending

    def at_keys(self, now_s: float) -> bool | None:
        """Whether the person types now; None: keys are not counted here."""
        if not self.usage.readings or self.usage.readings[-1].keys is None:
            return None
        last_s = self.usage.last_key_s
        return last_s is not None and 0.0 <= now_s - last_s <= AT_KEYS_S

    def look_up(self, *, now_s: float) -> None:
        """Take the snapshots of now from what was collected."""
        self.camera = summarise(self.tracker, now_s=now_s)
        pc = summarise_usage(self.usage)
        local = moment(now_s).astimezone()
        self.pc = pc and replace(pc, work_time=self.settings.is_work_time(local))

    def forget_now(self) -> None:
        """Nothing of the last minute holds any more; what was learned of the person does."""
        self.tracker = replace(self.tracker, looks=())
        self.usage = Usage()
        self.camera = self.pc = None
        self.verdict = self.grounds = self.shown = None
