"""What is worth saying of the form of a run, against what this runner usually shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

from hakaru.core.i18n import N_, Message, in_context, listed, message
from hakaru.guard.claims import Claim, Compare, Flag, Value, Within
from hakaru.running.claims.offers.offer import Fig, Gap, Offer, Room, Share, Slot, Tone, rising
from hakaru.running.claims.wording import AND, MADE, cause_name, metric_name, said_of, way_of
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.verdict import FormEvaluation, MetricVerdict
from hakaru.running.verdict_text import BALANCE_SAME_POINTS
from hakaru.running.why import CausePart, Explanation

_LITTLE_FRAC, _MUCH_FRAC = 0.15, 0.8
"""Of half the 90 % interval of a usual run: from the first on a cause is worth a word."""
_PACE_MOST = 0.3
"""That pace moves form is no news: a text says it only where somebody chooses it."""
_OF_THE_AIR = ("heat", "uphill", "downhill")

_OF_IT = N_("{metric} was {total} {way} than on an ordinary run; {gap} of that comes from {cause}.")
_FASTER, _SLOWER = (
    in_context("a cause", "the faster pace"),
    in_context("a cause", "the slower pace"),
)
_SHORT = in_context("a cause", "the run being short")


def cause_offers(room: Room) -> Iterator[Offer]:
    """How much of each scored metric comes from what; of the air and the ground it is said where
    the conditions of the run are told as well."""
    evaluation = room.known.evaluation
    if evaluation is None:
        return
    for way in room.known.why:
        verdict = evaluation.metrics.get(way.metric)
        if verdict is None or not METRICS[way.metric].scored:
            continue
        for part in way.parts:
            yield from _cause(room, "form", way, part=part, verdict=verdict)
            if part.cause in _OF_THE_AIR:
                yield from _cause(room, "air", way, part=part, verdict=verdict)


def _cause(
    room: Room,
    section: Literal["form", "air"],
    way: Explanation,
    *,
    part: CausePart,
    verdict: MetricVerdict,
) -> Iterator[Offer]:
    """One cause: as a part of the whole way, where that went the same way."""
    name, above = way.metric, part.change > 0.0
    actual, ordinary = f"{name}.actual", f"{name}.ordinary"
    slots: dict[str, Slot] = {
        "metric": metric_name(name),
        "gap": Share(name, part.cause),
        "way": way_of(name, above=above),
        "cause": _named(part),
    }
    claims: tuple[Claim, ...] = ()
    if _went_that_way(way, part) and room.value(actual) != room.value(ordinary):
        slots["total"] = Gap(actual, ordinary)
        claims = (Compare(actual, "higher" if above else "lower", ordinary),)
    offers = room.offer(
        f"{section}.cause.{name}.{part.cause}",
        _cause_weight(part, verdict),
        _OF_IT if claims else MADE,
        claims=claims,
        tone=_cause_tone(way, part),
        slots=slots,
    )
    for offer in offers:
        yield _capital(offer)


def _named(part: CausePart) -> Slot:
    """'the heat', 'the climbs': what stands after 'from'. How warm a wrist was is no temperature of
    the run."""
    if part.cause == "pace":
        return message(_FASTER if part.exposure_value > 0.0 else _SLOWER)
    if part.cause == "fatigue" and part.exposure_value < 0.0:
        return message(_SHORT)
    return cause_name(part.cause)


def _went_that_way(way: Explanation, part: CausePart) -> bool:
    """Whether the metric lies away from its ordinary value on the side to which the cause moved it,
    and by more than the cause alone."""
    total = way.actual - way.usual_value
    return part.change * total > 0.0 and abs(total) >= abs(part.change)


def _cause_weight(part: CausePart, verdict: MetricVerdict) -> float:
    """How large it is beside what a run of this runner scatters."""
    low, high = verdict.interval_90
    size = abs(part.change) / max((high - low) / 2.0, 1e-9)
    weight = 0.3 + 0.5 * rising(size, _LITTLE_FRAC, _MUCH_FRAC)
    return min(weight, _PACE_MOST) if part.cause == "pace" else weight


def _cause_tone(way: Explanation, part: CausePart) -> Tone:
    worse = part.change * METRICS[way.metric].unfavourable > 0.0
    return "down" if worse else "up"


def _capital(offer: Offer) -> Offer:
    """As a sentence begins."""
    worded = offer.wording
    text = Message(worded[:1].upper() + worded[1:], worded.template, worded.values)
    return replace(offer, wording=text)


_OUTSIDE = ("outside_range", "far_outside")
_HARDLY_SDS, _LEANING_SDS = 0.4, 0.8
"""Below the first a deviation is hardly one; from the second on a value inside the range leans to
one side of it."""


_FIRST = 0.12
"""The figure that a runner looks for first, contact time, goes before one as usual."""


def form_offers(room: Room) -> Iterator[Offer]:
    """Everything that the verdict on form says, and how the last runs compare."""
    evaluation = room.known.evaluation
    if evaluation is None:
        yield from room.offer(
            "form.unknown",
            1.0,
            N_("This run carries no form measurement."),
            claims=(Flag("unknown.form", True),),
            stage="unknown",
        )
        return
    own = [verdict for verdict in evaluation.metrics.values() if verdict.basis != "population"]
    yield from _baseline(room, evaluation)
    scored = [verdict for verdict in own if METRICS[verdict.metric].scored]
    yield from _together(room, scored)
    yield from _contrast(room, scored)
    for verdict in own:
        if METRICS[verdict.metric].formula is None:
            yield from _metric(room, verdict)
            yield from _recent(room, verdict)
    for verdict in evaluation.metrics.values():
        if verdict.basis == "population" and METRICS[verdict.metric].formula is None:
            yield from _stranger(room, verdict)
    yield from _stride(room)
    yield from _cadence_set(room, evaluation)
    yield from _balance(room, evaluation)
    yield from _next(room, own)


def _name(metric: str, *, capital: bool = False) -> Message:
    named = metric_name(metric)
    if not capital:
        return named
    return Message(named[:1].upper() + named[1:], named.template, named.values)


def _way(verdict: MetricVerdict) -> Message:
    return _way_word(verdict.metric, above=verdict.delta > 0.0)


def _way_word(metric: MetricName, *, above: bool) -> Message:
    words = METRICS[metric].words
    return message(words.higher if above else words.lower)


def _delta(room: Room, metric: str) -> Gap | None:
    """How far it lies from what was expected, if the page shows a difference at all."""
    actual, expected = room.value(f"{metric}.actual"), room.value(f"{metric}.expected")
    if actual is None or expected is None or actual == expected:
        return None
    return Gap(f"{metric}.actual", f"{metric}.expected")


def _side(verdict: MetricVerdict, facts: Room) -> tuple[Claim, ...]:
    """Whether the value lies inside, below or above its range."""
    name = verdict.metric
    value, low, high = (facts.raw(f"{name}.{role}") for role in ("actual", "low", "high"))
    if value is None or low is None or high is None:
        return ()
    side = "below" if value < low else "above" if value > high else "inside"
    return (Within(f"{name}.actual", side, f"{name}.low", f"{name}.high"),)  # type: ignore[arg-type]


def _baseline(room: Room, evaluation: FormEvaluation) -> Iterator[Offer]:
    """What limits the comparison."""
    strange = [verdict for verdict in evaluation.scored if verdict.basis == "population"]
    if evaluation.new_sensor:
        yield from room.offer(
            "form.baseline.new_sensor",
            0.7,
            N_("The sensor is new: what to expect was carried over from your earlier one.")
            if evaluation.bridged
            else N_("The sensor is new, so typical values stand in for your own for now."),
            claims=(Flag("new_sensor", True),),
            stage="unknown",
        )
    elif strange and len(strange) == len(evaluation.scored):
        yield from room.offer(
            "form.baseline.population",
            0.7,
            N_("There is no personal baseline yet: the comparison is with what runners show."),
            claims=tuple(Flag(f"unknown.baseline.{verdict.metric}", True) for verdict in strange),
            stage="unknown",
        )
    unrated = evaluation.unrated
    if unrated is None:
        return
    if unrated.unrated_reason == "few_runs" and len(strange) < len(evaluation.scored):
        yield from room.offer(
            "form.unrated.few_runs",
            0.6,
            N_("Your baseline knows {n} <n:run|runs> so far; from {needed} on there are stars."),
            claims=(Flag("rated.form", False),),
            n=Fig(f"{unrated.metric}.n_runs"),
            needed=Fig(f"{unrated.metric}.n_runs_needed"),
            stage="unknown",
        )
    elif unrated.unrated_reason in _UNRATED:
        yield from room.offer(
            f"form.unrated.{unrated.unrated_reason}",
            0.6,
            _UNRATED[unrated.unrated_reason],
            claims=(Flag("rated.form", False),),
            stage="unknown",
        )


_UNRATED: Mapping[str | None, str] = {
    "short_run": N_("Too little of the run could be judged for stars."),
    "sensor_coverage": N_("The sensor covered too little of the run for stars."),
    "hilly_summary": N_("Only averages over hills are known, which is too little for stars."),
    "unknown_summary": N_("Only averages are known, which is too little for stars."),
}


def _together(room: Room, scored: Sequence[MetricVerdict]) -> Iterator[Offer]:
    """What several metrics have in common."""
    if len(scored) < 2:
        return
    names = [verdict.metric for verdict in scored]
    sides = tuple(claim for verdict in scored for claim in _side(verdict, room))
    listed_names = _listed([_name(name, capital=place == 0) for place, name in enumerate(names)])
    usual = [verdict for verdict in scored if verdict.band == "as_usual"]
    inside = [verdict for verdict in scored if verdict.band not in _OUTSIDE]
    if len(inside) == len(scored):
        all_usual = len(usual) == len(scored)
        together = (
            N_("{metrics} were all normal for you at this pace.")
            if len(scored) > 2
            else N_("{metrics} were both normal for you at this pace.")
        )
        yield from room.offer(
            f"form.together.{'usual' if all_usual else 'inside'}",
            0.62 if all_usual else 0.55,
            together if all_usual else N_("{metrics} stayed within your usual range at this pace."),
            claims=sides,
            metrics=listed_names,
            stage="lead",
        )
    else:
        out = [verdict for verdict in scored if verdict.band in _OUTSIDE]
        claims = tuple(claim for verdict in out for claim in _side(verdict, room))
        yield from room.offer(
            "form.together.outside",
            0.8,
            N_("At this pace, {metrics} left your usual range.")
            if len(out) > 1
            else N_("At this pace, only {metrics} left your usual range."),
            claims=claims if len(out) > 1 else sides,
            metrics=_listed([_name(verdict.metric) for verdict in out]),
            stage="lead",
        )


def _contrast(room: Room, scored: Sequence[MetricVerdict]) -> Iterator[Offer]:
    """One metric above what was expected and another below."""
    leaning = [verdict for verdict in scored if abs(verdict.z) >= _LEANING_SDS]
    for first, second in combinations(leaning, 2):
        if (first.z > 0.0) == (second.z > 0.0):
            continue
        gaps = _delta(room, first.metric), _delta(room, second.metric)
        if gaps[0] is None or gaps[1] is None:
            continue
        yield from room.offer(
            "form.contrast.metrics",
            0.66 + 0.1 * rising(min(abs(first.z), abs(second.z)), 1.0, 3.0),
            N_(
                "{first} was {first_gap} {first_way} than expected, while {second} was "
                "{second_gap} {second_way}."
            ),
            first=_name(first.metric, capital=True),
            first_gap=gaps[0],
            first_way=_way(first),
            second=_name(second.metric),
            second_gap=gaps[1],
            second_way=_way(second),
        )
        return


def _listed(names: Sequence[Message]) -> Message:
    """'a, b and c'."""
    if len(names) == 1:
        return names[0]
    head = listed(names[:-1])
    return message(AND, first=head, rest=names[-1])


def _tone(verdict: MetricVerdict) -> Tone:
    unfavourable = METRICS[verdict.metric].unfavourable
    if not unfavourable or abs(verdict.z) < _LEANING_SDS:
        return "level"
    return "down" if verdict.z * unfavourable > 0.0 else "up"


def _metric(room: Room, verdict: MetricVerdict) -> Iterator[Offer]:
    """One metric against the runner's own range."""
    name, gap = verdict.metric, _delta(room, verdict.metric)
    slots: dict[str, Slot] = {
        "metric": _name(name, capital=True),
        "actual": Fig(f"{name}.actual"),
        "way": _way(verdict),
    }
    weight = _weight(verdict)
    if gap is None:
        yield from room.offer(
            f"form.{name}.same",
            weight,
            N_("{metric} was {actual}, just what was to be expected at this pace."),
            claims=(Compare(f"{name}.actual", "equal", f"{name}.expected"),),
            slots=slots,
        )
        return
    slots["gap"] = gap
    if verdict.band in _OUTSIDE:
        yield from _outside(room, verdict, weight, slots)
    elif abs(verdict.z) >= _LEANING_SDS:
        yield from room.offer(
            f"form.{name}.leaning",
            weight,
            N_(
                "{metric} was {actual}, {gap} {way} than expected and still within {low} to {high}."
            ),
            claims=_side(verdict, room),
            tone=_tone(verdict),
            slots={**slots, **_range(name)},
        )
    else:
        yield from room.offer(
            f"form.{name}.usual",
            weight - 0.08,
            N_("{metric} was {actual}, only {gap} {way} than expected.")
            if abs(verdict.z) < _HARDLY_SDS
            else N_("{metric} was {actual}, {gap} {way} than expected."),
            slots=slots,
        )


