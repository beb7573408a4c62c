"""Which kinds of training do the shares of heart rate zones allow?"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.running.athlete.zones import ZoneSeconds
from hakaru.running.session.type_table import SHARE_TABLE, ShareRow

_TOLERANCE_PCT = 1e-9


def row_share_pct(row: ShareRow, shares_pct: ZoneSeconds) -> float:
    """The share of the time in zones that lies in the zones of a row, 0..100."""
    return sum(shares_pct[row.first_zone - 1 : row.last_zone])


def rows_that_hold(
    shares_pct: ZoneSeconds, *, rows: Sequence[ShareRow] = SHARE_TABLE
) -> tuple[ShareRow, ...]:
    """Every row whose zones hold the share it asks for, in order of precedence."""
    return tuple(
        row for row in rows if row_share_pct(row, shares_pct) >= row.least_pct - _TOLERANCE_PCT
    )


def deciding_row(
    shares_pct: ZoneSeconds, *, rows: Sequence[ShareRow] = SHARE_TABLE
) -> ShareRow | None:
    """Of the rows that hold, the one with the largest share, of equal ones the first; None: the
    time is spread over zones that no type is made of."""
    deciding: ShareRow | None = None
    for row in rows_that_hold(shares_pct, rows=rows):
        ahead_pct = 0.0 if deciding is None else row_share_pct(deciding, shares_pct)
        if row_share_pct(row, shares_pct) > ahead_pct + _TOLERANCE_PCT:
            deciding = row
    return deciding
