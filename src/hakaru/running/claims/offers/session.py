"""What is worth saying of a run as a training session: its kind, its stars, its parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hakaru.core.i18n import N_, Message, in_context, listed, message
from hakaru.guard.claims import Claim, Compare, Flag, Limit, Said, Text
from hakaru.records import frozen
from hakaru.running.claims.offers.offer import Fig, Gap, Offer, Room, Slot, Tone, rising
from hakaru.running.claims.wording import AND, KINDS, place
from hakaru.running.session.criteria import KINDS as KIND_OF_TYPE
from hakaru.running.session.model import CriterionName, Deduction, Phase, SessionAnalysis, Unrated

A_KIND: Mapping[str, str] = {
    "recovery": in_context("with article", "a recovery run"),
    "low_moderate": in_context("with article", "an easy aerobic run"),
    "aerobic_base": in_context("with article", "an aerobic base run"),
    "tempo_threshold": in_context("with article", "a tempo run"),
    "interval": in_context("with article", "an interval session"),
    "sprint": in_context("with article", "a sprint session"),
    "long_run": in_context("with article", "a long run"),
    "trail": in_context("with article", "a trail run"),
    "race": in_context("with article", "a race"),
}


def session_offers(room: Room) -> Iterator[Offer]:
    """Everything that is known of the session."""
    analysis = room.known.analysis
    if analysis is None:
        yield from room.offer(
            "phase.unknown",
            1.0,
            N_("This run has not been looked at as a training session yet."),
            claims=(Flag("unknown.session", True),),
            stage="unknown",
        )
        return
    yield from _kind(room)
    yield from _stars(room, analysis)
    yield from _custom(room)
    yield from _parts(room, analysis)
    yield from _next_cooldown(room, analysis)
    yield from _tallies(room, analysis)
    for phase in analysis.rating.phases:
        yield from _criteria(room, phase)


def _kind(room: Room) -> Iterator[Offer]:
    kind = room.known.training_type
    if kind == "unknown":
        yield from room.offer(
            "phase.kind.unknown",
            0.9,
            N_("What kind of training this was is not clear."),
            claims=(Flag("unknown.kind", True),),
            stage="lead",
        )
        return
    claims = (Text("kind.actual", kind),)
    yield from room.offer(
        "phase.kind.alone",
        0.5,
        N_("This was {kind}."),
        claims=claims,
        kind=message(A_KIND[kind]),
        stage="lead",
    )
    yield from _in_its_series(room, claims)


def _in_its_series(room: Room, claims: tuple[Claim, ...]) -> Iterator[Offer]:
    """The first of its kind, or the next one after so many days."""
    kind = room.known.training_type
    n, days = room.value("runs.of_kind"), room.value("days.since_kind")
    if n is None:
        return
    if n == 1.0:
        yield from room.offer(
            "phase.kind.first",
            0.9,
            N_("This was the first {kind} on record."),
            claims=(*claims, *_is(room, "runs.of_kind")),
            kind=message(KINDS[kind]),
            stage="lead",
        )
    elif days is not None and days >= 1.0:
        yield from room.offer(
            "phase.kind.again",
            0.55,
            N_("This was {kind} number {n} on record, {days} <days:day|days> after the last."),
            claims=claims,
            kind=message(KINDS[kind]),
            n=Fig("runs.of_kind"),
            days=Fig("days.since_kind"),
            stage="lead",
        )
        yield from _after_a_while(room, claims, days)


def _after_a_while(room: Room, claims: tuple[Claim, ...], days: float) -> Iterator[Offer]:
    """The first of its kind for more than a week and a half."""
    kind = room.known.training_type
    if days >= _YEAR_DAYS + 35.0:
        years = int(days // _YEAR_DAYS)
        long = Said(value=years * _YEAR_DAYS, unit="days", slack=0.5)
        yield from room.offer(
            "phase.kind.years",
            0.95,
            N_("This was the first {kind} for more than {years} <years:year|years>."),
            claims=(*claims, Limit("days.since_kind", "above", long)),
            kind=message(KINDS[kind]),
            years=years,
            stage="lead",
        )
    elif days >= 10.0:
        yield from room.offer(
            "phase.kind.since",
            0.6 + 0.3 * rising(days, 9.0, 40.0),
            N_("This was the first {kind} for {days} <days:day|days>."),
            claims=claims,
            kind=message(KINDS[kind]),
            days=Fig("days.since_kind"),
            stage="lead",
        )


_YEAR_DAYS = 366.0


def _is(room: Room, fact_id: str) -> tuple[Claim, ...]:
    """The value of a fact that the wording says in a word ("first")."""
    return next(
        (offer.claims for offer in room.offer("phase.value", 0.0, "{n}", n=Fig(fact_id))), ()
    )


_REASONS: Mapping[str, str] = {
    "warmup_short": in_context("was missing", "a longer warm-up"),
    "cooldown_short": in_context("was missing", "a longer cool-down"),
    "minor_criterion": in_context("was missing", "a minor target"),
    "consistency": in_context("was missing", "an even pace"),
    "recovery_too_fast": in_context("was missing", "patience in the recoveries"),
    "recovery_incomplete": in_context(
        "was missing", "a heart rate that comes down in the recoveries"
    ),
    "heart_rate_high": in_context("was missing", "a lower heart rate"),
    "heart_rate_low": in_context("was missing", "a higher heart rate"),
    "threshold_not_held": in_context("was missing", "more time near the threshold"),
    "purpose_missed": in_context("was missing", "time at the intended intensity"),
}

_UNRATED: Mapping[Unrated, str] = {
    "race": N_("A race is not rated as training."),
    "type_unknown": N_("Without a kind of training there are no stars."),
    "type_unsure": N_("The kind is too uncertain for stars."),
    "too_little": N_("The recording is not enough to rate the session."),
}


def _stars(room: Room, analysis: SessionAnalysis) -> Iterator[Offer]:
    rating = analysis.rating
    if rating.stars is None:
        if rating.unrated is not None:
            yield from room.offer(
                f"phase.stars.{rating.unrated}",
                0.5,
                _UNRATED[rating.unrated],
                claims=(Flag("rated.session", False),),
                stage="unknown",
            )
        return
    charged = {
        _reason(deduction): Flag(f"lost.{deduction.reason}", True)
        for deduction in rating.deductions
        if deduction.stars
    }
    if not charged:
        yield from _all_stars(room)
        return
    reasons = listed([*charged], AND)
    yield from room.offer(
        "phase.stars.lost",
        0.75,
        N_("As a session it gets {stars}; what was missing is {reasons}."),
        claims=tuple(charged.values()),
        stars=Fig("session.star"),
        reasons=reasons if isinstance(reasons, Message) else message("{word}", word=reasons),
        tone="down",
    )


def _all_stars(room: Room) -> Iterator[Offer]:
    all_met = Compare("criteria.met", "equal", "criteria.count")
    n_targets = room.value("criteria.count") or 0.0
    both = n_targets == 2.0
    if n_targets >= 2.0:
        yield from room.offer(
            "phase.stars.all_met",
            0.5,
            N_("Both targets of such a session were met, which makes {stars}.")
            if both
            else N_("All {n} targets of such a session were met, which makes {stars}."),
            claims=(Flag("star_lost.session", False), all_met, *_is(room, "criteria.count")),
            slots={} if both else {"n": Fig("criteria.count")},
            stars=Fig("session.star"),
            tone="up",
        )
    yield from room.offer(
        "phase.stars.all",
        0.46,
        N_("As a session it gets {stars}; no star was lost."),
        claims=(Flag("star_lost.session", False),),
        stars=Fig("session.star"),
        tone="up",
    )


def _reason(deduction: Deduction) -> Message:
    if deduction.reason == "minor_criterion" and deduction.criterion in _MINOR:
        return message(_MINOR[deduction.criterion])
    return message(_REASONS[deduction.reason])


_MINOR: Mapping[str | None, str] = {
    "distance": in_context("was missing", "length of the warm-up or cool-down"),
    "heart_rate_ramp": in_context("was missing", "a heart rate that rises over the warm-up"),
    "warmup_heart_rate": in_context("was missing", "the right heart rate after the warm-up"),
    "heart_rate_settles": in_context("was missing", "a heart rate that settles in the cool-down"),
    "pace": in_context("was missing", "the right pace in the warm-up or cool-down"),
    "form": in_context("was missing", "your usual form in the repetitions"),
    "threshold_heart_rate": in_context("was missing", "a heart rate near the threshold"),
    "threshold_heart_rate_share": in_context("was missing", "more time near the threshold"),
}


def _custom(room: Room) -> Iterator[Offer]:
    """Its pace against the last ones of its kind."""
    own, usual = "pace.target", "pace.usual_of_kind"
    mine, theirs, n = room.value(own), room.value(usual), room.value("runs.recent_of_kind")
    if mine is None or theirs is None or n is None:
        return
    change = mine - theirs
    n_runs = Fig("runs.recent_of_kind")
    yield from _kind_and_pace(room, change)
    if abs(change) < 3.0:
        yield from room.offer(
            "phase.custom.same",
            0.42,
            N_("The pace was within {gap} of the usual one of your last {n} such <n:run|runs>.")
            if change
            else N_("The pace was exactly the usual one of your last {n} such <n:run|runs>."),
            claims=() if change else (Compare(own, "equal", usual),),
            n=n_runs,
            slots=({"gap": Gap(own, usual)} if change else {}),
        )
        return
    faster = change < 0.0
    yield from room.offer(
        f"phase.custom.{'faster' if faster else 'slower'}",
        0.45 + 0.35 * rising(abs(change), 3.0, 25.0),
        N_("The pace was {gap} faster than is usual in your last {n} such <n:run|runs>.")
        if faster
        else N_("The pace was {gap} slower than is usual in your last {n} such <n:run|runs>."),
        claims=(Compare(own, "lower" if faster else "higher", usual),),
        n=n_runs,
        gap=Gap(own, usual),
        tone="up" if faster and room.known.training_type != "recovery" else "level",
    )


def _kind_and_pace(room: Room, change: float) -> Iterator[Offer]:
    """The kind of a run in one breath with its pace against the last ones of its kind."""
    own, usual, kind = "pace.target", "pace.usual_of_kind", room.known.training_type
    if kind not in A_KIND:
        return
    slots: dict[str, Slot] = {"kind": message(A_KIND[kind]), "n": Fig("runs.recent_of_kind")}
    claims: tuple[Claim, ...] = (Text("kind.actual", kind),)
    if change == 0.0:
        yield from room.offer(
            "phase.kind.pace_equal",
            0.66,
            N_("This was {kind} at exactly the usual pace of your last {n}."),
            claims=(*claims, Compare(own, "equal", usual)),
            stage="lead",
            slots=slots,
        )
        return
    slots["gap"] = Gap(own, usual)
    if kind == "recovery" and change <= -8.0:
        yield from _slower_again(room, (*claims, Compare(own, "lower", usual)))
    if abs(change) < 3.0:
        yield from room.offer(
            "phase.kind.pace_same",
            0.64,
            N_("This was {kind} at your usual pace: it lay within {gap} of your last {n}."),
            claims=claims,
            stage="lead",
            slots=slots,
        )
        return
    faster = change < 0.0
    yield from room.offer(
        f"phase.kind.pace_{'faster' if faster else 'slower'}",
        0.66 + 0.2 * rising(abs(change), 3.0, 25.0),
        N_("This was {kind}, {gap} faster than the usual pace of your last {n}.")
        if faster
        else N_("This was {kind}, {gap} slower than the usual pace of your last {n}."),
        claims=(*claims, Compare(own, "lower" if faster else "higher", usual)),
        stage="lead",
        tone="up" if faster and kind != "recovery" else "level",
        slots=slots,
    )


def _slower_again(room: Room, claims: tuple[Claim, ...]) -> Iterator[Offer]:
    """A recovery run faster than the last ones, unless the same heart rate carries further now."""
    at_heart_rate = room.value("pace.usual_at_heart_rate")
    pace = room.value("pace.target") or 0.0
    fitter = at_heart_rate is not None and pace <= at_heart_rate - 4.0
    if not fitter and room.facts.flags.get("met.band_share@main") is not True:
        yield from room.offer(
            "phase.next.recovery",
            0.5,
            N_("A recovery run need not get faster: let the next one be slower again."),
            claims=claims,
            stage="next",
        )


def _parts(room: Room, analysis: SessionAnalysis) -> Iterator[Offer]:
    """Warm-up and cool-down: how long, or that they are not there."""
    hard = KIND_OF_TYPE[room.known.training_type] in ("tempo", "reps")
    present = {phase.role: phase.in_recording for phase in analysis.rating.phases}
    weight = 0.5 if hard else 0.22
    both = present.get("warmup"), present.get("cooldown")
    warm, cool = Fig("phase.distance@warmup"), Fig("phase.distance@cooldown")
    if both == (True, True):
        yield from room.offer(
            "phase.parts.both",
            weight,
            N_("It began with {warmup} of warm-up and ended with {cooldown} of cool-down.")
            if hard
            else N_("The first {warmup} served as warm-up, the last {cooldown} as cool-down."),
            warmup=warm,
            cooldown=cool,
        )
    elif True in both and False in both:
        missing = "cooldown" if both[0] else "warmup"
        yield from room.offer(
            f"phase.parts.no_{missing}",
            weight + 0.1,
            N_("After {warmup} of warm-up, no cool-down is in the recording.")
            if both[0]
            else N_("A cool-down of {cooldown} is there, but no warm-up is in the recording."),
            claims=(Flag(f"present.{missing}", False),),
            slots={"warmup": warm} if both[0] else {"cooldown": cool},
            tone="down" if hard else "level",
        )
    elif both == (False, False):
        yield from room.offer(
            "phase.parts.none",
            weight + (0.15 if hard else 0.05),
            N_("Neither a warm-up nor a cool-down stands out in the recording."),
            claims=(Flag("present.warmup", False), Flag("present.cooldown", False)),
        )


def _next_cooldown(room: Room, analysis: SessionAnalysis) -> Iterator[Offer]:
    present = {phase.role: phase.in_recording for phase in analysis.rating.phases}
    hard = KIND_OF_TYPE[room.known.training_type] in ("tempo", "reps")
    if hard and present.get("cooldown") is False and not room.known.is_cut_off:
        yield from room.offer(
            "phase.next.cooldown",
            0.5,
            N_("Next time, leave the watch running for the cool-down, so that it counts."),
            claims=(Flag("present.cooldown", False),),
            stage="next",
        )


def _tallies(room: Room, analysis: SessionAnalysis) -> Iterator[Offer]:
    """How many targets were met, in all or in the phase where some were missed."""
    met, n = room.value("criteria.met"), room.value("criteria.count")
    if met is None or n is None or n < 2.0:
        return
    figures = {"met": Fig("criteria.met"), "n": Fig("criteria.count")}
    if met == n:
        yield from room.offer(
            "phase.tally.all",
            0.44,
            N_("All {n} targets of the session were met."),
            claims=(Compare("criteria.met", "equal", "criteria.count"),),
            n=figures["n"],
            tone="up",
        )
    else:
        yield from room.offer(
            "phase.tally.some",
            0.44,
            N_("{met} of the {n} targets of the session were met."),
            slots=figures,
        )
    for phase in analysis.rating.phases:
        mine, asked = f"criteria.met@{phase.role}", f"criteria.count@{phase.role}"
        if (room.value(mine) or 0.0) < (room.value(asked) or 0.0):
            yield from room.offer(
                f"phase.missed.{phase.role}",
                0.4,
                N_("In {phase}, {met} of {n} <n:target|targets> <met:was|were> met."),
                phase=place(phase.role),
                met=Fig(mine),
                n=Fig(asked),
                tone="down",
            )


@frozen
class _Words:
    """How a criterion is spoken of: met, missed below, missed above, next time. Empty: not."""

    met: str = ""
    low: str = ""
    high: str = ""
    shown: str = ""
    advice: str = ""
    weight: float = 0.4


_WORDS: Mapping[CriterionName, _Words] = {
    "band_share": _Words(
        met=N_("{value} of the time lay at the intended intensity."),
        low=N_(
            "Only {value} of the time lay at the intended intensity; such a run asks for {low}."
        ),
        shown=N_("{value} of the time lay at the intended intensity."),
        advice=N_("Next time, let heart rate rather than the watch's pace set the effort."),
        weight=0.36,
    ),
    "pace_consistency": _Words(
        met=N_("Pace varied by {value} over {phase}; up to {high} is asked for."),
        high=N_("Pace varied by {value} over {phase}, where at most {high} is asked for."),
        shown=N_("Pace varied by {value} over {phase}."),
        advice=N_("Next time, aim for a more even pace."),
    ),
    "work_consistency": _Words(
        met=N_("From repetition to repetition the pace varied by no more than {value}."),
        high=N_("From repetition to repetition the pace varied by {value}; {high} would be even."),
        advice=N_("Next time, take the pace of each repetition from the watch and hold it."),
        weight=0.5,
    ),
    "heart_rate_retention": _Words(
        met=N_("In the recoveries heart rate came down to {value} of what it had reached."),
        high=N_("In the recoveries heart rate only came down to {value} of what it had reached."),
        advice=N_("Next time, take the recoveries slower or longer before the next repetition."),
        weight=0.5,
    ),
    "heart_rate_of_max": _Words(
        shown=N_("In the repetitions heart rate was at {value} of your maximum."), weight=0.46
    ),
    "work_total": _Words(
        shown=N_("The repetitions add up to {value} of fast running."), weight=0.45
    ),
    "heart_rate_rise": _Words(
        shown=N_("From the first repetition to the last, heart rate rose by {value}."), weight=0.36
    ),
    "power_decline": _Words(
        shown=N_("Power fell by {value} from the first repetitions to the last."), weight=0.3
    ),
    "threshold_heart_rate": _Words(
        met=N_("Heart rate stood at {value} of your threshold, where a tempo run wants it."),
        low=N_("Heart rate stood at {value} of your threshold, below what a tempo run wants."),
        high=N_("Heart rate stood at {value} of your threshold, above what a tempo run wants."),
        weight=0.5,
    ),
    "threshold_heart_rate_share": _Words(
        met=N_("{value} of the sustained part was run close to threshold heart rate."),
        low=N_("Only {value} of the sustained part was run close to threshold heart rate."),
        advice=N_("Next time, look at how soon heart rate reaches the threshold and stays there."),
        weight=0.46,
    ),
    "warmup_heart_rate": _Words(
        met=N_("The warm-up brought heart rate to {value}."),
        low=N_("The warm-up brought heart rate only to {value}."),
        high=N_("At the end of the warm-up heart rate already stood at {value}."),
        weight=0.3,
    ),
    "heart_rate_settles": _Words(
        met=N_("By the end of the cool-down heart rate was down to {value}."),
        high=N_(
            "At the end of the cool-down heart rate still stood at {value}; {high} is asked for."
        ),
        advice=N_("Next time, give the cool-down some more minutes."),
        weight=0.34,
    ),
}


_NEARLY = N_("At the end of the cool-down heart rate was {value}, just above the {high} asked for.")


def _criteria(room: Room, phase: Phase) -> Iterator[Offer]:
    """What the criteria of a phase showed."""
    for criterion in phase.criteria:
        words = _WORDS.get(criterion.name)
        if words is None or not phase.present:
            continue
        scope = f"{criterion.name}.criterion@{phase.role}"
        slots: dict[str, Slot] = {
            "value": Fig(scope),
            "low": Fig(f"{criterion.name}.asked_low@{phase.role}"),
            "high": Fig(f"{criterion.name}.asked_high@{phase.role}"),
            "phase": place(phase.role),
        }
        flag = f"met.{criterion.name}@{phase.role}"
        template, claims, tone = _spoken(room, words, scope, flag)
        if not template:
            continue
        used = {name: slot for name, slot in slots.items() if f"{{{name}}}" in template}
        missed = tone == "down"
        value = room.value(scope) or 0.0
        asked = room.value(f"{criterion.name}.asked_high@{phase.role}")
        near = criterion.name == "heart_rate_settles" and asked is not None and value - asked < 4.0
        if criterion.name in ("heart_rate_rise", "power_decline") and value < 3.0:
            continue
        yield from room.offer(
            f"phase.{criterion.name}.{'missed' if missed else 'met'}",
            words.weight + (0.1 if near else 0.28 if missed else 0.0),
            _NEARLY if near and missed else template,
            claims=claims,
            tone=tone,
            slots=used,
        )
        if missed and words.advice and not near:
            yield from room.offer(
                f"phase.next.{criterion.name}",
                words.weight + 0.2,
                words.advice,
                claims=claims,
                stage="next",
            )


def _spoken(
    room: Room, words: _Words, scope: str, flag: str
) -> tuple[str, tuple[Claim, ...], Tone]:
    """The template that goes with how it came out, its claims and its tone."""
    outcome = room.facts.flags.get(flag)
    if outcome is None:
        return words.shown, (), "level"
    if outcome:
        return words.met, (Flag(flag, True),), "up"
    asked = scope.replace(".criterion@", ".asked_low@")
    value, low = room.raw(scope), room.raw(asked)
    below = value is not None and low is not None and value < low
    return (words.low if below else words.high), (Flag(flag, False),), "down"
