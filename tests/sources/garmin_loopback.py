"""A Garmin Connect on the loopback address: the endpoints that a fetch asks for, with faults."""

from __future__ import annotations

import contextlib
import io
import json
import re
import threading
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import garminconnect
import garminconnect.client
import requests

EMAIL = "runner@example.org"
PASSWORD = "correct horse battery"
CODE = "123456"
ACTIVITY = "/activity-service/activity"
LIST = "/activitylist-service/activities/search/activities"
UPLOAD = "/download-service/files/activity"
THRESHOLD = "/biometric-service/biometric/latestLactateThreshold"


@dataclass(frozen=True)
class Fault:
    """What a path answers once instead of its document."""

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b'{"message": "token=SECRET-TICKET"}'


@dataclass
class GarminService:
    """The state of the simulated service."""

    runs: list[tuple[int, str]] = field(default_factory=list)
    multisport: list[tuple[int, str]] = field(default_factory=list)
    token: str = "token-1"
    wants_code: bool = False
    threshold_on: str = "2026-01-15"
    fit_uploads: bool = False
    recordings: dict[int, bytes] = field(default_factory=dict)
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    url: str = ""

    def fail(self, path: str, *faults: Fault) -> None:
        """Answer the next requests for a path with faults."""
        self.faults.setdefault(path, []).extend(faults)

    def asked_for(self, pattern: str) -> list[str]:
        """The requests whose path matches."""
        return [path for path in self.asked if re.search(pattern, path)]


def documents(service: GarminService, path: str, query: dict[str, list[str]]) -> object:
    """The JSON of a path, bytes for an upload, None where nothing is."""
    if path == LIST:
        rows = service.multisport if query["activityType"] == ["multi_sport"] else service.runs
        start, limit = int(query["start"][0]), int(query["limit"][0])
        return [_row(*row) for row in rows[start : start + limit]]
    if path == THRESHOLD:
        entry = {"userProfilePK": 1, "version": 1, "sequence": 1, "speed": 0.36, "heartRate": 168}
        return [{**entry, "calendarDate": f"{service.threshold_on}T06:00:00.0"}]
    known: dict[str, Callable[[str], object]] = {
        r"/userprofile-service/socialProfile": lambda _: {"displayName": "r"},
        r"/gear-service/gear/filterGear": lambda _: [{"gearTypeName": "Shoes"}],
        r"/biometric-service/biometric/powerToWeight/latest/.+": lambda _: [{"weight": 60.0}],
        r"/metrics-service/metrics/maxmet/daily/.+": lambda _: [{"generic": {"vo2MaxValue": 50}}],
        rf"{ACTIVITY}/(\d+)": lambda one: {"activityId": int(one), "activityName": "朝ラン"},
        rf"{ACTIVITY}/(\d+)/splits": lambda one: {"activityId": int(one), "lapDTOs": []},
        rf"{ACTIVITY}/(\d+)/details": lambda one: {"activityId": int(one), "asked": query},
        rf"{ACTIVITY}/(\d+)/weather": lambda _: {},
        rf"{ACTIVITY}/(\d+)/hrTimeInZones": lambda _: [{"zoneNumber": 1}],
        rf"{UPLOAD}/(\d+)": lambda one: (
            service.recordings.get(int(one)) or upload(int(one), fit=service.fit_uploads)
        ),
    }
    for pattern, answer in known.items():
        if match := re.fullmatch(pattern, path):
            return answer(match.group(1) if match.groups() else "")
    return None


def upload(activity_id: int, *, fit: bool = False) -> bytes:
    """What an upload looks like: a zip holding a file, or a bare FIT header."""
    if fit:
        return b"\x0e\x20\x00\x00\x00\x00\x00\x00.FIT\x00\x00"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        member = zipfile.ZipInfo(
            f"{activity_id}_ACTIVITY.fit"
        )  # of no moment: the same bytes always
        archive.writestr(member, b"not read here")
    return packed.getvalue()


def _row(activity_id: int, started_local: str) -> dict[str, object]:
    return {
        "activityId": activity_id,
        "startTimeLocal": started_local,
        "duration": 3600.0,
        "elapsedDuration": 4000.0,
    }


def _handler(service: GarminService) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            service.asked.append(self.path)
            if self.headers.get("Authorization") != f"Bearer {service.token}":
                return self._send(Fault(status=401))
            if service.faults.get(parts.path):
                return self._send(service.faults[parts.path].pop(0))
            found = documents(service, parts.path, parse_qs(parts.query))
            if found is None:
                return self._send(Fault(status=404))
            body = found if isinstance(found, bytes) else json.dumps(found).encode()
            return self._send(Fault(status=200, body=body))

        def do_POST(self) -> None:
            service.asked.append(self.path)
            sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if service.faults.get(self.path):
                return self._send(service.faults[self.path].pop(0))
            if (sent["email"], sent["password"]) != (EMAIL, PASSWORD):
                return self._send(Fault(status=401))
            if service.wants_code and "code" not in sent:
                return self._send(Fault(status=200, body=b'{"mfa": true}'))
            if service.wants_code and sent["code"] != CODE:
                return self._send(Fault(status=401))
            return self._send(Fault(status=200, body=json.dumps({"token": service.token}).encode()))

        def _send(self, answer: Fault) -> None:
            self.send_response(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # its name there
            pass

    return Handler


@contextlib.contextmanager
def serving(service: GarminService) -> Iterator[GarminService]:
    """The service, reachable at `service.url` while the context lasts."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(service))
    service.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def library_at(url: str) -> Any:
    """The client library with its own hooks pointed at another address.

    Requests are prepared by the library and redirected by `requests`' auth hook; signing in, which
    the library does by imitating a browser against fixed hosts, is one exchange here.
    """

    def redirect(prepared: requests.PreparedRequest) -> requests.PreparedRequest:
        parts = urlsplit(str(prepared.url))
        prepared.url = url + parts.path + (f"?{parts.query}" if parts.query else "")
        return prepared

    class LoopbackClient(garminconnect.client.Client):  # type: ignore[misc]
        def connectapi(self, path: str, **options: Any) -> Any:
            return super().connectapi(path, auth=redirect, **options)

        def download(self, path: str, **options: Any) -> Any:
            return super().download(path, auth=redirect, **options)

        def login(self, email: str, password: str, prompt_mfa: Any = None, **_: Any) -> Any:
            sent = {"email": email, "password": password}
            reply = requests.post(f"{url}/login", json=sent, timeout=60)
            if reply.ok and reply.json().get("mfa"):
                reply = requests.post(
                    f"{url}/login", json=sent | {"code": prompt_mfa()}, timeout=60
                )
            if reply.status_code == 429:
                raise garminconnect.GarminConnectTooManyRequestsError(reply.text)
            if reply.status_code == 401:
                raise garminconnect.GarminConnectAuthenticationError(f"{email} {password}")
            reply.raise_for_status()
            self.di_token = reply.json()["token"]
            return None, None

    def make_garmin() -> Any:
        garmin = garminconnect.Garmin()
        garmin.client = LoopbackClient()
        return garmin

    names = vars(garminconnect)
    return SimpleNamespace(**{**names, "Garmin": make_garmin})
