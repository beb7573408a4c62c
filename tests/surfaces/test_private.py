"""Nobody but the owner can read what is in a data folder, whatever made it or made it first."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from hakaru.flows.doctor import DoctorResult, privacy_check
from hakaru.present.stored import doctor_document
from hakaru.store.private import NOTE_NAME, narrow_folder, private_folder, width_of
from hakaru.store.state import State
from tests.documents import lines_of
from tests.flows.commands import ROOT, environment
from tests.shared import some

if sys.platform == "win32":
    pytest.skip("there are no permissions of this kind", allow_module_level=True)

SERVERS = (
    ("serve", "--port", "0"),
    ("serve", "--focus", "--port", "0"),
    ("mcp", "--http", "--port", "0"),
    ("focus", "watch", "--no-camera", "--no-notify", "--port", "0"),
)
COMMANDS = (
    ("ingest", "{season}"),
    ("nodes", "add", "A goal"),
    ("focus", "pause"),
    ("status",),
)
OTHER_USER = 65_534


def modes(folder: Path) -> dict[str, str]:
    """What is not for its owner alone in a folder, itself included: path and permissions."""
    found = {}
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            found[str(path.relative_to(folder))] = f"{stat.S_IMODE(path.stat().st_mode):04o}"
    return found


def started(words: Sequence[str], data: Path, *, umask: int) -> subprocess.Popen[str]:
    """`hakaru WORDS` under a umask."""
    return subprocess.Popen(
        [sys.executable, "-m", "hakaru.surfaces.cli.main", *words, "--data", str(data)],
        cwd=ROOT,
        env=environment({"DISPLAY": "", "HAKARU_LANG": "en"}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        umask=umask,
    )


def done(words: Sequence[str], data: Path, *, umask: int = 0) -> str:
    """Run it to its end."""
    with started(words, data, umask=umask) as process:
        assert process.stdout is not None
        told = process.stdout.read()
    assert process.returncode == 0, told
    return told


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    """A folder that every user of this machine can enter."""
    folder = Path(tempfile.mkdtemp(prefix="hakaru-private-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def readable_by_another(paths: Sequence[Path]) -> list[str]:
    """Which of these files another user can read."""
    script = 'for path in "$@"; do cat "$path" >/dev/null 2>&1 && echo "$path"; done; true'
    try:
        told = subprocess.run(
            ["/bin/sh", "-c", script, "sh", *map(str, paths)],
            cwd="/", user=OTHER_USER, group=OTHER_USER, extra_groups=(),
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    except PermissionError as exc:
        pytest.skip(f"needs to be root, to become another user: {exc}")
    return told.stdout.split()


def widened(data: Path) -> Path:
    """As an older version left it under a umask of 022: everything can be read by all."""
    for path in (data, *data.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return data


@pytest.mark.sampled(1)
@pytest.mark.parametrize("words", SERVERS, ids=" ".join)
def test_a_server_that_is_first_makes_a_folder_for_its_owner_alone_and_narrows_a_wide_one(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    for data in (tmp_path / "fresh" / "data", tmp_path / "wide"):
        if data.name == "wide":
            State(data).write_setting("a", "setting")
            (data / "backups").mkdir()
            (data / "backups" / "old.sqlite").write_text("x")
            (data / "web.token").write_text("an-old-token")
            widened(data)
        with started(words, data, umask=0) as server:
            assert server.stdout is not None
            first = server.stdout.readline()
            assert "http://127.0.0.1:" in first, first + server.stdout.read()
            assert (data / "state.sqlite").exists() or words[0] != "focus"
            assert modes(data) == {}
            server.terminate()
            server.stdout.read()
        assert modes(data) == {}


def test_a_command_that_is_first_makes_files_for_their_owner_alone(
    season: Path, tmp_path: Path
) -> None:
    for number, words in enumerate(some(COMMANDS, 2)):
        data = tmp_path / str(number) / "deep" / "data"
        done([word.format(season=season) for word in words], data)
        assert modes(data) == {}, words
        assert any(data.iterdir())


@pytest.mark.soak
def test_whatever_follows_makes_files_for_their_owner_alone_and_a_person_gets_their_own_umask(
    season: Path, open_to_all: Path
) -> None:
    data = open_to_all / "data"
    asked = open_to_all / "asked"
    for words in (
        ("ingest", str(season)),
        ("train", "--history"),
        ("reevaluate",),
        ("export", "--query", "SELECT * FROM splits"),
        ("materialize", "kept", "SELECT * FROM splits"),
    ):
        done(words, data)
    listed = json.loads(done(("activities", "--json"), data))
    activity = str(listed["activities"][0][0])
    done(("report", activity), data)
    done(("report", activity, "--out", str(asked)), data, umask=0o022)
    done(("focus", "export", str(asked / "focus.csv")), data, umask=0o027)
    assert modes(data) == {}
    written = [path for path in asked.rglob("*") if path.is_file()]
    reports = {path.suffix: stat.S_IMODE(path.stat().st_mode) for path in written}
    assert reports == {".md": 0o644, ".html": 0o644, ".svg": 0o644, ".csv": 0o640}
    assert stat.S_IMODE(asked.stat().st_mode) == 0o755
    files = [path for path in data.rglob("*") if path.is_file()]
    assert len(files) > 8
    assert readable_by_another([*files, asked / "focus.csv", next(asked.glob("*.md"))]) == [
        str(next(asked.glob("*.md")))
    ]


@pytest.mark.soak
def test_a_program_of_a_user_gets_the_same_and_keeps_its_own_umask(
    season: Path, open_to_all: Path
) -> None:
    data = open_to_all / "data"
    script = (
        "import os, sys; from pathlib import Path; from hakaru import api\n"
        "with api.open_data(sys.argv[1]) as context:\n"
        "    api.add_node(context, title='A goal', note=None, status=None, parent=None)\n"
        "    print(oct(os.stat(sys.argv[1]).st_mode & 0o777))\n"
        "    Path(sys.argv[1], 'reports').mkdir()\n"
        "    Path(sys.argv[1], 'reports', 'a.md').write_text('a')\n"
        "print(oct(os.umask(0)))"
    )
    told = subprocess.run(
        [sys.executable, "-c", script, str(data)],
        cwd=ROOT, env=environment(), capture_output=True, text=True, check=True, umask=0,
    )  # fmt: skip
    assert told.stdout.split() == ["0o700", "0o0"]
    assert modes(data) == {}


def finding(data: Path) -> tuple[str, str]:
    """What the doctor says of the folder: in English, and in Japanese."""
    result = DoctorResult(checks=privacy_check(data))
    english, japanese = (lines_of(doctor_document(result, lang))[0] for lang in ("en", "ja"))
    return english, japanese


def test_the_doctor_says_what_a_folder_was_and_what_it_is(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert privacy_check(data) == ()
    State(data).write_setting("a", "setting")
    assert "only you can enter" in finding(data)[0]
    widened(data)
    told = " ".join(done(("doctor",), data).split())
    assert f"others on this machine can enter {data} (0755)" in told
    assert width_of(data) == "wide"  # the doctor only looks
    done(("status",), data)
    english, japanese = finding(data)
    assert "could enter" in english
    assert "(0755)" in english
    assert "now only you can (0700)" in english
    assert "0755" in japanese
    assert "あなただけ" in japanese
    assert modes(data) == {}


def test_a_place_that_is_not_ours_alone_is_left_as_it_is_and_said(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    done(("nodes", "add", "A goal"), shared)
    assert stat.S_IMODE(shared.stat().st_mode) == 0o1777
    assert set(modes(shared)) == {"."}
    assert "not for Hakaru alone" in finding(shared)[0]


def test_a_folder_of_another_user_is_left_as_it_is_and_said(tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    try:
        os.chown(folder, OTHER_USER, OTHER_USER)
    except PermissionError as exc:
        pytest.skip(f"needs to be root, to give a folder away: {exc}")
    folder.chmod(0o755)
    narrow_folder(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    assert "belongs to another user" in finding(folder)[0]


def test_a_link_in_a_wide_folder_leads_no_one_to_narrow_what_lies_elsewhere(
    tmp_path: Path,
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("of somebody")
    elsewhere.chmod(0o644)
    data = tmp_path / "data"
    private_folder(data)
    (data / "link").symlink_to(elsewhere)
    (data / "program").write_text("#!/bin/sh")
    (data / "program").chmod(0o755)
    data.chmod(0o755)
    narrow_folder(data)
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o644
    assert stat.S_IMODE((data / "program").stat().st_mode) == 0o700
    assert (data / NOTE_NAME).is_file()
