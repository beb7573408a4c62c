"""Which picture shows one value inside its personal intervals?"""

from __future__ import annotations

from hakaru.render.svg import Scale, Svg, element, line, picture, text
from hakaru.render.words import word
from hakaru.running.metrics import MetricName
from hakaru.running.verdict import Interval, MetricVerdict
from hakaru.running.wording import Lang, heading, value_text

_SIZE = (236.0, 58.0)
_MIDDLE_Y, _LABEL_Y = 22.0, 52.0
_EDGE = 10.0


def interval_bar(verdict: MetricVerdict, lang: Lang) -> Svg:
    """The 50 and 90 % intervals, the expectation as a mark and this run as a dot."""
    metric = verdict.metric
    bands = {"band90": verdict.interval_90, "band50": verdict.interval_50}
    desc = word(
        "bar_desc",
        lang,
        actual=value_text(metric, verdict.actual),
        expected=value_text(metric, verdict.expected),
        low_50=value_text(metric, verdict.interval_50[0]),
        high_50=value_text(metric, verdict.interval_50[1]),
        low_90=value_text(metric, verdict.interval_90[0]),
        high_90=value_text(metric, verdict.interval_90[1]),
    )
    body = _marks(metric, bands, actual=verdict.actual, expected=verdict.expected)
    return picture(_SIZE, body, name=f"bar-{metric}", title=heading(metric, lang), desc=desc)


def _marks(
    metric: MetricName, bands: dict[str, Interval], *, actual: float, expected: float
) -> list[Svg]:
    low, high = bands["band90"]
    scale = _scale(low, high, actual)
    expected_x = scale(expected)
    return [
        line((scale.start, _MIDDLE_Y), (scale.stop, _MIDDLE_Y), class_="grid"),
        *[_block(scale, interval, class_) for class_, interval in bands.items()],
        line((expected_x, _MIDDLE_Y - 12), (expected_x, _MIDDLE_Y + 12), class_="expected"),
        element("circle", cx=scale(actual), cy=_MIDDLE_Y, r=7.5, class_="this"),
        text((scale(low), _LABEL_Y), value_text(metric, low), class_="tick", anchor="middle"),
        text((scale(high), _LABEL_Y), value_text(metric, high), class_="tick", anchor="middle"),
    ]


def _scale(low: float, high: float, actual: float) -> Scale:
    room = (high - low) * 0.28
    return Scale(
        low=min(low - room, actual - room / 2),
        high=max(high + room, actual + room / 2),
        start=_EDGE,
        stop=_SIZE[0] - _EDGE,
    )


def _block(scale: Scale, interval: Interval, class_: str) -> Svg:
    left, right = scale(interval[0]), scale(interval[1])
    return element(
        "rect", x=left, y=_MIDDLE_Y - 9, width=right - left, height=18.0, rx=5.0, class_=class_
    )
