"""How do the parts of a session and its heart rate zones show behind the curves over time?"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.render.plot import Plot
from hakaru.render.session_text import role_text
from hakaru.render.svg import NOTHING, Scale, Svg, element, line, text
from hakaru.running.athlete.model import HeartRateZones
from hakaru.running.session.model import SegmentFigures
from hakaru.running.splits import Role
from hakaru.running.wording import Lang

_LABEL_ROOM = 22.0
_WORDS_ROOM = 70.0
_NAME_HEIGHT = 13.0


@dataclass(frozen=True, kw_only=True)
class Overlay:
    """The parts of a session, and zones (None: not known). `kind` is easy, tempo or reps."""

    figures: tuple[SegmentFigures, ...] = ()
    zones: HeartRateZones | None = None
    kind: str = "easy"


def shaded(overlay: Overlay, x: Scale, *, top: float, stop: float, lang: Lang) -> Svg:
    """Bands from top down to stop: work and recovery, or the main part, with their names above."""
    bands = []
    for segment in overlay.figures:
        left, right = x(segment.start_elapsed_s), min(x(segment.end_elapsed_s), x.stop)
        look = _look(segment.role, overlay.kind)
        if not look or right <= left:
            continue
        bands.append(
            element(
                "rect",
                x=left,
                y=top,
                width=right - left,
                height=stop - top,
                class_=f"shade {look}",
            )
        )
        name = _name(segment, right - left, lang)
        if name:
            middle = (left + right) / 2
            bands.append(text((middle, top + 14), name, class_="partname", anchor="middle"))
    return element("g", *bands) if bands else NOTHING


def zone_lines(overlay: Overlay, plot: Plot) -> Svg:
    """Lower bounds of the zones inside the strip of heart rate, named at the right."""
    if overlay.zones is None:
        return NOTHING
    marks: list[Svg] = []
    named_y = plot.y.start + _NAME_HEIGHT
    for number, low_bpm in enumerate(overlay.zones.low_bpm, start=1):
        if not plot.y.holds(low_bpm):
            continue
        y = plot.y(low_bpm)
        marks.append(line((plot.x.start, y), (plot.x.stop, y), class_="zone"))
        if named_y - y < _NAME_HEIGHT or y - plot.y.stop < _NAME_HEIGHT:
            continue
        place = (plot.x.stop - 3, y - 3)
        marks.append(text(place, f"Z{number}", class_="zonename", anchor="end"))
        named_y = y
    return element("g", *marks) if marks else NOTHING


def _look(role: Role, kind: str) -> str:
    if kind == "reps":
        return role if role in ("work", "recovery") else ""
    return "work" if kind == "tempo" and role in ("main", "work") else ""


def _name(segment: SegmentFigures, room: float, lang: Lang) -> str:
    """W1 on a repetition, words where they fit; a recovery shows by its shade alone."""
    if segment.role == "recovery":
        return ""
    if segment.rep_index is not None:
        return f"W{segment.rep_index}" if room >= _LABEL_ROOM else ""
    return role_text(segment.role, lang) if room >= _WORDS_ROOM else ""
