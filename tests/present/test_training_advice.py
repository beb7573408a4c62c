"""Ways to the next session: at least two, in no order of merit, their figures as computed."""

from __future__ import annotations

import dataclasses
import json
import re
import typing
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.i18n import Lang
from hakaru.guard.cleaning import musts
from hakaru.guard.task import PROMPT_MOST_BYTES, Reply
from hakaru.present.training_advice import Target, narrate_training, title_text
from hakaru.proposals.nodes import Node
from hakaru.proposals.reports import AdvisorReport
from hakaru.proposals.tasks import TrainingTask, validate_advisor_report
from hakaru.running.next_training import OptionName, TrainingKnown, TrainingOption
from hakaru.running.next_training_evidence import (
    Objection,
    ObjectionCode,
    Reason,
    ReasonCode,
)
from hakaru.running.next_training_targets import Targets, TargetsBasis, TargetsNote
from hakaru.running.session.model import TrainingType
from tests.present.context_factories import make_change, make_load_history, make_options
from tests.present.factories import DAY, make_evaluation
from tests.present.session_factories import make_summary
from tests.shared import examples

TARGET = Target(node_id="n1", title="次のトレーニング", status="NEEDS_DECISION")
NOW = datetime(2025, 10, 26, tzinfo=UTC)
LANGS: tuple[Lang, ...] = ("ja", "en")
TYPES: tuple[TrainingType, ...] = typing.get_args(TrainingType)
BELOW: frozenset[ReasonCode] = frozenset({"tsb_score"})
"""Reasons for which a value must be below its threshold."""
UNKNOWN: frozenset[ObjectionCode] = frozenset({"load_unknown", "threshold_unknown"})


def make_known(**changes: Any) -> TrainingKnown:
    """A run whose contact time was long, in a season that goes well."""
    known = TrainingKnown(
        after=make_summary("interval"),
        options=make_options(),
        verdict=make_evaluation(),
        load=make_load_history(),
        changes=(make_change(), make_change(metric="gct", changed=False, direction="none")),
    )
    return replace(known, **changes)


def figures(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high, allow_nan=False).map(lambda value: round(value, 3))


def targets() -> st.SearchStrategy[Targets | None]:
    span = st.tuples(figures(1_000.0, 15_000.0), figures(15_000.0, 30_000.0))
    return st.none() | st.builds(
        Targets,
        training_type=st.sampled_from(TYPES),
        basis=st.sampled_from(typing.get_args(TargetsBasis)),
        distance_m=st.none() | span,
        pace_s_per_km=st.none() | st.tuples(figures(180.0, 300.0), figures(300.0, 480.0)),
        heart_rate_bpm=st.none() | st.tuples(figures(90.0, 130.0), figures(130.0, 190.0)),
        n_reps=st.none() | st.integers(2, 12),
        rep_distance_m=st.none() | figures(200.0, 3_000.0),
        recovery_s=st.none() | figures(30.0, 300.0),
        notes=st.lists(st.sampled_from(typing.get_args(TargetsNote)), max_size=2, unique=True).map(
            tuple
        ),
    )


def objections() -> st.SearchStrategy[Objection]:
    codes: Sequence[ObjectionCode] = typing.get_args(ObjectionCode)
    return st.sampled_from(codes).flatmap(
        lambda code: (
            st.just(Objection(code=code))
            if code in UNKNOWN
            else st.builds(
                Objection,
                code=st.just(code),
                value=figures(-90.0, 99.0),
                threshold=figures(1.0, 99.0),
            )
        )
    )


def reasons() -> st.SearchStrategy[Reason]:
    codes: Sequence[ReasonCode] = typing.get_args(ReasonCode)
    above = st.builds(
        Reason,
        code=st.sampled_from([code for code in codes if code not in BELOW]),
        value=figures(0.0, 120.0),
        threshold=figures(1.0, 99.0),
    )
    below = st.builds(
        Reason,
        code=st.sampled_from(sorted(BELOW)),
        value=figures(-90.0, -31.0),
        threshold=st.just(-30.0),
    )
    return st.one_of(above, below)


