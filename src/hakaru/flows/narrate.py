"""Word the sections of runs: by the model that is configured, else by the narrator.

One run at a time, its sections at the same time. What is up to date is passed over, so that what
was interrupted goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field, replace
from datetime import date, timedelta
from functools import cache, partial
from typing import TYPE_CHECKING

from hakaru.core.errors import (
    BadArgument,
    ModelError,
    ModelGivenUp,
    ModelNotConfigured,
    ModelNotInstalled,
    NotAnalysed,
)
from hakaru.core.i18n import Lang, Language, Locale, message
from hakaru.core.plain import Rows, Text, shown
from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.flows.asking import Asker, asker_of, why_rejected
from hakaru.flows.context import Context
from hakaru.flows.isolate import isolate
from hakaru.flows.session import form_verdict
from hakaru.flows.why import explained_or_none
from hakaru.guard.claims import Facts
from hakaru.guard.task import Accepted
from hakaru.present.sections import narrate, narrate_all
from hakaru.proposals.changes import Source as ChangeSource
from hakaru.records import frozen
from hakaru.running.claims.choose import Menu, SectionTask, chosen_of
from hakaru.running.claims.facts import facts_of
from hakaru.running.claims.menu import Offer, menu_of
from hakaru.running.claims.outside import held_text
from hakaru.running.claims.past import RECENT, EarlierRun, Past
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.sections.evidence import (
    SECTIONS_VERSION,
    Origin,
    evidence_sha256,
    origin_of,
    stored_content,
)
from hakaru.running.sections.facts import gather_all
from hakaru.running.sections.model import (
    SECTIONS,
    RunKnown,
    SectionEvidence,
    SectionName,
    SectionText,
    ShownSection,
    Source,
)
from hakaru.running.session.model import FRAGMENT_S, SessionAnalysis
from hakaru.store.activities import resolve_activity
from hakaru.store.readers.base import Run, find_run
from hakaru.store.recordings import read_splits
from hakaru.store.references import LATEST
from hakaru.store.rows import first_row
from hakaru.store.sections import (
    NewSection,
    StoredSection,
    current_sections,
    unwritten_activities,
    write_section,
)
from hakaru.store.sessions import read_session
from hakaru.store.stale import JUDGED_BY

if TYPE_CHECKING:
    from datetime import datetime

    from duckdb import DuckDBPyConnection


def read_known(con: DuckDBPyConnection, run: Run, *, user_id: str = "default") -> RunKnown:
    """Verdict, splits and session of one run, what moved its form, and what is known of the runs
    before it."""
    evaluation = form_verdict(con, run.activity_id)
    return RunKnown(
        activity_id=run.activity_id,
        day=run.day,
        evaluation=evaluation,
        splits=read_splits(con, run.activity_id),
        analysis=session_or_none(con, run.activity_id),
        past=read_past(con, run),
        why=explained_or_none(con, evaluation, user_id=user_id),
    )


def session_or_none(con: DuckDBPyConnection, activity_id: int) -> SessionAnalysis | None:
    """The stored run as a session; None: nobody looked at it as one yet."""
    try:
        return read_session(con, activity_id)
    except NotAnalysed:
        return None


Menus = Mapping[SectionName, Menu]


def menus_of(known: RunKnown) -> Menus:
    """What may be said in each section of a run, and what a wording of it is held against."""
    facts, offers = facts_of(known), menu_of(known)
    return {name: _menu(name, offers, facts) for name in SECTIONS}


def _menu(section: SectionName, offers: Sequence[Offer], facts: Facts) -> Menu:
    own = tuple(offer for offer in offers if offer.section == section)
    return Menu(section=section, offers=own, facts=facts)


def holding(
    known: RunKnown, stored: Sequence[StoredSection], *, lang: Lang | None = None
) -> Mapping[SectionName, SectionText]:
    """The stored sections that say nothing but what the store says today: what a model chose, told
    anew; what the narrator said, where it would say the same again; what others claimed (`lang`
    None: in the language of their author)."""
    own = {
        name: section
        for section in stored
        for name in SECTIONS
        if section.section_type == name and section.judged_by == JUDGED_BY
    }
    if not own:
        return {}
    menus = menus_of(known)
    narrated = cache(partial(narrate_all, known))
    texts = {
        name: _held(section, menus[name], narrated=narrated, lang=lang)
        for name, section in own.items()
    }
    return {name: text for name, text in texts.items() if text is not None}


def _held(
    section: StoredSection,
    menu: Menu,
    *,
    narrated: Callable[[Lang], Mapping[SectionName, SectionText]],
    lang: Lang | None,
) -> SectionText | None:
    origin = origin_of(section.data)
    if origin.source == "agent":
        return held_text(menu.section, section.data, menu.facts, lang=lang)
    if origin.source == "narrator":
        text = narrated(origin.lang)[menu.section]
        return text if section.data.get("text") == text.text else None
    return retold(section, menu, lang=lang if lang == origin.lang else origin.lang)


def retold(section: StoredSection, menu: Menu, *, lang: Lang) -> SectionText | None:
    """What a model chose, as far as it is still on the menu; None: nothing of it is."""
    return menu.worded(menu.kept(chosen_of(section.data), lang=lang), lang=lang)


def shown_sections(
    con: DuckDBPyConnection, known: RunKnown, *, lang: Lang
) -> Mapping[SectionName, ShownSection]:
    """What a reader sees of each section: what a model or somebody else stored, where it holds and
    is in the language, else the narrator's, worded now."""
    stored = current_sections(con, known.activity_id)
    origins = {section.section_type: origin_of(section.data) for section in stored}
    others = [section for section in stored if origins[section.section_type].source != "narrator"]
    held = {
        name: ShownSection(text=text, source=origins[name].source)
        for name, text in holding(known, others, lang=lang).items()
        if origins[name].source == "agent" or origins[name].lang == lang
    }
    narrated = narrate_all(known, lang)
    return {
        name: held.get(name, ShownSection(text=narrated[name], source="narrator"))
        for name in SECTIONS
    }


