"""Pictures of a stretch by the second, of a step of form, and of several runs on one axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.i18n import N_, Lang, say
from hakaru.core.units import PERCENT, format_duration
from hakaru.present.svg import (
    NOTHING,
    PANEL,
    FloatArray,
    Plot,
    Scale,
    Svg,
    Tick,
    bulk,
    dots,
    element,
    held,
    line,
    nice_ticks,
    pace_domain,
    pace_ticks,
    path,
    picture,
    spaced,
    text,
    time_ticks,
)
from hakaru.running.metrics import METRICS
from hakaru.stats.series import group_means

if TYPE_CHECKING:
    from hakaru.running.analyses import AlignedRuns, StretchSeconds, Surroundings

_WIDE = (760.0, 330.0)
_LEFT, _RIGHT, _TOP = 52.0, 12.0, 26.0


def seconds_chart(stretch: StretchSeconds, lang: Lang) -> Svg:
    """Pace by the second with its rolling mean and changes, heart rate below where recorded."""
    x = _time_scale(stretch.elapsed_s, _WIDE[0] - _RIGHT)
    has_heart = bool(np.isfinite(stretch.heart_rate_bpm).any())
    floor = _WIDE[1] - 40.0
    pace_floor = 178.0 if has_heart else floor
    speed = _strip("speed_mps", stretch.speed_mps, x, (_TOP, pace_floor))
    thin = _thinned(stretch)
    xs = x.many(thin["elapsed_s"])
    body = [
        _frame(speed, "speed_mps", lang),
        _note(x, say("thin: seconds, thick: rolling mean, upright: change", lang)),
        path(xs, speed.y.many(_within(speed, thin["speed_mps"])), class_="r-trace second"),
        path(xs, speed.y.many(_within(speed, thin["rolling_mps"])), class_="r-trace speed"),
        *(
            line(
                (x(change.at_elapsed_s), _TOP),
                (x(change.at_elapsed_s), pace_floor),
                class_="r-drift",
            )
            for change in stretch.changes
        ),
    ]
    if has_heart:
        heart = _strip("heart_rate_bpm", stretch.heart_rate_bpm, x, (pace_floor + 30.0, floor))
        body.append(_frame(heart, "heart_rate_bpm", lang))
        body.append(path(xs, heart.y.many(thin["heart_rate_bpm"]), class_="r-trace heart"))
    start, end = format_duration(stretch.start_elapsed_s), format_duration(stretch.end_elapsed_s)
    return picture(
        _WIDE,
        [*body, *_time_labels(x, floor, lang)],
        name="seconds-stretch",
        title=say("Pace and heart rate by the second", lang),
        desc=say(
            "From {start} to {end}. Thin: seconds; thick: rolling mean; upright: pace changes.",
            lang,
            start=start,
            end=end,
        ),
    )


COLUMNS: Mapping[str, str] = {
    "speed_mps": N_("pace (min/{length_unit})"),
    "heart_rate_bpm": N_("heart rate (bpm)"),
    "cadence_spm": N_("cadence (steps/min)"),
    "power_w": N_("power (W)"),
    "gct_ms": N_("contact time (ms)"),
    "vo_cm": N_("vertical oscillation (cm)"),
    "vr_pct": N_("vertical ratio (%)"),
    "elevation_m": N_("elevation (m)"),
}


def around_chart(surroundings: Surroundings, lang: Lang) -> Svg:
    """The metric over time with the step shaded, and against pace with the step marked."""
    own = METRICS[surroundings.anomaly.metric].series_column
    values, speed = surroundings.columns[own], surroundings.columns["speed_mps"]
    floor, half = _WIDE[1] - 40.0, _WIDE[0] / 2
    over_time = _strip(
        own, values, _time_scale(surroundings.elapsed_s, half - _RIGHT), (_TOP, floor)
    )
    low, high = _domain("speed_mps", speed)
    x = Scale(low=low, high=high, start=half + _LEFT, stop=_WIDE[0] - _RIGHT)
    against = Plot(x=x, y=over_time.y)
    start_s, end_s = surroundings.anomaly.start_elapsed_s, surroundings.anomaly.end_elapsed_s
    inside = (surroundings.elapsed_s >= start_s) & (surroundings.elapsed_s < end_s)
    body = [
        _shade(over_time, start_s, end_s),
        _frame(over_time, own, lang),
        path(
            over_time.x.many(surroundings.elapsed_s),
            over_time.y.many(_within(over_time, values)),
            class_="r-trace gct",
        ),
        *_time_labels(over_time.x, floor, lang),
        against.frame(pace_ticks(low, high, lang, target=4), _ticks(own, over_time, lang)),
        _note(x, say("orange: the change", lang)),
        dots(held(x, speed[~inside]), held(over_time.y, values[~inside]), class_="r-dots new"),
        dots(held(x, speed[inside]), held(over_time.y, values[inside]), class_="r-dots thissplit"),
        _below(x, floor, say("pace (min/{length_unit}), faster to the right", lang)),
    ]
    return picture(
        _WIDE,
        body,
        name="around-step",
        title=say("Around the change, and against pace", lang),
        desc=say(
            "{label}. Left: over time (step shaded); right: against pace (step in orange).",
            lang,
            label=say(COLUMNS[own], lang),
        ),
    )


def aligned_chart(aligned: AlignedRuns, lang: Lang) -> Svg:
    """One line per run over the share of its time: the newest thick, those before it thin."""
    if not aligned.runs:
        return NOTHING
    n_bins = aligned.runs[0].bin_values.size
    middles = (np.arange(n_bins) + 0.5) / n_bins * PERCENT
    floor = PANEL[1] - 46.0
    x = Scale(low=0.0, high=PERCENT, start=_LEFT, stop=PANEL[0] - _RIGHT)
    plot = _strip(
        aligned.column, np.concatenate([run.bin_values for run in aligned.runs]), x, (_TOP, floor)
    )
    newest, before = aligned.runs[-1], aligned.runs[:-1]
    runs: dict[str, object] = {"day": newest.day, "n": len(before)}
    xs = x.many(middles)
    label = say(COLUMNS[aligned.column], lang)
    body = [
        plot.frame(nice_ticks(0.0, PERCENT), _ticks(aligned.column, plot, lang)),
        text((x.start, _TOP - 9), label, class_="label"),
        _note(x, say("thick: {day} (newest), thin: <n:run|{n} runs> before", lang, **runs)),
        *(path(xs, plot.y.many(run.bin_values), class_="r-trace before") for run in before),
        path(xs, plot.y.many(newest.bin_values), class_="r-trace newest"),
        _below(x, floor, say("share of elapsed time (%)", lang)),
    ]
    return picture(
        PANEL,
        body,
        name="aligned-runs",
        title=say("Runs on a common axis of time", lang),
        desc=say(
            "{label} by share of each run's time. Thick: the newest "
            "({day}); thin: the <n:run|{n} runs> before it.",
            lang,
            label=label,
            **runs,
        ),
    )


def _below(x: Scale, floor: float, words: str) -> Svg:
    """What an axis shows, at its right end."""
    return text((x.stop, floor + 36), words, class_="label", anchor="end")


def _note(x: Scale, words: str) -> Svg:
    """What the lines or dots are, at the upper right."""
    return text((x.stop, _TOP - 9), words, class_="label", anchor="end")


def _thinned(stretch: StretchSeconds) -> Mapping[str, FloatArray]:
    """No more points than the picture is wide."""
    return group_means(
        {
            "elapsed_s": stretch.elapsed_s,
            "speed_mps": stretch.speed_mps,
            "rolling_mps": stretch.rolling_mps,
            "heart_rate_bpm": stretch.heart_rate_bpm,
        },
        int(_WIDE[0]),
    )


def _within(plot: Plot, values: FloatArray) -> FloatArray:
    """Values beyond the frame, such as standing, are drawn at its edge."""
    return np.clip(values, plot.y.low, plot.y.high)


def _time_scale(elapsed_s: FloatArray, stop: float) -> Scale:
    first_s, last_s = (float(elapsed_s[0]), float(elapsed_s[-1])) if elapsed_s.size else (0.0, 1.0)
    return Scale(low=first_s, high=last_s, start=_LEFT, stop=stop)


def _strip(column: str, values: FloatArray, x: Scale, place: tuple[float, float]) -> Plot:
    low, high = _domain(column, values)
    return Plot(x=x, y=Scale(low=low, high=high, start=place[1], stop=place[0]))


def _domain(column: str, values: FloatArray) -> tuple[float, float]:
    """Where nearly all values lie, with room."""
    if column == "speed_mps":
        return pace_domain(values)
    shown = bulk(values)
    low, high = (shown[0], shown[1]) if shown else (0.0, 1.0)
    room = max(0.12 * (high - low), 0.02 * abs(high), 0.05)
    return low - room, high + room


def _ticks(column: str, plot: Plot, lang: Lang) -> tuple[Tick, ...]:
    low, high = plot.y.low, plot.y.high
    ticks = (
        pace_ticks(low, high, lang) if column == "speed_mps" else nice_ticks(low, high, target=4)
    )
    return spaced(plot.y, ticks, apart=17.0)


def _frame(plot: Plot, column: str, lang: Lang) -> Svg:
    label = text((plot.x.start, plot.y.stop - 9), say(COLUMNS[column], lang), class_="label")
    return element("g", plot.frame((), _ticks(column, plot, lang)), label)


def _time_labels(x: Scale, floor: float, lang: Lang) -> Sequence[Svg]:
    """Round times from the first second shown: as elapsed time of the run."""
    step = time_ticks(x.high - x.low, target=6)
    apart_s = step[1].at if len(step) > 1 else max(x.high - x.low, 1.0)
    first = np.ceil(x.low / apart_s) * apart_s
    times_s = np.arange(first, x.high + 1e-9, apart_s).tolist()
    ticks = spaced(x, tuple(Tick(at=at_s, label=format_duration(at_s)) for at_s in times_s))
    labels = [text((x(tick.at), floor + 19), tick.label, class_="tick", anchor="middle")
              for tick in ticks]  # fmt: skip
    name = text((x.stop, floor + 36), say("elapsed time", lang), class_="label", anchor="end")
    return [*labels, name]


def _shade(plot: Plot, start_s: float, end_s: float) -> Svg:
    left, right = plot.x(start_s), min(plot.x(end_s), plot.x.stop)
    return element(
        "rect",
        x=left,
        y=plot.y.stop,
        width=right - left,
        height=plot.y.start - plot.y.stop,
        class_="r-shade r-work",
    )
