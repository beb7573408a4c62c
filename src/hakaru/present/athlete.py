"""Figures of the athlete, paces, zones, race times and readiness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, say
from hakaru.core.units import format_duration, parse_pace_s_per_km, speed_to_pace_s_per_km
from hakaru.present.document import (
    Block,
    Document,
    Fact,
    Items,
    Part,
    Row,
    Table,
    Text,
    document,
)
from hakaru.present.figures import (
    day_text,
    pace_s_text,
    pace_text,
    pct_text,
    quantity_span,
    share_text,
    span_text,
    unit_text,
)
from hakaru.present.names import METHODS
from hakaru.running.athlete.model import ALWAYS, Athlete, Gap, Known, Quantity
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.flows.athlete import AthleteResult, StatedResult
    from hakaru.running.athlete.known import Disagreement, ZoneSeconds
    from hakaru.running.athlete.model import HeartRateZones

USED: tuple[Quantity, ...] = (
    "heart_rate_max_bpm",
    "lt_heart_rate_bpm",
    "threshold_speed_mps",
    "critical_power_w",
    "vo2_max_ml_per_kg_min",
)
"""What ratings rest on, and a page shows."""

_UNITS: dict[Quantity, tuple[str, int]] = {
    "heart_rate_max_bpm": ("bpm", 0),
    "heart_rate_rest_bpm": ("bpm", 0),
    "lt_heart_rate_bpm": ("bpm", 0),
    "critical_power_w": ("W", 0),
    "vo2_max_ml_per_kg_min": ("ml/kg/min", 1),
    "weight_kg": ("kg", 1),
    "height_cm": ("cm", 0),
}


QUANTITIES: Mapping[str, str] = {
    "heart_rate_max_bpm": N_("Maximum heart rate"),
    "heart_rate_rest_bpm": N_("Resting heart rate"),
    "lt_heart_rate_bpm": N_("Threshold heart rate"),
    "threshold_speed_mps": N_("Threshold pace"),
    "critical_power_w": N_("Critical power"),
    "vo2_max_ml_per_kg_min": N_("VO2max"),
    "weight_kg": N_("Weight"),
    "height_cm": N_("Height"),
    "age_years": N_("Age"),
}


def quantity_name(quantity: Quantity, lang: Lang) -> str:
    """'閾値心拍', 'Threshold pace'."""
    return say(QUANTITIES[quantity], lang)


def quantity_value(quantity: Quantity, value: float, *, lang: Lang) -> str:
    """A value in the unit people use: a threshold speed as a pace."""
    if quantity == "threshold_speed_mps":
        return pace_text(value, lang)
    if quantity == "age_years":
        return say("{value} years", lang, value=fixed(value, 0))
    unit, decimals = _UNITS[quantity]
    return unit_text(value, unit, decimals=decimals)


def known_text(quantity: Quantity, known: Known, *, lang: Lang) -> str:
    """'168 bpm（時計の値、2026-11-01）': value, origin, day or range, whether it is stale."""
    value = quantity_value(quantity, known.value, lang=lang)
    return say(
        "{value} ({origin})", lang, value=value, origin=origin_text(quantity, known, lang=lang)
    )


def origin_text(quantity: Quantity, known: Known, *, lang: Lang, bounded: bool = True) -> str:
    """Who says so or how it was estimated; `bounded` False: without the range."""
    method = known.method if known.method in METHODS else "estimated"
    origin = say(METHODS[method], lang)
    if known.on is not None and known.on > ALWAYS:
        origin = say("{origin}, {on}", lang, origin=origin, on=known.on.isoformat())
    if bounded and known.low is not None and known.high is not None:
        span = _span(quantity, known.low, known.high, lang)
        origin = say("{origin}, 80% range {span}", lang, origin=origin, span=span)
    return say("{origin}, may be out of date", lang, origin=origin) if known.stale else origin


def _span(quantity: Quantity, low: float, high: float, lang: Lang) -> str:
    """Both ends with their unit; of a speed the faster pace first."""
    if quantity == _SPEED:
        slow, fast = speed_to_pace_s_per_km(low), speed_to_pace_s_per_km(high)
        return quantity_span("pace", fast, slow, lang)
    ends = (quantity_value(quantity, end, lang=lang) for end in (low, high))
    return span_text(*ends, lang=lang)


def athlete_rows(
    athlete: Athlete, lang: Lang, *, used: Sequence[Quantity] = USED
) -> tuple[Fact, ...]:
    """Every figure of `used` that is known, with its origin."""
    return tuple(
        Fact(
            label=quantity_name(quantity, lang),
            value=known_text(quantity, athlete.known[quantity], lang=lang),
        )
        for quantity in used
        if quantity in athlete.known
    )


def wanted_texts(athlete: Athlete, lang: Lang, *, wanted: Sequence[Quantity]) -> tuple[str, ...]:
    """What the runner could state to make ratings surer, and how."""
    return tuple(ask_text(quantity, athlete.known.get(quantity), lang=lang) for quantity in wanted)


def disagreement_text(disagreement: Disagreement, lang: Lang) -> str:
    """Where the watch's threshold and VO2max contradict each other: both, and which looks stale."""
    stale = say("Nothing tells which of them is out of date.", lang)
    if disagreement.stale is not None:
        stale = say("{name} looks out of date.", lang, name=quantity_name(disagreement.stale, lang))
    vo2_max = quantity_value("vo2_max_ml_per_kg_min", disagreement.vo2_max_ml_per_kg_min, lang=lang)
    return say(
        "Threshold pace ({stated}) and the one that a VO2max of "
        "{vo2_max} implies ({implied}) differ by {difference}. {stale}",
        lang,
        stated=quantity_value("threshold_speed_mps", disagreement.stated_mps, lang=lang),
        implied=quantity_value("threshold_speed_mps", disagreement.implied_mps, lang=lang),
        vo2_max=vo2_max,
        difference=pct_text(abs(disagreement.difference_pct), 1),
        stale=stale,
    )


