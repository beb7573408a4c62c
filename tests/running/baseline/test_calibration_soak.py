"""Every promised accuracy at full size: some minutes."""

import pytest
from benchmarks.calibration.run import run


@pytest.mark.soak
def test_every_target_is_met_at_full_size() -> None:
    targets = run(quick=False)["targets"]
    assert isinstance(targets, dict)
    assert all(targets.values()), targets
