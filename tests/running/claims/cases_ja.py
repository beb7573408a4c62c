"""Facts of the shared cases, as claims name them, and the Japanese sentences about them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hakaru.guard.claims import Facts
from hakaru.guard.evidence import Fact

_NOW = {"climb.actual": ("climb", "per_km", "m/km")}
"""Ids that have another name, and unit, today."""


def facts_from(run: Mapping[str, Any]) -> Facts:
    """All sections of one run together."""
    facts: dict[str, Fact] = {}
    flags: dict[str, bool] = {}
    kind = ""
    for section in run["sections"].values():
        kind = section["training_type"]
        for name, needed in section["needs_improvement"].items():
            flags[f"needs_improvement.{name}"] = needed
        for row in section["facts"]:
            fact = fact_from(row)
            facts[fact.id] = fact
    facts["kind.actual"] = Fact(metric="kind", role="actual", value=kind, unit="word")
    known = {name.partition(".")[0] for name in facts}
    flags |= {
        "unknown.weather": "temperature" not in known,
        "unknown.wind": "wind" not in known,
        "unknown.heart_rate": "heart_rate" not in known,
        "unknown.form": "gct" not in known,
    }
    for role in ("warmup", "main", "work", "recovery", "cooldown"):
        flags[f"present.{role}"] = f"phase.distance@{role}" in facts
    return Facts(facts=tuple(facts.values()), flags=flags)


def fact_from(row: Mapping[str, Any]) -> Fact:
    """One fact of the file."""
    name, _, scope = row["id"].partition("@")
    metric, _, role = name.partition(".")
    unit = row["unit"]
    if name in _NOW:
        metric, role, unit = _NOW[name]
    return Fact(metric=metric, role=role, value=row["value"], unit=unit, scope=scope)


def japanese(cases: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The Japanese sentences."""
    return [case for case in cases["cases"] if case["lang"] == "ja"]


