"""Columns of an activity list: headers of each language, dates, numbers, and what a column holds.

A list writes all its dates alike. One part that is no month decides which comes first; where every
date fits both ways, the order of the rows does: lists are sorted, newest or oldest first.

The headers are those that Garmin Connect writes. A list of mixed sports says 'speed' where a list
of runs says 'pace', and either may hold both, so the two are one column here; likewise its cadence
column may be named for cycling and hold the steps of runs.

Garmin Connect writes the first columns in one order in every language, and the four columns of
running dynamics side by side; a reading is accepted only if the numbers agree with each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Literal

import numpy as np

from hakaru.core.errors import Unreadable
from hakaru.core.i18n import message
from hakaru.core.units import PERCENT, SECONDS_PER_MINUTE
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.sources.timeline import LARGEST, credible, fold

_MISSING = {"", "--", "-", "—", "n/a"}
_SPACES = re.compile(r"[\s\u00a0\u202f\u2009'’]")
_SHORT_FRACTION = re.compile(r"-?\d+([.,])\d{1,2}")
_BOTH_MARKS = re.compile(r"-?\d{1,3}(?:[.,]\d{3})+([.,])\d+")
_FRACTION_OF_A_SECOND = re.compile(r"[\d:]*:\d\d([.,])\d+")
_CLOCK = re.compile(r"(?:(\d{1,6}):)?(\d{1,6}):(\d{1,2}(?:[.,]\d+)?)")
_SHARE = re.compile(r"\d+(?:[.,]\d+)?")
_RIGHT = re.compile(r"\W*(?:r|d|右|우|오)", re.IGNORECASE)


@frozen
class CellStyle:
    """How the account writes numbers: `decimal` is ',' or '.'; `seen` says that some cell tells."""

    decimal: str
    seen: bool


def style_of(cells: Iterable[str]) -> CellStyle:
    """The style in which most cells that tell it are written; a point where none does."""
    votes = {",": 0, ".": 0}
    for cell in cells:
        text = cell.strip().strip("'")
        for pattern in (_SHORT_FRACTION, _BOTH_MARKS, _FRACTION_OF_A_SECOND):
            if (match := pattern.fullmatch(text)) is not None:
                votes[match[1]] += 1
                break
    return CellStyle(decimal="," if votes[","] > votes["."] else ".", seen=any(votes.values()))


def read_number(cell: str, style: CellStyle) -> float | None:
    """A number with thousands marks; None where the cell is missing or no number."""
    bare = _SPACES.sub("", cell)
    if bare in _MISSING:
        return None
    thousands = "." if style.decimal == "," else ","
    try:
        value = float(bare.replace(thousands, "").replace(style.decimal, "."))
    except ValueError:
        return None
    return value if abs(value) <= LARGEST else None


def read_seconds(cell: str) -> float | None:
    """A clock-like cell (1:02:03, 00:01:39,6, 5:07) in seconds; None for anything else."""
    match = _CLOCK.fullmatch(cell.strip())
    if match is None:
        return None
    hours, minutes = int(match[1] or 0), int(match[2])
    seconds = float(match[3].replace(",", "."))
    return (hours * SECONDS_PER_MINUTE + minutes) * SECONDS_PER_MINUTE + seconds


def read_balance_left_pct(cell: str) -> float | None:
    """The left share of '49.8% L / 50.2% R'; None unless two shares make a whole."""
    matches = list(_SHARE.finditer(cell))
    shares = [float(share[0].replace(",", ".")) for share in matches]
    if len(shares) != 2 or abs(sum(shares) - PERCENT) > 1.0:
        return None
    before, after = cell[: matches[0].start()], cell[matches[0].end() : matches[1].start()]
    side_of_first = before if any(letter.isalpha() for letter in before) else after
    return shares[1] if _RIGHT.match(side_of_first) else shares[0]


DateOrder = Literal["year", "day", "month", "named"]
"""Which part of a date comes first; `named`: its month is a word."""

_CLOCK_OF_A_DATE = r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*([ap]\.?\s?m\.?)?.*"
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[ t,]+" + _CLOCK_OF_A_DATE)
_YEAR_LAST = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})[ t,]+" + _CLOCK_OF_A_DATE)
_MONTH_NAMED = re.compile(r"([a-z]{3,})\.?\s+(\d{1,2}),?\s+(\d{4})[ ,a-z]+" + _CLOCK_OF_A_DATE)
_DAY_THEN_NAME = re.compile(
    r"(\d{1,2})\.?\s+(?:de\s+)?([a-z]{3,})\.?\s+(?:de\s+)?(\d{4})[ ,a-z]+" + _CLOCK_OF_A_DATE
)
_MONTHS = 12
_NOON = 12
_LEAST_SORTED = 3
_MONTH_OF: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "jan ene gen", "feb fev", "mar maa mrt", "apr abr avr", "may mai mei mag maj",
            "jun juin giu", "jul juil lug", "aug ago aou", "sep set", "oct okt ott out",
            "nov", "dec dez dic des",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
"""Beginnings of the names of months in the languages of accounts, without accents."""

_Parts = tuple[int, int, int, int, int, int]


def date_order_of(cells: Iterable[str], *, where: str) -> DateOrder:
    """The order in which a list writes its dates.

    Raises:
        Unreadable: nothing tells 3/4/2026 from 4/3/2026, or some dates tell one order and some the
            other.
    """
    texts = [_plain(cell) for cell in cells]
    if any(_MONTH_NAMED.fullmatch(text) or _DAY_THEN_NAME.fullmatch(text) for text in texts):
        return "named"
    matches = [match for text in texts if (match := _YEAR_LAST.fullmatch(text))]
    if not matches or any(_YEAR_FIRST.fullmatch(text) for text in texts):
        return "year"
    days = [match[0] for match in matches if int(match[1]) > _MONTHS]
    months = [match[0] for match in matches if int(match[2]) > _MONTHS]
    if days and months:
        raise Unreadable(
            where,
            message(
                "its dates have the day first in some rows and the month first in others "
                "({date} and {other})",
                date=_day_of(days[0]),
                other=_day_of(months[0]),
            ),
        )
    if days or months:
        return "day" if days else "month"
    return _order_of_rows([match[0] for match in matches], where=where)


def _order_of_rows(texts: Sequence[str], *, where: str) -> DateOrder:
    """The order in which the rows are sorted, where they are in one order only."""
    orders: tuple[DateOrder, ...] = ("day", "month")
    sorted_in = [order for order in orders if _is_sorted(texts, order)]
    if len(set(texts)) < _LEAST_SORTED or len(sorted_in) != 1:
        raise Unreadable(
            where,
            message(
                "nothing tells the day from the month in its dates, such as {date}; "
                "export more months, or write the year first",
                date=_day_of(texts[0]),
            ),
        )
    return sorted_in[0]


def _is_sorted(texts: Sequence[str], order: DateOrder) -> bool:
    moments = [moment for text in texts if (moment := read_local_time(text, order)) is not None]
    pairs = list(pairwise(moments))
    return all(earlier <= later for earlier, later in pairs) or all(
        earlier >= later for earlier, later in pairs
    )


def _day_of(text: str) -> str:
    return text.split(maxsplit=1)[0].rstrip(",t")


def read_local_time(cell: str, order: DateOrder = "year") -> datetime | None:
    """A date and a time of day, as the wall clock showed it, marked as UTC."""
    parts = _parts(_plain(cell), order)
    if parts is None:
        return None
    year, month, day, hour, minute, second = parts
    try:
        return credible(datetime(year, month, day, hour, minute, second, tzinfo=UTC))
    except ValueError:
        return None


def _plain(cell: str) -> str:
    return fold(cell).strip()


def _parts(text: str, order: DateOrder) -> _Parts | None:
    """Year, month, day, hour, minute, second."""
    if order == "named":
        return _named_parts(text)
    match = (_YEAR_FIRST if order == "year" else _YEAR_LAST).fullmatch(text)
    if match is None:
        return None
    first, second, third = (int(match[index]) for index in (1, 2, 3))
    if order == "year":
        return (first, second, third, *_clock(match))
    day, month = (first, second) if order == "day" else (second, first)
    return (third, month, day, *_clock(match))


def _named_parts(text: str) -> _Parts | None:
    match, first = _MONTH_NAMED.fullmatch(text), 1
    if match is None:
        match, first = _DAY_THEN_NAME.fullmatch(text), 2
    if match is None:
        return None
    name, day = match[first], int(match[3 - first])
    month = _MONTH_OF.get(name[:4]) or _MONTH_OF.get(name[:3])
    return None if month is None else (int(match[3]), month, day, *_clock(match))


def _clock(match: re.Match[str]) -> tuple[int, int, int]:
    hour, minute, second = int(match[4]), int(match[5]), int(match[6] or 0)
    half = (match[7] or "")[:1]
    return (hour % _NOON + (_NOON if half == "p" else 0) if half else hour), minute, second


Column = Literal[
    "type",
    "date",
    "title",
    "distance",
    "calories",
    "time",
    "heart_rate",
    "heart_rate_max",
    "cadence",
    "cadence_of_any_sport",
    "pace",
    "ascent",
    "descent",
    "step_length",
    "vr",
    "vo",
    "gct",
    "balance",
    "power_normalized",
    "power",
    "elapsed",
    "event",
]

_HEADERS: Mapping[Column, tuple[str, ...]] = {
    "type": (
        "Activity Type | Aktivitätstyp | Type d'activité | Tipo de actividad | Tipo di attività",
        "アクティビティタイプ | アクティビティの種類 | Activiteittype | Activiteitstype",
        "Tipo de atividade | 活动类型 | 活動類型 | 활동 종류 | 활동 유형 | Aktivitetstyp",
        "Typ aktywności | Aktivitetstype | Typ aktivity",
    ),
    "date": ("Date | Datum | Fecha | Data | 日付 | 日期 | 날짜 | Dato",),
    "title": (
        "Title | Titel | Titre | Título | Titolo | タイトル | 标题 | 標題 | 제목 | Tytuł | Tittel",
    ),
    "distance": (
        "Distance | Distanz | Distancia | Distanza | 距離 | Afstand | Distância | 距离 | 거리",
        "Distans | Sträcka | Dystans | Distanse",
    ),
    "calories": (
        "Calories | Kalorien | Calorías | Calorie | カロリー | Calorieën | Calorias | 热量消耗",
        "卡路里 | 熱量 | 칼로리 | Kalorier | Kalorie | Suma kalorii",
    ),
    "time": (
        "Time | Zeit | Durée | Tiempo | Tempo | タイム | Tijd | Tempo total | 时间 | 時間 | 시간",
        "Tid | Czas | Heure",
    ),
    "heart_rate": (
        "Avg HR | Average HR | Ø Herzfrequenz | Ø HF | Fréquence cardiaque moyenne | FC moyenne",
        "Frecuencia cardiaca media | FC media | 平均心拍数 | Gem. HS | Gemiddelde HS | FC Média",
        "平均心率 | 평균 심박 | 평균 심박수 | Medelpuls | Genomsnittlig puls | Średnie tętno",
    ),
    "heart_rate_max": (
        "Max HR | Maximale Herzfrequenz | Max. HF | Fréquence cardiaque maximale | FC max",
        "Frecuencia cardiaca máxima | FC máxima | 最大心拍数 | Max. HS | 最大心率 | 最高心率",
        "최대심박 | 최대 심박수 | Maxpuls | Maksymalne tętno | FC massima",
    ),
    "cadence": (
        "Avg Run Cadence | Avg Cadence | Ø Schrittfrequenz (Laufen) | Ø Schrittfrequenz",
        "Cadence de course moyenne | Cadence moyenne | Cadencia de carrera media | Cadencia media",
        "Cadenza di corsa media | Cadenza media | 平均ピッチ | 平均ランニングケイデンス",
        "平均ケイデンス | Gem. loopcadans | Gemiddelde loopcadans | Cadência de corrida média",
        "Cadência média de corrida | 平均步频 | 平均跑步步频 | 平均步頻 | 平均跑步步頻",
        "평균 달리기 케이던스 | 평균 러닝 케이던스 | Średni rytm biegu | Snittkadens löpning",
    ),
    "cadence_of_any_sport": (
        "Avg Bike Cadence | Ø Trittfrequenz | Cadence de vélo moyenne | Cadencia de ciclismo media",
        "Cadenza media bici | Gemiddelde fietscadans | Cadência bicicleta média",
        "平均バイクケイデンス",
    ),
    "pace": (
        "Avg Pace | Avg Speed | Ø Pace | Ø Geschwindigkeit | Allure moyenne | Vitesse moyenne",
        "Ritmo medio | Velocidad media | Passo medio | Velocità media | 平均ペース | 平均スピード",
        "平均速度 | Gem. tempo | Gemiddeld tempo | Gem. snelheid | Gemiddelde snelheid",
        "Ritmo médio | Velocidade média | 平均配速 | 평균 페이스 | 평균 속도 | Snittempo",
        "Medeltempo | Średnie tempo | Średnia prędkość",
    ),
    "ascent": (
        "Total Ascent | Elev Gain | Elevation Gain | Anstieg gesamt | Positiver Höhenunterschied",
        "Ascension totale | Ascenso total | Ascesa totale | 総上昇量 | Totale stijging",
        "Subida total | 累计爬升 | 总爬升 | 總爬升 | 累計爬升 | 총 상승 | Total stigning",
        "Całkowity wznios | Suma podejść",
    ),
    "descent": (
        "Total Descent | Elev Loss | Elevation Loss | Abstieg gesamt | Negativer Höhenunterschied",
        "Descente totale | Descenso total | Discesa totale | 総下降量 | Totale daling",
        "Descida total | 累计下降 | 总下降 | 總下降 | 累計下降 | 총 하강 | Total nedstigning",
        "Całkowity spadek",
    ),
    "step_length": (
        "Avg Stride Length | Ø Schrittlänge | Longueur moyenne des foulées",
        "Longueur de foulée moyenne | Longitud media de zancada | Lunghezza media passo | 平均歩幅",
        "Gem. staplengte | Gemiddelde staplengte | Comprimento médio da passada",
        "Comprimento médio de passos | 平均步长 | 平均步幅 | 平均步長 | 평균 보폭",
        "Średnia długość kroku | Genomsnittlig steglängd",
    ),
    "vr": (
        "Avg Vertical Ratio | Durchschnittliches vertikales Verhältnis | Ø vertikales Verhältnis",
        "Rapport vertical moyen | Relación vertical media | Rapporto verticale medio",
        "平均上下動比",
        "Gemiddelde verticale ratio | Gem. verticale ratio | Proporção vertical média",
        "Proporção de média vertical | 平均垂直步幅比 | 平均垂直比 | 平均移動參數 | 평균 수직 비율",
    ),
    "vo": (
        "Avg Vertical Oscillation | Ø vertikale Bewegung | Oscillation verticale moyenne",
        "Oscilación vertical media | Oscillazione verticale media | 平均上下動",
        "Gem. verticale oscillatie | Gemiddelde verticale oscillatie | Oscilação vertical média",
        "平均垂直摆动 | 平均垂直振幅 | 평균 수직 진동 | 평균 수직 진폭",
    ),
    "gct": (
        "Avg Ground Contact Time | Ø Bodenkontaktzeit | Temps de contact moyen avec le sol",
        "Temps moyen de contact au sol | Tiempo medio de contacto con el suelo",
        "Tempo medio di contatto con il suolo | 平均接地時間 | Gem. grondcontacttijd",
        "Gemiddelde grondcontacttijd | Tempo médio de contato com o solo",
        "Tempo médio de contacto com o solo | 平均触地时间 | 平均觸地時間 | 평균 지면 접촉 시간",
    ),
    "balance": (
        "Avg GCT Balance | Avg Ground Contact Time Balance | Ø Balance der Bodenkontaktzeit",
        "Durchschnittliche Balance der Bodenkontaktzeit",
        "Équilibre moyen du temps de contact au sol",
        "Equilibrio medio de tiempo de contacto con el suelo | Media bilanciamento TCS",
        "平均GCTバランス | 平均接地時間バランス | Gem. balans grondcontacttijd",
        "Equilíbrio médio do tempo de contato com o solo | 平均触地时间平衡 | 平均触地平衡",
        "평균 지면 접촉 시간 균형 | 평균 GCT 균형",
    ),
    "power_normalized": ("Normalized Power (NP) | Normalized Power | NP",),
    "power": (
        "Avg Power | Ø Leistung | Puissance moyenne | Potencia media | Potenza media | 平均パワー",
        "Gem. vermogen | Gemiddeld vermogen | Potência média | 平均功率 | 평균 파워 | Średnia moc",
    ),
    "elapsed": (
        "Elapsed Time | Verstrichene Zeit | Temps écoulé | Tiempo transcurrido | Tempo trascorso",
        "経過時間 | Verstreken tijd | Tempo transcorrido | Tempo decorrido | 全程耗时 | 经过时间",
        "經過時間 | 경과 시간 | Förfluten tid | Czas, który upłynął",
    ),
    "event": ("Event Type | Event | イベントタイプ | イベントの種類 | イベント種別",),
}

_NOISE = re.compile(r"[®™.()'’`\"ø\s:]+")


def _key(header: str) -> str:
    """A header without case, accents, marks and spacing (re-saved files change all of them)."""
    return _NOISE.sub("", fold(header))


_COLUMN_OF: Mapping[str, Column] = {
    _key(header): column
    for column, lines in _HEADERS.items()
    for header in " | ".join(lines).split(" | ")
}
_ENGLISH = frozenset({_key("Activity Type"), _key("Title"), _key("Avg HR"), _key("Elapsed Time")})


def named_columns(header: list[str]) -> dict[Column, int]:
    """Columns told by their header; the first of several that say the same."""
    columns: dict[Column, int] = {}
    for index, name in enumerate(header):
        column = _COLUMN_OF.get(_key(name))
        if column is not None and column not in columns:
            columns[column] = index
    if "cadence" not in columns and "cadence_of_any_sport" in columns:
        columns["cadence"] = columns["cadence_of_any_sport"]
    return columns


def is_english(header: list[str]) -> bool:
    """Whether the headers are the English ones, as accounts that count in miles mostly have."""
    return any(_key(name) in _ENGLISH for name in header)


Rows = Sequence[Sequence[str]]
_LEADING: tuple[Column, ...] = ("title", "distance", "calories", "time", "heart_rate")
_LEADING_FROM = 3
"""After activity type, date and the favourite mark."""
_WINDOWS: tuple[tuple[Column, float, float], ...] = (
    ("step_length", 0.4, 2.2),
    ("vr", 3.0, 16.0),
    ("vo", 3.0, 18.0),
    ("gct", 150.0, 420.0),
)
_CADENCE_SPM = (120.0, 220.0)
_HEART_RATE_BPM = (60.0, 220.0)
_AGREEMENT_FRAC = 0.1
_MOSTLY = 0.9


def columns_by_content(rows: Rows, style: CellStyle) -> dict[Column, int]:
    """Columns told by place and content; empty where the rows are not shaped like the list."""
    width = min((len(row) for row in rows), default=0)
    if width <= _LEADING_FROM or not _is_list(rows):
        return {}
    columns: dict[Column, int] = {"type": 0, "date": 1}
    columns.update(zip(_LEADING, range(_LEADING_FROM, width), strict=False))
    if "time" not in columns or _share(rows, columns["time"], _is_clock) < _MOSTLY:
        return {}
    table = {index: _numbers(rows, index, style) for index in range(_LEADING_FROM, width)}
    if "heart_rate" in columns and not _lies_in(table[columns["heart_rate"]], _HEART_RATE_BPM):
        del columns["heart_rate"]
    paces = [index for index in range(columns["time"] + 1, width) if _share(rows, index, _is_clock)]
    if paces:
        columns["pace"] = paces[0]
    steps = range(columns["time"] + 3, columns.get("pace", width))
    cadences = [index for index in steps if _lies_in(table[index], _CADENCE_SPM)]
    if cadences:
        columns["cadence"] = cadences[0]
    return columns | form_columns(rows, style)


def form_columns(rows: Rows, style: CellStyle) -> dict[Column, int]:
    """Step length, ratio, oscillation and contact time: four neighbours in their windows whose
    oscillation is the ratio of the step. Empty where there are none such."""
    width = min((len(row) for row in rows), default=0)
    table = [_numbers(rows, index, style) for index in range(width)]
    for first in range(_LEADING_FROM, width - len(_WINDOWS) + 1):
        columns = np.array(table[first : first + len(_WINDOWS)])
        filled = (columns > 0).all(axis=0)
        if filled.any() and _is_form(np.median(columns[:, filled], axis=1)):
            return {name: first + offset for offset, (name, _, _) in enumerate(_WINDOWS)}
    return {}


def _is_form(medians: FloatArray) -> bool:
    step_m, ratio_pct, oscillation_cm, _ = medians
    windows = zip(medians, _WINDOWS, strict=True)
    fits = all(low <= median <= high for median, (_, low, high) in windows)
    return fits and abs(oscillation_cm / (ratio_pct * step_m) - 1) <= _AGREEMENT_FRAC


def _lies_in(values: FloatArray, window: tuple[float, float]) -> bool:
    finite = values[np.isfinite(values)]
    return bool(finite.size) and window[0] <= float(np.median(finite)) <= window[1]


def _is_list(rows: Rows) -> bool:
    dated = sum(read_local_time(row[1]) is not None for row in rows)
    marked = len({row[2].strip().lower() for row in rows}) <= 2
    return marked and dated >= _MOSTLY * len(rows)


def _is_clock(cell: str) -> bool:
    return read_seconds(cell) is not None


def _share(rows: Rows, index: int, is_such: Callable[[str], bool]) -> float:
    return sum(is_such(row[index]) for row in rows) / len(rows)


def _numbers(rows: Rows, index: int, style: CellStyle) -> FloatArray:
    values = [read_number(row[index], style) for row in rows]
    return np.array([np.nan if value is None else value for value in values])


def scaled(value: float | None, factor: float | None) -> float | None:
    """A value in another unit; None: the value or its unit is not known."""
    return None if value is None or factor is None else value * factor