def _weight(verdict: MetricVerdict) -> float:
    least = 0.4 if METRICS[verdict.metric].scored else 0.3
    first = _FIRST if verdict.metric == SCORED_METRICS[0] else 0.0
    return least + first + 0.5 * rising(abs(verdict.z), 0.0, 3.5)


def _range(name: MetricName) -> dict[str, Slot]:
    return {"low": Fig(f"{name}.low"), "high": Fig(f"{name}.high")}


def _outside(
    room: Room, verdict: MetricVerdict, weight: float, slots: Mapping[str, Slot]
) -> Iterator[Offer]:
    """One metric beyond the runner's own range, and how rare that is."""
    name = verdict.metric
    rank = room.value(f"{name}.rank")
    if rank is not None and rank >= 80.0:
        yield from room.offer(
            f"form.{name}.rare",
            weight + 0.1,
            N_(
                "{metric} was {actual}, {gap} {way} than expected; only {n} of {of} "
                "<of:run|runs> <n:goes|go> further that way."
            ),
            claims=_side(verdict, room),
            n=Fig(f"{name}.beyond"),
            of=Fig(f"{name}.rank_of"),
            tone=_tone(verdict),
            slots=slots,
        )
    yield from room.offer(
        f"form.{name}.outside",
        weight + 0.08,
        N_("{metric} was {actual}, {gap} {way} than expected; usual for you is {low} to {high}."),
        claims=_side(verdict, room),
        tone=_tone(verdict),
        slots={**slots, **_range(name)},
    )


