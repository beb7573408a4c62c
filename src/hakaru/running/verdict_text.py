"""A verdict in words, and as the reply to a model or a script.

Sentences carry numbers and direction and say how usual they are for this runner, never that they
are good or bad. A population value is never called one's own, and every text of a metric is at
most 160 bytes of UTF-8.

The shape of `get_form_evaluations` in the requirements, with additions. Numbers are rounded here,
once. A metric that was not measured is absent; score and stars are null where it was not rated.
Compact JSON of it stays within 2 KB, with `detail` within 4 KB.
"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import LANGUAGES, N_, Lang, in_context, say
from hakaru.core.quantity import Quantity
from hakaru.core.units import PERCENT, speed_to_pace_s_per_km
from hakaru.running.metrics import METRICS
from hakaru.running.verdict import (
    EPSILON,
    RANK_PCT_MAX,
    RANK_PCT_MIN,
    BalanceVerdict,
    FormEvaluation,
    Interval,
    MetricVerdict,
    star_text,
)
from hakaru.running.wording import (
    brief_label,
    direction_word,
    fixed,
    heads,
    label,
    phrase,
    points_text,
    range_text,
    value_text,
)

TEXT_MAX_BYTES = 160
_OUTSIDE = ("outside_range", "far_outside")
BALANCE_SAME_POINTS = 1.0
"""Left shares this close are the same: within a run they vary by 0.2-1.1 points."""


def metric_text(verdict: MetricVerdict, lang: Lang, *, imbalance_penalised: bool = False) -> str:
    """One metric in one or two sentences (`imbalance_penalised`: its penalty holds 10 for that)."""
    fitting = heads(
        _head(verdict),
        lang,
        label=label(verdict.metric, lang),
        actual=value_text(verdict.metric, verdict.actual),
        expected=value_text(verdict.metric, verdict.expected),
        range=range_text(verdict.metric, verdict.usual_range, lang=lang),
        pct=_percent(verdict.delta_frac),
        direction=direction_word(verdict.metric, verdict.delta, lang=lang),
    )
    points = _points(verdict, lang, imbalance_penalised=imbalance_penalised)
    return _first_that_fits(fitting, points + _caveat(verdict, lang))


def cadence_text(evaluation: FormEvaluation, lang: Lang) -> str:
    """Cadence against the minimum the user set; without one, against the runner's own range."""
    cadence, minimum = evaluation.metrics["cadence"], evaluation.cadence_minimum
    if evaluation.cadence_set_spm is None or minimum is None:
        return cadence.text_ja if lang == "ja" else cadence.text_en
    return say(
        N_("{label} {actual} meets the minimum you set, {minimum}.")
        if minimum.achieved
        else N_("{label} {actual} is below the minimum you set, {minimum}."),
        lang,
        label=label("cadence", lang),
        actual=value_text("cadence", cadence.actual),
        minimum=value_text("cadence", minimum.minimum_spm),
    )


def balance_text(verdict: BalanceVerdict, lang: Lang) -> str:
    """Left and right share, against what is usual for this runner."""
    left = fixed(verdict.left_pct, 1)
    text = say(
        "Contact time balance is {left}% left, {right}% right",
        lang,
        left=left,
        right=fixed(PERCENT - float(left), 1),
    )
    if verdict.usual_left_pct is None:
        text += say(".", lang)
    else:
        shift = verdict.left_pct - verdict.usual_left_pct
        text += say(
            N_(", as usual for you ({usual}% left).")
            if abs(shift) < BALANCE_SAME_POINTS
            else N_(", {shift} points further {side} than usual for you ({usual}% left)."),
            lang,
            usual=fixed(verdict.usual_left_pct, 1),
            shift=fixed(abs(shift), 1),
            side=say(N_("left") if shift > 0.0 else N_("right"), lang),
        )
    return text + (say(" Over 6% imbalance: 10 points off.", lang) if verdict.penalised else "")


