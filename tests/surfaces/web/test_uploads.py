"""Files come in whole or not at all, are taken in beside the pages; a kill only delays it."""

from __future__ import annotations

import contextlib
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest

from hakaru.flows.context import Context
from hakaru.flows.job_records import (
    PART_MARK,
    JobProgress,
    begin_job,
    folder_of,
    job_of,
    jobs_of,
    queue_job,
    stored_jobs,
)
from hakaru.flows.jobs import run_job, take_over_jobs
from hakaru.store.activities import list_activities
from hakaru.store.jobs import Owner
from hakaru.surfaces.http import HOST, ConnectionLimits, read_token
from hakaru.surfaces.web.app import TOKEN_FILE
from hakaru.surfaces.web.bodies import safe_name
from hakaru.surfaces.web.pages.visit import Worker
from tests.flows.commands import ROOT, environment
from tests.flows.factories import make_context
from tests.surfaces.web.serving import TOKEN, reply, talking

PATIENCE_S = 60


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Context]:
    made = make_context(tmp_path / "data")
    yield made
    made.store.close()


def test_a_file_is_taken_whole_or_not_at_all(empty: Context, season: Path) -> None:
    recording = sorted(season.glob("*.fit"))[0]
    with talking(empty) as client:
        made = reply(client.post("/import/new", content=b""))
        job = made["job"]
        sent = client.put(
            f"/import/{job}/files", params={"name": "../../a/b.fit"}, content=recording.read_bytes()
        )
        assert reply(sent, 201)["name"] == "b.fit"
        again = client.put(
            f"/import/{job}/files", params={"name": "b.fit"}, content=recording.read_bytes()
        )
        assert reply(again, 201)["name"] == "b~2.fit"
        started = client.post(f"/import/{job}/start", content=b"")
        page = reply(started)["page"]
        _until_done(client, page)
        late = client.put(f"/import/{job}/files", params={"name": "c.fit"}, content=b"x")
        assert late.status_code == 400
        assert client.put("/import/99/files", params={"name": "c"}, content=b"").status_code == 400
    names = sorted(one.name for one in folder_of(empty, job).iterdir())
    assert names == ["b.fit", "b~2.fit"]
    found = job_of(empty, job).detail
    assert (found.ingested, found.duplicates) == (1, 1)
    assert [outcome.name for outcome in found.outcomes] == names
    assert len({outcome.activity_id for outcome in found.outcomes}) == 1  # both lead to the one run


def test_an_upload_that_was_cut_off_is_closed_and_says_so(empty: Context) -> None:
    job = begin_job(empty, "import", phase="uploading")
    with talking(empty) as client:
        assert "送信が途中で切れました" in client.get(f"/jobs/{job.job_id}").text
    assert job_of(empty, job.job_id).status == "failed"


@pytest.mark.soak
def test_a_job_that_a_kill_cut_off_is_done_at_the_next_start(empty: Context, season: Path) -> None:
    job = begin_job(empty, "import", phase="uploading")
    for path in sorted(season.glob("*.fit"))[:4]:
        shutil.copy(path, folder_of(empty, job.job_id))
    queue_job(empty, job.job_id)
    with talking(empty) as client:
        _until_done(client, f"/jobs/{job.job_id}")
    assert job_of(empty, job.job_id).detail.ingested == 4


@pytest.mark.soak
def test_a_server_that_is_killed_in_the_middle_goes_on(season: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    files = sorted(season.glob("*.fit"))
    with _serving(data) as (process, client):
        job = reply(client.post("/import/new", content=b""))["job"]
        for path in files:
            reply(
                client.put(f"/import/{job}/files?name={path.name}", content=path.read_bytes()), 201
            )
        reply(client.post(f"/import/{job}/start", content=b""))
        _until(client, job, lambda text: 'value="' in text)
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE_S)
    context = make_context(data)
    assert [one.status for one in jobs_of(context)] == ["running"]
    with _serving(data) as (_, client):
        _until_done(client, f"/jobs/{job}")
    with context.store.read() as con:
        assert len(list_activities(con)) == len(files)
    assert [one.status for one in jobs_of(context)] == ["done"]
    context.store.close()


