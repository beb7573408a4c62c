"""What other processes see while one of them writes, or is killed while writing."""

import json
import random
import subprocess
from pathlib import Path

import pytest

from hakaru.store.database import Store
from hakaru.store.recordings import write_recordings
from tests.store.factories import make_runs
from tests.store.processes import start
from tests.store.worker import BATCH, HALF_ACTIVITIES, N_SAMPLES, ORPHANS, one

N_BATCHES = 20
N_ACTIVITIES = BATCH * N_BATCHES // 2
HANG_S = 120.0


def test_four_readers_beside_a_writer_see_only_whole_activities(tmp_path: Path) -> None:
    readers = [start("read", tmp_path, N_ACTIVITIES) for _ in range(4)]
    writer = start("ingest", tmp_path, N_BATCHES)
    written, _ = writer.communicate(timeout=HANG_S)
    assert writer.returncode == 0
    assert written.split()[-1] == str(N_ACTIVITIES)
    for reader in readers:
        told, _ = reader.communicate(timeout=HANG_S)
        assert reader.returncode == 0
        found = json.loads(told)
        assert found["wrong"] == 0
        assert found["reads"] > 0
        assert found["longest_s"] < 5.0 * 10


@pytest.mark.sampled(2)
@pytest.mark.parametrize("moment", range(5))
def test_a_writer_killed_at_any_moment_leaves_whole_activities(tmp_path: Path, moment: int) -> None:
    killed_after_s = random.Random(moment).uniform(0.0, 0.6)
    with start("ingest", tmp_path, 1000) as writer:
        assert writer.stdout is not None
        told = writer.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            writer.wait(timeout=killed_after_s)
        writer.kill()
        told += writer.stdout.read()
    acknowledged = int(told.split()[-1])
    store = Store(tmp_path)
    with store.read() as con:
        assert one(con, HALF_ACTIVITIES) == 0
        assert one(con, ORPHANS) == 0
        stored = one(con, "SELECT count(*) FROM activities")
    assert stored >= acknowledged
    assert stored % BATCH == 0
    with store.write() as con:
        write_recordings(con, make_runs(stored + BATCH, n_samples=N_SAMPLES))
    with store.read() as con:
        assert one(con, "SELECT count(*) FROM activities") == stored + BATCH
        assert one(con, HALF_ACTIVITIES) == 0
    store.close()
