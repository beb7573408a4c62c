"""What others write about a run: what is true is a finding, the rest a note, false is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from hakaru.core.errors import AnalysisRefused
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.fresh import refresh
from hakaru.flows.freshness import is_stale
from hakaru.flows.narrate import analyze, read_known, shown_sections
from hakaru.flows.outside import judge_texts_again
from hakaru.flows.reads import (
    InsertedSection,
    extract_insights,
    get_section_analysis,
    insert_section_analysis_dict,
    prefetch_activity_context,
    validate_section_json,
)
from hakaru.flows.report import report
from hakaru.guard.claims import Claim, Compare, Extreme, Facts, Flag, Series, Trend, Value, holds
from hakaru.guard.claims_json import claim_from, claim_json, quantity_from
from hakaru.present.sections import inserted_document, report_document, validated_document
from hakaru.present.terminal import document_text
from hakaru.running.claims.facts import facts_of
from hakaru.running.claims.menu import menu_of
from hakaru.running.claims.outside import truth_of
from hakaru.running.claims.wording import figure
from hakaru.store.readers.base import find_run
from hakaru.store.sections import current_notes
from hakaru.store.stale import JUDGED_BY
from tests.documents import text_of
from tests.flows.factories import ask, run_sql, with_settings, without_verdict
from tests.flows.sections.reading import known_of, run_id, stored_of
from tests.flows.session_seasons import copy_of, mixed_files
from tests.guard.payloads import ANSI, MARKDOWN_LINK, PAYLOADS, RAW_HTML, TURNED

LIE = "Ground contact time was 199 ms."
FEELING = "I felt like a bird."


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Context]:
    """Two weeks with every kind of session, of one's own."""
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


@pytest.fixture
def english(own: Context) -> Context:
    return with_settings(own, language="en")


def facts(context: Context) -> Facts:
    return facts_of(known_of(context, run_id(context)))


def value_of(context: Context, fact: str) -> str:
    return figure(facts(context).by_id[fact])


def truth(context: Context) -> str:
    """A sentence that every reader reads, and that is so."""
    return f"Ground contact time was {value_of(context, 'gct.actual')}."


def said(fact: str, says: str) -> dict[str, object]:
    return {"claim": "value", "fact": fact, "says": says}


def hand_in(
    context: Context, analysis: Mapping[str, object], *, agent: str | None = "coach"
) -> InsertedSection:
    return insert_section_analysis_dict(
        context,
        activity_id=str(run_id(context)),
        section_type="efficiency",
        analysis_data=analysis,
        agent_name=agent,
        agent_version=None,
    )


def refusal(context: Context, analysis: Mapping[str, object]) -> str:
    before = ask(context, "SELECT count(*) FROM section_analyses")
    with pytest.raises(AnalysisRefused) as refused:
        hand_in(context, analysis)
    assert ask(context, "SELECT count(*) FROM section_analyses") == before
    assert current_notes_of(context) == []
    return " | ".join(refused.value.reasons)


def shown(context: Context) -> str:
    """The section as a reader sees it; '': nothing of anybody else."""
    with context.store.read() as con:
        known = read_known(con, find_run(con, str(run_id(context))))
        section = shown_sections(con, known, lang=context.settings.language)["efficiency"]
    return section.text.text if section.source == "agent" else ""


def current_notes_of(context: Context) -> list[Mapping[str, object]]:
    with context.store.read() as con:
        return [note.data for note in current_notes(con, run_id(context))]


def test_a_true_claim_is_a_finding_and_a_false_one_is_told_what_is_true(english: Context) -> None:
    gct = value_of(english, "gct.actual")
    kept = hand_in(english, {"claims": [said("gct.actual", gct)]})
    assert (kept.n_findings, kept.note_id, kept.n_unread) == (1, None, 0)
    stored = stored_of(english, run_id(english))["efficiency"]
    assert stored.data["evidence"] == ["gct.actual"]
    assert shown(english)
    assert f"the contact time was {gct}; this does not hold: The contact time" in refusal(
        english, {"claims": [said("gct.actual", gct), said("gct.actual", "275 ms")]}
    )


def test_a_claim_about_nothing_names_what_is_close_to_it(english: Context) -> None:
    assert "close to it: gct.actual" in refusal(english, {"claims": [said("gtc.actual", "240 ms")]})
    assert "one figure with its unit" in refusal(english, {"claims": [said("gct.actual", "fast")]})
    assert "on the menu" in refusal(english, {"claims": ["no.such.offer"]})
    assert "1 to 60 entries" in refusal(english, {"claims": []})
    assert "an entry is" in refusal(english, {"claims": [{"text": "Well done."}]})
    assert "is no fact of this run" in refusal(english, {"text": "x", "evidence": ["mood.actual"]})


