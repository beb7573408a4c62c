"""Which parameters do several operations share?"""

from __future__ import annotations

from hakaru.catalog.operation import Param

ACTIVITY = Param(
    name="activity",
    type="activity",
    positional=True,
    required=True,
    ja="活動ID、または日付（YYYY-MM-DD）",
    en="activity id or local day (YYYY-MM-DD)",
)
LIMIT = Param(name="limit", type="int", default=20, ja="最大件数", en="at most this many rows")
SENSOR = Param(
    name="sensor",
    type="text",
    ja="センサーの種類（省略時は最も新しいランのもの）",
    en="sensor group (default: that of the latest run)",
)
SINCE = Param(name="since", type="date", ja="この日以降", en="from this local day on")
UNTIL = Param(name="until", type="date", ja="この日まで", en="up to this local day")
