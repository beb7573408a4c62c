"""Turns to open the database file, among all processes of this machine and among the threads of
one (`ThreadTurns`).

A turnstile of two files: everyone passes the *gate* before taking the *lock* (readers shared, a
writer alone). A writer that waits keeps the gate shut, so readers cannot overtake it for ever, and
readers that wait keep it open for each other. Locks belong to open file descriptions and vanish
with their process; nothing has to be cleaned up after a crash.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hakaru.core.errors import StoreBusy, StoreDamaged, StoreError
from hakaru.core.i18n import Message, message
from hakaru.core.names import reason_of

_FIRST_PAUSE_S = 0.0005
_LONGEST_PAUSE_S = 0.005
_HOLDER_BYTES = 200
_CLOSED_TO_CHILDREN = getattr(os, "O_CLOEXEC", 0)
_FLAGS = os.O_RDWR | _CLOSED_TO_CHILDREN
_NO_LOCK = -1
"""In place of a descriptor: where nothing can be written there may be nothing to lock."""
_UNWRITABLE = frozenset({errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EDQUOT})
_NETWORK_TYPES = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ncpfs", "ceph", "lustre", "glusterfs", "9p"}
    | {"fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.glusterfs", "davfs", "fuse.davfs2"}
)

if sys.platform == "win32":
    import msvcrt

    _SLOTS = 64
    _SLOT_OFFSET_BYTES = 1 << 20  # locked bytes cannot be read, so they lie behind the holder text

    def try_lock(descriptor: int, *, exclusive: bool) -> bool:
        """A reader locks any one of the slots, a writer all of them: shared and exclusive."""
        spans = [(0, _SLOTS)] if exclusive else [(slot, 1) for slot in range(_SLOTS)]
        for start, count in spans:
            os.lseek(descriptor, _SLOT_OFFSET_BYTES + start, os.SEEK_SET)
            with contextlib.suppress(OSError):
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, count)
                return True
        return False

else:
    import fcntl

    def try_lock(descriptor: int, *, exclusive: bool) -> bool:
        """Take the lock now or say no; never waits."""
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class Hold:
    """A lock that is held until `release`. Closing its descriptor is what lets go."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        _open_holds.add(self)

    def release(self) -> None:
        """Let go; calling it again does nothing."""
        if self.descriptor != _NO_LOCK:
            os.close(self.descriptor)
            self.descriptor = _NO_LOCK


_open_holds: weakref.WeakSet[Hold] = weakref.WeakSet()


def _forget_inherited() -> None:
    """A forked child closes its copies: else it would keep the parent's locks alive."""
    for hold in list(_open_holds):
        hold.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_inherited)


class Turnstile:
    """Gate and lock of one data folder. Threads may share it."""

    def __init__(self, folder: Path, *, name: str = "hakaru") -> None:
        self._gate_path = folder / f"{name}.gate"
        self._lock_path = folder / f"{name}.lock"

    def shared(self, timeout_s: float) -> Hold:
        """The right to read, together with other readers. Raises StoreBusy at the deadline.

        A folder in which nothing can be written can be read: its files are locked as they are,
        and where they are absent the lock of the database engine itself has to do.
        """
        return self._enter(timeout_s, exclusive=False)

    def exclusive(self, timeout_s: float) -> Hold:
        """The right to write, alone. Raises StoreBusy at the deadline."""
        return self._enter(timeout_s, exclusive=True)

    def writer_waits(self) -> bool:
        """Whether a writer keeps the gate shut at this moment.

        Where there is no gate (the folder was removed), nobody can wait at it.
        """
        return self._gate_is_taken(exclusive=False)

    def anyone_waits(self) -> bool:
        """Whether a writer or a reader stands in the gate, as the one who holds the lock asks."""
        return self._gate_is_taken(exclusive=True)

    def _gate_is_taken(self, *, exclusive: bool) -> bool:
        try:
            gate = os.open(self._gate_path, _FLAGS)
        except OSError:
            return False
        try:
            return not try_lock(gate, exclusive=exclusive)
        finally:
            os.close(gate)

    def holder(self) -> Message:
        """Who took the lock last, as far as is known: 'process 4711 (hakaru ingest runs/)'."""
        try:
            text = self._lock_path.read_bytes()[:_HOLDER_BYTES].decode("utf-8", "replace").strip()
        except OSError:
            text = ""
        pid, _, command = text.partition(" ")
        if not pid.isdigit() or not _is_alive(int(pid)):
            return message("another process")
        return (
            message("process {pid} ({command})", pid=pid, command=command)
            if command
            else message("process {pid}", pid=pid)
        )

    def _enter(self, timeout_s: float, *, exclusive: bool) -> Hold:
        started_s = time.monotonic()
        opened = open_file if exclusive else _open_to_share
        gate = Hold(opened(self._gate_path))
        try:
            lock = Hold(opened(self._lock_path))
        except BaseException:
            gate.release()
            raise
        try:
            for hold in (gate, lock):
                self._wait(hold, started_s, timeout_s, exclusive=exclusive)
        except BaseException:
            lock.release()
            raise
        finally:
            gate.release()
        _sign(lock)
        return lock

    def _wait(self, hold: Hold, started_s: float, timeout_s: float, *, exclusive: bool) -> None:
        pause_s = _FIRST_PAUSE_S
        while not self._locked(hold, exclusive=exclusive):
            waited_s = time.monotonic() - started_s
            if waited_s >= timeout_s:
                raise StoreBusy(waited_s, self.holder())
            time.sleep(min(pause_s, timeout_s - waited_s))
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    def _locked(self, hold: Hold, *, exclusive: bool) -> bool:
        """Raises StoreDamaged where the file system has no locks."""
        if hold.descriptor == _NO_LOCK:
            return True
        try:
            return try_lock(hold.descriptor, exclusive=exclusive)
        except OSError as exc:
            raise without_locks(self._lock_path.parent, exc) from exc


