"""Rows and texts become short without exceeding their room, and a cut is always seen."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.flows.brevity import beginning, ending, first_rows, rounded

rows = st.lists(st.lists(st.one_of(st.integers(), st.text(), st.none()), max_size=4), max_size=12)


@given(rows, st.integers(0, 15), st.integers(0, 300))
def test_the_rows_kept_are_the_first_and_fit(
    given_rows: list[list[object]], most: int, within_bytes: int
) -> None:
    kept = first_rows(given_rows, most=most, within_bytes=within_bytes)
    assert kept == given_rows[: len(kept)]
    assert len(kept) <= most
    text = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
    assert len(text.encode("utf-8", "surrogatepass")) <= within_bytes + 2


def test_rows_that_fit_are_all_kept() -> None:
    assert first_rows([[1, "a"], [2, "b"]], most=2, within_bytes=100) == [[1, "a"], [2, "b"]]


@pytest.mark.parametrize("cut", [beginning, ending])
@given(text=st.text(), within_bytes=st.integers(3, 60))
def test_a_text_fits_its_room_and_shows_a_cut(cut: object, text: str, within_bytes: int) -> None:
    assert callable(cut)
    short = cut(text, within_bytes=within_bytes)
    assert len(short.encode("utf-8", "surrogatepass")) <= within_bytes
    assert short == text or "…" in short


def test_of_a_long_text_the_beginning_or_the_end_is_kept() -> None:
    assert beginning("walking home", within_bytes=7) == "walk…"
    assert ending("/runs/2025/a.fit", within_bytes=8) == "…a.fit"
    assert beginning("走った", within_bytes=8) == "走…"
    assert ending("走った", within_bytes=8) == "…た"


@pytest.mark.parametrize("missing", [None, np.nan, np.inf])
def test_a_missing_figure_stays_missing(missing: float | None) -> None:
    assert rounded(missing, 1) is None


def test_a_figure_without_decimals_is_a_whole_number() -> None:
    assert json.dumps([rounded(150.6, 0), rounded(np.float64(3.14159), 2)]) == "[151, 3.14]"