def _recent(room: Room, verdict: MetricVerdict) -> Iterator[Offer]:
    """The same against the last runs: a streak, or more than any of them."""
    yield from _streak(room, verdict)
    name = verdict.metric
    own = room.value(f"{name}.delta_pct")
    highest, lowest = room.value(f"{name}.highest_before"), room.value(f"{name}.lowest_before")
    n = room.value(f"{name}.runs_before") or 0.0
    if own is None or highest is None or lowest is None or n < 5.0:
        return
    rare = verdict.band in _OUTSIDE and (room.value(f"{name}.rank") or 0.0) >= 80.0
    if rare or lowest <= own <= highest:
        return
    above = own > highest
    bound = "highest" if above else "lowest"
    yield from room.offer(
        f"form.record.{name}",
        0.56 + (0.08 if METRICS[name].scored else 0.0),
        N_(
            "For this pace, {metric} was {way} than in any of the last {n} <n:run|runs> "
            "with this sensor."
        )
        if room.known.has_other_sensors
        else N_("For this pace, {metric} was {way} than in any of the last {n} <n:run|runs>."),
        claims=(
            Compare(f"{name}.delta_pct", "higher" if above else "lower", f"{name}.{bound}_before"),
        ),
        metric=_name(name),
        way=_way_word(name, above=above),
        n=Fig(f"{name}.runs_before"),
        tone=_tone(verdict),
    )


