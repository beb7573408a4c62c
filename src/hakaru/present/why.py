"""Why a metric was what it was: one sentence, and the way from an ordinary run in a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, in_language, listed, say, translate
from hakaru.core.units import PERCENT, SECONDS_PER_HOUR, format_duration
from hakaru.guard.cleaning import clean
from hakaru.present.document import Block, Document, Items, Part, Row, Table, Text, part
from hakaru.present.figures import day_text, pace_text, signed
from hakaru.running.effects import COMFORT_C, USUAL_ELAPSED_H
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.wording import (
    difference_text,
    direction_word,
    fixed,
    heading,
    label,
    value_text,
)

if TYPE_CHECKING:
    from hakaru.flows.why import WhyResult
    from hakaru.running.why import CausePart, Explanation

CAUSES = {
    "pace": N_("pace {amount}/km"),
    "heat": N_("warmth ({amount})"),
    "uphill": N_("climbs ({amount})"),
    "downhill": N_("descents ({amount})"),
    "fatigue": N_("time on your feet ({amount})"),
    "pause": in_context("cause", "the first days back after a break"),
    "shoe": N_("shoes ({amount})"),
    "surface": N_("surface ({amount})"),
    "sensor": in_context("cause", "another unit of the sensor"),
    "season": in_context("cause", "the time of year and of training"),
}
_NAMES = {
    "heat": N_("Warmth"),
    "shoe": in_context("cause", "the shoes"),
    "surface": in_context("cause", "the surface"),
    "sensor": in_context("cause", "the unit of the sensor"),
    "season": in_context("cause", "the time of year"),
}
_COLUMNS = (
    N_("part"),
    in_context("of a value", "change"),
    N_("80% interval"),
    N_("known from"),
)
_SURFACES = {
    "road": in_context("surface", "road"),
    "trail": in_context("surface", "trail"),
    "track": in_context("surface", "track"),
    "treadmill": in_context("surface", "treadmill"),
}
_COMMON_ONE_IN = 1.5
_RARE_ONE_IN = 100.0


def why_document(result: WhyResult, language: Lang) -> Document:
    """A part per metric: the sentence, and the table."""
    title = say("Why form was what it was on {day}", language, day=day_text(result.day, language))
    ways = [why_part(explanation, language) for explanation in result.metrics]
    none = part(say("None of these metrics was judged on this run.", language))
    return Document(parts=(part(title), *(ways or [none])))


def why_part(explanation: Explanation, lang: Lang) -> Part:
    """One metric: what moved it in a sentence, every part in a table, what cannot be told."""
    return part(
        Text(text=why_text(explanation, lang)),
        why_table(explanation, lang),
        *_notes(explanation, lang),
        title=heading(explanation.metric, lang),
    )


def why_text(explanation: Explanation, lang: Lang) -> str:
    """'Ground contact time 267ms, 12.0ms longer than on an ordinary run of yours (255ms). Of these
    +5.0 ± 2.1 come from warmth, ...; +3.0 is left, as on 1 run in 3.'"""
    metric = explanation.metric
    total = explanation.actual - explanation.usual_value
    head = say(
        "{label} {actual}: {change} {direction} than on an ordinary run of yours "
        "({usual} at {pace}/km).",
        lang,
        label=label(metric, lang),
        actual=value_text(metric, explanation.actual),
        change=difference_text(metric, abs(total), lang),
        direction=direction_word(metric, total, lang=lang),
        usual=value_text(metric, explanation.usual_value),
        pace=pace_text(explanation.usual_speed_mps),
    )
    return ("" if lang == "ja" else " ").join([head, _parts_text(explanation, lang)])


def _parts_text(explanation: Explanation, lang: Lang) -> str:
    metric = explanation.metric
    sure = [
        say(
            "{change} ± {half} from {cause}",
            lang,
            change=_change(metric, found.change),
            half=_amount(metric, (found.high - found.low) / 2.0),
            cause=cause_text(found, explanation, lang),
        )
        for found in explanation.parts
        if found.sure and _seen(metric, found.change)
    ]
    left = _change(metric, explanation.left_delta)
    rarity = left_text(explanation, lang)
    if not sure:
        return say(
            "No part of it is surely due to anything known of the run; {left} is left after "
            "what may be, {rarity}.",
            lang,
            left=left,
            rarity=rarity,
        )
    return say(
        "Of that {parts}; {left} is left, {rarity}.",
        lang,
        parts=in_language(listed(sure), lang),
        left=left,
        rarity=rarity,
    )


