"""Can every sentence that a user meets be said in Japanese, and is every row of the tables used?"""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from hakaru.present.sentences import NAME_SLOTS, NUMBER_SLOTS, SENTENCE_SLOTS, TABLES, USAGE
from hakaru.present.sentences_files import NAMES
from tests.contracts.sentences import ANY, Sentence, numberless, sentences, slotless
from tests.contracts.tree import modules, parse

MAKERS: Mapping[str, int | None] = {
    "flows/asking.py:NO_MODEL": None,
    "sources/engines.py:ENDED": None,
    "flows/focus.py:NOTHING_RECORDED": None,
    "focus/settings.py:_expected": None,
    "present/safe_output.py:INSTEAD": None,
    "present/safe_output.py:validate_output": 1,
    "sources/discover.py:_READS": None,
    "sources/files.py:_kind": None,
    "flows/jobs.py:_set_aside": None,
    "sources/garmin/account.py:Answer.reason": None,
    "sources/models/model.py:url_fault": None,
    "surfaces/guarded.py:notice_of_hidden": None,
    "surfaces/guarded.py:trimmed": 0,
}
"""Functions whose result, or the part of it at an index, is a sentence that another module shows,
and constants that are one."""

UNSEEN: Mapping[str, str] = {
    "core/errors.py:ChangeRefused.__init__ why": "each caller's reason is looked at there",
    "bootstrap.py:_model_settings fault": "url_fault of sources/models/model.py",
    "flows/preferences.py:checked_choice fault": "url_fault, too",
    "core/errors.py:Unreadable.__init__ reason + where": "each caller's reason is looked at there",
    "flows/asking.py:Asker.answer NO_MODEL": "a constant of the module, looked at as a maker",
    "flows/asking.py:_narrated reason": "from the same module",
    "flows/cohort.py:_isolated str(outcome.error)": "an error, worded where it was raised",
    "flows/cohort.py:judged reason": "NoFormData, worded by core/errors.py",
    "flows/doctor.py:_bad_folder message": "a StoreError of store/lock.py",
    "flows/doctor.py:camera_check str(exc)": "a NoFaceModel, worded where it was raised",
    "flows/evaluate.py:_judge_in_batches reason": "NoFormData, worded by core/errors.py",
    "flows/ingest.py:_note_problem reason": "an error that was caught: worded where it was raised",
    "flows/focus.py:with_changes made[0].expected": "of focus/settings.py",
    "flows/focus.py:summarise_focus_day NOTHING_RECORDED": "looked at as a maker",
    "flows/focus.py:summarise_focus_day answered.reason": "from flows/asking.py",
    "flows/asking.py:CheckTask.judge message": "in the language of the model's words already",
    "flows/asking.py:check_model NO_MODEL": "of flows/asking.py",
    "flows/asking.py:check_model answered.reason": "from flows/asking.py",
    "flows/narrate.py:word_runs str(outcome.error)": "an error, worded where it was raised",
    "compat.py:evaluate_and_store judged.refused[activity_id]": "NoFormData, as above",
    "guard/cleaning.py:finding message": "in the language of the model's words already",
    "flows/changes.py:move_node reason": "what the person typed",
    "surfaces/web/routes.py:apply body.reason": "what somebody sent, kept as it is",
    "flows/nodes.py:_read str(exc)": "a NotReadable of proposals/exchange.py",
    "proposals/rules.py:_finding message": "both languages stand in the row of the rule",
    "flows/run.py:_take_in reason": "of a file: worded where it was read",
    "flows/narrate.py:_asked str(error)": "a ModelError: worded where it was raised",
    "flows/narrate.py:_asked why_rejected(answer)": "in the reader's language already",
    "flows/narrate.py:agreed conflicts[0].message": "in the reader's language already",
    "running/sections/rules.py:broken message": "a row of its table, ja and en",
    "guard/grounding/roles.py:finding message": "in the language of the model's words already",
    "sources/parts.py:Desktop.show text": "focus/settings.py has both languages",
    "sources/discover.py:_in_file exc.reason": "an Unreadable of sources/archive.py",
    "sources/discover.py:_in_zip exc.reason": "an Unreadable of sources/archive.py",
    "sources/discover.py:_with_sets found_file.problem": "from a _Found of the same module",
    "sources/engines.py:_in_processes ENDED": "a constant of the module, looked at as a maker",
    "sources/engines.py:_on_dask ENDED": "as above",
    "sources/garmin/documents.py:read_documents faults[0].reason": "from parse_json",
    "sources/garmin/documents.py:read_documents str(fault)": "from parse_json",
    "sources/garmin/fetch.py:_keep_activity reason": "from Answer.reason",
    "sources/garmin/fetch.py:_listed answer.reason('the list of activities')": "as above",
    "sources/garmin/fetch.py:_report outcome.problem": "from _keep_activity",
    "sources/garmin/fetch.py:_report reason": "from _keep_activity",
    "sources/gpx.py:read_gpx fault.reason": "from read_elements",
    "sources/models/request.py:_as_ours _words(causes[-1], endpoint)": "the system's words",
    "sources/read.py:_marked fault": "from sources/archive.py",
    "sources/read.py:_read_file unpacked.fault if inner.fault is None else inner.fault": "as above",
    "sources/read.py:_unpack candidate.problem": "from sources/discover.py",
    "sources/tcx.py:_damaged fault.reason": "from read_elements",
    "store/attempts.py:_findings message": "stored as it was worded",
    "store/database.py:Store._reader_for_use self._file.turnstile.holder()": "store/lock.py does",
    "store/verdicts.py:read_evaluation row[0] or f'run `hakaru evaluate {activity_id}`'": (
        "the stored refusal: NoFormData"
    ),
    "store/care.py:_not_read fault": "the words of DuckDB or SQLite, or an error of ours",
    "store/care.py:_opened str(exc).splitlines()[0]": "the words of DuckDB",
    "store/care.py:_unopened fault": "the words of the system",
    "store/care.py:_unopened str(exc.strerror)": "the words of the system",
    "store/care.py:database_health fault": "the words of DuckDB",
    "store/care.py:database_health str(exc)": "an error of ours, worded where it was raised",
    "store/care.py:state_health str(exc)": "the words of SQLite",
    "store/care.py:state_health str(exc.strerror)": "the words of the system",
    "store/sandbox/ask.py:run name": "from store/lock.py or a StoreDamaged, through the worker",
    "surfaces/cli/command.py:_Command.parse_args error.format_message()": "JSON, so English",
    "surfaces/cli/text_reads.py:fetch_text why": "in the reader's language already",
    "surfaces/cli/text_focus.py:_verdict reason": "in the reader's language already",
    "surfaces/cli/text_reads.py:_reasons clean(in_language(why, language))": "shown as it is",
    "surfaces/mcp/schema.py:_read str(exc)": "a _WrongType of the same module",
    "surfaces/mcp/loopback.py:_error str(refused)": "for programs, as the protocol's own: English",
    "surfaces/web/pages/settings.py:state fault": "in the reader's language already",
}
"""Expressions that the walk cannot follow, and where their words are looked at."""

