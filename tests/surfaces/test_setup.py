"""`hakaru setup`: from a new folder to a dashboard with one's own runs, without a question."""

from __future__ import annotations

import http.client
import re
import signal
import socket
import sys
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from hakaru.sources.places import Machine, find_recordings, folders_looked_in
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from tests.flows.commands import start
from tests.sources.test_discover import RUN, laid_out

SEASON = SeasonSettings(
    seed=4, start_on=date(2026, 1, 5), weeks=1, runs_per_week=3, duration_frac=0.3, faults=False
)
pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="there a process is interrupted otherwise"
)


@dataclass(frozen=True, kw_only=True)
class Page:
    """What a browser gets that opens the printed link and follows it."""

    status: int
    text: str


@dataclass(kw_only=True)
class Served:
    """What a setup said until it served, and the page that its link led to."""

    said: str
    page: Page
    exit_code: int


def setup(home: Path, *words: str) -> Served:
    """The command in a home of its own, until somebody has opened the link and ends it."""
    process = start(
        "setup", *words, "--no-open", "--port", "0", "--lang", "en",
        env={"HOME": str(home), "XDG_DATA_HOME": str(home / "share"), "DISPLAY": ""},
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        lines = iter(process.stderr.readline, "")
        link = next((line.split()[-1] for line in lines if "http://127.0.0.1:" in line), "")
        assert link, process.stdout.read()
        page = opened(link)
        process.send_signal(signal.SIGINT)
        said = process.stdout.read()
    return Served(said=said, page=page, exit_code=process.returncode)


def opened(link: str) -> Page:
    """The page behind a link, as a browser comes to it."""
    match = re.fullmatch(r"http://(127\.0\.0\.1):(\d+)(/.*)", link)
    assert match
    with closing(http.client.HTTPConnection(match[1], int(match[2]), timeout=60)) as connection:
        connection.request("GET", match[3])
        first = connection.getresponse()
        first.read()
        cookie = (first.getheader("set-cookie") or "").split(";")[0]
        connection.request("GET", first.getheader("location") or "/", headers={"Cookie": cookie})
        page = connection.getresponse()
        return Page(status=page.status, text=page.read().decode())


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with three recordings among the downloads."""
    downloads = tmp_path / "Downloads"
    downloads.mkdir()
    for session in simulate_season(SEASON):
        (downloads / session.file_name).write_bytes(session.to_fit())
    return tmp_path


def test_one_command_leads_from_downloads_to_a_page_that_answers(home: Path) -> None:
    served = setup(home)
    assert served.page.status == 200
    assert "3 recordings or exports in" in served.said
    assert "3 new runs" in served.said
    day = max(session.file_name for session in simulate_season(SEASON))[:10]
    assert day in served.page.text
    assert served.exit_code == 0


def test_what_is_named_is_taken_and_nothing_else(home: Path) -> None:
    own = home / "own"
    own.mkdir()
    first = min((home / "Downloads").iterdir())
    (own / first.name).write_bytes(first.read_bytes())
    served = setup(home, str(own))
    assert "1 new run" in served.said
    assert "Downloads" not in served.said


def test_where_nothing_lies_it_says_where_it_looked_and_serves_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "Documents").mkdir()
    served = setup(tmp_path)
    assert f"No recordings in {tmp_path / 'Documents'}, {tmp_path}" in served.said
    assert served.page.status == 200


def test_a_port_that_was_asked_for_and_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        process = start(
            "setup", "--no-open", "--port", str(taken), "--lang", "en",
            env={"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "share")},
        )  # fmt: skip
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert f"port = {taken}" in err


def test_watch_downloads_documents_and_home_are_looked_through(tmp_path: Path) -> None:
    laid_out(
        tmp_path,
        {
            "media/WATCH/GARMIN/Activity/a.fit": RUN,
            "home/Downloads/b.fit": RUN,
            "home/Documents/c.fit": RUN,
            "home/garmin/d.fit": RUN,
            "home/letter.txt": b"Dear",
        },
    )
    machine = Machine(home=tmp_path / "home", mount_roots=(tmp_path / "media",))
    found = find_recordings(machine)
    assert [place.folder.name for place in found] == ["Activity", "Downloads", "Documents", "home"]
    assert [path.name for place in found for path in place.paths] == [
        "Activity", "b.fit", "c.fit", "garmin",
    ]  # fmt: skip
    assert [path.name for path in folders_looked_in(machine)] == ["Downloads", "Documents", "home"]
