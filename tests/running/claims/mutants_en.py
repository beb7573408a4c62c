"""True English sentences made false, one change at a time: none may be shown as a finding."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_OPPOSITES: Sequence[tuple[str, str]] = (
    ("faster", "slower"), ("fastest", "slowest"), ("quicker", "slower"), ("quickest", "slowest"),
    ("higher", "lower"), ("highest", "lowest"), ("longer", "shorter"), ("longest", "shortest"),
    ("above", "below"), ("rose", "fell"), ("climbed from", "dropped from"), ("sped up", "slowed"),
    ("first half", "second half"), ("inside", "outside"), ("within", "outside"),
    ("more than", "less than"), ("best", "slowest"),
    ("exceeded", "fell short of"),
)  # fmt: skip
_METRICS: Sequence[tuple[str, str]] = (
    ("contact time", "vertical oscillation"), ("ground contact", "vertical ratio"),
    ("vertical oscillation", "cadence"), ("vertical ratio", "leg stiffness"),
    ("cadence", "heart rate"), ("heart rate", "cadence"), ("power", "cadence"),
    ("pulse", "cadence"), ("step length", "vertical oscillation"),
    ("leg stiffness", "step length"), ("load", "heart rate"), ("bounce", "ground contact"),
)  # fmt: skip
_UNITS: Sequence[tuple[str, str]] = (
    (" ms", " cm"), (" cm", " mm"), (" bpm", " spm"), (" spm", " W"), (" km ", " miles "),
    ("/km", " per mile"), (" W", " bpm"), (" milliseconds", " centimetres"), ("%", " ms"),
    (" metres", " kilometres"), (" beats per minute", " watts"), (" watts", " beats per minute"),
)  # fmt: skip
_INVENTED = (
    " because of the headwind", " thanks to your new shoes", " after a bad night's sleep",
    " due to fatigue", " despite a sore knee", " because it rained", " as you were tired",
    ", helped by a training partner", " because you started too fast", " since the heat hurt you",
    " while your form fell apart", ", twice as much as last week", " which was a personal record",
    " because of the hills", " due to your cadence", ", half of it uphill",
    ", as on every run this year", " with a coach on a bicycle", " on tired legs",
    " because your heart rate was low",
)  # fmt: skip
_FIGURE = re.compile(
    r"(?i)(?<!km )(?<!rep )(?<!split )(?<!kilometre )(?<!splits )(?<!repetition )(?<![\d:.,])"
    r"\d+(?:\.\d+)?(?![\d:,]|\.\d)"
)
_CLOCK = re.compile(r"(?<![\d:])\d{1,2}:[0-5]\d(?![\d:])")
_WIDE = re.compile(
    r"under|over|below|above|least|most|than|never|no |none|about|around|roughly|every|all|only|"
    r"almost|nearly|stayed|some|past|exceed|topped|just|within|beyond|out of| of |broke"
)
"""Where another figure may be true as well: bounds, rough figures, parts of wholes."""
_NOT_AFTER = re.compile(r"\b(was|is|were|are|came|met|ran|stayed|reached|averaged|took|had)\b")


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """Kind and text of what a true sentence is turned into; each says something false."""
    if not _WIDE.search(text.lower()):
        yield from (("figure", each) for each in _figures(text))
        yield from (("unit", each) for pair in _UNITS for each in _swapped(text, (pair,)))
    with_figure = re.search(r"\d", text) and not re.search(r"star|need|100", text)
    for kind, pairs in (("direction", _OPPOSITES), ("metric", _METRICS if with_figure else ())):
        for pair in pairs:
            both = (pair, pair[::-1]) if kind == "direction" else (pair,)
            yield from ((kind, each) for each in _swapped(text, both))
    yield from (("not", each) for each in _denied(text))
    body = text.rstrip(".!? ")
    yield from (("invented", f"{body}{cause}.") for cause in _INVENTED)


def _figures(text: str) -> Iterator[str]:
    for match in _FIGURE.finditer(text):
        number = match[0]
        decimals = len(number.partition(".")[2])
        for factor in (0.7, 1.4):
            other = f"{float(number) * factor + (1.0 if factor > 1.0 else -1.0):.{decimals}f}"
            if float(other) > 0.0 and other != number:
                yield text[: match.start()] + other + text[match.end() :]
    for match in _CLOCK.finditer(text):
        minutes, seconds = match[0].split(":")
        other = f"{minutes}:{(int(seconds) + 27) % 60:02d}"
        yield text[: match.start()] + other + text[match.end() :]


def _swapped(text: str, pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    for word, other in pairs:
        for match in re.finditer(rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])", text, re.I):
            yield text[: match.start()] + other + text[match.end() :]


def _denied(text: str) -> Iterator[str]:
    if re.search(r"\b(no|not|never|none|neither|nothing)\b", text.lower()):
        return
    for match in _NOT_AFTER.finditer(text):
        yield f"{text[: match.end()]} not{text[match.end() :]}"