ROWS = {slotless(en): en for table in TABLES for en in table}
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_SLOT = re.compile(r"\{(\w+)\}")


@pytest.fixture(scope="module")
def met() -> set[Sentence]:
    """Every sentence of the source."""
    return {sentence for module in modules() for sentence in sentences(module, MAKERS)}


def missing(found: set[Sentence]) -> list[Sentence]:
    """Sentences without a row."""
    return sorted(
        sentence
        for sentence in found
        if sentence.template not in (ANY, *ROWS) and numberless(sentence.template) not in ROWS
    )


def test_every_sentence_has_a_japanese_row(met: set[Sentence]) -> None:
    assert len({sentence.template for sentence in met}) > 120
    assert not missing(met), "\n".join(map(str, missing(met)))


def test_what_the_walk_cannot_follow_is_listed_with_the_reason(met: set[Sentence]) -> None:
    unseen = {f"{sentence.place} {sentence.source}" for sentence in met if sentence.template == ANY}
    assert sorted(unseen - set(UNSEEN)) == []
    assert sorted(set(UNSEEN) - unseen) == [], "no longer needed"


def test_no_row_is_unused(met: set[Sentence]) -> None:
    used = {sentence.template for sentence in met} | {
        numberless(sentence.template) for sentence in met
    }
    rows = {en for en in ROWS.values() if slotless(en) not in used}
    assert sorted(rows - set(USAGE)) == []