def load(path: str) -> Mapping[str, Any]:
    """The file as it is."""
    loaded: Mapping[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return loaded


def told(path: str) -> dict[str, Facts]:
    """Facts of runs, by their day, of a file that keeps them short."""
    return {
        day: Facts(
            facts=tuple(
                fact_from({"id": name, "value": value, "unit": unit})
                for name, (value, unit) in run["facts"].items()
            ),
            flags=dict.fromkeys(run["true"], True) | dict.fromkeys(run["false"], False),
            causes=frozenset((metric, cause) for metric, cause in run["causes"]),
        )
        for day, run in load(path).items()
    }


def invented() -> Facts:
    """A hot, hilly run over eight kilometres with form by kilometre, seven more seconds of it in
    the second half, and repetitions as a second way to number the splits."""
    paces = (372.0, 368.0, 365.0, 366.0, 371.0, 374.0, 376.0, 381.0)
    rates = (131.0, 139.0, 143.0, 145.0, 147.0, 149.0, 150.0, 152.0)
    contacts = (262.0, 261.0, 259.0, 260.0, 262.0, 263.0, 264.0, 266.0)
    rows: list[tuple[str, float | str, str]] = [
        ("date.activity", "2026-07-05", "date"),
        ("kind.actual", "aerobic_base", "word"),
        ("terrain.actual", "rolling", "word"),
        ("distance.actual", 8.03, "km"),
        ("duration.actual", 2987.0, "s"),
        ("pace.actual", 372.0, "s/km"),
        ("pace.average", 371.6, "s/km"),
        ("heart_rate.actual", 144.6, "bpm"),
        ("heart_rate.average", 144.5, "bpm"),
        ("temperature.actual", 27.4, "°C"),
        ("humidity.actual", 78.0, "%"),
        ("wind.actual", 1.8, "m/s"),
        ("climb.total", 86.0, "m"),
        ("climb.per_km", 10.7, "m/km"),
        ("pace.lost_low", 1.4, "%"),
        ("pace.lost_high", 3.0, "%"),
        ("load.actual", 71.0, "score"),
        ("session.star", 4.0, "star"),
        ("overall.score", 88.4, "score"),
        ("overall.star", 4.0, "star"),
        ("splits.count", 8.0, "count"),
        ("gct.actual", 262.0, "ms"),
        ("gct.expected", 255.0, "ms"),
        ("gct.low", 248.0, "ms"),
        ("gct.high", 261.0, "ms"),
        ("gct.delta", 7.0, "ms"),
        ("gct.delta_pct", 2.7, "%"),
        ("vo.actual", 8.1, "cm"),
        ("vo.expected", 8.2, "cm"),
        ("vo.low", 7.8, "cm"),
        ("vo.high", 8.6, "cm"),
        ("cadence.actual", 171.0, "spm"),
        ("cadence.expected", 174.0, "spm"),
        ("cadence.target", 170.0, "spm"),
        ("pace.actual@first half", 368.0, "s/km"),
        ("pace.actual@second half", 375.0, "s/km"),
        ("heart_rate.actual@first half", 139.5, "bpm"),
        ("heart_rate.actual@second half", 149.5, "bpm"),
        ("criteria.met@main", 2.0, "count"),
        ("criteria.count@main", 3.0, "count"),
        ("phase.distance@main", 8.03, "km"),
    ]
    for place, (pace, rate, contact) in enumerate(zip(paces, rates, contacts, strict=True), 1):
        rows += [
            (f"pace.actual@split {place}", pace, "s/km"),
            (f"distance.actual@split {place}", 1.0, "km"),
            (f"heart_rate.actual@split {place}", rate, "bpm"),
            (f"gct.actual@split {place}", contact, "ms"),
        ]
    facts = tuple(
        fact_from({"id": name, "value": value, "unit": unit}) for name, value, unit in rows
    )
    flags = {
        "needs_improvement.gct": True,
        "needs_improvement.vo": False,
        "unknown.weather": False,
        "unknown.heart_rate": False,
        "present.warmup": False,
        "present.main": True,
        "present.cooldown": False,
    }
    causes = frozenset({("pace", "heat"), ("pace", "humidity"), ("pace", "hills")})
    return Facts(facts=facts, flags=flags, causes=causes)


_INVENTED = (
    "疲労のため、", "強い向かい風の中、", "睡眠不足で、", "靴を替えたおかげで、", "膝の痛みで、",
    "雨の中、", "補給がうまくいき、", "先週より",
)  # fmt: skip
_ANOTHER_UNIT = {"bpm": "spm", "spm": "W", "W": "bpm", "ms": "cm", "cm": "ms", "拍": "ワット"}
_DIRECTIONS = (
    ("速", "遅"), ("長", "短"), ("高", "低"), ("大き", "小さ"), ("上回", "下回"), ("上が", "下が"),
    ("最長", "最短"), ("最高", "最低"),
)  # fmt: skip
_OF_UNIT = (
    ("接地時間", "ms", "ケイデンス"), ("ケイデンス", "spm", "パワー"),
    ("心拍", "bpm", "歩幅"), ("上下動", "cm", "心拍"), ("パワー", "W", "接地時間"),
)  # fmt: skip
_ENDINGS = (
    ("でした。", "ではありませんでした。"),
    ("です。", "ではありません。"),
    ("ました。", "ませんでした。"),
)
_FIGURE = re.compile(r"(?<![\d.:])\d{2,3}(?:\.\d+)?(?=ms|bpm|spm|W|cm|%|km(?!目))")
_LOOSE = re.compile(
    "約|およそ|ほど|以[上下内]|未満|[上下]回|切|超|台|以降|どの|すべて|全|ない|なかった|"
    "ありま|同じ|ほぼ|より"
)


def mutants(text: str) -> Iterator[str]:
    """A true sentence made false, or made to say what nobody knows: an invented circumstance, a
    denial, another unit, metric or direction, another figure."""
    yield from (cause + text for cause in _INVENTED)
    yield from (
        text.replace(end, other)
        for end, other in _ENDINGS
        if text.endswith(end) and "のうち" not in text
    )
    for unit, other in _ANOTHER_UNIT.items():
        if re.search(rf"\d{unit}(?![a-zA-Z/])", text):
            yield re.sub(rf"(?<=\d){unit}(?![a-zA-Z/])", other, text, count=1)
    for metric, unit, other in _OF_UNIT:
        if re.match(rf"{metric}は?(?:約)?\d[\d.]*{unit}", text):
            yield text.replace(metric, other, 1)
    if not _LOOSE.search(text):
        yield from _turned(text)
        for figure in _FIGURE.finditer(text):
            changed = f"{float(figure[0]) * 1.3 + 7.0:.{len(figure[0].partition('.')[2])}f}"
            yield text[: figure.start()] + changed + text[figure.end() :]


def _turned(text: str) -> Iterator[str]:
    for one, other in _DIRECTIONS:
        if text.count(one) == 1 and other not in text:
            yield text.replace(one, other)
        elif text.count(other) == 1 and one not in text:
            yield text.replace(other, one)
