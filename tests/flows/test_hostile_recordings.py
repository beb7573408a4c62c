"""Hostile names and clocks through a whole ingest, and what is shown of such a run."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest

from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.ingest import ingest
from hakaru.flows.report import report
from hakaru.flows.session import get_session
from tests.evidence.part10.hostile_clocks import (
    NAMED_BY_THE_ISSUE,
    write_clock,
    write_folder_of_names,
    write_zip_of_names,
)
from tests.flows.factories import ask, stored_runs, with_settings
from tests.sources import fit_bytes as fb

any_bytes = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"), reason="file names of any bytes are those of Linux"
)


@pytest.mark.soak
@any_bytes
def test_every_recording_of_a_folder_is_stored_whatever_its_name(
    context: Context, tmp_path: Path
) -> None:
    folder = tmp_path / os.fsdecode("朝練".encode("shift_jis"))
    folder.mkdir()
    n_runs = write_folder_of_names(folder)
    (folder / os.fsdecode("悪い.fit".encode("shift_jis"))).write_bytes(b"no recording")
    result = ingest(context, paths=[folder])
    assert result.ingested == n_runs == len(stored_runs(context))
    (problem,) = result.failed
    assert problem.path.endswith("\\x92\\xa9\\x97\\xfb/\\x88\\xab\\x82\\xa2.fit")
    as_plain(as_plain(result, whole=True))
    sources = ask(context, "SELECT path FROM recording_sources")
    assert all(str(path).encode() for (path,) in sources)
    again = ingest(context, paths=[folder])
    assert (again.ingested, again.duplicates) == (0, n_runs)


@pytest.mark.soak
@pytest.mark.parametrize("says_utf8", [False, True])
def test_every_recording_of_a_zip_is_stored_whatever_its_name(
    context: Context, tmp_path: Path, says_utf8: bool
) -> None:
    path = tmp_path / "names.zip"
    n_runs = write_zip_of_names(path)
    if says_utf8:
        data = bytearray(path.read_bytes())
        for magic, high_byte_at in ((b"PK\x01\x02", 9), (b"PK\x03\x04", 7)):
            at = data.find(magic)
            while at >= 0:
                data[at + high_byte_at] |= 0x08
                at = data.find(magic, at + 4)
        path.write_bytes(data)
    result = ingest(context, paths=[path])
    assert result.failed == ()
    assert result.ingested == n_runs


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ["gpx", "tcx"])
def test_a_run_with_a_leap_is_shown_as_long_as_it_was(
    context: Context, tmp_path: Path, kind: str
) -> None:
    path, truth = write_clock(tmp_path, NAMED_BY_THE_ISSUE[-1], kind)
    assert ingest(context, paths=[path]).ingested == 1
    (run,) = stored_runs(context)
    ((elapsed_s, distance_m, device_s),) = ask(
        context, "SELECT elapsed_s, distance_m, device_elapsed_s FROM activities"
    )
    assert elapsed_s == pytest.approx(truth.moving_s, rel=0.02)
    assert distance_m == pytest.approx(truth.distance_m, rel=0.02)
    assert device_s is None or device_s == pytest.approx(truth.moving_s, rel=0.02)
    for language, told in (
        ("en", "the clock leaps by 2920.0 days"),
        ("ja", "2920.0 日とんでいます"),
    ):
        reader = with_settings(context, language=language)
        written = report(reader, activity=str(run.activity_id), out=tmp_path / language)
        assert told in written.html.read_text(encoding="utf-8")
        assert told in written.markdown.read_text(encoding="utf-8")
    assert as_plain(as_plain(get_session(context, activity=str(run.activity_id), detail=True)))


def test_flipped_bits_leave_no_impossible_value(context: Context, tmp_path: Path) -> None:
    n = 1200
    steady: dict[int, fb.Field] = {3: ("u8", 140), 6: ("u16", 3000)}
    rows = [
        fb.message(fb.RECORD, {253: ("u32", fb.FIT_START + at), 5: ("u32", 300 * at), **steady})
        for at in range(n)
    ]
    data = bytearray(fb.fit_file(fb.file_id(), *rows, fb.session()))
    bits = np.random.default_rng(7).choice(8 * (len(data) - 200), len(data) // 125, replace=False)
    for bit in bits + 8 * 100:
        data[bit // 8] ^= 1 << (bit % 8)
    path = tmp_path / "flipped.fit"
    path.write_bytes(data)
    assert ingest(context, paths=[path]).ingested == 1
    bounds = f"speed_mps > 12 OR heart_rate_bpm > 240 OR distance_m > {1.2 * 3.0 * n}"
    assert not ask(context, f"SELECT 1 FROM data.time_series_metrics WHERE {bounds}")
    ((n_speeds,),) = ask(context, "SELECT count(speed_mps) FROM data.time_series_metrics")
    assert int(f"{n_speeds}") > n / 4
    assert ask(context, "SELECT 1 FROM recording_issues WHERE code = 'impossible_values'")