def headline(evaluation: FormEvaluation, lang: Lang) -> str:
    """The first line a person reads: the metric furthest from usual, how far, how often; or that
    too little could be judged."""
    if evaluation.is_short:
        return say("Too short to say anything of form: less than 5 minutes could be judged.", lang)
    verdict = evaluation.furthest
    population = "_population" if verdict.basis == "population" else ""
    same = value_text(verdict.metric, verdict.actual) == value_text(
        verdict.metric, verdict.expected
    )
    text = phrase(
        f"headline_{'same' if same else 'own'}{population}",
        lang,
        label=brief_label(verdict.metric, lang),
        actual=_spaced(verdict, verdict.actual, lang),
        delta=_difference(verdict, lang),
        pct=_percent(verdict.delta_frac),
        direction=direction_word(verdict.metric, verdict.delta, lang=lang),
        pace=Quantity("pace", speed_to_pace_s_per_km(evaluation.speed_mps)),
    )
    rank = rank_text(verdict)
    if same or population or (rank is None and verdict.band in _OUTSIDE):
        return text + say(in_context("end of a sentence", "."), lang)
    if rank is None:
        return text + say(
            ": within the range learned from {n_runs} <n_runs:run|runs>.",
            lang,
            n_runs=verdict.n_runs,
        )
    direction = direction_word(verdict.metric, verdict.delta, lang=lang)
    beyond = round(PERCENT) - int(rank)
    return text + say(
        ": {direction} than in {rank} of 100 of your runs.",
        lang,
        rank=rank,
        beyond=beyond,
        direction=direction,
    )


def rank_text(verdict: MetricVerdict) -> str | None:
    """In how many of 100 runs the value deviated less far this way; None: not known."""
    if verdict.rank_pct is None:
        return None
    share = verdict.rank_pct if verdict.delta > 0.0 else PERCENT - verdict.rank_pct
    return str(round(min(max(share, RANK_PCT_MIN), RANK_PCT_MAX)))


def rating_text(evaluation: FormEvaluation, lang: Lang) -> str:
    """Score and stars, or why there are none: 'Not rated yet: 3 of 5 runs.'"""
    unrated = evaluation.unrated
    if evaluation.overall_score is not None and evaluation.overall_stars is not None:
        text = say(
            " Overall {score}/100 ({stars}).",
            lang,
            score=fixed(evaluation.overall_score, 1),
            stars=star_text(evaluation.overall_stars),
        )
    else:
        text = "" if unrated is None else unrated_text(unrated.unrated_reason, unrated.n_runs, lang)
    return text.strip()


def unrated_text(reason: str | None, n_runs: int | None, lang: Lang) -> str:
    """Why there is no score, as stored: 'Not rated yet: 3 of 5 runs.' Empty: nothing to say."""
    if reason is None or reason == "never_scored":
        return ""
    return phrase(reason, lang, n_runs=n_runs).strip()


def aside_text(evaluation: FormEvaluation, lang: Lang) -> str:
    """What else lies outside the range, and what limits the comparison; empty: nothing."""
    if evaluation.is_short:
        return ""
    return (_others(evaluation, lang) + _sensor_caveat(evaluation, lang)).strip()


def overall_text(evaluation: FormEvaluation, lang: Lang) -> str:
    """The whole run: the headline, the score or why there is none, what else is outside."""
    parts = (headline, rating_text, aside_text)
    texts = [part(evaluation, lang) for part in parts]
    return ("" if lang == "ja" else " ").join(text for text in texts if text)


def _head(verdict: MetricVerdict) -> str:
    """Which sentence says it: by the band of the runner's own intervals."""
    if verdict.basis != "population":
        return verdict.band
    inside = verdict.band in ("as_usual", "within_range")
    return "within_population" if inside else "off_population"


def _points(verdict: MetricVerdict, lang: Lang, *, imbalance_penalised: bool) -> str:
    """What the deviation costs; empty when it costs nothing."""
    if verdict.penalty is None or verdict.penalty <= EPSILON:
        return ""
    words = say(" {points} points off.", lang, points=points_text(verdict.penalty))
    return (say(" Imbalance included,", lang) if imbalance_penalised else "") + words


def _caveat(verdict: MetricVerdict, lang: Lang) -> str:
    if verdict.basis == "population":
        return say(" No personal baseline yet.", lang)
    if verdict.extrapolated:
        return say(" Pace outside your history.", lang)
    if verdict.basis == "bridged":
        return say(" Expected from your runs with an earlier sensor.", lang)
    if verdict.basis == "shrunk":
        return say(
            " Baseline still learning ({n_runs} <n_runs:run|runs>).", lang, n_runs=verdict.n_runs
        )
    return ""


