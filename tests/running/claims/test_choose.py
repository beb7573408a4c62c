"""A model that chooses from a menu: whatever it answers, what is shown is true, and its choice and
order survive."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import get_args

import pytest

from hakaru.core.i18n import LANGUAGES, Lang, Locale, message
from hakaru.core.quantity import Lengths, Quantity
from hakaru.guard.claims import all_hold
from hakaru.guard.task import MAX_ATTEMPTS, Accepted, Prompt, Rejected, Reply, ask, count_tokens
from hakaru.running.claims.choose import (
    PROMPT_TOKENS_MOST,
    WORDING_MOST,
    Menu,
    SectionTask,
    chosen_of,
)
from hakaru.running.claims.menu import menu_of
from hakaru.running.sections.model import Chosen, SectionName
from tests.running.claims.choosers import (
    BAD,
    LYING,
    WELL_MEANT,
    WRONG_FORMS,
    Chooser,
    ObeysHalf,
    ids_of,
    menu_in,
    reply_of,
)
from tests.running.claims.menus import CHATTER, menu, read
from tests.running.sections.known_runs import known_run

RUNS = range(40)
Outcome = Accepted[tuple[Chosen, ...]] | Rejected


def menus() -> list[Menu]:
    made = [menu(known_run(number), "split") for number in RUNS]
    return [one for one in made if len(one.offers) > 3]


def asked(
    task: SectionTask, answer: Callable[[Prompt], str], *, finish: str = "stop"
) -> tuple[Outcome, int]:
    """What becomes of a task whose model answers so, and how often it was asked."""
    steps = ask(task)
    prompt, n_asked = next(steps), 0
    while True:
        n_asked += 1
        try:
            prompt = steps.send(Reply(text=answer(prompt), finish="stop"))
        except StopIteration as end:
            return end.value, n_asked


def is_true(chosen: tuple[Chosen, ...], of: Menu) -> bool:
    """Whether what is shown of a choice is the menu's own words, or was read and holds."""
    for sentence in chosen:
        claims = [claim for name in sentence.ids for claim in of.by_id[name].claims]
        if not all_hold(claims, of.facts):
            return False
        if sentence.text is not None:
            texts = [one.claims for one in read(sentence.text, of.facts, "en")]
            if not all(own and all_hold(own, of.facts) for own in texts):
                return False
    return True


@pytest.mark.parametrize("way", WELL_MEANT)
def test_choice_and_order_of_a_well_meant_reply_survive(way: str) -> None:
    draw, n_survived, n_own_words, n = random.Random(way), 0, 0, 0
    for of in menus():
        task = SectionTask(menu=of, lang="en")
        chosen = WELL_MEANT[way](draw, menu_in(task.prompt))
        outcome, n_asked = asked(task, lambda _, chosen=chosen: reply_of(chosen))  # type: ignore[misc]
        assert isinstance(outcome, Accepted)
        assert n_asked == 1
        assert is_true(outcome.value, of)
        kept = [name for sentence in outcome.value for name in sentence.ids]
        n_survived += kept == list(dict.fromkeys(ids_of(chosen)))
        n_own_words += all(sentence.text is not None for sentence in outcome.value)
        n += 1
    assert n_survived >= 0.95 * n
    if way == "words well":
        assert n_own_words >= 0.95 * n
    else:
        assert not n_own_words


@pytest.mark.parametrize("way", LYING)
def test_the_words_of_a_model_that_lies_give_way_to_ours(way: str) -> None:
    """Its choice stands; of its words only those that happen to be true."""
    draw, n_replaced = random.Random(way), 0
    for of in menus():
        task = SectionTask(menu=of, lang="en")
        lies = LYING[way](draw, menu_in(task.prompt))
        outcome, n_asked = asked(task, lambda _, lies=lies: reply_of(lies))  # type: ignore[misc]
        assert isinstance(outcome, Accepted)
        assert n_asked == 1
        assert is_true(outcome.value, of)
        n_replaced += sum(sentence.text is None for sentence in outcome.value)
    assert n_replaced > len(menus())


@pytest.mark.parametrize("way", BAD)
def test_what_is_not_on_the_menu_is_told_back_and_never_stored(way: str) -> None:
    draw = random.Random(way)
    for of in menus():
        task = SectionTask(menu=of, lang="en")
        outcome, n_asked = asked(task, lambda prompt: reply_of(BAD[way](draw, menu_in(prompt))))
        assert isinstance(outcome, Rejected)
        assert n_asked == MAX_ATTEMPTS
        rules = {finding.rule for finding in outcome.attempts[-1].findings}
        assert rules == {"schema.enum" if way == "unknown" else "section.empty"}


@pytest.mark.parametrize(
    "first", [*WRONG_FORMS, *BAD.values()], ids=lambda first: getattr(first, "__name__", str(first))
)
def test_a_model_that_obeys_when_it_is_told_is_heard(first: str | Chooser) -> None:
    draw = random.Random(3)
    model = ObeysHalf(first=first, then=WELL_MEANT["words well"])
    for of in menus()[:8]:
        outcome, n_asked = asked(
            SectionTask(menu=of, lang="en"), lambda prompt: model(draw, prompt)
        )
        assert isinstance(outcome, Accepted)
        assert n_asked == 2
        assert is_true(outcome.value, of)


