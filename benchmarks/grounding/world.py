"""What is known of one made-up run, and how may each of its values be written?

Imports neither the judge nor a narrator: numbers are made, rounded and written here.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from benchmarks.grounding import templates_en, templates_ja
from hakaru.guard.evidence import Evidence, Fact

Lang = Literal["ja", "en"]
FORM: Mapping[str, tuple[str, int, float, float, float]] = {
    "gct": ("ms", 0, 205.0, 299.0, 0.03),
    "vo": ("cm", 2, 6.0, 11.5, 0.05),
    "vr": ("%", 1, 6.2, 12.0, 0.06),
}
"""Unit, decimals, lowest and highest usual value, spread around it."""
LABELS: Mapping[str, Mapping[Lang, tuple[str, ...]]] = {
    "gct": {
        "ja": ("接地時間", "GCT", "接地時間（GCT）"),
        "en": ("ground contact time", "GCT", "contact time"),
    },
    "vo": {"ja": ("垂直振幅", "上下動", "VO"), "en": ("vertical oscillation", "VO")},
    "vr": {"ja": ("垂直比率", "上下動比", "VR"), "en": ("vertical ratio", "VR")},
}  # fmt: skip
CAUSES: Mapping[str, Mapping[Lang, str]] = {
    "heat": {"ja": "暑さ", "en": "heat"},
    "wind": {"ja": "向かい風", "en": "headwind"},
    "hills": {"ja": "坂", "en": "hills"},
    "fatigue": {"ja": "疲労", "en": "fatigue"},
    "sleep": {"ja": "睡眠不足", "en": "lack of sleep"},
    "shoes": {"ja": "シューズ", "en": "shoes"},
}
_WAYS: Mapping[str, tuple[tuple[str, str, str, str], tuple[str, str, str, str]]] = {
    "gct": (("短く", "短い", "短め", "下回"), ("長く", "長い", "長め", "上回")),
    "vo": (("小さく", "小さい", "小さめ", "下回"), ("大きく", "大きい", "大きめ", "上回")),
    "vr": (("低く", "低い", "低め", "下回"), ("高く", "高い", "高め", "上回")),
}
_WAYS_EN: Mapping[str, tuple[tuple[str, str, str], tuple[str, str, str]]] = {
    "gct": (("shorter", "below", "reduced"), ("longer", "above", "increased")),
    "vo": (("smaller", "below", "reduced"), ("larger", "above", "increased")),
    "vr": (("lower", "below", "reduced"), ("higher", "above", "increased")),
}
_SPELLED: Mapping[str, tuple[str, str]] = {
    "ms": ("ミリ秒", " milliseconds"),
    "cm": ("センチ", " centimetres"),
    "%": ("パーセント", " percent"),
    "spm": ("歩/分", " steps per minute"),
    "bpm": ("拍/分", " beats per minute"),
}


_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Value:
    """A value as shown: sign, digits, unit. `unit` is the evidence's; `tail` is as written."""

    digits: str
    unit: str
    tail: str
    sign: str = ""

    @property
    def text(self) -> str:
        """As it stands in a sentence."""
        return f"{self.sign}{self.digits}{self.tail}"


@dataclass(frozen=True, kw_only=True)
class World:
    """One run: its evidence, and for each field of a template what to write there."""

    lang: Lang
    evidence: Evidence
    first: str
    second: str
    fields: Mapping[str, Value | str]
    opposite: Mapping[str, str]
    """For fields that are words: what would be false there."""


def make_world(rng: random.Random, lang: Lang, *, held_out: bool) -> World:
    """A run with every metric, and two of them chosen to speak about."""
    first, second = rng.sample(sorted(FORM), 2)
    form = {metric: _form(rng, metric) for metric in FORM}
    flags = {metric: rng.random() < 0.4 for metric in FORM}
    flags[second] = not flags[first] if rng.random() < 0.5 else flags[second]
    facts = [fact for metric in FORM for fact in form[metric]]
    rest, plain = _rest(rng, lang)
    causes = frozenset(rng.sample(sorted(CAUSES), 2))
    fields: dict[str, Value | str] = dict(plain)
    opposite: dict[str, str] = {"cause": CAUSES[rng.choice(sorted(set(CAUSES) - causes))][lang]}
    fields["cause"] = CAUSES[rng.choice(sorted(causes))][lang]
    for suffix, metric in (("", first), ("2", second)):
        known = {fact.role: float(fact.value) for fact in form[metric]}
        _fill_form(fields, metric, known, (lang, suffix))
        fields[f"M{suffix}"] = rng.choice(LABELS[metric][lang])
        _fill_words(fields, opposite, (metric, known["delta"], suffix, lang))
        _fill_verdict(fields, opposite, rng, (lang, suffix, flags[metric], held_out))
    for word, false in (("cw", ("上回", "下回")), ("cab", ("above", "below"))):
        opposite[word] = false[0] if fields[word] == false[1] else false[1]
    return World(
        lang=lang,
        evidence=Evidence(facts=(*facts, *rest), needs_improvement=flags, causes=causes),
        first=first,
        second=second,
        fields=fields,
        opposite=opposite,
    )