def test_what_another_server_of_the_folder_has_begun_is_left_to_it(
    empty: Context, season: Path
) -> None:
    recording = sorted(season.glob("*.fit"))[0].read_bytes()
    other = make_context(empty.data_folder)
    with talking(empty) as client:
        job = reply(client.post("/import/new", content=b""))["job"]
        with talking(other) as second:
            assert job_of(other, job).status == "running"
            reply(client.put(f"/import/{job}/files?name=a.fit", content=recording), 201)
            assert second.get(f"/jobs/{job}").status_code == 200
        reply(client.post(f"/import/{job}/start", content=b""))
        _until_done(client, f"/jobs/{job}")
    assert job_of(empty, job).detail.ingested == 1
    other.store.close()


def test_a_job_in_the_queue_of_another_server_is_done_once_and_there(empty: Context) -> None:
    first, second = Worker(empty), Worker(empty)
    job = begin_job(empty, "train", owner=first.owner)
    second.resume()
    second.hand_in(begin_job(empty, "train", owner=second.owner).job_id)
    second.wait()
    assert [one.job_id for one in jobs_of(empty)] == [job.job_id]
    assert job_of(empty, job.job_id).status == "running"
    first.leave()
    second.resume()
    second.wait()
    assert job_of(empty, job.job_id).status == "done"
    second.leave()


def test_a_job_in_which_the_program_died_twice_is_shown_as_set_aside(empty: Context) -> None:
    job_id = begin_job(empty, "train").job_id
    for _ in range(2):
        owner = Owner(empty.data_folder)
        take_over_jobs(empty, owner=owner.name)
        deaths = job_of(empty, job_id).detail.deaths
        JobProgress(stored_jobs(empty), job_id, phase="training", deaths=deaths)
        stored_jobs(empty).take(job_id, owner=owner.name)
        owner.release()
    with talking(empty) as client:
        page = client.get(f"/jobs/{job_id}", headers={"accept-language": "en"}).text
    assert job_of(empty, job_id).status == "failed"
    assert "取りやめ" in page or "set aside" in page


def test_a_job_whose_state_cannot_be_written_now_is_tried_again(
    empty: Context, caplog: pytest.LogCaptureFixture
) -> None:
    worker = Worker(empty, first_rest_s=0.01)
    job = begin_job(empty, "train", owner=worker.owner)
    state, kept = empty.data_folder / "state.sqlite", empty.data_folder / "kept.sqlite"
    state.rename(kept)
    state.write_bytes(b"no database" * 1000)
    worker.hand_in(job.job_id)
    deadline_s = time.monotonic() + PATIENCE_S
    while "cannot be used" not in caplog.text:
        assert time.monotonic() < deadline_s, "nothing was said of it"
    kept.replace(state)
    worker.wait()
    assert job_of(empty, job.job_id).status == "done"
    worker.leave()


def test_files_of_one_name_that_come_at_once_are_not_mixed(empty: Context) -> None:
    with talking(empty) as client:
        job = reply(client.post("/import/new", content=b""))["job"]
        slow, begun = threading.Event(), threading.Event()

        def drop(byte: bytes) -> Iterator[bytes]:
            yield byte * 100_000
            begun.set()
            assert slow.wait(PATIENCE_S)
            yield byte * 100_000

        def send(content: Any) -> int:
            return client.put(f"/import/{job}/files?name=a.fit", content=content).status_code

        with ThreadPoolExecutor(2) as pool:
            first = pool.submit(send, drop(b"1"))
            assert begun.wait(PATIENCE_S)
            assert send(b"2" * 200_000) == 201
            slow.set()
            assert first.result() == 201
    files = sorted(folder_of(empty, job).iterdir())
    assert [file.name for file in files] == ["a.fit", "a~2.fit"]
    assert [file.read_bytes() for file in files] == [b"2" * 200_000, b"1" * 200_000]


