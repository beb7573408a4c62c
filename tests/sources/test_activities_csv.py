"""What is read from Activities.csv, in the languages, number styles and units of accounts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.errors import Refused, SourceError, Unreadable
from hakaru.running.activity import Provenance, Recording
from hakaru.sources.activities_csv import read_activities_csv
from hakaru.sources.list_columns import (
    CellStyle,
    read_balance_left_pct,
    read_local_time,
    read_number,
    read_seconds,
    style_of,
)
from tests.shared import REAL, needs_real

PROVENANCE = Provenance(kind="garmin-csv", path="Activities.csv", sha256="00")

HEADERS = {
    "en": "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Max HR,Aerobic TE,"
    "Avg Run Cadence,Max Run Cadence,Avg Pace,Best Pace,Total Ascent,Total Descent,"
    "Avg Stride Length,Avg Vertical Ratio,Avg Vertical Oscillation,Avg Ground Contact Time,"
    "Avg GCT Balance,Normalized Power® (NP®),Avg Power,Elapsed Time",
    "de": "Aktivitätstyp,Datum,Favorit,Titel,Distanz,Kalorien,Zeit,Ø Herzfrequenz,"
    "Maximale Herzfrequenz,Aerober TE,Ø Schrittfrequenz (Laufen),"
    "Max. Schrittfrequenz (Laufen),Ø Pace,Beste Pace,Anstieg gesamt,Abstieg gesamt,"
    "Ø Schrittlänge,Durchschnittliches vertikales Verhältnis,Ø vertikale Bewegung,"
    "Ø Bodenkontaktzeit,Durchschnittliche Balance der Bodenkontaktzeit,"
    "Normalized Power® (NP®),Ø Leistung,Verstrichene Zeit",
    "fr": "Type d'activité,Date,Favori,Titre,Distance,Calories,Durée,"
    "Fréquence cardiaque moyenne,Fréquence cardiaque maximale,TE aérobie,"
    "Cadence de course moyenne,Cadence de course maximale,Allure moyenne,Meilleure allure,"
    "Ascension totale,Descente totale,Longueur moyenne des foulées,Rapport vertical moyen,"
    "Oscillation verticale moyenne,Temps de contact moyen avec le sol,"
    "Équilibre moyen du temps de contact au sol,Normalized Power® (NP®),Puissance moyenne,"
    "Temps écoulé",
    "es": "Tipo de actividad,Fecha,Favorito,Título,Distancia,Calorías,Tiempo,"
    "Frecuencia cardiaca media,FC máxima,TE aeróbico,Cadencia de carrera media,"
    "Cadencia de carrera máxima,Ritmo medio,Ritmo óptimo,Ascenso total,Descenso total,"
    "Longitud media de zancada,Relación vertical media,Oscilación vertical media,"
    "Tiempo medio de contacto con el suelo,"
    "Equilibrio medio de tiempo de contacto con el suelo,Normalized Power® (NP®),"
    "Potencia media,Tiempo transcurrido",
    "it": "Tipo di attività,Data,Preferita,Titolo,Distanza,Calorie,Tempo,FC Media,FC max,"
    "TE attività aerobica,Cadenza di corsa media,Cadenza di corsa max,Passo medio,"
    "Passo migliore,Ascesa totale,Discesa totale,Lunghezza media passo,"
    "Rapporto verticale medio,Oscillazione verticale media,"
    "Tempo medio di contatto con il suolo,Media bilanciamento TCS,Normalized Power® (NP®),"
    "Potenza media,Tempo trascorso",
    "ja": "アクティビティタイプ,日付,お気に入り,タイトル,距離,カロリー,タイム,平均心拍数,"
    "最大心拍数,有酸素TE,平均ピッチ,最高ピッチ,平均ペース,最高ペース,総上昇量,総下降量,平均歩幅,平均上下動比,"
    "平均上下動,平均接地時間,平均GCTバランス,Normalized Power® (NP®),平均パワー,経過時間",
    "nl": "Activiteittype,Datum,Favoriet,Titel,Afstand,Calorieën,Tijd,Gem. HS,Max. HS,Aeroob TE,"
    "Gemiddelde loopcadans,Max. loopcadans,Gemiddeld tempo,Beste tempo,Totale stijging,"
    "Totale daling,Gem. staplengte,Gemiddelde verticale ratio,Gem. verticale oscillatie,"
    "Gem. grondcontacttijd,Gem. balans grondcontacttijd,Normalized Power® (NP®),Gem. vermogen,"
    "Verstreken tijd",
    "pt": "Tipo de atividade,Data,Favorito,Título,Distância,Calorias,Tempo,FC Média,FC máxima,"
    "TE aeróbico,Cadência de corrida média,Cadência de corrida máxima,Ritmo médio,Melhor ritmo,"
    "Subida total,Descida total,Comprimento médio da passada,Proporção vertical média,"
    "Oscilação vertical média,Tempo médio de contato com o solo,"
    "Equilíbrio médio do tempo de contato com o solo,Normalized Power® (NP®),Potência média,"
    "Tempo transcorrido",
    "zh": "活动类型,日期,我的最爱,标题,距离,热量消耗,时间,平均心率,最大心率,有氧效果,平均步频,"
    "最高步频,平均配速,最佳配速,累计爬升,累计下降,平均步长,平均垂直步幅比,平均垂直摆动,平均触地时间,"
    "平均触地时间平衡,Normalized Power® (NP®),平均功率,全程耗时",
    "ko": "활동 종류,날짜,즐겨찾기,제목,거리,칼로리,시간,평균 심박,최대심박,유산소 훈련 효과,"
    "평균 달리기 케이던스,최고 달리기 케이던스,평균 페이스,최대 페이스,총 상승,총 하강,평균 보폭,"
    "평균 수직 비율,평균 수직 진동,평균 지면 접촉 시간,평균 지면 접촉 시간 균형,"
    "Normalized Power® (NP®),평균 파워,경과 시간",
}
WORDS = {
    "en": "Running",
    "de": "Laufen",
    "fr": "Course à pied",
    "es": "Carrera",
    "it": "Corsa",
    "ja": "ランニング",
    "nl": "Hardlopen",
    "pt": "Corrida",
    "zh": "跑步",
    "ko": "러닝",
}


def row(kind: str = "Running", comma: bool = False, **given: str) -> str:
    """One kilometre-run; `comma` writes decimals as most of Europe does."""
    cells = {
        "date": "2026-01-04 12:38:59",
        "favourite": "false",
        "title": "A run",
        "distance": "10.08",
        "calories": "711",
        "time": "00:49:40",
        "hr": "151",
        "hr_max": "183",
        "te": "3.7",
        "cadence": "176",
        "cadence_max": "192",
        "pace": "4:56",
        "best": "3:59",
        "ascent": "1,262",
        "descent": "--",
        "step": "1.15",
        "vr": "7.7",
        "vo": "8.8",
        "gct": "248",
        "balance": "49.4% L / 50.6% R",
        "np": "371",
        "power": "365",
        "elapsed": "00:57:00",
    } | given
    if comma:
        swap = str.maketrans(",.", ".,")
        cells = {name: cell.translate(swap) for name, cell in cells.items()}
    return ",".join([kind, *(f'"{cell}"' for cell in cells.values())])


def read_all(*rows: str, language: str = "en", encoding: str = "utf-8") -> tuple[Recording, ...]:
    text = "\n".join([HEADERS[language], *rows]) + "\n"
    return read_activities_csv(text.encode(encoding), provenance=PROVENANCE)


def read(*rows: str, language: str = "en", encoding: str = "utf-8") -> Recording:
    (run,) = read_all(*rows, language=language, encoding=encoding)
    return run


def codes(recording: Recording) -> set[str]:
    return {issue.code for issue in recording.issues}


@pytest.mark.parametrize("comma", [False, True])
@pytest.mark.parametrize("language", sorted(HEADERS))
def test_the_same_run_reads_the_same_in_every_language(language: str, comma: bool) -> None:
    run = read(row(WORDS[language], comma=comma), language=language)
    assert run.summary == read(row()).summary
    assert run.issues == read(row()).issues


def test_every_column_is_read_in_our_units() -> None:
    run = read(row())
    summary = run.summary
    assert run.started_at == datetime(2026, 1, 4, 12, 38, 59, tzinfo=UTC)
    assert run.utc_offset_s is None
    assert (run.title, run.sensor_group) == ("A run", "garmin-unknown")
    assert (summary.distance_m, summary.timer_s, summary.elapsed_s) == (10_080.0, 2980.0, 3420.0)
    assert (summary.heart_rate_avg_bpm, summary.heart_rate_max_bpm) == (151.0, 183.0)
    assert summary.speed_avg_mps == pytest.approx(1000 / 296)
    assert summary.cadence_avg_spm == 176.0
    assert summary.step_length_avg_cm == pytest.approx(115.0)
    assert (summary.gct_avg_ms, summary.vr_avg_pct, summary.vo_avg_cm) == (248.0, 7.7, 8.8)
    assert summary.gct_balance_left_avg_pct == 49.4
    assert (summary.power_avg_w, summary.power_normalized_w) == (365.0, 371.0)
    assert (summary.ascent_m, summary.descent_m) == (1262.0, None)
    assert codes(run) == {"local_time"}


def test_miles_and_feet_show_in_cadence_times_step() -> None:
    run = read(row(distance="6.26", pace="7:56", ascent="100"))
    assert run.summary.distance_m == pytest.approx(6.26 * 1609.344)
    assert run.summary.speed_avg_mps == pytest.approx(1609.344 / 476)
    assert run.summary.ascent_m == pytest.approx(30.48)


def test_oscillation_in_inches_shows_in_ratio_times_step() -> None:
    assert read(row(vo="3.5")).summary.vo_avg_cm == pytest.approx(8.9, abs=0.1)


def test_an_oscillation_in_no_known_unit_is_left_out() -> None:
    run = read(row(vo="2.0"))
    assert run.summary.vo_avg_cm is None
    assert "unit_unknown" in codes(run)


def test_without_any_evidence_an_english_distance_is_left_out() -> None:
    run = read(row(step="--", vr="--", vo="--"))
    assert (run.summary.distance_m, run.summary.speed_avg_mps) == (None, None)
    assert (run.summary.ascent_m, run.summary.timer_s) == (None, 2980.0)
    assert "unit_unknown" in codes(run)


def test_without_evidence_other_languages_and_commas_mean_kilometres_and_say_so() -> None:
    comma = read(row(comma=True, step="--", vr="--", vo="--"))
    french = read(row("Course à pied", step="--", vr="--", vo="--"), language="fr")
    for run in (comma, french):
        assert run.summary.distance_m == 10_080.0
        assert "unit_inferred" in codes(run)


def test_steps_that_fit_neither_unit_leave_the_distance_out() -> None:
    run = read(row(step="3.77", vr="--", vo="--"))
    assert run.summary.distance_m is None
    assert "unit_unknown" in codes(run)


def test_track_runs_counted_in_metres_are_noticed() -> None:
    rows = [row() for _ in range(3)]
    runs = read_all(*rows, row("Track Running", distance="10,080"))
    assert runs[-1].summary.distance_m == 10_080.0
    assert "inconsistent_units" not in codes(runs[-1])


def test_a_pace_that_contradicts_distance_and_time_is_reported() -> None:
    runs = read_all(row(), row(), row(pace="9:00"))
    assert "inconsistent_units" in codes(runs[-1])


def test_only_runs_are_taken_and_the_rest_is_counted() -> None:
    run = read(row("Cycling"), row(), row("Hiking"))
    (left_out,) = [issue.message for issue in run.issues if issue.code == "not_a_run"]
    assert left_out == "2 rows of the list are left out"
    with pytest.raises(Refused, match="no run among the 2 activities"):
        read(row("Cycling"), row("Yoga"))


def test_broken_and_undated_rows_are_left_out_and_counted() -> None:
    run = read(row(), row(date="yesterday"), 'Running,"2026-01-0')
    assert {"undated", "broken_row"} <= codes(run)
    with pytest.raises(Unreadable, match="no row has a date"):
        read(row(date="yesterday"))


def test_an_unknown_language_is_read_by_place_and_content() -> None:
    header = ",".join(f"ζ{index}" for index in range(24))
    data = "\n".join(
        [header, row("Τρέξιμο"), row("Τρέξιμο", title="Two"), row("Γυμναστική", gct="--")]
    )
    first, second = read_activities_csv(data.encode(), provenance=PROVENANCE)
    assert (first.title, second.title) == ("A run", "Two")
    summary, known = first.summary, read(row()).summary
    for name in ("distance_m", "timer_s", "speed_avg_mps", "gct_avg_ms", "vo_avg_cm", "vr_avg_pct"):
        assert getattr(summary, name) == getattr(known, name)
    assert (summary.cadence_avg_spm, summary.heart_rate_avg_bpm) == (176.0, 151.0)
    assert "not_a_run" in codes(first)


def test_columns_of_form_with_unknown_names_are_found_in_a_known_language() -> None:
    header = HEADERS["en"].replace("Avg Vertical Ratio", "X").replace("Avg Ground", "Y")
    data = "\n".join([header, row()]).encode()
    (run,) = read_activities_csv(data, provenance=PROVENANCE)
    assert (run.summary.vr_avg_pct, run.summary.gct_avg_ms) == (7.7, 248.0)


def test_a_cadence_named_for_cycling_holds_the_steps_of_runs() -> None:
    header = HEADERS["pt"].replace("Cadência de corrida média", "Cadência bicicleta média")
    data = "\n".join([header, row("Corrida")]).encode()
    (run,) = read_activities_csv(data, provenance=PROVENANCE)
    assert run.summary.cadence_avg_spm == 176.0


@pytest.mark.parametrize(
    ("language", "encoding"),
    [("en", "utf-8-sig"), ("de", "utf-16"), ("de", "cp1252"), ("ja", "cp932"), ("ko", "cp949")],
)
def test_files_saved_again_by_a_spreadsheet_are_read(language: str, encoding: str) -> None:
    data = read(row(WORDS[language]), language=language).summary
    text = "\n".join([HEADERS[language].replace("®", ""), row(WORDS[language])])
    (run,) = read_activities_csv(text.encode(encoding), provenance=PROVENANCE)
    assert run.summary == data


def test_semicolons_between_the_cells_are_read() -> None:
    text = "\n".join([HEADERS["en"].replace(",", ";"), row(ascent="1262").replace('","', '";"')])
    text = text.replace('Running,"', 'Running;"')
    (run,) = read_activities_csv(text.encode(), provenance=PROVENANCE)
    assert run.summary == read(row()).summary


@pytest.mark.parametrize("data", [b"", b"   \n", b"a,b,c\n1,2,3\n", b"\x00\x01", b"\xff\xfe\x00"])
def test_what_is_no_activity_list_is_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable):
        read_activities_csv(data, provenance=PROVENANCE)


def test_a_list_without_rows_is_refused() -> None:
    with pytest.raises(Refused, match="no activity"):
        read()


def test_a_cell_too_large_for_csv_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="damaged CSV"):
        read(row(title="x" * 200_000))


@given(at=st.integers(0, 2000), garbage=st.binary(max_size=6))
def test_damage_anywhere_never_raises_anything_but_a_source_error(at: int, garbage: bytes) -> None:
    whole = "\n".join([HEADERS["en"], row(), row()]).encode()
    place = at % len(whole)
    try:
        read_activities_csv(
            whole[:place] + garbage + whole[place + len(garbage) :], provenance=PROVENANCE
        )
    except SourceError:
        return


POINT, COMMA = CellStyle(decimal=".", seen=True), CellStyle(decimal=",", seen=True)


@pytest.mark.parametrize(
    ("cell", "style", "value"),
    [
        ("7,9", COMMA, 7.9),
        ("2.932", COMMA, 2932.0),
        ("7.9", POINT, 7.9),
        ("2,932", POINT, 2932.0),
        ("2\u202f932,5", COMMA, 2932.5),
        ("2’932.5", POINT, 2932.5),
        ("'-12", POINT, -12.0),
        ("--", POINT, None),
        ("", COMMA, None),
        ("Nein", COMMA, None),
    ],
)
def test_numbers_of_every_style(cell: str, style: CellStyle, value: float | None) -> None:
    assert read_number(cell, style) == value


@given(
    st.lists(st.floats(0.5, 99.0), min_size=1, max_size=8),
    st.integers(1_000, 90_000),
    st.booleans(),
)
def test_one_style_is_found_whatever_the_numbers(
    values: list[float], large: int, comma: bool
) -> None:
    cells = [f"{value:.2f}" for value in values] + [f"{large:,}"]
    if comma:
        cells = [cell.translate(str.maketrans(",.", ".,")) for cell in cells]
    style = style_of(cells)
    assert style.decimal == ("," if comma else ".")
    assert [read_number(cell, style) for cell in cells] == [
        *(round(value, 2) for value in values),
        float(large),
    ]


def test_a_style_that_no_cell_tells_is_not_seen() -> None:
    assert not style_of(["12", "--", "5:00"]).seen


@pytest.mark.parametrize(
    ("cell", "seconds"),
    [("00:17:01", 1021.0), ("5:07", 307.0), ("00:01:39,6", 99.6), ("10:43:47", 38627.0)],
)
def test_clock_cells(cell: str, seconds: float) -> None:
    assert read_seconds(cell) == pytest.approx(seconds)


@pytest.mark.parametrize("cell", ["--", "10.5", "abc", "", "1:2:3:4"])
def test_what_is_no_clock_is_missing(cell: str) -> None:
    assert read_seconds(cell) is None


@pytest.mark.parametrize(
    ("cell", "left_pct"),
    [
        ("49.8% L / 50.2% R", 49.8),
        ("49,8 % G / 50,2 % D", 49.8),
        ("50.2% R / 49.8% L", 49.8),
        ("左 49.5% / 右 50.5%", 49.5),
        ("右 50.5% / 左 49.5%", 49.5),
        ("--", None),
        ("49.8%", None),
        ("49.8% L / 20.2% R", None),
    ],
)
def test_the_left_share_of_a_balance(cell: str, left_pct: float | None) -> None:
    assert read_balance_left_pct(cell) == left_pct


@pytest.mark.parametrize("cell", ["2026-13-01 10:00:00", "04.01.2026 12:38", "", "today"])
def test_what_is_no_date_in_order_of_size_is_missing(cell: str) -> None:
    assert read_local_time(cell) is None


@needs_real
def test_the_real_european_list_is_read_whole() -> None:
    data = (REAL / "csv" / "garmin_connect_activities_eu_locale.csv").read_bytes()
    runs = read_activities_csv(data, provenance=PROVENANCE)
    assert len(runs) == data.count(b"\n") - (1 if data.endswith(b"\n") else 0)
    measured = [run.summary for run in runs if run.summary.gct_avg_ms is not None]
    assert len(measured) == 15
    for summary in measured:
        assert summary.vo_avg_cm is not None
        assert summary.vr_avg_pct is not None
        assert summary.step_length_avg_cm is not None
        product_cm = summary.vr_avg_pct * summary.step_length_avg_cm / 100
        assert summary.vo_avg_cm == pytest.approx(product_cm, rel=0.05)
    assert all(codes(run) == {"local_time"} for run in runs)
    assert {run.sub_sport for run in runs} == {None, "treadmill", "trail", "ultra"}


@needs_real
def test_the_research_csv_is_no_activity_list() -> None:
    data = (REAL / "csv" / "davis_V01_course_run_hrm_stryd.csv").read_bytes()
    with pytest.raises(Unreadable, match="not an activity list of Garmin Connect"):
        read_activities_csv(data, provenance=PROVENANCE)


def dated(*dates: str) -> list[datetime]:
    rows = "".join(f'Running,"{date}",00:30:00\n' for date in dates)
    data = f"Activity Type,Date,Time\n{rows}".encode()
    return [run.started_at for run in read_activities_csv(data, provenance=PROVENANCE)]


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        (("23/04/2023 06:12:01", "04/05/2023 18:00"), [(4, 23, 6, 12, 1), (5, 4, 18, 0, 0)]),
        (("4/23/2023 6:12 AM", "5/4/2023 12:30 PM"), [(4, 23, 6, 12, 0), (5, 4, 12, 30, 0)]),
        (("23.04.2023 00:12",), [(4, 23, 0, 12, 0)]),
        (("2023-04-23 06:12:01", "bad"), [(4, 23, 6, 12, 1)]),
        # every date fits both ways: only one order sorts the rows
        (
            ("04/05/2023 06:12", "03/05/2023 06:12", "12/04/2023 06:12"),
            [(5, 4, 6, 12, 0), (5, 3, 6, 12, 0), (4, 12, 6, 12, 0)],
        ),
        (
            ("05/04/2023 06:12", "05/03/2023 06:12", "04/12/2023 06:12"),
            [(5, 4, 6, 12, 0), (5, 3, 6, 12, 0), (4, 12, 6, 12, 0)],
        ),
        (
            ("Apr 23, 2023, 6:12:01 PM", "May 4, 2023, 12:30:00 AM"),
            [(4, 23, 18, 12, 1), (5, 4, 0, 30, 0)],
        ),
        (
            ("23. Okt. 2023, 06:12:01", "4 de dez. de 2023 18:00"),
            [(10, 23, 6, 12, 1), (12, 4, 18, 0, 0)],
        ),
        (("23 août 2023 à 06:12",), [(8, 23, 6, 12, 0)]),
        (("2023/04/23 6:12",), [(4, 23, 6, 12, 0)]),
    ],
)
def test_the_order_of_a_date_is_that_of_the_whole_list(
    dates: tuple[str, ...], expected: list[tuple[int, int, int, int, int]]
) -> None:
    assert dated(*dates) == [datetime(2023, *parts, tzinfo=UTC) for parts in expected]


@pytest.mark.parametrize(
    "dates",
    [
        ("03/04/2023 06:12",),
        ("03/04/2023 06:12", "04/03/2023 06:12"),
        ("03/03/2023 06:12", "04/04/2023 06:12", "05/05/2023 06:12"),
        ("03/04/2023 06:12", "01/12/2023 06:12", "12/01/2023 06:12"),
    ],
)
def test_dates_of_which_nothing_tells_the_order_are_refused_in_one_sentence(
    dates: tuple[str, ...],
) -> None:
    with pytest.raises(Unreadable, match=r"nothing tells the day from the month .* such as 03/0"):
        dated(*dates)


def test_a_list_in_two_orders_is_refused_and_shows_both() -> None:
    with pytest.raises(Unreadable, match=r"\(23/04/2023 and 04/23/2023\)"):
        dated("23/04/2023 06:12", "04/23/2023 06:12")
