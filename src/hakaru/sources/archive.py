"""What is inside a zip or gz file, read member by member, never written to disk?

Sizes are bounded whatever the archive claims, and by how little they were packed into. Members are
addressed by name, one level of archives inside archives by `inner.zip!name`; no name is ever used
as a path on this machine.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from hakaru.errors import Unreadable

MEMBER_MAX_BYTES = 256 * 2**20
ARCHIVE_MAX_BYTES = 512 * 2**20
"""A recording, and an archive inside an archive, may not be larger than this when unpacked."""
MEMBERS_MAX = 200_000
RATIO_MAX = 200
ALWAYS_BYTES = 4 * 2**20
"""Text of a watch packs to a tenth, a bomb to a thousandth: beyond this ratio only so much of it is
unpacked as takes no time."""
NESTING_MARK = "!"
_OVERLAPS_MAX = 8
"""Files of an archive that lie on top of the next: damage makes few, a bomb thousands."""
_GZIP_MAGIC = b"\x1f\x8b"
_ZIP_MAGICS = (b"PK\x03\x04", b"PK\x05\x06")
_CHUNK_BYTES = 2**16
_GZIP_PARTS_MAX = 1000
_LOCAL_HEADER = struct.Struct("<4s22sHH")
_ENCRYPTED = 0x1
_OFFSET_MAX = 2**62
_ZIP_FAULTS = (
    zipfile.BadZipFile,
    struct.error,
    ArithmeticError,
    EOFError,
    LookupError,
    NotImplementedError,
    ValueError,
)
"""What the directory of a damaged zip makes the library raise."""
_RAW_DEFLATE, _GZIP_WRAPPER = -zlib.MAX_WBITS, zlib.MAX_WBITS | 16


@dataclass(frozen=True, kw_only=True)
class Unpacked:
    """Bytes of one file; `fault` says what was wrong with its packing, None if nothing."""

    data: bytes
    fault: str | None = None


@dataclass(frozen=True, kw_only=True)
class _Entry:
    offset: int
    packed_bytes: int
    unpacked_bytes: int
    checksum: int
    method: int
    encrypted: bool


_Directory = Mapping[str, _Entry]


def is_zip(head: bytes) -> bool:
    """Whether the bytes begin like a zip archive."""
    return head.startswith(_ZIP_MAGICS)


def is_gzip(head: bytes) -> bool:
    """Whether the bytes begin like a gz file."""
    return head.startswith(_GZIP_MAGIC)


def member_names(path: Path) -> tuple[str, ...]:
    """Names of the files in a zip, in its order. Raises Unreadable if it is no sound zip."""
    return tuple(_directory_of(path))


def inner_member_names(path: Path, member: str) -> tuple[str, ...]:
    """Names of the files in the zip that is the member of a zip. Raises Unreadable likewise."""
    return tuple(_inner_zip(path, member, *_stamp(path))[1])


def read_member(path: Path, member: str, *, limit_bytes: int = MEMBER_MAX_BYTES) -> Unpacked:
    """One file of a zip, or with `inner.zip!name` of a zip inside it.

    Raises:
        Unreadable: no such member, too large, protected by a password, or nothing sound in it.
    """
    directory = _directory_of(path)
    where = f"{path}{NESTING_MARK}{member}"
    if member in directory:
        return _read_entry(path, directory[member], where=where, limit_bytes=limit_bytes)
    outer, mark, inner = member.partition(f".zip{NESTING_MARK}")
    if not mark or f"{outer}.zip" not in directory:
        raise Unreadable(where, "the archive holds no such file")
    data, entries = _inner_zip(path, f"{outer}.zip", *_stamp(path))
    if inner not in entries:
        raise Unreadable(where, "the archive inside the archive holds no such file")
    return _read_entry(data, entries[inner], where=where, limit_bytes=limit_bytes)


def member_head(path: Path, member: str, *, n_bytes: int) -> bytes:
    """The first bytes of one file of a zip, as many as can be unpacked; empty where none can."""
    directory = _directory_of(path)
    source: Path | bytes = path
    if member not in directory:
        outer, _, inner = member.partition(f".zip{NESTING_MARK}")
        source, directory = _inner_zip(path, f"{outer}.zip", *_stamp(path))
        member = inner
    entry = directory[member]
    if entry.encrypted or entry.method not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return b""
    packed = _packed_bytes(source, entry, f"{path}!{member}", limit_bytes=_CHUNK_BYTES)
    if entry.method == zipfile.ZIP_STORED:
        return packed[:n_bytes]
    return _inflate_head(zlib.decompressobj(_RAW_DEFLATE), packed, n_bytes)


def gunzip_head(packed: bytes, n_bytes: int) -> bytes:
    """The first bytes of a gz file from its own first bytes; empty where it is damaged."""
    return _inflate_head(zlib.decompressobj(_GZIP_WRAPPER), packed, n_bytes)


def _inflate_head(decoder: zlib._Decompress, packed: bytes, n_bytes: int) -> bytes:
    try:
        return decoder.decompress(packed, n_bytes)
    except zlib.error:
        return b""


def gunzip(data: bytes, *, where: str, limit_bytes: int = MEMBER_MAX_BYTES) -> Unpacked:
    """The content of a gz file, as far as it is sound. Raises Unreadable if nothing is."""
    unpacked = bytearray()
    fault: str | None = None
    limit_bytes = min(limit_bytes, _credible_bytes(len(data)))
    at = 0
    for _ in range(_GZIP_PARTS_MAX):
        if fault is not None or not is_gzip(data[at : at + 2]):
            break
        decoder = zlib.decompressobj(_GZIP_WRAPPER)
        part, fault, at = _inflate(
            decoder, data, start=at, where=where, limit_bytes=limit_bytes - len(unpacked)
        )
        unpacked += part
    if not unpacked and fault is not None:
        raise Unreadable(where, f"the gz file is damaged from its beginning: {fault}")
    return Unpacked(data=bytes(unpacked), fault=fault)


def _stamp(path: Path) -> tuple[int, int]:
    """What changes when the file changes, so that what is remembered of it stays true."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size


