"""Which part of an activity does each JSON document of Garmin Connect hold?

Told by content: the file names differ from tool to tool, the content does not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from hakaru.core.errors import Unreadable
from hakaru.running.activity import Issue
from hakaru.sources.cost import refuse_costly_json
from hakaru.sources.garmin_connect.values import Json, parts

_SEPARATOR = re.compile(r"[\s,]*")


@dataclass(kw_only=True)
class Documents:
    """The documents of one activity (or one page of the activity list) by role.

    `activity`, `details`, `weather`, `vo2_max`, `lactate_threshold` are empty where absent;
    `damaged` says that something had to be left out.
    """

    activity: Json = field(default_factory=dict)
    laps: Json = field(default_factory=dict)
    details: Json = field(default_factory=dict)
    weather: Json = field(default_factory=dict)
    vo2_max: Json = field(default_factory=dict)
    lactate_threshold: Json = field(default_factory=dict)
    heart_rate_zones: tuple[Json, ...] = ()
    gear: tuple[Json, ...] = ()
    listed: tuple[Json, ...] = ()
    issues: list[Issue] = field(default_factory=list)
    damaged: bool = False


def read_documents(files: Mapping[str, bytes], *, path: str) -> Documents:
    """Sort the files of one activity by what they hold.

    Raises:
        Unreadable: not one file is JSON, or they unfold into more than is read.
    """
    refuse_costly_json(files.values(), path=path)
    documents = Documents()
    faults: list[Unreadable] = []
    for name in sorted(files):
        try:
            take(documents, parse_json(files[name], path=name))
        except Unreadable as exc:
            faults.append(exc)
            documents.details = documents.details or _salvaged_details(files[name])
    if faults and len(faults) == len(files) and not documents.details:
        raise Unreadable(path, faults[0].reason)
    for fault in faults:
        documents.damaged = True
        documents.issues.append(Issue(code="damaged", message=str(fault)))
    return documents


def parse_json(data: bytes, *, path: str) -> object:
    """The value of a JSON document.

    Raises:
        Unreadable: it is not JSON, is nested deeper than any service writes, or unfolds into more
            than is read.
    """
    refuse_costly_json((data,), path=path)
    try:
        return json.loads(data.decode("utf-8-sig"))
    except json.JSONDecodeError as exc:
        raise Unreadable(path, f"damaged JSON: {exc.msg}", offset_byte=exc.pos) from exc
    except (UnicodeDecodeError, ValueError) as exc:
        raise Unreadable(path, "its text is not JSON in UTF-8") from exc
    except RecursionError as exc:
        raise Unreadable(path, "its JSON is nested too deeply to be an activity") from exc


def take(documents: Documents, value: object, *, nested: bool = False) -> None:
    """Put one document where it belongs; a bundle of documents is opened one level deep."""
    if isinstance(value, Mapping):
        if not _take_object(documents, value) and not nested:
            for inner in value.values():
                take(documents, inner, nested=True)
    elif rows := parts(value):
        _take_array(documents, rows)


def _take_object(documents: Documents, value: Json) -> bool:
    if "summaryDTO" in value or _is_entry(value):
        documents.activity = value
    elif "lapDTOs" in value:
        documents.laps = value
    elif "metricDescriptors" in value:
        documents.details = value
    elif "weatherStationDTO" in value or {"temp", "relativeHumidity"} <= value.keys():
        documents.weather = value
    elif "speed_and_heart_rate" in value:
        documents.lactate_threshold = value
    elif "activityList" in value:
        documents.listed = parts(value["activityList"])
    elif _is_vo2_max(value):
        documents.vo2_max = value
    else:
        return False
    return True


def _take_array(documents: Documents, rows: tuple[Json, ...]) -> None:
    first = rows[0]
    if "zoneLowBoundary" in first:
        documents.heart_rate_zones = rows
    elif "customMakeModel" in first or "gearTypeName" in first:
        documents.gear = rows
    elif _is_entry(first):
        documents.listed = rows
    elif _is_vo2_max(first):
        documents.vo2_max = first


def _is_entry(value: Json) -> bool:
    """An activity as it stands in the activity list."""
    return {"activityId", "activityType"} <= value.keys()


def _is_vo2_max(value: Json) -> bool:
    return "vo2MaxValue" in value or isinstance(value.get("generic"), Mapping)


def _salvaged_details(data: bytes) -> Json:
    """The descriptors and complete rows of a details document that was cut off; empty if none."""
    body = data.decode("utf-8", errors="replace")
    descriptors = _array_after(body, "metricDescriptors")
    rows = _array_after(body, "activityDetailMetrics")
    if not descriptors or not rows:
        return {}
    return {"metricDescriptors": descriptors, "activityDetailMetrics": rows}


def _array_after(body: str, key: str) -> list[object]:
    """The complete elements of the array of that name, as far as they can be read."""
    elements: list[object] = []
    opening = re.search(rf'"{key}"\s*:\s*\[', body)
    if opening is None:
        return elements
    decoder = json.JSONDecoder()
    at = opening.end()
    while (separator := _SEPARATOR.match(body, at)) is not None:
        try:
            value, at = decoder.raw_decode(body, separator.end())
        except (ValueError, RecursionError):
            break
        elements.append(value)
    return elements
