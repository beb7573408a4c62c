"""What services share: timed points as columns, their sensors, and their word for the kind of
sport.

Nothing is invented here: points that do not advance in time are dropped and reported, columns that
hold no value at all are absent, and the two derived quantities (distance from positions, speed from
distance) are computed only where a source has none of its own, and say so.

A damaged file can say any. What no watch writes is missing, so that nothing further down has to
compute with the year 1 or with 1e308.

A pod and a strap or wrist are two scales; their values are never mixed within a run.

Sub-sports use the words of the FIT profile. Words in several languages, because titles, GPX types
and Activities.csv are written in the language of the account.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime

import numpy as np

from hakaru.core.i18n import message
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Issue
from hakaru.running.plausibility import leaps_between
from hakaru.running.validity import VALID_WINDOWS
from hakaru.stats.series import longest_increasing

EARLIEST_UNIX_S, LATEST_UNIX_S = 0.0, 4_102_444_800.0
"""1970 to 2100."""
LARGEST = 1e15
"""Beyond every quantity of an activity, in any unit; Unix milliseconds are at 2e12."""


def credible(moment: datetime | None) -> datetime | None:
    """An aware time, or None where it lies outside of what can be a recording's."""
    if moment is None or not EARLIEST_UNIX_S <= moment.timestamp() <= LATEST_UNIX_S:
        return None
    return moment


NATIVE_ALONE = frozenset({"gct_ms", "vo_cm", "vr_pct", "gct_balance_left_pct"})
"""What the native sensor measured goes with it where the pod leads."""
_LEADS_RATIO = 1.25
"""Hardly more of a run is no reason to leave the sensor that the runner is known by."""


@frozen
class Coverage:
    """In how many records the native sensor and a pod measured running."""

    native: int
    pod: int

    @property
    def pod_leads(self) -> bool:
        """Whether the pod covers a good deal more."""
        return self.pod > _LEADS_RATIO * self.native

    @property
    def issues(self) -> tuple[Issue, ...]:
        """What is said where the pod leads and another sensor measured as well."""
        if not self.pod_leads or not self.native:
            return ()
        sentence = message(
            "the pod measured running in {pod} records, the other sensor in "
            "{native}: the pod's values are used",
            pod=self.pod,
            native=self.native,
        )
        return (Issue(code="sensor_chosen", message=sentence),)


def coverage_of(native: Mapping[str, FloatArray], pod: Mapping[str, FloatArray]) -> Coverage:
    """What each measured, by columns `gct_ms` and `vo_cm` (any unit), as far as they are there.

    By contact times that running can show, for a pod also measures the steps of a walk; a sensor
    without one by its oscillation above zero.
    """
    return Coverage(native=_n_running(native), pod=_n_running(pod))


def _n_running(dynamics: Mapping[str, FloatArray]) -> int:
    contact_ms = dynamics.get("gct_ms", np.empty(0))
    if not (contact_ms > 0.0).any():
        return int(np.count_nonzero(dynamics.get("vo_cm", np.empty(0)) > 0.0))
    low_ms, high_ms = VALID_WINDOWS["gct_ms"]
    return int(np.count_nonzero((contact_ms >= low_ms) & (contact_ms <= high_ms)))


@frozen
class RunType:
    """A kind of run. None: no more is known than that it is a run."""

    sub_sport: str | None = None


TYPE_KEYS: dict[str, RunType] = {
    "running": RunType(),
    "run": RunType(),
    "road_running": RunType(sub_sport="street"),
    "street_running": RunType(sub_sport="street"),
    "treadmill_running": RunType(sub_sport="treadmill"),
    "indoor_running": RunType(sub_sport="indoor_running"),
    "track_running": RunType(sub_sport="track"),
    "trail_running": RunType(sub_sport="trail"),
    "trail_run": RunType(sub_sport="trail"),
    "virtual_run": RunType(sub_sport="virtual_activity"),
    "virtual_running": RunType(sub_sport="virtual_activity"),
    "ultra_run": RunType(sub_sport="ultra"),
    "ultra_running": RunType(sub_sport="ultra"),
    "obstacle_run": RunType(sub_sport="obstacle"),
}
"""Garmin Connect's own keys, and those of GPX writers in the same style."""

