"""What did a Garmin watch itself make of the runner's fitness: VO2max and threshold?

Two messages outside the published profile carry it. Their meaning was found by users who compared
files with what their watches show (GoldenCheetah pull request 2986, Runalyze issues 1725 and 2264,
fit4ruby): MET x 3.5 in 1/1024 before the run and in 1/65536 after it, threshold heart rate in bpm,
threshold speed in tenths of a km/h. Four real files agree with what they say elsewhere. A value
that no runner has is left out, so that a watch which counts otherwise says nothing.
"""

from __future__ import annotations

from hakaru.core.units import KMH_PER_MPS
from hakaru.sources.fit.columns import FitWatchMetrics
from hakaru.sources.fit.messages import Messages, last_number
from hakaru.sources.fit.profile import RUN_METRICS, USER_METRICS

_ML_PER_MET = 3.5
_BEFORE_PER_MET, _AFTER_PER_MET = 1024.0, 65536.0
_TENTHS = 10.0
_VO2_MAX = (20.0, 90.0)
_THRESHOLD_BPM = (90.0, 220.0)
_THRESHOLD_MPS = (1.5, 7.0)


def watch_metrics_of(file_messages: Messages) -> FitWatchMetrics:
    """VO2max after the run, else before it; threshold as of before the run."""
    after = last_number(file_messages, RUN_METRICS, field="max_met_raw")
    before = last_number(file_messages, USER_METRICS, field="max_met_raw")
    tenths_kmh = last_number(file_messages, USER_METRICS, field="threshold_speed_raw")
    speed_mps = None if tenths_kmh is None else tenths_kmh / _TENTHS / KMH_PER_MPS
    vo2_max = _possible(_ml(after, _AFTER_PER_MET), _VO2_MAX)
    return FitWatchMetrics(
        vo2_max_ml_per_kg_min=vo2_max or _possible(_ml(before, _BEFORE_PER_MET), _VO2_MAX),
        threshold_heart_rate_bpm=_possible(
            last_number(file_messages, USER_METRICS, field="threshold_heart_rate_raw"),
            _THRESHOLD_BPM,
        ),
        threshold_speed_mps=_possible(speed_mps, _THRESHOLD_MPS),
    )


def _ml(raw: float | None, per_met: float) -> float | None:
    return None if raw is None else _ML_PER_MET * raw / per_met


def _possible(value: float | None, bounds: tuple[float, float]) -> float | None:
    return value if value is not None and bounds[0] <= value <= bounds[1] else None
