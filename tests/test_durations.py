"""Times as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.units import duration_s, format_duration


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("60min", 3600.0), ("90 min", 5400.0), ("1h30m", 5400.0), ("1.5 h", 5400.0), ("2h", 7200.0),
        ("45:00", 2700.0), ("1:30:00", 5400.0), (" 5m ", 300.0),
    ],
)  # fmt: skip
def test_a_time_is_read_as_it_is_said(text: str, seconds: float) -> None:
    assert duration_s(text) == seconds


@given(st.integers(0, 360_000))
def test_what_we_write_is_read_again(seconds: int) -> None:
    assert duration_s(format_duration(seconds)) == seconds


@pytest.mark.parametrize("text", ["", "soon", "60", "1:2:3:4", "h", "-5min"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        duration_s(text)
