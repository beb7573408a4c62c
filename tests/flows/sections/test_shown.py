"""Words beside the tables: the stored ones where they hold, the narrator's otherwise."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from hakaru.core.errors import SourceError, UnknownActivity
from hakaru.core.i18n import LANGUAGES, Locale
from hakaru.core.plain import as_plain
from hakaru.core.quantity import Lengths
from hakaru.flows.context import Context
from hakaru.flows.narrate import analyze
from hakaru.flows.reads import insert_section_analysis_dict
from hakaru.flows.report import report
from hakaru.flows.run import RunResult, Step, run
from hakaru.present.figures import markdown as escaped
from hakaru.present.sections import analyzed_document, run_document
from hakaru.running.claims.facts import facts_of
from hakaru.running.claims.wording import figure
from hakaru.running.sections.model import SECTIONS
from hakaru.store.activities import list_activities
from hakaru.store.file_access import PersonOutput
from hakaru.store.readers.base import size_bytes
from tests.documents import text_of
from tests.flows.factories import make_context, run_sql, with_settings, without_verdict
from tests.flows.sections.reading import known_of, narrated, run_id, stored_of
from tests.flows.session_seasons import mixed_files


def test_without_stored_sections_the_narrator_speaks_on_the_spot(
    own: Context, tmp_path: Path
) -> None:
    result = report(own, activity=str(run_id(own)), out=tmp_path)
    texts = narrated(own, run_id(own))
    html = result.html.read_text(encoding="utf-8")
    for name in SECTIONS:
        assert result.sections[name].source == "narrator"
        if name == "split":  # what the tables and cards of the page say is not said again
            assert texts[name].text in html
            assert texts[name].text in result.markdown.read_text(encoding="utf-8")
    assert stored_of(own, run_id(own)) == {}


def test_a_stored_text_is_shown_while_it_holds(own: Context, tmp_path: Path) -> None:
    gct = figure(facts_of(known_of(own, run_id(own))).by_id["gct.actual"])
    text = f"接地時間は{gct}でした。"
    claim = {"claim": "value", "fact": "gct.actual", "says": gct}
    content = {"claims": [{"claims": [claim], "text": text}]}
    insert_section_analysis_dict(
        own,
        activity_id=str(run_id(own)),
        section_type="summary",
        analysis_data=content,
        agent_name=None,
        agent_version=None,
    )
    shown = report(own, activity=str(run_id(own)), out=tmp_path)
    assert shown.sections["summary"].source == "agent"
    assert text in shown.html.read_text(encoding="utf-8")
    assert escaped(text) in shown.markdown.read_text(encoding="utf-8")
    english = with_settings(own, language="en")
    worded = report(english, activity=str(run_id(own)), out=tmp_path / "en").sections["summary"]
    assert worded.source == "agent"
    assert text not in worded.text.text
    run_sql(own, "UPDATE metric_verdicts SET actual = actual * 1.5")
    later = report(own, activity=str(run_id(own)), out=tmp_path / "later")
    assert later.sections["summary"].source == "narrator"
    assert text not in later.html.read_text(encoding="utf-8")


def test_a_run_goes_from_its_file_to_its_report_and_again_does_nothing_twice(
    tmp_path: Path,
) -> None:
    context = make_context(tmp_path / "data")
    path = mixed_files()[0]
    out = PersonOutput(path=tmp_path / "out", overwrite=True)
    first = run(context, subject=path, out=out, language=None)
    assert first.steps == ("ingest",)
    (written,) = first.reports
    assert written.html.is_file()
    assert as_plain(first.sections)["n_stored"] == len(SECTIONS)
    again = run(context, subject=path, out=out, language=None)
    assert again.steps == ()
    assert as_plain(again.sections)["n_up_to_date"] == len(SECTIONS)
    by_id = run(context, subject=str(written.activity_id), out=out, language="en")
    assert as_plain(by_id.sections)["n_stored"] == len(SECTIONS)
    assert by_id.ok
    for result in (first, by_id):
        assert size_bytes(as_plain(result)) <= 4096
        for language in ("ja", "en"):
            assert str(written.html) in text_of(run_document(result, language))
    context.store.close()


def test_what_was_never_judged_or_looked_at_is_done_on_the_way(own: Context) -> None:
    key = run_id(own)
    run_sql(own, "DELETE FROM data.sessions WHERE activity_id = ?", [key])
    done = _run(own, key)
    assert "understand" in done.steps
    without_verdict(own, key)
    assert _run(own, key).steps == ("evaluate",)


def test_every_step_of_a_run_has_its_word(own: Context) -> None:
    done = _run(own, run_id(own))
    steps = get_args(Step)
    for language in LANGUAGES:
        shown = [text_of(run_document(replace(done, steps=(step,)), language)) for step in steps]
        assert len({text.splitlines()[0] for text in shown}) == len(steps)


def _run(context: Context, key: int) -> RunResult:
    return run(context, subject=str(key), out=None, language=None)


def test_a_file_without_a_run_and_an_unknown_day_are_errors(own: Context, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("no run", encoding="utf-8")
    with pytest.raises(SourceError):
        run(own, subject=tmp_path / "note.txt", out=None, language=None)
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match="no run"):
        run(own, subject=tmp_path / "empty", out=None, language=None)
    with pytest.raises(UnknownActivity):
        run(own, subject="1999-01-01", out=None, language=None)


def test_a_terminal_shows_one_run_and_counts_many(few: Context) -> None:
    def ask(activity: str | None) -> str:
        result = analyze(
            few, activity=activity, missing=activity is None, section=None, language=None
        )
        return text_of(analyzed_document(result, few.settings.language))

    text = ask(str(run_id(few)))
    assert "まとめ" in text
    assert "フェーズ" in text
    many = ask(None)
    assert "まとめ" not in many
    assert "ランはありません" in ask(None)


def test_a_failed_run_and_a_narrator_in_place_of_a_model_are_told(few: Context) -> None:
    key = run_id(few)
    run_sql(few, "UPDATE data.sessions SET training_type = 'nonsense' WHERE activity_id = ?", [key])
    result = analyze(few, activity=str(key), missing=False, section=None, language=None)
    assert str(key) in text_of(analyzed_document(result, "en"))
    worded = analyze(few, activity=None, missing=True, section=None, language=None)
    told = replace(worded.runs[0], reasons={"split": "it was slow"})
    slow = analyzed_document(replace(worded, runs=(told,)), "en")
    assert "it was slow" in text_of(slow)


def test_a_text_that_says_lengths_is_told_in_our_words_to_a_reader_of_miles(
    own: Context, tmp_path: Path
) -> None:
    facts = facts_of(known_of(own, run_id(own)))
    shown = {}
    for name in ("pace", "gct"):
        says = figure(facts.by_id[f"{name}.actual"])
        claim = {"claim": "value", "fact": f"{name}.actual", "says": says}
        words = {"pace": f"平均ペースは{says}でした。", "gct": f"接地時間は{says}でした。"}[name]
        insert_section_analysis_dict(
            own,
            activity_id=str(run_id(own)),
            section_type="summary",
            analysis_data={"claims": [{"claims": [claim], "text": words}]},
            agent_name=None,
            agent_version=None,
        )
        for lengths in get_args(Lengths):
            reader = with_settings(own, lengths=lengths)
            out = tmp_path / f"{name}-{lengths}"
            made = report(reader, activity=str(run_id(own)), out=out).sections["summary"]
            assert made.source == "agent"
            shown[name, lengths] = made.text.text
        assert shown[name, "km"] == words
    assert shown["gct", "mi"] == shown["gct", "km_and_mi"] == shown["gct", "km"]
    assert "/km" not in shown["pace", "mi"]
    assert re.search(r"\d/mi", shown["pace", "mi"])
    assert re.search(r"\d/km \(\d+:\d\d/mi\)", shown["pace", "km_and_mi"])


def test_an_analysis_is_told_in_the_lengths_of_the_reader_and_stored_in_kilometres(
    own: Context,
) -> None:
    reader = with_settings(own, lengths="mi")
    made = analyze(reader, activity=str(run_id(own)), missing=False, section=None, language=None)
    assert re.search(r"\d/mi", text_of(analyzed_document(made, Locale("ja", "mi"))))
    stored = str(stored_of(own, run_id(own))["split"].data["text"])
    assert re.search(r"\d/km", stored)
    assert "/mi" not in stored


def test_form_is_held_only_against_runs_that_the_same_kind_of_sensor_measured(
    own: Context,
) -> None:
    with own.store.read() as con:
        latest = list_activities(con, limit=1)[0].activity_id
    before = known_of(own, latest).past
    assert before is not None
    assert before.form_pct["gct"]
    run_sql(
        own,
        f"UPDATE metric_verdicts SET sensor_group = 'another' WHERE activity_id <> {latest}",
    )
    after = known_of(own, latest).past
    assert after is not None
    assert not any(after.form_pct.values())
