"""What is worth saying of a run split by split, repetition by repetition, or of its tempo block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hakaru.core.i18n import N_, Message
from hakaru.guard.claims import Compare, Count, Every, Extreme, Flag, Said
from hakaru.running.claims.course import Course, average, course_of, is_sustained, paces_of
from hakaru.running.claims.offers.changes import change_offers
from hakaru.running.claims.offers.offer import Fig, Gap, Offer, Room, Slot, rising
from hakaru.running.claims.wording import place, said_text
from hakaru.running.sections.facts import spread_of

_EDGE_S = 5.0
"""Bounds of pace that a text names are whole multiples of so many seconds."""


def split_offers(room: Room) -> Iterator[Offer]:
    """Everything that the splits of a run show."""
    spread = spread_of(room.known.splits)
    if spread is None:
        yield from room.offer(
            "split.unknown",
            1.0,
            N_("No split has a speed, so nothing is known split by split."),
            claims=(Flag("unknown.splits", True),),
            stage="unknown",
        )
        return
    yield from _heart_rate_unknown(room)
    yield from _cut_off(room)
    if len(spread.compared) == 1:
        yield from _alone(room)
        return
    course = course_of(spread, sustained=is_sustained(room))
    block = not course.repetitions and not course.whole
    yield from _block(room) if block else _opening(room, course)
    yield from _fastest(room, course)
    yield from _slowest(room, course)
    yield from _even(room, course)
    yield from _outlier(room, course)
    yield from _counted(room, course)
    yield from change_offers(room, course, halves=not block and not room.known.is_cut_off)


def _cut_off(room: Room) -> Iterator[Offer]:
    yield from room.offer(
        "split.cut_off",
        1.0,
        N_("The file is cut off at {time}, so nothing is known of the rest of the run."),
        time=Fig("duration.recorded"),
        stage="unknown",
    )


def _heart_rate_unknown(room: Room) -> Iterator[Offer]:
    yield from room.offer(
        "split.no_heart_rate",
        0.5,
        N_("Heart rate was not recorded."),
        claims=(Flag("unknown.heart_rate", True),),
        stage="unknown",
    )


def _alone(room: Room) -> Iterator[Offer]:
    if room.raw("heart_rate.average") is None:
        yield from room.offer(
            "split.alone",
            0.6,
            N_("There is only one split to look at; its pace while running was {pace}."),
            pace=Fig("pace.average"),
            stage="lead",
        )
        return
    yield from room.offer(
        "split.alone",
        0.6,
        N_(
            "There is only one split to look at; it was run at {pace} with a heart rate of {beats}."
        ),
        pace=Fig("pace.average"),
        beats=Fig("heart_rate.average"),
        stage="lead",
    )


def _block(room: Room) -> Iterator[Offer]:
    """The sustained part of a tempo run, and what came before and after it."""
    pace, beats = Fig("pace.actual@main"), Fig("heart_rate.actual@main")
    with_beats = room.raw(beats.fact) is not None
    yield from room.offer(
        "split.opening.block",
        0.9,
        N_("The sustained part, {distance} long, was run at {pace} with a heart rate of {beats}.")
        if with_beats
        else N_("The sustained part, {distance} long, was run at {pace}."),
        distance=Fig("phase.distance@main"),
        pace=pace,
        stage="lead",
        slots=({"beats": beats} if with_beats else {}),
    )
    yield from room.offer(
        "split.around.warmup",
        0.2,
        N_("From the warm-up to the sustained part the pace quickened by {gap}."),
        claims=(Compare("pace.actual@main", "lower", "pace.actual@warmup"),),
        gap=Gap("pace.actual@main", "pace.actual@warmup"),
    )
    yield from room.offer(
        "split.around.cooldown",
        0.22,
        N_("In the cool-down the pace eased off by {gap}."),
        claims=(Compare("pace.actual@cooldown", "higher", "pace.actual@main"),),
        gap=Gap("pace.actual@cooldown", "pace.actual@main"),
    )


def _opening(room: Room, course: Course) -> Iterator[Offer]:
    if not course.repetitions:
        yield from room.offer(
            "split.opening.all",
            0.37,
            N_("Over the {n} <n:split|splits> you averaged {pace} while running."),
            n=Fig("splits.count"),
            pace=Fig("pace.average"),
        )
        return
    yield from room.offer(
        "split.opening.repetitions",
        0.9,
        N_("The {n} <n:repetition|repetitions> of about {length} averaged {pace}."),
        n=Fig("splits.count"),
        length=Fig("repetition.distance"),
        pace=Fig("pace.average"),
        stage="lead",
    )
    yield from room.offer(
        "split.opening.repetitions_only",
        0.85,
        N_("The {n} repetitions averaged {pace}."),
        n=Fig("splits.count"),
        pace=Fig("pace.average"),
        stage="lead",
    )


_FASTEST: Mapping[str, str] = {
    "first": N_("You set off fastest: {place} at {pace} was not matched later."),
    "last": N_("You finished strongest: {place}, the last one, was the fastest at {pace}."),
    "middle": N_("{place} was the fastest at {pace}."),
}
_SLOWEST: Mapping[str, str] = {
    "first": N_("{place} was the slowest at {pace}: you eased into it."),
    "last": N_("The slowest was {place}, the last one, at {pace}."),
    "middle": N_("The slowest was {place} at {pace}."),
}


def _where(room: Room, index: int, n: int) -> str:
    """Where in the run a split is; the last one of a file that is cut off ended no run."""
    last = index == n - 1 and not room.known.is_cut_off
    return "first" if index == 0 else "last" if last else "middle"


def _fastest(room: Room, course: Course) -> Iterator[Offer]:
    paces = paces_of(room, course)
    if paces is None or min(paces) == max(paces):
        return
    index = paces.index(min(paces))
    where = _where(room, index, len(paces))
    ahead = rising(average(paces) - paces[index], 2.0, 25.0)
    weight = 0.35 + 0.35 * ahead + (0.2 if where == "last" else 0.08 if where == "first" else 0.0)
    yield from room.offer(
        f"split.fastest.{where}",
        weight,
        _FASTEST[where],
        claims=(Extreme(course.series("pace"), "lowest", (course.place(index),)),),
        place=_capital(place(course.place(index)), where),
        pace=Fig(course.fact("pace", index)),
        tone="down" if where == "first" else "up",
    )


def _capital(named: Message, where: str) -> Message:
    """A place that begins a sentence."""
    if where != "middle":
        return named
    return Message(named[:1].upper() + named[1:], named.template, named.values)


def _slowest(room: Room, course: Course) -> Iterator[Offer]:
    paces = paces_of(room, course)
    if paces is None or min(paces) == max(paces):
        return
    index = paces.index(max(paces))
    where = _where(room, index, len(paces))
    behind = rising(paces[index] - average(paces), 2.0, 30.0)
    weight = 0.3 + 0.4 * behind + (0.12 if where == "last" else 0.0)
    slowest = Extreme(course.series("pace"), "highest", (course.place(index),))
    yield from room.offer(
        f"split.slowest.{where}",
        weight,
        _SLOWEST[where],
        claims=(slowest,),
        place=_capital(place(course.place(index)), "middle" if where == "first" else "last"),
        pace=Fig(course.fact("pace", index)),
        tone="up" if where == "first" else "down",
    )
    climbed = Extreme(course.series("climb"), "highest", (course.place(index),))
    climb_m = room.value(course.fact("climb", index))
    if climb_m is not None and climb_m >= 10.0:
        yield from room.offer(
            "split.slowest.climb",
            weight + 0.2,
            N_("The slowest, {place} at {pace}, was also the one with the most climb ({climb})."),
            claims=(slowest, climbed),
            place=place(course.place(index)),
            pace=Fig(course.fact("pace", index)),
            climb=Fig(course.fact("climb", index)),
        )


def _even(room: Room, course: Course) -> Iterator[Offer]:
    """How far the fastest and the slowest lie apart."""
    paces = paces_of(room, course)
    if paces is None or min(paces) == max(paces):
        return
    fast, slow = paces.index(min(paces)), paces.index(max(paces))
    apart = max(paces) - min(paces)
    slots: dict[str, Slot] = {
        "fast": Fig(course.fact("pace", fast)),
        "slow": Fig(course.fact("pace", slow)),
        "gap": Gap(course.fact("pace", slow), course.fact("pace", fast)),
    }
    claims = (
        Extreme(course.series("pace"), "lowest", (course.place(fast),)),
        Extreme(course.series("pace"), "highest", (course.place(slow),)),
    )
    if apart <= 16.0:
        key = _narrow_key(room, fast, slow, len(paces))
        template = _NARROW[key]
        slots["fast_place"] = place(course.place(fast))
        slots["slow_place"] = place(course.place(slow))
        used = {name: slot for name, slot in slots.items() if f"{{{name}}}" in template}
        yield from room.offer(
            f"split.spread.narrow_{key}",
            0.3 + 0.5 * (1.0 - rising(apart, 4.0, 16.0)),
            template,
            claims=claims,
            tone="down" if key == "slow_last" else "up",
            slots=used,
        )
    elif apart >= 40.0:
        yield from room.offer(
            "split.spread.wide",
            0.3 + 0.35 * rising(apart, 40.0, 120.0),
            N_("Pace moved between {fast} and {slow}, a range of {gap}."),
            claims=claims,
            tone="down",
            slots=slots,
        )


_NARROW: Mapping[str, str] = {
    "fast_last": N_(
        "You kept everything within {gap} and saved the fastest for last: {fast} in {fast_place}."
    ),
    "slow_last": N_(
        "Everything stayed within {gap}, with the slowest, {slow_place} at {slow}, only at the end."
    ),
    "slow_first": N_(
        "Everything stayed within {gap}: you began at {slow} and were fastest in {fast_place}, at "
        "{fast}."
    ),
    "fast_first": N_(
        "Everything stayed within {gap}, though nothing was as fast as {fast_place} at {fast}."
    ),
    "middle": N_(
        "Only {gap} lay between the fastest, {fast_place} at {fast}, and the slowest, {slow_place} "
        "at {slow}."
    ),
}


def _narrow_key(room: Room, fast: int, slow: int, n: int) -> str:
    """By what stands at the ends."""
    if room.known.is_cut_off:
        return "middle"
    ends = {
        (True, fast): "fast_last",
        (True, slow): "slow_last",
        (False, slow): "slow_first",
        (False, fast): "fast_first",
    }
    return ends.get((True, n - 1)) or ends.get((False, 0)) or "middle"


def _outlier(room: Room, course: Course) -> Iterator[Offer]:
    """All but one keep within a bound."""
    paces = paces_of(room, course)
    if paces is None or len(paces) < 5:
        return
    ordered = sorted(paces)
    index = paces.index(ordered[-1])
    bound = _EDGE_S * -(-(ordered[-2] + 0.5) // _EDGE_S)
    if ordered[-1] - ordered[-2] < 8.0 or ordered[-1] < bound:
        return
    limit = Said(value=bound, unit="s/km", slack=0.5)
    yield from room.offer(
        "split.outlier.slow",
        0.4 + 0.3 * rising(ordered[-1] - ordered[-2], 8.0, 40.0),
        N_("All but {place} were faster than {bound}."),
        claims=(Every(course.series("pace"), "below", limit, (course.place(index),)),),
        place=place(course.place(index)),
        bound=said_text(limit),
        tone="up",
    )


def _counted(room: Room, course: Course) -> Iterator[Offer]:
    """How many were faster than a round pace near the average."""
    paces = paces_of(room, course)
    if paces is None or len(paces) < 5:
        return
    bound = _EDGE_S * round(average(paces) / _EDGE_S)
    limit = Said(value=bound, unit="s/km", slack=0.5)
    claim = Count(course.series("pace"), "below", limit, sum(pace < bound for pace in paces))
    share = claim.n / len(paces)
    if not 0.55 <= share < 1.0 or not course.whole:
        return
    yield from room.offer(
        "split.count.faster",
        0.35 + 0.2 * rising(share, 0.6, 0.95),
        N_("{n} of the {all} <all:repetition|repetitions> <n:was|were> faster than {bound}.")
        if course.repetitions
        else N_("{n} of the {all} <all:split|splits> <n:was|were> faster than {bound}."),
        claims=(claim,),
        n=claim.n,
        all=Fig("splits.count"),
        bound=said_text(limit),
        tone="up",
    )
