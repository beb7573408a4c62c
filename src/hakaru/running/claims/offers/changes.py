"""How pace, heart rate and form change over the places of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from hakaru.core.i18n import N_
from hakaru.guard.claims import Compare, Extreme, Relation, Trend
from hakaru.records import frozen
from hakaru.running.claims.course import Course, paces_of
from hakaru.running.claims.offers.offer import Fig, Gap, Offer, Room, Slot, rising
from hakaru.running.claims.wording import place
from hakaru.running.sections.facts import FIRST, SECOND


def change_offers(room: Room, course: Course, *, halves: bool) -> Iterator[Offer]:
    """What changed from place to place, and from the first half to the second."""
    yield from _ends(room, course)
    yield from _run_of(room, course)
    yield from _jump(room, course)
    yield from _heart_rate(room, course)
    yield from _others(room, course)
    yield from _best(room, course)
    yield from _climb(room, course)
    if halves:
        yield from _halves(room)


def _ends(room: Room, course: Course) -> Iterator[Offer]:
    """The last against the first."""
    paces = paces_of(room, course)
    if paces is None or len(paces) < 3:
        return
    change = paces[-1] - paces[0]
    first, last = course.fact("pace", 0), course.fact("pace", len(paces) - 1)
    slots: dict[str, Slot] = {
        "first": place(course.place(0)),
        "last": place(course.place(len(paces) - 1)),
        "gap": Gap(last, first),
    }
    if change <= -3.0:
        yield from room.offer(
            "split.ends.faster",
            0.3 + 0.35 * rising(-change, 3.0, 25.0),
            N_("From {first} to {last} you gained {gap}."),
            claims=(Compare(last, "lower", first),),
            tone="up",
            slots=slots,
        )
    elif change >= 3.0:
        yield from room.offer(
            "split.ends.slower",
            0.3 + 0.4 * rising(change, 3.0, 25.0),
            N_("From {first} to {last} you lost {gap}."),
            claims=(Compare(last, "higher", first),),
            tone="down",
            slots=slots,
        )
        if change >= 12.0:
            yield from room.offer(
                "split.next.start",
                0.4 + 0.3 * rising(change, 12.0, 30.0),
                N_("Next time, hold back a little at the start and see whether the end holds up."),
                claims=(Compare(last, "higher", first),),
                stage="next",
            )


_RUNS: Mapping[Relation, str] = {
    "lower": N_("From {first} to {last} each was faster than the one before."),
    "higher": N_("From {first} to {last} each was slower than the one before."),
    "equal": N_("From {first} to {last} the pace did not move by a second."),
}


def _run_of(room: Room, course: Course) -> Iterator[Offer]:
    """The longest stretch in which pace goes one way from each place to the next."""
    paces = paces_of(room, course)
    if paces is None:
        return
    steps = ["lower" if b < a else "higher" if b > a else "equal" for a, b in _pairs(paces)]
    best: tuple[int, int] = (0, 0)
    begin = 0
    for end in range(1, len(steps) + 1):
        if end == len(steps) or steps[end] != steps[begin]:
            best = max(best, (begin, end), key=lambda span: span[1] - span[0])
            begin = end
    begin, end = best
    if end - begin < 3:
        return
    relation: Relation = steps[begin]  # type: ignore[assignment]
    all_of_it = end - begin == len(steps)
    yield from room.offer(
        f"split.run.{relation}",
        0.35 + 0.1 * (end - begin - 2) + (0.3 if all_of_it else 0.0),
        _RUNS[relation],
        claims=(
            Trend(
                course.series("pace", course.numbers[begin], course.numbers[end]),
                relation,
            ),
        ),
        first=place(course.place(begin)),
        last=place(course.place(end)),
        tone="up" if relation == "lower" else "down" if relation == "higher" else "level",
    )


def _pairs(values: Sequence[float]) -> list[tuple[float, float]]:
    return list(pairwise(values))


def _jump(room: Room, course: Course) -> Iterator[Offer]:
    """The largest step between two neighbours."""
    paces = paces_of(room, course)
    if paces is None or len(paces) < 4:
        return
    steps = [after - before for before, after in _pairs(paces)]
    index = max(range(len(steps)), key=lambda place: abs(steps[place]))
    step = steps[index]
    if abs(step) < 8.0:
        return
    faster = step < 0.0
    yield from room.offer(
        f"split.jump.{'faster' if faster else 'slower'}",
        0.28 + 0.35 * rising(abs(step), 8.0, 45.0),
        N_("After {before} you stepped up: the next was {gap} faster.")
        if faster
        else N_("After {before} the pace dropped: the next was {gap} slower."),
        claims=(
            Compare(
                course.fact("pace", index + 1),
                "lower" if faster else "higher",
                course.fact("pace", index),
            ),
        ),
        before=place(course.place(index)),
        gap=Gap(course.fact("pace", index + 1), course.fact("pace", index)),
        tone="up" if faster else "down",
    )


def _heart_rate(room: Room, course: Course) -> Iterator[Offer]:
    n = len(course.numbers)
    beats = [room.value(course.fact("heart_rate", index)) for index in range(n)]
    first, last = beats[0], beats[-1]
    if first is not None and last is not None and n >= 3 and abs(last - first) >= 3.0:
        rose = last > first
        yield from room.offer(
            f"split.beats.{'rose' if rose else 'fell'}",
            0.32 + 0.3 * rising(abs(last - first), 4.0, 25.0),
            N_("Heart rate rose from {low} in {first} to {high} in {last}.")
            if rose
            else N_("Heart rate came down from {low} in {first} to {high} in {last}."),
            claims=(
                Compare(
                    course.fact("heart_rate", n - 1),
                    "higher" if rose else "lower",
                    course.fact("heart_rate", 0),
                ),
            ),
            low=Fig(course.fact("heart_rate", 0)),
            high=Fig(course.fact("heart_rate", n - 1)),
            first=place(course.place(0)),
            last=place(course.place(n - 1)),
            tone="down" if rose else "up",
        )
    yield from _peak_of_beats(room, course, beats)


def _peak_of_beats(room: Room, course: Course, beats: Sequence[float | None]) -> Iterator[Offer]:
    """Where heart rate was highest, and whether it hardly moved."""
    n = len(course.numbers)
    measured = [value for value in beats if value is not None]
    if len(measured) == n and n >= 3 and max(measured) > min(measured):
        index = measured.index(max(measured))
        yield from room.offer(
            "split.peak.beats",
            0.3 + (0.08 if 0 < index < n - 1 else 0.0),
            N_("Heart rate was highest in {place}, at {beats} on average."),
            claims=(Extreme(course.series("heart_rate"), "highest", (course.place(index),)),),
            place=place(course.place(index)),
            beats=Fig(course.fact("heart_rate", index)),
        )
        spread = max(measured) - min(measured)
        if spread <= 6.0:
            low = measured.index(min(measured))
            yield from room.offer(
                "split.beats.steady",
                0.36 + (0.12 if spread <= 3.0 else 0.0),
                N_("Heart rate stayed between {low} and {high}."),
                claims=(
                    Extreme(course.series("heart_rate"), "highest", (course.place(index),)),
                    Extreme(course.series("heart_rate"), "lowest", (course.place(low),)),
                ),
                low=Fig(course.fact("heart_rate", low)),
                high=Fig(course.fact("heart_rate", index)),
                tone="up",
            )


_CHANGES: Mapping[str, tuple[str, str]] = {
    "gct": (
        N_("Contact time lengthened by {gap} from {first} to {last}."),
        N_("Contact time shortened by {gap} from {first} to {last}."),
    ),
    "cadence": (
        N_("Cadence was {gap} higher in {last} than in {first}."),
        N_("Cadence was {gap} lower in {last} than in {first}."),
    ),
    "power": (
        N_("Power was {gap} higher in {last} than in {first}."),
        N_("Power was {gap} lower in {last} than in {first}."),
    ),
    "step_length": (
        N_("Steps were {gap} longer in {last} than in {first}."),
        N_("Steps were {gap} shorter in {last} than in {first}."),
    ),
}
_NOTABLE: Mapping[str, tuple[float, float]] = {
    "gct": (6.0, 30.0),
    "cadence": (3.0, 12.0),
    "power": (8.0, 60.0),
    "step_length": (4.0, 20.0),
}
"""From which change on it is worth a word, and where it is as special as it gets."""


def _others(room: Room, course: Course) -> Iterator[Offer]:
    """Form and power at the end against the beginning."""
    n = len(course.numbers)
    if n < 3:
        return
    for metric, (higher, lower) in _CHANGES.items():
        first, last = course.fact(metric, 0), course.fact(metric, n - 1)
        before, after = room.value(first), room.value(last)
        least, most = _NOTABLE[metric]
        if before is None or after is None or abs(after - before) < least:
            continue
        rose = after > before
        yield from room.offer(
            f"split.{metric}.{'up' if rose else 'down'}",
            0.26 + 0.26 * rising(abs(after - before), least, most),
            higher if rose else lower,
            claims=(Compare(last, "higher" if rose else "lower", first),),
            first=place(course.place(0)),
            last=place(course.place(n - 1)),
            gap=Gap(last, first),
        )


_BEST: Mapping[str, tuple[Literal["lowest", "highest"], str, float]] = {
    "gct": ("lowest", N_("Contact time was shortest in {place}, at {value}."), 4.0),
    "cadence": ("highest", N_("Cadence was highest in {place}, at {value}."), 3.0),
    "power": ("highest", N_("Power was highest in {place}, at {value}."), 10.0),
}
"""Which end of a metric is worth a word, and from which range on."""


def _best(room: Room, course: Course) -> Iterator[Offer]:
    for metric, (which, template, least) in _BEST.items():
        values = room.shown(course.series(metric))
        if len(values) != len(course.numbers) or len(values) < 3:
            continue
        apart = max(values.values()) - min(values.values())
        pick = min if which == "lowest" else max
        scope = pick(values, key=lambda name: values[name])
        if apart < least:
            continue
        yield from room.offer(
            f"split.best_{metric}",
            0.26 + 0.14 * rising(apart, least, 5.0 * least),
            template,
            claims=(Extreme(course.series(metric), which, (scope,)),),
            place=place(scope),
            value=Fig(f"{metric}.actual@{scope}"),
        )


def _climb(room: Room, course: Course) -> Iterator[Offer]:
    climbs = room.shown(course.series("climb"))
    if len(climbs) != len(course.numbers) or len(climbs) < 3 or max(climbs.values()) < 12.0:
        return
    scope = max(climbs, key=lambda name: climbs[name])
    yield from room.offer(
        "split.climb.most",
        0.3 + 0.25 * rising(climbs[scope], 12.0, 60.0),
        N_("The most climb, {climb}, was in {place}, run at {pace}."),
        claims=(Extreme(course.series("climb"), "highest", (scope,)),),
        climb=Fig(f"climb.actual@{scope}"),
        place=place(scope),
        pace=Fig(f"pace.actual@{scope}"),
    )


@frozen(kw_only=False)
class _Halves:
    """The second half against the first: pace in s/km, heart rate in bpm (None: unknown)."""

    change_s_per_km: float
    drift_bpm: float | None

    first = f"pace.actual@{FIRST}"
    second = f"pace.actual@{SECOND}"
    gap = Gap(second, first)
    beats = Gap(f"heart_rate.actual@{SECOND}", f"heart_rate.actual@{FIRST}")

    def has_more_beats(self, by_bpm: float) -> bool:
        """Whether heart rate is known to be so much higher in the second."""
        return self.drift_bpm is not None and self.drift_bpm >= by_bpm

    @property
    def other_pace(self) -> Compare:
        """The second half is the faster one, or the slower one."""
        return Compare(self.second, "lower" if self.change_s_per_km < 0.0 else "higher", self.first)

    @property
    def more_beats(self) -> Compare:
        """Heart rate is higher in the second."""
        return Compare(self.beats.left, "higher", self.beats.right)


def _halves(room: Room) -> Iterator[Offer]:
    """The second half against the first, in pace and heart rate."""
    before, after = (room.value(f"pace.actual@{half}") for half in (FIRST, SECOND))
    if before is None or after is None:
        return
    calm, late = (room.value(f"heart_rate.actual@{half}") for half in (FIRST, SECOND))
    halves = _Halves(after - before, None if calm is None or late is None else late - calm)
    if halves.change_s_per_km <= -3.0:
        yield from _faster_half(room, halves)
    elif halves.change_s_per_km >= 3.0:
        yield from _slower_half(room, halves)
    else:
        yield from _even_halves(room, halves)


def _faster_half(room: Room, halves: _Halves) -> Iterator[Offer]:
    yield from room.offer(
        "split.halves.faster",
        0.42 + 0.35 * rising(-halves.change_s_per_km, 3.0, 20.0),
        N_("The second half was {gap} faster than the first: {first}, then {second}."),
        claims=(halves.other_pace,),
        gap=halves.gap,
        first=Fig(halves.first),
        second=Fig(halves.second),
        tone="up",
    )
    if halves.drift_bpm is not None and halves.drift_bpm <= 1.0:
        relation: Literal["equal", "lower"] = "equal" if halves.drift_bpm == 0.0 else "lower"
        yield from room.offer(
            "split.halves.faster_same_beats",
            0.85,
            N_("The second half was {gap} faster at a heart rate no higher than in the first."),
            claims=(halves.other_pace, Compare(halves.beats.left, relation, halves.beats.right)),
            gap=halves.gap,
            tone="up",
        )


def _slower_half(room: Room, halves: _Halves) -> Iterator[Offer]:
    slower = rising(halves.change_s_per_km, 3.0, 20.0)
    yield from room.offer(
        "split.halves.slower",
        0.42 + 0.4 * slower,
        N_("The second half was {gap} slower than the first: {first}, then {second}."),
        claims=(halves.other_pace,),
        gap=halves.gap,
        first=Fig(halves.first),
        second=Fig(halves.second),
        tone="down",
    )
    if halves.has_more_beats(3.0):
        claims = (halves.other_pace, halves.more_beats)
        yield from room.offer(
            "split.halves.slower_more_beats",
            0.55 + 0.35 * slower,
            N_(
                "The second half was {gap} slower, though heart rate ran {beats} higher than in "
                "the first."
            ),
            claims=claims,
            gap=halves.gap,
            beats=halves.beats,
            tone="down",
        )
        yield from room.offer(
            "split.next.drift",
            0.5,
            N_("Next time, watch from where on heart rate rises while the pace falls."),
            claims=claims,
            stage="next",
        )


def _even_halves(room: Room, halves: _Halves) -> Iterator[Offer]:
    differ = bool(halves.change_s_per_km)
    same = () if differ else (Compare(halves.second, "equal", halves.first),)
    if halves.has_more_beats(4.0):
        yield from room.offer(
            "split.halves.even_more_beats",
            0.5 + 0.3 * rising(halves.drift_bpm or 0.0, 4.0, 12.0),
            N_("Both halves were within {gap}, but heart rate was {beats} higher in the second.")
            if differ
            else N_(
                "Both halves were equally fast, but heart rate was {beats} higher in the second."
            ),
            claims=(halves.more_beats, *same),
            beats=halves.beats,
            tone="down",
            slots=({"gap": halves.gap} if differ else {}),
        )
        return
    yield from room.offer(
        "split.halves.even",
        0.36 if differ else 0.44,
        N_("Both halves were even: {first} and {second}.")
        if differ
        else N_("Both halves averaged {first}."),
        claims=same,
        first=Fig(halves.first),
        tone="up",
        slots=({"second": Fig(halves.second)} if differ else {}),
    )
