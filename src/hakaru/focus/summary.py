"""How is a day of attention put into a few sentences, by the narrator or by a model that is judged?

The facts are whole minutes per state, the longest stretch of focus, changes and notifications; a
text may say nothing else in numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.core.units import SECONDS_PER_MINUTE
from hakaru.focus.states import STATES, FocusState
from hakaru.focus.texts import STATE_WORDS, Lang, state_word
from hakaru.focus.timeline import DayStats
from hakaru.guard.cleaning import Finding
from hakaru.guard.evidence import Evidence, Fact
from hakaru.guard.grounding.check import check as grounded
from hakaru.guard.grounding.lexicon import MetricWords, Vocabulary
from hakaru.guard.replies import check, read_object
from hakaru.guard.task import Prompt, Reply, correction

TASK_NAME = "focus.summary"
REPLY_MAX_TOKENS = 400
TEXT_MOST = 600

_LONGEST = (
    "最長", "最長の集中", "集中の最長", "最も長い集中", "最も長く続いた集中", "longest",
    "longest focus", "longest stretch of focus", "longest focused stretch", "longest stretch",
)  # fmt: skip
VOCABULARY = Vocabulary(
    metrics=(
        *(
            MetricWords(ids=(state,), words=tuple(dict.fromkeys(STATE_WORDS[state])))
            for state in STATES
        ),
        MetricWords(ids=("recorded",), words=("記録", "recorded")),
        MetricWords(ids=("longest_focus",), words=_LONGEST),
        MetricWords(ids=("changes",), words=("変化", "changes", "change of state")),
        MetricWords(ids=("notifications",), words=("通知", "notifications", "notification")),
    )
)

_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": {"type": "string", "minLength": 1, "maxLength": TEXT_MOST}},
}
_ASKED = {
    "ja": (
        "あなたは一日の集中状態の記録を短くまとめる係です。書いてよい数は与えられた値だけです。"
        "原因の推測、評価、助言、診断は書きません。"
        'JSON だけを返してください: {"text": "2〜4文"}',
        "この記録を日本語で2〜4文にまとめてください（時間は分）:",
    ),
    "en": (
        "You sum up how attention was on one day. The only numbers you may write are those given. "
        "No guesses at causes, no praise or blame, no advice, no diagnosis. "
        'Reply with JSON only: {"text": "two to four sentences"}',
        "Sum this record up in two to four English sentences (times in minutes):",
    ),
}


@dataclass(frozen=True, kw_only=True)
class DayFacts:
    """What a summary of a day may say. Minutes are whole; states that did not occur are absent."""

    day: str
    minutes: Mapping[FocusState, int]
    recorded_min: int
    longest_focus_min: int
    n_changes: int
    n_notifications: int

    @property
    def evidence(self) -> Evidence:
        """The same for the judge."""
        times = [*self.minutes.items(), ("recorded", self.recorded_min)]
        counts = {"changes": self.n_changes, "notifications": self.n_notifications}
        longest_s = self.longest_focus_min * SECONDS_PER_MINUTE
        return Evidence(
            facts=(
                *(_fact(name, n_minutes * SECONDS_PER_MINUTE, "s") for name, n_minutes in times),
                _fact("longest_focus", longest_s, "s"),
                *(_fact(name, float(count), "count") for name, count in counts.items()),
                Fact(metric="day", role="actual", value=self.day, unit="date"),
            )
        )


def day_facts(stats: DayStats, *, n_notifications: int) -> DayFacts:
    """The facts of a day's figures."""
    minutes = {state: _minutes(duration_s) for state, duration_s in stats.seconds.items()}
    return DayFacts(
        day=stats.day.isoformat(),
        minutes={state: n_minutes for state, n_minutes in minutes.items() if n_minutes},
        recorded_min=_minutes(stats.total_s),
        longest_focus_min=_minutes(stats.longest_focus_s),
        n_changes=stats.n_changes,
        n_notifications=n_notifications,
    )


def narrate_day(facts: DayFacts, lang: Lang) -> str:
    """The day in fixed sentences, which need no model."""
    if not facts.recorded_min:
        ja, en = f"{facts.day} の記録はありません。", f"Nothing is recorded on {facts.day}."
        return ja if lang == "ja" else en
    longest = sorted(facts.minutes.items(), key=lambda pair: -pair[1])
    if lang == "ja":
        parts = "、".join(
            f"{state_word(state, lang)} {n_minutes}分" for state, n_minutes in longest
        )
        return (
            f"{facts.day} の記録は{facts.recorded_min}分でした。内訳は{parts}です。"
            f"最長の集中は{facts.longest_focus_min}分、状態の変化は{facts.n_changes}回、"
            f"通知は{facts.n_notifications}件でした。"
        )
    parts = ", ".join(f"{state_word(state, lang)} {n_minutes} min" for state, n_minutes in longest)
    return (
        f"{facts.recorded_min} min were recorded on {facts.day}: {parts}. "
        f"The longest focus was {facts.longest_focus_min} min; changes: {facts.n_changes}, "
        f"notifications: {facts.n_notifications}."
    )


@dataclass(frozen=True, kw_only=True)
class DaySummary:
    """The question for a day's summary; a `guard.task.Task` whose value is the text."""

    facts: DayFacts
    lang: Lang

    @property
    def name(self) -> str:
        """What attempts are filed under."""
        return TASK_NAME

    @property
    def prompt(self) -> Prompt:
        """The figures, and what is wanted of them."""
        system, user = _ASKED[self.lang]
        payload = {
            "day": self.facts.day,
            "minutes": {state_word(state, self.lang): n for state, n in self.facts.minutes.items()},
            "recorded_minutes": self.facts.recorded_min,
            "longest_focus_minutes": self.facts.longest_focus_min,
            "changes_of_state": self.facts.n_changes,
            "notifications": self.facts.n_notifications,
        }
        return Prompt(
            system=system,
            user=f"{user}\n{json.dumps(payload, ensure_ascii=False, indent=1)}",
            schema=dict(_SCHEMA),
            reply_max_tokens=REPLY_MAX_TOKENS,
        )

    def judge(self, reply: Reply) -> tuple[str | None, tuple[Finding, ...]]:
        """The text, and everything in it that the figures do not say."""
        payload, findings = read_object(reply, lang=self.lang)
        if payload is None:
            return None, findings
        findings += check(payload, _SCHEMA, lang=self.lang)
        text = payload.get("text")
        if not isinstance(text, str):
            return None, findings
        wrong = grounded(
            text, self.facts.evidence, vocabulary=VOCABULARY, path="text", lang=self.lang
        )
        return text, (*findings, *wrong)

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again, with what was wrong."""
        return correction(self.prompt, reply, findings=findings, lang=self.lang)


def _fact(metric: str, value: float, unit: str) -> Fact:
    return Fact(metric=metric, role="actual", value=value, unit=unit)


def _minutes(span_s: float) -> int:
    return round(span_s / SECONDS_PER_MINUTE)
