"""Which parameters do several operations share?"""

from __future__ import annotations

from hakaru.catalog.operation import Param

ACTIVITY = Param(
    name="activity",
    type="activity",
    positional=True,
    required=True,
    ja="活動ID、または日付（YYYY-MM-DD）",
    en="id or YYYY-MM-DD",
)
LIMIT = Param(name="limit", type="int", default=20, ja="最大件数", en="most rows")
SENSOR = Param(
    name="sensor",
    type="text",
    ja="センサーの種類（省略時は最も新しいランのもの）",
    en="group (default: latest)",
)
SINCE = Param(name="since", type="date", ja="この日以降", en="first day")
UNTIL = Param(name="until", type="date", ja="この日まで", en="last day")
