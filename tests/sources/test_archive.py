"""Archives: read member by member, bounded, salvaged where damaged, nothing written to disk."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.errors import Unreadable
from hakaru.sources import archive
from hakaru.sources.files import FILE_MAX_BYTES


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as out:
        for name, data in members.items():
            out.writestr(name, data)
    return stream.getvalue()


def saved(folder: Path, data: bytes, name: str = "all.zip") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_members_come_back_as_they_went_in(tmp_path: Path, method: int) -> None:
    members = {"a.fit": b"one" * 5000, "b/c.tcx": b"", "b/d.gpx": bytes(range(256))}
    path = saved(tmp_path, zipped(members, method))
    assert archive.member_names(path) == tuple(members)
    for name, data in members.items():
        assert archive.read_member(path, name) == archive.Unpacked(data=data)


def test_a_zip_inside_a_zip_is_read_in_place(tmp_path: Path) -> None:
    inner = zipped({"x/run.fit": b"inner"})
    path = saved(tmp_path, zipped({"part/one.zip": inner}))
    assert archive.inner_member_names(path, "part/one.zip") == ("x/run.fit",)
    assert archive.read_member(path, "part/one.zip!x/run.fit").data == b"inner"
    assert archive.member_head(path, "part/one.zip!x/run.fit", n_bytes=3) == b"inn"
    assert [one.name for one in tmp_path.iterdir()] == ["all.zip"]


def test_a_changed_archive_is_not_remembered(tmp_path: Path) -> None:
    path = saved(tmp_path, zipped({"a.fit": b"old"}))
    assert archive.read_member(path, "a.fit").data == b"old"
    saved(tmp_path, zipped({"a.fit": b"new content"}))
    assert archive.read_member(path, "a.fit").data == b"new content"


def test_a_name_with_dots_reaches_nothing_outside(tmp_path: Path) -> None:
    (tmp_path / "secret.fit").write_bytes(b"secret")
    path = saved(tmp_path, zipped({"../secret.fit": b"harmless"}))
    assert archive.read_member(path, "../secret.fit").data == b"harmless"
    with pytest.raises(Unreadable, match="no such file"):
        archive.read_member(path, "secret.fit")
    with pytest.raises(Unreadable, match="no such file"):
        archive.read_member(path, "other.zip!secret.fit")


@pytest.mark.parametrize("limit_bytes", [1000, 10_000])
def test_a_member_that_unpacks_beyond_the_limit_is_refused(
    tmp_path: Path, limit_bytes: int
) -> None:
    path = saved(tmp_path, zipped({"bomb.fit": bytes(1_000_000)}))
    with pytest.raises(Unreadable, match="larger than"):
        archive.read_member(path, "bomb.fit", limit_bytes=limit_bytes)


def test_a_member_that_lies_about_its_size_is_stopped_at_the_limit(tmp_path: Path) -> None:
    data = bytearray(zipped({"bomb.fit": bytes(1_000_000)}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")
    path = saved(tmp_path, bytes(data))
    with pytest.raises(Unreadable, match="larger than"):
        archive.read_member(path, "bomb.fit", limit_bytes=10_000)


def test_a_gz_file_that_unpacks_beyond_the_limit_is_refused() -> None:
    bomb = gzip.compress(bytes(1_000_000)) * 3
    with pytest.raises(Unreadable, match="larger than"):
        archive.gunzip(bomb, where="bomb.gz", limit_bytes=2_500_000)


def test_an_encrypted_member_is_refused_in_words(tmp_path: Path) -> None:
    data = bytearray(zipped({"a.fit": b"secret"}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 8] |= 1
    path = saved(tmp_path, bytes(data))
    with pytest.raises(Unreadable, match="password"):
        archive.read_member(path, "a.fit")
    assert archive.member_head(path, "a.fit", n_bytes=10) == b""


def test_an_unsupported_packing_is_refused_in_words(tmp_path: Path) -> None:
    path = saved(tmp_path, zipped({"a.fit": b"abc" * 100}, zipfile.ZIP_LZMA))
    with pytest.raises(Unreadable, match="method 14"):
        archive.read_member(path, "a.fit")


def test_a_damaged_member_gives_what_is_sound_and_names_the_fault(tmp_path: Path) -> None:
    content = bytes(value * 7 % 251 for value in range(300_000))
    data = bytearray(zipped({"a.fit": content}, zipfile.ZIP_STORED))
    data[1000] ^= 0xFF
    unpacked = archive.read_member(saved(tmp_path, bytes(data)), "a.fit")
    assert len(unpacked.data) == len(content)
    assert unpacked.fault is not None
    assert "checksum" in unpacked.fault


def test_a_member_without_a_sound_byte_is_unreadable(tmp_path: Path) -> None:
    data = bytearray(zipped({"a.fit": b"abc" * 1000}))
    start = 30 + len("a.fit")
    data[start : start + 4] = b"\xff\xff\xff\xff"
    with pytest.raises(Unreadable, match="nothing of it"):
        archive.read_member(saved(tmp_path, bytes(data)), "a.fit")


def test_a_directory_that_points_nowhere_is_unreadable(tmp_path: Path) -> None:
    data = bytearray(zipped({"a.fit": b"abc" * 1000}))
    data[:4] = b"XXXX"
    with pytest.raises(Unreadable, match="points to nothing"):
        archive.read_member(saved(tmp_path, bytes(data)), "a.fit")


@pytest.mark.parametrize("data", [b"PK\x03\x04 not a zip", b""])
def test_a_broken_zip_is_unreadable(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(Unreadable, match="not a sound zip"):
        archive.member_names(saved(tmp_path, data))


@given(st.binary(max_size=5000), st.integers(1, 4))
def test_gz_round_trip_also_in_parts(data: bytes, n_parts: int) -> None:
    parts = [data[k::n_parts] for k in range(n_parts)]
    packed = b"".join(gzip.compress(part) for part in parts)
    assert archive.gunzip(packed, where="a.gz").data == b"".join(parts)


def test_a_cut_gz_file_gives_what_is_sound_and_names_the_fault() -> None:
    content = bytes(value * 7919 % 65_521 % 251 for value in range(400_000))
    packed = gzip.compress(content)
    unpacked = archive.gunzip(packed[: len(packed) * 3 // 4], where="a.gz")
    assert 0 < len(unpacked.data) < len(content)
    assert content.startswith(unpacked.data)
    assert unpacked.fault is not None


@pytest.mark.parametrize("data", [b"\x1f\x8b", b"\x1f\x8b" + b"\xff" * 50])
def test_a_gz_file_damaged_from_its_beginning_is_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable, match="damaged from its beginning"):
        archive.gunzip(data, where="a.gz")
    assert archive.gunzip_head(data, 10) == b""


WHOLE = zipped({"a.fit": b"abc" * 300, "b.zip": zipped({"c.fit": b"x" * 50})})


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255)), max_size=8))
def test_a_damaged_zip_is_salvaged_or_unreadable(
    tmp_path_factory: pytest.TempPathFactory, flips: list[tuple[int, int]]
) -> None:
    damaged = bytearray(WHOLE)
    for offset, value in flips:
        damaged[offset] = value
    path = saved(tmp_path_factory.mktemp("zip"), bytes(damaged))
    for name in ("a.fit", "b.zip!c.fit"):
        try:
            assert len(archive.read_member(path, name).data) <= FILE_MAX_BYTES
        except Unreadable as error:
            assert str(path) in str(error)
