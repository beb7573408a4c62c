"""Which column of an activity list is which, by the header that each language gives it?

The headers are those that Garmin Connect writes. A list of mixed sports says 'speed' where a list
of runs says 'pace', and either may hold both, so the two are one column here; likewise its cadence
column may be named for cycling and hold the steps of runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from hakaru.sources.sports import fold

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
