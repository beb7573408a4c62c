"""Small exports of accounts, lists of other programs and settings, of our own making."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.fuzz.change_zip import zipped
from tests.fuzz.samples import archive_samples as recordings_in_archives
from tests.fuzz.samples import nodes_json_samples
from tests.proposals.test_imports import CSV as TODOIST
from tests.proposals.test_imports import ORG
from tests.sources.apple_export import START, Export, PlantedRun, route_of
from tests.sources.strava_archive import WORDS, Archive, Listed
from tests.sources.test_polar import new_session, old_session

_SHORT = PlantedRun(length_s=10, pause_s=(5, 10))
_LISTED = [Listed(number=1, length_s=15), Listed(number=2, suffix=".gpx.gz", length_s=15)]
_OTHERS = [Listed(number=3, is_run=False), Listed(number=4, suffix="", title="Evening, slow")]
_CUT_TO = 6
"""Samples of a stream that are left of a session of ten minutes."""


def _exports() -> Sequence[Export]:
    """With a pause and a route; of other units, without a zone, indoors; without a run."""
    indoors = replace(_SHORT, pause_s=None, indoor=True, zone=None, route=False)
    later = replace(indoors, start=START + timedelta(minutes=5), gct_ms=None, zone="Europe/Paris")
    return (
        Export(runs=[_SHORT], days=1, day_records=4),
        Export(runs=[indoors, later], distance_unit=("mi", 1 / 1609.344), phone_counts_too=False),
        Export(walks=2, document_type=""),
    )


def apple_samples() -> list[bytes]:
    """Exports as text. What every record repeats of its device is said in fewer words."""
    texts = ["".join(export.text()) for export in _exports()]
    texts = [re.sub(r' (?:creationDate|sourceVersion)="[^"]*"', "", text) for text in texts]
    return [
        re.sub(r"&lt;&lt;HKDevice.*?(hardware:[\w,]+).*?&gt;", r"\1", text).encode()
        for text in texts
    ]


def apple_route() -> tuple[str, bytes]:
    """The name and content of the route that the first export names."""
    return _SHORT.route_name, route_of(_SHORT)


def strava_samples() -> list[bytes]:
    """The lists of accounts in five languages, with a ride and a run without a recording."""
    rows = [*_LISTED, *_OTHERS]
    return [Archive(rows=rows, language=language).list_bytes() for language in WORDS]


def archive_samples() -> list[bytes]:
    """Recordings in archives; a Strava account, an iPhone's export, Takeout and Polar, each as it
    is packed."""
    strava = Archive(rows=[*_LISTED, *_OTHERS]).files()
    german = Archive(rows=_LISTED, language="de", missing=frozenset({2})).files()
    name, route = apple_route()
    health = [
        ("apple_health_export/export.xml", apple_samples()[0]),
        (f"apple_health_export/workout-routes/{name}", route),
    ]
    polar = [(f"training-session-{at}.json", one) for at, one in enumerate(polar_samples())]
    takeout = [
        ("Takeout/Fit/All sessions/run.json", b'{"fitnessActivity": "running"}'),
        ("Takeout/Fit/Activities/run.gpx", route),
    ]
    accounts = (strava.items(), german.items(), health, polar, takeout)
    return [*recordings_in_archives(), *(zipped(list(members)) for members in accounts)]


def polar_samples() -> list[bytes]:
    """Sessions in both forms, and of another sport."""
    sessions = [old_session(), new_session(), new_session(sport="2")]
    return [json.dumps(_cut(session)).encode() for session in sessions]


def _cut(value: Any) -> Any:
    """The same with short streams."""
    if isinstance(value, dict):
        return {key: _cut(part) for key, part in value.items()}
    return [_cut(part) for part in value[:_CUT_TO]] if isinstance(value, list) else value


def weather_samples() -> list[bytes]:
    """As services, stations and people write it."""
    return [
        b"time,temperature_2m (C),relative humidity\n2026-07-01 06:00,21.5,80\n"
        b"2026-07-01 07:00,23.0,75\n",
        b"Datum;Uhrzeit;Temperatur;Taupunkt\n01.07.2026;06:00;21,5;12\n31.07.2026;07:00;23,0;11\n",
        "場所,東京\n\n年月日時,気温(℃),湿度\n2026/7/1 6:00,21.5,80\n".encode("cp932"),
        b"dt,temp,dwpt\n1782885600,59,41\n1782914400,86,60\n",
        b"date (UTC),tavg\n2026-07-01,21.5\n2026-07-02,\n",
        b"time,temp (F)\n2026-07-01T06:00:00+09:00,68\n2026-07-01T07:00:00Z,77\n",
    ]


def todoist_samples() -> list[bytes]:
    """A project with a section, indents, notes and days."""
    return [TODOIST.encode()]


def board_json_samples() -> list[bytes]:
    """Boards of ours; tasks as a list, and with the projects and sections they are in."""
    rows = [
        {"id": "7", "content": "Plan", "description": "short", "project_id": "1", "checked": True},
        {"id": "8", "content": "Figure", "parent_id": "7", "due": {"date": "2026-03-05T10:00:00"}},
        {"id": "9", "content": "Print", "section_id": "2", "deadline": {"date": "2026-04-01"}},
    ]
    named = {"projects": [{"id": "1", "name": "Show"}], "sections": [{"id": "2", "name": "Hall"}]}
    tasks = [json.dumps(read).encode() for read in (rows, {"items": rows, **named})]
    return [*nodes_json_samples(), *tasks]


def org_samples() -> list[bytes]:
    """Headings with states, drawers, plans and stamps."""
    return [ORG.encode(), "* 式場を決める\n来週の金曜まで。3月3日に下見、4/5か4/6に返事\n".encode()]


def category_samples() -> list[bytes]:
    """An export of the categories of ActivityWatch."""

    def entry(name: list[str], regex: str | None) -> dict[str, Any]:
        return {"name": name, "rule": {"type": "regex" if regex else "none", "regex": regex}}

    entries = [
        entry(["Work", "Programming"], "Code|Vim"),
        entry(["Media", "Video"], "YouTube"),
        entry(["Work"], None),
        entry(["Games"], "^Chess$"),
    ]
    return [json.dumps({"categories": entries}).encode()]


def rule_samples() -> list[bytes]:
    """Rules of what things are for, and an entry that is none."""
    rules = [("app", "Kanban|Trello", "work"), ("title", "講義", "learning"), ("x", "y", "music")]
    blocks = [
        f'[[rule]]\nmatch = "{match}"\npattern = "{pattern}"\ncategory = "{category}"\n'
        for match, pattern, category in rules
    ]
    return ["\n".join(blocks).encode()]


def config_samples() -> list[bytes]:
    """Settings with a table of each kind."""
    return [
        b'language = "ja"\nworkers = 2\n\n[model]\nbackend = "openai"\nname = "small"\n'
        b'url = "http://127.0.0.1:9/v1"\ntimeout_s = 20\n\n[mcp]\nfolders = ["~/runs"]\n\n'
        b"[sessions]\nheart_rate_zones_frac = [0.65, 0.8, 0.89, 0.95, 1.0]\neasy_share_pct = 60\n"
    ]


def stored_samples() -> list[bytes]:
    """What the data folder remembers: choices, and what was seen in watched folders."""
    choices = {
        "language": "ja", "show_track": False, "lengths": "km",
        "model": {"backend": "openai", "name": "small", "url": "http://127.0.0.1:9/v1"},
        "tiles": {"place": "https://tiles.example.org/{z}/{x}/{y}.png", "allowed": True},
    }  # fmt: skip
    return [json.dumps(one).encode() for one in (choices, {"/runs/a.fit": [10, 20, 30]})]