def gap_text(gap: Gap, lang: Lang) -> str:
    """Two sources of one quantity, their figures, and how far apart."""
    return say(
        "{name} differs by source: {believed} ({believed_by}) and "
        "{other} ({other_by}), {difference} apart.",
        lang,
        name=quantity_name(gap.quantity, lang),
        believed=quantity_value(gap.quantity, gap.believed.value, lang=lang),
        believed_by=origin_text(gap.quantity, gap.believed, lang=lang, bounded=False),
        other=quantity_value(gap.quantity, gap.other.value, lang=lang),
        other_by=origin_text(gap.quantity, gap.other, lang=lang, bounded=False),
        difference=pct_text(abs(gap.difference_pct), 0),
    )


SETTABLE: Mapping[str, str] = {
    "heart_rate_max_bpm": "heart_rate_max_bpm 188",
    "heart_rate_rest_bpm": "heart_rate_rest_bpm 48",
    "lt_heart_rate_bpm": "lt_heart_rate_bpm 168",
    "threshold_speed_mps": "threshold_pace 4:35",
    "critical_power_w": "critical_power_w 285",
    "vo2_max_ml_per_kg_min": "vo2_max_ml_per_kg_min 52",
    "weight_kg": "weight_kg 62",
    "height_cm": "height_cm 170",
    "age_years": "age_years 35",
}
"""What to type after `hakaru athlete set`, with a value as an example."""


def lack_text(quantity: Quantity, known: Known | None, *, lang: Lang) -> str:
    """What is lacking of a figure, beside a form that takes it."""
    name = quantity_name(quantity, lang)
    if known is None:
        return say("{name}: not known", lang, name=name)
    text = N_("{name} ({value}): may be out of date")
    if not known.stale:
        text = N_("{name} ({value}): a wide estimate")
    return say(text, lang, name=name, value=quantity_value(quantity, known.value, lang=lang))


def ask_text(quantity: Quantity, known: Known | None, *, lang: Lang) -> str:
    """One sentence that asks for a figure: missing, stale or a wide estimate."""
    text = N_(
        "{name} is not known. Stating it makes the rating surer: `hakaru athlete set {example}`."
    )
    if known is not None:
        text = (
            N_(
                "{name} ({value}) may be out of date; state a newer one: `hakaru athlete set "
                "{example}`."
            )
            if known.stale
            else N_(
                "{name} ({value}) is a wide estimate; if you know it, state it: `hakaru "
                "athlete set {example}`."
            )
        )
    value = "" if known is None else quantity_value(quantity, known.value, lang=lang)
    name, example = quantity_name(quantity, lang), SETTABLE[quantity]
    return say(text, lang, name=name, value=value, example=example)


_SPEED: Quantity = "threshold_speed_mps"


def sex_name(lang: Lang) -> str:
    """What the quantity is called."""
    return say("Sex", lang)


SEXES: Mapping[str, str] = {
    "female": N_("female"),
    "male": N_("male"),
}


def sex_text(sex: str, lang: Lang) -> str:
    """'女性', 'female'."""
    return say(SEXES[sex], lang)


def _known(quantity: Quantity, known: Known, lang: Lang) -> tuple[str, ...]:
    method = known.method if known.method in METHODS else "estimated"
    since = "" if known.on is None else known.on.isoformat()
    spread = ""
    if known.low is not None and known.high is not None:
        spread = _span(quantity, known.low, known.high, lang)
    return (
        quantity_name(quantity, lang),
        quantity_value(quantity, known.value, lang=lang),
        say(METHODS[method], lang),
        f"{since} ({say('may be out of date', lang)})" if known.stale else since,
        spread,
    )


