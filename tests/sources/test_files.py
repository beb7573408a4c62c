"""Only regular files are opened, and any name can be shown."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.errors import Unreadable
from hakaru.sources.discover import discover
from hakaru.sources.files import open_regular, read_regular, shown
from hakaru.sources.fit.decode import read_fit
from hakaru.sources.focus_files import read_session

posix = pytest.mark.skipif(os.name != "posix", reason="pipes and devices are those of POSIX")


@given(st.binary(max_size=40))
def test_any_name_is_shown_as_text_that_everything_takes(name: bytes) -> None:
    text = shown(name.decode("utf-8", "surrogateescape"))
    assert text.encode().decode() == text
    assert shown(text) == text


def test_text_is_shown_as_it_is_and_other_bytes_as_their_numbers() -> None:
    assert shown("朝ラン.gpx") == "朝ラン.gpx"
    assert shown(os.fsdecode("朝.gpx".encode("shift_jis"))) == "\\x92\\xa9.gpx"
    assert shown("\ud800") == "\\ud800"


def irregular(folder: Path, kind: str) -> Path:
    path = folder / "x.fit"
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("x.fit")  # in the folder we are in: addresses of sockets are short
    elif kind == "a folder":
        path.mkdir()
    else:
        path = Path("/dev/zero")
    return path


@posix
@pytest.mark.parametrize("kind", ["a pipe", "a socket", "a folder", "a device"])
def test_what_is_no_file_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = irregular(tmp_path, kind)
    for read in (open_regular, read_regular, read_fit, read_session):
        with pytest.raises(Unreadable) as caught:
            read(path)
        assert caught.value.reason == f"it is {kind}, and only files are read"


@posix
def test_a_pipe_in_a_folder_is_named_where_it_promises_a_recording(tmp_path: Path) -> None:
    for name in ("x.fit", "y.zip", "of-another-program"):
        os.mkfifo(tmp_path / name)
    found = {candidate.path.name: candidate.problem for candidate in discover([tmp_path])}
    assert found == dict.fromkeys(("x.fit", "y.zip"), "it is a pipe, and only files are read")


@posix
def test_a_link_is_followed_unless_that_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"content")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real")
    assert read_regular(link) == b"content"
    with pytest.raises(Unreadable, match="it is a link"):
        open_regular(link, follow_symlinks=False)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(bytes(11))
    assert read_regular(tmp_path / "large", limit_bytes=11) == bytes(11)
    with pytest.raises(Unreadable, match="larger than any recording can be"):
        read_regular(tmp_path / "large", limit_bytes=10)


@pytest.mark.parametrize("name", ["absent.fit", "nul\0.fit", "half\ud800.fit", "~nobody-here.fit"])
def test_a_name_of_nothing_is_told(name: str) -> None:
    (candidate,) = discover([Path(name)])
    assert candidate.problem == "there is no such file or folder"