def test_what_the_menu_offers_is_claimed_by_its_id(own: Context) -> None:
    offer = menu_of(known_of(own, run_id(own)))[0]
    for entry in (offer.id, {"ids": [offer.id]}, {"claims": [offer.id]}):
        kept = hand_in(own, {"claims": [entry]})
        assert (kept.n_findings, kept.note_id) == (1, None)
    assert stored_of(own, run_id(own))["efficiency"].data["evidence"] == list(offer.evidence)


def test_every_kind_of_claim_is_told_what_is_true_instead(english: Context) -> None:
    known = facts(english)
    series = Series("pace", "actual", "split")
    fastest = min(known.series(series), key=lambda fact: float(fact.value)).scope
    slowest = max(known.series(series), key=lambda fact: float(fact.value)).scope
    pace, slow = f"pace.actual@{fastest}", f"pace.actual@{slowest}"
    wrong: Mapping[str, Claim] = {
        value_of(english, pace): Value(pace, quantity_from("3:01/km")),
        value_of(english, slow): Compare(slow, "lower", pace),
        "1:39 slower": Compare(slow, "higher", pace, quantity_from("99 s")),
        "had the fastest pace": Extreme(series, "lowest", (slowest,)),
        "stayed the same": Trend(series, "equal"),
        "this does not hold": Flag(next(n for n, so in known.flags.items() if so), False),
        "interval": claim_from({"claim": "text", "fact": "kind.actual", "says": "race"}),
        "was below 100ms": claim_from(
            {"claim": "limit", "fact": "gct.actual", "bound": "below", "says": "100 ms"}
        ),
        "lay between 4": claim_from(
            {
                "claim": "within", "fact": slow, "side": "inside",
                "low": pace, "high": pace,
            }
        ),
        slowest: claim_from(
            {"claim": "every", "series": "pace.actual@split", "bound": "below", "says": "2:00/km"}
        ),
        "lay between": claim_from(
            {"claim": "span", "series": "pace.actual@split", "low": "2:00/km", "high": "2:01/km"}
        ),
        "9 times": claim_from(
            {"claim": "count", "series": "pace.actual@split", "bound": "below",
             "limit": "2:00/km", "n": 9}
        ),
        "nothing shows": claim_from({"claim": "cause", "fact": "pace.delta", "cause": "mood"}),
    }  # fmt: skip
    for words, claim in wrong.items():
        assert not holds(claim, known)
        assert words in truth_of(claim, known), truth_of(claim, known)
        told = refusal(english, {"claims": [claim_json(claim)]})
        assert told.startswith("claims[0]: ")


def test_the_authors_words_stand_only_where_they_say_nothing_else(english: Context) -> None:
    gct = value_of(english, "gct.actual")
    claims = [said("gct.actual", gct)]
    hand_in(english, {"claims": [{"claims": claims, "text": truth(english)}]})
    assert shown(english) == truth(english)
    assert current_notes_of(english) == []
    for text in (FEELING, LIE, f"Cadence was {value_of(english, 'cadence.actual')}."):
        kept = hand_in(english, {"claims": [{"claims": claims, "text": text}]})
        assert kept.note_id is not None
        assert text not in shown(english)
        assert shown(english)
        (note,) = current_notes_of(english)
        assert text in json.dumps(note)


def test_a_text_that_is_read_to_its_end_and_true_is_a_finding(english: Context) -> None:
    text = f"{truth(english)} Cadence was {value_of(english, 'cadence.actual')}."
    kept = hand_in(english, {"text": text})
    assert (kept.n_findings, kept.note_id) == (2, None)
    assert shown(english) == text
    japanese = with_settings(english, language="ja")
    assert shown(japanese)
    assert truth(english) not in shown(japanese)


def test_of_a_text_that_is_read_in_part_the_rest_is_a_note(english: Context) -> None:
    text = f"{truth(english)} {FEELING}"
    kept = hand_in(english, {"text": text})
    assert (kept.n_findings, kept.n_unread) == (1, 1)
    assert shown(english) == truth(english)
    assert current_notes_of(english) == [{"text": text}]


def test_what_is_not_understood_is_said_to_be_a_note_and_never_to_be_right(
    english: Context,
) -> None:
    judged = validate_section_json(
        english,
        activity_id=str(run_id(english)),
        section_type="efficiency",
        analysis_data={"text": FEELING},
    )
    text = document_text(validated_document(judged, "en"))
    assert "1 passage is not understood" in text
    assert "Nothing is wrong" not in text
    text = document_text(inserted_document(hand_in(english, {"text": FEELING}), "en"))
    assert "1 passage was not understood" in text
    assert "stored" not in text
    kept = hand_in(english, {"text": truth(english)})
    assert "1 statement stored" in document_text(inserted_document(kept, "en"))