def _form(rng: random.Random, metric: str) -> list[Fact]:
    unit, decimals, low, high, spread_frac = FORM[metric]
    expected = rng.uniform(low, high)
    away = rng.choice((-1, 1)) * rng.uniform(0.3, 2.0) * spread_frac
    step = 10.0**-decimals
    actual = expected * (1 + away)
    if abs(actual - expected) < 2 * step:
        actual = expected + 3 * step
    delta = actual - expected
    values = {
        "actual": actual,
        "expected": expected,
        "low": expected * (1 - 1.7 * spread_frac),
        "high": expected * (1 + 1.9 * spread_frac),
        "delta": delta,
    }
    return [
        *(Fact(metric=metric, role=role, value=value, unit=unit) for role, value in values.items()),
        Fact(metric=metric, role="delta_pct", value=100 * delta / expected, unit="%"),
        Fact(metric=metric, role="star", value=float(rng.randint(1, 5)), unit="star"),
    ]


def _fill_form(
    fields: dict[str, Value | str], metric: str, known: Mapping[str, float], how: tuple[Lang, str]
) -> None:
    lang, suffix = how
    unit, decimals, *_ = FORM[metric]
    gap = "" if lang == "ja" or unit == "%" else " "
    names = {"actual": "a", "expected": "e", "low": "L", "high": "H"}
    for role, name in names.items():
        digits = f"{known[role]:.{decimals}f}"
        fields[name + suffix] = Value(digits=digits, unit=unit, tail=gap + unit)
        spelled = _SPELLED[unit]
        fields[f"{name}_ja{suffix}"] = Value(digits=digits, unit=unit, tail=spelled[0])
        fields[f"{name}_en{suffix}"] = Value(digits=digits, unit=unit, tail=spelled[1])
    delta, share = known["delta"], known["delta_pct"]
    more = f"{abs(delta):.{max(1, decimals)}f}"
    sign = "+" if delta > 0 else "-"
    fields[f"d{suffix}"] = Value(digits=more, unit=unit, tail=gap + unit)
    fields[f"sd{suffix}"] = Value(digits=more, unit=unit, tail=gap + unit, sign=sign)
    fields[f"p{suffix}"] = Value(digits=f"{abs(share):.1f}", unit="%", tail="%")
    fields[f"sp{suffix}"] = Value(digits=f"{abs(share):.1f}", unit="%", tail="%", sign=sign)
    stars = round(known["star"])
    fields[f"star{suffix}"] = "★" * stars + "☆" * (5 - stars)


def _fill_words(
    fields: dict[str, Value | str], opposite: dict[str, str], how: tuple[str, float, str, Lang]
) -> None:
    metric, delta, suffix, lang = how
    up = delta > 0
    if lang == "ja":
        right, wrong = _WAYS[metric][up], _WAYS[metric][not up]
        names = ("k", "i", "m", "w")
        for name, one, other in zip(names, right, wrong, strict=True):
            fields[name + suffix], opposite[name + suffix] = one, other
        return
    for name, one, other in zip(
        ("er", "ab", "w"), _WAYS_EN[metric][up], _WAYS_EN[metric][not up], strict=True
    ):
        fields[name + suffix], opposite[name + suffix] = one, other


def _fill_verdict(
    fields: dict[str, Value | str],
    opposite: dict[str, str],
    rng: random.Random,
    how: tuple[Lang, str, bool, bool],
) -> None:
    """Half of the phrases are kept for the held-out templates."""
    lang, suffix, improve, held_out = how
    words = templates_ja if lang == "ja" else templates_en
    pairs = {
        "V": (words.PRAISES, words.BLAMES),
        "N": (words.PRAISES_BY_DENIAL, words.BLAMES_BY_DENIAL),
        "V0": (words.PRAISING, words.BLAMING),
        "Va": (words.PRAISING, words.BLAMING),
    }
    for name, pair in pairs.items():
        fields[name + suffix] = rng.choice(pair[improve][held_out::2])
        opposite[name + suffix] = rng.choice(pair[not improve][held_out::2])


