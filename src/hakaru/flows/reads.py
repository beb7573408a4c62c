"""Reads of stored runs, their splits, samples and sections, as the requirements name them."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import date
from typing import Any, Literal, NoReturn

from hakaru.core.errors import AnalysisRefused, BadArgument
from hakaru.core.i18n import LANGUAGES, Lang, Language, message, say
from hakaru.core.plain import Rows, Text, shown
from hakaru.flows.context import Context
from hakaru.flows.narrate import read_known
from hakaru.flows.outside import judged, keep
from hakaru.guard.cleaning import Finding, clean, musts
from hakaru.present.names import DEDUCTIONS
from hakaru.records import frozen
from hakaru.running.claims.facts import facts_of
from hakaru.running.claims.outside import Contract
from hakaru.running.sections.evidence import Bundle, bundle, handed_in
from hakaru.running.sections.facts import gather_all
from hakaru.running.sections.model import SECTIONS, SectionName
from hakaru.store.readers.base import PerformanceTrends, TableResult, find_run, size_bytes
from hakaru.store.readers.figures import (
    FormSummary,
    HeartRateEfficiency,
    LactateThresholdData,
    Vo2MaxData,
    WeatherDetail,
    ZonesDetail,
)
from hakaru.store.readers.reader import (
    DateResult,
    DayResult,
    GarminDBReader,
    Insights,
    SectionAnalyses,
)
from hakaru.store.sections import (
    NewSection,
    SectionType,
    TextQuery,
    current_sections,
)


def get_activity_by_date(context: Context, *, date: date) -> DayResult:
    """Every run of a local day.

    Raises:
        UnknownActivity: none is stored.
    """
    return GarminDBReader(context.store).query_activity_by_date(date)


def get_date_by_activity_id(context: Context, *, activity_id: str) -> DateResult:
    """The local day of a run.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    activity = GarminDBReader(context.store).find_activity(activity_id)
    return DateResult(activity_id=activity.activity_id, day=activity.day)


def get_form_efficiency_summary(context: Context, *, activity_id: str) -> FormSummary:
    """Form and its verdict; raises as `AggregateReader.get_form_efficiency_summary`."""
    return GarminDBReader(context.store).get_form_efficiency_summary(activity_id)


def get_hr_efficiency_analysis(context: Context, *, activity_id: str) -> HeartRateEfficiency:
    """Type, evidence, zones; raises as `HeartRateReader.get_hr_efficiency_analysis`."""
    return GarminDBReader(context.store).get_hr_efficiency_analysis(activity_id)


def get_heart_rate_zones_detail(context: Context, *, activity_id: str) -> ZonesDetail:
    """Time in zones; raises as `HeartRateReader.get_heart_rate_zones_detail`."""
    return GarminDBReader(context.store).get_heart_rate_zones_detail(
        activity_id, shares_frac=context.settings.sessions.heart_rate_zones_frac
    )


def get_vo2_max_data(context: Context, *, activity_id: str) -> Vo2MaxData:
    """VO2max at that date; raises as `BodyReader.get_vo2_max_data`."""
    return GarminDBReader(context.store).get_vo2_max_data(activity_id)


def get_lactate_threshold_data(context: Context, *, activity_id: str) -> LactateThresholdData:
    """Thresholds at that date; raises as `BodyReader.get_lactate_threshold_data`."""
    return GarminDBReader(context.store).get_lactate_threshold_data(activity_id)


def get_performance_trends(context: Context, *, activity_id: str) -> PerformanceTrends:
    """Evenness, drift, phases; raises as `PerformanceReader.get_performance_trends`."""
    return GarminDBReader(context.store).get_performance_trends(activity_id)


def get_weather_data(context: Context, *, activity_id: str) -> WeatherDetail:
    """Weather; raises as `AggregateReader.get_weather_data`."""
    return GarminDBReader(context.store).get_weather_data(activity_id)


def get_splits_pace_hr(context: Context, *, activity_id: str, statistics_only: bool) -> TableResult:
    """Distance, pace and heart rate; raises as `SplitsReader.get_splits_pace_hr`."""
    return GarminDBReader(context.store).get_splits_pace_hr(activity_id, statistics_only)


def get_splits_form_metrics(
    context: Context, *, activity_id: str, statistics_only: bool
) -> TableResult:
    """Form metrics; raises as `SplitsReader.get_splits_form_metrics`."""
    return GarminDBReader(context.store).get_splits_form_metrics(activity_id, statistics_only)


def get_splits_elevation(
    context: Context, *, activity_id: str, statistics_only: bool
) -> TableResult:
    """Climb, descent and grade; raises as `SplitsReader.get_splits_elevation`."""
    return GarminDBReader(context.store).get_splits_elevation(activity_id, statistics_only)


def get_splits_all(context: Context, *, activity_id: str, max_output_size: int) -> TableResult:
    """Every column (deprecated); raises as `SplitsReader.get_splits_all`."""
    return GarminDBReader(context.store).get_splits_all(activity_id, max_output_size)


