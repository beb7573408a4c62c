"""How single findings of a session read: one formatted value in sentence and table alike."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.i18n import LANGUAGES, Lang, Locale
from hakaru.core.quantity import Lengths
from hakaru.present.air import environment_rows, environment_texts, wind_text
from hakaru.present.athlete import ask_text, disagreement_text, known_text, quantity_value
from hakaru.present.changes import (
    change_table,
    compared_figures,
    comparison_cells,
    difference_text,
    search_text,
    similar_rows,
)
from hakaru.present.figures import span_text
from hakaru.present.load import history_note, history_rows, load_rows
from hakaru.present.page_metrics import anomaly_text, anomaly_texts
from hakaru.present.physiology import (
    decline_text,
    interval_rows,
    physiology_rows,
    rep_form_texts,
    rep_matrix,
    typical_texts,
)
from hakaru.present.report import with_code
from hakaru.present.session import (
    criterion_value,
    deduction_text,
    evidence_line,
    evidence_text,
    evidence_value,
    outcome_text,
    phase_line,
    phase_name,
    structure_text,
    target_text,
    type_text,
)
from hakaru.present.timeline import sparks
from hakaru.present.training import objection_text, option_text, targets_text
from hakaru.present.trends import month_table
from hakaru.running.athlete.known import Disagreement
from hakaru.running.athlete.model import Athlete, Known
from hakaru.running.environment.conditions import WindFigures
from hakaru.running.next_training_evidence import Objection
from hakaru.running.report import RepForm
from hakaru.running.session.intervals import interval_figures
from hakaru.running.session.model import Deduction, Evidence, TypeVerdict, Unit
from hakaru.running.similar import find_similar
from hakaru.running.similar_comparison import FigureComparison
from hakaru.running.trends import Trend, TrendPoint
from tests.present.context_factories import (
    make_anomalies,
    make_change,
    make_environment,
    make_load,
    make_load_history,
    make_options,
    make_physiology,
)
from tests.present.factories import DAY, make_series
from tests.present.session_factories import (
    make_athlete,
    make_criterion,
    make_figures,
    make_phase,
    make_rating,
    make_rep_form,
    make_summary,
    make_verdict_of_type,
)

SHARES: tuple[Unit, ...] = ("frac", "pct", "bpm")


def figures_of(text: str) -> list[str]:
    """The numbers in a text."""
    return re.findall(r"\d+(?:[.:]\d+)*", text)


@given(
    st.sampled_from(SHARES),
    st.floats(0.001, 200.0),
    st.floats(0.001, 200.0),
    st.sampled_from(LANGUAGES),
)
def test_a_row_never_shows_a_value_on_the_wrong_side_of_its_target(
    unit: Unit, value: float, bound: float, lang: Lang
) -> None:
    criterion = make_criterion("power_decline", unit, value, target=(None, bound))
    shown, limit = (
        float(figures_of(text)[0])
        for text in (criterion_value(criterion, lang), target_text(criterion, lang))
    )
    if abs(value - bound) > 0.001:
        assert (shown > limit) == (value > bound)
        assert (shown < limit) == (value < bound)


def test_what_cannot_be_told_says_what_is_missing_and_shows_no_value() -> None:
    criterion = make_criterion(
        "zone_share", "pct", None, target=(60.0, None), outcome="cannot_tell", missing="heart_rate"
    )
    assert criterion_value(criterion, "ja") == "-"
    assert outcome_text(criterion, "ja") == "– 判定できません（心拍の記録がない）"
    assert outcome_text(criterion, "en") == "– cannot tell (heart rate was not recorded)"


def test_a_row_that_does_not_count_is_for_reference() -> None:
    criterion = make_criterion(
        "pace", "s_per_km", 372.0, target=(324.0, 550.0), outcome="shown", counts=False
    )
    assert outcome_text(criterion, "en") == "· for reference"
    assert target_text(criterion, "ja") == "5:24〜9:10/km"


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ((324.0, None), "5:24/kmか、それよりゆっくり"),
        ((None, 324.0), "5:24/kmか、それより速く"),
        ((None, None), "-"),
    ],
)
def test_open_pace_targets_say_slower_or_faster(
    target: tuple[float | None, float | None], expected: str
) -> None:
    criterion = make_criterion("pace", "s_per_km", 372.0, target=target)
    assert target_text(criterion, "ja") == expected


@pytest.mark.parametrize(
    ("unit", "value", "text"),
    [
        ("s", 250.0, "4:10"),
        ("m", 1980.0, "1.98 km"),
        ("mps", 3.05, "3.05 m/s"),
        ("stars", 4.0, "★★★★☆"),
        ("count", 3.0, "3"),
        ("lt_heart_rate_pct", 95.2, "閾値心拍の95.2%"),
    ],
)
def test_every_unit_reads_as_people_write_it(unit: Unit, value: float, text: str) -> None:
    criterion = make_criterion("work_total", unit, value, target=(None, None))
    assert criterion_value(criterion, "ja") == text


def test_a_share_of_maximum_heart_rate_names_what_it_is_a_share_of() -> None:
    criterion = make_criterion("heart_rate_of_max", "pct", 91.4, target=(85.0, 95.0))
    assert criterion_value(criterion, "en") == "91.4% of maximum"
    assert target_text(criterion, "en") == "85.0–95.0%"


def test_a_deduction_without_a_criterion_names_the_phase_only() -> None:
    rating = make_rating("interval")
    lost = Deduction(reason="warmup_short", stars=2, role="warmup")
    assert deduction_text(lost, rating, lang="en") == "-2 stars: the warm-up was short"


def test_a_phase_says_how_much_it_is_wanted_and_where_it_lay() -> None:
    phase = make_phase("warmup")
    assert phase_line(phase, "en") == "required, 1.98 km, 0:00–12:40"
    assert phase_line(replace(phase, start_elapsed_s=None), "en") == "required"
    assert phase_line(replace(phase, present=False), "ja") == "記録にありません"
    assert phase_name(replace(phase, role="main"), "tempo_threshold", lang="ja") == "メイン区間"


def test_the_kind_of_training_says_who_decided_and_how_surely() -> None:
    verdict = make_verdict_of_type("interval")
    assert type_text(verdict, "ja") == "インターバル（走りの構成から判定、確か 92%）"
    stated = replace(verdict, source="user")
    assert type_text(stated, "en") == "Interval session (you said so)"
    for confidence_frac, word in ((0.7, "fairly confident"), (0.3, "unsure")):
        assert word in type_text(replace(verdict, confidence_frac=confidence_frac), "en")


def test_evidence_without_words_is_left_out() -> None:
    odd = TypeVerdict(
        training_type="interval",
        source="structure",
        confidence_frac=0.9,
        evidence=(Evidence(code="phase_of_moon_n", value=1.0),),
    )
    assert evidence_line(odd, "ja") == ""
    assert evidence_line(make_verdict_of_type("interval"), "en") == (
        "Why: 5 fast repetitions, a repetition takes 4:10"
    )


def test_a_run_many_times_as_long_as_usual_is_told_in_times() -> None:
    usual, far = (
        evidence_text(Evidence(code="of_usual_length_pct", value=pct), "en")
        for pct in (180.0, 3912.0)
    )
    assert usual == "180% of the length of your usual easy run"
    assert far == "39 times as long as your usual easy run"


@pytest.mark.parametrize(
    ("code", "value", "text"),
    [
        ("rep_speed_mps", 4.0, "4:10/km"),
        ("pace_s_per_km", 250.0, "4:10/km"),
        ("clear_frac", 0.92, "92%"),
        ("step_shortened_cm", 3.44, "3.4 cm"),
        ("power_saved_w", 5.2, "5 W"),
        ("lead_m", 1500.0, "1.50 km"),
        ("rise_bpm", 4.6, "5 bpm"),
        ("tsb_score", -31.4, "-31"),
    ],
)
def test_a_figure_reads_in_the_unit_its_code_ends_in(code: str, value: float, text: str) -> None:
    assert evidence_value(code, value, "en") == text


def test_a_distance_shows_on_which_side_of_its_target_it_lies_in_either_unit() -> None:
    criterion = make_criterion("distance", "m", 10_003.0, target=(10_006.0, None))
    shown = {
        lengths: (criterion_value(criterion, lang), target_text(criterion, lang))
        for lengths in get_args(Lengths)
        for lang in [Locale("en", lengths)]
    }
    assert shown["km"] == ("10.00 km", "about 10.01 km or more")
    assert shown["mi"] == ("6.216 mi", "about 6.217 mi or more")


def test_strides_are_mentioned() -> None:
    text = structure_text(make_summary(n_strides=4), "ja")
    assert "流し4本を含みます" in text


def test_a_known_figure_tells_origin_date_range_and_age() -> None:
    known = Known(
        value=1000.0 / 275.0,
        origin="estimated",
        method="heart_rate_line",
        on=date(2025, 9, 1),
        low=1000.0 / 286.0,
        high=1000.0 / 263.0,
        stale=True,
    )
    text = known_text("threshold_speed_mps", known, lang="en")
    assert text == (
        "4:35/km (estimated from heart rate against speed, 2025-09-01, "
        "80% range 4:23–4:46/km, may be out of date)"
    )
    unnamed = replace(known, method="moon", low=None, stale=False, on=None)
    assert known_text("threshold_speed_mps", unnamed, lang="ja") == "4:35/km（走りから推定）"
    assert quantity_value("age_years", 35.0, lang="ja") == "35歳"


def test_the_runner_is_told_what_to_type() -> None:
    assert "`hakaru athlete set threshold_pace" in ask_text("threshold_speed_mps", None, lang="ja")
    stale = Known(value=168.0, origin="watch", method="device", stale=True)
    assert "168 bpm" in ask_text("lt_heart_rate_bpm", stale, lang="en")
    assert "out of date" in ask_text("lt_heart_rate_bpm", stale, lang="en")
    assert "wide estimate" in ask_text("lt_heart_rate_bpm", replace(stale, stale=False), lang="en")


def test_a_contradicting_watch_is_shown_with_both_figures() -> None:
    """Resolutions row 19: show both and say which looks stale."""
    found = Disagreement(
        stated_mps=1000.0 / 275.0,
        implied_mps=1000.0 / 246.0,
        vo2_max_ml_per_kg_min=52.3,
        difference_pct=-10.5,
        stale="threshold_speed_mps",
    )
    text = disagreement_text(found, "en")
    assert {"4:35", "4:06", "52.3", "10.5"} <= set(figures_of(text))
    assert "Threshold pace looks out of date." in text
    assert "Nothing tells which" in disagreement_text(replace(found, stale=None), "en")


def test_no_clear_change_is_not_called_a_change() -> None:
    (row,) = change_table((make_change(changed=False),), "ja").rows
    text = " ".join(row.cells)
    assert "変化は確認できません" in text
    assert "良い方向" not in text


def test_an_anomaly_says_when_what_and_why() -> None:
    step, doubted = make_anomalies()
    text = anomaly_text(step, "en")
    assert text == (
        "30:10–32:10: Ground contact time was 284ms, 14ms longer than the 270ms expected at that "
        "speed and slope. Likely cause: fatigue 60%, slope 30%."
    )
    assert "センサーの疑い: 値の飛び、VOとVRの不一致" in anomaly_text(doubted, "ja")


def test_many_anomalies_are_cut_and_the_rest_is_counted() -> None:
    step = make_anomalies()[0]
    texts = anomaly_texts(tuple(replace(step, anomaly_index=at) for at in range(9)), "ja")
    assert len(texts) == 7
    assert texts[-1] == "ほか3件。"
    assert anomaly_texts((), "en") == ("No clear change of form was found.",)


def test_conditions_are_ranges_and_a_watch_is_no_weather_service() -> None:
    texts = environment_texts(make_environment(), "ja")
    assert any("+2〜+6 bpm" in text for text in texts)
    assert any("+2.1%〜+3.8%" in text for text in texts)
    device = make_environment(
        temperature_c=None, temperature_class=None, heat=None, device_upper_c=24.0, wbgt_c=None
    )
    rows = {fact.label: fact.value for fact in environment_rows(device, "ja")}
    assert rows["気温"].startswith("24 °C以下（時計が示した最低値")
    cold = make_environment(own_heat_bpm=None, heat=None)
    assert "まだ分かるだけの記録がありません" in environment_texts(cold, "ja")[0]


def test_a_climb_that_the_watch_counts_otherwise_names_both() -> None:
    """The head of a run shows the watch's climb."""

    def terrain(watch_m: float | None, lang: Lang = "en") -> str:
        conditions = make_environment(climb_m_per_km=18.7, watch_climb_m_per_km=watch_m)
        return {fact.label: fact.value for fact in environment_rows(conditions, lang)}[
            {"en": "Terrain", "ja": "地形"}[lang]
        ]

    assert terrain(34.4) == (
        "rolling (19 m up per km by the heights recorded; the watch counts 34)"
    )
    assert "時計の値では 34 m" in terrain(34.4, "ja")
    assert terrain(18.9) == terrain(None) == "rolling (19 m up per km)"