def _first_that_fits(fitting: tuple[str, ...], rest: str) -> str:
    """The longest head that leaves the whole text within its bytes; the shortest if none does."""
    texts = [head + rest for head in fitting]
    short = [text for text in texts if len(text.encode()) <= TEXT_MAX_BYTES]
    return short[0] if short else texts[-1]


def _others(evaluation: FormEvaluation, lang: Lang) -> str:
    """What else lies outside the runner's range, and an imbalance over the limit. Over hills
    nothing is called outside: the range is that of level ground."""
    if evaluation.selection in ("hilly_summary", "unknown_summary"):
        return ""
    first = evaluation.furthest.metric
    outside = [
        say(
            "{metric} ({pct}% {direction})",
            lang,
            metric=label(metric.metric, lang)
            if lang == "ja"
            else label(metric.metric, lang).lower(),
            pct=_percent(metric.delta_frac),
            direction=direction_word(metric.metric, metric.delta, lang=lang),
        )
        for metric in evaluation.metrics.values()
        if metric.metric != first and metric.basis != "population" and metric.band in _OUTSIDE
    ]
    also = evaluation.furthest.band in _OUTSIDE and evaluation.furthest.basis != "population"
    name = "others" if also else "outside"
    text = phrase(name, lang, metrics=say(", ", lang).join(outside)) if outside else ""
    uneven = evaluation.balance is not None and evaluation.balance.penalised
    return text + (say(" The left/right imbalance is over 6%.", lang) if uneven else "")


def _sensor_caveat(evaluation: FormEvaluation, lang: Lang) -> str:
    if evaluation.new_sensor and evaluation.bridged:
        return say(" New sensor: expected from your runs with the earlier one.", lang)
    if evaluation.new_sensor:
        return say(" New sensor: compared with typical values for now.", lang)
    if all(verdict.basis == "population" for verdict in evaluation.scored):
        return say(" No personal baseline yet: compared with typical values.", lang)
    return ""


def _spaced(verdict: MetricVerdict, value: float, lang: Lang) -> str:
    """A value with its unit: '291 ms' in English, '291ms' in Japanese, '6.1%' in both."""
    unit = METRICS[verdict.metric].unit
    gap = " " if lang == "en" and unit != "%" else ""
    return f"{value_text(verdict.metric, value, unit=False)}{gap}{unit}"


def _difference(verdict: MetricVerdict, lang: Lang) -> str:
    """The size of a deviation: '9 ms'; of a ratio '0.5 points', which is not 0.5 % of it."""
    if METRICS[verdict.metric].unit != "%":
        return _spaced(verdict, abs(verdict.delta), lang)
    size = value_text(verdict.metric, abs(verdict.delta), unit=False)
    return say("{size} points", lang, size=size)


def _percent(delta_frac: float) -> str:
    """0.0134 as '1.3': the size of a deviation, its direction is said in words."""
    return fixed(abs(delta_frac) * PERCENT, 1)


Reply = Mapping[str, object]


def as_reply(evaluation: FormEvaluation, lang: Lang, *, detail: bool = False) -> Reply:
    """The verdict as JSON types, in the order a reader wants it.

    `notable`, `extrapolated`, `unrated`, `new_sensor`, `bridged` and `balance` appear only where
    they say something. `detail` adds every interval, both languages and how the run was selected.
    """
    reply: dict[str, object] = {
        "activity_id": evaluation.activity_id,
        "headline": headline(evaluation, lang),
    }
    for metric, verdict in evaluation.metrics.items():
        if METRICS[metric].scored:
            extra = _scored_detail(verdict, lang) if detail else {}
            reply[metric] = _scored(verdict, lang) | extra
        else:
            reply[metric] = _described(verdict) | _minimum(evaluation, verdict)
    if evaluation.balance is not None:
        balance = evaluation.balance
        reply["balance"] = _balance(balance) | (_balance_detail(balance, lang) if detail else {})
    return reply | _overall(evaluation, lang) | (_run_detail(evaluation) if detail else {})


