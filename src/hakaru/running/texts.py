"""How is a verdict said in words? From the verdict alone, in Japanese or English.

Sentences carry numbers and direction; a direction is never praise, a population value is never
called one's own, and every text of a metric is at most 160 bytes of UTF-8.
"""

from __future__ import annotations

from hakaru.running.metrics import MetricName
from hakaru.running.score import (
    EPSILON,
    IMBALANCE_PENALTY,
    TOLERANCE_FRAC,
    MetricScore,
    relative_delta_frac,
    star_text,
    stars,
)
from hakaru.running.verdict import (
    BalanceVerdict,
    CadenceVerdict,
    FormEvaluation,
    MetricVerdict,
)
from hakaru.running.wording import (
    Lang,
    direction_word,
    fixed,
    heads,
    label,
    phrase,
    points_text,
    range_text,
    rating_word,
    value_text,
)
from hakaru.units import PERCENT, SECONDS_PER_MINUTE, format_pace

TEXT_MAX_BYTES = 160
BALANCE_SAME_POINTS = 1.0
"""Left shares this close are the same: within a run they vary by 0.2-1.1 points."""


def metric_text(verdict: MetricVerdict, lang: Lang, *, imbalance_penalised: bool = False) -> str:
    """One metric in one or two sentences (`imbalance_penalised`: its penalty holds 10 for that)."""
    own = IMBALANCE_PENALTY if imbalance_penalised else 0.0
    basis = "population" if verdict.basis == "population" else "own"
    low, high = verdict.interval_90
    inside = low <= verdict.actual <= high and verdict.penalty - own <= EPSILON
    fitting = heads(
        f"{'within' if inside else 'off'}_{basis}",
        lang,
        label=label(verdict.metric, lang),
        actual=value_text(verdict.metric, verdict.actual),
        expected=value_text(verdict.metric, verdict.expected),
        range=range_text(verdict.metric, verdict.interval_90, lang=lang),
        pct=_percent(verdict.delta_frac),
        direction=direction_word(verdict.metric, verdict.delta, lang=lang),
    )
    judged = _points(verdict, lang, imbalance_penalised=imbalance_penalised)
    if not judged:
        judged = _free_words(verdict, lang, inside=inside)
    return _first_that_fits(fitting, judged + _caveat(verdict, lang))


def cadence_text(verdict: CadenceVerdict, lang: Lang) -> str:
    """Cadence against the runner's own line, or the minimum the user set."""
    named = {
        "label": label("cadence", lang),
        "actual": value_text("cadence", verdict.actual_spm),
    }
    if verdict.minimum_spm is not None:
        named["minimum"] = value_text("cadence", verdict.minimum_spm)
    if verdict.expected_spm is None or verdict.interval_90 is None:
        if verdict.minimum_spm is None:
            return phrase("cadence_alone", lang, **named)
        return phrase(_set_minimum_key(verdict), lang, **named)
    low, high = verdict.interval_90
    if verdict.minimum_spm is not None and verdict.minimum_spm != low:
        return phrase(_set_minimum_key(verdict), lang, **named)
    basis = "population" if verdict.basis == "population" else "own"
    delta = verdict.actual_spm - verdict.expected_spm
    inside = bool(verdict.achieved) and verdict.actual_spm <= high
    fitting = heads(
        f"{'within' if inside else 'off'}_{basis}",
        lang,
        **named,
        expected=value_text("cadence", verdict.expected_spm),
        range=range_text("cadence", verdict.interval_90, lang=lang),
        pct=_percent(delta / verdict.expected_spm),
        direction=direction_word("cadence", delta, lang=lang),
    )
    just = "just_" if named["actual"] == named.get("minimum") else ""
    below = "" if verdict.achieved else phrase(f"cadence_{just}below", lang, **named)
    return _first_that_fits(fitting, below)


def balance_text(verdict: BalanceVerdict, lang: Lang) -> str:
    """Left and right share, against what is usual for this runner."""
    left = fixed(verdict.left_pct, 1)
    text = phrase("balance", lang, left=left, right=fixed(PERCENT - float(left), 1))
    if verdict.usual_left_pct is None:
        text += phrase("balance_alone", lang)
    else:
        shift = verdict.left_pct - verdict.usual_left_pct
        text += phrase(
            "balance_usual" if abs(shift) < BALANCE_SAME_POINTS else "balance_moved",
            lang,
            usual=fixed(verdict.usual_left_pct, 1),
            shift=fixed(abs(shift), 1),
            side=phrase("left" if shift > 0.0 else "right", lang),
        )
    return text + (phrase("balance_penalised", lang) if verdict.penalised else "")


def overall_text(evaluation: FormEvaluation, lang: Lang) -> str:
    """The whole run in a line. 達成済み appears exactly when nothing needs improvement."""
    verdicts = list(evaluation.metrics.values())
    improve = [verdict for verdict in verdicts if verdict.needs_improvement]
    text = phrase(
        "overall",
        lang,
        score=fixed(evaluation.overall_score, 1),
        stars=star_text(evaluation.overall_stars),
    )
    if improve:
        reasons = [_reason(verdict, evaluation.balance, lang=lang) for verdict in improve]
        text += phrase("overall_improve", lang, metrics=_join(reasons, lang))
    else:
        names = [_name(verdict, lang) for verdict in verdicts]
        text += phrase("overall_met", lang, metrics=_join(names, lang))
    text += _changes(verdicts, lang)
    if evaluation.new_sensor:
        text += phrase("new_sensor", lang)
    elif all(verdict.basis == "population" for verdict in verdicts):
        text += phrase("overall_population", lang)
    return text