@pytest.mark.parametrize(
    "analysis", [{"text": LIE}, {"notes": [{"deep": LIE}]}, {"text": f"{FEELING} {LIE}"}]
)
def test_a_sentence_that_is_read_and_false_refuses_everything(
    english: Context, analysis: dict[str, object]
) -> None:
    assert f"was {value_of(english, 'gct.actual')}; this does not hold" in refusal(
        english, analysis
    )


def test_what_the_run_does_not_know_is_neither_true_nor_false(english: Context) -> None:
    without_verdict(english, run_id(english))
    assert "gct.actual" not in facts(english).by_id
    kept = hand_in(english, {"text": LIE})
    assert (kept.n_findings, kept.n_unread) == (0, 1)
    assert shown(english) == ""


def test_any_object_is_kept_whole_and_nothing_of_it_is_a_finding_unread(english: Context) -> None:
    free: dict[str, object] = {"score": 7, "good": True, "tips": ["More water!", None], "x": {}}
    kept = hand_in(english, free)
    assert kept.analysis_id is None
    assert current_notes_of(english) == [free]
    mixed = {"tips": [truth(english), "More water!"]}
    assert hand_in(english, mixed).n_findings == 1
    assert shown(english) == truth(english)
    assert current_notes_of(english) == [mixed]
    nothing: dict[str, object] = {"text": ""}
    assert hand_in(english, nothing).note_id is not None


def test_what_is_false_is_told_in_the_language_of_the_user(own: Context) -> None:
    gct = value_of(own, "gct.actual")
    told = refusal(own, {"claims": [said("gct.actual", "275 ms")]})
    assert told == f"claims[0]: 接地時間は{gct}。次の文は成り立ちません：接地時間は275msでした。"


def test_the_same_again_changes_nothing_and_a_newer_note_of_an_author_supersedes(
    english: Context,
) -> None:
    first = hand_in(english, {"text": FEELING})
    again = hand_in(english, {"text": FEELING})
    assert (first.changed, again.changed, again.note_id) == (True, False, first.note_id)
    hand_in(english, {"text": "A bird sang."}, agent="another")
    hand_in(english, {"text": "It was fun."})
    assert current_notes_of(english) == [{"text": "A bird sang."}, {"text": "It was fun."}]
    hand_in(english, {"text": truth(english)})
    assert current_notes_of(english) == [{"text": "A bird sang."}]
    assert ask(english, "SELECT count(*) FROM run_notes") == [(3,)]


def test_checking_says_beforehand_what_would_become_of_it(english: Context) -> None:
    def checked(text: str) -> Any:
        result = validate_section_json(
            english,
            activity_id=str(run_id(english)),
            section_type="efficiency",
            analysis_data={"text": text},
        )
        return as_plain(result)

    assert checked(truth(english)) | {"findings": []} == checked(truth(english))
    noted = checked(FEELING)
    assert noted["ok"] is True
    assert [row["rule"] for row in noted["findings"]] == ["outside.note"]
    refused = checked(f"{LIE} {FEELING}")
    assert refused["ok"] is False
    assert [row["rule"] for row in refused["findings"]] == ["outside.false"]
    assert ask(english, "SELECT count(*) FROM run_notes") == [(0,)]


def test_a_note_is_shown_beside_the_run_and_marked_as_not_checked(
    own: Context, tmp_path: Path
) -> None:
    hand_in(own, {"text": f"{FEELING} <b>bold</b> [x](http://a.example)", "mood": 7})
    for language, heading in (
        ("en", "Note by coach (not checked)"),
        ("ja", "coachのメモ（未検証）"),
    ):
        context = with_settings(own, language=language)
        result = report(context, activity=str(run_id(own)), out=tmp_path / language)
        html, markdown = (path.read_text("utf-8") for path in (result.html, result.markdown))
        terminal = text_of(report_document(result, context.settings.language))
        for page in (html, markdown, terminal):
            assert heading in page
            assert FEELING.strip(".") in page
            assert "mood" in page
        assert "<b>bold" not in html
        assert not RAW_HTML.search(markdown)
        assert not MARKDOWN_LINK.search(markdown)
        assert html.index(heading) > html.index('id="basics"')


def test_a_note_is_never_evidence_a_prompt_or_a_finding(english: Context) -> None:
    def seen() -> tuple[object, ...]:
        run = str(run_id(english))
        with english.store.read() as con:
            known = read_known(con, find_run(con, run))
            sections = shown_sections(con, known, lang="en")
        return (
            as_plain(prefetch_activity_context(english, activity_id=run, section_type=None)),
            sections,
            facts(english),
        )

    before = seen()
    hand_in(english, {"text": FEELING})
    assert seen() == before