def quantity_table(athlete: Athlete, lang: Lang) -> Table:
    """Value, source, day and 80 % range of everything known."""
    rows = [_known(quantity, known, lang) for quantity, known in athlete.known.items()]
    if athlete.sex is not None:
        rows.append((sex_name(lang), sex_text(athlete.sex, lang), "", "", ""))
    return Table(
        name="quantities",
        columns=tuple(
            say(title, lang)
            for title in (
                in_context("quantity", "Figure"),
                N_("Value"),
                N_("Where from"),
                N_("As of"),
                N_("80% range"),
            )
        ),
        rows=tuple(Row(cells=cells) for cells in rows),
        left=frozenset({2, 3, 4}),
    ).measured()


_ZONE_BASES: Mapping[str, str] = {
    "watch": N_("Bounds as set in the watch."),
    "lt_heart_rate": N_("Bounds are shares of threshold heart rate."),
    "heart_rate_max": N_("Bounds are shares of maximum heart rate."),
}


def zone_blocks(
    zones: HeartRateZones, lang: Lang, *, zone_s: ZoneSeconds | None = None
) -> tuple[Block, ...]:
    """The five zones, the time in each where it is known, and what the bounds rest on."""
    lows = [fixed(low, 0) for low in zones.low_bpm]
    spans = [say("{low}–{high}", lang, low=low, high=high) for low, high in pairwise(lows)]
    spans.append(say("from {low}", lang, low=lows[-1]))
    cells: list[tuple[str, ...]] = [
        (say("Zone {n}", lang, n=str(at)), span) for at, span in enumerate(spans, start=1)
    ]
    heads = [N_("Zone"), N_("Range (bpm)")]
    if zone_s is not None:
        heads += [N_("Time"), N_("Share")]
        shares = [(format_duration(time), share_text(time / sum(zone_s))) for time in zone_s]
        cells = [(*cell, *share) for cell, share in zip(cells, shares, strict=True)]
    table = Table(
        name="zones",
        columns=tuple(say(title, lang) for title in heads),
        rows=tuple(Row(cells=row) for row in cells),
    )
    return table, Text(text=say(_ZONE_BASES[zones.basis], lang), soft=True)


def known_zones_part(zones: HeartRateZones | None, lang: Lang) -> Part:
    """The zones of a day."""
    title = say("Heart rate zones", lang)
    if zones is None:
        unknown = say("Without heart rate, or a reference for it, zones are not known.", lang)
        return Part(title=title, missing=unknown)
    return Part(title=title, blocks=zone_blocks(zones, lang), half=True)


def contradictions_part(disagreement: Disagreement | None, gaps: Sequence[Gap], lang: Lang) -> Part:
    """Where sources disagree, each in a sentence."""
    texts = [] if disagreement is None else [disagreement_text(disagreement, lang)]
    texts += [gap_text(gap, lang) for gap in gaps]
    return Part(blocks=tuple(Text(text=text, mark="! ") for text in texts))


def athlete_document(result: AthleteResult, lang: Lang) -> Document:
    """What is known and from whom, the zones, contradictions, and what to state."""
    day = day_text(result.athlete.day, lang)
    table = quantity_table(result.athlete, lang)
    asks = wanted_texts(result.athlete, lang, wanted=result.wanted)
    return Document(
        parts=(
            Part(
                title=say("What is known as of {day}", lang, day=day),
                blocks=(table,) if table.rows else (),
                missing=say("Your threshold and maximum heart rate are not known yet.", lang),
            ),
            known_zones_part(result.zones, lang),
            contradictions_part(result.disagreement, result.gaps, lang),
            *(
                (Part(title=say("Worth stating:", lang), blocks=(Items(items=asks),)),)
                if asks
                else ()
            ),
        )
    )


def stated_document(result: StatedResult, lang: Lang) -> Document:
    """What was noted, for which days, and how to apply it to stored runs."""
    name, value = _stated(result, lang)
    since = say("for every day", lang)
    if result.since is not None:
        since = say("from {day} on", lang, day=result.since)
    noted = say("Noted: {name} {value} ({since})", lang, name=name, value=value, since=since)
    follow = say("Earlier runs of those days follow before they are shown next.", lang)
    return document(Text(text=noted), Text(text=follow))


def _stated(result: StatedResult, lang: Lang) -> tuple[str, str]:
    """Name and value as they are written elsewhere."""
    if result.quantity == "sex":
        return sex_name(lang), sex_text(result.value, lang)
    if result.quantity == "threshold_pace":
        return say("Threshold pace", lang), pace_s_text(parse_pace_s_per_km(result.value), lang)
    name = quantity_name(result.quantity, lang)
    return name, quantity_value(result.quantity, float(result.value), lang=lang)
