"""Is each kind of training judged by its own criteria, from the file to the report?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.flows.context import Context
from hakaru.flows.evaluate import label, reevaluate, train, understand
from hakaru.flows.report import report
from hakaru.flows.session import get_session
from hakaru.flows.similar import SimilarResult, compare_similar_workouts
from hakaru.running.session.model import CriterionName, SessionRating, TrainingType
from hakaru.sources.simulated.runner import SessionKind
from tests.acceptance.season import (
    TYPES,
    Season,
    changeable,
    make_season,
    opened,
    run_ids,
    stored_types,
)
from tests.flows.factories import ask, run_sql, stored_runs, take_in, verdicts
from tests.shared import REAL, needs_real

KINDS = tuple(TYPES)
EASY: tuple[SessionKind, ...] = ("recovery", "easy", "long")


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    return make_season(tmp_path_factory.mktemp("season"))


@pytest.fixture(scope="module")
def stored(season: Season) -> Iterator[Context]:
    """The season as it was taken in; tests here only read it."""
    with opened(season.data) as context:
        yield context


@pytest.fixture
def changed(season: Season, tmp_path: Path) -> Iterator[Context]:
    """The season in a store of its own."""
    with changeable(season, tmp_path / "data") as context:
        yield context


def rating(context: Context, activity: str) -> SessionRating:
    return get_session(context, activity=activity, detail=False).analysis.rating


def test_the_stored_type_is_the_one_that_was_run(stored: Context, season: Season) -> None:
    types = [training_type for _, training_type in stored_types(stored)]
    assert types == [TYPES[kind] for kind in season.kinds]


def test_a_type_is_stored_with_its_evidence_and_a_confidence(stored: Context) -> None:
    rows = ask(
        stored,
        "SELECT training_type_source, training_type_confidence_frac, "
        "json_array_length(training_type_evidence) FROM hr_efficiency",
    )
    assert {source for source, _, _ in rows} <= {"structure", "heart_rate", "zones", "speed"}
    assert all(0.5 < float(str(confidence)) <= 1.0 for _, confidence, _ in rows)
    assert all(int(str(n_evidence)) >= 2 for _, _, n_evidence in rows)


@pytest.mark.soak
def test_types_depend_neither_on_the_order_of_import_nor_on_later_runs(
    stored: Context, season: Season, tmp_path: Path
) -> None:
    """The season came in shuffled; here its first runs come in order of time, one by one."""
    with opened(tmp_path / "data") as context:
        for path in season.files[:6]:
            take_in(context, path)
        assert stored_types(context) == stored_types(stored)[:6]


@pytest.mark.parametrize(
    ("kind", "roles"),
    [
        ("recovery", None),
        ("easy", None),
        ("long", None),
        ("tempo", {"main"}),
        ("interval", {"work"}),
    ],
)
def test_target_splits_are_those_of_the_type(
    stored: Context, season: Season, kind: SessionKind, roles: set[str] | None
) -> None:
    """None: all splits (T §1)."""
    activity = run_ids(stored, season)[kind]
    rows = ask(stored, f"SELECT role, is_target FROM splits WHERE activity_id = {activity}")
    assert any(is_target for _, is_target in rows)
    for role, is_target in rows:
        assert is_target == (roles is None or role in roles)


def test_every_split_says_how_it_got_its_role(stored: Context) -> None:
    """The watch labels every lap `active` (resolutions row 16), so no label decides."""
    rows = ask(stored, "SELECT intensity_type, role, role_source FROM splits")
    assert {label for label, _, _ in rows} <= {"active", None}
    assert {role for _, role, _ in rows} == {"warmup", "main", "work", "recovery", "cooldown"}
    assert {source for _, _, source in rows} <= {"lap_speed", "speed", "heart_rate", "whole_run"}


def test_form_is_judged_on_the_target_splits_alone(changed: Context) -> None:
    before = verdicts(changed)
    assert len(before) == 20
    lengthen_contact(changed, is_target=False)
    assert reevaluate(changed, since=None, until=None).changed == 0
    assert verdicts(changed) == before
    lengthen_contact(changed, is_target=True)
    assert reevaluate(changed, since=None, until=None).changed == 20


@pytest.mark.soak
def test_form_is_learned_from_the_target_splits_alone(changed: Context) -> None:
    before = curves(changed)
    assert ask(changed, "SELECT role FROM splits WHERE NOT is_target AND gct_ms IS NOT NULL")
    lengthen_contact(changed, is_target=False)
    assert curves(changed) == before
    lengthen_contact(changed, is_target=True)
    assert curves(changed) != before


def curves(context: Context) -> list[tuple[str, float, float]]:
    """What is learned from the splits that are stored now."""
    reevaluate(context, since=None, until=None)
    learned = train(context, method="direct", history=False).baselines
    return sorted((baseline.metric, baseline.intercept, baseline.slope) for baseline in learned)


def lengthen_contact(context: Context, *, is_target: bool) -> None:
    """Spoil the stored splits that speak for their session, or those that do not."""
    changes = "UPDATE data.splits SET gct_ms = gct_ms * 1.2 WHERE is_target = ?"
    run_sql(context, changes, [is_target])


@pytest.mark.parametrize(
    ("kind", "phases"),
    [
        ("recovery", ["warmup", "main", "cooldown"]),
        ("easy", ["warmup", "main", "cooldown"]),
        ("long", ["warmup", "main", "cooldown"]),
        ("tempo", ["warmup", "main", "cooldown"]),
        ("interval", ["warmup", "work", "recovery", "cooldown"]),
    ],
)
def test_three_or_four_phases_are_stored_by_type(
    stored: Context, season: Season, kind: SessionKind, phases: list[str]
) -> None:
    found = rating(stored, run_ids(stored, season)[kind]).phases
    assert [phase.role for phase in found] == phases
    need = "recommended" if kind in EASY else "required"
    assert (found[0].need, found[-1].need) == (need, need)
    assert all(phase.criteria for phase in found)


def test_warm_up_work_recovery_and_cool_down_of_intervals_have_values(
    stored: Context, season: Season
) -> None:
    found = rating(stored, run_ids(stored, season)["interval"])
    for name in (
        "heart_rate_ramp", "distance", "work_consistency", "zone_share", "heart_rate_of_max",
        "form", "heart_rate_retention", "recovery_heart_rate", "heart_rate_rise",
        "heart_rate_settles",
    ):  # fmt: skip
        assert value(found, name) is not None, name


def value(found: SessionRating, name: CriterionName) -> float | None:
    """The value of the first criterion of that name."""
    return next(
        criterion.value
        for phase in found.phases
        for criterion in phase.criteria
        if criterion.name == name
    )


def test_stars_follow_the_table_of_the_type(stored: Context, season: Season) -> None:
    """T §4 with resolutions rows 55 and 84."""
    n_rated = 0
    for kind, run in zip(season.kinds, stored_runs(stored), strict=True):
        found = rating(stored, str(run.activity_id))
        if found.unrated == "type_unsure":
            assert found.stars is None
            continue
        n_rated += 1
        assert found.stars is not None
        assert found.stars == 5 - sum(deduction.stars for deduction in found.deductions)
        absent = [phase for phase in found.phases if not phase.present]
        assert not any(
            criterion.outcome == "not_met" for phase in absent for criterion in phase.criteria
        )
        if kind in EASY:
            assert found.stars >= 3
        elif kind == "tempo":
            assert found.stars == 5
        else:
            retention = value(found, "heart_rate_retention")
            assert retention is not None
            assert found.stars <= (5 if retention <= 80.0 else 4 if retention <= 85.0 else 3)
    assert n_rated >= 0.8 * len(season.kinds)


def test_the_same_run_called_another_type_is_rated_by_another_table(
    changed: Context, season: Season
) -> None:
    activity = run_ids(changed, season)["easy"]
    assert rating(changed, activity).stars in (4, 5)
    as_tempo = label(changed, activity=activity, training_type="tempo_threshold")
    assert as_tempo.type_source == "user"
    reasons = {
        deduction.reason for deduction in rating(changed, activity).deductions if deduction.stars
    }
    assert "purpose_missed" in reasons or "threshold_not_held" in reasons
    auto = label(changed, activity=activity, training_type="auto")
    assert (auto.training_type, auto.type_source) == ("aerobic_base", "heart_rate")


TOLERANCES: dict[SessionKind, tuple[float | None, float, bool]] = {
    "recovery": (0.15, 15.0, False),
    "easy": (0.10, 10.0, False),
    "long": (0.10, 10.0, False),
    "tempo": (0.10, 5.0, True),
    "interval": (None, 3.0, True),
}
"""T §3: share of distance, seconds per km, terrain required (resolutions rows 26 and 27)."""


def test_similar_runs_are_exactly_those_within_the_tolerances_of_the_table(
    stored: Context, season: Season
) -> None:
    n_similar = 0
    for kind, run in zip(season.kinds, stored_runs(stored), strict=True):
        result = similar(stored, run.activity_id)
        ids = {
            workout.summary.activity_id
            for workout in result.similar.workouts
            if workout.step == "as_asked"
        }
        expected = expected_similar(stored, run.activity_id, kind)
        assert ids == expected if kind != "interval" else ids <= expected
        n_similar += len(ids)
    assert n_similar >= 10


def similar(context: Context, activity_id: int) -> SimilarResult:
    """The comparison of one run as the command makes it."""
    return compare_similar_workouts(
        context,
        activity_id=str(activity_id),
        pace_tolerance_s_per_km=None,
        distance_tolerance=None,
        terrain_match=None,
        limit=20,
    )


def expected_similar(context: Context, activity_id: int, kind: SessionKind) -> set[int]:
    """The same, worked out on the stored rows."""
    distance_frac, pace_s_per_km, terrain = TOLERANCES[kind]
    types = ("aerobic_base", "long_run") if kind in ("easy", "long") else (TYPES[kind],)
    length = "target_distance_m" if kind == "tempo" else "distance_m"
    rows = ask(
        context,
        f"SELECT b.activity_id FROM sessions a JOIN sessions b ON b.started_at < a.started_at "
        f"WHERE a.activity_id = {activity_id} "
        f"AND list_contains({list(types)}, b.training_type) "
        f"AND abs(1000 / b.target_speed_mps - 1000 / a.target_speed_mps) <= {pace_s_per_km} "
        f"AND ({distance_frac is None} OR abs(b.{length} - a.{length}) "
        f"<= {distance_frac or 0} * a.{length}) "
        f"AND ({not terrain} OR a.terrain = b.terrain)",
    )
    return {int(str(found)) for (found,) in rows}


COMPARED: dict[SessionKind, set[str]] = {
    "recovery": {"pace", "heart_rate_at_pace", "zone2_share"},
    "easy": {"pace", "heart_rate_at_pace", "form"},
    "long": {"pace", "heart_rate_at_pace", "form"},
    "tempo": {"pace", "threshold_share", "pace_consistency"},
    "interval": {"pace", "pace_consistency", "heart_rate_retention", "heart_rate_rise"},
}
"""T §3, main figures of comparison."""


@pytest.mark.parametrize("kind", COMPARED)
def test_similar_runs_are_compared_in_the_figures_of_the_type(
    stored: Context, season: Season, kind: SessionKind
) -> None:
    result = similar(stored, int(run_ids(stored, season)[kind]))
    assert {comparison.name for comparison in result.comparisons} >= COMPARED[kind]


COMMON = (
    "総合評価",
    "ペース・心拍推移グラフ",
    "基本情報",
    "パフォーマンスサマリー（過去との比較）",
)
"""The rating and the graph come first: they are what a reader sees without scrolling."""
ENDING = ("フェーズ評価", "環境要因", "次回トレーニングプラン")
WHOLE = ("スプリット概要（全スプリット）", "フォーム効率（全体）", "パフォーマンストレンド")
PARTS: dict[SessionKind, tuple[str, tuple[str, ...]]] = {
    "recovery": ("全体評価", WHOLE),
    "easy": ("全体評価", WHOLE),
    "long": ("全体評価", WHOLE),
    "tempo": (
        "メイン区間評価",
        (
            "スプリット概要（全スプリット、メイン区間をハイライト）",
            "フォーム効率（メイン区間のみ）",
            "閾値維持率",
            "パフォーマンストレンド",
        ),
    ),
    "interval": (
        "疾走区間評価",
        (
            "スプリット概要（全スプリット、疾走とリカバリーを明示）",
            "フォーム効率（疾走区間のみ）",
            "インターバル特有指標（疾走のそろい方、回復率、心拍上昇率）",
            "パフォーマンストレンド",
        ),
    ),
}
"""T's template of reports: the name of section 5, and its parts; what T calls Work and Recovery is
said in Japanese."""


def headings(page: str, level: int) -> list[str]:
    """Headings of one level, of Markdown or HTML, without numbers."""
    if page.lstrip().startswith("<"):
        found = re.findall(rf"<h{level}[^>]*>(.*?)</h{level}>", page, re.DOTALL)
        found = [re.sub(r"<[^>]+>", "", title) for title in found]
    else:
        found = re.findall(rf"^{'#' * level} (.+)$", page, re.MULTILINE)
    return [re.sub(r"^\s*\d+\.?\s+", "", title).strip() for title in found]


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_has_the_sections_of_its_type_in_order_in_both_formats(
    stored: Context, season: Season, tmp_path: Path, kind: SessionKind
) -> None:
    written = report(stored, activity=run_ids(stored, season)[kind], out=tmp_path)
    name, parts = PARTS[kind]
    for path in (written.markdown, written.html):
        page = path.read_text(encoding="utf-8")
        sections = [*COMMON, f"パフォーマンス指標（{name}）", *ENDING]
        for wanted, level in ((sections, 2), (parts, 3)):
            shown = [heading for heading in headings(page, level) if heading in wanted]
            assert shown == [wanted_title for wanted_title in wanted if wanted_title in shown]
            assert len(shown) >= len(wanted) - 2
            assert all(
                wanted_title in page for wanted_title in wanted
            )  # what is no heading is named as left out
        assert not re.search(r"\b(nan|inf|None)\b", re.sub(r"<[^>]+>", " ", page))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS)
def test_an_english_report_has_as_many_sections_and_the_same_figures(
    season: Season, tmp_path: Path, kind: SessionKind
) -> None:
    pages: dict[Lang, str] = {}
    for lang in LANGUAGES:
        with opened(season.data, language=lang) as context:
            written = report(context, activity=run_ids(context, season)[kind], out=tmp_path / lang)
        pages[lang] = written.markdown.read_text(encoding="utf-8")
    assert len(headings(pages["en"], 2)) == len(headings(pages["ja"], 2))
    assert len(headings(pages["en"], 3)) == len(headings(pages["ja"], 3))
    assert figures(pages["en"]) == figures(pages["ja"])


def figures(page: str) -> list[list[str]]:
    """The numbers of each row of each table, whatever their order within it."""
    rows = [line for line in page.splitlines() if line.startswith("|")]
    return [sorted(re.findall(r"\d+(?:[.:]\d+)*", row)) for row in rows]


def test_a_report_of_intervals_shows_each_repetition_and_marks_work_and_recovery(
    stored: Context, season: Season, tmp_path: Path
) -> None:
    activity = run_ids(stored, season)["interval"]
    ((n_reps,),) = ask(stored, f"SELECT n_reps FROM sessions WHERE activity_id = {activity}")
    written = report(stored, activity=activity, out=tmp_path)
    markdown, page = (path.read_text(encoding="utf-8") for path in (written.markdown, written.html))
    assert len(re.findall(r"^\| W\d+ \|", markdown, re.MULTILINE)) >= int(str(n_reps)) > 1
    assert page.count('<tr class="r-work">') >= int(str(n_reps))
    assert '<tr class="r-recovery">' in page


@pytest.mark.soak
def test_a_label_survives_another_ingest_and_a_new_analysis(
    changed: Context, season: Season
) -> None:
    activity = run_ids(changed, season)["interval"]
    label(changed, activity=activity, training_type="tempo_threshold")
    again = take_in(changed, season.files[0].parent)
    assert (again.ingested, again.duplicates) == (0, len(season.files))
    assert decided(changed, activity) == ("tempo_threshold", "user")
    understand(changed, activity=activity, all=False)
    assert decided(changed, activity) == ("tempo_threshold", "user")


def test_a_label_survives_a_file_that_completes_the_run(season: Season, tmp_path: Path) -> None:
    whole = season.files[season.kinds.index("interval")]
    cut = tmp_path / "cut.fit"
    data = whole.read_bytes()
    cut.write_bytes(data[: int(len(data) * 0.9)])
    with opened(tmp_path / "data") as context:
        take_in(context, cut)
        (short,) = stored_runs(context)
        label(context, activity=str(short.activity_id), training_type="sprint")
        assert take_in(context, whole).completed == 1
        (run,) = stored_runs(context)
        assert run.n_samples > short.n_samples
        assert decided(context, str(run.activity_id)) == ("sprint", "user")


def decided(context: Context, activity: str) -> tuple[object, ...]:
    """Stored type and who decided it, where the requirement looks for it."""
    query = "SELECT training_type, training_type_source FROM hr_efficiency WHERE activity_id = "
    (row,) = ask(context, query + activity)
    return row


WARM_RUN = REAL / "connect_api" / "4017099594_hr_only"


@pytest.mark.sampled(2)
@needs_real
@pytest.mark.parametrize(
    ("training_type", "temperature_class"),
    [
        ("recovery", "ideal"),
        ("aerobic_base", "acceptable"),
        ("long_run", "acceptable"),
        ("tempo_threshold", "acceptable"),
        ("interval", "slightly_outside"),
        ("sprint", "slightly_outside"),
        ("unknown", None),
    ],
)
def test_the_same_weather_is_judged_by_the_type(
    tmp_path: Path, training_type: TrainingType, temperature_class: str | None
) -> None:
    """19.4 degrees by a weather service; resolutions row 28: between 18 and 20 is a class too."""
    with opened(tmp_path / "data") as context:
        take_in(context, WARM_RUN)
        (run,) = stored_runs(context)
        label(context, activity=str(run.activity_id), training_type=training_type)
        session = get_session(context, activity=str(run.activity_id), detail=True).report
    assert session is not None
    assert session.environment is not None
    assert session.environment.temperature_c == pytest.approx(19.44, abs=0.01)
    assert session.environment.temperature_class == temperature_class
