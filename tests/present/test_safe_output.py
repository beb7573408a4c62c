"""What a notebook may print for a model: JSON of 1 KB, ten rows, and text cut between characters.

The names in comments are the lines of the requirements' test list (D, Python Helper Functions).
"""

from __future__ import annotations

import json
import math
import unicodedata
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.errors import BadArgument, ReplyTooLarge
from hakaru.guard.task import count_tokens
from hakaru.present.figures import width_columns
from hakaru.present.safe_output import (
    MAX_JSON_BYTES,
    MAX_TEXT_BYTES,
    TokenMeter,
    fitting,
    safe_json_output,
    safe_summary_table,
    size_bytes,
    validate_output,
)

LIBRARIES = (pd.DataFrame, pl.DataFrame)


def text_of(n_bytes: int) -> dict[str, str]:
    """Data whose compact JSON has exactly so many bytes."""
    return {"a": "x" * (n_bytes - len('{"a":""}'))}


# safe_json_output: normal (500 bytes), too large (2 KB), Japanese


def test_json_of_500_bytes_comes_back_whole() -> None:
    assert json.loads(safe_json_output(text_of(500))) == text_of(500)


def test_json_of_exactly_1024_bytes_is_the_largest_there_is() -> None:
    assert size_bytes(safe_json_output(text_of(1024))) == MAX_JSON_BYTES
    with pytest.raises(ReplyTooLarge, match="bytes = 1025 is not at most 1024"):
        safe_json_output(text_of(1025))


def test_json_of_two_kilobytes_is_refused_with_the_size_and_what_to_do() -> None:
    with pytest.raises(ReplyTooLarge, match=r"2048.*fewer fields.*export\(\)"):
        safe_json_output(text_of(2048))


def test_too_large_is_a_value_error_as_the_requirements_name_it() -> None:
    with pytest.raises(ValueError, match="2048") as refused:
        safe_json_output(text_of(2048))
    assert isinstance(refused.value, ReplyTooLarge)
    assert refused.value.status == 413


def test_a_larger_limit_can_be_asked_for() -> None:
    assert size_bytes(safe_json_output(text_of(2048), max_size=2048)) == 2048


def test_japanese_stays_readable_and_counts_its_bytes() -> None:
    """Resolutions 33: sizes are bytes of UTF-8, not characters."""
    assert safe_json_output({"評価": "良好"}) == '{"評価":"良好"}'
    with pytest.raises(ReplyTooLarge, match="1058"):
        safe_json_output({"a": "あ" * 350})


def test_numpy_dates_dataclasses_and_paths_become_plain_values() -> None:
    @dataclass(frozen=True)
    class Figure:
        value: float

    made = safe_json_output(
        {
            "a": np.float64(1.5),
            "b": np.arange(3),
            "c": date(2026, 1, 5),
            "d": datetime(2026, 1, 5, tzinfo=UTC),
            "e": Figure(0.1),
            "f": Path("a/b"),
            3: (True, None),
        }
    )
    assert json.loads(made) == {
        "a": 1.5,
        "b": [0, 1, 2],
        "c": "2026-01-05",
        "d": "2026-01-05T00:00:00+00:00",
        "e": {"value": 0.1},
        "f": "a/b",
        "3": [True, None],
    }


def test_what_is_not_finite_is_null_and_other_numbers_keep_their_digits() -> None:
    made = json.loads(safe_json_output([math.nan, math.inf, 1768731964000.123, 0.1]))
    assert made == [None, None, 1768731964000.123, 0.1]


@pytest.mark.parametrize("data", [{"a": {1, 2}}, object(), {"a": b"x"}])
def test_what_json_cannot_hold_is_a_typed_error(data: object) -> None:
    with pytest.raises(BadArgument, match="what JSON can hold"):
        safe_json_output(data)


def test_data_that_contains_itself_is_a_typed_error() -> None:
    data: list[Any] = []
    data.append(data)
    with pytest.raises(BadArgument, match="what JSON can hold"):
        safe_json_output(data)


# validate_output: normal JSON, normal table, JSON too large, table too large


def test_small_json_is_within_the_limits_however_it_is_laid_out() -> None:
    assert validate_output(json.dumps({f"k{n}": n for n in range(40)}, indent=2)) == (True, None)


