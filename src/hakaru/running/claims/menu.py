"""The menu of a run: every true claim worth saying, how special it is, and how it is said.

What is worth saying of the run as a whole (how long, how it stands to the runs before it) is here;
the other parts of a run have rooms of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from hakaru.core.i18n import N_, Message, message
from hakaru.guard.claims import Compare, Flag, Text
from hakaru.running.claims.offers.air import air_offers
from hakaru.running.claims.offers.form import cause_offers, form_offers
from hakaru.running.claims.offers.offer import Fig, Gap, Offer, Room, rising
from hakaru.running.claims.offers.session import session_offers
from hakaru.running.claims.offers.splits import split_offers
from hakaru.running.claims.wording import KINDS, day_words, metric_name
from hakaru.running.sections.model import SECTIONS, RunKnown
from hakaru.running.session.model import TrainingType
from hakaru.running.verdict import MetricVerdict

__all__ = ["Offer", "menu_of"]

_RUNS_MIN = 3.0


def run_offers(room: Room) -> Iterator[Offer]:
    """Everything that sums up a run."""
    yield from _lead(room)
    yield from _since(room)
    yield from _at_heart_rate(room)
    yield from _break(room)
    yield from _week(room)
    yield from _form(room)
    yield from _stops(room)
    yield from _effort(room)
    yield from _next(room)


def _lead(room: Room) -> Iterator[Offer]:
    distance, time = Fig("distance.actual"), Fig("duration.actual")
    kind = room.known.training_type
    yield from room.offer(
        "run.lead.distance",
        0.5,
        N_("You ran {distance} in {time}."),
        distance=distance,
        time=time,
        stage="lead",
    )
    yield from room.offer(
        "run.lead.beats",
        0.52,
        N_("You ran {distance} in {time} at an average heart rate of {beats}."),
        distance=distance,
        time=time,
        beats=Fig("heart_rate.actual"),
        stage="lead",
    )
    yield from room.offer(
        "run.lead.cut_off",
        1.0,
        N_(
            "By the watch you ran {distance} in {time}; the file is cut off and holds the first "
            "{recorded}: splits, session and form are about those."
        ),
        distance=distance,
        time=time,
        recorded=Fig("distance.recorded"),
        stage="lead",
    )
    if kind != "unknown" and not room.known.is_cut_off:
        yield from _longest(room, kind)


def _longest(room: Room, kind: TrainingType) -> Iterator[Offer]:
    """The longest of its kind so far, or since some day."""
    distance, time = Fig("distance.actual"), Fig("duration.actual")
    named = message(KINDS[kind])
    yield from room.offer(
        "run.lead.longest",
        0.95,
        N_("At {distance} in {time}, this was your longest {kind} so far."),
        claims=(
            Text("kind.actual", kind),
            Compare("distance.actual", "higher", "distance.best_of_kind"),
        ),
        distance=distance, time=time, kind=named, stage="lead", tone="up",
    )  # fmt: skip
    day = _day(room, "date.last_longer")
    if day is not None and (room.value("runs.not_longer") or 0.0) >= _RUNS_MIN:
        yield from room.offer(
            "run.lead.longest_since",
            0.62 + 0.25 * rising(room.value("runs.not_longer") or 0.0, 3.0, 10.0),
            N_("At {distance} in {time}, this was your longest {kind} since {day}."),
            claims=(
                Text("kind.actual", kind),
                Text("date.last_longer", day),
                Compare("distance.actual", "lower", "distance.last_longer")
                if _differs(room, "distance.actual", "distance.last_longer")
                else Compare("distance.actual", "equal", "distance.last_longer"),
            ),
            distance=distance, time=time, kind=named, day=_words(room, day), stage="lead",
        )  # fmt: skip


def _differs(room: Room, left: str, right: str) -> bool:
    return room.value(left) != room.value(right)


def _day(room: Room, fact_id: str) -> str | None:
    fact = room.facts.by_id.get(fact_id)
    return None if fact is None else str(fact.value)


def _words(room: Room, day: str) -> Message:
    return day_words(date.fromisoformat(day), this_year=room.known.day.year)


def _since(room: Room) -> Iterator[Offer]:
    """The fastest of its kind, or since when."""
    kind = room.known.training_type
    if kind in ("unknown", "recovery"):
        return
    named = message(KINDS[kind])
    fastest = Compare("pace.target", "lower", "pace.best_of_kind")
    yield from room.offer(
        "run.fastest.ever",
        0.85,
        N_("No {kind} on record was faster."),
        claims=(Text("kind.actual", kind), fastest),
        kind=named,
        tone="up",
    )
    day, n = _day(room, "date.last_faster"), room.value("runs.not_faster") or 0.0
    if day is not None and n >= _RUNS_MIN:
        relation = "higher" if _differs(room, "pace.target", "pace.last_faster") else "equal"
        yield from room.offer(
            "run.fastest.since",
            0.5 + 0.3 * rising(n, 3.0, 12.0),
            N_("It was the fastest {kind} since {day}."),
            claims=(
                Text("kind.actual", kind),
                Text("date.last_faster", day),
                Compare("pace.target", relation, "pace.last_faster"),  # type: ignore[arg-type]
            ),
            kind=named,
            day=_words(room, day),
            tone="up",
        )


def _at_heart_rate(room: Room) -> Iterator[Offer]:
    """Pace at this heart rate, against runs at the same one."""
    own, usual = "pace.target", "pace.usual_at_heart_rate"
    mine, theirs = room.value(own), room.value(usual)
    if mine is None or theirs is None:
        return
    change = mine - theirs
    n = Fig("runs.at_heart_rate")
    if abs(change) < 4.0:
        yield from room.offer(
            "run.economy.same",
            0.4,
            N_(
                "Pace and heart rate went together as in your last {n} <n:run|runs> at "
                "a similar effort."
            ),
            claims=(
                Compare(
                    own, "equal" if not change else ("lower" if change < 0 else "higher"), usual
                ),
            ),
            n=n,
        )
        return
    faster = change < 0.0
    yield from room.offer(
        f"run.economy.{'faster' if faster else 'slower'}",
        0.5 + 0.35 * rising(abs(change), 4.0, 25.0),
        N_(
            "Your last {n} such <n:run|runs> at a similar heart rate <n:was|were> "
            "{gap} slower than this one."
        )
        if faster
        else N_(
            "Your last {n} such <n:run|runs> at a similar heart rate <n:was|were> "
            "{gap} faster than this one."
        ),
        claims=(Compare(own, "lower" if faster else "higher", usual),),
        n=n,
        gap=Gap(own, usual),
        tone="up" if faster else "down",
    )


def _break(room: Room) -> Iterator[Offer]:
    days = room.value("days.without_run")
    if days is not None and days >= 8.0:
        yield from room.offer(
            "run.break.days",
            0.55 + 0.3 * rising(days, 8.0, 27.0),
            N_("It was the first run after {days} <days:day|days> without one."),
            days=Fig("days.without_run"),
        )


def _week(room: Room) -> Iterator[Offer]:
    week, usual = "distance.week", "distance.usual_week"
    mine, theirs = room.value(week), room.value(usual)
    alone = room.value("distance.actual")
    if mine is None or alone is None or mine <= alone:
        return
    if theirs is None or theirs < 1.0:
        yield from room.offer(
            "run.week.alone",
            0.36,
            N_("With this run, the last seven days total {week}."),
            week=Fig(week),
        )
        return
    ratio = mine / theirs
    if ratio > 1.15 or ratio < 0.85:
        more = ratio > 1.0
        yield from room.offer(
            f"run.week.{'more' if more else 'less'}",
            0.45 + 0.3 * rising(abs(ratio - 1.0), 0.15, 0.8),
            N_("With this run, the last seven days total {week}, {gap} more than a usual week.")
            if more
            else N_(
                "With this run, the last seven days total {week}, {gap} less than a usual week."
            ),
            claims=(Compare(week, "higher" if more else "lower", usual),),
            week=Fig(week),
            gap=Gap(week, usual),
        )
    else:
        yield from room.offer(
            "run.week.usual",
            0.38,
            N_(
                "With this run, the last seven days total {week}, much like a usual week ({usual})."
            ),
            week=Fig(week),
            usual=Fig(usual),
        )


def _form(room: Room) -> Iterator[Offer]:
    evaluation = room.known.evaluation
    if evaluation is None:
        if room.known.analysis is not None:
            return
        yield from room.offer(
            "run.form.unknown",
            1.0,
            N_("Form was not judged."),
            claims=(Flag("unknown.form", True),),
            stage="unknown",
        )
        return
    if evaluation.overall_score is None:
        return
    yield from _costly(room, evaluation.scored, evaluation.overall_score)
    yield from room.offer(
        "run.form.score",
        0.5,
        N_("Form comes to {score} ({stars}), without a point lost.")
        if evaluation.overall_score == 100.0
        else N_("Form comes to {score} ({stars})."),
        score=Fig("overall.score"),
        stars=Fig("overall.star"),
        tone="up" if evaluation.overall_score >= 90.0 else "down",
    )


def _costly(room: Room, scored: Sequence[MetricVerdict], score: float) -> Iterator[Offer]:
    """Which metric took most of the points."""
    costly = [verdict for verdict in scored if verdict.needs_improvement]
    if not costly:
        return
    worst = max(costly, key=lambda verdict: verdict.penalty or 0.0)
    dearer = (
        Compare(f"{worst.metric}.penalty", "higher", f"{other.metric}.penalty")
        for other in scored
        if other is not worst and other.penalty is not None
    )
    yield from room.offer(
        "run.form.costly",
        0.6 + 0.3 * rising(90.0 - score, 0.0, 30.0),
        N_("Form comes to {score} ({stars}); what cost most was {metric}."),
        claims=(Flag(f"needs_improvement.{worst.metric}", True), *dearer),
        score=Fig("overall.score"),
        stars=Fig("overall.star"),
        metric=metric_name(worst.metric),
        tone="down",
    )


def _stops(room: Room) -> Iterator[Offer]:
    elapsed, timer = room.value("duration.elapsed"), room.value("duration.actual")
    if elapsed is None or timer is None or elapsed - timer < 60.0:
        return
    yield from room.offer(
        "run.stops",
        0.3 + 0.3 * rising((elapsed - timer) / elapsed, 0.02, 0.3),
        N_("The watch was stopped for {gap} on the way."),
        claims=(Compare("duration.elapsed", "higher", "duration.actual"),),
        gap=Gap("duration.elapsed", "duration.actual"),
    )


def _effort(room: Room) -> Iterator[Offer]:
    yield from room.offer(
        "run.beats",
        0.3,
        N_("Heart rate averaged {beats} over the whole run."),
        beats=Fig("heart_rate.actual"),
    )
    strides = room.value("strides.count")
    if strides is not None and strides >= 2.0:
        yield from room.offer(
            "run.strides",
            0.5,
            N_("You put {n} <n:stride|strides> into it."),
            n=Fig("strides.count"),
        )
    yield from room.offer(
        "run.load", 0.28, N_("It counts {load} of training load."), load=Fig("load.actual")
    )


_EASY: Mapping[TrainingType, str] = {
    "interval": N_("Let the next run be easy before the next repetitions."),
    "sprint": N_("Let the next run be easy before you sprint again."),
    "tempo_threshold": N_("Keep the next run easy, so that this one can take effect."),
    "race": N_("After a race, run easily until the legs feel fresh again."),
}


def _next(room: Room) -> Iterator[Offer]:
    """What the days after it should be like."""
    kind = room.known.training_type
    week, usual = room.value("distance.week"), room.value("distance.usual_week")
    if week is not None and usual is not None and usual >= 10.0 and week > 1.3 * usual:
        yield from room.offer(
            "run.next.week",
            0.62,
            N_("After so full a week, let the next days be easier."),
            claims=(Compare("distance.week", "higher", "distance.usual_week"),),
            stage="next",
        )
    mine, theirs = room.value("pace.target"), room.value("pace.usual_at_heart_rate")
    if mine is not None and theirs is not None and mine - theirs >= 6.0:
        yield from room.offer(
            "run.next.economy",
            0.56,
            N_("See whether the next such run at this heart rate is back at your usual pace."),
            claims=(Compare("pace.target", "higher", "pace.usual_at_heart_rate"),),
            stage="next",
        )
    if kind in _EASY:
        yield from room.offer(
            "run.next.easy",
            0.5,
            _EASY[kind],
            claims=(Text("kind.actual", kind),),
            stage="next",
        )
    if kind == "long_run":
        yield from room.offer(
            "run.next.recover",
            0.5,
            N_("Give the legs a day or two before the next hard session."),
            claims=(Text("kind.actual", kind),),
            stage="next",
        )


_PARTS = (split_offers, session_offers, form_offers, cause_offers, air_offers, run_offers)


def menu_of(known: RunKnown) -> tuple[Offer, ...]:
    """Every offer, by section and falling weight. Pure: the same for the same stored run."""
    room = Room.of(known)
    offers = {offer.id: offer for part in _PARTS for offer in part(room)}
    order = {section: place for place, section in enumerate(SECTIONS)}
    return tuple(
        sorted(offers.values(), key=lambda offer: (order[offer.section], -offer.weight, offer.id))
    )