def _streak(room: Room, verdict: MetricVerdict) -> Iterator[Offer]:
    name = verdict.metric
    in_a_row = room.value(f"{name}.in_a_row") or 0.0
    if in_a_row < 3.0 or not METRICS[name].scored:
        return
    yield from room.offer(
        f"form.row.{name}",
        (0.45 if abs(verdict.z) >= _LEANING_SDS else 0.12) + 0.05 * min(in_a_row, 10.0),
        N_("For {n} <n:run|runs> with this sensor now, {metric} has been {way} than expected.")
        if room.known.has_other_sensors
        else N_("For {n} <n:run|runs> in a row now, {metric} has been {way} than expected."),
        claims=_own_side(verdict),
        n=Fig(f"{name}.in_a_row"),
        metric=_name(name),
        way=_way(verdict),
        tone=_tone(verdict),
    )


def _own_side(verdict: MetricVerdict) -> tuple[Claim, ...]:
    name = verdict.metric
    return (
        Compare(f"{name}.actual", "higher" if verdict.delta > 0.0 else "lower", f"{name}.expected"),
    )


def _stranger(room: Room, verdict: MetricVerdict) -> Iterator[Offer]:
    """One metric where nothing personal is known: against what runners show."""
    name, gap = verdict.metric, _delta(room, verdict.metric)
    far = rising(abs(verdict.z), 0.0, 3.0)
    base = 0.4 if METRICS[name].scored else 0.3
    actual, metric = Fig(f"{name}.actual"), _name(name, capital=True)
    inside = verdict.band not in _OUTSIDE
    low, high = Fig(f"{name}.low"), Fig(f"{name}.high")
    if gap is None or (inside and abs(verdict.z) < _LEANING_SDS):
        yield from room.offer(
            f"form.{name}.typical",
            base,
            N_("{metric} was {actual}; runners show {low} to {high} at this pace."),
            claims=_side(verdict, room),
            metric=metric, actual=actual, low=low, high=high,
        )  # fmt: skip
        return
    yield from room.offer(
        f"form.{name}.typical_{'inside' if inside else 'outside'}",
        base + 0.4 * far,
        N_("{metric} was {actual}, {gap} {way} than runners show on average at this pace.")
        if inside
        else N_(
            "{metric} was {actual}, {gap} {way} than runners show on average and outside {low} "
            "to {high}."
        ),
        claims=_side(verdict, room),
        metric=metric, actual=actual, gap=gap, way=_way(verdict),
        slots=({} if inside else {"low": low, "high": high}),
    )  # fmt: skip


