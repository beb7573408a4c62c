"""What somebody does with the mouse: look for runs, zoom in, ask what if, decide, undo."""

from __future__ import annotations

import json
import re
from pathlib import Path

from hakaru.flows.context import Context
from hakaru.flows.nodes import every_node, show_node
from hakaru.flows.preferences import read_preferences
from hakaru.store.activities import list_activities
from hakaru.store.focus import read_notifications
from hakaru.store.state import State
from tests.flows.factories import NOW
from tests.surfaces.web.pages.addresses import newest_run
from tests.surfaces.web.pages.browsing import Visitor, needs_browser

pytestmark = needs_browser


def test_runs_are_found_by_what_is_chosen(visitor: Visitor, full: Context) -> None:
    page = visitor.open("/runs")
    assert page.locator("table.runs tbody tr").count() == 16
    assert page.locator("svg.spark").count() > 0
    with full.store.read() as con:
        kind, n_stored = con.execute(
            "SELECT training_type, count(*) FROM data.sessions GROUP BY 1 ORDER BY 2, 1"
        ).fetchall()[0]
    page.select_option("select[name=type]", kind)
    page.wait_for_url(re.compile(f"type={kind}"))
    visitor.settle()
    assert page.locator("table.runs tbody tr").count() == n_stored
    assert 0 < n_stored < 16
    page.fill("#words", "no run is called so")
    page.wait_for_selector("text=条件に合うランはありません")
    page.get_by_role("link", name="条件をすべて外す").click()
    visitor.settle()
    assert page.locator("table.runs tbody tr").count() == 16


def test_the_lines_of_a_run_have_one_cursor_and_can_be_zoomed(
    visitor: Visitor, full: Context
) -> None:
    page = visitor.open(f"/runs/{newest_run(full)}")
    page.wait_for_selector("#lines[data-drawn]")
    whole = page.locator("#lines").get_attribute("data-drawn")
    assert page.locator(".plot").count() >= 7
    over = page.locator(".plot .u-over").first
    over.hover(position={"x": 300, "y": 30})
    first = page.locator(".readout").inner_text()
    over.hover(position={"x": 500, "y": 30})
    assert page.locator(".readout").inner_text() != first
    shown = [one for one in page.locator(".u-cursor-x").all() if one.is_visible()]
    assert len(shown) == page.locator(".plot").count()
    visitor.press("拡大")
    page.wait_for_selector(f"#lines:not([data-drawn='{whole}'])")
    visitor.press("全体を表示")
    page.wait_for_selector(f"#lines[data-drawn='{whole}']")
    page.locator(".moment input").focus()
    before = page.locator(".readout").inner_text()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    assert page.locator(".readout").inner_text() != before


def test_a_run_shows_its_session_and_saves_its_report(
    visitor: Visitor, full: Context, tmp_path: Path
) -> None:
    page = visitor.open(f"/runs/{newest_run(full)}")
    page.wait_for_selector(".sessionparts")
    assert page.locator(".sessionparts details").count() >= 6
    for name, mark in (("HTML", "<!doctype html>"), ("Markdown", "# ")):
        with page.expect_download() as waited:
            page.get_by_role("link", name=name, exact=True).click()
        saved = tmp_path / name
        waited.value.save_as(saved)
        assert mark in saved.read_text(encoding="utf-8")[:400].lower() or mark == "# "


def test_a_slider_answers_what_form_would_be_at_a_pace(visitor: Visitor) -> None:
    page = visitor.open("/form")
    before = page.locator("#expected").inner_text()
    page.locator("#pace").focus()
    page.keyboard.press("Home")
    page.wait_for_selector("text=2:30/km")
    assert page.locator("#expected").inner_text() != before
    assert page.locator("#expected .card").count() == 4


def test_a_node_is_added_moved_and_moved_back(visitor: Visitor, full: Context) -> None:
    page = visitor.open("/plans")
    page.locator("section[aria-labelledby=add] input[name=title]").fill("距離を伸ばす")
    visitor.press("追加する")
    made = next(one for one in every_node(full).nodes if one.title == "距離を伸ばす")
    assert made.status == "CAPTURED"
    page.get_by_role("link", name="距離を伸ばす").click()
    visitor.settle()
    page.select_option("select[name=to]", "READY")
    visitor.press("状態を変える")
    assert show_node(full, node=made.id).node.status == "READY"
    page.locator(".flash").get_by_role("button", name="取り消す").click()
    visitor.settle()
    assert show_node(full, node=made.id).node.status == "CAPTURED"
    page.locator("button[data-opens=removing]").click()
    page.get_by_role("button", name="やめる").click()
    page.locator("button[data-opens=removing]").click()
    page.locator("dialog").get_by_role("button", name="削除する").click()
    visitor.settle()
    assert made.id not in {one.id for one in every_node(full).nodes}


