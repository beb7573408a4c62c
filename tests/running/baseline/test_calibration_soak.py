"""Every promised accuracy at full size: some minutes."""

import pytest
from benchmarks.calibration.run import run
from benchmarks.targets import all_targets, looked_at


@pytest.mark.soak
def test_every_target_is_met_at_full_size() -> None:
    figures = run(quick=False)
    for target in all_targets():
        if target.benchmark == "calibration":
            assert looked_at(target, figures).met, target.says
