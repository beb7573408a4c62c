"""What does a run say about the heart of which only totals are known: a row of a list?

Its highest heart rate is a single second, which one spike of an optical sensor can make: one row
alone is not believed (`estimates`). Its mean is a lower bound of the best 20 and 30 minutes in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hakaru.running.activity import DeviceSummary, Recording
from hakaru.running.athlete.efforts import HEART_RATE_MAX_BPM, Effort
from hakaru.running.validity import VALID_WINDOWS

_PEAK_S = 30.0
_HELD_S = (1200.0, 1800.0)


def listed_efforts(recording: Recording) -> tuple[Effort, ...]:
    """Heart rates of a run without samples, shortest first; empty where there are samples."""
    if recording.series["elapsed_s"].size >= 2:
        return ()
    return tuple(_efforts(recording.summary))


def _efforts(summary: DeviceSummary) -> Iterator[Effort]:
    lasted_s = summary.timer_s or summary.elapsed_s
    if lasted_s is None:
        return
    peak_bpm, mean_bpm = (
        _believed(summary.heart_rate_max_bpm),
        _believed(summary.heart_rate_avg_bpm),
    )
    if peak_bpm is not None and lasted_s >= _PEAK_S:
        yield _of_heart(_PEAK_S, peak_bpm)
    if mean_bpm is not None:
        yield from (_of_heart(held_s, mean_bpm) for held_s in _HELD_S if held_s <= lasted_s)


def _believed(beats_bpm: float | None) -> float | None:
    low_bpm, _ = VALID_WINDOWS["heart_rate_bpm"]
    return beats_bpm if beats_bpm and low_bpm <= beats_bpm <= HEART_RATE_MAX_BPM else None


def _of_heart(duration_s: float, beats_bpm: float) -> Effort:
    return Effort(
        duration_s=duration_s,
        speed_mps=None,
        speed_heart_rate_bpm=None,
        heart_rate_bpm=beats_bpm,
        power_w=None,
        of_summary=True,
    )