@frozen
class Authored:
    """One section, who worded it, and why it was not the model (None: nothing speaks against it, or
    there is no model)."""

    text: SectionText
    source: Source
    reason: str | None = None


def author(
    known: RunKnown, sections: Sequence[SectionName], *, lang: Lang, asker: Asker | None
) -> Mapping[SectionName, Authored]:
    """The sections, all at the same time where a model is asked; what the model cannot word, the
    narrator does.

    Raises:
        ModelNotConfigured, ModelNotInstalled: a model was chosen that cannot be asked.
    """
    if asker is None or not sections:
        return {name: _narrated(name, known, lang) for name in sections}
    menus = menus_of(known)

    def asked(name: SectionName) -> Authored:
        return _asked(menus[name], known, lang=lang, asker=asker)

    with ThreadPoolExecutor(max_workers=len(SECTIONS)) as pool:
        return dict(zip(sections, pool.map(asked, sections), strict=True))


def _asked(menu: Menu, known: RunKnown, *, lang: Lang, asker: Asker) -> Authored:
    """What the model chose, or the narrator's words with the reason. That a model was given up is
    said once, of all runs together; where there is nothing to choose from, none is asked."""
    narrated = _narrated(menu.section, known, lang)
    if not menu.offers:
        return narrated
    try:
        answer = asker.ask(SectionTask(menu=menu, lang=lang), subject=str(known.activity_id))
    except (ModelNotConfigured, ModelNotInstalled):
        raise
    except ModelGivenUp:
        return narrated
    except ModelError as error:
        return replace(narrated, reason=str(error))
    if not isinstance(answer, Accepted):
        return replace(narrated, reason=why_rejected(answer))
    text = menu.worded(answer.value, lang=lang)
    assert text is not None, "an accepted choice says something"
    return Authored(text=text, source="llm")


def _narrated(section: SectionName, known: RunKnown, lang: Lang) -> Authored:
    return Authored(text=narrate(section, known, lang=lang), source="narrator")


Abouts = Mapping[SectionName, SectionEvidence]