_RUN_WORDS = (
    r"\brun(s|ning)?\b|running\b|lauf(en|band\w*|training)?\b|\bcourse a pied\b|\btrail\b",
    r"\bcarrera\b|\bcorrer\b|\bcorsa\b|\bcorrida\b|\btapis roulant\b|\bjog(ging)?\b",
    r"(hard|baan|bos)lopen\b|\blopen\b|\blop(ning|band)\b|\bbieg(anie)?\b|\bbieznia\b|\bjuoksu\b",
    r"ラン(?![クキチシ])|トレッドミル|ジョギング|跑|달리기|러닝|런닝",
)
_OTHER_WORDS = (
    r"walk|wander|marche|caminat|caminh|cammin|wandel|spazier|gehen\b|\bhik|rando|sender|escursion",
    r"\btrek|\brid(e|ing|er)\b|cycl|bik(e|es|ing|en)\b|rad(fahren|sport)\b|velo|cicli|fiets",
    r"swim|schwimm|natation|natacion|nuoto|zwem|\bski|langlauf|eislauf|schlittschuh|skat|patin",
    r"yoga|strength|\browing|kayak|paddl|golf|pilates|climb|surf|driv|motor|transition|multi_?sport",
    r"ウォーク|ウォーキング|ハイク|ハイキング|登山|サイクリング|バイク|スイム|水泳|ヨガ|スキー",
    r"步行|徒步|健走|健行|骑行|騎車|自行车|游泳|걷기|하이킹|등산|자전거|사이클|수영|요가",
)
_KINDS = (
    ("treadmill", r"treadmill|laufband|tapis|cinta|esteira|loopband|lopband|bieznia"),
    ("treadmill", r"トレッドミル|跑步机|跑步機|트레드밀"),
    ("trail", r"trail|sentier|sendero|sentiero|trilha|gelande|montana|トレイル|越野|트레일"),
    ("track", r"\btrack\b|bahnlauf|\bpiste\b|\bpista\b|baanlopen|トラック|田径|操场|트랙"),
    ("ultra", r"\bultra\b|ウルトラ|울트라"),
    ("virtual_activity", r"virtual|virtuel|virtuell|バーチャル|虚拟|虛擬|버추얼|가상"),
    ("indoor_running", r"indoor|en salle|hallen|interior|interna|binnen|屋内|室内|室內|실내"),
)


