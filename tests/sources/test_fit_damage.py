"""How much of a damaged FIT file is saved, and does the reader always come back?"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from random import Random

import numpy as np
import pytest

from hakaru.core.errors import SourceError
from hakaru.running.activity import Provenance
from hakaru.sources.fit.decode import decode_fit
from hakaru.sources.fit.recordings import read_fit
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from tests.shared import REAL, needs_real
from tests.sources import fit_bytes as fb
from tests.sources.fit_damage import damaged, n_true, rows_of_ours, rows_of_theirs
from tests.sources.fit_strange import strange_file

SMALL = {
    "a chest strap alone": "odd/activity-filecrc.fit",
    "compressed times": "odd/antfs-dump.63.fit",
    "a walk": "fit_dynamics/fenix5_2017_tiny_walk.fit",
}
DAMAGED = (
    "fit_dynamics/fenix5_2017_tiny_run.fit",
    "fit_hr_only/fr610_234979239.fit",
    "fit_hr_only/fr245_2025.fit",
    "fit_hr_only/fr70_compressed_speed_distance.fit",
    "connect_api/4017099594_hr_only/activity_4017099594.fit",
)


def comes_back(data: bytes) -> None:
    """Reading ends in recordings or in an error of ours; anything else fails the test."""
    try:
        runs = read_fit(data, provenance=Provenance(kind="fit", path="f.fit", sha256="0" * 64))
    except SourceError as error:
        assert str(error)
        return
    for run in runs:
        elapsed_s = run.series["elapsed_s"]
        assert (np.diff(elapsed_s) > 0).all()
        assert all(values.shape == elapsed_s.shape for values in run.series.values())


@cache
def simulated() -> bytes:
    settings = SeasonSettings(seed=4, start_on=date(2025, 1, 6), weeks=1)
    return min((one.to_fit() for one in simulate_season(settings)), key=len)


@pytest.mark.sampled(1)
@needs_real
@pytest.mark.parametrize("name", SMALL.values(), ids=SMALL.keys())
def test_a_file_cut_at_any_byte_keeps_every_whole_record(name: str) -> None:
    data = (REAL / name).read_bytes()
    (whole,) = decode_fit(data)
    n_before = 0
    for length in range(14, len(data)):
        columns = decode_fit(data[:length])[0]
        n_records = columns.timestamp_s.size
        assert n_records >= n_before
        np.testing.assert_array_equal(columns.timestamp_s, whole.timestamp_s[:n_records])
        n_before = n_records
    assert n_before == whole.timestamp_s.size


@pytest.mark.sampled(1)
@needs_real
@pytest.mark.parametrize("name", SMALL.values(), ids=SMALL.keys())
def test_a_file_cut_anywhere_ends_in_a_run_or_a_reason(name: str) -> None:
    data = (REAL / name).read_bytes()
    for length in range(0, len(data), 7):
        comes_back(data[:length])


@pytest.mark.sampled(4)
@needs_real
@pytest.mark.parametrize("name", DAMAGED)
@pytest.mark.parametrize("seed", range(3))
def test_no_fewer_true_records_are_saved_than_by_a_lenient_reader(name: str, seed: int) -> None:
    data = (REAL / name).read_bytes()
    truth = rows_of_ours(data)
    told: Mapping[str, tuple[int, int]] = {
        kind: (n_true(rows_of_ours(one), truth), n_true(rows_of_theirs(one), truth))
        for kind, one in damaged(data, Random(f"{name} {seed}"))
    }
    assert {kind: counts for kind, counts in told.items() if counts[0] < counts[1]} == {}


@pytest.mark.parametrize("seed", range(8))
def test_a_lost_byte_costs_at_most_a_few_records(seed: int) -> None:
    data = simulated()
    truth = rows_of_ours(data)
    at = Random(seed).randrange(3000, len(data) - 3000)
    lost = data[:at] + data[at + 1 :]
    assert n_true(rows_of_ours(lost), truth) >= truth.total() - 5
    (columns,) = decode_fit(lost)
    assert columns.partial
    assert columns.sessions
    assert columns.laps


def test_what_is_lost_and_what_is_kept_is_said() -> None:
    parts = [fb.file_id(), fb.sport_message(1), fb.records(6)]
    body_bytes = sum(map(len, parts))
    data = fb.fit_file(*parts, b"\x05" * 30, fb.records(6, start=fb.FIT_START + 6), fb.session())
    (columns,) = decode_fit(data)
    (issue,) = columns.issues
    assert (issue.code, issue.offset_byte) == ("damaged", 12 + body_bytes)
    assert issue.message == "30 damaged bytes were skipped; the 6 records before them are kept"
    assert columns.timestamp_s.size == 12
    assert columns.sessions


def test_a_page_of_zeros_is_not_taken_for_records() -> None:
    data = simulated()
    at = len(data) // 2
    (columns,) = decode_fit(data[:at] + bytes(4096) + data[at + 4096 :])
    (whole,) = decode_fit(data)
    known = columns.timestamp_s[columns.timestamp_s > 0]
    assert np.isin(known, whole.timestamp_s).mean() > 0.999
    assert known.size > 0.5 * whole.timestamp_s.size


def test_a_watch_that_sets_its_clock_on_the_way_loses_nothing_when_its_checksum_is_wrong() -> None:
    early, late = fb.records(50, start=9000), fb.records(50)
    (columns,) = decode_fit(fb.fit_file(fb.file_id(), early, late, crc=1))
    assert columns.timestamp_s.size == 100
    assert not columns.partial


def test_one_absurd_time_is_no_damage() -> None:
    stray = fb.record(0, start=77)
    parts = [fb.records(50), stray, fb.records(50, start=fb.FIT_START + 50)]
    (columns,) = decode_fit(fb.fit_file(fb.file_id(), *parts, crc=1))
    assert columns.timestamp_s.size == 101
    assert not columns.partial


@pytest.mark.sampled(40)
@pytest.mark.parametrize("seed", range(400))
def test_random_damage_never_breaks_the_reader(seed: int) -> None:
    rng = Random(seed)
    data = bytearray(strange_file(seed) if seed % 2 else simulated()[: rng.randrange(20, 9000)])
    for _ in range(rng.randrange(1, 30)):
        at = rng.randrange(len(data))
        choice = rng.random()
        if choice < 0.6:
            data[at] = rng.randrange(256)
        elif choice < 0.8:
            del data[at : at + rng.randrange(1, 20)]
        else:
            data[at:at] = rng.randbytes(rng.randrange(1, 20))
        data = data or bytearray(b"\x0e")
    comes_back(bytes(data))
    comes_back(fb.fit_file(fb.file_id())[:12] + bytes(data))