def left_text(explanation: Explanation, lang: Lang) -> str:
    """How often a run leaves that much."""
    one_in = explanation.left_one_in_runs
    if one_in < _COMMON_ONE_IN:
        return say("as on most runs", lang)
    if one_in > _RARE_ONE_IN:
        return say("more than on 99 runs of 100", lang)
    return say("as on one run in {n}", lang, n=round(one_in))


def cause_text(found: CausePart, explanation: Explanation, lang: Lang) -> str:
    """What it was, with how much of it there was."""
    return say(CAUSES[found.cause], lang, amount=_how_much(found, explanation, lang))


def _how_much(found: CausePart, explanation: Explanation, lang: Lang) -> str:
    if found.cause == "pace":
        return pace_text(explanation.usual_speed_mps + found.exposure_value)
    if found.cause == "heat":
        return say(
            "{degrees} °C above {comfort} °C",
            lang,
            degrees=fixed(found.exposure_value, 1),
            comfort=fixed(COMFORT_C, 0),
        )
    if found.cause == "fatigue":
        elapsed_s = (found.exposure_value + USUAL_ELAPSED_H) * SECONDS_PER_HOUR
        return say("on average {duration} of usual pace", lang, duration=format_duration(elapsed_s))
    if found.cause == "surface":
        return say(_SURFACES[found.name], lang)
    if found.name:
        return clean(found.name)
    return say("{metres} m in 100 m", lang, metres=fixed(found.exposure_value, 1))


def why_table(explanation: Explanation, lang: Lang) -> Table:
    """From the ordinary run to the measured value, the largest part first."""
    metric = explanation.metric
    usual = say(
        "an ordinary run: {pace}/km, flat, up to {comfort} °C",
        lang,
        pace=pace_text(explanation.usual_speed_mps),
        comfort=fixed(COMFORT_C, 0),
    )
    rows = [
        Row(cells=(usual, value_text(metric, explanation.usual_value), "", "")),
        *(_row(found, explanation, lang) for found in explanation.parts if _shown(found, metric)),
        Row(cells=(say("expected", lang), value_text(metric, explanation.expected), "", "")),
        Row(
            cells=(
                say("what is left", lang),
                _change(metric, explanation.left_delta),
                "",
                left_text(explanation, lang),
            )
        ),
        Row(
            cells=(say("measured", lang), value_text(metric, explanation.actual), "", ""),
            mark="target",
        ),
    ]
    return Table(
        name=f"why-{metric}",
        columns=tuple(translate(name, lang) for name in _COLUMNS),
        rows=tuple(rows),
        left=frozenset({0, 3}),
    )


def _row(found: CausePart, explanation: Explanation, lang: Lang) -> Row:
    metric = explanation.metric
    interval = f"{_change(metric, found.low)} … {_change(metric, found.high)}"
    return Row(
        cells=(
            cause_text(found, explanation, lang),
            _change(metric, found.change),
            interval,
            known_text(found, lang),
        ),
        mark="" if found.sure else "soft",
    )


def known_text(found: CausePart, lang: Lang) -> str:
    """Whose runs say it."""
    if found.cause == "sensor" and not found.n_runs:
        return say("not known yet", lang)
    return say("{pct}% your own runs", lang, pct=fixed(PERCENT * found.own_frac, 0))


def _notes(explanation: Explanation, lang: Lang) -> tuple[Block, ...]:
    unsure = [
        cause_text(found, explanation, lang)
        for found in explanation.parts
        if not found.sure and _shown(found, explanation.metric)
    ]
    notes = [
        say(
            "{first} and {second} went together: your runs cannot tell them apart.",
            lang,
            first=say(_NAMES[first], lang),
            second=say(_NAMES[second], lang),
        )
        for first, second in explanation.confounded
    ]
    if unsure:
        causes = in_language(listed(unsure), lang)
        notes.append(say("Not surely different from nothing: {causes}.", lang, causes=causes))
    return (Items(items=tuple(notes)),) if notes else ()


def _shown(found: CausePart, metric: MetricName) -> bool:
    """Whether anything of a part or its interval is left after rounding."""
    return _seen(metric, max(abs(found.low), abs(found.high)))


def _seen(metric: MetricName, change: float) -> bool:
    """Whether any of it is left after rounding."""
    return float(_amount(metric, abs(change))) > 0.0


def _amount(metric: MetricName, change: float) -> str:
    """A difference has one digit more than the value: parts are smaller than the whole."""
    return fixed(change, METRICS[metric].decimals + 1)


def _change(metric: MetricName, change: float) -> str:
    return signed(change, METRICS[metric].decimals + 1)
