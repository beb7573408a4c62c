"""What is worth saying of a run split by split, repetition by repetition, or of its tempo block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hakaru.core.i18n import N_, Message, message
from hakaru.guard.claims import Compare, Every, Extreme, Flag, Relation, Said, Series, Trend
from hakaru.running.claims.offers import Fig, Gap, Offer, Room, rising
from hakaru.running.claims.wording import KINDS_OF_PLACES, place, said_text
from hakaru.running.sections.facts import FIRST, SECOND, Spread, spread_of
from hakaru.running.splits import Split

_EDGE_S = 5.0
"""Bounds of pace that a text names are whole multiples of so many seconds."""


@dataclass(frozen=True, kw_only=True)
class _Course:
    """The places that are compared: of which kind, from which to which, and their splits."""

    kind: str
    numbers: tuple[int, ...]
    splits: tuple[Split, ...]
    whole: bool

    @property
    def repetitions(self) -> bool:
        return self.kind == "repetition"

    def series(self, metric: str, first: int | None = None, last: int | None = None) -> Series:
        if self.whole and first is None and last is None:
            return Series(metric, "actual", self.kind)
        first = self.numbers[0] if first is None else first
        last = self.numbers[-1] if last is None else last
        return Series(metric, "actual", self.kind, first, last)

    def place(self, index: int) -> str:
        return f"{self.kind} {self.numbers[index]}"

    def fact(self, metric: str, index: int) -> str:
        return f"{metric}.actual@{self.place(index)}"


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
    if len(spread.compared) == 1:
        yield from _alone(room)
        return
    course = _course(spread, sustained=_is_sustained(room))
    block = not course.repetitions and not course.whole
    yield from _block(room) if block else _opening(room, course)
    yield from _fastest(room, course)
    yield from _slowest(room, course)
    yield from _even(room, course)
    yield from _ends(room, course)
    yield from _run_of(room, course)
    yield from _jump(room, course)
    yield from _outlier(room, course)
    yield from _heart_rate(room, course)
    yield from _others(room, course)
    yield from _climb(room, course)
    if not block:
        yield from _halves(room)


def _is_sustained(room: Room) -> bool:
    """Whether the run has a faster part that was held."""
    analysis = room.known.analysis
    return analysis is not None and (
        analysis.summary.form == "block" or room.known.training_type == "tempo_threshold"
    )


def _course(spread: Spread, *, sustained: bool) -> _Course:
    """Repetitions by their own numbers; of a run with a sustained part that part; else all."""
    compared = spread.compared
    if spread.repetitions:
        numbers = [split.rep_index for split in compared if split.rep_index is not None]
        if len(set(numbers)) == len(compared) and numbers == sorted(numbers):
            return _Course(kind="repetition", numbers=tuple(numbers), splits=compared, whole=True)
    everything = _Course(
        kind="split",
        numbers=tuple(split.split_index for split in compared),
        splits=compared,
        whole=True,
    )
    main = tuple(split for split in compared if split.role == "main")
    around = [split for split in compared if split.role in ("warmup", "cooldown")]
    if not sustained or len(main) < 2 or not around or len(main) + len(around) < len(compared):
        return everything
    numbers_of_main = tuple(split.split_index for split in main)
    inside = [
        split
        for split in compared
        if numbers_of_main[0] <= split.split_index <= numbers_of_main[-1]
    ]
    if len(inside) != len(main):
        return everything
    return _Course(kind="split", numbers=numbers_of_main, splits=main, whole=False)


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
        **({"beats": beats} if with_beats else {}),
    )
    yield from room.offer(
        "split.around.warmup",
        0.42,
        N_("From the warm-up to the sustained part the pace quickened by {gap}."),
        claims=(Compare("pace.actual@main", "lower", "pace.actual@warmup"),),
        gap=Gap("pace.actual@main", "pace.actual@warmup"),
    )
    yield from room.offer(
        "split.around.cooldown",
        0.4,
        N_("In the cool-down the pace eased off by {gap}."),
        claims=(Compare("pace.actual@cooldown", "higher", "pace.actual@main"),),
        gap=Gap("pace.actual@cooldown", "pace.actual@main"),
    )


def _opening(room: Room, course: _Course) -> Iterator[Offer]:
    if not course.repetitions:
        yield from room.offer(
            "split.opening.all",
            0.45,
            N_("Over the {n} splits you averaged {pace} while running."),
            n=Fig("splits.count"),
            pace=Fig("pace.average"),
            stage="lead",
        )
        return
    yield from room.offer(
        "split.opening.repetitions",
        0.9,
        N_("The {n} repetitions of about {length} averaged {pace}."),
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


def _paces(room: Room, course: _Course) -> list[float] | None:
    """Paces as shown, in order; None: one is missing."""
    values = [room.value(course.fact("pace", index)) for index in range(len(course.numbers))]
    return None if any(value is None for value in values) else [v for v in values if v is not None]


def _average(values: Sequence[float]) -> float:
    return sum(values) / len(values)


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


def _where(index: int, n: int) -> str:
    return "first" if index == 0 else "last" if index == n - 1 else "middle"


def _fastest(room: Room, course: _Course) -> Iterator[Offer]:
    paces = _paces(room, course)
    if paces is None or min(paces) == max(paces):
        return
    index = paces.index(min(paces))
    where = _where(index, len(paces))
    ahead = rising(_average(paces) - paces[index], 2.0, 25.0)
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


def _slowest(room: Room, course: _Course) -> Iterator[Offer]:
    paces = _paces(room, course)
    if paces is None or min(paces) == max(paces):
        return
    index = paces.index(max(paces))
    where = _where(index, len(paces))
    behind = rising(paces[index] - _average(paces), 2.0, 30.0)
    weight = 0.3 + 0.4 * behind + (0.12 if where == "last" else 0.0)
    slowest = Extreme(course.series("pace"), "highest", (course.place(index),))
    yield from room.offer(
        f"split.slowest.{where}",
        weight,
        _SLOWEST[where],
        claims=(slowest,),
        place=_capital(place(course.place(index)), "middle" if where == "first" else where),
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


def _even(room: Room, course: _Course) -> Iterator[Offer]:
    """How far the fastest and the slowest lie apart."""
    paces = _paces(room, course)
    if paces is None or min(paces) == max(paces):
        return
    fast, slow = paces.index(min(paces)), paces.index(max(paces))
    apart = max(paces) - min(paces)
    narrow = 1.0 - rising(apart, 4.0, 16.0)
    wide = rising(apart, 40.0, 120.0)
    slots = {
        "fast": Fig(course.fact("pace", fast)),
        "slow": Fig(course.fact("pace", slow)),
        "gap": Gap(course.fact("pace", slow), course.fact("pace", fast)),
    }
    noun = message(KINDS_OF_PLACES[course.kind])
    claims = (
        Extreme(course.series("pace"), "lowest", (course.place(fast),)),
        Extreme(course.series("pace"), "highest", (course.place(slow),)),
    )
    if apart <= 16.0:
        yield from room.offer(
            "split.spread.narrow",
            0.3 + 0.5 * narrow,
            N_("Only {gap} lay between the fastest {noun} ({fast}) and the slowest ({slow}).")
            if apart <= 8.0
            else N_("From the fastest {noun} ({fast}) to the slowest ({slow}) it was {gap}."),
            claims=claims,
            noun=noun,
            tone="up",
            **slots,
        )
    elif apart >= 40.0:
        yield from room.offer(
            "split.spread.wide",
            0.3 + 0.35 * wide,
            N_("Pace moved between {fast} and {slow}, a range of {gap}."),
            claims=claims,
            tone="down",
            **slots,
        )


def _ends(room: Room, course: _Course) -> Iterator[Offer]:
    """The last against the first."""
    paces = _paces(room, course)
    if paces is None or len(paces) < 3:
        return
    change = paces[-1] - paces[0]
    first, last = course.fact("pace", 0), course.fact("pace", len(paces) - 1)
    slots = {
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
            **slots,
        )
    elif change >= 3.0:
        yield from room.offer(
            "split.ends.slower",
            0.3 + 0.4 * rising(change, 3.0, 25.0),
            N_("From {first} to {last} you lost {gap}."),
            claims=(Compare(last, "higher", first),),
            tone="down",
            **slots,
        )
        if change >= 12.0:
            yield from room.offer(
                "split.next.start",
                0.4 + 0.3 * rising(change, 12.0, 30.0),
                N_("Next time, hold back a little at the start and see whether the end holds up."),
                claims=(Compare(last, "higher", first),),
                stage="next",
            )
    if course.repetitions and change <= -6.0:
        yield from room.offer(
            "split.next.repetitions",
            0.45,
            N_("Next time, you can begin the first repetition closer to the pace of the last one."),
            claims=(Compare(last, "lower", first),),
            stage="next",
        )


_RUNS: Mapping[Relation, str] = {
    "lower": N_("From {first} to {last} each was faster than the one before."),
    "higher": N_("From {first} to {last} each was slower than the one before."),
    "equal": N_("From {first} to {last} the pace did not move by a second."),
}


def _run_of(room: Room, course: _Course) -> Iterator[Offer]:
    """The longest stretch in which pace goes one way from each place to the next."""
    paces = _paces(room, course)
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


def _jump(room: Room, course: _Course) -> Iterator[Offer]:
    """The largest step between two neighbours."""
    paces = _paces(room, course)
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
        N_("The largest step came after {before}: the next was {gap} faster.")
        if faster
        else N_("The largest step came after {before}: the next was {gap} slower."),
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


def _outlier(room: Room, course: _Course) -> Iterator[Offer]:
    """All but one keep within a bound."""
    paces = _paces(room, course)
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


def _heart_rate(room: Room, course: _Course) -> Iterator[Offer]:
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
                0.5,
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


def _others(room: Room, course: _Course) -> Iterator[Offer]:
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


def _climb(room: Room, course: _Course) -> Iterator[Offer]:
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


def _halves(room: Room) -> Iterator[Offer]:
    """The second half against the first, in pace and heart rate."""
    first, second = f"pace.actual@{FIRST}", f"pace.actual@{SECOND}"
    before, after = room.value(first), room.value(second)
    if before is None or after is None:
        return
    change = after - before
    gap = Gap(second, first)
    beats = Gap(f"heart_rate.actual@{SECOND}", f"heart_rate.actual@{FIRST}")
    beats_before, beats_after = room.value(beats.right), room.value(beats.left)
    drift = None if beats_before is None or beats_after is None else beats_after - beats_before
    if change <= -3.0:
        yield from room.offer(
            "split.halves.faster",
            0.42 + 0.35 * rising(-change, 3.0, 20.0),
            N_("The second half was {gap} faster than the first: {first}, then {second}."),
            claims=(Compare(second, "lower", first),),
            gap=gap, first=Fig(first), second=Fig(second), tone="up",
        )  # fmt: skip
        if drift is not None and drift <= 1.0:
            yield from room.offer(
                "split.halves.faster_same_beats",
                0.85,
                N_("The second half was {gap} faster at a heart rate no higher than in the first."),
                claims=(
                    Compare(second, "lower", first),
                    Compare(beats.left, "equal" if drift == 0.0 else "lower", beats.right),
                ),
                gap=gap, tone="up",
            )  # fmt: skip
    elif change >= 3.0:
        yield from room.offer(
            "split.halves.slower",
            0.42 + 0.4 * rising(change, 3.0, 20.0),
            N_("The second half was {gap} slower than the first: {first}, then {second}."),
            claims=(Compare(second, "higher", first),),
            gap=gap, first=Fig(first), second=Fig(second), tone="down",
        )  # fmt: skip
        if drift is not None and drift >= 3.0:
            yield from room.offer(
                "split.halves.slower_more_beats",
                0.55 + 0.35 * rising(change, 3.0, 20.0),
                N_(
                    "The second half was {gap} slower, though heart rate ran {beats} higher than "
                    "in the first."
                ),
                claims=(
                    Compare(second, "higher", first),
                    Compare(beats.left, "higher", beats.right),
                ),
                gap=gap, beats=beats, tone="down",
            )  # fmt: skip
            yield from room.offer(
                "split.next.drift",
                0.5,
                N_("Next time, watch from where on heart rate rises while the pace falls."),
                claims=(
                    Compare(second, "higher", first),
                    Compare(beats.left, "higher", beats.right),
                ),
                stage="next",
            )
    elif drift is not None and drift >= 4.0:
        yield from room.offer(
            "split.halves.even_more_beats",
            0.5 + 0.3 * rising(drift, 4.0, 12.0),
            N_("Both halves were within {gap}, but heart rate was {beats} higher in the second.")
            if change
            else N_(
                "Both halves were equally fast, but heart rate was {beats} higher in the second."
            ),
            claims=(Compare(beats.left, "higher", beats.right), *_same(first, second, change)),
            beats=beats,
            tone="down",
            **({"gap": gap} if change else {}),
        )
    else:
        yield from room.offer(
            "split.halves.even",
            0.46,
            N_("Both halves were even: {first} and {second}.")
            if change
            else N_("Both halves averaged {first}."),
            claims=() if change else (Compare(second, "equal", first),),
            first=Fig(first),
            tone="up",
            **({"second": Fig(second)} if change else {}),
        )


def _same(first: str, second: str, change: float) -> tuple[Compare, ...]:
    return () if change else (Compare(second, "equal", first),)
