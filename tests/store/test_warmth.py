"""How warm a split counts, in SQL and in Python."""

import duckdb
import pytest

from hakaru.running.effects import counted_warmth_c
from hakaru.store.air import WARMTH_OF_SPLIT


@pytest.mark.parametrize("reading_c", [None, 4.0, 27.0])
@pytest.mark.parametrize("wrist_c", [None, 12.0, 30.0])
@pytest.mark.parametrize("air_c", [None, 4.0, 17.0, 17.1, 28.0])
def test_columns_of_splits_and_splits_of_a_run_count_the_same_warmth(
    reading_c: float | None, wrist_c: float | None, air_c: float | None
) -> None:
    rows = duckdb.execute(
        f"SELECT {WARMTH_OF_SPLIT} FROM (SELECT $reading::DOUBLE AS temperature_c) s, "
        "(SELECT $wrist::DOUBLE AS wrist_c, $air::DOUBLE AS air_c) w",
        {"reading": reading_c, "wrist": wrist_c, "air": air_c},
    ).fetchall()
    read_c = wrist_c if reading_c is None else reading_c
    assert rows == [(counted_warmth_c(read_c, air_c),)]