def without_locks(folder: Path, error: OSError) -> StoreDamaged:
    """What is said of a folder on a file system that cannot lock a file."""
    reason = reason_of(error)
    return StoreDamaged(
        message(
            "{folder} lies on a file system without locks ({reason}), so nothing "
            "protects the database there; choose a folder on this machine "
            "(HAKARU_DATA or --data)",
            folder=folder,
            reason=reason,
        )
    )


def refuse_without_locks(folder: Path) -> None:
    """Try a lock, where a library says no more of its own than that a file is locked.

    Raises:
        StoreDamaged: the file system has no locks.
    """
    try:
        descriptor = open_file(folder / "hakaru.gate")
    except StoreDamaged:
        return
    try:
        try_lock(descriptor, exclusive=False)
    except OSError as exc:
        raise without_locks(folder, exc) from exc
    finally:
        os.close(descriptor)


def network_file_system(folder: Path, mounts: str) -> str | None:
    """The network file system a folder lies on, by a mount table; None: local, or not known.

    `mounts` has the form of /proc/mounts: 'device mount-point type ...' per line.
    """
    best, kind = "", None
    for line in mounts.splitlines():
        fields = line.split()
        if len(fields) < 3:
            continue
        point = fields[1].replace("\\040", " ")
        if folder.is_relative_to(point) and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind if kind in _NETWORK_TYPES else None


def refuse_network_folder(folder: Path, *, mount_table: Path = Path("/proc/mounts")) -> None:
    """File locks are not reliable over a network: say so before data is at risk.

    Raises:
        StoreError: the folder lies on a network file system.
    """
    try:
        mounts = mount_table.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    kind = network_file_system(folder, mounts)
    if kind is not None:
        raise StoreError(
            message(
                "{folder} lies on a network file system ({kind}), where locks do not "
                "protect the database; choose a folder on this machine (HAKARU_DATA or "
                "--data)",
                folder=folder,
                kind=kind,
            )
        )


def open_file(path: Path) -> int:
    """A descriptor of a file to be locked, made where it is absent. Raises StoreDamaged."""
    try:
        return os.open(path, _FLAGS | os.O_CREAT, 0o600)
    except OSError as exc:
        raise _not_writable(path, exc) from exc


def _open_to_share(path: Path) -> int:
    """A descriptor of a file to be locked together with others; where nothing can be written, of
    the file as it is, or `_NO_LOCK`. Raises StoreDamaged."""
    try:
        return os.open(path, _FLAGS | os.O_CREAT, 0o600)
    except OSError as exc:
        if exc.errno not in _UNWRITABLE:
            raise _not_writable(path, exc) from exc
    try:
        return os.open(path, os.O_RDONLY | _CLOSED_TO_CHILDREN)
    except OSError:
        return _NO_LOCK


