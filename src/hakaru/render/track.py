"""Which picture shows where a run went, without a map?"""

from __future__ import annotations

import math

import numpy as np

from hakaru.render.svg import NOTHING, FloatArray, Scale, Svg, element, path, picture
from hakaru.render.words import word
from hakaru.running.wording import Lang

_SIZE = (480.0, 320.0)
_EDGE = 16.0
_POINTS = 600


def track_chart(latitude_deg: FloatArray, longitude_deg: FloatArray, *, lang: Lang) -> Svg:
    """The line of a run, north up, with its start; nothing for fewer than two places."""
    if latitude_deg.size < 2:
        return NOTHING
    step = max(1, latitude_deg.size // _POINTS)
    north, east = latitude_deg[::step], longitude_deg[::step]
    east = east * math.cos(math.radians(float(np.mean(north))))
    middle_x, middle_y = (float(axis.max() + axis.min()) / 2 for axis in (east, north))
    reach = max(
        float(np.ptp(east)) / (_SIZE[0] - 2 * _EDGE),
        float(np.ptp(north)) / (_SIZE[1] - 2 * _EDGE),
        1e-9,
    )
    half_x, half_y = reach * (_SIZE[0] / 2 - _EDGE), reach * (_SIZE[1] / 2 - _EDGE)
    x = Scale(low=middle_x - half_x, high=middle_x + half_x, start=_EDGE, stop=_SIZE[0] - _EDGE)
    y = Scale(low=middle_y - half_y, high=middle_y + half_y, start=_SIZE[1] - _EDGE, stop=_EDGE)
    xs, ys = x.many(east), y.many(north)
    body = [
        path(xs, ys, class_="trace speed"),
        element("circle", cx=float(xs[0]), cy=float(ys[0]), r=6.0, class_="this"),
    ]
    title = word("track", lang)
    return picture(_SIZE, body, name="track-line", title=title, desc=title)
