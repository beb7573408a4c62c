"""When did a run begin, and which Garmin activity is it?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath

from hakaru.core.units import SECONDS_PER_HOUR, fit_time_to_datetime
from hakaru.running.activity import FloatArray, Issue, Provenance
from hakaru.sources.fit.columns import RELATIVE_BELOW_S, FitFileId
from hakaru.sources.fit.legs import Leg

_LONGEST_LEAD_S = SECONDS_PER_HOUR
"""A session that claims to begin earlier than this before its first record is not believed."""
_GARMIN_FILE = re.compile(r"activity_(\d{9,})|(\d{9,})_activity", re.IGNORECASE)
_GARMIN_FOLDER = re.compile(r"\d{9,}")


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Elapsed time 0: `start_s` on the clock of the file, `started_at` as a moment; `end_s` is the
    end of the records or of the session, whichever is later. `issue` says that the clock of the
    file was never set, so that the moment is a stand-in."""

    start_s: float
    end_s: float
    started_at: datetime
    issue: Issue | None = None


def origin_of(file_id: FitFileId, leg: Leg, *, times_s: FloatArray) -> Origin | None:
    """The start of the session, unless records begin before it or long after it.

    Times relative to switching the device on (old foot pods and watches) are anchored at the
    creation time of the file where that is a date, else they are counted from the FIT epoch.
    None where neither records nor summary carry a time.
    """
    start_s = leg.session.start_s if leg.session is not None else None
    if times_s.size:
        first_s = float(times_s[0])
        believed = start_s is not None and first_s - _LONGEST_LEAD_S <= start_s <= first_s
        start_s = start_s if believed else first_s
    if start_s is None:
        return None
    end_s = _end_s(leg, start_s, times_s)
    if start_s >= RELATIVE_BELOW_S:
        started_at = fit_time_to_datetime(start_s)
        return Origin(start_s=start_s, end_s=end_s, started_at=started_at)
    created_s = file_id.created_s
    if created_s is not None and created_s >= RELATIVE_BELOW_S:
        text = "the times count from switching on; the date is the creation time of the file"
        anchor_s = created_s
    else:
        text = "the times count from switching on; the date is unknown and stands near 1990"
        anchor_s = start_s
    issue = Issue(code="relative_timestamps", message=text)
    started_at = fit_time_to_datetime(anchor_s)
    return Origin(start_s=start_s, end_s=end_s, started_at=started_at, issue=issue)


def _end_s(leg: Leg, start_s: float, times_s: FloatArray) -> float:
    elapsed_s = leg.session.elapsed_s if leg.session is not None else None
    last_s = float(times_s[-1]) if times_s.size else start_s
    return last_s if elapsed_s is None else max(last_s, start_s + elapsed_s)


def garmin_activity_id(provenance: Provenance) -> int | None:
    """Garmin's id from `activity_ID.fit`, `ID_ACTIVITY.fit` or `ID/activity.fit`; else None.

    A bare number is not taken for one: other services name their exports so.
    """
    name = provenance.path if provenance.member is None else provenance.member.rpartition("!")[2]
    file = PurePosixPath(name.replace("\\", "/"))
    stem = file.name.partition(".")[0]
    match = _GARMIN_FILE.fullmatch(stem)
    if match is not None:
        return int(match[1] if match[1] is not None else match[2])
    folder = PurePosixPath(provenance.path).parent if provenance.member else file.parent
    if stem.casefold() == "activity" and _GARMIN_FOLDER.fullmatch(folder.name):
        return int(folder.name)
    return None