def options() -> st.SearchStrategy[tuple[TrainingOption, ...]]:
    def one(name: OptionName) -> st.SearchStrategy[TrainingOption]:
        return st.builds(
            TrainingOption,
            name=st.just(name),
            reasons=st.lists(reasons(), max_size=3).map(tuple),
            objections=st.lists(objections(), max_size=4).map(tuple),
            targets=targets(),
            earliest_day=st.integers(0, 60).map(lambda days: DAY + timedelta(days=days)),
            weight=figures(-5.0, 5.0),
        )

    others: Sequence[OptionName] = ("interval", "tempo", "long_run", "same_pace", "strength")
    chosen = st.lists(st.sampled_from(others), unique=True, max_size=3)
    always: Sequence[OptionName] = ("easy_day", "return_run")
    return st.tuples(chosen, st.sampled_from(always)).flatmap(
        lambda names: st.tuples(*map(one, names[0]), one(names[1]))
    )


def judged(report: AdvisorReport) -> Sequence[str]:
    plain = json.loads(json.dumps(dataclasses.asdict(report)))
    validation = validate_advisor_report(plain, [TARGET.node_id])
    return [*validation.errors, *validation.warnings]


def task_about(report: AdvisorReport, lang: Lang) -> TrainingTask:
    node = Node(id=TARGET.node_id, title=TARGET.title, status=TARGET.status, updated_at=NOW)
    return TrainingTask(node=node, narrated=report, lang=lang)


def shown(report: AdvisorReport, said: AdvisorReport, lang: Lang) -> AdvisorReport | None:
    """What is shown where a model, asked about a report, says another."""
    reply = Reply(text=json.dumps(dataclasses.asdict(said), ensure_ascii=False), finish="stop")
    value, findings = task_about(report, lang).judge(reply)
    assert (value is None) == bool(musts(findings))
    return value


@pytest.mark.sampled(1)
@pytest.mark.parametrize("lang", LANGS)
@given(ways=options(), kind=st.sampled_from(TYPES))
@settings(deadline=None, max_examples=examples(60))
def test_every_report_passes_the_judge_and_stands_as_a_models_reply(
    lang: Lang, ways: tuple[TrainingOption, ...], kind: TrainingType
) -> None:
    known = make_known(options=ways, after=make_summary(kind))
    report = narrate_training(known, TARGET, lang=lang)
    assert judged(report) == []
    assert shown(report, report, lang) == report
    assert len(report.options) == len(ways) + 1
    assert narrate_training(known, TARGET, lang=lang) == report


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_not_known_is_said_to_be_so(lang: Lang) -> None:
    easy = make_options()[-1]
    known = make_known(options=(easy,), verdict=None, load=None, changes=())
    report = narrate_training(known, TARGET, lang=lang)
    assert judged(report) == []
    assert shown(report, report, lang) == report
    assert len(report.options) == 2
    assert len({one.description for one in report.criteria or ()}) == 3


@pytest.mark.parametrize("lang", LANGS)
def test_the_order_says_nothing_about_merit(lang: Lang) -> None:
    one = narrate_training(make_known(), TARGET, lang=lang)
    turned = make_known(options=make_options()[::-1])
    assert narrate_training(turned, TARGET, lang=lang) == one
    assert ("順位は付けていません" if lang == "ja" else "no order of merit") in one.summary


FIELDS = ("description", "next_action", "criteria_note", "necessary_info")


