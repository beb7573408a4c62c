"""Is what a Japanese runner reads about a session Japanese, down to its codes?"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from tests.flows.factories import make_context, take_in
from tests.shared import REAL
from tests.surfaces.invoking import invoke

READS = (
    "session", "intervals", "similar", "form", "anomalies", "compare",
    "read splits", "read pace", "read form", "read elevation", "read efficiency", "read heart",
    "read zones", "read phases", "read vo2max", "read threshold",
)  # fmt: skip
GENERAL = ("paces", "athlete show", "load", "trends", "volume", "records", "calendar", "next")
NAMES = re.compile(
    r"(?<![A-Za-z])(VO2\s*max|VDOT|Riegel|GCT|VO|VR|CV|CP|CTL|ATL|TSB|TRIMP|ACWR|ID|UTC|JSON|HTML|GAP|RMSE"
    r"|W\d+|RPE|LT|HR|Pa:HR|HRM-\w+|Garmin|Stryd|Hakaru|Simulated|simulated|run|runs|recovery"
    r"|easy|long|tempo|intervals|watch|bpm|spm|kg|km|cm|mm|ms|min|ml|kJ|kN|kcal|hPa|SD"
    r"|statistics_only)(?![A-Za-z])"
)
"""Names, abbreviations of the sport, units, and the titles of simulated runs."""


def english(text: str) -> set[str]:
    """Words of three letters and more that are not names, units, commands or options."""
    plain = re.sub(r"`[^`]*`|--[\w-]+|[\w./-]+\.(?:fit|html|md|svg)\b", " ", text)
    return set(re.findall(r"[A-Za-z_]{3,}", NAMES.sub(" ", plain)))


@pytest.fixture(scope="module")
def weeks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three weeks with intervals, tempo and easy runs, and a recording with a pod."""
    folder = tmp_path_factory.mktemp("weeks")
    for place, session in enumerate(
        simulate_season(SeasonSettings(seed=3, start_on=date(2025, 2, 1), weeks=3))
    ):
        (folder / f"{place:02}.fit").write_bytes(session.to_fit())
    data = folder / "data"
    take_in(make_context(data), folder, REAL / "fit_dynamics/fenix5xplus_2018_trail_stryd_dev.fit")
    return data


def runs_by_type(data: Path) -> dict[str, str]:
    """The newest run of each kind."""
    with make_context(data).store.read() as con:
        rows = con.execute(
            "SELECT training_type, activity_id FROM data.sessions ORDER BY started_at"
        ).fetchall()
    return {kind: str(activity_id) for kind, activity_id in rows}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("command", [*READS, *GENERAL])
def test_no_english_word_stands_in_a_japanese_reply(command: str, weeks: Path) -> None:
    runs = runs_by_type(weeks)
    assert "interval" in runs
    for kind in ("interval", "aerobic_base", "tempo_threshold", "trail"):
        given = [runs[kind]] if command in READS else []
        if command == "compare":
            given = [runs["interval"], runs["aerobic_base"]]
        words = [*command.split(), *given]
        if command == "session":
            words.append("--detail")
        result = invoke(*words, data=weeks, language="ja")
        assert result.exit_code == 0, result.output
        assert english(result.stdout) == set(), result.stdout


@pytest.mark.parametrize(
    ("quantity", "value", "told"),
    [
        ("heart_rate_max_bpm", "188", {"ja": "最大心拍 188 bpm", "en": "188 bpm"}),
        ("weight_kg", "62", {"ja": "体重 62.0 kg", "en": "62.0 kg"}),
        ("age_years", "41", {"ja": "41歳", "en": "41 years"}),
        ("critical_power_w", "290", {"ja": "290 W", "en": "290 W"}),
        ("threshold_pace", "4:35", {"ja": "閾値ペース 4:35/km", "en": "Threshold pace 4:35/km"}),
    ],
)
def test_what_was_stated_is_noted_with_its_unit(
    quantity: str, value: str, told: dict[str, str], tmp_path: Path
) -> None:
    for language in ("ja", "en"):
        result = invoke(
            "athlete", "set", quantity, value, data=tmp_path / "data", language=language
        )
        assert told[language] in result.stdout
