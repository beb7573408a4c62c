"""Power, oxygen uptake, threshold, steps and stiffness, and repetitions one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, length_unit, say
from hakaru.core.quantity import METRES_PER
from hakaru.core.units import METRES_PER_KM, PERCENT, format_duration
from hakaru.present.athlete import quantity_name
from hakaru.present.document import Fact, Row, Table
from hakaru.present.figures import (
    NO_VALUE,
    distance_text,
    pace_text,
    pct_text,
    percent_text,
    share_text,
    signed,
    unit_text,
    variation_text,
)
from hakaru.present.fitness import fitness_age_text
from hakaru.present.names import (
    BALANCE_BANDS,
    CONSISTENCY,
    DECLINES,
    GAUGE_ZONES,
    HELD,
    MAX_SHARE_ZONES,
    METHODS,
    PATTERNS,
    REP_FORM,
    RETENTION,
    STEP_CONSISTENCY,
    UTILISATION,
    VO2_CATEGORIES,
    VO2_PERCENTILES,
)
from hakaru.present.session import joined_text
from hakaru.running.metrics import METRICS
from hakaru.running.physiology.steps import (
    TYPICAL_STEPS,
    StepFigures,
    StiffnessFigures,
    typical_form,
)
from hakaru.running.wording import fixed, label, value_text

if TYPE_CHECKING:
    from hakaru.running.arithmetic import DeclineClass
    from hakaru.running.athlete.model import Athlete
    from hakaru.running.physiology.figures import (
        GaugeMetric,
        GaugeReading,
        PhysiologyFigures,
        ShareOfMaximum,
        Topic,
        Vo2Figures,
    )
    from hakaru.running.physiology.power import PowerFigures, ThresholdFigures
    from hakaru.running.report import MetricAcrossReps, RepForm
    from hakaru.running.session.intervals import IntervalFigures, Rep
    from hakaru.running.session.model import TrainingType

Named = tuple[str, str | None]
"""A key of `PHYSIOLOGY` and its text; None: not known, left out."""


def physiology_rows(
    figures: PhysiologyFigures, lang: Lang, *, without: frozenset[Topic] = frozenset()
) -> tuple[Fact, ...]:
    """What a report of this type shows (T's tables of importance), then steps and stiffness.

    `without` names topics that the page shows elsewhere.
    """
    rows: list[Named] = []
    for topic in (topic for topic in figures.shown if topic not in without):
        rows += _topic(figures, topic, lang)
    if figures.of_maximum is not None:
        rows += _of_maximum(figures.of_maximum, lang)
    if figures.steps is not None:
        rows += _steps(figures.steps, lang)
    if figures.stiffness is not None:
        rows += _stiffness(figures.stiffness)
    return _facts(rows, lang)


def threshold_rows(threshold: ThresholdFigures, lang: Lang) -> tuple[Fact, ...]:
    """How long the target part was held at the threshold, by heart rate, pace and power."""
    return _facts(_threshold(threshold, lang), lang)


def typical_texts(
    training_type: TrainingType, physiology: PhysiologyFigures | None, *, lang: Lang
) -> tuple[str, ...]:
    """General ranges that are never scored: T's steps of the type, colours of a maker's gauge."""
    texts = []
    typical = TYPICAL_STEPS.get(training_type)
    if typical is not None:
        bounds = {
            "step_low": typical.step_low_cm,
            "step_high": typical.step_high_cm,
            "cadence_low": typical.cadence_low_spm,
            "cadence_high": typical.cadence_high_spm,
        }
        shown = {name: fixed(value, 0) for name, value in bounds.items()}
        texts.append(
            say(
                "Step length {step_low}–{step_high} cm, cadence "
                "{cadence_low}–{cadence_high} spm (for about 170 cm of "
                "height). They depend on your build and are never scored.",
                lang,
                **shown,
            )
        )
    if physiology is None:
        return tuple(texts)
    if physiology.gauges and physiology.speed_mps is not None:
        texts.append(_typical_form_text(physiology.speed_mps, lang))
    texts += [gauge_text(reading, lang) for reading in physiology.gauges]
    if physiology.balance is not None:
        band = say(BALANCE_BANDS[physiology.balance], lang)
        texts.append(say("Contact balance: '{band}' there.", lang, band=band))
    return tuple(texts)


def _typical_form_text(speed_mps: float, lang: Lang) -> str:
    """T's ranges of contact time, oscillation and ratio at a pace."""
    typical = typical_form(speed_mps)
    return say(
        "At {pace} people often quote contact {gct}, oscillation "
        "{vo}, ratio {vr}. They depend on build and sensor and are "
        "never scored.",
        lang,
        pace=pace_text(speed_mps, lang),
        gct=f"{fixed(typical.gct_low_ms, 0)}–{fixed(typical.gct_high_ms, 0)} ms",
        vo=f"{fixed(typical.vo_low_cm, 1)}–{fixed(typical.vo_high_cm, 1)} cm",
        vr=f"{fixed(typical.vr_low_pct, 1)}–{fixed(typical.vr_high_pct, 1)} %",
    )


def gauge_text(reading: GaugeReading, lang: Lang) -> str:
    """Where a maker's gauge would put a value among all its users."""
    return say(
        "{metric}: '{zone}' among all users of such sensors (whatever their pace).",
        lang,
        metric=_gauge_label(reading.metric, lang),
        zone=say(GAUGE_ZONES[reading.zone], lang),
    )


def decline_text(fallen_pct: float | None, code: DeclineClass | None, *, lang: Lang) -> str | None:
    """A loss with its class; what rose was not lost. None: not measured."""
    if fallen_pct is None:
        return None
    text = pct_text(fallen_pct, 1)
    if text.startswith("-"):
        return say("none ({rise} more at the end)", lang, rise=pct_text(-fallen_pct, 1))
    return classed_text(text, None if code is None else say(DECLINES[code], lang), lang=lang)


def classed_text(text: str | None, klass: str | None, *, lang: Lang) -> str | None:
    """'1.3%（小さい）': a figure with its class where it has one. None: no figure."""
    if text is None or klass is None:
        return text
    return say("{value} ({klass})", lang, value=text, klass=klass)


def _gauge_label(metric: GaugeMetric, lang: Lang) -> str:
    if metric == "cadence_spm":
        return label("cadence", lang)
    if metric == "gct_ms":
        return label("gct", lang)
    return label("vo" if metric == "vo_cm" else "vr", lang)


def _topic(figures: PhysiologyFigures, topic: Topic, lang: Lang) -> list[Named]:
    if topic == "power":
        return [] if figures.power is None else _power_rows(figures.power, lang)
    if topic == "vo2_max":
        return [] if figures.vo2 is None else _vo2(figures.vo2, lang)
    return _threshold(figures.threshold, lang)


def _power_rows(power: PowerFigures, lang: Lang) -> list[Named]:
    cv = power.cv_frac
    share_pct = power.critical_power_share_pct
    mean = unit_text(power.mean_w, "W")
    even = None if power.consistency is None else say(CONSISTENCY[power.consistency], lang)
    return [
        (
            N_("Power in the judged part (of critical power)"),
            None if share_pct is None else f"{mean} ({pct_text(share_pct)})",
        ),
        (N_("Power in the judged part"), mean if share_pct is None else None),
        (
            N_("Power weighted for surges"),
            None if power.normalized_w is None else unit_text(power.normalized_w, "W"),
        ),
        (
            N_("Even power (variation)"),
            classed_text(None if cv is None else variation_text(cv), even, lang=lang),
        ),
        (
            N_("Loss of power, first to last"),
            decline_text(power.decline_pct, power.decline, lang=lang),
        ),
        (N_("Time in power zones"), _zone_shares(power)),
        (
            N_("Energy of running"),
            None if power.energy_j_per_km is None else _energy(power.energy_j_per_km, lang),
        ),
        (
            N_("Running effectiveness v/(P/m)"),
            None if power.running_effectiveness is None else fixed(power.running_effectiveness, 2),
        ),
    ]


def _energy(energy_j_per_km: float, lang: Lang) -> str:
    """'68.5 kJ/km' or '110.2 kJ/mi'."""
    energy_kj = energy_j_per_km * METRES_PER[length_unit(lang)] / METRES_PER_KM / 1000.0
    return unit_text(energy_kj, f"kJ/{length_unit(lang)}", decimals=1)


def _zone_shares(power: PowerFigures) -> str | None:
    """'Z2 12%, Z3 80%, Z4 8%': the time in zones of power, those without any left out."""
    if power.zone_s is None or not sum(power.zone_s) > 0.0:
        return None
    shares = {zone: time_s / sum(power.zone_s) for zone, time_s in enumerate(power.zone_s, start=1)}
    return ", ".join(f"Z{zone} {share_text(share)}" for zone, share in shares.items() if share > 0)


def _vo2(vo2: Vo2Figures, lang: Lang) -> list[Named]:
    value = unit_text(vo2.vo2_max_ml_per_kg_min, "ml/kg/min", decimals=1)
    standing = None
    if vo2.standing is not None:
        category = say(VO2_CATEGORIES[vo2.standing.category], lang)
        percentile = say(VO2_PERCENTILES[vo2.standing.percentile], lang)
        standing = say("{value} ({klass})", lang, value=category, klass=percentile)
    return [
        (N_("Share of VO2max used"), _uses(vo2, lang)),
        (N_("VO2max"), classed_text(value, _doubt(vo2, lang), lang=lang)),
        (N_("Among your age and sex"), standing),
        (N_("Fitness age"), fitness_age_text(vo2.fitness_age_years, lang)),
        (N_("What VO2max could become"), _gain(vo2, lang)),
        (N_("Pace at VO2max"), pace_text(vo2.vo2_max_speed_mps, lang)),
    ]


def _uses(vo2: Vo2Figures, lang: Lang) -> str | None:
    """Utilisation by each source side by side; '83.1% by the watch (as meant), 88.0% by ...'."""
    if not vo2.by_source:
        used_pct, klass = vo2.utilisation_pct, vo2.utilisation
        text = None if used_pct is None else pct_text(used_pct, 1)
        return classed_text(
            text, None if klass is None else say(UTILISATION[klass], lang), lang=lang
        )
    texts = []
    for use in vo2.by_source:
        text = say(
            "{share} of VO2max {vo2_max}, {source}",
            lang,
            share=pct_text(use.used_pct, 1),
            vo2_max=fixed(use.source.value, 1),
            source=say(METHODS.get(use.source.method, N_("estimated from runs")), lang),
        )
        named = None if use.utilisation is None else say(UTILISATION[use.utilisation], lang)
        texts.append(classed_text(text, named, lang=lang) or text)
    return say("; ", lang).join(texts)


def _doubt(vo2: Vo2Figures, lang: Lang) -> str | None:
    """Why a VO2max is to be taken with care: contradicted, estimated from threshold, or old."""
    if vo2.disagreement is not None:
        which = say("Nothing tells which of them is out of date.", lang)
        if vo2.disagreement.stale is not None:
            name = quantity_name(vo2.disagreement.stale, lang)
            which = say("{name} looks out of date.", lang, name=name)
        return say("at odds with the threshold pace. {stale}", lang, stale=which)
    if vo2.circular:
        return say("one of VO2max and threshold pace is estimated from the other", lang)
    return say("may be out of date", lang) if vo2.stale else None


def _gain(vo2: Vo2Figures, lang: Lang) -> str:
    bounds = (vo2.gain_low_ml_per_kg_min, vo2.gain_high_ml_per_kg_min)
    low, high = (fixed(bound, 1) for bound in bounds)
    return say(
        "{low}–{high} (usual after 4 to 8 weeks with one or two hard sessions)",
        lang,
        low=low,
        high=high,
    )


def _threshold(threshold: ThresholdFigures, lang: Lang) -> list[Named]:
    held = None if threshold.held is None else say(HELD[threshold.held], lang)
    shares = (
        (N_("At threshold heart rate (±5 bpm)"), threshold.heart_rate_share_pct, held),
        (N_("At threshold pace (95–105%)"), threshold.speed_share_pct, None),
        (N_("At critical power (95–105%)"), threshold.power_share_pct, None),
    )
    above_s = threshold.above_threshold_s
    rows: list[Named] = []
    for name, share_pct, klass in shares:
        text = None if share_pct is None else pct_text(share_pct, 1)
        rows.append((name, classed_text(text, klass, lang=lang)))
    rows.append((N_("Time above threshold"), None if above_s is None else format_duration(above_s)))
    inside_s = threshold.target_above_threshold_s
    if inside_s is not None and inside_s != above_s:
        rows.append((N_("Time above threshold in the judged part"), format_duration(inside_s)))
    return rows


def _of_maximum(share: ShareOfMaximum, lang: Lang) -> list[Named]:
    zone = say(MAX_SHARE_ZONES[share.zone], lang)
    return [
        (
            N_("Share of maximum heart rate (while threshold heart rate is not known)"),
            classed_text(pct_text(share.share_pct, 0), zone, lang=lang),
        )
    ]


def _steps(steps: StepFigures, lang: Lang) -> list[Named]:
    cadence, step = unit_text(steps.cadence_spm, "spm"), unit_text(steps.step_length_cm, "cm")
    if steps.expected is not None:
        usual = steps.expected
        cadence = say(
            "{value} (your usual {expected})",
            lang,
            value=cadence,
            expected=unit_text(usual.cadence_spm, "spm"),
        )
        step = say(
            "{value} (your usual {expected})",
            lang,
            value=step,
            expected=unit_text(usual.step_length_cm, "cm"),
        )
    cv = steps.cv_frac
    even = None if steps.consistency is None else say(STEP_CONSISTENCY[steps.consistency], lang)
    return [
        (N_("Cadence in the judged part"), cadence),
        (in_context("step length", "Step length"), step),
        (
            N_("Cadence and step length"),
            None if steps.pattern is None else say(PATTERNS[steps.pattern], lang),
        ),
        (
            N_("Even step length (variation)"),
            classed_text(None if cv is None else variation_text(cv), even, lang=lang),
        ),
        (
            N_("Loss of step length as measured, first to last"),
            decline_text(steps.decline_pct, steps.decline, lang=lang),
        ),
        (N_("What changed the speed"), _speed_parts(steps, lang)),
    ]


def _speed_parts(steps: StepFigures, lang: Lang) -> str | None:
    change = steps.change
    if change is None:
        return None
    parts = {
        "speed": change.speed_change_pct,
        "cadence": change.cadence_change_pct,
        "step": change.step_length_change_pct,
    }
    shown = {name: f"{signed(value, 1)}%" for name, value in parts.items()}
    return say("speed {speed} (cadence {cadence}, step length {step})", lang, **shown)


def _stiffness(stiffness: StiffnessFigures) -> list[Named]:
    stiff = stiffness.leg_stiffness_kn_per_m
    return [(N_("Leg stiffness"), None if stiff is None else unit_text(stiff, "kN/m", decimals=1))]


def _facts(rows: list[Named], lang: Lang) -> tuple[Fact, ...]:
    """Each key once: the threshold may be both a part of its own and a topic."""
    named = {name: text for name, text in rows if text}
    return tuple(Fact(label=say(name, lang), value=text) for name, text in named.items())


def interval_rows(intervals: IntervalFigures, lang: Lang) -> tuple[Fact, ...]:
    """What the repetitions show together; what was not measured is left out."""
    speed_mps, total_s = intervals.work_speed_mps, intervals.work_s
    total = f"{distance_text(intervals.work_distance_m, lang)} / {format_duration(total_s)}"
    cv, rise_bpm = intervals.work_cv_frac, intervals.heart_rate_rise_bpm
    drop_pct, left_pct = intervals.heart_rate_drop_pct, intervals.heart_rate_retention_pct
    keyed_texts = [
        (N_("Consistency of work (variation)"), None if cv is None else variation_text(cv)),
        (N_("Heart rate drop"), None if drop_pct is None else pct_text(drop_pct, 1)),
        (
            N_("Heart rate left after recovery"),
            classed_text(
                None if left_pct is None else pct_text(left_pct, 1),
                None
                if intervals.retention_class is None
                else say(RETENTION[intervals.retention_class], lang),
                lang=lang,
            ),
        ),
        (
            N_("Rise of heart rate, first to last"),
            None if rise_bpm is None else f"{signed(rise_bpm, 0)} bpm",
        ),
        (N_("Mean pace of work"), None if speed_mps is None else pace_text(speed_mps, lang)),
        (N_("Total work"), total),
        *_declines(intervals, lang),
    ]
    return tuple(Fact(label=say(name, lang), value=text) for name, text in keyed_texts if text)


def _declines(intervals: IntervalFigures, lang: Lang) -> list[tuple[str, str | None]]:
    cv = intervals.power_cv_frac
    power = (intervals.power_decline_pct, intervals.power_decline_class)
    steps = (intervals.step_length_decline_pct, intervals.step_length_decline_class)
    return [
        (N_("Even power (variation)"), None if cv is None else variation_text(cv)),
        (N_("Loss of power, first to last"), decline_text(*power, lang=lang)),
        (N_("Loss of step length as measured, first to last"), decline_text(*steps, lang=lang)),
    ]


def rep_matrix(
    intervals: IntervalFigures,
    athlete: Athlete | None,
    *,
    lang: Lang,
    rep_form: RepForm | None = None,
) -> Table:
    """One line per repetition: pace, power, step, heart rate, contact time, recovery.

    Columns that no repetition carries are left out.
    """
    titles = [
        say(in_context("rep", "Work"), lang),
        say("Time", lang),
        say("Pace, running", lang),
        say("Power (of CP)", lang),
        say("Step length", lang),
        say("Heart rate at the end", lang),
        say("GCT (vs own line)", lang),
        say("Recovery (time, heart rate left)", lang),
    ]
    critical_w = None if athlete is None else athlete.value("critical_power_w")
    own = _gct_deltas(rep_form)
    lines = [
        (
            f"W{rep.rep_index}",
            f"{distance_text(rep.distance_m, lang)} / {format_duration(rep.duration_s)}",
            pace_text(rep.speed_mps, lang),
            _power(rep, critical_w),
            NO_VALUE if rep.step_length_cm is None else unit_text(rep.step_length_cm, "cm"),
            NO_VALUE
            if rep.heart_rate_end_bpm is None
            else unit_text(rep.heart_rate_end_bpm, "bpm"),
            _gct(rep, own),
            _recovery(rep, lang),
        )
        for rep in intervals.reps
    ]
    rows = tuple(Row(cells=line) for line in lines)
    return Table(name="reps", columns=tuple(titles), rows=rows).measured()


def _gct_deltas(rep_form: RepForm | None) -> dict[int, float]:
    across = () if rep_form is None else rep_form.metrics
    return {
        delta.rep_index: delta.delta_frac
        for across_reps in across
        if across_reps.metric == "gct"
        for delta in across_reps.deltas
    }


def _power(rep: Rep, critical_w: float | None) -> str:
    if rep.power_w is None:
        return NO_VALUE
    text = unit_text(rep.power_w, "W")
    if critical_w is None:
        return text
    return f"{text} ({pct_text(PERCENT * rep.power_w / critical_w)})"


def _gct(rep: Rep, own: dict[int, float]) -> str:
    if rep.gct_ms is None:
        return NO_VALUE
    text = value_text("gct", rep.gct_ms)
    delta_frac = own.get(rep.rep_index)
    return text if delta_frac is None else f"{text} ({percent_text(delta_frac)})"


def _recovery(rep: Rep, lang: Lang) -> str:
    if rep.recovery is None:
        return NO_VALUE
    time = format_duration(rep.recovery.duration_s)
    if rep.heart_rate_retention_pct is None:
        return time
    left = pct_text(rep.heart_rate_retention_pct, 1)
    return say("{time}, {left}", lang, time=time, left=left)


def rep_form_texts(rep_form: RepForm, lang: Lang, *, reps: Sequence[Rep]) -> tuple[str, ...]:
    """Whether form held across the repetitions, or why that cannot be told; then each metric that
    changed or is not clear, and those that held in one line."""
    overall = say("Form across repetitions {code}.", lang, code=say(REP_FORM[rep_form.code], lang))
    if not any(METRICS[metric.metric].unfavourable for metric in rep_form.metrics):
        measured = any(
            value is not None for rep in reps for value in (rep.gct_ms, rep.vo_cm, rep.vr_pct)
        )
        overall = say(
            (
                N_(
                    "There is no baseline yet for what is usual at these paces, so "
                    "form across repetitions is not judged."
                )
                if measured
                else N_("Form was not measured, so form across repetitions is not judged.")
            ),
            lang,
        )
    changed = [metric for metric in rep_form.metrics if metric.code != "stable"]
    held = [metric for metric in rep_form.metrics if metric.code == "stable"]
    return (overall, *(across_text(metric, lang) for metric in changed), *_held(held, lang))


def _held(metrics: Sequence[MetricAcrossReps], lang: Lang) -> tuple[str, ...]:
    """'Held, at equal pace: ground contact time (+2.2%), …'; nothing of none."""
    changes = [
        say(
            "{metric} ({change})",
            lang,
            metric=label(metric.metric, lang),
            change=percent_text(change),
        )
        for metric in metrics
        if (change := metric.change_frac) is not None
    ]
    return (
        (say("Held, at equal pace: {metrics}.", lang, metrics=joined_text(changes, lang)),)
        if changes
        else ()
    )


def across_text(across: MetricAcrossReps, lang: Lang) -> str:
    """One metric from first to last repetition against the own line: what speed does is out of it,
    unlike in a loss as measured."""
    metric, code = label(across.metric, lang), say(REP_FORM[across.code], lang)
    if (
        across.change_frac is None
        or across.change_low_frac is None
        or across.change_high_frac is None
    ):
        n_reps = fixed(len(across.deltas), 0)
        return say(
            "{metric} {code} ({n} <n:repetition is|repetitions are> too few)",
            lang,
            metric=metric,
            code=code,
            n=n_reps,
        )
    return say(
        "{metric} {code} (at equal pace {change}, 98% interval {low} to {high})",
        lang,
        metric=metric,
        code=code,
        change=percent_text(across.change_frac),
        low=percent_text(across.change_low_frac),
        high=percent_text(across.change_high_frac),
    )
