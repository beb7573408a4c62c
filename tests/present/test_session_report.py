"""The report of a run as a session: the page of requirement T for each kind of training."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest

from hakaru.core.i18n import LANGUAGES, Lang, translate
from hakaru.present.report import render_html, render_markdown
from hakaru.running.athlete.model import Known
from hakaru.running.report import RunReport
from hakaru.running.session.model import TrainingType
from hakaru.running.session.stars import LOSABLE_STARS
from hakaru.running.trends import Trend, TrendPoint
from hakaru.running.verdict import STAR_BANDS
from tests.present.factories import make_facts, make_report
from tests.present.session_factories import (
    NAMED_TYPES,
    make_athlete,
    make_bare_session,
    make_rating,
    make_session,
    make_session_report,
)

COMMON = (
    "総合評価",
    "ペース・心拍推移グラフ",
    "基本情報",
    "パフォーマンスサマリー（過去との比較）",
)
ENDING = ("フェーズ評価", "環境要因", "次回トレーニングプラン")
METRICS: dict[TrainingType, str] = {
    "recovery": "全体評価",
    "aerobic_base": "全体評価",
    "tempo_threshold": "メイン区間評価",
    "interval": "疾走区間評価",
    "long_run": "全体評価",
    "unknown": "全体評価",
}
PARTS: dict[TrainingType, tuple[str, ...]] = {
    "recovery": (
        "スプリット概要（全スプリット）",
        "フォーム効率（全体）",
        "パフォーマンストレンド",
    ),
    "tempo_threshold": (
        "スプリット概要（全スプリット、メイン区間をハイライト）",
        "フォーム効率（メイン区間のみ）",
        "閾値維持率",
        "パフォーマンストレンド",
    ),
    "interval": (
        "スプリット概要（全スプリット、疾走とリカバリーを明示）",
        "フォーム効率（疾走区間のみ）",
        "インターバル特有指標（疾走のそろい方、回復率、心拍上昇率）",
        "パフォーマンストレンド",
    ),
}
PHASES: dict[TrainingType, tuple[str, ...]] = {
    "recovery": ("ウォームアップ", "メイン走行", "クールダウン"),
    "tempo_threshold": ("ウォームアップ", "メイン区間", "クールダウン"),
    "interval": ("ウォームアップ", "疾走", "リカバリー", "クールダウン"),
    "long_run": ("ウォームアップ", "メイン走行", "クールダウン"),
    "unknown": ("ウォームアップ", "メイン走行", "クールダウン"),
}


def titles(page: str, level: int) -> list[str]:
    """Headings of one level of a Markdown page."""
    return re.findall(rf"^{'#' * level} (.+)$", page, re.MULTILINE)


def section(page: str, title: str) -> str:
    """What stands below a heading, up to the next of its level."""
    start = page.index(f"## {title}")
    end = page.find("\n## ", start + 1)
    return page[start:] if end < 0 else page[start:end]


@pytest.mark.parametrize("training_type", NAMED_TYPES)
def test_sections_come_in_the_order_and_with_the_titles_of_the_requirement(
    training_type: TrainingType,
) -> None:
    """The rating and the graph come first: they are what a reader sees without scrolling."""
    page = render_markdown(make_session_report(training_type))
    metrics = f"パフォーマンス指標（{METRICS[training_type]}）"
    assert titles(page, 2)[:8] == [*COMMON, metrics, *ENDING]


@pytest.mark.parametrize("training_type", PARTS)
def test_each_kind_has_the_parts_of_the_requirement_in_order(training_type: TrainingType) -> None:
    page = render_markdown(make_session_report(training_type))
    found = [title for title in titles(page, 3) if title in PARTS[training_type]]
    assert found == list(PARTS[training_type])


@pytest.mark.parametrize("training_type", PHASES)
def test_an_interval_session_has_four_phases_and_any_other_three(
    training_type: TrainingType,
) -> None:
    """Resolutions row 76: a long run is judged as a base run, an unknown run has a part Run."""
    page = section(render_markdown(make_session_report(training_type)), "フェーズ評価")
    assert tuple(titles(page, 3)) == PHASES[training_type]


@pytest.mark.parametrize("training_type", NAMED_TYPES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_html_has_the_sections_of_the_markdown_and_every_value(
    training_type: TrainingType, lang: Lang
) -> None:
    report = make_session_report(training_type)
    page, written = render_html(report, lang=lang), render_markdown(report, lang=lang)
    text = re.sub(r"<[^>]+>", "", page)
    for title in titles(written, 2)[:8]:
        assert f">{title}</h2>" in page
    phases = "フェーズ評価" if lang == "ja" else "Phases"
    for row in re.findall(r"^\| (.+) \|$", section(written, phases), re.MULTILINE):
        if "---" not in row and not row.startswith(("項目", "Item")):
            for cell in row.split(" | ")[:4]:
                assert cell in text, cell


@pytest.mark.parametrize("training_type", NAMED_TYPES)
def test_both_languages_show_the_same_figures(training_type: TrainingType) -> None:
    report = make_session_report(training_type)
    figures = []
    for lang in LANGUAGES:
        page = render_markdown(report, lang=lang)
        rows = [line for line in page.splitlines() if line.startswith("|")]
        figures.append([sorted(re.findall(r"\d+(?:[.:]\d+)*", row)) for row in rows])
    assert figures[0] == figures[1]


def test_stars_of_the_session_and_of_form_stand_apart_and_are_never_averaged() -> None:
    """Resolutions section 2: the session rating is never averaged into form."""
    page = render_markdown(make_session_report("interval"))
    rating = section(page, "総合評価")
    assert (
        "セッション評価 **★★★☆☆** 9項目のうち8項目を達成（−★2） · フォーム評価 **★★★★★** 96.1/100"
        in rating
    )
    assert "平均しません" in section(page, "読み方")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_stars_of_a_run_stand_in_one_place(lang: Lang) -> None:
    """Those of single metrics stand beside their metric."""
    report = make_session_report("interval")
    for written in (render_markdown(report, lang=lang), render_html(report, lang=lang)):
        assert written.count("96.1/100") == 1
        assert written.count("★★★☆☆") == 1 + written.count("80.8/100")
        assert written.count('<th scope="col">GCT (ms)</th>') + written.count("| GCT (ms) |") == 1


def test_every_lost_star_is_explained_with_the_figure_behind_it() -> None:
    rating = section(render_markdown(make_session_report("aerobic_base")), "総合評価")
    assert rating.count("- −★1") == 2
    assert "ウォームアップが短めです" in rating
    assert "5.03%、目標 5.00%まで" in rating


def test_stars_say_beside_the_targets_that_were_met_how_many_were_lost_and_right_below_why() -> (
    None
):
    """Nine of ten targets beside two stars contradict each other: one target can cost three."""
    report = make_session_report("aerobic_base")
    assert report.session is not None
    rating = report.session.analysis.rating
    assert rating.stars == 3
    (line, first_reason) = (
        render_html(report, lang="en").partition("Session rating")[2].split("<li>")[:2]
    )
    assert ", 2 stars lost</span>" in line
    assert "Form rating" not in line
    assert first_reason.startswith("-1 star: ")


def test_recovery_above_80_percent_says_what_five_stars_would_need() -> None:
    """Resolutions row 55."""
    rating = section(render_markdown(make_session_report("interval")), "総合評価")
    assert "★5には残る心拍が80%以下" in rating
    assert "回復後に残る心拍 83.4%" in rating
    assert "✓ 達成" not in rating


def test_a_session_without_stars_says_so_and_shows_none() -> None:
    session = make_session()
    unrated = replace(
        session, analysis=replace(session.analysis, rating=make_rating(stars=None, deductions=()))
    )
    rating = section(
        render_markdown(make_session_report(session=unrated, evaluation=None, history={})),
        "総合評価",
    )
    assert "★なし: 評価に必要な記録か" in rating
    assert "フォーム指標の計測がありません" in rating
    assert not re.search(r"[★☆]{5}", rating)


@pytest.mark.parametrize("training_type", NAMED_TYPES)
def test_hard_sessions_say_why_warm_up_and_cool_down_matter(training_type: TrainingType) -> None:
    hard = training_type in ("tempo_threshold", "interval")
    page = render_markdown(make_session_report(training_type))
    assert ("ウォームアップとクールダウンが特に重要です" in page) == hard


def test_work_and_recovery_are_told_in_words_and_by_their_look() -> None:
    page = render_html(make_session_report("interval"))
    assert re.search(r'<tr class="r-work"><th[^>]*>2</th><td[^>]*>疾走 1</td>', page)
    assert re.search(r'<tr class="r-recovery"><th[^>]*>3</th><td[^>]*>リカバリー 1</td>', page)
    assert '<tr class="r-work">' not in render_html(make_session_report("recovery"))


def test_the_main_part_of_a_tempo_run_is_highlighted() -> None:
    page = render_html(make_session_report("tempo_threshold"))
    assert page.count('<tr class="r-target">') == 8
    assert re.search(r'<tr class="r-target"><th[^>]*>2</th><td[^>]*>メイン</td>', page)


def test_the_form_part_is_the_one_of_a_run_without_a_session_two_levels_deeper() -> None:
    plain, page = render_markdown(make_report()), render_markdown(make_session_report())
    form = plain[plain.index("## フォーム効率") : plain.index("## スプリット")].strip()
    assert re.sub(r"^#", "###", form, flags=re.MULTILINE) in page
    assert page.count("フォーム効率（ペース補正評価）") == 1


def test_a_run_that_was_not_analysed_shows_facts_form_and_splits() -> None:
    report = make_report()
    assert report.session is None
    assert titles(render_markdown(report), 2) == [
        "総合評価",
        "ペース・心拍推移グラフ",
        "基本情報",
        "フォーム効率（ペース補正評価）",
        "スプリット",
        "注意",
        "読み方",
    ]
    assert "セッション評価" not in render_html(report)


@pytest.mark.parametrize("training_type", NAMED_TYPES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_not_known_is_no_heading_and_is_named_once(
    training_type: TrainingType, lang: Lang
) -> None:
    report = make_session_report(
        training_type,
        session=make_bare_session(training_type),
        evaluation=None,
        history={},
        series={},
        facts=make_facts(heart_rate_avg_bpm=None, temperature_c=None),
    )
    page = render_markdown(report, lang=lang)
    left_out = translate("Not in this report", lang)
    for title in titles(page, 2):
        assert len(section(page, title).splitlines()) > 2, title
    names = re.findall(r"^- \*\*(.+?)\*\*: .+", section(page, left_out), re.MULTILINE)
    assert len(names) == len(set(names)) > 4
    shown = {*titles(page, 2), *titles(page, 3)}
    assert not shown & set(names)
    for written in (page, render_html(report, lang=lang)):
        assert not re.search(r"\b(nan|inf|None)\b", written)


@pytest.mark.parametrize("training_type", NAMED_TYPES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_shows_a_broken_number_or_an_unfilled_word(
    training_type: TrainingType, lang: Lang
) -> None:
    report = make_session_report(training_type)
    page = render_markdown(report, lang=lang)
    assert not re.search(r"\b(nan|inf|None)\b", page + render_html(report, lang=lang))
    assert not re.search(r"{\w+}", page)
    assert "\n\n\n" not in page


def test_an_english_page_holds_no_japanese_beside_the_runners_own_title() -> None:
    report = make_session_report("interval", facts=make_facts(title="Track"))
    assert not re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", render_markdown(report, lang="en"))


def hostile() -> RunReport:
    attack = "`<script>alert(1)</script>|*x*`"
    facts = make_facts(title=attack, gear=attack, device_label=attack, issues=(attack,))
    return make_session_report("interval", facts=facts)


def test_text_from_outside_stays_text_in_both_formats() -> None:
    page, written = render_html(hostile()), render_markdown(hostile())
    assert "<script" not in page
    assert "<script" not in written
    assert r"\|\*x\*" in written


def test_each_repetition_is_a_line_and_no_column_sums_them_up() -> None:
    """Resolutions row 76: columns stay side by side, no average."""
    page = render_markdown(make_session_report("interval"))
    matrix = page[page.index("### 効率マトリクス") : page.index("### 1本ごとのフォームの変化")]
    assert len(re.findall(r"^\| W\d", matrix, re.MULTILINE)) == 5
    assert "| W1 | 1.00 km / 4:10 | 4:11/km | 311 W (109%) | 141 cm | 171 bpm | 232ms" in matrix
    assert "総合効率" not in page


def test_absolute_ranges_are_context_under_a_title_that_says_so() -> None:
    """Resolutions rows 25 and 54."""
    page = render_markdown(make_session_report("interval"))
    context = page[page.index("### 一般的な範囲（参考・採点なし）") :]
    assert "ストライド 135〜150 cm、ケイデンス 180〜190 spm" in context
    assert "橙（下位5〜30%）" in context
    assert (
        "5:28/km でよく言われる範囲は、接地時間 240–250 ms、垂直振幅 6.5–7.5 cm、垂直比率 8.0–9.5 %"
        in context
    )
    assert "採点には使いません" in context
    assert "245ms" not in page


@pytest.mark.parametrize(
    ("training_type", "shown"), [("recovery", False), ("aerobic_base", True), ("interval", True)]
)
def test_figures_are_shown_by_the_importance_table(
    training_type: TrainingType, shown: bool
) -> None:
    page = render_markdown(make_session_report(training_type))
    assert ("- **VO2 max利用率**" in page) == shown


def test_the_time_chart_shades_work_and_recovery_and_marks_zones() -> None:
    page = render_html(make_session_report("interval"))
    assert page.count('class="r-shade r-work"') == 20  # five repetitions, two graphs, two widths
    assert page.count('class="r-shade r-recovery"') == 20
    assert ">W1</text>" in page
    assert ">Z3</text>" in page
    assert 'class="r-shade' not in render_html(make_session_report("recovery"))


def test_what_the_marks_of_a_chart_mean_is_said_where_the_chart_is() -> None:
    report = make_session_report("interval")
    assert "点線" in render_html(report, lang="ja")
    assert "点線" not in render_markdown(report, lang="ja")


def test_options_come_with_evidence_and_with_what_speaks_against_them_but_in_no_order() -> None:
    plan = section(render_markdown(make_session_report("interval")), "次回トレーニングプラン")
    assert "### 案C：インターバルを続ける" in plan
    assert "順位は付けていません" in plan
    assert "VO2 max利用率が96%（目安 90%以上）" in plan
    assert "20時間しか経っていません" in plan
    assert "指示ではありません" in plan


def test_ids_are_unique_and_tables_can_be_reached_by_keyboard() -> None:
    page = render_html(make_session_report("interval"))
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert page.count("<table") == page.count('<div class="r-scroll" role="group"')
    assert page.count("<table") == page.count('tabindex="0"')


def test_a_session_page_stays_small_and_needs_nothing_but_itself() -> None:
    page = render_html(make_session_report("interval"))
    assert len(page.encode()) < 260_000
    assert not re.search(r"(src|href)=|@import|url\(", page)


def test_where_the_run_went_is_never_shown() -> None:
    for written in (
        render_html(make_session_report("interval")),
        render_markdown(make_session_report("interval")),
    ):
        assert "latitude" not in written
        assert "longitude" not in written


def test_a_session_that_lost_no_star_says_so() -> None:
    session = make_session()
    perfect = make_rating(stars=5, deductions=())
    session = replace(session, analysis=replace(session.analysis, rating=perfect))
    rating = section(render_markdown(make_session_report(session=session)), "総合評価")
    assert "セッション評価 **★★★★★**" in rating
    assert "- 減点はありません。" in rating


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_says_how_points_and_misses_become_stars(lang: Lang) -> None:
    """Each figure is one that the verdict and the rating of sessions use."""
    words = {
        "en": ("How to read this", "85 four, 75 three, 65 two", "less one to four for the weight"),
        "ja": ("読み方", "85点から4、75点から3、65点から2", "いちばん重い未達の分（1〜4）だけ"),
    }
    heading, bands, misses = words[lang]
    report = make_session_report("aerobic_base")
    for page in (render_markdown(report, lang=lang), render_html(report, lang=lang)):
        reading = page.partition(heading)[2]
        assert bands in reading
        assert misses in reading
    assert STAR_BANDS == ((95.0, 5), (85.0, 4), (75.0, 3), (65.0, 2))
    assert LOSABLE_STARS == 4


def test_months_stand_below_the_changes() -> None:
    point = TrendPoint(
        month=date(2025, 10, 1),
        n_runs=9,
        n_samples=70,
        value=148.2,
        low=146.0,
        high=150.4,
        extrapolated=False,
    )
    points = (replace(point, month=date(2025, 9, 1), value=149.6), point)
    trend = Trend(metric="heart_rate", reference_speed_mps=3.0, points=points)
    page = render_markdown(make_session_report(session=make_session(trends=(trend,))))
    assert (
        "| 2025-10 | 148 bpm（146〜150 bpm） |" in page[page.index("### パフォーマンストレンド") :]
    )


def test_one_month_alone_is_no_table() -> None:
    point = TrendPoint(
        month=date(2025, 10, 1),
        n_runs=9,
        n_samples=70,
        value=148.2,
        low=146.0,
        high=150.4,
        extrapolated=False,
    )
    trend = Trend(metric="heart_rate", reference_speed_mps=3.0, points=(point,))
    page = render_markdown(make_session_report(session=make_session(trends=(trend,), changes=())))
    assert "2025-10 |" not in page
    assert "- **パフォーマンストレンド**: 比べられる期間の記録がまだ足りません。" in page


def test_a_watch_that_contradicts_itself_is_mentioned_beside_its_figures() -> None:
    """Resolutions row 19."""
    stated = Known(value=1000.0 / 330.0, origin="watch", method="device")
    session = make_session()
    athlete = make_athlete(threshold_speed_mps=stated)
    session = replace(session, analysis=replace(session.analysis, athlete=athlete))
    page = render_markdown(make_session_report(session=session))
    assert "閾値ペース（5:30/km）と、VO2 max 52.3 ml/kg/min から見た閾値ペース" in page


def test_splits_without_roles_and_a_run_without_splits_are_shown_as_they_are() -> None:
    report = replace(make_report(), session=make_session())
    page = render_markdown(report)
    assert re.search(r"\| 1 \| 1\.00 ", page)
    assert "| 区分 |" not in page  # nobody knows the parts, so there is no column of dashes
    bare = render_markdown(replace(make_report(splits=()), session=make_session()))
    assert "スプリットの記録がありません" in bare[bare.index("## このレポートにないもの") :]
