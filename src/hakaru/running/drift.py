"""Lasting changes of a runner's form: one finding from its start until it is absorbed or gone.

Runs are looked at once, in the order of time, as deviations from a reference that never moves (a
curve that does not learn). Known effects are taken out first, each with what was learned from
earlier runs alone and drawn to a belief: speed beyond the curve, heat, climb, fatigue, the pair of
shoes and, for contact time, the cadence of the day. What is left is compared with the runner's
level before the change: a sum of log likelihood ratios (Page 1954) of a change of `shift_ln`
against none, with heavy tails (t5) and the memory of one day for the next. The level learns from
runs that are some runs old and belong to no change, so that a change does not become its own
reference.

Because every number at a run comes from that run and earlier ones, later runs never alter when a
change was first announced.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from statistics import median
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.deviations import RunDeviations, Shoes, without_effects
from hakaru.running.metrics import METRICS, MetricName
from hakaru.stats.robust import normal_half_width

ChangeState = Literal["open", "absorbed", "gone"]
"""`open`: it holds. `absorbed`: most of what today's expectation rests on was run since its start,
so that it has become usual. `gone`: the runner came back to the level before it."""

Direction = Literal["lower", "higher"]

_PARTNERS: Mapping[MetricName, MetricName] = {"vo": "vr", "vr": "vo"}
"""Oscillation and ratio are one witness: their change is told once, by the one that shows first."""

_FREEDOM = 5.0
_ROBUST_AFTER_RUNS = 3.0
_RUNS_PER_MARK = 100
"""How far apart the places are from which runs can be followed again."""


@frozen
class DriftSettings:
    """How sure to be. Tuned on seeds below 1000 of `benchmarks/outside`.

    `shift_ln` is the change looked for. `alarm` is the sum of log likelihood ratios that announces
    a change on the costly side of contact time, `alarm_other` anywhere else: news without a
    consequence may wait. `back` is the sum that says it is gone. `memory` is how a day resembles
    the one before, `lag_runs` how old a run is before the level learns from it, `level_runs` how
    many runs the level remembers, `settling_runs` how many it needs at first. The metric itself,
    with the cadence of the day left in, must show `raw_share` of `shift_ln` as well.
    `sd_runs` weighs the believed spread against the runner's own, which counts as at least
    `sd_min`. `half_life_days` is that of the baseline.
    """

    shift_ln: float = 0.05
    alarm: float = 4.5
    alarm_other: float = 9.0
    back: float = 6.0
    runs_min: int = 3
    memory: float = 0.2
    lag_runs: int = 6
    level_runs: float = 25.0
    settling_runs: float = 10.0
    sd_ln: float = 0.022
    sd_runs: float = 8.0
    sd_min: float = 0.012
    raw_share: float = 0.4
    half_life_days: float = 90.0


@frozen
class LastingChange:
    """One lasting change. Indices count the runs given, from 0.

    `start_index` is its first run, `found_index` the run after which it was announced, and
    `end_index` (None: open) the run after which it was absorbed or gone. `until_index` is its last
    run: the newest where it still holds. `change_frac` with `low_frac` and `high_frac` (90 %) is
    its size against the level before; `change` the same in the metric's unit at the speeds run.
    `concerning` is True only on the metric's costly side: the other side is news.
    """

    metric: MetricName
    state: ChangeState
    direction: Direction
    start_index: int
    found_index: int
    until_index: int
    end_index: int | None
    n_runs: int
    change_frac: float
    low_frac: float
    high_frac: float
    change: float
    concerning: bool


@frozen
class DriftFinding:
    """One lasting change: it began on `since` and was announced on `day`.

    `until` is the last day on which it was there, None while it holds. `change_frac` with its 90 %
    interval is the size against the level before, `change` the same in the metric's unit.
    `concerning` is False on the side that costs nothing: then it is only news.
    """

    metric: MetricName
    state: ChangeState
    direction: Direction
    since: date
    since_activity_id: int
    day: date
    activity_id: int
    until: date | None
    n_runs: int
    change_frac: float
    low_frac: float
    high_frac: float
    change: float
    concerning: bool


@frozen
class Followed:
    """The runs of one metric, looked at once in the order of time. Nobody changes it: `follow`
    goes on from it where later runs are added or changed."""

    runs: RunDeviations
    settings: DriftSettings
    _devices: Mapping[int, _Walk]

    def changes(self, n_runs: int | None = None) -> tuple[LastingChange, ...]:
        """All lasting changes as they stood after so many runs (None: all of them), in the order
        of their announcement."""
        changes = []
        for walk in self._devices.values():
            rows = walk.rows
            n_rows = rows.size if n_runs is None else int(np.searchsorted(rows, n_runs))
            changes += [
                _told(episode.after(n_rows), self.runs, rows, self.settings)
                for episode in walk.end.watch.episodes
                if episode.found < n_rows
            ]
        return tuple(sorted(changes, key=lambda change: (change.found_index, change.start_index)))


def lasting_changes(
    runs: RunDeviations, settings: DriftSettings | None = None
) -> tuple[LastingChange, ...]:
    """All lasting changes of one metric, in the order of their announcement."""
    return follow(runs, settings).changes()


def follow(
    runs: RunDeviations,
    settings: DriftSettings | None = None,
    *,
    earlier: Followed | None = None,
) -> Followed:
    """Look at all runs of one metric. `earlier`: runs of this metric that were followed before; as
    far as they are the same, they need not be looked at again."""
    chosen = settings or DriftSettings()
    usable = earlier is not None and earlier.settings == chosen
    known = earlier._devices if earlier is not None and usable else {}
    devices = {}
    for device in sorted(set(runs.device.tolist())):
        rows = np.flatnonzero(runs.device == device)
        level, raw = without_effects(runs.deviation_ln[rows], runs.effects[rows], runs.metric)
        days = runs.day[rows].astype("datetime64[D]").astype(np.int64)
        met = _Met(level=level, raw=raw, shoe=runs.shoe[rows], day=days)
        begin = _Standing(watch=_Watch(runs.metric, chosen), shoes=Shoes(runs.metric))
        devices[device] = _walked(rows, met, begin, earlier=known.get(device))
    return Followed(runs=runs, settings=chosen, _devices=devices)


def _walked(rows: NDArray[np.intp], met: _Met, begin: _Standing, *, earlier: _Walk | None) -> _Walk:
    """Look at the runs of one device, from the last standing before the first that is new."""
    n_same = 0 if earlier is None else met.n_same(earlier.met)
    marks = [] if earlier is None else [mark for mark in earlier.marks if mark[0] <= n_same]
    start, standing = (marks[-1][0], marks[-1][1].copy()) if marks else (0, begin)
    marks = [mark for mark in marks if mark[0] % _RUNS_PER_MARK == 0]
    for place, (level, raw, pair, day) in enumerate(met.after(start), start):
        if place > start and place % _RUNS_PER_MARK == 0:
            marks.append((place, standing.copy()))
        standing.see(place, level, raw, pair=pair, day=day)
    marks.append((rows.size, standing))
    return _Walk(rows=rows, met=met, marks=tuple(marks))


def one_witness(changes: Sequence[LastingChange]) -> tuple[LastingChange, ...]:
    """Changes of several metrics without those that a partner metric had announced already.

    `changes` count their runs on one common axis. What is left out depends on nothing that came
    after its announcement.
    """
    distinct_changes: list[LastingChange] = []
    for change in sorted(
        changes, key=lambda lasting_change: (lasting_change.found_index, lasting_change.metric)
    ):
        partner = _PARTNERS.get(change.metric)
        is_known = any(
            other.metric == partner
            and other.direction == change.direction
            and (other.end_index is None or other.end_index >= change.start_index)
            for other in distinct_changes
        )
        if not is_known:
            distinct_changes.append(change)
    return tuple(distinct_changes)


@dataclass(kw_only=True)
class _Episode:
    """One change while it is followed; `values` are deviations from the level before it, of which
    the last `n_back` were back at it."""

    sign: int
    start: int
    found: int
    sd: float
    level_runs: float
    values: list[float]
    raw: list[float]
    shift: float
    weight: float
    state: ChangeState = "open"
    end: int | None = None
    back: float = 0.0
    back_from: int | None = None
    n_back: int = 0

    def after(self, n_rows: int) -> _Episode:
        """The same as it stood after so many runs of its device."""
        if self.end is not None and self.end < n_rows:
            return replace(self, raw=self.raw[: len(self.raw) - self.n_back])
        return replace(self, raw=self.raw[: n_rows - self.start], state="open", end=None)

    def copy(self) -> _Episode:
        return replace(self, values=[*self.values], raw=[*self.raw])


@dataclass(kw_only=True)
class _Side:
    """The sum of log likelihood ratios for a change to one side, since `start`."""

    sign: int
    alarm: float
    total: float = 0.0
    start: int = 0

    def clear(self) -> None:
        self.total = 0.0


@dataclass
class _Watch:
    """What is known after the runs seen so far, of one metric on one device."""

    metric: MetricName
    settings: DriftSettings
    episodes: list[_Episode] = field(default_factory=list)
    level: float = 0.0
    raw_level: float = 0.0
    runs: float = 0.0
    spread: float = 0.0
    spread_runs: float = 0.0
    before: float = 0.0
    last_day: int | None = None
    recency: float = 0.0
    waiting: list[tuple[int, float, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        costly = METRICS[self.metric].unfavourable if self.metric == "gct" else 0
        alarm, other = self.settings.alarm, self.settings.alarm_other
        self.sides = tuple(
            _Side(sign=sign, alarm=alarm if sign == costly else other) for sign in (1, -1)
        )

    def copy(self) -> _Watch:
        """The same, to go on from; only the newest change still moves."""
        newest = [episode.copy() for episode in self.episodes[-1:]]
        twin = replace(self, episodes=[*self.episodes[:-1], *newest], waiting=[*self.waiting])
        twin.sides = tuple(replace(side) for side in self.sides)
        return twin

    def see(self, place: int, value: float, raw: float, day: int) -> None:
        """Look at the next run."""
        self._age(day)
        episode = self.episodes[-1] if self.episodes else None
        if episode is not None and episode.state == "open":
            self._follow(episode, place, value, raw)
        elif self.runs < self.settings.settling_runs:
            self._learn(value, raw)
        else:
            self._watch(place, value, raw)

    def _age(self, day: int) -> None:
        """Let the weight of earlier runs in a baseline fade, and count this one."""
        passed = 0 if self.last_day is None else day - self.last_day
        fading = 0.5 ** (passed / self.settings.half_life_days)
        self.recency = self.recency * fading + 1.0
        if self.episodes:
            self.episodes[-1].weight = self.episodes[-1].weight * fading + 1.0
        self.last_day = day

    def _variance(self) -> float:
        s = self.settings
        believed = s.sd_ln**2 * s.sd_runs
        return (believed + self.spread) / (s.sd_runs + self.spread_runs)

    def _learn(self, value: float, raw: float) -> None:
        """Let a run move the level and the spread; a wild one hardly does."""
        if self.runs == 0.0:
            self.level, self.raw_level, self.runs = value, raw, 1.0
            return
        off = value - self.level
        weight = (_FREEDOM + 1.0) / (_FREEDOM + off * off / self._variance())
        weight = weight if self.runs > _ROBUST_AFTER_RUNS else 1.0
        fading = 1.0 - 1.0 / self.settings.level_runs
        runs = self.runs * fading
        self.spread = self.spread * fading + weight * off * off * runs / (runs + 1.0)
        self.spread_runs = self.spread_runs * fading + 1.0
        self.runs = runs + weight
        self.level += weight * off / self.runs
        self.raw_level += weight * (raw - self.raw_level) / self.runs

    def _watch(self, place: int, value: float, raw: float) -> None:
        """Add this run's evidence of a change to either side."""
        s, off = self.settings, value - self.level
        variance = self._variance()
        scale = max(variance * (_FREEDOM - 2.0) / _FREEDOM * 1.15, s.sd_min**2)
        scale += 1.8 * variance / self.runs * (_FREEDOM - 2.0) / _FREEDOM
        fresh = off - s.memory * self.before
        self.before = off
        self.waiting.append((place, value, raw))
        announced: _Side | None = None
        for side in self.sides:
            if side.total == 0.0:
                side.start = place
            expected = side.sign * s.shift_ln * (1.0 if side.total == 0.0 else 1.0 - s.memory)
            side.total = max(0.0, side.total + _log_ratio(fresh, expected, scale))
            enough = place - side.start + 1 >= s.runs_min and side.total >= side.alarm
            if enough and self._is_raw_too(side):
                announced = side
        if announced is not None:
            self._open(announced, place)
        elif len(self.waiting) > s.lag_runs:
            self._let_in()

    def _is_raw_too(self, side: _Side) -> bool:
        """Whether the metric itself has changed, and not only in relation to cadence."""
        raw = [raw_value for at, _, raw_value in self.waiting if at >= side.start]
        mean = sum(raw) / len(raw) - self.raw_level
        return side.sign * mean >= self.settings.raw_share * self.settings.shift_ln

    def _let_in(self) -> None:
        """The oldest waiting run joins the level, unless a change may have begun by then."""
        place = self.waiting[0][0]
        suspect = any(side.total > 0.0 and side.start <= place for side in self.sides)
        if not suspect or len(self.waiting) > 2 * self.settings.lag_runs:
            _, value, raw = self.waiting.pop(0)
            self._learn(value, raw)

    def _open(self, side: _Side, place: int) -> None:
        for at, value, raw in self.waiting:
            if at < side.start:
                self._learn(value, raw)
        since = [entry for entry in self.waiting if entry[0] >= side.start]
        start = since[0][0]
        values = [value - self.level for _, value, _ in since]
        self.episodes.append(
            _Episode(
                sign=side.sign,
                start=start,
                found=place,
                sd=math.sqrt(self._variance()),
                level_runs=self.runs,
                values=values,
                raw=[raw - self.raw_level for _, _, raw in since],
                shift=median(values),
                weight=float(len(since)),
            )
        )
        self._begin_anew()

    def _begin_anew(self) -> None:
        self.waiting = []
        self.before = 0.0
        for side in self.sides:
            side.clear()

    def _follow(self, episode: _Episode, place: int, value: float, raw: float) -> None:
        """Tell whether the change still holds. Its runs never join the level before it."""
        off, scale = value - self.level, max(episode.sd**2, self.settings.sd_min**2)
        episode.values.append(off)
        episode.raw.append(raw - self.raw_level)
        if episode.back == 0.0:
            episode.back_from = place
        episode.back = max(0.0, episode.back - _log_ratio(off, episode.shift, scale))
        if episode.back == 0.0:
            episode.shift = median(episode.values)
        elif episode.back >= self.settings.back and episode.back_from is not None:
            self._close(episode, "gone", place)
        elif 2.0 * episode.weight > self.recency:
            self._close(episode, "absorbed", place)

    def _close(self, episode: _Episode, state: ChangeState, place: int) -> None:
        episode.state, episode.end = state, place
        if state == "gone" and episode.back_from is not None:
            episode.n_back = place - episode.back_from + 1
            back = slice(-episode.n_back, None)
            later = list(zip(episode.values[back], episode.raw[back], strict=True))
            level, raw_level = self.level, self.raw_level
            for value, raw in later:
                self._learn(level + value, raw_level + raw)
        else:
            self.level += episode.shift
            self.raw_level += median(episode.raw)
            self.runs = min(self.runs, float(len(episode.values)))
        self._begin_anew()