def _overall(evaluation: FormEvaluation, lang: Lang) -> dict[str, object]:
    """Score and stars of the whole run; null with the reason where it was not rated."""
    score, stars = evaluation.overall_score, evaluation.overall_stars
    overall: dict[str, object] = {
        "overall_score": None if score is None else round(score, 1),
        "overall_star_rating": None if stars is None else star_text(stars),
        "overall_stars": stars,
        "sensor": evaluation.sensor_group,
    }
    if score is None:
        overall["overall_unrated"] = rating_text(evaluation, lang)
    if evaluation.new_sensor:
        overall["new_sensor"] = True
    if evaluation.bridged:
        overall["bridged"] = True
    return overall


def _scored(verdict: MetricVerdict, lang: Lang) -> dict[str, object]:
    digits = _digits(verdict)
    row = _described(verdict)
    if verdict.metric == "vo":
        row["delta_cm"] = round(verdict.delta, 2)
        del row["delta_pct"]
    row |= {
        "star_rating": None if verdict.stars is None else star_text(verdict.stars),
        "stars": verdict.stars,
        "score": None if verdict.score is None else round(verdict.score, 1),
        "needs_improvement": verdict.needs_improvement,
        "evaluation_text": verdict.text_ja if lang == "ja" else verdict.text_en,
        "interval_90": _interval(verdict.interval_90, digits),
        "basis": verdict.basis,
        "n_runs": verdict.n_runs,
    }
    if verdict.notable is not None:
        row["notable"] = verdict.notable
    if verdict.extrapolated:
        row["extrapolated"] = True
    return row


def _described(verdict: MetricVerdict) -> dict[str, object]:
    """Measured, expected, how far apart in percent and in personal standard deviations, and the
    share of the runner's own runs that lay lower."""
    digits = _digits(verdict)
    return {
        "actual": round(verdict.actual, digits),
        "expected": round(verdict.expected, digits),
        "delta_pct": round(PERCENT * verdict.delta_frac, 1),
        "z": round(verdict.z, 2),
        "rank_pct": None if verdict.rank_pct is None else round(verdict.rank_pct, 1),
    }


def _minimum(evaluation: FormEvaluation, verdict: MetricVerdict) -> dict[str, object]:
    """The keys that the requirements have for cadence alone."""
    minimum = evaluation.cadence_minimum
    if verdict.metric != "cadence" or minimum is None:
        return {}
    return {"minimum": round(minimum.minimum_spm, 1), "achieved": minimum.achieved}


def _scored_detail(verdict: MetricVerdict, lang: Lang) -> dict[str, object]:
    """What `_scored` leaves out, among it the text in the other language."""
    digits = _digits(verdict)
    other = {"text_en": verdict.text_en} if lang == "ja" else {"text_ja": verdict.text_ja}
    return {
        "delta_pct": round(PERCENT * verdict.delta_frac, 1),
        "interval_50": _interval(verdict.interval_50, digits),
        "interval_80": _interval(verdict.interval_80, digits),
        "tolerance_pct": round(PERCENT * verdict.tolerance_frac, 1),
        "baseline_version": verdict.baseline_version,
        **other,
    }


def _digits(verdict: MetricVerdict) -> int:
    """One more than a person is shown."""
    return METRICS[verdict.metric].decimals + 1


def _balance(verdict: BalanceVerdict) -> dict[str, object]:
    return {"left_pct": round(verdict.left_pct, 1), "penalised": verdict.penalised}


def _balance_detail(verdict: BalanceVerdict, lang: Lang) -> dict[str, object]:
    usual = verdict.usual_left_pct
    return {
        "usual_left_pct": None if usual is None else round(usual, 1),
        f"text_{lang}": verdict.text_ja if lang == "ja" else verdict.text_en,
    }


def _run_detail(evaluation: FormEvaluation) -> dict[str, object]:
    return {
        "day": evaluation.day.isoformat(),
        "judged_speed_mps": round(evaluation.speed_mps, 3),
        "n_judged_splits": evaluation.n_splits,
        "judged_running_s": round(evaluation.running_s),
        "selection": evaluation.selection,
        "evaluated_at": evaluation.evaluated_at.isoformat(timespec="minutes"),
        "code_version": evaluation.code_version,
        **{f"summary_{lang}": overall_text(evaluation, lang) for lang in LANGUAGES},
    }


def _interval(interval: Interval, digits: int) -> list[float]:
    return [round(limit, digits) for limit in interval]