@pytest.mark.parametrize("lang", LANGS)
def test_a_figure_that_was_changed_gives_way_to_the_computed_one(lang: Lang) -> None:
    report = narrate_training(make_known(), TARGET, lang=lang)
    n_changed = 0
    for at, option in enumerate(report.options):
        for name in FIELDS:
            text = getattr(option, name) or ""
            for match in re.finditer(r"\d+", text):
                digit = str((int(match[0]) + 7) % 100)
                changed = text[: match.start()] + digit + text[match.end() :]
                fields: dict[str, Any] = {name: changed, "risks": (changed,), "pros": (changed,)}
                lie = replace(option, **fields)
                every = (*report.options[:at], lie, *report.options[at + 1 :])
                n_changed += 1
                assert (
                    shown(report, replace(report, options=every, summary=changed), lang) == report
                )
    assert n_changed >= 10


LIES: Sequence[tuple[Lang, str]] = [
    ("en", "You were too slow."),
    ("en", "Your heart was fine."),
    ("en", "Well done, and your form improved."),
    ("en", "It fits because of the heat."),
    ("en", "Run five kilometres."),
    ("en", "On Friday."),
    ("ja", "接地時間は優秀でした。"),
    ("ja", "疲れのせいです。"),
    ("ja", "調子が良いので速く走れます。"),
    ("ja", "来週の月曜に走る案です。"),
    ("ja", "三キロ走る案です。"),
]


@pytest.mark.parametrize(("lang", "lie"), LIES)
def test_praise_blame_causes_and_days_give_way(lang: Lang, lie: str) -> None:
    report = narrate_training(make_known(), TARGET, lang=lang)
    fields: dict[str, Any] = {**dict.fromkeys(FIELDS, lie), "risks": (lie,), "pros": (lie,)}
    options = tuple(replace(option, **fields) for option in report.options)
    decision = f"{report.next_decision} {lie}"
    said = replace(report, options=options, summary=lie, next_decision=decision)
    assert shown(report, said, lang) == report


@pytest.mark.parametrize("lang", LANGS)
def test_choice_and_order_are_the_models_and_so_are_words_that_say_the_same(lang: Lang) -> None:
    report = narrate_training(make_known(), TARGET, lang=lang)
    also = "また、" if lang == "ja" else "And "
    ours = report.options[2:0:-1]
    chosen = tuple(replace(one, description=f"{also}{one.description}") for one in ours)
    made = shown(report, replace(report, options=chosen, summary=also + report.summary), lang)
    assert made == replace(report, options=chosen, summary=also + report.summary)


def test_the_words_of_one_option_are_not_lent_to_another() -> None:
    report = narrate_training(make_known(), TARGET, lang="en")
    first, second, *rest = report.options
    swapped = (
        replace(first, description=second.description, criteria_note=second.criteria_note),
        replace(second, description=first.description, criteria_note=first.criteria_note),
        *rest,
    )
    assert shown(report, replace(report, options=swapped), "en") == report


def test_an_option_that_is_none_of_ours_is_told_back_with_those_there_are() -> None:
    report = narrate_training(make_known(), TARGET, lang="en")
    invented = replace(report.options[0], label="Option Z: a marathon")
    said = replace(report, options=(*report.options, invented))
    assert shown(report, said, "en") is None
    task = task_about(report, "en")
    _, findings = task.judge(Reply(text=json.dumps(dataclasses.asdict(said)), finish="stop"))
    assert [finding.rule for finding in musts(findings)] == ["TRAINING"]
    assert report.options[1].label in task.correct(Reply(text="x"), findings).user
    twice = replace(report, options=(report.options[0], report.options[0]))
    assert shown(report, twice, "en") is None


def test_a_model_is_told_every_option_with_its_figures_and_not_more() -> None:
    report = narrate_training(make_known(), TARGET, lang="en")
    prompt = task_about(report, "en").prompt
    assert all(option.label in prompt.user for option in report.options)
    assert prompt.n_bytes <= PROMPT_MOST_BYTES


def test_the_title_names_the_day_it_follows() -> None:
    assert title_text(DAY, "en") == "The next training (after 2025-10-25)"
