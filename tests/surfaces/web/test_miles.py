"""Lengths and paces in miles: where a page shows them, in its own words, and nowhere else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.units import METRES_PER_KM, METRES_PER_MILE
from hakaru.flows.context import Context
from hakaru.surfaces.web.pages.templates import as_written, in_both, in_lengths, in_miles, per_km
from tests.flows.factories import take_in
from tests.flows.session_seasons import mixed_files
from tests.surfaces.web.serving import talking


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("5:00/km", "5:00/km (8:03/mi)"),
        ("4:07〜4:13/km", "4:07〜4:13/km (6:38〜6:47/mi)"),
        ("42.20 km · 3:30/km", "42.20 km (26.22 mi) · 3:30/km (5:38/mi)"),
        ("5.00–7.00 km", "5.00–7.00 km (3.11–4.35 mi)"),
        ("1:05:00 for 10 km", "1:05:00 for 10 km"),
        ("12 ms, 5:00, 3.5 kmh", "12 ms, 5:00, 3.5 kmh"),
        ("平均は6:24/kmで、14.22 kmでした", "平均は6:24/km (10:18/mi)で、14.22 km (8.84 mi)でした"),
    ],
)
def test_a_length_or_pace_is_followed_by_the_same_in_miles(text: str, both: str) -> None:
    assert in_both(text) == both


@given(st.floats(1.0, 100.0).map(lambda km: f"{km:.2f}"))
def test_miles_are_those_of_the_kilometres_shown(km: str) -> None:
    found = re.fullmatch(r".* km \((.*) mi\)", in_both(f"{km} km"))
    assert found is not None
    assert abs(float(found[1]) - float(km) * METRES_PER_KM / METRES_PER_MILE) <= 0.005 + 1e-9


@pytest.mark.parametrize(
    ("text", "miles"),
    [
        ("5:00/km", "8:03/mi"),
        ("80% range 4:33–5:19/km", "80% range 7:19–8:33/mi"),
        ("14.22 kmで、6:24/kmで", "8.84 miで、10:18/miで"),
        ("-3 s/km, +2〜5 秒/km", "-5 s/mi, +3〜8 秒/mi"),
        ("ペース (分/km), pace (min/km), (/km)", "ペース (分/mi), pace (min/mi), (/mi)"),
        ("10 km in 45:00, 5 m up per km", "10 km in 45:00, 5 m up per km"),
    ],
)
def test_a_length_or_pace_is_said_in_miles_instead(text: str, miles: str) -> None:
    assert in_miles(text) == miles


@pytest.mark.parametrize(
    ("written", "kept"),
    [("7:23/mi", "4:35"), (" 8:03 /mi ", "5:00"), ("4:35", "4:35"), ("7:63/mi", "7:63/mi")],
)
def test_a_pace_per_mile_may_be_stated(written: str, kept: str) -> None:
    assert per_km(written) == kept


def test_tags_are_left_alone() -> None:
    page = '<a href="/x?d=5.00 km" title="5:00/km">5.00 km</a>'
    assert in_lengths(page, "km_and_mi") == page.replace(">5.00 km<", ">5.00 km (3.11 mi)<")
    assert in_lengths(page, "mi") == page.replace(">5.00 km<", ">3.11 mi<")
    assert in_lengths(page, "km") == page


def test_what_somebody_wrote_is_left_alone() -> None:
    own = as_written("<b>5.00 km</b> at 5:00/km \ue0a1 5:00/km")
    page = f"<p>{own} 5.00 km</p><textarea>5.00 km\n5:00/km</textarea><p>5.00 km</p>"
    words = "&lt;b&gt;5.00 km&lt;/b&gt; at 5:00/km  5:00/km"
    field = "<textarea>5.00 km\n5:00/km</textarea>"
    assert in_lengths(page, "mi") == f"<p>{words} 3.11 mi</p>{field}<p>3.11 mi</p>"
    assert in_lengths(page, "km") == f"<p>{words} 5.00 km</p>{field}<p>5.00 km</p>"


def test_an_axis_of_paces_is_in_miles_and_one_of_times_is_not() -> None:
    ticks = '<svg><text class="tick">5:00</text><text>{unit}</text></svg>'
    paces, times = ticks.format(unit="pace (min/km)"), ticks.format(unit="time")
    told = in_lengths(f"<p>{paces}{times}</p>", "mi")
    assert told == (
        '<p><svg><text class="tick">8:03</text><text>pace (min/mi)</text></svg>' + times + "</p>"
    )


def test_columns_are_converted_by_their_heads() -> None:
    table = (
        "<table><tr><th>split</th><th>km</th><th>time</th><th>Pace (right: faster)</th>"
        "<th>Paces (/km)</th></tr><tr><th>1</th><td>1.00</td><td>5:00</td>"
        '<td class="paced"><span class="pace">5:00</span></td><td>5:00-4:00</td></tr></table>'
    )
    assert in_lengths(f"<p>{table}</p>", "mi") == (
        "<p><table><tr><th>split</th><th>mi</th><th>time</th><th>Pace (right: faster)</th>"
        "<th>Paces (/mi)</th></tr><tr><th>1</th><td>0.62</td><td>5:00</td>"
        '<td class="paced"><span class="pace">8:03</span></td><td>8:03-6:26</td></tr></table></p>'
    )
    named = '<div aria-label="Training paces (/km)"><table><tr><td>easy</td><td>5:00</td></tr>'
    assert ">8:03<" in in_lengths(f"{named}</table></div>", "mi")
    assert "<table></table>" in in_lengths("<p><table></table></p>", "mi")


def test_pages_show_both_once_that_is_chosen(context: Context) -> None:
    take_in(context, mixed_files()[0])
    with talking(context) as client:
        assert " km" in client.get("/runs").text
        assert " mi)" not in client.get("/runs").text
        own = {"origin": str(client.base_url).rstrip("/")}
        sent = {"lengths": "km_and_mi", "language": "ja"}
        assert client.post("/settings/choices", data=sent, headers=own).status_code == 303
        assert re.search(r"\d km \(\d+\.\d\d mi\)", client.get("/runs").text)
        assert re.search(r"/km \(\d+:\d\d/mi\)", client.get("/").text)
        leagues = client.post("/settings/choices", data={"lengths": "leagues"}, headers=own)
        assert leagues.status_code == 400