def _directory_of(path: Path) -> _Directory:
    return _file_directory(path, *_stamp(path))


@lru_cache(maxsize=8)
def _file_directory(path: Path, _mtime_ns: int, _size_bytes: int) -> _Directory:
    with path.open("rb") as file:
        return _directory(file, str(path))


@lru_cache(maxsize=1)
def _inner_zip(
    path: Path, member: str, _mtime_ns: int, _size_bytes: int
) -> tuple[bytes, _Directory]:
    """An archive inside an archive, kept while its members are read one after the other."""
    unpacked = read_member(path, member, limit_bytes=ARCHIVE_MAX_BYTES)
    where = f"{path}{NESTING_MARK}{member}"
    return unpacked.data, _directory(io.BytesIO(unpacked.data), where)


def _directory(file: io.BufferedIOBase, where: str) -> _Directory:
    try:
        with zipfile.ZipFile(file) as archive:
            infos = [info for info in archive.infolist() if _is_file(info)]
    except _ZIP_FAULTS as exc:
        raise Unreadable(where, f"not a sound zip archive: {exc}") from exc
    if len(infos) > MEMBERS_MAX:
        raise Unreadable(where, f"the archive lists {len(infos)} files, more than {MEMBERS_MAX}")
    if _overlaps(infos) > _OVERLAPS_MAX:
        raise Unreadable(where, "not a sound zip archive: its files lie on top of each other")
    return {
        info.filename: _Entry(
            offset=info.header_offset,
            packed_bytes=info.compress_size,
            unpacked_bytes=info.file_size,
            checksum=info.CRC,
            method=info.compress_type,
            encrypted=bool(info.flag_bits & _ENCRYPTED),
        )
        for info in infos
    }


def _overlaps(infos: list[zipfile.ZipInfo]) -> int:
    """How many files begin before the packed bytes of the one before them end."""
    spans = sorted((info.header_offset, info.compress_size) for info in infos)
    return sum(start + size > after for (start, size), (after, _) in pairwise(spans))


