"""A model behind a real server that chooses well, badly, lies or says nothing: what is stored is
true, its choice survives, and a model that does not answer is not asked for ever."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from threading import Lock

import pytest

from hakaru.core.i18n import in_language
from hakaru.core.plain import as_plain
from hakaru.flows.asking import FAILURES_MOST
from hakaru.flows.context import Context, ModelSettings
from hakaru.flows.narrate import AnalyzeResult, analyze
from hakaru.flows.run import run
from hakaru.guard.claims import all_hold
from hakaru.guard.task import Prompt
from hakaru.present.sections import analyzed_document, run_document
from hakaru.running.claims.choose import chosen_of
from hakaru.running.claims.facts import facts_of
from hakaru.running.claims.menu import menu_of
from hakaru.running.claims.read import read_sentences
from hakaru.running.sections.model import SECTIONS
from hakaru.sources.models.model import Endpoint, Remote
from tests.documents import text_of
from tests.flows.factories import stored_runs
from tests.flows.sections.reading import known_of, run_id, stored_of
from tests.loopback import Answer, Loopback, Received, as_json, completion, free_port
from tests.running.claims.choosers import BAD, LYING, WELL_MEANT, ObeysHalf

TIMEOUT_S = 2.0


def over_http(context: Context, url: str, *, timeout_s: float = 30.0) -> Context:
    model = Remote(Endpoint(backend="openai", url=url, name="small", timeout_s=timeout_s))
    settings = replace(context.settings, model=ModelSettings(at_once=1, timeout_s=timeout_s))
    return replace(context, model=model, settings=settings)


def worded(context: Context, activity_id: int | None = None) -> AnalyzeResult:
    return analyze(
        context,
        activity=None if activity_id is None else str(activity_id),
        missing=activity_id is None,
        section=None,
        language=None,
    )


def answering(model: ObeysHalf, seed: str) -> Callable[[Received], Answer]:
    """A server's answers by what it is asked."""
    draw, lock = random.Random(seed), Lock()

    def answer(request: Received) -> Answer:
        messages = request.json["messages"]
        assert isinstance(messages, list)
        system, user = (str(message["content"]) for message in messages)
        with lock:
            return completion(model(draw, Prompt(system=system, user=user)))

    return answer


@pytest.mark.parametrize("way", [*WELL_MEANT, *LYING, *BAD])
def test_what_is_stored_of_a_model_is_true_and_as_it_chose(own: Context, way: str) -> None:
    chooser = {**WELL_MEANT, **LYING, **BAD}[way]
    activity_id = run_id(own)
    first = BAD["unknown"] if way in WELL_MEANT else chooser
    with Loopback(answering(ObeysHalf(first=first, then=chooser), way)) as server:
        result = worded(over_http(own, server.url), activity_id)
    (told,) = result.runs
    known, lang = known_of(own, activity_id), own.settings.language
    offers, facts = {offer.id: offer for offer in menu_of(known)}, facts_of(known)
    assert set(told.stored.values()) == {"narrator" if way in BAD else "llm"}
    for name, section in stored_of(own, activity_id).items():
        assert section.data["text"] == told.shown[name].text.text  # type: ignore[index]
        for chosen in chosen_of(section.data):
            assert all(all_hold(offers[key].claims, facts) for key in chosen.ids)
            if chosen.text is None:
                for key in chosen.ids:
                    assert in_language(offers[key].wording, lang) in str(section.data["text"])
                continue
            for sentence in read_sentences(chosen.text, facts, lang):
                assert sentence.claims
                assert all_hold(sentence.claims, facts)
    assert len(server.received) == len(SECTIONS) * {True: 1, False: 2}[way in LYING] + (
        len(SECTIONS) if way in BAD else 0
    )


def hung(_: Received) -> Answer:
    return Answer(body=b"{", claims_bytes=100, end="hang")


@pytest.mark.parametrize("fault", ["hangs", "refuses", "fails"])
def test_a_model_that_does_not_answer_is_given_up_after_three_questions(
    few: Context, fault: str
) -> None:
    answer = hung if fault == "hangs" else [as_json({"error": {"message": "boom"}}, status=500)]
    n_runs = len(stored_runs(few))
    with Loopback(answer) as server:
        url = f"http://127.0.0.1:{free_port()}/v1" if fault == "refuses" else server.url
        result = worded(over_http(few, url, timeout_s=TIMEOUT_S if fault == "hangs" else 30.0))
    assert len(server.received) == (0 if fault == "refuses" else FAILURES_MOST)
    assert (len(result.runs), result.failed) == (n_runs, ())
    assert as_plain(result)["n_by_narrator"] == n_runs * len(SECTIONS)
    assert sum(len(one.reasons) for one in result.runs) == FAILURES_MOST
    reply = as_plain(result)
    assert str(reply["model_given_up"]).startswith("3 times in a row no reply came")
    for lang, words in (("en", "The narrator worded the rest"), ("ja", "3回続けて返答がなかった")):
        shown = text_of(analyzed_document(result, lang))  # type: ignore[arg-type]
        assert "".join(shown.split()).count("".join(words.split())) == 1


def test_a_reply_begins_the_count_anew(few: Context) -> None:
    model = ObeysHalf(first=WELL_MEANT["chooses only"], then=WELL_MEANT["chooses only"])
    failing = as_json({}, status=503)
    good = answering(model, "anew")
    n_asked = iter(range(10_000))

    def answer(request: Received) -> Answer:
        return good(request) if next(n_asked) % FAILURES_MOST == FAILURES_MOST - 1 else failing

    with Loopback(answer) as server:
        result = worded(over_http(few, server.url))
    n_sections = len(result.runs) * len(SECTIONS)
    assert len(server.received) == n_sections
    assert as_plain(result)["n_by_model"] == n_sections // FAILURES_MOST
    assert as_plain(result)["model_given_up"] is None


def test_a_run_worded_on_its_way_to_a_report_says_so_too(own: Context) -> None:
    context = over_http(own, f"http://127.0.0.1:{free_port()}/v1")
    result = run(context, subject=str(run_id(own)), out=None, language="en")
    sections = as_plain(result)["sections"]
    assert isinstance(sections, dict)
    assert "3 times in a row" in str(sections["model_given_up"])
    assert text_of(run_document(result, "en")).count("The narrator worded the rest") == 1