def test_a_file_that_comes_in_when_the_import_has_begun_is_refused(empty: Context) -> None:
    with talking(empty) as client:
        job = reply(client.post("/import/new", content=b""))["job"]
        begun, over = threading.Event(), threading.Event()

        def drop() -> Iterator[bytes]:
            yield b"1"
            begun.set()
            assert over.wait(PATIENCE_S)
            yield b"2"

        with ThreadPoolExecutor(1) as pool:
            sent = pool.submit(client.put, f"/import/{job}/files?name=a.fit", content=drop())
            assert begun.wait(PATIENCE_S)
            assert client.post(f"/import/{job}/stop", content=b"").status_code == 303
            over.set()
            assert sent.result().status_code == 400
    assert not folder_of(empty, job).exists()


def test_a_name_that_ends_in_part_is_imported_by_what_it_holds(
    empty: Context, season: Path
) -> None:
    recording = sorted(season.glob("*.fit"))[0].read_bytes()
    with talking(empty) as client:
        job = reply(client.post("/import/new", content=b""))["job"]
        for name, content in (("x.part", recording), (".part-1", b"notes"), ("y.part", b"")):
            reply(client.put(f"/import/{job}/files", params={"name": name}, content=content), 201)
        reply(client.post(f"/import/{job}/start", content=b""))
        _until_done(client, f"/jobs/{job}")
    told = {
        outcome.name: (outcome.outcome, outcome.why)
        for outcome in job_of(empty, job).detail.outcomes
    }
    assert told["x.part"] == ("ingested", "")
    assert "not a format that can be read" in told["part-1"][1]
    assert "the file is empty" in told["y.part"][1]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../a/b.fit", "b.fit"),
        ("..\\..\\c.fit", "c.fit"),
        ("..", "file"),
        ("", "file"),
        ("x.part/", "x.part"),
        (".bashrc", "bashrc"),
        ("a\0b\nc.fit", "a_b_c.fit"),
        ("\u202efit.exe", "_fit.exe"),
        ("走る 1.fit", "走る 1.fit"),
        ("con", "_con"),
        ("NUL.fit", "_NUL.fit"),
        ("console.fit", "console.fit"),
        ("a:b?.fit", "a_b_.fit"),
        ("走" * 200 + ".fit", "走" * 60 + ".fit"),
        ("a." + "b" * 300, "a." + "b" * 16),
    ],
)
def test_a_name_becomes_one_that_every_file_system_takes(given: str, kept: str) -> None:
    assert safe_name(given) == kept
    assert len(kept.encode()) <= 255


def _begun_upload(address: str, job: int, body: bytes) -> socket.socket:
    """A browser that has sent the beginning of a file."""
    port = int(address.rsplit(":", 1)[1])
    made = socket.create_connection((HOST, port), timeout=PATIENCE_S)
    head = (
        f"PUT /import/{job}/files?name=a.fit HTTP/1.1\r\nHost: {HOST}:{port}\r\n"
        f"Authorization: Bearer {TOKEN}\r\nContent-Length: 1000000\r\n\r\n"
    )
    made.sendall(head.encode() + body)
    return made


def _until_parts(folder: Path, n_parts: int) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while len(list(folder.iterdir())) != n_parts:
        assert time.monotonic() < deadline_s, list(folder.iterdir())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("how", ["gone", "slow"])
