"""What was wrong, what things are for, and what was in front: parts of the page of attention."""

from __future__ import annotations

from collections.abc import Mapping

import anyio.from_thread

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import N_, Lang, message, say
from hakaru.flows.attention import (
    DAYS_OF,
    Span,
    correct_focus,
    focus_corrections,
    focus_rules,
    focus_span,
    snooze_focus,
)
from hakaru.flows.focus import SNOOZE_MIN
from hakaru.focus.categories import OWN_CATEGORIES, RULE_SUBJECTS, RuleSubject, category_word
from hakaru.focus.span import Used
from hakaru.focus.states import DECIDABLE, state_word
from hakaru.guard.cleaning import clean
from hakaru.present.document import Fact
from hakaru.present.figures import lasting
from hakaru.records import frozen
from hakaru.surfaces.web.pages.visit import Onward, Visit

_ROWS = 10
_DIGITS_MOST = 4


@frozen
class Choice:
    """A value of a form, and its words."""

    value: str
    label: str


@frozen
class UsedView:
    """One row: a name, how long, and how much of it with focus."""

    label: str
    lasted: str
    focused_pct: int


@frozen
class SpanView:
    """What was in front in a day, a week or a month."""

    span: str
    facts: tuple[Fact, ...]
    categories: tuple[UsedView, ...]
    applications: tuple[UsedView, ...]


@frozen
class RuleView:
    """A rule and its place."""

    place: int
    subject: str
    pattern: str
    category: str


@frozen
class RulesView:
    """The user's rules, and what a new one may say."""

    hint: str
    fault: str
    rules: tuple[RuleView, ...]
    subjects: tuple[Choice, ...]
    categories: tuple[Choice, ...]


@frozen
class CorrectionsView:
    """How many corrections count; `text` '': none."""

    text: str
    states: tuple[Choice, ...]


def span_view(visit: Visit) -> SpanView:
    """Of the span and up to the day that the address names."""
    lang = visit.lang
    span = _span(visit.choice("span"))
    result = focus_span(visit.context, until=visit.day("day"), span=span)
    rest_s = sum(stretch.duration_s for stretch in result.breaks)
    longest_s = max((block.duration_s for block in result.blocks), default=0.0)
    facts = {
        say(
            "Blocks of focus, 25 min or more", lang
        ): f"{len(result.blocks)} ({lasting(longest_s, lang)})" if result.blocks else "0",
        say("Breaks", lang): f"{len(result.breaks)} ({lasting(rest_s, lang)})"
        if result.breaks
        else "0",
    }
    if result.goal_min:
        facts[say("Days on which the goal was reached", lang)] = (
            f"{result.n_days_reached} / {result.n_days_recorded}"
        )
    return SpanView(
        span=span,
        facts=tuple(Fact(label=name, value=value) for name, value in facts.items())
        if result.n_days_recorded
        else (),
        categories=tuple(
            _used(row, category_word(row.category, lang), lang) for row in result.categories[:_ROWS]
        ),
        applications=tuple(
            _used(row, clean(row.name), lang) for row in result.applications[:_ROWS]
        ),
    )


def _used(row: Used, label: str, lang: Lang) -> UsedView:
    share = row.focused_s / row.seconds if row.seconds else 0.0
    return UsedView(label=label, lasted=lasting(row.seconds, lang), focused_pct=round(100 * share))


def _span(written: str | None) -> Span:
    return next((span for span in DAYS_OF if span == written), "week")


_SUBJECTS: Mapping[RuleSubject, str] = {
    "app": N_("application"),
    "domain": N_("site"),
    "title": N_("title"),
}


def rules_view(visit: Visit) -> RulesView:
    """The rules as they are in the file now."""
    lang = visit.lang
    own = focus_rules(visit.context, match=None, pattern=None, category=None, remove=None)
    return RulesView(
        hint=say(
            "Your own rules come before the table. They are in {file}.", lang, file=clean(own.file)
        ),
        fault=clean(own.fault),
        rules=tuple(
            RuleView(
                place=place,
                subject=say(_SUBJECTS[rule.match], lang),
                pattern=clean(rule.pattern),
                category=category_word(rule.category, lang),
            )
            for place, rule in enumerate(own.rules, start=1)
        ),
        subjects=tuple(
            Choice(value=name, label=say(_SUBJECTS[name], lang)) for name in RULE_SUBJECTS
        ),
        categories=tuple(
            Choice(value=name, label=category_word(name, lang)) for name in OWN_CATEGORIES
        ),
    )


def corrections_view(visit: Visit) -> CorrectionsView:
    """How often the user said that it was wrong."""
    n = focus_corrections(visit.context, undo=None).tuning.n_corrections
    return CorrectionsView(
        text=say("Corrected so far: {n}. Weights follow within bounds.", visit.lang, n=str(n))
        if n
        else "",
        states=state_choices(visit.lang),
    )


def state_choices(lang: Lang) -> tuple[Choice, ...]:
    """States that can be said to be right."""
    return tuple(Choice(value=state, label=state_word(state, lang)) for state in DECIDABLE)


def correct(visit: Visit) -> Onward:
    """That is wrong: it is another state."""
    written = visit.sent.get("state", "")
    actual = next((state for state in DECIDABLE if state == written), None)
    if actual is None:
        raise BadArgument("state", written, message("one of {names}", names=", ".join(DECIDABLE)))
    if visit.engine is not None:
        anyio.from_thread.run(visit.engine.correct, actual)
    else:
        correct_focus(visit.context, actual=actual)
    return Onward(to="/focus")


def take_back(visit: Visit) -> Onward:
    """All corrections are taken back."""
    focus_corrections(visit.context, undo="all")
    return Onward(to="/focus")


def snooze(visit: Visit) -> Onward:
    """No notification for half an hour."""
    snooze_focus(visit.context, minutes=SNOOZE_MIN)
    return Onward(to="/focus?told=saved")


def change_rules(visit: Visit) -> Onward:
    """Add a rule, or take one away."""
    sent, remove = visit.sent, visit.sent.get("remove", "")
    if remove:
        if not (remove.isascii() and remove.isdigit() and len(remove) <= _DIGITS_MOST):
            raise BadArgument("remove", remove, message("the place of a rule, from 1"))
        focus_rules(visit.context, match=None, pattern=None, category=None, remove=int(remove))
    else:
        focus_rules(
            visit.context,
            match=sent.get("match", ""),
            pattern=sent.get("pattern", ""),
            category=sent.get("category", ""),
            remove=None,
        )
    return Onward(to="/focus#rules")