def one_of(of: Menu, *names: str, text: str | None = None) -> tuple[Chosen, ...]:
    return of.kept([Chosen(ids=names, text=text)], lang="en")


def test_a_wording_says_all_of_its_choice_and_nothing_else() -> None:
    of = menus()[0]
    first, second, third = [offer for offer in of.offers if offer.id.startswith("v")][:3]
    own = f"{first.wording} {second.wording}"
    fine = own.replace(" was ", " came to ")
    for text, passes in (
        (fine, True),
        (own, False),
        (f"{second.wording} {first.wording}", True),
        (str(first.wording), False),
        (f"{fine} {third.wording}", False),
        (f"{fine} {CHATTER}", False),
        (f"{fine}\n", False),
        (f"<b>{fine}</b>", False),
        (f"{fine} \x1b[31m", False),
        ("", False),
        (" ".join([fine] * (WORDING_MOST // len(fine) + 1)), False),
    ):
        (kept,) = one_of(of, first.id, second.id, text=text)
        assert kept.ids == (first.id, second.id)
        assert kept.text == (text if passes else None), text


def test_nothing_is_said_twice_and_what_says_nothing_is_left_out() -> None:
    of = menus()[0]
    first, second = of.offers[:2]
    chosen = [
        Chosen(ids=(first.id, first.id)),
        Chosen(ids=(), text="So far, so good."),
        Chosen(ids=(first.id,)),
        Chosen(ids=("nowhere",)),
        Chosen(ids=(second.id, first.id)),
    ]
    assert [one.ids for one in of.kept(chosen, lang="en")] == [(first.id,), (second.id,)]
    assert of.worded((), lang="en") is None


def test_what_left_the_menu_is_left_out_of_a_stored_choice() -> None:
    of = menus()[0]
    first, second = of.offers[:2]
    today = Menu(section="split", offers=(second,), facts=of.facts, read=read)
    stored = of.worded(one_of(of, first.id) + one_of(of, second.id), lang="en")
    assert stored is not None
    assert [one.ids for one in stored.claims] == [(first.id,), (second.id,)]
    chosen = chosen_of(stored.content)
    assert chosen == stored.claims
    told = today.worded(today.kept(chosen, lang="en"), lang="en")
    assert told is not None
    assert (told.text, told.evidence) == (str(second.wording), second.evidence)
    nothing = Menu(section="split", offers=(), facts=of.facts)
    assert nothing.worded(nothing.kept(chosen, lang="en"), lang="en") is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_prompt_holds_the_heaviest_of_the_menu_within_its_tokens(lang: Lang) -> None:
    for number in RUNS:
        offers = menu_of(known_run(number))
        for section in get_args(SectionName):
            own = tuple(offer for offer in offers if offer.section == section)
            tasks = [SectionTask(menu=menu(known_run(number), section), lang=lang)]
            if own:
                facts = tasks[0].menu.facts
                tasks.append(
                    SectionTask(menu=Menu(section=section, offers=own, facts=facts), lang=lang)
                )
            for task in tasks:
                prompt = task.prompt
                tokens = count_tokens(prompt.system) + count_tokens(prompt.user)
                assert tokens <= PROMPT_TOKENS_MOST
                assert list(menu_in(prompt)) == [offer.id for offer in task.offered]
                assert ("Japanese" in prompt.system) is (lang == "ja")
            weights = [offer.weight for offer in tasks[0].offered]
            assert weights == sorted(weights, reverse=True)


def test_any_json_is_read_as_a_choice_without_a_fault() -> None:
    odd: tuple[Mapping[str, object], ...] = (
        {},
        {"claims": None},
        {"claims": [1, None, [], {}, {"ids": "a"}, {"ids": [1, "a"], "text": 3}]},
    )
    assert [len(chosen_of(value)) for value in odd] == [0, 0, 3]
    assert chosen_of(odd[2])[-1] == Chosen(ids=("a",))


def test_a_wording_that_says_lengths_gives_way_to_the_menu_for_a_reader_of_miles() -> None:
    of = menus()[0]
    far = message("It was {distance} long.", distance=Quantity("distance", 5000.0))
    offers = (replace(of.offers[0], id="far", wording=far), replace(of.offers[1], id="near"))
    told = replace(of, offers=offers)
    chosen = (Chosen(ids=("far",), text="5.00 km!"), Chosen(ids=("near",), text="Well."))
    texts: tuple[tuple[Lengths, str], ...] = (
        ("km", "5.00 km! Well."),
        ("mi", "It was 3.11 mi long. Well."),
        ("km_and_mi", "It was 5.00 km (3.11 mi) long. Well."),
    )
    for lengths, text in texts:
        section = told.worded(chosen, lang=Locale("en", lengths))
        assert section is not None
        assert section.text == text
