"""What is inside a zip or gz file: read member by member, never written to disk.

Sizes are bounded whatever the archive claims, and by how little they were packed into. Members are
addressed by name, one level of archives inside archives by `inner.zip!name`; no name is ever used
as a path on this machine.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from hakaru.core.errors import Unreadable
from hakaru.core.i18n import message
from hakaru.records import frozen
from hakaru.sources.files import FILE_MAX_BYTES, open_regular, shown


class Held(Protocol):
    """Content that is there without a file of its own."""

    def read(self) -> bytes:
        """All of it."""


@frozen
class InMemory:
    """Content in memory."""

    data: bytes

    def read(self) -> bytes:
        """All of it."""
        return self.data


@frozen(eq=False)
class Spooled:
    """A part of a file without a name, which is gone with the process that wrote it.

    Another process is handed the content instead.
    """

    file: BinaryIO
    offset: int
    n_bytes: int

    def read(self) -> bytes:
        """All of it."""
        self.file.seek(self.offset)
        return self.file.read(self.n_bytes)

    def __reduce__(self) -> tuple[object, ...]:
        return (_in_memory, (self.read(),))


def _in_memory(data: bytes) -> InMemory:
    return InMemory(data=data)


ARCHIVE_MAX_BYTES = 384 * 2**20
"""An archive inside an archive may not be larger than this when unpacked: it is held in memory. One
that is only stored may have any size."""
_BESIDE_ARCHIVE_MAX_BYTES = 96 * 2**20
"""Nor a recording in it than this, which is held beside it."""
MEMBERS_MAX = 200_000
_DIRECTORY_MAX_BYTES = 64 * 2**20
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
_STREAMED_BYTES = 2**20
_GZIP_PARTS_MAX = 1000
_LOCAL_HEADER = struct.Struct("<4s22sHH")
_END_MAGIC, _END_RECORD = b"PK\x05\x06", struct.Struct("<12sII")
_ENTRY_MAGIC, _ENTRY_BYTES = b"PK\x01\x02", 46
_LARGE_END_MAGIC, _LARGE_END_BYTES, _IN_LARGE_RECORD = b"PK\x06\x06", 56, 0xFFFFFFFF
_COMMENT_MAX_BYTES = 2**16 + 2
_IS_UTF8_HIGH_BYTE = 0x08
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


@frozen
class Unpacked:
    """Bytes of one file; `fault` says what was wrong with its packing, None if nothing."""

    data: bytes
    fault: str | None = None


@frozen
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


def inner_member_names(path: Path, member: str, *, most: int = MEMBERS_MAX) -> tuple[str, ...]:
    """Names of the files in the zip that is the member of a zip.

    Raises:
        Unreadable: it is no sound zip, or lists more than `most` files.
    """
    names = tuple(_inner_zip(path, member, *_stamp(path))[1])
    if len(names) > most:
        where = shown(f"{path}{NESTING_MARK}{member}")
        raise Unreadable(
            where, message("with it the archive lists more than {n} files", n=MEMBERS_MAX)
        )
    return names


def read_member(path: Path, member: str, *, limit_bytes: int = FILE_MAX_BYTES) -> Unpacked:
    """One file of a zip, or with `inner.zip!name` of a zip inside it.

    Raises:
        Unreadable: no such member, too large, protected by a password, or nothing sound in it.
    """
    directory = _directory_of(path)
    where = shown(f"{path}{NESTING_MARK}{member}")
    source, entry = _located(path, member, directory, where=where)
    if isinstance(source, bytes):
        limit_bytes = min(limit_bytes, _BESIDE_ARCHIVE_MAX_BYTES)
    return _read_entry(source, entry, where=where, limit_bytes=limit_bytes)


def _located(
    path: Path, member: str, directory: _Directory, *, where: str
) -> tuple[Path | bytes, _Entry]:
    """Where the entry of a member lies: in the file, or in an archive inside it."""
    if member in directory:
        return path, directory[member]
    outer, mark, inner = member.partition(f".zip{NESTING_MARK}")
    if not mark or f"{outer}.zip" not in directory:
        raise Unreadable(where, message("the archive holds no such file"))
    source, entries = _inner_zip(path, f"{outer}.zip", *_stamp(path))
    if inner not in entries:
        raise Unreadable(where, message("the archive inside the archive holds no such file"))
    return source, entries[inner]


def member_bytes(path: Path, member: str) -> int:
    """How large a member says it is when unpacked. Raises Unreadable like `read_member`."""
    where = shown(f"{path}{NESTING_MARK}{member}")
    return _located(path, member, _directory_of(path), where=where)[1].unpacked_bytes


def member_chunks(path: Path, member: str, *, limit_bytes: int) -> Iterator[bytes]:
    """The content of one file of a zip piece by piece, for what is too large to be held.

    Raises:
        Unreadable: like `read_member`; of damage after all that is sound was handed on.
    """
    where = shown(f"{path}{NESTING_MARK}{member}")
    source, entry = _located(path, member, _directory_of(path), where=where)
    _refuse_unknown_packing(entry, where)
    n_there = source.stat().st_size if isinstance(source, Path) else len(source)
    if entry.method == zipfile.ZIP_DEFLATED:
        limit_bytes = min(limit_bytes, _credible_bytes(min(entry.packed_bytes, n_there)))
    if entry.unpacked_bytes > limit_bytes:
        raise _too_large(where, limit_bytes)
    chunks = _packed_chunks(source, entry, where=where)
    if entry.method == zipfile.ZIP_DEFLATED:
        chunks = _inflated_chunks(chunks, where=where)
    n_bytes, checksum = 0, 0
    for chunk in chunks:
        n_bytes += len(chunk)
        checksum = zlib.crc32(chunk, checksum)
        if n_bytes > limit_bytes:
            raise _too_large(where, limit_bytes)
        yield chunk
    if checksum != entry.checksum:
        raise Unreadable(where, message("its checksum in the archive does not match"))


def _inflated_chunks(packed_chunks: Iterable[bytes], *, where: str) -> Iterator[bytes]:
    decoder = zlib.decompressobj(_RAW_DEFLATE)
    for chunk in packed_chunks:
        packed = chunk
        while packed and not decoder.eof:
            try:
                yield decoder.decompress(packed, _STREAMED_BYTES)
            except zlib.error as exc:
                raise Unreadable(
                    where, message("packed data is damaged ({error})", error=exc)
                ) from exc
            packed = decoder.unconsumed_tail
    if not decoder.eof:
        raise Unreadable(where, message("packed data ends too early"))


def forget() -> None:
    """Give back what is held of archives between one member and the next."""
    _inner_zip.cache_clear()
    _file_directory.cache_clear()


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
    chunks = _packed_chunks(source, entry, where=shown(f"{path}!{member}"))
    packed = next(chunks, b"")
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


def gunzip(data: bytes, *, where: str, limit_bytes: int = FILE_MAX_BYTES) -> Unpacked:
    """The content of a gz file, as far as it is sound. Raises Unreadable if nothing is."""
    parts: list[bytes] = []
    fault: str | None = None
    limit_bytes = min(limit_bytes, _credible_bytes(len(data)))
    at = 0
    while fault is None and is_gzip(data[at : at + 2]) and len(parts) < _GZIP_PARTS_MAX:
        decoder = zlib.decompressobj(_GZIP_WRAPPER)
        chunks = (
            data[begin : begin + _CHUNK_BYTES] for begin in range(at, len(data), _CHUNK_BYTES)
        )
        part, fault, n_taken = _inflate(decoder, chunks, where=where, limit_bytes=limit_bytes)
        at += n_taken
        limit_bytes -= len(part)
        parts.append(part)
    if not any(parts) and fault is not None:
        raise Unreadable(
            where, message("the gz file is damaged from its beginning: {reason}", reason=fault)
        )
    return Unpacked(data=parts[0] if len(parts) == 1 else b"".join(parts), fault=fault)


def _stamp(path: Path) -> tuple[int, int]:
    """What changes when the file changes, so that what is remembered of it stays true."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size


