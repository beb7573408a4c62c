"""The words that need no model: true by construction, the same bytes, honest where data lack."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.guard.cleaning import musts
from hakaru.present.narrator import narrate, narrate_all
from hakaru.running.sections.facts import gather_all
from hakaru.running.sections.judge import judge_section
from hakaru.running.sections.model import SECTIONS, SectionName
from hakaru.running.splits import Split
from tests.running.sections.known_runs import known_run

RUNS = range(80)
every_section = pytest.mark.parametrize("section", SECTIONS)
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@every_section
@every_language
def test_the_narrator_passes_the_judge(section: SectionName, lang: Lang) -> None:
    for number in RUNS:
        known = known_run(number)
        text = narrate(section, known, lang=lang)
        about = gather_all(known)[section]
        judged = judge_section(text.content, about, lang=lang, told_in="en")
        assert judged.text == text
        assert not musts(judged.findings), (number, text.text, judged.findings)


@every_language
def test_the_same_run_reads_the_same(lang: Lang) -> None:
    for number in RUNS:
        first, second = (narrate_all(known_run(number), lang) for _ in range(2))
        assert first == second


@pytest.mark.parametrize(
    ("section", "ja", "en"),
    [
        ("split", "速さの分かる区間がなく", "No split has a speed"),
        ("phase", "まだトレーニングとして分析されていません", "not looked at as a training"),
        ("efficiency", "フォーム指標の計測がありません", "carries no form measurement"),
        ("environment", "まだトレーニングとして分析されていません", "not looked at as a training"),
        ("summary", "フォームは判定されていません", "Form was not judged"),
    ],
)
def test_nothing_known_is_said_to_be_nothing_known(section: SectionName, ja: str, en: str) -> None:
    nothing = replace(known_run(0), evaluation=None, splits=(), analysis=None)
    assert ja in narrate(section, nothing, lang="ja").text
    assert en in narrate(section, nothing, lang="en").text


def test_heart_rate_and_weather_that_were_not_recorded_are_named() -> None:
    runs = [known_run(number) for number in RUNS]
    without = next(
        run
        for run in runs
        if len(run.splits) > 4 and all(split.heart_rate_bpm is None for split in run.splits)
    )
    assert "心拍の記録はありません" in narrate("split", without, lang="ja").text
    dry = next(
        run
        for run in runs
        if run.analysis is not None
        and run.analysis.summary.temperature_c is None
        and run.analysis.summary.terrain != "indoor"
    )
    assert "天候の記録がなく" in narrate("environment", dry, lang="ja").text


def test_a_population_basis_and_an_unknown_type_are_named() -> None:
    runs = [known_run(number) for number in RUNS]
    strangers = next(
        run
        for run in runs
        if run.evaluation is not None
        and all(one.basis == "population" for one in run.evaluation.scored)
        and not run.evaluation.new_sensor
    )
    assert "一般的な値" in narrate("efficiency", strangers, lang="ja").text
    assert "個人の基準はまだなく" in narrate("summary", strangers, lang="ja").text
    unknown = next(
        run for run in runs if run.training_type == "unknown" and run.analysis is not None
    )
    for section in ("phase", "summary"):
        assert "is not clear" in narrate(section, unknown, lang="en").text


def test_the_narrator_gives_no_advice_and_no_marks_from_a_single_run() -> None:
    for number in RUNS:
        for lang in LANGUAGES:
            merit = ("達成", "優秀", "改善", "achieved", "excellent", "improve")
            text = narrate("summary", known_run(number), lang=lang)
            assert text.improvements == ()
            assert not [word for word in merit if word in text.text]


def test_a_run_that_is_not_rated_shows_no_star_of_form() -> None:
    known = next(
        run
        for run in map(known_run, RUNS)
        if run.analysis is None and run.evaluation is not None and run.evaluation.unrated
    )
    assert "★" not in narrate("summary", known, lang="ja").text
    assert "評価しません" in narrate("summary", known, lang="ja").text


def test_the_leftover_of_a_run_is_not_its_fastest_split() -> None:
    def kilometre(index: int, distance_m: float, speed_mps: float) -> Split:
        return Split(
            split_index=index,
            kind="km",
            start_elapsed_s=0.0,
            end_elapsed_s=distance_m / speed_mps,
            distance_m=distance_m,
            running_s=distance_m / speed_mps,
            running_distance_m=distance_m,
            speed_mps=speed_mps,
        )

    splits = (
        kilometre(1, 1000.0, 3.0),
        kilometre(2, 1000.0, 3.2),
        kilometre(3, 120.0, 5.0),
    )
    text = narrate("split", replace(known_run(0), splits=splits), lang="en").text
    assert "The 2 splits compared" in text
    assert "the fastest, split 2" in text
    assert "faster" in text