def test_a_read_gives_findings_and_apart_from_them_the_notes(english: Context) -> None:
    hand_in(english, {"text": f"{truth(english)} {FEELING}"})
    reply: Any = get_section_analysis(
        english, activity_id=str(run_id(english)), section_type="efficiency", max_output_size=4096
    ).reply
    (section,), (note,) = reply["sections"], reply["notes"]
    assert FEELING not in json.dumps(section)
    assert (note["checked"], note["author"]) == (False, "coach")
    hits: Any = extract_insights(english, keywords="bird", activity=None, since=None, limit=5).reply
    assert [hit["where"] for hit in hits["hits"]] == ["run_notes.efficiency.text"]


@pytest.mark.parametrize("payload", PAYLOADS[::4], ids=lambda text: repr(text)[:24])
def test_a_note_cannot_steer_what_shows_it(own: Context, payload: str, tmp_path: Path) -> None:
    text = payload.replace("\0", "").encode("utf-8", "replace").decode()
    try:
        hand_in(own, {"text": text, text: [text]}, agent=text[:60])
    except AnalysisRefused:
        return
    result = report(own, activity=str(run_id(own)), out=tmp_path)
    for path in (result.html, result.markdown):
        page = path.read_text("utf-8")
        assert not ANSI.search(page)
        assert not TURNED.search(page)
    markdown = result.markdown.read_text("utf-8")
    assert not RAW_HTML.search(markdown)
    assert not MARKDOWN_LINK.search(markdown)


def test_what_no_longer_holds_gives_way_to_the_narrator(english: Context) -> None:
    hand_in(english, {"text": truth(english)})
    run_sql(english, "UPDATE metric_verdicts SET actual = actual * 1.1")
    assert shown(english) == ""


def _put(context: Context, content: object, *, minute: int, version: str = "old") -> None:
    """A text as an earlier version stored it."""
    run_sql(
        context,
        "INSERT INTO section_analyses (activity_id, activity_date, section_type, analysis_data, "
        "agent_name, agent_version, created_at) SELECT activity_id, activity_date, 'efficiency', "
        "?, 'coach', ?, started_at + to_minutes(?::INTEGER) FROM activities WHERE activity_id = ?",
        [json.dumps(content), version, minute, run_id(context)],
    )


def test_what_is_stored_is_judged_again_once_when_the_folder_is_opened(english: Context) -> None:
    refresh(english)
    with english.store.read(as_it_is=True) as con:
        assert not is_stale(con, english.settings)
    text = f"{truth(english)} {FEELING}"
    _put(english, {"text": "Superseded words."}, minute=0)
    _put(english, {"text": text}, minute=1)
    assert shown(english) == ""
    with english.store.read(as_it_is=True) as con:
        assert is_stale(con, english.settings)
    assert refresh(english)
    with english.store.read(as_it_is=True) as con:
        assert not is_stale(con, english.settings)
    assert shown(english) == truth(english)
    assert current_notes_of(english) == [{"text": text}]
    assert ask(english, "SELECT note->>'text', author FROM run_notes ORDER BY 1") == sorted(
        [(text, "coach"), ("Superseded words.", "coach")]
    )
    assert ask(english, "SELECT DISTINCT judged_by FROM section_analyses") == [(JUDGED_BY,)]
    before = ask(english, "SELECT * FROM run_notes ORDER BY note_id")
    judge_texts_again(english)
    assert ask(english, "SELECT * FROM run_notes ORDER BY note_id") == before


@pytest.mark.parametrize("text", [LIE, FEELING])
def test_a_stored_text_that_does_not_pass_becomes_a_note(english: Context, text: str) -> None:
    _put(english, {"text": text, "evidence": []}, minute=1)
    judge_texts_again(english)
    assert ask(english, "SELECT count(*) FROM section_analyses") == [(0,)]
    assert current_notes_of(english) == [{"text": text, "evidence": []}]
    assert shown(english) == ""


def test_claims_that_an_earlier_version_stored_unread_count_for_nothing(english: Context) -> None:
    """Its text was never held against them."""
    gct = said("gct.actual", value_of(english, "gct.actual"))
    _put(english, {"text": LIE, "claims": [{"claims": [gct], "text": LIE}]}, minute=1)
    assert shown(english) == ""
    judge_texts_again(english)
    assert LIE not in shown(english)
    assert shown(english)


def test_our_own_texts_stay_ours_when_others_are_judged_again(own: Context) -> None:
    analyze(own, activity=str(run_id(own)), missing=False, section=None, language=None)
    before = ask(own, "SELECT analysis_id, analysis_data FROM section_analyses ORDER BY 1")
    run_sql(own, "UPDATE section_analyses SET judged_by = NULL")
    judge_texts_again(own)
    assert ask(own, "SELECT analysis_id, analysis_data FROM section_analyses ORDER BY 1") == before
    assert ask(own, "SELECT count(*) FROM run_notes") == [(0,)]