def get_split_time_series_detail(
    context: Context, *, activity_id: str, split: int, statistics_only: bool
) -> TableResult:
    """The samples of one split; raises as `TimeSeriesReader.get_split_time_series_detail`."""
    reader = GarminDBReader(context.store)
    return reader.get_split_time_series_detail(activity_id, split, statistics_only=statistics_only)


def get_time_range_detail(
    context: Context, *, activity_id: str, start_s: float, end_s: float, statistics_only: bool
) -> TableResult:
    """The samples of [start, end); raises as `TimeSeriesReader.get_time_range_detail`."""
    reader = GarminDBReader(context.store)
    return reader.get_time_range_detail(
        activity_id, start_s, end_s=end_s, statistics_only=statistics_only
    )


ANALYSIS_MOST_BYTES = 8192
_DEEPEST = 12
_NAME_MOST = 80
_HITS_MOST = 50
_WORDS_MOST = 8


@frozen
class InsertedSection:
    """What became of an analysis. `n_earlier` versions of it stay in its history.

    `n_findings` are the statements that are true; without one there is no `analysis_id`. `note_id`:
    the author's own words, which nothing bears out (None: all of them are findings); `n_unread`
    passages are why.
    """

    ok: Literal[True] = True
    activity_id: int
    day: date
    section_type: SectionType
    analysis_id: int | None
    changed: bool
    n_earlier: int
    n_findings: int
    note_id: int | None
    n_unread: int
    n_bytes: int = field(metadata=shown(int, key="bytes"))


def get_section_analysis(
    context: Context,
    *,
    activity_id: str,
    section_type: SectionType | None,
    max_output_size: int,
) -> SectionAnalyses:
    """The current analysis of a section; raises as `TextReader.get_section_analysis`."""
    return GarminDBReader(context.store).get_section_analysis(
        activity_id, section_type, max_output_size=max_output_size
    )


def extract_insights(
    context: Context, *, keywords: str, activity: str | None, since: date | None, limit: int
) -> Insights:
    """Stored texts that hold every word: section analyses, form verdicts, reasons for lost stars,
    titles.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        BadArgument: no words, too many of them, or a limit out of range.
    """
    words = tuple(unicodedata.normalize("NFC", keywords).split())
    if not 1 <= len(words) <= _WORDS_MOST:
        raise BadArgument("keywords", keywords, message("one to {n} words", n=_WORDS_MOST))
    if not 1 <= limit <= _HITS_MOST:
        raise BadArgument(
            "limit",
            limit,
            message("a whole number between {low} and {high}", low=1, high=_HITS_MOST),
        )
    reader = GarminDBReader(context.store)
    run = None if activity is None else reader.find_activity(activity)
    query = TextQuery(
        words=words,
        reasons=_reasons(words, context.settings.language),
        language=context.settings.language,
        activity_id=None if run is None else run.activity_id,
        since=since,
    )
    return reader.extract_insights(query, limit=limit)


def insert_section_analysis_dict(
    context: Context,
    *,
    activity_id: str,
    section_type: SectionType,
    analysis_data: str | Mapping[str, object],
    agent_name: str | None,
    agent_version: str | None,
) -> InsertedSection:
    """Store what an analysis of a section says that the run bears out as its newest version, and
    the rest as its author's note.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        BadArgument: no JSON object, or one that is empty, too large or too deep.
        AnalysisRefused: something in it is false; it says what is true. Nothing is stored then.
    """
    analysis = handed_in(read_analysis(analysis_data))
    text = json.dumps(analysis, ensure_ascii=False, separators=(",", ":"))
    with context.store.write() as con:
        run = find_run(con, activity_id)
        known = read_known(con, run, user_id=context.settings.user_id)
        facts = facts_of(known)
        taken = judged(analysis, known, facts)
        if taken.refusals:
            findings = taken.findings(context.settings.language)
            reasons = tuple(f"{finding.path}: {finding.message}" for finding in findings)
            raise AnalysisRefused(section_type, reasons)
        author = NewSection(
            activity_id=run.activity_id,
            day=run.day,
            section_type=section_type,
            text=text,
            agent_name=_name("agent_name", agent_name),
            agent_version=_name("agent_version", agent_version),
            source=context.actor,
        )
        kept = keep(context, con, author, taken=taken, facts=facts)
    return InsertedSection(
        activity_id=run.activity_id,
        day=run.day,
        section_type=section_type,
        analysis_id=None if kept.findings is None else kept.findings.analysis_id,
        changed=kept.changed,
        n_earlier=0 if kept.findings is None else kept.findings.n_earlier,
        n_findings=len(taken.statements),
        note_id=kept.note_id,
        n_unread=len(taken.unread),
        n_bytes=len(text.encode("utf-8")),
    )


def _reasons(words: Sequence[str], own: Lang) -> Mapping[str, str]:
    """Reasons for lost stars that hold the words, in the language of the user where it does."""
    by_code: dict[str, str] = {}
    for code, entry in DEDUCTIONS.items():
        text = say(entry, own)
        others = [say(entry, language) for language in LANGUAGES if language != own]
        texts = [text, *others, f"{text} ({code})"]
        holding = [text for text in texts if all(word.lower() in text.lower() for word in words)]
        if holding:
            by_code[code] = holding[0]
    return by_code


