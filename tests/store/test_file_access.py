"""Does a file that somebody names stay where it may be, whatever it is called?"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hakaru.core.errors import FileIsThere, FolderNotListed, StoreDamaged, Unreadable
from hakaru.core.i18n import message
from hakaru.store.file_access import (
    EXPORTS,
    ModelOutput,
    PersonOutput,
    Staged,
    safe_name,
    staged,
)

SECRET = "SECRET"
SWAPS = 300


def model_output(data: Path, named: str | None = "a.md") -> ModelOutput:
    return ModelOutput(data_folder=data, named=named, default="export_nodes")


def names(folder: Path) -> list[str]:
    return sorted(str(one.relative_to(folder)) for one in folder.rglob("*"))


# --- what a person names


def test_a_person_gets_the_path_that_was_named_and_the_folders_above_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "tasks.md"
    assert PersonOutput(path=path).write_file("- ランニング\n") == path
    assert path.read_text(encoding="utf-8") == "- ランニング\n"


def test_a_file_that_is_there_is_replaced_only_by_leave(tmp_path: Path) -> None:
    path = tmp_path / "tasks.md"
    path.write_text("precious", encoding="utf-8")
    with pytest.raises(FileIsThere, match=r"tasks\.md is there already; --overwrite replaces it"):
        PersonOutput(path=path).write_file("new")
    assert path.read_text(encoding="utf-8") == "precious"
    PersonOutput(path=path, overwrite=True).write_file("new")
    assert path.read_text(encoding="utf-8") == "new"
    assert names(tmp_path) == ["tasks.md"]


def test_files_of_a_folder_are_made_all_or_none(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("precious", encoding="utf-8")
    with pytest.raises(FileIsThere):
        PersonOutput(path=tmp_path).write_folder([("a", b"1"), ("b", b"2")], name="x")
    assert names(tmp_path) == ["b"]
    assert (tmp_path / "b").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("overwrite", [True, False])
def test_a_folder_a_pipe_or_a_link_to_nothing_is_not_written_over(
    tmp_path: Path, overwrite: bool
) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "pipe"):
        with pytest.raises((FileIsThere, StoreDamaged)):
            PersonOutput(path=tmp_path / name, overwrite=overwrite).write_file("x")
    assert names(tmp_path) == ["folder", "pipe"]


# --- what a model names


def test_a_model_makes_a_new_private_file_in_the_exports(tmp_path: Path) -> None:
    data = tmp_path / "data"
    made = model_output(data, "/etc/cron.d/tasks.md").write_file("- x\n")
    assert made == data / EXPORTS / "tasks.md"
    assert made.read_text(encoding="utf-8") == "- x\n"
    assert made.stat().st_mode & 0o777 == 0o600
    assert made.parent.stat().st_mode & 0o777 == 0o700


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    made = [model_output(tmp_path).write_file(text).name for text in ("1", "2", "3")]
    assert made == ["a.md", "a-2.md", "a-3.md"]
    folders = [model_output(tmp_path, "a.md").write_folder([("x.fit", b"x")], name="n")[0]]
    assert folders[0] == tmp_path.absolute() / EXPORTS / "a-4.md" / "x.fit"


def test_a_link_that_was_planted_in_the_exports_is_not_followed(tmp_path: Path) -> None:
    data, outside = tmp_path / "data", tmp_path / "outside"
    (data / EXPORTS).mkdir(parents=True)
    outside.mkdir()
    (data / EXPORTS / "a.md").symlink_to(outside / "target.md")
    (data / EXPORTS / "season").symlink_to(outside)
    assert model_output(data).write_file("x").name == "a-2.md"
    assert model_output(data, "season").write_folder([("b", b"")], name="n")[0].parent.name == (
        "season-2"
    )
    assert names(outside) == []


def test_exports_that_lead_elsewhere_are_refused(tmp_path: Path) -> None:
    data, outside = tmp_path / "data", tmp_path / "outside"
    data.mkdir()
    outside.mkdir()
    (data / EXPORTS).symlink_to(outside)
    with pytest.raises(StoreDamaged, match="cannot be written"):
        model_output(data).write_file("x")
    assert names(outside) == []


def test_of_a_folder_that_fails_nothing_is_left(tmp_path: Path) -> None:
    def failing() -> Iterator[tuple[str, bytes]]:
        yield "a", b"1"
        raise Unreadable("b", message("it is no ordinary file"))

    with pytest.raises(Unreadable):
        model_output(tmp_path, "season").write_folder(failing(), name="n")
    assert names(tmp_path / EXPORTS) == []


def test_a_folder_that_nobody_named_is_called_by_what_is_in_it(tmp_path: Path) -> None:
    (made,) = model_output(tmp_path, None).write_folder([("r.md", b"")], name="2026-03-01-7")
    assert made.parent.name == "2026-03-01-7"


@given(named=st.text(max_size=300))
@example(named="..")
@example(named="/")
@example(named="")
@example(named="a/../..")
@example(named="CON.md")
@example(named="\ud800.md")
@example(named=".bashrc")
@example(named="queries")
def test_every_name_becomes_one_bare_visible_part_of_a_path(named: str) -> None:
    name = safe_name(named, default="export")
    assert name
    assert not set(name) & set('/\\\0\n\r\x1b\u202e:*?"<>|')
    assert not name.startswith((".", "-", " "))
    assert name.casefold() not in ("queries", "con", "nul")
    assert len(name.encode()) <= 120
    assert Path("folder", name).parent == Path("folder")
    assert safe_name(name, default="export") == name


# --- what a person may write again


def test_a_file_that_was_cut_off_is_completed_and_another_one_is_not_touched(
    tmp_path: Path,
) -> None:
    season = [("a.fit", b"one"), ("b.fit", b"two")]
    output = PersonOutput(path=tmp_path)
    (tmp_path / "a.fit").write_bytes(b"one")
    (tmp_path / "b.fit").write_bytes(b"t")
    assert [path.read_bytes() for path in output.write_folder(season, name="n")] == [
        b"one", b"two",
    ]  # fmt: skip
    (tmp_path / "b.fit").write_bytes(b"mine")
    (tmp_path / "a.fit").unlink()
    with pytest.raises(FileIsThere):
        output.write_folder(season, name="n")
    assert names(tmp_path) == ["b.fit"]
    assert (tmp_path / "b.fit").read_bytes() == b"mine"


def test_of_files_that_were_there_none_is_lost_where_a_later_one_fails(tmp_path: Path) -> None:
    (tmp_path / "a.fit").write_bytes(b"one")
    (tmp_path / "b.fit").write_bytes(b"mine")
    with pytest.raises(FileIsThere):
        PersonOutput(path=tmp_path).write_folder([("a.fit", b"one"), ("b.fit", b"two")], name="n")
    assert names(tmp_path) == ["a.fit", "b.fit"]


# --- what a model may read


def read(tmp_path: Path, *named: str, folders: Sequence[Path] | None = None) -> dict[str, str]:
    """What a model gets to see of what it names: contents by the name that it used."""
    listed = [tmp_path / "allowed"] if folders is None else folders
    data = tmp_path / "data"
    found: dict[str, str] = {}
    with staged(named, folders=listed, uploads=data / "uploads", data_folder=data) as copies:
        for path in copies.paths:
            for one in [path] if path.is_file() else sorted(path.rglob("*")):
                if one.is_file():
                    found[copies.shown(str(one))] = one.read_text(encoding="utf-8")
    return found


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """A listed folder with two files, a folder beside it with a secret, links and pipes."""
    allowed, outside, data = (tmp_path / name for name in ("allowed", "outside", "data"))
    for folder in (allowed / "sub", outside, data / "uploads" / "3", allowed / ".hidden"):
        folder.mkdir(parents=True)
    (allowed / "a.md").write_text("a", encoding="utf-8")
    (allowed / "sub" / "b.md").write_text("b", encoding="utf-8")
    for secret in (
        outside / "secret.md",
        data / "web.token",
        allowed / ".hidden" / "key",
        allowed / ".env",
        tmp_path / "allowed.md",
    ):
        secret.write_text(SECRET, encoding="utf-8")
    (data / "uploads" / "3" / "up.md").write_text("up", encoding="utf-8")
    (allowed / "leak.md").symlink_to(outside / "secret.md")
    (allowed / "leak").symlink_to(outside)
    (allowed / "within.md").symlink_to(allowed / "a.md")
    os.mkfifo(allowed / "pipe.fit")
    return allowed


def test_what_lies_in_a_listed_folder_is_read_by_the_name_that_was_used(
    tmp_path: Path, folders: Path
) -> None:
    assert read(tmp_path, str(folders / "a.md")) == {str(folders / "a.md"): "a"}
    assert read(tmp_path, "a.md", "sub") == {
        str(folders / "a.md"): "a",
        str(folders / "sub" / "b.md"): "b",
    }
    assert read(tmp_path, str(folders / "within.md")) == {str(folders / "within.md"): "a"}


def test_of_a_folder_links_pipes_and_hidden_files_are_left_out(
    tmp_path: Path, folders: Path
) -> None:
    assert read(tmp_path, str(folders)) == {
        str(folders / "a.md"): "a",
        str(folders / "sub" / "b.md"): "b",
    }


def test_what_was_handed_in_on_the_dashboard_is_read_without_a_list(
    tmp_path: Path, folders: Path
) -> None:
    up = folders.parent / "data" / "uploads" / "3" / "up.md"
    assert read(tmp_path, str(up), folders=()) == {str(up): "up"}


def test_a_listed_folder_does_not_open_the_data_folder_below_it(
    tmp_path: Path, folders: Path
) -> None:
    found = read(tmp_path, str(tmp_path), folders=[tmp_path])
    assert not [name for name in found if "/data/" in name]
    assert found[str(folders / "a.md")] == "a"
    with pytest.raises(FolderNotListed, match="data folder, which stays closed"):
        read(tmp_path, str(tmp_path / "data" / "web.token"), folders=[tmp_path])


@pytest.mark.parametrize(
    "named",
    [
        "{0}/outside/secret.md", "{0}/allowed/../outside/secret.md", "{0}/allowed.md",
        "{0}/allowed/leak.md", "{0}/allowed/leak/secret.md", "{0}/allowed/.env",
        "{0}/allowed/.hidden/key", "../outside/secret.md", "/etc/passwd", "~", "~nobody-at-all/x",
        "/proc/self/environ", "\ud800.md", "", ".", "{0}/allowed/*/../../outside/secret.md",
        "{0}", "/",
    ],
)  # fmt: skip
def test_anything_else_is_refused_with_the_line_to_add(
    tmp_path: Path, folders: Path, named: str
) -> None:
    assert folders.is_dir()
    try:
        found = read(tmp_path, named.format(tmp_path))
    except FolderNotListed as error:
        assert "[mcp]" in str(error)
        assert f'folders = ["{folders}", ' in str(error)
    except Unreadable:
        pass
    else:
        assert SECRET not in found.values()
        assert named in (".", "")


def test_the_line_to_add_opens_the_folder(tmp_path: Path, folders: Path) -> None:
    secret = folders.parent / "outside" / "secret.md"
    with pytest.raises(FolderNotListed) as caught:
        read(tmp_path, str(secret), folders=())
    assert caught.value.line == f'folders = ["{secret.parent}"]'
    assert read(tmp_path, str(secret), folders=[secret.parent]) == {str(secret): SECRET}


def test_what_is_no_ordinary_file_or_not_there_is_said_at_once(
    tmp_path: Path, folders: Path
) -> None:
    with pytest.raises(Unreadable, match="it is no ordinary file"):
        read(tmp_path, str(folders / "pipe.fit"))
    with pytest.raises(Unreadable, match="there is no such file or folder"):
        read(tmp_path, str(folders / "none.md"))
    with pytest.raises(Unreadable, match=r"cannot be opened|no such file"):
        read(tmp_path, str(folders / "a.md" / "below"))


def test_wildcards_find_what_lies_in_a_listed_folder(tmp_path: Path, folders: Path) -> None:
    data = tmp_path / "data"
    with staged(
        [str(folders / "*.md")], folders=[folders], uploads=data / "uploads", data_folder=data
    ) as copies:
        (pattern,) = copies.paths
        assert [one.name for one in pattern.parent.glob(pattern.name)] == ["a.md"]


def test_copies_are_private_and_gone_afterwards(tmp_path: Path, folders: Path) -> None:
    data = tmp_path / "data"
    kept: list[Staged] = []
    with staged(
        [str(folders)], folders=[folders], uploads=data / "uploads", data_folder=data
    ) as copies:
        kept.append(copies)
        assert copies.paths[0].parent.stat().st_mode & 0o777 == 0o700
    assert not kept[0].paths[0].exists()
    assert names(data / "cache" / "handed-in") == []


def test_a_folder_that_is_swapped_for_a_link_meanwhile_leads_nowhere(
    tmp_path: Path, folders: Path
) -> None:
    outside, aside = folders.parent / "outside", folders / "aside"
    (outside / "b.md").write_text(SECRET, encoding="utf-8")
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            (folders / "sub").rename(aside)
            (folders / "sub").symlink_to(outside)
            (folders / "sub").unlink()
            aside.rename(folders / "sub")

    swapping = threading.Thread(target=swap)
    swapping.start()
    seen = set()
    try:
        for _ in range(SWAPS):
            try:
                seen |= set(read(tmp_path, str(folders / "sub" / "b.md")).values())
            except (FolderNotListed, Unreadable):
                seen.add("refused")
    finally:
        done.set()
        swapping.join()
    assert SECRET not in seen
    assert seen
    shutil.rmtree(aside, ignore_errors=True)
