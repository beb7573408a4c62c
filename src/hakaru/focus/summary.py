"""A day of attention in a few sentences, each of which is true by computation.

The menu of a day holds every claim worth saying, with its weight and its own words. The rules take
the heaviest; a model chooses and orders, and its own words are shown only where they say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from statistics import median
from typing import Any, cast

from hakaru.core.i18n import N_, Lang, Message, in_language, joined, message, say, term
from hakaru.core.units import PERCENT, SECONDS_PER_HOUR, SECONDS_PER_MINUTE
from hakaru.focus.states import STATE_WORDS, STATES, FocusState
from hakaru.focus.timeline import DayStats, Interval, merge
from hakaru.guard.claims import (
    Claim,
    Compare,
    Extreme,
    Facts,
    Said,
    Series,
    Text,
    Value,
    all_hold,
    relation_of,
    shown_value,
)
from hakaru.guard.cleaning import Finding, quote
from hakaru.guard.evidence import Fact
from hakaru.guard.replies import check, read_object
from hakaru.guard.task import Prompt, Reply, correction
from hakaru.guard.wording import worded
from hakaru.records import frozen

SUMMARY_TASK_NAME = "focus.summary"
SUMMARY_REPLY_MAX_TOKENS = 400
TEXT_MOST = 300
SENTENCES_LEAST, SENTENCES_MOST = 3, 5
PAST_DAYS = 28
"""So many days back a day is compared."""
PAST_DAYS_LEAST = 3
PAST_LEAST_S = 3600.0
"""A day of which less was recorded is not compared with."""
_SPECIAL = 0.35
"""From this weight on a claim is said though there are enough sentences without it."""
_FOCUS_DAYS = Series("focused", "total", "day")
_STRETCH_DAYS = Series("longest_focus", "total", "day")
_FOCUS_HOURS = Series("focused", "actual", "hour")
_TODAY = "day 0"


@frozen
class DayFacts:
    """What a summary of a day may be about. `is_over`: nothing more can come in."""

    day: date
    facts: Facts
    is_over: bool


@frozen
class DayOffer:
    """Something true of a day. `weight` 0..1: how special it is; the first of `wordings` is said
    where a model's own words do not say the same."""

    id: str
    weight: float
    claims: tuple[Claim, ...]
    wordings: tuple[Message, ...]


def day_facts(
    stats: DayStats,
    intervals: Sequence[Interval],
    *,
    n_notifications: int,
    past: Sequence[DayStats],
    is_over: bool,
    local: Callable[[datetime], datetime],
) -> DayFacts:
    """The facts of a day. `past` are the days before it, the newest first; `local` gives a moment
    on the clock of the runner's day."""
    facts = [
        *(_minutes(state, "actual", span_s) for state, span_s in stats.seconds.items()),
        _minutes("recorded", "actual", stats.total_s),
        _minutes("longest_focus", "actual", stats.longest_focus_s),
        Fact(metric="changes", role="actual", value=float(stats.n_changes), unit="count"),
        Fact(metric="notifications", role="actual", value=float(n_notifications), unit="count"),
        Fact(metric="recorded", role="day", value=stats.day.isoformat(), unit="date"),
    ]
    if "focused" not in stats.seconds:
        facts.append(_minutes("focused", "actual", 0.0))
    elif stats.total_s:
        share_pct = PERCENT * stats.seconds["focused"] / stats.total_s
        facts.append(Fact(metric="focused", role="share", value=share_pct, unit="%"))
    focus = [interval for interval in merge(intervals) if interval.state == "focused"]
    if focus:
        longest = max(focus, key=lambda interval: interval.duration_s)
        start = local(longest.started_at).strftime("%H:%M")
        facts.append(Fact(metric="longest_focus", role="start", value=start, unit="time"))
    for hour, span_s in _focus_by_hour(intervals, local).items():
        facts.append(_minutes("focused", "actual", span_s, scope=f"hour {hour}"))
    facts += _past_facts(stats, past)
    return DayFacts(day=stats.day, facts=Facts(facts=tuple(facts), flags={}), is_over=is_over)


