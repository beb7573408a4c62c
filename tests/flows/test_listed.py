"""Rows of a list go in together, and count like any run: maximum heart rate, threshold, load."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hakaru.core.i18n import Lang
from hakaru.flows.athlete import get_athlete
from hakaru.flows.context import Context
from hakaru.flows.fresh import refresh
from hakaru.flows.narrate import read_known
from hakaru.flows.report import view_session
from hakaru.flows.session import get_session
from hakaru.present.page_session import session_document
from hakaru.present.report import render_markdown
from hakaru.present.sections import narrate
from hakaru.present.terminal import document_text
from hakaru.running.sections.model import SECTIONS
from hakaru.store.readers.base import find_run
from tests.flows.factories import make_context, stored_runs, take_in

HEADER = (
    "Activity Type,Date,Title,Distance,Time,Avg HR,Max HR,Avg Run Cadence,Avg Pace,"
    "Avg Stride Length,Avg Vertical Ratio,Avg Vertical Oscillation,Avg Ground Contact Time,"
    "Elapsed Time"
)
START = datetime(2025, 1, 5, 7, 30, tzinfo=UTC)
DERIVED = (
    "activities", "data.sessions", "session_inputs", "session_athlete", "session_phases",
    "session_criteria", "session_deductions", "hr_efficiency", "performance_trends",
    "best_efforts", "data.splits", "form_evaluation_refusals", "data.run_verdicts",
)  # fmt: skip


def line(day: int, *, peak_bpm: int = 165, form: bool = False, minutes: int = 50) -> str:
    """A 10-km run; every seventh row was measured by a sensor of form in `listed`."""
    date = START + timedelta(days=day)
    dynamics = "1.15,7.7,8.8,248" if form else "1.15,--,--,--"
    return (
        f"Running,{date:%d/%m/%Y %H:%M},Run {day},10.12,00:{minutes}:00,148,{peak_bpm},176,5:00,"
        f"{dynamics},00:{minutes}:20"
    )


def listed(peaks_bpm: Sequence[int]) -> list[str]:
    return [line(2 * day, peak_bpm=peak, form=day % 7 == 3) for day, peak in enumerate(peaks_bpm)]


def write(path: Path, lines: Sequence[str]) -> Path:
    path.write_text("\n".join((HEADER, *reversed(lines))), encoding="utf-8")
    return path


def contents(context: Context, table: str) -> list[str]:
    """What was derived, without when."""
    with context.store.read() as con:
        columns = [
            row[0]
            for row in con.execute(f"DESCRIBE {table}").fetchall()
            if not row[0].endswith("_at") or row[0] == "started_at"
        ]
        return sorted(
            map(repr, con.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall())
        )


PEAKS = [165, 171, 168, 186, 163, 188, 170, 166, 187, 172, 169, 165]


def test_rows_that_go_in_together_are_what_they_are_one_by_one(tmp_path: Path) -> None:
    lines = listed(PEAKS)
    together, alone = make_context(tmp_path / "together"), make_context(tmp_path / "alone")
    first = take_in(together, write(tmp_path / "all.csv", lines))
    folder = tmp_path / "each"
    folder.mkdir()
    for number, one in enumerate(lines):
        day = START + timedelta(days=2 * number)
        plain = one.replace(f"{day:%d/%m/%Y %H:%M}", f"{day:%Y-%m-%d %H:%M}")
        write(folder / f"{number:02}.csv", [plain])
    second = take_in(alone, folder)
    assert first.ingested == second.ingested == len(lines)
    for table in DERIVED:
        assert contents(together, table) == contents(alone, table), table


def test_heart_rates_of_a_list_count_without_a_second_command(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")
    take_in(context, write(tmp_path / "all.csv", listed(PEAKS)))
    newest = max(run.activity_date for run in stored_runs(context))
    known = get_athlete(context, day=newest).athlete.known
    maximum = known["heart_rate_max_bpm"]
    assert (maximum.value, maximum.method) == (186.0, "hard_efforts")
    assert "lt_heart_rate_bpm" in known
    with context.store.read() as con:
        loaded = con.execute("SELECT count(*) FROM data.sessions WHERE load_basis = 'heart_rate'")
        assert loaded.fetchall()[0][0] >= len(PEAKS) - 4
    assert refresh(context)


def test_one_spike_of_a_sensor_is_no_maximum(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")
    take_in(context, write(tmp_path / "all.csv", listed([*PEAKS[:-1], 214])))
    newest = max(run.activity_date for run in stored_runs(context))
    assert get_athlete(context, day=newest).athlete.known["heart_rate_max_bpm"].value == 187.0


def test_a_list_that_is_taken_in_again_with_more_rows_brings_the_new_ones(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")
    lines = listed(PEAKS)
    take_in(context, write(tmp_path / "first.csv", lines[:8]))
    again = take_in(context, write(tmp_path / "later.csv", lines))
    assert (again.ingested, again.duplicates + again.completed) == (len(lines) - 8, 8)


def test_a_list_that_is_read_again_counts_its_runs(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")
    file = write(tmp_path / "first.csv", listed(PEAKS))
    first, again = take_in(context, file), take_in(context, file)
    assert (again.ingested, again.duplicates) == (0, first.ingested)


def test_the_same_row_twice_is_one_run(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")
    lines = listed(PEAKS[:5])
    result = take_in(context, write(tmp_path / "twice.csv", [*lines, lines[1]]))
    assert (result.ingested, len(stored_runs(context))) == (5, 5)


def race_line(day: int, title: str, *, kilometres: float, pace_s: int, bpm: int | None) -> str:
    """A row of any name, pace and mean heart rate (None: not measured)."""
    date, took_s = START + timedelta(days=day), round(kilometres * pace_s)
    clock = f"{took_s // 3600:02}:{took_s // 60 % 60:02}:{took_s % 60:02}"
    pace = f"{pace_s // 60}:{pace_s % 60:02}"
    beats = "--,--" if bpm is None else f"{bpm},{bpm + 14}"
    step_m = 1000.0 / pace_s / 176.0 * 60.0
    return (
        f"Running,{date:%d/%m/%Y %H:%M},{title},{kilometres:.2f},{clock},{beats},176,{pace},"
        f"{step_m:.3f},--,--,--,{clock}"
    )


def race_season(*, bpm: int | None = 145) -> list[str]:
    """Twenty easy runs and two tempo runs, by their totals."""
    easy = [
        race_line(
            2 * place,
            "Tokyo ランニング",
            kilometres=(8.0, 10.05, 12.0, 18.0)[place % 4],
            pace_s=330 + 7 * (place % 3),
            bpm=bpm,
        )
        for place in range(20)
    ]
    tempo = [
        race_line(day, "閾値走", kilometres=9.0, pace_s=285, bpm=bpm and 166) for day in (11, 25)
    ]
    return [*easy, *tempo]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("row", "source"),
    [
        (race_line(41, "さいたまマラソン", kilometres=42.5, pace_s=300, bpm=160), "named"),
        (race_line(41, "parkrun #300", kilometres=5.01, pace_s=262, bpm=172), "named"),
        (race_line(41, "Tokyo ランニング", kilometres=10.06, pace_s=264, bpm=172), "record"),
        (race_line(41, "Tokyo ランニング", kilometres=10.06, pace_s=264, bpm=None), "record"),
        (race_line(41, "Tokyo ランニング", kilometres=10.06, pace_s=264, bpm=140), None),
        (race_line(41, "Tokyo ランニング", kilometres=11.0, pace_s=264, bpm=172), None),
        (race_line(41, "マラソンペース走", kilometres=12.0, pace_s=300, bpm=158), None),
        (race_line(41, "Tokyo ランニング", kilometres=10.06, pace_s=318, bpm=None), None),
    ],
    ids=["名前", "name", "pace", "pace alone", "easy heart", "no distance", "ペース走", "usual"],
)
def test_a_row_is_a_race_by_its_name_or_by_distance_and_pace(
    tmp_path: Path, row: str, source: str | None
) -> None:
    context = make_context(tmp_path / "data")
    take_in(context, write(tmp_path / "all.csv", [*race_season(), row]))
    with context.store.read() as con:
        races = con.execute(
            "SELECT activity_date, type_source, session_stars, unrated FROM data.sessions"
            " WHERE training_type = 'race'"
        ).fetchall()
    day = (START + timedelta(days=41)).date()
    assert races == ([] if source is None else [(day, source, None, "race")])


def test_a_list_without_heart_rates_makes_no_race_of_a_usual_run(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")
    take_in(context, write(tmp_path / "all.csv", race_season(bpm=None)))
    with context.store.read() as con:
        kinds = con.execute("SELECT DISTINCT training_type FROM data.sessions").fetchall()
    assert ("race",) not in kinds


def test_a_row_that_its_list_calls_a_race_is_one(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")
    rows = [f"{line(2 * day)},{'Race' if day == 3 else 'Training'}" for day in range(6)]
    path = tmp_path / "all.csv"
    path.write_text("\n".join((f"{HEADER},Event Type", *rows)), encoding="utf-8")
    take_in(context, path)
    with context.store.read() as con:
        races = con.execute(
            "SELECT activity_date FROM data.sessions WHERE training_type = 'race'"
        ).fetchall()
    assert races == [((START + timedelta(days=6)).date(),)]


class Bars:
    """Every step of progress, as it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []

    def begin(self, label: str, total: int) -> None:
        self.told.append((label, total))

    def advance(self, pieces: int = 1) -> None:
        self.told.append(("advance", pieces))

    def at(self, item: str, *, rows: int = 0) -> None:
        pass

    def end(self) -> None:
        self.told.append(("end", 0))

    def check(self) -> None:
        pass