@frozen
class WordedRun:
    """What came of one run: who worded the sections that were stored now, which were up to date,
    and why a model's words were not taken. `shown` is what is stored after it, in the lengths of
    the reader."""

    activity_id: int
    day: date
    stored: Mapping[SectionName, Source]
    up_to_date: tuple[SectionName, ...]
    shown: Mapping[SectionName, ShownSection]
    reasons: Mapping[SectionName, str]


@frozen
class Wording:
    """Which sections are wanted, in which language, and who is asked (None: the narrator)."""

    sections: Sequence[SectionName]
    lang: Lang
    asker: Asker | None = None


def wording_of(context: Context, sections: Sequence[SectionName], *, lang: Lang) -> Wording:
    """The wording that a context asks for: by its model, if one is configured."""
    asker = asker_of(context)
    return Wording(sections=sections, lang=lang, asker=None if asker.model is None else asker)


def word_sections(context: Context, activity_id: int, *, wording: Wording) -> WordedRun:
    """Those that are missing or out of date."""
    with context.store.read() as con:
        run = find_run(con, activity_id)
        known = read_known(con, run, user_id=context.settings.user_id)
        stored = current_sections(con, activity_id)
    abouts, held = gather_all(known), holding(known, stored)
    current = {name for name in held if _is_current(_of(name, stored), abouts[name], wording)}
    due = [name for name in wording.sections if name not in current]
    lang = wording.lang
    settled = author(known, due, lang=lang, asker=wording.asker)
    if settled:
        with context.store.write() as con:
            settled = _unchanged(
                settled, abouts, gather_all(read_known(con, run, user_id=context.settings.user_id))
            )
            for row in _rows(run, settled, abouts, lang=lang, source=context.actor):
                write_section(con, row, now=context.now())
    intact = {name: text for name, text in held.items() if name not in due}
    shown = {
        **{name: _kept(name, text, stored) for name, text in intact.items()},
        **{name: _shown(section) for name, section in settled.items()},
    }
    return WordedRun(
        activity_id=activity_id,
        day=run.day,
        stored={name: section.source for name, section in settled.items()},
        up_to_date=tuple(name for name in wording.sections if name not in due),
        shown=_told(context, known, shown, lang=lang),
        reasons={name: section.reason for name, section in settled.items() if section.reason},
    )


def _told(
    context: Context, known: RunKnown, shown: Mapping[SectionName, ShownSection], *, lang: Lang
) -> Mapping[SectionName, ShownSection]:
    """The same sections in the lengths of the reader."""
    if context.settings.lengths == "km":
        return shown
    with context.store.read() as con:
        told = shown_sections(con, known, lang=Locale(lang, context.settings.lengths))
    return {name: told[name] for name in shown}


def _kept(name: SectionName, text: SectionText, stored: Sequence[StoredSection]) -> ShownSection:
    return ShownSection(text=text, source=origin_of(_of(name, stored).data).source)


def _shown(section: Authored) -> ShownSection:
    return ShownSection(text=section.text, source=section.source)


def _of(name: SectionName, stored: Sequence[StoredSection]) -> StoredSection:
    return next(section for section in stored if section.section_type == name)


def _is_current(section: StoredSection, about: SectionEvidence, wording: Wording) -> bool:
    """Whether a stored text that still holds need not be worded again. What somebody else wrote is
    left alone; the narrator's words give way to a model's."""
    origin = origin_of(section.data)
    if origin.source == "agent":
        return True
    return (
        origin.lang == wording.lang
        and origin.evidence_sha256 == evidence_sha256(about)
        and section.agent_version == SECTIONS_VERSION
        and (origin.source == "llm" or wording.asker is None)
    )


def _unchanged(
    settled: Mapping[SectionName, Authored], before: Abouts, now: Abouts
) -> Mapping[SectionName, Authored]:
    """Without the sections whose run was judged anew while they were worded: they stay due."""
    return {name: section for name, section in settled.items() if before[name] == now[name]}


def _rows(
    run: Run,
    settled: Mapping[SectionName, Authored],
    abouts: Abouts,
    *,
    lang: Lang,
    source: ChangeSource,
) -> Iterator[NewSection]:
    for name, section in settled.items():
        origin = Origin(
            source=section.source, lang=lang, evidence_sha256=evidence_sha256(abouts[name])
        )
        content = stored_content(section.text, origin)
        yield NewSection(
            activity_id=run.activity_id,
            day=run.day,
            section_type=name,
            text=json.dumps(content, ensure_ascii=False, separators=(",", ":")),
            agent_name=f"{name}-section-analyst",
            agent_version=SECTIONS_VERSION,
            source=source,
        )


