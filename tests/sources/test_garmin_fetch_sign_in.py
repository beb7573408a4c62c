"""How an account becomes readable, and what of it stays on disk."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from hakaru.core.errors import FetchFailed
from hakaru.sources.garmin.account import (
    TOKEN_FILE,
    LibraryAccount,
    connect,
    load_library,
    read_tokens,
    write_tokens,
)
from tests.sources.garmin_loopback import (
    CODE,
    EMAIL,
    PASSWORD,
    Fault,
    GarminService,
    library_at,
    serving,
)

PROFILE = "/userprofile-service/socialProfile"


@pytest.fixture
def service() -> Iterator[GarminService]:
    with serving(GarminService()) as running:
        yield running


def no_code() -> str:
    raise AssertionError("no one-time code was wanted")


def sign_in(
    service: GarminService, folder: Path, *, password: str | None = PASSWORD
) -> LibraryAccount:
    return connect(
        folder, email=EMAIL, password=password, mfa=no_code, library=library_at(service.url)
    )


def test_a_first_sign_in_works_and_stores_the_session_for_its_owner_only(
    service: GarminService, tmp_path: Path
) -> None:
    folder = tmp_path / "garmin"
    assert sign_in(service, folder).profile().outcome == "ok"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / TOKEN_FILE).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in folder.iterdir()] == [TOKEN_FILE]


def test_neither_email_nor_password_is_on_disk_afterwards(
    service: GarminService, tmp_path: Path
) -> None:
    sign_in(service, tmp_path)
    stored = read_tokens(tmp_path)
    assert stored is not None
    assert EMAIL not in stored
    assert PASSWORD not in stored


def test_a_stored_session_needs_no_credentials(service: GarminService, tmp_path: Path) -> None:
    sign_in(service, tmp_path)
    account = connect(
        tmp_path, email=None, password=None, mfa=no_code, library=library_at(service.url)
    )
    assert account.profile().outcome == "ok"
    assert len(service.asked_for("/login")) == 1


def test_a_session_the_service_no_longer_accepts_is_replaced_by_a_new_one(
    service: GarminService, tmp_path: Path
) -> None:
    sign_in(service, tmp_path)
    service.token = "token-2"
    sign_in(service, tmp_path)
    assert "token-2" in (read_tokens(tmp_path) or "")


def test_a_damaged_session_file_is_replaced_by_a_new_one(
    service: GarminService, tmp_path: Path
) -> None:
    write_tokens(tmp_path, "{not json")
    sign_in(service, tmp_path)
    assert service.token in (read_tokens(tmp_path) or "")


def test_a_rejected_session_without_credentials_is_forgotten_and_says_what_to_give(
    service: GarminService, tmp_path: Path
) -> None:
    sign_in(service, tmp_path)
    service.token = "token-2"
    with pytest.raises(FetchFailed, match="GARMIN_EMAIL"):
        sign_in(service, tmp_path, password=None)
    assert read_tokens(tmp_path) is None


def test_a_service_that_is_down_does_not_cost_the_stored_session(
    service: GarminService, tmp_path: Path
) -> None:
    sign_in(service, tmp_path)
    service.fail(PROFILE, Fault(status=503))
    with pytest.raises(FetchFailed, match="HTTP 503"):
        sign_in(service, tmp_path)
    assert read_tokens(tmp_path) is not None


def test_the_one_time_code_is_asked_for_only_when_the_account_wants_one(
    service: GarminService, tmp_path: Path
) -> None:
    service.wants_code = True
    account = connect(
        tmp_path,
        email=EMAIL,
        password=PASSWORD,
        mfa=lambda: CODE,
        library=library_at(service.url),
    )
    assert account.profile().outcome == "ok"


def test_a_wrong_password_is_named_without_being_quoted(
    service: GarminService, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(FetchFailed, match="was refused") as caught:
        sign_in(service, tmp_path, password="wrong-secret")
    assert "wrong-secret" not in str(caught.value)
    assert EMAIL not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    assert not [record for record in caplog.records if record.name.startswith("garminconnect")]
    assert read_tokens(tmp_path) is None


def test_throttled_sign_ins_say_how_long_to_wait(service: GarminService, tmp_path: Path) -> None:
    service.fail("/login", Fault(status=429))
    with pytest.raises(FetchFailed, match="wait an hour"):
        sign_in(service, tmp_path)


def test_an_unreachable_sign_in_is_told_from_a_refused_one(
    service: GarminService, tmp_path: Path
) -> None:
    service.fail("/login", Fault(status=500))
    with pytest.raises(FetchFailed, match="could not be reached"):
        sign_in(service, tmp_path)


def test_a_missing_extra_says_how_to_install_it() -> None:
    with pytest.raises(FetchFailed, match=r"-m pip install .*\[garmin\]'"):
        load_library("garminconnect_that_is_not_installed")


def test_the_installed_library_offers_what_is_used() -> None:
    library = load_library()
    garmin = library.Garmin()
    for name in ("get_activities", "get_activity_details", "download_activity"):
        assert callable(getattr(garmin, name))
    for name in ("login", "load", "dumps", "connectapi", "download"):
        assert callable(getattr(garmin.client, name))


def test_rewriting_tokens_tightens_the_mode_of_an_open_folder(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir(mode=0o755)
    (folder / TOKEN_FILE).write_text("old")
    write_tokens(folder, "new")
    assert read_tokens(folder) == "new"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / TOKEN_FILE).stat().st_mode & 0o777 == 0o600
