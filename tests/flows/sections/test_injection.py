"""What a device or a user wrote to steer a model changes nothing but its own place."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from hakaru.core.errors import AnalysisRefused
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.narrate import analyze, menus_of
from hakaru.flows.reads import insert_section_analysis_dict, prefetch_activity_context
from hakaru.flows.report import report
from hakaru.present.sections import report_document
from hakaru.present.terminal import document_text
from hakaru.running.claims.choose import SectionTask
from hakaru.running.sections.model import SECTIONS
from tests.flows.factories import ask, run_sql
from tests.flows.sections.reading import known_of, narrated, run_id, stored_of, true_content
from tests.guard.payloads import ANSI, MARK, MARKDOWN_LINK, PAYLOADS, RAW_HTML, TURNED
from tests.shared import some

VERDICTS = (
    "SELECT activity_id, overall_score, gct_needs_improvement FROM form_evaluations ORDER BY 1"
)


def poison(context: Context, payload: str) -> None:
    """Every text field of a run that a watch or a user fills."""
    stored = payload.encode("utf-8", "replace").decode().replace("\0", "")
    run_sql(context, "UPDATE activities SET title = ?, gear = ?", [stored, stored])
    run_sql(context, "UPDATE devices SET product = ?", [stored])


def prompts(context: Context) -> list[str]:
    menus = menus_of(known_of(context, run_id(context))).values()
    made = [SectionTask(menu=menu, lang="ja").prompt for menu in menus]
    return [f"{prompt.system}\n{prompt.user}" for prompt in made]


def test_no_prompt_no_evidence_and_no_text_holds_a_word_of_it(own: Context) -> None:
    before = (
        prompts(own),
        dict(narrated(own, run_id(own))),
        as_plain(prefetch_activity_context(own, activity_id=str(run_id(own)), section_type=None)),
        ask(own, VERDICTS),
    )
    for payload in some(PAYLOADS, 6):
        poison(own, payload)
        after = (
            prompts(own),
            dict(narrated(own, run_id(own))),
            as_plain(
                prefetch_activity_context(own, activity_id=str(run_id(own)), section_type=None)
            ),
            ask(own, VERDICTS),
        )
        assert after == before, payload


class Tags(HTMLParser):
    """The tags of a page with the names of their attributes. What stands between backticks is set
    as code, in escaped text, so that tag says nothing."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, list[str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "code":
            self.seen.append((tag, sorted(name for name, _ in attrs)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("payload", PAYLOADS[::3], ids=lambda text: repr(text)[:24])
def test_a_report_shows_it_as_plain_text(own: Context, payload: str, tmp_path: Path) -> None:
    poison(own, "harmless")
    first = report(own, activity=str(run_id(own)), out=tmp_path / "first")
    plain = Tags(first.html.read_text("utf-8")).seen
    poison(own, payload)
    result = report(own, activity=str(run_id(own)), out=tmp_path)
    html, markdown = (path.read_text("utf-8") for path in (result.html, result.markdown))
    assert MARK in html
    assert Tags(html).seen == plain
    for shown in (html, markdown, document_text(report_document(result, "ja"))):
        assert not ANSI.search(shown)
        assert not TURNED.search(shown)
    assert not RAW_HTML.search(markdown)
    assert not MARKDOWN_LINK.search(markdown)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("section", SECTIONS)
def test_a_text_that_carries_it_is_refused_or_shown_as_plain_text(
    own: Context, section: str
) -> None:
    """As an author's own text: markup and foreign languages of the terminal never reach a page."""
    run = run_id(own)
    content = true_content(own, run, section)  # type: ignore[arg-type]
    for payload in some(PAYLOADS, 12):
        analysis = {**content, "text": f"{content['text']} {payload}"}
        try:
            insert_section_analysis_dict(
                own,
                activity_id=str(run),
                section_type=section,  # type: ignore[arg-type]
                analysis_data=analysis,
                agent_name=payload.replace("\0", "")[:60].encode("utf-8", "replace").decode(),
                agent_version=None,
            )
        except AnalysisRefused:
            continue
        kept = stored_of(own, run).get(section)
        stored = "" if kept is None else str(kept.data["text"])
        for traces in (ANSI, TURNED, RAW_HTML, MARKDOWN_LINK):
            assert not traces.search(stored), payload


def test_after_all_of_it_the_sections_are_what_they_were(own: Context) -> None:
    poison(own, PAYLOADS[6])
    result = analyze(own, activity=str(run_id(own)), missing=False, section=None, language=None)
    assert result.ok
    stored = stored_of(own, run_id(own))
    assert set(stored) == set(SECTIONS)
    for section in stored.values():
        assert set(section.data) <= {
            "text", "evidence", "language", "source", "evidence_sha256",
        }  # fmt: skip
        assert MARK not in str(section.data)