_SHOWN = 10
_ROWS_BYTES = 1400
_REASON_BYTES = 200


@frozen
class FailedRun:
    """A run whose sections could not be stored, and why."""

    activity_id: int
    reason: str = field(metadata=shown(Text, within_bytes=_REASON_BYTES))


@frozen
class AnalyzeResult:
    """What was worded and stored now, run by run. `given_up`: why the model was not asked any more
    from some run on; None: it was."""

    runs: tuple[WordedRun, ...]
    failed: tuple[FailedRun, ...]
    given_up: str | None = None

    @property
    def ok(self) -> bool:
        """Whether no run failed."""
        return not self.failed

    @property
    def counts(self) -> Mapping[str, int]:
        """Of sections, by what became of them."""
        stored = [source for run in self.runs for source in run.stored.values()]
        return {
            "n_stored": len(stored),
            "n_by_model": stored.count("llm"),
            "n_by_narrator": stored.count("narrator"),
            "n_up_to_date": sum(len(run.up_to_date) for run in self.runs),
        }

    @property
    def shape(self) -> Mapping[str, object]:
        """Counts, and the runs: in a reply `n_more` others were looked at."""
        return {
            "n_runs": len(self.runs),
            **self.counts,
            "model_given_up": self.given_up and Text(self.given_up, within_bytes=_REASON_BYTES),
            "runs": Rows(
                map(_row, self.runs), most=_SHOWN, within_bytes=_ROWS_BYTES, left_out="n_more"
            ),
            "failed": Rows(
                self.failed, most=_SHOWN, within_bytes=_ROWS_BYTES, n_marks=1, count="n_failed"
            ),
        }


def analyze(
    context: Context,
    *,
    activity: str | None,
    missing: bool,
    section: SectionName | None,
    language: Language | None,
) -> AnalyzeResult:
    """Word and store the sections of one run (None: the latest), or of every run that lacks some
    or whose verdict is newer than its sections.

    Raises:
        BadArgument: both an activity and `missing`.
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        ModelNotConfigured, ModelNotInstalled: a model was chosen that cannot be asked.
        StoreError: the store cannot be used; what was stored until then stays.
    """
    if activity is not None and missing:
        raise BadArgument("activity", activity, message("left out, as --missing requires"))
    wanted = SECTIONS if section is None else (section,)
    wording = wording_of(context, wanted, lang=language or context.settings.language)
    with context.store.read() as con:
        if missing:
            chosen: Sequence[int] = unwritten_activities(
                con, wording.sections, lang=wording.lang, version=SECTIONS_VERSION
            )
        else:
            chosen = (resolve_activity(con, activity or LATEST),)
    return word_runs(context, chosen, wording=wording)


def word_runs(context: Context, activity_ids: Sequence[int], *, wording: Wording) -> AnalyzeResult:
    """Each run by itself: one that fails does not stop the others."""
    runs: list[WordedRun] = []
    failed: list[FailedRun] = []
    context.progress.begin("wording", len(activity_ids))
    for activity_id in activity_ids:
        word = partial(word_sections, context, activity_id, wording=wording)
        outcome = isolate(word, item=f"sections of {activity_id}")
        if outcome.value is not None:
            runs.append(outcome.value)
        if isinstance(outcome.error, ModelNotConfigured | ModelNotInstalled):
            raise outcome.error
        if outcome.error is not None:
            failed.append(FailedRun(activity_id=activity_id, reason=str(outcome.error)))
        context.progress.advance()
    context.progress.end()
    given_up = None if wording.asker is None else wording.asker.given_up
    return AnalyzeResult(
        runs=tuple(runs),
        failed=tuple(failed),
        given_up=None if given_up is None else str(given_up),
    )