def test_an_english_template_stands_in_one_table_only() -> None:
    assert len(ROWS) == sum(len(table) for table in TABLES)


def test_both_languages_have_the_same_slots_each_named_once() -> None:
    for table in TABLES:
        for en, ja in table.items():
            assert sorted(_SLOT.findall(en)) == sorted(_SLOT.findall(ja)), en
            assert len(set(_SLOT.findall(en))) == len(_SLOT.findall(en)), en


def test_between_two_slots_stands_fixed_text() -> None:
    assert not [en for en in ROWS.values() if "}{" in en]


def test_slots_of_a_kind_are_used() -> None:
    used = {slot for en in ROWS.values() for slot in _SLOT.findall(en)}
    assert used >= SENTENCE_SLOTS | NAME_SLOTS | NUMBER_SLOTS


def test_japanese_is_japanese() -> None:
    rows = [ja for table in TABLES for ja in table.values()]
    assert [ja for ja in rows if not _JAPANESE.search(ja)] == ["{path}: {reason}"]
    assert all(name == name.lower() and "_" not in name for name in NAMES)


PLANTED = {
    "raise Refused(where, 'it is a whale')": "it is a whale",
    "raise Unreadable(path, f'{n} whales', offset_byte=3)": "{} whales",
    "raise BadArgument('plot', plot, 'a whale')": "a whale",
    "raise StoreDamaged(f'{path} is a ' 'whale')": "{} is a whale",
    "Issue(code='whale', message='a whale was there')": "a whale was there",
    "FetchFailure(activity_id=1, reason='a whale' if n else 'a shark')": "a shark",
    "def f(x):\n    text = 'a whale'\n    raise Refused(x, text)": "a whale",
    "def f(x):\n    raise Refused(x, _why(x))\ndef _why(x):\n    return 'a whale'": "a whale",
    "def _f(x, why):\n    raise Refused(x, why)\n_f('p', 'a whale')": "a whale",
    "def f(x):\n    a, why = _g()\n    raise Refused(x, why)\ndef _g():\n    return 1, 'a whale'": (
        "a whale"
    ),
    "def f(x):\n    for n, why in ((1, 'a whale'),):\n        raise Refused(x, why)": "a whale",
    "T = {'a': (1, 'a whale')}\ndef f(x):\n    for n, (m, why) in T.items():\n"
    "        raise Refused(x, why)": "a whale",
    "def f(x):\n    why = 'a whale'\n    raise Refused(x, f'damaged XML: {why}')": "a whale",
    "def f(x, n):\n    tail = '' if n else f' (whale {n})'\n    raise Refused(x, f'it is{tail}')": (
        "it is (whale {})"
    ),
}


@pytest.mark.parametrize(("source", "template"), PLANTED.items())
def test_a_sentence_without_a_row_is_found(source: str, template: str) -> None:
    assert template in {sentence.template for sentence in missing(sentences(parse(source)))}


def test_what_cannot_be_followed_is_found() -> None:
    source = "def f(x):\n    raise Refused(x, other.words())"
    (sentence,) = sentences(parse(source))
    assert (sentence.template, sentence.source) == (ANY, "other.words()")
    assert sentence.place == "running/example.py:f"
