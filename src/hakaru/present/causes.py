"""What causes did, in words.

Why a metric was what it was, in one sentence; and what slopes, warmth, hours and shoes cost a
runner, as a table of what is known and sentences of what is not."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, in_language, length_unit, listed, say, translate
from hakaru.core.quantity import seconds_per
from hakaru.guard.cleaning import clean
from hakaru.present.document import Block, Items, Part, Row, Table, Text
from hakaru.present.figures import pace_s_text, pace_text, signed
from hakaru.running.curves import SHOWN_GRADE_PCT, Curve, CurveName
from hakaru.running.environment.heat import INDIFFERENT_BELOW_C
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.why import amount_words, cause_words
from hakaru.running.wording import direction_word, fixed, label, value_text

if TYPE_CHECKING:
    from hakaru.running.why import CausePart, Explanation


_HEADS = {
    True: (
        N_("{label} {actual}: as on an ordinary run of yours ({usual} at {pace})."),
        N_(
            "{label} {actual}: {change} {direction} than on an ordinary run of yours "
            "({usual} at {pace})."
        ),
    ),
    False: (
        N_("{label} {actual}: what runners show on an ordinary run ({usual} at {pace})."),
        N_(
            "{label} {actual}: {change} {direction} than runners show on an ordinary run "
            "({usual} at {pace})."
        ),
    ),
}
"""By whether the runner's own runs say what is ordinary: as there, and away from it."""
_ONE_WAY = (N_("{change} ± {half} come from {cause}"), N_("{change} ± {half} from {cause}"))
_WHOLE = {
    (True, True): N_("Of the {whole}, {parts}; {left} remain, {rarity}."),
    (True, False): N_("Of the {whole}, {parts}; nothing remains."),
    (False, True): N_("That is {parts}; {left} remain, {rarity}."),
    (False, False): N_("That is {parts}; nothing remains."),
}
"""By whether all goes one way, and whether something is left."""
_BOTH_WAYS = 2 * (in_context("both ways", "{change} ± {half} from {cause}"),)
"""How the first part is said, and how those after it."""
_SMALLER = {
    True: N_("{change} from what is small or unsure"),
    False: in_context("both ways", "{change} from what is small or unsure"),
}
"""By whether all goes one way."""
_NAMED_MOST, _NAMED_LEAST_FRAC = 3, 0.1
_COMMON_ONE_IN = 1.5
_RARE_ONE_IN = 100.0


def why_text(explanation: Explanation, lang: Lang) -> str:
    """'Ground contact time 267ms: 12ms longer than on an ordinary run of yours (255ms at
    5:10/km). Of the 12ms, 5 ± 2 come from warmth (27 °C on the wrist), 4 ± 2 from fatigue during
    the run; 3 remain, as much as 1 run in 3 leaves.'"""
    metric = explanation.metric
    total = explanation.actual - explanation.usual_value
    values = {
        "label": label(metric, lang),
        "actual": value_text(metric, explanation.actual),
        "usual": value_text(metric, explanation.usual_value),
        "pace": pace_text(explanation.usual_speed_mps, lang),
    }
    is_own = explanation.basis in ("personal", "bridged")
    same, other = _HEADS[is_own]
    if _as_usual(explanation):
        head = say(same, lang, **values)
    else:
        head = say(
            other,
            lang,
            **values,
            change=_total_text(explanation, lang),
            direction=direction_word(metric, total, lang=lang),
        )
    return ("" if lang == "ja" else " ").join([head, _parts_text(explanation, lang)])


def _parts_text(explanation: Explanation, lang: Lang) -> str:
    """What it is made of. Where everything goes the way of the whole, figures need no sign."""
    metric, named = explanation.metric, _named(explanation)
    rarity, left = left_text(explanation, lang), explanation.left_delta
    if not named:
        return say(
            "No known condition clearly moved it; beyond what might have, {left} remain, {rarity}.",
            lang,
            left=change_text(metric, left),
            rarity=rarity,
        )
    decimals, one_way = _decimals(explanation), _one_way(explanation)
    first, more = _ONE_WAY if one_way else _BOTH_WAYS
    causes = [
        say(
            more if place else first,
            lang,
            change=_text_of(part.change, decimals, one_way=one_way),
            half=fixed((part.high - part.low) / 2.0, decimals),
            cause=in_language(cause_words(part, explanation.usual_speed_mps), lang),
        )
        for place, part in enumerate(named)
    ]
    smaller = _text_of(_smaller(explanation), decimals, one_way=one_way)
    if float(smaller) != 0.0:
        causes.append(say(_SMALLER[one_way], lang, change=smaller))
    values = {
        "parts": in_language(listed(causes), lang),
        "left": _text_of(left, decimals, one_way=one_way),
        "rarity": rarity,
    }
    whole = _total_text(explanation, lang)
    return say(_WHOLE[one_way, float(values["left"]) != 0.0], lang, whole=whole, **values)


