"""Which picture puts the runs, the attention and the plans of one day on one line?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hakaru.render.svg import Scale, Svg, element, line, picture, text
from hakaru.running.wording import Lang

_SIZE = (760.0, 44.0)
_BAR_TOP, _BAR_HEIGHT = 6.0, 16.0
_RUN_TOP, _RUN_HEIGHT = 2.0, 24.0
_LABEL_Y = 40.0
_HOURS_H = 24.0
_EVERY_H = 3
_THINNEST = 1.2


@dataclass(frozen=True, kw_only=True)
class Piece:
    """Something that lasted from an hour of the day to another. `kind` chooses its look: a state
    of attention, `run`, or `plan` for a moment."""

    kind: str
    start_h: float
    end_h: float
    label: str


def day_strip(pieces: Sequence[Piece], *, day: str, lang: Lang) -> Svg:
    """The day from midnight to midnight; without pieces the empty line."""
    scale = Scale(low=0.0, high=_HOURS_H, start=8.0, stop=_SIZE[0] - 8.0)
    hours = range(0, int(_HOURS_H) + 1, _EVERY_H)
    body = [
        element(
            "rect",
            x=scale.start,
            y=_BAR_TOP,
            width=scale.stop - scale.start,
            height=_BAR_HEIGHT,
            rx=5.0,
            class_="daybed",
        ),
        *(_mark(piece, scale) for piece in sorted(pieces, key=lambda piece: piece.kind == "run")),
        *(line((scale(hour), 24.0), (scale(hour), 27.0), class_="axis") for hour in hours),
        *(
            text((scale(hour), _LABEL_Y), str(hour), class_="tick", anchor="middle")
            for hour in hours
        ),
    ]
    joint = "、" if lang == "ja" else ", "
    named = joint.join(dict.fromkeys(piece.label for piece in pieces))
    return picture(_SIZE, body, name=f"strip-{day[:10]}", title=day, desc=named or "-")


def _mark(piece: Piece, scale: Scale) -> Svg:
    left = scale(min(max(piece.start_h, 0.0), _HOURS_H))
    right = scale(min(max(piece.end_h, 0.0), _HOURS_H))
    if piece.kind == "plan":
        return element("circle", cx=left, cy=_BAR_TOP + _BAR_HEIGHT / 2, r=4.5, class_="day-plan")
    high = piece.kind == "run"
    return element(
        "rect",
        x=left,
        y=_RUN_TOP if high else _BAR_TOP,
        width=max(right - left, _THINNEST),
        height=_RUN_HEIGHT if high else _BAR_HEIGHT,
        rx=3.0 if high else None,
        class_=f"day-{piece.kind}",
    )
