"""How is an archive made and changed: odd names, lies about sizes, bombs, archives in archives?"""

from __future__ import annotations

import gzip
import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Sequence
from random import Random

from tests.sources.fit_mutation import mutated

NAMES = (
    "../run.fit", "../../etc/run.fit", "/etc/run.fit", "C:\\run.fit", "..\\run.tcx", "a/../b.gpx",
    "run.fit", "a/run.fit", "activity_123456.json", "a/activity.json", "a/splits.json", "x.csv",
    "\u202etif.fit", "a\nb.fit", "é.gpx", "a" * 300 + ".fit", "!.fit", "a.zip!b.fit", "b.zip",
    "a/b.zip", "CON", "nul.fit", "run.fit.gz", ".hidden.fit", "__MACOSX/run.fit", "1.json", "a/",
    "x_summarizedActivities.json", "\x1b[31m.tcx", "README", "run.FIT", "~/run.fit",
    "activities.csv", "activities/1.fit.gz", "activities/../1.gpx", "x/activities.csv",
    "apple_health_export/export.xml", "export.xml", "workout-routes/route.gpx",
    "Takeout/Fit/Activities/run.tcx", "training-session-1.json", "Activities.csv", "export.csv",
)  # fmt: skip
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED)
_CENTRAL, _LOCAL, _END = b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06"
_FIELDS = {_CENTRAL: (4, 46), _LOCAL: (4, 30), _END: (4, 22)}
_LIES = (0, 1, 2, 10, 255, 65_535, 2**31 - 1, 2**32 - 1)
_BOMB = bytes(400_000)
_MOST_BYTES = 20_000


def zipped(members: Sequence[tuple[str, bytes]], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip with exactly these members, twice the same name if wanted; always the same bytes."""
    stream = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of names that are there twice
        with zipfile.ZipFile(stream, "w", method) as out:
            for name, data in members:
                out.writestr(zipfile.ZipInfo(name, (2024, 5, 4, 6, 0, 0)), data, method)
    return stream.getvalue()


def changed_zip(data: bytes, rng: Random) -> bytes:
    """Other members, lies in its headers, or other bytes."""
    choice = rng.random()
    if choice < 0.25:
        return mutated(data, rng)
    if choice < 0.55:
        for _ in range(rng.choice((1, 1, 2, 4))):
            data = _with_a_lie(data, rng)
        return data
    members = _members(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        _change(members, rng)
    return zipped(members, method=rng.choice(_METHODS))[:_MOST_BYTES]


def _members(data: bytes) -> list[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as there:
            infos = [info for info in there.infolist() if info.file_size <= len(_BOMB)]
            return [(info.filename, there.read(info)) for info in infos]
    except _LIBRARY_FAULTS:
        return [("run.fit", data[:4000])]


_LIBRARY_FAULTS: tuple[type[Exception], ...] = (
    *(zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, LookupError),
    *(ArithmeticError, ValueError, struct.error, OSError),
)  # fmt: skip


def _change(members: list[tuple[str, bytes]], rng: Random) -> None:
    if not members:
        members.append((rng.choice(NAMES), b"{}"))
    at, choice = rng.randrange(len(members)), rng.random()
    name, content = members[at]
    if choice < 0.3:
        members[at] = (rng.choice(NAMES), content)
    elif choice < 0.5:
        members[at] = (name, mutated(content, rng))
    elif choice < 0.6:
        members.append((rng.choice(NAMES), content))
    elif choice < 0.7 and len(members) > 1:
        del members[at]
    elif choice < 0.8:
        members[at] = (name, gzip.compress(content, mtime=0))
    elif choice < 0.9:
        members[at] = (rng.choice(("in.zip", "a/in.zip", name)), zipped(members[:3]))
    else:
        members[at] = (name, content[:200] + _BOMB)


def _with_a_lie(data: bytes, rng: Random) -> bytes:
    """Another number in a header: sizes, offsets, methods, flags, lengths of names."""
    mark = rng.choice((_CENTRAL, _CENTRAL, _LOCAL, _END))
    offsets = [at for at in range(len(data)) if data.startswith(mark, at)]
    if not offsets:
        return mutated(data, rng)
    first, size = _FIELDS[mark]
    at = rng.choice(offsets) + rng.randrange(first, size)
    width: int = rng.choice((1, 2, 4))
    lie = rng.choice(_LIES) if rng.random() < 0.8 else rng.randrange(2**32)
    told = lie & ((1 << 8 * width) - 1)
    return data[:at] + told.to_bytes(width, "little") + data[at + width :]