def test_a_proposal_changes_nothing_until_it_is_pressed(visitor: Visitor, full: Context) -> None:
    visitor.open("/plans")
    visitor.press("提案を作る")
    assert visitor.page.locator("article.diff").count() >= 1
    assert _changes(full) == 0
    first = visitor.page.locator("article.diff").first
    assert first.locator(".flag").inner_text() in ("適用できます", "確認が必要です")
    first.get_by_role("button", name="適用する").click()
    visitor.settle()
    assert _changes(full) == 1
    visitor.page.locator(".flash").get_by_role("button", name="取り消す").click()
    visitor.settle()
    assert _changes(full) == 0


def test_a_proposal_can_be_put_aside(visitor: Visitor, full: Context) -> None:
    visitor.open("/plans")
    visitor.press("提案を作る")
    n_diffs = visitor.page.locator("article.diff").count()
    visitor.press("見送る")
    assert visitor.page.locator("article.diff").count() == n_diffs - 1
    assert _changes(full) == 0


def test_an_option_is_chosen_by_a_click(visitor: Visitor, full: Context) -> None:
    visitor.open("/plans/node?id=n4")
    visitor.press("選択肢を出す")
    options = visitor.page.locator("ol.options2 > li")
    assert options.count() >= 3
    assert "リスク" in options.first.inner_text()
    before = show_node(full, node="n4").node.status
    options.first.get_by_role("button").click()
    visitor.settle()
    assert show_node(full, node="n4").node.status != before
    visitor.page.locator(".flash").get_by_role("button", name="取り消す").click()
    visitor.settle()
    assert show_node(full, node="n4").node.status == before


def test_the_next_training_becomes_a_node(visitor: Visitor, full: Context) -> None:
    visitor.open("/training")
    visitor.press("計画に加える")
    assert "判断待ち" in visitor.text()
    assert any(one.title.startswith("次のトレーニング") for one in every_node(full).nodes)


def test_choices_are_kept_for_every_program(visitor: Visitor, full: Context) -> None:
    page = visitor.open("/settings")
    page.select_option("select[name=rubric]", "symmetric")
    page.check("input[name=show_track]")
    visitor.press("保存する")
    chosen = read_preferences(full.data_folder)
    assert (chosen.rubric, chosen.show_track) == ("symmetric", True)
    run = visitor.open(f"/runs/{newest_run(full)}")
    assert run.locator(".trackbox svg, section[aria-labelledby=track] p").count() == 1
    page = visitor.open("/settings")
    page.select_option("select[name=rubric]", "personal")
    page.uncheck("input[name=show_track]")
    visitor.press("保存する")
    assert visitor.open(f"/runs/{newest_run(full)}").locator("#track").count() == 0


def test_the_runner_says_what_holds(visitor: Visitor) -> None:
    page = visitor.open("/settings")
    page.select_option("select[name=quantity]", "heart_rate_max_bpm")
    page.fill("input[name=value]", "191")
    visitor.press("記録する")
    assert "191 bpm" in visitor.text()
    page.fill("input[name=value]", "900")
    page.locator("main").get_by_role("button", name="記録する").click()
    page.wait_for_selector("text=表示できません")
    visitor.seen.troubles.clear()  # the browser says that the answer was 400


def test_the_model_is_checked_on_the_page(visitor: Visitor) -> None:
    page = visitor.open("/settings")
    visitor.press("使えるか確かめる")
    page.wait_for_selector("#checked .flash")
    assert "モデル" in page.locator("#checked").inner_text()


def test_everything_can_be_taken_along(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.open("/settings")
    with page.expect_download() as waited:
        page.get_by_role("button", name="すべて書き出す（zip）").click()
    saved = tmp_path / "all.zip"
    waited.value.save_as(saved)
    assert saved.read_bytes().startswith(b"PK")


def test_attention_has_a_day_settings_and_answers(visitor: Visitor, full: Context) -> None:
    page = visitor.open("/focus")
    assert "いまは見ていません" in visitor.text()
    assert "使っていません" in visitor.text()
    assert "1:50:00" in visitor.text()
    visitor.press("休憩した")
    state = State(full.data_folder)
    told = read_notifications(state, start=NOW.replace(hour=0), end=NOW)
    assert [one.response for one in told] == ["accepted"]
    page.uncheck("input[name=camera_enabled]")
    page.fill("input[name=most_per_day]", "3")
    visitor.press("保存する")
    kept = json.loads(state.setting("focus.settings") or "{}")
    assert (kept["camera_enabled"], kept["most_per_day"]) == (False, 3)
    visitor.press("この日を文章にする")
    assert page.locator("p.said").count() >= 1


def test_a_baseline_is_learned_in_the_background(visitor: Visitor, full: Context) -> None:
    page = visitor.open("/form")
    visitor.press("いまの履歴から学習する")
    page.wait_for_selector("article.job >> text=完了")
    assert re.search(r"/jobs/\d+$", page.url)
    with full.store.read() as con:
        assert len(list_activities(con)) == 16


def _changes(context: Context) -> int:
    """Relations, groups and parts that there are beside those of the beginning."""
    with State(context.data_folder).session() as con:
        counts = [
            con.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("node_relations", "node_groups")
        ]
        parts = con.execute("SELECT count(*) FROM nodes WHERE parent_id IS NOT NULL").fetchone()[0]
    return int(sum(counts)) + int(parts) - 1