def fold(text: str) -> str:
    """Lower case without accents or width variants, for comparing words."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


_RUN = re.compile(fold("|".join(_RUN_WORDS)))
_OTHER = re.compile(fold("|".join(_OTHER_WORDS)))
_KIND = tuple((sub_sport, re.compile(fold(pattern))) for sub_sport, pattern in _KINDS)


def run_type(words: str) -> RunType | None:
    """The kind of run that a type key or a phrase in any known language names.

    None: another sport, or no known word (`names_another_sport` tells them apart).
    """
    key = re.sub(r"[\s-]+", "_", words.strip().lower())
    if key in TYPE_KEYS:
        return TYPE_KEYS[key]
    plain = fold(words.replace("_", " "))
    if not _RUN.search(plain) or _OTHER.search(plain):
        return None
    kinds = (sub_sport for sub_sport, pattern in _KIND if pattern.search(plain))
    return RunType(sub_sport=next(kinds, None))


def names_another_sport(words: str) -> bool:
    """Whether the words name a sport that is known not to be running."""
    return _OTHER.search(fold(words)) is not None


EARTH_RADIUS_M = 6_371_008.8
"""Mean radius of the Earth (IUGG 1980), as the haversine formula wants a sphere."""
BOTH_FEET_MIN_SPM = 120.0
"""A median above this cannot be one foot (240 steps a minute): the writer counted both."""
SPEED_DERIVED = Issue(
    code="speed_derived", message=message("the file has no speed: it is computed from the distance")
)
_SPEED_HALF_WINDOW_S = 3.0
_SORT_ABOVE_FRAC = 0.05


@frozen
class Timeline:
    """Columns over strictly increasing `elapsed_s` from `started_at`; `rows` says which of the
    given points each sample is."""

    started_at: datetime
    columns: Mapping[str, FloatArray]
    rows: np.ndarray[tuple[int], np.dtype[np.int64]]
    issues: tuple[Issue, ...]


def build_timeline(
    unix_s: FloatArray, columns: Mapping[str, FloatArray], *, start_unix_s: float | None
) -> Timeline | None:
    """Lay points out in time; None where no point carries both a time and a value.

    Args:
        unix_s: seconds since 1970 UTC, shape (n,), NaN where a point has no time; what cannot be
            the time of a recording counts as none.
        columns: arrays of shape (n,).
        start_unix_s: when the activity began; the first point counts where it is earlier.
    """
    table = np.column_stack([np.asarray(column, dtype=float) for column in columns.values()])
    is_timed = (unix_s >= EARLIEST_UNIX_S) & (unix_s <= LATEST_UNIX_S)
    usable = np.flatnonzero(is_timed & np.isfinite(table).any(axis=1))
    if not usable.size:
        return None
    rows, issues = _increasing(unix_s, usable)
    merged = _with_twins(unix_s, table, usable, rows)
    first = unix_s[rows[0]]
    start = first if start_unix_s is None else min(start_unix_s, first)
    series: dict[str, FloatArray] = {"elapsed_s": unix_s[rows] - start}
    for name, values in zip(columns, merged.T, strict=True):
        if np.isfinite(values).any():
            series[name] = np.ascontiguousarray(values)
    return Timeline(
        started_at=datetime.fromtimestamp(start, tz=UTC),
        columns=series,
        rows=rows,
        issues=issues,
    )


def _increasing(
    unix_s: FloatArray, usable: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], tuple[Issue, ...]]:
    """Indices of the points on the longest line forward in time (of all points, sorted, when many
    are not on it)."""
    rows = usable[longest_increasing(unix_s[usable])]
    backwards = usable.size - rows.size - _twins(unix_s, usable, rows)
    if not backwards:
        return rows, ()
    if backwards <= _SORT_ABOVE_FRAC * usable.size:
        sentence = message("{n} points do not follow in time and are left out", n=backwards)
        return rows, (Issue(code="time_backwards", message=sentence),)
    _, first = np.unique(unix_s[usable], return_index=True)
    sentence = message("{n} points were out of order in time; the points were sorted", n=backwards)
    return usable[first], (Issue(code="time_sorted", message=sentence),)


def _twins(
    unix_s: FloatArray,
    usable: np.ndarray[tuple[int], np.dtype[np.int64]],
    rows: np.ndarray[tuple[int], np.dtype[np.int64]],
) -> int:
    """How many points besides the kept ones share their time with the kept one before or behind
    them (a lap's shared bound)."""
    others = np.setdiff1d(usable, rows)
    behind = np.searchsorted(rows, others)
    before, after = (behind - 1).clip(min=0), behind.clip(max=rows.size - 1)
    alike = (unix_s[rows[before]] == unix_s[others]) | (unix_s[rows[after]] == unix_s[others])
    return int(np.count_nonzero(alike))


def _with_twins(
    unix_s: FloatArray,
    table: FloatArray,
    usable: np.ndarray[tuple[int], np.dtype[np.int64]],
    rows: np.ndarray[tuple[int], np.dtype[np.int64]],
) -> FloatArray:
    """The kept rows, their gaps filled from points of the same instant (a lap's shared bound)."""
    filled = table[rows]
    twins = np.setdiff1d(usable, rows)
    places = np.searchsorted(unix_s[rows], unix_s[twins])
    for twin, place in zip(twins, places, strict=True):
        if place < rows.size and unix_s[rows[place]] == unix_s[twin]:
            gaps = np.isnan(filled[place])
            filled[place, gaps] = table[twin, gaps]
    return filled


def untimed(n_points: int) -> tuple[Issue, ...]:
    """What is said of points whose time is absent, or none that a recording can have."""
    if not n_points:
        return ()
    sentence = message("{n} points have no time that can be read and are left out", n=n_points)
    return (Issue(code="points_untimed", message=sentence),)


def haversine_m(latitude_deg: FloatArray, longitude_deg: FloatArray) -> FloatArray:
    """Great-circle distance of each point from the one before it (first: 0), shape (n,).

    Haversine formula, Sinnott 1984, on a sphere of `EARTH_RADIUS_M`.
    """
    latitude, longitude = np.radians(latitude_deg), np.radians(longitude_deg)
    half_chord = (
        np.sin(np.diff(latitude) / 2) ** 2
        + np.cos(latitude[:-1]) * np.cos(latitude[1:]) * np.sin(np.diff(longitude) / 2) ** 2
    )
    steps = 2 * EARTH_RADIUS_M * np.arcsin(np.sqrt(np.clip(half_chord, 0.0, 1.0)))
    return np.concatenate(([0.0], steps))


def distance_from_positions(
    latitude_deg: FloatArray, longitude_deg: FloatArray, *, segment: FloatArray
) -> FloatArray:
    """Metres run since the first position, NaN where a point has none; pauses add nothing.

    `segment` numbers the uninterrupted stretches: a step from one to the next is not counted.
    """
    distance = np.full(latitude_deg.size, np.nan)
    placed = np.flatnonzero(np.isfinite(latitude_deg) & np.isfinite(longitude_deg))
    if placed.size:
        steps = haversine_m(latitude_deg[placed], longitude_deg[placed])
        steps[1:][np.diff(segment[placed]) != 0] = 0.0
        distance[placed] = np.cumsum(steps)
    return distance


def speed_from_distance(
    elapsed_s: FloatArray, distance_m: FloatArray, *, segment: FloatArray
) -> FloatArray:
    """Metres per second over the three seconds on either side, never across a pause.

    NaN where the distance is missing or a stretch has a single point.
    """
    speed = np.full(elapsed_s.size, np.nan)
    rows = np.flatnonzero(np.isfinite(distance_m))
    if not rows.size:
        return speed
    times, metres = elapsed_s[rows], distance_m[rows]
    _, stretch, lengths = np.unique(segment[rows], return_inverse=True, return_counts=True)
    first, last = np.full(lengths.size, np.inf), np.full(lengths.size, -np.inf)
    np.minimum.at(first, stretch, times)
    np.maximum.at(last, stretch, times)
    before = np.maximum(times - _SPEED_HALF_WINDOW_S, first[stretch])
    after = np.minimum(times + _SPEED_HALF_WINDOW_S, last[stretch])
    gained = np.interp(after, times, metres) - np.interp(before, times, metres)
    several = lengths[stretch] > 1
    speed[rows[several]] = gained[several] / (after - before)[several]
    return speed


def stretches(elapsed_s: FloatArray, segment: FloatArray) -> FloatArray:
    """The uninterrupted stretches: segments as the file numbers them, cut at leaps of the clock."""
    leaps = leaps_between(np.diff(elapsed_s, prepend=elapsed_s[:1]))
    return segment + np.cumsum(leaps)


def both_feet(cadence: FloatArray) -> tuple[FloatArray | None, Issue | None]:
    """Steps per minute of both feet from a column in revolutions (one foot) per minute.

    None: the column is zero throughout, which is how some watches write 'no sensor'. A column
    that must already count both feet is returned as it is, with an issue.
    """
    moving = cadence[np.isfinite(cadence) & (cadence > 0)]
    if not moving.size:
        return None, Issue(
            code="cadence_all_zero", message=message("cadence is 0 throughout: no sensor")
        )
    if np.median(moving) > BOTH_FEET_MIN_SPM:
        sentence = message("cadence was already written as steps of both feet")
        return cadence, Issue(code="cadence_both_feet", message=sentence)
    return 2.0 * cadence, None