def test_indoors_nothing_is_said_of_wind_or_slopes() -> None:
    indoor = make_environment(
        indoor=True,
        temperature_c=None,
        climb_m_per_km=None,
        relative_humidity_pct=None,
        wbgt_c=None,
        heat=None,
        own_heat_bpm=None,
        grade_adjusted_speed_mps=None,
        wind=WindFigures(answer="indoor"),
    )
    rows = {fact.label: fact.value for fact in environment_rows(indoor, "en")}
    assert rows == {"Temperature": "indoors", "Wind": "Indoors: no wind.", "Terrain": "indoors"}
    assert environment_texts(indoor, "en") == ()


def test_wind_without_a_direction_says_one_honest_sentence() -> None:
    """Resolutions row 29."""
    text = wind_text(WindFigures(answer="no_direction", wind_speed_mps=4.0), "ja")
    assert text.startswith("4.0 m/s。風向きが分からない")


def test_load_names_its_basis_and_the_day_its_averages() -> None:
    rows = {fact.label: fact.value for fact in load_rows(make_load(), "ja")}
    assert rows["負荷スコア"] == "77（中負荷、パワーから）"
    history = make_load_history()
    days = {fact.label: fact.value for fact in history_rows(history, DAY, lang="en")}
    assert days["Balance (TSB, of the day before)"] == "-9"
    assert history_rows(history, date(2020, 1, 1), lang="en") == ()
    assert "1 run of the last 28 days has no known load" in history_note(history, "en")
    assert history_note(replace(history, n_unknown_28=0), "en") == ""


