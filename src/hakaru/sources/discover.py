"""The recordings behind the files, folders, globs and archives that a user names.

Nothing is read but names and first bytes. Inside a folder or archive, files that are none of ours
are passed over; a file that was named itself becomes a candidate with a `problem` instead.

Two layouts are in use: the number in every name (`activity_1.json`, `activitylaps_1.json`), and a
folder per activity with fixed names (`activity.json`, `splits.json`, `weather.json`...).
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path, PurePosixPath
from typing import Literal

from hakaru.core.errors import Unreadable
from hakaru.core.i18n import Message, message
from hakaru.core.names import reason_of
from hakaru.records import frozen
from hakaru.sources import archive, polar
from hakaru.sources.archive import Held
from hakaru.sources.files import at_home, open_regular
from hakaru.sources.fit.scan import is_fit
from hakaru.sources.list_columns import named_columns
from hakaru.sources.strava import FILE_NAMED, SIGNS, ListedActivity

Kind = Literal[
    "fit", "tcx", "gpx", "garmin-json", "garmin-export", "garmin-csv", "strava-csv", "apple-health",
    "polar-json",
]  # fmt: skip
HEAD_BYTES = 4096

_SUFFIX_KINDS: dict[str, Kind] = {
    ".fit": "fit",
    ".tcx": "tcx",
    ".gpx": "gpx",
    ".csv": "garmin-csv",
}
_EXPORT_NAME = re.compile(r"summarizedActivities", re.IGNORECASE)
_EXPORT_KEY = "summarizedActivitiesExport"
_JSON_KEYS = ('"activityId"', '"summaryDTO"', '"lapDTOs"', '"metricDescriptors"')
_APPLE_HEALTH = re.compile(r"<HealthData\b|<!DOCTYPE\s+HealthData\b")
APPLE_ROUTES = "workout-routes"
_TAKEOUT = "Takeout"
GARMIN_LIST = "activities"
"""How the name of the list of Garmin Connect begins, in small letters."""
_CSV_SIGNS = re.compile(r"(activity type|aktivitätstyp|type d'activité|tipo de actividad)", re.I)


def kind_of(name: str, head: bytes) -> Kind | None:
    """The kind of a file (already unpacked) called `name`; None: nothing we know.

    What the bytes say wins over the name; the name alone is believed where the bytes say nothing,
    so that a damaged file is read and its damage reported.
    """
    by_content = _kind_by_content(name, head)
    if by_content is not None:
        return by_content
    return _SUFFIX_KINDS.get(suffix_of(name))


def suffix_of(name: str) -> str:
    """The suffix of a name in lower case, looking through `.gz`: 'A.FIT.gz' is '.fit'."""
    path = PurePosixPath(name.replace("\\", "/").lower())
    return PurePosixPath(path.stem).suffix if path.suffix == ".gz" else path.suffix


def _kind_by_content(name: str, head: bytes) -> Kind | None:
    if is_fit(head):
        return "fit"
    text = _text(head).lstrip("\ufeff \t\r\n")
    if text.startswith("<"):
        return _xml_kind(text)
    if text.startswith(("{", "[")):
        return _json_kind(name, text)
    first_line = text.partition("\n")[0]
    if all(sign in first_line.lower() for sign in SIGNS):
        return "strava-csv"
    if suffix_of(name) == ".csv" and FILE_NAMED.search(text):
        return "strava-csv"
    return "garmin-csv" if _CSV_SIGNS.search(first_line) else None


def _text(head: bytes) -> str:
    encoding = "utf-16" if head.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    return head.decode(encoding, errors="replace")


def _xml_kind(text: str) -> Kind | None:
    if "<TrainingCenterDatabase" in text or ":TrainingCenterDatabase" in text:
        return "tcx"
    if _APPLE_HEALTH.search(text):
        return "apple-health"
    return "gpx" if re.search(r"<(\w+:)?gpx\b", text) else None


def _json_kind(name: str, text: str) -> Kind | None:
    if _EXPORT_KEY in text or _EXPORT_NAME.search(name):
        return "garmin-export"
    if any(key in text for key in _JSON_KEYS):
        return "garmin-json"
    is_polar = polar.NAME.fullmatch(PurePosixPath(name).name) or all(
        sign in text for sign in polar.SIGNS
    )
    return "polar-json" if is_polar else None


_NUMBERED = re.compile(r"activity[a-z_]*?_?(\d{6,})[a-z_]*\.json", re.IGNORECASE)
_CORE_NAMES = frozenset({"activity.json", "splits.json", "activity_details.json"})
_SIDE_NAMES = frozenset(
    {
        "details.json",
        "gear.json",
        "hr_zones.json",
        "lactate_threshold.json",
        "laps.json",
        "split_summaries.json",
        "typed_splits.json",
        "vo2_max.json",
        "weather.json",
    }
)


def set_key(name: str, *, garmin_names: frozenset[str]) -> str | None:
    """What the files of one activity share within their folder; None: a file that stands alone.

    `name` is the bare file name, `garmin_names` are those beside it (itself included) whose content
    is Garmin's: fixed names are too common to be believed without one of these.
    """
    numbered = _NUMBERED.fullmatch(name)
    if numbered is not None:
        return numbered[1]
    belongs = name.lower() in _CORE_NAMES | _SIDE_NAMES and bool(_CORE_NAMES & garmin_names)
    return "" if belongs else None


def main_first(names: list[str]) -> list[str]:
    """The names of one set, the activity itself in front: it lends the set its path."""
    return sorted(names, key=lambda name: (not _is_main(name), name))


def _is_main(name: str) -> bool:
    bare = PurePosixPath(name).name.lower()
    return bare == "activity.json" or bool(re.fullmatch(r"activity_?\d+\.json", bare))


_IGNORED_FOLDERS = ("__MACOSX", "__pycache__", "node_modules")
_MAGIC = frozenset("*?[")
_READS = message(
    "FIT, TCX, GPX, Garmin Connect JSON, Activities.csv, an export of Apple Health, Strava or "
    "Polar Flow, or a gz or zip of these"
)


@frozen
class FileRef:
    """One file: on disk, or a member of the archive `path` (`inner.zip!name` one level deeper).

    `held`: its content was taken out of the file `path` already, where it is called `member`.
    """

    path: Path
    member: str | None = None
    held: Held | None = field(default=None, compare=False, repr=False)

    @property
    def name(self) -> str:
        """The bare file name."""
        name = self.path.name if self.member is None else self.member.rpartition("!")[2]
        return PurePosixPath(name.replace("\\", "/")).name

    @property
    def folder(self) -> str:
        """What all files of one folder share."""
        return f"{self.path.parent}" if self.member is None else self._member_folder()

    def beside_it(self, relative: str) -> FileRef:
        """A file by its way from the folder of this one, with forward slashes."""
        if self.member is None:
            return FileRef(path=self.path.parent.joinpath(*relative.split("/")))
        at = max(self.member.rfind("/"), self.member.rfind(archive.NESTING_MARK))
        return FileRef(path=self.path, member=f"{self.member[: at + 1]}{relative}")

    def _member_folder(self) -> str:
        return f"{self.path}!{str(self.member).rpartition('/')[0]}"


@frozen
class Candidate:
    """One thing to read: one recording file, or the JSON files of one activity.

    `beside` are the further files of a set. `problem` says why there is nothing to read; `kind` is
    None then. `listed` is what a list beside the recording says of it, `listed_in` that list;
    `only_rows` are the rows of a list of which no recording lies beside it, None all.
    """

    file: FileRef
    kind: Kind | None
    beside: tuple[FileRef, ...] = ()
    problem: Message | None = None
    listed: ListedActivity | None = None
    listed_in: FileRef | None = None
    only_rows: frozenset[int] | None = None

    @property
    def path(self) -> Path:
        """The file on disk that holds it."""
        return self.file.path

    @property
    def member(self) -> str | None:
        """Its name inside the archive `path`; None for a plain file."""
        return self.file.member


@frozen
class _Found:
    file: FileRef
    kind: Kind | None
    problem: Message | None = None
    stranger: Stranger | None = None


def discover(paths: Sequence[Path]) -> list[Candidate]:
    """Candidates of all paths in a stable order, each once. Never raises for a bad file."""
    by_source: dict[tuple[str, str | None], _Found] = {}
    for path in paths:
        for found_file in _with_strangers(list(_found_at(path))):
            by_source.setdefault((_real(found_file.file.path), found_file.file.member), found_file)
    return _with_sets(_without_company(list(by_source.values())))


def _with_strangers(found_files: list[_Found]) -> Iterator[_Found]:
    """What was found, with one file of each kind that is known and not read, as a problem."""
    reads = any(found_file.kind is not None for found_file in found_files)
    reported: set[Message] = set()
    for found_file in found_files:
        stranger = found_file.stranger
        if stranger is None:
            yield found_file
        elif stranger.reason not in reported and not (reads and stranger.beside):
            reported.add(stranger.reason)
            yield replace(found_file, problem=stranger.reason)


def _without_company(found_files: list[_Found]) -> list[_Found]:
    """Without what lies beside an export and is no recording of its own: the tracks of Apple
    Health, which says which of them are of runs; the further lists of a Strava account and the
    routes that it drew."""
    folders: set[str] = set()
    lists: set[str] = set()
    for found_file in found_files:
        if found_file.kind == "apple-health":
            folders.add(found_file.file.beside_it(f"{APPLE_ROUTES}/_").folder)
        elif found_file.kind == "strava-csv":
            folders.add(found_file.file.beside_it("routes/_").folder)
            lists.add(found_file.file.folder)
    return [
        found_file
        for found_file in found_files
        if found_file.file.folder not in folders
        and not (found_file.kind == "garmin-csv" and found_file.file.folder in lists)
    ]


def _real(path: Path) -> str:
    """Where a path leads to; itself where no file can have that name."""
    try:
        return os.path.realpath(path)
    except ValueError:
        return str(path)


def _found_at(path: Path) -> Iterator[_Found]:
    path = at_home(path)
    try:
        is_folder, is_there = path.is_dir(), path.exists()
    except OSError as exc:
        yield _Found(file=FileRef(path=path), kind=None, problem=_not_opened(exc))
        return
    if is_folder:
        yield from _in_folder(path)
    elif is_there:
        yield from _in_file(path, is_named=True)
    elif _MAGIC & set(str(path)):
        yield from _in_glob(path)
    else:
        yield _Found(
            file=FileRef(path=path), kind=None, problem=message("there is no such file or folder")
        )


def _in_folder(folder: Path) -> Iterator[_Found]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not _is_ignored(name))
        for name in sorted(names):
            if not _is_ignored(name):
                yield from _in_file(Path(parent, name), is_named=False)


def _in_glob(pattern: Path) -> Iterator[_Found]:
    parts = pattern.parts
    n_plain = next(index for index, part in enumerate(parts) if _MAGIC & set(part))
    base = Path(*parts[:n_plain])
    matches = sorted(base.glob(str(Path(*parts[n_plain:]))))
    if not matches:
        yield _Found(
            file=FileRef(path=pattern), kind=None, problem=message("no file matches this pattern")
        )
    for match in matches:
        yield from _in_folder(match) if match.is_dir() else _in_file(match, is_named=False)


def _is_ignored(name: str) -> bool:
    return name.startswith(".") or name in _IGNORED_FOLDERS


def _in_file(path: Path, *, is_named: bool) -> Iterator[_Found]:
    """What one file on disk holds: itself, or the members of a zip."""
    file = FileRef(path=path)
    if not is_named and not path.is_file() and not _promises_a_recording(path.name):
        return
    try:
        with open_regular(path) as stream:
            head = stream.read(HEAD_BYTES)
        if archive.is_zip(head) or (suffix_of(path.name) == ".zip" and head):
            members = list(_in_zip(path))
            if members or not is_named:
                yield from members
            else:
                yield _Found(
                    file=file, kind=None, problem=message("the archive holds no recording")
                )
            return
    except OSError as exc:
        yield _Found(file=file, kind=None, problem=_not_opened(exc))
        return
    except Unreadable as exc:
        yield _Found(file=file, kind=None, problem=exc.reason)
        return
    if archive.is_gzip(head):
        head = archive.gunzip_head(head, HEAD_BYTES)
    yield from _classified(file, head, is_named=is_named)


def _promises_a_recording(name: str) -> bool:
    return kind_of(name, b"") is not None or suffix_of(name) in (".json", ".zip")


def _classified(file: FileRef, head: bytes, *, is_named: bool) -> Iterator[_Found]:
    kind = kind_of(file.name, head)
    is_json = suffix_of(file.name) == ".json"
    stranger = stranger_of(file.name, head) if kind is None else None
    if kind == "garmin-csv" and _is_of_an_export(file) and not _may_be_list(file.name, head):
        return
    if kind is not None:
        yield _Found(file=file, kind=kind)
    elif stranger is not None:
        yield _Found(file=file, kind=None, stranger=stranger)
    elif is_json:
        yield _Found(file=file, kind=None, problem=_unknown(head) if is_named else None)
    elif is_named:
        yield _Found(file=file, kind=None, problem=_unknown(head))


def _is_of_an_export(file: FileRef) -> bool:
    """Whether a file came with an export, which is full of tables, and was not put where it is."""
    return file.member is not None or _TAKEOUT in file.path.parts


def _may_be_list(name: str, head: bytes) -> bool:
    """Whether a table may be the list of Garmin Connect: by the name that it has in every language,
    or by its headers."""
    if name.lower().startswith(GARMIN_LIST):
        return True
    first_line = _text(head).lstrip("\ufeff \t\r\n").partition("\n")[0]
    cells = [cell.strip(' "') for cell in re.split("[,;\t]", first_line)]
    return {"type", "date"} <= named_columns(cells).keys()


def _not_opened(exc: OSError) -> Message:
    return message("it cannot be opened: {reason}", reason=reason_of(exc))


def _unknown(head: bytes) -> Message:
    return (
        message("the file is empty")
        if not head
        else message("not a format that can be read ({formats})", formats=_READS)
    )


def _in_zip(path: Path) -> Iterator[_Found]:
    names = archive.member_names(path)
    n_left = archive.MEMBERS_MAX - len(names)
    for name in sorted(names):
        file = FileRef(path=path, member=name)
        if any(_is_ignored(part) for part in PurePosixPath(name).parts):
            continue
        if suffix_of(name) != ".zip":
            yield from _in_member(file)
            continue
        try:
            inner_names = archive.inner_member_names(path, name, most=n_left)
        except Unreadable as exc:
            yield _Found(file=file, kind=None, problem=exc.reason)
            continue
        n_left -= len(inner_names)
        yield from _in_inner_zip(path, name, inner_names)


def _in_inner_zip(path: Path, member: str, names: Sequence[str]) -> Iterator[_Found]:
    for name in sorted(names):
        if not any(_is_ignored(part) for part in PurePosixPath(name).parts):
            inner = FileRef(path=path, member=f"{member}{archive.NESTING_MARK}{name}")
            yield from _in_member(inner)


def _in_member(file: FileRef) -> Iterator[_Found]:
    """A member whose suffix tells its kind is not opened; JSON, lists and unknown names are, and
    what cannot be opened is nothing we know."""
    member = str(file.member)
    kind = None if suffix_of(member) in (".json", ".csv") else kind_of(member, b"")
    if kind is not None:
        yield _Found(file=file, kind=kind)
        return
    try:
        head = archive.member_head(file.path, member, n_bytes=HEAD_BYTES)
    except Unreadable:
        return
    if archive.is_gzip(head):
        head = archive.gunzip_head(head, HEAD_BYTES)
    yield from _classified(file, head, is_named=False)


def _with_sets(found_files: list[_Found]) -> list[Candidate]:
    """Candidates in the order found; the JSON files of one activity as one, at its first place."""
    names = _garmin_names_by_folder(found_files)
    sets: dict[tuple[str, str], list[FileRef]] = defaultdict(list)
    for found_file in found_files:
        key = _set_of(found_file, names)
        if key is not None:
            sets[key].append(found_file.file)
    candidates = []
    for found_file in found_files:
        key = _set_of(found_file, names)
        if key is None and (found_file.kind is not None or found_file.problem is not None):
            candidates.append(
                Candidate(file=found_file.file, kind=found_file.kind, problem=found_file.problem)
            )
        elif key is not None and key in sets:
            candidates.append(_set_candidate(sets.pop(key)))
    return candidates


def _garmin_names_by_folder(found_files: Iterable[_Found]) -> dict[str, frozenset[str]]:
    names: dict[str, set[str]] = defaultdict(set)
    for found_file in found_files:
        if found_file.kind == "garmin-json":
            names[found_file.file.folder].add(found_file.file.name.lower())
    return {folder: frozenset(inside) for folder, inside in names.items()}


def _set_of(found_file: _Found, names: dict[str, frozenset[str]]) -> tuple[str, str] | None:
    alone = found_file.kind in ("garmin-export", "polar-json")
    if suffix_of(found_file.file.name) != ".json" or alone:
        return None
    key = set_key(found_file.file.name, garmin_names=names.get(found_file.file.folder, frozenset()))
    return None if key is None else (found_file.file.folder, key)


def _set_candidate(files: list[FileRef]) -> Candidate:
    order = main_first([file.name for file in files])
    first, *others = sorted(files, key=lambda file: order.index(file.name))
    return Candidate(file=first, kind="garmin-json", beside=tuple(others))


_SQLITE = b"SQLite format 3\x00"


@frozen
class Stranger:
    """A kind of file. `beside`: it lies beside recordings that are read, and is passed over where
    there are any."""

    reason: Message
    beside: bool
    matches: Callable[[str, bytes], bool]


def _has(*words: bytes) -> Callable[[str, bytes], bool]:
    return lambda _, head: all(word in head for word in words)


_STRANGERS = (
    Stranger(
        reason=message(
            "a log of the Suunto app, whose format is not published; export the activity from the "
            "app as a FIT file"
        ),
        beside=False,
        matches=lambda _, head: b'"suunto/sml"' in head or b'"DeviceLog"' in head,
    ),
    Stranger(
        reason=message(
            "an export of Health Connect is a database whose tables are not published; export the "
            "runs as FIT, TCX or GPX from the app that recorded them"
        ),
        beside=False,
        matches=lambda name, head: head.startswith(_SQLITE) and "health_connect" in name.lower(),
    ),
    Stranger(
        reason=message(
            "a session of Google Fit without its samples; they are in the TCX files of the same "
            "export, in the folder Activities"
        ),
        beside=True,
        matches=_has(b'"fitnessActivity"'),
    ),
    Stranger(
        reason=message(
            "a list of Fitbit has totals of a run and no samples; export the activity as a TCX file"
        ),
        beside=True,
        matches=_has(b'"activityTypeId"', b'"logId"'),
    ),
)


def stranger_of(name: str, head: bytes) -> Stranger | None:
    """The kind of a file by its name and its first bytes, unpacked; None: nothing that is known."""
    return next((stranger for stranger in _STRANGERS if stranger.matches(name, head)), None)