def _credible_bytes(n_packed: int) -> int:
    """To how many bytes a recording may unpack that is packed in so many."""
    return max(ALWAYS_BYTES, RATIO_MAX * n_packed)


def _is_file(info: zipfile.ZipInfo) -> bool:
    return bool(info.filename) and not info.filename.endswith("/")


def _read_entry(source: Path | bytes, entry: _Entry, *, where: str, limit_bytes: int) -> Unpacked:
    if entry.encrypted:
        raise Unreadable(where, "it is protected by a password; unpack it yourself first")
    if entry.method not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Unreadable(where, f"packing method {entry.method} is not supported; unpack it first")
    if max(entry.unpacked_bytes, entry.packed_bytes) > limit_bytes:
        raise _too_large(where, limit_bytes)
    packed = _packed_bytes(source, entry, where, limit_bytes=limit_bytes)
    if entry.method == zipfile.ZIP_STORED:
        data, fault = packed, None
    else:
        limit_bytes = min(limit_bytes, _credible_bytes(len(packed)))
        decoder = zlib.decompressobj(_RAW_DEFLATE)
        data, fault, _ = _inflate(decoder, packed, where=where, limit_bytes=limit_bytes)
    if fault is None and zlib.crc32(data) != entry.checksum:
        fault = "its checksum in the archive does not match"
    if not data and entry.unpacked_bytes:
        raise Unreadable(where, f"nothing of it can be unpacked: {fault}")
    return Unpacked(data=data, fault=fault)


def _packed_bytes(source: Path | bytes, entry: _Entry, where: str, *, limit_bytes: int) -> bytes:
    """The packed bytes behind the local header of an entry, as many as are there."""
    with source.open("rb") if isinstance(source, Path) else io.BytesIO(source) as file:
        header = b""
        if 0 <= entry.offset < _OFFSET_MAX:
            file.seek(entry.offset)
            header = file.read(_LOCAL_HEADER.size)
        if len(header) < _LOCAL_HEADER.size or not is_zip(header):
            raise Unreadable(where, "the archive points to nothing here", offset_byte=entry.offset)
        _, _, name_bytes, extra_bytes = _LOCAL_HEADER.unpack(header)
        file.seek(name_bytes + extra_bytes, io.SEEK_CUR)
        return file.read(min(entry.packed_bytes, limit_bytes))


def _inflate(
    decoder: zlib._Decompress, packed: bytes, *, start: int = 0, where: str, limit_bytes: int
) -> tuple[bytes, str | None, int]:
    """(what could be inflated from `start` on, the fault that ended it, where the rest begins).

    Raises Unreadable beyond the limit.
    """
    inflated = bytearray()
    for at in range(start, len(packed), _CHUNK_BYTES):
        chunk = packed[at : at + _CHUNK_BYTES]
        end = at + len(chunk)
        while chunk and not decoder.eof:
            before = decoder.copy()
            try:
                inflated += decoder.decompress(chunk, limit_bytes + 1 - len(inflated))
            except zlib.error as exc:
                inflated += _salvaged(before, chunk, limit_bytes + 1 - len(inflated))
                return bytes(inflated), f"packed data is damaged ({exc})", end
            if len(inflated) > limit_bytes:
                raise _too_large(where, limit_bytes)
            chunk = decoder.unconsumed_tail
        if decoder.eof:
            return bytes(inflated), None, end - len(decoder.unused_data)
    return bytes(inflated), "packed data ends too early", len(packed)


def _salvaged(decoder: zlib._Decompress, chunk: bytes, limit_bytes: int) -> bytes:
    """What inflates before the fault in a chunk: the decoder keeps it back if asked for more."""
    sound = bytearray()
    for byte in chunk:
        try:
            sound += decoder.decompress(bytes((byte,)))
        except zlib.error:
            break
        if len(sound) >= limit_bytes:
            break
    return bytes(sound)


def _too_large(where: str, limit_bytes: int) -> Unreadable:
    return Unreadable(where, f"unpacked it is larger than {limit_bytes // 2**20} MiB")
