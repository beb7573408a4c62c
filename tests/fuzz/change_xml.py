"""How is an XML document changed so that it stays one, or nearly one?"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from tests.sources.fit_mutation import mutated

NUMBERS = (
    "", "0", "-0", "-1", "1e308", "1e400", "-1e308", "NaN", "nan", "inf", "-Infinity", "0x1F",
    "1_000", "٣", "１２", "9" * 30, "9" * 400, "1e-320", "180.0001", "255", "65536", "4294967296",
)  # fmt: skip
TIMES = (
    "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-14:00",
    "0001-01-01T00:00:00+14:00", "2024-05-04T06:00:00+23:59", "2024-W18-6", "20240504T060000",
    "2024-05-04", "1969-12-31T23:59:59Z", "2024-05-04T06:00:00.999999999Z", "2024-02-30T06:00:00Z",
    "2024-05-04T24:00:00Z", "2024-05-04T06:00:60Z", "", "now", "2024-05-04T06:00:00+00:00:01.5",
)  # fmt: skip
WORDS = (
    "Trackpoint", "Time", "Track", "Lap", "Activity", "DistanceMeters", "HeartRateBpm", "Value",
    "Speed", "RunCadence", "Watts", "Cadence", "Extensions", "TPX", "Position", "AltitudeMeters",
    "trk", "trkseg", "trkpt", "time", "ele", "name", "type", "extensions", "hr", "cad", "power",
    "Creator", "Id", "Intensity", "TriggerMethod", "TotalTimeSeconds", "Calories", "Course",
    "Workout", "Name", "UnitID", "ProductID", "Version", "speed", "distance", "temp",
)  # fmt: skip
TEXTS = (
    "running", "Running", "Other", "9", "cycling", "Biking", "Resting", "Manual", "\u202egnp",
    "a\u0000b", "𝔘𝔫𝔦", "x" * 3000, "&amp;", "&#0;", "&#x110000;", "&lol;", "<![CDATA[ 5 ]]>",
    "<!-- -->", "<?php ?>", "]]>", "&lt;trk&gt;",
)  # fmt: skip
PROLOGUES = (
    '<!DOCTYPE a [<!ENTITY b "c">]>', '<!DOCTYPE a SYSTEM "file:/etc/hostname">',
    '<!ENTITY % x SYSTEM "http://127.0.0.1:9/x">', "<!doctype html>", "<!DOCTYPE", "\ufeff",
    '<?xml version="1.1"?>', '<?xml version="1.0" standalone="yes"?>', "<?xml-stylesheet?>", " ",
)  # fmt: skip
ENCODINGS = ("utf-16", "utf-16-le", "utf-8-sig", "utf-32", "cp932", "iso-8859-1", "utf-7")
NAMED = ("utf-16", "UTF-7", "idna", "cp037", "rot13", "latin-1", "nothing", "ascii", "base64")
HEALTH = (
    "2024-05-01 07:00:00 +0900",
    "0001-01-01 00:00:00 +1400",
    "9999-12-31 23:59:59 -1400",
    "2024-05-01 07:00:61 +0900",
    "2024-05-01 07:00:-1 +0900",
    "2024-05-01 07:00:00",
    "1969",
    "x",
    "HKWorkoutActivityTypeRunning",
    "HKWorkoutActivityTypeWalking",
    "HKWorkoutEventTypePause",
    "HKWorkoutEventTypeResume",
    "HKWorkoutEventTypeLap",
    "HKWorkoutEventTypeMotionPaused",
    "HKQuantityTypeIdentifierRunningSpeed",
    "HKQuantityTypeIdentifierHeartRate",
    "HKQuantityTypeIdentifierRunningStrideLength",
    "HKQuantityTypeIdentifierStepCount",
    "HKTimeZone",
    "HKIndoorWorkout",
    "Asia/Tokyo",
    "../etc/localtime",
    "Etc/GMT+99",
    "/",
    "\u0001",
    "HKWeatherTemperature",
    "59 degF",
    "8100 %",
    "-1 degC",
    "9e999 %",
    "1e308 mi",
    "2357 cm",
    "hr",
    "count/min",
    "km",
    "mi",
    "km/hr",
    "ms",
    "in",
    "W",
    "kcal",
    "min",
    "/workout-routes/route.gpx",
    "../../route.gpx",
    "Watch6,7",
    "hardware:Watch,",
    "",
)
"""Values of attributes in an export of Apple Health."""
_ATTRIBUTE = re.compile(r' [\w:]+="[^"<]*"')
_TAG = re.compile(r"<[^<>]*>")
_NUMBER = re.compile(r"(?<=[>\"])-?\d+(?:\.\d+)?(?=[<\"])")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)")
_NAME = re.compile(r"(?<=</)[\w:]+|(?<=<)[\w:]+")
_TEXT = re.compile(r">[^<>]*<")
_MOST_CHARACTERS = 20_000


def changed_xml(data: bytes, rng: Random) -> bytes:
    """One to eight changes of its elements, values and encoding, and of its bytes at times."""
    if rng.random() < 0.2:
        return mutated(data, rng)
    text = data.decode("utf-8", errors="replace")
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        text = rng.choice(_CHANGES)(text, rng)[:_MOST_CHARACTERS]
    if rng.random() < 0.05:
        return text.encode(rng.choice(ENCODINGS), errors="replace")
    changed = text.encode("utf-8", errors="replace")
    return mutated(changed, rng) if rng.random() < 0.1 else changed


def changed_health(data: bytes, rng: Random) -> bytes:
    """The same, of a document whose values are attributes with a unit beside them."""
    if rng.random() < 0.3:
        return changed_xml(data, rng)
    text = data.decode("utf-8", errors="replace")
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        attributes = _ATTRIBUTE.findall(text)
        if not attributes:
            break
        name = rng.choice(attributes).partition("=")[0]
        by = rng.choice((*HEALTH, *HEALTH, *NUMBERS, *TIMES)) if rng.random() < 0.8 else ""
        choice = rng.random()
        if choice < 0.6:
            same = re.compile(rf'{re.escape(name)}="[^"<]*"')
            text = _replaced(same, text, rng, by=f'{name}="{by}"')
        elif choice < 0.75:
            text = _replaced(_ATTRIBUTE, text, rng, by=rng.choice(attributes))
        elif choice < 0.85:
            text = _replaced(_ATTRIBUTE, text, rng, by="")
        else:
            text = rng.choice((_without, _again, _again, _cut))(text, rng)
    return text[:_MOST_CHARACTERS].encode("utf-8", errors="replace")


def _replaced(pattern: re.Pattern[str], text: str, rng: Random, *, by: str) -> str:
    matches = list(pattern.finditer(text))
    if not matches:
        return text
    match = rng.choice(matches)
    return text[: match.start()] + by + text[match.end() :]


def _number(text: str, rng: Random) -> str:
    by = rng.choice(NUMBERS) if rng.random() < 0.7 else str(rng.uniform(-1e6, 1e6))
    return _replaced(_NUMBER, text, rng, by=by)


def _time(text: str, rng: Random) -> str:
    at = f"20{rng.randrange(10, 40)}-05-0{rng.randrange(1, 10)}T06:00:{rng.randrange(60):02d}Z"
    return _replaced(_TIME, text, rng, by=rng.choice(TIMES) if rng.random() < 0.6 else at)


def _name(text: str, rng: Random) -> str:
    return _replaced(_NAME, text, rng, by=rng.choice(WORDS))


def _words(text: str, rng: Random) -> str:
    return _replaced(_TEXT, text, rng, by=f">{rng.choice(TEXTS)}<")


def _renamed(text: str, rng: Random) -> str:
    """One name everywhere."""
    names = sorted({match[0] for match in _NAME.finditer(text)})
    if not names:
        return text
    name = re.escape(rng.choice(names))
    return re.sub(rf"(?<=[</]){name}(?=[\s>/])", rng.choice(WORDS), text)


def _stretch(text: str, rng: Random) -> tuple[int, int]:
    """From one tag to another, both ends between tags."""
    ends = [match.start() for match in _TAG.finditer(text)] or [0]
    first = rng.randrange(len(ends))
    last = min(len(ends) - 1, first + rng.choice((1, 2, 3, 8, 40)))
    return ends[first], ends[last]


def _without(text: str, rng: Random) -> str:
    start, end = _stretch(text, rng)
    return text[:start] + text[end:]


def _again(text: str, rng: Random) -> str:
    start, end = _stretch(text, rng)
    at, _ = _stretch(text, rng)
    return text[:at] + text[start:end] * rng.choice((1, 1, 2, 20)) + text[at:]


def _nested(text: str, rng: Random) -> str:
    at, _ = _stretch(text, rng)
    word, depth = rng.choice(WORDS), rng.choice((2, 50, 1500))
    close = f"</{word}>" * depth if rng.random() < 0.7 else ""
    return text[:at] + f"<{word}>" * depth + close + text[at:]


def _element(text: str, rng: Random) -> str:
    at, _ = _stretch(text, rng)
    word = rng.choice(WORDS)
    inner = rng.choice((*NUMBERS, *TIMES, *TEXTS))
    return f"{text[:at]}<{word}>{inner}</{word}>{text[at:]}"


def _prologue(text: str, rng: Random) -> str:
    at = rng.choice((0, max(0, text.find("?>") + 2)))
    return text[:at] + rng.choice(PROLOGUES) + text[at:]


def _encoding(text: str, rng: Random) -> str:
    body = text.partition("?>")[2] if text.startswith("<?xml") else text
    return f'<?xml version="1.0" encoding="{rng.choice(NAMED)}"?>{body}'


def _cut(text: str, rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


_CHANGES: tuple[Callable[[str, Random], str], ...] = (
    *(_number, _number, _number, _time, _time, _name, _words, _renamed, _without, _without),
    *(_again, _again, _nested, _element, _element, _prologue, _encoding, _cut),
)