def test_json_beyond_1024_bytes_is_found() -> None:
    ok, why = validate_output(json.dumps(text_of(1500)))
    assert not ok
    assert why is not None
    assert "JSON of 1501 bytes exceeds 1024 bytes" in why
    assert "safe_json_output" in why


def test_japanese_json_is_measured_in_bytes() -> None:
    assert not validate_output('{"a":"' + "走" * 400 + '"}')[0]


def test_a_table_of_ten_rows_with_header_and_footer_is_within_the_limits() -> None:
    frame = pd.DataFrame({"a": range(10)})
    assert validate_output(safe_summary_table(frame)) == (True, None)


@pytest.mark.parametrize("library", LIBRARIES)
def test_what_the_summary_table_makes_of_a_long_frame_validates(library: Any) -> None:
    assert validate_output(safe_summary_table(library({"a": range(1000)})))[0]


def test_a_frame_as_its_library_draws_it_in_ten_rows_validates() -> None:
    with pl.Config(tbl_rows=10):
        assert validate_output(str(pl.DataFrame({"a": range(100), "b": ["走"] * 100})))[0]


def test_a_table_of_a_hundred_rows_is_found() -> None:
    ok, why = validate_output(pd.DataFrame({"a": range(100)}).to_string())
    assert not ok
    assert why is not None
    assert "table of 101 lines exceeds 10 rows" in why


def test_json_between_lines_of_text_is_measured_by_itself() -> None:
    mixed = "summary:\n" + json.dumps(text_of(600)) + "\n" + json.dumps(text_of(600), indent=1)
    assert validate_output(mixed)[0]
    ok, why = validate_output("summary:\n" + json.dumps(text_of(1200)) + "\nend")
    assert not ok
    assert "JSON of 1201 bytes" in str(why)


def test_a_long_table_behind_json_is_found() -> None:
    table = "\n".join(f"{n} {n}" for n in range(20))
    assert not validate_output(json.dumps({"a": 1}) + "\n" + table)[0]


def test_text_beyond_4096_bytes_is_found_even_on_one_line() -> None:
    assert validate_output("x" * MAX_TEXT_BYTES)[0]
    assert "output of 4097 bytes exceeds 4096" in str(validate_output("x" * 4097)[1])


@pytest.mark.parametrize("text", ["", "\n\n", "[1, 2", "{not json}", "[" * 3000, "[" * 2_000_000])
def test_what_looks_like_json_and_is_not_is_answered_all_the_same(text: str) -> None:
    assert validate_output(text)[0] == (len(text) <= MAX_TEXT_BYTES)


@given(st.text(max_size=3000))
def test_any_text_is_answered_with_a_reason_exactly_if_it_fails(text: str) -> None:
    ok, why = validate_output(text)
    assert ok == (why is None)


# safe_summary_table: 10 rows or fewer, 100 rows, 1000 rows, chosen columns


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("n_rows", [0, 1, 9, 10])
def test_a_short_frame_is_shown_whole(library: Any, n_rows: int) -> None:
    lines = safe_summary_table(library({"pace": list(range(n_rows))})).splitlines()
    assert lines[0].strip() == "pace"
    assert [int(line) for line in lines[1:-1]] == list(range(n_rows))
    assert lines[-1] == f"[{n_rows} rows x 1 columns]"


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("n_rows", [11, 100, 1000])
def test_a_long_frame_shows_first_five_and_last_five_and_says_what_it_left_out(
    library: Any, n_rows: int
) -> None:
    lines = safe_summary_table(library({"pace": list(range(n_rows))})).splitlines()
    assert [int(line) for line in lines[1:6]] == [0, 1, 2, 3, 4]
    assert lines[6] == f"... ({n_rows - 10} rows omitted) ..."
    assert [int(line) for line in lines[7:12]] == list(range(n_rows - 5, n_rows))
    assert lines[12] == f"[{n_rows} rows x 1 columns]"
    assert len(lines) == 13


@pytest.mark.parametrize("library", LIBRARIES)
def test_an_odd_number_of_rows_is_kept_exactly(library: Any) -> None:
    lines = safe_summary_table(library({"a": list(range(50))}), 3).splitlines()
    assert [line.strip() for line in lines] == [
        "a", "0", "1", "... (47 rows omitted) ...", "49", "[50 rows x 1 columns]",
    ]  # fmt: skip
    assert "... (49 rows omitted) ..." in safe_summary_table(library({"a": list(range(50))}), 1)


