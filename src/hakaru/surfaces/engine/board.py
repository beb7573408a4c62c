"""What the loops of the engine know of each other. Used in one event loop only."""

from __future__ import annotations

from dataclasses import replace

from hakaru.flows.focus import ShownNow, Watching
from hakaru.focus.ask import Asking
from hakaru.focus.classify import Verdict
from hakaru.focus.features import Tracker, Usage, summarise, summarise_usage
from hakaru.focus.settings import FocusSettings, Sent
from hakaru.focus.states import CameraSnapshot, PcSnapshot
from hakaru.focus.timeline import Shown
from hakaru.store.focus import Controls
from hakaru.surfaces.engine.aside import Aside, in_thread
from hakaru.surfaces.engine.health import Health


class Board:
    """The latest of everything: raw collections of the two sources, and what was decided.

    `grounds`: the last verdict that said what is on show; `verdict` may be of another mind by now.
    `leading`: whether this process watches; None: that is not known yet. `followed` is what the
    process that does has found. `met_s`: when a meeting was last seen. `without_camera`: for this
    run, whatever the settings say. `controls` and `watching`: what the user wants of every process,
    and whether one looks, as last read. `paused_here`: a pause that could not be written down.
    `ending`: this engine is to have nothing open any more.
    """

    def __init__(self, controls: Controls, *, watching: Watching, aside: Aside = in_thread) -> None:
        self.aside = aside
        self.controls, self.watching = controls, watching
        self.health = Health()
        self.without_camera = self.paused_here = self.ending = False
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

    @property
    def settings(self) -> FocusSettings:
        """The settings as last read."""
        return self.controls.settings

    @property
    def paused(self) -> bool:
        """Whether nothing is to be watched here."""
        return self.controls.paused_at is not None or self.paused_here or self.ending

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
