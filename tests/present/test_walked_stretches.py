"""Stretches that were hardly run show the pace of all of their time and nothing about form."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.i18n import LANGUAGES
from hakaru.present.page_session import segment_table
from hakaru.present.rows import split_rows
from hakaru.present.terminal import table_lines
from hakaru.running.session.intervals import list_reps
from hakaru.running.session.model import SegmentFigures
from hakaru.running.splits import Split
from tests.present.factories import make_report, make_splits
from tests.present.session_factories import make_athlete, make_segment


def walked_recovery(**changes: object) -> SegmentFigures:
    """350 m in 312 s with two seconds of running, as after the first of the real repetitions."""
    return make_segment(
        1,
        "recovery",
        (0.0, 312.0),
        **{
            "distance_m": 350.0,
            "running_s": 2.0,
            "running_distance_m": 11.0,
            "speed_mps": 5.4,
            "power_w": 232.0,
            "gct_ms": 278.0,
            "rep_index": 1,
            **changes,
        },
    )


def walked_split() -> Split:
    return replace(
        make_splits(1)[0],
        start_elapsed_s=0.0,
        end_elapsed_s=312.0,
        distance_m=350.0,
        running_s=2.0,
        running_distance_m=11.0,
        speed_mps=5.4,
        gct_ms=278.0,
        cadence_spm=160.0,
    )


def test_a_walked_recovery_shows_the_pace_of_all_of_it() -> None:
    for lang in LANGUAGES:
        line = table_lines(segment_table((walked_recovery(),), lang))[-1]
        assert "14:51" in line
        assert "3:05" not in line


def test_a_few_running_seconds_say_nothing_about_form() -> None:
    for lang in LANGUAGES:
        text = "\n".join(table_lines(segment_table((walked_recovery(),), lang)))
        assert "278ms" not in text
        assert "232 W" not in text
        assert "140" in text


def test_a_short_repetition_keeps_its_form() -> None:
    short = walked_recovery(end_elapsed_s=20.0, distance_m=120.0, running_s=18.0)
    sprint = replace(short, role="work")
    text = "\n".join(table_lines(segment_table((sprint,), "en")))
    assert "278ms" in text
    assert "3:05" in text


def test_a_jogged_recovery_keeps_its_own_pace_and_form() -> None:
    jog = walked_recovery(running_s=250.0, speed_mps=2.5)
    text = "\n".join(table_lines(segment_table((jog,), "en")))
    assert "6:40" in text
    assert "278ms" in text


def test_a_walked_split_has_no_form_and_the_slowest_bar_and_leaves_the_others_theirs() -> None:
    run = make_splits(3)
    alone, beside = (
        split_rows(make_report(splits=one), "en") for one in (run, (*run, walked_split()))
    )
    walked = beside[-1]
    assert (walked.pace, walked.gct, walked.expected_gct, walked.delta) == ("14:51", "-", "-", "-")
    assert (walked.cadence, walked.bar_frac) == ("-", -1.0)
    assert [row.bar_frac for row in beside[:-1]] == [row.bar_frac for row in alone]


def test_standing_while_the_position_drifts_is_no_pace() -> None:
    assert walked_recovery(distance_m=40.0, speed_mps=None).stretch_speed_mps is None


def test_a_recovery_is_as_fast_as_its_distance_over_its_time() -> None:
    work = make_segment(0, "work", (0.0, 180.0), rep_index=1)
    (rep,) = list_reps((work, walked_recovery()), make_athlete())
    assert rep.recovery is not None
    assert rep.recovery.covered_speed_mps == 350.0 / 312.0


@given(st.floats(0.0, 5000.0), st.floats(0.0, 3600.0), st.floats(1.0, 3600.0))
def test_a_stretch_of_which_half_was_run_speaks_by_its_running_speed(
    distance_m: float, running_s: float, duration_s: float
) -> None:
    one = walked_recovery(distance_m=distance_m, running_s=running_s, end_elapsed_s=duration_s)
    expected = one.speed_mps if running_s >= duration_s / 2.0 else one.covered_speed_mps
    assert one.stretch_speed_mps == expected
