"""Every kind of page in the lengths that were chosen, and none mixed with another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx2
import pytest

from hakaru.core.quantity import Lengths
from hakaru.flows.context import Context
from hakaru.flows.nodes import add_node
from hakaru.flows.preferences import write_preferences
from tests.flows.factories import stored_runs
from tests.flows.session_seasons import copy_of, mixed_files
from tests.surfaces.web.serving import talking

KM = re.compile(r"\d:\d\d/km|\d\.\d+ km\b|min/km|分/km|\(/km\)|（/km）|\d s/km|>km<")
MI = re.compile(r"\d:\d\d/mi|\d\.\d+ mi\b|min/mi|分/mi|\(/mi\)|（/mi）|>mi<")
TWICE = re.compile(r"\d km \(\d+\.\d+ mi\)|/km \([\d:]+/mi\)")


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[Context]:
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


def places(context: Context) -> Mapping[str, str]:
    """A page of each kind that says lengths or paces, by its address."""
    stored = stored_runs(context)
    day = stored[-1].activity_date
    a, b = (run.activity_id for run in stored[-2:])
    addresses = [
        "/", f"/day/{day}", f"/week/{day:%G-W%V}", "/runs", f"/calendar?month={day:%Y-%m}",
        "/volume", "/records", "/shoes", f"/compare?run={a}&run={b}", "/form",
        "/form/expect?pace=300", "/form/curves", "/training", "/training/paces",
        "/training/trends",
        *(f"/runs/{b}{tab}" for tab in ("", "/charts", "/laps", "/session", "/trend", "/why")),
        f"/runs/{b}/figures?from=300&to=600", f"/runs/{b}/report.html",
    ]  # fmt: skip
    return dict.fromkeys(addresses, "")


def read(client: httpx2.Client, context: Context, lengths: Lengths) -> Mapping[str, str]:
    write_preferences(context, {"lengths": lengths, "language": "en"})
    made = {}
    for address in places(context):
        answer = client.get(address)
        assert answer.status_code == 200, address
        made[address] = answer.text
    return made


def test_every_kind_of_page_is_in_the_lengths_of_choice_and_none_mixes_them(runs: Context) -> None:
    with talking(runs) as client:
        km = read(client, runs, "km")
        mi = read(client, runs, "mi")
        both = read(client, runs, "km_and_mi")
        assert read(client, runs, "km") == km
    for address, page in km.items():
        told = KM.search(page)
        assert MI.search(page) is None, (address, MI.search(page))
        assert KM.search(mi[address]) is None, (address, KM.search(mi[address]))
        assert told is None or MI.search(mi[address]), address
        assert TWICE.search(page + mi[address]) is None, address
    assert sum(TWICE.search(page) is not None for page in both.values()) > 10


def test_the_report_to_keep_is_in_the_lengths_of_choice(runs: Context) -> None:
    newest = stored_runs(runs)[-1].activity_id
    write_preferences(runs, {"lengths": "mi", "language": "ja"})
    with talking(runs) as client:
        markdown = client.get(f"/runs/{newest}/report.md").text
    assert re.search(r"\d:\d\d/mi", markdown)
    assert re.search(r"\d:\d\d/km|\d\.\d+ km\b", markdown) is None


def test_what_somebody_wrote_stays_as_it_is(context: Context) -> None:
    add_node(context, title="5.00 km at 5:00/km", status=None, note=None, parent=None)
    write_preferences(context, {"lengths": "mi", "language": "en"})
    with talking(context) as client:
        assert "5.00 km at 5:00/km" in client.get("/plans").text


def test_lengths_are_chosen_on_the_page_of_settings(context: Context) -> None:
    with talking(context) as client:
        own = {"origin": str(client.base_url).rstrip("/")}
        for lengths, status in (("km_and_mi", 303), ("leagues", 400)):
            sent = {"lengths": lengths, "language": "ja"}
            assert client.post("/settings/choices", data=sent, headers=own).status_code == status
