"""What kind of recording is a file, by its name and its first bytes?"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Literal

from hakaru.sources.fit.chain import is_fit
from hakaru.sources.strava_csv import SIGNS

Kind = Literal[
    "fit", "tcx", "gpx", "garmin-json", "garmin-export", "garmin-csv", "strava-csv"
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
    return "garmin-csv" if _CSV_SIGNS.search(first_line) else None


def _text(head: bytes) -> str:
    encoding = "utf-16" if head.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    return head.decode(encoding, errors="replace")


def _xml_kind(text: str) -> Kind | None:
    if "<TrainingCenterDatabase" in text or ":TrainingCenterDatabase" in text:
        return "tcx"
    return "gpx" if re.search(r"<(\w+:)?gpx\b", text) else None


def _json_kind(name: str, text: str) -> Kind | None:
    if _EXPORT_KEY in text or _EXPORT_NAME.search(name):
        return "garmin-export"
    return "garmin-json" if any(key in text for key in _JSON_KEYS) else None
