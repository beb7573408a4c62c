"""Figures of a stretch of a run are of what was recorded, however its lines are drawn."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from hakaru.flows.run_lines import SMOOTHS_S, Across, RunLines, StretchFigures, run_lines
from hakaru.flows.run_lines import stretch_figures as figures_of
from hakaru.running.activity import Recording
from tests.running.factories import make_recording, make_series


def strides() -> Recording:
    """Half a minute at 5 m/s and 100 ms less contact in every two, from minute 10 on; 30 s of
    standing at 5:00, at 90 bpm; a heart rate that nobody has at 8:00."""
    at_s = np.arange(1801.0)
    fast = (at_s >= 600.0) & (at_s % 60.0 >= 30.0)
    speed_mps = np.where(fast, 5.0, 2.5)
    standing = (at_s > 300.0) & (at_s <= 330.0)
    speed_mps[standing] = 0.0
    beats_bpm = np.where(fast, 170.0, 140.0)
    beats_bpm[standing], beats_bpm[480] = 90.0, 255.0
    gct_ms = np.where(fast, 200.0, 300.0)
    gct_ms[standing] = 0.0
    return make_recording(make_series(speed_mps=speed_mps, heart_rate_bpm=beats_bpm, gct_ms=gct_ms))


def figures(
    lines: RunLines, start: float | None = None, stop: float | None = None
) -> StretchFigures:
    made = figures_of(lines, start=start, stop=stop)
    assert made is not None
    return made


@pytest.mark.parametrize("across", get_args(Across))
def test_smoothing_and_axis_change_no_figure(across: Across) -> None:
    recording = strides()
    by_width = [figures(run_lines(recording, {}, across=across, smooth_s=s)) for s in SMOOTHS_S]
    assert all(one == by_width[0] for one in by_width)
    assert by_width[0] == figures(run_lines(recording, {}))


@pytest.mark.parametrize("smooth_s", SMOOTHS_S)
def test_extremes_are_those_recorded_without_what_cannot_be(smooth_s: int) -> None:
    whole = {
        figure.column: figure
        for figure in figures(run_lines(strides(), {}, smooth_s=smooth_s)).figures
    }
    assert (whole["gct_ms"].low, whole["gct_ms"].high) == (200.0, 300.0)
    assert (whole["heart_rate_bpm"].low, whole["heart_rate_bpm"].high) == (90.0, 170.0)
    assert (whole["speed_mps"].low, whole["speed_mps"].high) == (2.5, 5.0)


@pytest.mark.parametrize("smooth_s", SMOOTHS_S)
def test_the_mean_pace_is_the_distance_over_the_time_that_was_moved(smooth_s: int) -> None:
    stretch = figures(run_lines(strides(), {}, smooth_s=smooth_s), 270.0, 360.0)
    pace = next(figure for figure in stretch.figures if figure.column == "speed_mps")
    assert (stretch.elapsed_s, stretch.moving_s) == (90.0, 60.0)
    assert stretch.distance_m == pytest.approx(150.0)
    assert stretch.speed_mps == pace.mean == pytest.approx(2.5)


def test_means_are_over_time_where_samples_lie_unequally_far_apart() -> None:
    at_s = np.concatenate([np.arange(0.0, 300.0, 5.0), np.arange(300.0, 360.0)])
    smart = make_recording(
        {
            "elapsed_s": at_s,
            "distance_m": 3.0 * at_s,
            "speed_mps": np.full(at_s.size, 3.0),
            "heart_rate_bpm": np.where(at_s <= 300.0, 140.0, 170.0),
        }
    )
    beats = next(
        figure
        for figure in figures(run_lines(smart, {})).figures
        if figure.column == "heart_rate_bpm"
    )
    assert beats.mean == pytest.approx((300.0 * 140.0 + 59.0 * 170.0) / 359.0)