def _past_facts(stats: DayStats, past: Sequence[DayStats]) -> Iterator[Fact]:
    """The day among those before it, where enough are known."""
    known = [day for day in past if day.total_s >= PAST_LEAST_S]
    if len(known) < PAST_DAYS_LEAST:
        return
    focus_s = [day.seconds.get("focused", 0.0) for day in known]
    yield _minutes("focused", "usual", median(focus_s))
    yield Fact(metric="days", role="earlier", value=float(len(known)), unit="count")
    for at, day in enumerate((stats, *known)):
        yield _minutes("focused", "total", day.seconds.get("focused", 0.0), scope=f"day {at}")
        yield _minutes("longest_focus", "total", day.longest_focus_s, scope=f"day {at}")


def _focus_by_hour(
    intervals: Iterable[Interval], local: Callable[[datetime], datetime]
) -> Mapping[int, float]:
    """Seconds of focus in each hour of the day in which anything was recorded."""
    hours: dict[int, float] = {}
    for interval in intervals:
        moment = interval.started_at
        while moment < interval.ended_at:
            at = local(moment)
            left_s = SECONDS_PER_HOUR - at.minute * SECONDS_PER_MINUTE - at.second
            left = timedelta(seconds=left_s, microseconds=-at.microsecond)
            following = min(interval.ended_at, moment + left)
            span_s = (following - moment).total_seconds()
            counted_s = span_s if interval.state == "focused" else 0.0
            hours[at.hour] = hours.get(at.hour, 0.0) + counted_s
            moment = following
    return hours


def _minutes(metric: str, role: str, span_s: float, scope: str = "") -> Fact:
    value = span_s / SECONDS_PER_MINUTE
    return Fact(metric=metric, role=role, value=value, unit="min", scope=scope)


def day_menu(known: DayFacts) -> tuple[DayOffer, ...]:
    """Everything worth saying of a day, in the order in which it is said; empty: nothing is
    recorded."""
    recorded_min = _shown(known.facts, "recorded.actual")
    if not recorded_min:
        return ()
    offers = (
        *_whole_day(known, recorded_min),
        *_against_earlier(known),
        *_stretches(known.facts),
        *_other_states(known.facts, recorded_min),
        *_counts(known.facts, recorded_min),
    )
    assert all(all_hold(offer.claims, known.facts) for offer in offers), "a menu is true"
    return offers


def _whole_day(known: DayFacts, recorded_min: int) -> Iterator[DayOffer]:
    day = known.day.isoformat()
    time = _time(recorded_min)
    yield DayOffer(
        id="recorded",
        weight=1.0,
        claims=(_is("recorded.actual", recorded_min), Text("recorded.day", day)),
        wordings=(
            message("The record of {day} holds {time}.", time=time, day=day),
            message("On {day}, {time} is on record.", time=time, day=day),
            message("On record of {day}: {time}.", time=time, day=day),
        ),
    )
    focused_min = _shown(known.facts, "focused.actual")
    if not focused_min:
        if known.facts.number("focused.actual") == 0.0:
            yield DayOffer(
                id="focused",
                weight=1.0,
                claims=(_is("focused.actual", 0),),
                wordings=(message("No focus is on record."),),
            )
        return
    share = round(known.facts.number("focused.share") or 0.0)
    slots = {"time": _time(focused_min), "share": f"{share}%"}
    yield DayOffer(
        id="focused",
        weight=1.0,
        claims=(_is("focused.actual", focused_min), Value("focused.share", _said(share, "%"))),
        wordings=(
            message("You were focused for {time}, {share} of the record.", **slots),
            message("For {share} of the record, {time}, you were focused.", **slots),
        ),
    )