def _row(run: WordedRun) -> Mapping[str, object]:
    return {
        "activity_id": run.activity_id,
        "day": run.day.isoformat(),
        "stored": dict(run.stored),
        "not_by_model": {
            name: Text(why, within_bytes=_REASON_BYTES) for name, why in run.reasons.items()
        },
    }


_WEEK = timedelta(days=7)
_WEEKS_BEFORE = 4

_OF_KIND = """
    SELECT activity_date, distance_m, target_speed_mps, target_heart_rate_bpm, temperature_c
    FROM data.sessions
    WHERE training_type = ? AND started_at < ? AND coalesce(running_s, elapsed_s) >= ?
    ORDER BY started_at DESC
"""
_VOLUME = """
    SELECT
        max(activity_date) FILTER (started_at < $1),
        sum(distance_m) FILTER (activity_date > $2),
        sum(distance_m) FILTER (activity_date <= $2 AND activity_date > $3),
        min(activity_date) <= $3
    FROM data.sessions
    WHERE started_at <= $1
"""
_FORM = """
    SELECT v.metric, 100.0 * (v.actual / v.expected - 1.0), v.sensor_group = own.sensor_group
    FROM metric_verdicts v JOIN data.sessions USING (activity_id)
    JOIN metric_verdicts own ON own.activity_id = ? AND own.metric = v.metric
    WHERE started_at < ? AND v.basis <> 'population'
    ORDER BY started_at DESC
    LIMIT ?
"""
_LOOKED_BACK = 6 * RECENT
"""Judged runs among which those of one sensor are looked for."""


def read_past(con: DuckDBPyConnection, run: Run) -> Past:
    """What was run before this run. Three short queries, whatever the length of the history."""
    own = first_row(
        con,
        "SELECT training_type, started_at FROM data.sessions WHERE activity_id = ?",
        values=[run.activity_id],
    )
    if own is None:
        return Past()
    training_type, started_at = own
    rows = con.execute(_OF_KIND, [training_type, started_at, FRAGMENT_S]).fetchall()
    last_day, week_m, usual_week_m = _volume(con, run.day, started_at)
    form_pct, other_sensors = _form(con, run.activity_id, started_at)
    return Past(
        of_kind=tuple(
            EarlierRun(
                day=day,
                distance_m=distance_m,
                pace_s_per_km=speed_to_pace_s_per_km(speed_mps) if speed_mps else None,
                heart_rate_bpm=heart_rate_bpm,
                temperature_c=temperature_c,
            )
            for day, distance_m, speed_mps, heart_rate_bpm, temperature_c in rows
        ),
        form_pct=form_pct,
        other_sensors=other_sensors,
        last_day=last_day,
        week_m=week_m,
        usual_week_m=usual_week_m,
    )


def _volume(
    con: DuckDBPyConnection, day: date, started_at: datetime
) -> tuple[date | None, float | None, float | None]:
    """Day of the run before; metres of this week; mean week of the four before, where the record
    reaches back that far."""
    week_begin, weeks_begin = day - _WEEK, day - (1 + _WEEKS_BEFORE) * _WEEK
    row = first_row(con, _VOLUME, values=[started_at, week_begin, weeks_begin])
    assert row is not None, "an aggregate has a row"
    last_day, week_m, before_m, reaches_back = row
    usual_m = before_m / _WEEKS_BEFORE if reaches_back and before_m is not None else None
    return last_day, week_m, usual_m


def _form(
    con: DuckDBPyConnection, activity_id: int, started_at: datetime
) -> tuple[dict[MetricName, tuple[float, ...]], bool]:
    """Deviations of the last runs with the sensor of this one, and whether runs with another lie
    between them: what to expect is learned per sensor."""
    most = _LOOKED_BACK * len(METRICS)
    rows = con.execute(_FORM, [activity_id, started_at, most]).fetchall()
    form_pct: dict[MetricName, tuple[float, ...]] = {}
    last_places = []
    for name in METRICS:
        own = [(pct, same) for metric, pct, same in rows if metric == name]
        places = [place for place, (_, same) in enumerate(own) if same][:RECENT]
        form_pct[name] = tuple(own[place][0] for place in places)
        last_places.append(places[-1] + 1 - len(places) if places else 0)
    return form_pct, any(last_places)