def _clock(seconds: float) -> str:
    total = round(seconds)
    hours, rest = divmod(total, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}"


def _pace(seconds: float) -> str:
    return f"{round(seconds) // 60}:{round(seconds) % 60:02d}"


def _rest(rng: random.Random, lang: Lang) -> tuple[list[Fact], dict[str, Value | str]]:
    """Everything that is not the form of the run."""
    gap = "" if lang == "ja" else " "
    pace, cadence = rng.uniform(255, 460), rng.uniform(158, 196)
    target = float(rng.choice([one for one in range(160, 194, 2) if abs(one - cadence) > 1.5]))
    heart, most = rng.uniform(118, 165), rng.uniform(170, 198)
    distance, score = rng.uniform(3.2, 31.0), rng.uniform(55, 99)
    power, warm, damp = rng.uniform(180, 340), rng.uniform(3, 33), rng.uniform(31, 94)
    split = rng.randint(2, 9)
    split_pace = pace + rng.choice((-1, 1)) * rng.uniform(9, 28)
    split_heart = heart + rng.choice((-1, 1)) * rng.uniform(3, 9)
    day = f"{rng.randint(2023, 2026)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"
    where = f"split {split}"
    rows = (
        ("pace", "actual", pace, "s/km", ""), ("pace", "actual", split_pace, "s/km", where),
        ("cadence", "actual", cadence, "spm", ""), ("cadence", "target", target, "spm", ""),
        ("hr", "actual", heart, "bpm", ""), ("hr", "max", most, "bpm", ""),
        ("hr", "actual", split_heart, "bpm", where), ("distance", "actual", distance, "km", ""),
        ("duration", "actual", pace * distance, "s", ""), ("power", "actual", power, "W", ""),
        ("overall", "score", score, "score", ""), ("temperature", "actual", warm, "°C", ""),
        ("humidity", "actual", damp, "%", ""),
    )  # fmt: skip
    facts = [Fact(metric=a, role=b, value=c, unit=d, scope=e) for a, b, c, d, e in rows]
    facts.append(Fact(metric="date", role="activity", value=day, unit="date"))
    seconds = round(pace * distance)
    hours, minutes = seconds // 3600, seconds % 3600 // 60
    dur_ja = f"{hours}時間{minutes}分{seconds % 60}秒" if hours else f"{minutes}分{seconds % 60}秒"
    units = {
        "cad": (f"{cadence:.0f}", "spm"), "tgt": (f"{target:.0f}", "spm"),
        "hr": (f"{heart:.0f}", "bpm"),
        "hrmax": (f"{most:.0f}", "bpm"), "sp_hr": (f"{split_heart:.0f}", "bpm"),
        "dist": (f"{distance:.2f}", "km"), "pow": (f"{power:.0f}", "W"),
    }  # fmt: skip
    fields: dict[str, Value | str] = {
        name: Value(digits=digits, unit=unit, tail=gap + unit)
        for name, (digits, unit) in units.items()
    }
    for name in ("cad", "hr"):
        digits, unit = units[name]
        fields[f"{name}_ja"] = Value(digits=digits, unit=unit, tail=_SPELLED[unit][0])
        fields[f"{name}_en"] = Value(digits=digits, unit=unit, tail=_SPELLED[unit][1])
    shown_pace = f"{round(pace) // 60}分{round(pace) % 60:02d}秒"
    fields |= {
        "pace": Value(digits=_pace(pace), unit="s/km", tail="/km"),
        "sp_pace": Value(digits=_pace(split_pace), unit="s/km", tail="/km"),
        "pace_ja": f"1kmあたり{shown_pace}",
        "dur": Value(digits=_clock(seconds), unit="s", tail=""),
        "dur_ja": dur_ja,
        "score": Value(digits=f"{score:.1f}", unit="score", tail=""),
        "temp": Value(digits=f"{warm:.0f}", unit="°C", tail="℃" if lang == "ja" else " °C"),
        "hum": Value(digits=f"{damp:.0f}", unit="%", tail="%"),
        "date": _date(rng, day, lang),
        "sp_n": str(split),
        "cw": "上回" if cadence > target else "下回",
        "cab": "above" if cadence > target else "below",
    }
    return facts, fields


def _date(rng: random.Random, day: str, lang: Lang) -> str:
    year, month, date = (int(part) for part in day.split("-"))
    written = (
        (day, f"{month}月{date}日", f"{year}年{month}月{date}日")
        if lang == "ja"
        else (day, f"{_MONTHS[month - 1]} {date}, {year}", f"{date} {_MONTHS[month - 1]} {year}")
    )
    return rng.choice(written)