def _against_earlier(known: DayFacts) -> Iterator[DayOffer]:
    n = _shown(known.facts, "days.earlier")
    if n is None:
        return
    yield from _against_usual(known, n)
    for series, name, template in (
        (
            _FOCUS_DAYS,
            "most_focus",
            N_("There was more focus than on any of {n} earlier <n:day|days>."),
        ),
        (
            _STRETCH_DAYS,
            "longest_of_days",
            N_(
                "No stretch of focus on {n} earlier <n:day|days> was as long as the longest of "
                "this day."
            ),
        ),
    ):
        today, *others = (_whole(fact) for fact in known.facts.series(series))
        if today > max(others):
            yield DayOffer(
                id=name,
                weight=0.9,
                claims=(
                    Extreme(series, "highest", (_TODAY,)),
                    Value("days.earlier", _said(n, "count")),
                ),
                wordings=(message(template, n=n),),
            )


def _against_usual(known: DayFacts, n: int) -> Iterator[DayOffer]:
    """More focus than usual, or less: that is not said before the day is over."""
    usual_min = _shown(known.facts, "focused.usual")
    focused_min = _shown(known.facts, "focused.actual")
    if usual_min is None or focused_min is None or usual_min == focused_min:
        return
    by, relation = abs(focused_min - usual_min), relation_of(focused_min, usual_min, "min")
    if relation == "lower" and not known.is_over:
        return
    template = (
        N_("Focus was {by} above your usual {usual}, the median of {n} earlier <n:day|days>.")
        if relation == "higher"
        else N_("Focus was {by} below your usual {usual}, the median of {n} earlier <n:day|days>.")
    )
    yield DayOffer(
        id="usual",
        weight=min(1.0, by / max(usual_min, 30)),
        claims=(
            Compare("focused.actual", relation, "focused.usual", by=_said(by, "min")),
            _is("focused.usual", usual_min),
            Value("days.earlier", _said(n, "count")),
        ),
        wordings=(message(template, by=_time(by), usual=_time(usual_min), n=n),),
    )


def _stretches(facts: Facts) -> Iterator[DayOffer]:
    longest_min = _shown(facts, "longest_focus.actual")
    start = facts.by_id.get("longest_focus.start")
    focused_min = _shown(facts, "focused.actual")
    if longest_min and focused_min and start is not None:
        slots = {"time": _time(longest_min), "start": str(start.value)}
        yield DayOffer(
            id="longest",
            weight=0.3 + 0.5 * longest_min / max(focused_min, longest_min),
            claims=(
                _is("longest_focus.actual", longest_min),
                Text("longest_focus.start", str(start.value)),
            ),
            wordings=(
                message("The longest stretch of focus was {time}, starting at {start}.", **slots),
                message("The longest stretch of focus started at {start}: {time}.", **slots),
            ),
        )
    hours = {fact.scope: _whole(fact) for fact in facts.series(_FOCUS_HOURS)}
    ranked = sorted(hours, key=lambda place: -hours[place])
    if len(ranked) >= 3 and hours[ranked[0]] > hours[ranked[1]]:
        best = ranked[0]
        slots = {"clock": f"{int(best.rpartition(' ')[2])}:00", "time": _time(hours[best])}
        yield DayOffer(
            id="best_hour",
            weight=0.2 + 0.6 * (hours[best] - hours[ranked[1]]) / hours[best],
            claims=(
                Extreme(_FOCUS_HOURS, "highest", (best,)),
                _is(f"focused.actual@{best}", hours[best]),
            ),
            wordings=(
                message("The hour from {clock} held most focus: {time}.", **slots),
                message("Most focus, {time}, was in the hour from {clock}.", **slots),
            ),
        )


_STATE_WEIGHT: Mapping[FocusState, float] = {"drowsy": 3.0, "distracted": 2.0, "unknown": 0.5}
"""How much more than its share a state says of a day."""


