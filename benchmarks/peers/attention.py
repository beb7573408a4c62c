"""Does a day of attention come through aw-server and back unchanged, and how long does it take?

A day of window and presence events is sent to a real aw-server one by one, as a watcher does, read
back as its export, taken in by `import_focus`, written by `export_focus`, and given to aw-server
again. `changed_on_the_way` counts intervals that differ from ours then.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
from tests.loopback import free_port

from benchmarks.peers.boxes import box
from hakaru.bootstrap import Config, build
from hakaru.flows.context import Settings
from hakaru.flows.focus import export_focus, focus_today, import_focus

_MORNING = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
_APPS = ("editor", "terminal", "browser", "mail", "calendar")
_READY_S = 30.0


def attention(quick: bool) -> Mapping[str, object]:
    """Milliseconds per event and per reading of the day, theirs and ours; what was changed."""
    n_events = 200 if quick else 1_000
    with tempfile.TemporaryDirectory(prefix="hakaru-peers-aw-") as name:
        scratch = Path(name)
        with _server(scratch) as client:
            sent_ms = _send(client, n_events)
            read_ms = _timed(lambda: client.get("/buckets/windows/events", params={"limit": -1}))
            (scratch / "theirs.json").write_text(client.get("/export").text, encoding="utf-8")
            ours = _through_us(scratch)
            returned = _given_back(client, scratch / "ours.json")
    return {
        "events": n_events,
        "aw_server_one_event_ms": sent_ms,
        "aw_server_a_day_read_ms": read_ms,
        **ours,
        **returned,
    }


@contextmanager
def _server(scratch: Path) -> Iterator[httpx2.Client]:
    port = free_port()
    homes = {f"XDG_{one}_HOME": str(scratch / one) for one in ("DATA", "CONFIG", "CACHE", "STATE")}
    words = [box("aw-server").program("aw-server"), "--port", str(port)]
    with subprocess.Popen(
        words,
        env={**os.environ, **homes, "HOME": str(scratch)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        base = f"http://localhost:{port}/api/0"
        try:
            with httpx2.Client(base_url=base, timeout=30.0, follow_redirects=True) as client:
                _wait_for(client)
                yield client
        finally:
            process.terminate()


def _wait_for(client: httpx2.Client) -> None:
    until_s = time.monotonic() + _READY_S
    while True:
        try:
            client.get("/info").raise_for_status()
        except httpx2.HTTPError:
            if time.monotonic() > until_s:
                raise
            time.sleep(0.1)
        else:
            return


def _send(client: httpx2.Client, n_events: int) -> float:
    """The median of one event sent, in milliseconds."""
    rng, at, times_ms = random.Random(1), _MORNING, []
    for name, kind in (("windows", "currentwindow"), ("presence", "afkstatus")):
        bucket = {"client": "benchmark", "hostname": "here", "type": kind}
        client.post(f"/buckets/{name}", json=bucket).raise_for_status()
    for _ in range(n_events):
        seconds = rng.uniform(5.0, 55.0)
        event = {"timestamp": at.isoformat(), "duration": seconds}
        started_s = time.perf_counter()
        window = {**event, "data": {"app": rng.choice(_APPS), "title": ""}}
        client.post("/buckets/windows/events", json=[window]).raise_for_status()
        times_ms.append(1e3 * (time.perf_counter() - started_s))
        at += timedelta(seconds=seconds)
    client.post("/buckets/presence/events", json=_presence(at)).raise_for_status()
    return round(statistics.median(times_ms), 2)


def _presence(end: datetime) -> list[Mapping[str, object]]:
    """Twenty-five minutes there, ten away, and so on."""
    events, at = list[Mapping[str, object]](), _MORNING
    for status, minutes in itertools.cycle((("not-afk", 25), ("afk", 10))):
        if at >= end:
            break
        event = {"timestamp": at.isoformat(), "duration": 60 * minutes, "data": {"status": status}}
        events.append(event)
        at += timedelta(minutes=minutes)
    return events


def _through_us(scratch: Path) -> Mapping[str, object]:
    built = build(Config(data_folder=scratch / "data", settings=Settings()))
    context = replace(built, now=lambda: _MORNING + timedelta(hours=14))
    started_s = time.perf_counter()
    taken = import_focus(context, file=scratch / "theirs.json")
    taken_s = time.perf_counter() - started_s
    day = _MORNING.date()
    read_ms = _timed(lambda: focus_today(context, day=day))
    export_focus(context, file=scratch / "ours.json", format="activitywatch", since=day, until=day)
    context.store.close()
    return {
        "taken_in_events": taken.n_events,
        "taken_in_ms_per_event": round(1e3 * taken_s / taken.n_events, 3),
        "hakaru_a_day_read_ms": read_ms,
    }


def _given_back(client: httpx2.Client, file: Path) -> Mapping[str, object]:
    document = json.loads(file.read_text(encoding="utf-8"))
    ((name, bucket),) = document["buckets"].items()
    client.post("/import", json=document).raise_for_status()
    found = client.get(f"/buckets/{name}/events", params={"limit": -1}).json()
    kept = {_said(one) for one in found}
    sent = [_said(one) for one in bucket["events"]]
    return {"intervals_given_back": len(sent), "changed_on_the_way": len(set(sent) - kept)}


def _said(event: Mapping[str, Any]) -> tuple[float, float, str]:
    at = datetime.fromisoformat(event["timestamp"])
    return round(at.timestamp(), 3), round(event["duration"], 3), event["data"]["state"]


def _timed(ask: Callable[[], object]) -> float:
    """The median of ten, in milliseconds."""
    times_ms: Sequence[float] = [_once(ask) for _ in range(10)]
    return round(statistics.median(times_ms), 2)


def _once(ask: Callable[[], object]) -> float:
    started_s = time.perf_counter()
    ask()
    return 1e3 * (time.perf_counter() - started_s)