def test_an_option_is_a_sentence_with_evidence_and_objections() -> None:
    intervals, strength, easy = make_options()
    assert "根拠: VO2 max利用率が96%（目安 90%以上）" in option_text(intervals, "ja")
    assert "気をつけたい点: 特になし" in option_text(strength, "ja")
    assert "always possible" in option_text(easy, "en")
    assert intervals.targets is not None
    by_time = replace(intervals.targets, rep_distance_m=None, rep_s=180.0)
    assert "5 x 3:00" in targets_text(by_time, "en")
    just_now = Objection(code="hours_since_hard_h", value=0.0, threshold=48.0)
    assert objection_text(just_now, "en") == "this session was a hard one (48 h to recover)"
    assert objection_text(Objection(code="threshold_unknown"), "ja") == "閾値ペースが分かりません"


def test_what_no_repetition_carries_has_no_column() -> None:
    figures = tuple(
        replace(figure, power_w=None, gct_ms=None) for figure in make_figures("interval")
    )
    athlete = make_athlete()
    intervals = interval_figures(figures, athlete)
    assert intervals is not None
    columns = rep_matrix(intervals, athlete, lang="en").columns
    assert "Power (of CP)" not in columns
    assert "GCT (vs own line)" not in columns
    assert "Step length" in columns