def _other_states(facts: Facts, recorded_min: int) -> Iterator[DayOffer]:
    for state in STATES:
        span_min = None if state == "focused" else _shown(facts, f"{state}.actual")
        if span_min:
            share = span_min / recorded_min
            slots = {"state": term(STATE_WORDS[state]), "time": _time(span_min)}
            yield DayOffer(
                id=state,
                weight=min(0.95, _STATE_WEIGHT.get(state, 1.0) * share),
                claims=(_is(f"{state}.actual", span_min),),
                wordings=(
                    message("The state was unknown for {time}.", **slots)
                    if state == "unknown"
                    else message("You were {state} for {time}.", **slots),
                    message("For {time} the state was {state}.", **slots),
                ),
            )


_MANY_PER_HOUR = 12.0
"""So many changes of state an hour are a restless day."""


def _counts(facts: Facts, recorded_min: int) -> Iterator[DayOffer]:
    n_changes = _shown(facts, "changes.actual") or 0
    per_hour = n_changes * SECONDS_PER_MINUTE / recorded_min
    yield DayOffer(
        id="changes",
        weight=min(0.9, 0.2 + 0.6 * per_hour / _MANY_PER_HOUR),
        claims=(Value("changes.actual", _said(n_changes, "count")),),
        wordings=(message("The state changed {n} <n:time|times>.", n=n_changes),),
    )
    n_sent = _shown(facts, "notifications.actual") or 0
    yield DayOffer(
        id="notifications",
        weight=min(0.8, 0.25 * n_sent),
        claims=(Value("notifications.actual", _said(n_sent, "count")),),
        wordings=(
            message("{n} <n:notification was|notifications were> shown.", n=n_sent)
            if n_sent
            else message("No notification was shown."),
        ),
    )


def _is(fact_id: str, minutes: int) -> Value:
    return Value(fact_id, _said(minutes, "min"))


def _said(value: int, unit: str) -> Said:
    return Said(value=float(value), unit=unit, slack=0.5)


def _shown(facts: Facts, fact_id: str) -> int | None:
    fact = facts.by_id.get(fact_id)
    return None if fact is None else _whole(fact)


def _whole(fact: Fact) -> int:
    assert not isinstance(fact.value, str), "a number"
    return round(shown_value(fact.value, fact.unit))


def _time(minutes: int) -> Message:
    hours, rest = divmod(minutes, 60)
    if not hours:
        return message("{n} min", n=rest)
    return (
        message("{hours} h {n} min", hours=hours, n=rest)
        if rest
        else message("{hours} h", hours=hours)
    )


def narrate_day(known: DayFacts, lang: Lang) -> str:
    """The day in three to five sentences that differ with it, which need no model."""
    menu = day_menu(known)
    if not menu:
        is_short = bool(known.facts.number("recorded.actual"))
        template = N_("Less than a minute of {day} is on record.")
        if not is_short:
            template = N_("Nothing is recorded on {day}.")
        return say(template, lang, day=known.day.isoformat())
    ranked = sorted(menu, key=lambda offer: -offer.weight)[:SENTENCES_MOST]
    chosen = {
        offer.id
        for at, offer in enumerate(ranked)
        if at < SENTENCES_LEAST or offer.weight >= _SPECIAL
    }
    sentences = [in_language(offer.wordings[0], lang) for offer in menu if offer.id in chosen]
    return joined(sentences, lang)


_ASKED: Mapping[Lang, tuple[str, str]] = {
    "ja": (
        "あなたは一日の集中状態の記録を短くまとめる係です。渡された文の中から、この日らしいものを"
        "選んで並べます。text は任意で、選んだ一文と同じ内容を言い換えるときだけ書きます。"
        "数、単位、向き、否定は変えません。JSON だけを返します: "
        '{"sentences": [{"claims": ["id"], "text": "..."}]}',
        "次の文から3〜5個を選んで並べてください:",
    ),
    "en": (
        "You sum up how attention was on one day. Choose from the sentences given those that are "
        "special about this day, and order them. text is optional: the one sentence you chose, in "
        "other words, with the same figures, units, directions and negations. "
        'Reply with JSON only: {"sentences": [{"claims": ["id"], "text": "..."}]}',
        "Choose three to five of these and order them:",
    ),
}
_SENTENCES_TAKEN = 8