def _stride(room: Room) -> Iterator[Offer]:
    """Cadence and step length together make the pace."""
    cadence, step = _delta(room, "cadence"), _delta(room, "step_length")
    if cadence is None or step is None or room.value("cadence.in_a_row") is None:
        return
    faster_steps = (room.raw("cadence.delta") or 0.0) > 0.0
    longer = (room.value("step_length.actual") or 0.0) > (room.value("step_length.expected") or 0.0)
    if faster_steps == longer:
        return
    yield from room.offer(
        f"form.stride.{'quick' if faster_steps else 'long'}",
        0.43,
        N_("You took more and shorter steps than usual: cadence {cadence} higher at {actual}.")
        if faster_steps
        else N_("You took fewer and longer steps than usual: cadence {cadence} lower at {actual}."),
        claims=(
            Compare("cadence.actual", "higher" if faster_steps else "lower", "cadence.expected"),
            Compare("step_length.actual", "higher" if longer else "lower", "step_length.expected"),
        ),
        cadence=cadence,
        actual=Fig("cadence.actual"),
    )


def _cadence_set(room: Room, evaluation: FormEvaluation) -> Iterator[Offer]:
    minimum = evaluation.cadence_minimum
    if evaluation.cadence_set_spm is None or minimum is None:
        return
    actual, target = room.value("cadence.actual"), room.value("cadence.target")
    if actual is None or target is None or (actual >= target) != minimum.achieved:
        return
    relation = "higher" if actual > target else "lower" if actual < target else "equal"
    yield from room.offer(
        "form.cadence_set.met" if minimum.achieved else "form.cadence_set.missed",
        0.5,
        N_("Cadence kept to the minimum of {target} that you set.")
        if minimum.achieved
        else N_("Cadence stayed below the minimum of {target} that you set."),
        claims=(Compare("cadence.actual", relation, "cadence.target"),),  # type: ignore[arg-type]
        target=Fig("cadence.target"),
        tone="up" if minimum.achieved else "down",
    )