def test_power_without_critical_power_has_no_share() -> None:
    athlete = Athlete(day=DAY)
    intervals = interval_figures(make_figures("interval"), athlete)
    assert intervals is not None
    cells = rep_matrix(intervals, athlete, lang="ja").rows[0].cells
    assert "311 W" in cells


def test_a_loss_as_measured_and_a_change_at_equal_pace_are_named_so() -> None:
    """A runner who slows down takes shorter steps, and may take longer ones than at that pace."""
    intervals = interval_figures(make_figures("interval"), Athlete(day=DAY))
    assert intervals is not None
    labels = [fact.label for fact in interval_rows(intervals, "en")]
    assert "Loss of step length as measured, first to last" in labels
    assert "at equal pace" in rep_form_texts(make_rep_form(), "en", reps=())[1]


def test_form_across_repetitions_shows_its_interval() -> None:
    texts = rep_form_texts(make_rep_form(), "en", reps=())
    assert texts[1] == (
        "Ground contact time declined towards the end (at equal pace +1.7%, "
        "98% interval +1.1% to +2.4%)"
    )
    assert "2 repetitions are too few" in texts[2]


def test_what_held_across_repetitions_is_one_line() -> None:
    (metric, *_) = make_rep_form().metrics
    both = tuple(replace(metric, metric=name, code="stable") for name in ("gct", "vo"))
    (_, held) = rep_form_texts(RepForm(code="stable", metrics=both), "en", reps=())
    assert held == "Held, at equal pace: Ground contact time (+1.7%), Vertical oscillation (+1.7%)."