def _text_of(change: float, decimals: int, *, one_way: bool) -> str:
    return fixed(abs(change), decimals) if one_way else signed(change, decimals)


def _smaller(explanation: Explanation) -> float:
    """What the parts that no sentence names make together."""
    total = explanation.actual - explanation.usual_value
    named = math.fsum(part.change for part in _named(explanation))
    return total - named - explanation.left_delta


def _named(explanation: Explanation) -> list[CausePart]:
    """The parts a sentence names, the largest first: few, and none that is little beside them."""
    seen = [
        part for part in explanation.parts if part.sure and is_seen(explanation.metric, part.change)
    ]
    least = _NAMED_LEAST_FRAC * max((abs(part.change) for part in seen), default=0.0)
    return [part for part in seen if abs(part.change) >= least][:_NAMED_MOST]


def _as_usual(explanation: Explanation) -> bool:
    """Whether the page shows the value of an ordinary run."""
    metric = explanation.metric
    return value_text(metric, explanation.actual) == value_text(metric, explanation.usual_value)


def _one_way(explanation: Explanation) -> bool:
    """Whether every part that is said, and what is left, goes the way of the whole."""
    if _as_usual(explanation):
        return False
    total = explanation.actual - explanation.usual_value
    changes = [*(part.change for part in _named(explanation)), explanation.left_delta]
    smaller = _smaller(explanation)
    if is_seen(explanation.metric, smaller):
        changes.append(smaller)
    return all(change * total >= 0.0 for change in changes)


def _decimals(explanation: Explanation) -> int:
    """Those of the metric where the doubt about each part is at least one of its last digit."""
    usual = METRICS[explanation.metric].decimals
    halves = [(part.high - part.low) / 2.0 for part in _named(explanation)]
    return usual if min(halves, default=0.0) >= 10.0**-usual else usual + 1


def _total_text(explanation: Explanation, lang: Lang) -> str:
    """How far the value lies from that of an ordinary run, as finely as its parts are said."""
    unit = METRICS[explanation.metric].unit
    size = fixed(abs(explanation.actual - explanation.usual_value), _decimals(explanation))
    return say("{n} points", lang, n=size) if unit == "%" else size + unit


def left_text(explanation: Explanation, lang: Lang) -> str:
    """How often a run leaves that much."""
    one_in = explanation.left_one_in_runs
    if one_in < _COMMON_ONE_IN:
        return say("as much as most runs leave", lang)
    if one_in > _RARE_ONE_IN:
        return say("more than 99 runs of 100 leave", lang)
    return say("as much as 1 run in {n} leaves", lang, n=round(one_in))


def cause_text(part: CausePart, explanation: Explanation, lang: Lang) -> str:
    """What it was, with how much of it there was."""
    words = in_language(cause_words(part, explanation.usual_speed_mps), lang)
    amount = amount_words(part, explanation.usual_speed_mps)
    if amount is None:
        return words
    return say("{cause} ({amount})", lang, cause=words, amount=in_language(amount, lang))


def is_shown(part: CausePart, metric: MetricName) -> bool:
    """Whether anything of a part or its interval is left after rounding."""
    return is_seen(metric, max(abs(part.low), abs(part.high)))


def is_seen(metric: MetricName, change: float) -> bool:
    """Whether any of it is left after rounding."""
    return float(amount_text(metric, abs(change))) > 0.0


def amount_text(metric: MetricName, change: float) -> str:
    """A difference has one digit more than the value: parts are smaller than the whole."""
    return fixed(change, METRICS[metric].decimals + 1)


def change_text(metric: MetricName, change: float) -> str:
    """The same with its sign."""
    return signed(change, METRICS[metric].decimals + 1)


