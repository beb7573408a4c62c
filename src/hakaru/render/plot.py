"""What is a plotting area: two scales, a grid, and labels that do not run into each other?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.render.svg import FloatArray, Scale, Svg, Tick, element, line, text
from hakaru.running.metrics import RUNNING_SPEED_MIN_MPS

PANEL = (480.0, 300.0)
"""Width and height of a picture that shares a row with another."""
_MOVING_MPS = 0.8
_EDGE = 4.0


@dataclass(frozen=True, kw_only=True)
class Plot:
    """The drawing area: one scale per axis."""

    x: Scale
    y: Scale

    def frame(self, x_ticks: tuple[Tick, ...], y_ticks: tuple[Tick, ...]) -> Svg:
        """Grid lines and labels of both axes."""
        marks = [
            line((self.x.start, self.y(tick.at)), (self.x.stop, self.y(tick.at)), class_="grid")
            for tick in y_ticks
        ]
        marks += [
            text((self.x.start - 7, self.y(tick.at) + 4), tick.label, class_="tick", anchor="end")
            for tick in y_ticks
        ]
        marks += [
            text((self.x(tick.at), self.y.start + 19), tick.label, class_="tick", anchor="middle")
            for tick in spaced(self.x, x_ticks)
        ]
        marks.append(line((self.x.start, self.y.start), (self.x.stop, self.y.start), class_="axis"))
        return element("g", *marks)


def spaced(scale: Scale, ticks: tuple[Tick, ...], *, apart: float = 44.0) -> tuple[Tick, ...]:
    """The ticks whose labels do not run into the one before."""
    chosen_ticks: list[Tick] = []
    for tick in ticks:
        if not chosen_ticks or abs(scale(tick.at) - scale(chosen_ticks[-1].at)) >= apart:
            chosen_ticks.append(tick)
    return tuple(chosen_ticks)


def bulk(values: FloatArray) -> tuple[float, ...]:
    """The 1 % and 99 % quantiles, so that one broken sample does not flatten the picture."""
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return ()
    return tuple(float(value) for value in np.quantile(finite, (0.01, 0.99)))


def paced_speeds(speed_mps: FloatArray) -> FloatArray:
    """The speeds that shape an axis of pace: those of running, so that standing between
    repetitions does not stretch it. Where more was walked than run, all that moved; where nothing
    did, everything."""
    finite = speed_mps[np.isfinite(speed_mps)]
    moving = finite[finite > _MOVING_MPS]
    running = moving[moving >= RUNNING_SPEED_MIN_MPS]
    if 2 * running.size >= moving.size > 0:
        return running
    return moving if moving.size else finite


def pace_domain(speed_mps: FloatArray) -> tuple[float, float]:
    """Where an axis of pace begins and ends, in m/s; what is slower is drawn at its edge."""
    shown = paced_speeds(speed_mps)
    if shown.size == 0:
        return 0.3, 1.0
    low, high = (float(value) for value in np.quantile(shown, (0.02, 0.995)))
    room = max((high - low) * 0.12, 0.02 * high, 0.05)
    return max(low - room, 0.3), high + room


def held(scale: Scale, values: FloatArray) -> FloatArray:
    """Positions of values, those beyond the frame just inside its edge."""
    first, last = sorted((scale.start, scale.stop))
    positions: FloatArray = np.clip(scale.many(values), first + _EDGE, last - _EDGE)
    return positions


def panel_plot(x: tuple[float, float], y: tuple[float, float]) -> Plot:
    """The area of a `PANEL` for these domains, with room for labels left, below and above."""
    return Plot(
        x=Scale(low=x[0], high=x[1], start=48.0, stop=PANEL[0] - 12),
        y=Scale(low=y[0], high=y[1], start=PANEL[1] - 46, stop=24.0),
    )
