"""Are the requirement's absolute ranges there as context, one band for every pace?"""

from __future__ import annotations

import pytest

from hakaru.core.units import pace_to_speed_mps
from hakaru.running.physiology.steps import typical_form


@pytest.mark.parametrize(
    ("pace_s_per_km", "gct_ms", "vo_cm"),
    [
        (239.0, (220.0, 235.0), (6.5, 7.5)),
        (240.0, (230.0, 240.0), (6.5, 7.5)),
        (270.0, (240.0, 250.0), (6.5, 7.5)),
        (330.0, (250.0, 260.0), (6.5, 7.5)),
        (361.0, (250.0, 260.0), (7.0, 8.0)),
        (390.0, (260.0, 275.0), (7.0, 8.0)),
        (500.0, (260.0, 275.0), (7.0, 8.0)),
    ],
)
def test_every_pace_has_one_band(
    pace_s_per_km: float, gct_ms: tuple[float, float], vo_cm: tuple[float, float]
) -> None:
    """Resolutions rows 11 and 54: context only."""
    found = typical_form(pace_to_speed_mps(pace_s_per_km))
    assert (found.gct_low_ms, found.gct_high_ms) == gct_ms
    assert (found.vo_low_cm, found.vo_high_cm) == vo_cm
    assert (found.vr_low_pct, found.vr_high_pct) == (8.0, 9.5)
