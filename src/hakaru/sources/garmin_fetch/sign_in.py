"""How does a user's Garmin account become readable? By a stored session, else by signing in."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hakaru.core.errors import FetchFailed
from hakaru.sources.garmin_fetch.account import SERVICE
from hakaru.sources.garmin_fetch.library import LibraryAccount, library_errors
from hakaru.sources.garmin_fetch.tokens import forget_tokens, read_tokens, write_tokens
from hakaru.sources.parts import install_command


def load_library(name: str = "garminconnect") -> Any:
    """The client library, silenced: its log lines may quote replies and tickets.

    Raises:
        FetchFailed: it is not installed.
    """
    try:
        library = importlib.import_module(name)
    except ImportError:
        how = install_command("garmin")
        raise FetchFailed(SERVICE, f"the extra `garmin` is not installed: {how}") from None
    logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return library


def connect(
    token_folder: Path,
    *,
    email: str | None,
    password: str | None,
    mfa: Callable[[], str],
    library: Any = None,
) -> LibraryAccount:
    """Resume the stored session where it still works, else sign in by e-mail and password.

    `mfa` is called only if the account asks for a one-time code. Neither e-mail nor password is
    stored; the session is, in `token_folder`. `library` None: the installed one.

    Raises:
        FetchFailed: not installed; no session and no credentials; refused, throttled, unreachable.
    """
    used = load_library() if library is None else library
    account = _resume(used, token_folder)
    if account is not None:
        return account
    if not email or not password:
        raise FetchFailed(
            SERVICE, "no stored session: give e-mail and password (GARMIN_EMAIL, GARMIN_PASSWORD)"
        )
    garmin = _facade(used)
    _sign_in(used, lambda: garmin.client.login(email, password, prompt_mfa=mfa))
    if garmin.client.di_token:
        write_tokens(token_folder, garmin.client.dumps())
        garmin.client.load(str(token_folder))  # the library stores the sessions it renews there
    return LibraryAccount(used, garmin)


def _facade(library: Any) -> Any:
    garmin = library.Garmin()
    garmin.retry_attempts = 0  # newer versions would retry by themselves, on a clock of their own
    return garmin


def _resume(library: Any, token_folder: Path) -> LibraryAccount | None:
    if read_tokens(token_folder) is None:
        return None
    garmin = _facade(library)
    try:
        garmin.client.load(str(token_folder))
    except library_errors(library):
        forget_tokens(token_folder)
        return None
    account = LibraryAccount(library, garmin)
    answer = account.profile()
    if answer.outcome == "denied":
        forget_tokens(token_folder)
        return None
    if answer.outcome != "ok":
        raise FetchFailed(SERVICE, answer.reason("the profile"))
    return account


def _sign_in(library: Any, login: Callable[[], object]) -> None:
    try:
        login()
    except library.GarminConnectAuthenticationError:
        reason = "the e-mail, the password or the one-time code was refused"
    except library.GarminConnectTooManyRequestsError:
        reason = "too many sign-ins (HTTP 429): wait an hour, then try again"
    except library_errors(library):
        reason = "signing in did not work: the service could not be reached or has changed"
    else:
        return
    raise FetchFailed(SERVICE, reason)
