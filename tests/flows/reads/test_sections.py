"""What is written about runs: stored, read back, searched."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hakaru.core.errors import BadArgument, NotRecorded, ReplyTooLarge, UnknownActivity
from hakaru.core.i18n import LANGUAGES
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.reads import (
    ANALYSIS_MOST_BYTES,
    InsertedSection,
    extract_insights,
    get_section_analysis,
    insert_section_analysis_dict,
)
from hakaru.present.reads import content_document
from hakaru.present.sections import inserted_document
from hakaru.store.sections import SectionType
from tests.documents import text_of
from tests.flows.factories import with_settings
from tests.flows.reads.seasons import rows, run_of
from tests.flows.session_seasons import copy_of, mixed_files, sessions


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Context]:
    """To be changed."""
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


def insert(
    context: Context,
    analysis: str | dict[str, object],
    *,
    section: SectionType = "summary",
    agent: str | None = None,
) -> InsertedSection:
    return insert_section_analysis_dict(
        context,
        activity_id=run_of(context, "interval"),
        section_type=section,
        analysis_data=analysis,
        agent_name=agent,
        agent_version=None,
    )


def distance(context: Context, written: str = "{:.2f} km") -> dict[str, object]:
    """An analysis that claims how far the run went."""
    (row,) = rows(
        context,
        "SELECT distance_m / 1000 FROM data.sessions "
        f"WHERE activity_id = {run_of(context, 'interval')}",
    )
    claim = {"claim": "value", "fact": "distance.actual", "says": written.format(row[0])}
    return {"claims": [{"claims": [claim]}]}


def read(context: Context, section: SectionType | None = "summary", *, size: int = 4096) -> Any:
    return get_section_analysis(
        context,
        activity_id=run_of(context, "interval"),
        section_type=section,
        max_output_size=size,
    ).reply


def search(context: Context, keywords: str, *, limit: int = 10) -> Any:
    return extract_insights(
        context, keywords=keywords, activity=None, since=None, limit=limit
    ).reply


def test_what_was_stored_is_read_back(own: Context) -> None:
    analysis: dict[str, object] = {"要約": ["水を飲んだ", True, None, {"note": "雨"}]}
    for form in (analysis, json.dumps(analysis)):
        insert(own, form, agent="summary-section-analyst")
        (note,) = read(own)["notes"]
        assert note["note"] == analysis
        assert note["checked"] is False
        assert note["author"] == "summary-section-analyst"
        assert note["created_at"] == own.now().isoformat()
        assert "warning" not in read(own)


def test_a_newer_analysis_supersedes_and_the_older_one_stays(own: Context) -> None:
    one, two = distance(own, "{:.2f} km"), distance(own, "{:.1f} km")
    assert as_plain(insert(own, one))["n_earlier"] == 0
    assert as_plain(insert(own, two))["n_earlier"] == 1
    assert as_plain(insert(own, two))["changed"] is False
    (section,) = read(own)["sections"]
    assert section["n_earlier"] == 1
    assert section["analysis_data"]["claims"] == two["claims"]
    stored = rows(own, "SELECT count(*) FROM section_analyses")
    assert stored == [(2,)]


def test_without_a_section_all_are_read_with_a_warning(own: Context) -> None:
    """Row 38."""
    insert(own, distance(own))
    insert(own, distance(own), section="split")
    insert(own, {"text": "two"}, section="phase")
    reply = read(own, None)
    assert "extract_insights()" in reply["warning"]
    assert [section["section_type"] for section in reply["sections"]] == ["split", "summary"]
    assert [note["section_type"] for note in reply["notes"]] == ["phase"]


def test_a_section_over_the_budget_names_the_search(own: Context) -> None:
    """Row 64."""
    insert(own, {"text": "あ" * 2000})
    with pytest.raises(ReplyTooLarge, match=r"extract_insights\(\)"):
        read(own)
    assert read(own, size=10_240)["notes"]


def test_what_is_not_there_is_an_error(own: Context) -> None:
    with pytest.raises(NotRecorded, match="a section analysis"):
        read(own, None)
    insert(own, {"text": "one"})
    with pytest.raises(NotRecorded, match="section_type = 'phase'"):
        read(own, "phase")


@pytest.mark.parametrize(
    "analysis",
    [
        "", "not json", "[1, 2]", '"text"', "null", "{}", '{"a": NaN}', '{"a": Infinity}',
        "[" * 5000, '{"a":' * 1000 + "1" + "}" * 1000, '{"a":' * 20 + "1" + "}" * 20,
        '{"a": "' + "x" * ANALYSIS_MOST_BYTES + '"}',
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_only_a_json_object_of_reasonable_size_is_stored(own: Context, analysis: str) -> None:
    with pytest.raises(BadArgument):
        insert(own, analysis)
    assert rows(own, "SELECT count(*) FROM section_analyses") == [(0,)]


def test_a_value_json_cannot_hold_is_refused(own: Context) -> None:
    for value in (float("nan"), object(), {1, 2}):
        with pytest.raises(BadArgument):
            insert(own, {"a": value})


def test_an_analysis_of_the_largest_size_can_be_read_back(own: Context) -> None:
    empty = len(json.dumps({"a": ""}, separators=(",", ":")))
    insert(own, {"a": "x" * (ANALYSIS_MOST_BYTES - empty)})
    assert read(own, size=10_240)["notes"]


def test_control_characters_and_turned_text_are_left_out(own: Context) -> None:
    insert(own, {"a\u0007": "x\u001b[Ky\u202ez\nw\ud800"}, agent="me\u0000\nyou")
    (note,) = read(own)["notes"]
    assert note["note"] == {"a": "x [Kyz\nw\ufffd"}
    assert note["author"] == "me you"


def test_nothing_is_stored_for_an_unknown_run(own: Context) -> None:
    with pytest.raises(UnknownActivity):
        insert_section_analysis_dict(
            own,
            activity_id="1",
            section_type="split",
            analysis_data='{"a": 1}',
            agent_name=None,
            agent_version=None,
        )


def test_a_name_too_long_is_refused(own: Context) -> None:
    with pytest.raises(BadArgument, match="at most 80 characters"):
        insert(own, {"a": 1}, agent="x" * 81)


def test_a_hit_says_where_inside_an_analysis_it_was(own: Context) -> None:
    insert(own, {"highlights": ["速い", {"note": "給水で Whale が出た"}]})
    reply = search(own, "whale 給水")
    (hit,) = reply["hits"]
    assert hit["where"] == "run_notes.summary.highlights[1].note"
    assert hit["text"] == "給水で Whale が出た"
    assert (reply["n_found"], reply["n_shown"]) == (1, 1)


def test_a_long_text_is_cut_around_the_word(own: Context) -> None:
    insert(own, {"text": "a" * 500 + " whale " + "b" * 500})
    (hit,) = search(own, "whale")["hits"]
    assert "whale" in hit["text"]
    assert hit["text"][0] == hit["text"][-1] == "…"
    assert len(hit["text"]) < 200


def test_lost_stars_are_found_by_their_words_and_by_their_code(mixed: Context) -> None:
    stored = rows(
        mixed,
        "SELECT DISTINCT activity_id FROM session_deductions WHERE reason = 'warmup_short'",
    )
    assert stored
    reply = search(mixed, "warmup_short", limit=50)
    assert {hit["activity_id"] for hit in reply["hits"]} == {row[0] for row in stored}
    japanese = search(mixed, "ウォームアップが短め", limit=50)
    assert japanese["n_found"] == len(stored)
    english = search(with_settings(mixed, language="en"), "warm-up was short", limit=50)
    assert english["hits"][0]["text"] == "the warm-up was short"


def test_form_verdicts_are_found(mixed: Context) -> None:
    ((activity_id, text),) = rows(
        mixed, "SELECT activity_id, gct_evaluation_text FROM form_evaluations LIMIT 1"
    )
    insights = extract_insights(
        mixed, keywords=text, activity=str(activity_id), since=None, limit=10
    ).reply
    assert insights["hits"][0]["where"] == "form_evaluations.gct_evaluation_text"  # type: ignore[index]


def test_titles_are_found_newest_first(mixed: Context) -> None:
    reply = search(mixed, "simulated")
    every = [session.activity_id for session in sessions(mixed)]
    assert [hit["activity_id"] for hit in reply["hits"]] == every[::-1]


def test_what_does_not_fit_is_counted(own: Context) -> None:
    """Row 64: no silent cut."""
    with own.store.write() as con:
        con.execute("UPDATE activities SET title = repeat('鯨 ', 90)")
        con.execute(
            "INSERT INTO section_analyses (activity_id, activity_date, section_type, "
            "analysis_data) SELECT activity_id, activity_date, 'split', "
            "json_object('a', repeat('鯨', 160)) FROM activities"
        )
    reply = search(own, "鯨", limit=50)
    assert reply["n_found"] == 2 * len(sessions(own))
    assert 0 < reply["n_shown"] == len(reply["hits"]) < reply["n_found"]


@pytest.mark.parametrize("keywords", ["", "   ", "a b c d e f g h i"])
def test_one_to_eight_words_are_looked_for(mixed: Context, keywords: str) -> None:
    with pytest.raises(BadArgument, match="words"):
        search(mixed, keywords)


def test_a_limit_out_of_range_is_refused(mixed: Context) -> None:
    for limit in (0, 51):
        with pytest.raises(BadArgument, match="between 1 and 50"):
            search(mixed, "a", limit=limit)


def test_nothing_found_is_an_answer(mixed: Context) -> None:
    reply = search(mixed, "鯨")
    assert (reply["n_found"], reply["hits"]) == (0, [])


def test_a_terminal_shows_an_analysis_as_its_author_wrote_it(own: Context) -> None:
    stored = insert(own, {"pace": {"split 3": [None, "雨"]}, "good": True})
    assert "確認していないメモ" in text_of(inserted_document(stored, "ja"))
    analyses = get_section_analysis(
        own,
        activity_id=run_of(own, "interval"),
        section_type="summary",
        max_output_size=4096,
    )
    for language in LANGUAGES:
        text = text_of(content_document(analyses, language))
        assert '"split 3": [' in text
        assert '"good": true' in text