@frozen
class _Standing:
    """What is known after the runs seen so far, of one metric on one device."""

    watch: _Watch
    shoes: Shoes

    def see(self, place: int, level: float, raw: float, *, pair: int, day: int) -> None:
        """Look at the next run."""
        offset = self.shoes.offset(level, pair)
        self.watch.see(place, level - offset, raw - offset, day)

    def copy(self) -> _Standing:
        return _Standing(watch=self.watch.copy(), shoes=self.shoes.copy())


@frozen
class _Met:
    """What is looked at of each run, shape (n_runs,)."""

    level: FloatArray
    raw: FloatArray
    shoe: NDArray[np.int64]
    day: NDArray[np.int64]

    def n_same(self, other: _Met) -> int:
        """How many runs from the first one on are the same, to the last digit."""
        n = min(self.level.size, other.level.size)
        differs = np.zeros(n, dtype=bool)
        for own, others in zip(self._bits(), other._bits(), strict=True):
            differs |= own[:n] != others[:n]
        return int(differs.argmax()) if differs.any() else n

    def after(self, start: int) -> Iterator[tuple[float, float, int, int]]:
        """The runs from one on."""
        columns = (self.level, self.raw, self.shoe, self.day)
        return zip(*(column[start:].tolist() for column in columns), strict=True)

    def _bits(self) -> tuple[NDArray[np.int64], ...]:
        return self.level.view(np.int64), self.raw.view(np.int64), self.shoe, self.day


