"""Files that somebody names: how they are opened, and how they are called in messages.

Everything that is read by a name from outside is opened here. A name may be any bytes; what is
stored or shown of it is always text that JSON, databases and terminals take.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from io import BufferedReader
from pathlib import Path

from hakaru.core.errors import Unreadable
from hakaru.running.activity import Provenance

FILE_MAX_BYTES = 256 * 2**20
"""A recording may not be larger than this, unpacked."""
_BYTE_THAT_IS_NO_TEXT = re.compile("[\udc80-\udcff]")
_BYTE_BASE = 0xDC00
_READ_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)


def shown(path: Path | str) -> str:
    r"""A path as text: bytes that are no UTF-8 (Shift-JIS names out of old zips) as `\x8e`.

    The same bytes always give the same text.
    """
    text = _BYTE_THAT_IS_NO_TEXT.sub(
        lambda match: f"\\x{ord(match[0]) - _BYTE_BASE:02x}", str(path)
    )
    return text.encode("utf-8", "backslashreplace").decode()


def at_home(path: Path) -> Path:
    """The path with `~` as the home folder. A file may have a name like `~x`: where it is there,
    or nobody has this name, it is taken as it is, in full, for no library to read more into it."""
    if not str(path).startswith("~"):
        return path
    with contextlib.suppress(OSError):
        if path.exists():
            return path.absolute()
    try:
        return path.expanduser()
    except RuntimeError:
        return path.absolute()


def where_of(provenance: Provenance) -> str:
    """The path, with the name inside an archive behind an exclamation mark."""
    member = provenance.member
    return provenance.path if member is None else f"{provenance.path}!{member}"


def open_regular(path: Path, *, follow_symlinks: bool = True) -> BufferedReader:
    """Open a file for reading, and nothing else: no pipe that nobody writes to, device or folder.

    Never waits. The check is made on what was opened, so that nobody can exchange it in between.

    Args:
        path: as the system has it, not as it is shown.
        follow_symlinks: False refuses a link in the last place of the path.

    Raises:
        Unreadable: it cannot be opened, or is no regular file.
    """
    flags = _READ_FLAGS | (0 if follow_symlinks else getattr(os, "O_NOFOLLOW", 0))
    try:
        _refuse_irregular(path, path.stat(follow_symlinks=follow_symlinks))
        descriptor = os.open(path, flags)
        try:
            _refuse_irregular(path, os.fstat(descriptor))
            return os.fdopen(descriptor, "rb")
        except BaseException:
            os.close(descriptor)
            raise
    except OSError as exc:
        raise Unreadable(shown(path), f"it cannot be opened: {exc.strerror}") from exc
    except ValueError as exc:
        raise Unreadable(shown(path), "there is no such file or folder") from exc


def read_regular(path: Path, *, limit_bytes: int = FILE_MAX_BYTES) -> bytes:
    """The content of a file of at most so many bytes. Raises Unreadable like `open_regular`."""
    with open_regular(path) as file:
        try:
            n_bytes = os.fstat(file.fileno()).st_size
            data = file.read(n_bytes + 1) if n_bytes <= limit_bytes else b""
            if len(data) > n_bytes:  # it grew, or is one of the system's that state no size
                data += file.read(limit_bytes)
        except OSError as exc:
            raise Unreadable(shown(path), f"it cannot be opened: {exc.strerror}") from exc
    if max(n_bytes, len(data)) > limit_bytes:
        raise Unreadable(shown(path), "larger than any recording can be")
    return data


def _refuse_irregular(path: Path, status: os.stat_result) -> None:
    if stat.S_ISREG(status.st_mode):
        return
    raise Unreadable(shown(path), f"it is {_kind(status.st_mode)}, and only files are read")


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISFIFO(mode):
        return "a pipe"
    if stat.S_ISSOCK(mode):
        return "a socket"
    return "a link" if stat.S_ISLNK(mode) else "a device"
