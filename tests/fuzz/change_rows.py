"""How is a table, or a list of lines, changed so that it stays one, or nearly one?"""

from __future__ import annotations

import csv
import io
from random import Random

from tests.sources.fit_mutation import mutated

_CELLS = (
    "", "--", "0", "-1", "1e308", "NaN", "inf", "1,234.5", "1.234,5", "1'234", "1 234", "9" * 400,
    "00:00:00", "99:99:99", "5:07", "9999999999:00", "00:01:39,6", "2026-01-04 12:38:59",
    "0000-00-00 00:00", "9999-12-31 23:59:59", "0001-01-01 00:00", "49.8% L / 50.2% R", "% L / R",
    "Running", "Cycling", "ランニング", "Laufen", '"', '"\n"', "\r", "\0", "\u202e", "x" * 3000,
    "１２", "٣", "1_000", "12,5", ",", ";", "\t", "9" * 4301, "²", "1e-320", "-273.2", "2³",
    "activities/1.fit.gz", "activities/../1.gpx", "activities/9.tcx", "Run", "Ride", "ラン", "Lauf",
    "Jan 4, 2026, 5:38:59\u202fPM", "31.12.9999, 24:00:00", "31 févr. 2026, 12:00:00",
    "2026-07-01T06:00:00+23:59", "9999-12-31T23:59:59-14:00", "1782885600", "9999999999",
    "task", "section", "note", "Distance", "Elapsed Time", "time", "temp (F)", "humidity", "tavg",
)  # fmt: skip
_ENCODINGS = ("utf-8-sig", "utf-16", "utf-16-le", "cp932", "gb18030", "cp949", "cp1250", "cp1252")
_MOST_CHARACTERS = 20_000


def changed_table(data: bytes, rng: Random) -> bytes:
    """One to eight changes of cells, rows and columns, and of its bytes at times."""
    if rng.random() < 0.2:
        return mutated(data, rng)[:_MOST_CHARACTERS]
    text = data.decode("utf-8", errors="replace").replace("\0", "")
    try:
        rows = list(csv.reader(io.StringIO(text)))
    except csv.Error:
        return mutated(data, rng)[:_MOST_CHARACTERS]
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        _change(rows, rng)
    out = io.StringIO()
    csv.writer(out, delimiter=rng.choice(",,,,;\t"), quotechar=rng.choice('""\'"')).writerows(rows)
    text = out.getvalue()[:_MOST_CHARACTERS]
    encoding = rng.choice(_ENCODINGS) if rng.random() < 0.15 else "utf-8"
    return text.encode(encoding, errors="replace")


def changed_text(data: bytes, rng: Random) -> bytes:
    """Lines doubled, dropped, indented, exchanged; bytes at times."""
    if rng.random() < 0.3:
        return mutated(data, rng)[:_MOST_CHARACTERS]
    lines = data.split(b"\n")
    for _ in range(rng.choice((1, 2, 5))):
        at = rng.randrange(len(lines))
        choice = rng.random()
        if choice < 0.3:
            lines[at] = rng.choice((b" ", b"\t", b"  > ", b"- [x] ", b"- ", b"`DONE`")) + lines[at]
        elif choice < 0.5:
            lines[at] += rng.choice((b" `DONE`", b" `NEVER`", b"\xff", b"`" * 50, b"x" * 2000))
        elif choice < 0.7 and len(lines) > 1:
            del lines[at]
        else:
            lines.insert(rng.randrange(len(lines) + 1), lines[at].lstrip() * rng.choice((1, 1, 9)))
    return b"\n".join(lines)[:_MOST_CHARACTERS]


_LINES = (
    "[[rule]]", "[rule]", "rule = 3", "[model]", "[mcp]", "[sessions]", "x = [[[1]]]", "x.y.z = 1",
    "pattern = 3", "match = 'domain'", "category = []", "pattern = '(a+)+$'", "d = 9999-12-31",
    "timeout_s = inf", "timeout_s = nan", "timeout_s = -1", "name = ['a']", "folders = 'a'",
    "folders = ['\\u0000', '~nobody/x', '/']", "url = 'http://[::1'", "url = 'file:///etc'",
    "url = 'http://a:b@c:99999999/'", "language = 'xx'", "data_folder = '\\u0000'",
    "x = " + "9" * 5000, "workers = 99999999999999999999", "easy_share_pct = true",
    "heart_rate_zones_frac = [1, 2, 3, 4, 5]", "power_zones_frac = ['a', {}, 1, nan, 2]",
    "x = " + "[" * 3000, "x = {a = {b = 1}}", "model = 5", "any_http = true", "backend = 'none'",
)  # fmt: skip


def changed_settings(data: bytes, rng: Random) -> bytes:
    """Lines as a table of settings has them, other values, and bytes at times."""
    if rng.random() < 0.3:
        return changed_text(data, rng)
    lines = data.split(b"\n")
    for _ in range(rng.choice((1, 1, 2, 4))):
        at, line = rng.randrange(len(lines)), rng.choice(_LINES).encode()
        choice = rng.random()
        name, is_set, _ = lines[at].partition(b" = ")
        if choice < 0.5 and is_set:
            lines[at] = name + b" = " + line.partition(b" = ")[2]
        elif choice < 0.8:
            lines.insert(at, line)
        else:
            lines[at] = line
    return b"\n".join(lines)[:_MOST_CHARACTERS]


def _change(rows: list[list[str]], rng: Random) -> None:
    filled = [row for row in rows if row]
    if not filled:
        rows.append([rng.choice(_CELLS)])
        return
    row = rng.choice(filled)
    at, choice = rng.randrange(len(row)), rng.random()
    if choice < 0.5:
        row[at] = rng.choice(_CELLS)
    elif choice < 0.6:
        del row[at]
    elif choice < 0.7:
        row.insert(at, rng.choice(_CELLS))
    elif choice < 0.8:
        rows.insert(rng.randrange(len(rows) + 1), list(row))
    elif choice < 0.9:
        other = rng.randrange(len(row))
        for one in filled:
            if max(at, other) < len(one):
                one[at], one[other] = one[other], one[at]
    else:
        rows.remove(row)