@frozen
class _Walk:
    """The runs of one device, and what was known before some of them: how many had been seen, and
    the standing then, the last after all."""

    rows: NDArray[np.intp]
    met: _Met
    marks: tuple[tuple[int, _Standing], ...]

    @property
    def end(self) -> _Standing:
        """After all runs."""
        return self.marks[-1][1]


def _log_ratio(value: float, shift: float, scale: float) -> float:
    """Log likelihood ratio of `shift` against 0 for one value under t5 of squared scale `scale`."""
    near = math.log1p((value - shift) ** 2 / (_FREEDOM * scale))
    return 0.5 * (_FREEDOM + 1.0) * (math.log1p(value * value / (_FREEDOM * scale)) - near)


def _told(
    episode: _Episode, runs: RunDeviations, rows: NDArray[Any], settings: DriftSettings
) -> LastingChange:
    """A change with its size, from all of its runs."""
    n = len(episode.raw)
    until = episode.start + n - 1
    middle, se = _size(np.array(episode.raw), episode, settings)
    reach = normal_half_width(0.9) * se
    change_frac = math.expm1(middle)
    actual = float(np.mean(runs.actual[rows[episode.start : until + 1]]))
    return LastingChange(
        metric=runs.metric,
        state=episode.state,
        direction="higher" if episode.sign > 0 else "lower",
        start_index=int(rows[episode.start]),
        found_index=int(rows[episode.found]),
        until_index=int(rows[until]),
        end_index=None if episode.end is None else int(rows[episode.end]),
        n_runs=n,
        change_frac=change_frac,
        low_frac=math.expm1(middle - reach),
        high_frac=math.expm1(middle + reach),
        change=actual * change_frac / (1.0 + change_frac),
        concerning=episode.sign == METRICS[runs.metric].unfavourable,
    )


def _size(raw: FloatArray, episode: _Episode, settings: DriftSettings) -> tuple[float, float]:
    """Mean and standard error of the shift in ln; few runs are drawn a little towards none, since
    a change is announced where chance helps it."""
    scale = max(episode.sd, settings.sd_min)
    off = (raw - np.median(raw)) / scale
    weight = (_FREEDOM + 1.0) / (_FREEDOM + off * off)
    mean = float((weight * raw).sum() / weight.sum())
    alike = (1.0 + settings.memory) / (1.0 - settings.memory)
    variance = alike * scale**2 * (1.0 / raw.size + 1.0 / episode.level_runs)
    share = settings.shift_ln**2 / (settings.shift_ln**2 + variance)
    return share * mean, math.sqrt(share * variance)
