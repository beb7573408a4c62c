"""Which places of a run are compared: its repetitions, its sustained part, or all splits."""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.guard.claims import Series
from hakaru.records import frozen
from hakaru.running.claims.offers.offer import Room
from hakaru.running.sections.facts import Spread
from hakaru.running.splits import Split


@frozen
class Course:
    """The places that are compared: of which kind, from which to which, and their splits."""

    kind: str
    numbers: tuple[int, ...]
    splits: tuple[Split, ...]
    whole: bool

    @property
    def repetitions(self) -> bool:
        """Whether they are repetitions, under their own numbers."""
        return self.kind == "repetition"

    def series(self, metric: str, first: int | None = None, last: int | None = None) -> Series:
        """One metric over all of them, or from one number to another."""
        if self.whole and first is None and last is None:
            return Series(metric, "actual", self.kind)
        first = self.numbers[0] if first is None else first
        last = self.numbers[-1] if last is None else last
        return Series(metric, "actual", self.kind, first, last)

    def place(self, index: int) -> str:
        """The name of a place by its order, from 0."""
        return f"{self.kind} {self.numbers[index]}"

    def fact(self, metric: str, index: int) -> str:
        """The id of a fact at that place."""
        return f"{metric}.actual@{self.place(index)}"


def is_sustained(room: Room) -> bool:
    """Whether the run has a faster part that was held."""
    analysis = room.known.analysis
    return analysis is not None and (
        analysis.summary.form == "block" or room.known.training_type == "tempo_threshold"
    )


def course_of(spread: Spread, *, sustained: bool) -> Course:
    """Repetitions by their own numbers; of a run with a sustained part that part; else all."""
    compared = spread.compared
    if spread.repetitions:
        numbers = [split.rep_index for split in compared if split.rep_index is not None]
        if len(set(numbers)) == len(compared) and numbers == sorted(numbers):
            return Course(kind="repetition", numbers=tuple(numbers), splits=compared, whole=True)
    everything = Course(
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
    return Course(kind="split", numbers=numbers_of_main, splits=main, whole=False)


def paces_of(room: Room, course: Course) -> list[float] | None:
    """Paces as shown, in order; None: one is missing."""
    values = [room.value(course.fact("pace", index)) for index in range(len(course.numbers))]
    return None if any(value is None for value in values) else [v for v in values if v is not None]


def average(values: Sequence[float]) -> float:
    """The plain mean."""
    return sum(values) / len(values)