def test_the_bar_moves_at_every_row(tmp_path: Path) -> None:
    bars = Bars()
    context = replace(make_context(tmp_path / "data"), progress=bars)
    take_in(context, write(tmp_path / "all.csv", listed(PEAKS)))
    rows = bars.told.index(("rows", len(PEAKS)))
    moved = bars.told[rows + 1 : rows + 1 + len(PEAKS)]
    assert moved == [("advance", 1)] * len(PEAKS)


@pytest.mark.parametrize("minutes", [2, 19])
def test_a_short_row_says_nothing_about_twenty_minutes(tmp_path: Path, minutes: int) -> None:
    context = make_context(tmp_path / "data")
    lines = [line(day, minutes=minutes) for day in range(0, 40, 9)]
    take_in(context, write(tmp_path / "short.csv", lines))
    with context.store.read() as con:
        held = con.execute("SELECT DISTINCT duration_s FROM best_efforts").fetchall()
    assert held in ([(30.0,)], [])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_without_seconds_nothing_is_said_of_what_a_run_was_made_of(
    tmp_path: Path, lang: Lang
) -> None:
    own = make_context(tmp_path / "data")
    take_in(own, write(tmp_path / "all.csv", [line(20)]))
    (run,) = stored_runs(own)
    name = str(run.activity_id)
    result = get_session(own, activity=name, detail=True)
    assert (result.shape["structure"], result.shape["n_reps"]) == (None, None)
    with own.store.read() as con:
        known = read_known(con, find_run(con, name))
    texts = "\n".join(
        (
            document_text(session_document(result, lang)),
            render_markdown(view_session(own, name), lang=lang),
            *(narrate(section, known, lang=lang).text for section in SECTIONS),
        )
    )
    assert {"en": "not known, as no seconds", "ja": "秒ごとの記録がないため不明"}[lang] in texts
    for claim in (
        "a steady run",
        "stands out",
        "nothing divides",
        "一定の走り",
        "全体で1つ",
        "見分けられ",
    ):
        assert claim not in texts