@frozen
class DaySummary:
    """The question for a day's summary; a `guard.task.Task` whose value is the text."""

    known: DayFacts
    lang: Lang

    @property
    def name(self) -> str:
        """What attempts are filed under."""
        return SUMMARY_TASK_NAME

    @property
    def prompt(self) -> Prompt:
        """The menu, and what is wanted of it."""
        system, user = _ASKED[self.lang]
        lines = [
            f"{offer.id}: {in_language(offer.wordings[0], self.lang)}"
            for offer in day_menu(self.known)
        ]
        return Prompt(
            system=system,
            user="\n".join((user, *lines)),
            schema=self._schema,
            reply_max_tokens=SUMMARY_REPLY_MAX_TOKENS,
        )

    def judge(self, reply: Reply) -> tuple[str | None, tuple[Finding, ...]]:
        """What was chosen, in a model's words where they say the same, else in ours."""
        payload, findings = read_object(reply, lang=self.lang)
        if payload is None:
            return None, findings
        findings += check(payload, self._schema, lang=self.lang)
        if any(finding.severity == "must" for finding in findings):
            return None, findings
        menu = {offer.id: offer for offer in day_menu(self.known)}
        words: list[str] = []
        used: set[str] = set()
        sentences = cast("Sequence[Mapping[str, Any]]", payload["sentences"])
        for at, sentence in enumerate(sentences):
            ids = [name for name in dict.fromkeys(sentence["claims"]) if name not in used]
            unknown = [name for name in ids if name not in menu]
            findings += tuple(self._unknown(name, at, menu) for name in unknown)
            offers = [menu[name] for name in ids if name in menu]
            used.update(offer.id for offer in offers)
            text = sentence.get("text")
            own = self._own(text, offers) if isinstance(text, str) and text.strip() else None
            if text and offers and own is None:
                findings += (self._replaced(at),)
            words += (
                [own] if own else [in_language(offer.wordings[0], self.lang) for offer in offers]
            )
        return joined(words, self.lang) if words else None, findings

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again, with what was wrong."""
        return correction(self.prompt, reply, findings=findings, lang=self.lang)

    def _own(self, text: str, offers: Sequence[DayOffer]) -> str | None:
        """A model's words for one claim, if they say what that claim says."""
        text = " ".join(text.split())
        stop = "。" if self.lang == "ja" else "."
        if len(offers) != 1 or not worded(
            text, [in_language(wording, self.lang) for wording in offers[0].wordings], self.lang
        ):
            return None
        return text if text.endswith(stop) else text.rstrip(" .。,、:;") + stop

    def _unknown(self, name: str, at: int, menu: Mapping[str, DayOffer]) -> Finding:
        return Finding(
            rule="focus.claim",
            path=f"sentences[{at}].claims",
            message=say(
                "'{name}' is none of the sentences given; they are: {ids}",
                self.lang,
                name=quote(name),
                ids=", ".join(menu),
            ),
        )

    def _replaced(self, at: int) -> Finding:
        return Finding(
            rule="focus.wording",
            path=f"sentences[{at}].text",
            message=say(
                "does not say just what the claim says: our own words are shown", self.lang
            ),
            severity="should",
        )

    @property
    def _schema(self) -> dict[str, object]:
        sentence = {
            "type": "object",
            "required": ["claims"],
            "properties": {
                "claims": {"type": "array", "minItems": 1, "items": {"type": "string"}},
                "text": {"type": "string", "maxLength": TEXT_MOST},
            },
        }
        sentences = {
            "type": "array",
            "minItems": 1,
            "maxItems": _SENTENCES_TAKEN,
            "items": sentence,
        }
        return {
            "type": "object",
            "required": ["sentences"],
            "properties": {"sentences": sentences},
        }
