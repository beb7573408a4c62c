"""Which parameters do several operations share?"""

from __future__ import annotations

from dataclasses import replace

from hakaru.catalog.operation import Param
from hakaru.store.references import LATEST

ACTIVITY = Param(
    name="activity",
    type="activity",
    positional=True,
    default=LATEST,
    ja="日付（YYYY-MM-DD）・活動ID・latest（最新）・-1（その1つ前）",
    en="day, id, -1",
)
NAMED_ACTIVITY = replace(ACTIVITY, required=True, default=None)
"""Where something else follows it on a command line, or nothing should happen by mistake."""
RUN = replace(ACTIVITY, name="activity_id")
NAMED_RUN = replace(NAMED_ACTIVITY, name="activity_id")
LIMIT = Param(name="limit", type="int", default=20, ja="最大件数", en="most rows")
SENSOR = Param(
    name="sensor",
    type="text",
    ja="センサーの種類（省略時は最も新しいランのもの）",
    en="group (default: latest)",
)
SINCE = Param(name="since", type="date", ja="この日以降", en="first day")
UNTIL = Param(name="until", type="date", ja="この日まで", en="last day")