@pytest.mark.parametrize("library", LIBRARIES)
def test_columns_can_be_chosen_in_any_order(library: Any) -> None:
    frame = library({"a": [1], "b": [2], "c": [3]})
    table = safe_summary_table(frame, columns=["c", "a"])
    head, row, _ = table.splitlines()
    assert (head.split(), row.split()) == (["c", "a"], ["3", "1"])
    assert "1 columns not shown" in table


@pytest.mark.parametrize("library", LIBRARIES)
def test_an_unknown_column_or_no_row_at_all_is_a_typed_error(library: Any) -> None:
    frame = library({"a": [1]})
    with pytest.raises(BadArgument, match="column = 'b' is not one of a"):
        safe_summary_table(frame, columns=["b"])
    with pytest.raises(BadArgument, match="max_rows"):
        safe_summary_table(frame, 0)


def test_both_libraries_read_the_same() -> None:
    data = {
        "距離": [1.0, None, 3.123456789],
        "種別": ["テンポ", None, "x"],
        "n": [1, 2, 3],
        "day": [datetime.fromisoformat("2026-01-05"), None, datetime.fromisoformat("2026-01-07")],
    }
    assert safe_summary_table(pd.DataFrame(data)) == safe_summary_table(pl.DataFrame(data))
    assert "null" in safe_summary_table(pl.DataFrame(data))


def test_japanese_columns_line_up() -> None:
    lines = safe_summary_table(pl.DataFrame({"種別": ["テンポ", "a"], "b": [1, 22]})).splitlines()
    assert len({width_columns(line) for line in lines[:3]}) == 1


def test_columns_beyond_the_twelfth_and_long_cells_are_said_not_hidden() -> None:
    frame = pl.DataFrame({f"c{n}": ["x" * 50] for n in range(20)})
    footer = safe_summary_table(frame).splitlines()[-1]
    assert footer == ("[1 rows x 20 columns; 8 columns not shown; 12 cells cut at 32 characters]")


def test_a_cell_cannot_break_the_table_or_the_terminal() -> None:
    table = safe_summary_table(pl.DataFrame({"a\n": ["line\nbreak \x1b[31m\u202e"]}))
    assert len(table.splitlines()) == 3
    assert "\x1b" not in table
    assert "\u202e" not in table


def test_pandas_frames_with_odd_column_names_are_shown() -> None:
    frame = pd.DataFrame([[1, 2, 3]], columns=["a", "a", 7])
    assert safe_summary_table(frame).splitlines()[1].split() == ["1", "2", "3"]


# cutting


@given(st.text(), st.integers(min_value=0, max_value=60))
def test_a_cut_text_is_a_beginning_that_fits_and_no_letter_loses_its_marks(
    text: str, limit: int
) -> None:
    kept = fitting(text, limit)
    assert text.startswith(kept)
    assert size_bytes(kept) <= limit
    rest = text[len(kept) :]
    assert not rest or not kept or unicodedata.category(rest[0]) not in {"Mn", "Me", "Mc"}


def test_japanese_and_joined_characters_are_never_cut_inside() -> None:
    assert fitting("走る", 5) == "走"
    assert fitting("か\u3099き", 5) == ""
    assert fitting("か\u3099き", 6) == "か\u3099"
    family = "👨\u200d👩\u200d👧"
    assert fitting("a" + family, 15) == "a"


# tokens


def test_tokens_are_counted_by_the_stated_rule() -> None:
    assert count_tokens("") == 0
    assert count_tokens("abcd") == 1
    assert count_tokens("abcde") == 2
    assert count_tokens("走るabcd") == 3


def test_the_meter_counts_what_it_printed_and_the_code_beside_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    meter = TokenMeter()
    meter.tell("EXPORT", "abcd" * 10)
    assert capsys.readouterr().out == "abcd" * 10 + "\n"
    report = meter.report(["code" * 5], raw="x" * 1200)
    assert report["code_and_answer"] == {"EXPORT": [5, 10]}
    assert (report["used"], report["raw_rows"], report["saved_pct"]) == (15, 300, 95.0)
