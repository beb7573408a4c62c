"""How large may a reply be, and which size do the requirements name for it?

The hard limit is the operation's `limit_bytes`: beyond it stands an error that names the call to
make instead. A target is what the requirements name, mostly as an estimate ("~200 bytes"); the
figures measured against it are in docs/requirements.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Target:
    """A size in bytes of UTF-8, the line of the requirement that names it, and when it holds."""

    size_bytes: int
    line: int
    when: str = ""


_STATISTICS = "statistics_only"

TARGETS: Mapping[str, Target] = {
    "get_form_efficiency_summary": Target(size_bytes=500, line=455),
    "get_hr_efficiency_analysis": Target(size_bytes=800, line=456),
    "get_heart_rate_zones_detail": Target(size_bytes=1_024, line=457),
    "get_vo2_max_data": Target(size_bytes=200, line=458),
    "get_lactate_threshold_data": Target(size_bytes=300, line=459),
    "get_performance_trends": Target(size_bytes=1_024, line=460),
    "get_weather_data": Target(size_bytes=400, line=461),
    "get_splits_pace_hr": Target(size_bytes=200, line=522, when=_STATISTICS),
    "get_splits_form_metrics": Target(size_bytes=200, line=522, when=_STATISTICS),
    "get_splits_elevation": Target(size_bytes=200, line=522, when=_STATISTICS),
    "get_splits_all": Target(size_bytes=10_240, line=515, when="the most that can be asked for"),
    "get_section_analysis": Target(
        size_bytes=10_240, line=515, when="the most that can be asked for"
    ),
    "detect_form_anomalies_summary": Target(
        size_bytes=2_800, line=481, when="700 tokens of four bytes"
    ),
    "export": Target(size_bytes=500, line=580),
    "profile": Target(size_bytes=1_000, line=556, when="ten columns"),
    "histogram": Target(size_bytes=1_024, line=569, when="20 bins"),
    "materialize": Target(size_bytes=100, line=315),
}
"""By the name of the operation; one without is held to its limit alone."""
