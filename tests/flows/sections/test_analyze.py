"""`hakaru analyze`: worded by a model or the narrator, checked, stored, resumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from hakaru.core.errors import BadArgument, ModelError, ModelNotConfigured, ModelUnreachable
from hakaru.core.i18n import Lang, Language, in_language, message
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context, ModelSettings
from hakaru.flows.evaluate import reevaluate
from hakaru.flows.narrate import AnalyzeResult, analyze, shown_sections
from hakaru.flows.reads import insert_section_analysis_dict
from hakaru.running.claims.choose import chosen_of, joined
from hakaru.running.claims.menu import menu_of
from hakaru.running.sections.evidence import SECTIONS_VERSION, origin_of
from hakaru.running.sections.model import SECTIONS, SectionName
from hakaru.store.readers.base import size_bytes
from tests.flows.factories import ask, run_sql, stored_runs, with_settings
from tests.flows.sections.models import Answering
from tests.flows.sections.reading import known_of, narrated, offered, run_id, stored_of


def words(
    context: Context,
    activity: int | None,
    *,
    section: SectionName | None = None,
    language: Language | None = None,
) -> AnalyzeResult:
    return analyze(
        context,
        activity=None if activity is None else str(activity),
        missing=activity is None,
        section=section,
        language=language,
    )


def with_model(context: Context, model: Answering) -> Context:
    settings = replace(context.settings, model=ModelSettings(at_once=5))
    return replace(context, model=model, settings=settings)


def honest(context: Context, activity_id: int) -> Mapping[SectionName, Mapping[str, object]]:
    """Replies of a model that chooses the two lightest offers of each section, the last first."""
    chosen = {name: offered(context, activity_id, name)[-2:][::-1] for name in SECTIONS}
    return {
        name: {"claims": [{"ids": [offer.id]} for offer in offers]}
        for name, offers in chosen.items()
    }


def own_words(
    context: Context, activity_id: int, reply: Mapping[str, object], *, lang: Lang = "ja"
) -> str:
    """The text of a choice in the words of the menu."""
    offers = {offer.id: offer for name in SECTIONS for offer in offered(context, activity_id, name)}
    ids = [name for sentence in chosen_of(reply) for name in sentence.ids]
    return joined([in_language(offers[name].wording, lang) for name in ids], lang)


def test_without_a_model_the_narrator_words_all_five(own: Context) -> None:
    result = words(own, run_id(own))
    assert as_plain(result)["n_by_narrator"] == len(SECTIONS)
    stored = stored_of(own, run_id(own))
    texts = narrated(own, run_id(own))
    for name in SECTIONS:
        section = stored[name]
        assert section.data["text"] == texts[name].text
        assert section.data["source"] == "narrator"
        assert (section.agent_name, section.agent_version) == (
            f"{name}-section-analyst",
            SECTIONS_VERSION,
        )
        assert len(str(section.data["evidence_sha256"])) == 64


def test_what_is_up_to_date_is_not_done_again(own: Context) -> None:
    words(own, run_id(own))
    again = words(own, run_id(own))
    assert as_plain(again)["n_stored"] == 0
    assert as_plain(again)["n_up_to_date"] == len(SECTIONS)
    assert ask(own, "SELECT count(*) FROM section_analyses") == [(len(SECTIONS),)]
    assert again.runs[0].shown.keys() == set(SECTIONS)


def test_a_new_verdict_makes_only_the_sections_about_form_due(own: Context) -> None:
    words(own, run_id(own))
    run_sql(
        own,
        "UPDATE metric_verdicts SET actual = actual * 1.004 "
        "WHERE metric = 'gct' AND activity_id = ?",
        [run_id(own)],
    )
    assert set(words(own, run_id(own)).runs[0].stored) == {"efficiency", "summary"}


def test_every_run_that_lacks_sections_is_worded_and_then_none(own: Context) -> None:
    words(own, run_id(own))
    n_runs = len(stored_runs(own))
    result = words(own, None)
    assert (len(result.runs), result.failed, result.ok) == (n_runs - 1, (), True)
    assert size_bytes(as_plain(result)) <= 4096
    assert words(own, None).runs == ()
    assert len(words(own, None, language="en").runs) == n_runs


def test_only_the_section_asked_for_is_worded_in_the_language_asked_for(own: Context) -> None:
    result = words(own, run_id(own), section="split", language="en")
    assert set(result.runs[0].stored) == {"split"}
    data = stored_of(own, run_id(own))["split"].data
    assert data["text"] == narrated(own, run_id(own), "en")["split"].text
    assert origin_of(data).lang == "en"


def test_an_activity_or_missing_but_not_both_and_neither_is_the_latest(own: Context) -> None:
    with pytest.raises(BadArgument):
        analyze(own, activity=str(run_id(own)), missing=True, section=None, language=None)
    result = analyze(own, activity=None, missing=False, section="split", language=None)
    newest = max(stored_runs(own), key=lambda run: run.started_at)
    assert [run.activity_id for run in result.runs] == [newest.activity_id]


def test_a_model_words_all_sections_at_the_same_time(own: Context) -> None:
    replies = honest(own, run_id(own))
    model = Answering(lambda section: replies[section], together=len(SECTIONS))
    result = words(with_model(own, model), run_id(own))
    assert as_plain(result)["n_by_model"] == len(SECTIONS)
    for name, section in stored_of(own, run_id(own)).items():
        reply = replies[name]  # type: ignore[index]  # sections of ours
        assert section.data["text"] == own_words(own, run_id(own), reply)
        assert chosen_of(section.data) == chosen_of(reply)
        assert section.data["evidence"]
        assert origin_of(section.data).source == "llm"


def test_the_narrator_speaks_where_the_model_lies_or_gives_no_reply(own: Context) -> None:
    replies: dict[SectionName, Mapping[str, object] | str | ModelError] = dict(
        honest(own, run_id(own))
    )
    replies["efficiency"] = {"claims": [{"ids": ["mood"], "text": "GCTは199msで要改善です。"}]}
    replies["split"] = ModelUnreachable("nowhere", message("nothing listens there"))
    replies["phase"] = "I am sorry"
    model = Answering(lambda section: replies[section])
    result = words(with_model(own, model), run_id(own))
    (run,) = result.runs
    assert run.stored == {
        "split": "narrator",
        "phase": "narrator",
        "efficiency": "narrator",
        "environment": "llm",
        "summary": "llm",
    }
    assert "mood" in run.reasons["efficiency"]
    assert "nothing listens" in run.reasons["split"]
    assert size_bytes(as_plain(result)) <= 4096
    texts = narrated(own, run_id(own))
    assert stored_of(own, run_id(own))["efficiency"].data["text"] == texts["efficiency"].text
    assert len(model.prompts) == 3 + 1 + 3 + 1 + 1


def test_a_model_that_is_configured_later_replaces_the_narrator(own: Context) -> None:
    words(own, run_id(own))
    replies = honest(own, run_id(own))
    model = Answering(lambda section: replies[section])
    asked = with_model(own, model)
    assert as_plain(words(asked, run_id(own)))["n_by_model"] == len(SECTIONS)
    assert as_plain(words(asked, run_id(own)))["n_up_to_date"] == len(SECTIONS)


def test_a_model_that_is_not_set_up_is_an_error_and_no_narrator(own: Context) -> None:
    model = Answering(lambda section: ModelNotConfigured("OPENAI_API_KEY"))
    with pytest.raises(ModelNotConfigured):
        words(with_model(own, model), run_id(own))
    assert stored_of(own, run_id(own)) == {}


def test_a_choice_is_shown_anew_as_far_as_it_is_still_on_the_menu(own: Context) -> None:
    replies = honest(own, run_id(own))
    words(
        with_model(own, Answering(lambda section: replies[section])), run_id(own), section="split"
    )
    known = known_of(own, run_id(own))
    with own.store.read() as con:
        shown = shown_sections(con, known, lang="ja")["split"]
        assert (shown.source, shown.text.text) == (
            "llm",
            own_words(own, run_id(own), replies["split"]),
        )
        gone = replace(known, splits=())
        assert shown_sections(con, gone, lang="ja")["split"].source == "narrator"


def test_a_text_that_was_changed_where_it_lies_is_not_shown(own: Context) -> None:
    replies = honest(own, run_id(own))
    words(
        with_model(own, Answering(lambda section: replies[section])), run_id(own), section="split"
    )
    run_sql(
        own,
        "UPDATE section_analyses SET analysis_data = json_merge_patch(analysis_data, "
        """'{"text": "GCTは199msでした。"}')""",
    )
    known = known_of(own, run_id(own))
    with own.store.read() as con:
        text = shown_sections(con, known, lang="ja")["split"].text.text
    assert text == own_words(own, run_id(own), replies["split"])


def test_what_another_author_wrote_and_still_holds_is_left_alone(own: Context) -> None:
    offer = menu_of(known_of(own, run_id(own)))[0].id
    content = {"claims": [{"ids": [offer]}]}
    insert_section_analysis_dict(
        own,
        activity_id=str(run_id(own)),
        section_type="summary",
        analysis_data=content,
        agent_name="somebody",
        agent_version=None,
    )
    (run,) = words(own, run_id(own)).runs
    assert run.up_to_date == ("summary",)
    assert run.shown["summary"].source == "agent"
    assert stored_of(own, run_id(own))["summary"].agent_name == "somebody"


def test_one_run_that_fails_does_not_stop_the_others(few: Context) -> None:
    broken = run_id(few)
    run_sql(
        few, "UPDATE data.sessions SET training_type = 'nonsense' WHERE activity_id = ?", [broken]
    )
    result = words(few, None)
    assert [failure.activity_id for failure in result.failed] == [broken]
    assert len(result.runs) == len(stored_runs(few)) - 1
    assert not result.ok
    assert size_bytes(as_plain(result)) <= 4096


@pytest.mark.soak
def test_a_verdict_that_came_after_the_words_makes_a_run_due(own: Context) -> None:
    words(own, None)
    later = replace(own, now=lambda: own.now().replace(year=own.now().year + 1))
    reevaluate(with_settings(later, cadence_minimum_spm=190.0), since=None, until=None)
    assert words(later, None).runs
