"""Every single thing that a reply states: a quantity of something, as a value with its rounding.

A reply is walked to its leaves. What a leaf is about is told by the way to it: the run (or the day)
asked for, every `activity_id` on the way, and every element of a list or of a table-like mapping by
what tells it from its neighbours (rep 2, phase warmup, metric gct). Names of plain groups do not
count, so `verdict.overall_stars` and `overall_stars` are the same thing. Speeds are read as paces,
kilometres as metres, shares as percent.

Nothing here knows an operation. The few tables below only say which names mean the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from hakaru.running.metrics import METRICS

Token: TypeAlias = tuple[str, str]
Scope: TypeAlias = tuple[Token, ...]
Tables: TypeAlias = Mapping[str, list[str]]

_SIGNIFICANT: Final = 6
"""Digits that the JSON of a reply keeps of a number."""
_ALIASES: Final = {
    "avg_hr": "heart_rate_bpm",
    "avg_pace_seconds_per_km": "pace_s_per_km",
    "activity_date": "day",
    "on": "measured_on",
    "heart_rate_avg_bpm": "heart_rate_bpm",
    "climb": "climb_m",
    "star_rating": "stars",
}
"""Names that the requirements give, beside ours."""
_NEUTRAL: Final = frozenset(
    {"verdict", "after", "environment", "athlete", "known", "facts", "at", "evaluation"}
    | {"sections", "split", "phase", "efficiency", "summary"}
)
"""Groups that only say where a figure stands, not what it is about."""
_ITS_OWN: Final = frozenset(
    {"code_version", "evaluated_at", "analysed_at", "trained_at", "ids", "n_more", "n_shown"}
)
"""What each result says of itself, its own cuts among them."""
_KINDS: Final = {
    "rep_index": "rep",
    "role": "phase",
    "time_in_zone": "zone",
}
_SAME: Final = {("phase", "run"): "work", ("phase", "main"): "work"}
"""The main part is called by three names; a session has one of them."""
_UNITS: Final[Mapping[str, tuple[str, float]]] = {
    "km": ("m", 1000.0),
    "m": ("m", 1.0),
    "cm": ("m", 0.01),
    "mm": ("m", 0.001),
    "h": ("s", 3600.0),
    "min": ("s", 60.0),
    "s": ("s", 1.0),
    "ms": ("s", 0.001),
    "frac": ("pct", 100.0),
    "pct": ("pct", 1.0),
}
_STARS: Final = re.compile(r"[★☆]{5}")
_CLOCK: Final = re.compile(r"(\d+:\d\d(?::\d\d)?)(/km)?")
_FIGURE: Final = re.compile(r"([+-]?[\d,]*\.?\d+) ?(km|m|cm|ms|bpm|W|spm|%|N/m/kg|kg)")
_WRITTEN: Final = {
    "km": "km", "m": "m", "cm": "cm", "ms": "ms", "bpm": "bpm", "W": "w", "spm": "spm",
    "%": "pct", "N/m/kg": "n_per_m_per_kg", "kg": "kg",
}  # fmt: skip
_UNIT_WORDS: Final = frozenset({*_UNITS, "bpm", "spm", "w", "kg", "c", "mps"})
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d.*")
ROLES: Final = ("warmup", "main", "work", "recovery", "cooldown")
_ENTITIES: Final = frozenset({"rep", "phase", "metric", "split", "zone", "section"})
"""Kinds of things that are the same things in every list."""
_GROUP: Final = "group"
_COUNTS: Final = re.compile(r"^(n_.*|.*_n|n|met|of|count|stars|.*_stars|rank|version)$")
_SPEED: Final = re.compile(r"speed_mps$")
_TABLES: Final = re.compile(r"^(?:(.*)_)?columns$")


@dataclass(frozen=True, kw_only=True)
class Statement:
    """One leaf. `tolerance` is half a unit of its last digit, in the unit of the value (0: exact).

    `source` names the reply, `path` the way to the leaf.
    """

    source: str
    path: str
    scope: Scope
    quantity: str
    value: float | str | bool | None
    tolerance: float = 0.0
    groups: tuple[str, ...] = ()

    @property
    def reply(self) -> str:
        """The operation behind it, whoever asked."""
        return self.source.removeprefix("mcp ")

    def is_comparable(self, other: Statement) -> bool:
        """Whether both are about one thing: a reply that has a name twice, in one group and in
        another, means two things by it."""
        return self.reply != other.reply or self.groups == other.groups

    def agrees(self, other: Statement) -> bool:
        """Whether both can be roundings of one value."""
        ours, theirs = self.value, other.value
        if ours is None or theirs is None:
            return ours is theirs or not _COUNTS.match(self.quantity)
        if _is_number(ours) and _is_number(theirs):
            coarser, finer = sorted((self.tolerance, other.tolerance), reverse=True)
            slack = coarser + finer if coarser > 1.01 * finer else 0.0  # one rounding, one result
            slack += 10.0**-_SIGNIFICANT * max(abs(float(ours)), abs(float(theirs)), 1e-9)
            return abs(float(ours) - float(theirs)) <= slack
        return ours == theirs


def statements(reply: Mapping[str, Any], *, source: str, about: Scope) -> Iterator[Statement]:
    """Every leaf of one reply. `about`: the run or day, and what of it was asked for."""
    walk = _Walk(source=source)
    yield from walk.mapping(reply, scope=about, path="", tables={})


def canonical(name: str, value: float, tolerance: float) -> tuple[str, float, float]:
    """A quantity with its value in the one unit in which such quantities are compared."""
    if _SPEED.search(name) and value > 0:
        pace = 1000.0 / value
        return _SPEED.sub("pace_s_per_km", name), pace, tolerance * pace / value
    if name.endswith("_s_per_km"):
        return name, value, tolerance
    stem, _, unit = name.rpartition("_")
    if stem and unit in _UNITS:
        base, factor = _UNITS[unit]
        return f"{stem}_{base}", value * factor, tolerance * factor
    return name, value, tolerance


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def rounding_of(number: float) -> float:
    """Half a unit of the last digit with which a number was written."""
    if isinstance(number, int) or number == int(number):
        return 0.5
    text = f"{number:.{_SIGNIFICANT}g}"
    mantissa, _, exponent = text.partition("e")
    decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
    return 0.5 * 10.0**-decimals


@dataclass(frozen=True)
class _Walk:
    source: str

    def mapping(
        self, group: Mapping[str, Any], *, scope: Scope, path: str, tables: Tables
    ) -> Iterator[Statement]:
        """Leaves of one mapping; `tables`: the columns that hold for rows below it."""
        if "activity_id" in group and _is_number(group["activity_id"]):
            scope = _about(scope, ("run", str(group["activity_id"])))
        own = {
            match[1] or "": list(columns)
            for name, columns in group.items()
            if (match := _TABLES.match(name)) and _are_names(columns)
        }
        tables = {**tables, **own}
        entities = _entities(group)
        has_rows = any(_is_table(value) for value in group.values())
        for name, value in group.items():
            if _TABLES.match(name) or name in _ITS_OWN or name in ("activity_id", "units"):
                continue
            below = scope
            if name in entities:
                below = (*scope, entities[name])
            elif isinstance(value, Mapping) and name not in _NEUTRAL:
                below = (*scope, (_GROUP, name))
            if "" in own and not has_rows and _is_named_row(value, own[""]):
                row = dict(zip(own[""], value, strict=False))
                yield from self._named_row(name, row, scope=scope, path=f"{path}.{name}")
            else:
                yield from self._any(name, value, scope=below, path=f"{path}.{name}", tables=tables)

    def _named_row(
        self, name: str, row: Mapping[str, Any], *, scope: Scope, path: str
    ) -> Iterator[Statement]:
        """Leaves of a row that is called by its key: a phase, a metric, or a figure with a unit."""
        what, _, unit = name.partition(" ")
        for column, value in row.items():
            part = "of" if column == "criteria.count" else column.rpartition(".")[2]
            if value is None:
                continue
            if what in ROLES or what in METRICS:
                token = ("phase" if what in ROLES else "metric", what)
                yield from self._leaf(part, value, scope=(*scope, token), path=path)
            elif part in ("actual", "star"):
                quantity = f"{what}_stars" if part == "star" else f"{what}_{_as_key(unit)}"
                yield from self._leaf(quantity, value, scope=scope, path=path)
            else:
                yield from self._leaf(part, value, scope=(*scope, ("row", name)), path=path)

    def _any(
        self, name: str, value: Any, *, scope: Scope, path: str, tables: Tables
    ) -> Iterator[Statement]:
        if isinstance(value, Mapping):
            if "value" in value and not isinstance(value["value"], Mapping | list):
                outer = scope[:-1] if scope[-1] == (_GROUP, name) else scope
                yield from self._leaf(name, value["value"], scope=outer, path=path)
                value = {f"{name}.{key}": part for key, part in value.items() if key != "value"}
            yield from self.mapping(value, scope=scope, path=path, tables=tables)
        elif isinstance(value, list):
            yield from self._list(name, value, scope=scope, path=path, tables=tables)
        else:
            yield from self._leaf(name, value, scope=scope, path=path)

    def _list(
        self, name: str, values: Sequence[Any], *, scope: Scope, path: str, tables: Tables
    ) -> Iterator[Statement]:
        if _is_known_value(values):
            yield from self._leaf(name, values[0], scope=scope, path=path)
            return
        columns = _columns_for(name, values, tables)
        if columns is not None:
            values = [dict(zip(columns, row, strict=True)) for row in values]
        identity = _identity(values)
        yield from self._counted(values, scope=scope, path=path)
        for place, value in enumerate(values):
            if isinstance(value, Mapping):
                token = (name, str(place)) if identity is None else _token(identity, value)
                kept = {key: part for key, part in value.items() if key != identity}
                if token[0] == "run":
                    inside: Scope = (token,)
                else:
                    token = (token[0] if token[0] in _ENTITIES else f"{name} {token[0]}", token[1])
                    inside = (*scope, token)
                    if "activity_id" in kept:
                        inside = (("run", str(kept.pop("activity_id"))), token)
                yield from self.mapping(kept, scope=inside, path=f"{path}[{place}]", tables=tables)
            elif not isinstance(value, str):
                inside = (*scope, (name, str(place)))
                yield from self._any(
                    name, value, scope=inside, path=f"{path}[{place}]", tables=tables
                )

    def _counted(self, rows: Sequence[Any], *, scope: Scope, path: str) -> Iterator[Statement]:
        """How many criteria were met, and of how many: what a reader counts, with the rows left out
        that say themselves that nothing is asked of them or that nothing can be told."""
        if rows and all(isinstance(row, Mapping) and "outcome" in row for row in rows):
            outcomes = [str(row["outcome"]).partition(":")[0] for row in rows]
            met, not_met = outcomes.count("met"), outcomes.count("not_met")
            if met + not_met:
                yield from self._leaf("met", met, scope=scope, path=path)
                yield from self._leaf("of", met + not_met, scope=scope, path=path)

    def _leaf(self, name: str, value: Any, *, scope: Scope, path: str) -> Iterator[Statement]:
        quantity = _ALIASES.get(name, name).removeprefix("athlete_")
        tolerance = 0.0
        if isinstance(value, str) and (told := told_value(value)) is not None:
            value, tolerance, unit = told
            quantity = quantity if quantity.endswith(unit) else f"{quantity}_{unit}"
        elif isinstance(value, str) and _MOMENT.fullmatch(value):
            has_seconds = re.match(r".{16}:\d\d", value) is not None
            tolerance = 0.5 if has_seconds else 60.0
            value = datetime.fromisoformat(value).timestamp()
        elif _is_number(value):
            tolerance = rounding_of(value)
            unit = _unit_of_metric(scope, quantity)
            quantity, value, tolerance = canonical(f"{quantity}{unit}", float(value), tolerance)
        if _COUNTS.match(quantity):
            tolerance = 0.0
        yield Statement(
            source=self.source,
            path=path.lstrip("."),
            scope=_settled(scope, quantity),
            quantity=quantity,
            value=value,
            tolerance=tolerance,
            groups=tuple(name for kind, name in scope if kind == _GROUP),
        )


def _as_key(unit: str) -> str:
    """A written unit as names end in it."""
    return _WRITTEN.get(unit, unit.replace("/", "_per_"))


def _is_known_value(values: Sequence[Any]) -> bool:
    """A figure of the athlete in brief: its value, and where it comes from in words."""
    return (
        len(values) == 3
        and _is_number(values[0])
        and all(isinstance(part, str | None) for part in values[1:])
        and any(isinstance(part, str) for part in values[1:])
    )


def _is_table(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(row, list) for row in value)


def _is_named_row(value: object, columns: Sequence[str]) -> bool:
    return (
        isinstance(value, list)
        and 0 < len(value) <= len(columns)
        and not any(isinstance(part, list | Mapping) for part in value)
    )


def _about(scope: Scope, run: Token) -> Scope:
    """The scope below a mapping that names its own run: what stood above is about another thing."""
    return scope if scope[0] == run else (run,)


def _settled(scope: Scope, quantity: str) -> Scope:
    """The scope with the names that mean the same made the same; groups count for short names."""
    words = quantity.removesuffix("_s_per_km").split("_")
    if len(words) > 1 and words[-1] in _UNIT_WORDS and not quantity.endswith("_s_per_km"):
        words.pop()
    says_enough = len(words) > 1
    return tuple(
        (kind, _SAME.get((kind, name), name))
        for kind, name in scope
        if kind != _GROUP or not says_enough
    )


def told_value(text: str) -> tuple[float, float, str] | None:
    """A figure as a person reads it: value, half a unit of its last digit, unit."""
    text = text.strip().replace("\u2212", "-")
    if _STARS.fullmatch(text):
        return float(text.count("★")), 0.0, "stars"
    if match := _CLOCK.fullmatch(text):
        parts = [float(part) for part in match[1].split(":")]
        seconds = sum(part * 60.0**power for power, part in enumerate(reversed(parts)))
        return seconds, 0.5, "s_per_km" if match[2] else "s"
    if match := _FIGURE.fullmatch(text):
        unit = _WRITTEN.get(match[2])
        if unit is None:
            return None
        number = match[1].replace(",", "")
        tolerance = 0.5 * 10.0 ** -len(number.partition(".")[2])
        _, value, tolerance = canonical(f"x_{unit}", float(number), tolerance)
        return value, tolerance, {"km": "m", "cm": "m", "ms": "s"}.get(unit, unit)
    return None


def _are_names(columns: object) -> bool:
    return isinstance(columns, list | tuple) and all(isinstance(name, str) for name in columns)


def _columns_for(name: str, rows: Sequence[Any], tables: Tables) -> list[str] | None:
    """The names of the columns of a list of rows: those called like it, else any that fit."""
    if not rows or not all(isinstance(row, list | tuple) for row in rows):
        return None
    fitting = {
        stem: columns
        for stem, columns in tables.items()
        if all(len(row) == len(columns) for row in rows)
    }
    by_name = [columns for stem, columns in fitting.items() if stem and name.startswith(stem[:4])]
    return next(iter(by_name or reversed(list(fitting.values()))), None)


def _identity(values: Sequence[Any]) -> str | None:
    """The key that tells the elements of a list apart: the first whose values all differ."""
    if not values or not all(isinstance(value, Mapping) for value in values):
        return None
    runs = [value.get("activity_id") for value in values]
    are_parts = any("number" in value for value in values)  # of a run: they are counted in it
    if None not in runs and len(set(runs)) == len(runs) and not are_parts:
        return "activity_id"
    for key in values[0]:
        if key == "activity_id":
            continue
        found = [value.get(key) for value in values]
        are_names = all(isinstance(one, str | int) and not isinstance(one, bool) for one in found)
        if are_names and len(set(found)) == len(found):
            return str(key)
    return None


def _token(identity: str, value: Mapping[str, Any]) -> Token:
    if identity == "activity_id":
        return ("run", str(value[identity]))
    name = str(value[identity])
    for metric, spec in METRICS.items():
        if name == spec.series_column:
            name = metric
    return (_KINDS.get(identity, identity), name)


def _entities(group: Mapping[str, Any]) -> Mapping[str, Token]:
    """Keys that name things, not groups: metrics, and keys whose mappings look alike."""
    mappings = {name: set(value) for name, value in group.items() if isinstance(value, Mapping)}
    tokens: dict[str, Token] = {}
    for name, keys in mappings.items():
        if name in _NEUTRAL:
            continue
        if name in METRICS:
            tokens[name] = ("metric", name)
        elif "value" not in keys and any(
            len(keys & others) >= 0.6 * len(keys | others)
            for other, others in mappings.items()
            if other != name and keys
        ):
            tokens[name] = ("key", name)
    return tokens


def _unit_of_metric(scope: Scope, quantity: str) -> str:
    """The unit of a value of a metric, where the name of the value does not say it."""
    if scope and scope[-1][0] == "metric" and quantity in ("actual", "expected", "minimum"):
        column = METRICS[scope[-1][1]].series_column if scope[-1][1] in METRICS else ""
        return f"_{column.rpartition('_')[2]}" if column else ""
    return ""


def groups(found: Sequence[Statement]) -> Mapping[tuple[Scope, str], list[Statement]]:
    """Statements by what they are about."""
    by_subject: dict[tuple[Scope, str], list[Statement]] = {}
    for statement in found:
        by_subject.setdefault((statement.scope, statement.quantity), []).append(statement)
    return by_subject


def disagreements(found: Sequence[Statement]) -> Iterator[tuple[Statement, Statement]]:
    """Every pair of places that state the same thing differently."""
    for members in groups(found).values():
        for place, one in enumerate(members):
            for other in members[place + 1 :]:
                if one.is_comparable(other) and not one.agrees(other):
                    yield one, other
