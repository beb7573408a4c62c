"""What is a plotting area: two scales, a grid, and labels that do not run into each other?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.render.svg import FloatArray, Scale, Svg, Tick, element, line, text

PANEL = (480.0, 300.0)
"""Width and height of a picture that shares a row with another."""


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
    kept: list[Tick] = []
    for tick in ticks:
        if not kept or abs(scale(tick.at) - scale(kept[-1].at)) >= apart:
            kept.append(tick)
    return tuple(kept)


def bulk(values: FloatArray) -> tuple[float, ...]:
    """The 1 % and 99 % quantiles, so that one broken sample does not flatten the picture."""
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return ()
    return tuple(float(value) for value in np.quantile(finite, (0.01, 0.99)))


def panel_plot(x: tuple[float, float], y: tuple[float, float]) -> Plot:
    """The area of a `PANEL` for these domains, with room for labels left, below and above."""
    return Plot(
        x=Scale(low=x[0], high=x[1], start=48.0, stop=PANEL[0] - 12),
        y=Scale(low=y[0], high=y[1], start=PANEL[1] - 46, stop=24.0),
    )