def test_an_upload_that_is_broken_off_leaves_no_part_and_the_import_goes_on(
    how: str, empty: Context, season: Path, caplog: pytest.LogCaptureFixture
) -> None:
    recording = sorted(season.glob("*.fit"))[0].read_bytes()
    limits = ConnectionLimits(slow_s=0.5)
    with talking(empty, limits=limits) as client:
        job = reply(client.post("/import/new", content=b""))["job"]
        folder = folder_of(empty, job)
        with _begun_upload(str(client.base_url), job, b"1" * 5000) as sending:
            _until_parts(folder, 1)
            if how == "slow":
                assert sending.recv(100).startswith(b"HTTP/1.1 408 ")
        _until_parts(folder, 0)
        reply(client.put(f"/import/{job}/files?name=a.fit", content=recording), 201)
        reply(client.post(f"/import/{job}/start", content=b""))
        _until_done(client, f"/jobs/{job}")
    assert job_of(empty, job).detail.ingested == 1
    assert caplog.text == ""


@pytest.mark.soak
def test_what_a_killed_server_had_of_an_upload_is_gone_after_the_next_start(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with _serving(data) as (process, client):
        job = reply(client.post("/import/new", content=b""))["job"]
        reply(client.put(f"/import/{job}/files?name=whole.fit", content=b"1"), 201)
        begun = threading.Event()

        def drop() -> Iterator[bytes]:
            yield b"1" * 5000
            assert begun.wait(PATIENCE_S)

        def send() -> None:
            with contextlib.suppress(httpx2.TransportError):
                client.put(f"/import/{job}/files?name=a.fit", content=drop())

        with ThreadPoolExecutor(1) as pool:
            pool.submit(send)
            folder = data / "uploads" / str(job)
            _until_parts(folder, 2)
            process.send_signal(signal.SIGKILL)
            process.wait(PATIENCE_S)
            begun.set()
    with _serving(data) as (_, client):
        assert "cut off" in client.get(f"/jobs/{job}", headers={"accept-language": "en"}).text
    assert not folder.exists()


def test_a_part_that_a_kill_left_beside_whole_files_is_no_recording(
    empty: Context, season: Path
) -> None:
    job = begin_job(empty, "import", phase="uploading")
    folder = folder_of(empty, job.job_id)
    shutil.copy(sorted(season.glob("*.fit"))[0], folder)
    (folder / f"{PART_MARK}0123").write_bytes(b"half of a file")
    queue_job(empty, job.job_id)
    found = run_job(empty, job.job_id).detail
    assert (found.ingested, len(found.outcomes)) == (1, 1)
    assert [one.name[0] for one in folder.iterdir()] != ["."]
    assert len(list(folder.iterdir())) == 1


def test_a_job_that_fails_says_why(empty: Context) -> None:
    job = begin_job(empty, "import")
    shutil.rmtree(folder_of(empty, job.job_id))
    found = run_job(empty, job.job_id)
    assert found.status == "failed"
    assert "uploads" in found.detail.error


def _until_done(client: httpx2.Client, page: str) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while 'hx-trigger="every' in client.get(page).text:
        assert time.monotonic() < deadline_s, "the job goes on for too long"


def _until(client: httpx2.Client, job: int, holds: Any) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while not holds(client.get(f"/jobs/{job}").text):
        assert time.monotonic() < deadline_s, "it never came so far"


class _Serving:
    """`hakaru serve` as a process of its own."""

    def __init__(self, data: Path) -> None:
        command = [sys.executable, "-m", "hakaru.surfaces.cli.main", "serve", "--port", "0",
                   "--data", str(data), "--lang", "en"]  # fmt: skip
        self.process = subprocess.Popen(  # our own program
            command, cwd=ROOT, env=environment(), stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr is not None
        link = self.process.stderr.readline().split()[1].rstrip(";")
        headers = {"authorization": f"Bearer {read_token(data / TOKEN_FILE)}"}
        base = link.split("/?")[0]
        self.client = httpx2.Client(base_url=base, headers=headers, timeout=PATIENCE_S)

    def __enter__(self) -> tuple[subprocess.Popen[str], httpx2.Client]:
        return self.process, self.client

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self.process.terminate()
        self.process.wait(PATIENCE_S)
        assert self.process.stderr is not None
        self.process.stderr.close()


_serving = _Serving