def test_an_unusual_figure_says_how_unusual() -> None:
    one = FigureComparison(
        name="heart_rate_at_pace",
        unit="bpm",
        value=161.0,
        n=40,
        level=149.0,
        low=142.0,
        high=156.0,
        delta=12.0,
        rank_share_frac=0.049,
        outcome="unusual_high",
    )
    assert comparison_cells(one, "ja") == (
        "このペースでの心拍",
        "161 bpm",
        "149 bpm（40回）",
        "142〜156 bpm",
        "+12 bpm",
        "いつもより高い（p=0.05）",
    )
    few = replace(one, outcome="too_few", n=2, delta=None, rank_share_frac=None)
    assert comparison_cells(few, "en")[-2:] == ("-", "too few to compare")
    assert compared_figures((one, few)) == (one,)


@given(st.floats(90.0, 190.0), st.floats(90.0, 190.0))
def test_a_difference_is_that_of_the_figures_beside_it(value: float, level: float) -> None:
    one = FigureComparison(
        name="heart_rate_at_pace",
        unit="bpm",
        value=value,
        n=5,
        level=level,
        low=level,
        high=level,
        delta=value - level,
        rank_share_frac=0.5,
        outcome="usual",
    )
    cells = comparison_cells(one, "en")
    shown, usual, delta = (int(cells[at].replace("+", "").split(" ")[0]) for at in (1, 2, 4))
    assert shown - usual == delta


def test_differences_carry_their_sign_and_zero_none() -> None:
    assert difference_text(-3.2, "s_per_km", "en") == "-3 s/km"
    assert difference_text(0.004, "frac", "en") == "+0.4 pt"
    assert difference_text(0.0001, "frac", "en") == "0.0 pt"
    assert difference_text(2.0, "w", "en") == "+2 W"
    assert difference_text(1.25, "score", "en") == "+1.2"