def generate_gct_evaluation_text(
    actual: float,
    expected: float,
    score: MetricScore,
    pace_minutes_per_km: float,
    *,
    lang: Lang = "ja",
) -> str:
    """A graded contact time (ms) at a pace in words."""
    at_pace = phrase("at_pace", lang, pace=format_pace(pace_minutes_per_km * SECONDS_PER_MINUTE))
    return _observation_text("gct", (actual, expected), score=score, lang=lang, at_pace=at_pace)


def generate_vo_evaluation_text(
    actual: float, expected: float, score: MetricScore, *, lang: Lang = "ja"
) -> str:
    """A graded vertical oscillation (cm) in words."""
    return _observation_text("vo", (actual, expected), score=score, lang=lang)


def generate_vr_evaluation_text(
    actual: float, expected: float, score: MetricScore, *, lang: Lang = "ja"
) -> str:
    """A graded vertical ratio (percent) in words."""
    return _observation_text("vr", (actual, expected), score=score, lang=lang)


def _observation_text(
    metric: MetricName,
    observed: tuple[float, float],
    *,
    score: MetricScore,
    lang: Lang,
    at_pace: str = "",
) -> str:
    actual, expected = observed
    delta_frac = relative_delta_frac(actual, expected)
    pct = _percent(delta_frac)
    fitting = heads(
        "as_expected" if float(pct) == 0.0 else "off_expected",
        lang,
        label=label(metric, lang),
        actual=value_text(metric, actual),
        expected=value_text(metric, expected),
        at_pace=at_pace,
        pct=pct,
        direction=direction_word(metric, delta_frac, lang=lang),
    )
    if score.penalty > EPSILON:
        judged = _penalty_words(score.penalty, lang, improve=score.needs_improvement, praise=True)
    elif abs(delta_frac) <= TOLERANCE_FRAC + EPSILON:
        judged = phrase("own_level", lang, rating=rating_word(stars(score.score), lang))
    else:
        judged = phrase("free", lang)
    return _first_that_fits(fitting, judged)


def _points(verdict: MetricVerdict, lang: Lang, *, imbalance_penalised: bool) -> str:
    """What the deviation costs; empty when it costs nothing."""
    if verdict.penalty <= EPSILON:
        return ""
    praise = verdict.basis != "population"
    words = _penalty_words(verdict.penalty, lang, improve=verdict.needs_improvement, praise=praise)
    return (phrase("points_imbalance", lang) if imbalance_penalised else "") + words


def _free_words(verdict: MetricVerdict, lang: Lang, *, inside: bool) -> str:
    """What is said of a deviation that costs nothing: 優秀 only at one's own, known level."""
    if not inside:
        return phrase("free" if verdict.notable else "slight", lang)
    if verdict.basis == "population" or verdict.extrapolated:
        return ""
    return phrase("own_level", lang, rating=rating_word(verdict.stars, lang))


def _penalty_words(penalty: float, lang: Lang, *, improve: bool, praise: bool) -> str:
    """Points lost and the word of the star band. No praise for lost points at five stars, nor for
    what was compared with strangers."""
    count = stars(PERCENT - penalty)
    named = {"points": points_text(penalty), "rating": rating_word(count, lang)}
    if improve:
        return phrase("points_rated" if count <= 2 else "points_improve", lang, **named)
    return phrase("points_rated" if praise and count == 4 else "points", lang, **named)


def _caveat(verdict: MetricVerdict, lang: Lang) -> str:
    if verdict.basis == "population":
        return phrase("population", lang)
    if verdict.extrapolated:
        return phrase("extrapolated", lang)
    if verdict.basis == "shrunk":
        return phrase("shrunk", lang, n_runs=verdict.n_runs)
    return ""


def _first_that_fits(fitting: tuple[str, ...], rest: str) -> str:
    """The longest head that leaves the whole text within its bytes; the shortest if none does."""
    texts = [head + rest for head in fitting]
    short = [text for text in texts if len(text.encode()) <= TEXT_MAX_BYTES]
    return short[0] if short else texts[-1]


def _set_minimum_key(verdict: CadenceVerdict) -> str:
    return "cadence_set_met" if verdict.achieved else "cadence_set_missed"


def _reason(verdict: MetricVerdict, balance: BalanceVerdict | None, *, lang: Lang) -> str:
    reasons = [_deviation(verdict, lang)]
    if verdict.metric == "gct" and balance is not None and balance.penalised:
        reasons.append(phrase("imbalance", lang))
    return phrase(
        "overall_reason",
        lang,
        metric=_name(verdict, lang),
        reasons=phrase("clause", lang).join(reasons),
    )


def _changes(verdicts: list[MetricVerdict], lang: Lang) -> str:
    """What left the personal band on the side that costs nothing; empty when nothing did."""
    notable = [
        phrase(
            "notable_one", lang, metric=_name(verdict, lang), deviation=_deviation(verdict, lang)
        )
        for verdict in verdicts
        if verdict.notable
    ]
    if not notable:
        return ""
    metrics = phrase("clause", lang).join(notable)
    return phrase("overall_notable", lang, metrics=metrics[0].upper() + metrics[1:])


def _name(verdict: MetricVerdict, lang: Lang) -> str:
    """The metric inside a sentence."""
    return label(verdict.metric, lang).lower()


def _deviation(verdict: MetricVerdict, lang: Lang) -> str:
    return phrase(
        "deviation_population" if verdict.basis == "population" else "deviation_own",
        lang,
        pct=_percent(verdict.delta_frac),
        direction=direction_word(verdict.metric, verdict.delta, lang=lang),
    )


def _percent(delta_frac: float) -> str:
    """0.0134 as '1.3': the size of a deviation, its direction is said in words."""
    return fixed(abs(delta_frac) * PERCENT, 1)


def _join(names: list[str], lang: Lang) -> str:
    return phrase("list", lang).join(names)
