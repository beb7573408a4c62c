"""The JSON of a result: its fields or its shape, whole or cut without exceeding the room, and a cut
is always seen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.plain import (
    HIDDEN,
    Columns,
    LastRows,
    Rows,
    Text,
    Versions,
    as_plain,
    rounded,
    shape_type,
    shown,
)

tables = st.lists(st.lists(st.one_of(st.integers(), st.text(), st.none()), max_size=4), max_size=12)


@dataclass(frozen=True, kw_only=True)
class Lap:
    """Something with a figure, a day and a name from outside."""

    distance_m: float
    day: date
    name: str | None = field(default=None, metadata=shown(Text, within_bytes=8))
    secret: str = field(default="", metadata=HIDDEN)


LAPS: Columns[Lap] = {
    "day": None,
    "km": lambda lap: rounded(lap.distance_m / 1000, 1),
    "distance_m": 0,
}


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A result that is its fields: there are `n_stored`, of which some are listed."""

    n_stored: int
    laps: tuple[Lap, ...] = field(
        metadata=shown(Rows, columns=LAPS, most=2, left_out=("n_more", "n_stored"))
    )
    folder: Path = field(default=Path("/data"), metadata=shown(str, key="where"))


@dataclass(frozen=True, kw_only=True)
class Shaped:
    """A result with another shape than its fields."""

    laps: tuple[Lap, ...]

    @property
    def shape(self) -> Mapping[str, object]:
        """Laps, and how many are shown of them."""
        return {
            "laps": Rows(self.laps, most=1, count="n_laps"),
            "shown": Versions(short="few", whole="all"),
        }


@dataclass(frozen=True, kw_only=True)
class Twofold:
    """A result of which a program gets another type."""

    @property
    def shape(self) -> Versions[Mapping[str, int], Mapping[str, str]]:
        """One of two."""
        return Versions(short={"n": 1}, whole={"n": "one"})


LAP = Lap(distance_m=1234.56, day=date(2026, 3, 1), name="morning run", secret="x")


def test_a_dataclass_is_its_fields_as_they_are_shown() -> None:
    assert as_plain(LAP) == {"distance_m": 1234.56, "day": "2026-03-01", "name": "morni…"}
    assert as_plain(LAP, whole=True)["name"] == "morning run"
    assert as_plain(Lap(distance_m=np.inf, day=date(2026, 3, 1))) == {
        "distance_m": None, "day": "2026-03-01", "name": None,
    }  # fmt: skip


def test_a_table_has_its_columns_once_and_counts_what_it_leaves_out() -> None:
    result = Listed(n_stored=7, laps=(LAP,) * 5)
    row = ["2026-03-01", 1.2, 1235]
    assert list(as_plain(result).items()) == [
        ("n_stored", 7),
        ("columns", ["day", "km", "distance_m"]),
        ("laps", [row, row]),
        ("n_more", 5),
        ("where", "/data"),
    ]
    whole = as_plain(result, whole=True)
    assert (whole["laps"], whole["n_more"]) == ([row] * 5, 2)


def test_a_shape_goes_before_the_fields_and_is_cut_all_the_way_down() -> None:
    result = Shaped(laps=(LAP, LAP))
    assert list(as_plain(result)) == ["n_laps", "laps", "shown"]
    assert as_plain({"in": [result]})["in"][0]["shown"] == "few"
    assert as_plain(result)["laps"] == [as_plain(LAP)]
    assert as_plain(result, whole=True) == {
        "n_laps": 2, "laps": [as_plain(LAP, whole=True)] * 2, "shown": "all",
    }  # fmt: skip


def test_a_result_says_of_which_type_its_json_is() -> None:
    assert shape_type(Listed) is None
    assert shape_type(Shaped) == Mapping[str, object]
    assert shape_type(Twofold) == Mapping[str, int]
    assert shape_type(Twofold, whole=True) == Mapping[str, str]
    assert (as_plain(Twofold()), as_plain(Twofold(), whole=True)) == ({"n": 1}, {"n": "one"})


@given(tables, st.integers(0, 15), st.integers(0, 300), st.booleans())
def test_the_rows_that_are_left_are_the_first_or_the_last_and_fit(
    table: list[list[object]], most: int, within_bytes: int, keep_last: bool
) -> None:
    rows = (LastRows if keep_last else Rows)(table, most=most, within_bytes=within_bytes)
    fitting = as_plain(rows)
    assert fitting == (table[len(table) - len(fitting) :] if keep_last else table[: len(fitting)])
    assert len(fitting) <= most
    text = json.dumps(fitting, ensure_ascii=False, separators=(",", ":"))
    assert len(text.encode("utf-8", "surrogatepass")) <= within_bytes + 2
    assert as_plain(rows, whole=True) == table


def test_rows_that_fit_are_all_there() -> None:
    assert as_plain(Rows([[1, "a"], [2, "b"]], most=2, within_bytes=100)) == [[1, "a"], [2, "b"]]


@given(text=st.text(), within_bytes=st.integers(3, 60), end=st.booleans())
def test_a_text_fits_its_room_and_shows_a_cut(text: str, within_bytes: int, end: bool) -> None:
    short = as_plain(Text(text, within_bytes=within_bytes, end=end))
    assert len(short.encode("utf-8", "surrogatepass")) <= within_bytes
    assert short == text or "…" in short


def test_of_a_long_text_the_beginning_or_the_end_is_left() -> None:
    assert Text("walking home", within_bytes=7).cut() == "walk…"
    assert Text("/runs/2025/a.fit", within_bytes=8, end=True).cut() == "…a.fit"
    assert Text("走った", within_bytes=8).cut() == "走…"
    assert Text("走った", within_bytes=8, end=True).cut() == "…た"
    assert Text("walking home", within_characters=9).cut() == "walking…"


@pytest.mark.parametrize("missing", [None, np.nan, np.inf])
def test_a_missing_figure_stays_missing(missing: float | None) -> None:
    assert rounded(missing, 1) is None


def test_a_figure_without_decimals_is_a_whole_number() -> None:
    assert json.dumps([rounded(150.6, 0), rounded(np.float64(3.14159), 2)]) == "[151, 3.14]"
