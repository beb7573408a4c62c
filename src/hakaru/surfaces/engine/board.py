"""What do the loops of the engine know of each other? Used in one event loop only."""

from __future__ import annotations

from dataclasses import replace

from hakaru.flows.focus import ShownNow
from hakaru.focus.asking import Asking
from hakaru.focus.classify import Verdict
from hakaru.focus.features import Tracker, summarise
from hakaru.focus.notify import Sent
from hakaru.focus.settings import FocusSettings
from hakaru.focus.shown import Shown
from hakaru.focus.signals import CameraSnapshot, PcSnapshot
from hakaru.focus.usage import Usage, summarise_usage
from hakaru.surfaces.engine.aside import Aside, in_thread
from hakaru.surfaces.engine.health import Health


class Board:
    """The latest of everything: raw collections of the two sources, and what was decided.

    `grounds`: the last verdict that said what is on show; `verdict` may be of another mind by now.
    `leading`: whether this process watches; None: that is not known yet. `followed` is what the
    process that does has found. `met_s`: when a meeting was last seen. `without_camera`: for this
    run, whatever the settings say.
    """

    def __init__(self, settings: FocusSettings, aside: Aside = in_thread) -> None:
        self.aside = aside
        self.settings = settings
        self.health = Health()
        self.paused = self.without_camera = False
        self.leading: bool | None = None
        self.followed: ShownNow | None = None
        self.met_s: float | None = None
        self.tracker = Tracker()
        self.usage = Usage()
        self.asking = Asking()
        self.sent = Sent()
        self.camera: CameraSnapshot | None = None
        self.pc: PcSnapshot | None = None
        self.verdict: Verdict | None = None
        self.grounds: Verdict | None = None
        self.shown: Shown | None = None

    def look_up(self, *, now_s: float) -> None:
        """Take the snapshots of now from what was collected."""
        self.camera = summarise(self.tracker, now_s=now_s)
        self.pc = summarise_usage(self.usage)

    def forget_now(self) -> None:
        """Nothing of the last minute holds any more; what was learned of the person does."""
        self.tracker = replace(self.tracker, looks=())
        self.usage = Usage()
        self.camera = self.pc = None
        self.verdict = self.grounds = self.shown = None
