"""What only reads works where nothing can be written; what cannot work says why in one sentence."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from hakaru.catalog.operations import OPERATIONS
from hakaru.core.errors import StoreDamaged
from hakaru.store.state import State
from tests.faults.disks import fill, read_only, small_disk
from tests.faults.running import Commands, Done, copied, digest
from tests.faults.test_disk import SIZE_MB, in_either_language, one_sentence
from tests.flows.commands import HANG_S, ROOT, environment, start
from tests.surfaces.mcp.talking import reply_of, server_process, talk

READING = {
    "status": (),
    "activities": (),
    "form": ("{activity}",),
    "session": ("{activity}",),
    "intervals": ("{activity}",),
    "similar": ("{activity}",),
    "anomalies": (),
    "trends": (),
    "load": (),
    "paces": (),
    "next": (),
    "drift": (),
    "baselines": (),
    "expect": ("--pace", "5:00"),
    "athlete show": (),
    "profile": ("splits",),
    "histogram": ("splits", "pace", "--bins", "5"),
    "nodes list": (),
    "advise-training": (),
    "focus today": ("--day", "2026-03-01"),
    "focus summary": ("--day", "2026-03-01"),
    "attempts": (),
    "exports": (),
    "train": ("--history",),
}
"""Commands that a person looks with; `train` has nothing new to learn."""
_KINDS_OF_ERRORS = ("Traceback", "unexpected", "Error:")


def a_run(prepared: Path) -> str:
    """The id of a run that is stored in the prepared folder."""
    known = json.loads((prepared / "ids.json").read_text(encoding="utf-8"))
    return str(known["activity"])


class Looks:
    """Runs the commands above on copies of the prepared folder."""

    def __init__(self, ran: Commands, prepared: Path) -> None:
        self._ran, self.activity = ran, a_run(prepared)

    def at(self, data: Path, command: str, language: str, **how: bool) -> Done:
        """How the command ended; whatever that was, it was no accident."""
        words = [word.format(activity=self.activity) for word in READING[command]]
        done = self._ran.run(*command.split(), *words, data=data, language=language, **how)
        assert not any(kind in done.err for kind in _KINDS_OF_ERRORS), done.err
        return done


@pytest.fixture(scope="module")
def look(ran: Commands, prepared: Path) -> Looks:
    return Looks(ran, prepared)


def said(done: Done, data: Path) -> str:
    """What was printed, without the name of the folder and the ends of lines."""
    return " ".join(done.out.replace(str(data), "FOLDER").split())


def files(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): path.stat().st_size for path in folder.rglob("*")}


@pytest.fixture(scope="module")
def lying_read_only(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The prepared folder on a disk that is read-only."""
    with small_disk(tmp_path_factory.mktemp("read-only") / "disk", size_mb=SIZE_MB) as disk:
        data = copied(prepared / "data", disk / "data")
        read_only(disk, is_so=True)
        yield data
        read_only(disk, is_so=False)


@pytest.mark.sampled(8)
@in_either_language([*READING])
def test_a_read_only_folder_can_be_viewed_as_any_other(
    command: str, language: str, look: Looks, prepared: Path, lying_read_only: Path,
    tmp_path: Path,
) -> None:  # fmt: skip
    usual = look.at(copied(prepared / "data", tmp_path / "data"), command, language)
    before = files(lying_read_only)
    done = look.at(lying_read_only, command, language)
    assert (done.code, done.err) == (usual.code, usual.err)
    assert said(done, lying_read_only) == said(usual, tmp_path / "data")
    assert files(lying_read_only) == before


def test_a_report_of_a_read_only_folder_goes_elsewhere(
    ran: Commands, prepared: Path, lying_read_only: Path, tmp_path: Path
) -> None:
    done = ran.run(
        "report", a_run(prepared), "--out", str(tmp_path / "reports"), data=lying_read_only
    )
    assert done.code == 0, done
    written = [path for path in (tmp_path / "reports").rglob("*") if path.is_file()]
    assert {path.suffix for path in written} == {".html", ".md", ".svg"}