_COLUMNS = (
    in_context("curves", "what it costs"),
    in_context("curves", "you"),
    N_("80% interval"),
    in_context("curves", "runs"),
)
_WHAT: Mapping[tuple[CurveName, str], str] = {
    ("uphill", "pace"): N_("{pct}% uphill, same effort"),
    ("downhill", "pace"): N_("{pct}% downhill, same effort"),
    ("heat", "heart_rate"): N_("each °C above {celsius} °C, same pace"),
    ("heat", "pace"): N_("each °C above {celsius} °C, same heart rate"),
    ("fatigue", "heart_rate"): N_("each hour of a run, same pace"),
    ("fatigue", "pace"): N_("each hour of a run, same heart rate"),
}
_SUBJECTS: Mapping[CurveName, str] = {
    "uphill": in_context("curves", "Slopes"),
    "downhill": in_context("curves", "Slopes"),
    "heat": in_context("curves", "Warmth"),
    "fatigue": in_context("curves", "Hours on your feet"),
    "shoe": in_context("curves", "Shoes"),
}


def curves_parts(curves: Sequence[Curve], pace_s_per_km: float, lang: Lang) -> tuple[Part, ...]:
    """A single part: the table of what is known, and what the rest needs."""
    pace = pace_s_text(pace_s_per_km, lang)
    rows = [_row(curve, lang) for curve in curves if curve.value is not None]
    needs = _needs(curves, lang)
    blocks: list[Block] = []
    if rows:
        table = Table(
            name="curves",
            columns=tuple(translate(name, lang) for name in _COLUMNS),
            rows=tuple(rows),
            left=frozenset({0}),
        )
        lead = say("Costs in pace are those at {pace} on the flat.", lang, pace=pace)
        blocks += [Text(text=lead, soft=True), table]
    else:
        blocks.append(Text(text=say("None of it is known yet.", lang)))
    if needs:
        blocks.append(Items(items=needs))
    return (Part(title=say("What conditions cost you", lang), blocks=tuple(blocks)),)


def _row(curve: Curve, lang: Lang) -> Row:
    assert curve.value is not None, "asked of what is known"
    assert curve.low is not None, "known with its interval"
    assert curve.high is not None, "known with its interval"
    decimals = _curve_decimals(curve)
    value, low, high = (
        signed(_in_unit(curve, figure, lang), decimals)
        for figure in (curve.value, curve.low, curve.high)
    )
    ends = f"{low} … {high}"
    value = f"{value} {_unit(curve, lang)}"
    return Row(cells=(_what(curve, lang), value, ends, str(curve.n_runs)))


def _what(curve: Curve, lang: Lang) -> str:
    template = _WHAT.get((curve.curve, curve.measure))
    if template is not None:
        return say(
            template,
            lang,
            pct=fixed(SHOWN_GRADE_PCT, 0),
            celsius=fixed(INDIFFERENT_BELOW_C, 0),
        )
    metric = next(spec.name for spec in METRICS.values() if spec.name == curve.measure)
    return say(
        "{metric} in {shoe}, against your other shoes",
        lang,
        metric=label(metric, lang),
        shoe=clean(curve.name),
    )


def _in_unit(curve: Curve, figure: float, lang: Lang) -> float:
    """Seconds of a pace in the unit of the reader; other figures as they are."""
    return seconds_per(length_unit(lang), figure) if curve.measure == "pace" else figure


def _unit(curve: Curve, lang: Lang) -> str:
    """Of what is told for each degree or hour, that is said beside it."""
    if curve.measure == "pace":
        return say(in_context("curves", "s/{length_unit}"), lang)
    if curve.measure == "heart_rate":
        return "bpm"
    return say(in_context("curves", "points"), lang) if curve.unit == "%" else curve.unit


def _curve_decimals(curve: Curve) -> int:
    spec = next((spec for spec in METRICS.values() if spec.name == curve.measure), None)
    if spec is not None:
        return spec.decimals + 1
    return 1 if curve.curve == "heat" or curve.measure == "heart_rate" else 0


def _needs(curves: Sequence[Curve], lang: Lang) -> tuple[str, ...]:
    """Once for each that is not known: what it takes."""
    unknown = [curve for curve in curves if curve.needs is not None]
    texts = []
    for subject, group in groupby(unknown, key=lambda curve: _SUBJECTS[curve.curve]):
        reasons = dict.fromkeys(in_language(curve.needs or "", lang) for curve in group)
        texts += [
            say(
                "{subject}: not known yet. It takes {needs}.",
                lang,
                subject=say(subject, lang),
                needs=reason,
            )
            for reason in reasons
        ]
    return tuple(texts)