def _not_writable(path: Path, exc: OSError) -> StoreDamaged:
    return StoreDamaged(
        message(
            "{folder} is not writable ({reason}); choose another data folder",
            folder=path.parent,
            reason=reason_of(exc),
        )
    )


def _sign(hold: Hold) -> None:
    """Write who holds the lock into its file; readers overwrite each other, which is fine."""
    if hold.descriptor == _NO_LOCK:
        return
    command = " ".join([Path(sys.argv[0] or "python").name, *sys.argv[1:]])
    text = f"{os.getpid()} {' '.join(command.split())}"
    line = text.encode(errors="backslashreplace")[: _HOLDER_BYTES - 1]
    with contextlib.suppress(OSError):  # a full disk: who reads may read, who writes is told
        os.lseek(hold.descriptor, 0, os.SEEK_SET)
        os.write(hold.descriptor, line.ljust(_HOLDER_BYTES - 1) + b"\n")


def _is_alive(pid: int) -> bool:
    if sys.platform == "win32":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def left_s(deadline_s: float) -> float:
    """Seconds until a deadline of `time.monotonic`, 0 when it has passed."""
    return max(0.0, deadline_s - time.monotonic())


class ThreadTurns:
    """A readers-and-writer lock with deadlines. A thread may nest reads, nothing else."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._depth: dict[int, int] = {}
        self._alone: int | None = None
        self._ended = 0
        """How many writers have been alone so far."""
        self._readers_waiting: list[int] = []
        """Of each, how many writers had ended when it came."""
        self._writers_waiting: list[int] = []

    @property
    def n_waiting(self) -> int:
        """How many threads wait for their turn."""
        with self._changed:
            return len(self._readers_waiting) + len(self._writers_waiting)

    @contextmanager
    def shared(self, timeout_s: float) -> Iterator[bool]:
        """Together with other readers. True: this thread was already reading.

        Raises:
            StoreBusy: a writer of this process did not finish before the deadline.
        """
        me = threading.get_ident()
        with self._changed:
            self._refuse_inside_write(me)
            nested = me in self._depth
            if not nested:
                self._enter_shared(timeout_s)
            self._depth[me] = self._depth.get(me, 0) + 1
        try:
            yield nested
        finally:
            with self._changed:
                self._depth[me] -= 1
                if not self._depth[me]:
                    del self._depth[me]
                    self._changed.notify_all()

    @contextmanager
    def alone(self, timeout_s: float) -> Iterator[None]:
        """With no other thread inside.

        Raises:
            StoreBusy: readers or a writer of this process did not leave before the deadline.
        """
        me = threading.get_ident()
        with self._changed:
            self._refuse_inside_write(me)
            if me in self._depth:
                raise RuntimeError("a write inside a read: end the read first")
            self._enter_alone(me, timeout_s)
            self._alone = me
        try:
            yield
        finally:
            with self._changed:
                self._alone = None
                self._ended += 1
                self._changed.notify_all()

    def _refuse_inside_write(self, me: int) -> None:
        if self._alone == me:
            raise RuntimeError("inside a write: use the connection of the write")

    def _enter_shared(self, timeout_s: float) -> None:
        came = self._ended
        self._readers_waiting.append(came)
        try:
            self._wait(lambda: self._may_share(came), timeout_s)
        finally:
            self._readers_waiting.remove(came)
            self._changed.notify_all()

    def _enter_alone(self, me: int, timeout_s: float) -> None:
        self._writers_waiting.append(me)
        try:
            self._wait(lambda: self._may_be_alone(me), timeout_s)
        finally:
            self._writers_waiting.remove(me)
            self._changed.notify_all()

    def _may_share(self, came: int) -> bool:
        return self._alone is None and (not self._writers_waiting or came < self._ended)

    def _may_be_alone(self, me: int) -> bool:
        owed = any(came < self._ended for came in self._readers_waiting)
        free = self._alone is None and not self._depth and not owed
        return free and self._writers_waiting[0] == me

    def _wait(self, allowed: Callable[[], bool], timeout_s: float) -> None:
        started_s = time.monotonic()
        if not self._changed.wait_for(allowed, timeout=max(0.0, timeout_s)):
            waited_s = time.monotonic() - started_s
            raise StoreBusy(waited_s, message("another thread of this process"))
