"""How do the kind of training, its evidence and the structure of a run read?"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.core.units import PERCENT, format_duration, format_pace, speed_to_pace_s_per_km
from hakaru.render.numbers import km_text, pct_text, share_text, unit_text
from hakaru.render.words import say
from hakaru.render.words_session import (
    CONFIDENCE,
    EVIDENCE,
    FORMS,
    ROLE_SOURCES,
    ROLES,
    SESSION,
    TYPE_SOURCES,
    TYPES,
)
from hakaru.running.report import SessionReport
from hakaru.running.session.criteria import KINDS
from hakaru.running.session.criteria import Kind as SessionKind
from hakaru.running.session.model import (
    Evidence,
    SegmentFigures,
    SessionSummary,
    TrainingType,
    TypeVerdict,
)
from hakaru.running.splits import Role
from hakaru.running.wording import Lang, fixed

_CONFIDENT_FRAC, _FAIRLY_FRAC = 0.8, 0.6
_EVIDENCE_MOST = 4


def type_name(training_type: TrainingType, lang: Lang) -> str:
    """'有酸素ベース走', 'aerobic base run'."""
    return say(TYPES[training_type], lang)


def type_text(verdict: TypeVerdict, lang: Lang) -> str:
    """The kind of training, who decided it and how surely."""
    name, source = type_name(verdict.training_type, lang), say(TYPE_SOURCES[verdict.source], lang)
    if verdict.source in ("user", "named", "none"):
        return say(SESSION["type_stated"], lang, type=name, source=source)
    confidence = confidence_text(verdict.confidence_frac, lang)
    return say(SESSION["type_line"], lang, type=name, source=source, confidence=confidence)


def confidence_text(confidence_frac: float, lang: Lang) -> str:
    """'確か 92%'."""
    level = "high" if confidence_frac >= _CONFIDENT_FRAC else "medium"
    level = level if confidence_frac >= _FAIRLY_FRAC else "low"
    word = say(CONFIDENCE[level], lang)
    return say(SESSION["confidence"], lang, word=word, share=share_text(confidence_frac))


def evidence_text(evidence: Evidence, lang: Lang) -> str:
    """One figure that spoke for the type. A code without words is left out: ''."""
    if evidence.code not in EVIDENCE:
        return ""
    return say(EVIDENCE[evidence.code], lang, value=evidence_value(evidence.code, evidence.value))


def evidence_value(code: str, value: float) -> str:
    """A figure in the unit that its code ends in: seconds as 3:20, speeds as paces, shares in %."""
    if code == "climb_per_km_m":
        return fixed(value, 0)
    if code.endswith("_s_per_km"):
        return f"{format_pace(value)}/km"
    shown = {
        "pct": pct_text(value),
        "frac": pct_text(value * PERCENT),
        "bpm": unit_text(value, "bpm"),
        "w": unit_text(value, "W"),
        "cm": unit_text(value, "cm", decimals=1),
        "s": format_duration(value),
        "m": f"{km_text(value)} km",
        "days": fixed(value, 0),
        "h": fixed(value, 0),
        "n": fixed(value, 0),
    }
    if code.endswith("_mps") and value > 0.0:
        return f"{format_pace(speed_to_pace_s_per_km(value))}/km"
    return shown.get(code.rpartition("_")[2], fixed(value, 0))


def kind_line(summary: SessionSummary, lang: Lang) -> str:
    """'インターバル：0.75 km × 5本（1本 3:01）'; of anything but repetitions the kind alone."""
    name = type_name(summary.training_type, lang)
    distance_m, duration_s = summary.rep_distance_m, summary.rep_s
    if summary.form != "reps" or distance_m is None or duration_s is None:
        return name
    return say(
        SESSION["kind_reps"],
        lang,
        type=name,
        n=summary.n_reps,
        distance=km_text(distance_m),
        time=format_duration(duration_s),
    )


def confidence_line(verdict: TypeVerdict, lang: Lang) -> str:
    """'走りの構成から判定、おおむね確か 67%': what decided the kind, and how surely."""
    source = say(TYPE_SOURCES[verdict.source], lang)
    if verdict.source in ("user", "none"):
        return source
    return joined_text([source, confidence_text(verdict.confidence_frac, lang)], lang)


def evidence_texts(verdict: TypeVerdict, lang: Lang) -> tuple[str, ...]:
    """The most telling figures that spoke for the type."""
    texts = (evidence_text(figure, lang) for figure in verdict.evidence)
    return tuple([text for text in texts if text][:_EVIDENCE_MOST])


def evidence_line(verdict: TypeVerdict, lang: Lang) -> str:
    """'理由: 速い区間が6本、…'; '' where no figure spoke for the type."""
    evidence = list(evidence_texts(verdict, lang))
    if not evidence:
        return ""
    return say(SESSION["evidence_line"], lang, evidence=joined_text(evidence, lang))


def joined_text(parts: list[str], lang: Lang) -> str:
    """Parts of a sentence one after the other."""
    return ("、" if lang == "ja" else ", ").join(parts)


def relabel_text(summary: SessionSummary, lang: Lang) -> str:
    """How to correct the kind of training; the example is another kind."""
    example = "interval" if summary.training_type == "aerobic_base" else "aerobic_base"
    key = SESSION["relabel_as"]
    return say(key, lang, activity_id=summary.activity_id, example=example)


def role_text(role: Role, lang: Lang) -> str:
    """'ウォームアップ', 'Work'."""
    return say(ROLES[role], lang)


def session_kind(training_type: TrainingType) -> SessionKind:
    """Which page a type gets: whole run, main part or work segments."""
    return KINDS[training_type]


def role_sources_text(figures: Sequence[SegmentFigures], lang: Lang) -> str:
    """What told the parts of a session from each other; '' without parts."""
    sources = dict.fromkeys(figure.source for figure in figures)
    return joined_text([say(ROLE_SOURCES[source], lang) for source in sources], lang)


def no_zones_text(report: SessionReport, lang: Lang) -> str:
    """Why there is no time in zones: the zones, heart rate, or only its seconds are missing."""
    averaged = report.analysis.summary.heart_rate_bpm is not None
    has_zones = report.zones is not None and averaged
    return say(SESSION["no_zone_time" if has_zones else "no_zones"], lang)


def structure_text(summary: SessionSummary, lang: Lang) -> str:
    """What the run is made of: repetitions with their usual length, a block, a steady run."""
    text = say(FORMS[summary.form], lang)
    if summary.form == "reps" and summary.rep_distance_m is not None and summary.rep_s is not None:
        text += " " + say(
            SESSION["reps_line"],
            lang,
            n=summary.n_reps,
            distance=km_text(summary.rep_distance_m),
            time=format_duration(summary.rep_s),
        )
    if summary.n_strides:
        text += " " + say(SESSION["strides"], lang, n=summary.n_strides)
    return text
