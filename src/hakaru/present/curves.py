"""What slopes, warmth, hours and shoes cost a runner: what is known in a table, what is not, and
what it takes, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from hakaru.core.i18n import N_, Lang, in_context, in_language, say, translate
from hakaru.core.units import format_pace
from hakaru.guard.cleaning import clean
from hakaru.present.document import Block, Items, Part, Row, Table, Text
from hakaru.present.figures import signed
from hakaru.running.curves import SHOWN_GRADE_PCT, Curve, CurveName
from hakaru.running.environment.heat import INDIFFERENT_BELOW_C
from hakaru.running.metrics import METRICS
from hakaru.running.wording import fixed, label

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
    pace = format_pace(pace_s_per_km)
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
        lead = say("Costs in pace are told for {pace}/km on the flat.", lang, pace=pace)
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
    decimals = _decimals(curve)
    ends = f"{signed(curve.low, decimals)} … {signed(curve.high, decimals)}"
    value = f"{signed(curve.value, decimals)} {_unit(curve, lang)}"
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


def _unit(curve: Curve, lang: Lang) -> str:
    """Of what is told for each degree or hour, that is said beside it."""
    if curve.measure == "pace":
        return say(in_context("curves", "s/km"), lang)
    if curve.measure == "heart_rate":
        return "bpm"
    return say(in_context("curves", "points"), lang) if curve.unit == "%" else curve.unit


def _decimals(curve: Curve) -> int:
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
