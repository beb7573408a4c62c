"""Lengths and paces in both units: where a page shows them, and nowhere else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.flows.context import Context
from hakaru.surfaces.web.pages.miles import in_both, page_in_both
from hakaru.units import METRES_PER_KM, METRES_PER_MILE
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
    ],
)
def test_a_length_or_pace_is_followed_by_the_same_in_miles(text: str, both: str) -> None:
    assert in_both(text) == both


@given(st.floats(1.0, 100.0).map(lambda km: f"{km:.2f}"))
def test_miles_are_those_of_the_kilometres_shown(km: str) -> None:
    found = re.fullmatch(r".* km \((.*) mi\)", in_both(f"{km} km"))
    assert found is not None
    assert abs(float(found[1]) - float(km) * METRES_PER_KM / METRES_PER_MILE) <= 0.005 + 1e-9


def test_tags_are_left_alone() -> None:
    page = '<a href="/x?d=5.00 km" title="5:00/km">5.00 km</a>'
    assert page_in_both(page) == page.replace(">5.00 km<", ">5.00 km (3.11 mi)<")


def test_pages_show_both_once_that_is_chosen(context: Context) -> None:
    take_in(context, mixed_files()[0])
    with talking(context) as client:
        assert " km" in client.get("/runs").text
        assert " mi)" not in client.get("/runs").text
        own = {"origin": str(client.base_url).rstrip("/")}
        sent = {"lengths": "km_and_mi", "language": "ja", "rubric": "personal"}
        assert client.post("/settings/choices", data=sent, headers=own).status_code == 303
        assert re.search(r"\d km \(\d+\.\d\d mi\)", client.get("/runs").text)
        assert re.search(r"/km \(\d+:\d\d/mi\)", client.get("/").text)
        leagues = client.post("/settings/choices", data={"lengths": "leagues"}, headers=own)
        assert leagues.status_code == 400