def test_a_search_without_result_names_the_condition_that_emptied_it() -> None:
    this = make_summary()
    other = make_summary(activity_id=7, distance_m=30_000.0)
    assert "近い距離" in search_text(find_similar(this, (other,)), "ja")
    assert search_text(find_similar(this, ()), "en") == ("There is no earlier run to compare with.")
    similar = find_similar(this, (make_summary(activity_id=8),))
    assert similar_rows(similar, "en")[0][-1] == "pace, distance, terrain"


def test_months_stand_in_lines_and_gaps_are_shown() -> None:
    point = TrendPoint(
        month=date(2025, 9, 1),
        n_runs=4,
        n_samples=30,
        value=150.2,
        low=148.0,
        high=152.4,
        extrapolated=True,
    )
    later = replace(point, month=date(2025, 10, 1), extrapolated=False)
    power = Trend(metric="power", reference_speed_mps=3.0, points=(point, later))
    gct = Trend(metric="gct", reference_speed_mps=3.0, points=(replace(later, value=262.0),))
    table = month_table((power, gct), "ja")
    assert table is not None
    assert table.rows[0].cells == ("2025-09", "150 W（148〜152 W、延長）", "-")
    assert table.rows[1].cells[2].startswith("262ms")
    assert month_table((), "ja") is None


def test_general_ranges_name_steps_and_colours_but_no_grade() -> None:
    texts = typical_texts("tempo_threshold", make_physiology("tempo_threshold"), lang="en")
    assert "never scored" in texts[0]
    assert len(texts) == 5
    assert typical_texts("unknown", None, lang="ja") == ()


def test_nothing_physiological_known_is_no_row() -> None:
    bare = replace(make_physiology("interval"), power=None, vo2=None, steps=None, stiffness=None)
    labels = [fact.label for fact in physiology_rows(bare, "en", without=frozenset({"threshold"}))]
    assert labels == []


def test_leg_stiffness_is_given_where_the_model_holds() -> None:
    known = make_physiology("interval")
    assert known.stiffness is not None
    stiff = replace(known.stiffness, leg_stiffness_kn_per_m=11.24, reason=None)
    rows = {
        fact.label: fact.value for fact in physiology_rows(replace(known, stiffness=stiff), "en")
    }
    assert rows["Leg stiffness"] == "11.2 kN/m"


def test_a_load_that_cannot_be_computed_is_no_row() -> None:
    unknown = replace(
        make_load(),
        training_load_score=None,
        load_class=None,
        basis=None,
        intensity_frac=None,
        decoupling=replace(
            make_load().decoupling, decoupling_pct=None, decoupled=None, reason="too_short"
        ),
    )
    rows = {fact.label: fact.value for fact in load_rows(unknown, "en")}
    assert "Load score" not in rows
    assert rows["Heart rate drift (first to second half)"] == "too short to compare halves"


def test_what_rose_was_not_lost() -> None:
    assert decline_text(-1.8, "excellent", lang="ja") == "なし（終わりのほうが1.8%大きい）"
    assert decline_text(1.8, "excellent", lang="en") == "1.8% (small)"
    assert decline_text(None, None, lang="en") is None


def test_the_unit_of_a_range_is_written_once() -> None:
    assert span_text("4:23/km", "4:46/km", lang="ja") == "4:23〜4:46/km"
    assert span_text("-2.0%", "1.0%", lang="en") == "-2.0–1.0%"
    assert span_text("78", "82", lang="en") == "78–82"


def test_curves_are_bars_where_only_text_can_be_shown() -> None:
    lines = sparks(make_series(), "ja").splitlines()
    assert len(lines) == 2
    assert "ペース (分/km)" in lines[0]
    assert sparks({}, "ja") == ""


def test_backticks_become_code_and_nothing_else_becomes_markup() -> None:
    assert with_code("a `b<c>` d") == "a <code>b&lt;c&gt;</code> d"
    assert with_code("a ` <b>") == "a ` &lt;b&gt;"
