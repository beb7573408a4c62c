"""What is read from the activities.csv of a Strava export."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hakaru.core.errors import Refused, Unreadable
from hakaru.running.activity import Provenance, Recording
from hakaru.sources.discover import kind_of
from hakaru.sources.strava import read_strava_csv

PROVENANCE = Provenance(kind="strava-csv", path="activities.csv", sha256="00")
HEADER = (
    "Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Max Heart Rate,"
    "Elapsed Time,Moving Time,Distance,Average Speed,Elevation Gain,Average Cadence,"
    "Max Heart Rate,Average Heart Rate,Average Watts,Calories"
)
RUN = (
    '1,"Jan 4, 2026, 5:38:59 PM",Evening run,Run,3000,10.02,183,'
    "3000.0,2900.0,10020.5,3.4553,62.5,86.2,183,151.4,,711"
)
RIDE = '2,"Jan 5, 2026, 7:00:00 AM",Ride,Ride,3000,20,150,3000,2900,20000,6.9,10,80,150,120,,500'


def read(*rows: str, header: str = HEADER) -> tuple[Recording, ...]:
    return read_strava_csv("\n".join((header, *rows)).encode(), provenance=PROVENANCE)


def test_a_row_is_a_run_in_utc_with_the_figures_in_si_units() -> None:
    (run,) = read(RUN, RIDE)
    assert run.started_at == datetime(2026, 1, 4, 17, 38, 59, tzinfo=UTC)
    assert run.title == "Evening run"
    summary = run.summary
    assert (summary.distance_m, summary.timer_s, summary.elapsed_s) == (10020.5, 2900.0, 3000.0)
    assert (summary.heart_rate_avg_bpm, summary.heart_rate_max_bpm) == (151.4, 183.0)
    assert summary.cadence_avg_spm == pytest.approx(172.4)
    assert (summary.ascent_m, summary.power_avg_w, summary.calories_kcal) == (62.5, None, 711.0)
    assert run.provenance == (PROVENANCE,)


def test_the_unit_of_a_distance_is_what_speed_and_time_make_it_in_the_whole_list() -> None:
    header = HEADER.replace("Average Heart Rate,Average Watts", "Average Heart Rate,Average Watts")
    once = header.replace("Moving Time,Distance,", "Moving Time,")
    miles = RUN.replace("10.02", "6.23").replace("2900.0,10020.5,", "2900.0,")
    assert read(RUN.replace("2900.0,10020.5,", "2900.0,"), header=once)[0].summary.distance_m == (
        pytest.approx(10020.0)
    )
    assert read(miles, header=once)[0].summary.distance_m == pytest.approx(10026.2, abs=1.0)


def test_what_was_marked_as_a_competition_is_one() -> None:
    header = f"{HEADER},Competition"
    race, run = read(f"{RUN},1.0", f"{RUN},", header=header)
    assert (race.event_kind, run.event_kind) == ("competition", None)


def test_without_a_speed_nothing_tells_the_unit_and_lengths_are_left_out() -> None:
    (run,) = read(RUN.replace("3.4553", ""))
    assert run.summary.distance_m is None
    assert run.summary.ascent_m is None
    assert [issue.code for issue in run.issues] == ["unit_unknown"]
    assert run.summary.heart_rate_max_bpm == 183.0


def test_a_list_without_runs_is_refused_and_one_without_rows_is_unreadable() -> None:
    with pytest.raises(Refused, match="no run among the 1 activities"):
        read(RIDE)
    with pytest.raises(Unreadable):
        read()


def test_it_is_known_by_its_headers_whatever_it_is_called() -> None:
    assert kind_of("list.txt", HEADER.encode()) == "strava-csv"
    assert kind_of("Activities.csv", b"Activity Type,Date,Favorite,Title\n") == "garmin-csv"