def test_the_dashboard_shows_a_read_only_folder(lying_read_only: Path) -> None:
    shows_every_page(lying_read_only)


def test_the_dashboard_shows_a_read_only_folder_without_plans_and_attention(
    prepared: Path, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", size_mb=SIZE_MB) as disk:
        data = copied(prepared / "data", disk / "data")
        for path in data.glob("state.sqlite*"):
            path.unlink()
        read_only(disk, is_so=True)
        try:
            shows_every_page(data)
        finally:
            read_only(disk, is_so=False)


def shows_every_page(data: Path) -> None:
    """A server of the folder answers with its pages and leaves its files as they are."""
    before = files(data)
    process = start("serve", "--port", "0", "--data", str(data), "--lang", "en")
    assert process.stderr is not None
    try:
        response = None
        while response is None:
            line = process.stderr.readline()
            assert line, "the server ended"
            response = re.search(r"http://\S+", line)
        with httpx2.Client(follow_redirects=True, timeout=HANG_S) as browser:
            assert browser.get(response[0]).status_code == 200
            address = response[0].split("/?")[0]
            for page in ("/runs", "/form", "/training", "/plans", "/focus", "/settings"):
                answer = browser.get(address + page)
                assert answer.status_code == 200, (page, answer.text[:500])
    finally:
        process.terminate()
        process.communicate(timeout=HANG_S)
    assert files(data) == before


def test_a_model_reads_a_read_only_folder_and_is_told_that_it_cannot_write(
    prepared: Path, lying_read_only: Path
) -> None:
    before = files(lying_read_only)

    async def conversation() -> None:
        async with server_process(lying_read_only, "--profile", "all", "--write") as client:
            for name, arguments in (
                ("status", {}),
                ("get_form_evaluations", {"activity_id": a_run(prepared)}),
                ("list_nodes", {}),
                ("profile", {"table_or_query": "SELECT pace FROM splits"}),
            ):
                assert not (await client.call_tool(name, dict(arguments))).is_error, name
            refused = await client.call_tool("add_node", {"title": "x"})
            assert refused.is_error
            assert "not writable" in reply_of(refused)["error"]

    talk(conversation)
    assert files(lying_read_only) == before


@in_either_language(["status", "form", "nodes list", "profile", "train"])
def test_a_folder_one_may_only_look_into_can_be_viewed(
    command: str, language: str, look: Looks, prepared: Path, tmp_path: Path
) -> None:
    data = copied(prepared / "data", tmp_path / "data")
    usual = look.at(data, command, language)
    paths = [data, *data.rglob("*")]
    for path in paths:
        path.chmod(0o500 if path.is_dir() else 0o400)
    done = look.at(data, command, language, powerless=True)
    for path in paths:
        path.chmod(0o700 if path.is_dir() else 0o600)
    assert (done.code, done.out, done.err) == (usual.code, usual.out, usual.err)


def test_a_folder_one_may_only_look_into_has_no_plans_where_none_were_made(
    ran: Commands, prepared: Path, tmp_path: Path
) -> None:
    data = copied(prepared / "data", tmp_path / "data")
    for path in data.glob("state.sqlite*"):
        path.unlink()
    before = files(data)
    data.chmod(0o500)
    try:
        for words in (
            *(["nodes", "list"], ["attempts"], ["focus", "today"], ["focus", "week"]),
            *(["focus", "status"], ["focus", "rules"], ["focus", "settings"]),
        ):
            done = ran.run(*words, data=data, powerless=True)
            assert (done.code, done.err) == (0, ""), done
        one_sentence(ran.run("nodes", "add", "x", data=data, powerless=True), "not writable")
    finally:
        data.chmod(0o700)
    assert files(data) == before


def test_the_doctor_names_a_folder_that_lets_nobody_look_into_it(
    ran: Commands, tmp_path: Path
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    for data in (closed, closed / "data"):
        done = ran.run("doctor", data=data, powerless=True)
        assert (done.code, done.err) == (1, "")
        assert "closed cannot be written to" in " ".join(done.out.split())
        assert "privacy" not in done.out


@pytest.mark.sampled(6)
@in_either_language([*READING])
def test_on_a_full_disk_what_is_stored_can_be_read(
    command: str, language: str, look: Looks, prepared: Path, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", size_mb=SIZE_MB) as disk:
        data = copied(prepared / "data", disk / "data")
        usual, before = look.at(data, command, language), digest(data)
        for left in data.glob("state.sqlite-*"):
            left.unlink()
        filler = fill(disk, but_kb=0)
        done = look.at(data, command, language)
        filler.unlink()
        assert (done.code, done.out, done.err) == (usual.code, usual.out, usual.err)
        assert digest(data) == before


def test_a_full_disk_does_not_make_a_sound_file_look_damaged(
    ran: Commands, prepared: Path, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", size_mb=SIZE_MB) as disk:
        data = copied(prepared / "data", disk / "data")
        filler = fill(disk, but_kb=0)
        done = ran.run("doctor", data=data)
        filler.unlink()
    assert "damaged" not in done.out
    assert "repair" not in done.out
    for name in ("hakaru.duckdb", "state.sqlite"):
        assert f"{name} is sound" in done.out
    assert "are free" in done.out  # and that there is no room is said


def test_a_log_that_a_killed_process_left_is_read_from_a_read_only_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", size_mb=8) as disk:
        live, data = State(tmp_path / "live"), disk / "data"
        live.write_setting("a", "in the file")
        data.mkdir()
        with closing(sqlite3.connect(live.path)) as con:
            con.execute("PRAGMA wal_autocheckpoint = 0")
            con.execute("UPDATE settings SET value = 'in the log'")
            con.commit()
            for path in (live.path, live.path.with_name("state.sqlite-wal")):
                shutil.copy(path, data)
        read_only(disk, is_so=True)
        try:
            assert State(data).setting("a") == "in the log"
            assert State(data).peek("a") == "in the log"
            with pytest.raises(StoreDamaged, match="not writable"):
                State(data).write_setting("a", "b")
        finally:
            read_only(disk, is_so=False)
        assert State(data).setting("a") == "in the log"


@pytest.mark.sampled(2)
@in_either_language(["status", "nodes list", "form", "profile", "train"])
def test_a_folder_of_another_user_is_named(
    command: str, language: str, look: Looks, prepared: Path, tmp_path: Path
) -> None:
    data = copied(prepared / "data", tmp_path / "data")
    if os.geteuid() == 0:
        os.chown(data, 12345, 12345)
        data.chmod(0o700)
    else:
        data.chmod(0o000)
    done = look.at(data, command, language, powerless=True)
    if os.geteuid() == 0:
        os.chown(data, 0, 0)
    data.chmod(0o700)
    one_sentence(done, "cannot be read", japanese=language == "ja")
    assert str(data) in done.err


@pytest.mark.sampled(2)
@in_either_language(["status", "form", "profile", "train", "nodes list"])
def test_a_file_system_without_locks_is_named(
    command: str, language: str, look: Looks, prepared: Path, tmp_path: Path
) -> None:
    data = copied(prepared / "data", tmp_path / "data")
    before = digest(data)
    done = look.at(data, command, language, lockless=True)
    if command == "nodes list" and done.code == 0:
        return  # nobody else has the small file open: it is read as it lies
    one_sentence(done, "without locks", japanese=language == "ja")
    assert digest(data) == before


@pytest.mark.sampled(2)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("command", ["nodes add", "label", "ingest"])
def test_without_locks_nothing_is_written(
    command: str, language: str, ran: Commands, prepared: Path, tmp_path: Path
) -> None:
    data = copied(prepared / "data", tmp_path / "data")
    before = digest(data)
    words = {
        "nodes add": ("x",),
        "label": (a_run(prepared), "recovery"),
        "ingest": (str(prepared / "more"),),
    }
    done = ran.run(*command.split(), *words[command], data=data, language=language, lockless=True)
    one_sentence(done, "without locks", japanese=language == "ja")
    assert digest(data) == before


NOWHERE = Path("/dev/full")
needs_nowhere = pytest.mark.skipif(
    not NOWHERE.is_char_device(), reason="this system has no /dev/full"
)
_INITIALIZE = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",'
    '"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}\n'
)


@pytest.mark.sampled(3)
@needs_nowhere
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    "words",
    [("status",), ("status", "--json"), ("form", "nothing", "--json"), ("--help",), ("mcp",)],
)
def test_an_output_that_cannot_be_written_is_said_in_one_sentence(
    words: tuple[str, ...], language: str, prepared: Path, tmp_path: Path
) -> None:
    data = copied(prepared / "data", tmp_path / "data")
    module = ("hakaru.surfaces.mcp",) if words == ("mcp",) else ("hakaru.surfaces.cli.main", *words)
    place = () if words == ("--help",) else ("--data", str(data))
    with NOWHERE.open("wb") as nowhere:
        done = subprocess.run(
            [sys.executable, "-m", *module, *place, "--lang", language],
            cwd=ROOT, env=environment({"HAKARU_LANG": language}), input=_INITIALIZE,
            stdout=nowhere, stderr=subprocess.PIPE, encoding="utf-8", timeout=HANG_S, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    sentence = "出力を書き込めません" if language == "ja" else "the output cannot be written"
    assert line.startswith(f"hakaru: {sentence}")


@needs_nowhere
def test_where_nothing_can_be_said_the_exit_code_says_it(tmp_path: Path) -> None:
    with NOWHERE.open("wb") as nowhere:
        done = subprocess.run(
            [sys.executable, "-m", "hakaru.surfaces.cli.main", "status", "--data", str(tmp_path)],
            cwd=ROOT, env=environment(), stdout=nowhere, stderr=nowhere, timeout=HANG_S,
            check=False,
        )  # fmt: skip
    assert done.returncode == 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name", ["~x", "~nobody-has-this-name", "a*b", "[ab]", "a#b", "it's", "%41"]
)
def test_a_data_folder_may_have_any_name(
    name: str, ran: Commands, prepared: Path, tmp_path: Path
) -> None:
    data = copied(prepared / "data", tmp_path / name)
    label = ("label", a_run(prepared), "recovery")
    for words in (("status",), label, ("nodes", "add", "x"), ("train",)):
        done = ran.run(*words, data=data)
        assert done.code == 0, (words, done)
    assert not [path for path in tmp_path.iterdir() if path.name != name]


def test_a_name_with_a_tilde_is_taken_as_it_is_where_there_is_one(
    prepared: Path, tmp_path: Path
) -> None:
    copied(prepared / "data", tmp_path / "~x")
    file = next((prepared / "more").iterdir())
    for name in ("~run.fit", "q?x.fit", "~.fit"):
        shutil.copy(file, tmp_path / name)
    words = [sys.executable, "-m", "hakaru.surfaces.cli.main"]
    for asked in (
        ("status", "--data", "~x"),
        ("ingest", "~run.fit", "q?x.fit", "~.fit", "--data", "~x"),
        ("ingest", "~nobody-has-this-name/x.fit", "--data", "~x"),
    ):
        done = subprocess.run(
            [*words, *asked, "--lang", "en"], cwd=tmp_path,
            env=environment({"PYTHONPATH": str(ROOT / "src")}), capture_output=True,
            encoding="utf-8", timeout=HANG_S, check=False,
        )  # fmt: skip
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode == (1 if "nobody" in asked[1] else 0), (asked, done)
    assert "no such file or folder" in done.stdout


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_question_mark_in_the_path_of_the_data_folder_is_refused_in_a_sentence(
    language: str, ran: Commands, tmp_path: Path
) -> None:
    for command in ("status", "train"):
        done = ran.run(command, data=tmp_path / "q?x" / "data", language=language)
        one_sentence(done, "question mark", japanese=language == "ja")
    assert list(tmp_path.iterdir()) == []


def test_every_command_named_here_is_one() -> None:
    assert READING.keys() <= {operation.command for operation in OPERATIONS}