def _directory_of(path: Path) -> _Directory:
    return _file_directory(path, *_stamp(path))


@lru_cache(maxsize=8)
def _file_directory(path: Path, _mtime_ns: int, _size_bytes: int) -> _Directory:
    with open_regular(path) as file:
        return _directory(file, shown(path))


@lru_cache(maxsize=1)
def _inner_zip(
    path: Path, member: str, _mtime_ns: int, _size_bytes: int
) -> tuple[Path | bytes, _Directory]:
    """An archive inside an archive: where its entries lie, and which there are.

    A packed one is held in memory while its members are read one after the other; one that is only
    stored is read in place.
    """
    where = shown(f"{path}{NESTING_MARK}{member}")
    entry = _directory_of(path)[member]
    if entry.method == zipfile.ZIP_STORED and not entry.encrypted:
        with open_regular(path) as file:
            begin = _begin_of(file, entry, where)
            directory = _directory(_Window(file, begin=begin, n_bytes=entry.packed_bytes), where)
        return path, {
            name: replace(inner, offset=begin + inner.offset) for name, inner in directory.items()
        }
    unpacked = read_member(path, member, limit_bytes=ARCHIVE_MAX_BYTES)
    return unpacked.data, _directory(io.BytesIO(unpacked.data), where)


class _Window(io.RawIOBase):
    """A part of a file as a file of its own."""

    def __init__(self, file: BinaryIO, *, begin: int, n_bytes: int) -> None:
        self._file, self._begin, self._n_bytes, self._at = file, begin, n_bytes, 0

    def readable(self) -> bool:
        """It can be read."""
        return True

    def seekable(self) -> bool:
        """Any place of it can be gone to."""
        return True

    def tell(self) -> int:
        """The place from which is read next."""
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place; none before the beginning."""
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._n_bytes}[whence]
        if base + offset < 0:
            raise ValueError("a place before the beginning")
        self._at = base + offset
        return self._at

    def read(self, size: int = -1) -> bytes:
        """So many bytes, fewer at the end; -1: all that are left."""
        left = max(0, self._n_bytes - self._at)
        self._file.seek(self._begin + self._at)
        data = self._file.read(left if size < 0 else min(size, left))
        self._at += len(data)
        return data


def _directory(file: BinaryIO | _Window, where: str) -> _Directory:
    try:
        infos = [info for info in _infos(file, where) if _is_file(info)]
    except _ZIP_FAULTS as exc:
        raise Unreadable(where, message("not a sound zip archive: {error}", error=exc)) from exc
    if len(infos) > MEMBERS_MAX:
        raise Unreadable(
            where,
            message(
                "the archive lists {n} files, more than {limit}", n=len(infos), limit=MEMBERS_MAX
            ),
        )
    if _overlaps(infos) > _OVERLAPS_MAX:
        raise Unreadable(
            where, message("not a sound zip archive: its files lie on top of each other")
        )
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


def _infos(file: BinaryIO | _Window, where: str) -> list[zipfile.ZipInfo]:
    """What the directory of a zip lists, whatever bytes its names are."""
    end = _end_of_directory(file)
    if end is not None and end.n_bytes > _DIRECTORY_MAX_BYTES:
        size, limit = end.n_bytes // 2**20, _DIRECTORY_MAX_BYTES // 2**20
        raise Unreadable(
            where,
            message(
                "its list of files is {size} MiB; at most {limit} MiB are read",
                size=size,
                limit=limit,
            ),
        )
    try:
        with zipfile.ZipFile(cast("BinaryIO", file)) as archive:
            return archive.infolist()
    except UnicodeDecodeError:
        if end is None or end.begin is None or end.begin < 0:
            raise
        return _with_any_names(file, end, begin=end.begin)


@frozen
class _End:
    """The last record of a zip: how long the directory is, where it begins (None: in a zip of more
    than 4 GiB, whose directory is found otherwise), and where it begins by its own account."""

    n_bytes: int
    begin: int | None
    offset: int


def _end_of_directory(file: BinaryIO | _Window) -> _End | None:
    """None: there is none."""
    size = file.seek(0, io.SEEK_END)
    begin = max(0, size - _END_RECORD.size - _COMMENT_MAX_BYTES)
    file.seek(begin)
    tail = file.read(size - begin)
    at = tail.rfind(_END_MAGIC)
    if at < 0 or len(tail) < at + _END_RECORD.size:
        return None
    _, n_bytes, offset = _END_RECORD.unpack_from(tail, at)
    if _IN_LARGE_RECORD not in (n_bytes, offset):
        return _End(n_bytes=n_bytes, begin=begin + at - n_bytes, offset=offset)
    large = tail.rfind(_LARGE_END_MAGIC, 0, at)
    if n_bytes == _IN_LARGE_RECORD and 0 <= large <= len(tail) - _LARGE_END_BYTES:
        n_bytes = int.from_bytes(tail[large + 40 : large + 48], "little")
    return _End(n_bytes=n_bytes, begin=None, offset=offset)


def _with_any_names(file: BinaryIO | _Window, end: _End, *, begin: int) -> list[zipfile.ZipInfo]:
    """The same for a zip that calls names UTF-8 which are not: these are read byte for byte."""
    file.seek(begin)
    directory = bytearray(file.read(end.n_bytes))
    at = 0
    while directory[at : at + 4] == _ENTRY_MAGIC and at + _ENTRY_BYTES <= len(directory):
        name_bytes, extra_bytes, comment_bytes = struct.unpack_from("<HHH", directory, at + 28)
        try:
            directory[at + _ENTRY_BYTES : at + _ENTRY_BYTES + name_bytes].decode()
        except UnicodeDecodeError:
            directory[at + 9] &= ~_IS_UTF8_HIGH_BYTE
        at += _ENTRY_BYTES + name_bytes + extra_bytes + comment_bytes
    record = _END_RECORD.pack(_END_MAGIC + bytes(8), end.n_bytes, end.offset)
    with zipfile.ZipFile(io.BytesIO(bytes(directory) + record + bytes(2))) as archive:
        infos = archive.infolist()
    for info in infos:  # they count from the place of the directory alone
        info.header_offset += begin
    return infos


def _overlaps(infos: list[zipfile.ZipInfo]) -> int:
    """How many files begin before the packed bytes of the one before them end."""
    spans = sorted((info.header_offset, info.compress_size) for info in infos)
    return sum(start + size > after for (start, size), (after, _) in pairwise(spans))


def _credible_bytes(n_packed: int) -> int:
    """To how many bytes a recording may unpack that is packed in so many."""
    return max(ALWAYS_BYTES, RATIO_MAX * n_packed)


def _is_file(info: zipfile.ZipInfo) -> bool:
    return bool(info.filename) and not info.filename.endswith("/")


def _refuse_unknown_packing(entry: _Entry, where: str) -> None:
    if entry.encrypted:
        raise Unreadable(where, message("it is protected by a password; unpack it yourself first"))
    if entry.method not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Unreadable(
            where,
            message(
                "packing method {method} is not supported; unpack it first", method=entry.method
            ),
        )


def _read_entry(source: Path | bytes, entry: _Entry, *, where: str, limit_bytes: int) -> Unpacked:
    _refuse_unknown_packing(entry, where)
    if max(entry.unpacked_bytes, entry.packed_bytes) > limit_bytes:
        raise _too_large(where, limit_bytes)
    chunks = _packed_chunks(source, entry, where=where)
    fault: str | None = None
    if entry.method == zipfile.ZIP_STORED:
        data = b"".join(chunks)
    else:
        n_there = source.stat().st_size if isinstance(source, Path) else len(source)
        limit_bytes = min(limit_bytes, _credible_bytes(min(entry.packed_bytes, n_there)))
        decoder = zlib.decompressobj(_RAW_DEFLATE)
        data, fault, _ = _inflate(decoder, chunks, where=where, limit_bytes=limit_bytes)
    if fault is None and zlib.crc32(data) != entry.checksum:
        fault = message("its checksum in the archive does not match")
    if not data and entry.unpacked_bytes:
        raise Unreadable(where, message("nothing of it can be unpacked: {reason}", reason=fault))
    return Unpacked(data=data, fault=fault)


def _packed_chunks(source: Path | bytes, entry: _Entry, *, where: str) -> Iterator[bytes]:
    """The packed bytes behind the local header of an entry, as many as are there."""
    with open_regular(source) if isinstance(source, Path) else io.BytesIO(source) as file:
        file.seek(_begin_of(file, entry, where))
        left = entry.packed_bytes
        while left > 0 and (chunk := file.read(min(left, _CHUNK_BYTES))):
            left -= len(chunk)
            yield chunk


def _begin_of(file: BinaryIO, entry: _Entry, where: str) -> int:
    """Where the packed bytes of an entry begin. Raises Unreadable where there are none."""
    header = b""
    if 0 <= entry.offset < _OFFSET_MAX:
        file.seek(entry.offset)
        header = file.read(_LOCAL_HEADER.size)
    if len(header) < _LOCAL_HEADER.size or not is_zip(header):
        raise Unreadable(
            where, message("the archive points to nothing here"), offset_byte=entry.offset
        )
    _, _, name_bytes, extra_bytes = _LOCAL_HEADER.unpack(header)
    return entry.offset + _LOCAL_HEADER.size + int(name_bytes) + int(extra_bytes)


def _inflate(
    decoder: zlib._Decompress, chunks: Iterable[bytes], *, where: str, limit_bytes: int
) -> tuple[bytes, str | None, int]:
    """(what could be inflated, the fault that ended it, how many packed bytes were taken).

    Raises Unreadable beyond the limit.
    """
    inflated = io.BytesIO()  # gives its bytes away without a copy
    n_taken = 0
    for chunk in chunks:
        n_taken += len(chunk)
        packed = chunk
        while packed and not decoder.eof:
            before = decoder.copy()
            room = limit_bytes + 1 - inflated.tell()
            try:
                inflated.write(decoder.decompress(packed, room))
            except zlib.error as exc:
                inflated.write(_salvaged(before, packed, room))
                return (
                    inflated.getvalue(),
                    message("packed data is damaged ({error})", error=exc),
                    n_taken,
                )
            if inflated.tell() > limit_bytes:
                raise _too_large(where, limit_bytes)
            packed = decoder.unconsumed_tail
        if decoder.eof:
            return inflated.getvalue(), None, n_taken - len(decoder.unused_data)
    return inflated.getvalue(), message("packed data ends too early"), n_taken


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
    return Unreadable(
        where, message("unpacked it is larger than {size} MiB", size=limit_bytes // 2**20)
    )
