"""How do several runs compare on one axis of time?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hakaru.core.errors import BadArgument
from hakaru.core.units import SECONDS_PER_MINUTE
from hakaru.flows.analyses.columns import read_run
from hakaru.flows.athlete import get_athlete
from hakaru.flows.context import Context
from hakaru.render.analysis_charts import aligned_chart
from hakaru.render.svg import Svg
from hakaru.running.analyses import AlignedRun, AlignedRuns, align
from hakaru.store.activities import resolve_activity

COLUMNS = ("elapsed_s", "distance_m", "speed_mps", "cadence_spm")
"""What has to be exported for it besides the column compared."""
COMPARED = (
    "heart_rate_bpm",
    "speed_mps",
    "cadence_spm",
    "power_w",
    "gct_ms",
    "vo_cm",
    "vr_pct",
)
MOST_RUNS = 10


@dataclass(frozen=True, kw_only=True)
class ComparisonResult:
    """Runs on one axis in figures, and as a picture."""

    aligned: AlignedRuns
    picture: Svg

    @property
    def reply(self) -> Mapping[str, object]:
        """The figures without any point of the lines."""
        return comparison_summary(self.aligned)


def compare_activities(
    context: Context, *, activities: Sequence[str | int], metric: str = "heart_rate_bpm"
) -> ComparisonResult:
    """One column of 2-10 runs, each stretched to 0-100 % of its time; zones are the newest run's.

    Raises:
        UnknownActivity, AmbiguousActivity: a reference does not name one run.
        BadArgument: other than 2-10 different runs, an unknown metric, or one that none has.
    """
    if metric not in COMPARED:
        raise BadArgument("metric", metric, f"one of {', '.join(COMPARED)}")
    with context.store.read() as con:
        ids = dict.fromkeys(resolve_activity(con, activity) for activity in activities)
        if not 2 <= len(ids) <= MOST_RUNS:
            raise BadArgument("activities", len(ids), f"between 2 and {MOST_RUNS} different runs")
        wanted = tuple(dict.fromkeys([*COLUMNS, metric]))
        runs = [read_run(con, activity_id, columns=wanted) for activity_id in ids]
    zones = None
    if metric == "heart_rate_bpm":
        zones = get_athlete(context, day=max(run.day for run in runs)).zones
    aligned = align(runs, metric, zone_low_bpm=None if zones is None else zones.low_bpm)
    if not aligned.runs:
        raise BadArgument("metric", metric, "recorded in at least one of these runs")
    return ComparisonResult(
        aligned=aligned, picture=aligned_chart(aligned, context.settings.language)
    )


def comparison_summary(aligned: AlignedRuns) -> Mapping[str, object]:
    """Runs in plain values, oldest first: mean, second half minus first, shares of zones 1-5.

    Runs without the column are in `without`; `newest_delta` is the newest minus the others.
    """
    summary: dict[str, object] = {
        "column": aligned.column,
        "newest_delta": _short(aligned.newest_delta),
        "runs": [_run(run) for run in aligned.runs],
    }
    if aligned.without:
        summary["without"] = list(aligned.without)
    return summary


def _run(run: AlignedRun) -> Mapping[str, object]:
    plain: dict[str, object] = {
        "id": run.activity_id,
        "mean": _short(run.mean_level),
        "rise": _short(run.half_delta),
        "min": round(run.duration_s / SECONDS_PER_MINUTE),
    }
    if run.zones_pct is not None:
        plain["zones"] = [round(zone_pct) for zone_pct in run.zones_pct]
    return plain


def _short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.4g}")