def _balance(room: Room, evaluation: FormEvaluation) -> Iterator[Offer]:
    verdict = evaluation.balance
    if verdict is None:
        return
    left, right = Fig("balance.left"), Fig("balance.right")
    shift = room.raw("balance.shift")
    if verdict.penalised:
        yield from room.offer(
            "form.balance.uneven",
            0.75,
            N_("Contact time was uneven, {left} left to {right} right, which costs points."),
            left=left, right=right, tone="down",
        )  # fmt: skip
    elif shift is not None and shift >= BALANCE_SAME_POINTS:
        yield from room.offer(
            "form.balance.shifted",
            0.55,
            N_("The balance of contact time moved to {left} left, from a usual {usual}."),
            left=left,
            usual=Fig("balance.usual"),
            tone="down",
        )
    else:
        yield from room.offer(
            "form.balance.usual" if shift is not None else "form.balance.alone",
            0.3,
            N_("Left and right shared the ground contact {left} to {right}, as usual for you.")
            if shift is not None
            else N_("Left and right shared the ground contact {left} to {right}."),
            claims=() if shift is None else _is(room, "balance.shift"),
            left=left,
            right=right,
        )


def _is(room: Room, fact_id: str) -> tuple[Claim, ...]:
    fact = room.facts.by_id.get(fact_id)
    return () if fact is None else (Value(fact.id, said_of(fact)),)


def _next(room: Room, own: Sequence[MetricVerdict]) -> Iterator[Offer]:
    """What to look at: the metric that left the range on the side that costs."""
    worst = [verdict for verdict in own if verdict.needs_improvement]
    if worst:
        verdict = max(worst, key=lambda each: abs(each.z))
        repeated = (room.value(f"{verdict.metric}.in_a_row") or 0.0) >= 3.0
        yield from room.offer(
            "form.next.watch",
            0.7,
            N_("Look at {metric} first in the next runs.")
            if repeated
            else N_("A single run is no trend: see whether {metric} is back in the next ones."),
            claims=(Flag(f"needs_improvement.{verdict.metric}", True),),
            metric=_name(verdict.metric),
            stage="next",
        )
