"""What does somebody see who opens a FIT file in a notebook?"""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from hakaru import api
from hakaru.core.errors import Unreadable
from tests.shared import REAL, needs_real
from tests.sources import fit_bytes as fb


def opened(folder: Path, data: bytes) -> api.FitFile:
    path = folder / "run.fit"
    path.write_bytes(data)
    return api.read_fit(path)


def test_records_are_arrays_with_their_units_in_the_order_of_the_file(tmp_path: Path) -> None:
    fields: dict[int, fb.Field] = {
        41: ("u16", 2485),
        39: ("u16", 900),
        40: ("u16", 3250),
        4: ("u8", 85),
        9: ("u16", 250),
    }
    data = fb.fit_file(fb.file_id(), fb.record(5, fields), fb.record(2, fields), fb.session())
    file = opened(tmp_path, data)
    assert {name: values.tolist() for name, values in file.records.items()} == {
        "elapsed_s": [0.0, -3.0],
        "gct_ms": [248.5, 248.5],
        "vo_cm": [9.0, 9.0],
        "gct_share_pct": [32.5, 32.5],
        "cadence_spm": [170.0, 170.0],
        "grade_pct": [2.5, 2.5],
    }
    assert file.started_at == datetime(2021, 9, 8, 1, 46, 45, tzinfo=UTC)
    assert (file.path, file.partial, file.issues) == (str(tmp_path / "run.fit"), False, ())


def test_any_sport_is_opened(tmp_path: Path) -> None:
    file = opened(tmp_path, fb.fit_file(fb.file_id(), fb.records(3), fb.session(sport=fb.CYCLING)))
    assert [session.sport for session in file.sessions] == ["cycling"]
    assert file.records["heart_rate_bpm"].tolist() == [150.0] * 3


def test_what_a_damaged_file_lost_is_said(tmp_path: Path) -> None:
    whole = fb.fit_file(fb.file_id(), fb.records(10))
    file = opened(tmp_path, whole[:-30])
    assert file.partial
    assert [issue.code for issue in file.issues] == ["truncated"]
    assert file.records["elapsed_s"].size == 8


def test_a_chain_gives_the_files_that_follow(tmp_path: Path) -> None:
    later = fb.fit_file(fb.file_id(), fb.records(2), fb.message(233, {2: ("u8", 1)}))
    file = opened(tmp_path, fb.fit_file(fb.file_id(), fb.records(5)) + later)
    (following,) = file.following
    assert (file.records["elapsed_s"].size, following.records["elapsed_s"].size) == (5, 2)
    assert following.n_unknown == {233: 1}


def test_a_file_without_a_clock_has_no_start(tmp_path: Path) -> None:
    file = opened(tmp_path, fb.fit_file(fb.file_id(), fb.records(3, start=5000)))
    assert file.started_at is None
    assert file.records["elapsed_s"].tolist() == [0.0, 1.0, 2.0]


def test_a_file_without_records_has_empty_columns(tmp_path: Path) -> None:
    file = opened(tmp_path, fb.fit_file(fb.file_id(file_type=2)))
    assert file.file_id.type == "settings"
    assert {name: values.size for name, values in file.records.items()} == {"elapsed_s": 0}


def test_a_gzipped_file_is_opened_too(tmp_path: Path) -> None:
    data = gzip.compress(fb.fit_file(fb.file_id(), fb.records(3)))
    assert opened(tmp_path, data).records["elapsed_s"].size == 3


def test_what_cannot_be_opened_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="cannot be opened"):
        api.read_fit(tmp_path / "nothing.fit")
    with pytest.raises(Unreadable, match="not a FIT file"):
        opened(tmp_path, b"hello")


def test_a_time_that_is_none_is_missing(tmp_path: Path) -> None:
    absurd = fb.message(fb.RECORD, {253: ("f64", 1e300), 3: ("u8", 150)})
    session = fb.message(fb.SESSION, {2: ("f64", 1e300), 7: ("u32", 60_000), 5: ("enum", 1)})
    file = opened(tmp_path, fb.fit_file(fb.file_id(), absurd, fb.record(1), session))
    np.testing.assert_array_equal(file.records["elapsed_s"], [np.nan, 0.0])
    assert [one.start_s for one in file.sessions] == [None]


@needs_real
def test_a_real_file_shows_its_dynamics_and_its_pod() -> None:
    name = "fit_dynamics/fenix6x_2020-03-21_hrmrun_stryd.fit"
    file = api.read_fit(REAL / name)
    assert {"gct_ms", "stryd_gct_ms", "vr_pct", "gct_share_pct"} <= file.records.keys()
    assert {column.label for column in file.developer.values()} >= {"Ground Time", "Form Power"}
    assert len(file.laps) == 8
    assert 200 < np.nanmedian(file.records["gct_ms"]) < 300
