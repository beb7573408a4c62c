"""How did the pace go second by second in a stretch of one run?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from hakaru.core.errors import BadArgument
from hakaru.flows.analyses.columns import one_run
from hakaru.flows.context import Context
from hakaru.render.analysis_charts import seconds_chart
from hakaru.render.svg import Svg
from hakaru.running.analyses import Moment, PaceChange, StretchSeconds, look_at_seconds

COLUMNS = ("elapsed_s", "distance_m", "speed_mps", "cadence_spm", "heart_rate_bpm")
"""What has to be exported for it."""
_LONGEST_WINDOW_S = 120


@dataclass(frozen=True, kw_only=True)
class SecondsResult:
    """A stretch [start, end) of one run in figures, and as a picture."""

    activity_id: int
    day: date
    stretch: StretchSeconds
    picture: Svg

    @property
    def reply(self) -> Mapping[str, object]:
        """The figures without any second of the stretch."""
        return {
            "activity_id": self.activity_id,
            "day": self.day.isoformat(),
            **seconds_summary(self.stretch),
        }


def analyse_seconds(
    context: Context,
    *,
    activity: str | int,
    start_s: float | None = None,
    end_s: float | None = None,
    window_s: int = 10,
) -> SecondsResult:
    """A stretch [start_s, end_s) of a run, smoothed over `window_s`; None: its start, its end.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        BadArgument: a stretch outside the run or the wrong way round, or a window beyond 1-120 s.
    """
    if not 1 <= window_s <= _LONGEST_WINDOW_S:
        raise BadArgument("window_s", window_s, f"between 1 and {_LONGEST_WINDOW_S}")
    run = one_run(context, activity, columns=COLUMNS)
    last_s = float(run.series["elapsed_s"][-1])
    begin_s, stop_s = start_s or 0.0, last_s + 1.0 if end_s is None else end_s
    if not 0.0 <= begin_s < min(stop_s, last_s):
        shown = f"[{begin_s:g}, {stop_s:g})"
        raise BadArgument("stretch", shown, f"inside the run, which lasts {last_s:.0f} s")
    stretch = look_at_seconds(
        run.series, start_s=begin_s, end_s=min(stop_s, last_s + 1.0), window_s=window_s
    )
    return SecondsResult(
        activity_id=run.activity_id,
        day=run.day,
        stretch=stretch,
        picture=seconds_chart(stretch, context.settings.language),
    )


def seconds_summary(stretch: StretchSeconds) -> Mapping[str, object]:
    """A stretch in plain values; what was not recorded is named in `missing`."""
    heart = stretch.heart_rate
    return {
        "span_s": [stretch.start_elapsed_s, stretch.end_elapsed_s],
        "measured_s": stretch.n_measured,
        "running_s": stretch.n_running,
        "pace_s_per_km": _rounded(stretch.pace_s_per_km),
        "speed_sd_mps": _rounded(stretch.speed_sd_mps, digits=3),
        "speed_cv_pct": _rounded(stretch.speed_cv_pct),
        "fastest": _moment(stretch.fastest),
        "slowest": _moment(stretch.slowest),
        "changes": [_change(change) for change in stretch.changes],
        **(
            {"missing": ["heart_rate_bpm"]}
            if heart is None
            else {
                "heart_rate_bpm": {
                    "mean": round(heart.mean_bpm, 1),
                    "first": round(heart.first_bpm, 1),
                    "last": round(heart.last_bpm, 1),
                }
            }
        ),
    }


def _rounded(value: float | None, digits: int = 1) -> float | None:
    return None if value is None else round(value, digits)


def _moment(moment: Moment | None) -> Mapping[str, object] | None:
    if moment is None:
        return None
    return {"at_s": moment.at_elapsed_s, "pace_s_per_km": round(moment.pace_s_per_km, 1)}


def _change(change: PaceChange) -> Mapping[str, object]:
    return {
        "at_s": change.at_elapsed_s,
        "kind": change.kind,
        "before_s_per_km": _rounded(change.before_s_per_km),
        "after_s_per_km": _rounded(change.after_s_per_km),
    }
