"""A page whose results take long to bring up to date says how far that is, and comes by itself."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from hakaru.core.errors import NotRecorded
from hakaru.flows.context import Context
from hakaru.flows.fresh import is_left
from hakaru.flows.run_edits import delete_run, let_run_back
from hakaru.surfaces.web.upkeep import Upkeep
from tests.flows.factories import stored_runs
from tests.flows.session_seasons import copy_of, mixed_files
from tests.surfaces.web.serving import served, session_of

PATIENT_S = 120.0


@pytest.fixture
def changed(tmp_path: Path) -> Iterator[Context]:
    """A runner whose first run was deleted a moment ago."""
    with copy_of(mixed_files(), tmp_path) as context:
        delete_run(context, str(stored_runs(context)[0].activity_id))
        assert is_left(context)
        yield context


@contextmanager
def visiting(context: Context, patience_s: float) -> Iterator[httpx2.Client]:
    upkeep = Upkeep(context, patience_s=patience_s)
    with (
        served(context, upkeep=upkeep) as address,
        httpx2.Client(base_url=address, cookies=session_of(address), timeout=PATIENT_S) as client,
    ):
        yield client


@pytest.fixture
def hasty(changed: Context) -> Iterator[httpx2.Client]:
    """One who comes after a second run was deleted beside the server."""
    with visiting(changed, 0.0) as client:
        while client.get("/runs").status_code == 503:
            pass
        delete_run(changed, str(stored_runs(changed)[0].activity_id))
        yield client


@pytest.fixture
def patient(changed: Context) -> Iterator[httpx2.Client]:
    with visiting(changed, PATIENT_S) as client:
        yield client


def test_a_page_that_waits_no_longer_says_so_and_asks_again_by_itself(
    hasty: httpx2.Client, changed: Context
) -> None:
    waiting = hasty.get("/runs", headers={"accept-language": "en"})
    assert waiting.status_code == 503
    assert '<meta http-equiv="refresh" content="2; url=/runs">' in waiting.text
    assert "<progress" in waiting.text
    assert waiting.headers["retry-after"] == "2"
    while (page := hasty.get("/runs")).status_code == 503:
        pass
    assert page.status_code == 200
    assert not is_left(changed)


def test_what_is_soon_done_is_waited_for(patient: httpx2.Client, changed: Context) -> None:
    assert patient.get("/runs").status_code == 200
    assert not is_left(changed)


def test_a_form_is_answered_at_once_and_what_rests_on_it_is_left_to_the_next_page(
    patient: httpx2.Client, changed: Context
) -> None:
    assert patient.get("/runs").status_code == 200
    first = str(stored_runs(changed)[0].activity_id)
    origin = str(patient.base_url).rstrip("/")
    sent = patient.post(
        f"/runs/{first}/edit/remove", data={"sure": "yes"}, headers={"origin": origin}
    )
    assert (sent.status_code, sent.headers["location"]) == (303, "/import#removed")
    assert is_left(changed)
    assert patient.get(f"/runs/{first}").status_code == 404
    assert not is_left(changed)


def test_a_server_has_read_all_of_the_past_before_anybody_asks(changed: Context) -> None:
    def read_again() -> object:
        raise AssertionError("every split is read only now")

    with visiting(changed, PATIENT_S):
        for thread in threading.enumerate():
            if thread.name == "ahead":
                thread.join()
    assert changed.store.memo.of("splits", read_again)


def test_a_store_that_cannot_be_read_keeps_no_page_waiting(changed: Context) -> None:
    changed.store.close()
    changed.store.path.write_bytes(b"no database")
    assert Upkeep(changed, patience_s=PATIENT_S).wait() is None


def test_only_a_deleted_run_comes_back(changed: Context) -> None:
    with pytest.raises(NotRecorded, match="never removed"):
        let_run_back(changed, str(stored_runs(changed)[0].activity_id))