def read_analysis(analysis: str | Mapping[str, object]) -> Mapping[str, object]:
    """The analysis as a cleaned JSON object.

    Raises:
        BadArgument: none, or one that is empty, too large or too deep.
    """
    try:
        text = analysis if isinstance(analysis, str) else json.dumps(analysis, allow_nan=False)
        n = len(text.encode("utf-8", errors="replace"))
        if n > ANALYSIS_MOST_BYTES and isinstance(analysis, str):
            raise _too_large(n)
        parsed = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, TypeError, RecursionError):
        raise BadArgument("analysis_data", _head(analysis), message("a JSON object")) from None
    if not isinstance(parsed, dict) or not parsed:
        raise BadArgument("analysis_data", _head(analysis), message("a JSON object with content"))
    cleaned = _cleaned(parsed, 0)
    assert isinstance(cleaned, dict), "an object stays one"
    n_clean = size_bytes(cleaned)
    if n_clean > ANALYSIS_MOST_BYTES:
        raise _too_large(n_clean)
    return cleaned


def _too_large(n: int) -> BadArgument:
    return BadArgument(
        "analysis_data", f"{n} bytes", message("at most {n} bytes of JSON", n=ANALYSIS_MOST_BYTES)
    )


def _cleaned(value: Any, depth: int) -> Any:
    """The same value with text that cannot steer a terminal or forge what stands around it."""
    if depth > _DEEPEST:
        raise BadArgument(
            "analysis_data", f"depth {depth}", message("at most {n} levels deep", n=_DEEPEST)
        )
    if isinstance(value, str):
        return clean(value, lines=True)
    if isinstance(value, dict):
        return {clean(key): _cleaned(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_cleaned(item, depth + 1) for item in value]
    return value


def _name(parameter: str, name: str | None) -> str | None:
    if name is None or not clean(name):
        return None
    if len(name) > _NAME_MOST:
        raise BadArgument(
            parameter, name[:_NAME_MOST], message("at most {n} characters", n=_NAME_MOST)
        )
    return clean(name)


def _head(analysis: object) -> str:
    return str(analysis)[:_NAME_MOST]


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


_FINDINGS_MOST = 20
_FINDINGS_BYTES = 3400
_MESSAGE_BYTES = 300


@frozen
class ActivityContext:
    """The evidence of one or all sections of a run, read at one moment. `ids`: how facts and rows
    are called in it; `written` names the sections that have an analysis already."""

    activity_id: int
    day: date
    ids: str = "facts: metric.role; at: column@row"
    written: Sequence[str]
    bundles: Mapping[SectionName, Bundle] = field(metadata=shown(dict, key="sections"))


@frozen
class ValidatedSection:
    """What would become of an analysis if it were handed in now."""

    activity_id: int
    section_type: SectionName
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether it would be stored."""
        return not musts(self.findings)

    @property
    def shape(self) -> Mapping[str, object]:
        """Every finding; in a reply the first, their texts cut."""
        rows = [
            {
                "rule": finding.rule,
                "path": Text(finding.path, within_bytes=_MESSAGE_BYTES),
                "message": Text(finding.message, within_bytes=_MESSAGE_BYTES),
                "severity": finding.severity,
            }
            for finding in self.findings
        ]
        return {
            "ok": self.ok,
            "activity_id": self.activity_id,
            "section_type": self.section_type,
            "findings": Rows(
                rows,
                most=_FINDINGS_MOST,
                within_bytes=_FINDINGS_BYTES,
                n_marks=2,
                count="n_findings",
            ),
        }


def prefetch_activity_context(
    context: Context, *, activity_id: str, section_type: SectionName | None
) -> ActivityContext:
    """Everything that the sections of a run may be about.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    with context.store.read() as con:
        run = find_run(con, activity_id)
        known = read_known(con, run, user_id=context.settings.user_id)
        stored = current_sections(con, run.activity_id)
    wanted = SECTIONS if section_type is None else (section_type,)
    return ActivityContext(
        activity_id=run.activity_id,
        day=run.day,
        bundles={
            name: bundle(about) for name, about in gather_all(known).items() if name in wanted
        },
        written=[section.section_type for section in stored],
    )


def get_analysis_contract(
    context: Context, *, section_type: SectionName, language: Language | None
) -> Contract:
    """How to hand in a section, and what becomes of it."""
    lang: Lang = language or context.settings.language
    return Contract(section=section_type, lang=lang)


def validate_section_json(
    context: Context,
    *,
    activity_id: str,
    section_type: SectionName,
    analysis_data: str | Mapping[str, object],
) -> ValidatedSection:
    """Judge an analysis as storing it would, and store nothing: what is false, else what would be
    kept as a note.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        BadArgument: no JSON object, or one that is empty, too large or too deep.
    """
    analysis = handed_in(read_analysis(analysis_data))
    with context.store.read() as con:
        run = find_run(con, activity_id)
        known = read_known(con, run, user_id=context.settings.user_id)
    findings = judged(analysis, known, facts_of(known)).findings(context.settings.language)
    return ValidatedSection(
        activity_id=run.activity_id, section_type=section_type, findings=findings
    )
