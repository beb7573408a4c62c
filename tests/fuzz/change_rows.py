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
    "１２", "٣", "1_000", "12,5", ",", ";", "\t",
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
