"""The words that need no model: true by construction, the same bytes, honest where data lack."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.guard.claims import Value
from hakaru.present.sections import SENTENCES_MOST, chosen, narrate, narrate_all
from hakaru.running.claims.menu import menu_of
from hakaru.running.sections.model import SECTIONS, TEXT_MOST, RunKnown, SectionName
from hakaru.running.splits import Role, Split
from tests.running.claims.past_runs import run_with_past
from tests.running.sections.known_runs import known_run

RUNS = range(80)
every_language = pytest.mark.parametrize("lang", LANGUAGES)
_SIZES_OF_COMPARISONS = ("runs.", "splits.count", ".rank_of", ".runs_before")


def masked(text: str) -> str:
    return re.sub(r"\d+", "#", text)


@every_language
def test_eighty_runs_read_differently(lang: Lang) -> None:
    texts = [narrate_all(run_with_past(number), lang) for number in RUNS]
    assert len({masked(text["split"].text) for text in texts}) >= 50
    assert len({masked(text["efficiency"].text) for text in texts}) >= 60


@every_language
def test_the_same_run_reads_the_same(lang: Lang) -> None:
    for number in RUNS[:20]:
        first, second = (narrate_all(run_with_past(number), lang) for _ in range(2))
        assert first == second


@every_language
def test_a_section_has_at_most_six_sentences_and_fits_its_limit(lang: Lang) -> None:
    for number in RUNS:
        known = run_with_past(number)
        assert all(len(offers) <= SENTENCES_MOST for offers in chosen(menu_of(known)).values())
        assert all(0 < len(text.text) <= TEXT_MOST for text in narrate_all(known, lang).values())


def test_no_figure_is_told_twice() -> None:
    for number in RUNS:
        told: list[str] = [
            claim.fact
            for offers in chosen(menu_of(run_with_past(number))).values()
            for offer in offers
            for claim in dict.fromkeys(offer.claims)
            if isinstance(claim, Value) and not _is_size(claim.fact)
        ]
        assert len(told) == len(set(told)), (number, told)


def _is_size(fact_id: str) -> bool:
    return any(part in fact_id for part in _SIZES_OF_COMPARISONS)


@pytest.mark.parametrize(
    ("section", "ja", "en"),
    [
        ("split", "速さの分かる区間がなく", "No split has a speed"),
        ("phase", "まだトレーニングとして分析されていません", "not been looked at as a training"),
        ("efficiency", "フォーム指標の計測がありません", "carries no form measurement"),
        ("environment", "まだ何も分かっていません", "Nothing is known of the conditions"),
        ("summary", "フォームは判定されていません", "Form was not judged"),
    ],
)
def test_nothing_known_is_said_to_be_nothing_known(section: SectionName, ja: str, en: str) -> None:
    nothing = replace(known_run(0), evaluation=None, splits=(), analysis=None)
    assert ja in narrate(section, nothing, lang="ja").text
    assert en in narrate(section, nothing, lang="en").text


def test_heart_rate_and_weather_that_were_not_recorded_are_named_once() -> None:
    runs = [known_run(number) for number in RUNS]
    without = next(
        run
        for run in runs
        if len(run.splits) > 4 and all(split.heart_rate_bpm is None for split in run.splits)
    )
    assert narrate("split", without, lang="en").text.count("Heart rate was not recorded.") == 1
    dry = next(
        run
        for run in runs
        if run.analysis is not None
        and run.analysis.summary.temperature_c is None
        and run.analysis.summary.terrain != "indoor"
    )
    texts = " ".join(text.text for text in narrate_all(dry, "en").values())
    assert len(re.findall("(?:[Ww]eather|Temperature) was not recorded", texts)) == 1


def test_a_population_basis_and_an_unknown_type_are_named() -> None:
    runs = [known_run(number) for number in RUNS]
    strangers = next(
        run
        for run in runs
        if run.evaluation is not None
        and all(one.basis == "population" for one in run.evaluation.scored)
        and not run.evaluation.new_sensor
    )
    assert "個人の基準はまだなく" in narrate("efficiency", strangers, lang="ja").text
    unknown = next(
        run for run in runs if run.training_type == "unknown" and run.analysis is not None
    )
    assert "is not clear" in narrate("phase", unknown, lang="en").text


def test_a_run_that_is_not_rated_shows_no_star_of_form() -> None:
    known = next(
        run
        for run in map(known_run, RUNS)
        if run.analysis is None and run.evaluation is not None and run.evaluation.unrated
    )
    assert "★★" not in narrate("summary", known, lang="ja").text


def _kilometre(index: int, speed_mps: float, *, distance_m: float = 1000.0, role: Role) -> Split:
    return Split(
        split_index=index,
        kind="km",
        start_elapsed_s=0.0,
        end_elapsed_s=distance_m / speed_mps,
        distance_m=distance_m,
        running_s=distance_m / speed_mps,
        running_distance_m=distance_m,
        speed_mps=speed_mps,
        role=role,
    )


def test_the_leftover_of_a_run_is_not_its_fastest_split() -> None:
    splits = (
        _kilometre(1, 3.0, role="main"),
        _kilometre(2, 3.2, role="main"),
        _kilometre(3, 5.0, distance_m=120.0, role="main"),
    )
    text = narrate("split", replace(known_run(0), splits=splits), lang="en").text
    assert "split 2" in text.lower()
    assert "split 3" not in text.lower()


def test_the_cool_down_of_a_tempo_run_is_not_its_slowest_split() -> None:
    splits = (
        _kilometre(1, 2.5, role="warmup"),
        *(_kilometre(index, 3.6 + 0.05 * index, role="main") for index in (2, 3, 4, 5)),
        _kilometre(6, 2.2, role="cooldown"),
    )
    text = narrate("split", replace(_tempo_run(), splits=splits), lang="en").text
    assert "The sustained part" in text
    assert "split 6" not in text
    assert "split 2" in text


def _tempo_run() -> RunKnown:
    return next(
        run
        for run in map(known_run, range(400))
        if run.training_type == "tempo_threshold"
        and run.analysis is not None
        and any(phase.role == "main" and phase.present for phase in run.analysis.rating.phases)
    )


def test_every_section_of_every_run_is_there() -> None:
    assert set(narrate_all(run_with_past(1), "ja")) == set(SECTIONS)
